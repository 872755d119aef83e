//! Loads battles and plays games: sessions, saves and their migration, agents, exact odds, and the parser for typed
//! answers.
//!
//! ```
//! use grognard_engine::catalogue::ENGLISH;
//! use grognard_engine::{Reader, SideId, Status};
//! use grognard_play::line_parser::{NameResolver, Offer, Words};
//! use grognard_play::{Battle, BattleRequest, Seat, Session};
//!
//! let (roots, scenario) = (vec!["../..".into()], "battle-for-moscow".to_owned());
//! let request = BattleRequest { roots, scenario, ..BattleRequest::default() };
//! let battle = Battle::load(request).unwrap_or_else(|errors| panic!("{}", grognard_packs::render(&errors, false)));
//! let mut session = Session::new(battle, 7, vec![Seat::Person, Seat::Person]).unwrap();
//! let sides: Vec<SideId> = session.battle.content.sides.iter().map(|(side, _)| side).collect();
//!
//! // The Germans take the prepared set-up, and attack the unit in hex 0405.
//! for line in ["prepared", "0405"] {
//!     session.settle().unwrap();
//!     let pending = session.game.table.pending().unwrap().clone();
//!     let names = NameResolver::new(Reader::new(&session.game.table, Some(pending.side), &ENGLISH));
//!     let answer = Offer::new(&pending, &names).parse(&mut Words::new(line)).unwrap();
//!     session.answer(pending.side, answer).unwrap();
//! }
//! session.undo(sides[0]).unwrap();
//! let view = session.view(Some(sides[0]));
//! assert_eq!(view.asked.unwrap().question, "combat.target");
//!
//! // Agents play the rest.
//! for side in sides {
//!     session.seat(side, Seat::parse("random").unwrap()).unwrap();
//! }
//! while session.settle().unwrap() != Status::Over {
//!     session.play_agent().unwrap();
//! }
//! assert!(session.view(None).ended.is_some());
//! ```

#![forbid(unsafe_code)]

mod advice;
mod agent;
pub mod atomic_file;
mod battle;
mod cancel_token;
mod file_lock;
mod forecast;
mod guide;
pub mod i18n;
mod layer;
pub mod line_parser;
mod log_diff;
pub mod migrate;
pub mod odds;
pub mod provenance;
pub mod record;
pub mod rule_conflicts;
pub mod rulebook;
pub mod save;
mod score;
mod seat;
mod session;

pub use advice::{AdvicePart, AdviceText};
pub use agent::{
    Advice, AdvisedAnswer, Adviser, Agent, AgentKind, AgentReply, Bot, BotError, Expectation, Forfeit, GameExit,
    Greedy, LineError, NextBest, Patience, PlanBudget, Planner, Random, Reasons, Yardstick, finish, fitting, worth,
};
pub use battle::{Battle, BattleRequest, WATCH_LIMITS, call_path, diagnose, place_of};
pub use cancel_token::CancelToken;
pub use file_lock::{FileLock, FileLocked};
pub use forecast::{Forecast, ResultChance};
pub use guide::{GuideFollower, GuideMoment};
pub use layer::Layer;
pub use log_diff::log_difference;
pub use score::ScoreLine;
pub use seat::Seat;
pub use session::{Fallback, SaveFailure, SaveNews, Session, SessionError};
