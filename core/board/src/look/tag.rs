//! Tags of spaces: towns, works, ports, and whatever a system marks.

use super::speaks_of;

/// What a tag stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sign {
    /// A large city.
    Capital,
    /// A city or town.
    Town,
    /// A village.
    Village,
    /// Works of defence.
    Fort,
    /// A harbour.
    Port,
    /// An airfield.
    Airfield,
    /// Where supply comes from.
    Depot,
    /// A point to win or hold.
    Goal,
    /// A printed star.
    Star,
    /// A printed cross.
    Cross,
    /// Anything else.
    Other,
    /// A part of the map that has a name for the rules, such as the zone of an army: nothing is drawn.
    Region,
}

const KNOWN: &[(&[&str], Sign)] = &[
    (&["major", "capital", "metropol"], Sign::Capital),
    (&["fort", "entrench", "trench", "bunker", "redoubt", "castle", "works", "pillbox"], Sign::Fort),
    (&["village", "hamlet", "farm"], Sign::Village),
    (&["city", "cities", "town", "urban"], Sign::Town),
    (&["port", "harbo", "anchorage"], Sign::Port),
    (&["air"], Sign::Airfield),
    (&["supply", "depot", "railhead", "source"], Sign::Depot),
    (&["objective", "victory", "vp", "goal"], Sign::Goal),
    (&["star"], Sign::Star),
    (&["cross"], Sign::Cross),
    (&["zone", "region", "sector", "ground"], Sign::Region),
];

/// What a tag of this name stands for.
pub fn sign_of(name: &str) -> Sign {
    KNOWN.iter().find(|(words, _)| speaks_of(name, words)).map_or(Sign::Other, |(_, sign)| *sign)
}

impl Sign {
    /// Whether people live there: it is drawn as a place, and of several only the largest.
    pub fn is_settled(self) -> bool {
        self <= Sign::Village
    }

    /// Whether a board shows it.
    pub fn is_drawn(self) -> bool {
        self != Sign::Region
    }

    /// The character for it on a board of text; the others take the next free one.
    pub fn character(self) -> Option<char> {
        match self {
            Sign::Capital => Some('@'),
            Sign::Town => Some('o'),
            Sign::Village => Some('.'),
            Sign::Fort => Some('#'),
            Sign::Port => Some('&'),
            Sign::Airfield => Some('T'),
            Sign::Depot => Some('$'),
            Sign::Goal => Some('!'),
            Sign::Star => Some('*'),
            Sign::Cross => Some('x'),
            Sign::Other | Sign::Region => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_larger_place_comes_first() {
        assert_eq!(sign_of("major-city"), Sign::Capital);
        assert_eq!(sign_of("city"), Sign::Town);
        assert_eq!(sign_of("fortification"), Sign::Fort);
        assert_eq!(sign_of("wolfram mine"), Sign::Other);
        assert!(!sign_of("zone-2pz").is_drawn() && sign_of("city").is_drawn());
        assert!(Sign::Capital < Sign::Town && Sign::Town.is_settled() && !Sign::Fort.is_settled());
    }
}
