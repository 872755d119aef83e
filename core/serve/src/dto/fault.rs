//! Refused and failed requests.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use grognard_engine::catalogue::{Catalogue, TextKind};
use grognard_packs::{Diagnostic, render};
use serde::Serialize;
use ts_rs::TS;

/// The body of a refused or failed request.
#[derive(Clone, Debug, Serialize, TS)]
pub struct Fault {
    #[serde(skip)]
    status: StatusCode,
    /// The paragraph, if a rule forbids it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub rule: Option<String>,
    /// The subject of that paragraph.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub rule_title: Option<String>,
    /// The reason, a clause without a full stop.
    pub reason: String,
    /// Errors in rules or files, as `grognard` prints them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub diagnostic: Option<String>,
}

impl Fault {
    fn new(status: StatusCode, reason: impl Into<String>) -> Fault {
        Fault { status, rule: None, rule_title: None, reason: reason.into(), diagnostic: None }
    }

    /// A request that cannot be understood.
    pub fn malformed(reason: impl Into<String>) -> Fault {
        Fault::new(StatusCode::BAD_REQUEST, reason)
    }

    /// A request that this link may not make, or not now.
    pub fn forbidden(reason: impl Into<String>) -> Fault {
        Fault::new(StatusCode::FORBIDDEN, reason)
    }

    /// A request for something that does not exist.
    pub fn missing(reason: impl Into<String>) -> Fault {
        Fault::new(StatusCode::NOT_FOUND, reason)
    }

    /// A request that the current state of the game does not allow.
    pub fn refused(reason: impl Into<String>) -> Fault {
        Fault::new(StatusCode::CONFLICT, reason)
    }

    /// The same fault with a paragraph.
    pub fn under(self, rule: Option<String>, rule_title: Option<String>) -> Fault {
        Fault { rule, rule_title, ..self }
    }

    /// A body of an unsupported type.
    pub fn unsupported(reason: impl Into<String>) -> Fault {
        Fault::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, reason)
    }

    /// A body that is too large.
    pub fn too_large() -> Fault {
        Fault::new(StatusCode::PAYLOAD_TOO_LARGE, "this is more than is read at once")
    }

    /// A body that did not arrive in time.
    pub fn late() -> Fault {
        Fault::new(StatusCode::REQUEST_TIMEOUT, "the rest of the request did not arrive in time")
    }

    /// A request to a server that is shutting down.
    pub fn closing() -> Fault {
        Fault::new(StatusCode::SERVICE_UNAVAILABLE, "the server is shutting down; the game is saved")
    }

    /// Errors in rules or files.
    pub fn broken(reason: impl Into<String>, diagnostics: &[Diagnostic]) -> Fault {
        let text = render(diagnostics, false);
        Fault { diagnostic: (!text.is_empty()).then_some(text), ..Fault::new(StatusCode::CONFLICT, reason) }
    }

    /// A failure of the server: its disk is full, its file is gone.
    pub fn inside(reason: impl Into<String>) -> Fault {
        Fault::new(StatusCode::INTERNAL_SERVER_ERROR, reason)
    }

    /// The same fault in another language: reasons of the program are keys of its catalogue.
    pub fn read_in(mut self, catalogue: &Catalogue) -> Fault {
        self.reason = catalogue.text(TextKind::Reason, &self.reason).to_owned();
        self
    }

    /// Its HTTP status.
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
