//! The map: its image without counters, and the positions of everything on it.

use crate::dto::{BoardMap, ChartTitle, FieldMap, Introduction, LayerTitle, MapFont, MapPainting, MapSide, TextBlock};
use crate::game::play::Play;
use crate::queries::guide::guide;
use crate::queries::painting::prepare;
use grognard_board::paint::Plot;
use grognard_board::svg::{self, SvgOptions};
use grognard_engine::catalogue::{Catalogue, TextKind};
use grognard_engine::style::PackFont;
use grognard_packs::Kind;
use grognard_play::Battle;
use grognard_play::rulebook::introduction;

/// The number of lines of the score that the sheet has room for.
const SCORE_LINES: usize = 3;
/// The width of the map key, in hexes. At this width, it is legible in the page's panel.
const KEY_HEXES: i64 = 4;

impl Play {
    /// Returns the map without counters, as SVG.
    pub fn map_picture(&mut self, language: &str) -> String {
        let content = self.session.battle.content.clone();
        let plot = self.plot();
        let painting = plot.as_ref().map(|plot| painting(plot).address);
        if let Some(plot) = plot {
            prepare(plot);
        }
        let score_lines = score_lines(&self.session.battle);
        let scenario = self.session.battle.request.scenario.clone();
        let pack = self.languages.library().find(Kind::Scenario, &scenario).ok();
        let summary = pack.and_then(|pack| pack.manifest.summary.clone());
        let catalogue = self.catalogue(language);
        let subtitle = summary.as_ref().map(|summary| catalogue.text(TextKind::Paragraph, summary));
        let painting = painting.as_deref();
        svg::ground(&content, &SvgOptions { catalogue, painting, subtitle, score_lines, ..SvgOptions::default() })
    }

    /// Returns what the painting of the map's ground needs; `None` if the map has no ground.
    pub fn plot(&self) -> Option<Plot> {
        svg::plot(&self.session.battle.content)
    }

    /// Returns the font that the packs bring for the role with this name.
    pub fn font(&self, role: &str) -> Option<PackFont> {
        let fonts = &self.session.battle.content.style.fonts;
        fonts.iter().find(|(known, _)| known.name() == role).map(|(_, font)| font.clone())
    }

    /// Returns the map key as SVG, sized for the page's panel.
    pub fn key_picture(&mut self, language: &str) -> String {
        let content = self.session.battle.content.clone();
        let catalogue = self.catalogue(language);
        svg::key(&content, &SvgOptions { catalogue, ..SvgOptions::default() }, KEY_HEXES)
    }

    /// Returns the positions of everything on the map, with the charts and layers that the page can show.
    pub fn map(&mut self, language: &str) -> BoardMap {
        let battle = self.session.battle.clone();
        let pack = self.languages.library().find(Kind::Scenario, &battle.request.scenario).ok();
        let (summary, goal) =
            pack.map_or((None, None), |pack| (pack.manifest.summary.clone(), pack.manifest.goal.clone()));
        let catalogue = &self.languages.catalogue(language).clone();
        let introduction = introduction(&battle, self.languages.library(), catalogue);
        let text = |text: Option<String>| text.map(|text| catalogue.text(TextKind::Paragraph, &text).to_owned());
        let summary = text(summary);
        let subtitle = summary.as_deref();
        let score_lines = score_lines(&battle);
        let options = SvgOptions { catalogue, subtitle, score_lines, ..SvgOptions::default() };
        let places = svg::places(&battle.content, &options);
        BoardMap {
            origin: places.origin,
            size: places.size,
            ground: places.ground,
            counter: places.counter,
            spaces: places.spaces.into_iter().map(|(name, place)| (name, place.into())).collect(),
            painting: svg::plot(&battle.content).map(|plot| painting(&plot)),
            fonts: fonts(&battle),
            field: field(&battle, catalogue),
            sides: sides(&battle, catalogue),
            summary,
            goal: text(goal),
            introduction: introduction.map(|introduction| Introduction {
                title: introduction.title,
                text: introduction.text.iter().map(TextBlock::from).collect(),
            }),
            guide: guide(&battle, catalogue),
            charts: chart_titles(&battle, catalogue),
            layers: layer_titles(&battle, catalogue),
        }
    }
}

/// Returns the number of lines for the score; 0 if the system tells none.
fn score_lines(battle: &Battle) -> usize {
    if battle.system.hooks.score.is_some() { SCORE_LINES } else { 0 }
}

/// Returns where a painting lies. Its address changes with it.
fn painting(plot: &Plot) -> MapPainting {
    MapPainting {
        address: format!("api/ground.jpg?key={:08x}", plot.key()),
        small: format!("api/ground-small.jpg?key={:08x}", plot.key()),
        at: [plot.at.0, plot.at.1],
        size: [plot.size.0, plot.size.1],
    }
}

/// Returns the fonts of the packs. The address of a font changes with its file.
fn fonts(battle: &Battle) -> Vec<MapFont> {
    let fonts = battle.content.style.fonts.iter();
    let address = |role: &str, font: &PackFont| format!("api/font/{role}?key={:016x}", font.file.checksum());
    fonts.map(|(role, font)| MapFont { role: role.name().to_owned(), address: address(role.name(), font) }).collect()
}

fn field(battle: &Battle, catalogue: &Catalogue) -> Option<FieldMap> {
    let content = &battle.content;
    content.map.field().map(|field| FieldMap {
        table: content.map.names.name(field.table).to_owned(),
        size: field.size,
        lattice: field.lattice,
        scale: field.scale,
        unit: catalogue.name(&content.style.length).to_owned(),
        picture_scale: svg::SCALE,
    })
}

fn sides(battle: &Battle, catalogue: &Catalogue) -> Vec<MapSide> {
    let name = |text: &str| catalogue.name(text).to_owned();
    let side = |(id, side): (_, &str)| {
        let [fill, ink, flag] = svg::colours(&battle.content, id).map(|colour| colour.to_string());
        let adjective = Some(name(battle.content.side_title(id)));
        MapSide {
            name: side.to_owned(),
            text: name(battle.content.side_title(id)),
            adjective,
            fill,
            ink,
            flag,
            neutral: battle.content.is_neutral(id),
        }
    };
    battle.content.sides.iter().map(side).collect()
}

fn chart_titles(battle: &Battle, catalogue: &Catalogue) -> Vec<ChartTitle> {
    let charts = battle.content.shown_charts();
    charts
        .map(|chart| ChartTitle { name: chart.name.clone(), title: catalogue.name(&chart.title).to_owned() })
        .collect()
}

fn layer_titles(battle: &Battle, catalogue: &Catalogue) -> Vec<LayerTitle> {
    let title = |title: &str| catalogue.name(title).to_owned();
    let layers = battle.system.layers.iter();
    layers
        .map(|layer| LayerTitle { name: layer.name.clone(), title: title(&layer.title), rule: layer.rule.clone() })
        .collect()
}
