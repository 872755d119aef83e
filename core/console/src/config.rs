//! The configuration file and `grognard config`, which shows and changes it.

use crate::failure::Failure;
use crate::language;
use crate::registry_config::{self, RegistryConfig};
use crate::screen::Screen;
use etcetera::base_strategy::{BaseStrategy, choose_native_strategy};
use grognard_packs::Diagnostic;
use grognard_packs::source::display_path;
use grognard_play::{Seat, atomic_file};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use toml_edit::{DocumentMut, Value};

/// The settings in the configuration file.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// The language of games and packs, such as `fr`.
    pub language: Option<String>,
    /// When to use colours.
    pub color: Option<ColorWhen>,
    /// The player for every side not played by a person: `recruit`, `veteran`, `general` …
    pub opponent: Option<String>,
    /// Folders to search for packs.
    pub packs: Option<Vec<PathBuf>>,
    /// The folder for saves and installed packs.
    pub data: Option<PathBuf>,
    /// The registries that packs come from, by the names given to `grognard registry add`.
    pub registries: Option<BTreeMap<String, RegistryConfig>>,
}

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum ColorWhen {
    /// Use colours if the output is a terminal.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// The keys that `grognard config` can change; `grognard registry` manages the registries in the file.
const KEYS: [&str; 5] = ["language", "color", "opponent", "packs", "data"];

/// The contents of a new configuration file.
const NEW_FILE: &str = "# Grognard settings. For a description, run `grognard config --help`.\n";

/// The settings in use.
static CONFIG: OnceLock<Config> = OnceLock::new();

/// Show or change settings.
///
/// The settings are: `language` (such as `fr`), `color` (`auto`, `always` or `never`), `opponent` (the player for sides
/// not played by a person), `packs` (folders to search for packs) and `data` (the folder for saves and installed
/// packs). The settings file also lists the registries that packs come from; `grognard registry` manages them. Options
/// and environment variables take precedence over settings.
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Option<Command>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

#[derive(clap::Subcommand)]
enum Command {
    Set(Set),
    Unset(Unset),
}

/// Set a value.
#[derive(clap::Args)]
struct Set {
    /// Setting to change.
    key: String,
    /// New value; for `packs`, one or more folders.
    #[arg(required = true)]
    values: Vec<String>,
}

/// Reset a setting to its default.
#[derive(clap::Args)]
struct Unset {
    /// Setting to reset.
    key: String,
}

/// The settings and the file they are in.
#[derive(Serialize)]
struct Report<'a> {
    file: String,
    settings: &'a Config,
}

/// Reads the settings from the file, including changes made since this process started. Relative folders are not
/// resolved.
pub fn read() -> Result<Config, Failure> {
    let file = file();
    parse(&file, &text(&file)?).map_err(Failure::Wrong)
}

/// Returns the settings in use.
pub fn get() -> &'static Config {
    CONFIG.get_or_init(Config::default)
}

/// Reads the configuration file, if it exists. Relative folders are resolved against the folder of the file.
pub fn load() -> Result<(), Failure> {
    let file = file();
    let mut config = parse(&file, &text(&file)?).map_err(Failure::Wrong)?;
    let folder = file.parent().unwrap_or(Path::new("."));
    config.packs.iter_mut().flatten().chain(&mut config.data).for_each(|path| *path = folder.join(&*path));
    // This cannot fail, since nothing has read the settings yet.
    let _ = CONFIG.set(config);
    Ok(())
}

/// Returns the folder of the configuration file. Relative registry addresses are resolved against it.
pub fn folder() -> PathBuf {
    file().parent().map(Path::to_owned).unwrap_or_default()
}

/// Returns the file named by `GROGNARD_CONFIG`, or the one in the system's configuration folder.
pub fn file() -> PathBuf {
    match std::env::var_os("GROGNARD_CONFIG").filter(|path| !path.is_empty()) {
        Some(path) => path.into(),
        None => choose_native_strategy()
            .map_or_else(|_| "grognard-config".into(), |system| system.config_dir().join("grognard"))
            .join("config.toml"),
    }
}

fn text(file: &Path) -> Result<String, Failure> {
    match fs::read_to_string(file) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(String::new()),
        read => read.map_err(Failure::file(file)),
    }
}

fn parse(file: &Path, text: &str) -> Result<Config, Vec<Diagnostic>> {
    let (name, mut errors) = (display_path(file), Vec::new());
    let source = grognard_packs::source::Source::new(name.as_str(), text);
    let Some(config) = grognard_packs::read_toml::<Config>(&source, &mut errors) else { return Err(errors) };
    let wrong = |key: &str, expected: &str, found: &str| {
        let message = format!("`{key}` cannot be `{found}`");
        Diagnostic::file("E590", &name, message).help(format!("expected {expected}"))
    };
    if let Some(player) = config.opponent.as_deref().filter(|player| !is_opponent(player)) {
        errors.push(wrong("opponent", "an agent such as `recruit`, `veteran` or `general`", player));
    }
    if let Some(code) = config.language.as_deref().filter(|code| language::code(code).is_err()) {
        errors.push(wrong("language", "a language code such as `fr` or `pt-BR`", code));
    }
    for (registry, settings) in config.registries.iter().flatten() {
        let problem = registry_config::problem(registry, settings);
        errors.extend(
            problem.map(|error| Diagnostic { help: error.help, ..Diagnostic::file(error.code, &name, error.message) }),
        );
    }
    if errors.is_empty() { Ok(config) } else { Err(errors) }
}

fn is_opponent(player: &str) -> bool {
    Seat::of_command_line(player).is_some_and(|seat| seat != Seat::Person)
}

impl Args {
    /// Shows or changes the settings.
    pub fn run(&self, screen: &mut Screen) -> Result<(), Failure> {
        let file = file();
        if let Some(command) = &self.command {
            command.run(&file)?;
        }
        let config = read()?;
        let report = Report { file: file.display().to_string(), settings: &config };
        screen.report(self.json, &report, |_| report.describe())
    }
}

impl Command {
    fn run(&self, file: &Path) -> Result<(), Failure> {
        let (Command::Set(Set { key, .. }) | Command::Unset(Unset { key })) = self;
        if !KEYS.contains(&key.as_str()) {
            let error = Diagnostic::general("E590", format!("there is no setting `{key}`"));
            return Err(Failure::usage(crate::player_arg::suggest_or_list(error, key, &KEYS, "the settings are")));
        }
        edit(file, |document| self.change(document))
    }

    fn change(&self, document: &mut DocumentMut) -> Result<(), Failure> {
        match self {
            Command::Unset(Unset { key }) => drop(document.remove(key)),
            Command::Set(Set { key, values }) => {
                let value = match (key.as_str(), &values[..]) {
                    ("packs", folders) => folders.iter().map(|folder| absolute(folder)).collect(),
                    ("data", [folder]) => Value::from(absolute(folder)),
                    (_, [value]) => Value::from(value.as_str()),
                    (_, several) => {
                        let error =
                            Diagnostic::general("E590", format!("`{key}` takes one value, found {}", several.len()));
                        return Err(Failure::usage(error));
                    }
                };
                document[key.as_str()] = toml_edit::value(value);
            }
        }
        Ok(())
    }
}

/// Applies a change to the configuration file. Fails without writing if the result would be invalid.
pub fn edit(file: &Path, change: impl FnOnce(&mut DocumentMut) -> Result<(), Failure>) -> Result<(), Failure> {
    let old = text(file)?;
    let mut document: DocumentMut = match old.parse() {
        Ok(document) => document,
        // The parser's own message has no suggestions.
        Err(_) => return parse(file, &old).map(drop).map_err(Failure::Wrong),
    };
    change(&mut document)?;
    let start = if old.is_empty() { NEW_FILE } else { "" };
    let new = start.to_owned() + &document.to_string();
    parse(file, &new).map_err(Failure::Usage)?;
    let folder = file.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder).map_err(Failure::file(folder))?;
    atomic_file::write(file, new).map_err(Failure::file(file))
}

fn absolute(folder: &str) -> String {
    std::path::absolute(folder).map_or_else(|_| folder.to_owned(), |path| path.display().to_string())
}

impl Report<'_> {
    fn describe(&self) -> String {
        let settings = toml::to_string(self.settings).unwrap_or_default();
        let unset: Vec<&str> =
            KEYS.into_iter().filter(|key| !settings.lines().any(|line| line.starts_with(key))).collect();
        let unset = if unset.is_empty() { String::new() } else { format!("not set: {}\n", unset.join(", ")) };
        format!("{}\n\n{settings}{unset}", self.file)
    }
}
