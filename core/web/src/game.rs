//! A game between a person and an agent.

use crate::message::{Message, OfferedOption, Question, Reply};
use grognard_board::svg::{self, SvgOptions};
use grognard_engine::catalogue::ENGLISH;
use grognard_engine::decision::{Answer, Choice, Form, Pending};
use grognard_engine::ids::SpaceId;
use grognard_engine::{Reader, SideId};
use grognard_play::{Battle, BattleRequest, Seat, Session, SessionError};
use std::collections::BTreeMap;
use std::path::Path;

/// A game between a person and an agent.
pub struct WebGame {
    session: Session,
    /// The side played by the person.
    person: Option<SideId>,
}

impl WebGame {
    /// Starts a game and runs it up to the first question.
    pub fn start(packs: &Path, scenario: &str, side: &str, seed: u64) -> Result<WebGame, String> {
        let request =
            BattleRequest { roots: vec![packs.to_owned()], scenario: scenario.to_owned(), ..BattleRequest::default() };
        let battle = Battle::load(request).map_err(|errors| grognard_packs::render(&errors, false))?;
        let person = battle.content.sides.find(side);
        if person.is_none() && !side.is_empty() {
            return Err(format!("the battle has no side `{side}`"));
        }
        let mut seats = vec![battle.usual_agent(); battle.content.seats().count()];
        if let Some(person) = person {
            seats[person.0 as usize] = Seat::Person;
        }
        let mut session = Session::new(battle, seed, seats).map_err(describe)?;
        session.settle().map_err(describe)?;
        Ok(WebGame { session, person })
    }

    /// Handles a message other than the start of a game.
    pub fn handle(&mut self, message: Message) -> Reply {
        let error = self.carry_out(message).err();
        Reply { error, ..self.reply() }
    }

    fn carry_out(&mut self, message: Message) -> Result<(), String> {
        let pending = self.session.game.table.pending().cloned();
        let asked = pending.filter(|pending| Some(pending.side) == self.person);
        match (message, asked) {
            (Message::Agent, _) => drop(self.session.play_agent().map_err(describe)?),
            (Message::Undo, _) => {
                let person = self.person.ok_or("nobody plays")?;
                self.session.undo(person).map_err(describe)?;
            }
            (Message::Stop, Some(pending)) => {
                self.session.answer(pending.side, Answer::Stop).map_err(describe)?;
            }
            (Message::Answer { options }, Some(pending)) => {
                let answer = answer(&pending, &options).ok_or("no such option")?;
                self.session.answer(pending.side, answer).map_err(describe)?;
            }
            _ => return Err("no question is pending".to_owned()),
        }
        self.session.settle().map(drop).map_err(describe)
    }

    /// Describes the game for the page.
    pub fn reply(&self) -> Reply {
        let table = &self.session.game.table;
        let view = self.session.view(self.person);
        let reader = Reader::new(table, self.person, &ENGLISH);
        let ended = view.ended.as_ref().map(|end| self.session.battle.outcome(&ENGLISH, end));
        let pending = table.pending().filter(|_| ended.is_none());
        let asked = pending.filter(|pending| Some(pending.side) == self.person);
        let places: Vec<Option<SpaceId>> = asked.map_or(Vec::new(), |pending| self.places(pending));
        let highlight: Vec<SpaceId> = places.iter().flatten().copied().collect();
        let options = SvgOptions { highlight: &highlight, column: false, ..SvgOptions::default() };
        Reply {
            error: None,
            board: svg::draw(&self.session.battle.content, Some(&view), &options),
            question: asked.map(|pending| self.question(pending, &reader, &places)),
            agent: pending.filter(|_| asked.is_none()).map(|pending| table.side_name(pending.side).to_owned()),
            ended,
            undo: self.person.is_some() && self.session.may_take_back() == self.person,
            log: reader.log().collect(),
        }
    }

    fn question(&self, pending: &Pending, reader: &Reader, places: &[Option<SpaceId>]) -> Question {
        let map = &self.session.battle.content.map;
        let options = pending.options.iter().zip(places);
        let (least, most) = match pending.form {
            Form::One => (1, 1),
            Form::Several(least, most) => (least.into(), most.into()),
            Form::Order => (pending.options.len(), pending.options.len()),
            Form::Allocate { total, .. } => (total as usize, total as usize),
        };
        Question {
            side: self.session.battle.content.side_title(pending.side).to_owned(),
            prompt: reader.prompt(pending),
            options: options
                .map(|(choice, place)| OfferedOption {
                    name: reader.name(choice),
                    space: place.map(|space| map.space(space).name.clone()),
                })
                .collect(),
            stop: reader.stop(pending).map(str::to_owned),
            least,
            most,
        }
    }

    /// Returns the space of each option.
    fn places(&self, pending: &Pending) -> Vec<Option<SpaceId>> {
        let place = |choice: &Choice| match choice {
            Choice::Space(space) => Some(*space),
            Choice::Path(path) => path.last().copied(),
            Choice::Unit(unit) => self.session.game.table.state.unit(*unit).place,
            _ => None,
        };
        pending.options.iter().map(place).collect()
    }
}

/// Returns the answer that consists of these options.
fn answer(pending: &Pending, options: &[usize]) -> Option<Answer> {
    let chosen = options.iter().map(|&at| pending.options.get(at).cloned()).collect::<Option<Vec<Choice>>>()?;
    Some(match pending.form {
        Form::One => Answer::One(chosen.into_iter().next()?),
        Form::Several(..) | Form::Order => Answer::Several(chosen),
        Form::Allocate { .. } => {
            let mut shares: BTreeMap<Choice, u32> = BTreeMap::new();
            chosen.into_iter().for_each(|choice| *shares.entry(choice).or_default() += 1);
            Answer::Shares(shares.into_iter().collect())
        }
    })
}

fn describe(error: SessionError) -> String {
    match error {
        SessionError::Refused(refusal) => refusal.to_string(),
        SessionError::Broken(errors) => grognard_packs::render(&errors, false),
        SessionError::File(path, error) => format!("{}: {error}", path.display()),
        SessionError::Held(held) => format!("another program is writing {}", held.path.display()),
    }
}
