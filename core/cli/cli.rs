//! The command line.

use crate::config::ColorWhen;
use crate::failure::Failure;
use crate::language::LanguageArg;
use crate::roots;
use crate::screen::Screen;
use crate::{
    aids, blame, check, completions, config, data_folder, deadline, diff, explain, import, lab, list, locale, logging,
    man, map, menu, migrate, mods, new, odds, pack, packs, play, publish, reference, registry, replay, resolve, rules,
    schema, sim, spinner, store, stubs, test,
};
use anstream::ColorChoice;
use clap::{ArgMatches, Parser, Subcommand};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::LazyLock;

const NOTES: &str = "\
Grognard searches for packs in the current folder, in the folders given by --packs and GROGNARD_PACKS (separated by \
colons), among the packs installed with `grognard mods`, and among the built-in packs. Each of these folders \
contains scripts/, scenarios/ or mods/. If a pack is in several folders, the first copy is used. If it is both \
installed and built in, the newer copy is used. `grognard packs eject` copies a pack for editing. Set \
GROGNARD_BUILT_IN to `off` to leave out the built-in packs.

All commands accept a pack's id (`me.rostov`), its name (`rostov`), or the path of its folder \
(`scenarios/rostov`). If a name is ambiguous, the error lists the candidates.

Saves, installed packs and the packs that saves need are kept in the folder named by GROGNARD_DATA; by default, in the \
system's user data folder.

Exit codes:
  0  success
  1  errors in packs or saves, or failed tests
  2  invalid command line
  3  a file could not be read or written
  130  interrupted with Ctrl-C

With `--json`, errors are printed as JSON, {\"diagnostics\": [...]}, in addition to the text on standard error. Each \
diagnostic has the fields severity, code, message, file, line, column and help. Errors in the syntax of options are \
printed as text only.

`check`, `mods info`, `mods install` and `mods update` stop if loading a pack takes more than \
GROGNARD_DEADLINE seconds (default: 300).

`grognard config` keeps your settings in the file named by GROGNARD_CONFIG; by default, in the system's configuration \
folder. Set NO_COLOR to turn colours off. Set RUST_LOG to a level such as `info` or `debug` for a log of the server \
and of loaded packs on standard error.";

/// Historical board wargames whose rules are scripts.
///
/// Without a command, a menu opens.
#[derive(Parser)]
#[command(name = "grognard", version = version(), after_help = NOTES, max_term_width = 120)]
pub struct Cli {
    /// Also search this folder for packs; may be repeated.
    #[arg(long, global = true, value_name = "DIR")]
    packs: Vec<PathBuf>,
    #[command(flatten)]
    language: LanguageArg,
    /// Use colours automatically (if the output is a terminal), always, or never.
    #[arg(long, global = true, value_name = "WHEN", hide_possible_values = true)]
    color: Option<ColorWhen>,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    New(new::Args),
    List(list::Args),
    Play(play::Args),
    #[cfg(feature = "serve")]
    Serve(crate::serve::Args),
    Check(check::Args),
    Explain(explain::Args),
    Test(test::Args),
    Sim(sim::Args),
    Odds(odds::Args),
    Lab(lab::Args),
    Replay(replay::Args),
    Migrate(migrate::Args),
    Store(store::Args),
    Mods(mods::Args),
    Pack(pack::Args),
    Packs(packs::Args),
    Publish(publish::Args),
    Registry(registry::Args),
    Map(map::Args),
    Aids(aids::Args),
    Import(import::Args),
    Locale(locale::Args),
    Blame(blame::Args),
    Resolve(resolve::Args),
    Diff(diff::Args),
    Rules(rules::Args),
    Schema(schema::Args),
    Stubs(stubs::Args),
    Config(config::Args),
    Completions(completions::Args),
    Man(man::Args),
    Reference(reference::Args),
    #[cfg(type_checker)]
    #[command(hide = true)]
    Types(crate::types::Args),
}

impl Command {
    /// Returns whether the command itself shows what it is doing.
    fn shows_progress(&self) -> bool {
        match self {
            #[cfg(feature = "serve")]
            Command::Serve(_) => true,
            #[cfg(type_checker)]
            Command::Types(_) => true,
            Command::Play(_) | Command::Sim(_) | Command::Lab(_) => true,
            Command::Test(args) => args.shows_progress(),
            _ => false,
        }
    }
}

/// Returns the version of the program, the commit it was built from, and the version of the scripting API.
fn version() -> &'static str {
    static VERSION: LazyLock<String> = LazyLock::new(|| {
        let commit = option_env!("GROGNARD_COMMIT").map(|commit| format!("commit {commit}, ")).unwrap_or_default();
        format!("{} ({commit}scripting API {})", env!("CARGO_PKG_VERSION"), grognard_packs::API_VERSION)
    });
    &VERSION
}

/// Returns whether `--json` was given to any subcommand.
pub fn wants_json(given: &ArgMatches) -> bool {
    let here = matches!(given.try_get_one::<bool>("json"), Ok(Some(true)));
    here || given.subcommand().is_some_and(|(_, deeper)| wants_json(deeper))
}

impl Cli {
    /// Runs the command, in a separate process if it loads untrusted packs.
    pub fn run_watched(&self) -> Result<ExitCode, Failure> {
        logging::start()?;
        config::load()?;
        self.set_color();
        data_folder::ensure_temporary_folder();
        let Some(command) = &self.command else {
            let chosen = menu::open(&self.packs, &self.language)?;
            return chosen.map_or(Ok(ExitCode::SUCCESS), |chosen| chosen.run_watched());
        };
        let is_for_strangers = match command {
            Command::Check(_) => true,
            Command::Mods(args) => args.loads_packs(),
            _ => false,
        };
        match is_for_strangers {
            true if !deadline::is_watched() => return deadline::watch(),
            true => deadline::end_with_the_watcher()?,
            false => {}
        }
        if !command.shows_progress() {
            spinner::show_command_time();
        }
        let done = self.run(command);
        spinner::clear_command_time();
        done.map(|()| ExitCode::SUCCESS)
    }

    /// Decides whether to use colours: by `--color`, the configuration file, or the terminal and the environment.
    fn set_color(&self) {
        match self.color.or(config::get().color) {
            None | Some(ColorWhen::Auto) => {}
            Some(ColorWhen::Always) => ColorChoice::Always.write_global(),
            Some(ColorWhen::Never) => ColorChoice::Never.write_global(),
        }
    }

    /// Runs a command in this process.
    fn run(&self, command: &Command) -> Result<(), Failure> {
        let mut screen = Screen::new();
        let screen = &mut screen;
        let roots = roots::find(&self.packs)?;
        match command {
            Command::New(args) => args.run(&roots, &self.language, screen),
            Command::List(args) => args.run(&roots, &self.language, screen),
            Command::Play(args) => args.run(&roots, &self.language, screen),
            #[cfg(feature = "serve")]
            Command::Serve(args) => args.run(&roots, &self.language, screen),
            Command::Check(args) => args.run(&roots, screen),
            Command::Explain(args) => args.run(screen),
            Command::Test(args) => args.run(&roots, screen),
            Command::Sim(args) => args.run(&roots, &self.language, screen),
            Command::Odds(args) => args.run(&roots, &self.language, screen),
            Command::Lab(args) => args.run(&roots, &self.language, screen),
            Command::Replay(args) => args.run(&roots, &self.language, screen),
            Command::Migrate(args) => args.run(&roots, screen),
            Command::Store(args) => args.run(screen),
            Command::Mods(args) => args.run(&roots, &self.language, screen),
            Command::Pack(args) => args.run(&roots, screen),
            Command::Packs(args) => args.run(&roots, screen),
            Command::Publish(args) => args.run(&roots, screen),
            Command::Registry(args) => args.run(&roots, screen),
            Command::Locale(args) => args.run(&roots, &self.language, screen),
            Command::Map(args) => args.run(&roots, &self.language, screen),
            Command::Aids(args) => args.run(&roots, &self.language, screen),
            Command::Import(args) => args.run(screen),
            Command::Blame(args) => args.run(&roots, screen),
            Command::Resolve(args) => args.run(&roots, screen),
            Command::Diff(args) => args.run(&roots, screen),
            Command::Rules(args) => args.run(&roots, &self.language, screen),
            Command::Schema(args) => args.run(screen),
            Command::Stubs(args) => args.run(&roots, screen),
            Command::Reference(args) => args.run(screen),
            Command::Config(args) => args.run(screen),
            Command::Completions(args) => args.run(screen),
            Command::Man(args) => args.run(screen),
            #[cfg(type_checker)]
            Command::Types(args) => args.run(screen),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_well_formed() {
        Cli::command().debug_assert();
    }
}
