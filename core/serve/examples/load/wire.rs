//! Just enough HTTP to talk to a server on this computer.

use serde_json::Value;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// How long an answer may take: the machine may be busy with the load itself.
const PATIENCE: Duration = Duration::from_secs(600);

/// A server in a process of its own.
pub struct Program {
    /// The process.
    pub child: Child,
    /// What it printed: its address and links.
    pub told: Value,
}

impl Program {
    /// Starts `grognard serve` with its games in a folder, and waits until it has printed its links.
    pub fn start(program: &str, data: &Path, arguments: &[&str]) -> io::Result<Program> {
        let mut command = Command::new(program);
        command.arg("serve").args(arguments).args(["--pace", "0", "--json"]).env("GROGNARD_DATA", data);
        let mut child = command.stdout(Stdio::piped()).spawn()?;
        let out = child.stdout.take().ok_or_else(|| io::Error::other("no output"))?;
        let mut text = String::new();
        for line in BufReader::new(out).lines() {
            let line = line?;
            text += &line;
            if line == "}" {
                break;
            }
        }
        let told = serde_json::from_str(&text).map_err(|error| io::Error::other(format!("{error}: {text}")))?;
        Ok(Program { child, told })
    }

    /// Its address: `127.0.0.1:1941`.
    pub fn address(&self) -> String {
        self.told["url"].as_str().unwrap_or_default().trim_start_matches("http://").to_owned()
    }

    /// Ends it as the system does with a program it wants to be rid of.
    pub fn kill(&mut self) -> io::Result<()> {
        self.child.kill()?;
        self.child.wait().map(drop)
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.kill();
    }
}

/// A line to a server that is used again and again.
pub struct Wire {
    address: String,
    line: BufReader<TcpStream>,
}

impl Wire {
    /// Calls a server.
    pub fn open(address: &str) -> io::Result<Wire> {
        Wire::named(address, address)
    }

    /// Calls a server by a name.
    pub fn named(address: &str, name: &str) -> io::Result<Wire> {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        Ok(Wire { address: name.to_owned(), line: BufReader::new(stream) })
    }

    /// Posts a value.
    pub fn post(&mut self, path: &str, value: &Value) -> io::Result<(u16, Value)> {
        let body = value.to_string();
        let head = format!("content-type: application/json\r\nx-grognard: 1\r\ncontent-length: {}\r\n", body.len());
        self.ask("POST", path, &head, &body)?;
        self.answer()
    }

    /// Gets a value.
    pub fn get(&mut self, path: &str) -> io::Result<Value> {
        self.ask("GET", path, "", "")?;
        self.answer().map(|(_, value)| value)
    }

    fn ask(&mut self, method: &str, path: &str, head: &str, body: &str) -> io::Result<()> {
        let text = format!("{method} {path} HTTP/1.1\r\nhost: {}\r\n{head}\r\n{body}", self.address);
        self.line.get_mut().write_all(text.as_bytes())
    }

    fn answer(&mut self) -> io::Result<(u16, Value)> {
        let status = self.read_line()?.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or_default();
        let mut length = 0;
        loop {
            let line = self.read_line()?;
            if line.is_empty() {
                break;
            }
            if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
                length = value.trim().parse().unwrap_or_default();
            }
        }
        let mut body = vec![0; length];
        self.line.read_exact(&mut body)?;
        Ok((status, serde_json::from_slice(&body).unwrap_or_default()))
    }

    fn read_line(&mut self) -> io::Result<String> {
        let mut line = String::new();
        match self.line.read_line(&mut line)? {
            0 => Err(io::ErrorKind::UnexpectedEof.into()),
            _ => Ok(line.trim_end().to_owned()),
        }
    }

    /// The sheet of a link, as it is now.
    pub fn sheet(address: &str, path: &str) -> io::Result<Value> {
        Watch::open(address, path).map(|watch| watch.sheet)
    }
}

/// Somebody who looks at a board.
pub struct Watch {
    wire: Wire,
    /// What there is to see.
    pub sheet: Value,
}

impl Watch {
    /// Opens the board of a link.
    pub fn open(address: &str, path: &str) -> io::Result<Watch> {
        let mut wire = Wire::open(address)?;
        wire.ask("GET", &format!("{path}api/events"), "", "")?;
        let mut watch = Watch { wire, sheet: Value::Null };
        while watch.sheet.is_null() {
            watch.next()?;
        }
        Ok(watch)
    }

    /// Waits until something is told.
    pub fn next(&mut self) -> io::Result<()> {
        let kind = self.field("event:")?;
        let told: Value = serde_json::from_str(&self.field("data:")?).map_err(io::Error::other)?;
        match (kind.as_str(), self.sheet.as_object_mut()) {
            ("whole", _) => self.sheet = told,
            ("delta", Some(sheet)) => {
                let gone = told["gone"].as_array().into_iter().flatten().filter_map(Value::as_str);
                gone.for_each(|key| drop(sheet.remove(key)));
                sheet.extend(told["set"].as_object().cloned().unwrap_or_default());
            }
            _ => {}
        }
        Ok(())
    }

    fn field(&mut self, name: &str) -> io::Result<String> {
        loop {
            if let Some(value) = self.wire.read_line()?.strip_prefix(name) {
                return Ok(value.trim().to_owned());
            }
        }
    }

    /// A part of what there is to see.
    pub fn get(&self, key: &str) -> &Value {
        &self.sheet[key]
    }
}

/// Answers by chance.
pub struct Whim(pub u64);

impl Whim {
    /// A number below another, or 0.
    pub fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % most.max(1)
    }

    /// An answer to what is asked in Battle for Moscow: one option, or the least number of several.
    pub fn answer(&mut self, asked: &Value) -> Value {
        let count = asked["options"].as_array().map_or(0, Vec::len);
        let may_stop = !asked["stop"].is_null();
        let answer = match asked["form"]["kind"].as_str() {
            _ if may_stop && (count == 0 || self.below(8) == 0) => serde_json::json!({ "stop": true }),
            Some("one") => serde_json::json!({ "one": self.below(count) }),
            Some("several") => {
                let least = asked["form"]["least"].as_u64().unwrap_or_default() as usize;
                serde_json::json!({ "several": (0..least.max(1)).collect::<Vec<_>>() })
            }
            _ => serde_json::json!({ "several": (0..count).collect::<Vec<_>>() }),
        };
        serde_json::json!({ "number": asked["number"], "answer": answer })
    }
}
