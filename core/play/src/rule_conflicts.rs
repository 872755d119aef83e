//! Rule conflicts: two packs may change the same rule only in a declared order, unless both wrap it.
//!
//! As with values, a third pack that comes after both resolves the conflict by replacing the rule itself.

use crate::battle::script_files;
use grognard_packs::{Diagnostic, Library, Order, SystemInfo, order_advice};
use grognard_script::{Host, RuleDefinition, RuleModification};

/// Finds packs that change the same rule in conflicting ways, without applying the mods' patches. Returns no conflicts
/// if the scripts do not load.
pub fn find_rule_conflicts(library: &Library, scenario: &str, mods: &[String]) -> Vec<Diagnostic> {
    let Ok(loaded) = grognard_packs::load_unpatched(library, scenario, mods) else { return Vec::new() };
    let scripts = script_files(library, &loaded);
    Host::load(scripts).map_or_else(|_| Vec::new(), |host| host_conflicts(&host, &loaded.system))
}

/// A change and its pack.
struct PackChange<'a> {
    pack: &'a str,
    change: &'a RuleModification,
}

/// Finds pairs of conflicting changes in the scripts that a host has loaded.
pub fn host_conflicts(host: &Host, system: &SystemInfo) -> Vec<Diagnostic> {
    host.origins().iter().flat_map(|origin| conflicts_of_rule(origin, system)).collect()
}

fn conflicts_of_rule(origin: &RuleDefinition, system: &SystemInfo) -> Vec<Diagnostic> {
    let pack = |change: &RuleModification| {
        system.scripts.iter().find(|script| script.file == change.path).map(|script| script.pack.as_str())
    };
    let all: Vec<PackChange> =
        origin.changes.iter().filter_map(|change| Some(PackChange { pack: pack(change)?, change })).collect();
    let mut errors = Vec::new();
    for (at, second) in all.iter().enumerate() {
        let is_rival = |first: &&PackChange| {
            is_conflict(first, second, &system.order) && !settled(first, second, &all, &system.order)
        };
        errors.extend(all[..at].iter().filter(is_rival).map(|first| error(&origin.rule, first, second, system)));
    }
    errors
}

/// Returns whether two changes conflict: at least one of them replaces the rule, and there is no order between their
/// packs. Changes in the same pack conflict only if both replace the rule.
fn is_conflict(first: &PackChange, second: &PackChange, order: &Order) -> bool {
    if first.pack == second.pack {
        return first.change.replace && second.change.replace;
    }
    let ordered = order.ordered(first.pack, second.pack) || order.ordered(second.pack, first.pack);
    !ordered && (first.change.replace || second.change.replace)
}

fn settled(first: &PackChange, second: &PackChange, all: &[PackChange], order: &Order) -> bool {
    all.iter().any(|third| {
        third.change.replace && order.ordered(first.pack, third.pack) && order.ordered(second.pack, third.pack)
    })
}

fn error(rule: &str, first: &PackChange, second: &PackChange, system: &SystemInfo) -> Diagnostic {
    let at = |by: &PackChange, code, message: String| {
        let script = system.scripts.iter().find(|script| script.file == by.change.path);
        let text = script.map_or("", |script| script.text.text.as_str());
        Diagnostic::line(code, &by.change.path, text, by.change.line, message)
    };
    let does = |by: &PackChange| if by.change.replace { "replace" } else { "wrap" };
    if first.pack == second.pack {
        let error = at(second, "E220", format!("`{}` replaces the rule `{rule}` twice", second.pack));
        return error
            .with(&at(first, "E220", "the first time".into()))
            .help("delete one of the two, or make it wrap the rule");
    }
    let (code, message) = match (first.change.replace, second.change.replace) {
        (true, true) => (
            "E220",
            format!(
                "`{}` and `{}` both replace the rule `{rule}`, and neither is loaded after the other",
                first.pack, second.pack
            ),
        ),
        _ => {
            let (one, other) = (does(first), does(second));
            let both =
                format!("`{}` would {one} the rule `{rule}`, and `{}` would {other} it", first.pack, second.pack);
            ("E221", format!("{both}: the result depends on their order, which is not declared"))
        }
    };
    let other = at(first, code, format!("`{}` changes it here", first.pack));
    at(second, code, message).with(&other).help(order_advice(first.pack, "replaces the rule itself"))
}
