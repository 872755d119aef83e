//! Checks the guide of a battle: the names that it uses, and the order of its steps.

use super::{BuildOutput, Doc, doc, find_id, find_player, rulebook};
use crate::diagnostic::Diagnostic;
use crate::node::{Node, ValueStep};
use crate::schema::{GuideCondition, GuideFile, GuideStep, GuideTarget};
use crate::schema_check::unknown;
use crate::source::SourceSpan;
use crate::system_info::Guide;
use grognard_engine::content::Content;
use grognard_engine::sequence::Phase;

/// A moment at which a step is shown: the turn, and the index of the phase in the turn, as far as the step tells them.
type Moment = (Option<u16>, Option<usize>);

/// Returns the guide of a battle. If several packs have one, that of the pack loaded last.
pub fn build(guides: &[(String, Node)], built: &BuildOutput, out: &mut Vec<Diagnostic>) -> Option<Guide> {
    let docs: Vec<Doc<GuideFile>> = guides.iter().filter_map(|(_, node)| doc(node, out)).collect();
    for doc in &docs {
        rulebook::check_references(doc.node, &built.paragraphs, out);
        GuideChecker { doc, content: &built.content, out }.check();
    }
    docs.into_iter().next_back().map(|doc| Guide { file: doc.file, tree: doc.node.clone() })
}

struct GuideChecker<'a, 'o> {
    doc: &'a Doc<'a, GuideFile>,
    content: &'a Content,
    out: &'o mut Vec<Diagnostic>,
}

impl<'a> GuideChecker<'a, '_> {
    fn check(&mut self) {
        let file = &self.doc.file;
        if file.step.is_empty() {
            self.out.push(Diagnostic::at("E202", self.doc.place(&["step".into()]), "a guide needs at least one step"));
        }
        find_player(self.content, &file.side, self.doc.place(&["side".into()]), self.out);
        for name in file.players.keys() {
            let place = self.doc.place(&["players".into(), ValueStep::Name(name)]);
            find_player(self.content, name, place, self.out);
            if *name == file.side {
                let error = Diagnostic::at("E222", place, format!("the reader of the guide plays the side `{name}`"));
                self.out.push(error.help("remove the player of this side, or change `side`"));
            }
        }
        let mut latest = (0, 0);
        for (index, step) in file.step.iter().enumerate() {
            self.step(index, step);
            if let Some(moment) = self.moment(index, step) {
                self.order(index, moment, &mut latest);
            }
        }
    }

    fn step(&mut self, index: usize, step: &GuideStep) {
        let GuideTarget { space, unit, .. } = &step.show;
        self.space(space.as_deref(), &at(index, &["show", "space"]));
        self.unit(unit.as_deref(), &at(index, &["show", "unit"]));
        let Some(until) = &step.until else { return };
        let GuideCondition { unit, at: goal, phase, turn, .. } = until;
        self.unit(unit.as_deref(), &at(index, &["until", "unit"]));
        self.space(goal.as_deref(), &at(index, &["until", "at"]));
        self.phase(phase.as_deref(), &at(index, &["until", "phase"]));
        self.turn(*turn, &at(index, &["until", "turn"]));
        if until.open.is_some_and(|part| !part.can_open()) {
            let place = self.doc.place(&at(index, &["until", "open"]));
            let error = Diagnostic::at("E222", place, "this part of the page is never open or closed");
            self.out.push(error.help("point at it with `show`, and wait for something else"));
        }
        let place = self.doc.place(&at(index, &["until"]));
        let problem = match (unit, goal) {
            _ if until.is_empty() => "`until` has no condition",
            (Some(_), None) => "`until` names a unit, but no space that it must reach",
            (None, Some(_)) => "`until` names a space, but no unit that must reach it",
            _ => return,
        };
        let error = Diagnostic::at("E222", place, problem);
        self.out.push(error.help("name a unit and a space, as in `until = { unit = \"VII\", at = \"0503\" }`"));
    }

    /// Returns when a step is shown; `None` if it names an unknown phase.
    fn moment(&mut self, index: usize, step: &GuideStep) -> Option<Moment> {
        self.turn(step.turn, &at(index, &["turn"]));
        let Some(name) = &step.phase else { return Some((step.turn, None)) };
        let phase = self.phase(Some(name), &at(index, &["phase"]))?;
        let all = phases(self.content);
        if let (Some(turn), Some(found)) = (step.turn, all.get(phase))
            && !found.in_turn(turn)
        {
            let place = self.doc.place(&at(index, &["phase"]));
            let error = Diagnostic::at("E223", place, format!("turn {turn} has no phase `{name}`"));
            self.out.push(error.help("change `turn` or `phase`"));
        }
        Some((step.turn, Some(phase)))
    }

    /// Reports a step that belongs to an earlier moment than a step before it.
    fn order(&mut self, index: usize, (turn, phase): Moment, latest: &mut (u16, usize)) {
        let moment = (turn.unwrap_or(latest.0), phase);
        let is_earlier = moment.0 < latest.0 || (moment.0 == latest.0 && phase.is_some_and(|phase| phase < latest.1));
        if is_earlier && turn.is_some() {
            let place = self.doc.place(&at(index, &[]));
            let error = Diagnostic::at("E223", place, "the game has passed this step when it is reached");
            return self.out.push(error.help("move it before the steps of later turns and phases"));
        }
        *latest =
            if moment.0 > latest.0 { (moment.0, phase.unwrap_or(0)) } else { (latest.0, phase.unwrap_or(latest.1)) };
    }

    fn space(&mut self, name: Option<&str>, way: &[ValueStep]) {
        let Some(name) = name else { return };
        find_id(&self.content.map.names, name, "space", self.doc.place(way), self.out);
    }

    fn unit(&mut self, name: Option<&str>, way: &[ValueStep]) {
        let Some(name) = name else { return };
        find_id(&self.content.unit_names, name, "unit", self.doc.place(way), self.out);
    }

    fn turn(&mut self, turn: Option<u16>, way: &[ValueStep]) {
        let turns = self.content.sequence.turns;
        if let Some(turn) = turn.filter(|turn| *turn > turns) {
            let error = Diagnostic::at("E206", self.doc.place(way), format!("the battle has no turn {turn}"));
            self.out.push(error.expected(format!("expected a turn from 1 to {turns}")));
        }
    }

    fn phase(&mut self, name: Option<&str>, way: &[ValueStep]) -> Option<usize> {
        let name = name?;
        let all = phases(self.content);
        let found = all.iter().position(|phase| phase.name == name);
        if found.is_none() {
            let place: &SourceSpan = self.doc.place(way);
            self.out.push(unknown(name, "phase", place, all.iter().map(|phase| phase.name.as_str())));
        }
        found
    }
}

/// Returns the phases of the set-up, then those of a turn.
fn phases(content: &Content) -> Vec<&Phase> {
    content.sequence.setup.iter().chain(content.sequence.turn.iter().flat_map(|turn| &turn.phases)).collect()
}

/// Returns the path of a value in a step.
fn at(index: usize, rest: &[&'static str]) -> Vec<ValueStep<'static>> {
    let head: [ValueStep; 2] = ["step".into(), index.into()];
    head.into_iter().chain(rest.iter().map(|key| ValueStep::from(*key))).collect()
}
