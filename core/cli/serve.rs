//! `grognard serve`: serves games to the browser.

use crate::battle_args::{BattleArgs, pair};
use crate::data_folder;
use crate::failure::Failure;
use crate::language::LanguageArg;
use crate::lobby_registries::LobbyRegistries;
use crate::player_arg::{PlayerArg, seats, with_opponent};
use crate::roots;
use crate::screen::{self, Screen};
use grognard_engine::catalogue::Catalogue;
use grognard_packs::{Diagnostic, render};
use grognard_play::Battle;
use grognard_serve::{
    AppState, Fault, GameLinks, Limits, Listener, NewGame, ResumedGame, Settings, Shutdown, Store, default_file,
    host_of,
};
use serde_json::json;
use std::net::{IpAddr, Ipv4Addr};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// Play in the browser: one board per side, each behind a secret link.
///
/// Without a scenario, the lobby opens; it lists all games of this server and lets you start new ones. Games are saved
/// after every decision. With the same scenario, options and players, an unfinished game is resumed. In the lobby you
/// can also install packs from registries. By default, only this computer can connect; see `--open-to`.
#[derive(clap::Args)]
pub struct Args {
    /// Scenario to play (see `grognard list`).
    scenario: Option<String>,
    #[command(flatten)]
    battle: BattleArgs,
    /// Seed the dice with this number; random by default.
    #[arg(long, requires = "scenario")]
    seed: Option<u64>,
    /// Choose the player for a side: person, recruit (quick), veteran, general (strong), random, plan:trials=N,
    /// plan:ms=N or exec:PROGRAM; may be repeated. By default, a person plays the first side and recruits play the
    /// others.
    #[arg(long = "player", value_name = "SIDE=PLAYER", value_parser = pair, requires = "scenario")]
    players: Vec<PlayerArg>,
    /// Start a new game even if one with the same scenario, options and players is unfinished.
    #[arg(long, requires = "scenario")]
    new_game: bool,
    /// Listen on this port; 0 picks a free one.
    #[arg(long, default_value_t = 1941)]
    port: u16,
    /// Apply edited rules to open games.
    #[arg(long)]
    watch: bool,
    /// Accept connections from other computers on this address (0.0.0.0 for all addresses of this computer). Anybody
    /// with a link can play, and connections are not encrypted.
    #[arg(long, value_name = "ADDRESS")]
    open_to: Option<IpAddr>,
    /// Also accept connections that use this host name; may be repeated.
    #[arg(long = "host-name", value_name = "NAME", requires = "open_to")]
    names: Vec<String>,
    /// Make agents wait this many milliseconds before each decision while a person is watching.
    #[arg(long, value_name = "MILLISECONDS", default_value_t = 150)]
    pace: u64,
    /// Keep the games in this file.
    #[arg(long, value_name = "FILE.sqlite")]
    data: Option<PathBuf>,
    /// Serve the page from this folder instead of the built-in one (for developing the page).
    #[arg(long, value_name = "DIR")]
    page: Option<PathBuf>,
    /// Print the links as JSON.
    #[arg(long)]
    json: bool,
}

impl Args {
    /// Serves until Ctrl-C.
    pub fn run(&self, roots: &[PathBuf], language: &LanguageArg, screen: &mut Screen) -> Result<(), Failure> {
        // Mistakes in the scenario are reported before anything is created.
        let battle = self.scenario.as_deref().map(|scenario| self.battle.load_and_tell(roots, scenario)).transpose()?;
        let roots = &roots::with_installed(battle.as_ref().map_or(roots, |battle| &battle.request.roots));
        let ip = self.open_to.unwrap_or(Ipv4Addr::LOCALHOST.into());
        let server = Listener::bind(ip, self.port, self.names.clone()).map_err(Failure::Unreadable)?;
        let store = Store::open(&self.file()).map_err(Failure::Unreadable)?;
        let app = AppState::new(store, self.settings(roots)?).map_err(failure)?;
        let game = battle.as_ref().map(|battle| self.game(&app, battle)).transpose()?;
        let host = format!("/h/{}/", app.host_link().map_err(failure)?.text());
        let links = Links { url: self.url(ip, &server), addresses: addresses(&server), game, host };
        let catalogue = battle.as_ref().map_or_else(|| language.own(), |battle| language.catalogue(roots, battle));
        if self.json {
            screen.json(&links.json())?
        } else {
            screen.say(&links.describe(&catalogue))?
        }
        if !ip.is_loopback() {
            warn(public_warning(&links, self.names.is_empty()));
        }
        if server.run(app).map_err(failure)? == Shutdown::Cut {
            warn(cut());
        }
        Ok(())
    }

    fn file(&self) -> PathBuf {
        self.data.clone().unwrap_or_else(|| default_file(&data_folder::folder()))
    }

    fn settings(&self, roots: &[PathBuf]) -> Result<Settings, Failure> {
        if let Some(folder) = self.page.as_deref().filter(|folder| !folder.join("index.html").is_file()) {
            return Err(Failure::usage(no_page(folder)));
        }
        let pace = Duration::from_millis(self.pace);
        Ok(Settings {
            roots: roots.to_vec(),
            packs: Some(data_folder::store_folder()),
            installed: Some(data_folder::installed_packs()),
            registries: Some(Arc::new(LobbyRegistries::new(roots))),
            pace,
            watch: self.watch,
            page: self.page.clone(),
            limits: Limits::default(),
        })
    }

    /// Returns the unfinished game with the same settings, or else a new one.
    fn game(&self, app: &AppState, battle: &Battle) -> Result<ServedGame, Failure> {
        seats(battle, &self.players)?;
        let wish = self.wish(battle);
        let resumed = if self.new_game { None } else { app.resume(&wish).map_err(failure)? };
        match resumed {
            Some(resumed) => Ok(ServedGame::Resumed(resumed)),
            None => app.create_game(&wish).map(ServedGame::New).map_err(failure),
        }
    }

    fn wish(&self, battle: &Battle) -> NewGame {
        let request = &battle.request;
        NewGame {
            scenario: request.scenario.clone(),
            mods: request.mods.clone(),
            options: request.options.iter().cloned().collect(),
            seats: with_opponent(battle, &self.players).into_iter().collect(),
            seed: self.seed,
        }
    }

    /// Returns the URL of the server: with the given host name, or an address that other computers can use.
    fn url(&self, ip: IpAddr, server: &Listener) -> String {
        let address = server.network_addresses().first().copied().unwrap_or(if ip.is_unspecified() {
            Ipv4Addr::LOCALHOST.into()
        } else {
            ip
        });
        let host = self.names.first().cloned().unwrap_or_else(|| host_of(address));
        format!("http://{host}:{}", server.port())
    }
}

/// The game that is served.
enum ServedGame {
    New(GameLinks),
    Resumed(ResumedGame),
}

impl ServedGame {
    fn made(&self) -> &GameLinks {
        match self {
            ServedGame::New(made) => made,
            ServedGame::Resumed(resumed) => &resumed.links,
        }
    }

    /// Describes how far a resumed game has progressed.
    fn progress(&self, catalogue: &Catalogue) -> Option<String> {
        let ServedGame::Resumed(ResumedGame { turn, phase, .. }) = self else { return None };
        Some(match turn {
            0 => catalogue.say("Resuming an unfinished game. `--new-game` starts a new one.", &[]),
            turn => {
                let text = "Resuming an unfinished game in turn {1}, {2}. `--new-game` starts a new one.";
                catalogue.say(text, &[&turn.to_string(), catalogue.name(phase)])
            }
        })
    }
}

/// Returns the URLs at which other computers can reach the server.
fn addresses(server: &Listener) -> Vec<String> {
    server.network_addresses().iter().map(|ip| format!("http://{}:{}", host_of(*ip), server.port())).collect()
}

fn warn(warning: Diagnostic) {
    screen::complain(|colour| render(&[warning], colour));
}

/// Creates the warning that other computers can connect.
fn public_warning(links: &Links, is_nameless: bool) -> Diagnostic {
    let text = "other computers can reach this server, and connections are not encrypted: anybody who intercepts a \
                link can play";
    let warning = Diagnostic::general("W816", text).warning();
    match links.addresses.is_empty() {
        true if is_nameless => {
            warning.help("this computer has no address that other computers can use; set one with `--host-name NAME`")
        }
        _ if is_nameless => warning.help(
            "use it only on networks you trust; other computers can connect to its address, or to a name set with \
                   `--host-name NAME`",
        ),
        _ => warning.help("use it only on networks you trust"),
    }
}

/// Creates the warning that a game did not stop in time.
fn cut() -> Diagnostic {
    Diagnostic::general(
        "W817",
        "a game was still busy and was abandoned; it resumes from its last decision when the server restarts",
    )
    .warning()
}

/// The links to print.
struct Links {
    url: String,
    addresses: Vec<String>,
    game: Option<ServedGame>,
    host: String,
}

impl Links {
    fn json(&self) -> serde_json::Value {
        let link =
            |link: &grognard_serve::RoleLink| json!({ "role": link.role, "url": format!("{}{}", self.url, link.path) });
        let game = self.game.as_ref().map(ServedGame::made);
        json!({
            "url": self.url,
            "addresses": self.addresses,
            "host": format!("{}{}", self.url, self.host),
            "game": game.map(|made| made.game),
            "resumed": matches!(self.game, Some(ServedGame::Resumed(_))),
            "links": game.map_or_else(Vec::new, |made| made.links.iter().map(link).collect()),
        })
    }

    fn describe(&self, catalogue: &Catalogue) -> String {
        let mut text = String::new();
        if let Some(game) = &self.game {
            let made = game.made();
            text += &format!("{}\n\n", catalogue.name(&made.title));
            game.progress(catalogue).into_iter().for_each(|progress| text += &format!("{progress}\n\n"));
            let name = |role: &str| match role {
                "both" => catalogue.say("all sides on one screen", &[]),
                "spectator" => catalogue.say("spectator", &[]),
                role => catalogue.say("playing {1}", &[catalogue.name(role.trim_start_matches("side:"))]),
            };
            made.links.iter().for_each(|link| text += &format!("  {}{}  {}\n", self.url, link.path, name(&link.role)));
        }
        text += &format!("  {}{}  {}\n\n", self.url, self.host, catalogue.say("all games, and new ones", &[]));
        let others: Vec<&str> = self.addresses.iter().filter(|url| **url != self.url).map(String::as_str).collect();
        if !others.is_empty() {
            text += &format!("{}\n\n", catalogue.say("The same links also work at {1}.", &[&others.join(", ")]));
        }
        text + &catalogue.say(
            "Anybody with a link can play: give each link only to its player. Ctrl-C stops the server; the games \
                are saved.",
            &[],
        )
    }
}

fn no_page(folder: &Path) -> Diagnostic {
    Diagnostic::general("E814", format!("there is no page in {}", folder.display()))
        .help("a page needs an `index.html`")
}

fn failure(fault: Fault) -> Failure {
    Failure::Unreadable(Diagnostic::general("E815", fault.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use grognard_serve::{GameId, RoleLink};

    #[test]
    fn the_link_for_one_screen_is_for_any_number_of_sides() {
        let link = |role: &str| RoleLink { role: role.to_owned(), path: format!("/g/{role}/") };
        let links = ["side:white", "side:grey", "side:black", "both", "spectator"].map(link).to_vec();
        let made = GameLinks { game: GameId(1), title: "Three kings".into(), links };
        let links = Links {
            url: "http://here".into(),
            addresses: Vec::new(),
            game: Some(ServedGame::New(made)),
            host: "/host/".into(),
        };
        let told = links.describe(&Catalogue::default());
        assert!(told.contains("  http://here/g/both/  all sides on one screen\n"), "{told}");
    }
}
