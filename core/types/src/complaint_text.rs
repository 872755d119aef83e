//! Rewords the checker's messages where ours are clearer.

use crate::TypeCheckRequest;
use crate::complaint::Kind;
use grognard_luau::suggest::nearest;
use std::collections::BTreeMap;

/// A reworded complaint.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct ComplaintText {
    pub(crate) code: &'static str,
    pub(crate) message: String,
    pub(crate) expected: Option<String>,
    pub(crate) help: Option<String>,
}

impl ComplaintText {
    fn new(code: &'static str, message: String) -> ComplaintText {
        ComplaintText { code, message, expected: None, help: None }
    }

    fn expected(mut self, expected: String) -> ComplaintText {
        self.expected = Some(expected);
        self
    }

    fn help(mut self, help: impl Into<String>) -> ComplaintText {
        self.help = Some(help.into());
        self
    }

    /// Adds `did you mean …?` if a known name is similar enough.
    fn suggest<'a>(mut self, wrong: &str, known: impl IntoIterator<Item = &'a str>) -> ComplaintText {
        self.help = nearest(wrong, known).map(|right| format!("did you mean `{right}`?")).or(self.help);
        self
    }
}

/// Names to suggest in place of a misspelt one: the members of types and modules, and the types.
#[derive(Default)]
pub(crate) struct TypeNames {
    members: BTreeMap<String, Vec<String>>,
    /// The methods of each API type.
    methods: BTreeMap<String, Vec<String>>,
    types: Vec<String>,
}

impl TypeNames {
    /// Collects the names from the declarations and the scripts.
    pub(crate) fn of(request: &TypeCheckRequest) -> TypeNames {
        let mut names = TypeNames::default();
        let mut class = String::new();
        for line in request.definitions.lines() {
            if let Some(name) = line.strip_prefix("declare class ") {
                class = name.to_owned();
                names.types.push(name.to_owned());
            } else if let Some(name) = names.add_table(line) {
                class = name.to_owned();
            } else if let Some(member) =
                line.strip_prefix('\t').and_then(|line| word(line.trim_start_matches("function ")))
            {
                names.members.entry(class.clone()).or_default().push(member.to_owned());
                if line.starts_with("\tfunction ") {
                    names.methods.entry(class.clone()).or_default().push(member.to_owned());
                }
            }
        }
        for line in request.files.iter().flat_map(|file| file.source.lines()) {
            if let Some((table, rest)) = line.strip_prefix("function ").and_then(|rest| rest.split_once('.')) {
                names.members.entry(table.to_owned()).or_default().extend(word(rest).map(str::to_owned));
            } else {
                names.add_table(line);
            }
        }
        names
    }

    /// Adds the type that a line declares, with the fields on the same line. Returns its name.
    fn add_table<'a>(&mut self, line: &'a str) -> Option<&'a str> {
        let name = line.trim_start_matches("export ").strip_prefix("type ").and_then(word)?;
        self.types.push(name.to_owned());
        let fields = line.split_once('{').map_or("", |(_, fields)| fields).split(',');
        let fields = fields.filter_map(|field| word(field.trim())).map(str::to_owned);
        self.members.entry(name.to_owned()).or_default().extend(fields);
        Some(name)
    }

    /// If `before` ends with a method called with a dot instead of a colon, as in `column.shift(…)`, returns the
    /// receiver and the method.
    pub(crate) fn call_with_dot<'a>(&self, before: &'a str) -> Option<(&'a str, &'a str)> {
        let start = before.trim_end_matches(|c: char| c.is_alphanumeric() || c == '_' || c == '.').len();
        let (receiver, method) = before[start..].rsplit_once('.')?;
        let is_method = self.methods.values().flatten().any(|known| known == method);
        let is_of_module =
            self.members.get(receiver).is_some_and(|members| members.iter().any(|member| member == method));
        (is_method && !receiver.is_empty() && !is_of_module).then_some((receiver, method))
    }

    /// Returns whether an API type has methods.
    pub(crate) fn has_methods(&self, of: &str) -> bool {
        self.methods.contains_key(of)
    }

    /// Returns whether a type is a table with known fields.
    fn has_fields(&self, of: &str) -> bool {
        self.members.contains_key(of) && !self.methods.contains_key(of)
    }

    fn members(&self, of: &str) -> impl Iterator<Item = &str> {
        self.members.get(of).into_iter().flatten().map(String::as_str)
    }
}

/// Returns the word at the beginning of a string.
fn word(text: &str) -> Option<&str> {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    (end > 0).then(|| &text[..end])
}

/// Fragments of types that the checker could not infer. A complaint with such a type says nothing about the script.
const DOUBTS: [&str; 6] = ["'unknown'", "*blocked", "*error", "*pending", "intersect<", "union<"];

const ASK_FIRST: &str = "check it first: `if x then … end`, or assert that it is not nil: `local x = assert(…)`";

/// Rewords a complaint; `None` if it should not be shown. `marked` is the source code to which the complaint refers.
pub(crate) fn wording(kind: &Kind, text: &str, marked: &str, names: &TypeNames) -> Option<ComplaintText> {
    let sentence = text.lines().next().unwrap_or_default().trim_end_matches([';', ' ', '.']);
    // The types of functions are on separate lines, before the reasons.
    let types = text.split("; \n").next().unwrap_or_default();
    if DOUBTS.iter().any(|doubt| sentence.contains(doubt) || types.contains(doubt)) {
        return None;
    }
    let quoted: Vec<&str> = sentence.split('\'').skip(1).step_by(2).collect();
    let wrong = |message: String| ComplaintText::new("E310", message);
    Some(match (kind, &quoted[..]) {
        (Kind::Mismatch { wanted, given }, _) => mismatch(wanted, given, marked, names),
        (Kind::NoField { of, name }, _) => {
            let of = of.strip_prefix("typeof(").map_or(&**of, |of| of.trim_end_matches(')'));
            ComplaintText::new("E311", format!("`{of}` has no `{name}`")).suggest(name, names.members(of))
        }
        (Kind::Lacks { of, given, name }, _) => {
            let given = given.trim_matches(['{', ' ', '}']).split(", ").filter_map(|field| field.split(':').next());
            let wording = ComplaintText::new("E311", format!("missing field `{name}` in `{of}`"));
            wording.help(match nearest(name, given) {
                Some(typo) => format!("did you mean `{name}` instead of `{typo}`?"),
                None => format!("add `{name} = …`"),
            })
        }
        (Kind::NoType(name), _) => {
            let types = names.types.iter().map(String::as_str).chain(["number", "string", "boolean", "any"]);
            ComplaintText::new("E311", format!("there is no type `{name}`")).suggest(name, types)
        }
        (Kind::NotCallable(of), _) => {
            let wording = wrong(format!("`{marked}` has the type `{of}` and cannot be called"));
            match marked.rsplit_once(':') {
                Some((receiver, field)) if word(field) == Some(field) => {
                    wording.help(format!("this is a field, not a method: write `{receiver}.{field}`"))
                }
                _ => wording,
            }
        }
        (Kind::MaybeNil, [of]) => {
            ComplaintText::new("E312", format!("this value may be nil: its type is `{of}`")).help(ASK_FIRST)
        }
        (Kind::NoReturn, [wanted]) => wrong(format!("this function can end without returning `{wanted}`")),
        (Kind::Comparison, [one, other, operator]) => {
            wrong(format!("`{one}` and `{other}` cannot be compared with `{operator}`"))
        }
        // A wrong operator is reported again for the function that contains it.
        (Kind::Operator, [operator, ..]) if marked.contains(operator) => operands(operator, sentence)?,
        (Kind::Operator, _) => return None,
        (Kind::Arguments, _) => arguments(sentence, marked)?,
        _ => ComplaintText::new("E315", lower(sentence)),
    })
}

/// Reports a value of the wrong type.
fn mismatch(wanted: &str, given: &str, marked: &str, names: &TypeNames) -> ComplaintText {
    let is_optional = given.strip_suffix('?') == Some(wanted);
    if let Some(wording) = function(wanted, given).or_else(|| lacking(wanted, given, names)) {
        return wording;
    }
    let wording = match (given, is_optional) {
        // In this case, the checker marks the whole call.
        ("nil", _) => {
            ComplaintText::new("E312", format!("expected `{wanted}`, found a value that may be nil")).help(ASK_FIRST)
        }
        (_, true) => {
            ComplaintText::new("E312", format!("this value may be nil: its type is `{given}`")).help(ASK_FIRST)
        }
        _ => {
            let wording = ComplaintText::new("E310", format!("expected `{wanted}`, found `{given}`"));
            match wanted.strip_prefix('{').and_then(|of| of.strip_suffix('}')) {
                Some(of) if of == given => wording.help(format!("put it into a list: `{{ {marked} }}`")),
                Some(of) if given.starts_with('{') && names.has_fields(of) && word(marked) == Some(marked) => {
                    wording.help(format!("declare its type: `local {marked}: {wanted} = …`"))
                }
                _ if wanted == "string" && given.starts_with('(') => {
                    wording.help(format!("if a rule is meant, write its name: `\"{marked}\"`"))
                }
                _ => wording,
            }
        }
    };
    wording.expected(format!("expected `{wanted}`"))
}

/// Reports how a function differs from the required type: in the number of its parameters, in the type of one of them,
/// or in its result.
fn function(wanted: &str, given: &str) -> Option<ComplaintText> {
    let (ours, theirs) = (parts(given)?, parts(wanted)?);
    let (takes, gets) = (ours.0.len(), theirs.0.len());
    if takes > gets {
        let plural = if takes == 1 { "" } else { "s" };
        let wording = ComplaintText::new("E313", format!("this function takes {takes} argument{plural}"))
            .expected(format!("it is called with {gets}"));
        return Some(wording.help(format!("expected `{wanted}`")));
    }
    let other = ours.0.iter().zip(&theirs.0).position(|(ours, theirs)| ours != theirs);
    let (message, expected) = match other {
        Some(at) => (format!("parameter {} of this function has the type `{}`", at + 1, ours.0[at]), theirs.0[at]),
        None if ours.1 != theirs.1 => (format!("this function returns `{}`", ours.1), theirs.1),
        None => return None,
    };
    Some(
        ComplaintText::new("E310", message)
            .expected(format!("expected `{expected}`"))
            .help(format!("expected `{wanted}`")),
    )
}

/// Reports a value that lacks a field used by a function. No author wrote the required type, such as `{ read spase: a
/// }`; the checker inferred it from the function.
fn lacking(wanted: &str, given: &str, names: &TypeNames) -> Option<ComplaintText> {
    let fields = wanted.strip_prefix('{')?.strip_suffix('}')?.trim();
    // Without the name of a field, the type is a list.
    if !fields.contains(':') {
        return None;
    }
    let known: Vec<&str> = names.members(given).collect();
    let read = fields_of(fields).into_iter().map(|field| field.strip_prefix("read ").unwrap_or(field));
    let lacks = read.filter_map(word).find(|field| !known.is_empty() && !known.contains(field))?;
    let wording = ComplaintText::new("E311", format!("`{given}` has no `{lacks}`, which the function uses"));
    Some(wording.suggest(lacks, known.iter().copied()))
}

/// Returns the fields of a table, with their types.
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

/// Reports a method that is called with a dot.
pub(crate) fn with_a_point(receiver: &str, method: &str) -> ComplaintText {
    let message = format!("`{receiver}.{method}` is called with a dot: methods are called with a colon");
    ComplaintText::new("E313", message).help(format!("write `{receiver}:{method}(…)`"))
}

/// Returns the types of a function's parameters and results.
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

/// Reports an operator with operands of the wrong types.
fn operands(operator: &str, sentence: &str) -> Option<ComplaintText> {
    let kinds = sentence.split("operands of types ").nth(1).or_else(|| sentence.split("operand of type ").nth(1))?;
    let kinds: Vec<String> = kinds.split(';').next()?.split(" and ").map(|kind| format!("`{kind}`")).collect();
    Some(ComplaintText::new("E310", format!("`{operator}` cannot be used on {}", kinds.join(" and "))))
}

/// Reports a wrong number of arguments. The checker counts the receiver of a method as an argument; our message does
/// not.
fn arguments(sentence: &str, marked: &str) -> Option<ComplaintText> {
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
    Some(ComplaintText::new("E313", format!("`{marked}` is called with {given} argument{plural}")).expected(expected))
}

fn numbers(text: &str) -> impl Iterator<Item = usize> {
    text.split(|c: char| !c.is_ascii_digit()).filter_map(|number| number.parse().ok())
}

fn lower(sentence: &str) -> String {
    let mut letters = sentence.chars();
    let first = letters.next().map(|first| first.to_lowercase().to_string()).unwrap_or_default();
    (first + letters.as_str()).replace('\'', "`")
}
