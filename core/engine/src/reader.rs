//! Formats everything that a viewer reads about a game, in the viewer's language, and leaves out anything hidden from
//! them.

use crate::catalogue::{Catalogue, Filling, TextKind};
use crate::decision::{Answer, Choice, Pending, Question, Refusal, Template};
use crate::ids::{Id, SideId, SpaceId, UnitId};
use crate::journal::Entry;
use crate::log::Event;
use crate::state::Ending;
use crate::table::Table;
use crate::visibility::knows;

/// A viewer of a game: the side whose knowledge they share, and their language.
#[derive(Clone, Copy)]
pub struct Reader<'a> {
    /// The table of the game.
    pub table: &'a Table,
    /// The viewing side; `None` for a spectator, who sees only what everybody may see.
    pub viewer: Option<SideId>,
    /// The catalogue of the viewer's language.
    pub catalogue: &'a Catalogue,
}

impl<'a> Reader<'a> {
    /// Creates a reader for a viewer of a game.
    pub fn new(table: &'a Table, viewer: Option<SideId>, catalogue: &'a Catalogue) -> Reader<'a> {
        Reader { table, viewer, catalogue }
    }

    /// Returns whether the viewer knows the identity of a unit.
    pub fn knows(&self, id: UnitId) -> bool {
        self.table.knows(self.viewer, id)
    }

    /// Returns the name of a choice, in the form used in lists. A unit that the viewer does not know is described only
    /// by its place.
    pub fn name(&self, choice: &Choice) -> String {
        let named = || self.catalogue.choice(choice, &self.table.content);
        self.unknown(choice).unwrap_or_else(named).text
    }

    fn filling(&self, choice: &Choice) -> Filling {
        self.unknown(choice).unwrap_or_else(|| self.catalogue.filling(choice, &self.table.content))
    }

    /// Returns the string that replaces the name of a unit unknown to the viewer; `None` for any other choice.
    fn unknown(&self, choice: &Choice) -> Option<Filling> {
        let Choice::Unit(id) = choice else { return None };
        let text = match self.table.state.unit(*id).place {
            _ if self.knows(*id) => return None,
            Some(space) => {
                let place = self.table.content.map.names.name(space);
                self.catalogue.fill(TextKind::Screen, "unknown unit at {1}", &[place.into()])
            }
            None => self.catalogue.text(TextKind::Screen, "unknown unit").to_owned(),
        };
        Some(text.into())
    }

    fn fill(&self, kind: TextKind, text: &str, about: &[Choice]) -> String {
        let fillings: Vec<Filling> = about.iter().map(|choice| self.filling(choice)).collect();
        self.catalogue.fill(kind, text, &fillings)
    }

    /// Returns the log lines that the viewer may read, each preceded by its paragraph.
    pub fn log(&self) -> impl Iterator<Item = (String, String)> + '_ {
        self.events().map(|event| (event.rule.clone(), self.event(event)))
    }

    /// Returns the events that the viewer may read about.
    pub fn events(&self) -> impl Iterator<Item = &Event> {
        self.table.events().iter().filter(|event| event.only.is_none() || event.only == self.viewer)
    }

    /// Returns the side that an event is about, as far as the viewer knew at the time: that of the first unit in it, or
    /// else that of the phase.
    pub fn side_of(&self, event: &Event) -> Option<SideId> {
        let content = &self.table.content;
        let of_unit = self.known_units(event).next().map(|unit| content.units[unit.index()].side);
        of_unit.or_else(|| content.sequence.phase(event.at)?.side)
    }

    /// Returns the unit that moved in an event and its path, if the viewer knew the unit at the time.
    pub fn movement<'e>(&self, event: &'e Event) -> Option<(UnitId, &'e [SpaceId])> {
        let first = event.fillings.iter().find_map(|choice| match choice {
            Choice::Unit(id) => Some(*id),
            _ => None,
        });
        let unit = self.known_units(event).next().filter(|unit| Some(*unit) == first)?;
        (!event.path.is_empty()).then_some((unit, &event.path[..]))
    }

    /// Returns the units in an event that the viewer knew at the time.
    fn known_units<'e>(&self, event: &'e Event) -> impl Iterator<Item = UnitId> + use<'a, 'e> {
        let Reader { table, viewer, .. } = *self;
        let content = &table.content;
        let hidden_from = |at: usize| event.hidden_from.get(at).copied().unwrap_or_default();
        event.fillings.iter().enumerate().filter_map(move |(at, choice)| match choice {
            Choice::Unit(id) if knows(content, viewer, *id, hidden_from(at)) => Some(*id),
            _ => None,
        })
    }

    /// Formats a log line. Units that the viewer did not know when the line was written stay unknown.
    pub fn event(&self, event: &Event) -> String {
        let content = &self.table.content;
        let filling = |(at, choice): (usize, &Choice)| match choice {
            Choice::Unit(id)
                if !knows(content, self.viewer, *id, event.hidden_from.get(at).copied().unwrap_or_default()) =>
            {
                self.catalogue.text(TextKind::Screen, "unknown unit").into()
            }
            known => self.catalogue.filling(known, content),
        };
        let fillings: Vec<Filling> = event.fillings.iter().enumerate().map(filling).collect();
        self.catalogue.fill(TextKind::Log, &event.text, &fillings)
    }

    /// Formats the prompt of a question.
    pub fn prompt(&self, pending: &Pending) -> String {
        self.fill(TextKind::Prompt, &self.table.questions[pending.question.index()].prompt, &pending.context)
    }

    /// Returns the label of the option to decline a question; `None` if it may not be declined.
    pub fn stop(&self, pending: &Pending) -> Option<&'a str> {
        let stop = self.table.questions[pending.question.index()].stop.as_deref().filter(|_| pending.stop)?;
        Some(self.catalogue.text(TextKind::Prompt, stop))
    }

    /// Returns the viewer's own answers in the open secret choice, each after the prompt of its question.
    pub fn secret_answers(&self) -> impl Iterator<Item = (String, String)> {
        let own = self.viewer.into_iter().flat_map(|viewer| self.table.secret_answers_of(viewer));
        own.map(|(asked, answer)| match (answer, self.stop(asked)) {
            (Answer::Stop, Some(stop)) => (self.prompt(asked), stop.to_owned()),
            _ => (self.prompt(asked), self.answer(answer)),
        })
    }

    fn question(&self, key: &str) -> Option<&'a Question> {
        self.table.questions.iter().find(|known| *known.key == *key)
    }

    /// Returns the label of the option to decline a question, by its key.
    pub fn stop_of(&self, question: &str) -> Option<&'a str> {
        let question = self.question(question)?;
        Some(self.catalogue.text(TextKind::Prompt, question.stop.as_deref()?))
    }

    /// Returns the prompt of the question that was answered automatically in a journal entry; `None` if what it was
    /// about is not known.
    pub fn automatic_prompt(&self, entry: usize) -> Option<String> {
        let known = self.table.automatic_answers().iter().find(|answer| answer.entry == entry)?;
        let Entry::Answer { question, .. } = self.table.journal().get(entry)? else { return None };
        let question = self.question(question)?;
        let is_known = !known.context.is_empty() || !question.prompt.contains('{');
        is_known.then(|| self.fill(TextKind::Prompt, &question.prompt, &known.context))
    }

    /// Returns what an option of a question means, or declining it (`None`), if the question says so.
    pub fn note(&self, pending: &Pending, option: Option<&Choice>) -> Option<&'a str> {
        let question = &self.table.questions[pending.question.index()];
        let label = match option {
            Some(Choice::Label(label)) => &**label,
            Some(_) => return None,
            None => question.stop.as_deref()?,
        };
        question.notes.get(label).map(|note| self.catalogue.text(TextKind::Prompt, note))
    }

    /// Describes an answer.
    pub fn answer(&self, answer: &Answer) -> String {
        let list = |choices: &[Choice]| choices.iter().map(|choice| self.name(choice)).collect::<Vec<_>>().join(", ");
        match answer {
            Answer::Stop => "stop".to_owned(),
            Answer::One(choice) => self.name(choice),
            Answer::Several(choices) => list(choices),
            Answer::Shares(shares) => {
                let shares = shares.iter().map(|(choice, share)| format!("{}={share}", self.name(choice)));
                shares.collect::<Vec<_>>().join(", ")
            }
        }
    }

    /// Formats the reason for a refusal, without the paragraph.
    pub fn refusal(&self, refusal: &Refusal) -> String {
        self.reason(&refusal.reason, refusal.template.as_ref())
    }

    /// Formats a refusal: the paragraph, if any, followed by the reason.
    pub fn refusal_under_rule(&self, refusal: &Refusal) -> String {
        let rule = refusal.rule.as_ref().map(|rule| format!("{rule}: ")).unwrap_or_default();
        rule + &self.refusal(refusal)
    }

    /// Formats the reason why the game ended, followed by the paragraph.
    pub fn ending(&self, ending: &Ending) -> String {
        ending.reason_with_rule(&self.reason(&ending.reason, ending.template.as_ref()))
    }

    /// Translates the grade of a victory, if there is one.
    pub fn grade(&self, ending: &Ending) -> Option<String> {
        ending.grade.as_ref().map(|grade| self.catalogue.text(TextKind::Reason, grade).to_owned())
    }

    fn reason(&self, reason: &str, template: Option<&Template>) -> String {
        match template {
            Some(template) => self.fill(TextKind::Reason, &template.text, &template.fillings),
            None => self.catalogue.text(TextKind::Reason, reason).to_owned(),
        }
    }
}
