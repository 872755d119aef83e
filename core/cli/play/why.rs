//! Explains why something is not offered: the rules supply the reason and its paragraph.

use super::terminal::Terminal;
use grognard_engine::catalogue::TextKind;
use grognard_engine::decision::{Answer, Choice, Form, Pending, Refusal};
use grognard_engine::ids::SideId;
use grognard_engine::reader::Reader;
use grognard_play::SessionError;
use grognard_play::line_parser::{NameResolver, ParseError, Words};

impl Terminal<'_> {
    /// Replies to `why 0703`, `why XXIV` and `why XXIV 0703`.
    pub(super) fn why(&mut self, names: &str) -> String {
        let Some(pending) = self.asked().cloned() else { return self.tell("There is no question to answer.", &[]) };
        let mut words = Words::new(names);
        if words.is_done() {
            return self.tell("Why what? Type a unit or a space: `why 0703`, `why XXIV 0703`.", &[]);
        }
        let like = pending.options.first();
        let things = self.things();
        let Some(phrase) = things.take_name(&mut words) else { return things.unknown(names) };
        if words.is_done() {
            return match things.like(like, &phrase).or_else(|| things.any(&phrase)) {
                Some(choice) => self.how_to_ask(&pending, &choice).unwrap_or_else(|| self.why_not(&choice)),
                None => things.unknown(names),
            };
        }
        let rest = words.rest();
        let Some(first) = things.as_unit(&phrase).map(Choice::Unit) else { return things.unknown(&phrase) };
        if pending.context.contains(&first) {
            return self.why(&rest);
        }
        if !pending.options.contains(&first) {
            return self.why_not(&first);
        }
        match things.any(&rest) {
            Some(second) => self.why_not_after(&pending, first, &second),
            None => things.unknown(&rest),
        }
    }

    /// Explains how to ask about a space when the question asks for a unit first.
    fn how_to_ask(&self, pending: &Pending, about: &Choice) -> Option<String> {
        let things = self.things();
        let Choice::Space(space) = about else { return None };
        let first = pending.options.first().filter(|first| things.side(first) == Some(pending.side))?;
        let (unit, number) = (things.name(first), things.content().map.names.name(*space));
        let text = "{1}: choose a unit first; `why {2} {3}` explains whether {2} can go there.";
        Some(self.tell(text, &[&things.name(about), &unit, number]))
    }

    /// Explains why an input is not a valid answer. If it names something that is not offered, the rules supply the
    /// reason.
    pub(super) fn explain(&mut self, error: ParseError, pending: &Pending) -> String {
        let ParseError::Unknown(phrase) = &error else { return error.describe(&self.catalogue) };
        match self.things().like(pending.options.first(), phrase) {
            Some(choice) if !pending.options.contains(&choice) => {
                let things = self.things();
                // A unit can stand for its space, and a space for the unit in it.
                let name = match things.is_called(&choice, phrase) {
                    true => things.name(&choice),
                    false => format!("{phrase} ({})", things.name(&choice)),
                };
                let refusal = self.refusal(&choice);
                self.describe_refusal(&name, refusal)
            }
            _ => error.describe(&self.catalogue),
        }
    }

    fn why_not(&mut self, choice: &Choice) -> String {
        let refusal = self.refusal(choice);
        self.describe_refusal(&self.things().name(choice), refusal)
    }

    fn refusal(&mut self, choice: &Choice) -> Result<Option<Refusal>, SessionError> {
        match self.viewer().filter(|_| self.is_hidden(choice)) {
            // For a hidden unit, only reasons that hold for every possible identity are shown.
            Some(viewer) => self.session.why_known(viewer, None, choice),
            None => self.session.why_not(choice),
        }
    }

    fn why_not_after(&mut self, pending: &Pending, first: Choice, second: &Choice) -> String {
        let is_hidden = self.is_hidden(&first) || self.is_hidden(second);
        let answer = match pending.form {
            Form::One => Answer::One(first),
            _ => Answer::Several(vec![first]),
        };
        let refusal = match self.viewer().filter(|_| is_hidden) {
            Some(viewer) => self.session.why_known(viewer, Some(answer), second),
            None => self.session.why_not_after(answer, second),
        };
        self.describe_refusal(&self.things().name(second), refusal)
    }

    fn is_hidden(&self, choice: &Choice) -> bool {
        matches!(choice, Choice::Unit(unit) if !self.things().knows(*unit))
    }

    fn describe_refusal(&self, name: &str, refusal: Result<Option<Refusal>, SessionError>) -> String {
        match refusal {
            Ok(Some(refusal)) => {
                let reason = self.reader(self.viewer()).refusal(&refusal) + &self.paragraph(&refusal);
                self.tell("{1}: {2}.", &[name, &reason])
            }
            Ok(None) => self.tell("{1}: this is allowed.", &[name]),
            Err(error) => self.trouble(error),
        }
    }

    /// Formats the paragraph a refusal refers to, with its title.
    fn paragraph(&self, refusal: &Refusal) -> String {
        let Some(rule) = &refusal.rule else { return String::new() };
        let paragraphs = &self.session.battle.system.paragraphs;
        let title = paragraphs
            .iter()
            .find(|paragraph| paragraph.number == *rule)
            .map(|paragraph| format!(" {}", self.catalogue.text(TextKind::Paragraph, &paragraph.title)));
        self.screen.dim(&format!(" ({rule}{})", title.unwrap_or_default()))
    }

    /// Returns a resolver for units and spaces as the person at the screen knows them.
    pub(super) fn things(&self) -> NameResolver<'_> {
        NameResolver::new(self.reader(self.viewer()))
    }

    /// Returns a resolver for units and spaces as a side knows them.
    pub(super) fn things_of(&self, side: SideId) -> NameResolver<'_> {
        NameResolver::new(self.reader(Some(side)))
    }

    /// Returns a reader of the game in the person's language.
    pub(super) fn reader(&self, viewer: Option<SideId>) -> Reader<'_> {
        Reader::new(&self.session.game.table, viewer, &self.catalogue)
    }
}
