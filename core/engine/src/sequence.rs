//! The sequence of play, as data.

use crate::ids::SideId;

/// A phase of a player turn, run by one procedure.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Phase {
    /// Name shown to players: `German combat`.
    pub name: String,
    /// The side to which the phase belongs, if any.
    pub side: Option<SideId>,
    /// The rule that runs the phase: `combat.phase`.
    pub run: String,
    /// The paragraph.
    pub rule: Option<String>,
    /// The paragraph of questions that are shown under the phase's own paragraph.
    pub instead_of: Option<String>,
    /// The turns in which the phase takes place, as inclusive ranges. If there are no ranges, the phase takes place in
    /// every turn.
    pub turns: Vec<(u16, u16)>,
    /// A rule that determines whether the phase takes place.
    pub when: Option<String>,
}

/// A player turn or an impulse: phases that run in order, once or several times.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayerTurn {
    /// Name shown to players.
    pub name: String,
    /// The phases, in order.
    pub phases: Vec<Phase>,
    /// A rule that determines whether the phases are repeated. It is evaluated after the last phase.
    pub repeat_while: Option<String>,
}

/// The maximum number of rounds of a player turn. Only a turn that would never end reaches it; real games stay far
/// below it.
pub const MAX_ROUNDS: u16 = 1000;

/// The sequence of play of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sequence {
    /// The number of turns.
    pub turns: u16,
    /// Phases before the first turn.
    pub setup: Vec<Phase>,
    /// The player turns in each turn.
    pub turn: Vec<PlayerTurn>,
}

/// A position in the sequence of play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub struct Cursor {
    /// The turn, counting from 1; 0 during set-up.
    pub turn: u16,
    /// The index of the player turn within the turn.
    pub player_turn: u16,
    /// The number of earlier rounds of this player turn.
    pub round: u16,
    /// The index of the phase within the player turn.
    pub phase: u16,
}

impl Phase {
    /// Returns the paragraph under which a question with this paragraph is shown.
    pub fn question_rule<'a>(&'a self, rule: &'a str) -> &'a str {
        let own = self.rule.as_deref().filter(|_| self.instead_of.as_deref() == Some(rule));
        own.unwrap_or(rule)
    }

    /// Returns whether the phase takes place in a turn, without evaluating `when`.
    pub fn in_turn(&self, turn: u16) -> bool {
        self.turns.is_empty() || self.turns.iter().any(|(first, last)| (*first..=*last).contains(&turn))
    }
}

impl Sequence {
    /// Returns the paragraph under which a question with this paragraph is shown.
    pub fn question_rule<'a>(&'a self, at: Cursor, rule: &'a str) -> &'a str {
        self.phase(at).map_or(rule, |phase| phase.question_rule(rule))
    }

    /// Returns the phase at a cursor; `None` past the end of its player turn or of the game.
    pub fn phase(&self, at: Cursor) -> Option<&Phase> {
        match at.turn {
            0 => self.setup.get(at.phase as usize),
            _ if at.turn > self.turns => None,
            _ => self.turn.get(at.player_turn as usize)?.phases.get(at.phase as usize),
        }
    }

    /// Returns whether the cursor is past the end of the game.
    pub fn is_over(&self, at: Cursor) -> bool {
        at.turn > self.turns
    }

    /// Returns the cursor after `at`. If a player turn ends at `at`, `again` repeats it.
    pub fn next(&self, at: Cursor, again: bool) -> Cursor {
        let phases = match at.turn {
            0 => self.setup.len(),
            _ => self.turn.get(at.player_turn as usize).map_or(0, |turn| turn.phases.len()),
        };
        if (at.phase as usize + 1) < phases {
            return Cursor { phase: at.phase + 1, ..at };
        }
        if at.turn > 0 && again {
            return Cursor { phase: 0, round: at.round.saturating_add(1), ..at };
        }
        if at.turn > 0 && (at.player_turn as usize + 1) < self.turn.len() {
            return Cursor { player_turn: at.player_turn + 1, round: 0, phase: 0, ..at };
        }
        Cursor { turn: at.turn.saturating_add(1), ..Cursor::default() }
    }

    /// Returns the position in this sequence of the phase that is at `at` in `old`. The phase is found by its name and
    /// that of its player turn; `None` if it no longer exists.
    pub fn find_again(&self, old: &Sequence, at: Cursor) -> Option<Cursor> {
        let Some(phase) = old.phase(at) else { return Some(at) };
        let find = |phases: &[Phase]| {
            let here =
                phases.get(at.phase as usize).filter(|other| other.name == phase.name).map(|_| at.phase as usize);
            here.or_else(|| phases.iter().position(|other| other.name == phase.name))
        };
        if at.turn == 0 {
            return find(&self.setup).map(|phase| Cursor { phase: phase as u16, ..at });
        }
        let name = &old.turn.get(at.player_turn as usize)?.name;
        let here =
            self.turn.get(at.player_turn as usize).filter(|turn| turn.name == *name).map(|_| at.player_turn as usize);
        let player_turn = here.or_else(|| self.turn.iter().position(|turn| turn.name == *name))?;
        let phase = find(&self.turn[player_turn].phases)?;
        (at.turn <= self.turns).then_some(Cursor { player_turn: player_turn as u16, phase: phase as u16, ..at })
    }

    /// Returns the player turn that ends with the phase at `at`; `None` if none ends there.
    pub fn ending(&self, at: Cursor) -> Option<&PlayerTurn> {
        let player_turn = self.turn.get(at.player_turn as usize).filter(|_| at.turn > 0)?;
        (at.phase as usize + 1 == player_turn.phases.len()).then_some(player_turn)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn phase(name: &str) -> Phase {
        Phase { name: name.into(), ..Phase::default() }
    }

    #[test]
    fn phases_follow_each_other_and_rounds_repeat() {
        let first =
            PlayerTurn { name: "first".into(), phases: vec![phase("move"), phase("fight")], repeat_while: None };
        let second =
            PlayerTurn { name: "second".into(), phases: vec![phase("rest")], repeat_while: Some("more".into()) };
        let sequence = Sequence { turns: 1, setup: vec![phase("set-up")], turn: vec![first, second] };
        let mut at = Cursor::default();
        let mut names = Vec::new();
        while !sequence.is_over(at) {
            names.push(sequence.phase(at).unwrap().name.clone());
            let again = sequence.ending(at).is_some_and(|turn| turn.repeat_while.is_some()) && at.round == 0;
            at = sequence.next(at, again);
        }
        assert_eq!(names, ["set-up", "move", "fight", "rest", "rest"]);
    }

    #[test]
    fn a_phase_is_found_again_by_its_name() {
        let turn = |name: &str, phases: &[&str]| PlayerTurn {
            name: name.into(),
            phases: phases.iter().map(|name| phase(name)).collect(),
            repeat_while: None,
        };
        let sequence = |turns, all: Vec<PlayerTurn>| Sequence { turns, setup: vec![phase("set-up")], turn: all };
        let old = sequence(3, vec![turn("first", &["move", "fight"]), turn("second", &["move", "fight"])]);
        let new = sequence(2, vec![turn("second", &["rest", "move"]), turn("first", &["move", "fight"])]);
        let at = |turn, player_turn, phase| Cursor { turn, player_turn, round: 1, phase };
        assert_eq!(new.find_again(&old, at(2, 0, 1)), Some(at(2, 1, 1)));
        assert_eq!(new.find_again(&old, at(1, 1, 0)), Some(at(1, 0, 1)));
        assert_eq!(new.find_again(&old, at(1, 1, 1)), None, "the second player turn no longer has a fight");
        assert_eq!(new.find_again(&old, at(3, 0, 0)), None, "there is no longer a third turn");
        assert_eq!(old.find_again(&old, Cursor::default()), Some(Cursor::default()));
    }

    #[test]
    fn a_phase_may_belong_to_some_turns_only() {
        let mud = Phase { turns: vec![(3, 4), (7, 7)], ..phase("mud") };
        assert_eq!([2, 3, 4, 5, 7].map(|turn| mud.in_turn(turn)), [false, true, true, false, true]);
    }
}
