//! What the side that thinks makes of positions, and of luck.

use super::super::greedy::{chances, expected, play, worth};
use super::WON;
use grognard_engine::decision::Answer;
use grognard_engine::game::Game;
use grognard_engine::ids::SideId;
use grognard_engine::table::Service;
use grognard_script::{Host, Pause, ScriptError};
use std::rc::Rc;

/// How the side that thinks judges.
#[derive(Clone)]
pub(super) struct Judge {
    evaluate: Rc<str>,
    side: SideId,
    /// What the position looks like that is thought about.
    base: f64,
}

impl Judge {
    /// One to whom this position is worth nothing.
    pub(super) fn new(host: &mut Host, evaluate: &str, game: &mut Game<Pause>, side: SideId) -> Judge {
        // Rules may fail over a position that cannot be.
        let base = worth(host, evaluate, &mut game.table, side).unwrap_or(0.0);
        Judge { evaluate: evaluate.into(), side, base }
    }

    /// By how much a position is better than the one that is thought about.
    pub(super) fn worth(&self, host: &mut Host, game: &mut Game<Pause>) -> Result<f64, ScriptError> {
        Ok((worth(host, &self.evaluate, &mut game.table, self.side)? - self.base).clamp(-WON, WON))
    }

    /// What is to be expected, over all dice, of an answer and of a phase that is finished quietly behind it.
    fn expected(&self, host: &mut Host, game: &Game<Pause>, asked: SideId, line: &[Answer]) -> Result<f64, ScriptError> {
        expected(host, game, asked, line, |host, end| self.worth(host, end))
    }

    /// Answers, and says by how much the dice were better than what was to be expected.
    pub(super) fn luck(&self, host: &mut Host, game: &mut Game<Pause>, asked: SideId, answer: &Answer) -> Result<f64, ScriptError> {
        let mut before = game.fork(0, Service { log: false, ..Service::FULL });
        let dice = chances(game);
        game.halt_after = Some(game.table.state.cursor());
        play(host, game, asked, answer)?;
        game.halt_after = None;
        if chances(game) == dice {
            return Ok(0.0);
        }
        let is = match game.table.pending().map(|pending| pending.side) {
            Some(next) => self.expected(host, game, next, &[])?,
            None => self.worth(host, game)?,
        };
        before.advance(host)?;
        Ok(is - self.expected(host, &before, asked, std::slice::from_ref(answer))?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Battle, Random, Request};
    use grognard_engine::game::Rules;
    use grognard_engine::table::QuickPlayer;
    use std::path::Path;

    /// All faces of a die together are neither good nor bad luck.
    #[test]
    fn luck_is_fair() {
        let roots = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")];
        let request = Request { roots, scenario: "battle-for-moscow".into(), ..Request::default() };
        let battle = Battle::load(request).unwrap_or_else(|problems| panic!("{}", grognard_packs::render(&problems, false)));
        let mut host = battle.host().expect("a host");
        let mut game = Game::new(battle.content.clone(), host.questions(), 3, Service::FULL);
        let (mut numbers, mut rolls) = (Random::new(3), 0);
        for _ in 0..150 {
            game.advance(&mut host).expect("rules that work");
            let pending = game.table.pending().expect("a question").clone();
            let answer = numbers.answer(&pending.decision());
            let judge = Judge::new(&mut host, battle.system.hooks.evaluate.as_ref().expect("an evaluation"), &mut game, pending.side);
            let mut with = |face: u32| {
                let mut copy = game.fork(9, Service::FULL);
                copy.advance(&mut host).expect("rules that work");
                copy.table.loaded_dice.push_back(face);
                judge.luck(&mut host, &mut copy, pending.side, &answer).expect("rules that work")
            };
            let luck: Vec<f64> = (1..=6).map(&mut with).collect();
            let (sum, highest, lowest) = luck.iter().fold((0.0, f64::MIN, f64::MAX), |(sum, highest, lowest): (f64, f64, f64), luck| {
                (sum + luck, highest.max(*luck), lowest.min(*luck))
            });
            // Battles that depend on each other are guessed at.
            assert!((sum / 6.0).abs() <= (highest - lowest) / 5.0, "{luck:?}");
            rolls += u32::from(highest - lowest > 10.0);
            game.answer(&mut host, pending.side, answer).expect("an answer that was offered");
        }
        assert!(rolls > 3, "dice were rolled {rolls} times");
    }
}
