//! Finds secrets that a rule keeps within one phase. Agents can discover such secrets, because every copy of the game
//! replays each side's answers since the last checkpoint.

use crate::nodes::SyntaxNode;
use crate::script::Script;
use crate::tree::{Call, Expression, ExpressionKind, Loop, Name, Span, Statement, StatementKind};
use std::ops::Range;

/// A secret that agents can discover.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Secret {
    /// How the secret is kept.
    pub keeping: SecretStorage,
    /// Where the secret is kept.
    pub span: Span,
}

/// The ways in which a secret is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SecretStorage {
    /// An answer that is kept in a variable while a question is put to another side.
    Answer {
        /// The variable.
        variable: String,
        /// The side to which the question is put, as written in the script.
        asked: String,
    },
    /// A unit that is placed and then hidden from a side that answers a question later in the same phase.
    Laid {
        /// The unit.
        unit: String,
        /// The side from which the unit is hidden, as written in the script.
        from: String,
    },
}

/// Finds the secrets of a script that agents can discover.
pub fn secrets(script: &Script) -> Vec<Secret> {
    let statements: Vec<&Statement> = script.nodes().filter_map(SyntaxNode::statement).collect();
    let finder = SecretFinder { script, questions: questions(script, &statements), statements };
    let mut found: Vec<Secret> = (0..finder.questions.len()).filter_map(|number| finder.answer(number)).collect();
    found.extend(script.calls().filter_map(|call| finder.hidden_unit_secret(call)));
    found
}

/// A question to a side.
struct SecretQuestion<'a> {
    /// The span from the method's name to the closing bracket of the call.
    span: Span,
    /// The side, as written in the script.
    side: &'a str,
    /// The variable that receives the answer.
    answer: Option<AnswerVariable<'a>>,
}

/// The variable that receives an answer.
struct AnswerVariable<'a> {
    variable: &'a Name,
    /// Whether the variable is a table that receives the answers of several sides.
    is_table: bool,
}

fn questions<'a>(script: &'a Script, statements: &[&'a Statement]) -> Vec<SecretQuestion<'a>> {
    let question = |call: &'a Call| {
        let method = call.method.as_ref().filter(|name| name.text == "choose" || name.text.starts_with("choose_"))?;
        let side = script.text(&call.arguments.first()?.span);
        Some(SecretQuestion { span: method.span.start..call.span.end, side, answer: answer(script, statements, call) })
    };
    let mut found: Vec<SecretQuestion> = script.calls().filter_map(question).collect();
    found.sort_by_key(|question| question.span.start);
    found
}

/// Returns the variable that receives an answer: `local name = game:choose(…)`, `name[…] = …`, `table.insert(name, …)`.
fn answer<'a>(script: &'a Script, statements: &[&'a Statement], call: &Call) -> Option<AnswerVariable<'a>> {
    let is_call = |value: Option<&Expression>| value.is_some_and(|value| value.span == call.span);
    let assigned = statements.iter().find_map(|statement| match &statement.kind {
        StatementKind::Local(names, values) if is_call(values.first()) => {
            Some(AnswerVariable { variable: names.first()?, is_table: false })
        }
        StatementKind::Assign(targets, values) if is_call(values.first()) => target(targets.first()?),
        _ => None,
    });
    assigned
        .or_else(|| script.calls().find_map(|insert| table_insert(insert).filter(|_| is_call(insert.arguments.get(1)))))
}

/// Returns the variable that an assignment changes: `answers` in `answers[side.name]`.
fn target(target: &Expression) -> Option<AnswerVariable<'_>> {
    let mut root = target;
    while let ExpressionKind::Field(value, _) | ExpressionKind::Index(value, _) = &root.kind {
        root = value;
    }
    Some(AnswerVariable { variable: root.name()?, is_table: target.name().is_none() })
}

fn table_insert(call: &Call) -> Option<AnswerVariable<'_>> {
    call.callee.field().filter(|name| name.text == "insert" && call.method.is_none())?;
    Some(AnswerVariable { variable: call.arguments.first()?.name()?, is_table: true })
}

/// Returns whether two expressions are taken to mean different sides: a side and its enemy, or two different variables.
fn differ(one: &str, other: &str) -> bool {
    let is_name = |text: &str| text.chars().all(|c| c.is_alphanumeric() || c == '_');
    let is_enemy = |one: &str, other: &str| one.strip_suffix(".enemy") == Some(other);
    is_enemy(one, other) || is_enemy(other, one) || is_name(one) && is_name(other) && one != other
}

/// Returns whether two names refer to the same variable.
fn is_same(one: &Name, other: &Name) -> bool {
    one.variable == other.variable && one.text == other.text
}

struct SecretFinder<'a> {
    script: &'a Script,
    statements: Vec<&'a Statement>,
    questions: Vec<SecretQuestion<'a>>,
}

impl SecretFinder<'_> {
    /// Returns the secret that a question's answer becomes if it is kept while a question is put to another side.
    fn answer(&self, number: usize) -> Option<Secret> {
        let question = &self.questions[number];
        let answer = question.answer.as_ref()?;
        let function = self.script.function_at(question.span.start);
        let end = function.map_or(usize::MAX, |function| function.end);
        let asked =
            self.sides_asked_in_loop(question, answer, end).or_else(|| self.next_asked_side(number, answer, end))?;
        let keeping = SecretStorage::Answer { variable: answer.variable.text.clone(), asked: asked.to_owned() };
        Some(Secret { keeping, span: answer.variable.span.clone() })
    }

    /// Returns the side to which the next question is put, if the answer is kept until then.
    fn next_asked_side(&self, number: usize, answer: &AnswerVariable, end: usize) -> Option<&str> {
        let question = &self.questions[number];
        let function = self.script.function_at(question.span.start);
        let next = self.questions[number + 1..].iter().find(|next| {
            self.script.function_at(next.span.start) == function
                && differ(question.side, next.side)
                && !self.exclude(question.span.start, next.span.start)
        })?;
        let is_kept = !self.mentions(answer.variable, question.span.end..next.span.end)
            && next.answer.as_ref().is_none_or(|other| !is_same(other.variable, answer.variable));
        (is_kept && self.mentions(answer.variable, next.span.end..end)).then_some(next.side)
    }

    /// Returns the loop variable of a loop over sides, if each side is asked a question while earlier answers are kept
    /// in a table.
    fn sides_asked_in_loop(&self, question: &SecretQuestion, answer: &AnswerVariable, end: usize) -> Option<&str> {
        let around = self.loops(question.span.start).last()?;
        let head = variables(around).find(|name| name.text == question.side)?;
        let variable = &answer.variable.span;
        let rest = [around.span.start..variable.start, variable.end..around.span.end];
        let is_kept = answer.is_table && rest.into_iter().all(|range| !self.mentions(answer.variable, range));
        (is_kept && self.mentions(answer.variable, around.span.end..end)).then_some(self.script.text(&head.span))
    }

    /// Returns the secret created by a call `unit:hide_from(side)`, if the same function places the unit after a
    /// question to another side and before a question to `side`.
    fn hidden_unit_secret(&self, call: &Call) -> Option<Secret> {
        let method = call.method.as_ref().filter(|name| name.text == "hide_from")?;
        let (unit, from) = (call.callee.name()?, self.script.text(&call.arguments.first()?.span));
        let function = self.script.function_at(method.span.start)?;
        let laid = self.first_placement(unit, function)?.max(method.span.start);
        let of_function =
            || self.questions.iter().filter(|question| self.script.function_at(question.span.start) == Some(function));
        let before = of_function().find(|question| question.span.start < laid && differ(question.side, from))?;
        let is_asked = of_function().any(|question| {
            question.span.start > laid && question.side == from && !self.exclude(method.span.start, question.span.start)
        });
        let mut around = self.loops(method.span.start).filter(|around| around.span.contains(&before.span.start));
        let in_turn = around.any(|around| variables(around).any(|name| name.text == before.side));
        let keeping = SecretStorage::Laid { unit: unit.text.clone(), from: from.to_owned() };
        (is_asked || in_turn).then(|| Secret { keeping, span: method.span.clone() })
    }

    /// Returns the position of the first placement of a unit in a function.
    fn first_placement(&self, unit: &Name, function: &Span) -> Option<usize> {
        let is_placed = |call: &&Call| call.method().is_some_and(|method| PLACING.contains(&method));
        let places = self.script.calls().filter(is_placed).filter_map(|call| call.callee.name());
        places
            .filter(|name| is_same(name, unit) && function.contains(&name.span.start))
            .map(|name| name.span.start)
            .min()
    }

    /// Returns the `for` and `while` loops around a position, outermost first.
    fn loops(&self, at: usize) -> impl Iterator<Item = &Statement> {
        let is_loop =
            |statement: &&&Statement| matches!(&statement.kind, StatementKind::Loop(Loop::While(..) | Loop::For(..)));
        self.statements.iter().filter(is_loop).filter(move |statement| statement.span.contains(&at)).copied()
    }

    /// Returns whether two positions are in different branches of one `if`, so that only one of them is ever reached.
    fn exclude(&self, one: usize, other: usize) -> bool {
        let around =
            self.statements.iter().filter(|statement| statement.span.contains(&one) && statement.span.contains(&other));
        around.into_iter().any(|statement| match &statement.kind {
            StatementKind::If(branches) => {
                let branch = |at: usize| branches.iter().filter(|(start, ..)| *start <= at).count();
                branch(one) != branch(other)
            }
            _ => false,
        })
    }

    /// Returns whether a variable is used within a range of the source.
    fn mentions(&self, variable: &Name, range: Range<usize>) -> bool {
        let mut names = self.script.expressions().filter_map(Expression::name);
        names.any(|name| range.contains(&name.span.start) && is_same(name, variable))
    }
}

/// Returns the variables of a `for` loop; none for other statements.
fn variables(of: &Statement) -> impl Iterator<Item = &Name> {
    let names = if let StatementKind::Loop(Loop::For(_, names, ..)) = &of.kind { names.as_slice() } else { &[] };
    names.iter()
}

/// The methods that place a unit.
const PLACING: [&str; 2] = ["move_to", "stand"];

#[cfg(test)]
mod tests {
    use super::*;

    fn found(body: &str) -> Vec<String> {
        let source = format!("function a.phase(game: Game, side: Side)\n{body}\nend");
        let told = |secret: Secret| match secret.keeping {
            SecretStorage::Answer { variable, asked } => format!("{variable} while {asked}"),
            SecretStorage::Laid { unit, from } => format!("{unit} from {from}"),
        };
        secrets(&Script::parse(&source).expect("Luau")).into_iter().map(told).collect()
    }

    #[test]
    fn answers_that_wait_for_those_of_another_side() {
        for (body, told) in [
            ("local a = game:choose(even, Q, L)\nlocal b = game:choose(odd, Q, L)\nreturn a == b", "a while odd"),
            (
                "local a: string = game:choose(side, Q, L)\nif x then game:choose(side.enemy, Q, L) end\nwin(a)",
                "a while side.enemy",
            ),
            (
                "for _, who in { even, odd } do answers[who.name] = game:choose(who, Q, L) end\nreturn answers",
                "answers while who",
            ),
            (
                "for _, who in sides do table.insert(bids, game:choose_number(who, Q, { min = 1, max = 6 })) end\n\
                 return bids[1]",
                "bids while who",
            ),
        ] {
            assert_eq!(found(body), [told], "{body}");
        }
    }

    #[test]
    fn answers_that_are_heard_of_are_no_secrets() {
        for body in [
            "local a = game:choose(even, Q, L)\ngame:log('1', '{1}', a)\nlocal b = game:choose(odd, Q, L)\nreturn a == \
             b",
            "local a = game:choose(even, Q, L)\nlocal b = game:choose(odd, Q, L, a)\nreturn a == b",
            "local a = game:choose(even, Q, L)\nlocal b = game:choose(even, Q, L)\nreturn a == b",
            "local a = game:choose(side, Q, L)\nlocal b = game:choose(unit.side, Q, L)\nreturn a == b",
            "local a\nif x then a = game:choose(even, Q, L) else a = game:choose(odd, Q, L) end\nreturn a",
            "if x then local a = game:choose(even, Q, L) use(a) else local a = game:choose(odd, Q, L) use(a) end",
            "local a = game:choose(even, Q, L)\nlocal b = game:choose(odd, Q, L)\nreturn b",
            "for _, who in sides do local a = game:choose(who, Q, L)\nwho_said[who.name] = a end",
            "for _, who in sides do said[who.name] = game:choose(who, Q, L)\ngame:log('1', '{1}', said[who.name]) end \
             return said",
        ] {
            assert_eq!(found(body), [""; 0], "{body}");
        }
    }

    #[test]
    fn units_that_are_laid_and_hidden_before_the_other_side_is_asked() {
        let lay = "local unit = game:choose(side, Q, L)\nunit:move_to(game:choose(side, P, S, unit))\n\
            unit:hide_from(side.enemy)";
        assert_eq!(found(&format!("{lay}\ngame:choose(side.enemy, Q, L)")), ["unit from side.enemy"]);
        assert_eq!(
            found(
                &lay.replace("side", "who")
                    .replacen("local", "for _, who in sides do local", 1)
                    .replace("enemy)", "enemy) end")
            ),
            ["unit from who.enemy"]
        );
        assert_eq!(found(lay), [""; 0]);
        assert_eq!(found("unit:hide_from(side.enemy)\ngame:choose(side.enemy, Q, L)"), [""; 0]);
    }
}
