//! A game in progress: its session, its viewers and its copy in the store.

use crate::dto::Fault;
use crate::game::agents::AgentPace;
use crate::game::open_game;
use crate::languages::Languages;
use crate::role::Role;
use crate::state::AppState;
use crate::store::GameId;
use crate::store::sync::StoreMirror;
use crate::view::audience::{Audience, EventSink};
use crate::view::client_view::ClientView;
use crate::view::question_numbers::QuestionNumbers;
use crate::view::undo::PendingUndo;
use grognard_engine::catalogue::Catalogue;
use grognard_engine::decision::Pending;
use grognard_engine::ids::SideId;
use grognard_play::{Session, SessionError};
use std::sync::Arc;
use std::time::Instant;

/// A game in progress.
pub struct Play {
    pub(crate) app: Arc<AppState>,
    pub(crate) id: GameId,
    pub(crate) session: Session,
    pub(crate) languages: Languages,
    pub(crate) audiences: Vec<Audience>,
    mirror: StoreMirror,
    pub(crate) numbers: QuestionNumbers,
    /// A request for undo that awaits consent.
    pub(crate) pending_undo: Option<PendingUndo>,
    /// How the rules failed between two questions. The game continues once the rules are corrected or decisions are
    /// taken back.
    pub(crate) failure: Option<SessionError>,
    /// Whether the store has refused a change.
    is_lost: bool,
    pub(crate) moved: Instant,
    pub(crate) agent_pace: AgentPace,
    /// How much of an agent's thinking is done, in percent, as the page shows it; `None` if none is thinking.
    pub(crate) told_percent: Option<u32>,
    /// The sides for which advice is in the making, each with the percentage that its players last saw.
    pub(crate) advising: Vec<(SideId, Option<u32>)>,
}

impl Play {
    /// Opens a game from the store and replays it.
    pub fn open(app: &Arc<AppState>, id: GameId) -> Result<Play, Fault> {
        let stored = app.store.game(id)?.ok_or_else(|| Fault::missing("this game no longer exists"))?;
        let session = open_game::open(app, id, &stored)?;
        let languages = Languages::new(&app.settings.roots, &session.battle);
        let mut play = Play {
            app: app.clone(),
            id,
            session,
            languages,
            audiences: Vec::new(),
            mirror: StoreMirror::default(),
            numbers: QuestionNumbers::default(),
            pending_undo: None,
            failure: None,
            is_lost: false,
            moved: Instant::now(),
            agent_pace: AgentPace::default(),
            told_percent: None,
            advising: Vec::new(),
        };
        play.settle();
        play.numbers.follow(&play.session);
        play.keep()?;
        Ok(play)
    }

    /// Returns whether the game is ahead of the store, so that its room must close and reopen.
    pub fn is_lost(&self) -> bool {
        self.is_lost
    }

    /// Returns whether the game is over.
    pub fn is_over(&self) -> bool {
        self.session.game.table.state.ending().is_some()
    }

    /// Returns whether the game has viewers.
    pub fn is_watched(&mut self) -> bool {
        self.audiences.retain_mut(Audience::has_viewers);
        !self.audiences.is_empty()
    }

    /// Adds a viewer.
    pub fn watch(&mut self, role: &Role, language: &str, viewer: EventSink) {
        self.is_watched();
        let is_same = |audience: &&mut Audience| audience.role == *role && audience.language == language;
        if let Some(audience) = self.audiences.iter_mut().find(is_same) {
            return audience.add(viewer);
        }
        let mut audience = Audience::new(role.clone(), language.to_owned());
        self.show_to(&mut audience);
        audience.add(viewer);
        self.audiences.push(audience);
    }

    fn show_to(&mut self, audience: &mut Audience) {
        let (session, catalogue) = (&self.session, self.languages.catalogue(&audience.language));
        let (undo, failure) = (self.pending_undo.as_ref(), self.failure.as_ref());
        let view = ClientView::new(session, &audience.role, catalogue, &self.numbers, undo, failure);
        let changes = view.changes_since(audience.view.as_ref(), &session.battle.content, catalogue);
        audience.show(view, changes);
    }

    /// Returns the catalogue for a language.
    pub(crate) fn catalogue(&mut self, language: &str) -> &Catalogue {
        self.languages.catalogue(language)
    }

    /// Returns the pending question; fails if there is none or the role may not answer it.
    pub(crate) fn pending_for(&self, role: &Role) -> Result<&Pending, Fault> {
        let pending = self.session.game.table.all_pending();
        if pending.is_empty() {
            return Err(Fault::refused("no decision is pending"));
        }
        let own = pending.iter().find(|pending| role.plays(&self.session, pending.side));
        own.ok_or_else(|| Fault::refused("another player must decide"))
    }

    /// Puts the pending question for a role first, in case several sides decide in secret.
    pub(crate) fn put_first(&mut self, role: &Role) {
        if let Ok(side) = self.pending_for(role).map(|pending| pending.side) {
            self.session.game.table.put_first(side);
        }
    }

    /// Updates everything that depends on the game's history, after a rewind.
    pub(crate) fn rewind(&mut self) {
        self.numbers.rewind(&self.session);
        self.failure = None;
    }

    /// Runs the rules until the next question.
    pub(crate) fn settle(&mut self) {
        self.failure = self.session.settle().err();
    }

    /// Stores all changes, then shows them to the viewers. A change that cannot be stored is not shown.
    pub(crate) fn publish(&mut self) -> Result<(), Fault> {
        self.notify_fallback();
        self.numbers.follow(&self.session);
        self.drop_outdated_undo();
        self.keep()?;
        self.show();
        Ok(())
    }

    fn keep(&mut self) -> Result<(), Fault> {
        let change = self.mirror.change(&self.session)?;
        let Some(change) = change else { return Ok(()) };
        self.app.store.change(self.id, change.clone()).inspect_err(|_| self.is_lost = true)?;
        self.mirror.follow(change, &self.session);
        Ok(())
    }

    /// Shows all changes to the viewers.
    pub(crate) fn show(&mut self) {
        let mut audiences = std::mem::take(&mut self.audiences);
        audiences.retain_mut(Audience::has_viewers);
        for audience in &mut audiences {
            self.show_to(audience);
        }
        self.audiences = audiences;
    }

    /// Reloads the catalogues and discards all views. Called after any change to the battle, even if only messages or
    /// pictures changed.
    pub(crate) fn renew(&mut self) {
        self.languages.renew(&self.app.settings.roots, &self.session.battle);
        self.audiences.iter_mut().for_each(|audience| audience.view = None);
    }
}
