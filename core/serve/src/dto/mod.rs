//! The protocol: every message body that the server sends to its page or reads from it.
//!
//! `protocol.d.ts` is generated from these types (see `typescript`). A test fails if it is out of date.

mod advice;
mod board_map;
mod chart;
mod delta;
mod fault;
mod game;
mod guide;
mod history;
mod layer;
mod lobby;
mod notice;
mod odds;
mod packs;
mod question;
mod registry;
mod request;
mod rulebook;
mod score;
mod snapshot;
#[cfg(test)]
mod typescript;
mod units;
mod what_if;

pub use advice::{Advice, AdvisedPhase};
pub use board_map::{BoardMap, ChartTitle, FieldMap, Introduction, LayerTitle, MapFont, MapPainting, MapSide};
pub use chart::{Chart, ChartAxis, ChartFloor, Meaning};
pub use delta::Delta;
pub use fault::Fault;
pub use game::{ActionRefusals, Game, GameResult, Viewer};
pub use guide::{Guide, GuideCondition, GuideStep, GuideTarget};
pub use history::{Absence, History, Move, PhaseMark, Position};
pub use layer::Layer;
pub use lobby::{GameItem, GameLinks, NewGame, RoleLink};
pub use notice::{Notice, NoticeKind, Thinking};
pub use odds::{Forecast, Odds, Why};
pub use packs::{GuideItem, InstallState, ModItem, OptionItem, PackItem, Packs, ScenarioItem, SideTitle};
pub use question::{AnswerForm, Choice, Places, Question};
pub use registry::{
    EnableRequest, FoundPack, OfferedPack, PackDescription, PackInstallation, PackRemoval, PackSearch, RemoveRequest,
    SearchQuery,
};
pub use request::{
    AnswerBody, AnswerRequest, ConsentRequest, ContactQuery, Done, ForkRequest, LinkRequest, OddsQuery, UndoReply,
    WhyQuery,
};
pub use rulebook::{Paragraph, ParagraphChange, RuleOption, Rulebook, Ruling, TextBlock};
pub use score::{ScoreLine, ScoreValue};
pub use snapshot::{DiceRoll, ForcedAnswer, LogLine, RuleFailure, Snapshot, SnapshotPart, UndoRequest, UnitLink};
pub use units::{Card, CardNumber, Counter, Stand};
pub use what_if::{Divergence, LogDifference, RulesDifference, WhatIf};
