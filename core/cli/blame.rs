//! `grognard blame`: lists the packs that set a value, or define and change a rule.

use crate::failure::Failure;
use crate::scenario_arg::ScenarioArg;
use crate::screen::Screen;
use grognard_packs::node::PatchedValue;
use grognard_packs::source::SourceSpan;
use grognard_packs::suggest::nearest;
use grognard_packs::{Blame, Diagnostic, SettledConflict};
use grognard_play::Battle;
use grognard_play::provenance::{self, DataMention, Passage, RuleFacts};
use serde::Serialize;
use serde_json::{Value, json};
use std::path::PathBuf;

/// Trace a value or rule to the packs that set or changed it, in order, with lines, reasons and earlier values.
#[derive(clap::Args)]
pub struct Args {
    /// Value or rule to trace: a path such as `units.unit["VII"].strength`, or a rule such as `combat.column`.
    #[arg(value_name = "PATH|RULE")]
    name: String,
    #[command(flatten)]
    which: ScenarioArg,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// Maximum length of a printed value, in characters. Longer values are truncated.
const MAX_VALUE: usize = 100;

impl Args {
    /// Prints the history of the value or rule.
    pub fn run(&self, roots: &[PathBuf], screen: &mut Screen) -> Result<(), Failure> {
        let battle = self.which.load(roots)?;
        let rules = provenance::rules(&battle)
            .map_err(|error| Failure::Wrong(grognard_play::diagnose(&[error], &battle.scripts)))?;
        if let Some(rule) = rules.iter().find(|rule| rule.rule == self.name) {
            let mentions = provenance::mentions(&battle, &rule.rule);
            return if self.json {
                screen.json(&RuleJson { rule, mentions })
            } else {
                screen.say(&describe_rule(rule, &mentions, screen))
            };
        }
        match battle.tree.blame(&self.name) {
            Ok(blame) if self.json => screen.json(&as_json(&self.name, &blame, &battle)),
            Ok(blame) => screen.say(&describe(&self.name, &blame, &battle, screen)),
            Err(lost) => Err(Failure::usage(with_rules(lost, &self.name, &rules, &battle))),
        }
    }
}

/// Creates the error for a name that is neither a path nor a rule; suggests a rule if the name looks like one.
fn with_rules(lost: Diagnostic, name: &str, rules: &[RuleFacts], battle: &Battle) -> Diagnostic {
    let first = name.split(['.', '[']).next().unwrap_or_default();
    let is_module = rules.iter().any(|rule| rule.rule.split('.').next() == Some(first));
    let near = nearest(name, rules.iter().map(|rule| rule.rule.as_str()));
    let is_root = battle.tree.root().get(first).is_some();
    match near {
        Some(rule) if !is_root => {
            Diagnostic::general("E531", format!("there is no rule `{name}`")).help(format!("did you mean `{rule}`?"))
        }
        None if is_module && !is_root => {
            let of_module =
                rules.iter().map(|rule| rule.rule.as_str()).filter(|rule| rule.split('.').next() == Some(first));
            let all: Vec<&str> = of_module.collect();
            Diagnostic::general("E531", format!("there is no rule `{name}`"))
                .help(format!("the rules of this module are {}", all.join(", ")))
        }
        _ => lost,
    }
}

#[derive(Serialize)]
struct RuleJson<'a> {
    #[serde(flatten)]
    rule: &'a RuleFacts,
    mentions: Vec<DataMention>,
}

fn describe_rule(rule: &RuleFacts, mentions: &[DataMention], screen: &Screen) -> String {
    let mut text = format!("{}\n", screen.bold(&rule.rule));
    let last = rule.changes.iter().rposition(|change| change.replaces);
    text += &passage(&rule.defined, "defines it", last.is_some(), screen);
    for (at, change) in rule.changes.iter().enumerate() {
        let how = if change.replaces { "replaces it" } else { "wraps it" };
        text += &passage(&change.by, how, last.is_some_and(|last| at < last), screen);
    }
    for mention in mentions {
        text += &format!("  {}:{}  {}\n", mention.file, mention.line, screen.dim(&format!("used by {}", mention.path)));
    }
    text
}

fn passage(passage: &Passage, how: &str, is_gone: bool, screen: &Screen) -> String {
    let gone = if is_gone { " (replaced below; this code no longer runs)" } else { "" };
    let comment =
        if passage.comment.is_empty() { String::new() } else { format!("      {}\n", screen.dim(&passage.comment)) };
    format!("  {}:{}  {} {how}{gone}\n{comment}", passage.file, passage.line, passage.pack)
}

fn describe(path: &str, blame: &Blame, battle: &Battle, screen: &Screen) -> String {
    let mut text = format!("{} = {}\n", screen.bold(path), short(&blame.value));
    let (value, place) = match blame.history.first().and_then(|change| change.before.as_ref()) {
        Some((value, place)) => (value.as_str(), place),
        None => (blame.value.as_str(), &blame.place),
    };
    let pack = battle.tree.pack_of(place);
    text += &match blame.history.is_empty() {
        true => format!("  {}  {pack} sets it\n", place_text(place)),
        false => format!("  {}  {pack} sets {}\n", place_text(place), short(value)),
    };
    for SettledConflict { change, by } in &blame.settled {
        text += &format!(
            "  {}  {} `{}` {}, overridden by {by}\n",
            place_text(&change.place),
            change.pack,
            change.op,
            change.at
        );
        change.why.iter().for_each(|why| text += &format!("      {}\n", screen.dim(why)));
    }
    blame.history.iter().for_each(|change| text += &change_line(None, change, screen));
    for (title, changes) in
        [("changes to enclosing values", &blame.around), ("changes to nested values", &blame.inside)]
    {
        if !changes.is_empty() {
            text += &format!("  {title}:\n");
            changes.iter().for_each(|(path, change)| text += &change_line(Some(path), change, screen));
        }
    }
    text + &option_value(path, battle).map(|value| format!("  in force: {value}\n")).unwrap_or_default()
}

/// Returns the current value of an option.
fn option_value(path: &str, battle: &Battle) -> Option<String> {
    let name = path.strip_prefix("options.")?.split('.').next()?;
    serde_json::to_string(battle.tree.option(name)?).ok()
}

fn change_line(path: Option<&String>, change: &PatchedValue, screen: &Screen) -> String {
    let before = match (&change.before, change.op) {
        (Some((value, _)), "remove") => format!(", was {}", short(value)),
        (Some((value, _)), _) => format!(", previously {}", short(value)),
        (None, _) => String::new(),
    };
    let why = change.why.as_ref().map(|why| format!("      {}\n", screen.dim(why))).unwrap_or_default();
    let path = path.filter(|path| **path != change.at).map(|path| format!(" ({path})")).unwrap_or_default();
    format!("  {}  {} `{}` {}{path}{before}\n{why}", place_text(&change.place), change.pack, change.op, change.at)
}

fn place_text(place: &SourceSpan) -> String {
    format!("{}:{}", place.source.name, place.line_column().0)
}

fn short(value: &str) -> String {
    match value.chars().count() > MAX_VALUE {
        true => value.chars().take(MAX_VALUE).chain("…".chars()).collect(),
        false => value.to_owned(),
    }
}

fn as_json(path: &str, blame: &Blame, battle: &Battle) -> Value {
    let change = |path: Option<&String>, change: &PatchedValue| {
        json!({
            "path": path,
            "at": change.at,
            "op": change.op,
            "pack": change.pack,
            "file": change.place.source.name,
            "line": change.place.line_column().0,
            "why": change.why,
            "before": change.before.as_ref().map(|(value, _)| value),
            "before_file": change.before.as_ref().map(|(_, place)| &place.source.name),
            "before_line": change.before.as_ref().map(|(_, place)| place.line_column().0),
        })
    };
    let all = |changes: &[(String, PatchedValue)]| {
        changes.iter().map(|(path, one)| change(Some(path), one)).collect::<Vec<_>>()
    };
    json!({
        "path": path,
        "value": blame.value,
        "pack": blame.pack,
        "file": blame.place.source.name,
        "line": blame.place.line_column().0,
        "in_force": option_value(path, battle),
        "history": blame.history.iter().map(|one| change(None, one)).collect::<Vec<_>>(),
        "around": all(&blame.around),
        "inside": all(&blame.inside),
        "settled": blame.settled.iter().map(|one| json!({ "change": change(None, &one.change), "by": one.by })).collect::<Vec<_>>(),
    })
}
