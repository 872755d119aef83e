//! The values of a unit off the map.

use grognard_suite::{self, CaseScope};
use grognard_testing::copy;
use std::fs;
use std::path::Path;

const SUITE: &str = "\
# 1 A card is worth what is printed on it

## It waits for its arrival
```given
scenario penny-match
```
```then
log 1 \"Card is worth 5 with 2 steps\"
Card off map
```

## Of the units of a case it is not listed
```given
scenario penny-match
units
  Even penny at 0101
```
```then
log 1 \"Card is worth 5 with 2 steps\"
```

## It has lost a step before it arrives
```given
scenario penny-match
units
  Card reduced off map
```
```then
log 1 \"Card is worth 3 with 1 steps\"
```

## It is eliminated
```given
scenario penny-match
units
  Card eliminated
```
```then
log 1 \"Card is worth 0 with 0 steps\"
Card eliminated
```

## It begins with fewer steps
```given
scenario penny-match
```
```then
log 1 \"Half is worth 1 with 1 steps\"
```
";

#[test]
fn a_unit_that_waits_off_the_map_is_worth_what_is_printed_on_it() {
    let root = tempfile::tempdir().expect("a folder");
    copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pennies"), root.path());
    let edit = |file: &str, from: &str, to: &str| {
        let path = root.path().join(file);
        let text = fs::read_to_string(&path).expect("a file");
        assert!(text.contains(from), "{file}");
        fs::write(path, text.replace(from, to)).expect("a file");
    };
    edit("scripts/pennies/system.toml", "[hooks]", "[properties]\nworth = \"int\"\n\n[hooks]");
    edit("scenarios/penny-match/units.toml", "type = \"penny\",", "type = \"penny\", worth = 1,");
    let cards = "unit = [\n    { name = \"Card\", side = \"even\", type = \"penny\", worth = [5, 3] },\n    \
                 { name = \"Half\", side = \"odd\", type = \"penny\", worth = [2, 1], steps = 1 },";
    edit("scenarios/penny-match/units.toml", "unit = [", cards);
    let log = "\tfor _, name in ipairs({ \"Card\", \"Half\" }) do\n\t\tlocal unit = game:unit_named(name)\n\t\t\
               game:log(\"1\", \"{1} is worth {2} with {3} steps\", unit, unit.worth, unit.steps)\n\tend\n";
    edit("scripts/pennies/pennies.luau", "\tlocal even, odd", &format!("{log}\tlocal even, odd"));
    fs::create_dir_all(root.path().join("scripts/pennies/tests")).expect("a folder");
    fs::write(root.path().join("scripts/pennies/tests/cards.md"), SUITE).expect("a suite");
    let report = grognard_suite::run(&[root.path().to_owned()], &CaseScope::All);
    assert!(report.is_good() && report.cases.len() == 5, "{report}");
}
