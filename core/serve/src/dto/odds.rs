//! The odds of a battle, and the reasons why something is not offered.

use super::Fault;
use serde::Serialize;
use ts_rs::TS;

/// The answer to a query about why something is not offered.
#[derive(Clone, Debug, Serialize, TS)]
#[serde(untagged)]
pub enum Why {
    /// No rule forbids the choice.
    Allowed {
        /// Always true.
        #[ts(type = "true")]
        allowed: bool,
    },
    /// A rule forbids the choice.
    Refused(Fault),
}

/// The odds of an attack.
#[derive(Clone, Debug, Serialize, TS)]
#[serde(untagged)]
pub enum Odds {
    /// No odds can be computed.
    None {
        /// The reason why no odds can be computed.
        unavailable: String,
    },
    /// There is a forecast for each part of the battle.
    Some {
        /// The first forecast. Most battles have only one part.
        #[serde(flatten)]
        first: Forecast,
        /// All forecasts, including the first.
        forecasts: Vec<Forecast>,
    },
}

/// The forecast for a battle, or for a part of it.
#[derive(Clone, Debug, Serialize, TS)]
pub struct Forecast {
    /// A summary without probabilities: strengths, odds, modifiers and final column, such as `16:5 = 3:1, -1 river
    /// (9.2) -> 2:1`.
    pub line: String,
    /// The number of the rulebook paragraph for the summary.
    pub rule: Option<String>,
    /// The strengths of attack and defence; empty if the game does not compare strengths.
    pub strengths: Vec<String>,
    /// The modifiers applied to the column.
    pub modifiers: Vec<Modifier>,
    /// The outcomes, most likely first.
    pub outcomes: Vec<Outcome>,
    /// A remark instead of outcomes, if their probabilities are unknown.
    pub note: Option<String>,
}

/// A modifier with its reason.
#[derive(Clone, Debug, Serialize, TS)]
pub struct Modifier {
    /// The amount, in columns or points.
    pub amount: i32,
    /// The number of the rulebook paragraph.
    pub rule: String,
    /// The reason, in a word or two.
    pub reason: String,
}

/// An outcome and its probability.
#[derive(Clone, Debug, Serialize, TS)]
pub struct Outcome {
    /// The result as the chart prints it.
    pub result: String,
    /// The number of cases with this result.
    pub weight: u64,
    /// The number of all possible cases.
    pub total: u64,
    /// The probability as a rounded percentage.
    pub percent: u64,
}

impl From<grognard_play::Forecast> for Forecast {
    fn from(forecast: grognard_play::Forecast) -> Forecast {
        let grognard_play::Forecast { line, rule, strengths, modifiers, outcomes, note } = forecast;
        let modifier = |one: grognard_engine::chart::Modifier| Modifier {
            amount: one.amount,
            rule: one.rule.to_string(),
            reason: one.reason.to_string(),
        };
        let outcome = |one: grognard_play::ResultChance| Outcome {
            result: one.result,
            weight: one.weight,
            total: one.of,
            percent: one.percent,
        };
        let (modifiers, outcomes) =
            (modifiers.into_iter().map(modifier).collect(), outcomes.into_iter().map(outcome).collect());
        Forecast { line, rule, strengths, modifiers, outcomes, note }
    }
}
