//! `grognard serve`: games in the browser.

use crate::battle_args::{BattleArgs, pair};
use crate::data;
use crate::failure::Failure;
use crate::language::LanguageArg;
use crate::player_arg::PlayerArg;
use crate::screen::Screen;
use grognard_engine::catalogue::Catalogue;
use grognard_lab::Battle;
use grognard_packs::Diagnostic;
use grognard_serve::{Fault, House, Made, NewGame, Server, Settings, Store, usual_file};
use serde_json::json;
use std::net::{IpAddr, Ipv4Addr};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// Play in the browser: a board for each side, behind a secret link.
///
/// Without a scenario the lobby is opened, with all games of this server and new ones. Games are kept after every decision, and go
/// on when the server is started again. The server answers this computer alone, unless `--open-to` says otherwise.
#[derive(clap::Args)]
pub struct Args {
    /// The scenario, as listed by `grognard list`.
    scenario: Option<String>,
    #[command(flatten)]
    battle: BattleArgs,
    /// The seed of the dice; by chance unless given.
    #[arg(long, requires = "scenario")]
    seed: Option<u64>,
    /// Who plays a side: person, greedy, random, search, search:ms=N, search:playouts=N or exec:PROGRAM; may be repeated. Unless said otherwise a person plays the first side and agents
    /// the others.
    #[arg(long = "player", value_name = "SIDE=PLAYER", value_parser = pair, requires = "scenario")]
    players: Vec<PlayerArg>,
    /// The port; 0 is any that is free.
    #[arg(long, default_value_t = 1941)]
    port: u16,
    /// Put rules that are edited into force in the games that are open.
    #[arg(long)]
    watch: bool,
    /// Answer other computers at this address of this one (0.0.0.0 is all of them). Whoever has a link can play; what goes over the
    /// network is not encrypted.
    #[arg(long, value_name = "ADDRESS")]
    open_to: Option<IpAddr>,
    /// A name or an address by which other computers know this one; may be repeated.
    #[arg(long = "host-name", value_name = "NAME", requires = "open_to")]
    names: Vec<String>,
    /// How long an agent waits before each decision while a person looks on, in milliseconds.
    #[arg(long, value_name = "MILLISECONDS", default_value_t = 150)]
    pace: u64,
    /// Keep the games in this file.
    #[arg(long, value_name = "FILE.sqlite")]
    data: Option<PathBuf>,
    /// Serve the page from this folder instead of the one in the program: for those who work on it.
    #[arg(long, value_name = "DIR")]
    page: Option<PathBuf>,
    /// Print the links as JSON.
    #[arg(long)]
    json: bool,
}

impl Args {
    /// Serves until it is told to stop.
    pub fn run(&self, roots: &[PathBuf], language: &LanguageArg, screen: &mut Screen) -> Result<(), Failure> {
        // Mistakes in the scenario are told before anything is made.
        let battle = self.scenario.as_deref().map(|scenario| self.battle.load_and_tell(roots, scenario)).transpose()?;
        let roots = battle.as_ref().map_or(roots, |battle| &battle.request.roots);
        let ip = self.open_to.unwrap_or(Ipv4Addr::LOCALHOST.into());
        let server = Server::bind(ip, self.port, self.names.clone()).map_err(Failure::Unreadable)?;
        let store = Store::open(&self.file()).map_err(Failure::Unreadable)?;
        let house = House::new(store, self.settings(roots)?).map_err(failure)?;
        let made = battle.as_ref().map(|battle| house.make(&self.wish(battle)).map_err(failure)).transpose()?;
        let host = format!("/h/{}/", house.host_link().map_err(failure)?.text());
        let links = Links { url: self.url(ip, server.port()), made, host };
        let catalogue = battle.as_ref().map_or_else(|| language.own(), |battle| language.catalogue(roots, battle));
        if self.json {
            screen.json(&links.json())?
        } else {
            screen.say(&links.describe(&catalogue))?
        }
        self.serve(server, house)
    }

    fn serve(&self, server: Server, house: Arc<House>) -> Result<(), Failure> {
        server.run(house).map_err(failure)
    }

    fn file(&self) -> PathBuf {
        self.data.clone().unwrap_or_else(|| usual_file(data::folder()))
    }

    fn settings(&self, roots: &[PathBuf]) -> Result<Settings, Failure> {
        if let Some(folder) = self.page.as_deref().filter(|folder| !folder.join("index.html").is_file()) {
            return Err(Failure::usage(no_page(folder)));
        }
        let pace = Duration::from_millis(self.pace);
        Ok(Settings { roots: roots.to_vec(), packs: data::store_folder(), pace, watch: self.watch, page: self.page.clone() })
    }

    fn wish(&self, battle: &Battle) -> NewGame {
        let request = &battle.request;
        NewGame {
            scenario: request.scenario.clone(),
            mods: request.mods.clone(),
            options: request.options.iter().cloned().collect(),
            seats: self.players.iter().cloned().collect(),
            seed: self.seed,
        }
    }

    /// Where the server is found: under the name that was given, or by its address.
    fn url(&self, ip: IpAddr, port: u16) -> String {
        let host = match self.names.first() {
            Some(name) => name.clone(),
            None if ip.is_unspecified() => Ipv4Addr::LOCALHOST.to_string(),
            None if ip.is_ipv6() => format!("[{ip}]"),
            None => ip.to_string(),
        };
        format!("http://{host}:{port}")
    }
}

/// The links that are printed.
struct Links {
    url: String,
    made: Option<Made>,
    host: String,
}

impl Links {
    fn json(&self) -> serde_json::Value {
        let link = |link: &grognard_serve::MadeLink| json!({ "role": link.role, "url": format!("{}{}", self.url, link.path) });
        let game = self.made.as_ref();
        json!({
            "url": self.url,
            "host": format!("{}{}", self.url, self.host),
            "game": game.map(|made| made.game),
            "links": game.map_or_else(Vec::new, |made| made.links.iter().map(link).collect()),
        })
    }

    fn describe(&self, catalogue: &Catalogue) -> String {
        let mut text = String::new();
        if let Some(made) = &self.made {
            text += &format!("{}\n\n", catalogue.name(&made.title));
            let name = |role: &str| match role {
                "both" => catalogue.say("both sides at one screen", &[]),
                "spectator" => catalogue.say("looking on", &[]),
                role => catalogue.say("playing {1}", &[catalogue.name(role.trim_start_matches("side:"))]),
            };
            made.links.iter().for_each(|link| text += &format!("  {}{}  {}\n", self.url, link.path, name(&link.role)));
        }
        text += &format!("  {}{}  {}\n\n", self.url, self.host, catalogue.say("all games, and new ones", &[]));
        text + &catalogue.say("Who has a link can play: give each to nobody else. Ctrl-C ends the server; the games are kept.", &[])
    }
}

fn no_page(folder: &Path) -> Diagnostic {
    Diagnostic::general("E814", format!("there is no page in {}", folder.display())).help("a page has a file `index.html`")
}

fn failure(fault: Fault) -> Failure {
    Failure::Unreadable(Diagnostic::general("E815", fault.to_string()))
}
