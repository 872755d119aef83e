//! How packs wish a battle to look. Pictures read it; rules never do.

/// The look of a battle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dress {
    /// For each type of unit, a word for the sign on its counter, such as `armour`; where it is empty or missing, the name tells.
    pub symbols: Vec<String>,
}
