//! Sets, columns, refusals and other values that scripts refer to by number. They live as long as the procedure that
//! created them.

use crate::api::Method;
use crate::handle::{self, HandleTag};
use crate::outcome::Failure;
use crate::route::Route;
use grognard_engine::chart::Column;
use grognard_engine::content::Content;
use grognard_engine::decision::{Answer, Choice, Refusal};
use grognard_engine::field::Region;
use grognard_engine::ids::{MovementId, QuestionId, SideId, SpaceId, UnitId};
use grognard_engine::map::{FloodScratch, Turning};
use grognard_engine::outcome::{BucketDice, Outcome};
use grognard_engine::set::bits;
use std::cmp::Ordering;
use std::sync::Arc;

/// The kind of a set's members.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Units,
    Spaces,
}

impl Kind {
    /// Returns the tag of the members' handles.
    pub(crate) fn member(self) -> HandleTag {
        match self {
            Kind::Units => HandleTag::Unit,
            Kind::Spaces => HandleTag::Space,
        }
    }

    /// Returns the tag of the sets' handles.
    pub(crate) fn set(self) -> HandleTag {
        match self {
            Kind::Units => HandleTag::Units,
            Kind::Spaces => HandleTag::Spaces,
        }
    }
}

/// The query that produced a set of reachable spaces.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ReachQuery {
    pub(crate) movement: MovementId,
    pub(crate) from: SpaceId,
    pub(crate) points: u16,
    pub(crate) blocked: Option<u32>,
    pub(crate) stops: Option<u32>,
    pub(crate) full: Option<u32>,
    pub(crate) terms: ReachTerms,
}

/// The optional conditions of a reach, in addition to its costs, points, and blocked, stopping and full spaces.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ReachTerms {
    /// The set of starting spaces; `None` if there is only one.
    pub(crate) sources: Option<u32>,
    /// The step rules, which raise the cost of some steps.
    pub(crate) steps: ReachSteps,
    /// Whether a unit may always move one space, whatever the cost, unless the border is closed.
    pub(crate) one_step: bool,
    /// How the unit turns; `None` if it moves in any direction.
    pub(crate) turning: Option<Turning>,
}

/// A range of step rules in the arena, in the order given: the index of the first rule, and the number of rules.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ReachSteps(u32, u32);

/// The maximum number of step rules per reach.
pub(crate) const MAX_STEPS: usize = 4;

/// A minimum cost for steps from one set into another, taken from a second cost table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ReachStep {
    pub(crate) from: Option<u32>,
    pub(crate) into: u32,
    pub(crate) movement: MovementId,
}

/// A set. A game creates thousands of sets, so each is kept small.
#[derive(Clone, Copy, Debug)]
struct SetInfo {
    kind: Kind,
    at: u32,
    /// The number of the query whose result is in the set, or `NO_QUERY`.
    query: u32,
    /// The number of the query whose result the set was made from, or `NO_QUERY`.
    origin: u32,
}

/// Marks a set without a query.
const NO_QUERY: u32 = u32::MAX;

/// How a suspended procedure continues once its question is answered.
#[derive(Clone, Copy)]
pub(crate) enum Resume {
    /// Runs a method that asks a question and has not started yet.
    Begin(&'static Method),
    /// Returns the answer to `choose` or a similar method; several answers become a set of this kind.
    Choice(Option<Kind>),
    /// Continues `march:next`.
    March,
    /// Continues `game:declare_attacks`, with the target whose attackers were asked for, if any.
    Declaration(Option<UnitId>),
    /// Continues `game:next_battle`.
    Battle,
    /// Continues `game:choose_secretly`.
    Secretly,
    /// Passes what the sides have written down to `game:commit`.
    Commit,
}

impl Default for Resume {
    fn default() -> Self {
        Resume::Choice(None)
    }
}

/// A march: which units move, how, and through which spaces.
#[derive(Clone, Copy, Debug)]
pub(crate) struct March {
    pub(crate) side: SideId,
    pub(crate) which: QuestionId,
    pub(crate) goal: QuestionId,
    pub(crate) units: u32,
    /// How units move by default; if `None`, only units with a likeness move.
    pub(crate) pace: Option<Pace>,
    pub(crate) apart: bool,
    pub(crate) notice: Option<u32>,
    /// The mark given to units that have moved.
    pub(crate) mark: Option<usize>,
    /// The mark that a unit loses when it leaves its space.
    pub(crate) loses: Option<usize>,
    /// The question for the heading at the end of a move, if units may choose it.
    pub(crate) facing: Option<QuestionId>,
    pub(crate) stage: MarchStage,
    /// The unit whose move is left to the script.
    pub(crate) returned: Option<UnitId>,
    /// The reach of the unit that is moving.
    pub(crate) reach: u32,
    /// The spaces in which the moving unit may not end its move.
    pub(crate) full: u32,
}

/// What a march asks next.
#[derive(Clone, Copy, Debug)]
pub(crate) enum MarchStage {
    /// Which unit moves.
    Picking,
    /// The goal of this unit.
    Moving(UnitId),
    /// The heading of this unit, which has arrived, and the question for it.
    Turning(UnitId, QuestionId),
}

/// How units move: at what cost, how far, and which spaces block or stop them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    pub(crate) movement: MovementId,
    pub(crate) points: Points,
    pub(crate) blocked: Option<u32>,
    pub(crate) stops: Option<u32>,
    pub(crate) terms: ReachTerms,
}

/// The pace of some of a march's units, as set by `march:like`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Likeness {
    /// The number of the march.
    pub(crate) march: usize,
    pub(crate) units: u32,
    pub(crate) pace: Pace,
    /// A property and its maximum total per stack.
    pub(crate) room: Option<(usize, i32)>,
}

/// The movement points of a unit.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Points {
    /// The number of points, the same for all units.
    Fixed(u16),
    /// The number of the property that holds each unit's points.
    Property(usize),
}

/// The maximum total size, in words, of the sets that a procedure creates. A larger total suggests a runaway loop.
const MAX_WORDS: usize = 4 << 20;

/// The maximum number of sets per procedure, whatever their size.
const MAX_SETS: usize = 1 << 20;

/// The limit for each other kind of value, such as columns or refusals.
const MAX_OTHERS: usize = 100_000;

/// The storage for one run of a procedure.
#[derive(Default)]
pub(crate) struct Arena {
    /// A number that distinguishes this run's handles from the handles of earlier runs.
    pub(crate) generation: u16,
    words: Vec<u64>,
    sets: Vec<SetInfo>,
    queries: Vec<ReachQuery>,
    steps: Vec<ReachStep>,
    columns: Vec<Column>,
    refusals: Vec<Refusal>,
    prospects: Vec<Prospect>,
    regions: Vec<Arc<Region>>,
    pub(crate) marches: Vec<March>,
    /// The path that the next log line may be about.
    pub(crate) route: Route,
    likenesses: Vec<Likeness>,
    /// The reaches whose costs the next question shows.
    pub(crate) shown_costs: Vec<u32>,
    /// Scratch memory for flood fills, and the set that they fill; each flood fill reuses both.
    pub(crate) flooding: Option<Box<(FloodScratch, Vec<u64>)>>,
    /// How a suspended procedure continues once its question is answered.
    pub(crate) resume: Resume,
    /// The questions of `game:choose_secretly`, in the order in which they were passed.
    pub(crate) secret: Vec<SecretQuestion>,
    /// What `game:commit` asks of the host.
    pub(crate) commit: Option<Box<Commit>>,
    /// The answer that a side has given in secret, for its suspended procedure.
    pub(crate) given: Option<Answer>,
    /// Arguments for the script function that is about to run.
    pub(crate) arguments: Vec<Item>,
    /// The result of the script function that has just run.
    pub(crate) delivered: Option<Result<Item, Failure>>,
    /// The number of words in a set of units.
    pub(crate) unit_words: usize,
    pub(crate) space_words: usize,
}

/// A question of `game:choose_secretly`.
#[derive(Clone, Debug)]
pub(crate) struct SecretQuestion {
    pub(crate) side: SideId,
    /// The kind of the set that several answers become.
    pub(crate) kind: Option<Kind>,
    pub(crate) answer: Option<Answer>,
}

/// A call of `game:commit`: each side runs a rule of its own, and the host collects the results.
#[derive(Debug)]
pub(crate) struct Commit {
    pub(crate) sides: Vec<SideId>,
    pub(crate) rule: String,
    /// The arguments after the game and the side.
    pub(crate) arguments: Vec<Item>,
    /// What the rule returned for each side, once all have finished; or why the rule cannot run.
    pub(crate) written: Result<Vec<Item>, String>,
}

/// A value passed to or from a script.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// Nothing.
    Nil,
    /// The game itself.
    Game,
    /// A side.
    Side(SideId),
    /// A choice.
    Choice(grognard_engine::decision::Choice),
    /// Units; a rule receives them as a set.
    Units(Vec<grognard_engine::ids::UnitId>),
    /// Spaces, as a set.
    Spaces(Vec<SpaceId>),
    /// A list of values.
    List(Vec<Item>),
    /// A forecast.
    Prospect(Prospect),
    /// A number.
    Number(f64),
    /// True or false.
    Bool(bool),
    /// A column of a chart.
    Column(Column),
    /// A refusal.
    Refusal(Refusal),
}

/// A line of a forecast: a message, and optionally dice with expected hits, or results with their weights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prospect {
    /// The message, with its paragraph.
    pub told: Refusal,
    /// The dice.
    pub bucket: Vec<BucketDice>,
    /// The results, each as often as the rule has named it.
    pub cases: Vec<Outcome>,
}

impl Item {
    /// Returns the kind of value, for messages.
    pub fn kind(&self) -> &'static str {
        match self {
            Item::Nil => "nothing",
            Item::Game => "the game",
            Item::Side(_) => "a side",
            Item::Choice(Choice::Unit(_)) => "a unit",
            Item::Choice(Choice::Space(_)) => "a space",
            Item::Choice(Choice::Label(_)) => "a string",
            Item::Choice(Choice::Path(_)) => "a path",
            Item::Choice(Choice::Spot(_)) => "a place on a table",
            Item::Units(_) => "a set of units",
            Item::Spaces(_) => "a set of spaces",
            Item::List(_) => "a list",
            Item::Prospect(_) => "a forecast",
            Item::Number(_) | Item::Choice(Choice::Number(_)) => "a number",
            Item::Bool(_) => "a boolean",
            Item::Column(_) => "a column",
            Item::Refusal(_) => "a refusal",
        }
    }
}

impl Arena {
    /// Empties the arena for the next run.
    pub(crate) fn begin(&mut self, generation: u16, content: &Content) {
        self.words.clear();
        self.sets.clear();
        self.queries.clear();
        self.steps.clear();
        self.columns.clear();
        self.refusals.clear();
        self.prospects.clear();
        self.regions.clear();
        self.arguments.clear();
        self.delivered = None;
        self.marches.clear();
        self.route.clear();
        self.likenesses.clear();
        self.shown_costs.clear();
        self.secret.clear();
        self.commit = None;
        self.given = None;
        self.resume = Resume::Choice(None);
        self.generation = generation;
        (self.unit_words, self.space_words) = (bits::words(content.units.len()), content.map.words());
    }

    fn width(&self, kind: Kind) -> usize {
        match kind {
            Kind::Units => self.unit_words,
            Kind::Spaces => self.space_words,
        }
    }

    /// Creates an empty set; returns `None` if the procedure has created too many sets.
    #[inline]
    pub(crate) fn make(&mut self, kind: Kind) -> Option<u32> {
        let set = self.begin_set(kind)?;
        self.words.resize(self.words.len() + self.width(kind), 0);
        Some(set)
    }

    /// Copies a set; returns `None` if the procedure has created too many sets.
    #[inline]
    pub(crate) fn copy(&mut self, old: u32) -> Option<u32> {
        let SetInfo { kind, at, origin, .. } = self.sets[old as usize];
        let set = self.begin_set(kind)?;
        self.sets[set as usize].origin = origin;
        self.words.extend_from_within(at as usize..at as usize + self.width(kind));
        Some(set)
    }

    /// Adds a set; the caller must append its words.
    #[inline]
    fn begin_set(&mut self, kind: Kind) -> Option<u32> {
        let at = self.words.len();
        if at > MAX_WORDS || self.sets.len() >= MAX_SETS {
            return None;
        }
        self.sets.push(SetInfo { kind, at: at as u32, query: NO_QUERY, origin: NO_QUERY });
        Some(self.sets.len() as u32 - 1)
    }

    /// Returns the kind of a set; `None` for a handle that was never issued.
    #[inline]
    pub(crate) fn kind(&self, set: u32) -> Option<Kind> {
        self.sets.get(set as usize).map(|info| info.kind)
    }

    /// Returns the words of a set.
    #[inline]
    pub(crate) fn words(&self, set: u32) -> &[u64] {
        let info = self.sets[set as usize];
        &self.words[info.at as usize..][..self.width(info.kind)]
    }

    /// Returns the words of a set as a mutable slice.
    #[inline]
    pub(crate) fn words_mut(&mut self, set: u32) -> &mut [u64] {
        let info = self.sets[set as usize];
        let width = self.width(info.kind);
        &mut self.words[info.at as usize..][..width]
    }

    /// Returns the words of a new set, to be filled, and those of an older set, to be copied from.
    #[inline]
    pub(crate) fn pair(&mut self, new: u32, old: u32) -> (&mut [u64], &[u64]) {
        let (new, old) = (self.sets[new as usize], self.sets[old as usize]);
        let (before, after) = self.words.split_at_mut(new.at as usize);
        let (new_width, old_width) = match (new.kind, old.kind) {
            (Kind::Units, Kind::Units) => (self.unit_words, self.unit_words),
            (Kind::Units, Kind::Spaces) => (self.unit_words, self.space_words),
            (Kind::Spaces, Kind::Units) => (self.space_words, self.unit_words),
            (Kind::Spaces, Kind::Spaces) => (self.space_words, self.space_words),
        };
        (&mut after[..new_width], &before[old.at as usize..][..old_width])
    }

    /// Makes `set` the same as `other`, a set of the same kind.
    pub(crate) fn copy_words(&mut self, set: u32, other: u32) {
        let (to, from) = (self.sets[set as usize].at as usize, self.sets[other as usize].at as usize);
        let width = self.width(self.sets[other as usize].kind);
        self.words.copy_within(from..from + width, to);
    }

    /// Applies `with` to the words of `set` and `other`, which are of the same kind. The sets may have been created in
    /// either order, and may be the same set.
    pub(crate) fn change(&mut self, set: u32, other: u32, with: fn(&mut [u64], &[u64])) {
        let (at, from) = (self.sets[set as usize].at as usize, self.sets[other as usize].at as usize);
        let width = self.width(self.sets[set as usize].kind);
        match at.cmp(&from) {
            Ordering::Greater => {
                let (before, after) = self.words.split_at_mut(at);
                with(&mut after[..width], &before[from..][..width]);
            }
            Ordering::Less => {
                let (before, after) = self.words.split_at_mut(from);
                with(&mut before[at..][..width], &after[..width]);
            }
            Ordering::Equal => {
                let same = self.words[at..][..width].to_vec();
                with(&mut self.words[at..][..width], &same);
            }
        }
    }

    /// Stores the step rules of a reach, and returns their range.
    pub(crate) fn keep_steps(&mut self, steps: Vec<ReachStep>) -> ReachSteps {
        let first = self.steps.len();
        self.steps.extend(steps);
        ReachSteps(first as u32, (self.steps.len() - first) as u32)
    }

    /// Returns the step rules of a reach.
    #[inline]
    pub(crate) fn steps(&self, ReachSteps(first, count): ReachSteps) -> &[ReachStep] {
        &self.steps[first as usize..][..count as usize]
    }

    /// Attaches a query to a set, replacing any earlier query.
    pub(crate) fn set_query(&mut self, set: u32, query: ReachQuery) {
        let info = &mut self.sets[set as usize];
        match self.queries.get_mut(info.query as usize) {
            Some(known) => *known = query,
            None => {
                self.queries.push(query);
                info.query = self.queries.len() as u32 - 1;
            }
        }
        info.origin = info.query;
    }

    /// Returns the query of the reach that a set was made from.
    pub(crate) fn origin(&self, set: u32) -> Option<ReachQuery> {
        self.queries.get(self.sets[set as usize].origin as usize).copied()
    }

    pub(crate) fn query(&self, set: u32) -> Option<ReachQuery> {
        self.queries.get(self.sets[set as usize].query as usize).copied()
    }

    /// Records the pace of some of a march's units; returns `false` if there are too many records.
    pub(crate) fn keep_likeness(&mut self, like: Likeness) -> bool {
        self.likenesses.push(like);
        self.likenesses.len() < MAX_OTHERS
    }

    /// Returns the latest pace recorded for a unit in a march; `None` if there is none.
    pub(crate) fn likeness(&self, march: usize, unit: UnitId) -> Option<&Likeness> {
        self.likenesses.iter().rfind(|like| like.march == march && bits::has(self.words(like.units), unit.0.into()))
    }

    /// Stores a column and returns its number; returns `None` if there are too many.
    pub(crate) fn keep_column(&mut self, column: Column) -> Option<usize> {
        (self.columns.len() < MAX_OTHERS).then(|| {
            self.columns.push(column);
            self.columns.len() - 1
        })
    }

    /// Returns the column with this stamped number; `None` if it belongs to another run.
    pub(crate) fn column(&mut self, stamped: u64) -> Option<&mut Column> {
        let at = self.number(stamped)?;
        self.columns.get_mut(at)
    }

    /// Stores a refusal and returns its number; returns `None` if there are too many.
    pub(crate) fn keep_refusal(&mut self, refusal: Refusal) -> Option<usize> {
        (self.refusals.len() < MAX_OTHERS).then(|| {
            self.refusals.push(refusal);
            self.refusals.len() - 1
        })
    }

    /// Returns the refusal with this stamped number; `None` if it belongs to another run.
    pub(crate) fn refusal(&self, stamped: u64) -> Option<&Refusal> {
        self.refusals.get(self.number(stamped)?)
    }

    /// Stores a forecast and returns its number; returns `None` if there are too many.
    pub(crate) fn keep_prospect(&mut self, told: Prospect) -> Option<usize> {
        (self.prospects.len() < MAX_OTHERS).then(|| {
            self.prospects.push(told);
            self.prospects.len() - 1
        })
    }

    /// Returns the forecast with this stamped number; `None` if it belongs to another run.
    pub(crate) fn prospect(&mut self, stamped: u64) -> Option<&mut Prospect> {
        let at = self.number(stamped)?;
        self.prospects.get_mut(at)
    }

    /// Stores a region and returns its number; returns `None` if there are too many.
    pub(crate) fn keep_region(&mut self, region: Region) -> Option<usize> {
        (self.regions.len() < MAX_OTHERS).then(|| {
            self.regions.push(Arc::new(region));
            self.regions.len() - 1
        })
    }

    /// Returns the region with this stamped number; `None` if it belongs to another run.
    pub(crate) fn region(&self, stamped: u64) -> Option<&Arc<Region>> {
        self.regions.get(self.number(stamped)?)
    }

    fn number(&self, stamped: u64) -> Option<usize> {
        let (generation, number) = handle::unstamp(stamped);
        (generation == self.generation).then_some(number)
    }
}
