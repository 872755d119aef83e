//! Registries as a client uses them: fetching, caching, and packs that several registries offer.

use crate::publisher::Publisher;
use grognard_packs::LockedPack;
use grognard_registry::format::{FORMAT, RegistryFile, SearchEntry, SearchFile};
use grognard_registry::{Cache, Limits, Offline, Registries, Registry, SigningKey, Web, digest, search, verify};
use grognard_testing::served_folder::ServedFolder;
use semver::Version;

#[test]
fn files_are_fetched_once() {
    let publisher = Publisher::with(&[("me.rain", "1.0.0", ""), ("me.rain", "1.1.0", ""), ("me.snow", "2.0.0", "")]);
    let server = ServedFolder::new(&publisher.folder());
    let (source, cache, web) = (publisher.source("near", &server.url), publisher.cache(), Web::new(Limits::default()));
    let registry = Registry::open(&source, &web, &cache).unwrap();
    assert_eq!(server.requests(), ["registry.json", "registry.json.minisig"]);
    let index = registry.index("me.rain").unwrap().unwrap();
    assert_eq!(index.versions.iter().map(|entry| entry.version.to_string()).collect::<Vec<_>>(), ["1.0.0", "1.1.0"]);
    let newest = index.newest().unwrap();
    let archive = registry.archive(newest).unwrap();
    assert_eq!((digest(&archive), archive.len() as u64), (newest.blake3.clone(), newest.size));
    assert_eq!(server.requests(), ["index/ra/me.rain.json".to_owned(), newest.archive_path()]);
    let again = Registry::open(&source, &web, &cache).unwrap();
    assert_eq!(again.index("me.rain").unwrap(), Some(index.clone()));
    assert_eq!(again.archive(newest).unwrap(), archive);
    assert_eq!(again.index("me.hail").unwrap(), None);
    assert_eq!(server.requests(), ["registry.json", "registry.json.minisig"]);
    assert_eq!(again.notes(), Vec::<String>::new());
}

#[test]
fn without_a_network_the_cache_is_used() {
    let publisher = Publisher::with(&[("me.rain", "1.0.0", ""), ("me.snow", "1.0.0", "")]);
    let (source, cache) = (publisher.local("near"), publisher.cache());
    assert_eq!(Registry::open(&source, &Offline, &cache).err().unwrap().code, "E722");
    let web = Web::new(Limits::default());
    Registry::open(&source, &web, &cache).unwrap().index("me.rain").unwrap();
    let offline = Registry::open(&source, &Offline, &cache).unwrap();
    assert_eq!(offline.notes().len(), 1);
    assert!(offline.index("me.rain").unwrap().is_some());
    assert_eq!(offline.index("me.snow").unwrap_err().code, "E722");
}

#[test]
fn a_damaged_copy_is_fetched_again() {
    let publisher = Publisher::with(&[("me.rain", "1.0.0", "")]);
    let (source, cache, web) = (publisher.local("near"), publisher.cache(), Web::new(Limits::default()));
    let registry = Registry::open(&source, &web, &cache).unwrap();
    registry.index("me.rain").unwrap();
    let copy =
        publisher.ground.path().join(format!("cache/registry/near/files/{}.json", registry.file().packs["me.rain"]));
    std::fs::write(&copy, "damaged").unwrap();
    assert!(registry.index("me.rain").unwrap().is_some());
    assert_ne!(std::fs::read(&copy).unwrap(), b"damaged");
}

#[test]
fn the_address_of_a_file_may_be_relative_to_nothing() {
    let publisher = Publisher::with(&[("me.rain", "1.0.0", "")]);
    let url = format!("file://{}", publisher.folder().display());
    let (source, web) = (publisher.source("near", &url), Web::new(Limits::default()));
    assert!(Registry::open(&source, &web, &publisher.cache()).is_ok());
}

/// Somebody may offer a pack under the id of another in a registry of their own.
#[test]
fn a_pack_that_several_registries_offer_is_not_chosen_by_chance() {
    let one = Publisher::with(&[("me.rain", "1.0.0", "")]);
    let two = Publisher::with(&[("me.rain", "9.0.0", ""), ("me.snow", "1.0.0", "")]);
    let (sources, web, cache) = ([one.local("one"), two.local("two")], Web::new(Limits::default()), one.cache());
    let offer = |preferred: Option<&str>, id: &str, origin: Option<&str>| {
        let registries = Registries::open(&sources, preferred, &web, &cache).unwrap();
        let offer = registries.offer(id, origin);
        offer.map(|offer| offer.map(|(registry, _)| registry.name().to_owned())).map_err(|error| error.code)
    };
    assert_eq!(offer(None, "me.rain", None), Err("E727"));
    assert_eq!(offer(Some("two"), "me.rain", None), Ok(Some("two".to_owned())));
    assert_eq!(offer(None, "me.rain", Some("one")), Ok(Some("one".to_owned())));
    assert_eq!(offer(None, "me.snow", None), Ok(Some("two".to_owned())));
    assert_eq!(offer(None, "me.snow", Some("one")), Err("E727"), "it was installed from elsewhere");
    assert_eq!(offer(Some("two"), "me.snow", Some("one")), Ok(Some("two".to_owned())));
    assert_eq!(offer(None, "me.hail", None), Ok(None));
    assert_eq!(Registries::open(&sources, Some("tow"), &web, &cache).err().unwrap().code, "E721");
}

#[test]
fn names_without_a_namespace() {
    let one = Publisher::with(&[("me.rain", "1.0.0", ""), ("you.rain", "1.0.0", ""), ("me.snow", "1.0.0", "")]);
    let (web, cache) = (Web::new(Limits::default()), one.cache());
    let registries = Registries::open(&[one.local("one")], None, &web, &cache).unwrap();
    assert_eq!(registries.id_of("snow").unwrap(), "me.snow");
    assert_eq!(registries.id_of("you.rain").unwrap(), "you.rain");
    assert_eq!(registries.id_of("rain").unwrap_err().help.unwrap(), "write me.rain or you.rain");
    assert!(registries.id_of("snwo").unwrap_err().help.unwrap().contains("did you mean"));
}

/// A save names the files of its packs. They are found wherever they are, and only they.
#[test]
fn the_very_version_of_a_save_is_found_by_its_hash() {
    let publisher = Publisher::with(&[("me.rain", "1.0.0", "")]);
    let (source, web, cache) = (publisher.local("near"), Web::new(Limits::default()), publisher.cache());
    let lock = grognard_packs::store::PackFiles::of(publisher.packs().get("me.rain").unwrap()).unwrap().content;
    let locked = |content: &str| LockedPack {
        id: "me.rain".into(),
        version: "1.0.0".into(),
        content: content.into(),
        affects_rules: true,
    };
    let find = |content: &str| {
        let registries = Registries::open(std::slice::from_ref(&source), None, &web, &cache).unwrap();
        registries.locked(&locked(content)).unwrap().map(|(_, entry)| entry.version)
    };
    publisher.pack("me.rain", "1.1.0", "# changed\n");
    publisher.build();
    assert_eq!(find(&lock), Some(Version::new(1, 0, 0)));
    assert_eq!(find(&format!("b3:{}", "0".repeat(64))), None);
    // The version disappears from the registry.
    let index = publisher.folder().join("index/ra/me.rain.json");
    let mut json: serde_json::Value = serde_json::from_slice(&std::fs::read(&index).unwrap()).unwrap();
    json["versions"].as_array_mut().unwrap().remove(0);
    std::fs::write(&index, json.to_string()).unwrap();
    publisher.build();
    assert_eq!(find(&lock), None);
}

/// Searching needs three small requests and looks at each pack once, whatever the number of packs.
#[test]
fn five_thousand_packs() {
    let publisher = Publisher::new();
    let entry = |number: usize| SearchEntry {
        id: format!("me.pack-{number}"),
        version: Version::new(1, 0, 0),
        kind: grognard_packs::Kind::Mod,
        system: Some("test.system".into()),
        name: format!("Pack {number}"),
        summary: Some("A pack among many".into()),
    };
    let packs = SearchFile { format: FORMAT, packs: (0..5000).map(entry).collect() };
    let json = serde_json::to_vec(&packs).unwrap();
    let hashes = packs.packs.iter().map(|entry| (entry.id.clone(), digest(entry.id.as_bytes()))).collect();
    let file = RegistryFile {
        format: FORMAT,
        name: "Many".into(),
        serial: 1,
        packs: hashes,
        search: digest(&json),
        next_key: None,
    };
    let list = serde_json::to_vec(&file).unwrap();
    let signature = SigningKey::parse(&publisher.pair.secret).unwrap().sign(&list, "serial 1").unwrap();
    assert!(verify(&list, &signature, &publisher.pair.public));
    std::fs::create_dir_all(publisher.folder()).unwrap();
    for (name, bytes) in
        [("registry.json", &list), ("registry.json.minisig", &signature.into_bytes()), ("search.json", &json)]
    {
        std::fs::write(publisher.folder().join(name), bytes).unwrap();
    }
    let server = ServedFolder::new(&publisher.folder());
    let (web, cache) = (Web::new(Limits::default()), Cache::new(publisher.ground.path().join("cache")));
    let registry = Registry::open(&publisher.source("many", &server.url), &web, &cache).unwrap();
    let lists = [("many".to_owned(), registry.packs().unwrap())];
    let found = search(&lists, &["pack-4711".to_owned()]);
    assert_eq!((found.len(), found[0].entry.id.as_str()), (1, "me.pack-4711"));
    assert_eq!(search(&lists, &["among".to_owned()]).len(), 5000);
    assert_eq!(server.requests(), ["registry.json", "registry.json.minisig", "search.json"]);
    Registry::open(&publisher.source("many", &server.url), &web, &cache).unwrap().packs().unwrap();
    assert_eq!(server.requests(), ["registry.json", "registry.json.minisig"]);
}
