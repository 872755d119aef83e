//! A minimal HTTP client for a server on this computer.

use serde_json::Value;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

/// The timeout for a response. A load test may keep the machine busy for a long time.
const TIMEOUT: Duration = Duration::from_secs(600);

/// A connection kept open for many requests.
pub struct HttpClient {
    host: String,
    stream: BufReader<TcpStream>,
}

impl HttpClient {
    /// Connects to a server.
    pub fn connect(address: &str) -> io::Result<HttpClient> {
        HttpClient::connect_as(address, address)
    }

    /// Connects to a server at `address`, with `host` as the host name in requests.
    pub fn connect_as(address: &str, host: &str) -> io::Result<HttpClient> {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(TIMEOUT))?;
        Ok(HttpClient { host: host.to_owned(), stream: BufReader::new(stream) })
    }

    /// Posts a value; returns the status and the body.
    pub fn post(&mut self, path: &str, value: &Value) -> io::Result<(u16, Value)> {
        let body = value.to_string();
        let head = format!("content-type: application/json\r\nx-grognard: 1\r\ncontent-length: {}\r\n", body.len());
        self.send("POST", path, &head, &body)?;
        self.receive()
    }

    /// Gets a value.
    pub fn get(&mut self, path: &str) -> io::Result<Value> {
        self.send("GET", path, "", "")?;
        self.receive().map(|(_, value)| value)
    }

    pub(super) fn send(&mut self, method: &str, path: &str, head: &str, body: &str) -> io::Result<()> {
        let text = format!("{method} {path} HTTP/1.1\r\nhost: {}\r\n{head}\r\n{body}", self.host);
        self.stream.get_mut().write_all(text.as_bytes())
    }

    fn receive(&mut self) -> io::Result<(u16, Value)> {
        let status = self.read_line()?.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or_default();
        let mut body = vec![0; self.read_length()?];
        self.stream.read_exact(&mut body)?;
        Ok((status, serde_json::from_slice(&body).unwrap_or_default()))
    }

    /// Reads the headers; returns the length of the body.
    fn read_length(&mut self) -> io::Result<usize> {
        let mut length = 0;
        loop {
            let line = self.read_line()?;
            if line.is_empty() {
                return Ok(length);
            }
            if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
                length = value.trim().parse().unwrap_or_default();
            }
        }
    }

    pub(super) fn read_line(&mut self) -> io::Result<String> {
        let mut line = String::new();
        match self.stream.read_line(&mut line)? {
            0 => Err(io::ErrorKind::UnexpectedEof.into()),
            _ => Ok(line.trim_end().to_owned()),
        }
    }
}
