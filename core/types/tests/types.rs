//! Tests that correct scripts are accepted, and that every wrong use of the scripting API is reported at its place.

#![cfg(any(not(target_os = "linux"), target_arch = "x86", target_arch = "x86_64"))]

use grognard_script::stubs;
use grognard_types::{File, TIME_LIMIT_PER_FILE, TypeCheckRequest, check, diagnose};
use std::path::Path;
use std::time::Duration;

fn request(files: Vec<File>) -> TypeCheckRequest {
    TypeCheckRequest { definitions: stubs(Some(&["strength".to_owned(), "movement".to_owned()]), false), files }
}

fn complaints(files: Vec<File>) -> Vec<grognard_packs::Diagnostic> {
    let request = request(files);
    diagnose(check(&request, TIME_LIMIT_PER_FILE), &request)
}

fn module(name: &str, source: impl Into<String>) -> File {
    File { path: format!("{name}.luau"), module: Some(name.to_owned()), source: source.into() }
}

fn read(path: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

fn zoc() -> File {
    module("std/zoc", read("../../scripts/std/zoc.luau"))
}

#[test]
fn what_modders_write_gives_no_complaint() {
    let files = vec![
        module("idioms", read("tests/idioms.luau")),
        zoc(),
        File { path: "mod.luau".into(), module: None, source: read("tests/mod.luau") },
    ];
    let found = complaints(files);
    assert!(found.is_empty(), "{}", grognard_packs::render(&found, false));
}

#[test]
fn every_mistake_is_explained() {
    let text = grognard_packs::render(&complaints(vec![module("mistakes", read("tests/mistakes.luau")), zoc()]), false);
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mistakes.txt");
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&file, &text).unwrap();
    }
    assert_eq!(text, std::fs::read_to_string(&file).unwrap_or_default());
}

#[test]
fn what_is_put_around_rules_must_fit_them() {
    let change = File { path: "mod.luau".into(), module: None, source: read("tests/around.luau") };
    let text = grognard_packs::render(&complaints(vec![module("fight", read("tests/fight.luau")), change]), false);
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/around.txt");
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&file, &text).unwrap();
    }
    assert_eq!(text, std::fs::read_to_string(&file).unwrap_or_default());
}

#[test]
fn a_module_that_is_broken_is_no_trouble_for_the_checker() {
    for source in [
        "",
        "local",
        "return",
        "\u{0}",
        "function function",
        "return require('broken')",
        "--!strict\nlocal x: { x: typeof(x) } = nil",
    ] {
        let request = request(vec![module("broken", source), zoc()]);
        diagnose(check(&request, TIME_LIMIT_PER_FILE), &request);
    }
    let deep = format!("return {}1{}", "(".repeat(200), ")".repeat(200));
    assert!(complaints(vec![module("deep", deep)]).is_empty());
}

#[test]
fn a_checker_that_fails_is_one_warning() {
    let request = TypeCheckRequest { definitions: "declare class".into(), files: vec![zoc()] };
    let found = diagnose(check(&request, TIME_LIMIT_PER_FILE), &request);
    assert_eq!(
        found.iter().map(|found| (found.code, found.severity)).collect::<Vec<_>>(),
        [("W319", grognard_packs::Severity::Warning)]
    );
}

#[test]
fn a_file_that_takes_too_long_is_one_warning() {
    let rule = |at: usize| {
        format!(
            "function t.f{at}(game: Game, u: Unit?): number\n\tif u then return u.steps end\n\treturn t.f{}(game, u)\n\
             end\n",
            at / 2
        )
    };
    let source = format!("--!strict\nlocal t = {{}}\n{}return t\n", (0..6000).map(rule).collect::<String>());
    let request = request(vec![module("long", source)]);
    let found = diagnose(check(&request, Duration::from_millis(10)), &request);
    assert!(found.iter().map(|found| found.code).eq(["W319"]), "{}", grognard_packs::render(&found, false));
}

/// A method or field, as declared.
struct Member {
    class: String,
    name: String,
    parameters: Option<Vec<(String, String)>>,
    result: String,
}

fn members() -> Vec<Member> {
    let (mut found, mut class) = (Vec::new(), String::new());
    for line in stubs(Some(&["strength".to_owned()]), false).lines().filter(|line| !line.starts_with("\tfunction __")) {
        if let Some(name) = line.strip_prefix("declare class ") {
            class = name.to_owned();
        } else if line == "end" {
            class.clear();
        } else if let Some(method) = line.strip_prefix("\tfunction ") {
            let (name, rest) = method.split_once("(self").unwrap();
            let (parameters, result) = rest.split_once("): ").unwrap();
            let parameters = parameters.trim_start_matches(", ").split(", ").filter(|parameter| !parameter.is_empty());
            let parameters = parameters
                .map(|parameter| parameter.split_once(": ").unwrap())
                .map(|(a, b)| (a.to_owned(), b.to_owned()));
            let parameters = Some(parameters.collect());
            found.push(Member { class: class.clone(), name: name.to_owned(), parameters, result: result.to_owned() });
        } else if class.is_empty() {
            // A field of a table of options.
        } else if let Some((name, kind)) =
            line.strip_prefix('\t').filter(|line| !line.starts_with("--")).and_then(|line| line.split_once(": "))
        {
            found.push(Member {
                class: class.clone(),
                name: name.to_owned(),
                parameters: None,
                result: kind.to_owned(),
            });
        }
    }
    assert!(found.len() > 80, "{}", found.len());
    found
}

/// Returns the alternatives of a type such as `(Side | {Side})?`.
fn alternatives(kind: &str) -> Vec<&str> {
    let kind = kind.trim_end_matches('?');
    kind.strip_prefix('(').and_then(|kind| kind.strip_suffix(')')).unwrap_or(kind).split(" | ").collect()
}

/// Returns a value of a type, or of one of its alternatives.
fn right(kind: &str) -> &'static str {
    match alternatives(kind)[0] {
        "string" => "\"x\"",
        "number" => "1",
        "boolean" => "true",
        "Question" => "Q",
        "{string}" => "{ \"x\" }",
        "{Spot}" => "{ spot }",
        "{Side}" => "{ side }",
        "any" | "Options" => "{ unit }",
        "ReachOptions" => "{ costs = \"x\", points = 1, one_step = true }",
        "AwayOptions" => "{ steps = 2, away_from = spaces, through = spaces, full = spaces, notice = spaces }",
        "GroundOptions" => "{ costs = \"x\", points = 1, ground = units }",
        "Rectangle" => "{ left = 1, top = 1, right = 2, bottom = 2 }",
        "Bounds" => "{ min = 1, max = 2 }",
        "{SecretQuestion}" => "{ { side = side, question = Q, options = { unit }, bounds = { min = 1, max = 2 } } }",
        "Shares" => "{ total = 3, max = 2 }",
        "StackLimit" => "{ property = \"x\", max = 3 }",
        "AttackOptions" => "{ target = Q, attackers = Q, link = \"x\", targets = units, units = units }",
        "MarchOptions" => "{ units = units, which = Q, goal = Q, costs = \"x\", points = 1 }",
        class => VALUES
            .iter()
            .find(|value| value.1 == class)
            .map(|value| value.0)
            .unwrap_or_else(|| panic!("no value of type {class}")),
    }
}

const VALUES: [(&str, &str); 14] = [
    ("game", "Game"),
    ("side", "Side"),
    ("unit", "Unit"),
    ("space", "Space"),
    ("units", "Units"),
    ("spaces", "Spaces"),
    ("chart", "Chart"),
    ("column", "Column"),
    ("march", "March"),
    ("forecast", "Forecast"),
    ("refusal", "Refusal"),
    ("spot", "Spot"),
    ("region", "Region"),
    ("Q", "Question"),
];

/// Returns a value that does not have a type; `None` if every value has it.
fn wrong(kind: &str) -> Option<&'static str> {
    let kinds = alternatives(kind);
    let others = [("string", "\"x\""), ("number", "1"), ("Side", "side")];
    if ["any", "Options"].contains(&kinds[0]) {
        None
    } else {
        others.iter().find(|(other, _)| !kinds.contains(other)).map(|(_, value)| *value)
    }
}

impl Member {
    fn receiver(&self) -> &'static str {
        VALUES.iter().find(|value| value.1 == self.class).unwrap().0
    }

    fn call(&self, name: &str, arguments: &[&str]) -> String {
        format!("{}:{name}({})", self.receiver(), arguments.join(", "))
    }

    /// Returns correct uses of the member.
    fn right(&self) -> Vec<String> {
        let Some(parameters) = &self.parameters else {
            return vec![format!("local _x: {} = {}.{}", self.result, self.receiver(), self.name)];
        };
        let all: Vec<&str> = parameters
            .iter()
            .map(|(name, kind)| if (name.as_str(), kind.as_str()) == ("...", "any") { "unit" } else { right(kind) })
            .collect();
        let needed = parameters
            .iter()
            .rposition(|(name, kind)| !kind.ends_with('?') && name != "...")
            .map_or(0, |last| last + 1);
        vec![self.statement(&self.call(&self.name, &all)), self.statement(&self.call(&self.name, &all[..needed]))]
    }

    fn statement(&self, call: &str) -> String {
        match self.result.as_str() {
            "()" => call.to_owned(),
            result if result.starts_with('(') && !result.contains("->") => format!("local _x, _y = {call}"),
            result => format!("local _x: {result} = {call}"),
        }
    }

    /// Returns wrong uses of the member, each with the part that must be marked.
    fn wrong(&self) -> Vec<(String, String)> {
        let misspelt = format!("{}e", self.name);
        let Some(parameters) = &self.parameters else {
            let other = if self.result.starts_with("number") { "string" } else { "number" };
            let read = format!("{}.{}", self.receiver(), self.name);
            return vec![
                (format!("local _x = {}.{misspelt}", self.receiver()), misspelt),
                (format!("local _x: {other} = {read}"), read),
            ];
        };
        let all: Vec<&str> = parameters
            .iter()
            .map(|(name, kind)| if (name.as_str(), kind.as_str()) == ("...", "any") { "unit" } else { right(kind) })
            .collect();
        let mut found = vec![(self.call(&misspelt, &all), misspelt.clone())];
        for (at, (_, kind)) in parameters.iter().enumerate() {
            let Some(value) = wrong(kind) else { continue };
            let mut arguments = all.clone();
            arguments[at] = value;
            found.push((self.call(&self.name, &arguments), value.to_owned()));
        }
        if !parameters.iter().any(|(name, _)| name == "...") {
            found.push((self.call(&self.name, &[&all[..], &["1"]].concat()), self.name.clone()));
        }
        if parameters.first().is_some_and(|(_, kind)| wrong(kind).is_some() && !kind.ends_with('?')) {
            found.push((self.call(&self.name, &[]), self.name.clone()));
        }
        found
    }
}

/// Creates a module with a single statement.
fn sample(number: usize, statement: &str) -> File {
    let parameters: Vec<String> =
        VALUES[..VALUES.len() - 1].iter().map(|(name, class)| format!("{name}: {class}")).collect();
    let head = "--!strict\nlocal m = {}\nlocal Q = ask(\"m.q\", { rule = \"1\", prompt = \"?\" })\n";
    let source = format!("{head}function m.f({})\n\t{statement}\n\treturn Q\nend\nreturn m\n", parameters.join(", "));
    module(&format!("sample{number}"), source)
}

#[test]
fn every_method_and_field_can_be_used() {
    let all: Vec<String> = members().iter().flat_map(Member::right).collect();
    let found = complaints(all.iter().enumerate().map(|(number, text)| sample(number, text)).collect());
    assert!(found.is_empty(), "{}", grognard_packs::render(&found, false));
}

#[test]
fn every_wrong_use_of_a_method_or_field_is_marked() {
    let all: Vec<(String, String)> = members().iter().flat_map(Member::wrong).collect();
    let found = complaints(all.iter().enumerate().map(|(number, (text, _))| sample(number, text)).collect());
    let missed = all.iter().enumerate().filter(|(number, (_, marked))| {
        let file = format!("sample{number}.luau");
        let source = sample(*number, &all[*number].0).source;
        !found
            .iter()
            .any(|found| found.file == file && found.line == 5 && source[found.span.clone()].contains(marked.as_str()))
    });
    let missed: Vec<&String> = missed.map(|(_, (text, _))| text).collect();
    assert!(missed.is_empty(), "{} of {}: {missed:#?}", missed.len(), all.len());
    assert!(all.len() > 250, "{}", all.len());
}

/// Calls that only their types distinguish.
#[test]
fn forms_of_version_0_1_are_named_with_what_to_write() {
    let source = "--!strict\nlocal m = {}\nfunction m.a(units: Units, near: number, one: Unit)\n\tfor unit in \
        units:each() do\n\t\tif unit:marked(\"x\") then\n\t\t\treturn units:within(near, one)\n\t\tend\n\tend\n\
        \treturn units:within(one, near)\nend\nreturn m\n";
    let request = TypeCheckRequest { definitions: stubs(Some(&[]), true), files: vec![module("m", source)] };
    let found = diagnose(check(&request, TIME_LIMIT_PER_FILE), &request);
    let told: Vec<_> = found.iter().map(|found| (found.line, found.help.as_deref().unwrap_or_default())).collect();
    let old = |old: &str, new: &str| format!("`{old}` is from version 0.1 of the scripting API; write `{new}`");
    let [mark, within] = [
        old("unit:marked(mark)", "unit:has_mark(mark)"),
        old("units:within(distance, of)", "units:within(of, distance)"),
    ];
    assert_eq!(told, [(5, mark.as_str()), (6, within.as_str()), (6, "")]);
}

/// If a system declares no properties, a missing method must not be mistaken for a number.
#[test]
fn methods_that_are_not_there_where_units_have_no_numbers() {
    let source = "--!strict\nlocal m = {}\nfunction m.a(unit: Unit)\n\tunit:removve()\n\tunit:steps()\nend\nreturn m\n";
    let request = TypeCheckRequest { definitions: stubs(Some(&[]), true), files: vec![module("m", source)] };
    let text = grognard_packs::render(&diagnose(check(&request, TIME_LIMIT_PER_FILE), &request), false);
    let expected = "\
error[E311]: `Unit` has no `removve`
 --> m.luau:4:2
  |
4 |     unit:removve()
  |     ^^^^^^^^^^^^
  |
  = help: did you mean `remove`?

error[E310]: `unit:steps` has the type `number` and cannot be called
 --> m.luau:5:2
  |
5 |     unit:steps()
  |     ^^^^^^^^^^
  |
  = help: this is a field, not a method: write `unit.steps`
";
    assert_eq!(text, expected);
}
