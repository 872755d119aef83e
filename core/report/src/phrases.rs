//! Puts comparisons into words.

use grognard_engine::catalogue::{Catalogue, TextKind};
use grognard_lab::compare::{Comparison, ComparisonAnswer, Effect, EffectGroup, Estimate, MIN_COMPARED_PAIRS, Verdict};
use grognard_lab::shard::{Experiment, Variant};
use grognard_lab::{Forfeits, Proportion};
use grognard_play::{Battle, Forfeit};
use maud::{Markup, html};
use std::collections::BTreeMap;

/// Describes comparisons in a language.
pub struct ComparisonText<'a> {
    /// The language.
    pub catalogue: &'a Catalogue,
    /// The names of the variants: their changes, or “as it is”.
    pub variants: [String; 2],
    /// The paragraph titles, by number, each with its position in the rulebook.
    subjects: BTreeMap<String, (usize, String)>,
    /// The names of chart columns, each with its position in the chart.
    columns: BTreeMap<String, (usize, String)>,
}

/// Formats a number for a language: `12.5`, or `12,5` in French. The catalogue's entry for `0.5` determines the decimal
/// mark.
pub fn number(written: &str, catalogue: &Catalogue) -> String {
    let mark = catalogue.text(TextKind::Screen, "0.5").trim_matches(|c: char| c.is_ascii_digit());
    written.replace('.', mark)
}

/// Formats a share as a percentage: `12.5 %`.
pub fn percent(share: f64, catalogue: &Catalogue) -> String {
    hundredths(share, catalogue) + " %"
}

/// Formats a difference between shares as wins in 100 games: `+2.5`.
pub fn points(difference: f64, catalogue: &Catalogue) -> String {
    number(&format!("{:+.1}", 100.0 * difference), catalogue)
}

/// Formats a share in hundredths, without a percent sign: `2.5`.
pub(crate) fn hundredths(share: f64, catalogue: &Catalogue) -> String {
    number(&format!("{:.1}", 100.0 * share), catalogue)
}

/// Formats a difference in win rates with its interval: `+2.0 wins in 100 games (-1.0 to +5.0)`.
pub fn difference(Estimate { value, low, high }: Estimate, catalogue: &Catalogue) -> String {
    catalogue.say(
        "{1} wins in 100 games ({2} to {3})",
        &[value, low, high].map(|wins| points(wins, catalogue)).each_ref().map(String::as_str),
    )
}

/// Formats the interval of a share, in hundredths: `(3.6 to 6.3)`.
pub fn bounds(share: &Proportion, catalogue: &Catalogue) -> String {
    let [low, high] = [share.low, share.high].map(|end| hundredths(end, catalogue));
    catalogue.say("({1} to {2})", &[&low, &high])
}

/// Returns the translated name of a side. In English it is capitalised. In other languages it is not, because it is
/// used in phrases such as “the side …”.
pub fn side(side: &str, catalogue: &Catalogue) -> String {
    let name = catalogue.name(side);
    if ["", "en"].contains(&&*catalogue.language) { capital(name) } else { name.to_owned() }
}

/// Returns sentences about games that programs forfeited by breaking the protocol.
pub(crate) fn forfeits(all: &[Forfeits], catalogue: &Catalogue) -> Vec<String> {
    let one = |forfeits: &Forfeits| {
        let [lost, of, seed] = [forfeits.games, forfeits.of, forfeits.seed].map(|number| number.to_string());
        let side = &*side(&forfeits.side, catalogue);
        let reason = Forfeit { side: side.to_owned(), ..forfeits.first.clone() }.reason(catalogue);
        // The variants `a` and `b` of a comparison are shown as A and B; values of a sweep are shown unchanged.
        let name = |variant: &str| {
            if ["a", "b"].contains(&variant) { variant.to_uppercase() } else { catalogue.say(variant, &[]) }
        };
        match forfeits.variant.as_deref().map(name) {
            Some(variant) => {
                let about = [&*forfeits.agent, &*lost, &*of, side, &*variant, &*seed, &*reason];
                catalogue
                    .say("{1} forfeited {2} of {3} {3?game|games} as {4} under {5}, first with seed {6}: {7}.", &about)
            }
            None => {
                let about = [&*forfeits.agent, &*lost, &*of, side, &*seed, &*reason];
                catalogue.say("{1} forfeited {2} of {3} {3?game|games} as {4}, first with seed {5}: {6}.", &about)
            }
        }
    };
    all.iter().map(one).collect()
}

/// Returns sentences about forfeited games, one per line.
pub fn forfeit_lines(all: &[Forfeits], catalogue: &Catalogue) -> String {
    forfeits(all, catalogue).iter().map(|line| format!("{line}\n")).collect()
}

/// Returns the lines about forfeited games, preceded by a blank line; empty if there are none.
pub fn forfeit_paragraph(all: &[Forfeits], catalogue: &Catalogue) -> String {
    let lines = forfeit_lines(all, catalogue);
    if lines.is_empty() { lines } else { format!("\n{lines}") }
}

/// Returns a line listing the mods, options and changed cells of the games; empty if there are none.
pub fn rules_line(changes: &[String], catalogue: &Catalogue) -> String {
    if changes.is_empty() {
        String::new()
    } else {
        ComparisonText::new(catalogue, [&[], &[]]).changes_text(changes) + "\n"
    }
}

/// Capitalises a sentence that starts with the name of a side.
fn capital(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

impl<'a> ComparisonText<'a> {
    /// Prepares to describe two variants with the given changes.
    pub fn new(catalogue: &'a Catalogue, changes: [&[String]; 2]) -> ComparisonText<'a> {
        let name =
            |changes: &[String]| if changes.is_empty() { catalogue.say("as it is", &[]) } else { changes.join(", ") };
        ComparisonText { catalogue, variants: changes.map(name), subjects: BTreeMap::new(), columns: BTreeMap::new() }
    }

    /// Adds a battle's paragraph titles and the names of its chart columns.
    pub fn with_subjects(mut self, battle: Option<&Battle>) -> ComparisonText<'a> {
        let all = battle.into_iter().flat_map(|battle| &battle.system.paragraphs);
        for (at, paragraph) in all.enumerate() {
            self.subjects.insert(paragraph.number.clone(), (at, self.catalogue.name(&paragraph.title).to_owned()));
        }
        for chart in battle.into_iter().flat_map(|battle| &battle.content.charts) {
            for column in &chart.columns.keys {
                let name = format!("{}: {column}", self.catalogue.name(&chart.title));
                self.columns.insert(format!("{} {column}", chart.name), (self.columns.len(), name));
            }
        }
        self
    }

    /// Translates a string on the page.
    pub fn say(&self, text: &str, about: &[&str]) -> String {
        self.catalogue.say(text, about)
    }

    /// Formats a share as a percentage: `12.5 %`.
    pub fn percent(&self, share: f64) -> String {
        percent(share, self.catalogue)
    }

    /// Formats a difference between shares as wins in 100 games: `+2.5`.
    pub fn points(&self, difference: f64) -> String {
        points(difference, self.catalogue)
    }

    /// Formats a mean per game: `5.80`.
    pub fn mean(&self, mean: f64) -> String {
        number(&format!("{mean:.2}"), self.catalogue)
    }

    /// Formats a change in a mean: `-0.70`.
    pub fn change(&self, difference: f64) -> String {
        number(&format!("{difference:+.2}"), self.catalogue)
    }

    /// Formats the round number at a tick mark.
    pub fn mark(&self, mark: f64) -> String {
        number(&mark.to_string(), self.catalogue)
    }

    /// Returns the translated name of a side.
    pub fn side(&self, name: &str) -> String {
        side(name, self.catalogue)
    }

    /// Capitalises a sentence that starts with a name.
    pub fn sentence(&self, text: &str) -> String {
        capital(text)
    }

    /// Describes a variant's changes for readers who do not know the command line.
    pub fn changes_text(&self, changes: &[String]) -> String {
        if changes.is_empty() {
            return self.say("as it is", &[]);
        }
        let one = |change: &String| {
            let (kind, rest) = change.split_once(':').unwrap_or(("", change));
            let (name, value) = rest.rsplit_once('=').unwrap_or((rest, ""));
            match kind {
                "mod" => self.say("with the mod {1}", &[rest]),
                "option" => self.say("with the option {1} set to {2}", &[name, value]),
                "cell" => self.say("with {2} at {1}", &[name, value]),
                "agent" => self.say("with {1} played by {2}", &[&self.side(name), &self.say(value, &[])]),
                _ => change.clone(),
            }
        };
        changes.iter().map(one).collect::<Vec<_>>().join("; ")
    }

    /// Lists the players of a variant in short form: `Blue random, Red greedy`.
    pub fn seats(&self, variant: &Variant) -> String {
        let one = |(side, agent): (&String, &String)| format!("{} {}", self.side(side), self.say(agent, &[]));
        variant.players.iter().map(one).collect::<Vec<_>>().join(", ")
    }

    /// Lists the players of a variant.
    pub fn players(&self, variant: &Variant) -> String {
        let one = |(side, agent): (&String, &String)| format!("{}: {}", self.side(side), self.say(agent, &[]));
        self.say("Players: {1}", &[&variant.players.iter().map(one).collect::<Vec<_>>().join(", ")])
    }

    /// Warns if the same command may play different games the next time.
    pub fn clocks(&self, experiment: &Experiment) -> Markup {
        let players = experiment.unrepeatable().join(", ");
        html! {
            @if !players.is_empty() {
                p { (self.say("With {1}, the games differ each time, because the decisions of these players depend on \
                    the machine.", &[&players])) }
            }
        }
    }

    /// Sorts effects the way readers look for them: columns as in their chart, paragraphs as in the rulebook, and then
    /// all other effects in the order given.
    pub fn sorted_effects<'e>(&self, mut effects: Vec<&'e Effect>) -> Vec<&'e Effect> {
        let place = |effect: &Effect| {
            let paragraph = effect.name.split(' ').next().unwrap_or_default();
            let known = if effect.group == EffectGroup::Columns {
                self.columns.get(&effect.name)
            } else {
                self.subjects.get(paragraph)
            };
            known.map_or(usize::MAX, |(at, _)| *at)
        };
        effects.sort_by_key(|effect| place(effect));
        effects
    }

    /// Describes the result in one or two sentences.
    pub fn answer(&self, comparison: &Comparison) -> Vec<String> {
        let Comparison { question, answer: ComparisonAnswer { verdict, repeated, pairs, .. }, .. } = comparison;
        let side = self.side(&question.side);
        let [low, high] = [repeated.low, repeated.high].map(|end| hundredths(end.abs(), self.catalogue));
        let [a, b] = pairs.wins().map(|wins| self.percent(wins as f64 / pairs.count().max(1) as f64));
        let margin = hundredths(question.margin, self.catalogue);
        let first = match (verdict, repeated.value >= 0.0) {
            (Verdict::Different, true) => {
                self.say("{1} wins more often under B: in {2} of games, against {3} under A.", &[&side, &b, &a])
            }
            (Verdict::Different, false) => {
                self.say("{1} wins less often under B: in {2} of games, against {3} under A.", &[&side, &b, &a])
            }
            (Verdict::Same, _) => self.say(
                "{1} wins as often under A as under B ({2} and {3}); any difference is below {4} wins in 100 games.",
                &[&side, &a, &b, &margin],
            ),
            (Verdict::Open, _) => self.say(
                "No conclusion yet: {1} may win more often under A or under B ({2} and {3} so far).",
                &[&side, &a, &b],
            ),
        };
        let range = match (repeated.low >= 0.0, repeated.high <= 0.0) {
            (true, false) => {
                self.say("The true difference is between {1} and {2} more wins in 100 games.", &[&low, &high])
            }
            (false, true) => {
                self.say("The true difference is between {1} and {2} fewer wins in 100 games.", &[&high, &low])
            }
            _ => self.say("The true difference is between {1} fewer and {2} more wins in 100 games.", &[&low, &high]),
        };
        let mut sentences = vec![capital(&first), range, self.sureness(comparison)];
        if let Some(played_for) = &comparison.played_for {
            let margin = hundredths(played_for.margin, self.catalogue);
            let text = "The games were played for another question: {1}, with a margin of {2} wins in 100 games. \
                Asking a second question afterwards makes errors more likely.";
            sentences.push(self.say(text, &[&self.side(&played_for.side), &margin]));
        }
        if pairs.count() < comparison.pairs.count() {
            sentences.extend(self.later(comparison));
        }
        if comparison.pairs.count() == 0 {
            return sentences;
        }
        if comparison.wins.iter().all(|wins| wins.hits == wins.trials) {
            let text =
                "In these games {1} always won, so the win rates are not informative; see the points and losses below.";
            sentences.push(self.say(text, &[&side]));
        } else if comparison.wins.iter().all(|wins| wins.hits == 0) {
            let text =
                "In these games {1} never won, so the win rates are not informative; see the points and losses below.";
            sentences.push(self.say(text, &[&side]));
        } else if comparison.pairs.discordant() == 0 {
            sentences.push(self.say("No pair of games has a different result for {1} under A and under B.", &[&side]));
        }
        sentences
    }

    /// Describes how certain the result is.
    fn sureness(&self, comparison: &Comparison) -> String {
        let chance = format!("{:.0}", 1.0 / comparison.question.error.max(1e-9));
        match comparison.answer.verdict {
            Verdict::Open if comparison.answer.progress >= 1.0 => self.say(
                "The planned games showed no difference; more games can only show whether any difference is too small \
                 to matter.",
                &[],
            ),
            Verdict::Open if comparison.pairs.count() < MIN_COMPARED_PAIRS => {
                self.say("Too few games to decide: play at least {1} pairs.", &[&MIN_COMPARED_PAIRS.to_string()])
            }
            Verdict::Open => self.say("So far the difference may be chance; more games would settle it.", &[]),
            _ => self.say(
                "At most one in {1} such statements is wrong by chance, no matter how often you look.",
                &[&chance],
            ),
        }
    }

    /// Describes what the pairs played after the answer was known add to it.
    fn later(&self, comparison: &Comparison) -> [String; 2] {
        let [known, all] = [comparison.answer.pairs, comparison.pairs].map(|pairs| pairs.count().to_string());
        let Estimate { value, low, high } = comparison.difference;
        let known_then = self.say(
            "This was known after {1} pairs. Judged only once, after all {2}, the difference would be {3} wins in 100 \
             games ({4} to {5}).",
            &[&known, &all, &self.points(value), &self.points(low), &self.points(high)],
        );
        [
            known_then,
            self.say("The answer is based on the first {1} pairs; the figures below count all {2}.", &[&known, &all]),
        ]
    }

    /// Describes the pairs on which the result is based: their number, and in how many of them the side won both games,
    /// one or neither.
    pub fn pairs(&self, comparison: &Comparison) -> String {
        let pairs = comparison.pairs;
        let side = &*self.side(&comparison.question.side);
        let [count, both, neither, forfeited, gained] =
            [pairs.count(), pairs.both, pairs.neither, pairs.forfeited, pairs.gained].map(|count| count.to_string());
        self.say(
            "{1} pairs of games from the same seeds: {6} won both in {2}, neither in {3}, only under A in {4}, only \
             under B in {5}.",
            &[&count, &both, &neither, &forfeited, &gained, side],
        )
    }

    /// Returns the heading of a group of effects.
    pub fn heading(&self, group: EffectGroup) -> String {
        let text = match group {
            EffectGroup::Length => "Length of games",
            EffectGroup::Points => "Points at the end",
            EffectGroup::Losses => "Steps lost per game",
            EffectGroup::Territory => "Spaces held at the end of a turn",
            EffectGroup::Columns => "Odds columns used per game",
            EffectGroup::Shifts => "Column shifts",
            EffectGroup::Rules => "Log lines by paragraph",
        };
        self.say(text, &[])
    }

    /// Returns the translated name of an effect.
    pub fn name(&self, effect: &Effect) -> String {
        match (effect.group, effect.name.split_once(' ')) {
            (EffectGroup::Territory, Some((side, turn))) => {
                self.say("{1} after turn {2}", &[&self.side(side), turn.trim_start_matches('0')])
            }
            (EffectGroup::Losses, Some((side, kind))) => {
                let kind = self
                    .catalogue
                    .wording(TextKind::Name, kind)
                    .map_or_else(|| kind.replace('-', " "), |word| word.text.clone());
                format!("{}, {kind}", self.side(side))
            }
            (EffectGroup::Columns, _) => {
                self.columns.get(&effect.name).map_or_else(|| effect.name.clone(), |(_, name)| name.clone())
            }
            (EffectGroup::Shifts, Some((rule, reason))) => {
                format!("{rule} {}", self.catalogue.text(TextKind::Reason, reason))
            }
            (EffectGroup::Points, _) => self.say(&effect.name, &[]),
            (EffectGroup::Length, _) => self.say(&effect.name, &[]),
            (EffectGroup::Rules, _) => match self.subjects.get(&effect.name) {
                Some((_, subject)) => format!("{} {subject}", effect.name),
                None => effect.name.clone(),
            },
            _ => effect.name.clone(),
        }
    }

    /// Returns a line about an effect: `attacker armour 3.1 -> 2.4 (-0.7, -0.9 to -0.5)`.
    pub fn effect(&self, effect: &Effect) -> String {
        let Effect { a, b, difference, low, high, .. } = effect;
        let range = self.say("from {1} to {2}", &[&self.change(*low), &self.change(*high)]);
        format!(
            "{} {} -> {}  ({}; {range})",
            self.name(effect),
            self.mean(a.mean),
            self.mean(b.mean),
            self.change(*difference)
        )
    }
}
