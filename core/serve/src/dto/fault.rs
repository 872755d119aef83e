//! Responses to refused and failed requests.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use grognard_engine::catalogue::{Catalogue, TextKind};
use grognard_packs::{Diagnostic, render};
use serde::Serialize;
use ts_rs::TS;

/// The body of the response to a refused or failed request.
#[derive(Clone, Debug, Serialize, TS)]
pub struct Fault {
    #[serde(skip)]
    status: StatusCode,
    /// The number of the rulebook paragraph, if a rule forbids the action.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub rule: Option<String>,
    /// The subject of the rulebook paragraph, if a rule forbids the action.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub rule_title: Option<String>,
    /// The reason, as a clause without a full stop.
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

    /// Returns the fault for a request that cannot be parsed.
    pub fn malformed(reason: impl Into<String>) -> Fault {
        Fault::new(StatusCode::BAD_REQUEST, reason)
    }

    /// Returns the fault for a request that is not permitted: its origin, method or headers are not allowed, or the
    /// link does not permit the action.
    pub fn forbidden(reason: impl Into<String>) -> Fault {
        Fault::new(StatusCode::FORBIDDEN, reason)
    }

    /// Returns the fault for a request for something that does not exist.
    pub fn missing(reason: impl Into<String>) -> Fault {
        Fault::new(StatusCode::NOT_FOUND, reason)
    }

    /// Returns the fault for a request that the current state of the game does not allow.
    pub fn refused(reason: impl Into<String>) -> Fault {
        Fault::new(StatusCode::CONFLICT, reason)
    }

    /// Adds the paragraph of the rule that forbids the action, and its subject.
    pub fn under(self, rule: Option<String>, rule_title: Option<String>) -> Fault {
        Fault { rule, rule_title, ..self }
    }

    /// Returns the fault for a request body of an unsupported type.
    pub fn unsupported(reason: impl Into<String>) -> Fault {
        Fault::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, reason)
    }

    /// Returns the fault for a request body that is too large.
    pub fn too_large() -> Fault {
        Fault::new(StatusCode::PAYLOAD_TOO_LARGE, "the request body is too large")
    }

    /// Returns the fault for a request body that did not arrive in time.
    pub fn late() -> Fault {
        Fault::new(StatusCode::REQUEST_TIMEOUT, "the rest of the request did not arrive in time")
    }

    /// Returns the fault for a request to a server that is shutting down.
    pub fn closing() -> Fault {
        Fault::new(StatusCode::SERVICE_UNAVAILABLE, "the server is shutting down; the game is saved")
    }

    /// Returns the fault for errors in rules or files.
    pub fn broken(reason: impl Into<String>, diagnostics: &[Diagnostic]) -> Fault {
        let text = render(diagnostics, false);
        Fault { diagnostic: (!text.is_empty()).then_some(text), ..Fault::new(StatusCode::CONFLICT, reason) }
    }

    /// Returns the fault for errors that are already formatted as `grognard` prints them.
    pub fn printed(reason: impl Into<String>, text: &str) -> Fault {
        let text = text.trim_end();
        let diagnostic = (!text.is_empty()).then(|| format!("{text}\n"));
        Fault { diagnostic, ..Fault::new(StatusCode::CONFLICT, reason) }
    }

    /// Returns the fault for a server failure, such as a full disk or a missing file.
    pub fn inside(reason: impl Into<String>) -> Fault {
        Fault::new(StatusCode::INTERNAL_SERVER_ERROR, reason)
    }

    /// Translates the reason if it is one of the program's own strings.
    pub fn read_in(mut self, catalogue: &Catalogue) -> Fault {
        self.reason = catalogue.text(TextKind::Reason, &self.reason).to_owned();
        self
    }

    /// Returns the HTTP status.
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
