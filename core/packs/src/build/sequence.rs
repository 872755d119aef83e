//! The sequence of play.

use super::{Doc, find_player};
use crate::diagnostic::Diagnostic;
use crate::library::is_id;
use crate::node::ValueStep;
use crate::schema::{PhaseDecl, ScenarioFile, SequenceFile, Turns};
use crate::source::SourceSpan;
use grognard_engine::content::Content;
use grognard_engine::ids::SideId;
use grognard_engine::sequence::{Phase, PlayerTurn, Sequence};

/// Maximum number of phases.
const MAX_PHASES: usize = 1000;

/// Builds the sequence of play for the turns of a scenario.
pub fn build(
    doc: &Doc<SequenceFile>,
    scenario: &Doc<ScenarioFile>,
    content: &Content,
    out: &mut Vec<Diagnostic>,
) -> Sequence {
    let turns = scenario.file.turns;
    let phases = doc.file.setup.len() + doc.file.player_turn.iter().map(|turn| turn.phase.len()).sum::<usize>();
    if phases > MAX_PHASES || doc.file.player_turn.is_empty() {
        let error = Diagnostic::at(
            "E203",
            doc.place(&[ValueStep::Name("player_turn")]),
            format!("a sequence of play cannot have {phases} phases"),
        );
        out.push(error.expected(format!("expected 1 to {MAX_PHASES}")));
    }
    let mut builder = SequenceBuilder { doc, content, turns, out };
    let setup = builder.phases(&["setup".into()], &doc.file.setup, None);
    let turn = doc.file.player_turn.iter().enumerate().map(|(index, declared)| {
        let at = ["player_turn".into(), ValueStep::Index(index)];
        let side = declared.side.as_ref().and_then(|side| {
            find_player(builder.content, side, doc.place(&[at[0], at[1], "side".into()]), builder.out)
        });
        if let Some(rule) = &declared.repeat_while {
            check_rule_name(rule, doc.place(&[at[0], at[1], "repeat_while".into()]), builder.out);
        }
        let phases = builder.phases(&[at[0], at[1], "phase".into()], &declared.phase, side);
        PlayerTurn { name: declared.name.clone(), phases, repeat_while: declared.repeat_while.clone() }
    });
    let turn = turn.collect();
    Sequence { turns, setup, turn }
}

struct SequenceBuilder<'a> {
    doc: &'a Doc<'a, SequenceFile>,
    content: &'a Content,
    turns: u16,
    out: &'a mut Vec<Diagnostic>,
}

impl SequenceBuilder<'_> {
    fn phases(&mut self, list: &[ValueStep], declared: &[PhaseDecl], side: Option<SideId>) -> Vec<Phase> {
        let each = declared.iter().enumerate().map(|(index, phase)| {
            let at = |key| -> &SourceSpan {
                let mut path = list.to_vec();
                path.extend([ValueStep::Index(index), key]);
                self.doc.node.locate(&path)
            };
            let named = phase.side.as_ref();
            let own = named.and_then(|side| find_player(self.content, side, at("side".into()), self.out));
            check_rule_name(&phase.run, at("run".into()), self.out);
            if let Some(rule) = &phase.when {
                check_rule_name(rule, at("when".into()), self.out);
            }
            let turns = phase.turns.as_ref().map(|turns| read_turns(turns, self.turns, at("turns".into()), self.out));
            Phase {
                name: phase.name.clone(),
                side: own.or(side),
                run: phase.run.clone(),
                rule: phase.rule.clone(),
                instead_of: phase.instead_of.clone(),
                turns: turns.unwrap_or_default(),
                when: phase.when.clone(),
            }
        });
        each.collect()
    }
}

fn read_turns(turns: &Turns, last: u16, place: &SourceSpan, out: &mut Vec<Diagnostic>) -> Vec<(u16, u16)> {
    let ranges = match turns {
        Turns::One(turn) => Some(vec![(*turn, *turn)]),
        Turns::List(list) => Some(list.iter().map(|turn| (*turn, *turn)).collect()),
        Turns::Ranges(text) => text.split(',').map(range).collect(),
    };
    let Some(ranges) = ranges.filter(|ranges| !ranges.is_empty()) else {
        let error = Diagnostic::at("E204", place, "this does not describe turns");
        out.push(error.expected("expected a turn, a list of turns or a string such as \"1, 3-5\""));
        return Vec::new();
    };
    for (first, end) in &ranges {
        if *first == 0 || first > end || (last > 0 && *end > last) {
            let error = Diagnostic::at("E203", place, format!("there are no turns {first} to {end}"));
            out.push(error.expected(format!("expected turns from 1 to {last}, the earlier turn first")));
        }
    }
    ranges
}

fn range(text: &str) -> Option<(u16, u16)> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    Some((first.trim().parse().ok()?, last.trim().parse().ok()?))
}

/// Checks that a rule name has the form `module.function`, or `pack/module.function` for a rule in a library or mod.
pub fn check_rule_name(name: &str, place: &SourceSpan, out: &mut Vec<Diagnostic>) {
    let word = |part: &str| {
        part.starts_with(|c: char| c.is_ascii_lowercase() || c == '_')
            && part.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
    };
    let (pack, own) = name.split_once('/').unwrap_or(("pack", name));
    let is_pack = is_id(&format!("any.{pack}"));
    if name.len() > 100 || own.split('.').count() < 2 || !own.split('.').all(word) || !is_pack {
        let error = Diagnostic::at("E204", place, format!("`{name}` is not the name of a rule"));
        out.push(error.expected(match name.contains('/') {
            true => "expected the name of a library or a mod, a slash, a module, a dot and a function: \"std/zoc.of\"",
            false => "expected a module, a dot and a function: \"combat.phase\"",
        }));
    }
}
