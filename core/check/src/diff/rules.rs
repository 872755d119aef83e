//! Differences between rules: functions that only one battle has, that mods change, or whose code differs.

use super::fact::{Difference, FactGroup, FactSection, Subject};
use grognard_engine::game::Rules;
use grognard_packs::path::join;
use grognard_play::Battle;
use grognard_play::provenance::{Passage, RuleFacts, rules};
use grognard_script::ScriptError;

/// Returns the paragraphs of the rulebooks.
pub(super) fn paragraphs(battle: &Battle) -> FactSection {
    let subjects = battle.system.paragraphs.iter().map(|paragraph| {
        let mut subject = Subject::new(
            "paragraph",
            &format!("{} of {}", paragraph.number, paragraph.pack),
            join("rulebook.paragraph", &paragraph.number),
        );
        subject.fact("title", "is about", format!("\"{}\"", paragraph.title), &*subject.path.clone());
        if let Some(reason) = &paragraph.not_enforced {
            subject.fact("reason", "is not enforced:", reason, join("rulebook.not_enforced", &paragraph.number));
        }
        subject
    });
    FactSection { group: FactGroup::Rules, subjects: subjects.collect() }
}

/// Returns the differences between the rules. An error is returned with the battle whose scripts caused it.
pub(super) fn compare<'a>(a: &'a Battle, b: &'a Battle) -> Result<Vec<Difference>, (&'a Battle, ScriptError)> {
    let facts = |battle: &'a Battle| rules(battle).map_err(|error| (battle, error));
    let (in_a, in_b) = (facts(a)?, facts(b)?);
    let mut found = Vec::new();
    for rule in &in_a {
        match in_b.iter().find(|other| other.rule == rule.rule) {
            Some(other) => found.extend(rule_differences(rule, other)),
            None => found.push(one_sided_rule(rule, "A")),
        }
    }
    found.extend(
        in_b.iter()
            .filter(|rule| in_a.iter().all(|other| other.rule != rule.rule))
            .map(|rule| one_sided_rule(rule, "B")),
    );
    found.extend(outside_of_rules((a, &in_a), (b, &in_b)));
    let questions =
        |battle: &'a Battle| battle.host().map(|host| section(&host.questions())).map_err(|error| (battle, error));
    found.extend(super::fact::compare(&questions(a)?, &questions(b)?));
    Ok(found)
}

/// Returns the comment above a function, introduced by a colon, or an empty string if there is none: `: 5.0 The
/// side that holds Moscow wins.`
fn passage_summary(passage: &Passage) -> String {
    if passage.comment.is_empty() { String::new() } else { format!(": {}", passage.comment) }
}

fn place(passage: &Passage) -> Option<String> {
    Some(format!("{}:{}", passage.file, passage.line))
}

fn one_sided_rule(rule: &RuleFacts, of: &str) -> Difference {
    let told = Difference::with_predicate(
        FactGroup::Rules,
        "rule",
        &rule.rule,
        format!("exists only in {of}{}", passage_summary(&rule.defined)),
        &rule.rule,
    );
    match of {
        "A" => Difference { at_a: place(&rule.defined), ..told },
        _ => Difference { at_b: place(&rule.defined), ..told },
    }
}

/// Returns the differences in one rule: first in its code, then in the changes that mods make.
fn rule_differences(a: &RuleFacts, b: &RuleFacts) -> Vec<Difference> {
    let mut found = Vec::new();
    let told = |predicate: String| Difference::with_predicate(FactGroup::Rules, "rule", &a.rule, predicate, &a.rule);
    if a.defined.text != b.defined.text {
        let places = Difference {
            at_a: place(&a.defined),
            at_b: place(&b.defined),
            ..told(format!("has different code{}", passage_summary(&b.defined)))
        };
        found.push(Difference { a: Some(a.defined.text.clone()), b: Some(b.defined.text.clone()), ..places });
    }
    let same = |x: &&grognard_play::provenance::RuleChange, y: &&grognard_play::provenance::RuleChange| {
        (x.replaces, &x.by.pack, &x.by.text) == (y.replaces, &y.by.pack, &y.by.text)
    };
    for (these, those, of) in [(&a.changes, &b.changes, "A"), (&b.changes, &a.changes, "B")] {
        for change in these.iter().filter(|change| !those.iter().any(|other| same(change, &other))) {
            let how = if change.replaces { "replaced" } else { "wrapped" };
            let told = told(format!("is {how} in {of} by {}{}", change.by.pack, passage_summary(&change.by)));
            let at = place(&change.by);
            found.push(if of == "A" { Difference { at_a: at, ..told } } else { Difference { at_b: at, ..told } });
        }
    }
    found
}

/// Returns the modules that differ outside their rules: in questions, constants or local functions.
fn outside_of_rules(a: (&Battle, &[RuleFacts]), b: (&Battle, &[RuleFacts])) -> Vec<Difference> {
    let mut found = Vec::new();
    for script in &a.0.system.scripts {
        let twin =
            b.0.system.scripts.iter().find(|other| (&other.pack, &other.module) == (&script.pack, &script.module));
        let Some(twin) = twin else { continue };
        if rest(&script.text.text, &script.file, a.1) != rest(&twin.text.text, &twin.file, b.1) {
            let predicate = "differs outside its rules: in its questions, constants or local functions".to_owned();
            let told = Difference::with_predicate(
                FactGroup::Rules,
                "module",
                &format!("{} of {}", script.module, script.pack),
                predicate,
                &script.module,
            );
            found.push(Difference { at_a: Some(script.file.clone()), at_b: Some(twin.file.clone()), ..told });
        }
    }
    found
}

/// Returns a script without its rules, comments and blank lines.
fn rest(text: &str, file: &str, rules: &[RuleFacts]) -> Vec<String> {
    let mut lines: Vec<&str> = text.lines().collect();
    let passages = rules
        .iter()
        .flat_map(|rule| std::iter::once(&rule.defined).chain(rule.changes.iter().map(|change| &change.by)));
    for passage in passages.filter(|passage| passage.file == file) {
        let (start, length) = (passage.line.saturating_sub(1), passage.text.lines().count());
        lines.iter_mut().skip(start).take(length).for_each(|line| *line = "");
    }
    let code = lines.iter().filter(|line| !line.trim().is_empty() && !line.trim().starts_with("--"));
    code.map(|line| line.trim().to_owned()).collect()
}

/// Returns the questions that scripts declare.
fn section(questions: &[grognard_engine::decision::Question]) -> FactSection {
    let subjects = questions.iter().map(|question| {
        let mut subject = Subject::new("question", &question.key, &*question.key);
        subject.fact("prompt", "reads", format!("\"{}\"", question.prompt), &*question.key);
        subject.fact("rule", "cites paragraph", &*question.rule, &*question.key);
        if let Some(stop) = &question.stop {
            subject.fact("stop", "can be declined with", format!("\"{stop}\""), &*question.key);
        }
        subject
    });
    FactSection { group: FactGroup::Rules, subjects: subjects.collect() }
}
