//! Rules that are edited while games are played.

use crate::dto::{Notice, NoticeKind};
use crate::game::fault_text;
use crate::game::play::Play;
use crate::game::room::Work;
use crate::role::Role;
use crate::state::AppState;
use crate::view::audience::Audience;
use grognard_engine::reader::Reader;
use grognard_lab::check::odd_after;
use grognard_lab::{SessionError, WATCH_LIMITS, replaced};
use grognard_packs::{Library, render};
use grognard_script::Watcher;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Weak};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

/// Editors write a file in several steps; steps closer together than this are one change.
const PAUSE: Duration = Duration::from_millis(20);
/// So often it is looked whether the server is still there.
const POLL_INTERVAL: Duration = Duration::from_millis(500);

impl AppState {
    /// Watches the files of all packs from now on. Where the system cannot watch files, nothing ever changes by itself.
    pub(crate) fn watch(self: &Arc<AppState>) -> Option<JoinHandle<()>> {
        let library = Library::open(&self.settings.roots);
        let folders: Vec<PathBuf> = library.packs().iter().filter_map(|pack| pack.folder.path().canonicalize().ok()).collect();
        let watcher = Watcher::new(&folders, PAUSE, WATCH_LIMITS).ok()?;
        let app = Arc::downgrade(self);
        Builder::new().name("watch".into()).spawn(move || watch_files(&app, watcher)).ok()
    }
}

fn watch_files(app: &Weak<AppState>, mut watcher: Watcher) {
    loop {
        let files: Arc<[PathBuf]> = watcher.wait(POLL_INTERVAL).into();
        let Some(app) = app.upgrade().filter(|app| !app.is_closed()) else { return };
        if files.is_empty() {
            continue;
        }
        for room in app.open_rooms() {
            let files = files.clone();
            let work: Work = Box::new(move |play| {
                if let Ok(play) = play {
                    play.files_changed(&files);
                }
            });
            // A room that was just left reads the files as they are when it is opened again.
            let _ = room.send(work);
        }
    }
}

/// Lines of the log: paragraph and text.
type Lines = Vec<(String, String)>;

impl Play {
    /// Takes changed files over, if the game is made of any of them.
    fn files_changed(&mut self, files: &[PathBuf]) {
        let folders: Vec<PathBuf> = self.session.battle.folders().iter().filter_map(|folder| folder.canonicalize().ok()).collect();
        let own: Vec<&Path> =
            files.iter().map(PathBuf::as_path).filter(|file| folders.iter().any(|folder| file.starts_with(folder))).collect();
        if own.is_empty() {
            return;
        }
        let names: Vec<String> = own.iter().filter_map(|file| Some(file.file_name()?.to_string_lossy().into_owned())).collect();
        self.reload(&names.join(", "), files);
    }

    /// Goes on under the rules as they are on disk; until they are right, those in force stay.
    fn reload(&mut self, files: &str, paths: &[PathBuf]) {
        let before = self.session.battle.lock.rules_hash.clone();
        let told = self.told();
        match self.session.reload() {
            Err(error) => self.notify_broken(files, &error),
            Ok(_) if self.session.battle.lock.rules_hash == before => {
                // ServerNames, texts and pictures may be others.
                self.renew();
                self.show();
                self.notify_all(|play, _, language| {
                    let text = play.languages.catalogue(language).say("{1} changed: in force.", &[files]);
                    Notice::new(NoticeKind::Dress, text)
                });
            }
            Ok(misfit) => {
                self.rewind();
                self.renew();
                if let Some(store) = self.app.pack_store() {
                    // A game whose packs cannot be kept can be played all the same.
                    let _ = self.session.battle.keep(&store);
                }
                self.settle();
                // What cannot be kept closes the room; who looks on comes back to the game as it is kept.
                let _ = self.publish();
                let odd = odd_after(&self.session.battle, paths);
                let odd = (!odd.is_empty()).then(|| render(&odd, false));
                self.notify_changed(files, misfit.is_some(), odd.as_deref(), &told);
            }
        }
    }

    /// The log as each audience reads it.
    fn told(&mut self) -> BTreeMap<(Role, String), Lines> {
        let (session, languages) = (&self.session, &mut self.languages);
        let log = |audience: &Audience| {
            let catalogue = languages.catalogue(&audience.language);
            let reader = Reader::new(&session.game.table, audience.role.viewer(session), catalogue);
            ((audience.role.clone(), audience.language.clone()), reader.log().collect())
        };
        self.audiences.iter().map(log).collect()
    }

    fn notify_changed(&mut self, files: &str, is_misfit: bool, odd: Option<&str>, told: &BTreeMap<(Role, String), Lines>) {
        let now = self.told();
        let none = Vec::new();
        self.notify_all(|play, role, language| {
            let catalogue = play.languages.catalogue(language);
            let mut text = catalogue.say("{1} changed: in force.", &[files]);
            if is_misfit {
                text = text + " " + &catalogue.say("One answer no longer fits; the game goes on from there.", &[]);
            }
            let reader = (role.clone(), language.to_owned());
            let (gone, new) = replaced(told.get(&reader).unwrap_or(&none), now.get(&reader).unwrap_or(&none));
            let diagnostic = odd.map(str::to_owned);
            Notice { gone: gone.to_vec(), new: new.to_vec(), diagnostic, ..Notice::new(NoticeKind::Changed, text) }
        });
    }

    fn notify_broken(&mut self, files: &str, error: &SessionError) {
        self.notify_all(|play, role, language| {
            let (session, catalogue) = (&play.session, play.languages.catalogue(language));
            let mut text = catalogue.say("{1} changed: the old rules stay in force until this is mended.", &[files]);
            if let SessionError::Refused(refusal) = error {
                text = text + " " + &Reader::new(&session.game.table, role.viewer(session), catalogue).refusal(refusal);
            }
            Notice { diagnostic: fault_text::diagnostic(session, role, error), ..Notice::new(NoticeKind::Broken, text) }
        });
    }
}
