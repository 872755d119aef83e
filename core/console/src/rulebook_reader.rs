//! Prints rulebooks and their paragraphs, for `grognard rules read` and for `rule` in a game.

use crate::battle_args::BattleArgs;
use crate::failure::Failure;
use crate::language::LanguageArg;
use crate::screen::Screen;
use grognard_engine::catalogue::Catalogue;
use grognard_packs::rules_text::{TextBlock, TextSpan, TextStyle};
use grognard_packs::suggest::nearest;
use grognard_packs::{Diagnostic, Library};
use grognard_play::Battle;
use grognard_play::rulebook::{Rulebook, RulebookEntry, Rulebooks};
use std::path::PathBuf;

/// The maximum width of lines of text, in characters. Longer lines are hard to read.
const MAX_WIDTH: usize = 100;

/// The width by which list items are indented.
const INDENT: usize = 2;

/// The arguments of `grognard rules read`.
#[derive(clap::Args)]
pub struct ReadArgs {
    /// Scenario whose rulebook to print (see `grognard list`).
    scenario: String,
    /// Number of the paragraph to print, such as 8.2; by default, the whole rulebook.
    paragraph: Option<String>,
    #[command(flatten)]
    battle: BattleArgs,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl ReadArgs {
    /// Prints the rulebook, or a paragraph with the paragraphs that it contains.
    pub fn run(&self, roots: &[PathBuf], language: &LanguageArg, screen: &mut Screen) -> Result<(), Failure> {
        let battle = self.battle.load_and_tell(roots, &self.scenario)?;
        let catalogue = &language.catalogue(roots, &battle);
        let rulebooks = rulebooks(&battle, roots, catalogue);
        if rulebooks.books.is_empty() {
            let error = Diagnostic::general("E537", format!("`{}` has no rulebook", battle.content.id));
            return Err(Failure::usage(error));
        }
        let Some(number) = &self.paragraph else {
            return screen.report(self.json, &rulebooks, |screen| Printer { screen, catalogue }.all(&rulebooks));
        };
        let entries = rulebooks.with_parts(number);
        if entries.is_empty() {
            let error = Diagnostic::general("E537", format!("the rulebook has no paragraph `{number}`"));
            let known = rulebooks.entries().map(|entry| entry.number.as_str());
            return Err(Failure::usage(error.suggest(number, known)));
        }
        screen.report(self.json, &entries, |screen| Printer { screen, catalogue }.entries(&entries))
    }
}

/// Replies to `rule NUMBER` in a game.
pub fn reply(battle: &Battle, roots: &[PathBuf], catalogue: &Catalogue, number: &str, screen: &Screen) -> String {
    let rulebooks = rulebooks(battle, roots, catalogue);
    let entries = rulebooks.with_parts(number);
    if !entries.is_empty() {
        return Printer { screen, catalogue }.entries(&entries);
    }
    let unknown = catalogue.say("The rulebook has no paragraph {1}.", &[number]);
    match nearest(number, rulebooks.entries().map(|entry| entry.number.as_str())) {
        Some(near) => unknown + " " + &catalogue.say("Did you mean {1}?", &[near]),
        None => unknown,
    }
}

/// Returns the rulebooks of a battle. Like catalogues, rulings and translations of a battle from the store come from the
/// folders searched for packs.
fn rulebooks(battle: &Battle, roots: &[PathBuf], catalogue: &Catalogue) -> Rulebooks {
    let roots = if battle.is_pinned() { roots } else { &battle.request.roots };
    Rulebooks::of(battle, &Library::open(roots), catalogue)
}

/// Prints paragraphs in one language.
struct Printer<'a> {
    screen: &'a Screen,
    catalogue: &'a Catalogue,
}

impl Printer<'_> {
    /// Formats all rulebooks of a battle.
    fn all(&self, rulebooks: &Rulebooks) -> String {
        let introduction = rulebooks.introduction.iter().map(|introduction| {
            let title = self.screen.bold(&introduction.title.to_uppercase());
            format!("{title}\n\n{}", self.blocks(&introduction.text).trim_end())
        });
        introduction.chain(rulebooks.books.iter().map(|book| self.book(book))).collect::<Vec<_>>().join("\n\n")
    }

    fn book(&self, book: &Rulebook) -> String {
        let title = format!("{}\n\n{}", self.screen.bold(&book.title.to_uppercase()), self.blocks(&book.introduction));
        title + &self.entries(&book.paragraphs.iter().collect::<Vec<_>>())
    }

    /// Formats some paragraphs, with an empty line between them.
    fn entries(&self, entries: &[&RulebookEntry]) -> String {
        entries.iter().map(|entry| self.entry(entry)).collect::<Vec<_>>().join("\n\n")
    }

    fn entry(&self, entry: &RulebookEntry) -> String {
        let heading = self.screen.bold(&format!("{} {}", entry.number, entry.title));
        let notes: String = self.notes(entry).iter().map(|note| self.note(note)).collect();
        format!("{heading}\n{}{notes}", self.blocks(&entry.text)).trim_end().to_owned()
    }

    /// Returns what is known about a paragraph besides its text.
    fn notes(&self, entry: &RulebookEntry) -> Vec<String> {
        let say = |text: &str, about: &[&str]| self.catalogue.say(text, about);
        let mut notes = Vec::new();
        notes.extend(entry.not_enforced.iter().map(|why| say("Not enforced: {1}.", &[why])));
        for ruling in &entry.rulings {
            let why = if ruling.why.is_empty() { String::new() } else { format!(" ({})", ruling.why) };
            let question = if ruling.question.is_empty() { "" } else { " " };
            let mut note = say("Ruling: {1}", &[&format!("{}{question}{}{why}", ruling.question, ruling.chosen)]);
            if !ruling.other.is_empty() {
                note = note + " " + &say("Other reading: {1}.", &[&ruling.other]);
            }
            notes.push(note);
        }
        notes.extend(entry.options.iter().map(|option| option.say(self.catalogue)));
        notes.extend(entry.changes.iter().map(|change| {
            let text = if change.replaces { "Changed by {1}, which replaces {2}." } else { "Changed by {1}, in {2}." };
            say(text, &[&change.pack, &change.rule])
        }));
        notes
    }

    fn note(&self, note: &str) -> String {
        let span = TextSpan { style: TextStyle::Plain, text: note.to_owned() };
        let lines = self.wrap(&[span], "  ", INDENT);
        lines.lines().map(|line| self.screen.dim(line) + "\n").collect()
    }

    fn blocks(&self, blocks: &[TextBlock]) -> String {
        blocks
            .iter()
            .map(|block| match block {
                TextBlock::Paragraph(spans) => self.wrap(spans, "", 0) + "\n",
                TextBlock::List(items) => {
                    items.iter().map(|item| self.wrap(item, "- ", INDENT)).collect::<String>() + "\n"
                }
            })
            .collect()
    }

    /// Breaks text into lines. The first line begins with `mark`, the others with `indent` spaces.
    fn wrap(&self, spans: &[TextSpan], mark: &str, indent: usize) -> String {
        let width = self.screen.width.min(MAX_WIDTH);
        let (mut text, mut column) = (mark.to_owned(), indent);
        for (at, word) in words(spans).into_iter().enumerate() {
            let length: usize = word.iter().map(|(part, _)| part.chars().count()).sum();
            if at > 0 && column + 1 + length > width {
                text += &format!("\n{}", " ".repeat(indent));
                column = indent;
            } else if at > 0 {
                text.push(' ');
                column += 1;
            }
            text.extend(word.iter().map(|(part, style)| self.style(part, *style)));
            column += length;
        }
        text + "\n"
    }

    fn style(&self, text: &str, style: TextStyle) -> String {
        match style {
            TextStyle::Strong => self.screen.bold(text),
            TextStyle::Emphasis => self.screen.italic(text),
            TextStyle::Plain | TextStyle::Reference => text.to_owned(),
        }
    }
}

/// Splits spans at spaces into words. A word can have parts in different styles.
fn words(spans: &[TextSpan]) -> Vec<Vec<(&str, TextStyle)>> {
    let mut words: Vec<Vec<(&str, TextStyle)>> = vec![Vec::new()];
    for span in spans {
        for (at, part) in span.text.split(' ').enumerate() {
            if at > 0 {
                words.push(Vec::new());
            }
            if let Some(word) = words.last_mut().filter(|_| !part.is_empty()) {
                word.push((part, span.style));
            }
        }
    }
    words.retain(|word| !word.is_empty());
    words
}
