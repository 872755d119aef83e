//! Tests of what players type: names, answers to all forms of decisions, and errors.

use grognard_engine::catalogue::ENGLISH;
use grognard_engine::decision::{Answer, Choice, Form, Pending, Question};
use grognard_engine::ids::{QuestionId, SpaceId, UnitId};
use grognard_engine::reader::Reader;
use grognard_engine::table::{Service, Table};
use grognard_play::line_parser::{Listing, NameResolver, Offer, ParseError, Words, split_attack};
use grognard_testing::small_battle::{RED, content};
use std::sync::Arc;

fn table() -> Table {
    let stop = Some("end movement".to_owned());
    let (rule, prompt) = ("8.0".to_owned(), "Which?".to_owned());
    let question = Question { key: "test".into(), rule, prompt, stop, ..Question::default() };
    Table::new(Arc::new(content(&[])), [question].into(), 1, Service::FULL)
}

fn unit(at: u16) -> Choice {
    Choice::Unit(UnitId(at))
}

/// Returns `1 Inf` on 0101, `2 Tank` on 0202, and `3 Inf`, which has not arrived.
fn units() -> Vec<Choice> {
    [0, 1, 2].map(unit).to_vec()
}

fn pending(form: Form, options: Vec<Choice>, stop: bool) -> Pending {
    Pending {
        side: RED,
        question: QuestionId(0),
        form,
        options,
        is_set: false,
        stop,
        context: Vec::new(),
        costs: Vec::new(),
        region: None,
    }
}

/// Parses a line. Returns the answer and the remaining words.
fn parse(form: Form, options: Vec<Choice>, stop: bool, line: &str) -> Result<(Answer, String), ParseError> {
    let (table, pending) = (table(), pending(form, options, stop));
    let names = NameResolver::new(Reader::new(&table, Some(RED), &ENGLISH));
    let mut words = Words::new(line);
    Offer::new(&pending, &names).parse(&mut words).map(|answer| (answer, words.rest()))
}

fn one(line: &str) -> Result<(Answer, String), ParseError> {
    parse(Form::One, units(), false, line)
}

#[test]
fn one_option_by_name_beginning_number_or_space() {
    for line in ["2 Tank", "2 tank", "tank", "2", "#2", "0202"] {
        assert_eq!(one(line), Ok((Answer::One(unit(1)), String::new())), "{line}");
    }
    assert_eq!(one("2 tank 0303"), Ok((Answer::One(unit(1)), "0303".to_owned())), "the rest answers the next question");
    assert_eq!(one("inf"), Err(ParseError::Ambiguous("inf".to_owned(), ["1 Inf", "3 Inf"].map(String::from).to_vec())));
    assert_eq!(one("owl"), Err(ParseError::Unknown("owl".to_owned())));
    assert_eq!(
        one("A"),
        Err(ParseError::Unknown("A".to_owned())),
        "a unit that is not offered, not the beginning of another name"
    );
}

#[test]
fn accents_need_not_be_typed() {
    let places = ["Châtillon", "Chantonnay", "d'Elbée"].map(|name| Choice::Label(name.into())).to_vec();
    let typed = |line: &str| parse(Form::One, places.clone(), false, line);
    for (line, at) in [("chatillon", 0), ("CHÂTILLON", 0), ("chat", 0), ("D'Elbee", 2), ("d'elbée", 2)] {
        assert_eq!(typed(line), Ok((Answer::One(places[at].clone()), String::new())), "{line}");
    }
    let several = ["Châtillon", "Chantonnay"].map(String::from).to_vec();
    assert_eq!(typed("cha"), Err(ParseError::Ambiguous("cha".to_owned(), several)));
}

#[test]
fn a_question_is_declined_if_it_can_be() {
    for line in ["done", "pass", "end movement"] {
        assert_eq!(parse(Form::One, units(), true, line), Ok((Answer::Stop, String::new())), "{line}");
    }
    let error = one("done").unwrap_err();
    assert_eq!((&error, error.to_string()), (&ParseError::MustAnswer, "you cannot decline this question".to_owned()));
}

#[test]
fn several_options() {
    let several = |line: &str| parse(Form::Several(1, 2), units(), false, line);
    let answer = |units: &[u16]| Ok((Answer::Several(units.iter().copied().map(unit).collect()), String::new()));
    assert_eq!(several("1 Inf, 2 Tank"), answer(&[0, 1]));
    assert_eq!(several("3 1"), answer(&[2, 0]));
    assert_eq!(several("all but tank"), answer(&[0, 2]));
    assert_eq!(several("all"), Err(ParseError::Count { named: 3, least: 1, most: 2 }));
    assert_eq!(several("1 1"), Err(ParseError::Twice("1 Inf".to_owned())));
    assert_eq!(several("1, owl"), Err(ParseError::Unknown("owl".to_owned())), "something must follow a comma");
}

#[test]
fn an_order_names_everything() {
    let order = |line: &str| parse(Form::Order, units(), false, line);
    assert_eq!(order("3 1 2"), Ok((Answer::Several([2, 0, 1].map(unit).to_vec()), String::new())));
    assert_eq!(order("3 1"), Err(ParseError::Missing(vec!["2 Tank".to_owned()])));
}

#[test]
fn shares_add_up() {
    let shares = |line: &str| parse(Form::Allocate { total: 3, most: 2 }, units(), false, line);
    assert_eq!(shares("1 Inf=2 2 Tank=1"), Ok((Answer::Shares(vec![(unit(0), 2), (unit(1), 1)]), String::new())));
    assert_eq!(shares("tank=1"), Err(ParseError::Total { named: 1, total: 3 }));
    assert_eq!(shares("tank=3"), Err(ParseError::ShareTooLarge("2 Tank".to_owned(), 2)));
    assert_eq!(shares("tank=x"), Err(ParseError::NoShare("tank=x".to_owned())));
}

#[test]
fn numbers_of_the_list_are_marked_where_names_are_numbers() {
    let labels = || ["7", "8"].map(|label| Choice::Label(label.into())).to_vec();
    let answer = |line: &str| parse(Form::One, labels(), false, line);
    assert_eq!(answer("8").unwrap().0, Answer::One(labels()[1].clone()));
    assert_eq!(answer("#1").unwrap().0, Answer::One(labels()[0].clone()));
    assert_eq!(answer("1"), Err(ParseError::Unmarked("1".to_owned())));
    let (table, labels) = (table(), pending(Form::One, labels(), false));
    let names = NameResolver::new(Reader::new(&table, Some(RED), &ENGLISH));
    assert_eq!(Offer::new(&labels, &names).listing, Listing::Marked);
    let spaces = pending(Form::One, vec![Choice::Space(SpaceId(0))], false);
    assert_eq!(Offer::new(&spaces, &names).listing, Listing::Names);
}

#[test]
fn names_of_units_and_spaces() {
    let table = table();
    let names = NameResolver::new(Reader::new(&table, Some(RED), &ENGLISH));
    assert_eq!(names.units("1 Inf, A"), Ok(vec![UnitId(0), UnitId(3)]));
    assert_eq!(names.units("tank A"), Err("tank"), "the beginning of a word is not a name here");
    assert_eq!(names.as_space("capital"), table.content.map.names.find("0503"));
    assert_eq!(names.as_unit("0202"), Some(UnitId(1)), "the only unit there");
    let mut words = Words::new("2 Tank 0503");
    assert_eq!((names.take_name(&mut words).as_deref(), words.rest()), (Some("2 Tank"), "0503".to_owned()));
    assert!(names.unknown("2 Tnak").contains("did you mean `2 Tank`?"));
    assert_eq!(split_attack("1103 with XXIV, XL"), ("1103", Some("XXIV, XL")));
    assert_eq!(split_attack(" 1103 "), ("1103", None));
}
