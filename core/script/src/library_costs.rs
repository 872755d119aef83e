//! The costs of Luau's library functions: a list of every function that scripts can reach.
//!
//! A function whose running time grows with its arguments is charged safepoints before it runs: about one per 20 ns of
//! work. Work that cannot be predicted, such as repeated attempts to match a pattern, is charged as it is done, because
//! Luau passes safepoints meanwhile.

use crate::arguments::Arguments;
use std::ffi::CStr;

/// The maximum length, in bytes, of a string to search. For a pattern, it is `MAX_PATTERN`.
const MAX_SUBJECT: usize = 20_000;
const MAX_PATTERN: usize = 200;

/// The maximum length, in bytes, of a string created by repeating or joining.
const MAX_RESULT: f64 = 1_000_000.0;

/// The maximum number of table elements that one call creates or moves.
const MAX_TABLE: f64 = 1_000_000.0;

/// The number of bytes copied per safepoint.
const COPIED: usize = 64;

/// The number of bytes examined one by one per safepoint.
const READ: usize = 16;

/// The number of bytes per safepoint for a string built piece by piece.
const BUILT: usize = 4;

/// The charge, in safepoints, that guarantees a check of the clock.
const CLOCK: u64 = 256;

/// The cost of a function.
pub(crate) enum Cost {
    /// Nothing beyond the call itself; the string gives the reason.
    #[expect(dead_code, reason = "it is for readers of the list")]
    Constant(&'static str),
    /// Safepoints charged before the function runs, or the reason why it may not run.
    Charged(fn(&Arguments) -> Result<u64, String>),
    /// A replacement written for the engine, which charges for itself or consists of steps that are charged.
    Own,
}

/// A library function.
pub(crate) struct LibraryFunction {
    /// The name of the library; empty for a global.
    pub(crate) library: &'static str,
    pub(crate) name: &'static CStr,
    pub(crate) cost: Cost,
}

impl LibraryFunction {
    /// Returns the name with its library, such as `string.rep`; globals have no library.
    #[cfg(test)]
    pub(crate) fn full_name(&self) -> String {
        let name = self.name.to_string_lossy();
        if self.library.is_empty() { name.into_owned() } else { format!("{}.{name}", self.library) }
    }
}

const ONE_VALUE: &str = "it works on numbers, or reads one value";
const FEW_VALUES: &str = "it reads its arguments once, and a call has at most 8,000 (LUAI_MAXCSTACK)";
const ONE_KEY: &str = "it looks up one key; memory for a new key is counted when it is allocated";

macro_rules! priced {
    ($($library:literal { $($name:literal $cost:expr,)* })*) => {
        &[$($(LibraryFunction { library: $library, name: $name, cost: $cost },)*)*]
    };
}

use Cost::{Charged, Constant, Own};

/// Every function available to scripts. A test compares the list with the functions that exist.
pub(crate) const FUNCTIONS: &[LibraryFunction] = priced! {
    "" {
        c"ask" Own,
        c"assert" Charged(message),
        c"error" Charged(message),
        c"getmetatable" Constant(ONE_VALUE),
        c"ipairs" Constant("it returns a function that looks up one element"),
        c"pairs" Own,
        c"pcall" Own,
        c"rawget" Constant(ONE_KEY),
        c"rawlen" Constant("the end of a list is found by binary search"),
        c"rawset" Constant(ONE_KEY),
        c"refuse" Own,
        c"replace" Own,
        c"require" Own,
        c"select" Constant(FEW_VALUES),
        c"setmetatable" Charged(metatable),
        c"text" Own,
        c"tonumber" Charged(read_text),
        c"tostring" Own,
        c"type" Constant(ONE_VALUE),
        c"typeof" Constant(ONE_VALUE),
        c"unpack" Charged(unpack),
        c"wrap" Own,
        c"xpcall" Own,
    }
    "bit32" {
        c"arshift" Constant(ONE_VALUE),
        c"band" Constant(FEW_VALUES),
        c"bnot" Constant(ONE_VALUE),
        c"bor" Constant(FEW_VALUES),
        c"btest" Constant(FEW_VALUES),
        c"bxor" Constant(FEW_VALUES),
        c"byteswap" Constant(ONE_VALUE),
        c"countlz" Constant(ONE_VALUE),
        c"countrz" Constant(ONE_VALUE),
        c"extract" Constant(ONE_VALUE),
        c"lrotate" Constant(ONE_VALUE),
        c"lshift" Constant(ONE_VALUE),
        c"replace" Constant(ONE_VALUE),
        c"rrotate" Constant(ONE_VALUE),
        c"rshift" Constant(ONE_VALUE),
    }
    "math" {
        c"abs" Constant(ONE_VALUE),
        c"ceil" Constant(ONE_VALUE),
        c"clamp" Constant(ONE_VALUE),
        c"deg" Constant(ONE_VALUE),
        c"floor" Constant(ONE_VALUE),
        c"fmod" Constant(ONE_VALUE),
        c"frexp" Constant(ONE_VALUE),
        c"isfinite" Constant(ONE_VALUE),
        c"isinf" Constant(ONE_VALUE),
        c"isnan" Constant(ONE_VALUE),
        c"ldexp" Constant(ONE_VALUE),
        c"lerp" Constant(ONE_VALUE),
        c"map" Constant(ONE_VALUE),
        c"max" Constant(FEW_VALUES),
        c"min" Constant(FEW_VALUES),
        c"modf" Constant(ONE_VALUE),
        c"rad" Constant(ONE_VALUE),
        c"round" Constant(ONE_VALUE),
        c"sign" Constant(ONE_VALUE),
        c"sqrt" Constant(ONE_VALUE),
    }
    "string" {
        c"byte" Charged(bytes),
        c"char" Charged(values),
        c"find" Charged(search),
        c"format" Charged(format),
        c"gmatch" Charged(search),
        c"gsub" Charged(substitute),
        c"len" Constant(ONE_VALUE),
        c"lower" Charged(read_text),
        c"match" Charged(search),
        c"pack" Charged(pack),
        c"packsize" Charged(pack),
        c"rep" Charged(repeat),
        c"reverse" Charged(read_text),
        c"split" Charged(split),
        c"sub" Charged(part),
        c"unpack" Charged(pack),
        c"upper" Charged(read_text),
    }
    "table" {
        c"clear" Charged(clear),
        c"clone" Charged(clone),
        c"concat" Charged(concat),
        c"create" Charged(create),
        c"find" Charged(find),
        c"freeze" Constant(ONE_VALUE),
        c"insert" Charged(insert),
        c"isfrozen" Constant(ONE_VALUE),
        c"move" Charged(move_elements),
        c"pack" Charged(values),
        c"remove" Charged(remove),
        c"sort" Charged(sort),
        c"unpack" Charged(unpack),
    }
    "utf8" {
        c"char" Charged(values),
        c"codepoint" Charged(bytes),
        c"codes" Own,
        c"len" Charged(read_text),
        c"offset" Charged(copied_text),
    }
};

/// Functions that the compiler must not inline, since inlined calls are not charged. `string.byte`, `string.char` and
/// `table.insert` are excluded: their inlined code does a fixed amount of work and leaves the rest to the function.
pub(crate) const NOT_INLINED: [&str; 5] = ["setmetatable", "string.sub", "table.unpack", "tonumber", "unpack"];

/// Metatable keys with which a script could observe the garbage collector.
const COLLECTOR_KEYS: [&CStr; 2] = [c"__mode", c"__gc"];

/// Makes a metatable read-only, so that no key can be added later. Fails if it contains one of the `COLLECTOR_KEYS`.
fn metatable(given: &Arguments) -> Result<u64, String> {
    if !given.is_table(2) {
        return Ok(0);
    }
    if given.same(1, 2) {
        return Err("a table cannot be its own metatable: metatables are read-only; use a second table".to_owned());
    }
    if let Some(key) = COLLECTOR_KEYS.into_iter().find(|key| given.has(2, key)) {
        let key = key.to_string_lossy();
        return Err(format!(
            "`{key}` is not available: its effect depends on when garbage is collected; clear tables yourself"
        ));
    }
    given.freeze(2);
    Ok(0)
}

fn message(given: &Arguments) -> Result<u64, String> {
    Ok(per(given.length(1) + given.length(2), COPIED))
}

fn per(amount: usize, unit: usize) -> u64 {
    (amount / unit) as u64
}

fn values(given: &Arguments) -> Result<u64, String> {
    Ok(per(given.count(), 4))
}

fn read_text(given: &Arguments) -> Result<u64, String> {
    Ok(per(given.length(1), READ))
}

/// Returns the cost of copying or reading a string once. This is also the cost of finding the next character, because
/// at worst the whole string is read.
pub(crate) fn copied_text(given: &Arguments) -> Result<u64, String> {
    Ok(per(given.length(1), COPIED))
}

/// Returns the number of bytes between two positions in a string. Negative positions count from its end.
fn range(given: &Arguments, end: f64) -> usize {
    let length = given.length(1) as f64;
    let place = |at: f64| if at < 0.0 { (at + length + 1.0).max(0.0) } else { at };
    let first = place(given.number(2).unwrap_or(1.0)).max(1.0);
    let last = place(given.number(3).unwrap_or(end)).min(length);
    (last - first + 1.0).max(0.0) as usize
}

fn part(given: &Arguments) -> Result<u64, String> {
    Ok(per(range(given, -1.0), COPIED))
}

fn bytes(given: &Arguments) -> Result<u64, String> {
    Ok(per(range(given, given.number(2).unwrap_or(1.0)), 4))
}

fn search(given: &Arguments) -> Result<u64, String> {
    let (Some(subject), Some(pattern)) = (given.text(1), given.text(2)) else {
        return Err(format!("searching needs two strings, not {} and {}", given.kind(1), given.kind(2)));
    };
    if subject.len() > MAX_SUBJECT {
        return Err(format!(
            "a string of {} characters is too long to search; the maximum is {MAX_SUBJECT}",
            subject.len()
        ));
    }
    if pattern.len() > MAX_PATTERN {
        return Err(format!("a pattern of {} characters is too long; the maximum is {MAX_PATTERN}", pattern.len()));
    }
    // To find the end of a balanced match, Luau scans ahead from every position without passing a safepoint.
    let balanced = if pattern.windows(2).any(|two| two == b"%b") { subject.len() } else { 0 };
    Ok(per(subject.len() * (pattern.len() + balanced), READ))
}

fn substitute(given: &Arguments) -> Result<u64, String> {
    let cost = search(given)?;
    let most = (given.length(1) + 1).min(given.number(4).map_or(usize::MAX, |most| most.max(0.0) as usize));
    // The whole result is copied as it grows, and hashed.
    Ok(cost + per(given.length(1), BUILT) + per(most.saturating_mul(given.length(3)), COPIED))
}

/// Formats a number for messages.
fn number_text(number: f64) -> String {
    if number.abs() < 1e15 { number.to_string() } else { format!("{number:e}") }
}

fn too_long(length: f64) -> String {
    format!("a string of {} characters is too long; the maximum is {MAX_RESULT}", number_text(length))
}

fn repeat(given: &Arguments) -> Result<u64, String> {
    let (Some(text), Some(count)) = (given.text(1), given.plain_number(2)) else {
        return Err(format!("repeating needs a string and a number, not {} and {}", given.kind(1), given.kind(2)));
    };
    let length = text.len() as f64 * count;
    if length > MAX_RESULT { Err(too_long(length)) } else { Ok(per(length as usize, COPIED)) }
}

/// The cost of printing a number: as much as several calls.
const PRINTED: u64 = 8;

fn format(given: &Arguments) -> Result<u64, String> {
    let arguments = 2..=given.count();
    // An address would differ between runs.
    if let Some(at) = arguments.clone().find(|at| given.has_address(*at)) {
        return Err(format!("cannot print a {}", given.kind(at)));
    }
    let texts: usize = arguments.map(|at| given.length(at)).sum();
    Ok(PRINTED * given.count() as u64 + per(given.length(1) + texts, READ))
}

/// Returns the cost of splitting a string. Every position is compared with the separator, and every part is a new
/// string.
fn split(given: &Arguments) -> Result<u64, String> {
    let (subject, separator) = (given.length(1), if given.is_nil(2) { 1 } else { given.length(2) });
    let parts = subject / separator.max(1) + 1;
    Ok(per(subject.saturating_mul(separator), COPIED) + 2 * parts as u64)
}

/// Returns the cost of packing values. Numbers in the format are field sizes, and fields are padded to their size.
fn pack(given: &Arguments) -> Result<u64, String> {
    let Some(format) = given.text(1) else { return Ok(0) };
    if format.len() > MAX_PATTERN {
        return Err(format!("a format of {} characters is too long; the maximum is {MAX_PATTERN}", format.len()));
    }
    let sizes = format
        .split(|byte| !byte.is_ascii_digit())
        .filter_map(|digits| std::str::from_utf8(digits).ok()?.parse::<f64>().ok());
    let size: f64 = sizes.sum();
    if size > MAX_RESULT {
        return Err(too_long(size));
    }
    let texts: usize = (2..=given.count()).map(|at| given.length(at)).sum();
    Ok(format.len() as u64 + per(size as usize + texts, READ))
}

/// Returns a cost large enough to trigger a check of the clock, because the allocated size of a table is unknown.
fn clear(_: &Arguments) -> Result<u64, String> {
    Ok(CLOCK)
}

fn clone(given: &Arguments) -> Result<u64, String> {
    Ok(READ as u64 + per(given.length(1), 8))
}

fn concat(given: &Arguments) -> Result<u64, String> {
    let (first, last) = (given.number(3).unwrap_or(1.0), given.number(4).unwrap_or(given.length(1) as f64));
    let (count, length) = given.texts_of(1, first, last);
    let length = length as f64 + given.length(2) as f64 * (count as f64 - 1.0).max(0.0);
    if length > MAX_RESULT { Err(too_long(length)) } else { Ok(count as u64 + per(length as usize, COPIED)) }
}

fn create(given: &Arguments) -> Result<u64, String> {
    match given.plain_number(1) {
        Some(count) if count <= MAX_TABLE => Ok(per(count.max(0.0) as usize, 8)),
        count => {
            let count = count.map_or_else(|| given.kind(1).to_owned(), number_text);
            Err(format!("a table of {count} elements is too large; the maximum is {MAX_TABLE}"))
        }
    }
}

fn find(given: &Arguments) -> Result<u64, String> {
    let (length, first) = (given.length(1) as f64, given.number(3).unwrap_or(1.0));
    // The table may continue past the end of the list.
    Ok(if first > length { CLOCK } else { per((length - first.max(1.0)) as usize, 4) })
}

/// Returns the number of elements that must move when one is inserted or removed at a position.
fn behind(given: &Arguments) -> u64 {
    let (length, place) = (given.length(1) as f64, given.number(2));
    place.filter(|place| (1.0..=length).contains(place)).map_or(0, |place| (length - place) as u64 + 1)
}

fn insert(given: &Arguments) -> Result<u64, String> {
    Ok(if given.count() == 3 { behind(given) } else { 0 })
}

fn remove(given: &Arguments) -> Result<u64, String> {
    Ok(behind(given))
}

fn move_elements(given: &Arguments) -> Result<u64, String> {
    let (Some(first), Some(last)) = (given.number(2), given.number(3)) else { return Ok(0) };
    let count = (last - first + 1.0).max(0.0);
    match count > MAX_TABLE {
        true => {
            Err(format!("there are too many elements to move ({}); the maximum is {MAX_TABLE}", number_text(count)))
        }
        false => Ok(count as u64),
    }
}

fn unpack(given: &Arguments) -> Result<u64, String> {
    let (first, last) = (given.number(2).unwrap_or(1.0), given.number(3).unwrap_or(given.length(1) as f64));
    Ok(per((last - first + 1.0).clamp(0.0, 8_000.0) as usize, 4))
}

/// Returns the cost of sorting a list. The number of comparisons grows slightly faster than the list, and each
/// comparison reads strings up to their first difference.
fn sort(given: &Arguments) -> Result<u64, String> {
    let length = given.length(1) as u64;
    let comparisons = length * u64::from(u64::BITS - length.leading_zeros());
    let longest = if given.is_nil(2) { given.longest_text_of(1) } else { 0 };
    Ok(comparisons.saturating_mul(1 + per(longest, 4 * COPIED)))
}
