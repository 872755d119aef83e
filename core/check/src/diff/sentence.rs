//! Turns differences into sentences. Subjects with the same predicate share a sentence.

use super::fact::{Difference, FactGroup};

/// Returns sentences by group. Subjects with the same predicate share a sentence.
pub fn sentences(all: &[Difference]) -> Vec<(FactGroup, Vec<String>)> {
    let mut groups: Vec<(FactGroup, Vec<String>)> = Vec::new();
    let mut told = vec![false; all.len()];
    for (at, difference) in all.iter().enumerate() {
        if told[at] {
            continue;
        }
        let alike = |other: &Difference| {
            !difference.predicate.is_empty()
                && (other.group, &other.noun, &other.predicate)
                    == (difference.group, &difference.noun, &difference.predicate)
        };
        let names: Vec<&str> =
            (at..all.len()).filter(|&i| i == at || alike(&all[i])).map(|i| all[i].name.as_str()).collect();
        (at..all.len()).filter(|&i| i == at || alike(&all[i])).for_each(|i| told[i] = true);
        let sentence = if names.len() == 1 { difference.says.clone() } else { combined_sentence(difference, &names) };
        match groups.last_mut().filter(|(group, _)| *group == difference.group) {
            Some((_, sentences)) => sentences.push(sentence),
            None => groups.push((difference.group, vec![sentence])),
        }
    }
    groups
}

fn combined_sentence(difference: &Difference, names: &[&str]) -> String {
    let noun = if difference.noun.is_empty() { String::new() } else { plural(&difference.noun) + " " };
    let (last, others) = names.split_last().unwrap_or((&"", &[]));
    format!("{noun}{} and {last} {}", others.join(", "), plural_verb(&difference.predicate))
}

fn plural(noun: &str) -> String {
    match noun {
        noun if noun.ends_with(['x', 's']) => format!("{noun}es"),
        noun if noun.ends_with('y') => format!("{}ies", noun.trim_end_matches('y')),
        noun => format!("{noun}s"),
    }
}

/// Converts a predicate to the plural: `is a star in A but not in B` becomes `are stars in A but not in B`.
fn plural_verb(predicate: &str) -> String {
    let (verb, rest) = predicate.split_once(' ').unwrap_or((predicate, ""));
    let verb = match verb {
        "is" => "are",
        "has" => "have",
        other => other.strip_suffix('s').unwrap_or(other),
    };
    let noun = rest.strip_prefix("a ").or_else(|| rest.strip_prefix("an "));
    let end = |noun: &str| [" in A", " in B"].iter().filter_map(|of| noun.find(of)).min();
    match noun.and_then(|noun| Some((noun, end(noun)?))) {
        Some((noun, end)) => format!("{verb} {}{}", plural(&noun[..end]), &noun[end..]),
        None => format!("{verb} {rest}"),
    }
}

impl FactGroup {
    /// Returns the heading of a group.
    pub fn title(self) -> &'static str {
        match self {
            FactGroup::Map => "Map",
            FactGroup::Units => "Units and set-up",
            FactGroup::Calendar => "Calendar",
            FactGroup::Charts => "Charts",
            FactGroup::Sequence => "Sequence of play",
            FactGroup::Rules => "Rules",
            FactGroup::Options => "Options",
            FactGroup::System => "System vocabulary",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_alike_is_said_once() {
        let hex = |name: &str, predicate: &str| {
            Difference::with_predicate(FactGroup::Map, "hex", name, predicate.to_owned(), "")
        };
        let forest = "is forest in A and clear in B";
        let all = [hex("0109", forest), hex("0111", "exists only in A"), hex("0203", forest), hex("0209", forest)];
        let said = sentences(&all);
        assert_eq!(said.len(), 1);
        assert_eq!(
            said[0].1,
            ["hexes 0109, 0203 and 0209 are forest in A and clear in B", "hex 0111 exists only in A"]
        );
        let cities =
            [hex("0101", "is a major city in A but not in B"), hex("0102", "is a major city in A but not in B")];
        assert_eq!(sentences(&cities)[0].1, ["hexes 0101 and 0102 are major cities in A but not in B"]);
        let stars = [hex("0101", "is a star in B but not in A"), hex("0102", "is a star in B but not in A")];
        assert_eq!(sentences(&stars)[0].1, ["hexes 0101 and 0102 are stars in B but not in A"]);
        let begins = |name: &str| {
            Difference::with_predicate(
                FactGroup::Units,
                "",
                name,
                "begins off the map in A and at 0503 in B".into(),
                "",
            )
        };
        assert_eq!(sentences(&[begins("V"), begins("VI")])[0].1, ["V and VI begin off the map in A and at 0503 in B"]);
    }
}
