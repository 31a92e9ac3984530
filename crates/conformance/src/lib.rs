//! The laws every game keeps.
//!
//! Each law is a function over any [`Game`](kernel::Game), to be asked of a position, of a match or
//! of a setup and a seed. It answers with nothing, or with a sentence saying how the law was broken.
//! Tests wander through random games and ask at every step; a failure names the setup and the seed,
//! so that it can be looked at again.
//!
//! * [`play`] wanders.
//! * [`laws`] are the laws, and [`suite`] asks them along a random game.
//! * [`robust`] feeds games damaged input.
//! * [`toy`] is a game that keeps the laws, to test whatever drives games.

#![forbid(unsafe_code)]

/// Leaves the law with a message unless the condition holds.
macro_rules! ensure {
    ($condition:expr, $($message:tt)+) => {
        if !$condition {
            return Err(format!($($message)+));
        }
    };
}

pub mod laws;
pub mod play;
pub mod robust;
pub mod suite;
pub mod toy;

use serde::Serialize;

/// How a law was kept: nothing, or how it was broken.
pub type Verdict = Result<(), String>;

/// A value as JSON text: what "byte for byte" is about.
pub fn json<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_else(|error| format!("not serializable: {error}"))
}

/// Where two texts part, with a little of both, for messages.
fn parting(left: &str, right: &str) -> String {
    let at = left.bytes().zip(right.bytes()).take_while(|(a, b)| a == b).count();
    let piece = |text: &str| {
        let bytes = text.as_bytes();
        let (from, to) = (at.saturating_sub(60).min(bytes.len()), (at + 60).min(bytes.len()));
        String::from_utf8_lossy(&bytes[from..to]).into_owned()
    };
    format!("…{}… against …{}…", piece(left), piece(right))
}
