//! The effects of terrain on combat, determined by running the odds rule.
//!
//! Two units are placed next to each other on an empty map. Each terrain, tag and border feature of the system is then
//! tried in turn at the site of the battle. Any column modifier that results is its effect.

use grognard_engine::chart::Modifier;
use grognard_engine::content::Content;
use grognard_engine::decision::Choice;
use grognard_engine::game::Rules;
use grognard_engine::ids::{Id, SideId, SpaceId, UnitId};
use grognard_engine::map::Map;
use grognard_engine::sequence::Cursor;
use grognard_engine::table::{Service, Table};
use grognard_packs::Diagnostic;
use grognard_play::{Battle, diagnose};
use grognard_script::{Host, Item};
use std::sync::Arc;

/// A terrain, a tag or a border feature, by name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TerrainWord {
    /// The terrain of the defender's space.
    Terrain(String),
    /// A tag of the defender's space.
    Tag(String),
    /// A feature of the border between the defender and the attacker.
    Feature(String),
}

impl TerrainWord {
    /// Returns the name of the terrain, tag or feature.
    pub fn name(&self) -> &str {
        match self {
            TerrainWord::Terrain(name) | TerrainWord::Tag(name) | TerrainWord::Feature(name) => name,
        }
    }
}

/// The effect of a terrain, tag or feature when one type of unit attacks another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EffectCase {
    /// The defending unit: the first of its type, which it represents.
    pub defender: UnitId,
    /// The attacking unit: the first of its type, which it represents.
    pub attacker: UnitId,
    /// The column modifiers.
    pub modifiers: Vec<Modifier>,
}

/// The effects of a terrain, tag or feature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TerrainEffect {
    /// The terrain, tag or feature that has the effects.
    pub word: TerrainWord,
    /// The effects for each pair of defending and attacking unit types.
    pub cases: Vec<EffectCase>,
    /// Whether the effect applies only if every attacker attacks across the feature.
    pub only_if_all: bool,
}

/// The effects of all terrains, tags and features of a system.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TerrainEffects {
    /// The terrains, tags and features that have effects, in that order.
    pub all: Vec<TerrainEffect>,
    /// Groups whose effects are not cumulative: only one member of a group applies.
    pub exclusive: Vec<Vec<TerrainWord>>,
}

/// Determines the effects of all terrains, tags and features. Returns `None` if the system has no odds rule or the map
/// has no two adjacent spaces to fight over.
pub fn find(battle: &Battle) -> Result<Option<TerrainEffects>, Vec<Diagnostic>> {
    let Some(rule) = &battle.system.hooks.odds else { return Ok(None) };
    let Some(site) = Site::find(&battle.content.map) else { return Ok(None) };
    let failed = |error| diagnose(&[error], &battle.scripts);
    let host = battle.host().map_err(failed)?;
    let mut trial = Trial { battle, rule, site, host, plain: Vec::new() };
    trial.plain = trial.cases(&[])?;
    trial.effects().map(Some)
}

/// The site of the battle: the spaces of the defender, the attacker and a second attacker.
struct Site {
    defender: SpaceId,
    attacker: SpaceId,
    second: Option<SpaceId>,
}

impl Site {
    fn find(map: &Map) -> Option<Site> {
        let around = |id: SpaceId| map.links(id).iter().map(|link| link.to).filter(|&to| !map.space(to).off_map);
        let widest = map
            .all()
            .filter(|&id| !map.space(id).off_map)
            .max_by_key(|&id| (around(id).count(), std::cmp::Reverse(id)))?;
        let mut others = around(widest);
        let attacker = others.next()?;
        Some(Site { defender: widest, attacker, second: others.next() })
    }
}

struct Trial<'a> {
    battle: &'a Battle,
    rule: &'a str,
    site: Site,
    host: Host,
    /// The modifiers that apply on the empty map.
    plain: Vec<EffectCase>,
}

impl Trial<'_> {
    fn effects(&mut self) -> Result<TerrainEffects, Vec<Diagnostic>> {
        let mut all = Vec::new();
        for word in words(&self.battle.content.map) {
            let cases = self.difference(std::slice::from_ref(&word))?;
            if cases.iter().any(|case| !case.modifiers.is_empty()) {
                let only_if_all = matches!(word, TerrainWord::Feature(_)) && self.ends_with_a_second(&word, &cases)?;
                all.push(TerrainEffect { word, cases, only_if_all });
            }
        }
        let exclusive = self.exclusive(&all)?;
        Ok(TerrainEffects { all, exclusive })
    }

    /// Returns the combined effect of several terrains, tags and features: the modifiers that do not apply without
    /// them.
    fn difference(&mut self, words: &[TerrainWord]) -> Result<Vec<EffectCase>, Vec<Diagnostic>> {
        let mut cases = self.cases(words)?;
        for (case, plain) in cases.iter_mut().zip(&self.plain) {
            case.modifiers.retain(|modifier| !plain.modifiers.contains(modifier));
        }
        Ok(cases)
    }

    fn cases(&mut self, words: &[TerrainWord]) -> Result<Vec<EffectCase>, Vec<Diagnostic>> {
        let content = Arc::new(self.content(words));
        let pairs = pairs(&content);
        pairs.into_iter().map(|(defender, attacker)| self.case(&content, defender, &[attacker])).collect()
    }

    fn case(
        &mut self,
        content: &Arc<Content>,
        defender: UnitId,
        attackers: &[UnitId],
    ) -> Result<EffectCase, Vec<Diagnostic>> {
        let mut table = Table::new(content.clone(), self.host.questions(), 0, Service::BARE);
        table.state.set_cursor(phase_of(content, content.units[attackers[0].index()].side));
        (0..content.units.len()).for_each(|at| table.state.place(content, UnitId::from_index(at), None));
        let places = [Some(self.site.attacker), self.site.second];
        let standing = [(defender, Some(self.site.defender))].into_iter().chain(attackers.iter().copied().zip(places));
        for (unit, place) in standing {
            table.state.set_steps(unit, content.units[unit.index()].steps);
            table.state.place(content, unit, place);
        }
        let arguments = vec![Item::Choice(Choice::Space(self.site.defender))];
        let item = self
            .host
            .look(self.rule, arguments, &mut table)
            .map_err(|error| diagnose(&[error], &self.battle.scripts))?;
        let modifiers = if let Item::Column(column) = item { column.modifiers } else { Vec::new() };
        Ok(EffectCase { defender, attacker: attackers[0], modifiers })
    }

    /// Returns the content with an empty map, on which only the site of the battle has the given terrain, tags and
    /// features.
    fn content(&self, words: &[TerrainWord]) -> Content {
        let mut content =
            Content { map: self.battle.content.map.bare(), owners: Vec::new(), ..(*self.battle.content).clone() };
        let (at, from) = (self.site.defender, self.site.attacker);
        for word in words {
            let map = &mut content.map;
            match word {
                TerrainWord::Terrain(name) => {
                    map.terrains.find(name).into_iter().for_each(|terrain| map.set_terrain(at, terrain))
                }
                TerrainWord::Tag(name) => {
                    map.tag_space(name, at);
                }
                TerrainWord::Feature(name) => {
                    let bit = map.feature(name).unwrap_or_default();
                    map.mark_border(from, at, bit);
                }
            }
        }
        content
    }

    /// Returns whether a feature loses its effect when a second unit attacks across a border without it.
    fn ends_with_a_second(&mut self, word: &TerrainWord, cases: &[EffectCase]) -> Result<bool, Vec<Diagnostic>> {
        let Some(case) = cases.iter().find(|case| !case.modifiers.is_empty()) else { return Ok(false) };
        let content = Arc::new(self.content(std::slice::from_ref(word)));
        let side = content.units[case.attacker.index()].side;
        let another = (0..content.units.len())
            .map(UnitId::from_index)
            .find(|&id| id != case.attacker && content.units[id.index()].side == side);
        let (Some(another), Some(_)) = (another, self.site.second) else { return Ok(false) };
        let both = self.case(&content, case.defender, &[case.attacker, another])?;
        Ok(case.modifiers.iter().all(|modifier| !both.modifiers.contains(modifier)))
    }

    /// Finds groups of terrains, tags and features whose combined effect is less than the sum of their effects.
    fn exclusive(&mut self, all: &[TerrainEffect]) -> Result<Vec<Vec<TerrainWord>>, Vec<Diagnostic>> {
        let mut groups: Vec<Vec<TerrainWord>> = Vec::new();
        for (at, effect) in all.iter().enumerate() {
            for other in &all[at + 1..] {
                let apart = matches!((&effect.word, &other.word), (TerrainWord::Terrain(_), TerrainWord::Terrain(_)));
                if !apart && self.is_less_together(effect, other)? {
                    join(&mut groups, &effect.word, &other.word);
                }
            }
        }
        Ok(groups)
    }

    fn is_less_together(&mut self, a: &TerrainEffect, b: &TerrainEffect) -> Result<bool, Vec<Diagnostic>> {
        let both = self.difference(&[a.word.clone(), b.word.clone()])?;
        let sum = |case: &EffectCase| case.modifiers.iter().map(|modifier| modifier.amount).sum::<i32>();
        let all = both.iter().zip(a.cases.iter().zip(&b.cases));
        Ok(all.into_iter().any(|(both, (a, b))| sum(a) * sum(b) > 0 && sum(both).abs() < (sum(a) + sum(b)).abs()))
    }
}

/// Returns a side's first phase in the first turn, or the very first phase if the side has none. The odds rule may
/// depend on whose phase it is.
fn phase_of(content: &Content, side: SideId) -> Cursor {
    let turns = content.sequence.turn.iter().enumerate();
    let all = turns.flat_map(|(turn, player_turn)| {
        player_turn.phases.iter().enumerate().map(move |(at, phase)| (turn, at, phase))
    });
    let own = all.into_iter().find(|(.., phase)| phase.side == Some(side));
    let (player_turn, phase) = own.map_or((0, 0), |(turn, at, _)| (turn as u16, at as u16));
    Cursor { turn: 1, player_turn, round: 0, phase }
}

/// Returns all terrains, tags and features of a map.
fn words(map: &Map) -> Vec<TerrainWord> {
    let terrains = map.terrains.iter().map(|(_, name)| TerrainWord::Terrain(name.to_owned()));
    let tags = map.tags().iter().map(|(name, _)| TerrainWord::Tag(name.clone()));
    let features = map.features().iter().map(|name| TerrainWord::Feature(name.clone()));
    terrains.chain(tags).chain(features).collect()
}

/// Returns every pairing of a defending unit type with an attacking unit type of an enemy. The first unit of a type
/// represents it.
fn pairs(content: &Content) -> Vec<(UnitId, UnitId)> {
    let kind = |at: usize| (content.units[at].side, content.units[at].kind);
    let first = |&at: &usize| (0..at).all(|before| kind(before) != kind(at));
    let kinds: Vec<usize> = (0..content.units.len()).filter(first).collect();
    let foes = |a: usize| {
        let are_foes = move |&b: &usize| content.are_enemies(content.units[a].side, content.units[b].side);
        kinds.iter().copied().filter(are_foes).map(move |b| (a, b))
    };
    let all = kinds.iter().flat_map(|&a| foes(a));
    all.map(|(a, b)| (UnitId::from_index(a), UnitId::from_index(b))).collect()
}

fn join(groups: &mut Vec<Vec<TerrainWord>>, a: &TerrainWord, b: &TerrainWord) {
    let at = groups.iter().position(|group| group.contains(a) || group.contains(b)).unwrap_or_else(|| {
        groups.push(Vec::new());
        groups.len() - 1
    });
    for word in [a, b] {
        if !groups[at].contains(word) {
            groups[at].push(word.clone());
        }
    }
}
