//! `new`: its packs can be checked, played, simulated and tested at once.

use crate::cli::shell::Shell;
use std::fs;
use std::path::Path;

/// A folder without packs of its own; those of the project are found as usual.
fn empty() -> Shell {
    Shell::empty(&[env!("CARGO_MANIFEST_DIR")])
}

/// Runs a command that must succeed.
#[track_caller]
fn good(shell: &Shell, line: &str) -> String {
    let output = shell.output(line, "");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{line}\n{text}{}", String::from_utf8_lossy(&output.stderr));
    text
}

/// Checks, plays and tests a new pack.
#[track_caller]
fn is_ready(shell: &Shell, pack: &str, battle: &str, tests: &str) {
    let checked = good(shell, &format!("check {pack}"));
    assert!(checked.contains(" 0 errors, 0 warnings"), "{checked}");
    let tested = good(shell, &format!("test {tests}"));
    assert_eq!(tested, "1 passed, 0 failed\n");
    let simulated = good(shell, &format!("sim {battle} --games 20"));
    assert!(simulated.contains("20 games"), "{simulated}");
    let played = shell.output(&format!("play {battle} --seed 5"), &"1\n".repeat(3));
    let played = String::from_utf8_lossy(&played.stdout).into_owned();
    assert!(played.contains('1'), "{played}");
}

#[test]
fn a_battle_for_the_shipped_system() {
    let shell = empty();
    good(&shell, "new battle river-war");
    is_ready(&shell, "scenarios/river-war", "river-war", "river-war");
    good(&shell, "map river-war");
}

#[test]
fn a_system_with_a_battle_and_more_battles_for_it() {
    let shell = empty();
    good(&shell, "new system napoleon");
    is_ready(&shell, "scripts/napoleon", "napoleon", "scenarios/napoleon");
    good(&shell, "new battle second --system napoleon-system");
    is_ready(&shell, "scenarios/second", "second", "scenarios/second");
    good(&shell, "new mod better --for second");
    is_ready(&shell, "mods/better", "second --mod better", "mods/better");
    good(&shell, "new mod mud --for napoleon-system");
    is_ready(&shell, "mods/mud", "napoleon --mod mud", "mods/mud");
    let played = good(&shell, "sim napoleon --games 4 --player blue=greedy --player red=greedy");
    assert!(played.contains("Blue recruit"), "{played}");
}

#[test]
fn mods_for_shipped_packs() {
    let shell = empty();
    for target in ["battle-for-moscow", "battle-for-moscow-system"] {
        let name = format!("for-{target}");
        good(&shell, &format!("new mod {name} --for {target}"));
        is_ready(&shell, &format!("mods/{name}"), &format!("battle-for-moscow --mod {name}"), &format!("mods/{name}"));
    }
}

/// The series numbers its paragraphs with letters, and its set-up is simply `B`.
#[test]
fn mods_for_a_rulebook_with_lettered_chapters() {
    let shell = empty();
    for target in ["etoile-rouge", "moskva-1941", "rostov-1941"] {
        let name = format!("m-{target}");
        good(&shell, &format!("new mod {name} --for {target}"));
        assert!(shell.read(&format!("mods/{name}/tests/mod.md")).starts_with("# B "));
        assert_eq!(good(&shell, &format!("test mods/{name}")), "1 passed, 0 failed\n");
    }
}

#[test]
fn cosmetic_packs_and_translations() {
    let shell = empty();
    good(&shell, "new system napoleon");
    good(&shell, "new cosmetic greys --for napoleon");
    is_ready(&shell, "mods/greys", "napoleon --mod greys", "mods/greys");
    assert_eq!(hash(&shell, "napoleon --mod greys"), hash(&shell, "napoleon"), "games and saves are the same");
    let made = good(&shell, "new translation napoleon-pl --for napoleon --lang pl");
    assert!(made.contains("play napoleon --lang pl") && !made.contains("grognard test"), "{made}");
    assert!(good(&shell, "check mods/napoleon-pl").contains(" 0 errors, 0 warnings"));
    assert!(shell.read("mods/napoleon-pl/locale/pl.toml").contains("\n\"The town\" = \"The town\"\n"));
    let left = good(&shell, "locale napoleon --lang pl");
    assert!(left.contains("[prompt]") && !left.contains("[name]"), "{left}");
    shell.edit("mods/napoleon-pl/locale/pl.toml", "\"The town\" = \"The town\"", "\"The town\" = \"Miasto\"");
    assert!(good(&shell, "map napoleon --lang pl").contains("Miasto"));
}

/// The rules hash of a battle.
fn hash(shell: &Shell, battle: &str) -> String {
    let told = good(shell, &format!("sim {battle} --games 1"));
    told.lines().find(|line| line.starts_with("rules ")).unwrap_or_else(|| panic!("no hash in {told}")).to_owned()
}

#[test]
fn games_of_new_battles_come_to_an_end() {
    let shell = empty();
    good(&shell, "new system napoleon");
    let played = shell.output(
        "play napoleon --player blue=random --player red=person --seed 3 --save game.jsonl",
        &"done\n".repeat(60),
    );
    let text = String::from_utf8_lossy(&played.stdout).into_owned();
    assert!(text.contains("victory"), "{text}\n{}", String::from_utf8_lossy(&played.stderr));
    good(&shell, "replay game.jsonl --check");
}

#[test]
fn what_is_made_and_what_is_refused() {
    let mut shell = Shell::new();
    shell.write("scenarios/taken/notes.txt", "somebody's work\n");
    shell
        .run("new battle first --system skirmish")
        .run("new system Napoleon Wars")
        .run("new system Napoleon-Wars")
        .run("new battle con --system skirmish")
        .run("new battle ../up --system skirmish")
        .run("new battle x --system skirmisch")
        .run("new system small --id small")
        .run("new system ford")
        .run("new system forest")
        .run("new battle taken --system forest-system")
        .run("new mod veterans --id test.veterans --for ford")
        .run("new mod mine --for fort")
        .run("new cosmetic colours --for ford")
        .run("new translation ford-de --for ford --lang de")
        .run("new translation mine --for ford")
        .run("new translation mine --for ford --lang en")
        .run("new translation mine --for ford --lang german")
        .run("new editor");
    shell.write(".vscode/settings.json", "{}\n");
    shell.write("types/grognard.d.luau", "old\n");
    shell.run("new editor");
    shell.note("A template with a typo.");
    shell.edit("scripts/forest/template/units.toml", "The order of battle", "The order of {{batle}}");
    shell.run("new battle other --system forest-system").expect("new");
    let units: serde_json::Value = serde_json::from_str(&shell.read("schemas/units.schema.json")).expect("a schema");
    let unit = &units["$defs"]["UnitDecl"];
    assert!(unit["properties"]["strength"].is_object() && unit["properties"]["name"].is_object(), "{unit}");
    assert_eq!(unit["additionalProperties"], false, "`strenght` is a slip");
    assert_ne!(
        shell.json("schema")["units.schema.json"]["$defs"]["UnitDecl"]["additionalProperties"],
        false,
        "of all systems there are"
    );
    assert_eq!(shell.read("scenarios/taken/notes.txt"), "somebody's work\n");
    assert!(!shell.path("scenarios/other").exists() && !shell.path("scripts/small").exists());
    assert_eq!(hidden(&shell.path("scenarios")), 0);
}

fn hidden(folder: &Path) -> usize {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.filter(|entry| entry.file_name().to_string_lossy().starts_with('.')).count()
}
