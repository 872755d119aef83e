//! The guide of a battle, as shown on the page.

use crate::dto::{Guide, GuideCondition, GuideStep, GuideTarget};
use grognard_engine::catalogue::{Catalogue, TextKind};
use grognard_packs as packs;
use grognard_play::Battle;

/// Returns the guide of a battle in the language of a catalogue; `None` if the battle is not a guided one.
pub fn guide(battle: &Battle, catalogue: &Catalogue) -> Option<Guide> {
    let guide = &battle.system.guide.as_ref()?.file;
    let sequence = &battle.content.sequence;
    let turn = sequence.turn.iter().flat_map(|turn| &turn.phases);
    let names: Vec<&str> = sequence.setup.iter().chain(turn).map(|phase| phase.name.as_str()).collect();
    let writer = GuideWriter { catalogue, phases: &names };
    Some(Guide {
        title: writer.text(&guide.title),
        side: guide.side.clone(),
        phases: names.iter().map(|name| catalogue.name(name).to_owned()).collect(),
        steps: guide.step.iter().map(|step| writer.step(step)).collect(),
    })
}

struct GuideWriter<'a> {
    catalogue: &'a Catalogue,
    /// The names of the phases, in order.
    phases: &'a [&'a str],
}

impl GuideWriter<'_> {
    fn text(&self, text: &str) -> String {
        self.catalogue.text(TextKind::Paragraph, text).to_owned()
    }

    fn phase(&self, name: Option<&String>) -> Option<usize> {
        name.and_then(|name| self.phases.iter().position(|phase| phase == name))
    }

    fn step(&self, step: &packs::GuideStep) -> GuideStep {
        let packs::GuideTarget { space, unit, part, rule } = step.show.clone();
        GuideStep {
            turn: step.turn,
            phase: self.phase(step.phase.as_ref()),
            question: step.question.clone(),
            over: step.over,
            text: self.text(&step.text),
            hint: step.hint.as_ref().map(|hint| self.text(hint)),
            show: GuideTarget { space, unit, part, rule },
            until: step.until.as_ref().map(|until| self.condition(until)),
        }
    }

    fn condition(&self, until: &packs::GuideCondition) -> GuideCondition {
        let packs::GuideCondition { unit, at, moved, answered, question, open, rule, phase, turn, over } =
            until.clone();
        let phase = self.phase(phase.as_ref());
        GuideCondition { unit, at, moved, answered, question, open, rule, phase, turn, over }
    }
}
