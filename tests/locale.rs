//! Other languages: shipped games leave nothing in English where they have a catalogue, and the texts that players see
//! in games are those that `grognard check` finds without playing.

use grognard_check::texts::BattleTexts;
use grognard_engine::catalogue::{Catalogue, TextKind};
use grognard_engine::decision::{Choice, Refusal};
use grognard_engine::game::Status;
use grognard_engine::ids::{Id, SpaceId, UnitId};
use grognard_engine::table::QuickPlayer;
use grognard_packs::locale::{self, Locale};
use grognard_packs::source::Source;
use grognard_packs::{Library, render};
use grognard_play::{Battle, BattleRequest, Random, Seat, Session};
use std::collections::BTreeSet;
use std::path::PathBuf;

const GAMES: u64 = 50;

fn battle(mods: &[&str]) -> Battle {
    let mods = mods.iter().map(|id| (*id).to_owned()).collect();
    let request = BattleRequest {
        roots: vec![PathBuf::from(".")],
        scenario: "battle-for-moscow".into(),
        mods,
        ..BattleRequest::default()
    };
    Battle::load(request).unwrap_or_else(|errors| panic!("{}", render(&errors, false)))
}

fn program() -> Locale {
    let text = include_str!("../core/play/src/locale/fr.toml");
    Locale::parse("grognard", "fr", &Source::new("core/play/src/locale/fr.toml", text), &mut Vec::new())
}

fn french(library: &Library, battle: &Battle) -> Catalogue {
    let (catalogue, wrong) = locale::catalogue(library, &battle.system.packs, &program());
    assert!(wrong.is_empty(), "{}", render(&wrong, false));
    catalogue
}

/// The texts that players see.
#[derive(Default)]
struct Met(BTreeSet<(TextKind, String)>);

impl Met {
    fn text(&mut self, kind: TextKind, text: &str) {
        if text.chars().any(char::is_lowercase) {
            self.0.insert((kind, text.to_owned()));
        }
    }

    fn about(&mut self, session: &Session, choices: &[Choice]) {
        let content = &session.battle.content;
        for choice in choices {
            match choice {
                Choice::Label(text) => self.text(TextKind::Label, text),
                Choice::Unit(id) => self.text(TextKind::Name, &content.units[id.index()].name),
                Choice::Space(id) => {
                    self.text(TextKind::Name, content.map.space(*id).title.as_deref().unwrap_or_default())
                }
                Choice::Number(_) | Choice::Path(_) | Choice::Spot(_) => {}
            }
        }
    }

    fn refusal(&mut self, session: &Session, refusal: &Refusal) {
        match &refusal.template {
            Some(template) => {
                self.text(TextKind::Reason, &template.text);
                self.about(session, &template.fillings);
            }
            None => self.text(TextKind::Reason, &refusal.reason),
        }
    }

    /// Everything a person reads in a game; now and then also the reasons why something is not offered.
    fn game(&mut self, battle: &Battle, seed: u64) {
        let mut session = Session::new(battle.clone(), seed, vec![Seat::Person; 2]).expect("a game");
        let mut player = Random::new(seed);
        let mut decisions = seed;
        while session.settle().expect("rules that run") != Status::Over {
            let pending = session.game.table.pending().cloned().expect("a question");
            let question = session.game.table.questions[pending.question.index()].clone();
            self.text(TextKind::Prompt, &question.prompt);
            self.text(TextKind::Prompt, question.stop.as_deref().unwrap_or_default());
            self.about(&session, &pending.context);
            self.about(&session, &pending.options);
            decisions += 1;
            let (units, spaces) = (battle.content.units.len(), battle.content.map.len());
            for other in [
                Choice::Unit(UnitId::from_index(decisions as usize * 7 % units)),
                Choice::Space(SpaceId::from_index(decisions as usize * 11 % spaces)),
            ] {
                if let Some(refusal) = session.why_not(&other).expect("a reason") {
                    self.refusal(&session, &refusal);
                }
            }
            let answer = player.answer(&pending.decision());
            session.answer(pending.side, answer).expect("an answer that is accepted");
        }
        for event in session.game.table.events() {
            self.text(TextKind::Log, &event.text);
            self.about(&session, &event.fillings);
        }
        let ending = session.game.table.state.ending().expect("an end");
        let (reason, template) = (ending.reason.clone(), ending.template.clone());
        self.refusal(&session, &Refusal { rule: None, reason, template });
    }
}

fn meets_no_english(mods: &[&str]) {
    let (battle, library) = (battle(mods), Library::open(&[PathBuf::from(".")]));
    let catalogue = french(&library, &battle);
    let mut met = Met::default();
    (0..GAMES).for_each(|seed| met.game(&battle, seed));
    let names =
        battle.content.sequence.setup.iter().chain(battle.content.sequence.turn.iter().flat_map(|turn| &turn.phases));
    names.for_each(|phase| met.text(TextKind::Name, &phase.name));
    assert!(met.0.len() > 60, "only {} texts were met", met.0.len());
    let english: Vec<_> = met.0.iter().filter(|(kind, text)| catalogue.wording(*kind, text).is_none()).collect();
    assert!(english.is_empty(), "not translated: {english:#?}");

    // The texts of games are found in data and scripts without playing; the rest come from the program itself.
    let loaded = grognard_packs::load(&library, "battle-for-moscow", &battle.request.mods, &[]).expect("a battle");
    let own = program();
    let found: BTreeSet<String> = BattleTexts::of(&library, &loaded).texts.into_iter().map(|text| text.text).collect();
    let said: BTreeSet<&str> = own.entries.iter().map(|entry| entry.key.as_str()).collect();
    let unseen: Vec<_> =
        met.0.iter().filter(|(_, text)| !found.contains(text) && !said.contains(text.as_str())).collect();
    assert!(unseen.is_empty(), "not found in data and scripts: {unseen:#?}");
}

#[test]
fn battle_for_moscow_is_french_throughout() {
    meets_no_english(&[]);
}

#[test]
fn the_first_edition_is_french_throughout() {
    meets_no_english(&["battle-for-moscow-1986"]);
}

#[test]
fn words_agree_with_the_units_they_are_about() {
    let (battle, library) = (battle(&[]), Library::open(&[PathBuf::from(".")]));
    let catalogue = french(&library, &battle);
    let line = |name: &str| {
        let unit = Choice::Unit(battle.content.unit_names.find(name).expect("a unit"));
        catalogue.fill(TextKind::Log, "{1} is reduced", &catalogue.fillings(&[unit], &battle.content))
    };
    assert_eq!(
        [line("10"), line("1st Shock"), line("XL")],
        ["La 10e armée est réduite", "La 1re armée de choc est réduite", "Le XLe corps blindé est réduit"]
    );
}

#[test]
fn a_translation_is_used_by_itself() {
    let (battle, library) = (battle(&[]), Library::open(&[PathBuf::from(".")]));
    let nothing = Locale::parse("grognard", "de", &Source::new("", ""), &mut Vec::new());
    let (german, wrong) = locale::catalogue(&library, &battle.system.packs, &nothing);
    assert!(wrong.is_empty(), "{}", render(&wrong, false));
    assert_eq!(german.name("Moscow"), "Moskau");
    assert_eq!(
        german.text(TextKind::Prompt, "Choose a unit to move"),
        "Choose a unit to move",
        "what it does not say stays English"
    );
    assert!(battle.lock.packs.iter().all(|pack| !pack.id.ends_with("-de")), "no game knows of it");
}

/// Translators are also asked for the texts of packs that aids, lists and pictures show.
#[test]
fn what_packs_say_about_themselves_is_asked_for() {
    let library = Library::open(&[PathBuf::from(".")]);
    let loaded = grognard_packs::load(&library, "battle-for-moscow", &[], &[])
        .unwrap_or_else(|errors| panic!("{}", render(&errors, false)));
    let texts = BattleTexts::of(&library, &loaded).texts;
    let said = [
        "No effect.",
        "die",
        "weather",
        "German player turn",
        "normal",
        "The hexes that a retreat must lead away from",
    ];
    for text in said.into_iter().chain(["Operation Typhoon, October to December 1941", "Standard rules"]) {
        assert!(texts.iter().any(|found| found.text == text), "{text}");
    }
}

/// The texts of aid pages: the constants of one file and the values filled in, without symbols.
fn words_of_aids() -> BTreeSet<String> {
    let source = std::fs::read_to_string("core/aids/src/phrases.rs").expect("a source").replace("=\n    ", "= ");
    let quoted = |rest: &str| Some(rest.trim_start().strip_prefix('"')?.split('"').next()?.to_owned());
    let constants = source.split(": &str =").skip(1).filter_map(quoted);
    let filled = ["book.fill(", "list("].into_iter().flat_map(|call| source.split(call).skip(1)).filter_map(quoted);
    let words: BTreeSet<String> =
        constants.chain(filled).filter(|text| text.chars().any(char::is_alphabetic)).collect();
    assert!(words.len() > 60, "{words:?}");
    words
}

/// Pages in French: no text of the program stays in English, and names come from the catalogues of packs.
#[test]
fn aids_are_french() {
    let request = BattleRequest {
        roots: vec![PathBuf::from(".")],
        scenario: "battle-for-moscow".into(),
        mods: vec!["battle-for-moscow-1986".into()],
        ..BattleRequest::default()
    };
    let book =
        grognard_aids::BattleContent::load(request).unwrap_or_else(|errors| panic!("{}", render(&errors, false)));
    let french = french(&Library::open(&[PathBuf::from(".")]), book.battle());
    let files = grognard_aids::make(&book.read_in(french));
    let whole = &files.iter().find(|file| file.name == "index.html").expect("a page").text;
    assert!(
        whole.contains("<html lang=\"fr\">")
            && whole.contains("Piste des tours")
            && whole.contains("La bataille de Moscou")
    );
    for french in
        ["dé ↓ → rapport", "Le défenseur est éliminé.", "Tour du joueur allemand", ">météo<", "1103 Moscou", "1re choc"]
    {
        assert!(whole.contains(french), "{french}");
    }
    let map = &files.iter().find(|file| file.name == "map.svg").expect("a map").text;
    assert!(map.contains("Moscou") && !map.contains("Moscow") && map.contains("bord rouge"));
    let shown: String =
        whole.split('<').map(|part| part.split_once('>').map_or("", |(_, text)| text)).collect::<Vec<_>>().join("\n");
    let left: Vec<String> =
        words_of_aids().into_iter().filter(|word| word.len() > 4 && shown.lines().any(|line| line == word)).collect();
    let same = ["Terrain", "Combat", "Option", "Version"];
    assert!(left.iter().all(|word| same.contains(&word.as_str())), "still English: {left:?}");
}

/// A string of a source file, which may go on in the next line.
fn joined(literal: &str) -> String {
    literal.split("\\\n").enumerate().map(|(at, line)| if at == 0 { line } else { line.trim_start() }).collect()
}

/// The French catalogue translates every text of the terminal in the sources, and contains no others.
#[test]
fn the_program_is_french_throughout() {
    let mut said = BTreeSet::new();
    let folders = [
        "core/cli/play",
        "core/cli/lab",
        "core/cli",
        "core/console/src",
        "core/board/src/text",
        "core/board/src/svg",
        "core/engine/src",
        "core/lab/src",
        "core/play/src",
        "core/play/src/agent",
        "core/play/src/line_parser",
        "core/play/src/rulebook",
        "core/report/src",
        "core/serve/src/game",
        "core/serve/src/http",
        "core/serve/src/lobby",
        "core/serve/src/queries",
        "core/serve/src/view",
    ];
    for file in folders.iter().flat_map(|folder| std::fs::read_dir(folder).expect("a folder")).flatten() {
        if file.path().extension().is_some_and(|ending| ending == "rs") {
            let source = std::fs::read_to_string(file.path()).expect("a source");
            let source = source.split("#[cfg(test)]").next().unwrap_or_default();
            for call in [
                "say(",
                "tell(",
                "self.tell(\n            ",
                "Refusal::plain(",
                "Refusal::about(",
                "TextKind::Screen, ",
                "words.say(",
                "Fault::refused(",
                "Slip::plain(",
                "Slip::about(",
            ] {
                let texts = source.split(call).skip(1).filter_map(|rest| rest.trim_start().strip_prefix('"'));
                said.extend(texts.filter_map(|rest| rest.split('"').next()).map(joined));
            }
        }
    }
    said.extend(words_of_aids());
    let own = program();
    let known: BTreeSet<&str> = own.entries.iter().map(|entry| entry.key.as_str()).collect();
    let missing: Vec<_> = said.iter().filter(|text| !known.contains(text.as_str())).collect();
    assert!(said.len() > 50 && missing.is_empty(), "not in core/play/src/locale/fr.toml: {missing:#?}");
}
