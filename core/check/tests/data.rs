//! Warnings about packs that load: each appears once, at the right place, and not at all if there is a reason.

use grognard_check::data::{NameIndex, lint, lint_choices, lint_references};
use grognard_packs::suggest::nearest;
use grognard_packs::{Diagnostic, Library, Severity, load};
use grognard_testing::{copy, workspace};
use std::fs;

/// The small battle with changes: files to replace, or to edit in one place.
struct Case {
    root: tempfile::TempDir,
    unsaid: Vec<&'static str>,
}

impl Case {
    /// Creates the small battle, in which everything is used and the scripts mention every name.
    fn new() -> Case {
        let case = Case { root: tempfile::tempdir().unwrap(), unsaid: Vec::new() };
        copy(&workspace().join("tests/broken/base"), case.root.path());
        case.edit("scenarios/battle/map.toml", "[border]", "[edges]\nwest = [\"0101\"]\n\n[border]")
    }

    fn edit(self, file: &str, from: &str, to: &str) -> Case {
        let path = self.root.path().join(file);
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains(from), "{file} has no `{from}`");
        fs::write(path, text.replacen(from, to, 1)).unwrap();
        self
    }

    fn write(self, file: &str, text: &str) -> Case {
        let path = self.root.path().join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
        self
    }

    /// Leaves names out of those that scripts mention.
    fn unsaid(mut self, names: &[&'static str]) -> Case {
        self.unsaid.extend(names);
        self
    }

    fn mods(&self) -> Vec<String> {
        let entries = fs::read_dir(self.root.path().join("mods")).into_iter().flatten().flatten();
        entries.map(|entry| entry.file_name().into_string().unwrap()).collect()
    }

    fn found(&self) -> Vec<Diagnostic> {
        let library = Library::open(&[self.root.path().to_owned()]);
        let mut found = lint(&load(&library, "battle", &self.mods(), &[]).unwrap(), self);
        found.extend(lint_choices(&library, "battle", &self.mods(), self).unwrap());
        found
    }

    /// Asserts that there are no warnings.
    fn is_silent(&self) {
        let found = self.found();
        assert!(found.is_empty(), "{}", grognard_packs::render(&found, false));
    }

    /// Asserts that there is one warning, with this code and marked text, and some words of its message and help.
    fn warns(&self, code: &str, marked: &str, words: &[&str]) {
        let found = self.found();
        let shown = grognard_packs::render(&found, false);
        let [warning] = &found[..] else { panic!("{} warnings\n{shown}", found.len()) };
        assert_eq!((warning.code, warning.severity), (code, Severity::Warning), "{shown}");
        let text = fs::read_to_string(&warning.file).unwrap();
        assert_eq!(&text[warning.span.clone()], marked, "{shown}");
        assert!(warning.line > 0 && words.iter().all(|word| shown.contains(word)), "{shown}");
    }
}

impl NameIndex for Case {
    fn says(&self, name: &str) -> bool {
        !self.unsaid.contains(&name)
    }

    fn near(&self, name: &str) -> Option<String> {
        nearest(name, ["fort"]).map(str::to_owned)
    }

    fn near_compared(&self, name: &str) -> Option<String> {
        nearest(name, ["mud"]).map(str::to_owned)
    }
}

const SYSTEM: &str = "scripts/system/system.toml";
const MAP: &str = "scenarios/battle/map.toml";
const UNITS: &str = "scenarios/battle/units.toml";

#[test]
fn a_battle_that_uses_everything_is_not_odd() {
    Case::new().is_silent();
}

#[test]
fn words_that_nothing_on_the_map_has() {
    let with = |from, to| Case::new().edit(SYSTEM, from, to);
    with("\"forest\"]", "\"forest\", \"swamp\"]").warns(
        "W401",
        "\"swamp\"",
        &["no space has the terrain `swamp`", "put `swamp` on the map"],
    );
    with("[\"river\"]", "[\"river\", \"rail\"]").warns("W401", "\"rail\"", &["no border has the feature `rail`"]);
    with("[\"city\"]", "[\"city\", \"port\"]").warns("W401", "\"port\"", &["no space has the tag `port`"]);
    with("[\"west\"]", "[\"west\", \"east\"]").warns("W401", "\"east\"", &["no space has the edge `east`"]);
    with("name = \"corps\"", "name = \"corps\"\n\n[[unit_type]]\nname = \"army\"").warns(
        "W401",
        "\"army\"",
        &["no unit has the type `army`"],
    );
    // The first terrain is that of spaces that the map does not mention.
    with("[\"clear\", ", "[\"clear\", ").is_silent();
}

#[test]
fn an_alliance_of_one_side() {
    let red = |alliance: &str| {
        let red = format!("name = \"red\"\n{alliance}");
        Case::new()
            .edit(SYSTEM, "name = \"red\"", &red)
            .edit(SYSTEM, "name = \"blue\"", "name = \"blue\"\nalliance = \"south\"")
            .edit(SYSTEM, "[[side]]", "[[side]]\nname = \"green\"\nalliance = \"south\"\n\n[[side]]")
    };
    red("").is_silent();
    red("alliance = \"north\"").warns(
        "W437",
        "\"north\"",
        &["only one side is in the alliance `north`", "remove `alliance`"],
    );
    red("alliance = \"sout\"").warns("W437", "\"sout\"", &["did you mean `south`?"]);
}

#[test]
fn a_cell_nearly_like_a_word_that_rules_compare_with() {
    let weather = |first: &str| {
        let chart = format!(
            "title = \"Weather\"\nrows = {{ name = \"turn\", keys = [1, 2, 3] }}\ncolumns = {{ name = \"entry\", keys \
             = [\"weather\"] }}\ncells = [[\"{first}\"], [\"mud\"], [\"-\"]]\n"
        );
        Case::new().write("scenarios/battle/charts/weather.toml", &chart).unsaid(&["mudd", "clear skies"])
    };
    weather("mudd").warns("W414", "\"mudd\"", &["no rule uses `mudd`", "did you mean `mud`"]);
    weather("mud").is_silent();
    weather("clear skies").is_silent();
}

#[test]
fn words_that_no_rule_asks_for() {
    let unsaid = |name| Case::new().unsaid(&[name]);
    unsaid("city").warns("W402", "\"city\"", &["no rule uses the tag `city`", "use `city` in a rule, or delete it"]);
    unsaid("west").warns("W402", "\"west\"", &["the edge `west`"]);
    unsaid("river").warns("W402", "\"river\"", &["the feature `river`"]);
    unsaid("strength").warns("W402", "strength", &["the property `strength`"]);
    unsaid("foot").warns("W402", "foot", &["the way of moving `foot`", "a rule mentions `fort`"]);
    let with = |text: &str| Case::new().edit(SYSTEM, "edges =", &format!("{text}\nedges =")).unsaid(&["new"]);
    with("values = [\"new\"]").warns("W402", "\"new\"", &["the value `new`"]);
    with("marks = [\"new\"]").warns("W402", "\"new\"", &["the mark `new`"]);
    with("unit_numbers = [\"new\"]").warns("W402", "\"new\"", &["the unit number `new`"]);
    let variable = Case::new().edit(SYSTEM, "[properties]", "[variables]\nnew = 0\n\n[properties]");
    variable.unsaid(&["new"]).warns("W402", "new", &["the variable `new`"]);
}

#[test]
fn a_feature_that_only_costs_movement_is_asked_for() {
    Case::new().unsaid(&["river"]).edit(SYSTEM, "terrain = {", "across = { river = 1 }\nterrain = {").is_silent();
    let boat = "[movement.boat]\nalong = \"river\"\nbase = 1\n\n[movement.foot]";
    Case::new().unsaid(&["river"]).edit(SYSTEM, "[movement.foot]", boat).is_silent();
}

#[test]
fn a_word_in_a_chart_or_among_the_values_of_an_option_may_be_asked_for() {
    let chart = "title = \"Tags\"\nrows = { name = \"die\", keys = [1] }\ncolumns = { name = \"what\", keys = \
        [\"tag\"] }\ncells = [[\"city\"]]\n";
    Case::new().unsaid(&["city"]).write("scripts/system/charts/tags.toml", chart).is_silent();
    let option = "[options.what]\ntype = \"enum\"\nvalues = [\"city\", \"none\"]\ndefault = \"city\"\n\n[options.fog]";
    Case::new().unsaid(&["city"]).edit("scripts/system/pack.toml", "[options.fog]", option).is_silent();
}

#[test]
fn tags_of_units_that_no_rule_asks_for() {
    let case = Case::new().edit(UNITS, "at = \"0101\" }", "at = \"0101\", tags = [\"guards\"] }");
    case.unsaid(&["guards"]).warns("W402", "\"guards\"", &["no rule uses the tag `guards`"]);
    let case = Case::new().edit(SYSTEM, "name = \"corps\"", "name = \"corps\"\ntags = [\"slow\"]");
    case.unsaid(&["slow"]).warns("W402", "\"slow\"", &["`slow`"]);
}

#[test]
fn charts_and_columns_nobody_looks_at() {
    Case::new().unsaid(&["crt"]).warns(
        "W403",
        "\"Combat results\"",
        &["no rule uses the chart `crt`", "game:chart(\"crt\")"],
    );
    let text = |columns: &str| {
        format!(
            "title = \"Rain\"\nrows = {{ name = \"die\", keys = [1] }}\ncolumns = {{ name = \"what\", keys = \
             [{columns}] }}\ncells = [[\"a\", \"b\"]]\n"
        )
    };
    let with = |columns| Case::new().write("scripts/system/charts/rain.toml", &text(columns));
    with("\"blue\", \"note\"").unsaid(&["blue", "note"]).warns(
        "W404",
        "\"note\"",
        &["no rule uses the column `note` of `rain`"],
    );
    with("\"blue\", \"forest\"").unsaid(&["blue", "forest"]).is_silent();
    with("1, 2").unsaid(&["1", "2"]).is_silent();
    let results = Case::new().edit(
        "scripts/system/charts/crt.toml",
        "[\"DR\", \"DE\"]\ncells",
        "[\"DR\", \"DE\", \"AE\"]\ncells",
    );
    results.warns("W405", "\"AE\"", &["no cell of `crt` has the result `AE`"]);
}

/// Adds a chart of the arrival of units.
fn arrivals(rows: &str, cells: &str) -> Case {
    let text = format!(
        "title = \"Arrivals\"\nrows = {{ name = \"unit\", keys = [{rows}] }}\ncolumns = {{ name = \"entry\", keys = \
         [\"turn\", \"hex\"] }}\ncells = [{cells}]\n"
    );
    Case::new().write("scenarios/battle/charts/arrivals.toml", &text)
}

#[test]
fn reinforcements_that_arrive_off_the_map_too_late_or_never() {
    arrivals("\"II\"", "[2, \"0101\"]").is_silent();
    arrivals("\"II\"", "[2, \"-\"]").is_silent();
    arrivals("\"II\"", "[2, \"0501\"]").warns("W408", "\"0501\"", &["`0501` is not on the map", "did you mean"]);
    arrivals("\"II\"", "[0, \"0101\"]").warns("W407", "0", &["turn 0 never occurs: the game has 3 turns"]);
    arrivals("\"II\"", "[4, \"0101\"]").warns(
        "W407",
        "4",
        &["turn 4 never occurs: the game has 3 turns", "use a turn from 1 to 3"],
    );
    arrivals("\"III\"", "[2, \"0101\"]").warns("W406", "\"III\"", &["there is no unit `III`", "did you mean `II`?"]);
}

#[test]
fn calendars_name_every_turn_and_no_other() {
    let calendar = |keys: &str, cells: &str| {
        let text = format!(
            "title = \"Calendar\"\nrows = {{ name = \"turn\", keys = [{keys}] }}\ncolumns = {{ name = \"what\", keys = \
             [\"weather\"] }}\ncells = [{cells}]\n"
        );
        Case::new().write("scenarios/battle/charts/calendar.toml", &text)
    };
    calendar("1, 2, 3", "[\"dry\"], [\"dry\"], [\"mud\"]").is_silent();
    calendar("1, 2, 3, 4", "[\"dry\"], [\"dry\"], [\"mud\"], [\"mud\"]").warns("W407", "4", &["turn 4 never occurs"]);
    calendar("1, 2", "[\"dry\"], [\"dry\"]").warns("W407", "2", &["no entry for turn 3", "add turn 3"]);
    // The axis has only some turns: these are events, not a calendar.
    calendar("2, 3", "[\"dry\"], [\"mud\"]").is_silent();
}

#[test]
fn spaces_no_unit_can_get_to() {
    let island = Case::new().edit(MAP, "rows = [1, 3]", "rows = [1, 3]\nextra = [\"0901\"]");
    island.warns("W409", "\"0901\"", &["no unit can reach `0901`"]);
    let garrison =
        "at = \"0101\" },\n    { name = \"G\", side = \"blue\", type = \"corps\", strength = [1, 1], at = \"0901\" },";
    Case::new()
        .edit(MAP, "rows = [1, 3]", "rows = [1, 3]\nextra = [\"0901\"]")
        .edit(UNITS, "at = \"0101\" },", garrison)
        .is_silent();
    let lake = Case::new().edit(SYSTEM, "\"forest\"]", "\"forest\", \"lake\"]").edit(
        MAP,
        "[terrain]",
        "[terrain]\nlake = [\"0102\"]",
    );
    lake.is_silent();
    let walled = "across = { river = 255 }\nterrain = {";
    let all = "[\"0101/0102\", \"0101/0201\"]";
    let case = Case::new().edit(SYSTEM, "terrain = {", walled).edit(MAP, "[\"0101/0102\"]", all).edit(
        UNITS,
        "at = \"0101\"",
        "at = \"0102\"",
    );
    case.warns("W409", "\"0101\"", &["no unit can reach `0101`"]);
    Case::new().edit(MAP, "[terrain]", "[[box]]\nname = \"Reserve\"\n\n[terrain]").is_silent();
}

#[test]
fn units_that_never_get_onto_the_map() {
    Case::new().unsaid(&["move_to"]).warns(
        "W410",
        "\"II\"",
        &["`II` begins off the map, and no rule puts units on the map", "unit:move_to"],
    );
    Case::new().unsaid(&["move_to"]).edit(UNITS, "[4, 2] }", "[4, 2], at = \"0102\" }").is_silent();
}

#[test]
fn a_patch_that_puts_another_kind_of_value_into_a_cell() {
    let chart = "title = \"Reinforcements\"\nrows = { name = \"turn\", keys = [1, 2, 3] }\ncolumns = { name \
        = \"entry\", keys = [\"points\", \"note\"] }\ncells = [[1, \"a\"], [2, \"b\"], [3, 4]]\n";
    let patched = |at: &str, value: &str| {
        let patch = format!("[[patch]]\nat = 'charts.points.cells{at}'\nop = \"set\"\nvalue = {value}\n");
        let case = Case::new()
            .write("scenarios/battle/charts/points.toml", chart)
            .write("mods/m/pack.toml", &manifest("m.m", ""));
        case.write("mods/m/patches/a.toml", &patch)
    };
    patched("[\"2\"][\"points\"]", "\"many\"").warns(
        "W431",
        "\"many\"",
        &["this is a string, but `points` has a whole number in every other row", "such as 2"],
    );
    patched("[\"2\"]", "[\"many\", \"b\"]").warns("W431", "\"many\"", &["this is a string"]);
    patched("[\"2\"][\"points\"]", "7").is_silent();
    // A column with values of both types may have either. A column that is replaced as a whole has the type of its new
    // values.
    patched("[\"2\"][\"note\"]", "5").is_silent();
    patched("", "[[\"x\", \"a\"], [\"y\", \"b\"], [\"z\", \"c\"]]").is_silent();
}

/// Adds a mod with one patch under a condition.
fn patched(when: &str) -> Case {
    let manifest = "format = 1\nid = \"m.m\"\nversion = \"1.0.0\"\nkind = \"mod\"\nname = \"M\"\napi = \"*\"\n\n\
        [options.foe]\ntype = \"enum\"\nvalues = [\"bold\", \"careful\"]\ndefault = \"bold\"\n";
    let patch = format!("[[patch]]\nat = \"scenario.turns\"\nop = \"set\"\nvalue = 5\nwhen = {when}\n");
    Case::new().write("mods/m/pack.toml", manifest).write("mods/m/patches/all.toml", &patch)
}

#[test]
fn options_that_change_nothing() {
    Case::new().unsaid(&["fog"]).warns("W411", "fog", &["the option `fog` changes nothing", "game:option(\"fog\")"]);
    patched("{ option = \"fog\" }").unsaid(&["fog"]).is_silent();
    patched("{ option = \"foe\", is = \"careful\" }").unsaid(&["foe"]).is_silent();
    let idle = patched("{ option = \"fog\" }").edit("mods/m/patches/all.toml", "value = 5", "value = 3");
    idle.unsaid(&["fog"]).warns("W411", "fog", &["changes nothing"]);
}

#[test]
fn patches_that_are_never_applied() {
    patched("{ option = \"foe\", is = \"careful\" }").is_silent();
    patched("{ option = \"foe\", is = \"carefull\" }").warns(
        "W412",
        "{ option = \"foe\", is = \"carefull\" }",
        &["the patch to `scenario.turns` is never applied", "did you mean `careful`?"],
    );
    // The patch waits for a pack that a player may have.
    patched("{ pack = \"other.pack\" }").is_silent();
}

#[test]
fn what_is_wrong_under_other_options_than_the_defaults_is_found() {
    let case = patched("{ option = \"fog\" }").edit("mods/m/patches/all.toml", "value = 5", "value = 0");
    let library = Library::open(&[case.root.path().to_owned()]);
    let found = lint_choices(&library, "battle", &case.mods(), &case).unwrap_err();
    assert!(
        found.iter().any(|error| error.code == "E103" && error.help.as_ref().unwrap().contains("fog = true")),
        "{found:?}"
    );
}

fn manifest(id: &str, rest: &str) -> String {
    format!("format = 1\nid = \"{id}\"\nversion = \"1.0.0\"\nkind = \"mod\"\nname = \"M\"\napi = \"*\"\n{rest}")
}

#[test]
fn a_renamed_option_that_rules_know_by_its_old_name_is_used() {
    let rename = "[[patch]]\nat = 'options.fog'\nop = \"rename\"\nvalue = \"mist\"\n";
    let case = || Case::new().write("mods/m/pack.toml", &manifest("m.m", "")).write("mods/m/patches/a.toml", rename);
    case().unsaid(&["mist"]).is_silent();
    assert!(case().unsaid(&["mist", "fog"]).found().iter().any(|found| found.code == "W411"));
}

/// Returns the warnings about the references of the mod `m.m`, beside a mod `m.frozen-rivers`.
fn references(rest: &str, patches: &str) -> Vec<String> {
    let case = Case::new().write("mods/m/pack.toml", &manifest("m.m", rest)).write("mods/m/patches/a.toml", patches);
    let case = case.write("mods/rivers/pack.toml", &manifest("m.frozen-rivers", ""));
    let library = Library::open(&[case.root.path().to_owned()]);
    let found = lint_references(&library, library.get("m.m").unwrap());
    found
        .into_iter()
        .map(|found| format!("{} {}: {} {}", found.code, found.line, found.message, found.help.unwrap_or_default()))
        .collect()
}

#[test]
fn names_of_packs_with_a_slip() {
    let turns = |rest: &str| format!("[[patch]]\nat = 'scenario.turns'\nop = \"set\"\nvalue = 4\n{rest}\n");
    let waits = |id: &str| turns(&format!("when = {{ pack = \"{id}\" }}"));
    let slip = |line: usize, id: &str| format!("W418 {line}: there is no pack `{id}` did you mean `m.frozen-rivers`?");
    assert_eq!(references("", &waits("m.frozen-river")), [slip(5, "m.frozen-river")]);
    assert_eq!(references("after = [\"m.frozn-rivers\"]", &waits("m.frozen-rivers")), [slip(7, "m.frozn-rivers")]);
    assert_eq!(
        references("[optional]\n\"m.frozen-rivrs\" = \"*\"", &waits("somebody.else")),
        [slip(8, "m.frozen-rivrs")]
    );
    let twice = references("", &(turns("") + &turns("") + &waits("m.frozen-rivers")));
    assert_eq!(twice, ["W419 7: `scenario.turns` is set twice; only this value has an effect "]);
}
