//! Servers that are broken, slow or malicious.

use crate::publisher::Publisher;
use grognard_packs::Diagnostic;
use grognard_registry::{Address, Fetch, FetchError, Limits, Registry, Web};
use grognard_testing::served_folder::{Fault, ServedFolder};
use std::fs;
use std::path::Path;
use std::time::Duration;

struct Stage {
    publisher: Publisher,
    server: ServedFolder,
    web: Web,
}

impl Stage {
    fn new() -> Stage {
        let publisher = Publisher::with(&[("me.rain", "1.0.0", ""), ("me.rain", "1.1.0", "")]);
        let server = ServedFolder::new(&publisher.folder());
        let brief = Duration::from_millis(400);
        let limits = Limits { silence: brief, total: brief, speed: u64::MAX, ..Limits::default() };
        Stage { publisher, server, web: Web::new(limits) }
    }

    fn open(&self) -> Result<Registry<'_>, Diagnostic> {
        Registry::open(&self.publisher.source("near", &self.server.url), &self.web, &self.publisher.cache())
    }

    fn code(&self) -> &'static str {
        self.open().err().map_or("none", |error| error.code)
    }

    fn index_error(&self) -> Diagnostic {
        self.open().unwrap().index("me.rain").unwrap_err()
    }
}

#[test]
fn a_file_with_another_hash() {
    let stage = Stage::new();
    stage.server.fault("index/ra/me.rain.json", Fault::Bytes(b"{}".to_vec()));
    let error = stage.index_error();
    assert_eq!(error.code, "E724");
    assert!(error.help.unwrap().contains("expected the hash"));
}

#[test]
fn an_archive_with_another_hash() {
    let stage = Stage::new();
    let registry = stage.open().unwrap();
    let index = registry.index("me.rain").unwrap().unwrap();
    let newest = index.newest().unwrap();
    stage.server.fault(&newest.archive_path(), Fault::Bytes(vec![0; newest.size as usize]));
    assert_eq!(registry.archive(newest).unwrap_err().code, "E724");
    stage.server.fault(&newest.archive_path(), Fault::Bytes(vec![0; newest.size as usize + 1]));
    let error = registry.archive(newest).unwrap_err();
    assert!(error.message.contains("larger than"), "{}", error.message);
}

#[test]
fn a_list_that_is_not_signed() {
    let stage = Stage::new();
    let list = fs::read_to_string(stage.publisher.folder().join("registry.json")).unwrap();
    stage.server.fault("registry.json", Fault::Bytes(list.replace("\"serial\": 2", "\"serial\": 3").into_bytes()));
    assert_eq!(stage.code(), "E723");
    stage.server.fault("registry.json.minisig", Fault::Bytes(b"untrusted comment: none\n".to_vec()));
    assert_eq!(stage.code(), "E723");
}

#[test]
fn a_body_that_ends_too_early() {
    let stage = Stage::new();
    stage.server.fault("index/ra/me.rain.json", Fault::Truncated);
    let error = stage.index_error();
    assert_eq!(error.code, "E722");
    assert!(error.message.contains("before the whole file arrived"), "{}", error.message);
}

#[test]
fn a_body_that_stalls() {
    let stage = Stage::new();
    stage.server.fault("index/ra/me.rain.json", Fault::Stalled);
    let error = stage.index_error();
    assert_eq!(error.code, "E722");
    assert!(error.message.contains("took too long"), "{}", error.message);
}

#[test]
fn a_body_that_never_ends() {
    let stage = Stage::new();
    stage.server.fault("index/ra/me.rain.json", Fault::Dripping);
    assert!(stage.index_error().message.contains("took too long"));
}

#[test]
fn a_server_that_answers_with_an_error_is_not_needed_if_there_is_a_copy() {
    let stage = Stage::new();
    stage.open().unwrap().index("me.rain").unwrap();
    stage.server.fault("registry.json", Fault::Status(503, String::new()));
    let registry = stage.open().unwrap();
    assert_eq!(registry.notes().len(), 1);
    assert!(registry.index("me.rain").unwrap().is_some());
    stage.server.fault("registry.json", Fault::Status(403, String::new()));
    assert_eq!(stage.code(), "E722", "the server refuses: the address may be wrong");
}

#[test]
fn redirects_lead_to_https_only() {
    let stage = Stage::new();
    let fetch = |to: &str| {
        stage.server.fault("file", Fault::Status(302, to.to_owned()));
        let address = Address::parse(&format!("{}/file", stage.server.url), Path::new(".")).unwrap();
        stage.web.fetch(&address, 100).unwrap_err()
    };
    for to in [&*stage.server.url, "http://example.org/", "file:///etc/passwd", "/registry.json", "//example.org/", ""]
    {
        let FetchError::Refused(why) = fetch(to) else { panic!("{to}") };
        assert!(why.contains("not https"), "{why}");
    }
}

#[test]
fn an_older_state_of_the_registry() {
    let stage = Stage::new();
    let old = ["registry.json", "registry.json.minisig"]
        .map(|name| (name, fs::read(stage.publisher.folder().join(name)).unwrap()));
    stage.publisher.pack("me.rain", "1.2.0", "");
    assert_eq!(stage.publisher.build().serial, 3);
    stage.open().unwrap();
    for (name, bytes) in old {
        stage.server.fault(name, Fault::Bytes(bytes));
    }
    let error = stage.open().err().unwrap();
    assert_eq!((error.code, error.message.contains("expected serial 3 or higher, found 2")), ("E725", true));
}

#[test]
fn another_registry_under_the_same_serial() {
    let stage = Stage::new();
    stage.open().unwrap();
    let folder = stage.publisher.folder();
    let list = fs::read_to_string(folder.join("registry.json")).unwrap().replace("\"Test\"", "\"Fork\"");
    let key = grognard_registry::SigningKey::parse(&stage.publisher.pair.secret).unwrap();
    stage.server.fault("registry.json.minisig", Fault::Bytes(key.sign(list.as_bytes(), "").unwrap().into_bytes()));
    stage.server.fault("registry.json", Fault::Bytes(list.into_bytes()));
    assert_eq!(stage.code(), "E725");
}
