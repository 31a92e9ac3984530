//! Schemas of types that write themselves in their own way.

/// Says in a JSON schema how a type with a form of its own is written.
///
/// ```
/// # pub struct Space;
/// kernel::written_as!(Space, { "type": "string", "description": "A space, such as f0." });
/// # assert_eq!(schemars::schema_for!(Space).get("type").unwrap(), "string");
/// ```
#[macro_export]
macro_rules! written_as {
    ($type:ident, $schema:tt) => {
        impl ::schemars::JsonSchema for $type {
            fn schema_name() -> ::std::borrow::Cow<'static, str> {
                ::std::stringify!($type).into()
            }

            fn json_schema(_: &mut ::schemars::SchemaGenerator) -> ::schemars::Schema {
                ::schemars::json_schema!($schema)
            }
        }
    };
}
