//! The costs of scripts: time, memory, and calls into the engine, function by function.
//!
//! Luau calls an interrupt at every call, return and loop iteration. The costs between two of these points are charged
//! to the function running at the second point: only that function, or the engine on its behalf, can have run in
//! between.

use crate::sources::Sources;
use std::collections::HashMap;
use std::ops::{AddAssign, Sub};
use std::time::{Duration, Instant};

/// A sum of costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct CostSums {
    /// The time, in nanoseconds.
    pub nanoseconds: u64,
    /// The part of the time that was spent in the engine, in nanoseconds.
    pub engine: u64,
    /// The number of allocations by Luau: tables, strings, closures with upvalues.
    pub allocations: u64,
    /// The total size of the allocations, in bytes.
    pub bytes: u64,
    /// The number of calls into the engine: methods and fields of handles, set operations, and each step through a set.
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

/// The cost of a script function.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct FunctionCost {
    /// The name of the rule or local function, if it has one.
    pub name: Option<String>,
    /// The file, as the pack names it.
    pub file: String,
    /// The line on which the function begins, from 1.
    pub line: usize,
    /// The number of calls. A function called by a library function, such as `table.sort`, counts once for each call of
    /// the library function.
    pub calls: u64,
    /// The number of calls by the engine.
    pub from_engine: u64,
    /// The cost of the function, excluding everything it called.
    pub own: CostSums,
    /// The cost of the function, including everything it called.
    pub total: CostSums,
}

/// The cost of an engine method or field.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct MethodCost {
    /// The type that the method or field belongs to: `Unit`.
    pub owner: &'static str,
    /// The name of the method or field.
    pub name: &'static str,
    /// The number of calls.
    pub calls: u64,
    /// The time taken, in nanoseconds.
    pub nanoseconds: u64,
}

/// All recorded costs.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct ProfileData {
    /// The functions, most expensive first.
    pub functions: Vec<FunctionCost>,
    /// The engine's methods and fields, most frequently called first.
    pub methods: Vec<MethodCost>,
    /// The number of script runs started by the engine.
    pub runs: u64,
    /// The total cost of all scripts.
    pub all: CostSums,
    /// The time spent on recording itself, in nanoseconds; it is not part of the other figures.
    pub noting: u64,
}

/// A function's identity in the virtual machine: the address of its chunk's name, and the line on which it begins.
pub(crate) type FunctionKey = (usize, i32);

/// A function that has been seen before.
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
    /// The total cost when the function began.
    before: CostSums,
}

/// Records the costs of scripts while they run.
pub(crate) struct CostRecorder {
    keys: HashMap<FunctionKey, Option<usize>>,
    functions: Vec<KnownFunction>,
    methods: HashMap<(&'static str, &'static str), (u64, Duration)>,
    frames: Vec<ProfileFrame>,
    /// The start of the current interval, and the costs in it so far.
    since: Instant,
    open: CostSums,
    clock: CostSums,
    runs: u64,
    noting: Duration,
    /// Whether a run has just been resumed, so that the functions on the stack have already been counted as calls.
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

    /// Starts a run of a script, or resumes one.
    pub(crate) fn enter(&mut self, resumed: bool) {
        self.resumed = resumed;
        self.runs += u64::from(!resumed);
        self.open = CostSums::default();
        self.since = Instant::now();
    }

    /// Ends or suspends a run. The time since the last charge belongs to the final return, and is discarded.
    pub(crate) fn leave(&mut self) {
        self.back_to(0);
        self.resumed = false;
    }

    /// Removes functions deeper than `depth`, which have returned.
    pub(crate) fn back_to(&mut self, depth: i32) {
        while let Some(last) = self.frames.pop_if(|frame| frame.depth > depth) {
            // For a recursive function, only the outermost call counts.
            if self.frames.iter().all(|frame| frame.function != last.function) {
                self.functions[last.function].total += self.clock - last.before;
            }
        }
    }

    /// Returns the depth of the innermost function known to be running.
    pub(crate) fn depth(&self) -> i32 {
        self.frames.last().map_or(0, |frame| frame.depth)
    }

    /// Returns the function with this key, if it has been seen. The inner `None` stands for code outside scripts.
    pub(crate) fn known(&self, key: FunctionKey) -> Option<Option<usize>> {
        self.keys.get(&key).copied()
    }

    /// Records a function that is seen for the first time; `None` stands for code outside scripts.
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

    /// Records that a function is running at depth `depth`.
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

    /// Charges all costs up to `until` to the running function.
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

    /// Records a call to an engine method.
    pub(crate) fn record_crossing(&mut self, called: (&'static str, &'static str), begun: Instant, ended: Instant) {
        let taken = ended.duration_since(begun);
        self.open.crossings += 1;
        self.open.engine += nanoseconds(taken);
        let (calls, time) = self.methods.entry(called).or_default();
        (*calls, *time) = (*calls + 1, *time + taken);
        // The time for recording is charged to no function.
        let noted = ended.elapsed();
        self.since += noted;
        self.noting += noted;
    }

    /// Returns the costs so far.
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
