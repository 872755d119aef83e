//! Tags of spaces: towns, fortifications, ports, and whatever else a system marks.

use super::speaks_of;

/// The meaning of a tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TagSign {
    /// A large city.
    Capital,
    /// A city or town.
    Town,
    /// A village.
    Village,
    /// A fortification.
    Fort,
    /// A harbour.
    Port,
    /// An airfield.
    Airfield,
    /// A source of supply.
    Depot,
    /// An objective.
    Goal,
    /// A printed star.
    Star,
    /// A printed cross.
    Cross,
    /// Anything else.
    Other,
    /// A part of the map that rules refer to, such as an army's zone. It is not drawn as a symbol.
    Region,
}

const KNOWN: &[(&[&str], TagSign)] = &[
    (&["major", "capital", "metropol"], TagSign::Capital),
    (&["fort", "entrench", "trench", "bunker", "redoubt", "castle", "works", "pillbox"], TagSign::Fort),
    (&["village", "hamlet", "farm"], TagSign::Village),
    (&["city", "cities", "town", "urban"], TagSign::Town),
    (&["port", "harbo", "anchorage"], TagSign::Port),
    (&["air"], TagSign::Airfield),
    (&["supply", "depot", "railhead", "source"], TagSign::Depot),
    (&["objective", "victory", "vp", "goal"], TagSign::Goal),
    (&["star"], TagSign::Star),
    (&["cross"], TagSign::Cross),
    (&["zone", "region", "sector", "ground"], TagSign::Region),
];

/// Returns the meaning of a tag with the given name.
pub fn sign_of(name: &str) -> TagSign {
    KNOWN.iter().find(|(words, _)| speaks_of(name, words)).map_or(TagSign::Other, |(_, sign)| *sign)
}

impl TagSign {
    /// Returns whether the tag denotes a settlement. If a space has several, only the largest is drawn.
    pub fn is_settled(self) -> bool {
        self <= TagSign::Village
    }

    /// Returns whether the tag is shown on a board.
    pub fn is_drawn(self) -> bool {
        self != TagSign::Region
    }

    /// Returns the tag's character on a text board; `None` if it gets the next free character.
    pub fn character(self) -> Option<char> {
        match self {
            TagSign::Capital => Some('@'),
            TagSign::Town => Some('o'),
            TagSign::Village => Some('.'),
            TagSign::Fort => Some('#'),
            TagSign::Port => Some('&'),
            TagSign::Airfield => Some('T'),
            TagSign::Depot => Some('$'),
            TagSign::Goal => Some('!'),
            TagSign::Star => Some('*'),
            TagSign::Cross => Some('x'),
            TagSign::Other | TagSign::Region => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_larger_place_comes_first() {
        assert_eq!(sign_of("major-city"), TagSign::Capital);
        assert_eq!(sign_of("city"), TagSign::Town);
        assert_eq!(sign_of("fortification"), TagSign::Fort);
        assert_eq!(sign_of("wolfram mine"), TagSign::Other);
        assert!(!sign_of("zone-2pz").is_drawn() && sign_of("city").is_drawn());
        assert!(TagSign::Capital < TagSign::Town && TagSign::Town.is_settled() && !TagSign::Fort.is_settled());
    }
}
