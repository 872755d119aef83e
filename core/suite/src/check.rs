//! Checks expectations.

use super::answer;
use super::case_game::CaseGame;
use super::names;
use super::page::{LineResult, NAME, POSITION, fails, rules_fail, wrong};
use super::position::no_phase;
use super::then::Expect;
use grognard_engine::chart::{Axis, Cell};
use grognard_engine::decision::{Answer, Choice, Pending, Refusal};
use grognard_engine::ids::{Id, UnitId};
use grognard_engine::state::Ending;
use grognard_packs::Diagnostic;
use grognard_script::Item;

fn require(holds: bool, expected: impl std::fmt::Display, found: impl FnOnce() -> String) -> LineResult<()> {
    if holds { Ok(()) } else { fails(expected, found()) }
}

impl CaseGame<'_> {
    /// Checks an expectation.
    pub(super) fn check(&mut self, expect: &Expect) -> LineResult<()> {
        match expect {
            Expect::Fact(fact) => fact.check(&self.game.table).map_err(|problem| self.with_log(problem)),
            Expect::Empty(spaces) => self.empty(spaces),
            Expect::Asked(parts) => self.is_asked(parts),
            Expect::AskedNobody => self.phase_is_over(),
            Expect::Phase(name) => self.phase(name),
            Expect::Turn(turn) => {
                let found = self.game.table.state.cursor().turn;
                require(found == *turn, format!("turn {turn}"), || format!("turn {found}"))
            }
            Expect::Offered(options) => self.require_options(options).map(drop),
            Expect::OfferedExactly(options) => self.check_exact_options(options),
            Expect::NotOffered(options, rule, reason) => {
                self.check_not_offered(options, rule.as_deref(), reason.as_deref())
            }
            Expect::Accepted(options) => match self.unfit(options)? {
                Some(refusal) => fails(format!("{} to be accepted", options.join(", ")), refusal.to_string()),
                None => Ok(()),
            },
            Expect::Refused(options, rule, reason) => self.check_refused(options, rule.as_deref(), reason.as_deref()),
            Expect::Odds(space, by, text) => self.odds(space, by, text),
            Expect::Log(rule, text) => self.log(rule, text),
            Expect::NoLog(text) => self.no_log(text),
            Expect::Chart(chart, row, cells) => self.chart(chart, row, cells),
            Expect::Value(path, value) => {
                let found = self.battle.tree.blame(path)?.value;
                require(found == *value, format!("`{path}` to be {value}"), || found.to_string())
            }
            Expect::NoDice => {
                let rolled = self.dice_count();
                require(rolled == 0, "no dice to be rolled", || rolled.to_string())
            }
            Expect::Wins(sides, why) => {
                let mut winners =
                    sides.iter().map(|side| names::side(&self.battle.content, side)).collect::<LineResult<Vec<_>>>()?;
                winners.sort_unstable();
                self.ended(&ending_text(format!("{} to win", sides.join(" and ")), why.as_ref()), |ending| {
                    ending.winners.iter().eq(&winners) && is_why(ending, why.as_ref())
                })
            }
            Expect::Grade(grade) => {
                self.ended(&format!("the grade `{grade}`"), |ending| ending.grade.as_ref() == Some(grade))
            }
            Expect::Draw(why) => self.ended(&ending_text("a draw".to_owned(), why.as_ref()), |ending| {
                ending.winners.is_draw() && is_why(ending, why.as_ref())
            }),
        }
    }

    /// Adds the end of the log to a problem.
    fn with_log(&self, problem: Box<Diagnostic>) -> Box<Diagnostic> {
        let table = &self.game.table;
        let events = &table.events()[table.events().len().saturating_sub(5)..];
        if events.is_empty() || problem.help.is_some() {
            return problem;
        }
        let lines: Vec<_> =
            events.iter().map(|event| format!("{} {}", event.rule, event.describe(&table.content))).collect();
        Box::new(problem.help(format!("the log ends with: {}", lines.join("; "))))
    }

    fn empty(&self, spaces: &[String]) -> LineResult<()> {
        let (content, state) = (&self.battle.content, &self.game.table.state);
        for space in names::spaces(content, spaces)? {
            let here: Vec<UnitId> = state.units_at(space).collect();
            require(here.is_empty(), format!("nobody at {}", content.map.label(space)), || {
                names::unit_names(content, &here)
            })?;
        }
        Ok(())
    }

    fn is_asked(&self, parts: &[String]) -> LineResult<()> {
        let expected = match parts {
            [side, question] => format!("{side} to be asked `{question}`"),
            _ => format!("{} to be asked", parts.join(" ")),
        };
        let Some(pending) = self.game.table.pending() else { return fails(expected, self.found()) };
        for part in parts {
            let holds = match names::side(&self.battle.content, part) {
                Ok(side) => side == pending.side,
                Err(_) => self.question(part)? == pending.question,
            };
            require(holds, &expected, || self.found())?;
        }
        Ok(())
    }

    fn phase_is_over(&self) -> LineResult<()> {
        let table = &self.game.table;
        require(table.pending().is_none() || table.state.cursor() != self.asked_at, "nobody to be asked", || {
            self.found()
        })
    }

    fn phase(&self, name: &str) -> LineResult<()> {
        let content = &self.battle.content;
        let sequence = &content.sequence;
        let all = sequence
            .setup
            .iter()
            .chain(sequence.turn.iter().flat_map(|turn| &turn.phases))
            .map(|phase| phase.name.as_str());
        if !all.clone().any(|known| known == name) {
            return Err(Box::new(no_phase(name, 0, all)));
        }
        let found = sequence.phase(self.game.table.state.cursor()).map_or("", |phase| &phase.name);
        require(found == name, format!("the phase `{name}`"), || format!("`{found}`"))
    }

    fn pending(&self) -> LineResult<Pending> {
        match self.game.table.pending() {
            Some(pending) => Ok(pending.clone()),
            None => fails("a question", self.found()),
        }
    }

    /// Returns the pending question, worded to follow `found`: `german asked …`.
    fn found(&self) -> String {
        self.asked().replacen(" is ", " ", 1)
    }

    /// Returns the expected options; fails if any of them is not offered.
    fn require_options(&self, texts: &[String]) -> LineResult<Vec<Choice>> {
        let (table, pending) = (&self.game.table, self.pending()?);
        let mut found = Vec::new();
        for text in texts {
            match answer::meaning(table, &pending.options, text) {
                answer::OptionMatch::One(choice) => found.push(choice),
                _ if text == "stop" && pending.stop => {}
                answer::OptionMatch::Several(names) => {
                    return wrong(NAME, format!("`{text}` is ambiguous: {}", names.join(" or ")));
                }
                answer::OptionMatch::Nothing => {
                    return fails(format!("`{text}` to be offered"), answer::options(table, &pending));
                }
            }
        }
        Ok(found)
    }

    fn check_exact_options(&self, texts: &[String]) -> LineResult<()> {
        let (pending, expected) = (self.pending()?, self.require_options(texts)?);
        let more = pending.options.iter().filter(|choice| !expected.contains(choice));
        let more: Vec<_> = more.map(|choice| choice.describe(&self.battle.content)).collect();
        let expected = format!("only {} to be offered", texts.join(", "));
        require(more.is_empty(), &expected, || format!("also {}", more.join(", ")))?;
        require(!pending.stop || texts.iter().any(|text| text == "stop"), &expected, || "also stop".to_owned())
    }

    fn check_not_offered(&mut self, texts: &[String], rule: Option<&str>, reason: Option<&str>) -> LineResult<()> {
        let pending = self.pending()?;
        for text in texts {
            if text == "stop" {
                require(!pending.stop, "no option `stop`", || "one".to_owned())?;
                continue;
            }
            let choice = answer::anything(&self.game.table, &pending, text)?;
            require(!pending.options.contains(&choice), format!("no option `{text}`"), || "one".to_owned())?;
            let Some(rule) = rule else { continue };
            let words = reason.map(|reason| format!(": {reason}")).unwrap_or_default();
            let expected = format!("`{text}` not to be offered because of {rule}{words}");
            let Some(refusal) = self.why_not(&pending, &choice)? else { return fails(expected, "no reason") };
            let holds =
                refusal.rule.as_deref() == Some(rule) && reason.is_none_or(|reason| refusal.reason.contains(reason));
            require(holds, expected, || refusal.to_string())?;
        }
        Ok(())
    }

    /// Returns why options do not meet the condition of the pending question if they are chosen together.
    fn unfit(&mut self, texts: &[String]) -> LineResult<Option<Refusal>> {
        let (chosen, pending) = (self.require_options(texts)?, self.pending()?);
        let refusal = self.host.unfit(&pending, &Answer::Several(chosen), &mut self.game.table);
        refusal.map_err(|error| rules_fail(&error))
    }

    fn check_refused(&mut self, texts: &[String], rule: Option<&str>, reason: Option<&str>) -> LineResult<()> {
        let because = rule.map(|rule| format!(" because of {rule}")).unwrap_or_default();
        let words = reason.map(|reason| format!(": {reason}")).unwrap_or_default();
        let expected = format!("{} to be refused{because}{words}", texts.join(", "));
        let Some(refusal) = self.unfit(texts)? else { return fails(expected, "accepted") };
        let is_rule = rule.is_none_or(|rule| refusal.rule.as_deref() == Some(rule));
        require(is_rule && reason.is_none_or(|reason| refusal.reason.contains(reason)), expected, || {
            refusal.to_string()
        })
    }

    fn odds(&mut self, space: &str, by: &[String], text: &str) -> LineResult<()> {
        let content = self.battle.content.clone();
        let space = names::space(&content, space)?;
        let Some(rule) = self.battle.system.hooks.odds.clone() else {
            return wrong(POSITION, "this system has no odds rule");
        };
        let attackers = by
            .iter()
            .map(|name| names::unit_or_place(&content, &self.game.table.state, name))
            .collect::<LineResult<Vec<_>>>()?;
        let named = Some(attackers).filter(|attackers| !attackers.is_empty()).map(Item::Units);
        let arguments = [Item::Choice(Choice::Space(space))].into_iter().chain(named).collect();
        let result = self.host.look(&rule, arguments, &mut self.game.table);
        let line = |item: &Item| match item {
            Item::Column(column) => column.describe(&content.charts[column.chart.index()]),
            Item::Prospect(prospect) => prospect.told.reason.clone(),
            Item::Refusal(refusal) => refusal.reason.clone(),
            other => other.kind().to_owned(),
        };
        match result {
            Ok(column @ Item::Column(_)) => require(line(&column) == text, text, || line(&column)),
            Ok(Item::List(lines)) if !lines.is_empty() => {
                let lines: Vec<String> = lines.iter().map(line).collect();
                require(lines.iter().any(|line| line == text), text, || lines.join(" | "))
            }
            Ok(Item::Refusal(refusal)) => fails(text, refusal),
            Ok(_) => fails(text, "no possible attacker"),
            Err(error) => Err(rules_fail(&error)),
        }
    }

    fn log(&self, rule: &str, text: &str) -> LineResult<()> {
        let table = &self.game.table;
        let holds =
            table.events().iter().any(|event| event.rule == rule && event.describe(&table.content).contains(text));
        let expected = format!("a log line with \"{text}\" ({rule})");
        require(holds, expected, || "none".to_owned()).map_err(|problem| self.with_log(problem))
    }

    fn no_log(&self, text: &str) -> LineResult<()> {
        let table = &self.game.table;
        let lines = table.events().iter().map(|event| event.describe(&table.content));
        lines
            .filter(|line| line.contains(text))
            .try_for_each(|line| fails(format!("no log line with \"{text}\""), format!("`{line}`")))
    }

    fn chart(&self, name: &str, row: &str, cells: &[String]) -> LineResult<()> {
        let content = &self.battle.content;
        let known = content.charts.iter().map(|chart| chart.name.as_str());
        let Some(chart) = content.chart(name) else {
            return Err(Box::new(
                Diagnostic::general(NAME, format!("there is no chart `{name}`")).suggest(name, known),
            ));
        };
        let chart = &content.charts[chart.index()];
        let Some(at) = chart.rows.find(row) else {
            let error = Diagnostic::general(NAME, format!("the chart `{name}` has no row `{row}`"));
            return Err(Box::new(suggest_row(error, row, &chart.rows)));
        };
        let found =
            (0..chart.columns.keys.len()).filter_map(|column| chart.cell(at, column)).map(cell).collect::<Vec<_>>();
        require(found == cells, cells.join(", "), || found.join(", "))
    }

    fn ended(&self, expected: &str, holds: impl Fn(&Ending) -> bool) -> LineResult<()> {
        match self.game.table.state.ending() {
            None => fails(expected, format!("a game in progress: {}", self.asked())),
            Some(ending) => require(holds(ending), expected, || {
                format!("{}: {}", ending.result(&self.battle.content), ending.english())
            }),
        }
    }
}

/// Returns whether a game ended for the expected reason: the paragraph must match, and the reason must contain the
/// given words.
fn is_why(ending: &Ending, why: Option<&(String, String)>) -> bool {
    why.is_none_or(|(rule, words)| ending.rule.as_ref() == Some(rule) && ending.reason.contains(words))
}

/// Returns the expected ending and reason, in words.
fn ending_text(end: String, why: Option<&(String, String)>) -> String {
    why.map_or_else(|| end.clone(), |(rule, words)| format!("{end} under {rule}: \"{words}\""))
}

/// Suggests a row with a similar name, or gives the range if the rows are consecutive numbers.
fn suggest_row(error: Diagnostic, row: &str, rows: &Axis) -> Diagnostic {
    match rows.range().filter(|_| row.parse::<i64>().is_ok()) {
        Some((first, last)) => error.help(format!("the rows are {first} to {last}")),
        None => error.suggest(row, rows.keys.iter().map(String::as_str)),
    }
}

fn cell(cell: &Cell) -> String {
    match cell {
        Cell::Number(number) => number.to_string(),
        Cell::Text(text) => text.clone(),
    }
}
