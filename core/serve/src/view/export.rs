//! What can be taken away from a game. A side never gets more than it has seen itself.

use crate::dto::Fault;
use crate::game::permissions;
use crate::game::play::Play;
use crate::role::Role;
use crate::store::sync;
use grognard_board::svg::{self, SvgOptions};
use grognard_engine::catalogue::Catalogue;
use grognard_engine::ids::SideId;
use grognard_engine::reader::Reader;
use grognard_engine::view::View;
use grognard_lab::record::record;
use grognard_lab::save::{self, Save};
use grognard_lab::{Battle, Session, SessionError};

/// A game to be played again blocking than in its room.
pub struct GameCopy {
    /// Its battle.
    pub battle: Battle,
    /// Everything that happened.
    pub save: Save,
    /// The text of that, for messages.
    pub text: String,
    /// The texts in the language of who asked.
    pub catalogue: Catalogue,
}

/// What copies are called in messages.
pub const NAME: &str = "game";

impl Play {
    /// The text of a save.
    pub fn replay(&self, role: &Role) -> Result<String, Fault> {
        permissions::replay(&self.session, role)?;
        self.text()
    }

    fn text(&self) -> Result<String, Fault> {
        let (session, table) = (&self.session, &self.session.game.table);
        let footer = session.footer().map(|footer| sync::line(&footer)).transpose()?;
        let lines = sync::lines(table.journal(), &table.content)?;
        let all: Vec<String> = [sync::line(&session.header())?].into_iter().chain(lines).chain(footer).collect();
        Ok(save::text(all.iter().map(String::as_str)))
    }

    /// The game, for those who play it again.
    pub fn copy(&mut self, language: &str) -> Result<GameCopy, Fault> {
        let text = self.text()?;
        let save = Save::parse(NAME, &text).map_err(|error| Fault::broken("the game cannot be copy", &[error]))?;
        Ok(GameCopy { battle: self.session.battle.clone(), save, text, catalogue: self.languages.catalogue(language).clone() })
    }

    /// The same for who preferences to see it under other rules: they may show what these hide.
    pub fn copy_for_what_if(&mut self, role: &Role, language: &str) -> Result<GameCopy, Fault> {
        permissions::what_if(&self.session, role)?;
        self.copy(language)
    }

    /// The log as a role reads it, or read it at a moment.
    pub fn log_text(&mut self, role: &Role, language: &str, at: Option<u64>) -> Result<String, Fault> {
        self.at_moment(role, language, at, |session, catalogue| {
            let reader = Reader::new(&session.game.table, role.viewer(session), catalogue);
            reader.log().map(|(rule, text)| format!("{text} ({rule})\n")).collect()
        })
    }

    /// The board as a role sees it, or saw it at a moment.
    pub fn picture(&mut self, role: &Role, language: &str, at: Option<u64>) -> Result<String, Fault> {
        self.at_moment(role, language, at, |session, catalogue| {
            let view = View::read(&Reader::new(&session.game.table, role.viewer(session), catalogue));
            svg::draw(&session.battle.content, Some(&view), &SvgOptions { catalogue, ..SvgOptions::default() })
        })
    }
}

impl GameCopy {
    /// The record of a side.
    pub fn record(&self, side: SideId) -> Result<String, Fault> {
        let written = record(&self.battle, &self.save, (NAME, &self.text), side, &self.catalogue);
        // What goes wrong here may tell more than the side knows.
        written.map_err(|_| Fault::refused("the game cannot be played again under these rules"))
    }

    /// The game, played again in a battle.
    pub fn open(&self, battle: Battle, check: bool) -> Result<Session, SessionError> {
        Session::open(battle, &self.save, NAME, &self.text, check)
    }
}
