//! A view never contains what its side may not know: games that differ only in hidden facts look the same.

use grognard_engine::catalogue::ENGLISH;
use grognard_engine::content::{Content, Placement};
use grognard_engine::decision::{Answer, Choice, Decision, Form, Options, Question};
use grognard_engine::game::{Game, Progress, Rules, Status};
use grognard_engine::ids::{QuestionId, SideId, SpaceId, UnitId, UnitTypeId};
use grognard_engine::log::Event;
use grognard_engine::map::AreaMap;
use grognard_engine::reader::Reader;
use grognard_engine::sequence::{Phase, PlayerTurn, Sequence};
use grognard_engine::state::Ending;
use grognard_engine::table::{RuleFault, Service, Table};
use grognard_engine::unit::Unit;
use grognard_engine::view::View;
use std::sync::Arc;

const NORTH: SideId = SideId(0);
const SOUTH: SideId = SideId(1);

/// North's blocks `Guards` and `Decoy` are hidden on `hill` and `ford`. The one on the hill moves to the wood, South
/// picks one to shoot at and learns its identity, and North's block is hidden again.
struct Blocks;

fn log(table: &mut Table, text: &str, about: Vec<Choice>) {
    table.log(|| Event { rule: "1.0".into(), text: text.into(), fillings: about, ..Event::default() });
}

fn at(table: &Table, place: &str) -> UnitId {
    let place = table.content.map.names.find(place).unwrap();
    table.state.units_at(place).next().unwrap()
}

impl Rules for Blocks {
    type Pause = ();
    type Error = RuleFault;

    fn questions(&self) -> Arc<[Question]> {
        [Question {
            key: "target".into(),
            rule: "1.0".into(),
            prompt: "Shoot at {1} or another?".into(),
            ..Question::default()
        }]
        .into()
    }

    fn run(&mut self, _: &str, table: &mut Table) -> Result<Progress<()>, RuleFault> {
        let content = table.content.clone();
        let wood = content.map.names.find("wood").unwrap();
        let moved = at(table, "hill");
        let from = table.state.unit(moved).place.unwrap();
        let fillings = vec![Choice::Unit(moved), Choice::Space(wood)];
        let (rule, text) = ("1.0".into(), "{1} moves to {2}".into());
        table.log(|| Event { rule, text, fillings, path: vec![from, wood], ..Event::default() });
        table.state.place(&content, moved, Some(wood));
        let units: Vec<Choice> = [UnitId(0), UnitId(1)].map(Choice::Unit).to_vec();
        let decision = Decision {
            side: SOUTH,
            question: QuestionId(0),
            form: Form::One,
            options: Options::List(&units),
            stop: false,
        };
        let Some(Answer::One(Choice::Unit(target))) = table.choose(&decision, &[Choice::Unit(moved)])? else {
            return Ok(Progress::Waiting(()));
        };
        log(table, "{1} is shot at", vec![Choice::Unit(target)]);
        table.reveal(target, SOUTH);
        log(table, "it was {1}", vec![Choice::Unit(target)]);
        table.state.set_hidden(target, SOUTH, true);
        Ok(Progress::Done)
    }

    runs_again!();
}

/// Creates a game with one of the blocks on the hill and the other at the ford.
fn game(on_the_hill: UnitId) -> Game<()> {
    let mut areas = AreaMap::default();
    assert!(["hill", "ford", "wood"].iter().all(|name| areas.area(name, None, [0, 0])));
    let mut map = areas.build();
    map.seal(&[]);
    let unit = |name: &str| Unit {
        name: name.into(),
        side: NORTH,
        kind: UnitTypeId(0),
        formation: None,
        steps: 1,
        tags: vec![],
        values: vec![],
    };
    let place = |unit: UnitId| if unit == on_the_hill { SpaceId(0) } else { SpaceId(1) };
    let phase = Phase { name: "shooting".into(), run: "shooting".into(), ..Phase::default() };
    let turn = PlayerTurn { name: "turn".into(), phases: vec![phase], repeat_while: None };
    let content = Content {
        sides: ["north", "south"].map(String::from).into_iter().collect(),
        unit_types: ["block".to_owned()].into_iter().collect(),
        unit_names: ["Guards", "Decoy"].map(String::from).into_iter().collect(),
        units: ["Guards", "Decoy"].map(unit).to_vec(),
        placements: [UnitId(0), UnitId(1)].map(|unit| Placement { unit, place: Some(place(unit)), steps: 1 }).to_vec(),
        map,
        sequence: Sequence { turns: 1, setup: vec![], turn: vec![turn] },
        ..Content::default()
    };
    let mut game = Game::new(Arc::new(content), Blocks.questions(), 1, Service::FULL);
    [UnitId(0), UnitId(1)].iter().for_each(|unit| game.table.state.set_hidden(*unit, SOUTH, true));
    game
}

fn log_of(game: &Game<()>, viewer: Option<SideId>) -> Vec<String> {
    View::new(&game.table, viewer).log.into_iter().map(|(_, text)| text).collect()
}

#[test]
fn games_that_differ_in_what_is_hidden_look_the_same() {
    let mut games = [game(UnitId(0)), game(UnitId(1))];
    for game in &mut games {
        assert_eq!(game.advance(&mut Blocks).unwrap(), Status::Waiting);
    }
    let [a, b] = &games;
    let asked = View::new(&a.table, Some(SOUTH)).asked.unwrap();
    assert_eq!(asked.prompt, "Shoot at unknown unit at wood or another?");
    assert_eq!(asked.options, ["unknown unit at ford", "unknown unit at wood"]);
    assert_eq!(View::new(&a.table, Some(SOUTH)), View::new(&b.table, Some(SOUTH)));
    assert_eq!(View::new(&a.table, None), View::new(&b.table, None), "a spectator knows no more");
    assert_ne!(View::new(&a.table, Some(NORTH)), View::new(&b.table, Some(NORTH)));
    assert_eq!(log_of(a, Some(SOUTH)), ["unknown unit moves to wood"]);
    assert_eq!(log_of(a, Some(NORTH)), ["Guards moves to wood"]);
}

#[test]
fn the_log_tells_what_a_side_knew_when_it_happened() {
    let mut game = game(UnitId(0));
    game.advance(&mut Blocks).unwrap();
    let second = game.table.pending().unwrap().options[1].clone();
    assert_eq!(second, Choice::Unit(UnitId(0)), "the answer means the block in the wood");
    game.answer(&mut Blocks, SOUTH, Answer::One(second)).unwrap();
    assert_eq!(log_of(&game, Some(SOUTH)), ["unknown unit moves to wood", "unknown unit is shot at", "it was Guards"]);
    assert_eq!(log_of(&game, None), ["unknown unit moves to wood", "unknown unit is shot at", "it was Guards"]);
}

#[test]
fn only_who_knows_a_unit_knows_its_path() {
    let mut game = game(UnitId(0));
    game.advance(&mut Blocks).unwrap();
    let path = |viewer| {
        let reader = Reader::new(&game.table, viewer, &ENGLISH);
        let event = reader.events().next().unwrap();
        reader.movement(event).map(|(unit, path)| (unit, path.to_vec()))
    };
    assert_eq!(path(Some(NORTH)), Some((UnitId(0), vec![SpaceId(0), SpaceId(2)])));
    assert_eq!((path(Some(SOUTH)), path(None)), (None, None));
}

#[test]
fn a_refusal_does_not_tell_the_name_of_what_is_hidden() {
    let mut game = game(UnitId(0));
    game.advance(&mut Blocks).unwrap();
    let twice = Answer::Several(vec![Choice::Unit(UnitId(0)), Choice::Unit(UnitId(1))]);
    let refusal = format!("{:?}", game.answer(&mut Blocks, SOUTH, twice).unwrap_err());
    assert!(refusal.contains("unknown unit at wood, unknown unit at ford"), "{refusal}");
}

/// Returns the tokens of the hidden blocks on a space, as seen by South.
fn tokens(game: &Game<()>, place: &str) -> Vec<u16> {
    let view = View::new(&game.table, Some(SOUTH));
    view.spaces.get(place).into_iter().flatten().filter_map(|unit| unit.token).collect()
}

fn go(game: &mut Game<()>, unit: u16, place: Option<&str>) {
    let content = game.table.content.clone();
    let place = place.map(|place| content.map.names.find(place).unwrap());
    game.table.state.place(&content, UnitId(unit), place);
    game.table.state.give_tokens();
}

#[test]
fn a_block_keeps_its_token_while_it_moves_alone() {
    let mut game = game(UnitId(1));
    game.table.state.give_tokens();
    assert_eq!((tokens(&game, "hill"), tokens(&game, "ford")), (vec![1], vec![2]));
    go(&mut game, 1, Some("wood"));
    assert_eq!(tokens(&game, "wood"), [1]);
    assert!(View::new(&game.table, Some(NORTH)).spaces["wood"][0].token.is_none(), "its owner knows it");
    go(&mut game, 1, None);
    go(&mut game, 1, Some("hill"));
    assert_eq!(tokens(&game, "hill"), [1], "the lowest free token");
}

#[test]
fn a_block_that_was_shown_cannot_be_followed_out_of_a_crowd() {
    let mut left: Vec<u16> = (0..64)
        .map(|seed| {
            let mut game = game(UnitId(0));
            game.table = Table::new(game.table.content.clone(), Blocks.questions(), seed, Service::FULL);
            [UnitId(0), UnitId(1)].iter().for_each(|unit| game.table.hide(*unit, SOUTH));
            game.table.state.give_tokens();
            game.table.reveal(UnitId(0), SOUTH);
            assert_eq!(tokens(&game, "hill"), Vec::<u16>::new());
            game.table.hide(UnitId(0), SOUTH);
            game.table.state.give_tokens();
            assert_eq!(tokens(&game, "hill"), [1]);
            go(&mut game, 0, Some("ford"));
            assert_eq!(tokens(&game, "ford"), [1, 2]);
            go(&mut game, 0, Some("wood"));
            tokens(&game, "wood")[0]
        })
        .collect();
    left.sort_unstable();
    left.dedup();
    assert_eq!(left, [1, 2], "it may leave with either token");
}

/// Exchanges the blocks in a copy of the game, after the one on the hill has moved to the wood and South is asked.
#[test]
fn a_side_imagines_what_it_does_not_know() {
    let mut seen = Vec::new();
    for on_the_hill in [UnitId(0), UnitId(1)] {
        let mut game = game(on_the_hill);
        game.advance(&mut Blocks).unwrap();
        assert!(game.table.keeps_secrets_from(SOUTH) && !game.table.keeps_secrets_from(NORTH));
        let places = (0..16).map(|seed| {
            let (imagined, exchange) = game.imagined(&mut Blocks, SOUTH, seed).unwrap();
            assert_eq!(View::new(&imagined.table, Some(SOUTH)).asked, View::new(&game.table, Some(SOUTH)).asked);
            assert_eq!(exchange.inverse().unit(exchange.unit(UnitId(0))), UnitId(0));
            imagined.table.state.unit(UnitId(0)).place
        });
        seen.push(places.collect::<Vec<_>>());
    }
    assert_eq!(seen[0], seen[1], "what is imagined does not depend on what is hidden");
    assert!(seen[0].iter().any(|place| *place != seen[0][0]), "and every possibility is imagined");
}

/// Checks that steps go with the unit, even from the reserve to the map: reversing an exchange restores the game.
#[test]
fn an_exchange_undone_leaves_everything_as_it_was() {
    let mut game = game(UnitId(0));
    let content = game.table.content.clone();
    game.table.state.set_steps(UnitId(1), 3);
    let exchange =
        (0..16).map(|seed| game.exchange(SOUTH, seed).unwrap()).find(|exchange| !exchange.is_none()).unwrap();
    let state = game.table.state.with_exchange(&content, &exchange);
    assert_eq!((state.unit(UnitId(1)).place, state.unit(UnitId(1)).steps), (Some(SpaceId(0)), 3));
    assert_eq!(state.with_exchange(&content, &exchange.inverse()).saved(), game.table.state.saved());
    game.table.state.place(&content, UnitId(1), None);
    assert!(
        (0..16).all(|seed| game.exchange(SOUTH, seed).unwrap().is_none()),
        "a unit that waits is taken for none on the map"
    );
    game.table.state.set_steps(UnitId(1), 0);
    assert!(
        (0..16).all(|seed| game.exchange(SOUTH, seed).unwrap().is_none()),
        "a unit that is lost is taken for none on the map"
    );
}

#[test]
fn what_a_side_has_been_shown_is_not_imagined_otherwise() {
    let mut game = game(UnitId(0));
    game.table.reveal(UnitId(0), SOUTH);
    game.table.reveal(UnitId(1), SOUTH);
    game.advance(&mut Blocks).unwrap();
    assert!(!game.table.keeps_secrets_from(SOUTH) && game.exchange(SOUTH, 1).is_none());
}

#[test]
fn the_end_reveals_all_units_but_the_state_just_before_it_does_not() {
    let mut game = game(UnitId(0));
    assert_eq!(game.advance(&mut Blocks).unwrap(), Status::Waiting);
    let is_known = |game: &Game<()>, viewer| {
        View::new(&game.table, viewer).spaces.values().flatten().all(|unit| unit.known.is_some())
    };
    assert!(!is_known(&game, Some(SOUTH)) && !is_known(&game, None));
    game.table.state.end(Ending::plain(None, "enough"));
    assert!(is_known(&game, Some(SOUTH)) && is_known(&game, None));
}
