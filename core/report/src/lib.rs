//! What came of an experiment: in words for everybody, as lines for programs, and as a page with plots.
//!
//! A page is one file: pictures are SVG within it, and it asks nothing of the network. Its reader knows wargames, not statistics.

mod bars;
mod columns;
mod frame;
mod lines;
mod maps;
mod page;
#[cfg(feature = "parquet")]
mod parquet;
mod plot;
mod sweep;
mod words;

pub use columns::{Column, Values, columns, parquet};
pub use lines::lines;
pub use page::Page;
pub use sweep::{Step, SweepPage};
pub use words::{Words, percent, points};

#[cfg(test)]
mod tests {
    use super::*;
    use grognard_engine::catalogue::Catalogue;
    use grognard_lab::Proportion;
    use grognard_lab::compare::{Comparison, Estimate, Pairs, Question, Verdict, paired_difference};

    fn comparison(pairs: Pairs) -> Comparison {
        let question = Question { side: "red".into(), margin: 0.03, error: 0.05 };
        let (low, high) = pairs.believed(0.05);
        Comparison {
            wins: pairs.wins().map(|wins| Proportion::new(wins, pairs.count())),
            shares: Vec::new(),
            difference: paired_difference(&pairs),
            anytime: Estimate { value: pairs.difference(), low, high },
            verdict: pairs.verdict(question.margin, question.error),
            effects: Vec::new(),
            pairs,
            question,
        }
    }

    #[test]
    fn the_words_say_what_is_known_and_how_sure_it_is() {
        let catalogue = Catalogue::default();
        let changed = ["mod:x".to_owned()];
        let words = Words::new(&catalogue, [&[], &changed]);
        assert_eq!(words.variants, ["as it is", "mod:x"]);
        let tell = |pairs: Pairs| words.answer(&comparison(pairs));
        let more = tell(Pairs { both: 50, gained: 60, forfeited: 10, neither: 80 });
        assert_eq!(more[0], "Red wins more often under B: 55.0 % of the games, under A 30.0 %.");
        assert!(more[1].ends_with("more wins in 100 games.") && more[2].starts_with("Of 20 such statements"), "{more:?}");
        let open = tell(Pairs { both: 50, gained: 12, forfeited: 10, neither: 80 });
        assert!(open[0].starts_with("It is not settled") && open[2].starts_with("More games"), "{open:?}");
        let same = comparison(Pairs { both: 9000, gained: 500, forfeited: 500, neither: 9000 });
        assert_eq!(same.verdict, Verdict::Same);
        assert!(words.answer(&same)[0].contains("below 3.0 wins in 100 games"));
        let never = tell(Pairs { neither: 400, ..Pairs::default() });
        assert_eq!(never.len(), 4, "{never:?}");
    }
}
