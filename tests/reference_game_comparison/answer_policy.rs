//! How answers are picked. Random play rarely reaches some questions; bolder play does.

use grognard_reference_game as reference;
use reference::{Choice, Decision, Options, Position, Random, Side, SpaceSet};

/// How the two games are driven.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnswerPolicy {
    /// Every option, and stopping, is equally likely.
    Even,
    /// Rarely stops.
    Busy,
    /// Rarely stops, moves towards enemies and their cities, and attacks with everything.
    Bold,
}

impl AnswerPolicy {
    /// All of them.
    pub const ALL: [AnswerPolicy; 3] = [AnswerPolicy::Even, AnswerPolicy::Busy, AnswerPolicy::Bold];

    /// Picks an answer.
    pub fn pick(self, random: &mut Random, position: &Position, decision: &Decision) -> Choice {
        let mut options = decision.options();
        match *decision {
            Decision::Attackers { units, .. } if self == AnswerPolicy::Bold && random.below(4) > 0 => {
                return Choice::Units(units);
            }
            Decision::Goal { unit, spaces } if self == AnswerPolicy::Bold && random.below(3) > 0 => {
                options = Options::Spaces(wanted(position, unit, spaces));
            }
            _ => {}
        }
        if let Options::Several(units) = options {
            let some = random.word() & units;
            return Choice::Units(if some == 0 { units } else { some });
        }
        let stops = decision.may_stop() && (self == AnswerPolicy::Even || random.below(40) == 0);
        let at = random.below(options.count() + u32::from(stops));
        if at == options.count() { Choice::Stop } else { options.nth(at) }
    }
}

/// Enemy cities, if there are any, or the spaces next to an enemy; all spaces if there are neither.
fn wanted(position: &Position, unit: u8, spaces: SpaceSet) -> SpaceSet {
    let enemy = Side::of(unit).other();
    let wanted = [spaces & position.owned[enemy as usize], spaces & position.zone(enemy)];
    wanted.into_iter().find(|set| !set.is_empty()).unwrap_or(spaces)
}
