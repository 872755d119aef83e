//! A server in a separate process.

use serde_json::Value;
use std::io::{self, BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// A running `grognard serve`, which is killed on drop.
pub struct ServerProcess {
    /// The process.
    pub child: Child,
    /// The server's address and links, as it printed them.
    pub links: Value,
}

impl ServerProcess {
    /// Starts `grognard serve` with its games in a folder, and waits until it has printed its links.
    pub fn start(program: &str, data: &Path, arguments: &[&str]) -> io::Result<ServerProcess> {
        let mut command = Command::new(program);
        command.arg("serve").args(arguments).args(["--pace", "0", "--json"]);
        command.env("GROGNARD_DATA", data).env("GROGNARD_CONFIG", data.join("config.toml"));
        ServerProcess::run(command)
    }

    /// Runs a command that serves and prints its links as JSON, and waits until it has printed them.
    pub fn run(mut command: Command) -> io::Result<ServerProcess> {
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
        let links = serde_json::from_str(&text).map_err(|error| io::Error::other(format!("{error}: {text}")))?;
        Ok(ServerProcess { child, links })
    }

    /// Returns the server's address: `127.0.0.1:1941`.
    pub fn address(&self) -> String {
        self.links["url"].as_str().unwrap_or_default().trim_start_matches("http://").to_owned()
    }

    /// Returns the path of the lobby.
    pub fn lobby_path(&self) -> &str {
        self.path_of(&self.links["host"])
    }

    /// Returns the path of a link that the server printed.
    pub fn path_of<'a>(&self, url: &'a Value) -> &'a str {
        url.as_str().and_then(|url| url.split_once(&self.address())).map_or("", |(_, path)| path)
    }

    /// Ends the server without warning, as `kill -9` does.
    pub fn kill(&mut self) -> io::Result<()> {
        self.child.kill()?;
        self.child.wait().map(drop)
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        // The process may have ended already.
        let _ = self.kill();
    }
}
