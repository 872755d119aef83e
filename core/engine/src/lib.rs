//! An engine for board wargames: maps, units, the sequence of play, decisions, dice, the journal and views.
//!
//! The engine reads no files, runs no scripts, has no clock and is independent of any particular game. [`Content`]
//! holds everything that stays the same while a battle is played, and [`State`] everything that changes. The rules of a
//! system are a type that implements [`Rules`]; a [`Game`] runs their procedures at a [`Table`], in the order of the
//! [`Sequence`] of play.
//!
//! # A game
//!
//! A procedure asks the table for a decision and is suspended until there is an answer. Only answers that were offered
//! are accepted, and only from the side that was asked. Every answer and every roll is recorded in the journal, so that
//! a game can be undone, saved and replayed.
//!
//! ```
//! use grognard_engine::{
//!     Answer, AreaMap, Choice, Content, Decision, Form, Game, Options, Phase, Placement, PlayerTurn, Progress, Question,
//!     QuestionId, RuleFault, Rules, Sequence, Service, SideId, Status, Table, Unit, UnitId, UnitTypeId, View,
//! };
//! use std::sync::Arc;
//!
//! const BLUE: SideId = SideId(0);
//! const GUARD: UnitId = UnitId(0);
//!
//! /// The only rule: in each turn the Guard marches to a neighbouring area.
//! struct March;
//!
//! impl Rules for March {
//!     type Pause = ();
//!     type Error = RuleFault;
//!
//!     fn questions(&self) -> Arc<[Question]> {
//!         let prompt = "Where does the Guard march?".to_owned();
//!         [Question { key: "march.goal".into(), rule: "4.1".to_owned(), prompt, ..Question::default() }].into()
//!     }
//!
//!     fn run(&mut self, _rule: &str, table: &mut Table) -> Result<Progress<()>, RuleFault> {
//!         let content = table.content.clone();
//!         let Some(here) = table.state.unit(GUARD).place else { return Ok(Progress::Done) };
//!         let options = Options::Spaces(content.map.neighbours(here));
//!         let decision = Decision { side: BLUE, question: QuestionId(0), form: Form::One, options, stop: false };
//!         match table.choose(&decision, &[Choice::Unit(GUARD)])? {
//!             None => Ok(Progress::Waiting(())),
//!             Some(Answer::One(Choice::Space(goal))) => {
//!                 table.state.place(&content, GUARD, Some(goal));
//!                 Ok(Progress::Done)
//!             }
//!             Some(_) => Ok(Progress::Done),
//!         }
//!     }
//!
//!     // Rust has no coroutines, so the procedure is rerun from its checkpoint and gets the answer where it stopped.
//!     fn resume(&mut self, (): (), table: &mut Table) -> Result<Progress<()>, RuleFault> {
//!         table.rewind();
//!         self.run("march", table)
//!     }
//!
//!     fn holds(&mut self, _rule: &str, _table: &mut Table) -> Result<bool, RuleFault> {
//!         Ok(true)
//!     }
//!
//!     fn blame(&self, rule: &str, message: String) -> RuleFault {
//!         RuleFault::DeadEnd(format!("{rule} {message}"))
//!     }
//! }
//!
//! // Three areas, each adjacent to both of the others, and one unit.
//! let mut areas = AreaMap::default();
//! for (at, name) in ["Smolensk", "Vyazma", "Bryansk"].into_iter().enumerate() {
//!     areas.area(name, None, [at as i32, 0]);
//! }
//! for (a, b) in [("Smolensk", "Vyazma"), ("Vyazma", "Bryansk"), ("Bryansk", "Smolensk")] {
//!     areas.border(a, b);
//! }
//! let mut map = areas.build();
//! map.seal(&[]);
//! let name = "Guard".to_owned();
//! let guard = Unit { name, side: BLUE, kind: UnitTypeId(0), formation: None, steps: 2, tags: vec![], values: vec![] };
//! let phase = Phase { name: "march".to_owned(), side: Some(BLUE), run: "march".to_owned(), ..Phase::default() };
//! let turn = PlayerTurn { name: "Blue".to_owned(), phases: vec![phase], repeat_while: None };
//! let content = Arc::new(Content {
//!     sides: ["blue", "red"].map(String::from).into_iter().collect(),
//!     unit_types: ["infantry".to_owned()].into_iter().collect(),
//!     unit_names: [guard.name.clone()].into_iter().collect(),
//!     units: vec![guard],
//!     placements: vec![Placement { unit: GUARD, place: map.names.find("Smolensk"), steps: 2 }],
//!     sequence: Sequence { turns: 2, setup: vec![], turn: vec![turn] },
//!     map,
//!     ..Content::default()
//! });
//!
//! // The game runs to the first decision.
//! let mut game = Game::new(content.clone(), March.questions(), 7, Service::FULL);
//! assert_eq!(game.advance(&mut March).unwrap(), Status::Waiting);
//! let view = View::new(&game.table, Some(BLUE));
//! assert_eq!(view.asked.unwrap().options, ["Vyazma", "Bryansk"]);
//! assert_eq!(View::new(&game.table, None).asked, None, "only the side that is asked sees the question");
//!
//! // An answer that was not offered is refused and changes nothing.
//! let place = |name: &str| content.map.names.find(name).unwrap();
//! let before = game.table.hash();
//! assert!(game.answer(&mut March, BLUE, Answer::One(Choice::Space(place("Smolensk")))).is_err());
//! assert_eq!(game.table.hash(), before);
//!
//! // An answer runs the game to the next decision; it can be undone.
//! game.answer(&mut March, BLUE, Answer::One(Choice::Space(place("Vyazma")))).unwrap();
//! assert_eq!(game.table.state.unit(GUARD).place, Some(place("Vyazma")));
//! game.undo(&mut March, BLUE).unwrap();
//! assert_eq!((game.table.state.unit(GUARD).place, game.table.hash()), (Some(place("Smolensk")), before));
//!
//! // The game ends after two turns. Replaying its journal on another table leads to the same state.
//! game.answer(&mut March, BLUE, Answer::One(Choice::Space(place("Bryansk")))).unwrap();
//! assert_eq!(game.answer(&mut March, BLUE, Answer::One(Choice::Space(place("Vyazma")))).unwrap(), Status::Over);
//! let replay = Game::new(content.clone(), March.questions(), 7, Service::FULL);
//! let mut replay = replay.resume(game.table.journal().to_vec()).unwrap();
//! assert_eq!(replay.advance(&mut March).unwrap(), Status::Over);
//! assert_eq!(replay.table.hash(), game.table.hash());
//! ```
//!
//! # Where to look
//!
//! | for | see |
//! |---|---|
//! | hex and area maps, ways of moving, where a unit can go | [`map`] |
//! | tables with measured distances: bases, regions, lines of sight | [`field`] |
//! | dice, and the odds of their results | [`dice`], [`outcome`], [`cases`] |
//! | questions and answers | [`decision`] |
//! | saves and replays | [`journal`] |
//! | what a side may see, and how it is worded | [`view`], [`reader`], [`visibility`] |
//! | games as a side may imagine them | [`determinization`] |

#![forbid(unsafe_code)]

pub mod card;
pub mod cases;
pub mod catalogue;
pub mod chart;
pub mod content;
pub mod decision;
pub mod determinization;
pub mod dice;
mod disclosure;
pub mod field;
mod fitting;
pub mod fraction;
pub mod game;
pub mod heading;
pub mod ids;
pub mod journal;
pub mod log;
pub mod map;
pub mod observer;
pub mod outcome;
pub mod paragraph_number;
pub mod random;
pub mod reader;
mod region_refusal;
pub mod sequence;
pub mod set;
pub mod state;
pub mod style;
pub mod table;
pub mod unit;
pub mod variable;
pub mod view;
pub mod visibility;

// A battle.
pub use chart::Chart;
pub use content::{Allegiance, Content, OptionValue, Placement};
pub use sequence::{Cursor, Phase, PlayerTurn, Sequence};
pub use unit::{Unit, UnitState};

// Its map.
pub use map::{AreaMap, CostRule, HexGrid, Link, Map, Orientation, Reach, Shifted, Space};

// A game.
pub use game::{AnswerError, Game, Position, Progress, Rules, Status};
pub use state::{Ending, State, StateHash, Winners};
pub use table::{Misfit, QuickPlayer, RuleFault, Service, Table};

// Decisions.
pub use decision::{Answer, Choice, Decision, Form, Options, Pending, Question, Refusal};

// Records of a game, and who may see them.
pub use dice::Dice;
pub use journal::{Entry, SavedEntry};
pub use log::Event;
pub use reader::Reader;
pub use view::{EndView, View};

// Ids, and sets of ids.
pub use ids::{ChartId, Id, MovementId, NameTable, QuestionId, SideId, SpaceId, TerrainId, UnitId, UnitTypeId};
pub use set::Set;
