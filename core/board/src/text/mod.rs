//! A board of characters for a terminal.

mod areas;
mod canvas;
mod field;
mod hexes;
mod key;
mod legend;
mod shape;
mod units;

use crate::lattice::Lattice;
use crate::stack::{Piece, stacks};
use grognard_engine::catalogue::{Catalogue, ENGLISH, TextKind};
use grognard_engine::content::Content;
use grognard_engine::decision::Choice;
use grognard_engine::ids::{Id, SpaceId};
use grognard_engine::view::View;
use key::CharacterKey;

/// How a board of text is drawn.
#[derive(Clone, Copy, Debug)]
pub struct TextOptions<'a> {
    /// Whether to colour it with the codes of a terminal of 256 colours. Without them nothing is lost but the colour.
    pub colour: bool,
    /// Columns of the terminal. A hex map becomes compact, or comes in several parts, where it does not fit.
    pub width: usize,
    /// Spaces to mark: the destinations on offer.
    pub highlight: &'a [SpaceId],
    /// Whether to print the numbers of hexes.
    pub numbers: bool,
    /// The language.
    pub catalogue: &'a Catalogue,
}

impl Default for TextOptions<'_> {
    fn default() -> Self {
        TextOptions { colour: false, width: 100, highlight: &[], numbers: true, catalogue: &ENGLISH }
    }
}

/// Everything the parts of the picture need.
struct TextScene<'a> {
    content: &'a Content,
    view: &'a View,
    options: &'a TextOptions<'a>,
    key: CharacterKey<'a>,
    stacks: Vec<Vec<Piece>>,
}

impl TextScene<'_> {
    fn pieces(&self, space: SpaceId) -> &[Piece] {
        self.stacks.get(space.index()).map_or(&[], Vec::as_slice)
    }

    /// The number of a space, and what stands there.
    fn label(&self, space: SpaceId) -> String {
        self.options.catalogue.choice(&Choice::Space(space), self.content).text
    }

    /// What stands on a space.
    fn title(&self, space: SpaceId) -> &str {
        self.content.map.space(space).title.as_deref().map_or("", |title| self.options.catalogue.name(title))
    }

    /// What the picture says itself.
    fn say<'b>(&'b self, text: &'b str) -> &'b str {
        self.options.catalogue.text(TextKind::Screen, text)
    }

    fn is_marked(&self, space: SpaceId) -> bool {
        self.options.highlight.contains(&space)
    }

    /// The letter of the side that owns a space.
    fn owner(&self, space: SpaceId) -> Option<char> {
        let side = self.view.owners.get(&self.content.map.space(space).name)?;
        Some(self.key.side(self.content.sides.find(side)))
    }
}

/// Draws the map with what the view shows on it: hexes as hexes, areas as a table, boxes below, then a legend.
///
/// Says nothing about the turn or the phase: that is the caller's headline.
pub fn draw(content: &Content, view: &View, options: &TextOptions) -> String {
    let options = &TextOptions { width: options.width.max(40), ..*options };
    let scene = TextScene {
        content,
        view,
        options,
        key: CharacterKey::new(content, options.catalogue),
        stacks: stacks(content, view, options.catalogue),
    };
    if let Some(field) = content.map.field() {
        return field::draw(&scene, field) + &legend::draw(&scene, None);
    }
    let lattice = Lattice::find(&content.map);
    let Some(lattice) = lattice else { return areas::draw(&scene) + &legend::draw(&scene, None) };
    let shape = shape::choose(&lattice, options.width);
    hexes::draw(&scene, &lattice, &shape) + &legend::draw(&scene, Some(&shape))
}
