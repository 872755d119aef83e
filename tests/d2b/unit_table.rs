//! The unit table of the rulebook (2.3.2), in units of 100 m.

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct UnitRow {
    pub pace: i64,
    /// The bonus along a road.
    pub road: i64,
    /// The factors against armour, and against everything else.
    pub factors: [i64; 2],
    /// The minimum and the maximum recoil.
    pub recoil: [i64; 2],
    pub takes: bool,
    pub breaks: bool,
    /// The rear support it gives against armour, and against everything else.
    pub support: [i64; 2],
    pub range: i64,
}

/// How a unit moves over terrain (2.4.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MovementRow {
    Foot,
    Tracks,
    Towed,
    Wheels,
    /// Infantry that swims a river (3.5.2).
    Swimming,
    /// A line of supply (3.4).
    Supply,
}

/// Whether a type is armour, including reconnaissance (2.3.2).
pub fn is_armour(kind: &str) -> bool {
    matches!(
        kind,
        "medium-tanks"
            | "assault-guns"
            | "tank-destroyers"
            | "heavy-tanks"
            | "heavy-support-tanks"
            | "light-tanks"
            | "infantry-tanks"
            | "reconnaissance"
            | "heavy-reconnaissance"
    )
}

/// Whether a type is infantry, including the mixed group.
pub fn is_infantry(kind: &str) -> bool {
    matches!(
        kind,
        "infantry"
            | "partisans"
            | "irregulars"
            | "mechanised-infantry"
            | "heavy-infantry"
            | "paratroops"
            | "mixed-group"
    )
}

pub fn is_artillery(kind: &str) -> bool {
    kind == "artillery" || kind == "mobile-artillery"
}

pub fn is_anti_tank(kind: &str) -> bool {
    kind == "anti-tank-guns" || kind == "heavy-anti-tank-guns"
}

/// Whether a type is a towed gun.
pub fn is_towed(kind: &str) -> bool {
    kind == "artillery" || is_anti_tank(kind)
}

pub fn is_scout(kind: &str) -> bool {
    kind == "reconnaissance" || kind == "heavy-reconnaissance"
}

/// 3.5.2 Whether a type can swim: infantry that is neither heavy nor mechanised.
pub fn swims(kind: &str) -> bool {
    matches!(kind, "infantry" | "partisans" | "irregulars" | "paratroops")
}

/// 2.3.2 Whether a type ignores terrain penalties in combat.
pub fn is_at_home(kind: &str) -> bool {
    kind == "partisans" || kind == "assault-guns"
}

pub fn going(kind: &str) -> MovementRow {
    if is_armour(kind) || kind == "mixed-group" {
        MovementRow::Tracks
    } else if is_towed(kind) {
        MovementRow::Towed
    } else if is_infantry(kind) {
        MovementRow::Foot
    } else {
        MovementRow::Wheels
    }
}

/// The row of a type.
pub fn printed(kind: &str) -> UnitRow {
    let ([pace, road], factors, recoil, [takes, breaks], support, range) = match kind {
        "general" => ([12, 0], [0, 0], [2, 6], [0, 0], [0, 0], 0),
        "infantry" => ([4, 0], [1, 4], [2, 2], [1, 0], [0, 0], 0),
        "partisans" => ([4, 0], [0, 1], [2, 6], [0, 0], [0, 0], 0),
        "irregulars" => ([4, 0], [0, 2], [4, 4], [1, 0], [0, 0], 0),
        "mechanised-infantry" => ([8, 0], [1, 4], [2, 2], [1, 0], [0, 0], 0),
        "heavy-infantry" => ([4, 0], [0, 0], [2, 2], [0, 0], [0, 1], 0),
        "paratroops" => ([4, 0], [1, 4], [2, 4], [1, 0], [0, 0], 0),
        "mixed-group" => ([6, 2], [3, 3], [2, 2], [1, 1], [0, 0], 0),
        "medium-tanks" => ([6, 2], [3, 2], [2, 2], [1, 1], [0, 0], 0),
        "assault-guns" => ([6, 2], [1, 3], [2, 2], [1, 0], [0, 1], 0),
        "tank-destroyers" => ([8, 2], [3, 1], [2, 2], [1, 1], [1, 0], 0),
        "heavy-tanks" => ([6, 2], [5, 4], [2, 2], [1, 1], [0, 0], 0),
        "heavy-support-tanks" => ([6, 2], [5, 4], [2, 2], [1, 1], [2, 2], 0),
        "light-tanks" => ([10, 2], [1, 1], [2, 2], [1, 1], [0, 0], 0),
        "infantry-tanks" => ([4, 0], [3, 2], [2, 2], [1, 0], [0, 0], 0),
        "reconnaissance" => ([10, 2], [0, 1], [2, 6], [1, 0], [0, 0], 0),
        "heavy-reconnaissance" => ([10, 2], [1, 1], [2, 6], [1, 0], [0, 0], 0),
        "truck" => ([6, 4], [0, 0], [4, 4], [0, 0], [0, 0], 0),
        "artillery" => ([4, 0], [1, 1], [2, 2], [0, 0], [0, 0], 14),
        "aircraft" => ([0, 0], [2, 2], [0, 0], [0, 0], [0, 0], 0),
        "mobile-artillery" => ([6, 2], [1, 1], [2, 2], [0, 0], [0, 0], 10),
        "anti-tank-guns" => ([4, 0], [1, 2], [2, 2], [0, 0], [1, 0], 0),
        "heavy-anti-tank-guns" => ([4, 0], [2, 1], [2, 2], [0, 0], [2, 0], 0),
        other => panic!("no line of the table of units: {other}"),
    };
    UnitRow {
        pace: 10 * pace,
        road: 10 * road,
        factors,
        recoil: recoil.map(|km| 10 * km),
        takes: takes == 1,
        breaks: breaks == 1,
        support,
        range: 10 * range,
    }
}
