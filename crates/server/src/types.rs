//! The page's types, made from the wire's.

use ts_rs::{Config, TS};

use crate::fault::{ErrorBody, Told};
use crate::wire::{
    About, AboutLimits, Credentials, FromServer, GameCard, Invite, Joined, Made, Me, NewGame,
    NewGuest, PlayerCard, RosterDraft, RosterFile, SeatToken, ToServer, Who,
};

/// The page's file of types.
pub fn typescript() -> String {
    let config = Config::default();
    let mut text = String::from(
        "// Made from crates/server by its tests; VANGUARD_WRITE=1 cargo test -p server --lib writes it anew.\n\
         import type { Entry, Head, Outcome, Refusal, Seat } from './desk';\n",
    );
    let types = [
        Told::decl(&config),
        ErrorBody::decl(&config),
        About::decl(&config),
        AboutLimits::decl(&config),
        Who::decl(&config),
        Me::decl(&config),
        NewGuest::decl(&config),
        Credentials::decl(&config),
        NewGame::decl(&config),
        Made::decl(&config),
        SeatToken::decl(&config),
        Invite::decl(&config),
        Joined::decl(&config),
        GameCard::decl(&config),
        PlayerCard::decl(&config),
        RosterDraft::decl(&config),
        RosterFile::decl(&config),
        ToServer::decl(&config),
        FromServer::decl(&config),
    ];
    for declaration in types {
        text.push_str("\nexport ");
        text.push_str(&declaration);
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn the_page_has_the_types_of_the_wire() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/lib/server.ts");
        let wanted = typescript();
        if std::env::var_os("VANGUARD_WRITE").is_some() {
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            std::fs::write(&path, &wanted).expect("written");
        }
        let there = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(
            there == wanted,
            "web/src/lib/server.ts is not what the wire says; \
             VANGUARD_WRITE=1 cargo test -p server --lib writes it anew"
        );
    }
}
