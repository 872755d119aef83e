//! Hot reload of rules that are edited while games are being played.

use crate::dto::{Notice, NoticeKind};
use crate::game::play::Play;
use crate::game::room::Work;
use crate::state::AppState;
use grognard_check::warnings_after_edit;
use grognard_packs::{Library, render};
use grognard_play::WATCH_LIMITS;
use grognard_script::Watcher;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Weak};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

/// The debounce interval, because editors write a file in several steps.
const PAUSE: Duration = Duration::from_millis(20);
/// The interval between checks that the server is still running.
const POLL_INTERVAL: Duration = Duration::from_millis(500);

impl AppState {
    /// Starts watching the files of all packs. Does nothing if the operating system cannot watch files.
    pub(crate) fn watch(self: &Arc<AppState>) -> Option<JoinHandle<()>> {
        let library = Library::open(&self.settings.roots);
        let folders: Vec<PathBuf> =
            library.packs().iter().filter_map(|pack| pack.folder.path().canonicalize().ok()).collect();
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
            // A room that has just closed reads the new files when it is reopened.
            let _ = room.send(work);
        }
    }
}

impl Play {
    /// Reloads the game if it uses one of the changed files.
    fn files_changed(&mut self, files: &[PathBuf]) {
        let folders: Vec<PathBuf> =
            self.session.battle.folders().iter().filter_map(|folder| folder.canonicalize().ok()).collect();
        let own: Vec<&Path> = files
            .iter()
            .map(PathBuf::as_path)
            .filter(|file| folders.iter().any(|folder| file.starts_with(folder)))
            .collect();
        if own.is_empty() {
            return;
        }
        let names: Vec<String> =
            own.iter().filter_map(|file| Some(file.file_name()?.to_string_lossy().into_owned())).collect();
        self.reload(&names.join(", "), files);
    }

    /// Puts the rules on disk into force, unless they have errors.
    fn reload(&mut self, files: &str, paths: &[PathBuf]) {
        let before = self.session.battle.lock.rules_hash.clone();
        let logs = self.read_logs();
        match self.session.reload() {
            Err(error) => self.notify_broken(files, &error),
            Ok(_) if self.session.battle.lock.rules_hash == before => {
                // Names, messages and pictures may have changed.
                self.renew();
                self.show();
                self.notify_all(|play, _, language| {
                    let text = play.languages.catalogue(language).say("Changes to {1} are now in force.", &[files]);
                    Notice::new(NoticeKind::Style, text)
                });
            }
            Ok(misfit) => {
                self.rewind();
                self.renew();
                if let Some(store) = self.app.pack_store() {
                    // A game whose packs cannot be stored is still playable.
                    let _ = self.session.battle.keep(&store);
                }
                self.settle();
                // A game that cannot be stored closes its room; viewers reconnect to the stored game.
                let _ = self.publish();
                let odd = warnings_after_edit(&self.session.battle, paths);
                let odd = (!odd.is_empty()).then(|| render(&odd, false));
                self.notify_changed(files, misfit.is_some(), odd.as_deref(), &logs);
            }
        }
    }
}
