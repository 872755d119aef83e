//! `grognard new army`: creates a mod with an army within a points limit.

use super::skeleton::{Placeholders, Skeleton};
use super::{PackTarget, range};
use crate::failure::Failure;
use crate::pack_name::PackNames;
use crate::screen::Screen;
use grognard_engine::chart::Cell;
use grognard_packs::{API_RANGE, Armies, Diagnostic, Kind, Loaded, Pack};
use std::fmt::Write;
use std::path::PathBuf;

/// Create an army: a mod that either side can choose, within a points limit.
///
/// List its units, such as `3 infantry, 2 artillery`. Without units, the army is empty, and `grognard check` reports
/// what is missing.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    place: PackTarget,
    /// Units of the army, such as `3 infantry, 2 artillery`.
    #[arg(value_name = "UNITS")]
    units: Vec<String>,
    /// Create the army for the game system of this battle.
    #[arg(long = "for", value_name = "SCENARIO")]
    scenario: String,
    /// Use the units of this nation.
    #[arg(long)]
    nation: Option<String>,
    /// Give units the steps they had in this period (a column of the system's step chart).
    #[arg(long)]
    time: Option<String>,
    /// List the available units and their costs without writing anything.
    #[arg(long)]
    list: bool,
}

const PACK: &str = include_str!("skeleton/army/pack.toml");
const PATCHES: &str = include_str!("skeleton/army/patches/army.toml");

impl Args {
    /// Creates the army, or lists the available units.
    pub fn run(&self, roots: &[PathBuf], screen: &mut Screen) -> Result<(), Failure> {
        let (library, roots, target) = PackNames::of(roots, &self.scenario)?;
        let scenario = library.find(Kind::Scenario, &target).map_err(|error| vec![error])?;
        let loaded = grognard_packs::load(&library, scenario.id(), &[], &[])?;
        let armies = armies(&loaded, scenario)?;
        if self.list {
            return screen.say(&self.listing(&armies)?);
        }
        let name = self.place.name(&library)?;
        let (nation, time) = (self.nation(&armies)?, self.time(&armies)?);
        let kinds = self.kinds(&armies)?;
        let steps = armies.steps(nation, time).unwrap_or(1);
        refuse(&armies, &kinds, steps)?;
        let army = Army { armies: &armies, name: &self.place.name, kinds: &kinds, steps };
        let cost: i32 = kinds.iter().filter_map(|kind| armies.price(kind)).sum();
        let words = Placeholders::from([
            ("id", name.id.clone()),
            ("title", name.title),
            ("api", API_RANGE.to_owned()),
            // In other battles of the system the choice of armies may be fixed.
            ("target", scenario.id().to_owned()),
            ("range", range(&scenario.version)),
            ("name", self.place.name.clone()),
            ("chart", armies.declared.chart.clone()),
            ("row", row(&armies, nation, time)),
            ("cost", format!("{cost} of {} points", armies.points(steps))),
            ("patches", army.patches()),
        ]);
        let files = [("pack.toml", PACK), ("patches/army.toml", PATCHES)]
            .map(|(file, text)| (file.to_owned(), text.to_owned()));
        let mut pack = Skeleton::new(self.place.target(Kind::Mod));
        pack.fill(&files, &words, str::to_owned)?;
        let option = armies.declared.options.values().next().map(String::as_str).unwrap_or_default();
        let with = format!(" --mod {} --option {option}={}", name.id, self.place.name);
        self.place.write(&[pack], &roots, scenario.short(), &with, screen)
    }

    fn nation<'a>(&'a self, armies: &Armies<'a>) -> Result<&'a str, Failure> {
        choose(self.nation.as_deref(), "nation", &armies.steps_chart().rows.keys)
    }

    fn time<'a>(&'a self, armies: &Armies<'a>) -> Result<&'a str, Failure> {
        choose(self.time.as_deref(), "time", &armies.steps_chart().columns.keys)
    }

    /// Returns the type of each unit.
    fn kinds<'a>(&self, armies: &Armies<'a>) -> Result<Vec<&'a str>, Failure> {
        let mut kinds = Vec::new();
        for part in self.units.join(" ").split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let (count, kind) = part
                .split_once(' ')
                .and_then(|(count, kind)| Some((count.parse().ok()?, kind.trim())))
                .unwrap_or((1, part));
            let Some(price) = armies.prices().find(|price| price.kind == kind) else {
                let error = Diagnostic::general("E536", format!("`{kind}` is not available to armies"));
                let error = error.suggest(kind, armies.prices().map(|price| price.kind));
                return Err(Failure::usage(if error.help.is_some() {
                    error
                } else {
                    error.help("`--list` shows the available units")
                }));
            };
            if count == 0 || count > 100 {
                return Err(Failure::usage(Diagnostic::general(
                    "E536",
                    format!("`{part}`: an army can have 1 to 100 units of each type"),
                )));
            }
            kinds.extend(std::iter::repeat_n(price.kind, count));
        }
        Ok(kinds)
    }

    /// Lists the available units with their costs, the nations and periods, the points, and the limits.
    fn listing(&self, armies: &Armies) -> Result<String, Failure> {
        let mut out = String::new();
        for price in armies.prices() {
            let _ = writeln!(out, "{:>4}  {}", price.cost, price.kind);
        }
        let steps = armies.steps_chart();
        let _ =
            writeln!(out, "\n--nation  {}\n--time    {}\n", steps.rows.keys.join(", "), steps.columns.keys.join(", "));
        if self.nation.is_some() || self.time.is_some() {
            let (nation, time) = (self.nation(armies)?, self.time(armies)?);
            let steps = armies.steps(nation, time).unwrap_or(1);
            let _ = writeln!(out, "{nation}, {time}: {} points, units of {}", armies.points(steps), in_steps(steps));
        } else {
            let _ = writeln!(out, "points: {}", armies.declared.points);
            armies
                .declared
                .more
                .iter()
                .for_each(|(steps, more)| out += &format!("  {more:+} with units of {}\n", in_steps(steps)));
        }
        for limit in &armies.declared.limits {
            let bound = |word: &str, number: Option<i64>| number.map(|number| format!("{word} {number}"));
            let all = [
                bound("at most", limit.points.map(Into::into)).map(|bound| bound + " points"),
                bound("at least", limit.least.map(Into::into)),
                bound("at most", limit.most.map(Into::into)),
            ];
            let _ = writeln!(out, "{}: {}", limit.name, all.into_iter().flatten().collect::<Vec<_>>().join(", "));
        }
        Ok(out.trim_end().to_owned())
    }
}

fn in_steps(steps: impl std::fmt::Display) -> String {
    let steps = steps.to_string();
    let word = if steps == "1" { "step" } else { "steps" };
    format!("{steps} {word}")
}

fn armies<'a>(loaded: &'a Loaded, scenario: &Pack) -> Result<Armies<'a>, Failure> {
    let none = || {
        let error = Diagnostic::general("E536", format!("the system of `{}` does not declare armies", scenario.id()));
        Failure::usage(error.help("declare them under `[army]` in its `system.toml`"))
    };
    let rules = loaded.system.army.as_ref().ok_or_else(none)?;
    Armies::new(rules, &loaded.content).map_err(|_| none())
}

fn choose<'a>(given: Option<&'a str>, what: &str, all: &'a [String]) -> Result<&'a str, Failure> {
    let list = all.join(", ");
    let Some(given) = given else {
        let error = Diagnostic::general("E536", format!("the {what} of the army is missing"));
        return Err(Failure::usage(error.help(format!("use --{what} with one of: {list}"))));
    };
    all.iter().find(|name| *name == given).map(String::as_str).ok_or_else(|| {
        let error = Diagnostic::general("E536", format!("there is no {what} `{given}`"))
            .suggest(given, all.iter().map(String::as_str));
        Failure::usage(if error.help.is_some() { error } else { error.help(format!("available: {list}")) })
    })
}

/// Fails if an army exceeds a limit. Missing units can be added later, and `check` reports them.
fn refuse(armies: &Armies, kinds: &[&str], steps: u8) -> Result<(), Failure> {
    let breaches = armies.breaches(kinds, steps);
    let Some((breach, unit)) = breaches.iter().find_map(|breach| Some((breach, breach.unit?))) else { return Ok(()) };
    let message = format!("{}: {}", kinds[unit], breach.message);
    Err(Failure::usage(Diagnostic::general("E536", message).help(breach.expected.clone())))
}

/// Returns the army's row in the chart of armies: its nation and period. The other columns are copied from the first
/// row.
fn row(armies: &Armies, nation: &str, time: &str) -> String {
    let chart = armies.rows();
    let cell = |(at, column): (usize, &String)| match column {
        column if *column == armies.declared.nation => format!("\"{nation}\""),
        column if *column == armies.declared.time => format!("\"{time}\""),
        _ => match chart.cell(0, at) {
            Some(Cell::Number(number)) => number.to_string(),
            Some(Cell::Text(text)) => format!("{text:?}"),
            None => "0".to_owned(),
        },
    };
    chart.columns.keys.iter().enumerate().map(cell).collect::<Vec<_>>().join(", ")
}

struct Army<'a> {
    armies: &'a Armies<'a>,
    name: &'a str,
    kinds: &'a [&'a str],
    steps: u8,
}

impl Army<'_> {
    /// Returns the patches that add the army's units and let each side choose the army. The units are separate for each
    /// side, so both sides can choose the army.
    fn patches(&self) -> String {
        let declared = self.armies.declared;
        declared.options.iter().enumerate().map(|(at, (side, option))| self.patch(at, side, option)).collect()
    }

    fn patch(&self, at: usize, side: &str, option: &str) -> String {
        let declared = self.armies.declared;
        let place = declared.boxes.get(side).map(String::as_str).unwrap_or_default();
        let unit = |(number, kind): (usize, &&str)| {
            let figures: Vec<String> = self.armies.figures(kind, self.steps).iter().map(ToString::to_string).collect();
            let name = format!("{} {kind} {}", self.name, at * self.kinds.len() + number + 1);
            let others =
                self.armies.numbers(kind).into_iter().map(|(property, number)| format!(", {property} = {number}"));
            let numbers = format!("{} = [{}]{}", declared.figures, figures.join(", "), others.collect::<String>());
            format!("    {{ name = \"{name}\", side = \"{side}\", type = \"{kind}\", {numbers}, at = \"{place}\" }},\n")
        };
        let units: String = self.kinds.iter().enumerate().map(unit).collect();
        format!(
            "\n[[patch]]\nat = \"options.{option}.values\"\nop = \"append\"\nvalue = [\"{army}\"]\n\n[[patch]]\nat \
             = \"units.unit\"\nop = \"append\"\n\
             when = {{ option = \"{option}\", is = \"{army}\" }}\nvalue = [\n{units}]\n",
            army = self.name
        )
    }
}
