//! Tests of a server with a port: the resources that strangers can hold, and shutdown.

use crate::test_server::{path, project};
use grognard_serve::{AppState, GameLinks, Limits, Listener, NewGame, Settings, Shutdown, Store};
use grognard_testing::MAX_WAIT;
use std::io::{ErrorKind, Read, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::sync::{Arc, mpsc};
use std::time::Duration;
use tempfile::TempDir;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio::task::{JoinHandle, spawn_blocking};

/// A timeout that never expires in a test.
const NEVER: Duration = Duration::from_secs(24 * 3600);
const SHORT: Duration = Duration::from_millis(200);
const PATIENT: Limits = Limits { connections: 100, head: NEVER, body: NEVER, shutdown: NEVER };

/// A server that listens on a port.
struct Open {
    app: Arc<AppState>,
    port: u16,
    stop: UnboundedSender<()>,
    ending: JoinHandle<std::io::Result<Shutdown>>,
    _data: TempDir,
}

impl Open {
    fn with(limits: Limits) -> Open {
        let data = tempfile::tempdir().unwrap();
        let store = Store::open(&data.path().join("games.sqlite")).unwrap();
        let app = AppState::new(store, Settings { roots: vec![project()], limits, ..Settings::default() }).unwrap();
        let server = Listener::bind(Ipv4Addr::LOCALHOST.into(), 0, Vec::new()).unwrap();
        let (port, (stop, stopped)) = (server.port(), unbounded_channel());
        let ending = tokio::spawn(server.serve(app.clone(), stopped));
        Open { app, port, stop, ending, _data: data }
    }

    fn make(&self) -> GameLinks {
        self.app
            .create_game(&NewGame { scenario: "battle-for-moscow".into(), seed: Some(1), ..NewGame::default() })
            .unwrap()
    }

    /// Sends a string; later reads use the timeout of tests.
    fn send(&self, text: &str) -> TcpStream {
        let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)).unwrap();
        stream.set_read_timeout(Some(MAX_WAIT)).unwrap();
        stream.write_all(text.as_bytes()).unwrap();
        stream
    }

    /// Returns the head of a request, without the final empty line.
    fn head(&self, line: &str) -> String {
        format!("{line} HTTP/1.1\r\nhost: localhost:{}\r\n", self.port)
    }

    /// Keeps the room of a game busy until the sender is used or dropped.
    async fn keep_busy(&self) -> mpsc::Sender<()> {
        let (game, app) = (self.make().game, self.app.clone());
        let (begun, has_begun) = tokio::sync::oneshot::channel();
        let (end, ended) = mpsc::channel();
        tokio::spawn(async move {
            let busy = app.ask(game, move |_| {
                begun.send(()).unwrap();
                let _ = ended.recv();
                Ok(())
            });
            busy.await
        });
        has_begun.await.unwrap();
        end
    }

    async fn ending(self) -> Shutdown {
        self.ending.await.unwrap().unwrap()
    }
}

/// Returns everything the server sends before it closes the connection.
async fn rest(mut stream: TcpStream) -> String {
    let read = move || {
        let mut bytes = Vec::new();
        match stream.read_to_end(&mut bytes) {
            Err(error) if error.kind() != ErrorKind::ConnectionReset => panic!("the connection is not closed: {error}"),
            _ => String::from_utf8_lossy(&bytes).into_owned(),
        }
    };
    spawn_blocking(read).await.unwrap()
}

/// Reads until a string arrives.
async fn until(mut stream: TcpStream, text: &'static str) -> TcpStream {
    let read = move || {
        let (mut all, mut part) = (Vec::new(), [0; 4096]);
        while !String::from_utf8_lossy(&all).contains(text) {
            let count = stream.read(&mut part).unwrap();
            assert!(count > 0, "the connection is closed");
            all.extend_from_slice(&part[..count]);
        }
        stream
    };
    spawn_blocking(read).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn unfinished_requests_time_out_and_event_streams_stay_open() {
    let open = Open::with(Limits { head: SHORT, body: SHORT, ..PATIENT });
    let german = path(&open.make(), "side:german");
    let watching = until(open.send(&(open.head(&format!("GET {german}api/events")) + "\r\n")), "event: snapshot").await;
    let post = open.head(&format!("POST {german}api/answer")) + "content-type: application/json\r\nx-grognard: 1\r\n";
    rest(open.send("")).await;
    rest(open.send(&open.head("GET /"))).await;
    let told = rest(open.send(&(post.clone() + "content-length: 100\r\n\r\n{"))).await;
    assert!(told.starts_with("HTTP/1.1 408"), "{told}");
    // A connection that is idle after a request is closed as well.
    let told = rest(open.send(&(open.head("GET /") + "\r\n"))).await;
    assert!(told.starts_with("HTTP/1.1 404"), "{told}");
    // All this took longer than the timeout for a head, and viewers still receive what happens.
    let answer = r#"{ "number": 0, "answer": { "one": 0 } }"#;
    let told = rest(open.send(&(post + &format!("content-length: {}\r\n\r\n{answer}", answer.len())))).await;
    assert!(told.starts_with("HTTP/1.1 200"), "{told}");
    until(watching, "event: delta").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_number_of_connections_is_limited() {
    let open = Open::with(Limits { connections: 1, head: SHORT, ..PATIENT });
    let mut silent = open.send("");
    let told = rest(open.send(&(open.head("GET /") + "connection: close\r\n\r\n"))).await;
    assert!(told.starts_with("HTTP/1.1 404"), "{told}");
    // The second connection was accepted once the first was closed.
    silent.set_nonblocking(true).unwrap();
    assert!(is_closed(&mut silent));
}

fn is_closed(stream: &mut TcpStream) -> bool {
    loop {
        match stream.read(&mut [0; 4096]) {
            Ok(0) => return true,
            Ok(_) => {}
            Err(error) => return error.kind() != ErrorKind::WouldBlock,
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_idle_server_shuts_down_in_order() {
    let open = Open::with(PATIENT);
    let german = path(&open.make(), "side:german");
    let watching = until(open.send(&(open.head(&format!("GET {german}api/events")) + "\r\n")), "event: snapshot").await;
    open.stop.send(()).unwrap();
    rest(watching).await;
    assert_eq!(open.ending().await, Shutdown::Orderly);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_endless_rule_does_not_block_the_shutdown() {
    let open = Open::with(Limits { shutdown: SHORT, ..PATIENT });
    let busy = open.keep_busy().await;
    open.stop.send(()).unwrap();
    assert_eq!(open.ending().await, Shutdown::Cut);
    drop(busy);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_signal_ends_the_server_at_once() {
    let open = Open::with(PATIENT);
    let busy = open.keep_busy().await;
    open.stop.send(()).unwrap();
    open.stop.send(()).unwrap();
    assert_eq!(open.ending().await, Shutdown::Cut);
    drop(busy);
}
