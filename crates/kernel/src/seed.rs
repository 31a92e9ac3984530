//! Seeds: what makes a match reproducible, and what may be committed to before it starts.

use std::fmt;
use std::str::FromStr;

use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest, Sha256};

use crate::hash::hex;

/// The secret from which all dice of a match follow.
///
/// People write small seeds as plain numbers; a server draws all 32 bytes. Both are the same type,
/// shown as a number when they are one and as 64 hexadecimal digits otherwise.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Seed(pub [u8; 32]);

impl Seed {
    /// The seed of the `number`-th game of a batch: a hash, so that neighbours are unrelated.
    #[must_use]
    pub fn derive(&self, number: u64) -> Seed {
        let mut hasher = Sha256::new();
        hasher.update(self.0);
        hasher.update(number.to_le_bytes());
        Seed(hasher.finalize().into())
    }

    /// What may be published before the match: it binds the seed and does not tell it.
    pub fn commitment(&self) -> String {
        hex(&Sha256::digest(self.0))
    }

    /// A fast generator, for rollouts and bots: nobody plays against its secrecy.
    ///
    /// The seed is hashed first: a small number leaves most of its bytes zero, and this kind of
    /// generator would take long to leave such a state.
    pub fn generator(&self) -> Xoshiro256PlusPlus {
        Xoshiro256PlusPlus::from_seed(self.derive(0).0)
    }

    /// Sixty-four bits of it, for generators of that size.
    pub fn word(&self) -> u64 {
        let mut bytes = [0; 8];
        bytes.copy_from_slice(&self.0[..8]);
        u64::from_le_bytes(bytes)
    }
}

impl From<u64> for Seed {
    fn from(number: u64) -> Self {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&number.to_le_bytes());
        Seed(bytes)
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0[8..].iter().all(|byte| *byte == 0) {
            write!(f, "{}", self.word())
        } else {
            f.write_str(&hex(&self.0))
        }
    }
}

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Seed({self})")
    }
}

impl FromStr for Seed {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || {
            format!("\"{text}\" is no seed: a seed is a number below 2^64 or 64 hexadecimal digits")
        };
        if text.len() == 64 {
            let mut bytes = [0; 32];
            for (byte, pair) in bytes.iter_mut().zip(text.as_bytes().chunks(2)) {
                let digit = |index: usize| char::from(pair[index]).to_digit(16);
                let (Some(high), Some(low)) = (digit(0), digit(1)) else {
                    return Err(wrong());
                };
                *byte = (high * 16 + low) as u8;
            }
            return Ok(Seed(bytes));
        }
        text.parse::<u64>().map(Seed::from).map_err(|_| wrong())
    }
}

impl Serialize for Seed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Seed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_read_back_from_their_text() {
        for seed in [Seed::from(0), Seed::from(u64::MAX), Seed::from(7).derive(1)] {
            assert_eq!(seed.to_string().parse(), Ok(seed));
        }
        for bad in ["", "-1", "x", &"g".repeat(64), "18446744073709551616"] {
            assert!(bad.parse::<Seed>().is_err(), "{bad}");
        }
    }

    #[test]
    fn a_commitment_tells_seeds_apart_and_is_not_the_seed() {
        assert_ne!(Seed::from(1).commitment(), Seed::from(2).commitment());
        assert_eq!(Seed::from(1).commitment().len(), 64);
    }
}
