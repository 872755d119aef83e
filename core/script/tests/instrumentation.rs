//! Tests instrumentation: the costs of functions, and the lines run. Recording does not affect the scripts.

use grognard_engine::table::{Service, Table};
use grognard_script::{FunctionCost, Host, Instrumentation, Item, ProfileData, ScriptFile};
use grognard_testing::small_battle::content;
use std::sync::Arc;

const RULES: &str = "\
local rules = {}

local function leaf(game: Game, unit: Unit): number
\tlocal words = {}
\tfor at = 1, 100 do
\t\twords[at] = { unit.steps }
\tend
\treturn #words
end

function rules.twice(game: Game): number
\tlocal sum = 0
\tfor unit in game:units():each() do
\t\tsum += leaf(game, unit)
\tend
\tif sum < 0 then
\t\treturn rules.never(game)
\tend
\treturn sum + rules.down(game, 3)
end

function rules.down(game: Game, left: number): number
\treturn if left == 0 then 0 else rules.down(game, left - 1)
end

function rules.never(game: Game): number
\treturn leaf(game, nil :: any)
end

return rules
";

fn host(note: Instrumentation) -> Host {
    let file = ScriptFile::new("rules.luau".into(), "rules".into(), RULES.into(), false);
    Host::noting(Arc::new([file]), note).unwrap_or_else(|errors| panic!("{errors:?}"))
}

fn run(host: &mut Host) -> f64 {
    let mut table = Table::new(Arc::new(content(&[])), grognard_engine::game::Rules::questions(host), 1, Service::BARE);
    match host.look("rules.twice", Vec::new(), &mut table) {
        Ok(Item::Number(number)) => number,
        other => panic!("{other:?}"),
    }
}

fn function<'a>(costs: &'a ProfileData, name: &str) -> &'a FunctionCost {
    costs
        .functions
        .iter()
        .find(|function| function.name.as_deref() == Some(name))
        .unwrap_or_else(|| panic!("{name}: {costs:#?}"))
}

#[test]
fn costs_are_those_of_the_function_that_runs() {
    let mut host = host(Instrumentation::Costs);
    assert_eq!([run(&mut host), run(&mut host)], [600.0, 600.0]);
    let costs = host.costs();
    let [twice, leaf, down] = ["rules.twice", "leaf", "rules.down"].map(|name| function(&costs, name));
    assert_eq!((twice.calls, twice.from_engine, twice.line), (2, 2, 11));
    assert_eq!((leaf.calls, leaf.from_engine, leaf.line), (12, 0, 3));
    // A recursive function counts every call, but its time only once.
    assert_eq!(down.calls, 8);
    assert!(down.total.nanoseconds <= twice.total.nanoseconds);
    // A hundred fields and a hundred one-element tables per call, and none elsewhere.
    assert_eq!((leaf.own.crossings, down.own.crossings), (1200, 0));
    assert!((2400..2600).contains(&leaf.own.allocations), "{leaf:?}");
    assert!(leaf.own.bytes > 1200 * 16 && down.own.allocations == 0);
    // `game:units()`, `each()`, and a step for each unit and the end.
    assert_eq!(twice.own.crossings, 2 * (1 + 1 + 7));
    let methods: Vec<(&str, u64)> = costs.methods.iter().map(|method| (method.name, method.calls)).collect();
    assert_eq!(methods[0], ("steps", 1200));
    assert!(methods.contains(&("units", 2)) && methods.contains(&("each step of a loop", 14)), "{methods:?}");
    // The total cost of a function is no less than its parts, and the parts add up to the whole.
    assert!(twice.total.nanoseconds >= leaf.total.nanoseconds + down.total.nanoseconds);
    let own: u64 = costs.functions.iter().map(|function| function.own.crossings).sum();
    assert_eq!((own, costs.runs), (costs.all.crossings, 2));
}

#[test]
fn lines_that_are_never_run_are_known() {
    let mut host = host(Instrumentation::Lines);
    assert_eq!(run(&mut host), 600.0);
    let lines = host.lines();
    let file = &lines[0];
    let ran = |name: &str| {
        file.functions.iter().find(|function| function.name.as_deref() == Some(name)).expect("a function").ran()
    };
    assert_eq!(["rules.twice", "leaf", "rules.down", "rules.never"].map(ran), [true, true, true, false]);
    let twice = file.functions.iter().find(|function| function.line == 11).expect("a function");
    assert_eq!((twice.hits.get(&17), twice.hits.get(&14)), (Some(&0), Some(&6)));
    let leaf = file.functions.iter().find(|function| function.line == 3).expect("a function");
    assert!(leaf.hits[&6] >= 600 && !leaf.hits.contains_key(&9), "{leaf:?}");
}

#[test]
fn a_host_that_notes_nothing_has_nothing_to_tell() {
    let mut host = host(Instrumentation::Nothing);
    assert_eq!(run(&mut host), 600.0);
    assert_eq!((host.costs(), host.lines().len(), host.calls().len()), (ProfileData::default(), 0, 0));
}

#[test]
fn a_rule_without_an_end_is_stopped_whatever_is_noted() {
    let source = "local rules = {}\nfunction rules.forever()\n\twhile true do\n\tend\nend\nreturn rules";
    let stopped = |note: Instrumentation| {
        let file = ScriptFile::new("rules.luau".into(), "rules".into(), source.into(), false);
        let mut host = Host::noting(Arc::new([file]), note).expect("a host");
        let mut table =
            Table::new(Arc::new(content(&[])), grognard_engine::game::Rules::questions(&host), 1, Service::BARE);
        host.look("rules.forever", Vec::new(), &mut table).expect_err("a rule that is stopped")
    };
    let plain = stopped(Instrumentation::Nothing);
    assert!(plain.message.contains("too long") && plain.line == Some(3), "{plain:?}");
    assert_eq!(stopped(Instrumentation::Lines), plain);
    assert_eq!(stopped(Instrumentation::Calls), plain);
}
