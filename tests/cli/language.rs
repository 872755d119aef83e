//! Games in other languages, and the tools for translators.

use crate::cli::shell::Shell;

#[test]
fn a_sitting_in_french() {
    let mut shell = Shell::with_shipped_packs();
    let lines = [
        "préparée",
        "why moscou",
        "odds 0405",
        "info moscou",
        "info 10",
        "nulle part",
        "0405 all",
        "plus d’attaque",
        "log 3",
        "why 3",
        "XXIV",
        "why moscou",
        "undo",
        "fin du mouvement",
        "done",
        "quit",
    ];
    let play =
        "play battle-for-moscow --seed 1 --player german=person --player soviet=person --save game.jsonl --lang fr";
    shell.run_with(play, &lines).run("replay game.jsonl --check --lang fr").expect("language-french");
}

#[test]
fn a_translation_of_names() {
    let mut shell = Shell::with_shipped_packs();
    let play = "play battle-for-moscow --seed 1 --save game.jsonl --lang de";
    shell.run_with(play, &["prepared", "info moskau", "info Moscow", "info 1. Stoßarmee", "quit"]);
    shell.run("play battle-for-moscow --mod battle-for-moscow-de").expect("language-german");
}

#[test]
fn a_game_is_the_same_in_every_language() {
    let shell = Shell::with_shipped_packs();
    let play = "play battle-for-moscow --seed 7 --player german=random --player soviet=random";
    let shown =
        ["en", "fr", "de"].map(|lang| shell.output(&format!("{play} --save {lang}.jsonl --lang {lang}"), "").stdout);
    let saved = ["en", "fr", "de"].map(|lang| shell.read(&format!("{lang}.jsonl")));
    assert!(saved[0].lines().count() > 100, "a whole game");
    assert_eq!(saved[0], saved[1], "the journal with its hashes");
    assert_eq!(saved[0], saved[2], "the journal with its hashes");
    assert!(shown[0] != shown[1] && shown[0] != shown[2]);
}

#[test]
fn the_language_comes_from_the_environment_unless_it_is_told() {
    let shell = Shell::with_shipped_packs();
    let title = |variables: &[(&str, &str)], line: &str| {
        let mut command = shell.command(line);
        let output =
            command.envs(variables.iter().copied()).stdin(std::process::Stdio::null()).output().expect("a command");
        String::from_utf8(output.stdout)
            .expect("text")
            .lines()
            .next()
            .unwrap_or_default()
            .split(',')
            .next()
            .unwrap_or_default()
            .to_owned()
    };
    let play = |save: &str| format!("play battle-for-moscow --seed 1 --save {save}");
    assert_eq!(title(&[("GROGNARD_LANG", ""), ("LANG", "fr_FR.UTF-8")], &play("1")), "La bataille de Moscou");
    assert_eq!(title(&[("GROGNARD_LANG", "de"), ("LANG", "fr_FR.UTF-8")], &play("2")), "Die Schlacht um Moskau");
    assert_eq!(
        title(&[("GROGNARD_LANG", ""), ("LC_ALL", "C"), ("LANG", "fr_FR.UTF-8")], &play("3")),
        "Battle for Moscow"
    );
    assert_eq!(title(&[("LANG", "fr_FR.UTF-8")], &format!("{} --lang en", play("4"))), "Battle for Moscow");
    assert_eq!(title(&[("GROGNARD_LANG", ""), ("LANG", "nonsense/..")], &play("5")), "Battle for Moscow");
}

#[test]
fn languages_may_be_written_in_capitals() {
    let shell = Shell::with_shipped_packs();
    shell.write(
        "scripts/battle-for-moscow/locale/pt-BR.toml",
        "[name]\n\"Battle for Moscow\" = \"A batalha de Moscou\"\n",
    );
    let said = |lang: &str| {
        let output = shell.output(&format!("sim battle-for-moscow --games 3 --lang {lang}"), "");
        assert!(
            output.status.success() && output.stderr.is_empty(),
            "{lang}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        String::from_utf8(output.stdout).expect("text")
    };
    let french = said("fr");
    assert!(french.contains("3 parties") && french.contains("allemand"), "{french}");
    assert_eq!([said("FR"), said("Fr-ca")], [french.clone(), french]);
    assert_eq!(said("PT-br"), said("pt-BR"));
}

#[test]
fn shipped_packs_lack_no_text() {
    let shell = Shell::with_shipped_packs();
    let report = shell.json(
        "check scripts/std scripts/battle-for-moscow scenarios/battle-for-moscow \
        mods/battle-for-moscow-1986 mods/battle-for-moscow-de --json",
    );
    assert_eq!(report["diagnostics"], serde_json::json!([]));
}

#[test]
fn what_is_odd_about_a_catalogue() {
    let mut shell = Shell::new();
    shell.write("scripts/skirmish/locale/fr.toml", CATALOGUE);
    shell.edit("scripts/skirmish/march.luau", "\"it is too far for {1}\", unit", "`it is too far for {unit}`");
    shell.run("check scripts/skirmish").run("locale ford --lang fr");
    shell
        .note("an unknown language, and no language")
        .run_with("play ford --seed 1 --lang tlh --save game.jsonl", &["quit"]);
    shell.run("locale ford").run("play ford --lang français").expect("language-check");
}

const CATALOGUE: &str = r#"
[name]
"Blue marche" = "Marche bleue"
"wood" = "bois"

[log]
"{1} marches to {2}" = "{1} marche vers {3}"

[lable]
"surrender" = "se rendre"
"#;

#[test]
fn a_translation_has_only_texts() {
    let mut shell = Shell::new();
    let manifest = "format = 1\nid = \"test.ford-fr\"\nversion = \"1.0.0\"\nkind = \"translation\"\nname = \"Le gué\"\n\
        api = \">=0.2, <0.3\"\n\n[requires]\n\"test.ford\" = \"*\"\n";
    shell.write("mods/ford-fr/pack.toml", manifest);
    shell.write("mods/ford-fr/locale/fr.toml", "[name]\n\"Red Fox\" = \"Renard\"\n");
    shell.write("mods/ford-fr/rules.luau", "return {}\n");
    shell
        .run("check mods/ford-fr")
        .run("list")
        .run_with("play ford --seed 5 --save game.jsonl --lang fr", &["renard=3", "quit"]);
    shell.expect("language-translation");
}

#[test]
fn what_players_read_outside_of_games_is_in_their_language_too() {
    let mut shell = Shell::with_shipped_packs();
    shell.run("sim battle-for-moscow --games 20 --lang fr");
    shell.run("mods install mods/battle-for-moscow-de").run("mods info battle-for-moscow --lang fr");
    shell
        .run_with("play battle-for-moscow --seed 1 --save game.jsonl --lang fr", &["help", "quit"])
        .expect("language-commands");
    let list = String::from_utf8(shell.output("list --lang fr", "").stdout).expect("text");
    assert!(
        list.starts_with("Scénarios\n")
            && list.contains("La bataille de Moscou")
            && list.contains("Pour jouer : grognard play "),
        "{list}"
    );
    let english = shell.json("list --json");
    assert_eq!(shell.json("list --json --lang fr"), english, "JSON is for programs");
    assert_eq!(
        shell.json("sim battle-for-moscow --games 3 --json --lang fr"),
        shell.json("sim battle-for-moscow --games 3 --json")
    );
}

#[test]
fn a_file_of_texts_is_called_by_a_code() {
    let mut shell = Shell::new();
    shell.write("scripts/skirmish/locale/french.toml", CATALOGUE);
    shell.write("scripts/skirmish/locale/tlhingan.toml", "");
    shell.write("mods/fog/locale/fr.toml", "[label]\n\"+\" = \"plus\"\n");
    shell.run("check scripts/skirmish").run("check mods/fog").expect("language-codes");
}
