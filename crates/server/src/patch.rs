//! Merge patches (RFC 7396): what changed between two views, as JSON.
//!
//! In a merge patch `null` takes a member away, so a member that becomes `null` is missing afterwards;
//! for who reads a view that is the same. Where it would not be (an object that has nothing but a
//! `null`, as a variant has) there is no patch and the whole is sent.

use serde_json::{Map, Value};

/// The patch that makes `new` of `old`; `None` if no patch can say it.
pub fn diff(old: &Value, new: &Value) -> Option<Value> {
    match (old, new) {
        (Value::Object(old), Value::Object(new)) => members(old, new).map(Value::Object),
        _ => whole(new).then(|| new.clone()),
    }
}

fn members(old: &Map<String, Value>, new: &Map<String, Value>) -> Option<Map<String, Value>> {
    let mut patch = Map::new();
    for (name, before) in old {
        if !before.is_null() && new.get(name).is_none_or(Value::is_null) {
            if lone(new) {
                return None;
            }
            patch.insert(name.clone(), Value::Null);
        }
    }
    for (name, after) in new {
        let before = old.get(name).unwrap_or(&Value::Null);
        if before == after || after.is_null() {
            // A lone null that was not there before can't be said.
            if after.is_null() && lone(new) && !old.contains_key(name) {
                return None;
            }
            continue;
        }
        let change = match (before, after) {
            (Value::Object(before), Value::Object(after)) => Value::Object(members(before, after)?),
            _ if whole(after) => after.clone(),
            _ => return None,
        };
        if !matches!(&change, Value::Object(change) if change.is_empty() && before.is_object()) {
            patch.insert(name.clone(), change);
        }
    }
    Some(patch)
}

/// Whether the object has a single member, and that is null.
fn lone(object: &Map<String, Value>) -> bool {
    object.len() == 1 && object.values().all(Value::is_null)
}

/// Whether the value survives being set by a patch.
fn whole(value: &Value) -> bool {
    match value {
        Value::Object(object) => !lone(object) && object.values().all(whole),
        _ => true,
    }
}

/// The document with the patch applied.
pub fn apply(target: &Value, patch: &Value) -> Value {
    let Value::Object(changes) = patch else { return patch.clone() };
    let mut object = match target {
        Value::Object(object) => object.clone(),
        _ => Map::new(),
    };
    for (name, change) in changes {
        if change.is_null() {
            object.remove(name);
        } else {
            let before = object.get(name).unwrap_or(&Value::Null);
            let after = apply(before, change);
            object.insert(name.clone(), after);
        }
    }
    Value::Object(object)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    /// The value without members that are null, but for those in lists: those stay as they are.
    fn bare(value: &Value) -> Value {
        match value {
            Value::Object(object) => Value::Object(
                object
                    .iter()
                    .filter(|(_, value)| !value.is_null())
                    .map(|(name, value)| (name.clone(), bare(value)))
                    .collect(),
            ),
            _ => value.clone(),
        }
    }

    fn values() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            (0i64..4).prop_map(Value::from),
            "[ab]".prop_map(Value::from),
        ];
        leaf.prop_recursive(4, 40, 4, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..3).prop_map(Value::from),
                prop::collection::btree_map("[a-d]", inner, 0..4)
                    .prop_map(|map| Value::Object(map.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn a_patch_makes_the_new_of_the_old(old in values(), new in values()) {
            if let Some(patch) = diff(&old, &new) {
                prop_assert_eq!(bare(&apply(&old, &patch)), bare(&new));
                // Whoever holds the old without its nulls comes to the same.
                prop_assert_eq!(bare(&apply(&bare(&old), &patch)), bare(&new));
            }
        }

        #[test]
        fn nothing_changed_is_an_empty_patch(value in values()) {
            if value.is_object() {
                prop_assert_eq!(diff(&value, &value), Some(json!({})));
            }
        }

        #[test]
        fn whatever_has_no_nulls_can_be_said(old in values(), new in values()) {
            prop_assert!(diff(&bare(&old), &bare(&new)).is_some());
        }
    }

    #[test]
    fn examples_of_the_standard() {
        let cases = [
            (json!({"a":"b"}), json!({"a":"c"}), json!({"a":"c"})),
            (json!({"a":"b"}), json!({"b":"c"}), json!({"a":"b","b":"c"})),
            (json!({"a":"b"}), json!({"a":null}), json!({})),
            (json!({"a":"b","b":"c"}), json!({"a":null}), json!({"b":"c"})),
            (json!({"a":["b"]}), json!({"a":"c"}), json!({"a":"c"})),
            (json!({"a":"c"}), json!({"a":["b"]}), json!({"a":["b"]})),
            (json!({"a":{"b":"c"}}), json!({"a":{"b":"d","c":null}}), json!({"a":{"b":"d"}})),
            (json!({"a":[{"b":"c"}]}), json!({"a":[1]}), json!({"a":[1]})),
            (json!(["a", "b"]), json!(["c", "d"]), json!(["c", "d"])),
            (json!({"a":"b"}), json!(["c"]), json!(["c"])),
            (json!({"a":"foo"}), json!(null), json!(null)),
            (json!({"e":null}), json!({"a":1}), json!({"e":null,"a":1})),
            (json!([1, 2]), json!({"a":"b","c":null}), json!({"a":"b"})),
            (json!({}), json!({"a":{"bb":{"ccc":null}}}), json!({"a":{"bb":{}}})),
        ];
        for (target, patch, result) in cases {
            assert_eq!(apply(&target, &patch), result, "{target} with {patch}");
        }
    }

    #[test]
    fn a_variant_with_nothing_in_it_is_sent_whole() {
        assert_eq!(diff(&json!({"ask": 1}), &json!({"ask": {"bid": null}})), None);
        assert_eq!(
            diff(&json!({"x": {"bid": 3}, "y": 1}), &json!({"x": {"bid": null}, "y": 1})),
            None
        );
    }
}
