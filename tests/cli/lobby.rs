//! The registries in the lobby of `serve`, from the search to the game.

use crate::cli::registry::{add, author, succeed};
use crate::cli::shell::Shell;
use grognard_testing::board::{HttpClient, ServerProcess};
use grognard_testing::served_folder::{Fault, ServedFolder};
use serde_json::{Value, json};

/// The host's page.
struct Host {
    client: HttpClient,
    lobby: String,
    /// The server, which ends with the test.
    _server: ServerProcess,
}

impl Host {
    fn new(player: &Shell) -> Host {
        let server = ServerProcess::run(player.command("serve --port 0 --json")).expect("a server");
        let client = HttpClient::connect(&server.address()).expect("a connection");
        Host { client, lobby: server.lobby_path().to_owned(), _server: server }
    }

    fn post(&mut self, path: &str, body: &Value) -> (u16, Value) {
        self.client.post(&format!("{}api/{path}", self.lobby), body).expect("an answer")
    }

    /// Posts a request that must be granted.
    fn ask(&mut self, path: &str, body: &Value) -> Value {
        let (status, reply) = self.post(path, body);
        assert_eq!(status, 200, "{path}: {reply}");
        reply
    }

    /// Posts a request that must be refused; returns the text of the errors.
    fn refused(&mut self, path: &str, body: &Value) -> String {
        let (status, fault) = self.post(path, body);
        assert_eq!(status, 409, "{path}: {fault}");
        fault["diagnostic"].as_str().expect("errors").to_owned()
    }

    fn search(&mut self, words: &str) -> Value {
        self.ask("packs/search", &json!({ "words": words }))
    }

    /// The entry of a mod in the new-game form.
    fn mod_item(&mut self, id: &str) -> Option<Value> {
        let packs = self.client.get(&format!("{}api/packs.json", self.lobby)).expect("packs");
        let mut mods = packs["mods"].as_array().expect("a list").iter();
        mods.find(|item| item["id"] == id).cloned()
    }
}

fn offered(id: &str, version: &str) -> Value {
    json!({ "registry": "near", "id": id, "version": version })
}

fn ids(found: &Value) -> Vec<&str> {
    found["packs"].as_array().expect("a list").iter().filter_map(|pack| pack["id"].as_str()).collect()
}

#[test]
fn the_host_installs_a_mod_and_plays_with_it() {
    let author = author();
    let served = ServedFolder::new(&author.path("registry"));
    let player = Shell::new();
    let mut host = Host::new(&player);
    assert_eq!(host.search(""), json!({ "registries": [], "packs": [], "total": 0, "notes": [] }));
    assert!(host.refused("packs/describe", &offered("test.rain", "1.0.0")).contains("error[E721]"));

    // A registry can be added while the server runs.
    add(&player, "near", &author, &served.url);
    assert_eq!(ids(&host.search("rain")), ["test.rain"]);
    served.requests();
    let found = host.search("weather");
    assert_eq!((ids(&found).len(), &found["registries"]), (3, &json!(["near"])));
    assert_eq!(served.requests(), Vec::<String>::new(), "searches use what was fetched earlier");
    let rain = &found["packs"][2];
    assert_eq!((&rain["id"], &rain["kind"], &rain["installed"]), (&json!("test.rain"), &json!("mod"), &Value::Null));
    host.ask("packs/search", &json!({ "words": "", "refresh": true }));
    assert!(!served.requests().is_empty());

    let read = host.ask("packs/describe", &offered("test.rain", "1.0.0"));
    assert_eq!((&read["license"], &read["authors"]), (&json!("MIT"), &json!(["A. Author"])));
    assert_eq!((&read["brings"], &read["battles"]), (&json!(["test.hail 1.0.0"]), &json!(["test.ford"])));
    let value = &read["effects"][0]["values"][0];
    assert_eq!((&value["at"], &value["after"]), (&json!("units.unit[\"Red Fox\"].strength"), &json!("4")));
    assert_eq!((&read["effects"][0]["battles"], host.mod_item("test.rain")), (&json!(["test.ford"]), None));

    let done = host.ask("packs/install", &offered("test.rain", "1.0.0"));
    assert_eq!(done["installed"].as_array().map(Vec::len), Some(2), "{done}");
    let item = host.mod_item("test.rain").expect("the mod in the form");
    assert_eq!(item["installed"], json!({ "version": "1.0.0", "enabled": true }));
    assert_eq!(item["battles"], json!(["test.ford"]));
    assert_eq!(host.search("rain")["packs"][0]["installed"], json!("1.0.0"));
    let game = host.ask("games", &json!({ "scenario": "test.ford", "mods": ["test.rain"] }));
    assert_eq!(game["title"], json!("The ford"));

    host.ask("packs/enable", &json!({ "id": "test.rain", "enabled": false }));
    assert!(succeed(&player, "mods list").contains("test.rain 1.0.0  disabled"));
    let removed = host.ask("packs/remove", &json!({ "id": "test.hail" }));
    assert_eq!(removed, json!({ "needed_by": ["test.rain"] }));
    assert!(host.refused("packs/remove", &json!({ "id": "test.hail" })).contains("error[E541]"));
    assert_eq!(host.mod_item("test.hail"), None);
}

#[test]
fn nothing_is_installed_from_an_altered_registry() {
    let author = author();
    let served = ServedFolder::new(&author.path("registry"));
    let player = Shell::new();
    add(&player, "near", &author, &served.url);
    let mut host = Host::new(&player);
    assert_eq!(ids(&host.search("")).len(), 3);
    let index: Value = serde_json::from_str(&author.read("registry/index/ha/test.hail.json")).expect("an index");
    let archive = format!("archives/{}.zip", index["versions"][0]["blake3"].as_str().expect("a hash"));
    served.fault(&archive, Fault::Bytes(b"another archive".to_vec()));
    for request in ["packs/describe", "packs/install"] {
        let errors = host.refused(request, &offered("test.rain", "1.0.0"));
        assert!(errors.starts_with("error[E724]"), "{request}: {errors}");
    }
    assert!(host.refused("packs/install", &offered("test.rain", "2.0.0")).contains("error[E728]"));
    for id in ["--packs", "rain", "../test.rain", "test.rain@1"] {
        assert_eq!(host.post("packs/install", &offered(id, "1.0.0")).0, 400, "{id}");
    }
    served.fault("registry.json", Fault::Bytes(b"{}".to_vec()));
    assert!(host.refused("packs/search", &json!({ "words": "", "refresh": true })).contains("error[E723]"));
    assert_eq!(ids(&host.search("rain")), ["test.rain"], "earlier lists can still be searched");
    assert_eq!(succeed(&player, "mods list"), "Nothing is installed.\n");
}
