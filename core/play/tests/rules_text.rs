//! The rules in our own words: read with a battle, linked, and translated.

use grognard_packs::rules_text::{TextBlock, TextSpan, TextStyle};
use grognard_packs::{Library, Paragraph, load};
use grognard_play::rulebook::RulesTranslation;
use grognard_testing::{copy, workspace};
use std::collections::BTreeSet;
use std::fs;

fn spans(paragraph: &Paragraph) -> Vec<&TextSpan> {
    paragraph
        .text
        .iter()
        .flat_map(|block| match block {
            TextBlock::Paragraph(spans) => vec![spans],
            TextBlock::List(items) => items.iter().collect(),
        })
        .flatten()
        .collect()
}

#[test]
fn every_paragraph_of_the_shipped_games_is_told_in_both_languages() {
    let library = Library::open(&[workspace()]);
    for scenario in library.scenarios() {
        let loaded = load(&library, scenario.id(), &[], &[]).unwrap_or_else(|wrong| panic!("{wrong:?}"));
        let (english, mut books) = (&loaded.system.paragraphs, loaded.system.rulebooks.clone());
        let known: BTreeSet<&str> = english.iter().map(|paragraph| paragraph.number.as_str()).collect();
        let mut french = english.clone();
        RulesTranslation::read(&library, &loaded.system.packs, "fr-CA").apply(&mut french, &mut books);
        for (paragraph, translated) in english.iter().zip(&french) {
            let (pack, number) = (&paragraph.pack, &paragraph.number);
            assert!(!paragraph.text.is_empty(), "{pack} {number} has no text");
            assert_ne!(paragraph.text, translated.text, "{pack} {number} is not translated");
            for span in spans(paragraph).into_iter().chain(spans(translated)) {
                let is_linked = span.style != TextStyle::Reference || known.contains(span.text.as_str());
                assert!(is_linked, "{pack} {number}: ({})", span.text);
            }
        }
        assert!(books.iter().all(|book| !book.introduction.is_empty()), "{}", scenario.id());
    }
}

#[test]
fn texts_of_a_battle_and_of_a_translation_pack() {
    let root = tempfile::tempdir().unwrap();
    copy(&workspace().join("tests/broken/base"), root.path());
    let write = |file: &str, text: &str| {
        let path = root.path().join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    write("scripts/system/rules.md", "About.\n\n## 2.0 Movement\n\nUnits move (1.0, 9.9).\n");
    let pack = "format = 1\nid = \"test.polish\"\nversion = \"1.0.0\"\nkind = \"translation\"\nname = \"Polish\"\n\
        api = \"*\"\n\n[requires]\n\"test.system\" = \"*\"\n";
    write("mods/polish/pack.toml", pack);
    write("mods/polish/locale/rules.pl.md", "## 2.0 Ruch\n\nRuch (2.0).\n");
    let library = Library::open(&[root.path().to_owned()]);
    let mut system = load(&library, "battle", &[], &[]).unwrap().system;
    let text = |paragraph: &Paragraph| {
        let told = |span: &&TextSpan| format!("{:?} {}", span.style, span.text);
        spans(paragraph).iter().map(told).collect::<Vec<_>>().join("|")
    };
    assert_eq!((system.rulebooks[0].title.as_str(), system.rulebooks[0].introduction.len()), ("Small rules", 1));
    assert_eq!(text(&system.paragraphs[0]), "");
    assert_eq!(text(&system.paragraphs[1]), "Plain Units move (|Reference 1.0|Plain , 9.9).");
    let polish = RulesTranslation::read(&library, &system.packs, "pl");
    polish.apply(&mut system.paragraphs, &mut system.rulebooks);
    assert_eq!(text(&system.paragraphs[1]), "Plain Ruch (|Reference 2.0|Plain ).");
}
