//! The luck of a side in a playout: the effect of its dice beyond the expected value. As in backgammon programs, luck
//! is subtracted from the playout's result, so that a few playouts are as informative as many. `docs/decisions/0014`
//! has the figures.

use super::super::Random;
use super::super::greedy::expected;
use super::imagined::ImaginedGame;
use grognard_engine::decision::Answer;
use grognard_engine::game::Game;
use grognard_engine::ids::SideId;
use grognard_engine::journal::Entry;
use grognard_script::{Host, Pause, ScriptError};

/// The number of alternative rolls, which is the number of faces of a die.
const TRIES: u32 = 6;

/// The number of dice per try whose faces are spread evenly over the tries. Later dice are random.
const EVEN: usize = 12;

/// An answer after which dice were rolled.
pub(super) struct RolledAnswer {
    /// The number of journal entries before the answer.
    before: usize,
    side: SideId,
    answer: Answer,
    /// The number of sides of each die, and its result.
    dice: Vec<(u32, u32)>,
}

impl RolledAnswer {
    /// Returns the answer given when the journal had `before` entries; `None` if no dice were rolled after it.
    pub(super) fn since(before: usize, game: &Game<Pause>, side: SideId, answer: &Answer) -> Option<RolledAnswer> {
        let rolls = game.table.journal()[before..].iter().filter_map(Entry::roll);
        let dice: Vec<(u32, u32)> = rolls.flat_map(|roll| roll.dice.iter().map(|die| (roll.sides, *die))).collect();
        (!dice.is_empty()).then(|| RolledAnswer { before, side, answer: answer.clone(), dice })
    }

    /// Returns how much better the phase ends, if `Quiet` gives the remaining answers, than was expected before the
    /// dice were rolled. Averaged over all results that the dice can have, this is zero: each die of a try shows any
    /// face with equal probability, whatever the earlier dice show. Unknown facts affect the actual and the alternative
    /// rolls alike, so they cancel out.
    fn luck(
        &self,
        host: &mut Host,
        game: &ImaginedGame,
        worth: impl Fn(&mut Host, &mut Game<Pause>) -> Result<f64, ScriptError>,
    ) -> Result<f64, ScriptError> {
        let Some(mut before) = game.game.past(self.before) else { return Ok(0.0) };
        before.advance(host)?;
        let mut numbers = Random::new(game.seed.wrapping_add(self.before as u64));
        let tries = self.tries(&mut numbers);
        let faces: Vec<u32> = self.dice.iter().map(|(_, face)| *face).collect();
        let line = (self.side, std::slice::from_ref(&self.answer));
        let came = expected(host, &before, line, (&faces, &tries), &worth)?;
        Ok(came - expected(host, &before, line, (&[], &tries), &worth)?)
    }

    /// Returns the dice of each try.
    fn tries(&self, numbers: &mut Random) -> Vec<Vec<u32>> {
        let mut tries = vec![Vec::new(); TRIES as usize];
        let last = self.dice.last().map_or(6, |(sides, _)| *sides);
        let sides = self.dice.iter().map(|(sides, _)| *sides).chain(std::iter::repeat(last));
        for sides in sides.take(EVEN.max(self.dice.len())) {
            let places = numbers.shuffled((0..TRIES).collect());
            for (dice, place) in tries.iter_mut().zip(places) {
                dice.push((place * sides + numbers.below(sides as usize) as u32) / TRIES + 1);
            }
        }
        tries
    }
}

/// Returns the luck of all dice in a playout.
pub(super) fn luck_adjustment(
    host: &mut Host,
    game: &ImaginedGame,
    worth: impl Fn(&mut Host, &mut Game<Pause>) -> Result<f64, ScriptError>,
) -> Result<f64, ScriptError> {
    game.rolled.iter().map(|rolled| rolled.luck(host, game, &worth)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agent::greedy::play;
    use crate::agent::{Quiet, quiet, worth};
    use crate::battle::{Battle, BattleRequest};
    use grognard_engine::game::{Rules, Status};
    use grognard_engine::sequence::Cursor;
    use grognard_engine::table::{QuickPlayer, Service};
    use std::path::Path;

    /// Returns whether no more dice are rolled if `Quiet` finishes the phase.
    fn is_last(host: &mut Host, copy: &mut ImaginedGame, phase: Cursor) -> bool {
        if copy.game.table.state.cursor() == phase {
            let dice = copy.game.table.dice_position();
            copy.game.table.players.iter_mut().for_each(|player| *player = Some(Box::new(Quiet)));
            copy.game.halt_after = Some(phase);
            let answer = quiet(&copy.game.table.pending().expect("a question").decision());
            let side = copy.game.table.pending().expect("a question").side;
            play(host, &mut copy.game, side, &answer).expect("rules that work");
            return copy.game.table.dice_position() == dice;
        }
        true
    }

    /// The mean luck of the six faces of the last die in a phase is zero.
    #[test]
    fn there_is_as_much_good_luck_as_bad() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let request =
            BattleRequest { roots: vec![root], scenario: "battle-for-moscow".into(), ..BattleRequest::default() };
        let battle = Battle::load(request).expect("a battle");
        let judge = battle.system.hooks.evaluate.clone().expect("an evaluation");
        let mut host = battle.host().expect("a host");
        let mut game = Game::new(battle.content.clone(), host.questions(), 3, Service::FULL);
        let (mut player, mut mattered) = (Random::new(3), 0);
        while game.advance(&mut host).expect("rules that work") == Status::Waiting {
            let pending = game.table.pending().expect("a question").clone();
            let (side, phase) = (pending.side, game.table.state.cursor());
            let answer = player.answer(&pending.decision());
            let mut brought = Vec::new();
            for face in 1..=6 {
                let mut copy = ImaginedGame::new(&mut host, &game, side, 7).expect("rules that work").expect("a copy");
                copy.game.table.loaded_dice.push_back(face);
                assert!(copy.give(&mut host, side, &answer).expect("rules that work"));
                if copy.rolled.first().is_some_and(|rolled| rolled.dice == [(6, face)]) {
                    let worth = |host: &mut Host, game: &mut Game<Pause>| worth(host, &judge, &mut game.table, side);
                    let luck = luck_adjustment(&mut host, &copy, worth).expect("rules that work");
                    brought.extend(is_last(&mut host, &mut copy, phase).then_some(luck));
                }
            }
            if brought.len() == 6 {
                assert!(brought.iter().sum::<f64>().abs() < 1e-6, "{brought:?}");
                mattered += usize::from(brought.iter().any(|luck| *luck != 0.0));
            }
            game.answer(&mut host, side, answer).expect("an answer that was offered");
        }
        assert!(mattered > 3, "{mattered} battles in which the die mattered");
    }

    #[test]
    fn a_die_shows_all_its_faces_evenly_and_whatever_the_others_show() {
        let rolled = RolledAnswer { before: 0, side: SideId(0), answer: Answer::Stop, dice: vec![(6, 1), (10, 9)] };
        let mut counts = [[0; 6]; 10];
        for seed in 0..2000 {
            let tries = rolled.tries(&mut Random::new(seed));
            let mut first: Vec<u32> = tries.iter().map(|dice| dice[0]).collect();
            first.sort_unstable();
            assert_eq!(first, [1, 2, 3, 4, 5, 6]);
            assert!(tries.iter().all(|dice| dice.len() == EVEN && dice[1..].iter().all(|die| (1..=10).contains(die))));
            tries.iter().for_each(|dice| counts[dice[1] as usize - 1][dice[0] as usize - 1] += 1);
        }
        let even = 2000.0 * 6.0 / 60.0;
        assert!(
            counts.iter().flatten().all(|count| (f64::from(*count) - even).abs() < 5.0 * even.sqrt()),
            "{counts:?}"
        );
    }
}
