//! The meanings of characters on a text board. The legend prints this key.

use crate::look::feature::{FeatureLook, feature_of};
use crate::look::ground::{PLAIN, TerrainLook, ground_of};
use crate::look::tag::{TagSign, sign_of};
use crate::terminal_text;
use grognard_engine::catalogue::Catalogue;
use grognard_engine::content::Content;
use grognard_engine::ids::{Id, SideId, SpaceId};
use grognard_engine::set::Set;
use grognard_engine::style::Style;

/// A type of terrain and its letter.
pub struct TerrainKey {
    /// The name of the terrain.
    pub name: String,
    /// The letter; `None` for the system's first terrain, which is the default and usually covers most of the map.
    pub letter: Option<char>,
    /// The look of the terrain.
    pub look: TerrainLook,
}

/// A tag and its character.
pub struct TagKey<'a> {
    /// The name of the tag.
    pub name: String,
    /// The character of the tag.
    pub character: char,
    /// The meaning of the tag.
    pub sign: TagSign,
    /// The spaces that have the tag.
    pub spaces: &'a Set<SpaceId>,
}

/// A border feature and its character.
pub struct FeatureKey {
    /// The name of the feature.
    pub name: String,
    /// The character of the feature.
    pub character: char,
    /// The look of the feature.
    pub look: FeatureLook,
    /// The feature's bit in the set of a border's features.
    pub bit: u32,
}

/// The characters that stand for the terrain, tags, border features and sides of a battle.
pub struct CharacterKey<'a> {
    /// The types of terrain, by id.
    pub terrains: Vec<TerrainKey>,
    /// The tags that occur on the map.
    pub tags: Vec<TagKey<'a>>,
    /// The border features.
    pub features: Vec<FeatureKey>,
    /// The letter of each side.
    pub sides: Vec<char>,
}

impl<'a> CharacterKey<'a> {
    /// Chooses the characters for a battle.
    pub fn new(content: &'a Content, catalogue: &Catalogue) -> CharacterKey<'a> {
        let names = |all: &mut dyn Iterator<Item = (usize, &str)>| -> Vec<String> {
            all.map(|(_, name)| name.to_owned()).collect()
        };
        let terrains = names(&mut content.map.terrains.iter().map(|(id, name)| (id.index(), name)));
        let sides = names(&mut content.sides.iter().map(|(id, name)| (id.index(), catalogue.name(name))));
        CharacterKey {
            terrains: terrain_keys(&content.style, &terrains, catalogue),
            tags: tag_keys(content, catalogue),
            features: feature_keys(content.map.features(), catalogue),
            sides: letters(&sides, "").into_iter().map(|letter| letter.to_ascii_uppercase()).collect(),
        }
    }

    /// Returns the letter of a side; `?` if the side is unknown.
    pub fn side(&self, side: Option<SideId>) -> char {
        side.and_then(|side| self.sides.get(side.index())).copied().unwrap_or('?')
    }

    /// Returns the terrain of a space; `None` if the map has no terrain.
    pub fn terrain(&self, content: &Content, space: SpaceId) -> Option<&TerrainKey> {
        self.terrains.get(content.map.terrain(space).index())
    }

    /// Returns the tags of a space. Of several settlements, only the largest is included.
    pub fn tags_at(&self, space: SpaceId) -> impl Iterator<Item = &TagKey<'a>> {
        let here = move |tag: &&TagKey| tag.spaces.has(space);
        let largest = self.tags.iter().filter(here).map(|tag| tag.sign).filter(|sign| sign.is_settled()).min();
        self.tags.iter().filter(here).filter(move |tag| !tag.sign.is_settled() || Some(tag.sign) == largest)
    }
}

/// Returns a different letter or digit for each name, avoiding the characters in `others`. Prefers characters that
/// occur in the name. Returns `?` for a name when no letter or digit is left.
pub(super) fn letters(names: &[String], others: &str) -> Vec<char> {
    let mut taken: Vec<char> = others.chars().collect();
    for name in names {
        let own = name.chars().filter(char::is_ascii_alphanumeric).map(|letter| letter.to_ascii_lowercase());
        let free = own.chain('a'..='z').chain('0'..='9').find(|letter| !taken.contains(letter));
        taken.push(free.unwrap_or('?'));
    }
    taken.split_off(others.len())
}

/// Returns a name as the legend shows it.
pub fn legend_name(name: &str, catalogue: &Catalogue) -> String {
    terminal_text::shorten(&terminal_text::words(catalogue.name(name)), 24)
}

/// Characters used as symbols for tags. They appear next to terrain letters, so they cannot be terrain letters.
const SIGNS: &str = "ox";

fn terrain_keys(style: &Style, names: &[String], catalogue: &Catalogue) -> Vec<TerrainKey> {
    let others = names.get(1..).unwrap_or_default();
    let others: Vec<String> = others.iter().map(|name| catalogue.name(name).to_owned()).collect();
    let letters = [None].into_iter().chain(letters(&others, SIGNS).into_iter().map(Some));
    let key = |(name, letter): (&String, Option<char>)| TerrainKey {
        name: legend_name(name, catalogue),
        letter,
        look: ground_of(style, name),
    };
    names.iter().zip(letters).map(key).collect()
}

/// Spare characters for tags that have no character of their own, or whose character is taken.
const SPARE: &str = "%?,\"'`|{}";

fn tag_keys<'a>(content: &'a Content, catalogue: &Catalogue) -> Vec<TagKey<'a>> {
    let mut keys: Vec<TagKey> = Vec::new();
    for (name, spaces) in content.map.tags().iter().filter(|(_, spaces)| !spaces.is_empty()) {
        let sign = sign_of(name);
        if !sign.is_drawn() {
            continue;
        }
        let is_free = |character: &char| keys.iter().all(|key| key.character != *character);
        let character = sign.character().filter(is_free).or_else(|| SPARE.chars().find(is_free)).unwrap_or('?');
        keys.push(TagKey { name: legend_name(name, catalogue), character, sign, spaces });
    }
    keys.sort_by_key(|key| key.sign);
    keys
}

/// Characters for features along a border, in order of preference.
const ALONG: &str = "~=^:;";
const ACROSS: &str = "+HXZ";

fn feature_keys(names: &[String], catalogue: &Catalogue) -> Vec<FeatureKey> {
    let mut keys: Vec<FeatureKey> = Vec::new();
    for (at, name) in names.iter().enumerate().take(32) {
        let look = feature_of(name);
        let wished = if look.leads_across { ACROSS } else { ALONG };
        let is_free = |character: &char| keys.iter().all(|key| key.character != *character);
        let character = wished.chars().find(is_free).unwrap_or('?');
        keys.push(FeatureKey { name: legend_name(name, catalogue), character, look, bit: 1 << at });
    }
    keys
}

/// Returns the look of a terrain, or the plain look if there is none.
pub fn ground(terrain: Option<&TerrainKey>) -> TerrainLook {
    terrain.map_or(PLAIN, |terrain| terrain.look)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_differ() {
        let names = ["forest", "fort", "fo", "---"].map(String::from);
        assert_eq!(letters(&names, ""), ['f', 'o', 'a', 'b']);
        assert_eq!(letters(&names, "fo"), ['r', 't', 'a', 'b']);
    }
}
