//! Draws a board as text for a terminal.

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

/// Options of a text board.
#[derive(Clone, Copy, Debug)]
pub struct TextOptions<'a> {
    /// Whether to use the colours of a 256-colour terminal. No information depends on colour alone.
    pub colour: bool,
    /// The width of the terminal in columns. A hex map that does not fit is drawn compactly or split into parts.
    pub width: usize,
    /// The spaces to mark: the destinations on offer.
    pub highlight: &'a [SpaceId],
    /// Whether to print the numbers of hexes.
    pub numbers: bool,
    /// The catalogue that translates names and words.
    pub catalogue: &'a Catalogue,
}

impl Default for TextOptions<'_> {
    fn default() -> Self {
        TextOptions { colour: false, width: 100, highlight: &[], numbers: true, catalogue: &ENGLISH }
    }
}

/// Everything needed to draw the parts of the board.
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

    /// Returns the number and title of a space.
    fn label(&self, space: SpaceId) -> String {
        self.options.catalogue.choice(&Choice::Space(space), self.content).text
    }

    /// Returns the title of a space.
    fn title(&self, space: SpaceId) -> &str {
        self.content.map.space(space).title.as_deref().map_or("", |title| self.options.catalogue.name(title))
    }

    /// Translates one of the program's own strings.
    fn say<'b>(&'b self, text: &'b str) -> &'b str {
        self.options.catalogue.text(TextKind::Screen, text)
    }

    fn is_marked(&self, space: SpaceId) -> bool {
        self.options.highlight.contains(&space)
    }

    /// Returns the letter of a space's owner.
    fn owner(&self, space: SpaceId) -> Option<char> {
        let side = self.view.owners.get(&self.content.map.space(space).name)?;
        Some(self.key.side(self.content.sides.find(side)))
    }
}

/// Draws the map with everything that the view shows on it. Hexes are drawn as hexes, areas as a table. Boxes and a
/// legend follow below.
///
/// The turn and the phase are not included: they belong in the caller's heading.
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
