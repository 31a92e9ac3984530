//! The JSON schema of the protocol, made from its types.

use kernel::Words;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};

use crate::guest::{FromBotOf, ToBotOf};
use crate::message::VERSION;

/// The schemas of a game: of its messages both ways, and of what they carry.
pub fn of_game<G: Words>() -> (&'static str, Value)
where
    G::Setup: JsonSchema,
    G::View: JsonSchema,
    G::Seen: JsonSchema,
    G::Action: JsonSchema,
{
    // Each game has definitions of its own: several have an `Action`.
    let mut settings = SchemaSettings::draft2020_12();
    settings.definitions_path = format!("/$defs/{}/$defs", G::ID).into();
    let mut generator = SchemaGenerator::new(settings);
    let schemas = json!({
        "to_bot": generator.subschema_for::<ToBotOf<G>>(),
        "from_bot": generator.subschema_for::<FromBotOf<G>>(),
        "setup": generator.subschema_for::<G::Setup>(),
        "view": generator.subschema_for::<G::View>(),
        "event": generator.subschema_for::<G::Seen>(),
        "action": generator.subschema_for::<G::Action>(),
        "$defs": generator.take_definitions(true),
    });
    (G::ID, schemas)
}

/// The whole document: any line of any game is valid under it.
pub fn document(games: Vec<(&'static str, Value)>) -> Value {
    let lines: Vec<Value> = games
        .iter()
        .flat_map(|(id, _)| ["to_bot", "from_bot"].map(|way| (*id, way)))
        .map(|(id, way)| json!({ "$ref": format!("#/$defs/{id}/{way}") }))
        .collect();
    let games: Map<String, Value> = games.into_iter().map(|(id, one)| (id.into(), one)).collect();
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": format!("The Vanguard bot protocol, version {VERSION}"),
        "description": "One line each way. For one game and way: #/$defs/GAME/to_bot, from_bot.",
        "anyOf": lines,
        "$defs": games,
    })
}
