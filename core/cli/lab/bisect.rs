//! `grognard lab bisect`: which entry of a mod moved the balance.

use super::compare::SideArg;
use super::played::{Jobs, Played, between};
use super::run::play_unwritten;
use crate::failure::Failure;
use crate::language::LanguageArg;
use crate::screen::Screen;
use grognard_engine::catalogue::Catalogue;
use grognard_lab::{Battle, Forfeits, add_games};
use grognard_lab::compare::{Estimate, Pairs, paired_difference, won};
use grognard_lab::shard::{Contender, Field};
use grognard_packs::{Kind, Library, TweakEntry, entries};
use grognard_report::{difference, forfeit_paragraph};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Find the patch or the script of a mod that moved the balance most.
///
/// The battle is played with ever more of the entries of the mod, in their order, from the same seeds; the half in which more of the
/// change happens is halved again. Entries that mean nothing without those behind them are taken together.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    played: Played,
    /// The mod.
    #[arg(long = "of", value_name = "MOD")]
    of: String,
    #[command(flatten)]
    whose: SideArg,
    /// Games of each step.
    #[arg(long, default_value_t = 1000, value_parser = between(50, 10_000_000), allow_negative_numbers = true)]
    games: u64,
    #[command(flatten)]
    jobs: Jobs,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// A stretch of entries and what it does.
#[derive(Clone, Serialize)]
struct Stretch {
    /// The entries before it.
    after: usize,
    /// Up to and with this one.
    up_to: usize,
    /// How it changes the win rate.
    difference: Estimate,
}

/// What was found.
#[derive(Default, Serialize)]
struct Found {
    /// All entries together, unless it ended before they were played.
    whole: Option<Stretch>,
    steps: Vec<Stretch>,
    /// The entries that moved most, if the mod moves anything.
    entries: Vec<TweakEntry>,
    /// Whether so many games could not tell them apart any further; else they mean something only together.
    is_blurred: bool,
    /// Games that programs lost because they did not keep to the protocol, out of all that were played.
    forfeits: Vec<Forfeits>,
    /// Whether Ctrl-C ended the search: the entries are those it had come to.
    interrupted: bool,
}

/// The battle with so many entries of the mod, and who won from which seed.
struct Search<'a> {
    args: &'a Args,
    roots: &'a [PathBuf],
    id: String,
    side: String,
    won: BTreeMap<usize, Option<Vec<bool>>>,
    /// How many games were played in all, and which of them programs lost.
    played: u64,
    forfeits: Vec<Forfeits>,
}

impl Args {
    /// Searches, and tells.
    pub fn run(&self, roots: &[PathBuf], language: &LanguageArg, screen: &mut Screen) -> Result<(), Failure> {
        let id = Library::open(roots).find(Kind::Mod, &self.of).map_err(Failure::usage)?.id().to_owned();
        let base = self.played.contender("0", &[], roots)?;
        let side = self.whose.of(&base.battle)?;
        let all = entries(&Library::open(roots), &self.played.scenario, &id)?;
        let mut search = Search { args: self, roots, id, side, won: BTreeMap::new(), played: 0, forfeits: Vec::new() };
        let found = search.find(&all)?;
        if self.json {
            screen.json(&found)?;
        } else {
            screen.say(&found.describe(&search.side, &all, &language.catalogue(roots, &base.battle)))?;
        }
        if found.interrupted { Err(Failure::Interrupted) } else { Ok(()) }
    }
}

impl Search<'_> {
    /// What is found, up to Ctrl-C.
    fn find(&mut self, all: &[TweakEntry]) -> Result<Found, Failure> {
        let mut found = Found::default();
        match self.look(all, &mut found) {
            Err(Failure::Interrupted) => found.interrupted = true,
            looked => looked?,
        }
        found.forfeits = std::mem::take(&mut self.forfeits);
        found.forfeits.iter_mut().for_each(|forfeits| forfeits.of = self.played);
        Ok(found)
    }

    fn look(&mut self, all: &[TweakEntry], found: &mut Found) -> Result<(), Failure> {
        let count = all.len();
        // The battle must go without any of it and with all of it; whatever is wrong with them is told.
        for whole in [0, count] {
            let won = self.play(whole)?;
            self.won.insert(whole, Some(won));
        }
        let whole = self.stretch(0, count)?;
        found.whole = Some(whole.clone());
        let moves = |stretch: &Stretch| stretch.difference.low > 0.0 || stretch.difference.high < 0.0;
        if !moves(&whole) {
            return Ok(());
        }
        found.entries = all.to_vec();
        let mut here = whole.clone();
        while here.up_to - here.after > 1 {
            let Some(middle) = self.middle(here.after, here.up_to)? else { break };
            let halves = [self.stretch(here.after, middle)?, self.stretch(middle, here.up_to)?];
            // The half that moves the balance more in the direction of the whole.
            let size = |half: &Stretch| half.difference.value * whole.difference.value.signum();
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
        let middle = after + (up_to - after) / 2;
        let mut between: Vec<usize> = (after + 1..up_to).collect();
        between.sort_by_key(|count| count.abs_diff(middle));
        for count in between {
            if self.wins(count)?.is_some() {
                return Ok(Some(count));
            }
        }
        Ok(None)
    }

    fn stretch(&mut self, after: usize, up_to: usize) -> Result<Stretch, Failure> {
        let [Some(before), Some(behind)] = [self.wins(after)?, self.wins(up_to)?] else {
            return Ok(Stretch { after, up_to, difference: paired_difference(&Pairs::default()) });
        };
        let mut pairs = Pairs::default();
        before.iter().zip(&behind).for_each(|(before, behind)| pairs.add(*before, *behind));
        Ok(Stretch { after, up_to, difference: paired_difference(&pairs) })
    }

    /// Who won with so many entries; `None` where the battle cannot be loaded with them, or its rules fail.
    fn wins(&mut self, count: usize) -> Result<Option<Vec<bool>>, Failure> {
        if let Some(known) = self.won.get(&count) {
            return Ok(known.clone());
        }
        let won = match self.play(count) {
            Err(Failure::Interrupted) => return Err(Failure::Interrupted),
            won => won.ok(),
        };
        self.won.insert(count, won.clone());
        Ok(won)
    }

    fn play(&mut self, count: usize) -> Result<Vec<bool>, Failure> {
        let field = Field::new(vec![self.contender(count)?], self.args.played.seed, self.args.games, false);
        let file = play_unwritten(&field, &self.args.jobs)?;
        self.played += file.end.done;
        add_games(&mut self.forfeits, &file);
        Ok(file.rows.iter().map(|row| won(row, 0, &self.side)).collect())
    }

    /// The battle with so many entries of the mod.
    fn contender(&self, count: usize) -> Result<Contender, Failure> {
        let mut base = self.args.played.contender("", &[], self.roots)?;
        if count > 0 {
            let mut request = base.battle.request.clone();
            request.mods.push(self.id.clone());
            request.tweaks.only_first = Some((self.id.clone(), count));
            base.battle = Battle::load(request)?;
        }
        Ok(base)
    }
}

impl Found {
    fn describe(&self, side: &str, all: &[TweakEntry], catalogue: &Catalogue) -> String {
        let say = |text: &str, about: &[&str]| catalogue.say(text, about);
        let told = |stretch: &Stretch| difference(stretch.difference, catalogue);
        let Some(whole) = &self.whole else { return say("stopped before all entries together were played: nothing is known yet", &[]) };
        let count = all.len().to_string();
        let mut text =
            say("all {1} entries change how often {2} wins by {3}", &[&count, &grognard_report::side(side, catalogue), &told(whole)])
                + "\n";
        if self.entries.is_empty() {
            text += &(say("that may be chance: more games, or nothing to find", &[]) + "\n");
            return text + &forfeit_paragraph(&self.forfeits, catalogue);
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
