//! Scripts that are malicious or careless. Each file of `hostile/` declares in its first lines what must happen:
//!
//! ```text
//! -- when: load | run | look        when it does its harm
//! -- expect: text                   part of the error, or `ok` if it is harmless and says so itself
//! -- line: 7 or 9                   the line of the error
//! -- clock                          it is stopped by the clock, which takes a while
//! ```
//!
//! Whatever they try ends within seconds, in an error with its location; the game is unchanged and the host can go on.

use crate::fixture::{self, file, game, load_errors, table};
use grognard_engine::game::Rules;
use grognard_engine::state::VariableOwner;
use grognard_script::{Host, Item, ScriptError, ScriptFile};
use grognard_testing::number;
use grognard_testing::small_battle::{RED, first_answer};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

const GOOD: &str = "local good = {}
function good.ok(game: Game, side: Side)
	game:set('reserves', #game:units())
end
return good";

/// The header of a hostile file.
struct Case {
    name: String,
    source: String,
    when: String,
    expect: String,
    clock: bool,
    /// The allowed lines.
    lines: Vec<usize>,
}

impl Case {
    fn read(path: &Path) -> Case {
        let source = String::from_utf8_lossy(&std::fs::read(path).unwrap()).into_owned();
        let header =
            |key: &str| source.lines().find_map(|line| line.strip_prefix(&format!("-- {key}: "))).map(str::to_owned);
        Case {
            name: path.file_stem().unwrap().to_string_lossy().into_owned(),
            when: header("when").unwrap_or_else(|| panic!("{}: when?", path.display())),
            expect: header("expect").unwrap_or_else(|| panic!("{}: expect?", path.display())),
            lines: header("line")
                .map(|lines| lines.split(" or ").map(|line| line.parse().unwrap()).collect())
                .unwrap_or_default(),
            clock: source.lines().any(|line| line == "-- clock"),
            source,
        }
    }

    fn files(&self) -> [ScriptFile; 2] {
        [file("main", &self.source), file("good", GOOD)]
    }

    fn run(&self) {
        match self.when.as_str() {
            "load" => self.check(load_errors(&self.files()).first()),
            "run" => {
                self.run_in_game();
                if !self.clock {
                    self.run_quickly();
                }
            }
            "look" => self.look(),
            other => panic!("{}: `{other}` is no time to do harm", self.name),
        }
    }

    fn host(&self) -> Host {
        Host::load(self.files().into())
            .unwrap_or_else(|errors| panic!("{} does not load: {}", self.name, fixture::all(&errors)))
    }

    /// Runs the case in a game with players who do not answer at once, and so in a coroutine.
    fn run_in_game(&self) {
        let mut host = self.host();
        let mut game = game(&host, &["main.attack"]);
        let before = game.table.hash();
        let mut result = game.advance(&mut host);
        while result.is_ok() && game.table.pending().is_some() {
            let answer = first_answer(&game.table.pending().unwrap().decision());
            result = match fixture::answer(&mut game, &mut host, answer) {
                Ok(status) => Ok(status),
                Err(grognard_engine::game::AnswerError::Fault(error)) => Err(error),
                Err(grognard_engine::game::AnswerError::Refused(refusal)) => panic!("{}: {refusal}", self.name),
            };
        }
        self.check(result.as_ref().err());
        if result.is_err() {
            assert_eq!(game.table.hash(), before, "{}: the game has changed", self.name);
        }
        self.goes_on(&mut host);
    }

    /// Runs the case at a table where all players answer at once.
    fn run_quickly(&self) {
        let mut host = self.host();
        let result = host.run("main.attack", &mut table(&host, true));
        self.check(result.err().as_ref());
        self.goes_on(&mut host);
    }

    fn look(&self) {
        let mut host = self.host();
        let mut table = table(&host, false);
        let before = table.hash();
        let result = host.look("main.attack", vec![Item::Side(RED)], &mut table);
        self.check(result.err().as_ref());
        assert_eq!(table.hash(), before, "{}: the game has changed", self.name);
        self.goes_on(&mut host);
    }

    /// Checks that the host can run another rule and has its memory back.
    fn goes_on(&self, host: &mut Host) {
        let mut table = table(host, true);
        if let Err(error) = host.run("good.ok", &mut table) {
            panic!("{}: the host cannot go on: {error}", self.name);
        }
        assert_eq!(number(&table.content, &table.state, VariableOwner::Game, "reserves"), 6, "{}", self.name);
        assert!(host.memory() < 8 << 20, "{}: {} bytes are still used", self.name, host.memory());
    }

    fn check(&self, error: Option<&ScriptError>) {
        let Some(error) = error else {
            assert_eq!(self.expect, "ok", "{}: nothing was refused", self.name);
            return;
        };
        let text = error.to_string();
        assert!(error.message.contains(&self.expect), "{}: expected `{}`\n{text}", self.name, self.expect);
        assert!(text.len() < 5000, "{}: the error is {} characters long", self.name, text.len());
        assert!(!text.contains("0x"), "{}: an address\n{text}", self.name);
        for internal in ["prelude", "[C]", "stack traceback", "runtime error"] {
            assert!(!text.contains(internal), "{}: `{internal}` is ours\n{text}", self.name);
        }
        assert_eq!(error.file.as_deref(), Some("scripts/main.luau"), "{}\n{text}", self.name);
        assert!(
            error.line.is_some_and(|line| self.lines.contains(&line)),
            "{}: not at {:?}\n{text}",
            self.name,
            self.lines
        );
    }
}

fn cases() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hostile");
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

/// Runs every other case; the two halves run in parallel.
fn stop(half: usize) {
    let only = std::env::var("HOSTILE").unwrap_or_default();
    let mut failed = Vec::new();
    for path in cases().into_iter().filter(|path| path.to_string_lossy().contains(&only)).skip(half).step_by(2) {
        let case = Case::read(&path);
        let start = Instant::now();
        eprintln!("{}", case.name);
        let result = std::panic::catch_unwind(|| case.run());
        let took = start.elapsed();
        if result.is_err() {
            failed.push(case.name.clone());
        }
        eprintln!("    {took:?}");
        assert!(took < Duration::from_secs(120), "{} takes {took:?}", case.name);
    }
    assert!(failed.is_empty(), "{failed:#?}");
}

#[test]
fn every_hostile_script_is_stopped() {
    stop(0);
}

#[test]
fn every_other_hostile_script_is_stopped() {
    stop(1);
}

/// Checks sources that are hard on parsers; they are too long to be kept as files.
#[test]
fn sources_that_go_too_deep_or_too_far_are_refused() {
    let nested = |open: &str, inside: &str, close: &str, depth: usize| {
        format!("{}{inside}{}", open.repeat(depth), close.repeat(depth))
    };
    let sources = [
        ("parentheses", format!("return {}", nested("(", "1", ")", 5000))),
        ("tables", format!("return {}", nested("{", "1", "}", 5000))),
        ("functions", format!("return {}", nested("function() return ", "1", " end", 5000))),
        ("blocks", nested("do ", "", " end", 5000)),
        ("operators", format!("return 1{}", "+1".repeat(20000))),
        ("concatenation", format!("return ''{}", "..''".repeat(20000))),
        ("negation", format!("return {}1", "not ".repeat(20000))),
        ("branches", format!("if nil then {} end", "elseif nil then ".repeat(20000))),
        ("if expressions", format!("return {}1", "if nil then 1 else ".repeat(20000))),
        ("types", format!("type T = {}", nested("{", "number", "}", 5000))),
        ("function types", format!("type T = {}number", "() -> ".repeat(20000))),
        ("fields", format!("local a: any = nil\nreturn a{}", ".a".repeat(20000))),
        ("calls", format!("local a: any = nil\nreturn a{}", "()".repeat(20000))),
        ("interpolation", format!("return {}1{}", "`{".repeat(5000), "}`".repeat(5000))),
        ("locals", "local a = 1\n".repeat(300)),
        (
            "constants in one table",
            format!("return {{ {} }}", (0..70000).map(|n| format!("k{n} = {n}.5,")).collect::<String>()),
        ),
        ("size", format!("{}\nreturn {{}}", "-- nothing\n".repeat(120_000))),
    ];
    for (name, source) in sources {
        let start = Instant::now();
        let result = Host::load([file("main", &source)].into());
        assert!(start.elapsed() < Duration::from_secs(60), "{name} takes {:?}", start.elapsed());
        match result {
            Ok(_) => assert_eq!(name, "constants in one table", "only large, not deep"),
            Err(errors) => {
                let text = errors[0].to_string();
                assert!(errors[0].line.is_some() && errors[0].file.is_some() && text.len() < 2000, "{name}: {text}");
            }
        }
    }
}

#[test]
fn what_scripts_find_is_exactly_this() {
    let source = "local main = {}
function main.attack(game: Game)
	local names = ''
	for name, value in pairs(_G) do
		names ..= name .. ' '
		if type(value) == 'table' and name ~= '_G' then
			for member in pairs(value) do
				names ..= `{name}.{member} `
			end
		end
	end
	game:log('0', names:sub(1, 1000))
	game:log('0', names:sub(1001))
end
return main";
    let mut host = fixture::host(&[file("main", source)]);
    let mut table = table(&host, true);
    host.run("main.attack", &mut table).map(drop).unwrap();
    let names: String = table.events().iter().map(|event| event.text.clone()).collect();
    let lines: Vec<String> =
        names.split_whitespace().collect::<Vec<_>>().chunks(10).map(|line| line.join(" ")).collect();
    insta::assert_snapshot!(lines.join("\n"));
}
