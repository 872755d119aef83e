//! Player aids: they match what the rules do under any mod, and names from packs are escaped.

use grognard_aids::{BattleContent, File, make};
use grognard_engine::decision::{Answer, Form};
use grognard_engine::ids::{Id, SpaceId, UnitId};
use grognard_engine::sequence::Cursor;
use grognard_play::{Battle, BattleRequest, Seat, Session};
use grognard_testing::copy;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

fn request(mods: &[&str]) -> BattleRequest {
    let roots = vec![PathBuf::from(env!("CARGO_MANIFEST_DIR"))];
    BattleRequest {
        roots,
        scenario: "battle-for-moscow".into(),
        mods: mods.iter().map(|name| name.to_string()).collect(),
        ..BattleRequest::default()
    }
}

fn aids(request: BattleRequest) -> Vec<File> {
    make(&BattleContent::load(request).unwrap_or_else(|errors| panic!("{}", grognard_packs::render(&errors, false))))
}

fn page<'a>(files: &'a [File], name: &str) -> &'a str {
    &files.iter().find(|file| file.name == name).unwrap_or_else(|| panic!("no {name}")).text
}

fn between<'a>(text: &'a str, start: &str, end: &str) -> Option<(&'a str, &'a str)> {
    text.split_once(start).and_then(|(_, rest)| rest.split_once(end))
}

/// The cells of a printed chart, by row and column.
fn printed(page: &str) -> BTreeMap<(String, String), String> {
    let mut cells = BTreeMap::new();
    let mut rest = page;
    while let Some((row, after)) = between(rest, "data-row=\"", "\"") {
        let (column, after) = between(after, "data-column=\"", "\"").expect("a column");
        let (value, after) = between(after, "<span class=\"value\">", "</span>").expect("a value");
        cells.insert((row.to_owned(), column.to_owned()), value.to_owned());
        rest = after;
    }
    cells
}

/// A battle at odds of `odds` to one, fought by the rules' own procedure: the result is what happens to the units.
fn fight(battle: &Battle, odds: usize, die: u32) -> &'static str {
    let content = battle.content.clone();
    let unit = |name: &str| content.unit_names.find(name).expect("a unit");
    let space = |name: &str| content.map.names.find(name).expect("a hex");
    let mut session = Session::new(battle.clone(), 1, vec![Seat::Person; 2]).expect("a session");
    let table = &mut session.game.table;
    (0..content.units.len()).map(UnitId::from_index).for_each(|id| table.state.place(&content, id, None));
    let defender = unit("XXXIV");
    let attackers: &[(&str, u8)] = match odds {
        1 => &[("3", 1)],
        2 => &[("3", 2)],
        3 => &[("3", 2), ("5", 1)],
        4 => &[("3", 2), ("5", 2)],
        5 => &[("3", 2), ("5", 2), ("10", 1)],
        _ => &[("3", 2), ("5", 2), ("10", 2)],
    };
    let mut lay = |id: UnitId, steps: u8, at: SpaceId| {
        table.state.set_steps(id, steps);
        table.state.place(&content, id, Some(at));
    };
    lay(defender, 2, space("0607"));
    for ((name, steps), at) in attackers.iter().zip(["0606", "0507", "0707"]) {
        lay(unit(name), *steps, space(at));
    }
    table.state.set_cursor(soviet_combat(battle));
    table.loaded_dice.push_back(die);
    play_out(&mut session);
    assert!(session.game.table.loaded_dice.is_empty(), "no die was rolled at {odds}:1");
    let state = &session.game.table.state;
    let lost = attackers.iter().any(|(name, steps)| state.unit(unit(name)).steps < *steps);
    let target = state.unit(defender);
    match (target.place.map(|at| at == space("0607")), target.steps, lost) {
        (Some(true), 2, false) => "NE",
        (Some(true), 2, true) => "AL",
        (Some(false), 2, false) => "DR",
        (Some(false), 1, false) => "DRL",
        (Some(false), 1, true) => "EX",
        (None, 0, false) => "DE",
        other => panic!("{odds}:1, die {die}: no result leads to {other:?}"),
    }
}

/// The Soviet combat phase of the second turn.
fn soviet_combat(battle: &Battle) -> Cursor {
    let turns = battle.content.sequence.turn.iter().enumerate();
    let mut all =
        turns.flat_map(|(at, turn)| turn.phases.iter().enumerate().map(move |(phase_at, phase)| (at, phase_at, phase)));
    let (player_turn, phase, _) = all.find(|(.., phase)| phase.name == "Soviet combat").expect("a phase");
    Cursor { turn: 2, player_turn: player_turn as u16, round: 0, phase: phase as u16 }
}

/// Attacks with everything, takes the first retreat, does not advance.
fn play_out(session: &mut Session) {
    session.settle().expect("the rules run");
    while let Some(pending) = session.game.table.pending().cloned() {
        let key = session.game.table.questions[pending.question.index()].key.to_string();
        let answer = match (key.as_str(), pending.form) {
            ("combat.advance", _) => Answer::Stop,
            (key, _) if !key.starts_with("combat.") && !key.starts_with("retreat.") => return,
            (_, Form::One) => Answer::One(pending.options[0].clone()),
            _ => Answer::Several(pending.options.clone()),
        };
        session.answer(pending.side, answer).expect("it is offered");
    }
}

fn compare(mods: &[&str]) -> BTreeMap<(String, String), String> {
    let printed = printed(page(&aids(request(mods)), "chart-crt.html"));
    assert_eq!(printed.len(), 36, "every cell of the table is printed");
    let battle = Battle::load(request(mods)).expect("a battle");
    for ((row, column), value) in &printed {
        let odds = column.split(':').next().and_then(|text| text.parse().ok()).expect("odds");
        let die = row.parse().expect("a die");
        assert_eq!(value, fight(&battle, odds, die), "{column}, die {row}, with {mods:?}");
    }
    printed
}

#[test]
fn the_printed_combat_results_table_is_the_one_enforced() {
    compare(&[]);
}

#[test]
fn every_shipped_scenario_has_aids() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let folders = fs::read_dir(root.join("scenarios"))
        .expect("the shelf of scenarios")
        .map(|folder| folder.expect("a folder").path());
    let scenarios: Vec<String> = folders
        .filter(|folder| {
            fs::read_to_string(folder.join("pack.toml")).is_ok_and(|pack| pack.contains("kind = \"scenario\""))
        })
        .filter_map(|folder| Some(folder.file_name()?.to_string_lossy().into_owned()))
        .collect();
    assert!(scenarios.len() > 6, "{scenarios:?}");
    for scenario in scenarios {
        let files =
            aids(BattleRequest { roots: vec![root.clone()], scenario: scenario.clone(), ..BattleRequest::default() });
        assert!(page(&files, "setup.html").contains("<table"), "{scenario}");
    }
}

#[test]
fn so_it_is_in_the_first_edition() {
    assert_eq!(compare(&["battle-for-moscow-1986"]), compare(&[]));
}

#[test]
fn a_mod_that_changes_a_cell_changes_what_is_printed_and_what_is_enforced() {
    let (base, changed) = (compare(&[]), compare(&["bloody-assault"]));
    let differ: Vec<_> = base.iter().filter(|(at, value)| changed[*at] != **value).map(|(at, _)| at.clone()).collect();
    assert_eq!(differ, [("6".to_owned(), "1:1".to_owned())]);
}

#[test]
fn what_a_mod_changed_is_marked_with_pack_old_value_and_reason() {
    let files = aids(request(&["bloody-assault"]));
    for name in ["index.html", "chart-crt.html"] {
        let page = page(&files, name);
        assert!(page.contains(
            "<td class=\"changed\" data-row=\"6\" data-column=\"1:1\"><span class=\"value\">EX</span><a class=\"mark\""
        ));
        assert!(page.contains(">†1</a>"), "a sign that survives black and white");
        assert!(page.contains("<i>Bloody assaults</i>: was AL (an assault at even odds hurts the defender as well)"));
    }
    assert_eq!(page(&files, "chart-crt.html").matches("class=\"changed\"").count(), 1);
    let plain = aids(request(&[]));
    assert!(plain.iter().all(|file| !file.text.contains("class=\"mark\"") && file.name != "changes.html"));
}

#[test]
fn units_phases_options_and_rules_are_marked_too() {
    let files = aids(request(&["battle-for-moscow-1986"]));
    assert!(page(&files, "setup.html").contains("was strength [7, 3] (odd strengths were rounded up)"));
    assert!(page(&files, "setup.html").contains("was name XXIII (the number on the counter)"));
    assert!(page(&files, "turns.html").contains("was 4 (mud did not delay replacements)"));
    assert!(page(&files, "sequence.html").contains("was turns 2-7 (the first turn begins with panzer movement)"));
    assert!(page(&files, "options.html").contains("was false (mud halved every attacker)"));
    assert!(page(&files, "changes.html").contains("Fortifications help Soviet units only"));
}

#[test]
fn options_that_a_mod_has_fixed_are_in_force_like_others() {
    let files = aids(request(&["help-the-soviets"]));
    let options = page(&files, "options.html");
    let row = between(options, "<code>mud_halves_all</code>", "</tr>").expect("a row").0;
    assert!(row.contains("Mud halves all attackers") && row.contains("<b>on</b>"), "{row}");
    assert!(row.contains("fixed by A handicap for the Germans"), "{row}");
    assert!(options.contains("<code>panzer_refit_delay</code>"));
    let changes = page(&files, "changes.html");
    let row = between(changes, "<code>options.mud_halves_all</code>", "</tr>").expect("a row").0;
    assert!(row.contains("the option mud_halves_all is fixed at “on”"), "{row}");
    assert!(!changes.contains("default = true"), "no TOML of a whole table");
}

#[test]
fn who_attacks_and_who_defends_is_said() {
    let files = aids(request(&["cossacks"]));
    let terrain = page(&files, "terrain.html");
    assert!(
        terrain.contains("infantry corps defending against cavalry corps: −1 column (9.2), +1 column (9.2)"),
        "{terrain}"
    );
}

#[test]
fn long_lists_are_told_by_what_came_and_went() {
    let files = aids(request(&["battle-for-moscow-1986"]));
    let changes = page(&files, "changes.html");
    let row = |at: &str| {
        let head = format!("<th scope=\"row\"><code>{at}</code></th>");
        between(changes, &head, "</tr>").unwrap_or_else(|| panic!("no row {at}")).0.to_owned()
    };
    assert!(row("map.terrain.forest").contains("32 parts"), "{}", row("map.terrain.forest"));
    assert!(
        row("map.terrain.forest").contains("25 parts; removed: 0109, 0203, 0209, 0210, 0309, 0311, 0511"),
        "{}",
        row("map.terrain.forest")
    );
    assert!(row("map.tags.star").contains("13 parts; new: 0504, 0505; removed: 0503, 0511, 0608"));
    // Short values and cells are shown in full, with their names.
    assert!(row("units.unit[&quot;VII&quot;].strength").contains("[7, 4]"));
    assert!(row("charts.calendar.cells[&quot;3&quot;][&quot;soviet&quot;]").contains(">5</td>"));
    let widest =
        changes.split("<td class=\"wide\">").skip(1).filter_map(|cell| cell.split("</td>").next()).map(str::len).max();
    assert!(widest < Some(200), "{widest:?}");
}

#[test]
fn a_renamed_chart_is_compared_with_what_it_was() {
    let root = tempfile::tempdir().unwrap();
    copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli/packs"), root.path());
    let mut patches = fs::read_to_string(root.path().join("mods/veterans/patches/units.toml")).unwrap();
    let at = |rest: &str| format!("\n[[patch]]\nat = 'charts.{rest}\n");
    patches += &at("crt'\nop = \"rename\"\nvalue = \"fights\"");
    patches += &at("fights.title'\nop = \"set\"\nvalue = \"Fights\"");
    fs::write(root.path().join("mods/veterans/patches/units.toml"), patches).unwrap();
    let fight = root.path().join("scripts/skirmish/fight.luau");
    fs::write(&fight, fs::read_to_string(&fight).unwrap().replace("\"crt\"", "\"fights\"")).unwrap();
    let request = BattleRequest {
        roots: vec![root.path().into()],
        scenario: "ford".into(),
        mods: vec!["veterans".into()],
        ..BattleRequest::default()
    };
    let files = aids(request);
    let chart = page(&files, "chart-fights.html");
    assert!(!chart.contains("class=\"changed\""), "no cell is another");
    assert!(chart.contains("was Results of a fight"), "but the title is");
}

#[test]
fn the_terrain_chart_tells_what_the_rules_do() {
    let terrain = |mods: &[&str]| page(&aids(request(mods)), "terrain.html").to_owned();
    let row = |page: &str, word: &str| {
        let (row, _) = between(page, &format!("<th scope=\"row\">{word}</th>"), "</tr>").expect("a row");
        let cells = row.split("<span class=\"value\">").skip(1);
        cells.filter_map(|cell| Some(cell.split_once("</span>")?.0.to_owned())).collect::<Vec<_>>()
    };
    let second = terrain(&[]);
    assert_eq!(row(&second, "clear"), ["1", "1", "1", "–"]);
    assert_eq!(row(&second, "forest"), ["1", "2", "1", "−1 column (9.2)"]);
    assert_eq!(row(&second, "fortification"), ["–", "–", "–", "−1 column (9.2)"]);
    assert_eq!(row(&second, "river")[3], "−1 column (9.2), if every attacker crosses it");
    assert_eq!(row(&second, "rail")[2], "moves along it");
    assert!(second.contains("Only one of these applies: forest, major city, fortification."));
    let first = terrain(&["battle-for-moscow-1986"]);
    assert_eq!(row(&first, "fortification")[3], "Soviet defending: −1 column (9.2)");
    assert!(first.contains("was −1 column (9.2) (a rule changed)"));
}

#[test]
fn reinforcements_stand_on_the_turn_track() {
    let files = aids(request(&[]));
    let (turn, _) = between(page(&files, "turns.html"), "<th scope=\"row\">4</th>", "</tr>").expect("turn 4");
    assert!(turn.contains("<svg") && turn.contains("<span>1st Shock</span>") && turn.contains("mud"));
}

const HOSTILE: &str = "</title><script>alert(1)</script> & \\\" onmouseover='alert(2)' \\u0000\\u202E";

/// Puts a name full of markup wherever a pack can have a name.
fn hostile_packs(root: &Path) {
    copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli/packs"), root);
    let edit = |file: &str, changes: &[(&str, &str)]| {
        let mut text = fs::read_to_string(root.join(file)).unwrap();
        for (from, to) in changes {
            assert!(text.contains(from), "{file}: {from}");
            text = text.replace(from, &to.replace("HOSTILE", HOSTILE));
        }
        fs::write(root.join(file), text).unwrap();
    };
    edit("scenarios/ford/pack.toml", &[("name = \"The ford\"", "name = \"HOSTILE\"")]);
    edit("scenarios/ford/units.toml", &[("Red Fox", "HOSTILE")]);
    edit("scenarios/ford/map.toml", &[("Fordham", "HOSTILE")]);
    edit("scripts/skirmish/system.toml", &[("adjective = \"Blue\"", "adjective = \"HOSTILE\"")]);
    edit(
        "scripts/skirmish/sequence.toml",
        &[("name = \"Red turn\"", "name = \"HOSTILE\""), ("name = \"Red march\"", "name = \"HOSTILE\"")],
    );
    edit("scripts/skirmish/rulebook.toml", &[("\"Supplies\"", "\"HOSTILE\"")]);
    edit("scripts/skirmish/pack.toml", &[("label = \"Supplies to be shared out\"", "label = \"HOSTILE\"")]);
    let chart = [
        ("title = \"Results of a fight\"", "title = \"HOSTILE\""),
        ("name = \"die\"", "name = \"HOSTILE\""),
        ("\"gone\"", "\"HOSTILE\""),
    ];
    edit("scripts/skirmish/charts/crt.toml", &chart);
    let text = fs::read_to_string(root.join("scripts/skirmish/charts/crt.toml")).unwrap();
    let meaning = format!("{text}\n[meaning]\n\"{HOSTILE}\" = \"{HOSTILE}\"\n");
    fs::write(root.join("scripts/skirmish/charts/crt.toml"), meaning).unwrap();
    edit("mods/veterans/pack.toml", &[("name = \"Veterans\"", "name = \"HOSTILE\"")]);
    edit("mods/veterans/patches/units.toml", &[("they have been here before", "HOSTILE")]);
    let rename = "\n[[patch]]\nat = 'charts.crt'\nop = \"rename\"\nvalue = \"../../<evil>\"\n";
    let patches = fs::read_to_string(root.join("mods/veterans/patches/units.toml")).unwrap();
    fs::write(root.join("mods/veterans/patches/units.toml"), patches + rename).unwrap();
}

#[test]
fn names_from_packs_stay_names() {
    let root = tempfile::tempdir().unwrap();
    hostile_packs(root.path());
    // The rules refer to the chart by name, so the odds of the one with the bad name are not requested.
    let fight = root.path().join("scripts/skirmish/fight.luau");
    let text = fs::read_to_string(&fight).unwrap();
    fs::write(&fight, text.replace("\"crt\"", "\"../../<evil>\"")).unwrap();
    let request = BattleRequest {
        roots: vec![root.path().into()],
        scenario: "ford".into(),
        mods: vec!["veterans".into()],
        ..BattleRequest::default()
    };
    let files = aids(request);
    assert!(files.len() > 9, "{} files", files.len());
    for File { name, text } in &files {
        let safe = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
        assert!(name.chars().all(safe) && name.matches('.').count() == 1, "{name}");
        assert!(!text.contains("<script") && !text.contains("\" onmouseover"), "{name}");
        assert!(!text.contains('\u{0}') && !text.contains('\u{202e}'), "{name}");
    }
    let index = page(&files, "index.html");
    assert!(
        index.contains("&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot; onmouseover="),
        "the name is still shown"
    );
    assert!(files.iter().any(|file| file.name == "chart-_______evil_.html"));
}

#[test]
fn tables_have_captions_and_headers_and_pictures_have_titles() {
    for File { name, text } in aids(request(&["battle-for-moscow-1986"])) {
        let count = |what: &str| text.matches(what).count();
        assert_eq!(count("<table"), count("<caption>"), "{name}");
        assert_eq!(count("<thead>"), count("<table"), "{name}");
        assert_eq!(count("<svg"), count("role=\"img\""), "{name}");
        assert!(count("<title>") >= count("<svg"), "{name}");
        assert_eq!(
            count("<th") - count("<thead"),
            count("<th scope") + count("<th class=\"corner\" scope") + count("<th class=\"changed\" scope"),
            "{name}"
        );
        // A page is a single file: it loads nothing, and every note it refers to is on it.
        assert!(!text.contains("src=") && !text.contains("@import") && !text.contains("url("), "{name}");
        for target in text.split("href=\"#").skip(1).filter_map(|rest| rest.split('"').next()) {
            assert!(text.contains(&format!("id=\"{target}\"")), "{name}: nothing has the id {target}");
        }
    }
}
