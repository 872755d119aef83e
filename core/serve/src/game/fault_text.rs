//! What went wrong in a game, in words, as far as a role may know.

use crate::dto::Fault;
use crate::role::Role;
use grognard_engine::catalogue::{Catalogue, TextKind};
use grognard_engine::decision::Refusal;
use grognard_engine::reader::Reader;
use grognard_lab::{Battle, Session, SessionError};
use grognard_packs::{Diagnostic, render};

/// What went wrong, as an answer to who asked.
pub fn fault(session: &Session, role: &Role, catalogue: &Catalogue, error: &SessionError) -> Fault {
    match error {
        SessionError::Refused(refusal) => refused(session, role, catalogue, refusal),
        SessionError::Broken(all) => {
            Fault::broken(catalogue.say("The game cannot go on under these rules.", &[]), &redacted(session, role, all))
        }
        SessionError::File(..) | SessionError::Held(_) => Fault::inside("the game cannot be kept"),
    }
}

/// A refusal as an answer.
pub fn refused(session: &Session, role: &Role, catalogue: &Catalogue, refusal: &Refusal) -> Fault {
    let reason = Reader::new(&session.game.table, role.viewer(session), catalogue).refusal(refusal);
    let title = refusal.rule.as_deref().and_then(|rule| title(&session.battle, rule, catalogue));
    Fault::refused(reason).under(refusal.rule.clone(), title)
}

/// What is wrong with the rules, as `grognard` prints it.
pub fn diagnostic(session: &Session, role: &Role, error: &SessionError) -> Option<String> {
    match error {
        SessionError::Broken(all) => Some(render(&redacted(session, role, all), false)),
        _ => None,
    }
}

/// What a paragraph is about.
pub fn title(battle: &Battle, rule: &str, catalogue: &Catalogue) -> Option<String> {
    let paragraph = battle.system.paragraphs.iter().find(|paragraph| paragraph.number == rule)?;
    Some(catalogue.text(TextKind::Paragraph, &paragraph.title).to_owned())
}

/// A message of a rule that fails may name anything; who has secrets kept from him is told the place alone.
fn redacted(session: &Session, role: &Role, all: &[Diagnostic]) -> Vec<Diagnostic> {
    let redact = |error: &Diagnostic| match error.code {
        "E301" => Diagnostic::general("E301", place(error)),
        _ => error.clone(),
    };
    if role.is_kept_from(session) { all.iter().map(redact).collect() } else { all.to_vec() }
}

fn place(error: &Diagnostic) -> String {
    match error.line {
        0 => "a rule fails".to_owned(),
        line => format!("a rule fails in {}, line {line}", error.file),
    }
}
