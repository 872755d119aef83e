//! A strong player: online evolutionary planning. It evolves a population of plans for the rest of its turn at the start
//! of each phase, and again after each battle.
//!
//! A plan is judged by the mean value of the position after combat over six tries of the dice, or at the end of the last
//! movement phase, where there are no dice. The best plans of several populations are judged again, by what a short
//! search finds for the rest of the turn and for the enemy's reply.

use crate::bits::Bits;
use crate::decision::{Choice, Decision, Player};
use crate::evaluation::{DISTANCE, GreedyPlayer, Weights};
use crate::game::{Game, LAST_TURN};
use crate::ground::{Ground, March};
use crate::position::{NOBODY, Phase, Position};
use crate::random::Random;
use crate::replacement::POINTS;
use crate::spaces::SpaceSet;
use crate::tables::{MOSCOW, NOWHERE, NUMBERS};
use crate::units::{PANZERS, Side, UNITS, UnitSet};
use std::time::{Duration, Instant};

/// The dice tries of a plan, as many as a die has faces.
const TRIES: usize = 6;

/// The rolls of a try that are the same for all plans; later ones repeat them.
const ROLLS: usize = 16;

/// The number of plans in a population.
const POPULATION: usize = 32;

/// The populations that the finalists come from.
const ISLANDS: u32 = 4;

/// How much a player may think about a phase.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// A number of positions judged; the same number always gives the same plan, if the time suffices.
    pub evaluations: u32,
    /// A time limit.
    pub time: Duration,
}

impl Budget {
    /// One of so many equal parts.
    fn part(self, parts: u32) -> Budget {
        Budget { evaluations: self.evaluations / parts, time: self.time / parts }
    }
}

/// What a side wants to do in the rest of its turn. What is not possible when it is due is left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Where the 1st Shock Army enters, or [`NOWHERE`].
    pub enter: u8,
    /// The units that receive replacement points, each with its site if it is built.
    pub builds: [(u8, u8); 5],
    /// Where each unit goes, or [`NOWHERE`] if it stays.
    pub goals: [u8; UNITS],
    /// The enemy each unit attacks, or [`NOBODY`].
    pub attacks: [u8; UNITS],
    /// The order of the attacks: lower ranks first, by defender.
    pub ranks: [u8; UNITS],
}

impl Plan {
    /// A plan that does nothing.
    pub const IDLE: Plan = Plan {
        enter: NOWHERE,
        builds: [(NOBODY, NOWHERE); 5],
        goals: [NOWHERE; UNITS],
        attacks: [NOBODY; UNITS],
        ranks: [0; UNITS],
    };

    /// The units that attack an enemy, wherever they are.
    fn attackers(&self, target: u8) -> UnitSet {
        (0..UNITS).filter(|&unit| self.attacks[unit] == target).fold(0, |units, unit| units | 1 << unit)
    }

    /// The planned answer; `None` if the plan has none that is possible.
    pub fn answer(&self, position: &Position, decision: &Decision) -> Option<Choice> {
        match *decision {
            Decision::Enter { spaces } => spaces.iter().find(|&space| space == self.enter).map(Choice::Space),
            Decision::Replace { units } => {
                let planned = self.builds.iter().find(|(unit, _)| units >> unit & 1 == 1);
                planned.map(|&(unit, _)| Choice::Unit(unit))
            }
            Decision::Build { unit, spaces } => {
                let planned = self.builds.iter().find(|build| build.0 == unit)?.1;
                (planned != NOWHERE && spaces.contains(planned)).then_some(Choice::Space(planned))
            }
            Decision::Move { units } => {
                let free = |unit: &u8| {
                    let goal = self.goals[*unit as usize];
                    goal != NOWHERE && position.occupants[goal as usize] == NOBODY
                };
                Some(Bits(units).find(free).map_or(Choice::Stop, Choice::Unit))
            }
            Decision::Goal { unit, spaces } => {
                let goal = self.goals[unit as usize];
                let stay = position.units[unit as usize].space;
                Some(Choice::Space(if goal != NOWHERE && spaces.contains(goal) { goal } else { stay }))
            }
            Decision::Target { units } => {
                let own = position.phase.side().units();
                let near = |target: u8| position.beside(position.units[target as usize].space) & own;
                let attacked = Bits(units).filter(|&target| near(target) & self.attackers(target) != 0);
                Some(attacked.min_by_key(|&target| self.ranks[target as usize]).map_or(Choice::Stop, Choice::Unit))
            }
            Decision::Attackers { target, units } => {
                Some(self.attackers(target) & units).filter(|&units| units != 0).map(Choice::Units)
            }
            Decision::Battle { units } => {
                Bits(units).min_by_key(|&target| self.ranks[target as usize]).map(Choice::Unit)
            }
            _ => None,
        }
    }
}

/// Carries a plan out with given dice; answers the rest by rules of thumb.
struct Follower<'a> {
    plan: &'a Plan,
    dice: &'a [u8; ROLLS],
    rolled: usize,
}

impl Player for Follower<'_> {
    fn choose(&mut self, position: &Position, decision: &Decision) -> Choice {
        if let Some(choice) = self.plan.answer(position, decision) {
            return choice;
        }
        let strongest = |units: UnitSet| Bits(units).max_by_key(|&unit| position.strength(unit)).unwrap_or(0);
        match *decision {
            Decision::Replace { units } => Choice::Unit(strongest(units)),
            Decision::Build { spaces, .. } => Choice::Space(closest(spaces)),
            Decision::Way { ways, .. } => {
                let worth = |index: &usize| ways[*index].count() + 9 * ways[*index].contains(MOSCOW) as u32;
                Choice::Index((0..ways.len()).max_by_key(worth).unwrap_or(0) as u8)
            }
            Decision::Attackers { units, .. } => Choice::Units(units),
            Decision::Defence { unit } => Choice::Index((position.units[unit as usize].steps == 2) as u8),
            Decision::Retreat { paths, .. } => {
                let far = |index: &usize| DISTANCE[paths[*index].end() as usize];
                Choice::Index((0..paths.len()).max_by_key(far).unwrap_or(0) as u8)
            }
            Decision::Loss { units } => {
                let price = |unit: &u8| position.strength(*unit) / u32::from(position.units[*unit as usize].steps);
                Choice::Unit(Bits(units).min_by_key(price).unwrap_or(0))
            }
            Decision::Advance { units, .. } => Choice::Unit(strongest(units)),
            _ if decision.may_stop() => Choice::Stop,
            _ => decision.options().nth(0),
        }
    }

    fn roll(&mut self) -> u8 {
        self.rolled += 1;
        self.dice[(self.rolled - 1) % ROLLS]
    }
}

/// The space of a set that is closest to Moscow.
fn closest(spaces: SpaceSet) -> u8 {
    spaces.iter().min_by_key(|&space| DISTANCE[space as usize]).unwrap_or(NOWHERE)
}

/// How a phase moves units, if it does.
const fn march(phase: Phase) -> March {
    if matches!(phase, Phase::RailMovement) { March::Rail } else { March::Ordinary }
}

/// Plays the phases from one on, up to the end of combat, or the last movement phase alone.
fn play_on<P: Player>(game: &mut Game<P>, phase: Phase) {
    let (replacement, movement, combat) = match phase.side() {
        Side::German => (Phase::GermanReplacement, Phase::PanzerMovement, Phase::GermanCombat),
        Side::Soviet => (Phase::SovietReplacement, Phase::RailMovement, Phase::SovietCombat),
    };
    if phase as u8 > combat as u8 {
        return game.movement(phase, March::Ordinary);
    }
    if phase == replacement {
        game.replacement(replacement);
    }
    if phase as u8 <= movement as u8 {
        game.movement(movement, march(movement));
    }
    game.combat(combat);
}

/// A problem to plan for: the position at the start of a phase, and how plans are judged.
struct Task<'a> {
    base: &'a Position,
    phase: Phase,
    weights: &'a [Weights; 2],
    dice: [[u8; ROLLS]; TRIES],
    /// Whether only the order of the attacks is still open.
    fighting: bool,
    ground: Ground,
    /// The units that may move, and the enemies.
    movers: Vec<u8>,
    enemies: Vec<u8>,
}

impl<'a> Task<'a> {
    fn new(base: &'a Position, phase: Phase, weights: &'a [Weights; 2], random: &mut Random) -> Task<'a> {
        let side = phase.side();
        let movers = match phase {
            Phase::GermanReplacement | Phase::PanzerMovement => side.units() & PANZERS,
            Phase::GermanCombat | Phase::SovietCombat => 0,
            _ => side.units(),
        };
        let moving = if phase == Phase::SovietReplacement { Phase::RailMovement } else { phase };
        Task {
            base,
            phase,
            weights,
            dice: fair_dice(random),
            fighting: false,
            ground: Ground::of(base, phase, march(moving)),
            movers: Bits(movers).collect(),
            enemies: Bits(base.army(side.other())).collect(),
        }
    }

    /// Whether the phase is the last of the turn, in which the side only moves.
    fn moves_only(&self) -> bool {
        matches!(self.phase, Phase::GermanMovement | Phase::SovietMovement)
    }

    /// The position after a plan, with one try of the dice.
    fn outcome(&self, plan: &Plan, dice: &[u8; ROLLS]) -> Position {
        let mut game = Game::from(self.base.clone(), Follower { plan, dice, rolled: 0 });
        play_on(&mut game, self.phase);
        game.position
    }

    /// The number of positions that judging a plan takes.
    fn tries(&self) -> usize {
        if self.moves_only() { 1 } else { TRIES }
    }

    /// The mean value of the position after a plan.
    fn fitness(&self, plan: &Plan) -> f32 {
        let values = self.dice[..self.tries()]
            .iter()
            .map(|dice| self.outcome(plan, dice).value(self.phase.side(), &self.weights[self.phase.side() as usize]));
        values.sum::<f32>() / self.tries() as f32
    }

    /// Where a unit is before it moves, if the plan is carried out.
    fn start(&self, plan: &Plan, unit: u8) -> u8 {
        let at = self.base.units[unit as usize].space;
        if at != NOWHERE {
            return at;
        }
        plan.builds.iter().find(|build| build.0 == unit).map_or(NOWHERE, |build| build.1)
    }

    /// Where a unit is when combat begins.
    fn place(&self, plan: &Plan, unit: u8) -> u8 {
        let goal = plan.goals[unit as usize];
        if goal == NOWHERE { self.start(plan, unit) } else { goal }
    }

    /// Changes a plan at random in one way.
    fn mutate(&self, plan: &mut Plan, random: &mut Random) {
        let replaces = matches!(self.phase, Phase::GermanReplacement | Phase::SovietReplacement);
        match random.below(10) {
            _ if self.fighting => self.reorder(plan, random),
            0 | 1 if replaces => self.replace(plan, random),
            0..=4 if !self.movers.is_empty() => self.redirect(plan, random),
            5 if !self.movers.is_empty() => self.swap(plan, random),
            6 if !self.moves_only() => self.reorder(plan, random),
            _ if self.enemies.is_empty() => {}
            7 if !self.movers.is_empty() => self.join(plan, random),
            _ if !self.moves_only() => self.assign(plan, random),
            _ => self.redirect(plan, random),
        }
    }

    /// Sends a unit somewhere else, or leaves it where it is.
    fn redirect(&self, plan: &mut Plan, random: &mut Random) {
        let unit = pick(&self.movers, random);
        let start = self.start(plan, unit);
        if start != NOWHERE {
            let reached = self.ground.reach(unit, start).reached;
            let goal = reached.nth(random.below(reached.count()));
            plan.goals[unit as usize] = if goal == start { NOWHERE } else { goal };
        }
    }

    /// Exchanges the tasks of two units.
    fn swap(&self, plan: &mut Plan, random: &mut Random) {
        let (one, other) = (pick(&self.movers, random) as usize, pick(&self.movers, random) as usize);
        let places = [one, other].map(|unit| self.place(plan, unit as u8));
        plan.goals[one] = places[1];
        plan.goals[other] = places[0];
        plan.attacks.swap(one, other);
    }

    /// Sends a unit next to an enemy, to attack it.
    fn join(&self, plan: &mut Plan, random: &mut Random) {
        let (unit, enemy) = (pick(&self.movers, random), pick(&self.enemies, random));
        let start = self.start(plan, unit);
        if start == NOWHERE {
            return;
        }
        let at = self.base.units[enemy as usize].space;
        let near = self.ground.reach(unit, start).reached & SpaceSet::one(at).neighbours();
        if !near.is_empty() {
            plan.goals[unit as usize] = near.nth(random.below(near.count()));
            plan.attacks[unit as usize] = if self.moves_only() { NOBODY } else { enemy };
        }
    }

    /// Lets all, some or none of the units next to an enemy attack it.
    fn assign(&self, plan: &mut Plan, random: &mut Random) {
        let enemy = pick(&self.enemies, random);
        let beside = SpaceSet::one(self.base.units[enemy as usize].space).neighbours();
        let some = random.below(4);
        for unit in Bits(self.phase.side().units()) {
            let place = self.place(plan, unit);
            if place != NOWHERE && beside.contains(place) {
                let joins = some >= 2 || some == 1 && random.below(2) == 0;
                if joins {
                    plan.attacks[unit as usize] = enemy;
                } else if plan.attacks[unit as usize] == enemy {
                    plan.attacks[unit as usize] = NOBODY;
                }
            }
        }
    }

    /// Fights a battle earlier or later.
    fn reorder(&self, plan: &mut Plan, random: &mut Random) {
        if !self.enemies.is_empty() {
            plan.ranks[pick(&self.enemies, random) as usize] = random.below(16) as u8;
        }
    }

    /// Spends a replacement point on another unit or at another site.
    fn replace(&self, plan: &mut Plan, random: &mut Random) {
        let side = self.phase.side();
        let sites = self.base.building_sites(side, self.base.linked(side));
        let units = self.base.pool(side) | (self.base.reduced & side.units());
        if sites.is_empty() || units == 0 {
            return;
        }
        let site = sites.nth(random.below(sites.count()));
        if self.base.shock_waits && random.below(6) == 0 {
            plan.enter = site;
            return;
        }
        let points = u32::from(POINTS[side as usize][self.base.turn as usize - 1]).max(1);
        let unit = pick(&Bits(units).collect::<Vec<_>>(), random);
        let build = random.below(points) as usize;
        if let Some(before) = plan.builds.iter().position(|other| other.0 == unit) {
            plan.builds[before].0 = plan.builds[build].0;
        }
        plan.builds[build] = (unit, site);
    }

    /// A child of two plans: the units on one side of a line follow one parent, the rest the other.
    fn cross(&self, one: &Plan, other: &Plan, random: &mut Random) -> Plan {
        let mut child = one.clone();
        let row = |space: u8| NUMBERS[space as usize] % 100;
        let line = 2 + random.below(9) as u16;
        for unit in Bits(self.phase.side().units()) {
            let start = self.base.units[unit as usize].space;
            if start != NOWHERE && row(start) >= line {
                child.goals[unit as usize] = other.goals[unit as usize];
                child.attacks[unit as usize] = other.attacks[unit as usize];
            }
        }
        for &enemy in &self.enemies {
            if row(self.base.units[enemy as usize].space) >= line {
                child.ranks[enemy as usize] = other.ranks[enemy as usize];
            }
        }
        if random.below(4) == 0 {
            (child.enter, child.builds) = (other.enter, other.builds);
        }
        child
    }

    /// Evolves plans, the best first: the better half of the population survives, and replaces the other by its
    /// children.
    fn evolve(&self, seeds: &[Plan], budget: Budget, random: &mut Random) -> Vec<(f32, Plan)> {
        let judged = |plan: Plan| (self.fitness(&plan), plan);
        let mut population: Vec<(f32, Plan)> = seeds.iter().cloned().map(judged).collect();
        while population.len() < POPULATION.min(budget.evaluations as usize / self.tries()) {
            let mut plan = pick_from(seeds, random).clone();
            (0..=random.below(6)).for_each(|_| self.mutate(&mut plan, random));
            population.push(judged(plan));
        }
        let started = Instant::now();
        let mut spent = POPULATION * self.tries();
        let open = |spent: usize| spent < budget.evaluations as usize && started.elapsed() < budget.time;
        loop {
            population.sort_by(|one, other| other.0.total_cmp(&one.0));
            population.dedup_by(|one, other| one.1 == other.1);
            if !open(spent) {
                return population;
            }
            population.truncate(POPULATION / 2);
            let parents = population.len();
            while population.len() < POPULATION {
                let one = random.below(parents as u32) as usize;
                let other = random.below(parents as u32) as usize;
                let mut child = self.cross(&population[one].1, &population[other].1, random);
                (0..=random.below(3)).for_each(|_| self.mutate(&mut child, random));
                population.push(judged(child));
                spent += self.tries();
            }
        }
    }
}

/// Dice for the tries: of each roll, the tries show every face once.
fn fair_dice(random: &mut Random) -> [[u8; ROLLS]; TRIES] {
    let mut rolls = [[1, 2, 3, 4, 5, 6]; ROLLS];
    for faces in &mut rolls {
        for left in (1..TRIES).rev() {
            faces.swap(left, random.below(left as u32 + 1) as usize);
        }
    }
    std::array::from_fn(|attempt| rolls.map(|faces| faces[attempt]))
}

fn pick(numbers: &[u8], random: &mut Random) -> u8 {
    numbers[random.below(numbers.len() as u32) as usize]
}

fn pick_from<'a, T>(items: &'a [T], random: &mut Random) -> &'a T {
    &items[random.below(items.len() as u32) as usize]
}

/// Records the answers of another player as a plan.
struct Noting<P>(P, Plan);

impl<P: Player> Player for Noting<P> {
    fn choose(&mut self, position: &Position, decision: &Decision) -> Choice {
        let choice = self.0.choose(position, decision);
        match (*decision, choice) {
            (Decision::Goal { unit, .. }, Choice::Space(goal)) if goal != position.units[unit as usize].space => {
                self.1.goals[unit as usize] = goal;
            }
            (Decision::Attackers { target, .. }, Choice::Units(units)) => {
                Bits(units).for_each(|unit| self.1.attacks[unit as usize] = target);
            }
            (Decision::Enter { .. }, Choice::Space(space)) => self.1.enter = space,
            (Decision::Replace { .. }, Choice::Unit(unit)) => {
                if let Some(free) = self.1.builds.iter_mut().find(|build| build.0 == NOBODY) {
                    *free = (unit, NOWHERE);
                }
            }
            (Decision::Build { unit, .. }, Choice::Space(site)) => {
                if let Some(build) = self.1.builds.iter_mut().find(|build| build.0 == unit) {
                    build.1 = site;
                }
            }
            _ => {}
        }
        choice
    }

    fn roll(&mut self) -> u8 {
        self.0.roll()
    }
}

/// A player that evolves plans.
#[derive(Clone, Debug)]
pub struct EvolvingPlayer {
    /// What counts, by `Side`.
    pub weights: [Weights; 2],
    /// How much it may think about a phase.
    pub budget: Budget,
    /// The number of plans that are judged by the enemy's reply; 0 for none.
    pub finalists: usize,
    random: Random,
    plan: Plan,
    /// The turn and the phase that the plan was made for.
    planned: Option<(u8, Phase)>,
}

impl EvolvingPlayer {
    /// A player; with a budget of evaluations, the same seed plays the same game.
    pub const fn new(seed: u64, budget: Budget, weights: [Weights; 2]) -> EvolvingPlayer {
        EvolvingPlayer { weights, budget, finalists: 12, random: Random::new(seed), plan: Plan::IDLE, planned: None }
    }

    /// Plans the rest of the turn from the start of a phase.
    fn think(&mut self, position: &Position) {
        let phase = position.phase;
        let weights = self.weights;
        let task = Task::new(position, phase, &weights, &mut self.random);
        let mut seeds = vec![Plan::IDLE];
        if !task.moves_only()
            && self.planned.is_some_and(|(turn, before)| turn == position.turn && before.side() == phase.side())
        {
            seeds.push(self.plan.clone());
        }
        for _ in 0..4 {
            let greedy = GreedyPlayer::new(self.random.word(), weights);
            let mut game = Game::from(position.clone(), Noting(greedy, Plan::IDLE));
            play_on(&mut game, phase);
            seeds.push(game.player.1);
        }
        if self.finalists < 2 {
            self.plan = task.evolve(&seeds, self.budget, &mut self.random).swap_remove(0).1;
            return;
        }
        let mut finalists: Vec<(f32, Plan)> = Vec::new();
        for _ in 0..ISLANDS {
            let mut plans = task.evolve(&seeds, self.budget.part(2 * ISLANDS), &mut self.random);
            plans.dedup_by(|one, other| one.0 == other.0);
            plans.truncate(self.finalists / ISLANDS as usize);
            finalists.append(&mut plans);
        }
        let budget = self.budget.part(2 * finalists.len() as u32);
        let random = Random::new(self.random.word());
        let judged = finalists.into_iter().map(|(_, plan)| (task.prospect(&plan, budget, &mut random.clone()), plan));
        let best = judged.max_by(|one, other| one.0.total_cmp(&other.0));
        self.plan = best.map_or(Plan::IDLE, |(_, plan)| plan);
    }

    /// Plans the order of the battles still to be fought.
    fn reorder(&mut self, position: &Position, units: UnitSet) {
        let weights = self.weights;
        let mut task = Task::new(position, position.phase, &weights, &mut self.random);
        task.fighting = true;
        task.enemies = Bits(units).collect();
        for target in &mut self.plan.attacks {
            if *target != NOBODY && units >> *target & 1 == 0 {
                *target = NOBODY;
            }
        }
        let plans = task.evolve(std::slice::from_ref(&self.plan), self.budget.part(10), &mut self.random);
        self.plan = plans[0].1.clone();
    }
}

impl Task<'_> {
    /// The mean value of the position after a plan, the rest of the turn and the enemy's reply, up to the end of the
    /// enemy's combat.
    fn prospect(&self, plan: &Plan, budget: Budget, random: &mut Random) -> f32 {
        let side = self.phase.side();
        let tries = self.tries();
        let budget = budget.part(tries as u32);
        let value = |dice| {
            let mut after = self.outcome(plan, dice);
            if !self.moves_only() {
                after.phase = if side == Side::German { Phase::GermanMovement } else { Phase::SovietMovement };
                let (task, plan) = improvise(&after, self.weights, budget.part(3), random);
                after = task.outcome(&plan.1, &task.dice[0]);
            }
            if after.turn == LAST_TURN && side == Side::Soviet {
                return after.value(side, &self.weights[side as usize]);
            }
            after.turn += (side == Side::Soviet) as u8;
            after.phase = if side == Side::Soviet { Phase::GermanReplacement } else { Phase::SovietReplacement };
            let (task, plan) = improvise(&after, self.weights, budget, random);
            let values =
                task.dice.iter().map(|dice| task.outcome(&plan.1, dice).value(side, &self.weights[side as usize]));
            values.sum::<f32>() / TRIES as f32
        };
        self.dice[..tries].iter().map(value).sum::<f32>() / tries as f32
    }
}

/// A plan made in a hurry from the phase of a position, and its value.
fn improvise<'a>(
    base: &'a Position,
    weights: &'a [Weights; 2],
    budget: Budget,
    random: &mut Random,
) -> (Task<'a>, (f32, Plan)) {
    let task = Task::new(base, base.phase, weights, random);
    let greedy = GreedyPlayer::new(random.word(), *weights);
    let mut game = Game::from(base.clone(), Noting(greedy, Plan::IDLE));
    play_on(&mut game, base.phase);
    let plan = task.evolve(&[Plan::IDLE, game.player.1], budget, random).swap_remove(0);
    (task, plan)
}

impl Player for EvolvingPlayer {
    fn choose(&mut self, position: &Position, decision: &Decision) -> Choice {
        let now = (position.turn, position.phase);
        match *decision {
            Decision::Setup => return Choice::Index(0),
            Decision::Defence { unit } => return Choice::Index((position.units[unit as usize].steps == 2) as u8),
            Decision::Battle { units } => self.reorder(position, units),
            Decision::Way { .. } | Decision::Start { .. } => {}
            _ if self.planned != Some(now) => {
                self.think(position);
                self.planned = Some(now);
            }
            _ => {}
        }
        self.plan
            .answer(position, decision)
            .unwrap_or_else(|| position.best(decision, &self.weights[decision.side(position) as usize]))
    }

    fn roll(&mut self) -> u8 {
        1 + self.random.below(6) as u8
    }
}
