//! Warns of questions that are asked with too few arguments for the placeholders of their prompts.

use grognard_engine::catalogue::{TextPart, parts};
use grognard_luau::{QuestionUse, Script, question_uses};
use grognard_packs::Diagnostic;
use grognard_packs::source::{Source, SourceSpan};
use grognard_play::Battle;

/// Warns of each question with too few arguments.
pub(super) fn check_prompts(battle: &Battle, scripts: &[Script]) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for (file, script) in battle.scripts.iter().zip(scripts) {
        let source = Source::new(&file.path, &file.source);
        let asked = question_uses(script).into_iter();
        found.extend(
            asked.filter_map(|asked| warning(&asked, &SourceSpan { source: source.clone(), span: asked.span.clone() })),
        );
    }
    found
}

fn warning(asked: &QuestionUse, place: &SourceSpan) -> Option<Diagnostic> {
    let slot = |part| if let TextPart::Slot(slot) = part { Some(slot.number) } else { None };
    let empty = parts(&asked.prompt).into_iter().filter_map(slot).filter(|slot| *slot > asked.count).min()?;
    let message = format!("the placeholder {{{empty}}} in the prompt of `{}` has no value", asked.question);
    let help = match asked.count {
        0 if asked.is_secret => "pass a value for it: `about = { … }`".to_owned(),
        0 => "pass a value for it after the options".to_owned(),
        1 => "only 1 value is passed for the prompt".to_owned(),
        count => format!("only {count} values are passed for the prompt"),
    };
    Some(Diagnostic::at("W427", place, message).warning().help(help))
}
