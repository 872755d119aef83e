//! The HTML page that reports a comparison.

use crate::bars::{BarPair, bars};
use crate::maps::BaseMap;
use crate::page_frame;
use crate::phrases::{ComparisonText, bounds, forfeits, hundredths, number};
use crate::plot::{self, COLOURS, Course, Whisker};
use grognard_engine::catalogue::Catalogue;
use grognard_lab::compare::{Comparison, Effect, EffectGroup, mean};
use grognard_lab::shard::{SeedRow, ShardFile};
use grognard_play::Battle;
use maud::{Markup, PreEscaped, html};

/// The contents of the page.
pub struct Page<'a> {
    /// The games.
    pub file: &'a ShardFile,
    /// The results.
    pub comparison: &'a Comparison,
    /// The indices of the two variants compared.
    pub variants: [usize; 2],
    /// The variants' battles, if they could be loaded exactly as they were played; maps require them.
    pub battles: Option<[&'a Battle; 2]>,
    /// The language.
    pub catalogue: &'a Catalogue,
    /// Commands that reproduce the games.
    pub commands: Vec<String>,
}

impl Page<'_> {
    /// Returns the page as HTML.
    pub fn html(&self) -> String {
        let experiment = &self.file.head.experiment;
        let title = self.battles.map_or(experiment.scenario.as_str(), |[a, _]| a.content.title.as_str());
        let title = self.catalogue.name(title);
        let words = ComparisonText::new(self.catalogue, self.variants.map(|at| &experiment.variants[at].changes[..]));
        let words = words.with_subjects(self.battles.map(|[a, _]| a));
        let [a, b] = self.variants.map(|at| words.changes_text(&experiment.variants[at].changes));
        let body = html! {
            header {
                h1 { (title) }
                p { span.a { "A" } " " (a) }
                p { span.b { "B" } " " (b) }
            }
            main {
                (self.answer(&words))
                (self.wins(&words))
                (self.changes(&words))
                (self.how_often(&words))
                (self.spread(&words))
                (self.ground(&words))
                (self.details(&words))
                (self.reading(&words))
            }
            (self.foot(&words))
        };
        page_frame::page(&format!("{title}: A / B"), self.catalogue, body)
    }

    fn answer(&self, words: &ComparisonText) -> Markup {
        let sentences = words.answer(self.comparison);
        html! {
            section.answer {
                @for (at, sentence) in sentences.iter().enumerate() { p.first[at == 0] { (sentence) } }
                p.hint { (words.pairs(self.comparison)) }
                @for line in forfeits(&grognard_lab::forfeits(self.file), self.catalogue) { p { (line) } }
            }
        }
    }

    /// Shows the win rates and their difference.
    fn wins(&self, words: &ComparisonText) -> Markup {
        let mut rows = Vec::new();
        for (side, shares) in &self.comparison.shares {
            let name =
                if side == "draws" { words.say("draws", &[]) } else { words.say("{1} wins", &[&words.side(side)]) };
            for (variant, share) in shares.iter().enumerate() {
                rows.push(Whisker {
                    name: format!("{name}, {}", ["A", "B"][variant]),
                    value: (100.0 * share.value(), 100.0 * share.low, 100.0 * share.high),
                    colour: COLOURS[variant],
                    words: format!("{} {}", words.percent(share.value()), bounds(share, self.catalogue)),
                });
            }
        }
        let side = words.side(&self.comparison.question.side);
        let margin = hundredths(self.comparison.question.margin, self.catalogue);
        html! {
            section {
                h2 { (words.say("Who wins", &[])) }
                div.scroll { (PreEscaped(plot::whiskers(&words.say("win rates", &[]), &rows, (0.0, 100.0), |mark| format!("{} %", words.mark(mark)), None, 0.0))) }
                p.hint { (words.say("The dot is the observed value; the line is the range in which the true value \
                    probably lies.", &[])) }
                h3 { (words.say("Additional wins for {1} under B, in 100 games", &[&side])) }
                div.scroll { (PreEscaped(self.difference(words))) }
                p.hint { (words.say("Go by the upper line. The shaded band extends {1} games to either side of no \
                    difference: within it, a difference does not matter. If the line crosses zero, it is not \
                    known whether the rule helps or hurts.", &[&margin])) }
            }
        }
    }

    /// Plots the difference in win rates twice: with the interval that is valid at any time, and with the one for
    /// exactly these games.
    fn difference(&self, words: &ComparisonText) -> String {
        let (repeated, fixed, margin) =
            (self.comparison.answer.repeated, self.comparison.difference, self.comparison.question.margin);
        let reach = 100.0
            * [repeated.low, repeated.high, fixed.low, fixed.high]
                .into_iter()
                .map(f64::abs)
                .fold(margin * 1.5, f64::max);
        let row = |name: &str, value: f64, low: f64, high: f64| Whisker {
            name: words.say(name, &[]),
            value: (100.0 * value, 100.0 * low, 100.0 * high),
            colour: "#4a4438",
            words: format!(
                "{} {}",
                words.points(value),
                words.say("({1} to {2})", &[&words.points(low), &words.points(high)])
            ),
        };
        let rows = [
            row("at any time", repeated.value, repeated.low, repeated.high),
            row("after exactly these games", fixed.value, fixed.low, fixed.high),
        ];
        let mark = |mark: f64| if mark == 0.0 { "0".to_owned() } else { number(&format!("{mark:+}"), self.catalogue) };
        plot::whiskers(&words.say("the difference", &[]), &rows, (-reach, reach), mark, Some(0.0), 100.0 * margin)
    }

    /// Lists the clear effects.
    fn changes(&self, words: &ComparisonText) -> Markup {
        let clear = self.comparison.effects.iter().filter(|effect| effect.clear).count();
        let groups = EffectGroup::ALL.map(|group| {
            let mut effects: Vec<&Effect> = self.comparison.of(group).filter(|effect| effect.clear).collect();
            effects.sort_by(|one, other| one.p.total_cmp(&other.p));
            (group, words.sorted_effects(effects))
        });
        let [all, clear] = [self.comparison.effects.len(), clear].map(|count| count.to_string());
        html! {
            section {
                h2 { (words.say("What else changes", &[])) }
                @if clear == "0" { p { (words.say("None of the {1} statistics is clearly different.", &[&all])) } }
                @else {
                    p { (words.say("Of the {1} statistics, {2} {2?is|are} clearly different, by more than chance would \
                        explain in a list of this length.", &[&all, &clear])) }
                    p.hint { (words.say("The figures are averages per game. The last two columns show where the true \
                        difference lies; the vertical line in the picture marks no difference.", &[])) }
                }
                @for (group, effects) in groups.iter().filter(|(_, effects)| !effects.is_empty()) {
                    h3 { (words.heading(*group)) }
                    (table(words, effects))
                }
            }
        }
    }

    /// Plots each variant's mean losses, and how often each odds column, each column shift and each paragraph was used.
    fn how_often(&self, words: &ComparisonText) -> Markup {
        let all = |group: EffectGroup| {
            let effects = words.sorted_effects(self.comparison.of(group).collect());
            let pair = |effect: &&Effect| BarPair { name: words.name(effect), numbers: [effect.a.mean, effect.b.mean] };
            effects.iter().map(pair).collect::<Vec<BarPair>>()
        };
        html! {
            @for group in [EffectGroup::Losses, EffectGroup::Columns, EffectGroup::Shifts, EffectGroup::Rules] {
                @let drawn = bars(&words.heading(group), &all(group), |number| words.mean(number));
                @if !drawn.is_empty() {
                    section {
                        h2 { (words.heading(group)) }
                        p.hint { (words.say(bars_caption(group), &[])) }
                        div.scroll { (PreEscaped(drawn)) }
                    }
                }
            }
        }
    }

    /// Plots the distributions of game length and points.
    fn spread(&self, words: &ComparisonText) -> Markup {
        let rows = &self.file.rows;
        let of = |value: &dyn Fn(&SeedRow, usize) -> Option<f64>| {
            self.variants.map(|at| rows.iter().filter_map(|row| value(row, at)).collect::<Vec<f64>>())
        };
        let turns = of(&|row, at| Some(f64::from(row.games[at].result.turn)));
        let told: Vec<&Effect> = self.comparison.of(EffectGroup::Points).collect();
        html! {
            section {
                h2 { (words.say("Variation between games", &[])) }
                h3 { (words.say("The turn in which the game ended", &[])) }
                @match common_value(&turns) {
                    Some(turn) => p { (words.say("Every game ended in turn {1}.", &[&turn.to_string()])) },
                    None => div.scroll { (PreEscaped(plot::histogram(&words.say("last turns", &[]), [&turns[0], &turns[1]], ["A", "B"], &words.say("turn", &[]), |mark| words.mark(mark)))) },
                }
                @for effect in told {
                    @let values = of(&|row, at| row.games[at].seen.as_ref().and_then(|seen| seen.told.get(&effect.name)).map(|number| *number as f64));
                    h3 { (words.name(effect)) }
                    div.scroll { (PreEscaped(plot::histogram(&words.name(effect), [&values[0], &values[1]], ["A", "B"], &words.name(effect), |mark| words.mark(mark)))) }
                }
            }
        }
    }

    /// Plots the number of spaces held in each turn, and draws the maps.
    fn ground(&self, words: &ComparisonText) -> Markup {
        let mut lines = Vec::new();
        for (at, side) in self.file.head.experiment.sides.iter().enumerate() {
            for (variant, &number) in self.variants.iter().enumerate() {
                lines.push(Course {
                    name: format!("{}, {}", words.side(side), ["A", "B"][variant]),
                    numbers: self.mean_held_spaces(number, at),
                    variant,
                    dashed: at > 0,
                });
            }
        }
        html! {
            section {
                h2 { (words.say("Who held the ground", &[])) }
                p { (words.say("Average number of map spaces held at the end of a turn, over the games that reached \
                    it. A side holds a space if only its units are there, or if it owns the space and no units are \
                    there.", &[])) }
                div.scroll { (PreEscaped(plot::courses(&words.heading(EffectGroup::Territory), &lines, &words.say("turn", &[]), |mark| words.mark(mark)))) }
                @match self.battles {
                    Some(battles) => (self.maps(words, battles)),
                    None => p.hint { (words.say("The packs have changed since the games were played, so there are no \
                        maps.", &[])) },
                }
            }
        }
    }

    /// Returns the mean number of spaces held, by turn.
    fn mean_held_spaces(&self, variant: usize, side: usize) -> Vec<f64> {
        let seen = || self.file.rows.iter().filter_map(|row| row.games[variant].seen.as_ref());
        let turns = seen().map(|seen| seen.territory.len()).max().unwrap_or(0);
        let at = |turn: usize| {
            seen().filter_map(|seen| Some(f64::from(*seen.territory.get(turn)?.get(side)?))).collect::<Vec<f64>>()
        };
        (0..turns).map(|turn| mean(&at(turn)).mean).collect()
    }

    fn maps(&self, words: &ComparisonText, battles: [&Battle; 2]) -> Markup {
        let same = battles[0].tree.root().get("map").map(ToString::to_string)
            == battles[1].tree.root().get("map").map(ToString::to_string);
        let grounds = [
            BaseMap::new(&battles[0].content, "ground-a"),
            BaseMap::new(&battles[1].content, if same { "ground-a" } else { "ground-b" }),
        ];
        let maps = self.variants.map(|at| &self.file.end.maps[at]);
        let games = self.file.rows.len() as u64;
        let most = (0..2).map(|at| grounds[at].max_loss(maps[at], games)).fold(0.0, f64::max);
        let turns = turns_to_show(&maps[0].games);
        html! {
            (PreEscaped(grounds[0].definition()))
            @if !same { (PreEscaped(grounds[1].definition())) }
            h3 { (words.say("Where units were lost", &[])) }
            (self.colours(words, &grounds[0]))
            p.hint { (words.say("The larger the mark, the more steps were lost there (at most {1} per game). The colour \
                shows the side; an inner mark belongs to the other side.", &[&words.mean(most)])) }
            div.pair { @for (at, ground) in grounds.iter().enumerate() { figure {
                figcaption { (["A", "B"][at]) }
                (PreEscaped(ground.loss_map(&words.say("losses, {1}", &[["A", "B"][at]]), maps[at], games, most)))
            } } }
            @for turn in turns {
                @let number = (turn + 1).to_string();
                h3 { (words.say("Who held what after turn {1}", &[&number])) }
                (self.colours(words, &grounds[0]))
                p.hint { (words.say("The stronger the colour of a side, the more often it held the space.", &[])) }
                div.pair { @for (at, ground) in grounds.iter().enumerate() { figure {
                    @let played = maps[at].games.get(turn).copied().unwrap_or(0).to_string();
                    figcaption { (words.say("{1}: {2} {2?game|games}", &[["A", "B"][at], &played])) }
                    (PreEscaped(ground.control_map(&words.say("turn {1}, {2}", &[&number, ["A", "B"][at]]), maps[at], turn)))
                } } }
            }
        }
    }

    /// Shows a legend with the sides' colours.
    fn colours(&self, words: &ComparisonText, ground: &BaseMap) -> Markup {
        html! {
            p.sides { @for (at, side) in self.file.head.experiment.sides.iter().enumerate() {
                span.swatch style=(format!("background:{}", ground.colour(at))) {} " " (words.side(side)) " "
            } }
        }
    }

    /// Lists all effects.
    fn details(&self, words: &ComparisonText) -> Markup {
        html! {
            section {
                h2 { (words.say("All statistics", &[])) }
                @for group in EffectGroup::ALL {
                    @let effects = words.sorted_effects(self.comparison.of(group).collect());
                    @if !effects.is_empty() { details { summary { (words.heading(group)) " (" (effects.len()) ")" } (table(words, &effects)) } }
                }
            }
        }
    }

    fn reading(&self, words: &ComparisonText) -> Markup {
        let chance = format!("{:.0}", 1.0 / self.comparison.question.error);
        html! {
            section {
                h2 { (words.say("How to read this", &[])) }
                p { (words.say("Two games under different rules also differ by chance. So both variants are played from \
                    the same seeds, in pairs, and only pairs won under one variant and lost under the other show which \
                    side a rule helps.", &[])) }
                p { (words.say("The answer is based on the line “at any time”. It remains valid if you look repeatedly \
                    and stop as soon as the answer is known: on average, one in {1} comparisons of equal variants \
                    reports a difference, no matter when it stops. “After exactly these games” is the line for a \
                    number of games fixed beforehand.", &[&chance])) }
                p { (words.say("The tables list many statistics at once. Of a hundred that do not change, five would \
                    look different at first sight; a statistic is “clearly different” only if it stands out so far \
                    that even one mistake in the whole list is unlikely (1 in 20).", &[])) }
                p { (words.say("Agents are not people. A rule that helps a side when agents play at random may have \
                    a different effect when people play; test it with better agents before you rely on it.", &[])) }
            }
        }
    }

    fn foot(&self, words: &ComparisonText) -> Markup {
        let experiment = &self.file.head.experiment;
        let last = experiment.seed.wrapping_add(self.file.rows.len() as u64).wrapping_sub(1);
        html! {
            footer {
                h2 { (words.say("What was played", &[])) }
                @for (letter, &at) in ["A", "B"].iter().zip(&self.variants) {
                    @let variant = &experiment.variants[at];
                    @let options = variant.lock.options.iter().map(|(name, value)| format!("{name} = {value}")).collect::<Vec<_>>().join(", ");
                    p { b { (letter) } " " (words.say("rules hash {1}", &[&variant.lock.rules_hash])) }
                    p { (words.players(variant)) }
                    table {
                        thead { tr { @for head in ["pack", "version", "content"] { th { (words.say(head, &[])) } } } }
                        tbody { @for pack in &variant.lock.packs { tr { td { (pack.id) } td { (pack.version) } td { code { (pack.content.chars().take(19).collect::<String>()) } } } } }
                    }
                    p { (words.say("Options: {1}", &[&options])) }
                }
                p { (words.say("Seeds {1} to {2}, one pair of games from each. To repeat the experiment:", &[&experiment.seed.to_string(), &last.to_string()])) }
                @for command in &self.commands { pre { (command) } }
                (words.clocks(experiment))
            }
        }
    }
}

/// Returns the caption for the bars of a group.
fn bars_caption(group: EffectGroup) -> &'static str {
    match group {
        EffectGroup::Losses => "Average number of steps lost per game, by unit type.",
        EffectGroup::Columns => "How often per game a result is read in each column, after all shifts.",
        EffectGroup::Shifts => "How often per game each modifier shifts the column.",
        _ => "How often per game the log cites each paragraph, as a measure of how often the rule was used.",
    }
}

/// Returns the value shared by all games, if there is one.
fn common_value(values: &[Vec<f64>; 2]) -> Option<f64> {
    let first = *values.iter().flatten().next()?;
    values.iter().flatten().all(|value| *value == first).then_some(first)
}

/// Returns the indices of the middle and last turns among those that at least half of the games reached.
fn turns_to_show(games: &[u32]) -> Vec<usize> {
    let Some(first) = games.first() else { return Vec::new() };
    let last = games.iter().rposition(|count| count * 2 >= *first).unwrap_or(0);
    let mut turns = vec![last / 2, last];
    turns.dedup();
    turns
}

/// Builds a table of effects with their intervals.
fn table(words: &ComparisonText, effects: &[&Effect]) -> Markup {
    let reach = effects.iter().flat_map(|effect| [effect.low.abs(), effect.high.abs()]).fold(0.0, f64::max).max(1e-9);
    html! {
        div.scroll { table.effects {
            thead { tr { th { } th { "A" } th { "B" } th { (words.say("B minus A", &[])) } th { (words.say("between", &[])) } th { } } }
            tbody { @for effect in effects {
                tr.clear[effect.clear] {
                    th { (words.name(effect)) }
                    td { (words.mean(effect.a.mean)) }
                    td { (words.mean(effect.b.mean)) }
                    td { (words.change(effect.difference)) }
                    td { (words.say("{1} and {2}", &[&words.change(effect.low), &words.change(effect.high)])) }
                    td { (PreEscaped(small(effect, reach))) }
                }
            } }
        } }
    }
}

/// Draws a small plot of an interval, with a line at zero.
fn small(effect: &Effect, reach: f64) -> String {
    let mut plot = plot::Plot::new(150.0, 18.0, "");
    let scale = plot::Scale::new((-reach, reach), (6.0, 144.0));
    plot.line((75.0, 1.0), (75.0, 17.0), "#6b6455", 1.0);
    let colour = if effect.clear { COLOURS[1] } else { "#a49b86" };
    plot.line((scale.at(effect.low), 9.0), (scale.at(effect.high), 9.0), colour, 3.0);
    plot.dot((scale.at(effect.difference), 9.0), 4.0, colour);
    plot.svg()
}
