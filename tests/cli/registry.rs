//! `registry`, `publish` and the commands of `mods` for registries, from the author of a pack to the player.

use crate::cli::shell::Shell;
use grognard_testing::copy;
use grognard_testing::served_folder::{Fault, ServedFolder};
use std::path::Path;
use std::process::Command;

/// Writes a mod of the small battle that sets the strength of a unit.
pub fn write_mod(shell: &Shell, root: &str, name: &str, version: &str, requires: &str, strength: u32) {
    let manifest = format!(
        "format = 1\nid = \"test.{name}\"\nversion = \"{version}\"\nkind = \"mod\"\nname = \"{name} on the ford\"\n\
         summary = \"Bad weather\"\nauthors = [\"A. Author\"]\nlicense = \"MIT\"\napi = \">=0.2, <0.3\"\n\
         links = {{ source = \"https://example.org/{name}\" }}\n\n[requires]\n\"test.ford\" = \"^1\"\n{requires}"
    );
    shell.write(&format!("{root}/mods/{name}/pack.toml"), &manifest);
    let unit = if name == "hail" { "Boar" } else { "Red Fox" };
    let patch = format!(
        "[[patch]]\nat = 'units.unit[\"{unit}\"].strength'\nop = \"set\"\nvalue = {strength}\nwhy = \"{name}\"\n"
    );
    shell.write(&format!("{root}/mods/{name}/patches/units.toml"), &patch);
}

/// An author with three mods, of which one needs another, and a registry of them.
pub fn author() -> Shell {
    let shell = Shell::new();
    write_mod(&shell, "new", "hail", "1.0.0", "", 5);
    write_mod(&shell, "new", "rain", "1.0.0", "\"test.hail\" = \"^1\"\n", 4);
    write_mod(&shell, "new", "fine-day", "1.0.0", "", 2);
    succeed(&shell, "registry key secret.key");
    succeed(&shell, "registry build registry --from new --name test --sign secret.key --no-trial");
    shell
}

pub fn succeed(shell: &Shell, line: &str) -> String {
    let output = shell.output(line, "");
    assert!(output.status.success(), "{line}\n{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

fn fail(shell: &Shell, line: &str) -> String {
    let output = shell.output(line, "");
    assert!(!output.status.success(), "{line}\n{}", String::from_utf8_lossy(&output.stdout));
    String::from_utf8(output.stderr).expect("text")
}

/// Adds the registry of an author.
pub fn add(player: &Shell, name: &str, author: &Shell, address: &str) {
    succeed(player, &format!("registry add {name} {address} --key {}", author.path("secret.key.pub").display()));
}

#[test]
fn a_registry_is_made_and_made_again() {
    let mut shell = Shell::new();
    write_mod(&shell, "new", "hail", "1.0.0", "", 5);
    succeed(&shell, "registry key secret.key");
    shell
        .run("registry build registry --from new")
        .run("registry build registry --from new --name test --sign secret.key")
        .run("registry build registry --from new --sign secret.key");
    shell.note("Published versions never change.");
    shell.edit("new/mods/hail/patches/units.toml", "value = 5", "value = 6");
    shell.run("registry build registry --from new --sign secret.key");
    shell.edit("new/mods/hail/pack.toml", "1.0.0", "1.1.0");
    shell.run("registry build registry --from new");
    shell.note("A mod with a mistake fails the trial.");
    shell.edit("new/mods/hail/pack.toml", "1.1.0", "1.2.0");
    shell.edit("new/mods/hail/patches/units.toml", "Boar", "Bore");
    shell.run("registry build registry --from new --sign secret.key").run("registry key secret.key");
    shell.run("registry build registry --from nowhere").expect("registry-build");
}

/// The published version is there for packs that need it. The trial of the next version does not run its tests.
#[test]
fn the_next_version_has_other_tests() {
    let shell = Shell::new();
    let set_strength = |version: &str, strength: u32| {
        write_mod(&shell, "new", "hail", version, "", strength);
        let position = "```given\nscenario test.ford\nmod test.hail\n```";
        let case = format!("# 1.0 Hail\n\n## The Boar\n{position}\n```then\n{strength}-2 \"Boar\" at 0302\n```\n");
        shell.write("new/mods/hail/tests/hail.md", &case);
    };
    set_strength("1.0.0", 5);
    succeed(&shell, "registry build registry --from new --name test");
    set_strength("1.1.0", 6);
    assert!(succeed(&shell, "registry build registry --from new").contains("added test.hail 1.1.0"));
    shell.edit("new/mods/hail/tests/hail.md", "6-2", "5-2");
    shell.edit("new/mods/hail/pack.toml", "1.1.0", "1.2.0");
    assert!(fail(&shell, "registry build registry --from new").contains("Boar (full) has the values 6-2, not 5-2"));
}

/// A signature with a key that nobody trusts would lock all players out.
#[test]
fn a_registry_keeps_its_key() {
    let author = author();
    succeed(&author, "registry key other.key");
    let signature = || std::fs::read(author.path("registry/registry.json.minisig")).expect("a signature");
    let before = signature();
    assert!(fail(&author, "registry build registry --sign other.key").contains("E735"));
    assert_eq!(signature(), before);
    succeed(&author, "registry build registry --next-key other.key.pub --sign secret.key");
    succeed(&author, "registry build registry --sign other.key");
    let refused = fail(&author, "registry add here registry --key secret.key");
    let secret = std::fs::read_to_string(author.path("secret.key")).expect("a key");
    let secret = secret.lines().last().expect("a line");
    assert!(refused.contains("contains a secret key") && !refused.contains(secret), "{refused}");
    assert!(fail(&author, "publish mods/veterans --to nowhere").contains("there is no registry in nowhere"));
    assert!(!author.path("nowhere").exists());
}

/// One byte of a manifest makes a pack unreadable, and it is not used. It must not disappear without a word.
#[test]
fn a_pack_whose_manifest_is_damaged() {
    let author = author();
    let player = Shell::new();
    add(&player, "near", &author, &author.path("registry").display().to_string());
    succeed(&player, "mods install hail");
    player.edit("data/grognard/packs/mods/test.hail/pack.toml", "format = 1", "format = '");
    let refused = fail(&player, "mods verify");
    assert!(refused.contains("the manifest of `test.hail` cannot be read"), "{refused}");
    succeed(&player, "mods install hail");
    assert!(succeed(&player, "mods verify").contains("unchanged"));
    std::fs::remove_file(player.path("data/grognard/packs/mods/test.hail/pack.toml")).expect("a file");
    assert!(fail(&player, "mods verify hail").contains("cannot be read"));
    assert!(succeed(&player, "mods remove hail").contains("removed test.hail"));
    assert!(succeed(&player, "mods verify").contains("Nothing is installed"));
}

/// A registry that is out of reach does not hide what the others offer; but a pack is not chosen without it, since it
/// may offer the same one.
#[test]
fn a_registry_out_of_reach() {
    let (near, far) = (author(), author());
    let player = Shell::new();
    add(&player, "near", &near, &near.path("registry").display().to_string());
    add(&player, "far", &far, &far.path("registry").display().to_string());
    succeed(&player, "mods install hail --registry near");
    for name in ["search.json", "registry.json"] {
        std::fs::write(far.path("registry").join(name), "{}").expect("a file");
    }
    let found = player.output("mods search hail", "");
    assert!(found.status.success() && String::from_utf8_lossy(&found.stdout).contains("test.hail 1.0.0"), "{found:?}");
    assert!(String::from_utf8_lossy(&found.stderr).contains("error[E72"), "{found:?}");
    assert!(succeed(&player, "mods outdated").contains("up to date"));
    assert!(fail(&player, "mods install rain").contains("error[E72"));
}

/// Without names, `update` leaves each pack to the registry it came from.
#[test]
fn an_update_does_not_change_the_registry() {
    let (near, far) = (author(), author());
    let player = Shell::new();
    add(&player, "near", &near, &near.path("registry").display().to_string());
    add(&player, "far", &far, &far.path("registry").display().to_string());
    succeed(&player, "mods install hail --registry near");
    write_mod(&far, "new", "hail", "1.5.0", "", 3);
    succeed(&far, "registry build registry --from new --sign secret.key --no-trial");
    assert!(succeed(&player, "mods update --registry far").contains("No installed packs came from"));
    assert!(succeed(&player, "mods update hail --registry far").contains("updated test.hail 1.5.0"));
}

#[test]
fn a_pack_is_submitted() {
    let mut shell = Shell::new();
    write_mod(&shell, "new", "hail", "1.0.0", "", 5);
    succeed(&shell, "registry build clone --from new --name test --no-trial");
    shell.run("publish mods/veterans").run("publish mods/veterans --to clone").run("registry build clone");
    shell.edit("mods/veterans/patches/units.toml", "Boar", "Bore");
    shell.run("publish mods/veterans --to clone").expect("publish");
}

#[test]
fn from_the_registry_to_the_game() {
    let author = author();
    let server = ServedFolder::new(&author.path("registry"));
    let mut player = Shell::new();
    player.run("mods search rain").run("mods install rain@1");
    add(&player, "near", &author, &server.url);
    player
        .run("mods search weather")
        .run("mods search rain ford")
        .run("mods search sun")
        .run("mods info rain")
        .run("mods list")
        .run("mods install rain")
        .run("mods install test.rain@1.0.0")
        .run("mods install rian")
        .run("mods install rain@2")
        .run("mods list")
        .run("mods verify")
        .run("mods outdated")
        .run("mods update");
    player.note("A game is begun; then the author publishes another version of both mods.");
    let begun = player.output("play ford --seed 5 --save game.jsonl", "\"Red Fox\"=2 7=1\nall\n3\ngrey 0301\n");
    assert!(begun.status.success(), "{}", String::from_utf8_lossy(&begun.stderr));
    write_mod(&author, "new", "hail", "1.5.0", "", 3);
    write_mod(&author, "new", "rain", "2.0.0", "\"test.hail\" = \"^1.5\"\n", 3);
    succeed(&author, "registry build registry --from new --sign secret.key --no-trial");
    player.run("mods outdated").run("mods update").run("mods update");
    player
        .run("play --load game.jsonl")
        .run_with("play --load game.jsonl --fork --save fork.jsonl", &["quit"])
        .run_with("play --load game.jsonl --pin", &["quit"]);
    player.run_with("play --load game.jsonl --migrate", &["quit"]);
    player.note("One byte is changed.");
    player.edit("data/grognard/packs/mods/test.rain/patches/units.toml", "value = 3", "value = 9");
    player.write("data/grognard/packs/mods/test.rain/notes.md", "mine\n");
    std::fs::remove_file(player.path("data/grognard/packs/mods/test.hail/patches/units.toml")).expect("a file");
    player.run("mods verify").run("mods install test.rain@2.0.0 test.hail@1.5.0").expect("registry-player");
}

/// The player who receives a save has none of its mods.
#[test]
fn the_packs_of_a_save_are_fetched() {
    let author = author();
    let other = Shell::new();
    add(&other, "near", &author, &author.path("registry").display().to_string());
    succeed(&other, "mods install rain");
    let begun = other.output("play ford --seed 5 --save game.jsonl", "\"Red Fox\"=2 7=1\nall\n3\ngrey 0301\n");
    assert!(begun.status.success(), "{}", String::from_utf8_lossy(&begun.stderr));
    write_mod(&author, "new", "rain", "1.1.0", "\"test.hail\" = \"^1\"\n", 3);
    succeed(&author, "registry build registry --from new --sign secret.key --no-trial");
    let mut player = Shell::new();
    player.write("game.jsonl", &other.read("game.jsonl"));
    player.run("play --load game.jsonl").run("mods fetch game.jsonl");
    add(&player, "near", &author, &author.path("registry").display().to_string());
    player
        .run("play --load game.jsonl")
        .run("mods fetch game.jsonl")
        .run("mods fetch game.jsonl")
        .run_with("play --load game.jsonl --pin", &["quit"])
        .run("mods list");
    player.expect("registry-save");
}

#[test]
fn all_or_nothing() {
    let author = author();
    let server = ServedFolder::new(&author.path("registry"));
    let mut player = Shell::new();
    add(&player, "near", &author, &server.url);
    write_mod(&player, ".", "broken", "1.0.0", "", 5);
    player.edit("mods/broken/patches/units.toml", "Red Fox", "Red Box");
    player.run("mods install rain fine-day mods/broken").run("mods list");
    let index: serde_json::Value =
        serde_json::from_str(&author.read("registry/index/ha/test.hail.json")).expect("an index");
    let archive = format!("archives/{}.zip", index["versions"][0]["blake3"].as_str().expect("a hash"));
    server.fault(&archive, Fault::Bytes(b"another archive".to_vec()));
    player.run("mods install rain fine-day").run("mods list");
    let left = std::fs::read_dir(player.path("data/grognard/packs")).expect("a folder").flatten();
    let left: Vec<_> = left.map(|entry| entry.file_name().into_string().expect("text")).collect();
    assert!(left.iter().all(|name| !name.starts_with(".part-")), "{left:?}");
    player.expect("registry-all-or-nothing");
}

#[test]
fn what_is_not_trusted() {
    let (one, two) = (author(), author());
    let player = Shell::new();
    let address = |author: &Shell| author.path("registry").display().to_string();
    add(&player, "one", &one, &address(&one));
    let refused = |line: &str, code: &str| {
        let text = fail(&player, line);
        assert!(text.contains(&format!("error[{code}]")), "{line}: expected {code}, found\n{text}");
    };
    let key = two.path("secret.key.pub").display().to_string();
    refused(&format!("registry add two {} --key {}", address(&two), one.path("secret.key.pub").display()), "E723");
    refused(&format!("registry add two http://example.org/ --key {key}"), "E720");
    refused(&format!("registry add two {} --key abc", address(&two)), "E735");
    refused(&format!("registry add Two! {} --key {key}", address(&two)), "E721");
    refused(&format!("registry add one {} --key {key}", address(&two)), "E721");
    refused("registry remove tow", "E721");
    refused("registry trust one", "E739");
    add(&player, "two", &two, &address(&two));
    refused("mods install rain", "E727");
    assert!(succeed(&player, "mods install rain --registry two").contains("installed test.rain 1.0.0"));
    write_mod(&one, "new", "rain", "9.0.0", "", 9);
    succeed(&one, "registry build registry --from new --sign secret.key --no-trial");
    assert_eq!(succeed(&player, "mods update"), "All packs from registries are up to date.\n");
    succeed(&player, "registry remove two");
    refused("mods update", "E727");
    assert!(succeed(&player, "registry list").contains("one"));
}

#[test]
fn without_a_network() {
    let author = author();
    let player = Shell::new();
    add(&player, "near", &author, &author.path("registry").display().to_string());
    succeed(&player, "mods info rain");
    std::fs::rename(author.path("registry"), author.path("gone")).expect("a folder that moves");
    let output = player.output("mods install rain", "");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(String::from_utf8_lossy(&output.stderr).contains("using what was fetched earlier"));
    assert!(fail(&player, "mods install fine-day --offline").contains("E722"));
}

/// A registry announces a key before it uses it.
#[test]
fn a_key_is_changed() {
    let author = author();
    let player = Shell::new();
    add(&player, "near", &author, &author.path("registry").display().to_string());
    succeed(&author, "registry key next.key");
    let next = author.read("next.key.pub").lines().last().expect("a key").to_owned();
    succeed(&author, &format!("registry build registry --next-key {next} --sign secret.key"));
    let noted = player.output("mods search rain", "");
    assert!(String::from_utf8_lossy(&noted.stderr).contains("will change its key"));
    assert!(succeed(&player, "registry trust near").contains(&next));
    succeed(&author, "registry build registry --sign next.key");
    assert!(succeed(&player, "mods search rain").contains("test.rain"));
    assert!(succeed(&player, "registry trust near").contains("accepted only with its new key"));
    assert!(player.read("data/config.toml").contains(&format!("key = \"{next}\"")));
    assert!(!player.read("data/config.toml").contains("next_key"));
}

#[test]
fn archives_and_repositories_elsewhere() {
    let author = author();
    let server = ServedFolder::new(author.path("").as_path());
    let player = Shell::new();
    succeed(&author, "pack mods/veterans -o veterans.zip");
    let hash = blake3::hash(&std::fs::read(author.path("veterans.zip")).expect("an archive")).to_hex();
    let url = format!("{}/veterans.zip", server.url);
    assert!(fail(&player, &format!("mods install {url}#blake3={}", "0".repeat(64))).contains("E724"));
    assert!(fail(&player, &format!("mods install {url}#soon")).contains("E720"));
    assert!(fail(&player, &format!("mods install {}/nothing.zip", server.url)).contains("E722"));
    assert!(succeed(&player, &format!("mods info {url}")).contains("test.veterans"));
    assert!(succeed(&player, &format!("mods install {url}#blake3={hash}")).contains("installed test.veterans 1.0.0"));
    let git = |line: &str| {
        let mut command = Command::new("git");
        command.args(line.split_whitespace()).current_dir(author.path("new/mods/hail"));
        assert!(command.output().expect("git").status.success(), "git {line}");
    };
    ["init -q -b main", "add .", "-c user.name=A -c user.email=a@example.org commit -q -m hail", "tag v1"]
        .into_iter()
        .for_each(git);
    let repository = format!("git+file://{}", author.path("new/mods/hail").display());
    assert!(fail(&player, &format!("mods install {repository}#v2")).contains("E736"));
    assert!(succeed(&player, &format!("mods install {repository}#v1")).contains("installed test.hail 1.0.0"));
}

#[test]
fn the_shipped_mods_in_a_registry() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let shell = Shell::empty(&[env!("CARGO_MANIFEST_DIR")]);
    copy(&root.join("mods"), &shell.path("all/mods"));
    let shipped = std::fs::read_dir(root.join("mods")).expect("mods").flatten();
    let shipped = shipped.filter(|entry| entry.path().join("pack.toml").is_file()).count();
    succeed(&shell, "registry key secret.key");
    let made = succeed(&shell, "registry build registry --from all --name shipped --sign secret.key --no-trial");
    assert!(made.contains(&format!("registry: {shipped} packs, {shipped} versions, serial 1")), "{made}");
    let server = ServedFolder::new(&shell.path("registry"));
    succeed(&shell, &format!("registry add shipped {} --key secret.key.pub", server.url));
    let all = shell.json("mods search --json");
    assert_eq!(all.as_array().expect("a list").len(), shipped);
    let found = shell.json("mods search battle-for-moscow-1986 --json");
    assert_eq!(found[0]["id"], "grognard.battle-for-moscow-1986");
    let said = succeed(&shell, "mods install battle-for-moscow-1986@*");
    assert!(said.starts_with("installed grognard.battle-for-moscow-1986"), "{said}");
    assert!(succeed(&shell, "mods verify").contains("unchanged"));
}
