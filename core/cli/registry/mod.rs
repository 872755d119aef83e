//! `grognard registry`: manages the registries that a player uses, and builds new ones.

mod build;
mod key;
mod trial;

use crate::data_folder;
use crate::failure::Failure;
use crate::registries;
use crate::registry_config::{self, RegistryConfig};
use crate::screen::Screen;
use grognard_packs::Diagnostic;
use grognard_registry::{Address, Registry, RegistrySource};
use serde::Serialize;
use std::path::{Path, PathBuf};

/// Manage the registries that packs come from, or build a registry.
///
/// A registry is a folder of files on any web server. Everything fetched from it must be signed with the key that you
/// give when you add the registry, or match a hash in a signed list.
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    Add(Add),
    List(List),
    Remove(Remove),
    Trust(Trust),
    Build(build::Args),
    Key(key::Args),
}

/// Add a registry.
#[derive(clap::Args)]
struct Add {
    /// Name of your choice: lower-case letters, digits and hyphens.
    name: String,
    /// Address of the registry: an https URL or a folder.
    address: String,
    /// Public key of the registry, as shown on its page, or a file that contains it.
    #[arg(long, value_name = "KEY|FILE")]
    key: String,
}

/// List the registries.
#[derive(clap::Args)]
struct List {
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// Remove a registry; packs installed from it are kept.
#[derive(clap::Args)]
struct Remove {
    /// Name of the registry.
    name: String,
}

/// Accept a new key that a registry announces, or forget its old key when the new one is in use.
#[derive(clap::Args)]
struct Trust {
    /// Name of the registry.
    name: String,
}

#[derive(Serialize)]
struct ListedRegistry<'a> {
    name: &'a str,
    #[serde(flatten)]
    settings: &'a RegistryConfig,
}

impl Args {
    /// Runs the subcommand.
    pub fn run(&self, roots: &[PathBuf], screen: &mut Screen) -> Result<(), Failure> {
        match &self.command {
            Command::Add(args) => args.run(screen),
            Command::List(args) => args.run(screen),
            Command::Remove(args) => args.run(screen),
            Command::Trust(args) => args.run(screen),
            Command::Build(args) => args.run(roots, screen),
            Command::Key(args) => args.run(screen),
        }
    }
}

impl Add {
    /// Adds the registry if it can be reached and is signed with the key.
    fn run(&self, screen: &mut Screen) -> Result<(), Failure> {
        let key = key::public(&self.key)?;
        let here = std::env::current_dir().map_err(Failure::file(Path::new(".")))?;
        let address = Address::parse(&self.address, &here).map_err(registries::failure)?;
        if registry_config::all()?.contains_key(&self.name) {
            let error = Diagnostic::general("E721", format!("there is already a registry called `{}`", self.name));
            let help = format!(
                "choose another name, or remove the old registry with `grognard registry remove {}`",
                self.name
            );
            return Err(Failure::usage(error.help(help)));
        }
        let settings = RegistryConfig { url: address.to_string(), key: key.clone(), next_key: None };
        registry_config::check(&self.name, &settings)?;
        let source = RegistrySource { name: self.name.clone(), address, key, next_key: None };
        let (web, cache) = (registries::web(), registries::cache());
        // What an earlier registry of this name has left.
        cache.forget(&self.name).map_err(Failure::file(&data_folder::folder()))?;
        let opened = Registry::open(&source, &web, &cache).map_err(registries::failure)?;
        registry_config::set(&self.name, Some(&settings))?;
        let file = opened.file();
        screen.say(&format!("added {}: {}, {}", self.name, file.name, amount(file.packs.len(), "pack")))
    }
}

impl List {
    fn run(&self, screen: &mut Screen) -> Result<(), Failure> {
        let all = registry_config::all()?;
        let listed: Vec<ListedRegistry> =
            all.iter().map(|(name, settings)| ListedRegistry { name, settings }).collect();
        screen.report(self.json, &listed, |screen| match &listed[..] {
            [] => "No registries are configured.".to_owned(),
            all => all.iter().map(|registry| registry.describe(screen)).collect(),
        })
    }
}

impl ListedRegistry<'_> {
    fn describe(&self, screen: &Screen) -> String {
        let RegistryConfig { url, key, next_key } = self.settings;
        let next = next_key.as_ref().map(|key| format!("    next key {key}\n")).unwrap_or_default();
        format!("{}  {url}\n    key {key}\n{next}", screen.bold(self.name))
    }
}

impl Remove {
    fn run(&self, screen: &mut Screen) -> Result<(), Failure> {
        source(&self.name)?;
        registry_config::set(&self.name, None)?;
        registries::cache().forget(&self.name).map_err(Failure::file(&data_folder::folder()))?;
        screen.say(&format!("removed {}", self.name))
    }
}

impl Trust {
    fn run(&self, screen: &mut Screen) -> Result<(), Failure> {
        let source = source(&self.name)?;
        let (web, cache) = (registries::web(), registries::cache());
        let opened = Registry::open(&source, &web, &cache).map_err(registries::failure)?;
        let old = RegistryConfig { url: String::new(), key: source.key, next_key: source.next_key };
        let url = registry_config::all()?.remove(&self.name).map(|settings| settings.url).unwrap_or_default();
        let (settings, said) = match (opened.is_next_key(), &old.next_key, &opened.file().next_key) {
            (true, Some(key), _) => {
                let settings = RegistryConfig { url, key: key.clone(), next_key: None };
                (settings, format!("registry {} is now accepted only with its new key", self.name))
            }
            (_, known, Some(next)) if known.as_ref() != Some(next) && *next != old.key => {
                let settings = RegistryConfig { url, next_key: Some(next.clone()), ..old };
                (settings, format!("registry {} is now also accepted with the key {next}", self.name))
            }
            _ => {
                let error = Diagnostic::general("E739", format!("registry {} has not announced a new key", self.name));
                return Err(Failure::wrong(error.help("nothing was changed; its current key remains valid")));
            }
        };
        registry_config::set(&self.name, Some(&settings))?;
        screen.say(&said)
    }
}

fn amount(count: usize, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}

/// Returns a configured registry by its name.
fn source(name: &str) -> Result<RegistrySource, Failure> {
    let sources = registries::sources()?;
    match sources.iter().find(|source| source.name == name) {
        Some(source) => Ok(source.clone()),
        None => Err(Failure::usage(grognard_registry::unknown_registry(name, &sources))),
    }
}
