//! Warns of secrets that agents can discover, because a rule creates the secret and asks the other side a question in
//! the same phase.

use grognard_luau::{Script, Secret, SecretStorage, secrets};
use grognard_packs::Diagnostic;
use grognard_packs::source::{Source, SourceSpan};
use grognard_play::Battle;

/// Warns of each secret that agents can see.
pub(super) fn check_secrets(battle: &Battle, scripts: &[Script]) -> Vec<Diagnostic> {
    let of_file = |(file, script): (&grognard_script::ScriptFile, &Script)| {
        let source = Source::new(&file.path, &file.source);
        secrets(script).into_iter().map(move |secret| warning(secret, &source)).collect::<Vec<_>>()
    };
    battle.scripts.iter().zip(scripts).flat_map(of_file).collect()
}

fn warning(Secret { keeping, span }: Secret, source: &std::sync::Arc<Source>) -> Diagnostic {
    let place = SourceSpan { source: source.clone(), span };
    let (code, message, help) = match keeping {
        SecretStorage::Answer { variable, asked } => (
            "W440",
            format!("the answer in `{variable}` is not secret: agents know it when `{asked}` is asked"),
            "if the other side may know it, reveal it with `game:log` or in the question; otherwise ask both \
             sides at once, with `game:choose_secretly`",
        ),
        SecretStorage::Laid { unit, from } => (
            "W441",
            format!(
                "`{unit}` is placed and hidden in the same phase in which `{from}` is asked, so agents know what is there"
            ),
            "hide it in an earlier phase, before it is placed, or ask both sides at once, with `game:commit`",
        ),
    };
    Diagnostic::at(code, &place, message).warning().help(help)
}
