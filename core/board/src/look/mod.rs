//! The look of things on the map, derived from the words in their names.
//!
//! A system names its terrain, tags and types as it likes. Most systems use the words found on traditional maps. An
//! unknown word has a fallback that depends only on the name, so that adding names never changes existing pictures.

pub mod feature;
pub mod ground;
pub mod side;
pub mod tag;
pub mod unit;

/// Returns whether a word of the name begins with one of `words`. Both `heavy-tank` and `tanks` match `tank`, but
/// `broad` does not match `road`. Words of the name also match if joined: `antitank` matches `anti-tank` and
/// `anti tank`.
pub fn speaks_of(name: &str, words: &[&str]) -> bool {
    let name = name.to_lowercase();
    let parts: Vec<&str> =
        name.split(|character: char| !character.is_alphanumeric()).filter(|part| !part.is_empty()).collect();
    (0..parts.len()).any(|at| {
        let rest = parts[at..].concat();
        words.iter().any(|word| rest.starts_with(word))
    })
}

/// Returns a hash that depends only on the name (FNV-1a).
pub fn hash(name: &str) -> u32 {
    name.bytes().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_beginning_of_a_word_counts() {
        assert!(speaks_of("heavy_tank", &["tank"]));
        assert!(speaks_of("Railroads", &["rail"]));
        assert!(!speaks_of("trail", &["rail"]));
        assert!(!speaks_of("", &["rail"]));
        assert!(speaks_of("anti-tank", &["antitank"]) && speaks_of("heavy anti tank", &["antitank"]));
        assert!(!speaks_of("anti", &["antitank"]));
    }
}
