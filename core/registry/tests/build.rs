//! Registries that are made and made again.

use crate::publisher::{Publisher, files};
use grognard_registry::SigningKey;
use grognard_registry::build::{ListSettings, RegistryFolder, prepare};
use std::fs;

#[test]
fn the_same_packs_give_the_same_bytes() {
    let publisher =
        Publisher::with(&[("me.rain", "1.0.0", ""), ("me.snow", "1.0.0", "[requires]\n\"me.rain\" = \"^1\"\n")]);
    let before = files(&publisher.folder());
    let outcome = publisher.build();
    assert_eq!((outcome.serial, outcome.is_changed), (2, false));
    assert_eq!(files(&publisher.folder()), before, "the signature too");
    let names: Vec<String> = before
        .iter()
        .map(|(path, _)| path.strip_prefix(publisher.folder()).unwrap().to_string_lossy().into_owned())
        .filter(|name| !name.starts_with("archives"))
        .collect();
    assert_eq!(
        names,
        ["index/ra/me.rain.json", "index/sn/me.snow.json", "registry.json", "registry.json.minisig", "search.json"]
    );
}

#[test]
fn an_older_version_stays() {
    let publisher = Publisher::with(&[("me.rain", "1.0.0", ""), ("me.rain", "1.1.0", "")]);
    let folder = RegistryFolder::open(publisher.folder()).unwrap();
    assert_eq!(folder.packs().next().unwrap().versions.len(), 2);
    assert_eq!(folder.unlisted().count(), 0);
}

#[test]
fn a_published_version_never_changes() {
    let publisher = Publisher::with(&[("me.rain", "1.0.0", "")]);
    publisher.pack("me.rain", "1.0.0", "summary = \"Wetter\"\n");
    let mut folder = RegistryFolder::open(publisher.folder()).unwrap();
    let error = folder.add(prepare(publisher.packs().get("me.rain").unwrap()).unwrap()).unwrap_err();
    assert_eq!(error.code, "E733");
}

#[test]
fn what_does_not_belong_to_a_registry_is_refused() {
    let publisher = Publisher::with(&[("me.rain", "1.0.0", "")]);
    let settings = || ListSettings::default();
    let folder = publisher.folder();
    let archive = fs::read_dir(folder.join("archives")).unwrap().flatten().next().unwrap().path();
    let bytes = fs::read(&archive).unwrap();
    fs::write(&archive, &bytes[1..]).unwrap();
    assert_eq!(RegistryFolder::open(&folder).unwrap().write_lists(settings()).unwrap_err().code, "E734");
    fs::write(&archive, bytes).unwrap();
    assert!(RegistryFolder::open(&folder).unwrap().write_lists(settings()).is_ok());
    fs::copy(folder.join("index/ra/me.rain.json"), folder.join("index/ra/me.rein.json")).unwrap();
    assert_eq!(RegistryFolder::open(&folder).unwrap_err().code, "E734");
    let empty = Publisher::new();
    let error = RegistryFolder::open(empty.folder()).unwrap().write_lists(settings()).unwrap_err();
    assert!(error.message.contains("no name"));
}

#[test]
fn an_entry_that_was_submitted_is_unlisted_until_the_registry_is_built() {
    let publisher = Publisher::with(&[("me.rain", "1.0.0", "")]);
    publisher.pack("me.snow", "1.0.0", "");
    let mut folder = RegistryFolder::open(publisher.folder()).unwrap();
    assert!(folder.add(prepare(publisher.packs().get("me.snow").unwrap()).unwrap()).unwrap());
    assert_eq!(folder.unlisted().map(|index| index.id.as_str()).collect::<Vec<_>>(), ["me.snow"]);
    assert!(folder.write_lists(ListSettings::default()).unwrap().is_changed);
    assert_eq!(folder.unlisted().count(), 0);
    assert!(!folder.is_signed(&publisher.pair.public), "the old signature is void");
    assert!(folder.sign(&SigningKey::parse(&publisher.pair.secret).unwrap()).unwrap());
    assert!(folder.is_signed(&publisher.pair.public));
}
