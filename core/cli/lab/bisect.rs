//! `grognard lab bisect`: finds the entry of a mod that shifts the balance most.

use super::common_args::{GameArgs, ThreadArgs, between};
use super::compare::SideArg;
use super::run::play_unwritten;
use crate::failure::Failure;
use crate::language::LanguageArg;
use crate::pack_name::PackNames;
use crate::screen::Screen;
use grognard_engine::catalogue::Catalogue;
use grognard_lab::compare::{Estimate, Pairs, paired_difference, won};
use grognard_lab::shard::{Contender, ExperimentBattles};
use grognard_lab::{Forfeits, add_games};
use grognard_packs::{Diagnostic, Kind, TweakEntry, entries};
use grognard_play::{AgentKind, Battle};
use grognard_report::{difference, forfeit_paragraph};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Find the patch or script in a mod that shifts the balance most.
///
/// The mod's entries are added in order, and each resulting battle is played with the same seeds. The half of
/// the entries that has the larger effect is split again. Entries that cannot be used without later ones are kept
/// together.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Bisect this mod.
    #[arg(long = "of", value_name = "MOD")]
    of: String,
    #[command(flatten)]
    whose: SideArg,
    /// Number of games per step.
    #[arg(long, default_value_t = 1000, value_parser = between(50, 10_000_000), allow_negative_numbers = true)]
    games: u64,
    #[command(flatten)]
    jobs: ThreadArgs,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// A range of entries and its effect.
#[derive(Clone, Serialize)]
struct EntryRange {
    /// The number of entries before the range.
    after: usize,
    /// The position of the last entry in the range, counted from 1.
    up_to: usize,
    /// The number of games played without the range's entries, and again with them.
    games: u64,
    /// The change in the win rate.
    difference: Estimate,
}

/// The reason why entries are kept together.
#[derive(Clone, Serialize)]
struct GroupReason {
    /// The battle cannot be played with only the first `with` entries.
    with: usize,
    /// The reasons why the battle cannot be played.
    diagnostics: Vec<Diagnostic>,
}

/// The result of a search.
#[derive(Default, Serialize)]
struct BisectResult {
    /// The effect of all entries together; `None` if the search ended before their games were played.
    whole: Option<EntryRange>,
    steps: Vec<EntryRange>,
    /// The entries with the largest effect; empty if the mod has none.
    entries: Vec<TweakEntry>,
    /// Whether more games are needed to tell the effects of the entries apart. If not, and if several entries remain,
    /// these cannot be used without one another.
    is_blurred: bool,
    /// The reason why the remaining entries cannot be used without one another.
    hurdle: Option<GroupReason>,
    /// Games that programs forfeited by breaking the protocol.
    forfeits: Vec<Forfeits>,
    /// Whether Ctrl-C ended the search; the entries are those found so far.
    interrupted: bool,
}

/// A bisection in progress, with the results of the games played so far.
struct Bisection<'a> {
    args: &'a Args,
    roots: &'a [PathBuf],
    id: String,
    side: String,
    won: BTreeMap<usize, Result<Vec<bool>, Vec<Diagnostic>>>,
    /// The total number of games played.
    played: u64,
    forfeits: Vec<Forfeits>,
}

impl Args {
    /// Runs the search and prints the result.
    pub fn run(&self, roots: &[PathBuf], language: &LanguageArg, screen: &mut Screen) -> Result<(), Failure> {
        let mut names = PackNames::new(roots);
        let (scenario, of) = (names.name(&self.game.scenario)?, names.name(&self.of)?);
        let (library, roots) = (names.library(), names.roots());
        let id = library.find(Kind::Mod, &of).map_err(Failure::usage)?.id().to_owned();
        let base = self.game.contender(AgentKind::Random, "0", &[], roots)?;
        if base.battle.lock.packs.iter().any(|pack| pack.id == id) {
            let error =
                Diagnostic::general("E580", format!("the battle already uses `{id}`, so adding it has no effect"));
            let help = "remove it, and mods that require it, from `--mod`; use `--no-mods` to leave out installed mods";
            return Err(Failure::usage(error.help(help)));
        }
        let side = self.whose.of(&base.battle)?;
        let all = entries(&library, &scenario, &id)?;
        let mut search =
            Bisection { args: self, roots, id, side, won: BTreeMap::new(), played: 0, forfeits: Vec::new() };
        let found = search.find(&all)?;
        screen.report(self.json, &found, |_| {
            found.describe(&search.side, &all, &language.catalogue(roots, &base.battle))
        })?;
        if found.interrupted { Err(Failure::Interrupted) } else { Ok(()) }
    }
}

impl Bisection<'_> {
    /// Runs the search. After Ctrl-C, the result contains what was found up to that point.
    fn find(&mut self, all: &[TweakEntry]) -> Result<BisectResult, Failure> {
        let mut found = BisectResult::default();
        match self.look(all, &mut found) {
            Err(Failure::Interrupted) => found.interrupted = true,
            looked => looked?,
        }
        found.forfeits = std::mem::take(&mut self.forfeits);
        found.forfeits.iter_mut().for_each(|forfeits| forfeits.of = self.played);
        Ok(found)
    }

    fn look(&mut self, all: &[TweakEntry], found: &mut BisectResult) -> Result<(), Failure> {
        let count = all.len();
        // The battle must work without any entry and with all of them. Errors in either case are reported.
        for whole in [0, count] {
            let (won, is_whole) = self.play(whole)?;
            self.won.insert(whole, Ok(won));
            if !is_whole {
                found.whole = self.range_effect(0, count).filter(|whole| whole.games > 0);
                return Err(Failure::Interrupted);
            }
        }
        let whole = self.stretch(0, count)?;
        found.whole = Some(whole.clone());
        let moves = |stretch: &EntryRange| stretch.difference.low > 0.0 || stretch.difference.high < 0.0;
        if !moves(&whole) {
            return Ok(());
        }
        found.entries = all.to_vec();
        let mut here = whole.clone();
        while here.up_to - here.after > 1 {
            let Some(middle) = self.middle(here.after, here.up_to)? else {
                found.hurdle = self.hurdle(here.after, here.up_to);
                break;
            };
            let halves = [self.stretch(here.after, middle)?, self.stretch(middle, here.up_to)?];
            // The half with the larger effect in the direction of the overall effect.
            let size = |half: &EntryRange| half.difference.value * whole.difference.value.signum();
            let more = usize::from(size(&halves[1]) > size(&halves[0]));
            found.is_blurred = !moves(&halves[more]);
            if found.is_blurred {
                break;
            }
            here = halves[more].clone();
            found.entries = all[here.after..here.up_to].to_vec();
            found.steps.push(here.clone());
        }
        Ok(())
    }

    /// Returns a number of entries with which the battle can be played, as close as possible to the middle of the
    /// range; `None` if there is none.
    fn middle(&mut self, after: usize, up_to: usize) -> Result<Option<usize>, Failure> {
        for count in from_the_middle(after, up_to) {
            if self.goes(count)? {
                return Ok(Some(count));
            }
        }
        Ok(None)
    }

    /// Returns the reason why the battle cannot be played with only the entries up to the middle of the range.
    fn hurdle(&self, after: usize, up_to: usize) -> Option<GroupReason> {
        let with = from_the_middle(after, up_to).into_iter().next()?;
        let diagnostics = self.won.get(&with)?.as_ref().err()?.clone();
        Some(GroupReason { with, diagnostics })
    }

    fn stretch(&mut self, after: usize, up_to: usize) -> Result<EntryRange, Failure> {
        self.goes(after)?;
        self.goes(up_to)?;
        Ok(self.range_effect(after, up_to).unwrap_or(EntryRange {
            after,
            up_to,
            games: 0,
            difference: paired_difference(&Pairs::default()),
        }))
    }

    /// Returns the effect of a range; `None` if the games at either end of it have not been played.
    fn range_effect(&self, after: usize, up_to: usize) -> Option<EntryRange> {
        let [before, behind] = [after, up_to].map(|count| self.won.get(&count)?.as_ref().ok());
        let mut pairs = Pairs::default();
        before?.iter().zip(behind?).for_each(|(before, behind)| pairs.add(*before, *behind));
        Some(EntryRange { after, up_to, games: pairs.count(), difference: paired_difference(&pairs) })
    }

    /// Plays the games with the first `count` entries, unless they have already been played. Returns false if the
    /// battle does not load or its rules fail.
    fn goes(&mut self, count: usize) -> Result<bool, Failure> {
        if !self.won.contains_key(&count) {
            let won = match self.play(count) {
                Ok((won, true)) => Ok(won),
                Ok((_, false)) => return Err(Failure::Interrupted),
                Err(failure) => Err(failure.diagnostics()),
            };
            self.won.insert(count, won);
        }
        Ok(self.won.get(&count).is_some_and(Result::is_ok))
    }

    /// Plays the games with the first `count` entries. Returns whether the side won each game, and whether all games
    /// were played.
    fn play(&mut self, count: usize) -> Result<(Vec<bool>, bool), Failure> {
        let field = ExperimentBattles::new(vec![self.contender(count)?], self.args.game.seed, self.args.games, false);
        let what = if count == 1 { "games with 1 entry".to_owned() } else { format!("games with {count} entries") };
        let file = play_unwritten(&field, &self.args.jobs, &what)?;
        self.played += file.end.done;
        add_games(&mut self.forfeits, &file);
        Ok((file.rows.iter().map(|row| won(row, 0, &self.side)).collect(), file.is_complete()))
    }

    /// Returns the battle with the first `count` entries of the mod.
    fn contender(&self, count: usize) -> Result<Contender, Failure> {
        let mut base = self.args.game.contender(AgentKind::Random, "", &[], self.roots)?;
        if count > 0 {
            let mut request = base.battle.request.clone();
            request.mods.push(self.id.clone());
            request.tweaks.only_first = Some((self.id.clone(), count));
            base.battle = Battle::load(request)?;
        }
        Ok(base)
    }
}

/// Returns the numbers between `after` and `up_to`, from the middle outwards.
fn from_the_middle(after: usize, up_to: usize) -> Vec<usize> {
    let middle = after + (up_to - after) / 2;
    let mut between: Vec<usize> = (after + 1..up_to).collect();
    between.sort_by_key(|count| count.abs_diff(middle));
    between
}

impl BisectResult {
    fn describe(&self, side: &str, all: &[TweakEntry], catalogue: &Catalogue) -> String {
        let say = |text: &str, about: &[&str]| catalogue.say(text, about);
        let told = |stretch: &EntryRange| difference(stretch.difference, catalogue);
        let Some(whole) = &self.whole else {
            return say(
                "no result: the search stopped before the games with all of the mod's entries were played",
                &[],
            );
        };
        let count = all.len().to_string();
        let mut text = say(
            "effect of the mod's {1} {1?entry|entries} on {2}: {3}",
            &[&count, &grognard_report::side(side, catalogue), &told(whole)],
        ) + "\n";
        if self.entries.is_empty() {
            let games = whole.games.to_string();
            text += &match self.interrupted {
                true => say(
                    "measured over {1} {1?pair|pairs} of games; the search stopped before it found the entries with \
                     the largest effect",
                    &[&games],
                ),
                false => say("this may be chance; more games would show whether there is an effect", &[]),
            };
            return text + "\n" + &forfeit_paragraph(&self.forfeits, catalogue);
        }
        for step in &self.steps {
            let [first, last] = [step.after + 1, step.up_to].map(|number| number.to_string());
            text += &format!("  {}\n", say("entries {1} to {2}: {3}", &[&first, &last, &told(step)]));
        }
        text += &format!("\n{}\n", say(self.heading(), &[]));
        for entry in &self.entries {
            let script = entry.what.strip_prefix("the script ").map(|name| say("the script {1}", &[name]));
            text += &format!("  {}  {}:{}\n", script.as_ref().unwrap_or(&entry.what), entry.file, entry.line);
        }
        if let Some(GroupReason { with, diagnostics }) = &self.hurdle {
            let reason = diagnostics.first().map_or("", |error| &*error.message);
            text += &format!(
                "\n{}\n",
                match with {
                    1 => say("The battle cannot be played with the first entry alone: {1}.", &[reason]),
                    _ => say(
                        "The battle cannot be played with the first {1} entries alone: {2}.",
                        &[&with.to_string(), reason]
                    ),
                }
            );
        }
        text + &forfeit_paragraph(&self.forfeits, catalogue)
    }

    /// Returns the heading for the list of entries.
    fn heading(&self) -> &'static str {
        match (self.entries.len(), self.is_blurred, self.interrupted) {
            (1, ..) => "the entry with the largest effect:",
            (_, _, true) => "the search stopped before it found which of these entries have the largest effect:",
            (_, true, _) => "the entries with the largest effect; more games may narrow them down:",
            (_, false, _) => "the entries with the largest effect, which only work together:",
        }
    }
}
