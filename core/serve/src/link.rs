//! Secret links, each of which gives its holder a role. Only the hash of a secret is stored.

use crate::game_id::GameId;
use crate::role::Role;

/// The secret part of a link: 128 random bits.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

/// A hash of a secret.
pub type Hash = [u8; 32];

/// The game and role to which a link grants access.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The game; `None` for the lobby.
    pub game: Option<GameId>,
    /// The role of the holder.
    pub role: Role,
}

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

impl Secret {
    /// Creates a random secret.
    pub fn new() -> std::io::Result<Secret> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).map_err(|error| std::io::Error::other(error.to_string()))?;
        Ok(Secret(base64(&bytes)))
    }

    /// Returns the secret as it appears in a link.
    pub fn text(&self) -> &str {
        &self.0
    }

    /// Returns the hash of the secret.
    pub fn hash(&self) -> Hash {
        hash(&self.0)
    }
}

/// Returns the hash of a string that may be a secret.
pub fn hash(text: &str) -> Hash {
    *blake3::hash(text.as_bytes()).as_bytes()
}

/// Encodes bytes as Base64 with the URL-safe alphabet, without padding.
fn base64(bytes: &[u8]) -> String {
    let mut out = String::new();
    for three in bytes.chunks(3) {
        let mut bits = [0u8; 3];
        bits[..three.len()].copy_from_slice(three);
        let all = u32::from_be_bytes([0, bits[0], bits[1], bits[2]]);
        (0..=three.len()).for_each(|at| out.push(char::from(ALPHABET[(all >> (18 - 6 * at) & 63) as usize])));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_long_and_never_the_same() {
        let (one, other) = (Secret::new().unwrap(), Secret::new().unwrap());
        assert_eq!(one.text().len(), 22);
        assert_ne!(one.text(), other.text());
        assert_eq!(one.hash(), hash(one.text()));
    }

    #[test]
    fn base64_as_everybody_writes_it() {
        assert_eq!(base64(b"Man"), "TWFu");
        assert_eq!(base64(b"light work"), "bGlnaHQgd29yaw");
        assert_eq!(base64(&[0xfb, 0xff]), "-_8");
    }
}
