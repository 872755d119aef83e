//! What scripts cost: time, memory, and calls into the engine, function by function.
//!
//! Luau stops at every call, return and turn of a loop to ask whether it may go on. What passes between two such points
//! belongs to the function that is running at the second: nothing else can have run in between but the engine on its
//! behalf.

use crate::sources::Sources;
use std::collections::HashMap;
use std::ops::{AddAssign, Sub};
use std::time::{Duration, Instant};

/// What something has cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct CostSums {
    /// Time, in nanoseconds.
    pub nanoseconds: u64,
    /// Of these, time the engine took for it.
    pub engine: u64,
    /// How often Luau took memory: for tables, texts, functions that hold something.
    pub allocations: u64,
    /// How much, in bytes.
    pub bytes: u64,
    /// Calls into the engine: methods and fields of handles, sets that are joined or counted, each step through a set.
    pub crossings: u64,
}

impl AddAssign for CostSums {
    fn add_assign(&mut self, other: CostSums) {
        self.nanoseconds += other.nanoseconds;
        self.engine += other.engine;
        self.allocations += other.allocations;
        self.bytes += other.bytes;
        self.crossings += other.crossings;
    }
}

impl Sub for CostSums {
    type Output = CostSums;

    fn sub(self, other: CostSums) -> CostSums {
        CostSums {
            nanoseconds: self.nanoseconds.saturating_sub(other.nanoseconds),
            engine: self.engine.saturating_sub(other.engine),
            allocations: self.allocations.saturating_sub(other.allocations),
            bytes: self.bytes.saturating_sub(other.bytes),
            crossings: self.crossings.saturating_sub(other.crossings),
        }
    }
}

/// What a function of a script has cost.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct FunctionCost {
    /// What it is: the name of a rule, of a local function; nothing where it has none.
    pub name: Option<String>,
    /// The file, as the pack names it.
    pub file: String,
    /// The line it begins in, from 1.
    pub line: usize,
    /// How often it was called. One that a function of the library calls, as `table.sort` does, counts once for each
    /// such call of the library.
    pub calls: u64,
    /// How often the engine called it.
    pub from_engine: u64,
    /// What it has cost itself.
    pub own: CostSums,
    /// The same with all that it called.
    pub total: CostSums,
}

/// What a method or a field of the engine has cost.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct MethodCost {
    /// On what it is called: `Unit`.
    pub owner: &'static str,
    /// Its name.
    pub name: &'static str,
    /// How often it was called.
    pub calls: u64,
    /// How long that took, in nanoseconds.
    pub nanoseconds: u64,
}

/// Everything that was noted.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct ProfileData {
    /// The functions, the dearest first.
    pub functions: Vec<FunctionCost>,
    /// The methods and fields of the engine, the most called first.
    pub methods: Vec<MethodCost>,
    /// How often the engine ran a script.
    pub runs: u64,
    /// What all scripts have cost together.
    pub all: CostSums,
    /// How long the noting itself took, which is no part of the rest, in nanoseconds.
    pub noting: u64,
}

/// A function as the machine knows it: the address of the name of its chunk, and the line it begins in.
pub(crate) type FunctionKey = (usize, i32);

/// A function that has been met.
struct KnownFunction {
    chunk: String,
    line: usize,
    name: Option<String>,
    calls: u64,
    from_engine: u64,
    own: CostSums,
    total: CostSums,
}

/// A function that is running.
struct ProfileFrame {
    function: usize,
    depth: i32,
    /// What everything had cost when it began.
    before: CostSums,
}

/// Notes down what scripts cost while they run.
pub(crate) struct CostRecorder {
    keys: HashMap<FunctionKey, Option<usize>>,
    functions: Vec<KnownFunction>,
    methods: HashMap<(&'static str, &'static str), (u64, Duration)>,
    frames: Vec<ProfileFrame>,
    /// When what is under way began, and what it has cost so far.
    since: Instant,
    open: CostSums,
    clock: CostSums,
    runs: u64,
    noting: Duration,
    /// The functions that are found running now were called earlier.
    resumed: bool,
}

impl CostRecorder {
    pub(crate) fn new() -> CostRecorder {
        CostRecorder {
            keys: HashMap::new(),
            functions: Vec::new(),
            methods: HashMap::new(),
            frames: Vec::new(),
            since: Instant::now(),
            open: CostSums::default(),
            clock: CostSums::default(),
            runs: 0,
            noting: Duration::ZERO,
            resumed: false,
        }
    }

    /// A run of a script begins, or goes on.
    pub(crate) fn enter(&mut self, resumed: bool) {
        self.resumed = resumed;
        self.runs += u64::from(!resumed);
        self.open = CostSums::default();
        self.since = Instant::now();
    }

    /// The run is over, or is put aside. What came after the last function was the way back.
    pub(crate) fn leave(&mut self) {
        self.back_to(0);
        self.resumed = false;
    }

    /// Functions deeper than this have returned.
    pub(crate) fn back_to(&mut self, depth: i32) {
        while let Some(last) = self.frames.pop_if(|frame| frame.depth > depth) {
            // Of a function that calls itself only the first call counts.
            if self.frames.iter().all(|frame| frame.function != last.function) {
                self.functions[last.function].total += self.clock - last.before;
            }
        }
    }

    /// How deep the last function stands that is known to run.
    pub(crate) fn depth(&self) -> i32 {
        self.frames.last().map_or(0, |frame| frame.depth)
    }

    /// The function of this key, if it has been met; the inner nothing is for what is no script's.
    pub(crate) fn known(&self, key: FunctionKey) -> Option<Option<usize>> {
        self.keys.get(&key).copied()
    }

    /// A function is met for the first time; `None` for what is no script's.
    pub(crate) fn meet(
        &mut self,
        key: FunctionKey,
        function: Option<(String, usize, Option<String>)>,
    ) -> Option<usize> {
        let met = function.map(|(chunk, line, name)| {
            let nothing = CostSums::default();
            self.functions.push(KnownFunction {
                chunk,
                line,
                name,
                calls: 0,
                from_engine: 0,
                own: nothing,
                total: nothing,
            });
            self.functions.len() - 1
        });
        self.keys.insert(key, met);
        met
    }

    /// A function runs at this depth.
    pub(crate) fn runs(&mut self, function: usize, depth: i32) {
        if self.frames.last().is_some_and(|frame| (frame.function, frame.depth) == (function, depth)) {
            return;
        }
        self.back_to(depth - 1);
        if !self.resumed {
            self.functions[function].calls += 1;
            self.functions[function].from_engine += u64::from(self.frames.is_empty());
        }
        self.frames.push(ProfileFrame { function, depth, before: self.clock });
    }

    /// What has passed until now belongs to the function that runs.
    pub(crate) fn charge(&mut self, until: Instant, (allocations, bytes): (u64, u64)) {
        self.resumed = false;
        self.open.nanoseconds += nanoseconds(until.duration_since(self.since));
        self.open.allocations += allocations;
        self.open.bytes += bytes;
        let spent = std::mem::take(&mut self.open);
        self.clock += spent;
        if let Some(frame) = self.frames.last() {
            self.functions[frame.function].own += spent;
        }
        self.since = Instant::now();
        self.noting += self.since.duration_since(until);
    }

    /// A method of the engine was called.
    pub(crate) fn record_crossing(&mut self, called: (&'static str, &'static str), begun: Instant, ended: Instant) {
        let taken = ended.duration_since(begun);
        self.open.crossings += 1;
        self.open.engine += nanoseconds(taken);
        let (calls, time) = self.methods.entry(called).or_default();
        (*calls, *time) = (*calls + 1, *time + taken);
        // What the noting takes is nobody's.
        let noted = ended.elapsed();
        self.since += noted;
        self.noting += noted;
    }

    /// Everything so far.
    pub(crate) fn costs(&self, sources: &Sources) -> ProfileData {
        let function = |known: &KnownFunction| {
            let file = sources.number(&known.chunk)?;
            let name = sources.name(file, known.line).map(str::to_owned).or_else(|| known.name.clone());
            let KnownFunction { line, calls, from_engine, own, total, .. } = *known;
            Some(FunctionCost { name, file: sources.files[file].path.clone(), line, calls, from_engine, own, total })
        };
        let mut functions: Vec<FunctionCost> = self.functions.iter().filter_map(function).collect();
        functions.sort_by(|a, b| {
            b.own.nanoseconds.cmp(&a.own.nanoseconds).then_with(|| (&a.file, a.line).cmp(&(&b.file, b.line)))
        });
        let method = |(&(owner, name), &(calls, time)): (&(&'static str, &'static str), &(u64, Duration))| MethodCost {
            owner,
            name,
            calls,
            nanoseconds: nanoseconds(time),
        };
        let mut methods: Vec<MethodCost> = self.methods.iter().map(method).collect();
        methods.sort_by(|a, b| b.calls.cmp(&a.calls).then_with(|| (a.owner, a.name).cmp(&(b.owner, b.name))));
        ProfileData { functions, methods, runs: self.runs, all: self.clock, noting: nanoseconds(self.noting) }
    }
}

fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}
