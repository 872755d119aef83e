//! Converts game errors to faults, leaving out anything a role may not know.

use crate::dto::{Fault, RuleFailure};
use crate::role::Role;
use grognard_engine::catalogue::{Catalogue, TextKind};
use grognard_engine::decision::Refusal;
use grognard_engine::reader::Reader;
use grognard_packs::{Diagnostic, render};
use grognard_play::{Battle, Session, SessionError};

/// Converts a session error to a fault.
pub fn fault(session: &Session, role: &Role, catalogue: &Catalogue, error: &SessionError) -> Fault {
    match error {
        SessionError::Refused(refusal) => self::refusal(session, role, catalogue, refusal),
        SessionError::Broken(all) => {
            Fault::broken(catalogue.say("A rule failed. The game has not changed.", &[]), &redact(session, role, all))
        }
        SessionError::File(..) | SessionError::Held(_) => Fault::inside("the game cannot be saved"),
    }
}

/// Converts a refusal to a fault.
pub fn refusal(session: &Session, role: &Role, catalogue: &Catalogue, refusal: &Refusal) -> Fault {
    let reason = Reader::new(&session.game.table, role.viewer(session), catalogue).refusal(refusal);
    let title = refusal.rule.as_deref().and_then(|rule| rule_title(&session.battle, rule, catalogue));
    Fault::refused(reason).under(refusal.rule.clone(), title)
}

/// Returns the failure that an error causes if it keeps the game from going on.
pub fn failure(session: &Session, role: &Role, error: &SessionError) -> RuleFailure {
    RuleFailure { diagnostic: diagnostic(session, role, error).unwrap_or_default() }
}

/// Returns the errors in the rules as `grognard` prints them.
pub fn diagnostic(session: &Session, role: &Role, error: &SessionError) -> Option<String> {
    match error {
        SessionError::Broken(all) => Some(render(&redact(session, role, all), false)),
        _ => None,
    }
}

/// Returns the subject of a rulebook paragraph.
pub fn rule_title(battle: &Battle, rule: &str, catalogue: &Catalogue) -> Option<String> {
    let paragraph = battle.system.paragraphs.iter().find(|paragraph| paragraph.number == rule)?;
    Some(catalogue.text(TextKind::Paragraph, &paragraph.title).to_owned())
}

/// If something is hidden from the role, reduces the messages of failed rules to their locations. The messages could
/// reveal anything.
fn redact(session: &Session, role: &Role, all: &[Diagnostic]) -> Vec<Diagnostic> {
    let redact = |error: &Diagnostic| match error.code {
        "E301" => Diagnostic::general("E301", place(error)),
        _ => error.clone(),
    };
    if role.is_kept_from(session) { all.iter().map(redact).collect() } else { all.to_vec() }
}

fn place(error: &Diagnostic) -> String {
    match error.line {
        0 => "a rule failed".to_owned(),
        line => format!("a rule failed in {}, line {line}", error.file),
    }
}
