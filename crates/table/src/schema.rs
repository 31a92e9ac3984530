//! How places, lengths and bases are written, for JSON schemas.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use crate::{Base, Kinds, Leg, Length, Point, Spot};

/// Says how a type with a form of its own is written.
macro_rules! written_as {
    ($($type:ident $schema:tt)*) => {$(
        impl JsonSchema for $type {
            fn schema_name() -> Cow<'static, str> {
                stringify!($type).into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!($schema)
            }
        }
    )*};
}

written_as! {
    Length {
        "description": "A length in inches, exact to 0.01 mm.",
        "type": "number"
    }
    Point {
        "description": "A point in inches: to the right, and away from the near edge.",
        "type": "array",
        "items": { "type": "number" },
        "minItems": 2,
        "maxItems": 2
    }
    Spot {
        "description": "A place in inches, such as `12.5,3`, `4,6 up 3` or `4,6 facing 90`.",
        "type": "string"
    }
    Base {
        "description": "A base, such as `32 mm`, `60x35 mm oval` or `50x25 mm`.",
        "type": "string"
    }
    Leg {
        "description": "A leg of a path: a place, after `climb`, `drop`, `ladder` or `stairs` if it \
                        is not walked, such as `12,3` or `climb 14,5 up 3`.",
        "type": "string"
    }
    Kinds {
        "description": "What a piece of terrain is.",
        "type": "array",
        "items": { "type": "string" }
    }
}
