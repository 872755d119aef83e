//! Packs that are installed, replaced and removed, including by programs that are killed halfway.

use grognard_packs::installed::{InstallError, Installed};
use grognard_packs::source::Folder;
use grognard_packs::{archive, render};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

struct Place {
    folder: tempfile::TempDir,
    installed: Installed,
}

impl Place {
    fn new() -> Place {
        let folder = tempfile::tempdir().unwrap();
        let installed = Installed::new(folder.path().join("data/packs"));
        Place { folder, installed }
    }

    /// Creates a mod in a folder with any name.
    fn pack(&self, folder: &str, version: &str, more: &[(&str, &str)]) -> PathBuf {
        let path = self.folder.path().join(folder);
        let manifest = format!(
            "format = 1\nid = \"me.river\"\nversion = \"{version}\"\nkind = \"mod\"\nname = \"River\"\napi = \"*\"\n"
        );
        for (name, text) in [("pack.toml", manifest.as_str())].iter().chain(more) {
            let file = path.join(name);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, text).unwrap();
        }
        path
    }

    fn install(&self, source: &Path) -> Result<bool, InstallError> {
        let turn = self.installed.turn()?;
        let staged = turn.stage(source)?;
        turn.put(staged)
    }

    /// Returns all files below the folder of packs, with their contents.
    fn files(&self) -> BTreeMap<String, String> {
        let mut found = BTreeMap::new();
        let mut open = vec![self.installed.root().to_owned()];
        while let Some(folder) = open.pop() {
            for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
                let path = entry.path();
                if path.is_dir() {
                    open.push(path);
                } else {
                    let name = path.strip_prefix(self.installed.root()).unwrap().to_string_lossy().into_owned();
                    found.insert(name, fs::read_to_string(&path).unwrap());
                }
            }
        }
        found
    }

    fn version(&self) -> Option<String> {
        self.installed.library().get("me.river").map(|pack| pack.version.to_string())
    }
}

fn told(error: InstallError) -> String {
    match error {
        InstallError::Wrong(all) => render(&all, false),
        InstallError::File(path, error) => format!("{}: {error}", path.display()),
    }
}

#[test]
fn neither_folder_nor_archive_need_a_certain_name() {
    let place = Place::new();
    assert!(!place.install(&place.pack("Some Folder (2)", "1.0.0", &[("rules.luau", "-- a\n")])).unwrap());
    assert_eq!(place.files().keys().collect::<Vec<_>>(), ["mods/me.river/pack.toml", "mods/me.river/rules.luau"]);
    let packed = archive::pack(&Folder::open(&place.pack("Some Folder (2)", "2.0.0", &[])).unwrap()).unwrap();
    let zip = place.folder.path().join("downloaded (1).zip");
    fs::write(&zip, &packed.bytes).unwrap();
    assert!(place.install(&zip).unwrap(), "it replaces the first");
    assert_eq!(place.version().as_deref(), Some("2.0.0"));
}

#[test]
fn an_update_leaves_no_old_file() {
    let place = Place::new();
    place.install(&place.pack("one", "1.0.0", &[("old.luau", "-- old\n"), ("charts/old.toml", "")])).unwrap();
    place.install(&place.pack("two", "1.1.0", &[("new.luau", "-- new\n")])).unwrap();
    assert_eq!(place.files().keys().collect::<Vec<_>>(), ["mods/me.river/new.luau", "mods/me.river/pack.toml"]);
}

#[test]
fn removing_leaves_nothing() {
    let place = Place::new();
    place.install(&place.pack("one", "1.0.0", &[])).unwrap();
    let turn = place.installed.turn().unwrap();
    turn.enable("me.river", false).unwrap();
    assert_eq!(place.installed.disabled().len(), 1);
    assert!(turn.remove("me.river").unwrap());
    assert!(!turn.remove("me.river").unwrap());
    assert!(fs::read_dir(place.installed.root()).unwrap().next().is_none(), "{:?}", place.files());
}

#[test]
fn a_pack_may_change_its_kind() {
    let place = Place::new();
    place.install(&place.pack("one", "1.0.0", &[])).unwrap();
    let path = place.pack("one", "1.0.1", &[]);
    let manifest = fs::read_to_string(path.join("pack.toml")).unwrap().replace("\"mod\"", "\"library\"");
    fs::write(path.join("pack.toml"), manifest).unwrap();
    assert!(place.install(&path).unwrap());
    assert_eq!(place.files().keys().collect::<Vec<_>>(), ["scripts/me.river/pack.toml"]);
}

#[test]
fn what_is_wrong_is_not_installed() {
    let place = Place::new();
    let path = place.pack("one", "1.0.0", &[]);
    fs::write(path.join("pack.toml"), "format = 1\nid = \"me.river\"\nkind = \"mod\"\nnaem = \"River\"\n").unwrap();
    let text = told(place.install(&path).unwrap_err());
    assert!(text.contains("unknown key `naem`") && text.contains("one/pack.toml:4:1"), "{text}");
    let empty = place.folder.path().join("empty");
    fs::create_dir(&empty).unwrap();
    assert!(told(place.install(&empty).unwrap_err()).contains("E709"));
    assert_eq!(place.files(), BTreeMap::new());
}

#[test]
fn a_program_killed_at_any_step_leaves_one_version_or_the_other() {
    // The steps of installing a pack, as seen on the disk: 0 staged, 1 the old pack set aside, 2 the new pack in place.
    for steps in 0..=2 {
        let place = Place::new();
        place.install(&place.pack("one", "1.0.0", &[("old.luau", "-- old\n")])).unwrap();
        let turn = place.installed.turn().unwrap();
        let staged = turn.stage(&place.pack("two", "2.0.0", &[])).unwrap();
        let (root, own) = (staged.root.keep(), place.installed.root().join("mods/me.river"));
        if steps >= 1 {
            fs::create_dir_all(root.join("old/mods")).unwrap();
            fs::rename(&own, root.join("old/mods/me.river")).unwrap();
        }
        if steps >= 2 {
            fs::rename(root.join("mods/me.river"), &own).unwrap();
        }
        drop(turn);
        place.installed.recover();
        assert_eq!(place.version().as_deref(), Some(if steps == 2 { "2.0.0" } else { "1.0.0" }), "after step {steps}");
        assert_eq!(place.files().len(), if steps == 2 { 1 } else { 2 }, "{:?}", place.files());
        assert!(!root.exists());
    }
}

#[test]
fn the_work_of_another_program_is_not_cleared_away() {
    let place = Place::new();
    let turn = place.installed.turn().unwrap();
    let staged = turn.stage(&place.pack("one", "1.0.0", &[])).unwrap();
    place.installed.recover();
    assert!(staged.root.path().exists());
    turn.put(staged).unwrap();
    assert_eq!(place.version().as_deref(), Some("1.0.0"));
}

#[test]
fn the_same_files_give_the_same_bytes() {
    let place = Place::new();
    let files = [("a.luau", "-- a\n"), ("charts/b.toml", "x"), ("patches/c.toml", "y")];
    let one = place.pack("one", "1.0.0", &files);
    let mut other = files;
    other.reverse();
    let two = place.pack("two", "1.0.0", &other);
    for (name, text) in
        [(".git/config", "x"), ("a.luau~", "x"), ("game.jsonl", "{}"), ("Thumbs.db", "x"), (".a.luau.swp", "x")]
    {
        let file = two.join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }
    fs::File::options().append(true).open(two.join("a.luau")).unwrap().set_modified(std::time::UNIX_EPOCH).unwrap();
    #[cfg(unix)]
    fs::set_permissions(two.join("a.luau"), std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let [one, two] = [one, two].map(|path| archive::pack(&Folder::open(&path).unwrap()).unwrap());
    assert_eq!(one.bytes, two.bytes);
    assert_eq!(one.hash, two.hash);
    assert_eq!(two.left_out, ["Thumbs.db", "a.luau~", "game.jsonl"]);
}

#[cfg(unix)]
#[test]
fn links_out_of_a_folder_are_refused() {
    use std::os::unix::fs::symlink;
    let place = Place::new();
    fs::write(place.folder.path().join("secret"), "secret").unwrap();
    fs::create_dir(place.folder.path().join("secrets")).unwrap();
    for (name, target) in
        [("notes.txt", "../secret"), ("charts", "../secrets"), ("x.luau", "/etc/hostname"), ("gone.toml", "nowhere")]
    {
        let path = place.pack(&format!("with {name}"), "1.0.0", &[]);
        symlink(target, path.join(name)).unwrap();
        let text = told(place.install(&path).unwrap_err());
        assert!(text.contains("E109") && text.contains(name), "{text}");
    }
    let path = place.pack("pipe", "1.0.0", &[]);
    assert!(std::process::Command::new("mkfifo").arg(path.join("pipe.toml")).status().unwrap().success());
    assert!(told(place.install(&path).unwrap_err()).contains("not a regular file"));
    assert_eq!(place.files(), BTreeMap::new());
}

#[test]
fn folders_have_limits_too() {
    let place = Place::new();
    let path = place.pack("large", "1.0.0", &[]);
    fs::File::create(path.join("large.bin")).unwrap().set_len(9 << 20).unwrap();
    assert!(told(place.install(&path).unwrap_err()).contains("larger than 8 megabytes"));
    let deep = place.pack("deep", "1.0.0", &[(&format!("{}x.toml", "d/".repeat(20)), "")]);
    assert!(told(place.install(&deep).unwrap_err()).contains("folders deep"));
    let odd = place.pack("odd", "1.0.0", &[("a?.toml", "")]);
    assert!(told(place.install(&odd).unwrap_err()).contains("the character '?'"));
}

/// Creates mods with these ids and a version.
fn mods(place: &Place, version: &str, ids: &[&str]) -> Vec<PathBuf> {
    ids.iter()
        .map(|id| {
            let path = place.pack(id, version, &[]);
            let manifest = fs::read_to_string(path.join("pack.toml")).unwrap().replace("me.river", &format!("me.{id}"));
            fs::write(path.join("pack.toml"), manifest).unwrap();
            path
        })
        .collect()
}

fn versions(place: &Place) -> Vec<String> {
    let library = place.installed.library();
    assert!(library.diagnostics.is_empty(), "{:?}", library.diagnostics);
    library.packs().iter().map(|pack| format!("{} {}", pack.id(), pack.version)).collect()
}

fn install_all(place: &Place, paths: &[PathBuf]) -> Result<Vec<bool>, InstallError> {
    let turn = place.installed.turn()?;
    let staged = paths.iter().map(|path| turn.stage(path)).collect::<Result<_, _>>()?;
    turn.put_all(staged)
}

#[test]
fn several_packs_are_installed_together() {
    let place = Place::new();
    assert_eq!(install_all(&place, &mods(&place, "1.0.0", &["a", "b"])).unwrap(), [false, false]);
    assert_eq!(install_all(&place, &mods(&place, "2.0.0", &["b", "c"])).unwrap(), [true, false]);
    assert_eq!(versions(&place), ["me.a 1.0.0", "me.b 2.0.0", "me.c 2.0.0"]);
    assert_eq!(fs::read_dir(place.installed.root()).unwrap().count(), 1, "only the folder of the mods");
}

#[test]
fn if_one_pack_cannot_be_installed_none_is() {
    let place = Place::new();
    install_all(&place, &mods(&place, "1.0.0", &["a", "b"])).unwrap();
    let turn = place.installed.turn().unwrap();
    let staged: Vec<_> = mods(&place, "2.0.0", &["a", "b", "c"]).iter().map(|path| turn.stage(path).unwrap()).collect();
    // A folder that appears where a staged pack should be moved to: the same pack twice.
    let again = turn.stage(&mods(&place, "3.0.0", &["c"])[0]).unwrap();
    assert!(turn.put_all(staged.into_iter().chain([again]).collect()).is_err());
    drop(turn);
    place.installed.recover();
    assert_eq!(versions(&place), ["me.a 1.0.0", "me.b 1.0.0"]);
}

/// The steps of replacing two packs and adding one, as seen on the disk; and a second program that is killed while it
/// recovers.
#[test]
fn a_program_killed_while_it_installs_several_packs_leaves_none_of_them() {
    let ids = ["a", "b", "c"];
    for steps in 0..=5 {
        for recovered in 0..=2 {
            let place = Place::new();
            install_all(&place, &mods(&place, "1.0.0", &["a", "b"])).unwrap();
            let turn = place.installed.turn().unwrap();
            let part = place.installed.root().join(".part-killed");
            for path in mods(&place, "2.0.0", &ids) {
                let staged = turn.stage(&path).unwrap();
                fs::create_dir_all(part.join("mods")).unwrap();
                fs::rename(staged.pack.folder.path(), part.join("mods").join(staged.pack.id())).unwrap();
            }
            fs::write(part.join("group.json"), r#"[["mods","me.a"],["mods","me.b"],["mods","me.c"]]"#).unwrap();
            fs::create_dir_all(part.join("old/mods")).unwrap();
            let own = place.installed.root().join("mods");
            let moves = [("a", true), ("a", false), ("b", true), ("b", false), ("c", false)];
            for (id, is_aside) in &moves[..steps] {
                let id = format!("me.{id}");
                let (from, to) = match is_aside {
                    true => (own.join(&id), part.join("old/mods").join(&id)),
                    false => (part.join("mods").join(&id), own.join(&id)),
                };
                fs::rename(from, to).unwrap();
            }
            // The other program has taken back the new version of `a`, and perhaps put the old one in its place.
            if recovered >= 1 && steps >= 2 {
                fs::rename(own.join("me.a"), part.join("mods/me.a")).unwrap();
            }
            if recovered == 2 && steps >= 2 {
                fs::rename(part.join("old/mods/me.a"), own.join("me.a")).unwrap();
            }
            drop(turn);
            place.installed.recover();
            assert_eq!(versions(&place), ["me.a 1.0.0", "me.b 1.0.0"], "after step {steps}, {recovered}");
            assert!(!part.exists());
        }
    }
}

#[test]
fn the_record_of_a_pack_is_compared_with_its_files() {
    use grognard_packs::installed::{OriginSource, PackChange};
    let place = Place::new();
    let turn = place.installed.turn().unwrap();
    let staged = turn.stage(&place.pack("one", "1.0.0", &[("a.luau", "-- a\n"), ("b.luau", "-- b\n")])).unwrap();
    let source = OriginSource { registry: Some("near".into()), ..OriginSource::default() };
    let origin = staged.record(source).unwrap();
    turn.put(staged).unwrap();
    assert_eq!(place.installed.origin("me.river"), Some(origin.clone()));
    let changes = || origin.changes(&place.installed.library().get("me.river").unwrap().folder);
    assert_eq!(changes(), []);
    let folder = place.installed.root().join("mods/me.river");
    fs::write(folder.join("a.luau"), "-- A\n").unwrap();
    fs::remove_file(folder.join("b.luau")).unwrap();
    fs::write(folder.join("c.luau"), "").unwrap();
    fs::write(folder.join("a.luau~"), "what an editor leaves").unwrap();
    let expected = [
        PackChange::Changed("a.luau".into()),
        PackChange::Missing("b.luau".into()),
        PackChange::Added("c.luau".into()),
    ];
    assert_eq!(changes(), expected);
    turn.remove("me.river").unwrap();
    assert_eq!(place.installed.origin("me.river"), None);
}

#[test]
fn the_files_of_a_pack_have_the_hash_of_a_lock() {
    let library = grognard_packs::Library::open(&["../..".into()]);
    let battle = grognard_packs::load(&library, "battle-for-moscow", &[], &[]).unwrap();
    for locked in &battle.lock.packs {
        let pack = library.get(&locked.id).unwrap();
        let files = grognard_packs::store::PackFiles::of(pack).unwrap();
        assert_eq!(files.content, locked.content, "{}", locked.id);
    }
}
