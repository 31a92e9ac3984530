//! Hashes of states and rule texts, the same on every platform.

use std::any::TypeId;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

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

/// A hash that never changes while the program runs, by the type it is of.
pub(crate) fn once(of: TypeId, reckon: impl FnOnce() -> String) -> String {
    static KNOWN: Mutex<BTreeMap<TypeId, String>> = Mutex::new(BTreeMap::new());
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    known.entry(of).or_insert_with(reckon).clone()
}

/// The SHA-256 of a value's JSON, whose field order is the declaration order.
pub fn of_value<T: Serialize>(value: &T) -> String {
    let json = serde_json::to_vec(value).expect("states have string keys and finite numbers");
    hex(&Sha256::digest(&json))
}
