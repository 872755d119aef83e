//! Cards: units with a face of title, numbers and text.

use crate::catalogue::{Catalogue, TextKind, fill};
use crate::content::Content;
use crate::ids::{Id, SideId, UnitId};

/// The face of a card, in the reader's language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrintedCard {
    /// The title.
    pub title: String,
    /// What the card says.
    pub text: Option<String>,
    /// The paragraph that the text stands for.
    pub rule: Option<String>,
    /// The printed numbers, each with its name.
    pub numbers: Vec<(String, i32)>,
}

impl Content {
    /// Returns the face of a unit that is a card; `None` for any other unit.
    pub fn card(&self, id: UnitId, catalogue: &Catalogue) -> Option<PrintedCard> {
        let face = self.style.cards.get(id.index())?.as_ref()?;
        let unit = &self.units[id.index()];
        let name = catalogue.name(&unit.name);
        let title = face
            .title
            .as_ref()
            .map_or_else(|| name.to_owned(), |title| fill(catalogue.name(title), &[name.into()], &catalogue.singular));
        let number = |property: &String| {
            let at = self.properties.iter().position(|name| name == property)?;
            Some((catalogue.name(property).to_owned(), unit.value(at, unit.steps)?))
        };
        Some(PrintedCard {
            title,
            text: face.text.as_ref().map(|text| catalogue.text(TextKind::Paragraph, text).to_owned()),
            rule: face.rule.clone(),
            numbers: face.numbers.iter().filter_map(number).collect(),
        })
    }

    /// Returns whether a property is printed on a unit: the numbers of cards are not printed on other units.
    pub fn is_printed(&self, id: UnitId, property: usize) -> bool {
        let is_card = |at: usize| self.style.cards.get(at).is_some_and(Option::is_some);
        let name = &self.properties[property];
        is_card(id.index()) || !self.style.cards.iter().flatten().any(|card| card.numbers.contains(name))
    }

    /// Returns whether all units of a side are cards, so that everybody knows that a hidden one is a card.
    pub fn has_only_cards(&self, side: SideId) -> bool {
        let mut own = self.units.iter().zip(&self.style.cards).filter(|(unit, _)| unit.side == side).peekable();
        own.peek().is_some() && own.all(|(_, card)| card.is_some())
    }
}

impl PrintedCard {
    /// Describes the numbers: `operations 3, victory 1`.
    pub fn numbers_in_words(&self) -> String {
        self.numbers.iter().map(|(name, value)| format!("{name} {value}")).collect::<Vec<_>>().join(", ")
    }

    /// Returns the parts of the face below the title in a line: `operations 3. One of your formations may move twice.`
    pub fn summary(&self) -> String {
        let numbers = Some(self.numbers_in_words()).filter(|numbers| !numbers.is_empty());
        let parts: Vec<String> = numbers.into_iter().chain(self.text.clone()).collect();
        parts.join(". ")
    }
}
