//! What the compiler made of a script: enough of Luau's bytecode to see which globals it names, what it loops over, and which
//! variables outside itself a function changes. The format is that of the Luau this crate is built with.

use std::collections::BTreeMap;

/// A compiled script.
pub(crate) struct Code {
    /// Its functions; the text itself is the last one.
    pub(crate) functions: Vec<Body>,
}

impl Code {
    /// For each function the outside variables it changes, itself or through functions inside it, with the line that does it.
    pub(crate) fn changes(&self) -> Vec<BTreeMap<u8, usize>> {
        let mut all: Vec<BTreeMap<u8, usize>> = Vec::new();
        for body in &self.functions {
            // Functions inside another one come before it.
            let changes = body.changes(&all);
            all.push(changes);
        }
        all
    }
}

/// A function of a script.
pub(crate) struct Body {
    /// Where its instructions begin in the bytes of the script.
    offset: usize,
    pub(crate) instructions: Vec<u32>,
    pub(crate) constants: Vec<Constant>,
    inner: Vec<usize>,
    /// The line of each instruction.
    pub(crate) lines: Vec<usize>,
    /// Names of the variables it uses from outside.
    pub(crate) captured: Vec<String>,
    /// Names of its own variables.
    pub(crate) locals: Vec<String>,
    /// Its name where it has one; the text itself has none.
    pub(crate) name: String,
    /// The line it begins in.
    pub(crate) start: usize,
}

/// A constant, as far as it matters here.
pub(crate) enum Constant {
    Text(String),
    /// A function that needs no variables of its surroundings.
    Function(usize),
    Number(f64),
    Other,
}

/// Instructions that matter here, by their number.
pub(crate) mod op {
    pub(crate) const GETGLOBAL: u8 = 7;
    pub(crate) const SETGLOBAL: u8 = 8;
    pub(crate) const LOADB: u8 = 3;
    pub(crate) const LOADK: u8 = 5;
    pub(crate) const GETUPVAL: u8 = 9;
    pub(crate) const SETUPVAL: u8 = 10;
    pub(crate) const GETIMPORT: u8 = 12;
    pub(crate) const GETTABLEKS: u8 = 15;
    pub(crate) const NEWCLOSURE: u8 = 19;
    pub(crate) const NAMECALL: u8 = 20;
    pub(crate) const CALL: u8 = 21;
    pub(crate) const RETURN: u8 = 22;
    /// A call that is counted.
    pub(crate) const CALLFB: u8 = 87;
    pub(crate) const POW: u8 = 38;
    /// A power with a constant exponent.
    pub(crate) const POWK: u8 = 44;
    pub(crate) const FORGPREP_INEXT: u8 = 59;
    pub(crate) const DUPCLOSURE: u8 = 64;
    pub(crate) const CAPTURE: u8 = 70;
    pub(crate) const FORGPREP: u8 = 76;
    /// Jumps when a value is, or is not, a text.
    pub(crate) const JUMPXEQKS: u8 = 80;
}

impl Body {
    /// The instructions with their positions, without the words that only belong to the one before.
    pub(crate) fn steps(&self) -> impl Iterator<Item = (usize, Step)> {
        let mut at = 0;
        std::iter::from_fn(move || {
            let word = *self.instructions.get(at)?;
            let here = at;
            let step = Step { word, extra: self.instructions.get(at + 1).copied().unwrap_or(0) };
            at += if is_long(step.op()) { 2 } else { 1 };
            Some((here, step))
        })
    }

    fn changes(&self, inner: &[BTreeMap<u8, usize>]) -> BTreeMap<u8, usize> {
        let mut changes = BTreeMap::new();
        let mut captured = (None, 0);
        for (at, step) in self.steps() {
            match step.op() {
                op::SETUPVAL => {
                    changes.entry(step.b()).or_insert(self.line(at));
                }
                op::NEWCLOSURE => captured = (self.inner.get(step.d()).copied(), 0),
                op::DUPCLOSURE => captured = (self.function(step.d()), 0),
                op::CAPTURE => {
                    let line = captured.0.and_then(|function| inner.get(function)?.get(&captured.1));
                    if let (Some(&line), Self::CAPTURES_CAPTURED) = (line, step.a()) {
                        changes.entry(step.b()).or_insert(line);
                    }
                    captured.1 += 1;
                }
                _ => {}
            }
        }
        changes
    }

    /// The kind of capture that hands on what the function has captured itself.
    const CAPTURES_CAPTURED: u8 = 2;

    /// The functions inside it, by their number in the script, in the order in which it makes them.
    pub(crate) fn inner(&self) -> impl Iterator<Item = usize> {
        self.steps().filter_map(|(_, step)| match step.op() {
            op::NEWCLOSURE => self.inner.get(step.d()).copied(),
            op::DUPCLOSURE => self.function(step.d()),
            _ => None,
        })
    }

    fn function(&self, constant: usize) -> Option<usize> {
        match self.constants.get(constant)? {
            Constant::Function(function) => Some(*function),
            _ => None,
        }
    }

    /// A text constant.
    pub(crate) fn text(&self, constant: u32) -> &str {
        match self.constants.get(constant as usize) {
            Some(Constant::Text(text)) => text,
            _ => "",
        }
    }

    /// A constant number.
    pub(crate) fn number(&self, constant: u8) -> Option<f64> {
        match self.constants.get(usize::from(constant))? {
            Constant::Number(number) => Some(*number),
            _ => None,
        }
    }

    /// The line of an instruction.
    pub(crate) fn line(&self, at: usize) -> usize {
        self.lines.get(at).copied().unwrap_or(0)
    }
}

/// An instruction.
#[derive(Clone, Copy)]
pub(crate) struct Step {
    word: u32,
    /// The word behind it.
    pub(crate) extra: u32,
}

impl Step {
    pub(crate) fn op(self) -> u8 {
        self.word as u8
    }
    pub(crate) fn a(self) -> u8 {
        (self.word >> 8) as u8
    }
    pub(crate) fn b(self) -> u8 {
        (self.word >> 16) as u8
    }
    pub(crate) fn c(self) -> u8 {
        (self.word >> 24) as u8
    }
    pub(crate) fn d(self) -> usize {
        (self.word >> 16) as usize
    }

    /// Where the jump at a position goes to, if it is one.
    pub(crate) fn jump(self, at: usize) -> Option<usize> {
        let is_jump = matches!(self.op(), 23..=32 | 77..=80);
        (at + 1).checked_add_signed((self.word as i32 >> 16) as isize).filter(|_| is_jump)
    }

    /// The names of an import: `string.rep` has two.
    pub(crate) fn import(self, body: &Body) -> Vec<&str> {
        let count = self.extra >> 30;
        [20, 10, 0].into_iter().take(count as usize).map(|shift| body.text(self.extra >> shift & 1023)).collect()
    }
}

/// Instructions that are followed by a word of their own.
fn is_long(op: u8) -> bool {
    const LONG: [u8; 30] =
        [7, 8, 12, 15, 16, 20, 27, 28, 29, 30, 31, 32, 53, 55, 58, 60, 66, 74, 75, 77, 78, 79, 80, 83, 84, 85, 86, 87, 88, 90];
    LONG.contains(&op)
}

/// Reads what the compiler made; `None` if the format is not the one expected.
pub(crate) fn read(bytes: &[u8]) -> Option<Code> {
    let mut input = Input { rest: bytes, start: bytes.as_ptr() as usize };
    let version = input.byte()?;
    if !(6..=14).contains(&version) {
        return None;
    }
    let types = input.byte()?;
    let count = input.number()?;
    let texts: Vec<String> = (0..count).map(|_| input.text()).collect::<Option<_>>()?;
    if types == 3 {
        while input.byte()? != 0 {
            input.number()?;
        }
    }
    let count = input.number()?;
    let functions = (0..count).map(|_| input.function(version, &texts)).collect::<Option<_>>()?;
    input.number()?;
    input.rest.is_empty().then_some(Code { functions })
}

/// Keeps the loops of a script to iterators. A loop over a plain table goes through it in an order that can depend on addresses; a
/// method that a script has called `each` may return one.
pub(crate) fn keep_to_iterators(mut bytes: Vec<u8>) -> Vec<u8> {
    let Some(code) = read(&bytes) else { return bytes };
    for body in &code.functions {
        for (at, step) in body.steps().filter(|(_, step)| step.op() == op::FORGPREP) {
            // The preparation that takes an iterator, or a list from its first element.
            bytes[body.offset + WORD * at] = op::FORGPREP_INEXT;
            let Some(end) = (at + 1).checked_add_signed((step.word as i32 >> 16) as isize) else { continue };
            // What closes the loop must know that too, should it be a list.
            if body.instructions.len() > end + 1 {
                bytes[body.offset + WORD * (end + 1) + WORD - 1] |= 0x80;
            }
        }
    }
    bytes
}

/// Bytes of an instruction.
const WORD: usize = 4;

struct Input<'a> {
    rest: &'a [u8],
    /// The address of the first byte of the script.
    start: usize,
}

impl Input<'_> {
    /// How far it has been read.
    fn offset(&self) -> usize {
        self.rest.as_ptr() as usize - self.start
    }

    fn take(&mut self, count: usize) -> Option<&[u8]> {
        let (taken, rest) = self.rest.split_at_checked(count)?;
        self.rest = rest;
        Some(taken)
    }

    fn byte(&mut self) -> Option<u8> {
        Some(self.take(1)?[0])
    }

    fn word(&mut self) -> Option<u32> {
        Some(u32::from_le_bytes(self.take(4)?.try_into().ok()?))
    }

    /// A number in groups of seven bits.
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

    fn text(&mut self) -> Option<String> {
        let length = self.number()?;
        Some(String::from_utf8_lossy(self.take(length)?).into_owned())
    }

    /// A text of the script's list, counted from 1; 0 is none.
    fn name(&mut self, texts: &[String]) -> Option<String> {
        match self.number()? {
            0 => Some(String::new()),
            at => texts.get(at - 1).cloned(),
        }
    }

    fn function(&mut self, version: u8, texts: &[String]) -> Option<Body> {
        if version < 12 {
            let body = self.body(texts)?;
            let calls = if version == 11 { self.number()? } else { 0 };
            (0..calls).try_for_each(|_| self.byte().and_then(|_| self.number()).map(drop))?;
            return Some(body);
        }
        let size = self.number()?;
        let start = self.start;
        Input { rest: self.take(size)?, start }.body(texts)
    }

    fn body(&mut self, texts: &[String]) -> Option<Body> {
        // Stack size, parameters, captured variables, whether there are more arguments, flags.
        self.take(5)?;
        let types = self.number()?;
        self.take(types)?;
        let count = self.number()?;
        let offset = self.offset();
        let instructions = (0..count).map(|_| self.word()).collect::<Option<Vec<_>>>()?;
        let count = self.number()?;
        let constants = (0..count).map(|_| self.constant(texts)).collect::<Option<_>>()?;
        let count = self.number()?;
        let inner = (0..count).map(|_| self.number()).collect::<Option<_>>()?;
        let (start, name) = (self.number()?, self.name(texts)?);
        let lines = self.lines(instructions.len())?;
        let (locals, captured) = self.variables(texts)?;
        Some(Body { offset, instructions, constants, inner, lines, captured, locals, name, start })
    }

    fn constant(&mut self, texts: &[String]) -> Option<Constant> {
        let skip = match self.byte()? {
            0 => 0,
            1 => 1,
            2 => return self.take(8)?.try_into().ok().map(f64::from_le_bytes).map(Constant::Number),
            3 => return self.name(texts).map(Constant::Text),
            4 => 4,
            5 => {
                let keys = self.number()?;
                (0..keys).try_for_each(|_| self.number().map(drop))?;
                0
            }
            6 => return self.number().map(Constant::Function),
            7 => 16,
            11 => 32,
            8 => {
                let keys = self.number()?;
                (0..keys).try_for_each(|_| self.number().and_then(|_| self.word()).map(drop))?;
                0
            }
            9 => {
                self.byte()?;
                self.number()?;
                0
            }
            _ => return None,
        };
        self.take(skip)?;
        Some(Constant::Other)
    }

    /// Lines are written as steps from instruction to instruction, with a full number now and then.
    fn lines(&mut self, count: usize) -> Option<Vec<usize>> {
        if self.byte()? == 0 {
            return Some(vec![0; count]);
        }
        let gap = self.byte()?;
        let mut offset = 0u8;
        let mut next = || {
            offset = offset.wrapping_add(self.byte()?);
            Some(offset)
        };
        let offsets = (0..count).map(|_| next()).collect::<Option<Vec<_>>>()?;
        let mut base = 0i32;
        let mut next = || {
            base = base.wrapping_add(self.word()? as i32);
            Some(base)
        };
        let bases = (0..((count.max(1) - 1) >> gap) + 1).map(|_| next()).collect::<Option<Vec<_>>>()?;
        Some(offsets.iter().enumerate().map(|(at, offset)| bases[at >> gap] as usize + *offset as usize).collect())
    }

    /// Names of local variables, and of captured ones.
    fn variables(&mut self, texts: &[String]) -> Option<(Vec<String>, Vec<String>)> {
        if self.byte()? == 0 {
            return Some((Vec::new(), Vec::new()));
        }
        let mut locals = Vec::new();
        for _ in 0..self.number()? {
            locals.push(self.name(texts)?);
            // Where it is alive, and in which register.
            (0..2).try_for_each(|_| self.number().map(drop))?;
            self.byte()?;
        }
        let count = self.number()?;
        Some((locals, (0..count).map(|_| self.name(texts)).collect::<Option<_>>()?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(source: &str) -> Code {
        read(&crate::sandbox::compiler().compile(source).unwrap()).expect("the format of the compiler is known")
    }

    #[test]
    fn lines_and_names_are_found() {
        let code = code("local a = {}\n\nfunction a.b()\n\treturn nowhere.to_be_found(a)\nend\nreturn a");
        let body = &code.functions[0];
        let (at, step) = body.steps().find(|(_, step)| step.op() == op::GETIMPORT).unwrap();
        assert_eq!(step.import(body), ["nowhere", "to_be_found"]);
        assert_eq!(body.line(at), 4);
        assert_eq!(body.captured, ["a"]);
    }

    #[test]
    fn a_change_of_an_outside_variable_is_seen_through_functions_inside() {
        let code = code("local n, m = 0, 0\nreturn function()\n\treturn function()\n\t\tn += m\n\tend\nend");
        let changes = code.changes();
        assert_eq!(changes.len(), 3);
        for (function, captured) in [(0, "n"), (1, "n")] {
            let (variable, line) = changes[function].iter().next().unwrap();
            assert_eq!((code.functions[function].captured[*variable as usize].as_str(), *line), (captured, 4));
            assert_eq!(changes[function].len(), 1, "m is only read");
        }
        assert!(changes[2].is_empty(), "the file itself has nothing outside");
    }

    #[test]
    fn every_kind_of_constant_is_read() {
        let long = (0..300)
            .map(|n| format!("local t{n} = {{ a = {n}, b = true, c = 'x', d = nil, e = {n}.5 }}\n\n\n\n"))
            .map(|text| format!("do {text} end "))
            .collect::<String>();
        let code = code(&format!("{long}local v, w = 70000, -0.5\nreturn {{ v, w, 'text', function() end }}"));
        assert_eq!(code.functions.len(), 2);
        let last = code.functions[1].steps().last().unwrap().0;
        assert_eq!(code.functions[1].line(last), 1202, "lines farther apart than a byte can say");
    }
}
