//! The units that a view shows in each space.

use crate::look::ground::ground_of;
use crate::look::speaks_of;
use crate::look::unit::{GroundLook, ServiceBranch, branch_of, size_of};
use crate::terminal_text;
use grognard_engine::card::PrintedCard;
use grognard_engine::catalogue::{Catalogue, ENGLISH, TextKind};
use grognard_engine::content::Content;
use grognard_engine::decision::Choice;
use grognard_engine::field::Footprint;
use grognard_engine::ids::{Id, SideId, UnitId};
use grognard_engine::map::Direction;
use grognard_engine::style::{Colour, MarkSign};
use grognard_engine::view::{KnownUnit, UnitView, View};

/// A unit as drawn on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The id on the board: the unit's name, or `?` and the token of a hidden unit.
    pub id: String,
    /// The unit's side; `None` if the content does not define it.
    pub side: Option<SideId>,
    /// The unit's token; `None` unless the unit is hidden from some players.
    pub token: Option<u16>,
    /// The printed face; `None` if it is hidden.
    pub face: Option<Face>,
    /// The name of the heading, and its direction; `None` if units have no headings.
    pub heading: Option<(String, Direction)>,
}

/// The face of a counter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Face {
    /// The name of the unit.
    pub name: String,
    /// The title of a terrain piece that has one, other than a bridge or another piece with a base.
    pub title: Option<String>,
    /// What is printed on the unit if it is a card.
    pub card: Option<PrintedCard>,
    /// The name of the unit's type.
    pub kind: String,
    /// The colour of the counter, if it is not that of its side.
    pub colour: Option<Colour>,
    /// The symbol in the frame.
    pub branch: ServiceBranch,
    /// The mark above the frame.
    pub size: Option<&'static str>,
    /// The value of the property that is printed as the strength; `None` if there is none.
    pub strength: Option<i32>,
    /// The numbers at the foot of the counter: `12-6`.
    pub values: String,
    /// The current number of steps, and the number at full strength.
    pub steps: (u8, u8),
    /// The marks on the unit that have a symbol, each with its symbol.
    pub marks: Vec<(String, MarkSign)>,
    /// Whether the unit is an upright block, whose face is hidden from some players.
    pub upright: bool,
    /// The name of the pack's picture that replaces the symbol, if there is one.
    pub picture: Option<String>,
}

impl Face {
    /// Returns the look of a terrain piece; `None` for any other unit.
    pub fn ground(&self) -> Option<&GroundLook> {
        match &self.branch {
            ServiceBranch::Ground(ground) => Some(ground),
            _ => None,
        }
    }

    /// Returns whether the unit is below full strength.
    pub fn is_reduced(&self) -> bool {
        self.steps.0 < self.steps.1
    }
}

/// Returns the pieces in each space, translated, with the strongest piece of each side first.
pub fn stacks(content: &Content, view: &View, catalogue: &Catalogue) -> Vec<Vec<Piece>> {
    let mut all = vec![Vec::new(); content.map.len()];
    for (space, units) in &view.spaces {
        if let Some(at) = content.map.names.find(space) {
            all[at.index()] = pieces(content, units, catalogue);
        }
    }
    all
}

/// Returns the units of a view as pieces, translated, with the strongest piece of each side first. Of equal terrain
/// pieces, those that are named after their kind come first.
pub fn pieces(content: &Content, units: &[UnitView], catalogue: &Catalogue) -> Vec<Piece> {
    let printer = PrintedProperties::new(content);
    let titled = |mut piece: Piece| {
        let title = printer.title(&piece, catalogue);
        if let Some(face) = &mut piece.face {
            face.title = title;
        }
        piece.read_in(content, catalogue)
    };
    let mut pieces: Vec<Piece> = units.iter().map(|unit| titled(printer.piece(unit))).collect();
    let order = |piece: &Piece| {
        (piece.side.is_none(), piece.side, std::cmp::Reverse(piece.strength()), piece.has_name_of_its_own())
    };
    pieces.sort_by_key(order);
    pieces
}

/// Returns the piece for a unit with `steps` steps; `None` if the unit does not exist.
pub fn piece(content: &Content, id: UnitId, steps: u8) -> Option<Piece> {
    let unit = content.units.get(id.index())?;
    let values = content.properties.iter().enumerate();
    let known = KnownUnit {
        name: unit.name.clone(),
        kind: content.unit_types.name(unit.kind).to_owned(),
        steps: (steps, unit.steps),
        values: values.filter_map(|(at, name)| Some((name.clone(), unit.value(at, steps)?))).collect(),
        marks: Vec::new(),
        upright: false,
    };
    let side = content.sides.name(unit.side).to_owned();
    Some(PrintedProperties::new(content).piece(&UnitView {
        side,
        token: None,
        known: Some(known),
        stand: None,
        heading: None,
    }))
}

impl Piece {
    fn strength(&self) -> Option<i32> {
        self.face.as_ref()?.strength
    }

    /// Returns whether this is a terrain piece whose name does not say what it is: a ridge among the hills.
    fn has_name_of_its_own(&self) -> bool {
        let ground = self.face.as_ref().and_then(Face::ground);
        ground.is_some_and(|ground| !speaks_of(&self.id, &[&ground.word]))
    }

    /// Returns what is printed on or below a terrain piece: its title or, if it has none, its kind or, if its name does
    /// not say what it is, its name. Names such as `Ridge (red)` tell the sides apart, which is not needed there.
    pub fn caption(&self) -> String {
        if let Some(title) = self.face.as_ref().and_then(|face| face.title.as_ref()) {
            return terminal_text::capitalized(&terminal_text::clean(title));
        }
        let (name, kind) = self.face.as_ref().map_or(("", ""), |face| (&face.name, &face.kind));
        let bare = terminal_text::clean(name.split(" (").next().unwrap_or_default());
        let caption = if self.has_name_of_its_own() && !bare.is_empty() { bare } else { terminal_text::words(kind) };
        terminal_text::capitalized(&caption)
    }

    /// Returns the piece with translated names.
    pub fn read_in(mut self, content: &Content, catalogue: &Catalogue) -> Piece {
        if let Some((heading, _)) = &mut self.heading {
            *heading = catalogue.text(TextKind::Label, heading).to_owned();
        }
        if let Some(face) = &mut self.face {
            face.card = card(content, &face.name, catalogue);
            face.name = catalogue.name(&face.name).to_owned();
            face.kind = catalogue.name(&face.kind).to_owned();
            face.marks.iter_mut().for_each(|(mark, _)| *mark = terminal_text::words(catalogue.name(mark)));
        }
        self
    }

    /// Describes the piece, translated: `red: 1st Shock (army) 12-6, 1 of 2 steps`.
    pub fn describe(&self, content: &Content, catalogue: &Catalogue) -> String {
        let side = self
            .side
            .map_or_else(String::new, |side| terminal_text::words(catalogue.name(content.side_title(side))) + ": ");
        let Some(face) = &self.face else {
            let token = self.token.map(|token| format!(" {token}")).unwrap_or_default();
            let heading = self.heading_in_words();
            return format!("{side}{}{token}{heading}", catalogue.text(TextKind::Screen, "unknown unit"));
        };
        if let Some(card) = &face.card {
            let text = [terminal_text::clean(&card.title), card.summary()];
            return text.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(": ");
        }
        let mut text = format!("{side}{} ({})", terminal_text::clean(&face.name), terminal_text::words(&face.kind));
        if !face.values.is_empty() {
            text = text + " " + &face.values;
        }
        if face.steps.0 == 0 && face.steps.1 > 0 {
            text = text + ", " + catalogue.text(TextKind::Screen, "eliminated");
        } else if face.is_reduced() {
            let steps = [face.steps.0, face.steps.1].map(|steps| steps.to_string());
            text = text + ", " + &catalogue.say("{1} of {2} {2?step|steps}", &[&steps[0], &steps[1]]);
        }
        for (mark, _) in &face.marks {
            text = text + ", " + mark;
        }
        text + &self.heading_in_words()
    }

    fn heading_in_words(&self) -> String {
        self.heading.as_ref().map_or_else(String::new, |(heading, _)| format!(", {heading}"))
    }
}

fn card(content: &Content, unit: &str, catalogue: &Catalogue) -> Option<PrintedCard> {
    content.card(content.unit_names.find(unit)?, catalogue)
}

/// Returns the word that says what a terrain piece is: its type, but a road with the name of a railway is a railway.
pub fn word_for(known: &KnownUnit) -> &str {
    if speaks_of(&known.name, &["rail"]) { "railway" } else { &known.kind }
}

const STRENGTH: &[&str] = &["strength", "attack", "combat", "force", "power"];
const DEFENCE: &[&str] = &["defen"];
const FIRE: &[&str] = &["fire"];
const MOVEMENT: &[&str] = &["move", "mp", "speed"];

/// The properties of a system that are printed on counters.
struct PrintedProperties<'a> {
    content: &'a Content,
    strength: Option<&'a str>,
    printed: Vec<&'a str>,
}

impl<'a> PrintedProperties<'a> {
    fn new(content: &'a Content) -> PrintedProperties<'a> {
        let find = |words: &[&str]| {
            content.properties.iter().find(|name| crate::look::speaks_of(name, words)).map(String::as_str)
        };
        let first = || content.properties.first().map(String::as_str);
        let strength = find(STRENGTH).or_else(|| first().filter(|&name| Some(name) != find(MOVEMENT)));
        let mut printed: Vec<&str> = Vec::new();
        for name in [strength, find(DEFENCE), find(FIRE), find(MOVEMENT)].into_iter().flatten() {
            if !printed.contains(&name) {
                printed.push(name);
            }
        }
        PrintedProperties { content, strength, printed }
    }

    fn piece(&self, unit: &UnitView) -> Piece {
        let token = || unit.token.map(|token| token.to_string()).unwrap_or_default();
        Piece {
            id: unit.known.as_ref().map_or_else(|| format!("?{}", token()), |known| known.name.clone()),
            side: self.content.sides.find(&unit.side),
            token: unit.token,
            face: unit.known.as_ref().map(|known| self.face(known)),
            heading: unit.heading.as_ref().and_then(|heading| self.heading(heading)),
        }
    }

    fn heading(&self, name: &str) -> Option<(String, Direction)> {
        let at = self.content.heading_names().iter().position(|known| known == name)?;
        Some((name.to_owned(), self.content.direction(at)?))
    }

    /// Returns the translated title of a terrain piece that is an area or a course.
    fn title(&self, piece: &Piece, catalogue: &Catalogue) -> Option<String> {
        piece.face.as_ref()?.ground()?;
        let unit = self.content.unit_names.find(&piece.id)?;
        self.content.style.unit_titles.get(unit.index())?.as_ref()?;
        let has_base = matches!(self.content.footprint(unit), None | Some(Footprint::Base(..)));
        (!has_base).then(|| catalogue.filling(&Choice::Unit(unit), self.content).text)
    }

    fn face(&self, known: &KnownUnit) -> Face {
        let values: Vec<String> =
            self.printed.iter().filter_map(|&name| Some(self.value(known, name)?.to_string())).collect();
        let words = self.words(known);
        Face {
            name: known.name.clone(),
            title: None,
            card: card(self.content, &known.name, &ENGLISH),
            kind: known.kind.clone(),
            colour: self.colour(known),
            branch: self.ground(known).map_or_else(|| branch_of(&words, &known.name), ServiceBranch::Ground),
            size: size_of(&words),
            strength: self.strength.and_then(|name| known.values.get(name).copied()),
            values: values.join("-"),
            steps: known.steps,
            marks: known.marks.iter().filter_map(|mark| Some((mark.clone(), self.sign(mark)?))).collect(),
            upright: known.upright,
            picture: [&known.name, &known.kind]
                .into_iter()
                .find(|name| self.content.style.pictures.contains_key(*name))
                .cloned(),
        }
    }

    /// Returns a value at the current strength or, if the unit has been eliminated, at full strength.
    fn value(&self, known: &KnownUnit, name: &str) -> Option<i32> {
        if known.steps.0 > 0 {
            return known.values.get(name).copied();
        }
        let at = self.content.properties.iter().position(|property| property == name)?;
        self.content.units[self.content.unit_names.find(&known.name)?.index()].value(at, known.steps.1)
    }

    fn colour(&self, known: &KnownUnit) -> Option<Colour> {
        let kind = self.content.unit_types.find(&known.kind)?;
        self.content.style.unit_types.get(kind.index()).copied().flatten()
    }

    /// Returns the look of a terrain piece: on a table, a unit that is an area or a course, or that has a ground tag.
    /// Returns `None` for any other unit.
    fn ground(&self, known: &KnownUnit) -> Option<GroundLook> {
        let content = self.content;
        let unit = content.unit_names.find(&known.name).filter(|_| content.map.field().is_some())?;
        let footprint = content.footprint(unit);
        let lies = !matches!(footprint, None | Some(Footprint::Base(..)));
        let is_tagged = content.units[unit.index()].tags.iter().any(|tag| speaks_of(tag, &["ground"]));
        (lies || is_tagged).then(|| GroundLook {
            terrain: ground_of(&content.style, &known.kind),
            word: known.kind.clone(),
            is_course: matches!(footprint, Some(Footprint::Course { .. })),
        })
    }

    /// Returns the symbol of a mark.
    fn sign(&self, mark: &str) -> Option<MarkSign> {
        self.content.style.mark(self.content.marks.iter().position(|name| name == mark)?)
    }

    /// Returns the words that may indicate the branch: the symbol declared by the pack, the type, and the unit's tags.
    fn words<'b>(&'b self, known: &'b KnownUnit) -> Vec<&'b str> {
        let kind = self.content.unit_types.find(&known.kind);
        let symbol = kind.and_then(|kind| self.content.style.symbols.get(kind.index())).map(String::as_str);
        let unit = self.content.unit_names.find(&known.name).and_then(|id| self.content.units.get(id.index()));
        let tags = unit.into_iter().flat_map(|unit| unit.tags.iter().map(String::as_str));
        symbol.into_iter().chain([known.kind.as_str()]).chain(tags).filter(|word| !word.is_empty()).collect()
    }
}
