//! The known name that somebody probably meant.

/// The nearest known name, if it is near enough to be meant; the first of several equally near.
pub fn nearest<'a>(wrong: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    all(wrong, known).into_iter().next()
}

/// The nearest known names, if they are near enough to be meant.
pub fn all<'a>(wrong: &str, known: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    // Longer texts are not names; comparing them would only cost time.
    if wrong.len() > 100 {
        return Vec::new();
    }
    let most = (wrong.chars().count() / 3).max(1);
    // Of names equally near the one in the same case is meant.
    let exactly = |name: &str| distance(&wrong.chars().collect::<Vec<_>>(), &name.chars().collect::<Vec<_>>());
    let near = known.into_iter().filter(|name| *name != wrong && !are_counts(wrong, name)).filter_map(|name| {
        let (wrong, name_folded) = (fold(wrong), fold(name));
        let distance = distance(&wrong, &name_folded).min(distance(&sound(&wrong), &sound(&name_folded)));
        // Where every letter is another, it is another name.
        let is_other = distance >= wrong.len().max(name_folded.len()) && distance > 0;
        (distance <= most && !is_other).then(|| ((distance, exactly(name)), name))
    });
    let near: Vec<_> = near.collect();
    let least = near.iter().map(|(distance, _)| *distance).min();
    near.into_iter().filter(|(distance, _)| Some(*distance) == least).map(|(_, name)| name).collect()
}

/// The known names that are meant by a wrong one: the nearest, or else those that have it in them, those whose last part is near its own,
/// those it has in it, or those with the same last word.
pub fn meant<'a>(wrong: &str, known: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let known: Vec<&str> = known.into_iter().collect();
    let near = all(wrong, known.iter().copied());
    if !near.is_empty() || wrong.len() > 100 {
        return near;
    }
    let within = |long: &str, short: &str| short.chars().count() >= MIN_NAME_LENGTH && fold_text(long).contains(&fold_text(short));
    let having: Vec<&str> = known.iter().copied().filter(|name| *name != wrong && within(name, wrong)).collect();
    if !having.is_empty() {
        return having;
    }
    let ends = known.iter().map(|name| last(name));
    let near_ends = if last(wrong) == wrong { Vec::new() } else { all(last(wrong), ends) };
    let ending: Vec<&str> = known.iter().copied().filter(|name| near_ends.contains(&last(name))).collect();
    if !ending.is_empty() {
        return ending;
    }
    let inside: Vec<&str> = known.iter().copied().filter(|name| *name != wrong && within(wrong, name)).collect();
    if !inside.is_empty() {
        return inside;
    }
    let word = last_word(wrong);
    let is_same = |name: &&str| word.is_some() && last_word(name) == word;
    known.into_iter().filter(is_same).collect()
}

/// What stands behind the last hyphen, if it says enough: `1986` of `first-edition-1986`.
fn last_word(name: &str) -> Option<String> {
    let (_, word) = name.rsplit_once('-')?;
    (word.chars().count() >= MIN_NAME_LENGTH).then(|| fold_text(word))
}

/// Shorter names are in many others.
const MIN_NAME_LENGTH: usize = 4;

/// What stands behind the last point or stroke.
fn last(name: &str) -> &str {
    name.rsplit(['.', '/']).next().unwrap_or(name)
}

/// Whether two names are small numbers, such as turns: another number is not a mistyped one.
fn are_counts(one: &str, other: &str) -> bool {
    let is_count = |name: &str| name.len() < 4 && name.bytes().all(|byte| byte.is_ascii_digit());
    is_count(one) && is_count(other)
}

/// A folded name as it sounds: `ph` is `f`.
fn sound(folded: &[char]) -> Vec<char> {
    let mut out: Vec<char> = Vec::with_capacity(folded.len());
    for letter in folded {
        let is_ph = *letter == 'h' && out.last() == Some(&'p');
        let sound = if is_ph { out.pop().map(|_| 'f') } else { None };
        out.push(sound.unwrap_or(*letter));
    }
    out
}

fn fold_text(text: &str) -> String {
    fold(text).into_iter().collect()
}

/// A name as it is compared: small letters without accents, since many keyboards have none.
fn fold(text: &str) -> Vec<char> {
    text.chars().flat_map(char::to_lowercase).filter(|c| !is_mark(*c)).map(plain).collect()
}

/// Whether two names differ in capitals and accents only.
pub fn alike(a: &str, b: &str) -> bool {
    fold(a) == fold(b)
}

/// Whether a name begins with another, whatever their capitals and accents.
pub fn begins(name: &str, start: &str) -> bool {
    fold(name).starts_with(&fold(start))
}

/// Accents that are letters of their own in a text.
fn is_mark(c: char) -> bool {
    ('\u{300}'..='\u{36f}').contains(&c)
}

/// A small letter without its accent, in the languages whose maps name places.
fn plain(c: char) -> char {
    match c {
        'à'..='å' | 'ā' | 'ă' | 'ą' | 'ǎ' => 'a',
        'ç' | 'ć' | 'ĉ' | 'ċ' | 'č' => 'c',
        'ď' | 'đ' => 'd',
        'è'..='ë' | 'ē' | 'ĕ' | 'ė' | 'ę' | 'ě' => 'e',
        'ĝ' | 'ğ' | 'ġ' | 'ģ' => 'g',
        'ì'..='ï' | 'ĩ' | 'ī' | 'ĭ' | 'į' | 'ı' => 'i',
        'ķ' => 'k',
        'ĺ' | 'ļ' | 'ľ' | 'ł' => 'l',
        'ñ' | 'ń' | 'ņ' | 'ň' => 'n',
        'ò'..='ö' | 'ø' | 'ō' | 'ŏ' | 'ő' => 'o',
        'ŕ' | 'ř' => 'r',
        'ś' | 'ŝ' | 'ş' | 'š' | 'ș' => 's',
        'ţ' | 'ť' | 'ț' => 't',
        'ù'..='ü' | 'ũ' | 'ū' | 'ŭ' | 'ů' | 'ű' | 'ų' => 'u',
        'ý' | 'ÿ' => 'y',
        'ź' | 'ż' | 'ž' => 'z',
        'ё' => 'е',
        'й' => 'и',
        c => c,
    }
}

/// Letters to change, add, drop or swap to get from one word to the other.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let change = last[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut least = change.min(last[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(before[j - 2] + 1);
            }
            row.push(least);
        }
        before = std::mem::replace(&mut last, row);
    }
    last[b.len()]
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
        assert_eq!((nearest("fase", ["phase", "face-up"]), nearest("sphere", ["sfere"])), (Some("phase"), Some("sfere")));
        assert_eq!(nearest("ral", ["AL", "rail"]), Some("rail"));
    }

    #[test]
    fn accents_are_no_mistakes() {
        let known = ["Łódź", "Köln", "Besançon", "Briansk", "Ряза\u{301}нь"];
        for (typed, meant) in
            [("Lodz", "Łódź"), ("koln", "Köln"), ("Besancan", "Besançon"), ("Bryánsk", "Briansk"), ("рязань", "Ряза\u{301}нь")]
        {
            assert_eq!(nearest(typed, known), Some(meant));
        }
        assert!(alike("ŁODZ", "Łódź") && begins("Łódź", "lo") && !alike("Lodzi", "Łódź"));
    }

    #[test]
    fn what_is_not_near_may_be_a_part() {
        assert_eq!(meant("mud_halves", ["mud_halves_all", "fog"]), ["mud_halves_all"]);
        assert_eq!(meant("weather.rain", ["rain/weather.rain", "combat.phase"]), ["rain/weather.rain"]);
        assert_eq!(meant("combat.result", ["results", "movement"]), ["results"]);
        assert_eq!(meant("weather_table", ["weather", "fog"]), ["weather"]);
        assert_eq!(meant("fogg", ["fog", "foggy-weather"]), ["fog"], "what is near comes first");
        assert!(meant("ox", ["oxen-carts"]).is_empty() && meant("frost", ["weather"]).is_empty());
    }

    #[test]
    fn another_word_is_not() {
        assert_eq!(nearest("weather", ["strength", "side"]), None);
        assert_eq!((nearest("25", ["1", "2", "24"]), nearest("1130", ["1103", "2"])), (None, Some("1103")));
        assert_eq!((nearest("+", ["-", "7"]), nearest("I", ["II", "V"])), (None, Some("II")));
        assert_eq!(nearest(&"x".repeat(200_000), ["side"]), None);
    }

    #[test]
    fn a_year_says_which_of_them_is_meant() {
        let known = ["frozen-rivers", "battle-for-moscow-1986", "d2b-short"];
        assert_eq!(meant("bfm-1986", known), ["battle-for-moscow-1986"]);
        assert!(meant("bfm-1812", known).is_empty() && meant("bfm", known).is_empty());
    }
}
