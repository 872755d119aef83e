//! `grognard registry`: the registries that a player uses, and the making of new ones.

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

/// Choose the registries that packs come from, or make a registry.
///
/// A registry is a folder of files on any web server. The signatures and hashes of everything that is fetched from it
/// are compared with the key that you give when you add it.
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
    /// Address of the registry: https, or a folder.
    address: String,
    /// Public key of the registry, from its page, or the file with the key.
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

/// Remove a registry; installed packs stay.
#[derive(clap::Args)]
struct Remove {
    /// Name of the registry.
    name: String,
}

/// Accept the key that a registry announces, or forget its old one.
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
            let help = format!("choose another name, or remove it with `grognard registry remove {}`", self.name);
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
            [] => "No registries.".to_owned(),
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
                (settings, format!("{} uses only its new key", self.name))
            }
            (_, known, Some(next)) if known.as_ref() != Some(next) && *next != old.key => {
                let settings = RegistryConfig { url, next_key: Some(next.clone()), ..old };
                (settings, format!("{} may also use the key {next}", self.name))
            }
            _ => {
                let error = Diagnostic::general("E739", format!("registry {} announces no new key", self.name));
                return Err(Failure::wrong(error.help("its present key stays in force; nothing was changed")));
            }
        };
        registry_config::set(&self.name, Some(&settings))?;
        screen.say(&said)
    }
}

fn amount(count: usize, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}

/// Returns a registry in the configuration file.
fn source(name: &str) -> Result<RegistrySource, Failure> {
    let sources = registries::sources()?;
    match sources.iter().find(|source| source.name == name) {
        Some(source) => Ok(source.clone()),
        None => Err(Failure::usage(grognard_registry::unknown_registry(name, &sources))),
    }
}
