//! The HTML page that reports a sweep: how often a side wins with each value of a number or an option.

use crate::page_frame;
use crate::phrases::{ComparisonText, forfeits};
use crate::plot::{COLOURS, Plot, Scale};
use grognard_engine::catalogue::Catalogue;
use grognard_lab::compare::Estimate;
use grognard_lab::shard::Experiment;
use grognard_lab::{Forfeits, Proportion};
use maud::{Markup, PreEscaped, html};
use serde::Serialize;

/// The result for one value.
#[derive(Clone, Debug, Serialize)]
pub struct SweepStep {
    /// The value.
    pub value: String,
    /// Whether this is the current value.
    pub in_force: bool,
    /// How often the side won.
    pub wins: Proportion,
    /// The change in the win rate compared with the current value.
    pub difference: Estimate,
}

impl SweepStep {
    /// Returns whether the 95 % interval of the difference excludes zero.
    fn is_different(&self) -> bool {
        !self.in_force && (self.difference.low > 0.0 || self.difference.high < 0.0)
    }
}

/// The contents of a sweep page.
pub struct SweepPage<'a> {
    /// The games played.
    pub experiment: &'a Experiment,
    /// The title of the battle.
    pub title: &'a str,
    /// What was varied: `option:retreat`.
    pub over: &'a str,
    /// The side whose wins are counted.
    pub side: &'a str,
    /// Number of games per value.
    pub games: usize,
    /// The result for each value, including the current value, in display order.
    pub steps: &'a [SweepStep],
    /// Games that programs forfeited by breaking the protocol.
    pub forfeits: &'a [Forfeits],
    /// The language.
    pub catalogue: &'a Catalogue,
    /// The command that reproduces the games.
    pub command: String,
}

impl SweepPage<'_> {
    /// Returns the page as HTML.
    pub fn html(&self) -> String {
        let words = ComparisonText::new(self.catalogue, [&[], &[]]);
        let title = self.catalogue.name(self.title);
        let body = html! {
            header { h1 { (title) } p { (words.say("What was varied: {1}", &[self.over])) } }
            main {
                section.answer {
                    @for (at, sentence) in self.answer(&words).iter().enumerate() { p.first[at == 0] { (sentence) } }
                    @for line in forfeits(self.forfeits, self.catalogue) { p { (line) } }
                }
                section {
                    h2 { (words.say("Win rate of {1} by value", &[&words.side(self.side)])) }
                    div.scroll { (PreEscaped(plot(&words, self.steps))) }
                    p.hint { (words.say("The dot is the observed value; the line is the range in which the true value \
                        probably lies. The ringed dot is the current value.", &[])) }
                    (self.table(&words))
                }
                (reading(&words))
            }
            (self.foot(&words))
        };
        page_frame::page(&format!("{title}: {}", self.over), self.catalogue, body)
    }

    /// Describes the result in one or two sentences.
    fn answer(&self, words: &ComparisonText) -> Vec<String> {
        let side = words.side(self.side);
        let order = |one: &&SweepStep, other: &&SweepStep| one.wins.value().total_cmp(&other.wins.value());
        let (Some(least), Some(most)) = (self.steps.iter().min_by(order), self.steps.iter().max_by(order)) else {
            return Vec::new();
        };
        let [low, high] = [least, most].map(|step| words.percent(step.wins.value()));
        let about = [&*side, &*most.value, &*high, &*least.value, &*low];
        let first =
            words.say("{1} wins most often with {2} ({3} of the games) and least often with {4} ({5}).", &about);
        let different: Vec<&str> =
            self.steps.iter().filter(|step| step.is_different()).map(|step| &*step.value).collect();
        let second = match different.is_empty() {
            true => {
                words.say("No value is clearly different from the current value; any differences may be chance.", &[])
            }
            false => words.say("Clearly different from the current value: {1}.", &[&different.join(", ")]),
        };
        // A difference that may be due to chance does not belong in the headline.
        if different.is_empty() { vec![second, words.sentence(&first)] } else { vec![words.sentence(&first), second] }
    }

    fn table(&self, words: &ComparisonText) -> Markup {
        html! {
            div.scroll { table {
                thead { tr { @for head in ["value", "wins", "between", "wins in 100 games, compared with the current \
                    value", "between"] { th { (words.say(head, &[])) } } } }
                tbody { @for step in self.steps {
                    @let SweepStep { wins, difference, .. } = step;
                    tr.clear[step.is_different()] {
                        th { (step.value) }
                        td { (words.percent(wins.value())) }
                        td { (words.say("{1} and {2}", &[&words.percent(wins.low), &words.percent(wins.high)])) }
                        @if step.in_force { td { (words.say("the current value", &[])) } td {} }
                        @else {
                            td { (words.points(difference.value)) }
                            td { (words.say("{1} and {2}", &[&words.points(difference.low), &words.points(difference.high)])) }
                        }
                    }
                } }
            } }
        }
    }

    fn foot(&self, words: &ComparisonText) -> Markup {
        let (first, last) =
            (self.experiment.seed, self.experiment.seed.wrapping_add(self.games as u64).wrapping_sub(1));
        html! {
            footer {
                h2 { (words.say("What was played", &[])) }
                @for variant in &self.experiment.variants {
                    p {
                        b { (words.say(&variant.name, &[])) } " "
                        (words.say("rules hash {1}", &[&variant.lock.rules_hash]))
                    }
                }
                @if let Some(variant) = self.experiment.variants.first() { p { (words.players(variant)) } }
                p { (words.say("Seeds {1} to {2}, one game per value from each seed. To repeat the experiment:", &[&first.to_string(), &last.to_string()])) }
                pre { (self.command) }
                (words.clocks(self.experiment))
            }
        }
    }
}

fn reading(words: &ComparisonText) -> Markup {
    html! {
        section {
            h2 { (words.say("How to read this", &[])) }
            p { (words.say("The games for every value use the same seeds, so differences are due more to the value \
                than to luck.", &[])) }
            p { (words.say("One line in 20 misses the true value. Of 20 values without effect, one would therefore \
                look clearly different; be suspicious of a value that differs when its neighbours do not.", &[])) }
            p { (words.say("Agents are not people. A rule that helps a side when agents play at random may have \
                a different effect when people play; test it with better agents before you rely on it.", &[])) }
        }
    }
}

/// Plots win rates by value: to scale if all values are numbers, evenly spaced if not.
fn plot(words: &ComparisonText, steps: &[SweepStep]) -> String {
    let (width, left, right, bottom) = (760.0, 60.0, 740.0, 260.0);
    let most = steps.iter().map(|step| 100.0 * step.wins.high).fold(1.0, f64::max);
    let least = steps.iter().map(|step| 100.0 * step.wins.low).fold(100.0, f64::min);
    let room = ((most - least) * 0.15).max(1.0);
    let up = Scale::new(((least - room).max(0.0), (most + room).min(100.0)), (bottom, 12.0));
    let places = places(steps);
    let ends = places.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), at| (low.min(*at), high.max(*at)));
    let across = Scale::new(ends, (left + 40.0, right - 40.0));
    let mut plot = Plot::new(width, bottom + 30.0, &words.say("win rates", &[]));
    for mark in up.marks() {
        plot.line((left, up.at(mark)), (right, up.at(mark)), "#c9c0ab", 0.8);
        plot.note((left - 6.0, up.at(mark) + 4.0), "end", &format!("{} %", words.mark(mark)));
    }
    let way: Vec<(f64, f64)> =
        steps.iter().zip(&places).map(|(step, at)| (across.at(*at), up.at(100.0 * step.wins.value()))).collect();
    if steps.iter().all(|step| number(&step.value).is_some()) {
        plot.way(&way, "#a49b86", true);
    }
    for (step, &(x, y)) in steps.iter().zip(&way) {
        let [low, high] = [step.wins.low, step.wins.high].map(|end| up.at(100.0 * end));
        plot.line((x, low), (x, high), COLOURS[0], 3.0);
        [low, high].iter().for_each(|end| plot.line((x - 6.0, *end), (x + 6.0, *end), COLOURS[0], 2.0));
        if step.in_force {
            plot.dot((x, y), 9.0, "#23201d");
            plot.dot((x, y), 7.0, "#fbf8f0");
        }
        plot.dot((x, y), 5.5, COLOURS[0]);
        plot.note((x, bottom + 18.0), "middle", &step.value);
    }
    plot.svg()
}

fn number(text: &str) -> Option<f64> {
    text.parse::<f64>().ok().filter(|number| number.is_finite())
}

fn places(steps: &[SweepStep]) -> Vec<f64> {
    let numbers: Option<Vec<f64>> = steps.iter().map(|step| number(&step.value)).collect();
    numbers.unwrap_or_else(|| (0..steps.len()).map(|at| at as f64).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(value: &str, hits: u64, in_force: bool) -> SweepStep {
        let difference = Estimate {
            value: hits as f64 / 100.0 - 0.2,
            low: hits as f64 / 100.0 - 0.3,
            high: hits as f64 / 100.0 - 0.1,
        };
        SweepStep { value: value.to_owned(), in_force, wins: Proportion::new(hits, 100), difference }
    }

    #[test]
    fn numbers_have_their_places_and_words_stand_side_by_side() {
        assert_eq!(places(&[step("1", 5, false), step("10", 9, true), step("-2.5", 9, false)]), [1.0, 10.0, -2.5]);
        assert_eq!(places(&[step("NE", 5, false), step("3", 9, true)]), [0.0, 1.0]);
        let catalogue = Catalogue::default();
        let words = ComparisonText::new(&catalogue, [&[], &[]]);
        let drawn = plot(&words, &[step("1", 5, false), step("2", 20, true)]);
        assert_eq!(drawn.matches("<circle").count(), 4, "the current value has a ring");
        assert!(
            plot(&words, &[step("NE", 0, true)]).contains(">NE<")
                && !plot(&words, &[step("NE", 0, true)]).contains("<polyline")
        );
    }

    #[test]
    fn the_words_name_the_ends_and_what_is_clearly_different() {
        let catalogue = Catalogue::default();
        let steps = [step("1", 5, false), step("2", 20, true), step("3", 25, false)];
        let experiment = Experiment {
            format: 1,
            scenario: "x".into(),
            sides: vec!["red".into()],
            alliances: Vec::new(),
            seed: 1,
            games: 100,
            observed: false,
            variants: Vec::new(),
        };
        let over = "option:depth";
        let page = SweepPage {
            experiment: &experiment,
            title: "X",
            over,
            side: "red",
            games: 100,
            steps: &steps,
            forfeits: &[],
            catalogue: &catalogue,
            command: "grognard".into(),
        };
        let told = page.answer(&ComparisonText::new(&catalogue, [&[], &[]]));
        assert_eq!(told[0], "Red wins most often with 3 (25.0 % of the games) and least often with 1 (5.0 %).");
        assert_eq!(told[1], "Clearly different from the current value: 1.");
        let page = SweepPage { steps: &steps[1..2], ..page };
        let told = page.answer(&ComparisonText::new(&catalogue, [&[], &[]]));
        assert!(told[0].starts_with("No value is clearly different"), "{told:?}");
    }
}
