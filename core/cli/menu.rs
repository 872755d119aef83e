//! The menu that opens without a command.

use crate::cli::Cli;
use crate::failure::Failure;
use crate::language::LanguageArg;
use crate::roots;
use crate::screen::Screen;
use clap::error::ErrorKind;
use clap::{CommandFactory, Parser};
use grognard_engine::catalogue::Catalogue;
use grognard_packs::{Kind, Library, Pack};
use std::io::{self, BufRead, IsTerminal};
use std::path::PathBuf;

/// The entries.
const ENTRIES: [&str; 4] = ["Play in the terminal", "Play in the browser", "Create a battle", "List battles and mods"];

/// A menu on the terminal.
struct Menu<'a> {
    screen: Screen,
    library: Library,
    language: &'a LanguageArg,
    own: Catalogue,
}

/// Lets a person choose a command; returns `None` if they quit. Without a terminal, it prints the help and exits.
pub fn open(packs: &[PathBuf], language: &LanguageArg) -> Result<Option<Cli>, Failure> {
    if !(io::stdin().is_terminal() && io::stdout().is_terminal()) {
        // The message of this error is the help.
        let help = Cli::command().render_long_help();
        Cli::command().error(ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand, help).exit();
    }
    let library = Library::open(&roots::find(packs)?);
    let mut menu = Menu { screen: Screen::new(), library, language, own: language.own() };
    let Some(mut words) = menu.command()? else { return Ok(None) };
    words.insert(0, "grognard".to_owned());
    for folder in packs {
        words.extend(["--packs".to_owned(), folder.display().to_string()]);
    }
    if let Some(lang) = language.asked() {
        words.extend(["--lang".to_owned(), lang.to_owned()]);
    }
    Ok(Some(Cli::try_parse_from(words).unwrap_or_else(|error| error.exit())))
}

impl Menu<'_> {
    /// Asks for a command; returns its arguments.
    fn command(&mut self) -> Result<Option<Vec<String>>, Failure> {
        let entries: Vec<String> = ENTRIES.iter().map(|entry| self.own.say(entry, &[])).collect();
        let Some(entry) = self.choose(&entries)? else { return Ok(None) };
        let words = match entry {
            0 => self.pack(Kind::Scenario)?.map(|battle| vec!["play".to_owned(), battle]),
            1 => Some(vec!["serve".to_owned()]),
            2 => match self.pack(Kind::System)? {
                Some(system) => self
                    .ask("Name of the battle (lower-case letters, digits and hyphens)")?
                    .map(|name| ["new", "battle", &name, "--system", &system].map(str::to_owned).to_vec()),
                None => None,
            },
            _ => Some(vec!["list".to_owned()]),
        };
        Ok(words)
    }

    /// Asks for a battle or a system; returns its id.
    fn pack(&mut self, kind: Kind) -> Result<Option<String>, Failure> {
        let packs: Vec<&Pack> = self.library.packs().iter().filter(|pack| pack.manifest.kind == kind).collect();
        let name = |pack: &&Pack| self.language.of_pack(&self.library, pack).name(&pack.manifest.name).to_owned();
        let (names, ids): (Vec<String>, Vec<String>) =
            packs.iter().map(|pack| (name(pack), pack.id().to_owned())).unzip();
        Ok(self.choose(&names)?.map(|at| ids[at].clone()))
    }

    /// Shows a numbered list and asks for an entry, until one is chosen or the person quits.
    fn choose(&mut self, entries: &[String]) -> Result<Option<usize>, Failure> {
        let lines = entries.iter().enumerate().map(|(at, entry)| format!("{:>3}  {entry}\n", at + 1));
        let list = lines.collect::<String>() + "  q  " + &self.own.say("Quit", &[]);
        self.screen.say(&list)?;
        loop {
            let Some(line) = self.ask("Number")? else { return Ok(None) };
            match line.parse::<usize>() {
                Ok(number) if (1..=entries.len()).contains(&number) => return Ok(Some(number - 1)),
                _ => {
                    let text =
                        self.own.say("Type a number from 1 to {1}, or q to quit.", &[&entries.len().to_string()]);
                    self.screen.say(&text)?;
                }
            }
        }
    }

    /// Asks for a line; returns `None` at the end of the input, and for `q`.
    fn ask(&mut self, prompt: &str) -> Result<Option<String>, Failure> {
        let prompt = self.own.say(prompt, &[]) + "> ";
        self.screen.ask(&prompt)?;
        let mut line = String::new();
        let length = io::stdin().lock().read_line(&mut line).map_err(Failure::Output)?;
        let line = line.trim().to_owned();
        Ok((length > 0 && line != "q").then_some(line))
    }
}
