//! Packs that the host finds, installs, disables and removes; guests cannot.

use crate::test_server::{Server, path};
use grognard_packs::installed::Installed;
use grognard_serve::{
    Fault, NewGame, OfferedPack, PackDescription, PackInstallation, PackRegistries, PackSearch, SearchQuery, Settings,
};
use serde_json::{Value, json};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::sleep;
use std::time::Duration;
use tempfile::TempDir;

/// Registries that describe every pack slowly, and cannot install any.
#[derive(Debug, Default)]
struct SlowRegistries {
    /// The number of requests that are being answered, and the maximum of this number.
    busy: AtomicUsize,
    most: AtomicUsize,
}

impl PackRegistries for SlowRegistries {
    fn search(&self, query: &SearchQuery) -> Result<PackSearch, Fault> {
        Ok(PackSearch { registries: vec!["near".into()], notes: vec![query.words.clone()], ..PackSearch::default() })
    }

    fn describe(&self, pack: &OfferedPack, language: Option<&str>) -> Result<PackDescription, Fault> {
        let busy = self.busy.fetch_add(1, Ordering::SeqCst) + 1;
        self.most.fetch_max(busy, Ordering::SeqCst);
        sleep(Duration::from_millis(30));
        self.busy.fetch_sub(1, Ordering::SeqCst);
        let description = json!({
            "id": pack.id, "version": pack.version, "name": language, "summary": null, "authors": [], "license": null,
            "requires": {}, "battles": [], "effects": [],
        });
        Ok(serde_json::from_value(description).unwrap())
    }

    fn install(&self, _: &OfferedPack) -> Result<PackInstallation, Fault> {
        Err(Fault::printed("this pack cannot be installed", "error[E724]: altered\n\n"))
    }
}

/// A server with the packs of the command's tests, of which a copy of the mod `veterans` is installed.
fn server() -> (Server, Arc<SlowRegistries>, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let packs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cli/packs");
    for kind_folder in ["scripts", "scenarios"] {
        grognard_testing::copy(&packs.join(kind_folder), &folder.path().join("own").join(kind_folder));
    }
    let installed = Installed::new(folder.path().join("packs"));
    let turn = installed.turn().unwrap();
    turn.put(turn.stage(&packs.join("mods/veterans")).unwrap()).unwrap();
    drop(turn);
    let registries = Arc::new(SlowRegistries::default());
    let settings = Settings {
        roots: vec![folder.path().join("own"), installed.root().to_owned()],
        installed: Some(installed),
        registries: Some(registries.clone()),
        ..Settings::default()
    };
    (Server::with(settings), registries, folder)
}

fn lobby(server: &Server) -> String {
    format!("/h/{}/", server.app.host_link().unwrap().text())
}

fn rain() -> Value {
    json!({ "registry": "near", "id": "test.rain", "version": "1.0.0" })
}

/// The requests that find, install, disable and remove packs.
fn requests() -> [(&'static str, Value); 5] {
    [
        ("search", json!({ "words": "rain" })),
        ("describe", rain()),
        ("install", rain()),
        ("enable", json!({ "id": "test.veterans", "enabled": false })),
        ("remove", json!({ "id": "test.veterans" })),
    ]
}

async fn veterans(server: &Server, lobby: &str) -> Value {
    server.json(&format!("{lobby}api/packs.json")).await["mods"][0].clone()
}

#[tokio::test]
async fn only_the_host_can_change_the_packs() {
    let (server, _, _folder) = server();
    let seats = [("blue", "person"), ("red", "person")].map(|(side, player)| (side.to_owned(), player.to_owned()));
    let wish = NewGame { scenario: "ford".into(), seats: seats.into(), ..NewGame::default() };
    let game = server.app.create_game(&wish).unwrap();
    for role in ["side:blue", "both", "spectator"] {
        let link = path(&game, role);
        for (request, body) in requests() {
            let wrong = [link.clone(), link.replace("/t/", "/h/"), "/h/AAAAAAAAAAAAAAAAAAAAAA/".to_owned()];
            for wrong in wrong {
                let (status, _) = server
                    .send(
                        crate::test_server::post(&format!("{wrong}api/packs/{request}"))
                            .body(body.to_string().into())
                            .unwrap(),
                    )
                    .await;
                assert!([404, 405].contains(&status.as_u16()), "{role} {request}: {status}");
            }
        }
    }
    let lobby = lobby(&server);
    assert_eq!(veterans(&server, &lobby).await["installed"], json!({ "version": "1.0.0", "enabled": true }));
}

#[tokio::test]
async fn a_server_without_registries_says_so() {
    let packs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cli/packs");
    let server = Server::with(Settings { roots: vec![packs], ..Settings::default() });
    let lobby = lobby(&server);
    assert_eq!(server.json(&format!("{lobby}api/packs.json")).await["can_install"], json!(false));
    for (request, body) in requests() {
        let (status, told) = server.post(&format!("{lobby}api/packs/{request}?lang=fr"), &body).await;
        assert_eq!(
            (status.as_u16(), &told["reason"]),
            (404, &json!("ce serveur n’installe pas de packs")),
            "{request}"
        );
    }
}

#[tokio::test]
async fn packs_are_fetched_one_at_a_time_and_searched_at_once() {
    let (server, registries, _folder) = server();
    let lobby = lobby(&server);
    let at = |request: &str| format!("{lobby}api/packs/{request}?lang=fr");
    let (to, body) = (at("describe"), rain());
    let (search, words) = (at("search"), json!({ "words": "rain" }));
    let (one, two, three, searched) = tokio::join!(
        server.post(&to, &body),
        server.post(&to, &body),
        server.post(&to, &body),
        server.post(&search, &words)
    );
    for (status, told) in [&one, &two, &three] {
        assert_eq!((status.as_u16(), &told["id"], &told["name"]), (200, &json!("test.rain"), &json!("fr")));
    }
    assert_eq!(registries.most.load(Ordering::SeqCst), 1);
    assert_eq!((searched.0.as_u16(), &searched.1["notes"]), (200, &json!(["rain"])));
    let (status, told) = server.post(&at("install"), &body).await;
    assert_eq!((status.as_u16(), &told["reason"]), (409, &json!("ce pack ne peut pas être installé")));
    assert_eq!(told["diagnostic"], json!("error[E724]: altered\n"));
    assert_eq!(server.post(&at("install"), &json!({ "id": "test.rain" })).await.0, 400);
}

#[tokio::test]
async fn an_installed_mod_is_disabled_and_removed() {
    let (server, _, _folder) = server();
    let lobby = lobby(&server);
    let at = |request: &str| format!("{lobby}api/packs/{request}");
    let item = veterans(&server, &lobby).await;
    assert_eq!((&item["id"], &item["battles"]), (&json!("test.veterans"), &json!(["test.ford"])));
    let enable = |id: &str, enabled: bool| json!({ "id": id, "enabled": enabled });
    for enabled in [false, true, false] {
        assert_eq!(server.post(&at("enable"), &enable("test.veterans", enabled)).await.0, 200);
        assert_eq!(veterans(&server, &lobby).await["installed"]["enabled"], json!(enabled));
    }
    for wrong in ["test.nobody", "test.ford", "../own", ""] {
        let (status, told) = server.post(&at("enable"), &enable(wrong, true)).await;
        assert_eq!((status.as_u16(), &told["reason"]), (409, &json!("this pack is not installed")), "{wrong}");
        let (status, told) = server.post(&at("remove"), &json!({ "id": wrong })).await;
        assert_eq!(status, 409, "{wrong}");
        assert!(told["diagnostic"].as_str().unwrap().contains("error[E541]"), "{told}");
    }
    let (status, told) = server.post(&at("remove"), &json!({ "id": "test.veterans" })).await;
    assert_eq!((status.as_u16(), told), (200, json!({ "needed_by": [] })));
    assert_eq!(veterans(&server, &lobby).await, Value::Null);
}
