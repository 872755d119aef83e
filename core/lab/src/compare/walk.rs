//! A fair random walk between boundaries: how pairs of games behave if two variants are the same.
//!
//! A gained pair is a step up and a forfeited pair a step down; concordant pairs are not steps. If nothing differs,
//! each step is a fair coin toss, however often the side wins and however similar the games are. The probability of
//! crossing a boundary is therefore known exactly.

/// The probabilities of the positions of a fair walk that has not crossed a boundary.
#[derive(Clone, Debug)]
pub struct RandomWalk {
    /// The probabilities of the remaining positions, lowest first; they are two steps apart, and the starting point is
    /// in the middle.
    chances: Vec<f64>,
    /// The probability of having crossed a boundary.
    pub(super) crossed: f64,
}

impl RandomWalk {
    /// Creates a walk before its first step.
    pub fn new() -> RandomWalk {
        RandomWalk { chances: vec![1.0], crossed: 0.0 }
    }

    /// Takes a step, up or down.
    pub fn step(&mut self) {
        self.chances.push(0.0);
        let mut before = 0.0;
        for chance in &mut self.chances {
            let here = *chance;
            *chance = (here + before) / 2.0;
            before = here;
        }
    }

    /// Moves both boundaries inwards as long as the total probability of having crossed stays within `allowed`; returns
    /// whether they moved.
    pub fn narrow(&mut self, allowed: f64) -> bool {
        let (count, mut cut) = (self.chances.len(), 0);
        while 2 * cut + 2 < count {
            let crossed = self.crossed + 2.0 * self.chances[cut];
            if crossed > allowed {
                break;
            }
            (self.crossed, cut) = (crossed, cut + 1);
        }
        self.chances.truncate(count - cut);
        self.chances.drain(..cut);
        cut > 0
    }

    /// Returns the distance of each boundary from the start, in steps; a walk that reaches it has crossed.
    pub fn boundary(&self) -> u64 {
        self.chances.len() as u64 + 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the boundary after each look, and the probability of having crossed one, by enumerating all walks. Each
    /// look is `(steps, allowed)`.
    fn enumerated(looks: &[(u32, f64)]) -> (Vec<u64>, f64) {
        let steps: u32 = looks.iter().map(|(steps, _)| steps).sum();
        let share = 0.5_f64.powi(steps as i32);
        let mut ways: Vec<u32> = (0..1 << steps).collect();
        let (mut boundaries, mut crossed, mut walked) = (Vec::new(), 0.0, 0);
        for (more, allowed) in looks {
            walked += more;
            let place =
                |way: u32| (2 * i64::from((way & ((1 << walked) - 1)).count_ones()) - i64::from(walked)).unsigned_abs();
            let beyond = |boundary: u64| ways.iter().filter(|way| place(**way) >= boundary).count() as f64 * share;
            // The walk reports the innermost of the boundaries that the same walks cross.
            let left = |boundary: u64| ways.iter().map(|way| place(*way)).filter(|place| *place < boundary).max();
            let boundary =
                (1..).find(|boundary| crossed + beyond(*boundary) <= *allowed).expect("one that nobody reaches");
            crossed += beyond(boundary);
            boundaries.push(left(boundary).expect("some ways") + 2);
            ways.retain(|way| place(*way) < boundary);
        }
        (boundaries, crossed)
    }

    #[test]
    fn boundaries_are_those_found_by_walking_all_ways() {
        for looks in [
            vec![(6, 0.05), (4, 0.05)],
            vec![(3, 0.0), (5, 0.01), (4, 0.03), (4, 0.05)],
            vec![(10, 0.1), (1, 0.1), (1, 0.2), (6, 0.2)],
            vec![(8, 0.02), (0, 0.05), (7, 0.01), (2, 0.3)],
        ] {
            let mut walk = RandomWalk::new();
            let mut found = Vec::new();
            for (steps, allowed) in &looks {
                (0..*steps).for_each(|_| walk.step());
                walk.narrow(*allowed);
                found.push(walk.boundary());
            }
            let (boundaries, crossed) = enumerated(&looks);
            assert_eq!(found, boundaries, "{looks:?}");
            assert!((walk.crossed - crossed).abs() < 1e-12, "{looks:?}");
        }
    }

    #[test]
    fn what_one_look_cannot_spend_is_left_for_the_next() {
        let mut walk = RandomWalk::new();
        (0..5).for_each(|_| walk.step());
        // Five equal steps occur in 2 of 32 walks.
        assert!(!walk.narrow(0.06) && walk.crossed == 0.0 && walk.boundary() == 7);
        walk.step();
        assert!(walk.narrow(0.06) && walk.crossed == 2.0 / 64.0 && walk.boundary() == 6);
    }
}
