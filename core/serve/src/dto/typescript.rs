//! The protocol in TypeScript. Running the test with `UPDATE=1` rewrites `protocol.d.ts`.

use super::*;
use std::collections::BTreeMap;
use ts_rs::{Config, TS, TypeVisitor};

/// The declaration of `Snapshot`, whose keys no Rust type declares.
const SNAPSHOT: &str = "/** All parts of a game that a role may see, by key. */
export interface Snapshot {
  game: Game;
  question: Question | null;
  links: UnitLink[];
  failure: RuleFailure | null;
  undo_request: UndoRequest | null;
  /** The owners' land, the front and the flags, as a fragment of SVG. */
  front: string;
  [stack: `stack/${string}`]: Counter[];
  [off: `off/${string}`]: Counter[];
  [stand: `stand/${string}`]: Stand;
  [owner: `owner/${string}`]: string;
  [line: `log/${number}`]: LogLine;
  [answer: `forced/${number}`]: ForcedAnswer;
  [roll: `dice/${number}`]: DiceRoll;
}
";

/// Type declarations, by name.
struct Declarations {
    config: Config,
    all: BTreeMap<String, String>,
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        // Only derived types have an output path and a name.
        if T::output_path().is_none() {
            return;
        }
        let name = T::ident(&self.config);
        if self.all.contains_key(&name) {
            return;
        }
        let text = format!("\n{}export {}\n", T::docs().unwrap_or_default(), T::decl(&self.config));
        self.all.insert(name, text);
        T::visit_dependencies(self);
    }
}

macro_rules! visit {
    ($declarations:ident: $($type:ty),* $(,)?) => { $($declarations.visit::<$type>();)* };
}

/// Returns the declarations of all message bodies.
fn declarations() -> String {
    let head = "// Generated from core/serve/src/dto: run `.ci/generated --write` to update.\n\n";
    let config = Config::new().with_large_int("number");
    let mut types = Declarations { config, all: BTreeMap::new() };
    visit!(types: Game, Question, UnitLink, RuleFailure, UndoRequest, Counter, Stand, LogLine, ForcedAnswer, DiceRoll);
    visit!(types: Delta<'static>, Notice, Thinking, Advice, Fault, AnswerRequest, ConsentRequest, ForkRequest, WhyQuery, OddsQuery, ContactQuery, Done, UndoReply);
    visit!(types: BoardMap, Chart, Rulebook, Layer, ScoreLine, Why, Odds, Absence, History, WhatIf);
    visit!(types: NewGame, LinkRequest, GameLinks, RoleLink, GameItem, Packs);
    visit!(types: SearchQuery, PackSearch, OfferedPack, PackDescription, PackInstallation);
    visit!(types: EnableRequest, RemoveRequest, PackRemoval);
    let text: String = types.all.into_values().collect();
    format!("{head}{SNAPSHOT}{}", tidy(&text))
}

/// Puts each field on its own line, below its comment.
fn tidy(text: &str) -> String {
    let (mut tidy, mut indent) = (String::new(), "");
    let text = text.replace("/**\n * ", "/** ").replace("\n */", " */").replace(", }", ",\n}");
    for line in text.lines().map(str::trim_end) {
        if line.starts_with('}') {
            indent = "";
        }
        let (line, end) = line.strip_suffix(',').map_or((line, ""), |field| (field, ";"));
        tidy += &format!("{}{line}{end}\n", if line.is_empty() { "" } else { indent });
        if line.ends_with('{') || line.ends_with("\"several\"") || line.ends_with("\"allocate\"") {
            indent = "  ";
        }
    }
    tidy
}

#[test]
fn the_page_has_the_types_of_the_protocol() {
    let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("protocol.d.ts");
    let found = declarations();
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&file, &found).expect("to write it");
    }
    let expected = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(expected == found, "protocol.d.ts differs from core/serve/src/dto: run with UPDATE=1");
}
