//! The cost of a decision in random games: `cargo bench -p grognard-lab --bench decisions -- SCENARIO…`
//!
//! Prints the median and mean number of instructions between two decisions for each scenario, including those of the
//! random player. They are counted by valgrind, which runs this very program to play a game and writes its count
//! whenever the function `boundary` is entered. That is so slow that only a few decisions from many games are counted.

use grognard_engine::decision::{Answer, Decision};
use grognard_engine::game::{Game, Rules, Status};
use grognard_engine::ids::QuestionId;
use grognard_engine::table::{QuickPlayer, Service};

use grognard_play::{Battle, BattleRequest, Random};
use std::cell::RefCell;
use std::path::Path;
use std::process::Command;
use std::rc::Rc;

const PLAY: &str = "--play";
const SEEDS: std::ops::RangeInclusive<u64> = 1..=8;
/// One in this many decisions is counted: writing a count is slow, and a rule that took seconds would be stopped. The
/// number is odd because questions tend to come in pairs.
const ONE_IN: u64 = 31;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    match words.as_slice() {
        [play, scenario, seed] if play == PLAY => play_out(scenario, seed.parse().expect("a seed")),
        [] => println!("name one or more scenarios to count the instructions per decision in random games"),
        scenarios => scenarios.iter().for_each(|scenario| measure(scenario)),
    }
}

/// The number of decisions so far, and the questions of the counted ones.
#[derive(Default)]
struct Asked {
    decisions: u64,
    counted: Vec<QuestionId>,
}

/// A random player whose decisions are counted.
struct Counted {
    player: Random,
    asked: Rc<RefCell<Asked>>,
}

impl QuickPlayer for Counted {
    fn answer(&mut self, decision: &Decision) -> Answer {
        let mut asked = self.asked.borrow_mut();
        asked.decisions += 1;
        match asked.decisions % ONE_IN {
            0 => asked.counted.push(decision.question),
            1 if asked.decisions > 1 => {}
            _ => return self.player.answer(decision),
        }
        boundary(asked.decisions);
        self.player.answer(decision)
    }
}

/// Makes the counter write its count; called before a counted decision and before the next one.
#[inline(never)]
fn boundary(decisions: u64) {
    std::hint::black_box(decisions);
}

/// Plays a random game and prints the questions of the counted decisions, one per line.
fn play_out(scenario: &str, seed: u64) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let request = BattleRequest { roots: vec![root], scenario: scenario.into(), ..BattleRequest::default() };
    let battle = Battle::load(request).unwrap_or_else(|errors| panic!("{}", grognard_packs::render(&errors, false)));
    let mut host = battle.host().expect("the scripts load");
    let mut game = Game::new(battle.content.clone(), host.questions(), seed, Service::BARE);
    let asked = Rc::new(RefCell::new(Asked::default()));
    for (side, player) in game.table.players.iter_mut().enumerate() {
        let player_seed = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(side as u64);
        *player = Some(Box::new(Counted { player: Random::new(player_seed), asked: asked.clone() }));
    }
    let status = game.advance(&mut host).expect("the rules run");
    assert_eq!(status, Status::Over);
    let questions = game.table.questions.clone();
    asked.borrow().counted.iter().for_each(|question| println!("{}", questions[usize::from(question.0)].key));
}

/// Plays games under the counter and prints the counts.
fn measure(scenario: &str) {
    let mut counts: Vec<(String, u64)> = SEEDS.flat_map(|seed| count(scenario, seed)).collect();
    let games = SEEDS.count();
    counts.sort_by_key(|(_, count)| *count);
    let sum: u64 = counts.iter().map(|(_, count)| count).sum();
    let median = counts.get(counts.len() / 2).map_or(0, |(_, count)| *count);
    println!("{scenario}: {} decisions counted, one in {ONE_IN} of {games} games", counts.len());
    println!("    median {median} instructions, mean {}", sum / counts.len().max(1) as u64);
    for (question, share) in by_question(&counts) {
        let part: u64 = share.iter().sum();
        println!(
            "    {question:<28} {:>6} times, median {:>9}, {:>3} % of all",
            share.len(),
            share[share.len() / 2],
            part * 100 / sum
        );
    }
}

/// Returns the counts for each question, most expensive question first.
fn by_question(counts: &[(String, u64)]) -> Vec<(&str, Vec<u64>)> {
    let mut questions: std::collections::BTreeMap<&str, Vec<u64>> = std::collections::BTreeMap::new();
    counts.iter().for_each(|(question, count)| questions.entry(question).or_default().push(*count));
    let mut questions: Vec<_> = questions.into_iter().collect();
    questions.sort_by_key(|(_, counts)| std::cmp::Reverse(counts.iter().sum::<u64>()));
    questions
}

/// Returns the question of each counted decision of a game, and the instructions until the next decision.
fn count(scenario: &str, seed: u64) -> Vec<(String, u64)> {
    let folder = tempfile::tempdir().expect("a folder");
    let run = Command::new("valgrind")
        .args(["--tool=callgrind", "--dump-line=no", "--dump-before=*boundary*"])
        .arg(format!("--callgrind-out-file={}", folder.path().join("count").display()))
        .arg(std::env::current_exe().expect("this program"))
        .args([PLAY, scenario, &seed.to_string()])
        .output()
        .expect("valgrind runs");
    let asked = String::from_utf8(run.stdout).expect("names of questions");
    assert!(run.status.success(), "the game was played: {}", String::from_utf8_lossy(&run.stderr));
    // Only the even counts belong to counted decisions. The odd counts cover the time between them, and the first count
    // also includes loading.
    let totals = (2..).step_by(2).map_while(|number| total(&folder.path().join(format!("count.{number}"))));
    asked.lines().map(str::to_owned).zip(totals).collect()
}

/// Returns the total at the end of one of the counter's files.
fn total(file: &Path) -> Option<u64> {
    let text = std::fs::read_to_string(file).ok()?;
    text.lines().rev().find_map(|line| line.strip_prefix("totals: "))?.trim().parse().ok()
}
