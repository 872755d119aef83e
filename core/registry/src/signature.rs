//! Signatures in minisign format.

use grognard_packs::Diagnostic;
use minisign::{PublicKey as SigningPublicKey, SecretKey, SecretKeyBox};
use minisign_verify::{PublicKey, Signature};
use std::io::Cursor;

/// A new key pair, as strings.
pub struct KeyPair {
    /// The public key: one line of text, which clients pin.
    pub public: String,
    /// The contents of a file with the secret key.
    pub secret: String,
}

/// A secret key that can sign.
pub struct SigningKey(SecretKey);

fn wrong_key(why: impl std::fmt::Display) -> Diagnostic {
    Diagnostic::general("E735", format!("the signing key cannot be used: {why}"))
        .help("create a key without a password with `grognard registry key FILE`")
}

impl KeyPair {
    /// Generates a key pair. The secret key has no password, because registries are signed by programs.
    pub fn generate() -> Result<KeyPair, Diagnostic> {
        let pair = minisign::KeyPair::generate_unencrypted_keypair().map_err(wrong_key)?;
        let secret = pair.sk.to_box(None).map_err(wrong_key)?.into_string();
        Ok(KeyPair { public: pair.pk.to_base64(), secret })
    }
}

impl SigningKey {
    /// Parses the contents of a secret key file. The key must have no password.
    pub fn parse(text: &str) -> Result<SigningKey, Diagnostic> {
        let boxed = SecretKeyBox::from_string(text).map_err(wrong_key)?;
        boxed.into_unencrypted_secret_key().map(SigningKey).map_err(wrong_key)
    }

    /// Returns the public key that belongs to this secret key.
    pub fn public(&self) -> Result<String, Diagnostic> {
        Ok(SigningPublicKey::from_secret_key(&self.0).map_err(wrong_key)?.to_base64())
    }

    /// Signs bytes. The comment is signed too.
    pub fn sign(&self, bytes: &[u8], comment: &str) -> Result<String, Diagnostic> {
        let signed = minisign::sign(None, &self.0, Cursor::new(bytes), Some(comment), Some("signature of a registry"));
        signed.map(|signature| signature.into_string()).map_err(wrong_key)
    }
}

/// Returns whether a signature of these bytes is valid for a public key.
pub fn verify(bytes: &[u8], signature: &str, key: &str) -> bool {
    let key = PublicKey::from_base64(key);
    let signature = Signature::decode(signature);
    key.is_ok_and(|key| signature.is_ok_and(|signature| key.verify(bytes, &signature, false).is_ok()))
}

/// Returns whether a signature was made with the secret key that belongs to a public key, whatever was signed.
pub fn is_made_with(signature: &str, key: &str) -> bool {
    // In a key and in a signature, the number of the key follows two bytes that name the algorithm.
    let number = |text: &str| text.get(3..12).map(str::to_owned);
    let signature = signature.lines().find(|line| !line.starts_with("untrusted comment:"));
    signature.and_then(number).is_some_and(|made_with| number(key) == Some(made_with))
}

/// The maximum length of a string that a message repeats. A secret key is longer.
const MAX_SHOWN: usize = 60;

/// Fails unless a string is a public key.
pub fn check_key(key: &str) -> Result<(), Diagnostic> {
    let wrong = |_| {
        let shown = if key.len() > MAX_SHOWN { "this".to_owned() } else { format!("`{key}`") };
        Diagnostic::general("E735", format!("{shown} is not a public key")).help(
            "copy the whole key of 56 characters, such as `RWQf6LRC…`, from the registry's page, or name a file that \
                   contains it (its name often ends in `.pub`)",
        )
    };
    PublicKey::from_base64(key).map(drop).map_err(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_same_bytes_under_the_same_key_are_accepted() {
        let pair = KeyPair::generate().unwrap();
        let key = SigningKey::parse(&pair.secret).unwrap();
        assert_eq!(key.public().unwrap(), pair.public);
        let signature = key.sign(b"packs", "serial 1").unwrap();
        assert!(verify(b"packs", &signature, &pair.public));
        assert!(!verify(b"pucks", &signature, &pair.public));
        assert!(!verify(b"packs", &signature.replace("serial 1", "serial 2"), &pair.public));
        assert!(!verify(b"packs", &signature, &KeyPair::generate().unwrap().public));
        assert!(!verify(b"packs", "", &pair.public) && !verify(b"packs", &signature, ""));
        assert!(is_made_with(&signature, &pair.public));
        assert!(!is_made_with(&signature, &KeyPair::generate().unwrap().public));
        assert!(!is_made_with("", &pair.public) && !is_made_with(&signature, ""));
    }

    #[test]
    fn what_is_no_key_is_refused() {
        assert!(check_key(&KeyPair::generate().unwrap().public).is_ok());
        assert_eq!(check_key("RWQ").unwrap_err().code, "E735");
        assert!(SigningKey::parse("no key").is_err());
    }
}
