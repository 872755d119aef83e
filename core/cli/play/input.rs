//! Input lines, read by a separate thread so that the game can continue in the meantime. Rules edited while a person is
//! thinking take effect before the answer does.

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

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InputLine {
    Text(String),
    /// Input that is not valid UTF-8.
    Unreadable,
    Interrupted,
    /// End of input.
    End,
}

/// Words offered for completion; they change with every question.
type Completions = Arc<Mutex<Vec<String>>>;

/// Input lines from a terminal or a script.
pub struct Input {
    prompts: Sender<String>,
    lines: Receiver<InputLine>,
    /// Prints above the line being typed; `None` for a script.
    announce: Option<Box<dyn FnMut(String)>>,
    completions: Completions,
    waiting: bool,
    /// Whether the input history is to be cleared.
    forgetting: Arc<AtomicBool>,
    /// The remaining lines of a paste, which are returned one by one.
    pasted: VecDeque<String>,
    /// Whether the terminal has echoed the last line.
    shown: bool,
}

impl Input {
    /// Creates a reader of standard input.
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

    /// Returns whether the terminal has echoed the last line.
    pub fn is_shown(&self) -> bool {
        self.shown
    }

    /// Clears the input history, so that the next person cannot recall it with the arrow keys.
    pub fn forget(&mut self) {
        self.pasted.clear();
        self.forgetting.store(true, Ordering::Relaxed);
        self.complete(Vec::new());
    }

    /// Returns whether a line is being typed.
    pub fn is_waiting(&self) -> bool {
        self.waiting
    }

    /// Sets the words offered for completion.
    pub fn complete(&self, names: Vec<String>) {
        if let Ok(mut completions) = self.completions.lock() {
            *completions = names;
        }
    }

    /// Returns the next line if it arrives within `time`, or else `None`. The prompt is shown once per line.
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

    /// Returns the first line of a paste; the other lines are queued.
    fn first_of(&mut self, line: InputLine) -> InputLine {
        let InputLine::Text(text) = &line else { return line };
        let mut lines = text.split(['\n', '\r']).filter(|line| !line.trim().is_empty()).map(str::to_owned);
        let first = lines.next().unwrap_or_default();
        self.pasted.extend(lines);
        InputLine::Text(first)
    }

    /// Prints above the line being typed; returns false if no line is being typed.
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
    // A failure to print is ignored, since nobody is there to read the message.
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
            // Clearing a history in memory never fails.
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

/// Completes commands and the names of the current question's options.
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
