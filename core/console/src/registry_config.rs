//! The registries in the configuration file.

use crate::config;
use crate::failure::Failure;
use grognard_packs::Diagnostic;
use grognard_registry::{Address, check_key};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use toml_edit::{Item, Table};

/// A registry that packs come from.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RegistryConfig {
    /// The address of the registry: an https URL or a folder.
    pub url: String,
    /// The public key that verifies the registry's signature.
    pub key: String,
    /// The public key that will replace `key`: the registry announced it, and the player accepted it. Signatures that
    /// match either key are valid.
    pub next_key: Option<String>,
}

/// Returns the first error in the name or the settings of a registry, if any. The name must be usable as the name of a
/// folder.
pub fn problem(name: &str, settings: &RegistryConfig) -> Option<Diagnostic> {
    let is_letter = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if name.is_empty() || name.len() > 40 || !name.chars().all(is_letter) {
        let error = Diagnostic::general("E721", format!("`{name}` is not a valid name for a registry"));
        return Some(error.help("use at most 40 lower-case letters, digits and hyphens"));
    }
    let keys = [Some(&settings.key), settings.next_key.as_ref()];
    let wrong_key = keys.into_iter().flatten().find_map(|key| check_key(key).err());
    wrong_key.or_else(|| Address::parse(&settings.url, &config::folder()).err())
}

/// Fails if the name or the settings of a registry are invalid.
pub fn check(name: &str, settings: &RegistryConfig) -> Result<(), Failure> {
    problem(name, settings).map_or(Ok(()), |error| Err(Failure::usage(error)))
}

/// Writes a registry's settings to the configuration file, or removes the registry if there are none.
pub fn set(name: &str, settings: Option<&RegistryConfig>) -> Result<(), Failure> {
    config::edit(&config::file(), |document| {
        let all = document.entry("registries").or_insert_with(|| {
            let mut table = Table::new();
            table.set_implicit(true);
            Item::Table(table)
        });
        let Some(all) = all.as_table_like_mut() else { return Ok(()) };
        match settings {
            None => drop(all.remove(name)),
            Some(settings) => {
                let next_key = settings.next_key.iter().map(|key| ("next_key", key));
                let values = [("url", &settings.url), ("key", &settings.key)].into_iter().chain(next_key);
                let table: Table = values.map(|(key, value)| (key, toml_edit::value(value))).collect();
                all.insert(name, Item::Table(table));
            }
        }
        if all.is_empty() {
            document.remove("registries");
        }
        Ok(())
    })
}

/// Returns the registries in the configuration file, including those added since this process started.
pub fn all() -> Result<BTreeMap<String, RegistryConfig>, Failure> {
    Ok(config::read()?.registries.unwrap_or_default())
}
