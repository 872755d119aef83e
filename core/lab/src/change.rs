//! Changes to one variant in a comparison: `mod:frozen-rivers`, `option:stubborn=false`, `cell:PATH=VALUE`,
//! `agent:attacker=recruit`.

use grognard_packs::Diagnostic;
use grognard_play::BattleRequest;
use std::str::FromStr;

/// A change to a battle or its players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Adds a mod.
    Mod(String),
    /// Sets an option.
    Option(String, String),
    /// Sets a value in a chart or any other data.
    Cell(String, String),
    /// Sets the player of a side.
    Agent(String, String),
}

const FORMS: &str = "expected mod:ID, option:NAME=VALUE, cell:PATH=VALUE or agent:SIDE=AGENT";

impl FromStr for Change {
    type Err = String;

    fn from_str(text: &str) -> Result<Change, String> {
        let (kind, rest) = text.split_once(':').ok_or(FORMS)?;
        let pair = || {
            let at = equals(rest).ok_or_else(|| format!("`{kind}:` needs a name and a value, joined by `=`"))?;
            Ok::<_, String>((rest[..at].trim().to_owned(), rest[at + 1..].trim().to_owned()))
        };
        match kind.trim() {
            "mod" if !rest.trim().is_empty() => Ok(Change::Mod(rest.trim().to_owned())),
            "option" => pair().map(|(name, value)| Change::Option(name, value)),
            "cell" => pair().map(|(path, value)| Change::Cell(path, value)),
            "agent" => pair().map(|(side, agent)| Change::Agent(side, agent)),
            _ => Err(FORMS.to_owned()),
        }
    }
}

impl Change {
    /// Returns the kind and name of the option, value or player that the change sets; `None` for a mod.
    fn target(&self) -> Option<(&str, &str)> {
        match self {
            Change::Mod(_) => None,
            Change::Option(name, _) => Some(("option", name)),
            Change::Cell(path, _) => Some(("cell", path)),
            Change::Agent(side, _) => Some(("agent", side)),
        }
    }

    /// Applies the change to a battle and its players. It overrides settings shared by both variants.
    pub fn apply(self, request: &mut BattleRequest, players: &mut Vec<(String, String)>) {
        match self {
            Change::Mod(id) => request.mods.push(id),
            Change::Option(option, value) => {
                request.options.retain(|(known, _)| *known != option);
                request.options.push((option, value));
            }
            Change::Cell(path, value) => request.tweaks.cells.push((path, value)),
            Change::Agent(side, agent) => {
                players.retain(|(known, _)| *known != side);
                players.push((side, agent));
            }
        }
    }

    /// Refuses changes that contradict each other.
    pub fn check(all: &[Change]) -> Result<(), Diagnostic> {
        for (at, change) in all.iter().enumerate().filter(|(_, change)| change.target().is_some()) {
            if let Some(before) =
                all[..at].iter().find(|before| before.target() == change.target() && *before != change)
            {
                let error = Diagnostic::general("E579", format!("`{before}` and `{change}` contradict each other"));
                return Err(error.help("remove one of them"));
            }
        }
        Ok(())
    }
}

/// Returns the position of the `=` after a path; names in brackets may also contain an `=`.
pub fn equals(text: &str) -> Option<usize> {
    let mut quoted = false;
    text.char_indices().find_map(|(at, c)| {
        quoted ^= c == '"';
        (c == '=' && !quoted).then_some(at)
    })
}

impl std::fmt::Display for Change {
    fn fmt(&self, out: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            Change::Mod(id) => write!(out, "mod:{id}"),
            Change::Option(name, value) => write!(out, "option:{name}={value}"),
            Change::Cell(path, value) => write!(out, "cell:{path}={value}"),
            Change::Agent(side, agent) => write!(out, "agent:{side}={agent}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_read_as_they_are_written() {
        for text in [
            "mod:frozen-rivers",
            "option:stubborn=false",
            "cell:charts.crt.cells[\"3\"][\"2:1\"]=DE",
            "agent:attacker=greedy",
        ] {
            assert_eq!(text.parse::<Change>().unwrap().to_string(), text);
        }
        let odd: Change = "cell:charts.x[\"a=b\"].y=c=d".parse().unwrap();
        assert_eq!(odd, Change::Cell("charts.x[\"a=b\"].y".into(), "c=d".into()));
        for text in ["", "mod", "mod:", "rule:x=y", "option:stubborn", "cell:charts.crt"] {
            assert!(text.parse::<Change>().is_err(), "{text}");
        }
    }

    #[test]
    fn one_thing_has_one_value() {
        let check = |all: [&str; 2]| Change::check(&all.map(|text| text.parse().unwrap()));
        for all in [["option:x=1", "option:x=2"], ["cell:x=1", "cell:x=2"], ["agent:red=greedy", "agent:red=random"]] {
            let told = check(all).unwrap_err().message;
            assert!(all.iter().all(|change| told.contains(change)), "{told}");
        }
        for all in [
            ["option:x=1", "option:x=1"],
            ["option:x=1", "cell:x=2"],
            ["mod:x", "mod:y"],
            ["agent:red=greedy", "agent:blue=greedy"],
        ] {
            assert!(check(all).is_ok(), "{all:?}");
        }
    }
}
