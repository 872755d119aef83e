//! `grognard lab bisect`: which entry of a mod moved the balance.

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
use grognard_play::Battle;
use grognard_report::{difference, forfeit_paragraph};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Find the patch or the script of a mod that moved the balance most.
///
/// The battle is played with ever more of the entries of the mod, in their order, from the same seeds; the half in
/// which more of the change happens is halved again. Entries that mean nothing without those behind them are taken
/// together.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// The mod.
    #[arg(long = "of", value_name = "MOD")]
    of: String,
    #[command(flatten)]
    whose: SideArg,
    /// Games of each step.
    #[arg(long, default_value_t = 1000, value_parser = between(50, 10_000_000), allow_negative_numbers = true)]
    games: u64,
    #[command(flatten)]
    jobs: ThreadArgs,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// A stretch of entries and what it does.
#[derive(Clone, Serialize)]
struct EntryRange {
    /// The entries before it.
    after: usize,
    /// Up to and with this one.
    up_to: usize,
    /// How many games of each it rests on.
    games: u64,
    /// How it changes the win rate.
    difference: Estimate,
}

/// Why entries are taken together.
#[derive(Clone, Serialize)]
struct GroupReason {
    /// With so many entries, and no more, the battle cannot be played.
    with: usize,
    /// Why.
    diagnostics: Vec<Diagnostic>,
}

/// What was found.
#[derive(Default, Serialize)]
struct BisectResult {
    /// All entries together, unless it ended before they were played.
    whole: Option<EntryRange>,
    steps: Vec<EntryRange>,
    /// The entries that moved most, if the mod moves anything.
    entries: Vec<TweakEntry>,
    /// Whether so many games could not tell them apart any further; else they mean something only together.
    is_blurred: bool,
    /// Why those that are left mean something only together.
    hurdle: Option<GroupReason>,
    /// Games that programs lost because they did not keep to the protocol, out of all that were played.
    forfeits: Vec<Forfeits>,
    /// Whether Ctrl-C ended the search: the entries are those it had come to.
    interrupted: bool,
}

/// The battle with so many entries of the mod, and who won from which seed.
struct Bisection<'a> {
    args: &'a Args,
    roots: &'a [PathBuf],
    id: String,
    side: String,
    won: BTreeMap<usize, Result<Vec<bool>, Vec<Diagnostic>>>,
    /// How many games were played in all, and which of them programs lost.
    played: u64,
    forfeits: Vec<Forfeits>,
}

impl Args {
    /// Searches, and tells.
    pub fn run(&self, roots: &[PathBuf], language: &LanguageArg, screen: &mut Screen) -> Result<(), Failure> {
        let mut names = PackNames::new(roots);
        let (scenario, of) = (names.name(&self.game.scenario)?, names.name(&self.of)?);
        let (library, roots) = (names.library(), names.roots());
        let id = library.find(Kind::Mod, &of).map_err(Failure::usage)?.id().to_owned();
        let base = self.game.contender("0", &[], roots)?;
        if base.battle.lock.packs.iter().any(|pack| pack.id == id) {
            let error = Diagnostic::general(
                "E580",
                format!("the battle is played with `{id}` already: nothing would change with it"),
            );
            let help = "leave it out of `--mod`, with what needs it; `--no-mods` leaves out what is installed";
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
    /// What is found, up to Ctrl-C.
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
        // The battle must go without any of it and with all of it; whatever is wrong with them is told.
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
            // The half that moves the balance more in the direction of the whole.
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

    /// A number of entries between two, near the middle, with which the battle goes.
    fn middle(&mut self, after: usize, up_to: usize) -> Result<Option<usize>, Failure> {
        for count in from_the_middle(after, up_to) {
            if self.goes(count)? {
                return Ok(Some(count));
            }
        }
        Ok(None)
    }

    /// Why there is no such number.
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

    /// What a stretch does, as far as both its ends have been played.
    fn range_effect(&self, after: usize, up_to: usize) -> Option<EntryRange> {
        let [before, behind] = [after, up_to].map(|count| self.won.get(&count)?.as_ref().ok());
        let mut pairs = Pairs::default();
        before?.iter().zip(behind?).for_each(|(before, behind)| pairs.add(*before, *behind));
        Some(EntryRange { after, up_to, games: pairs.count(), difference: paired_difference(&pairs) })
    }

    /// Whether the battle can be loaded with so many entries, and its rules do not fail; then its games have been
    /// played.
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

    /// Who won the games with so many entries, and whether those are all of them.
    fn play(&mut self, count: usize) -> Result<(Vec<bool>, bool), Failure> {
        let field = ExperimentBattles::new(vec![self.contender(count)?], self.args.game.seed, self.args.games, false);
        let what = if count == 1 { "games with 1 entry".to_owned() } else { format!("games with {count} entries") };
        let file = play_unwritten(&field, &self.args.jobs, &what)?;
        self.played += file.end.done;
        add_games(&mut self.forfeits, &file);
        Ok((file.rows.iter().map(|row| won(row, 0, &self.side)).collect(), file.is_complete()))
    }

    /// The battle with so many entries of the mod.
    fn contender(&self, count: usize) -> Result<Contender, Failure> {
        let mut base = self.args.game.contender("", &[], self.roots)?;
        if count > 0 {
            let mut request = base.battle.request.clone();
            request.mods.push(self.id.clone());
            request.tweaks.only_first = Some((self.id.clone(), count));
            base.battle = Battle::load(request)?;
        }
        Ok(base)
    }
}

/// The numbers between two, the middle first.
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
            return say("stopped before all entries together were played: nothing is known yet", &[]);
        };
        let count = all.len().to_string();
        let mut text = say(
            "all {1} entries change how often {2} wins by {3}",
            &[&count, &grognard_report::side(side, catalogue), &told(whole)],
        ) + "\n";
        if self.entries.is_empty() {
            let games = whole.games.to_string();
            text += &match self.interrupted {
                true => say(
                    "that is after {1} {1?game|games} of each; stopped before it was known which entries move most",
                    &[&games],
                ),
                false => say("that may be chance: more games, or nothing to find", &[]),
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
                say(
                    "With the entries up to number {1} alone the battle cannot be played: {2}.",
                    &[&with.to_string(), reason]
                )
            );
        }
        text + &forfeit_paragraph(&self.forfeits, catalogue)
    }

    /// What the entries are.
    fn heading(&self) -> &'static str {
        match (self.entries.len(), self.is_blurred, self.interrupted) {
            (1, ..) => "the entry that moves most:",
            (_, _, true) => "stopped before it was known which of these entries move most:",
            (_, true, _) => "the entries that move most; these games do not tell which of them do, more games may:",
            (_, false, _) => "the entries that move most, and mean something only together:",
        }
    }
}
