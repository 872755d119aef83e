//! The known name that somebody probably meant.

/// The nearest known name, if it is near enough to be meant; the first of several equally near.
pub fn nearest<'a>(wrong: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // Longer texts are not names; comparing them would only cost time.
    if wrong.len() > 100 {
        return None;
    }
    let most = (wrong.chars().count() / 3).max(1);
    let near = known.into_iter().filter(|name| *name != wrong).filter_map(|name| {
        let distance = distance(&fold(wrong), &fold(name));
        (distance <= most).then_some((distance, name))
    });
    // Of names equally near the one in the same case is meant.
    let exactly = |name: &str| distance(&wrong.chars().collect::<Vec<_>>(), &name.chars().collect::<Vec<_>>());
    near.min_by_key(|(distance, name)| (*distance, exactly(name))).map(|(_, name)| name)
}

fn fold(text: &str) -> Vec<char> {
    text.chars().flat_map(char::to_lowercase).collect()
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
        assert_eq!(nearest("ral", ["AL", "rail"]), Some("rail"));
    }

    #[test]
    fn another_word_is_not() {
        assert_eq!(nearest("weather", ["strength", "side"]), None);
        assert_eq!(nearest(&"x".repeat(200_000), ["side"]), None);
    }
}
