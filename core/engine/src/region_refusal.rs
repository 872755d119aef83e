//! Explains to players why a place is outside a region.

use crate::decision::{Choice, Refusal, Template};
use crate::field::{Lack, Region, Spot, Term};

impl Region {
    /// Returns the reason why a place is outside the region; `None` if it is inside.
    pub fn why_not(&self, spot: Spot) -> Option<Refusal> {
        let far = |text: &str, distance: i32| {
            let length = self.field().write_length(distance);
            let fillings = vec![Choice::Label(length.as_str().into())];
            let template = Template { text: text.to_owned(), fillings };
            Refusal { rule: None, reason: text.replace("{1}", &length), template: Some(template) }
        };
        Some(match self.lack(spot)? {
            Lack::Table => Refusal::plain("it would be off the table"),
            Lack::Term(Term::Inside(_)) => Refusal::plain("it would be outside the permitted area"),
            Lack::Term(Term::Within(distance, _)) => far("it would be more than {1} away", *distance),
            Lack::Term(Term::Beyond(distance, _)) => far("it would be closer than {1}", *distance),
            Lack::Term(Term::Clear(_)) => Refusal::plain("something is in the way there"),
            Lack::Term(Term::At(_)) => Refusal::plain("it would be outside the permitted area"),
            Lack::Term(Term::On(_) | Term::CentredOn(_)) => Refusal::plain("it would not be on the required ground"),
            Lack::Term(Term::Touching(_)) => Refusal::plain("it would touch nothing"),
            Lack::Term(Term::Reach(_)) => Refusal::plain("it cannot get there"),
        })
    }
}
