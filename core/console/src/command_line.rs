//! Commands printed for the user to type; they work from any folder.

use std::fmt;
use std::path::{Path, PathBuf};

/// A `grognard` command, quoted for a shell.
pub struct CommandLine(Vec<String>);

impl CommandLine {
    /// Creates a command that finds the packs below `roots` whichever folder it is run in.
    pub fn new(roots: &[PathBuf]) -> CommandLine {
        let named = roots.iter().filter(|root| !is_found_anywhere(root) && crate::roots::holds_packs(root));
        named.fold(CommandLine(vec!["grognard".to_owned()]), |line, root| line.word("--packs").path(root))
    }

    /// Creates a command that finds the packs below `roots` when it is run in the current folder.
    pub fn here(roots: &[PathBuf]) -> CommandLine {
        let known: Vec<PathBuf> = std::iter::once(PathBuf::from(".")).chain(crate::roots::listed()).collect();
        let is_known = |root: &PathBuf| known.iter().any(|known| same(known, root));
        CommandLine::new(&roots.iter().filter(|root| !is_known(root)).cloned().collect::<Vec<_>>())
    }

    /// Adds a word, quoted if necessary.
    pub fn word(mut self, word: &str) -> CommandLine {
        self.0.push(shell_quoted(word));
        self
    }

    /// Adds several words, quoted if necessary.
    pub fn words<'a>(self, words: impl IntoIterator<Item = &'a str>) -> CommandLine {
        words.into_iter().fold(self, CommandLine::word)
    }

    /// Adds a path, made absolute.
    pub fn path(self, path: &Path) -> CommandLine {
        // `.` has no file name.
        let whole = dunce::canonicalize(path).or_else(|_| std::path::absolute(path));
        self.word(&whole.unwrap_or_else(|_| path.to_owned()).display().to_string())
    }
}

impl fmt::Display for CommandLine {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str(&self.0.join(" "))
    }
}

/// Returns whether this folder is searched by default, whatever the current folder is.
fn is_found_anywhere(root: &Path) -> bool {
    same(root, crate::data_folder::installed_packs().root()) || same(root, &crate::built_in::folder())
}

fn same(one: &Path, other: &Path) -> bool {
    one.canonicalize().ok().zip(other.canonicalize().ok()).is_some_and(|(one, other)| one == other)
}

/// Makes the path of the program in an `exec:` player argument absolute.
pub fn anywhere(player: &str) -> String {
    let Some((head, command)) = player.split_once("exec:") else { return player.to_owned() };
    let (program, rest) =
        command.split_once(' ').map_or((command, String::new()), |(program, rest)| (program, format!(" {rest}")));
    match dunce::canonicalize(program) {
        Ok(path) if program.contains(std::path::is_separator) => format!("{head}exec:{}{rest}", path.display()),
        _ => player.to_owned(),
    }
}

/// Quotes a word for a shell.
pub fn shell_quoted(text: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_.:=/+".contains(c) || cfg!(windows) && c == '\\';
    if !text.is_empty() && text.chars().all(is_plain) {
        text.to_owned()
    } else if cfg!(windows) {
        // Understood by cmd and by PowerShell.
        format!("\"{text}\"")
    } else {
        format!("'{}'", text.replace('\'', "'\\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn words_are_quoted_as_a_shell_reads_them() {
        assert_eq!(shell_quoted("mod:frozen-rivers"), "mod:frozen-rivers");
        assert_eq!(
            shell_quoted("cell:charts.crt.cells[\"3\"][\"2:1\"]=it's"),
            "'cell:charts.crt.cells[\"3\"][\"2:1\"]=it'\\''s'"
        );
        assert_eq!(
            [shell_quoted(""), shell_quoted("two words"), shell_quoted("$HOME"), shell_quoted("~")],
            ["''", "'two words'", "'$HOME'", "'~'"]
        );
    }

    #[test]
    fn programs_of_bots_have_their_whole_path() {
        let own = dunce::canonicalize("./Cargo.toml").expect("a file");
        assert_eq!(anywhere("red=exec:./Cargo.toml --deep"), format!("red=exec:{} --deep", own.display()));
        assert_eq!([anywhere("red=exec:bot"), anywhere("red=greedy")], ["red=exec:bot", "red=greedy"]);
    }
}
