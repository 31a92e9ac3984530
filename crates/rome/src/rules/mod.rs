//! The rules themselves: small functions, one file a chapter.

pub mod abilities;
pub mod attack;
pub mod clash;
pub mod commands;
pub mod declare;
pub mod facing;
pub mod nightfall;
pub mod placing;
pub mod power;
pub mod shifting;
