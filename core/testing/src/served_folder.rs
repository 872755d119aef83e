//! A web server for a folder on the loopback interface, which can misbehave.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::thread;

/// What is wrong with the answer to a path.
#[derive(Clone, Debug)]
pub enum Fault {
    /// Other bytes than those of the file.
    Bytes(Vec<u8>),
    /// The connection ends after half of the body.
    Truncated,
    /// The body stops halfway, and the connection stays open.
    Stalled,
    /// The body goes on byte by byte, without an end.
    Dripping,
    /// Another status, with a `Location`.
    Status(u16, String),
}

struct State {
    folder: PathBuf,
    faults: Mutex<BTreeMap<String, Fault>>,
    requests: Mutex<Vec<String>>,
}

/// The server. It ends with the process.
pub struct ServedFolder {
    state: Arc<State>,
    /// The address of the folder.
    pub url: String,
}

impl ServedFolder {
    /// Serves a folder.
    pub fn new(folder: &Path) -> ServedFolder {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        let state = Arc::new(State { folder: folder.to_owned(), faults: Mutex::default(), requests: Mutex::default() });
        let served = state.clone();
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let state = served.clone();
                thread::spawn(move || state.answer(stream));
            }
        });
        ServedFolder { state, url }
    }

    /// Misbehaves when a path is requested.
    pub fn fault(&self, path: &str, fault: Fault) {
        self.state.faults.lock().unwrap().insert(path.to_owned(), fault);
    }

    /// Returns the paths that were requested since the last call.
    pub fn requests(&self) -> Vec<String> {
        std::mem::take(&mut self.state.requests.lock().unwrap())
    }
}

impl State {
    fn answer(&self, stream: TcpStream) -> Option<()> {
        let mut lines = BufReader::new(stream.try_clone().ok()?).lines();
        let path = lines.next()?.ok()?.split_whitespace().nth(1)?.trim_start_matches('/').to_owned();
        while !lines.next()?.ok()?.is_empty() {}
        self.requests.lock().unwrap().push(path.clone());
        let fault = self.faults.lock().unwrap().get(&path).cloned();
        let body = match &fault {
            Some(Fault::Bytes(bytes)) => Some(bytes.clone()),
            _ => std::fs::read(self.folder.join(&path)).ok(),
        };
        send(stream, fault.as_ref(), body)
    }
}

fn send(mut stream: TcpStream, fault: Option<&Fault>, body: Option<Vec<u8>>) -> Option<()> {
    if let Some(Fault::Status(status, location)) = fault {
        let head =
            format!("HTTP/1.1 {status} Odd\r\nLocation: {location}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
        return stream.write_all(head.as_bytes()).ok();
    }
    let Some(body) = body else {
        return stream.write_all(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n").ok();
    };
    let length = if matches!(fault, Some(Fault::Dripping)) { 1 << 20 } else { body.len() };
    let head = format!("HTTP/1.1 200 OK\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n");
    stream.write_all(head.as_bytes()).ok()?;
    match fault {
        Some(Fault::Truncated) => stream.write_all(&body[..body.len() / 2]).ok(),
        Some(Fault::Stalled) => {
            stream.write_all(&body[..body.len() / 2]).ok()?;
            // This returns when the client gives up.
            stream.read(&mut [0]).ok().map(drop)
        }
        Some(Fault::Dripping) => loop {
            stream.write_all(b" ").ok()?;
            thread::sleep(std::time::Duration::from_millis(10));
        },
        _ => stream.write_all(&body).ok(),
    }
}
