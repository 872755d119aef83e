//! Maps of losses and of control.

use grognard_board::svg::{self, BoardPlaces, SvgOptions};
use grognard_engine::content::Content;
use grognard_engine::ids::Id;
use grognard_lab::observation::Maps;
use std::fmt::Write;

/// The base map of a battle, drawn once per page and shared by the maps on it.
pub struct BaseMap<'a> {
    content: &'a Content,
    places: BoardPlaces,
    id: String,
}

/// Maximum radius of a mark, in thousandths of a hex side.
const MAX_MARK: f64 = 1_150.0;

impl<'a> BaseMap<'a> {
    /// Creates the map of a battle, with an id that is unique on the page.
    pub fn new(content: &'a Content, id: &str) -> BaseMap<'a> {
        let options = SvgOptions { column: false, ..SvgOptions::default() };
        BaseMap { content, places: svg::places(content, &options), id: id.to_owned() }
    }

    /// Returns the shared drawing, which must precede the maps on the page.
    pub fn definition(&self) -> String {
        let options = SvgOptions { column: false, numbers: false, ..SvgOptions::default() };
        let drawn = svg::ground(self.content, &options);
        let inner =
            drawn.split_once('>').and_then(|(_, rest)| rest.rsplit_once("</svg>")).map_or("", |(inner, _)| inner);
        format!(
            "<svg width=\"0\" height=\"0\" class=\"hidden\" aria-hidden=\"true\"><defs><g \
             id=\"{}\">{inner}</g></defs></svg>",
            self.id
        )
    }

    fn map(&self, title: &str, marks: &str) -> String {
        let ([x, y], [width, height]) = (self.places.origin, self.places.size);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"map\" viewBox=\"{x} {y} {width} {height}\" \
             role=\"img\"><title>{}</title>\
             <use href=\"#{}\"/><rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"#fbf8f0\" \
             fill-opacity=\"0.55\"/>{marks}</svg>",
            svg::escape(title),
            self.id
        )
    }

    fn at(&self, space: usize) -> Option<(i64, i64)> {
        let place = self.places.spaces.get(self.content.map.names.name(Id::from_index(space)))?;
        (!place.is_box).then_some((place.at[0], place.at[1]))
    }

    /// Returns the colour of a side.
    pub fn colour(&self, side: usize) -> String {
        svg::colours(self.content, Id::from_index(side))[2].to_string()
    }

    /// Returns the largest mean number of steps lost on one space of the map.
    pub fn max_loss(&self, maps: &Maps, games: u64) -> f64 {
        let here =
            |space: usize| self.at(space).map(|_| maps.lost.iter().map(|side| f64::from(side[space])).sum::<f64>());
        (0..self.content.map.len()).filter_map(here).fold(0.0, f64::max) / games.max(1) as f64
    }

    /// Draws a map of losses. The circles on a space are nested: the largest stands for the losses of all sides, the
    /// next for those of all sides but the first, and so on. Their areas are proportional to the mean number of steps
    /// lost, and `most` is the largest such number on any map.
    pub fn loss_map(&self, title: &str, maps: &Maps, games: u64, most: f64) -> String {
        let mut marks = String::new();
        for space in 0..self.content.map.len() {
            let Some(at) = self.at(space) else { continue };
            let lost: Vec<f64> = maps.lost.iter().map(|side| f64::from(side[space]) / games.max(1) as f64).collect();
            let sum: f64 = lost.iter().sum();
            if sum <= 0.0 || most <= 0.0 {
                continue;
            }
            // The largest circle counts all sides, the next one all but the first, and so on.
            let mut rest = sum;
            for (side, steps) in lost.iter().enumerate() {
                if *steps > 0.0 {
                    let radius = MAX_MARK * (rest / most).sqrt();
                    let _ = write!(
                        marks,
                        "<circle cx=\"{}\" cy=\"{}\" r=\"{radius:.0}\" fill=\"{}\" fill-opacity=\"0.9\"/>",
                        at.0,
                        at.1,
                        self.colour(side)
                    );
                }
                rest -= steps;
            }
        }
        self.map(title, &marks)
    }

    /// Draws a map of control at the end of a turn. Each space shows the colour of the side that held it in the most
    /// games; the more games, the stronger the colour.
    pub fn control_map(&self, title: &str, maps: &Maps, turn: usize) -> String {
        let mut marks = String::new();
        let (Some(held), Some(games)) = (maps.held.get(turn), maps.games.get(turn)) else { return self.map(title, "") };
        for space in 0..self.content.map.len() {
            let Some(at) = self.at(space) else { continue };
            let mut shares: Vec<(f64, usize)> = held
                .iter()
                .enumerate()
                .map(|(side, spaces)| (f64::from(spaces[space]) / f64::from((*games).max(1)), side))
                .collect();
            shares.sort_by(|one, other| other.0.total_cmp(&one.0));
            let Some(&(share, side)) = shares.first().filter(|(share, _)| *share >= 0.02) else { continue };
            let _ = write!(
                marks,
                "<circle cx=\"{}\" cy=\"{}\" r=\"760\" fill=\"{}\" fill-opacity=\"{:.2}\"/>",
                at.0,
                at.1,
                self.colour(side),
                share * 0.9
            );
        }
        self.map(title, &marks)
    }
}
