//! Secret choices: several sides decide at the same time.

use super::decide::{self, Offered};
use super::{Method, asking};
use crate::arena::{Commit, Item, Kind, Resume, SecretQuestion};
use crate::bridge::argument;
use crate::call::Call;
use crate::handle::HandleTag;
use crate::outcome::{Outcome, Result, Value, fail};
use grognard_engine::decision::{Answer, Choice, Decision, Form};
use grognard_engine::ids::{Id, QuestionId, SideId};
use grognard_engine::table::RuleFault;

pub(super) const METHODS: &[Method] = &[
    asking!(Game.choose_secretly "(questions: {SecretQuestion}): {any}", choose_secretly,
        "Asks several sides at the same time, each side one question, and returns the answers in the same order. \
         Nobody learns an answer before all have been given. With `bounds` a side chooses several of the options, as \
         in `choose_several`. `about` fills `{1}`, `{2}`… in the prompt. If a side declines, its answer is `false`."),
    asking!(Game.commit "(sides: {Side}, rule: string, ...any): {any}", commit,
        "Lets each side run the rule with this name (such as `orders.write`) by itself, all at the same time, and \
         returns what the rule returned for each side, in the same order. The rule receives the game, the side and the \
         remaining arguments. It may ask only that side, and may not change the game: it returns what the side has \
         written down, which is a unit, a space, a side, a number, a string, a boolean, a set, or a list of these; a \
         result of nil becomes `false`. Nobody learns anything of it before all sides have finished."),
];

/// The maximum number of sides that decide at once.
const MAX_SIDES: usize = 64;

/// Fails unless a secret choice may begin.
fn may_begin(call: &Call) -> Result<()> {
    call.may_ask()?;
    match call.desk.table.is_secret() {
        true => fail(RuleFault::SecretWithinSecret.to_string()),
        false => Ok(()),
    }
}

fn begin(call: &mut Call, sides: &[SideId], cure: &str) -> Result<()> {
    if sides.is_empty() {
        return fail("there is no side that could decide in secret");
    }
    if let Some(twice) = (1..sides.len()).find(|at| sides[..*at].contains(&sides[*at])) {
        let name = call.desk.table.side_name(sides[twice]);
        return fail(format!("{name} is asked twice; {cure}"));
    }
    call.desk.table.begin_secret(sides.to_vec()).or_else(|fault| fail(fault.to_string()))
}

/// A question as the script passed it.
struct Asked {
    side: SideId,
    question: QuestionId,
    offered: Offered,
    form: Form,
    about: Vec<Choice>,
}

fn choose_secretly(call: &mut Call) -> Result<Outcome> {
    may_begin(call)?;
    let asked = call.items(1, MAX_SIDES, |call, at| {
        let [side, question, options, bounds, about] =
            call.fields(at, &["side", "question", "options", "bounds", "about"])?;
        call.need([("side", side), ("question", question), ("options", options)])?;
        // An option that is left out is read before more values are put on the stack.
        let about = if call.is_nil(about) { Vec::new() } else { call.list(about)? };
        let form = if call.is_nil(bounds) {
            Form::One
        } else {
            let [least, most] = call.fields(bounds, &["min", "max"])?;
            call.need([("min", least), ("max", most)])?;
            Form::Several(decide::count(call, least)?, decide::count(call, most)?)
        };
        let (side, question) = (call.side(side)?, call.question(question)?);
        decide::condition(call, question, form)?;
        let question = QuestionId(question);
        let offered = decide::offered(call, options)?;
        let offered = if form == Form::One { offered } else { decide::distinct(call, offered)? };
        Ok(Asked { side, question, offered, form, about })
    })?;
    let sides: Vec<SideId> = asked.iter().map(|asked| asked.side).collect();
    begin(call, &sides, "to ask a side several questions, use `commit`")?;
    // A script may catch the error of a wrong question and go on.
    ask_all(call, asked).inspect_err(|_| call.desk.table.close_secret())?;
    go_on_choosing(call)
}

fn ask_all(call: &mut Call, asked: Vec<Asked>) -> Result<()> {
    call.desk.arena.secret.clear();
    for Asked { side, question, offered, form, about } in asked {
        call.spend(decide::QUESTION)?;
        let (table, arena) = (&mut *call.desk.table, &*call.desk.arena);
        table.ask_secretly(side);
        let stop = table.questions[question.index()].stop.is_some();
        let decision = Decision { side, question, form, options: offered.options(arena), stop };
        let answer = table.choose(&decision, &about).or_else(|fault| fail(fault.to_string()))?;
        call.desk.arena.secret.push(SecretQuestion { side, kind: offered.kind(), answer });
    }
    Ok(())
}

/// Takes the answers that have been given. Returns them once all are there.
pub(super) fn go_on_choosing(call: &mut Call) -> Result<Outcome> {
    while let Some((side, answer)) = call.desk.table.secret_answer().or_else(|fault| fail(fault.to_string()))? {
        let asked = call.desk.arena.secret.iter_mut().find(|asked| asked.side == side);
        asked.into_iter().for_each(|asked| asked.answer = Some(answer.clone()));
    }
    if call.desk.arena.secret.iter().any(|asked| asked.answer.is_none()) {
        call.desk.arena.resume = Resume::Secretly;
        return Ok(Outcome::Yield);
    }
    call.desk.table.close_secret();
    let answered = std::mem::take(&mut call.desk.arena.secret);
    let values =
        answered.into_iter().map(|asked| value(call, asked.answer, asked.kind)).collect::<Result<Vec<Value>>>()?;
    call.push_list(values)
}

/// Returns an answer as a value for the script.
fn value(call: &mut Call, answer: Option<Answer>, kind: Option<Kind>) -> Result<Value> {
    Ok(match (answer, kind) {
        (Some(Answer::One(choice)), _) => Value::choice(&choice),
        (Some(Answer::Several(choices)), None) => Value::list(choices.iter().map(Value::choice)),
        (Some(Answer::Several(choices)), Some(kind)) => {
            let set = decide::set_of(call, &choices, kind)?;
            Value::Handle(kind.set(), call.run_number(set as usize))
        }
        _ => Value::Bool(false),
    })
}

fn commit(call: &mut Call) -> Result<Outcome> {
    may_begin(call)?;
    let sides = call.items(1, MAX_SIDES, |call, at| call.side(at))?;
    let rule = call.text(2)?.to_owned();
    let arguments = (3..=call.count()).map(|at| crate::results::item(call, at)).collect::<Result<_>>()?;
    begin(call, &sides, "list each side once; its rule may ask several questions")?;
    call.desk.arena.commit = Some(Box::new(Commit { sides, rule, arguments, written: Ok(Vec::new()) }));
    call.desk.arena.resume = Resume::Commit;
    Ok(Outcome::Yield)
}

/// Passes what the sides have written down to the rule that asked them.
pub(super) fn finish_commit(call: &mut Call) -> Result<Outcome> {
    let Some(commit) = call.desk.arena.commit.take() else { return fail("the sides have not finished") };
    let written = commit.written.or_else(fail)?;
    let present = |item: Item| if item == Item::Nil { Item::Bool(false) } else { item };
    let values = written.into_iter().map(|item| argument(call, &present(item))).collect::<Result<Vec<Value>>>()?;
    call.push_list(values)
}
