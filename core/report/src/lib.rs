//! Reports on experiments: as sentences, as JSON Lines, and as a page with plots.
//!
//! A page is a single file: pictures are inline SVG, and nothing is loaded from the network. It is written for readers
//! who know wargames, not statistics.

#![forbid(unsafe_code)]

mod bars;
mod columns;
mod lines;
mod maps;
mod page;
mod page_frame;
#[cfg(feature = "parquet")]
mod parquet;
mod phrases;
mod plot;
mod sweep;
mod table;
mod training;

pub use columns::{Column, ColumnValues, columns, parquet};
pub use lines::lines;
pub use page::Page;
pub use phrases::{
    ComparisonText, bounds, difference, forfeit_lines, forfeit_paragraph, number, percent, points, rules_line, side,
};
pub use sweep::{SweepPage, SweepStep};
pub use table::{Align, shares, table};
pub use training::TrainingText;

#[cfg(test)]
mod tests {
    use super::*;
    use grognard_engine::catalogue::Catalogue;
    use grognard_lab::ComparisonQuestion;
    use grognard_lab::Proportion;
    use grognard_lab::compare::{Comparison, Pairs, SequentialTest, Verdict, paired_difference};

    /// Builds a comparison from the given number of pairs of each kind. The kinds take turns until each number is
    /// reached.
    fn comparison([both, gained, forfeited, neither]: [u64; 4]) -> Comparison {
        let question = ComparisonQuestion { side: "red".into(), margin: 0.03, error: 0.05 };
        let mut test = SequentialTest::new(&question);
        for at in 0..both.max(gained).max(forfeited).max(neither) {
            let kinds = [(both, true, true), (gained, false, true), (forfeited, true, false), (neither, false, false)];
            kinds.iter().filter(|(count, ..)| at < *count).for_each(|(_, first, second)| test.add(*first, *second));
        }
        let pairs = Pairs { both, gained, forfeited, neither };
        Comparison {
            answer: test.answer(),
            wins: pairs.wins().map(|wins| Proportion::new(wins, pairs.count())),
            shares: Vec::new(),
            difference: paired_difference(&pairs),
            effects: Vec::new(),
            played_for: None,
            pairs,
            question,
        }
    }

    #[test]
    fn the_words_say_what_is_known_and_how_sure_it_is() {
        let catalogue = Catalogue::default();
        let changed = ["mod:x".to_owned()];
        let words = ComparisonText::new(&catalogue, [&[], &changed]);
        assert_eq!(words.variants, ["as it is", "mod:x"]);
        let tell = |pairs: [u64; 4]| words.answer(&comparison(pairs));
        let more = tell([20, 40, 5, 35]);
        assert_eq!(more[0], "Red wins more often under B: in 60.0 % of games, against 25.0 % under A.");
        assert!(
            more[1].ends_with("more wins in 100 games.") && more[2].starts_with("At most one in 20 such"),
            "{more:?}"
        );
        let open = tell([50, 12, 10, 80]);
        assert!(open[0].starts_with("No conclusion yet") && open[2].starts_with("So far the difference"), "{open:?}");
        let never = tell([0, 0, 0, 260]);
        assert_eq!(never.len(), 4, "{never:?}");
        let alike = tell([100, 0, 0, 60]);
        assert!(alike[3].starts_with("No pair of games"), "{alike:?}");
        let few = tell([0, 60, 0, 0]);
        assert!(few[2].starts_with("Too few games"), "{few:?}");
    }

    #[test]
    fn numbers_are_written_as_the_language_writes_them() {
        let french = grognard_play::i18n::Translations::new("fr", &grognard_packs::Library::default(), &[]).catalogue;
        let words = ComparisonText::new(&french, [&[], &[]]);
        assert_eq!(
            [words.percent(0.125), words.points(-0.02), words.mean(5.8), words.mark(2.5)],
            ["12,5 %", "-2,0", "5,80", "2,5"]
        );
        let english = Catalogue::default();
        assert_eq!(
            [percent(0.125, &english), points(0.02, &english), bounds(&Proportion::new(0, 4), &english)],
            ["12.5 %", "+2.0", "(0.0 to 49.0)"]
        );
    }

    #[test]
    fn pairs_played_after_the_answer_was_known_are_told_apart_from_it() {
        let catalogue = Catalogue::default();
        let words = ComparisonText::new(&catalogue, [&[], &[]]);
        let same = comparison([4000, 200, 200, 4000]);
        assert_eq!(same.answer.verdict, Verdict::Same);
        assert!(same.answer.pairs.count() < same.pairs.count());
        let told = words.answer(&same);
        assert!(told[0].contains("below 3.0 wins in 100 games"), "{told:?}");
        assert!(told[3].starts_with(&format!("This was known after {} pairs.", same.answer.pairs.count())), "{told:?}");
        assert!(told[3].contains("all 8400") && told[3].contains("+0.0 wins"), "{told:?}");
    }
}
