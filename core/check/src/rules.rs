//! Warns of rules that nothing calls, conditions that never hold, and refusals without effect.

use super::word_in_line;
use grognard_luau::{RuleUse, Usage};
use grognard_packs::Diagnostic;
use grognard_play::Battle;

/// Warns of rules that nothing calls, conditions that never hold, and unreturned refusals. The rules of a library are
/// written for other packs and need not be called.
pub(super) fn rules(battle: &Battle, usage: &Usage, is_rule: impl Fn(&str) -> bool) -> Vec<Diagnostic> {
    let sequence = &battle.content.sequence;
    let phases: Vec<_> = sequence.setup.iter().chain(sequence.turn.iter().flat_map(|turn| &turn.phases)).collect();
    let repeats = sequence.turn.iter().filter_map(|turn| turn.repeat_while.as_ref());
    let named = phases.iter().flat_map(|phase| [Some(&phase.run), phase.when.as_ref()]).flatten();
    let roots: Vec<&str> = named.chain(repeats).map(String::as_str).chain(battle.system.platform_rules()).collect();
    let uncalled = usage.uncalled(roots.iter().copied(), is_rule).into_iter().filter(|rule| !rule.name.contains('/'));
    let idle = uncalled.map(|rule| {
        let warning = rule_warning("W420", rule, battle, format!("nothing calls the rule `{}`", rule.name));
        warning.help("call it from the sequence of play, a question's `why` or `fits`, or another rule, or delete it")
    });
    let never = phases.iter().filter_map(|phase| {
        let rule = usage.rules.iter().find(|rule| Some(&rule.name) == phase.when.as_ref() && rule.never_holds)?;
        let warning = rule_warning(
            "W421",
            rule,
            battle,
            format!("`{}` is always false, so the phase `{}` is never reached", rule.name, phase.name),
        );
        Some(warning.help("make it return true at some point, or delete the phase"))
    });
    let dropped = usage.dropped.iter().map(|(file, line)| {
        let place = word_in_line(battle, *file, *line, "refuse");
        let warning = Diagnostic::at("W430", &place, "this refusal is not returned").warning();
        warning.help("return it: `return refuse(…)`")
    });
    idle.chain(never).chain(dropped).chain(enemies(battle, usage)).collect()
}

/// Warns of uses of `enemy` in games in which a side does not have exactly one: the rule fails when it runs.
fn enemies(battle: &Battle, usage: &Usage) -> Vec<Diagnostic> {
    let content = &battle.content;
    let counts = content.seats().map(|(side, name)| (name, content.enemies(side).count()));
    let Some((side, count)) = counts.into_iter().find(|(_, count)| *count != 1) else { return Vec::new() };
    let warning = |(file, line): &(usize, usize)| {
        let message = format!("`enemy` needs exactly one enemy; {side} has {count}");
        let warning = Diagnostic::at("W436", &word_in_line(battle, *file, *line, "enemy"), message).warning();
        warning.help("use `enemies`, the list of all enemies, or name the side: `game:side_named(\"NAME\")`")
    };
    usage.enemies.iter().map(warning).collect()
}

/// Creates a warning at the name of a rule, where its function begins.
fn rule_warning(code: &'static str, rule: &RuleUse, battle: &Battle, message: String) -> Diagnostic {
    let function = rule.name.rsplit('.').next().unwrap_or(&rule.name);
    Diagnostic::at(code, &word_in_line(battle, rule.file, rule.line, function), message).warning()
}
