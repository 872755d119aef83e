//! Rolls that count hits: the journal tells what hits, and saves do not.

use grognard_engine::content::Content;
use grognard_engine::decision::{Answer, Choice, Decision, Form, Options, Question};
use grognard_engine::game::{Game, Progress, Rules};
use grognard_engine::ids::{QuestionId, SideId};
use grognard_engine::journal::{Entry, SavedEntry};
use grognard_engine::outcome::BucketDice;
use grognard_engine::sequence::{Phase, PlayerTurn, Sequence};
use grognard_engine::table::{RuleFault, Service, Table};
use std::sync::Arc;

const NORTH: SideId = SideId(0);

/// North fires with a number of dice of two classes, and rolls for the weather.
struct Fire;

impl Rules for Fire {
    type Pause = ();
    type Error = RuleFault;

    fn questions(&self) -> Arc<[Question]> {
        [Question { key: "count".into(), rule: "5.0".into(), prompt: "How many?".into(), ..Question::default() }].into()
    }

    fn run(&mut self, _: &str, table: &mut Table) -> Result<Progress<()>, RuleFault> {
        let options = Options::Numbers(1, 2);
        let decision = Decision { side: NORTH, question: QuestionId(0), form: Form::One, options, stop: false };
        let Some(Answer::One(Choice::Number(count))) = table.choose(&decision, &[])? else {
            return Ok(Progress::Waiting(()));
        };
        let dice = |hits_from| BucketDice { count: count as u32, sides: 6, hits_from };
        table.roll_hits(&[dice(5), dice(6)], "5.2 fire");
        table.roll(1, 6, "5.3 weather");
        Ok(Progress::Done)
    }

    runs_again!();
}

fn start() -> Game<()> {
    let phase = Phase { name: "fire".into(), run: "fire".into(), ..Phase::default() };
    let turn = vec![PlayerTurn { name: "north".into(), phases: vec![phase], repeat_while: None }];
    let sides = ["north".to_owned(), "south".to_owned()].into_iter().collect();
    let sequence = Sequence { turns: 3, setup: Vec::new(), turn };
    let content = Arc::new(Content { sides, sequence, ..Content::default() });
    Game::new(content, Fire.questions(), 7, Service::FULL)
}

fn hits_from(game: &Game<()>) -> Vec<Option<u32>> {
    game.table.journal().iter().filter_map(Entry::roll).map(|roll| roll.hits_from).collect()
}

#[test]
fn the_journal_tells_what_hits_and_saves_do_not() {
    let mut game = start();
    game.advance(&mut Fire).unwrap();
    game.answer(&mut Fire, NORTH, Answer::One(Choice::Number(2))).unwrap();
    assert_eq!(hits_from(&game), [Some(5), Some(6), None]);

    let line = |entry: &Entry| serde_json::to_string(&entry.save(&game.table.content)).unwrap();
    let saved: Vec<String> = game.table.journal().iter().map(line).collect();
    assert!(saved.iter().any(|line| line.contains("5.2 fire")) && !saved.concat().contains("hits"), "{saved:?}");
    let read =
        game.table.journal().iter().map(|entry| Entry::load(&entry.save(&game.table.content), &game.table.content));
    assert_eq!(read.collect::<Result<Vec<_>, _>>().unwrap(), game.table.journal(), "what is written can be read back");
    let load = |line: &String| Entry::load(&serde_json::from_str::<SavedEntry>(line).unwrap(), &game.table.content);
    let mut again = start().resume(saved.iter().map(|line| load(line).unwrap()).collect()).unwrap();
    again.advance(&mut Fire).unwrap();
    assert_eq!(hits_from(&again), hits_from(&game), "the rules tell it again");
    assert_eq!(again.table.journal(), game.table.journal());
}
