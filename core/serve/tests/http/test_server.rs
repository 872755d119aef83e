//! A server without a port, for tests.

use crate::viewer::Viewer;
use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode};
use grognard_serve::{AppState, GameLinks, NewGame, Settings, Store, router};
use http_body_util::BodyExt;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tempfile::TempDir;
use tower::ServiceExt;

pub const PORT: u16 = 1941;

/// Returns the folder of the project.
pub fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

pub struct Server {
    pub app: Arc<AppState>,
    pub router: Router,
    pub data: Arc<TempDir>,
}

impl Server {
    pub fn new() -> Server {
        Server::with(Settings { roots: vec![project()], ..Settings::default() })
    }

    pub fn with(settings: Settings) -> Server {
        Server::at(Arc::new(tempfile::tempdir().unwrap()), settings)
    }

    fn at(data: Arc<TempDir>, settings: Settings) -> Server {
        let store = Store::open(&data.path().join("games.sqlite")).unwrap();
        let app = AppState::new(store, settings).unwrap();
        Server { router: router(app.clone(), PORT, &[]), app, data }
    }

    /// Opens the games in a new server, as after a restart.
    pub fn again(self) -> Server {
        let (data, settings) = (self.data.clone(), self.app.settings.clone());
        drop(self);
        Server::at(data, settings)
    }

    /// Returns a game of Battle for Moscow between two persons.
    pub fn make(&self, seed: u64) -> GameLinks {
        let seats = [("german", "person"), ("soviet", "person")].map(|(side, who)| (side.to_owned(), who.to_owned()));
        let wish = NewGame {
            scenario: "battle-for-moscow".into(),
            seats: seats.into(),
            seed: Some(seed),
            ..NewGame::default()
        };
        self.app.create_game(&wish).unwrap()
    }

    pub async fn send(&self, request: Request<Body>) -> (StatusCode, Vec<u8>) {
        let response = self.router.clone().oneshot(request).await.unwrap();
        let status = response.status();
        (status, response.into_body().collect().await.unwrap().to_bytes().to_vec())
    }

    pub async fn get(&self, path: &str) -> (StatusCode, Vec<u8>) {
        self.send(get(path).body(Body::empty()).unwrap()).await
    }

    pub async fn json(&self, path: &str) -> Value {
        let (status, body) = self.get(path).await;
        assert_eq!(status, 200, "{path}: {}", String::from_utf8_lossy(&body));
        serde_json::from_slice(&body).unwrap()
    }

    pub async fn post(&self, path: &str, value: &Value) -> (StatusCode, Value) {
        let (status, body) = self.send(post(path).body(value.to_string().into()).unwrap()).await;
        (status, serde_json::from_slice(&body).unwrap_or_else(|_| panic!("{path}: {}", String::from_utf8_lossy(&body))))
    }

    /// Opens the board of a link.
    pub async fn watch(&self, path: &str) -> Viewer {
        let response =
            self.router.clone().oneshot(get(&format!("{path}api/events")).body(Body::empty()).unwrap()).await.unwrap();
        assert_eq!(response.status(), 200);
        Viewer::open(response.into_body()).await
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.app.close_all();
    }
}

pub fn get(path: &str) -> axum::http::request::Builder {
    Request::get(path).header("host", format!("127.0.0.1:{PORT}"))
}

pub fn post(path: &str) -> axum::http::request::Builder {
    let own = Request::post(path)
        .header("host", format!("localhost:{PORT}"))
        .header("origin", format!("http://localhost:{PORT}"));
    own.header("content-type", "application/json").header("x-grognard", "1")
}

/// Returns the path of the link for a role.
pub fn path(made: &GameLinks, role: &str) -> String {
    made.links.iter().find(|link| link.role == role).unwrap_or_else(|| panic!("no link for {role}")).path.clone()
}
