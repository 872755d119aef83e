//! From the checker's words to ours. It says what it means in sentences; each kind is known by how it begins.

use crate::Request;
use grognard_packs::nearest;
use std::collections::BTreeMap;

/// A complaint in our words.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Wording {
    pub(crate) code: &'static str,
    pub(crate) message: String,
    pub(crate) expected: Option<String>,
    pub(crate) help: Option<String>,
}

impl Wording {
    fn new(code: &'static str, message: String) -> Wording {
        Wording { code, message, expected: None, help: None }
    }

    fn expected(mut self, expected: String) -> Wording {
        self.expected = Some(expected);
        self
    }

    fn help(mut self, help: impl Into<String>) -> Wording {
        self.help = Some(help.into());
        self
    }

    /// Adds `did you mean`, if a known name is near enough.
    fn suggest<'a>(mut self, wrong: &str, known: impl IntoIterator<Item = &'a str>) -> Wording {
        self.help = nearest(wrong, known).map(|right| format!("did you mean `{right}`?")).or(self.help);
        self
    }
}

/// The names that could have been meant: what types and modules have, and what types there are.
#[derive(Default)]
pub(crate) struct Names {
    members: BTreeMap<String, Vec<String>>,
    /// The methods of each type of the API.
    methods: BTreeMap<String, Vec<String>>,
    types: Vec<String>,
}

impl Names {
    /// Reads them off the declarations and the scripts.
    pub(crate) fn of(request: &Request) -> Names {
        let mut names = Names::default();
        let mut class = String::new();
        for line in request.definitions.lines() {
            if let Some(name) = line.strip_prefix("declare class ") {
                class = name.to_owned();
                names.types.push(name.to_owned());
            } else if let Some((name, _)) = line.strip_prefix("type ").and_then(|line| line.split_once(" = ")) {
                class = name.to_owned();
            } else if let Some(member) = line.strip_prefix('\t').and_then(|line| word(line.trim_start_matches("function "))) {
                names.members.entry(class.clone()).or_default().push(member.to_owned());
                if line.starts_with("\tfunction ") {
                    names.methods.entry(class.clone()).or_default().push(member.to_owned());
                }
            }
        }
        for line in request.files.iter().flat_map(|file| file.source.lines()) {
            if let Some((table, rest)) = line.strip_prefix("function ").and_then(|rest| rest.split_once('.')) {
                names.members.entry(table.to_owned()).or_default().extend(word(rest).map(str::to_owned));
            } else if let Some(name) = line.trim_start_matches("export ").strip_prefix("type ").and_then(word) {
                names.types.push(name.to_owned());
                let fields = line.split_once('{').map_or("", |(_, fields)| fields).split(',').filter_map(|field| word(field.trim()));
                names.members.entry(name.to_owned()).or_default().extend(fields.map(str::to_owned));
            }
        }
        names
    }

    /// The call `column.shift(…)` that ends at a byte of a script: with a point, where the method of something wants a colon.
    pub(crate) fn pointed<'a>(&self, before: &'a str) -> Option<(&'a str, &'a str)> {
        let start = before.trim_end_matches(|c: char| c.is_alphanumeric() || c == '_' || c == '.').len();
        let (receiver, method) = before[start..].rsplit_once('.')?;
        let is_method = self.methods.values().flatten().any(|known| known == method);
        let is_of_module = self.members.get(receiver).is_some_and(|members| members.iter().any(|member| member == method));
        (is_method && !receiver.is_empty() && !is_of_module).then_some((receiver, method))
    }

    /// Whether a type of the API has methods.
    pub(crate) fn has_methods(&self, of: &str) -> bool {
        self.methods.contains_key(of)
    }

    fn members(&self, of: &str) -> impl Iterator<Item = &str> {
        self.members.get(of).into_iter().flatten().map(String::as_str)
    }
}

/// The word a text begins with.
fn word(text: &str) -> Option<&str> {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    (end > 0).then(|| &text[..end])
}

/// Types the checker could not find out, and its own troubles: they say nothing about the script.
const DOUBTS: [&str; 14] = [
    "'unknown'",
    "Unknown type used in",
    "*blocked",
    "*error",
    "*pending",
    "too complex",
    "Internal error",
    "incomplete",
    "uninhabited",
    "type function instance",
    "intersect<",
    "union<",
    "consider adding",
    "consider annotating",
];

/// The complaint in our words; nothing if it is none. `marked` is the part of the script it is about.
pub(crate) fn wording(text: &str, marked: &str, names: &Names) -> Option<Wording> {
    let sentence = text.lines().next().unwrap_or_default().trim_end_matches([';', ' ', '.']);
    let quoted: Vec<&str> = sentence.split('\'').skip(1).step_by(2).collect();
    // A wrong operator is told again at the function it stands in.
    let is_echo = sentence.starts_with("Operator") && quoted.first().is_some_and(|operator| !marked.contains(operator));
    // The types of functions stand on lines of their own, in front of the reasons.
    let types = text.split("; \n").next().unwrap_or_default();
    if is_echo || DOUBTS.iter().any(|doubt| sentence.contains(doubt) || types.contains(doubt)) {
        return None;
    }
    let known = function(text)
        .or_else(|| lacking(&quoted, names))
        .or_else(|| nil(sentence, &quoted))
        .or_else(|| mismatch(sentence, &quoted, marked))
        .or_else(|| missing(sentence, &quoted, names))
        .or_else(|| operator(sentence, &quoted))
        .or_else(|| arguments(sentence, marked));
    Some(known.unwrap_or_else(|| Wording::new("E315", lower(sentence))))
}

/// A function of another type than is needed, which the checker tells on lines of their own.
fn function(text: &str) -> Option<Wording> {
    let (wanted, rest) = text.strip_prefix("Expected this to be\n\t'")?.split_once("'\nbut got\n\t'")?;
    let given = rest.split_once('\'')?.0;
    let whole = || Wording::new("E310", format!("`{given}` cannot stand here")).expected(format!("expected `{wanted}`"));
    let (Some(ours), Some(theirs)) = (parts(given), parts(wanted)) else { return Some(whole()) };
    let (takes, gets) = (ours.0.len(), theirs.0.len());
    if takes > gets {
        let plural = if takes == 1 { "" } else { "s" };
        let wording =
            Wording::new("E313", format!("this function takes {takes} argument{plural}")).expected(format!("it is called with {gets}"));
        return Some(wording.help(format!("expected `{wanted}`")));
    }
    let other = ours.0.iter().zip(&theirs.0).position(|(ours, theirs)| ours != theirs);
    let (message, expected) = match other {
        Some(at) => (format!("argument {} of this function is `{}`", at + 1, ours.0[at]), theirs.0[at]),
        None if ours.1 != theirs.1 => (format!("this function returns `{}`", ours.1), theirs.1),
        None => return Some(whole()),
    };
    Some(Wording::new("E310", message).expected(format!("expected `{expected}`")).help(format!("expected `{wanted}`")))
}

/// Something without a field that a function reads of it. The checker has found the type out, `{ read spase: a }`, and nobody wrote it.
fn lacking(quoted: &[&str], names: &Names) -> Option<Wording> {
    let [wanted, given] = quoted else { return None };
    let fields = wanted.strip_prefix('{')?.strip_suffix('}')?.trim();
    let known: Vec<&str> = names.members(given).collect();
    let read = fields_of(fields).into_iter().map(|field| field.strip_prefix("read ").unwrap_or(field));
    let lacks = read.filter_map(word).find(|field| !known.is_empty() && !known.contains(field))?;
    let wording = Wording::new("E311", format!("`{given}` has no `{lacks}`, which the function asks of it"));
    Some(wording.suggest(lacks, known.iter().copied()))
}

/// The fields of a table, with their types.
fn fields_of(fields: &str) -> Vec<&str> {
    let (mut found, mut depth, mut start) = (Vec::new(), 0_usize, 0);
    for (at, sign) in fields.char_indices() {
        match sign {
            '{' | '(' | '<' => depth += 1,
            '}' | ')' | '>' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                found.push(fields[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    found.push(fields[start..].trim());
    found
}

/// A method that is called with a point.
pub(crate) fn with_a_point(receiver: &str, method: &str) -> Wording {
    let message = format!("`{receiver}.{method}` is called with a point: a method has a colon before its name");
    Wording::new("E313", message).help(format!("write `{receiver}:{method}(…)`"))
}

/// The types a function takes, and what it returns.
fn parts(kind: &str) -> Option<(Vec<&str>, &str)> {
    let inside = kind.strip_prefix('(')?;
    let (mut found, mut start, mut depth, mut before) = (Vec::new(), 0, 0, ' ');
    for (at, sign) in inside.char_indices() {
        match sign {
            ')' if depth == 0 => {
                let last = &inside[start..at];
                found.extend((!last.is_empty()).then_some(last));
                return Some((found, inside[at + 1..].strip_prefix(" -> ")?));
            }
            '(' | '{' | '<' => depth += 1,
            '>' if before == '-' => {}
            ')' | '}' | '>' => depth -= 1,
            ',' if depth == 0 => {
                found.push(&inside[start..at]);
                start = at + 2;
            }
            _ => {}
        }
        before = sign;
    }
    None
}

const ASK_FIRST: &str = "ask first: `if x then … end`; where it cannot be nil, say so: `local x = assert(…)`";

fn nil(sentence: &str, quoted: &[&str]) -> Option<Wording> {
    match quoted {
        [kind] if sentence.ends_with("could be nil") => {
            Some(Wording::new("E312", format!("this may be nil: it is `{kind}`")).help(ASK_FIRST))
        }
        [wanted, given] if sentence.starts_with("Expected this to be") && (*given == "nil" || is_optional(given, wanted)) => {
            // The place is then that of the whole call.
            let message = if *given == "nil" {
                format!("nil may come where `{wanted}` is expected")
            } else {
                format!("this may be nil: it is `{given}`")
            };
            Some(Wording::new("E312", message).expected(format!("expected `{wanted}`")).help(ASK_FIRST))
        }
        _ => None,
    }
}

fn is_optional(given: &str, wanted: &str) -> bool {
    given.strip_suffix('?') == Some(wanted)
}

fn mismatch(sentence: &str, quoted: &[&str], marked: &str) -> Option<Wording> {
    let wrong = |message: String| Some(Wording::new("E310", message));
    match quoted {
        [wanted, given] if sentence.starts_with("Expected this to be") => {
            Some(Wording::new("E310", format!("`{given}` cannot stand here")).expected(format!("expected `{wanted}`")))
        }
        [wanted] if sentence.starts_with("Not all codepaths") => {
            wrong(format!("there is a way through this function that does not return `{wanted}`"))
        }
        _ => {
            let kind = sentence.strip_prefix("Cannot call a value of type ")?.trim_matches('\'');
            let wording = wrong(format!("`{marked}` is `{kind}` and cannot be called"));
            match marked.rsplit_once(':') {
                Some((receiver, field)) if word(field) == Some(field) => {
                    wording.map(|wording| wording.help(format!("it is a value, not a method: write `{receiver}.{field}`")))
                }
                _ => wording,
            }
        }
    }
}

/// Names that are not there, and names that are missing.
fn missing(sentence: &str, quoted: &[&str], names: &Names) -> Option<Wording> {
    let without = |kind: &str, name: &str| {
        let kind = kind.strip_prefix("typeof(").map_or(kind, |kind| kind.trim_end_matches(')'));
        Wording::new("E311", format!("`{kind}` has no `{name}`")).suggest(name, names.members(kind))
    };
    match quoted {
        [name, kind] if sentence.starts_with("Key") || sentence.starts_with("Cannot add property") => Some(without(kind, name)),
        [kind, name] if sentence.contains("does not have key") => Some(without(kind, name)),
        [given, wanted, name] if sentence.contains("is missing field") => {
            let given = given.trim_matches(['{', ' ', '}']).split(", ").filter_map(|field| field.split(':').next());
            let wording = Wording::new("E311", format!("`{wanted}` needs `{name}`"));
            Some(match nearest(name, given) {
                Some(slip) => wording.help(format!("is `{slip}` meant to be `{name}`?")),
                None => wording.help(format!("add `{name} = …`")),
            })
        }
        [name] if sentence.starts_with("Unknown type") => {
            let types = names.types.iter().map(String::as_str).chain(["number", "string", "boolean", "any"]);
            Some(Wording::new("E311", format!("there is no type `{name}`")).suggest(name, types))
        }
        _ => None,
    }
}

fn operator(sentence: &str, quoted: &[&str]) -> Option<Wording> {
    if let (Some(("", kinds)), [operator, ..]) = (sentence.split_once("Operator "), quoted) {
        let kinds = kinds.split("operands of types ").nth(1).or_else(|| kinds.split("operand of type ").nth(1))?;
        let kinds: Vec<String> = kinds.split(';').next()?.split(" and ").map(|kind| format!("`{kind}`")).collect();
        return Some(Wording::new("E310", format!("`{operator}` cannot be used on {}", kinds.join(" and "))));
    }
    match quoted {
        [one, other, operator] if sentence.starts_with("Cannot compare") => {
            Some(Wording::new("E310", format!("`{one}` and `{other}` cannot be compared with `{operator}`")))
        }
        _ => None,
    }
}

/// The receiver of a method counts as an argument for the checker, and for nobody else.
fn arguments(sentence: &str, marked: &str) -> Option<Wording> {
    let (wanted, given) = sentence.strip_prefix("Argument count mismatch. Function")?.split_once(", but ")?;
    let receiver = usize::from(marked.contains(':'));
    let numbers: Vec<usize> = numbers(wanted).map(|number| number.saturating_sub(receiver)).collect();
    let given = self::numbers(given).next().unwrap_or(0).saturating_sub(receiver);
    let expected = match numbers[..] {
        [least] if wanted.contains("at least") => format!("expected at least {least}"),
        [exact] => format!("expected {exact}"),
        [least, most] => format!("expected {least} to {most}"),
        _ => return None,
    };
    let plural = if given == 1 { "" } else { "s" };
    Some(Wording::new("E313", format!("`{marked}` is called with {given} argument{plural}")).expected(expected))
}

fn numbers(text: &str) -> impl Iterator<Item = usize> {
    text.split(|c: char| !c.is_ascii_digit()).filter_map(|number| number.parse().ok())
}

fn lower(sentence: &str) -> String {
    let mut letters = sentence.chars();
    let first = letters.next().map(|first| first.to_lowercase().to_string()).unwrap_or_default();
    (first + letters.as_str()).replace('\'', "`")
}
