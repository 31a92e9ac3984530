//! Damaging valid input, so that it is still nearly valid.

use serde_json::{Map, Value};

use crate::play::Picker;

/// Pieces that readers stumble over.
const PIECES: [&str; 20] = [
    "-1",
    "0",
    "255",
    "256",
    "99999999999999999999",
    "1e999",
    "0.5",
    "null",
    "true",
    "\"\"",
    "[",
    "]",
    "{",
    "}",
    ",",
    "\\",
    "\u{0}",
    "é",
    "🏛",
    "\u{2028}",
];

/// Numbers around the edges of the integer types.
const NUMBERS: [i64; 14] =
    [-1, 0, 1, 2, 7, 8, 127, -128, 128, 255, 256, 65_536, u32::MAX as i64, i64::MAX];

/// A damaged copy: of its JSON structure if it is JSON, else or sometimes of its text.
pub fn damage(input: &str, picker: &mut Picker) -> String {
    if !picker.once_in(3)
        && let Ok(mut value) = serde_json::from_str::<Value>(input)
    {
        for _ in 0..=picker.below(2) {
            damage_value(&mut value, picker);
        }
        return value.to_string();
    }
    let mut text = input.to_string();
    for _ in 0..=picker.below(3) {
        text = damage_text(&text, picker);
    }
    text
}

/// Damages one place of a JSON value.
pub fn damage_value(value: &mut Value, picker: &mut Picker) {
    let count = count(value);
    let mut index = picker.below(count);
    let donor = picker.below(count);
    let donor = node(value, &mut { donor }).map(|value| value.clone()).unwrap_or_default();
    let Some(node) = node(value, &mut index) else {
        return;
    };
    match picker.below(8) {
        0 => *node = donor,
        1 => *node = Value::from(NUMBERS[picker.below(NUMBERS.len())]),
        2 => *node = [Value::Null, Value::Bool(true), Value::from(0.5)][picker.below(3)].clone(),
        3 => *node = Value::from(PIECES[picker.below(PIECES.len())]),
        4 => *node = Value::Array(vec![node.take(), donor]),
        5 => *node = Value::Object(Map::from_iter([("extra".to_string(), node.take())])),
        _ => damage_inside(node, donor, picker),
    }
}

/// Damages a value in a way its own type allows, which gets deeper than another type would.
fn damage_inside(node: &mut Value, donor: Value, picker: &mut Picker) {
    match node {
        Value::Number(number) => {
            let near = [-2, -1, 1, 2, 5][picker.below(5)];
            *node = Value::from(number.as_i64().unwrap_or(0).saturating_add(near));
        }
        Value::String(text) => *text = damage_text(text, picker),
        Value::Bool(truth) => *truth = !*truth,
        Value::Array(items) if !items.is_empty() => {
            let (one, two) = (picker.below(items.len()), picker.below(items.len()));
            match picker.below(4) {
                0 => drop(items.remove(one)),
                1 => items.insert(one, items[two].clone()),
                2 => items.swap(one, two),
                _ => items.insert(one, donor),
            }
        }
        Value::Object(fields) if !fields.is_empty() => {
            let keys: Vec<String> = fields.keys().cloned().collect();
            let (one, two) = (&keys[picker.below(keys.len())], &keys[picker.below(keys.len())]);
            match picker.below(3) {
                0 => drop(fields.remove(one)),
                1 => {
                    let other = fields[two].clone();
                    fields.insert(one.clone(), other);
                }
                _ => drop(fields.insert("extra".into(), donor)),
            }
        }
        other => *other = donor,
    }
}

/// How many values there are in the value, itself included.
fn count(value: &Value) -> usize {
    match value {
        Value::Array(items) => 1 + items.iter().map(count).sum::<usize>(),
        Value::Object(fields) => 1 + fields.values().map(count).sum::<usize>(),
        _ => 1,
    }
}

/// The value that comes up after `index` others, from the outside in.
fn node<'a>(value: &'a mut Value, index: &mut usize) -> Option<&'a mut Value> {
    if *index == 0 {
        return Some(value);
    }
    *index -= 1;
    match value {
        Value::Array(items) => items.iter_mut().find_map(|item| node(item, index)),
        Value::Object(fields) => fields.values_mut().find_map(|item| node(item, index)),
        _ => None,
    }
}

/// Damages one place of a text: a character, a word or a line.
pub fn damage_text(text: &str, picker: &mut Picker) -> String {
    match picker.below(3) {
        0 => damage_parts(text.split_inclusive('\n').collect(), picker),
        1 => damage_parts(text.split_inclusive([' ', ',', '\n']).collect(), picker),
        _ => {
            let mut letters: Vec<char> = text.chars().collect();
            let at = picker.below(letters.len() + 1);
            let piece = PIECES[picker.below(PIECES.len())];
            let other = letters.get(picker.below(letters.len().max(1))).copied().unwrap_or('x');
            match picker.below(4) {
                0 if at < letters.len() => drop(letters.remove(at)),
                1 if at < letters.len() => letters[at] = other,
                2 => letters.truncate(at),
                _ => drop(letters.splice(at..at, piece.chars())),
            }
            letters.into_iter().collect()
        }
    }
}

fn damage_parts(mut parts: Vec<&str>, picker: &mut Picker) -> String {
    if parts.is_empty() {
        return PIECES[picker.below(PIECES.len())].into();
    }
    let (one, two) = (picker.below(parts.len()), picker.below(parts.len()));
    match picker.below(5) {
        0 => drop(parts.remove(one)),
        1 => parts.insert(one, parts[two]),
        2 => parts.swap(one, two),
        3 => parts[one] = parts[two],
        _ => parts.insert(one, PIECES[picker.below(PIECES.len())]),
    }
    parts.concat()
}
