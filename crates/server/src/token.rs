//! Tokens: who somebody is, which seat is theirs, what they may watch.
//!
//! A token is words joined by dots, the last of them a signature (HMAC-SHA-256) over the others. Only
//! the server has the key, so a token can be believed without being looked up; those of people name a
//! session besides, which can be ended.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use kernel::Seat;
use sha2::Sha256;

/// What a token says.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Claim {
    /// A person, by the session they have opened.
    Session(String),
    /// A seat of a game.
    Seat(String, Seat),
    /// The right to take an open seat of a game.
    Invite(String, Seat),
    /// The right to watch a game.
    Watch(String),
}

/// The server's key.
#[derive(Clone)]
pub struct Key([u8; 32]);

impl Key {
    /// A new one.
    pub fn random() -> Self {
        Key(random_bytes())
    }

    /// From 64 hexadecimal digits.
    pub fn from_hex(text: &str) -> Option<Self> {
        let mut bytes = [0; 32];
        if text.len() != 64 || !text.is_ascii() {
            return None;
        }
        for (index, byte) in bytes.iter_mut().enumerate() {
            *byte = u8::from_str_radix(&text[2 * index..2 * index + 2], 16).ok()?;
        }
        Some(Key(bytes))
    }

    /// As 64 hexadecimal digits.
    pub fn to_hex(&self) -> String {
        kernel::hash::hex(&self.0)
    }

    /// The token that says this.
    pub fn sign(&self, claim: &Claim) -> String {
        let said = match claim {
            Claim::Session(id) => format!("w.{id}"),
            Claim::Seat(game, seat) => format!("s.{game}.{seat}"),
            Claim::Invite(game, seat) => format!("i.{game}.{seat}"),
            Claim::Watch(game) => format!("v.{game}"),
        };
        let signature = URL_SAFE_NO_PAD.encode(self.mac(&said).finalize().into_bytes());
        format!("{said}.{signature}")
    }

    /// What a token says, if the server has signed it.
    pub fn read(&self, token: &str) -> Option<Claim> {
        if token.len() > 256 {
            return None;
        }
        let (said, signature) = token.rsplit_once('.')?;
        let signature = URL_SAFE_NO_PAD.decode(signature).ok()?;
        self.mac(said).verify_slice(&signature).ok()?;
        let mut words = said.split('.');
        let kind = words.next()?;
        let id = words.next()?.to_owned();
        let mut seat = || words.next()?.parse().ok();
        Some(match kind {
            "w" => Claim::Session(id),
            "s" => Claim::Seat(id, seat()?),
            "i" => Claim::Invite(id, seat()?),
            "v" => Claim::Watch(id),
            _ => return None,
        })
    }

    fn mac(&self, said: &str) -> Hmac<Sha256> {
        // A key is padded with zeros to the length of a block.
        let mut block = [0; 64];
        block[..32].copy_from_slice(&self.0);
        let mut mac = Hmac::<Sha256>::new(&block.into());
        mac.update(said.as_bytes());
        mac
    }
}

/// Bytes nobody can guess.
pub fn random_bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    // Without random numbers of the system nothing here would be a secret.
    getrandom::fill(&mut bytes).expect("the system gives random numbers");
    bytes
}

/// A name nobody can guess, of 120 bits.
pub fn random_id() -> String {
    URL_SAFE_NO_PAD.encode(random_bytes::<15>())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn claims() -> impl Strategy<Value = Claim> {
        let id = "[A-Za-z0-9_-]{20}";
        prop_oneof![
            id.prop_map(Claim::Session),
            (id, 0u8..4).prop_map(|(id, seat)| Claim::Seat(id, Seat(seat))),
            (id, 0u8..4).prop_map(|(id, seat)| Claim::Invite(id, Seat(seat))),
            id.prop_map(Claim::Watch),
        ]
    }

    proptest! {
        #[test]
        fn a_token_reads_back_and_no_other_key_believes_it(claim in claims()) {
            let key = Key::random();
            let token = key.sign(&claim);
            prop_assert_eq!(key.read(&token), Some(claim));
            prop_assert_eq!(Key::random().read(&token), None);
        }

        #[test]
        fn a_changed_token_is_not_believed(claim in claims(), at in 0usize..64, with in "[A-Za-z0-9_.-]") {
            let key = Key::random();
            let token = key.sign(&claim);
            let at = at % token.len();
            let mut changed = token.clone();
            changed.replace_range(at..=at, &with);
            // The last letter of a signature has bits that say nothing; those must be zero.
            prop_assert!(changed == token || key.read(&changed).is_none());
        }

        #[test]
        fn any_text_is_read_without_harm(text in ".{0,80}") {
            prop_assert_eq!(Key::random().read(&text), None);
        }
    }

    #[test]
    fn a_key_reads_back_from_its_digits() {
        let key = Key::random();
        assert_eq!(Key::from_hex(&key.to_hex()).map(|key| key.to_hex()), Some(key.to_hex()));
        assert!(Key::from_hex("é").is_none());
    }
}
