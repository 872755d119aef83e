//! Lines a person types, read by a thread of their own so that the game can go on meanwhile: rules that are saved while
//! somebody thinks come into force before the answer does.

use grognard_play::line_parser::COMMANDS;
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, ExternalPrinter, Helper};
use std::collections::VecDeque;
use std::io::{self, BufRead, IsTerminal};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// What was typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InputLine {
    /// A line.
    Text(String),
    /// Bytes that are no text.
    Unreadable,
    /// Ctrl-C.
    Interrupted,
    /// Nothing more will come.
    End,
}

/// Words that completion knows; they change with every question.
type Completions = Arc<Mutex<Vec<String>>>;

/// The lines of a person at a terminal, or of a script.
pub struct Input {
    prompts: Sender<String>,
    lines: Receiver<InputLine>,
    /// Prints above the line that is being typed; a script has no such line.
    announce: Option<Box<dyn FnMut(String)>>,
    completions: Completions,
    waiting: bool,
    /// The lines typed so far are to be forgotten.
    forgetting: Arc<AtomicBool>,
    /// Lines that were pasted with the last one: each has its turn.
    pasted: VecDeque<String>,
    /// Whether the last line stands on the screen as it was typed.
    shown: bool,
}

impl Input {
    /// Standard input.
    pub fn new() -> Input {
        let completions = Completions::default();
        let (prompts, wanted) = mpsc::channel();
        let (typed, lines) = mpsc::channel();
        let forgetting = Arc::new(AtomicBool::new(false));
        let is_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
        let editor = if is_terminal { editor(completions.clone()) } else { None };
        let announce = match editor {
            Some((editor, announce)) => {
                let forgetting = forgetting.clone();
                thread::spawn(move || read_terminal(editor, &wanted, &typed, &forgetting));
                Some(announce)
            }
            None => {
                thread::spawn(move || read_script(&wanted, &typed));
                None
            }
        };
        Input {
            prompts,
            lines,
            announce,
            completions,
            waiting: false,
            forgetting,
            pasted: VecDeque::new(),
            shown: is_terminal,
        }
    }

    /// Whether the last line stands on the screen as it was typed.
    pub fn is_shown(&self) -> bool {
        self.shown
    }

    /// Forgets what has been typed: the next person must not find it by the arrow keys.
    pub fn forget(&mut self) {
        self.pasted.clear();
        self.forgetting.store(true, Ordering::Relaxed);
        self.complete(Vec::new());
    }

    /// Whether a line is being typed.
    pub fn is_waiting(&self) -> bool {
        self.waiting
    }

    /// Words that may be completed from now on.
    pub fn complete(&self, names: Vec<String>) {
        if let Ok(mut completions) = self.completions.lock() {
            *completions = names;
        }
    }

    /// The next line, if it comes in time. The prompt is shown once.
    pub fn line(&mut self, prompt: &str, time: Duration) -> Option<InputLine> {
        if let Some(text) = self.pasted.pop_front() {
            self.shown = false;
            return Some(InputLine::Text(text));
        }
        if !self.waiting && self.prompts.send(prompt.to_owned()).is_err() {
            return Some(InputLine::End);
        }
        self.waiting = true;
        let line = match self.lines.recv_timeout(time) {
            Ok(line) => line,
            Err(RecvTimeoutError::Timeout) => return None,
            Err(RecvTimeoutError::Disconnected) => InputLine::End,
        };
        (self.waiting, self.shown) = (false, self.announce.is_some());
        Some(self.first_of(line))
    }

    /// Of several lines in one paste the first; the others wait for their turn.
    fn first_of(&mut self, line: InputLine) -> InputLine {
        let InputLine::Text(text) = &line else { return line };
        let mut lines = text.split(['\n', '\r']).filter(|line| !line.trim().is_empty()).map(str::to_owned);
        let first = lines.next().unwrap_or_default();
        self.pasted.extend(lines);
        InputLine::Text(first)
    }

    /// Prints above the line that is being typed; false when none is.
    pub fn announce(&mut self, text: &str) -> bool {
        match &mut self.announce {
            Some(announce) if self.waiting => {
                announce(text.trim_end().to_owned() + "\n");
                true
            }
            _ => false,
        }
    }
}

fn read_script(wanted: &Receiver<String>, typed: &Sender<InputLine>) {
    let mut lines = io::stdin().lock().lines();
    while wanted.recv().is_ok() {
        let line = match lines.next() {
            Some(Ok(text)) => InputLine::Text(text),
            Some(Err(error)) if error.kind() == io::ErrorKind::InvalidData => InputLine::Unreadable,
            _ => InputLine::End,
        };
        let ended = line == InputLine::End;
        if typed.send(line).is_err() || ended {
            return;
        }
    }
}

type TerminalEditor = Editor<CommandCompleter, MemHistory>;

/// Prints above the line being edited.
type LinePrinter = Box<dyn FnMut(String)>;

fn editor(completions: Completions) -> Option<(TerminalEditor, LinePrinter)> {
    let config = Config::builder().auto_add_history(true).completion_type(CompletionType::List).build();
    let history = MemHistory::with_config(&config);
    let mut editor = Editor::with_history(config, history).ok()?;
    editor.set_helper(Some(CommandCompleter { completions }));
    let mut printer = editor.create_external_printer().ok()?;
    // A message that cannot be printed has nobody to read it.
    Some((editor, Box::new(move |text| drop(printer.print(text)))))
}

fn read_terminal(
    mut editor: TerminalEditor,
    wanted: &Receiver<String>,
    typed: &Sender<InputLine>,
    forgetting: &AtomicBool,
) {
    while let Ok(prompt) = wanted.recv() {
        if forgetting.swap(false, Ordering::Relaxed) {
            // A history in memory can always be emptied.
            let _ = editor.clear_history();
        }
        let line = match editor.readline(&prompt) {
            Ok(text) => InputLine::Text(text),
            Err(ReadlineError::Signal(_)) => InputLine::Text(String::new()),
            Err(ReadlineError::Interrupted) => InputLine::Interrupted,
            Err(ReadlineError::Io(error)) if error.kind() == io::ErrorKind::InvalidData => InputLine::Unreadable,
            Err(_) => InputLine::End,
        };
        let ended = line == InputLine::End;
        if typed.send(line).is_err() || ended {
            return;
        }
    }
}

/// Completes commands and the names of options.
struct CommandCompleter {
    completions: Completions,
}

impl Completer for CommandCompleter {
    type Candidate = String;

    fn complete(&self, line: &str, position: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let typed = &line[..position];
        let start = typed.rfind([' ', ',']).map_or(0, |at| at + 1);
        let begun = typed[start..].to_lowercase();
        let commands = COMMANDS.iter().filter_map(|(command, _)| command.split(' ').next()).filter(|_| start == 0);
        let names = self.completions.lock().map(|names| names.clone()).unwrap_or_default();
        let all = commands.map(str::to_owned).chain(names);
        Ok((start, all.filter(|name| name.to_lowercase().starts_with(&begun)).collect()))
    }
}

impl Hinter for CommandCompleter {
    type Hint = String;
}
impl Highlighter for CommandCompleter {}
impl Validator for CommandCompleter {}
impl Helper for CommandCompleter {}
