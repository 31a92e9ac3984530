//! Hashes of states and rule texts, the same on every platform.

use serde::Serialize;
use sha2::{Digest, Sha256};

/// Lower-case hexadecimal.
pub fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write;
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// The SHA-256 of a text.
pub fn of_text(text: &str) -> String {
    hex(&Sha256::digest(text.as_bytes()))
}

/// The SHA-256 of a value's JSON, whose field order is the declaration order.
pub fn of_value<T: Serialize>(value: &T) -> String {
    let json = serde_json::to_vec(value).expect("states have string keys and finite numbers");
    hex(&Sha256::digest(&json))
}
