//! Notices to the viewers of a game.

use crate::dto::{Notice, NoticeKind};
use crate::game::play::Play;
use crate::role::Role;
use crate::view::fault_text;
use grognard_play::SessionError;

impl Play {
    /// Sends a notice to all viewers, in their language and limited to what their role may know.
    pub(crate) fn notify_all(&mut self, notice: impl Fn(&mut Play, &Role, &str) -> Notice) {
        let mut audiences = std::mem::take(&mut self.audiences);
        for audience in &mut audiences {
            let notice = notice(self, &audience.role, &audience.language);
            audience.notify(&notice);
        }
        self.audiences = audiences;
    }

    /// Reports that the previous rules are back in force because the changed ones failed.
    pub(crate) fn notify_fallback(&mut self) {
        let Some(fallback) = self.session.take_fallback() else { return };
        self.rewind();
        self.renew();
        let error = SessionError::Broken(fallback.why);
        self.notify_all(|play, role, language| {
            let text = play
                .languages
                .catalogue(language)
                .say("The changed rules failed; the earlier ones are in force again.", &[]);
            let diagnostic = fault_text::diagnostic(&play.session, role, &error);
            Notice { diagnostic, ..Notice::new(NoticeKind::Fallback, text) }
        });
    }
}
