//! The rules themselves, a file a chapter; each function names its rows in the ledger.

pub mod activation;
pub mod attack;
pub mod dice;
pub mod engagement;
pub mod feats;
pub mod moving;
pub mod nerve;
pub mod rounds;
pub mod scoring;
pub mod terrain;
pub mod wounds;
