//! Restricts the loops of compiled scripts to iterators.
//!
//! A loop over a plain table runs in an order that can depend on addresses, and a method that a script has named `each`
//! may return a plain table. The instruction that prepares such a loop is replaced by one that accepts only an
//! iterator, or a list, whose elements it visits in order from the first. The bytecode format is that of the Luau
//! version this crate is built with.

use std::ops::Range;

/// The version of the bytecode format.
const VERSION: u8 = 9;

/// The size of an instruction in bytes.
const WORD: usize = 4;

const FORGPREP: u8 = 76;
const FORGPREP_INEXT: u8 = 59;

/// Instructions followed by an auxiliary word.
const LONG: [u8; 30] = [
    7, 8, 12, 15, 16, 20, 27, 28, 29, 30, 31, 32, 53, 55, 58, 60, 66, 74, 75, 77, 78, 79, 80, 83, 84, 85, 86, 87, 88,
    90,
];

/// Restricts the loops of a compiled script to iterators. Returns `None` if the bytecode has an unexpected format.
pub(crate) fn keep_to_iterators(mut bytes: Vec<u8>) -> Option<Vec<u8>> {
    for code in instructions(&bytes)? {
        let mut at = code.start;
        while at < code.end {
            let word = u32::from_le_bytes(bytes.get(at..at + WORD)?.try_into().ok()?);
            if word as u8 == FORGPREP {
                bytes[at] = FORGPREP_INEXT;
                let end = (at + WORD).checked_add_signed((word as i32 >> 16) as isize * WORD as isize)?;
                // For lists, the instruction that closes the loop must be changed as well.
                *bytes.get_mut(end + 2 * WORD - 1).filter(|_| end + WORD < code.end)? |= 0x80;
            }
            at += if LONG.contains(&(word as u8)) { 2 * WORD } else { WORD };
        }
    }
    Some(bytes)
}

/// Returns the position of each function's instructions.
fn instructions(bytes: &[u8]) -> Option<Vec<Range<usize>>> {
    let mut input = BytecodeReader { bytes, at: 0 };
    if input.byte()? != VERSION {
        return None;
    }
    let types = input.byte()?;
    input.list(|input| input.number().and_then(|length| input.skip(length)))?;
    if types == 3 {
        while input.byte()? != 0 {
            input.number()?;
        }
    }
    let count = input.number()?;
    let found = (0..count).map(|_| input.function()).collect::<Option<_>>()?;
    input.number()?;
    (input.at == bytes.len()).then_some(found)
}

/// A reader at a position in a compiled script.
struct BytecodeReader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl BytecodeReader<'_> {
    fn skip(&mut self, count: usize) -> Option<()> {
        self.at = self.at.checked_add(count).filter(|at| *at <= self.bytes.len())?;
        Some(())
    }

    fn byte(&mut self) -> Option<u8> {
        self.skip(1)?;
        Some(self.bytes[self.at - 1])
    }

    /// Reads a number encoded in groups of seven bits.
    fn number(&mut self) -> Option<usize> {
        let mut number = 0;
        for shift in (0..63).step_by(7) {
            let byte = self.byte()?;
            number |= ((byte & 127) as usize) << shift;
            if byte < 128 {
                return Some(number);
            }
        }
        None
    }

    fn list(&mut self, mut element: impl FnMut(&mut Self) -> Option<()>) -> Option<()> {
        let count = self.number()?;
        (0..count).try_for_each(|_| element(self))
    }

    fn function(&mut self) -> Option<Range<usize>> {
        // Stack size, parameters, captured variables, whether it is variadic, flags.
        self.skip(5)?;
        let types = self.number()?;
        self.skip(types)?;
        let count = self.number()?;
        let start = self.at;
        self.skip(count.checked_mul(WORD)?)?;
        let code = start..self.at;
        self.list(BytecodeReader::constant)?;
        self.list(|input| input.number().map(drop))?;
        // The line on which the function begins, and its name.
        self.number()?;
        self.number()?;
        self.lines(count)?;
        self.variables()?;
        Some(code)
    }

    fn constant(&mut self) -> Option<()> {
        match self.byte()? {
            0 => Some(()),
            1 => self.skip(1),
            2 => self.skip(8),
            3 | 6 => self.number().map(drop),
            4 => self.skip(4),
            5 => self.list(|input| input.number().map(drop)),
            7 => self.skip(16),
            8 => self.list(|input| input.number().and_then(|_| input.skip(WORD))),
            9 => self.byte().and_then(|_| self.number()).map(drop),
            _ => None,
        }
    }

    /// Skips the line numbers of the instructions: one byte each, and a full number at intervals.
    fn lines(&mut self, count: usize) -> Option<()> {
        if self.byte()? == 0 {
            return Some(());
        }
        let gap = self.byte()?;
        let full = (count.max(1) - 1).checked_shr(gap.into())? + 1;
        self.skip(count + full * WORD)
    }

    /// Skips the names of local variables with their live ranges and registers, and the names of captured variables.
    fn variables(&mut self) -> Option<()> {
        if self.byte()? == 0 {
            return Some(());
        }
        self.list(|input| {
            (0..3).try_for_each(|_| input.number().map(drop))?;
            input.skip(1)
        })?;
        self.list(|input| input.number().map(drop))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(source: &str) -> (Vec<u8>, Vec<u8>) {
        let bytes = crate::sandbox::compiler().compile(source).expect("Luau");
        (bytes.clone(), keep_to_iterators(bytes).expect("the format of the compiler is known"))
    }

    #[test]
    fn only_loops_over_anything_are_changed() {
        let (before, after) =
            kept("local t = {} for _ in ipairs(t) do end for _ in pairs(t) do end for i = 1, 2 do end return t");
        assert_eq!(before, after);
        let (before, after) =
            kept("local t = {} local function f() for _ in t:each() do end end for _ in t do end return f");
        assert_eq!(before.iter().zip(&after).filter(|(one, other)| one != other).count(), 4);
    }

    #[test]
    fn every_kind_of_constant_is_read() {
        let long = (0..300)
            .map(|n| format!("local t{n} = {{ a = {n}, b = true, c = 'x', d = nil, e = {n}.5 }}\n\n\n\n"))
            .map(|text| format!("do {text} end "))
            .collect::<String>();
        kept(&format!("{long}local v, w = 70000, -0.5\nreturn {{ v, w, 'text', function() end }}"));
    }
}
