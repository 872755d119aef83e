//! Advice, in the form the page shows.

use crate::dto::{self, AdvisedPhase, AnswerBody};
use crate::view::fault_text;
use crate::view::question_numbers::QuestionNumbers;
use grognard_engine::decision::{Answer, Choice, Pending};
use grognard_engine::ids::SideId;
use grognard_engine::reader::Reader;
use grognard_play::{AdviceText, Session};

/// Returns the advice on the pending question of a side, if it is ready.
pub fn advice(session: &Session, side: SideId, reader: &Reader, numbers: &QuestionNumbers) -> Option<dto::Advice> {
    let advice = session.advice(side)?;
    let pending = reader.table.pending_for(side)?;
    let answer = body(&advice.line.first()?.answer, pending)?;
    let AdviceText { answer: text, rule, parts, note, reasons } = AdviceText::new(&advice, reader);
    Some(dto::Advice {
        number: numbers.number(pending.side),
        answer,
        text,
        rule_title: fault_text::rule_title(&session.battle, &rule, reader.catalogue),
        rule,
        line: parts.into_iter().map(|part| AdvisedPhase { phase: part.phase, steps: part.steps }).collect(),
        note,
        reasons,
    })
}

/// Returns an answer as the page sends it; `None` if it is not among the options.
fn body(answer: &Answer, pending: &Pending) -> Option<AnswerBody> {
    let option = |choice: &Choice| pending.options.iter().position(|option| option == choice);
    Some(match answer {
        Answer::Stop => AnswerBody::Stop(true),
        Answer::One(Choice::Spot(spot)) => AnswerBody::Spot([spot.x, spot.y]),
        Answer::One(choice) => AnswerBody::One(option(choice)?),
        Answer::Several(choices) => AnswerBody::Several(choices.iter().map(option).collect::<Option<_>>()?),
        Answer::Shares(shares) => {
            let share = |(choice, share): &(Choice, u32)| Some((option(choice)?, *share));
            AnswerBody::Shares(shares.iter().map(share).collect::<Option<_>>()?)
        }
    })
}
