//! Suggests known names for a mistyped name.

use strsim::osa_distance;
use unicode_normalization::UnicodeNormalization;

/// The maximum length of a name in bytes. Longer strings are not names, and comparing them takes time.
const MAX_LENGTH: usize = 100;

/// The minimum length, in characters, of a shared part that makes two names similar. Shorter parts are too common.
const MIN_PART_LENGTH: usize = 4;

/// Returns the most similar known name, if it is similar enough to be the intended one. If several are equally similar,
/// returns the first of them.
pub fn nearest<'a>(wrong: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    all_nearest(wrong, known).into_iter().next()
}

/// Returns the most similar known names, if they are similar enough to be the intended one. Several names are returned
/// only if they are equally similar. Names that match in letter case count as more similar.
pub fn all_nearest<'a>(wrong: &str, known: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    if wrong.len() > MAX_LENGTH {
        return Vec::new();
    }
    let limit = (wrong.chars().count() / 3).max(1);
    let folded = fold(wrong);
    let rank = |name: &'a str| {
        let distance = distance(&folded, &fold(name)).filter(|distance| *distance <= limit)?;
        Some(((distance, osa_distance(wrong, name)), name))
    };
    let near: Vec<_> =
        known.into_iter().filter(|name| *name != wrong && !are_counts(wrong, name)).filter_map(rank).collect();
    let best = near.iter().map(|(rank, _)| *rank).min();
    near.into_iter().filter(|(rank, _)| Some(*rank) == best).map(|(_, name)| name).collect()
}

/// Returns the known names to suggest for a wrong name: the most similar ones or, if there are none, the first group
/// that is not empty. The groups are names that contain the wrong name, names with a similar last part, names contained
/// in the wrong name, and names with the same last word.
pub fn suggestions<'a>(wrong: &str, known: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let known: Vec<&str> = known.into_iter().collect();
    let near = all_nearest(wrong, known.iter().copied());
    if !near.is_empty() || wrong.len() > MAX_LENGTH {
        return near;
    }
    let part = last_part(wrong);
    let near_parts =
        if part == wrong { Vec::new() } else { all_nearest(part, known.iter().map(|name| last_part(name))) };
    let word = last_word(wrong);
    let tests: [&dyn Fn(&str) -> bool; 4] = [
        &|name| contains(name, wrong),
        &|name| near_parts.contains(&last_part(name)),
        &|name| contains(wrong, name),
        &|name| word.is_some() && last_word(name) == word,
    ];
    let mut matches =
        tests.iter().map(|test| known.iter().copied().filter(|name| *name != wrong && test(name)).collect::<Vec<_>>());
    matches.find(|names| !names.is_empty()).unwrap_or_default()
}

/// Returns whether two names differ only in letter case and accents.
pub fn eq_folded(a: &str, b: &str) -> bool {
    fold(a) == fold(b)
}

/// Returns whether a name begins with `start`, ignoring letter case and accents.
pub fn starts_with_folded(name: &str, start: &str) -> bool {
    fold(name).starts_with(&fold(start))
}

/// Returns the edit distance between two folded names, treating `ph` and `f` as equal; `None` if every letter differs.
fn distance(a: &str, b: &str) -> Option<usize> {
    let distance = osa_distance(a, b).min(osa_distance(&a.replace("ph", "f"), &b.replace("ph", "f")));
    (distance == 0 || distance < a.chars().count().max(b.chars().count())).then_some(distance)
}

fn contains(long: &str, short: &str) -> bool {
    short.chars().count() >= MIN_PART_LENGTH && fold(long).contains(&fold(short))
}

/// Returns the part after the last dot or slash.
fn last_part(name: &str) -> &str {
    name.rsplit(['.', '/']).next().unwrap_or(name)
}

/// Returns the part after the last hyphen, if it is long enough: `1986` in `first-edition-1986`.
fn last_word(name: &str) -> Option<String> {
    let (_, word) = name.rsplit_once('-')?;
    (word.chars().count() >= MIN_PART_LENGTH).then(|| fold(word))
}

/// Returns whether both names are small numbers, such as turns. One small number is not a typo for another.
fn are_counts(a: &str, b: &str) -> bool {
    [a, b].iter().all(|name| name.len() < 4 && name.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Converts a name to lower case without accents, which many keyboards lack.
pub fn fold(text: &str) -> String {
    let letters = text.nfd().filter(|c| !('\u{300}'..='\u{36f}').contains(c)).flat_map(char::to_lowercase);
    let plain = |c| match c {
        'ł' => 'l',
        'đ' => 'd',
        'ø' => 'o',
        'ı' => 'i',
        c => c,
    };
    letters.map(plain).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_letter_off_is_found() {
        let known = ["strength", "movement", "side"];
        for wrong in ["strengt", "sternght", "strenggth", "Strength", "mvement"] {
            assert!(nearest(wrong, known).is_some(), "{wrong}");
        }
        assert_eq!(nearest("sde", known), Some("side"));
        assert_eq!(
            (nearest("fase", ["phase", "face-up"]), nearest("sphere", ["sfere"])),
            (Some("phase"), Some("sfere"))
        );
        assert_eq!(nearest("ral", ["AL", "rail"]), Some("rail"));
    }

    #[test]
    fn accents_are_no_mistakes() {
        let known = ["Łódź", "Köln", "Besançon", "Briansk", "Ряза\u{301}нь"];
        for (typed, meant) in [
            ("Lodz", "Łódź"),
            ("koln", "Köln"),
            ("Besancan", "Besançon"),
            ("Bryánsk", "Briansk"),
            ("рязань", "Ряза\u{301}нь"),
        ] {
            assert_eq!(nearest(typed, known), Some(meant));
        }
        assert!(eq_folded("ŁODZ", "Łódź") && starts_with_folded("Łódź", "lo") && !eq_folded("Lodzi", "Łódź"));
    }

    #[test]
    fn what_is_not_near_may_be_a_part() {
        assert_eq!(suggestions("mud_halves", ["mud_halves_all", "fog"]), ["mud_halves_all"]);
        assert_eq!(suggestions("weather.rain", ["rain/weather.rain", "combat.phase"]), ["rain/weather.rain"]);
        assert_eq!(suggestions("combat.result", ["results", "movement"]), ["results"]);
        assert_eq!(suggestions("weather_table", ["weather", "fog"]), ["weather"]);
        assert_eq!(suggestions("fogg", ["fog", "foggy-weather"]), ["fog"], "near names come first");
        assert!(suggestions("ox", ["oxen-carts"]).is_empty() && suggestions("frost", ["weather"]).is_empty());
    }

    #[test]
    fn another_word_is_not() {
        assert_eq!(nearest("weather", ["strength", "side"]), None);
        assert_eq!((nearest("25", ["1", "2", "24"]), nearest("1130", ["1103", "2"])), (None, Some("1103")));
        assert_eq!((nearest("+", ["-", "7"]), nearest("I", ["II", "V"])), (None, Some("II")));
        assert_eq!(nearest(&"x".repeat(200_000), ["side"]), None);
    }

    #[test]
    fn a_year_says_which_of_them_is_suggestions() {
        let known = ["frozen-rivers", "battle-for-madrid-1986", "s3c-short"];
        assert_eq!(suggestions("bfm-1986", known), ["battle-for-madrid-1986"]);
        assert!(suggestions("bfm-1812", known).is_empty() && suggestions("bfm", known).is_empty());
    }
}
