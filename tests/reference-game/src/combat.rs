//! The combat phases (9.0).

use crate::bits::Bits;
use crate::decision::{Choice, Decision, Player};
use crate::game::Game;
use crate::odds::{self, Outcome};
use crate::position::{Phase, Position};
use crate::tables::{MAJOR_CITIES, NEIGHBOURS};
use crate::units::{Side, UNITS, UnitSet};

/// The battles of a phase.
#[derive(Clone, Copy)]
struct Battles {
    /// The defenders of the battles still to be fought.
    defenders: UnitSet,
    /// The attackers, by defender.
    attackers: [UnitSet; UNITS],
}

/// A battle being fought.
#[derive(Clone, Copy)]
struct Battle {
    defender: u8,
    space: u8,
    /// The attackers still on the map.
    attackers: UnitSet,
}

impl<P: Player> Game<P> {
    /// Phases 3 and 7: all attacks are declared, then fought one by one.
    pub fn combat(&mut self, phase: Phase) {
        self.position.phase = phase;
        let mut battles = self.declarations(phase.side());
        while battles.defenders != 0 {
            let defender = self.ask(Decision::Battle { units: battles.defenders }).unit();
            battles.defenders &= !(1 << defender);
            self.fight(defender, battles.attackers[defender as usize]);
        }
    }

    /// 9.0 A unit attacks at most once and is attacked at most once in a phase.
    #[inline(always)]
    fn declarations(&mut self, side: Side) -> Battles {
        let mut battles = Battles { defenders: 0, attackers: [0; UNITS] };
        let (mut units, mut beside) = self.position.contacts(side);
        while units != 0 {
            let Some(target) = self.ask_unit(Decision::Target { units }) else { break };
            let attackers = self.ask(Decision::Attackers { target, units: beside[target as usize] }).units();
            battles.attackers[target as usize] = attackers;
            battles.defenders |= 1 << target;
            units &= !(1 << target);
            for enemy in Bits(units) {
                beside[enemy as usize] &= !attackers;
                if beside[enemy as usize] == 0 {
                    units &= !(1 << enemy);
                }
            }
        }
        battles
    }

    /// 9.0 Steps 1 to 6 of a battle.
    #[inline(always)]
    fn fight(&mut self, defender: u8, attackers: UnitSet) {
        let space = self.position.units[defender as usize].space;
        let from = self.position.directions(space, attackers);
        let mut battle = Battle { defender, space, attackers };
        let column = self.position.column(defender, attackers, from);
        if column < 1 {
            return;
        }
        match odds::result(column, self.player.roll()) {
            Outcome::None => {}
            Outcome::Retreat => self.retreat_or_stand(&battle),
            Outcome::RetreatAndLoss => {
                self.position.lose_step(defender);
                self.retreat(&battle);
            }
            Outcome::Eliminated => self.position.eliminate(defender),
            Outcome::AttackerLoss => {
                self.attacker_loss(&mut battle);
            }
            Outcome::Exchange => self.exchange(&mut battle),
        }
        self.advance(&battle);
    }

    /// DR A defender in a major city may lose a step instead of retreating.
    #[inline(always)]
    fn retreat_or_stand(&mut self, battle: &Battle) {
        let stands =
            MAJOR_CITIES.contains(battle.space) && self.ask(Decision::Defence { unit: battle.defender }).index() == 1;
        if stands {
            self.position.lose_step(battle.defender);
        } else {
            self.retreat(battle);
        }
    }

    /// DR The attacker moves the defender, if it is still on the map, away from the remaining attackers; without a path
    /// it is eliminated.
    #[inline(never)]
    fn retreat(&mut self, battle: &Battle) {
        let unit = battle.defender;
        if self.position.on_map >> unit & 1 == 0 {
            return;
        }
        let from = self.position.directions(battle.space, battle.attackers);
        let paths = self.position.retreats(unit, from);
        if paths.is_empty() {
            return self.position.eliminate(unit);
        }
        let path = paths[self.ask(Decision::Retreat { unit, paths: &paths }).index() as usize];
        for &space in &path.spaces()[1..] {
            self.position.take(space, Side::of(unit));
        }
        self.position.shift(unit, path.end());
    }

    /// AL An attacker, chosen by its side, loses a step. Returns the strength lost.
    #[inline(always)]
    fn attacker_loss(&mut self, battle: &mut Battle) -> u8 {
        let unit = self.ask(Decision::Loss { units: battle.attackers }).unit();
        let lost = self.position.lose_step(unit);
        battle.attackers &= self.position.on_map;
        lost
    }

    /// EX The defender loses a step, the attackers lose steps until they have lost as much; then the defender retreats.
    #[inline(always)]
    fn exchange(&mut self, battle: &mut Battle) {
        let mut owed = self.position.lose_step(battle.defender) as i32;
        while owed > 0 && battle.attackers != 0 {
            owed -= self.attacker_loss(battle) as i32;
        }
        self.retreat(battle);
    }

    /// 9.0 A surviving attacker may enter the space if the defender retreated or was eliminated.
    #[inline(always)]
    fn advance(&mut self, battle: &Battle) {
        let vacated = self.position.units[battle.defender as usize].space != battle.space;
        if !vacated || battle.attackers == 0 {
            return;
        }
        if let Choice::Unit(unit) = self.ask(Decision::Advance { units: battle.attackers, into: battle.space }) {
            self.position.shift(unit, battle.space);
        }
    }
}

impl Position {
    /// 9.0 The enemies a side can attack, and the side's adjacent units by enemy.
    #[inline(always)]
    fn contacts(&self, side: Side) -> (UnitSet, [UnitSet; UNITS]) {
        let enemies = self.zone(side) & self.occupied[side.other() as usize];
        let mut beside = [0; UNITS];
        let mut units = 0;
        for space in enemies.iter() {
            let enemy = self.occupants[space as usize];
            beside[enemy as usize] = self.beside(space) & side.units();
            units |= 1 << enemy;
        }
        (units, beside)
    }

    /// The directions from a space to these adjacent units.
    #[inline(always)]
    pub fn directions(&self, space: u8, units: UnitSet) -> u8 {
        let bit = |direction: usize| {
            let occupant = self.occupants[NEIGHBOURS[space as usize][direction] as usize];
            ((units >> (occupant & 63) & 1) as u8) << direction
        };
        (0..6).fold(0, |directions, direction| directions | bit(direction))
    }
}
