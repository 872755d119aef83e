//! Why a request is not granted, as the page reads it.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use grognard_engine::catalogue::{Catalogue, TextKind};
use grognard_packs::{Diagnostic, render};
use serde::Serialize;

/// Why a request is not granted.
#[derive(Clone, Debug, Serialize)]
pub struct Fault {
    #[serde(skip)]
    status: StatusCode,
    /// The paragraph, if a rule forbids it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// What that paragraph is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule_title: Option<String>,
    /// The reason, a clause without a full stop.
    pub reason: String,
    /// What is wrong with rules or files, as `grognard` prints it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub diagnostic: Option<String>,
}

impl Fault {
    fn new(status: StatusCode, reason: impl Into<String>) -> Fault {
        Fault { status, rule: None, rule_title: None, reason: reason.into(), diagnostic: None }
    }

    /// The request makes no sense.
    pub fn malformed(reason: impl Into<String>) -> Fault {
        Fault::new(StatusCode::BAD_REQUEST, reason)
    }

    /// Whoever has this link may not do that, or not now.
    pub fn forbidden(reason: impl Into<String>) -> Fault {
        Fault::new(StatusCode::FORBIDDEN, reason)
    }

    /// There is no such thing.
    pub fn missing(reason: impl Into<String>) -> Fault {
        Fault::new(StatusCode::NOT_FOUND, reason)
    }

    /// The game does not allow it as it stands.
    pub fn refused(reason: impl Into<String>) -> Fault {
        Fault::new(StatusCode::CONFLICT, reason)
    }

    /// The same, with a paragraph.
    pub fn under(self, rule: Option<String>, rule_title: Option<String>) -> Fault {
        Fault { rule, rule_title, ..self }
    }

    /// What was sent is of another kind than what is read.
    pub fn unsupported(reason: impl Into<String>) -> Fault {
        Fault::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, reason)
    }

    /// More was sent than is read.
    pub fn too_large() -> Fault {
        Fault::new(StatusCode::PAYLOAD_TOO_LARGE, "this is more than is read at once")
    }

    /// What is sent takes too long to arrive.
    pub fn late() -> Fault {
        Fault::new(StatusCode::REQUEST_TIMEOUT, "the rest of the request did not arrive in time")
    }

    /// The server is about to end.
    pub fn closing() -> Fault {
        Fault::new(StatusCode::SERVICE_UNAVAILABLE, "the server is being stopped; the game is kept")
    }

    /// Rules or files are wrong.
    pub fn broken(reason: impl Into<String>, diagnostics: &[Diagnostic]) -> Fault {
        let text = render(diagnostics, false);
        Fault { diagnostic: (!text.is_empty()).then_some(text), ..Fault::new(StatusCode::CONFLICT, reason) }
    }

    /// The server cannot do it: its disk is full, its file is gone.
    pub fn inside(reason: impl Into<String>) -> Fault {
        Fault::new(StatusCode::INTERNAL_SERVER_ERROR, reason)
    }

    /// The same in another language: reasons the program gives are keys of its catalogue.
    pub fn read_in(mut self, catalogue: &Catalogue) -> Fault {
        self.reason = catalogue.text(TextKind::Reason, &self.reason).to_owned();
        self
    }

    /// How HTTP calls it.
    pub fn status(&self) -> StatusCode {
        self.status
    }
}

impl IntoResponse for Fault {
    fn into_response(self) -> Response {
        (self.status, Json(self)).into_response()
    }
}

impl std::fmt::Display for Fault {
    fn fmt(&self, out: &mut std::fmt::Formatter) -> std::fmt::Result {
        out.write_str(&self.reason)
    }
}
