//! Notices about rules that were edited during a game.

use crate::dto::{Notice, NoticeKind};
use crate::game::play::Play;
use crate::role::Role;
use crate::view::audience::Audience;
use crate::view::fault_text;
use grognard_engine::reader::Reader;
use grognard_play::{SessionError, log_difference};
use std::collections::BTreeMap;

/// Log lines, as pairs of a paragraph and a message.
type Lines = Vec<(String, String)>;
/// The log as shown to each audience, by role and language.
pub type Logs = BTreeMap<(Role, String), Lines>;

impl Play {
    /// Returns the log as shown to each audience.
    pub(crate) fn read_logs(&mut self) -> Logs {
        let (session, languages) = (&self.session, &mut self.languages);
        let log = |audience: &Audience| {
            let catalogue = languages.catalogue(&audience.language);
            let reader = Reader::new(&session.game.table, audience.role.viewer(session), catalogue);
            ((audience.role.clone(), audience.language.clone()), reader.log().collect())
        };
        self.audiences.iter().map(log).collect()
    }

    /// Reports that changed rules are in force, and which log lines differ under them.
    pub(crate) fn notify_changed(&mut self, files: &str, is_misfit: bool, odd: Option<&str>, logs: &Logs) {
        let now = self.read_logs();
        let none = Vec::new();
        self.notify_all(|play, role, language| {
            let catalogue = play.languages.catalogue(language);
            let mut text = catalogue.say("Changes to {1} are now in force.", &[files]);
            if is_misfit {
                text =
                    text + " " + &catalogue.say("One answer is no longer legal; the game continues from there.", &[]);
            }
            let reader = (role.clone(), language.to_owned());
            let (gone, new) = log_difference(logs.get(&reader).unwrap_or(&none), now.get(&reader).unwrap_or(&none));
            let diagnostic = odd.map(str::to_owned);
            Notice { removed: gone.to_vec(), added: new.to_vec(), diagnostic, ..Notice::new(NoticeKind::Changed, text) }
        });
    }

    /// Reports that changed rules have errors.
    pub(crate) fn notify_broken(&mut self, files: &str, error: &SessionError) {
        self.notify_all(|play, role, language| {
            let (session, catalogue) = (&play.session, play.languages.catalogue(language));
            let mut text = catalogue.say("{1} changed: the old rules stay in force until this is fixed.", &[files]);
            if let SessionError::Refused(refusal) = error {
                text = text + " " + &Reader::new(&session.game.table, role.viewer(session), catalogue).refusal(refusal);
            }
            Notice { diagnostic: fault_text::diagnostic(session, role, error), ..Notice::new(NoticeKind::Broken, text) }
        });
    }
}
