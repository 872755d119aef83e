//! Random scripts made of library calls with large arguments. Each must end, and in the same way however it is run:
//! with players who answer at once on a used virtual machine (`sim`), with players who do not (`play`, and the rooms of
//! `serve`, which hold the same kind of game), and replayed from its journal (a save).
//!
//! `GROGNARD_SCRIPTS` sets the number of scripts; `GROGNARD_FIRST_SCRIPT` sets the first seed.

use crate::fixture::{self, file};
use grognard_engine::game::{AnswerError, Game, Rules, Status};
use grognard_engine::journal::Entry;
use grognard_engine::state::StateHash;
use grognard_engine::table::Service;
use grognard_script::{Host, Pause, ScriptError, ScriptFile};
use grognard_testing::small_battle::{First, content, first_answer};
use std::fmt::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The number of scripts in an ordinary run.
const SCRIPTS: u64 = 60;

/// Scripts that were found to end in different ways.
const FOUND: [u64; 2] = [8730, 8866];

/// A stream of random numbers (splitmix64).
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ mixed >> 31) % limit as u64) as usize
    }

    fn one_of(&mut self, of: &[&str]) -> String {
        of[self.below(of.len())].to_owned()
    }
}

/// Library functions, each with the kinds of its arguments: s string, p pattern, n number, t table, f function, v
/// anything.
const CALLS: &[&str] = &[
    "string.byte:snn",
    "string.char:nnn",
    "string.find:spn",
    "string.format:svvv",
    "string.gmatch:sp",
    "string.gsub:spf",
    "string.gsub:sps",
    "string.gsub:spt",
    "string.gsub:spsn",
    "string.len:s",
    "string.lower:s",
    "string.match:spn",
    "string.pack:svv",
    "string.packsize:s",
    "string.rep:sn",
    "string.reverse:s",
    "string.split:ss",
    "string.split:s",
    "string.sub:snn",
    "string.unpack:ssn",
    "string.upper:s",
    "table.clear:t",
    "table.clone:t",
    "table.concat:tsnn",
    "table.concat:ts",
    "table.create:nv",
    "table.find:tvn",
    "table.freeze:t",
    "table.insert:tnv",
    "table.insert:tv",
    "table.move:tnnnt",
    "table.move:tnnn",
    "table.pack:vvv",
    "table.remove:tn",
    "table.sort:tf",
    "table.sort:t",
    "table.unpack:tnn",
    "unpack:t",
    "utf8.char:nn",
    "utf8.codepoint:snn",
    "utf8.len:snn",
    "utf8.offset:snn",
    "utf8.codes:s",
    "bit32.bor:nnn",
    "bit32.extract:nnn",
    "math.max:nnn",
    "math.clamp:nnn",
    "math.fmod:nn",
    "math.ldexp:nn",
    "tonumber:sn",
    "tostring:v",
    "select:nvv",
    "rawset:tvv",
    "rawget:tv",
    "rawlen:t",
    "setmetatable:tt",
    "getmetatable:v",
    "pairs:t",
    "ipairs:t",
    "pcall:fv",
    "xpcall:ffv",
    "error:vn",
    "assert:vv",
    "type:v",
    "select:sv",
];

const NUMBERS: &[&str] = &[
    "0",
    "1",
    "-1",
    "2",
    "7",
    "100",
    "1000",
    "20000",
    "1000000",
    "30000000",
    "2147483647",
    "-2147483648",
    "1e12",
    "1e308",
    "0 / 0",
    "1 / 0",
    "-1 / 0",
    "0.5",
    "n1",
    "n1",
    "n2",
    "#s1",
    "#t1",
];

const TEXTS: &[&str] = &[
    "''",
    "'a'",
    "','",
    "'x,y,z'",
    "'%d %s %*'",
    "'z'",
    "'i4s2'",
    "'c1000000'",
    "'\\xff\\x80\\x80'",
    "long",
    "longer",
    "longest",
    "s1",
    "s1",
    "s2",
    "s2",
    "s1 .. s2",
    "long .. 'b'",
];

const PATTERNS: &[&str] = &[
    "'a'",
    "'.-b'",
    "'a*a*a*a*b'",
    "'(a*)%1'",
    "'%b()'",
    "'%f[%w]%w+'",
    "'[a-z]*$'",
    "'()'",
    "''",
    "'a?a?a?a?aaaa'",
    "s1",
    "s2",
    "long",
    "('a*'):rep(60) .. 'b'",
];

const TABLES: &[&str] = &[
    "{}",
    "{ 1, 2, 3 }",
    "{ 3, 1, 2, 'x' }",
    "{ 1, nil, 3 }",
    "{ __index = t1 }",
    "{ __mode = 'v' }",
    "{ __lt = less }",
    "{ __concat = cheap }",
    "large",
    "words",
    "t1",
    "t1",
    "t2",
    "t2",
    "{ t1, t2 }",
    "table.create(10000, s1)",
];

const FUNCTIONS: &[&str] =
    &["cheap", "less", "deep", "busy", "asks", "text_of", "f1", "boom", "grows", "string.rep", "table.clone"];

/// The start of every script.
const BEGINNING: &str = "local main = {}
local HOW = ask('main.how', { rule = '1', prompt = 'How?' })
local Q = { game = nil :: any, side = nil :: any }
local function cheap(a, b) return b end
local function less(a, b) return (tonumber(a) or 0) < (tonumber(b) or 0) end
local function deep(a) return { deep(a) } end
local function busy() for at = 1, 20000 do local x = { at } end return 1 end
local function text_of(a) return tostring(a) end
local function boom() error({}) end
local function grows() local s = 'x' while true do s ..= s end end
";

struct Script {
    chance: Chance,
    text: String,
    /// Whether the script has a game to call.
    with_game: bool,
}

impl Script {
    fn argument(&mut self, kind: char) -> String {
        let kind = if self.chance.below(12) == 0 { ['s', 'p', 'n', 't', 'f'][self.chance.below(5)] } else { kind };
        let of = match kind {
            's' => TEXTS,
            'p' => PATTERNS,
            'n' => NUMBERS,
            't' => TABLES,
            'f' => FUNCTIONS,
            _ => return self.anything(),
        };
        let text = self.chance.one_of(of);
        if text == "asks" && !self.with_game { "cheap".to_owned() } else { text }
    }

    fn anything(&mut self) -> String {
        match self.chance.below(8) {
            0 => "nil".to_owned(),
            1 => "true".to_owned(),
            at => self.argument(['s', 's', 'n', 'n', 't', 'f'][at - 2]),
        }
    }

    fn call(&mut self) -> (String, String) {
        let (name, kinds) = CALLS[self.chance.below(CALLS.len())].split_once(':').expect("a name and kinds");
        let arguments: Vec<String> = kinds.chars().map(|kind| self.argument(kind)).collect();
        (name.to_owned(), arguments.join(", "))
    }

    fn statement(&mut self) {
        let (name, arguments) = self.call();
        let (a, b) = (["r1", "r2"][self.chance.below(2)], self.chance.below(5));
        let text = match self.chance.below(if self.with_game { 13 } else { 9 }) {
            0..=3 => format!("do local ok, r = pcall({name} :: any, {arguments}) if ok then keep(r) end count(ok) end"),
            4 => format!("{a} = ({name} :: any)({arguments}) keep({a})"),
            5 => format!(
                "for at = 1, {} do local ok, r = pcall({name} :: any, {arguments}) keep(r) end",
                [3, 100, 5000, 1000000][b % 4]
            ),
            6 => format!("do local ok, r = xpcall({name} :: any, text_of, {arguments}) keep(r) count(ok) end"),
            7 => format!("s2 ..= s1 .. tostring({a}) count(#s2 > 100)"),
            8 => {
                let deeper = [
                    "deep(1)",
                    "grows()",
                    "f1()",
                    "t1[1]()",
                    "string.gsub('a', 'a', deep)",
                    "table.sort({ 2, 1 }, deep)",
                ][self.chance.below(6)];
                format!("do local ok = pcall(function() {deeper} end) count(ok) end")
            }
            9 => "n1 = game:roll('1d6', 'chance')".to_owned(),
            10 => "count(game:choose(side, HOW, { 'x', 'y' }) == 'x')".to_owned(),
            11 => {
                format!("count(pcall({name} :: any, {arguments})) count(game:choose(side, HOW, {{ 'x', 'y' }}) == 'y')")
            }
            _ => format!(
                "do local ok = pcall(string.gsub :: any, 'aa', 'a', asks) count(ok) n2 += game:choose_number(side, \
                 HOW, {{ min = {b}, max = 9 }}) or 0 end"
            ),
        };
        let _ = writeln!(self.text, "\t{text}");
    }

    fn body(&mut self, name: &str) {
        self.with_game = name == "main.attack";
        let _ = writeln!(self.text, "function {name}(game: any, side: any)\n\tlocal counted = 0");
        self.text += "\tlocal n1: any, n2: any, s1: any, s2: any = 3, 5, 'ab', 'a,b'\n\tlocal t1: any, t2: any, f1: \
            any = { 1, 2 }, {}, cheap\n";
        self.text += "\tlocal r1: any, r2: any = nil, nil\n\tlocal long, longer, longest = ('a'):rep(20000), \
            ('ab,'):rep(100000), ('a'):rep(1000000)\n";
        self.text += "\tlocal large, words = table.create(100000, 1), ('b a c '):rep(2000):split(' ')\n";
        self.text += "\tlocal function count(ok) counted = (counted * 31 + (if ok then 7 else 3)) % 100003 end\n";
        self.text += "\tlocal function asks() return game:choose(side, HOW, { 'x', 'y' }) end\n";
        self.text += "\tlocal function keep(r: any)\n\t\tlocal kind = type(r)\n\t\tif kind == 'string' then s1, s2 = \
            s2, r counted = (counted * 31 + #r) % 100003\n";
        self.text += "\t\telseif kind == 'number' and math.abs(r) < 1e9 then n1, n2 = n2, r counted = (counted + r // \
            1 % 1000) % 100003\n";
        self.text += "\t\telseif kind == 'table' then t1, t2 = t2, r counted = (counted * 31 + #r) % 100003\n\
            \t\telseif kind == 'function' then f1 = r end\n\tend\n";
        for _ in 0..2 + self.chance.below(9) {
            self.statement();
        }
        if self.with_game {
            self.text += "\tgame:set('reserves', counted)\n";
        }
        self.text += "end\n";
    }
}

fn script(seed: u64) -> String {
    let mut script = Script { chance: Chance(seed), text: BEGINNING.to_owned(), with_game: false };
    if seed.is_multiple_of(3) {
        script.body("main.load");
        script.text += "main.load()\n";
    }
    script.body("main.attack");
    script.text + "return main\n"
}

/// The end of a game: its hash, and the message and line of an error. Where the clock stops a script depends on the
/// machine.
type End = (StateHash, Option<(String, Option<usize>)>);

fn end(game: &Game<Pause>, error: Option<ScriptError>) -> End {
    let line = |error: &ScriptError| error.line.filter(|_| !error.message.starts_with("ran for too long"));
    (game.table.hash(), error.map(|error| (error.message.clone(), line(&error))))
}

fn game(host: &Host, service: Service) -> Game<Pause> {
    Game::new(Arc::new(content(&["main.attack"])), host.questions(), 7, service)
}

/// Plays a game as `sim` does: players answer at once, and nothing is recorded.
fn simulated(host: &mut Host) -> End {
    let mut game = game(host, Service::BARE);
    game.table.players = vec![Some(Box::new(First)), Some(Box::new(First))];
    let result = game.advance(host);
    end(&game, result.err())
}

/// Plays a game as `play` and `serve` do: each answer comes from outside. Also returns the journal.
fn played(host: &mut Host) -> (End, Vec<Entry>) {
    let mut game = game(host, Service::FULL);
    let mut result = game.advance(host);
    while let Ok(Status::Waiting) = result {
        let answer = first_answer(&game.table.pending().expect("somebody is asked").decision());
        result = match fixture::answer(&mut game, host, answer) {
            Ok(status) => Ok(status),
            Err(AnswerError::Fault(error)) => Err(error),
            Err(AnswerError::Refused(refusal)) => panic!("{refusal}"),
        };
    }
    let error = result.err();
    // A failed game waits at its last answer; the phase it has left is compared instead.
    if error.is_some() {
        game.table.rewind();
    }
    (end(&game, error), game.table.journal().to_vec())
}

/// Replays a journal, as when a save is opened.
fn replayed(host: &mut Host, journal: Vec<Entry>) -> End {
    let mut game = game(host, Service::FULL).resume(journal).expect("a journal of this game");
    let result = game.advance(host);
    end(&game, result.err())
}

/// The time of the longest run.
#[derive(Default)]
struct Longest(Duration);

impl Longest {
    fn of<T>(&mut self, run: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let result = run();
        self.0 = self.0.max(start.elapsed());
        result
    }
}

fn run(seed: u64, longest: &mut Longest) -> Result<(), String> {
    let files: [ScriptFile; 1] = [file("main", &script(seed))];
    let load = || Host::load(files.clone().into());
    let mut host = match (longest.of(load), load()) {
        (Ok(host), Ok(_)) => host,
        (Err(one), Err(other)) if one == other => return Ok(()),
        (one, other) => return Err(format!("loaded once and failed once: {:?} {:?}", one.err(), other.err())),
    };
    let first = longest.of(|| simulated(&mut host));
    let again = longest.of(|| simulated(&mut host));
    let mut fresh = load().expect("it has been loaded before");
    let (played, journal) = longest.of(|| played(&mut fresh));
    let same = |other: &End, how: &str| {
        if first == *other { Ok(()) } else { Err(format!("simulated: {first:?}\n{how}: {other:?}")) }
    };
    same(&again, "simulated again on the same machine")?;
    same(&played, "played")?;
    if first.1.is_none() {
        same(&replayed(&mut load().expect("it has been loaded before"), journal), "played again from its journal")?;
    }
    Ok(())
}

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok()?.parse().ok()
}

/// The results of a share of the scripts: those that differ, and the one with the longest run.
struct Tried {
    failed: Vec<String>,
    slowest: (Duration, u64),
}

fn try_scripts(seeds: impl Iterator<Item = u64>) -> Tried {
    let mut tried = Tried { failed: Vec::new(), slowest: (Duration::ZERO, 0) };
    for seed in seeds {
        let mut longest = Longest::default();
        if let Err(problem) = run(seed, &mut longest) {
            tried.failed.push(format!("script {seed}\n{problem}"));
        }
        tried.slowest = tried.slowest.max((longest.0, seed));
    }
    tried
}

#[test]
fn generated_scripts_end_and_end_alike_however_they_are_run() {
    let first = number("GROGNARD_FIRST_SCRIPT").unwrap_or(0);
    let count = number("GROGNARD_SCRIPTS").unwrap_or(SCRIPTS);
    let parts = std::thread::available_parallelism().map_or(1, usize::from);
    let tried: Vec<Tried> = std::thread::scope(|scope| {
        let seeds = (first..first + count).chain(FOUND);
        let part = |part| {
            let seeds = seeds.clone().skip(part).step_by(parts);
            scope.spawn(move || try_scripts(seeds))
        };
        let running: Vec<_> = (0..parts).map(part).collect();
        running.into_iter().map(|thread| thread.join().expect("no script makes the host panic")).collect()
    });
    let slowest = tried.iter().map(|tried| tried.slowest).max();
    let failed: Vec<&str> = tried.iter().flat_map(|tried| tried.failed.iter().map(String::as_str)).collect();
    eprintln!("{count} scripts; the longest run and its script: {slowest:?}");
    if let (Some(_), 1) = (number("GROGNARD_FIRST_SCRIPT"), count) {
        eprintln!("{}", script(first));
    }
    assert!(failed.is_empty(), "{} of {count} differ:\n{}", failed.len(), failed.join("\n\n"));
}
