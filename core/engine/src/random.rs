//! A player that chooses at random.

use crate::decision::{Answer, Choice, Decision, Form, Options};
use crate::table::QuickPlayer;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// A player that chooses uniformly among the legal answers.
pub struct Random {
    numbers: ChaCha8Rng,
    buffer: [u64; 32],
    next: usize,
}

impl Random {
    /// Creates a random player with random numbers that are independent of the game's dice.
    pub fn new(seed: u64) -> Random {
        let mut numbers = ChaCha8Rng::seed_from_u64(seed);
        numbers.set_stream(2);
        Random { numbers, buffer: [0; 32], next: 32 }
    }

    /// Returns a random number.
    pub fn word(&mut self) -> u64 {
        if self.next == self.buffer.len() {
            self.buffer.iter_mut().for_each(|word| *word = self.numbers.next_u64());
            self.next = 0;
        }
        self.next += 1;
        self.buffer[self.next - 1]
    }

    /// Returns a number below `count`. With 64 bits, the bias towards low numbers is below one in a billion billion.
    pub fn below(&mut self, count: usize) -> usize {
        ((u128::from(self.word()) * count as u128) >> 64) as usize
    }

    fn one(&mut self, decision: &Decision) -> Answer {
        decision.single_answer(self.below(decision.single_answers())).unwrap_or(Answer::Stop)
    }

    /// Returns a subset of an allowed size. If all sizes are allowed, all subsets are equally likely.
    fn several(&mut self, options: &Options, least: usize, most: usize) -> Answer {
        let all: Vec<Choice> = options.iter().collect();
        for _ in 0..64 {
            let chosen: Vec<Choice> = all.iter().filter(|_| self.word() & 1 == 1).cloned().collect();
            if (least..=most).contains(&chosen.len()) {
                return Answer::Several(chosen);
            }
        }
        let mut all = self.shuffled(all);
        all.truncate(least + self.below(most.min(all.len()) - least + 1));
        Answer::Several(all)
    }

    /// Returns the values in random order.
    pub fn shuffled<T>(&mut self, mut all: Vec<T>) -> Vec<T> {
        for last in (1..all.len()).rev() {
            let other = self.below(last + 1);
            all.swap(last, other);
        }
        all
    }

    fn shares(&mut self, options: &Options, total: u32, most: u32) -> Answer {
        let all: Vec<Choice> = options.iter().collect();
        let mut shares = vec![0; all.len()];
        for _ in 0..total {
            let open: Vec<usize> = (0..all.len()).filter(|&at| shares[at] < most).collect();
            shares[open[self.below(open.len())]] += 1;
        }
        Answer::Shares(all.into_iter().zip(shares).filter(|(_, share)| *share > 0).collect())
    }
}

impl QuickPlayer for Random {
    fn another(&mut self, decision: &Decision) -> Option<Answer> {
        match decision.form {
            Form::Several(least, most) => Some(self.several(&decision.options, least.into(), most.into())),
            _ => None,
        }
    }

    fn pick(&mut self, count: usize) -> Option<usize> {
        Some(self.below(count))
    }

    fn answer(&mut self, decision: &Decision) -> Answer {
        match decision.form {
            Form::One => self.one(decision),
            _ if decision.options.is_empty() && decision.stop => Answer::Stop,
            _ if decision.stop && self.below(4) == 0 => Answer::Stop,
            Form::Several(least, most) => self.several(&decision.options, least.into(), most.into()),
            Form::Order => {
                let all = decision.options.iter().collect();
                Answer::Several(self.shuffled(all))
            }
            Form::Allocate { total, most } => self.shares(&decision.options, total, most),
        }
    }
}
