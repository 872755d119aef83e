//! A comparison as a page.

use crate::maps::Ground;
use crate::plot::{self, COLOURS, Course, Whisker};
use crate::words::{Words, percent, points};
use grognard_engine::catalogue::Catalogue;
use grognard_lab::Battle;
use grognard_lab::compare::{Comparison, Effect, Group, mean};
use grognard_lab::shard::{Row, ShardFile};
use maud::{DOCTYPE, Markup, PreEscaped, html};

const STYLE: &str = include_str!("style.css");

/// What a page is made of.
pub struct Page<'a> {
    /// The games.
    pub file: &'a ShardFile,
    /// What came of them.
    pub comparison: &'a Comparison,
    /// Which of the variants are compared.
    pub variants: [usize; 2],
    /// Their battles, where they could be loaded as they were played: maps need them.
    pub battles: Option<[&'a Battle; 2]>,
    /// The language.
    pub catalogue: &'a Catalogue,
    /// Commands that lead to the same games.
    pub commands: Vec<String>,
}

impl Page<'_> {
    /// The page.
    pub fn html(&self) -> String {
        let experiment = &self.file.head.experiment;
        let title = self.battles.map_or(experiment.scenario.as_str(), |[a, _]| a.content.title.as_str());
        let title = self.catalogue.name(title);
        let words = Words::new(self.catalogue, self.variants.map(|at| &experiment.variants[at].changes[..]));
        let words = words.with_subjects(self.battles.map(|[a, _]| a));
        let page = html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:";
                    title { (title) ": A / B" }
                    style { (PreEscaped(STYLE)) }
                }
                body {
                    header {
                        h1 { (title) }
                        p { span.a { "A" } " " (words.variants[0]) }
                        p { span.b { "B" } " " (words.variants[1]) }
                    }
                    main {
                        (self.answer(&words))
                        (self.wins(&words))
                        (self.changes(&words))
                        (self.spread(&words))
                        (self.ground(&words))
                        (self.details(&words))
                        (self.reading())
                    }
                    (self.foot())
                }
            }
        };
        page.into_string().lines().map(|line| grognard_board::clean(line) + "\n").collect()
    }

    fn answer(&self, words: &Words) -> Markup {
        let sentences = words.answer(self.comparison);
        html! {
            section.answer {
                @for (at, sentence) in sentences.iter().enumerate() { p.first[at == 0] { (sentence) } }
                p.hint { (words.pairs(self.comparison)) }
            }
        }
    }

    /// Win rates and their difference.
    fn wins(&self, words: &Words) -> Markup {
        let mut rows = Vec::new();
        for (side, shares) in &self.comparison.shares {
            let name = if side == "draws" { "draws".to_owned() } else { format!("{} wins", self.catalogue.name(side)) };
            for (variant, share) in shares.iter().enumerate() {
                rows.push(Whisker {
                    name: format!("{name}, {}", ["A", "B"][variant]),
                    value: (100.0 * share.value(), 100.0 * share.low, 100.0 * share.high),
                    colour: COLOURS[variant],
                    words: format!("{} ({:.1} to {:.1})", percent(share.value()), 100.0 * share.low, 100.0 * share.high),
                });
            }
        }
        let any = self.comparison.anytime;
        let fixed = self.comparison.difference;
        let reach =
            [any.low, any.high, fixed.low, fixed.high].into_iter().map(f64::abs).fold(self.comparison.question.margin * 1.5, f64::max);
        let row = |name: &str, value: f64, low: f64, high: f64| Whisker {
            name: name.to_owned(),
            value: (100.0 * value, 100.0 * low, 100.0 * high),
            colour: "#4a4438",
            words: format!("{} ({} to {})", points(value), points(low), points(high)),
        };
        let differences =
            [row("whenever one looks", any.value, any.low, any.high), row("after exactly these games", fixed.value, fixed.low, fixed.high)];
        let side = self.catalogue.name(&self.comparison.question.side);
        html! {
            section {
                h2 { "Who wins" }
                div.scroll { (PreEscaped(plot::whiskers("win rates", &rows, (0.0, 100.0), |mark| format!("{mark} %"), None, 0.0))) }
                h3 { "The difference for " (side) ", B less A, in points of the win rate" }
                div.scroll { (PreEscaped(plot::whiskers("the difference", &differences, (-100.0 * reach, 100.0 * reach), |mark| format!("{mark:+}"), Some(0.0), 100.0 * self.comparison.question.margin))) }
                p.hint { "The dot is what was seen, the line is where the true number lies. The shaded band is " (format!("{:.1}", 100.0 * self.comparison.question.margin)) " points to both sides of no difference: what lies within it was said not to matter. " (words.variants[1]) " is B." }
            }
        }
    }

    /// What else changes, clearly.
    fn changes(&self, words: &Words) -> Markup {
        let clear = self.comparison.effects.iter().filter(|effect| effect.clear).count();
        let groups = GROUPS.map(|group| {
            let mut effects: Vec<&Effect> = self.comparison.of(group).filter(|effect| effect.clear).collect();
            effects.sort_by(|one, other| one.p.total_cmp(&other.p));
            (group, effects)
        });
        html! {
            section {
                h2 { "What else changes" }
                @if clear == 0 { p { "Of " (self.comparison.effects.len()) " things that were counted none is clearly different." } }
                @else { p { "Of " (self.comparison.effects.len()) " things that were counted " (clear) " are clearly different: by more than chance could do with so many of them." } }
                @for (group, effects) in groups.iter().filter(|(_, effects)| !effects.is_empty()) {
                    h3 { (words.heading(*group)) }
                    (table(words, effects))
                }
            }
        }
    }

    /// How lengths and points are spread.
    fn spread(&self, words: &Words) -> Markup {
        let rows = &self.file.rows;
        let of = |value: &dyn Fn(&Row, usize) -> Option<f64>| {
            self.variants.map(|at| rows.iter().filter_map(|row| value(row, at)).collect::<Vec<f64>>())
        };
        let turns = of(&|row, at| Some(f64::from(row.games[at].result.turn)));
        let told: Vec<&Effect> = self.comparison.of(Group::Points).collect();
        html! {
            section {
                h2 { "How games differ from each other" }
                h3 { "The turn in which the game ended" }
                @match only(&turns) {
                    Some(turn) => p { "Every game ended in turn " (turn) "." },
                    None => div.scroll { (PreEscaped(plot::histogram("last turns", [&turns[0], &turns[1]], ["A", "B"], "turn"))) },
                }
                @for effect in told {
                    @let values = of(&|row, at| row.games[at].seen.as_ref().and_then(|seen| seen.told.get(&effect.name)).map(|number| *number as f64));
                    h3 { (words.name(effect)) }
                    div.scroll { (PreEscaped(plot::histogram(&effect.name, [&values[0], &values[1]], ["A", "B"], &effect.name))) }
                }
            }
        }
    }

    /// Ground by turn, and the maps.
    fn ground(&self, words: &Words) -> Markup {
        let mut lines = Vec::new();
        for (at, side) in self.file.head.experiment.sides.iter().enumerate() {
            for (variant, &number) in self.variants.iter().enumerate() {
                lines.push(Course {
                    name: format!("{}, {}", self.catalogue.name(side), ["A", "B"][variant]),
                    numbers: self.held(number, at),
                    variant,
                    dashed: at > 0,
                });
            }
        }
        html! {
            section {
                h2 { "Who held the ground" }
                p { "Spaces of the map held when a turn was over, on average over the games that came so far. A side holds a space on which it stands alone, or which it owns and nobody stands on." }
                div.scroll { (PreEscaped(plot::courses(&words.heading(Group::Territory), &lines, "turn"))) }
                @match self.battles {
                    Some(battles) => (self.maps(battles)),
                    None => p.hint { "The packs are not what they were when the games were played, so there are no maps." },
                }
            }
        }
    }

    /// Mean number of spaces held by turn.
    fn held(&self, variant: usize, side: usize) -> Vec<f64> {
        let seen = || self.file.rows.iter().filter_map(|row| row.games[variant].seen.as_ref());
        let turns = seen().map(|seen| seen.territory.len()).max().unwrap_or(0);
        let at = |turn: usize| seen().filter_map(|seen| Some(f64::from(*seen.territory.get(turn)?.get(side)?))).collect::<Vec<f64>>();
        (0..turns).map(|turn| mean(&at(turn)).mean).collect()
    }

    fn maps(&self, battles: [&grognard_lab::Battle; 2]) -> Markup {
        let same = battles[0].tree.root().get("map").map(ToString::to_string) == battles[1].tree.root().get("map").map(ToString::to_string);
        let grounds =
            [Ground::new(&battles[0].content, "ground-a"), Ground::new(&battles[1].content, if same { "ground-a" } else { "ground-b" })];
        let maps = self.variants.map(|at| &self.file.end.maps[at]);
        let games = self.file.rows.len() as u64;
        let most = (0..2).map(|at| grounds[at].most_lost(maps[at], games)).fold(0.0, f64::max);
        let turns = turns_to_show(&maps[0].games);
        html! {
            (PreEscaped(grounds[0].definition()))
            @if !same { (PreEscaped(grounds[1].definition())) }
            h3 { "Where units were lost" }
            p.hint { "The larger a mark, the more steps were lost there, at most " (format!("{most:.2}")) " in a game. The colour says whose: a mark within a mark is that of the other side." }
            div.pair { @for (at, ground) in grounds.iter().enumerate() { figure { figcaption { (["A", "B"][at]) } (PreEscaped(ground.lost(&format!("losses, {}", ["A", "B"][at]), maps[at], games, most))) } } }
            @for turn in turns {
                h3 { "Who held what after turn " (turn + 1) }
                p.hint { "The stronger the colour of a side, the more often it held the space." }
                div.pair { @for (at, ground) in grounds.iter().enumerate() { figure { figcaption { (["A", "B"][at]) ": " (maps[at].games.get(turn).copied().unwrap_or(0)) " games" } (PreEscaped(ground.held(&format!("turn {}, {}", turn + 1, ["A", "B"][at]), maps[at], turn))) } } }
            }
        }
    }

    /// Everything that was counted.
    fn details(&self, words: &Words) -> Markup {
        html! {
            section {
                h2 { "Everything that was counted" }
                @for group in GROUPS {
                    @let effects: Vec<&Effect> = self.comparison.of(group).collect();
                    @if !effects.is_empty() { details { summary { (words.heading(group)) " (" (effects.len()) ")" } (table(words, &effects)) } }
                }
            }
        }
    }

    fn reading(&self) -> Markup {
        let chance = (1.0 / self.comparison.question.error).round();
        html! {
            section {
                h2 { "How to read this" }
                p { "Two games that differ in a rule would differ by luck alone. So both variants are played from the same seeds, pair by pair, and only pairs that one variant won and the other lost say anything about who is helped." }
                p { "“Whenever one looks” is the interval the answer rests on. It was made for looking again and again and stopping as soon as the answer is known: of " (chance) " comparisons of two equal variants at most one is called different. “After exactly these games” is the narrower interval for somebody who had fixed the number of games beforehand." }
                p { "The tables tell of many things at once. Of a hundred things that do not change, five would look different at first sight; “clearly different” are only those that stand out so far that even one mistake in the whole list is unlikely (1 in 20)." }
                p { "Agents are not people. A rule that helps a side in the hands of agents that play at random may do something else in the hands of a player; try it with better agents before believing it." }
            }
        }
    }

    fn foot(&self) -> Markup {
        let experiment = &self.file.head.experiment;
        html! {
            footer {
                h2 { "What was played" }
                @for (letter, &at) in ["A", "B"].iter().zip(&self.variants) {
                    @let variant = &experiment.variants[at];
                    p { b { (letter) } " rules " code { (variant.lock.rules_hash) } "; players: " (variant.players.iter().map(|(side, agent)| format!("{side} {agent}")).collect::<Vec<_>>().join(", ")) }
                    table {
                        thead { tr { th { "pack" } th { "version" } th { "content" } } }
                        tbody { @for pack in &variant.lock.packs { tr { td { (pack.id) } td { (pack.version) } td { code { (pack.content.chars().take(19).collect::<String>()) } } } } }
                    }
                    p { "options: " (variant.lock.options.iter().map(|(name, value)| format!("{name} = {value}")).collect::<Vec<_>>().join(", ")) }
                }
                p { "Seeds " (experiment.seed) " to " (experiment.seed.wrapping_add(self.file.rows.len() as u64).wrapping_sub(1)) ", a pair of games from each. The same again:" }
                @for command in &self.commands { pre { (command) } }
            }
        }
    }
}

const GROUPS: [Group; 7] = [Group::Length, Group::Points, Group::Losses, Group::Territory, Group::Columns, Group::Shifts, Group::Rules];

/// The number that all are.
fn only(values: &[Vec<f64>; 2]) -> Option<f64> {
    let first = *values.iter().flatten().next()?;
    values.iter().flatten().all(|value| *value == first).then_some(first)
}

/// The middle of the battle and its last turn: turns that at least half of the games came to.
fn turns_to_show(games: &[u32]) -> Vec<usize> {
    let Some(first) = games.first() else { return Vec::new() };
    let last = games.iter().rposition(|count| count * 2 >= *first).unwrap_or(0);
    let mut turns = vec![last / 2, last];
    turns.dedup();
    turns
}

/// Effects as a table with their intervals.
fn table(words: &Words, effects: &[&Effect]) -> Markup {
    let reach = effects.iter().flat_map(|effect| [effect.low.abs(), effect.high.abs()]).fold(0.0, f64::max).max(1e-9);
    html! {
        div.scroll { table.effects {
            thead { tr { th { } th { "A" } th { "B" } th { "B less A" } th { "between" } th { } } }
            tbody { @for effect in effects {
                tr.clear[effect.clear] {
                    th { (words.name(effect)) }
                    td { (format!("{:.2}", effect.a.mean)) }
                    td { (format!("{:.2}", effect.b.mean)) }
                    td { (format!("{:+.2}", effect.difference)) }
                    td { (format!("{:+.2} and {:+.2}", effect.low, effect.high)) }
                    td { (PreEscaped(small(effect, reach))) }
                }
            } }
        } }
    }
}

/// An interval around the line of no difference.
fn small(effect: &Effect, reach: f64) -> String {
    let mut plot = plot::Plot::new(150.0, 18.0, "");
    let scale = plot::Scale::new((-reach, reach), (6.0, 144.0));
    plot.line((75.0, 1.0), (75.0, 17.0), "#6b6455", 1.0);
    let colour = if effect.clear { COLOURS[1] } else { "#a49b86" };
    plot.line((scale.at(effect.low), 9.0), (scale.at(effect.high), 9.0), colour, 3.0);
    plot.dot((scale.at(effect.difference), 9.0), 4.0, colour);
    plot.svg()
}
