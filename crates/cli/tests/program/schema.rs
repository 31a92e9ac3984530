//! As much of JSON Schema as the schemas made from our types use.

use serde_json::Value;

/// A schema document.
pub struct Schema(pub Value);

impl Schema {
    /// Whether a value fits the schema at a place of the document; if not, where it does not.
    pub fn fits(&self, at: &str, value: &Value) -> Result<(), String> {
        let schema = self.0.pointer(at).ok_or_else(|| format!("there is no schema {at}"))?;
        self.check(schema, value, "")
    }

    fn check(&self, schema: &Value, value: &Value, at: &str) -> Result<(), String> {
        let wrong = |what: &str| Err(format!("{at}: {what}"));
        let Some(keys) = schema.as_object() else {
            return if schema == &Value::Bool(false) {
                wrong("nothing may be here")
            } else {
                Ok(())
            };
        };
        for (key, rule) in keys {
            match key.as_str() {
                "$ref" => {
                    let path = rule.as_str().unwrap_or_default().trim_start_matches('#');
                    let schema = self.0.pointer(path).ok_or(format!("{path} leads nowhere"))?;
                    self.check(schema, value, at)?;
                }
                "type" if !has_type(rule, value) => return wrong(&format!("no {rule}")),
                "const" if rule != value => return wrong(&format!("not {rule}")),
                "enum" if !list(rule).contains(value) => return wrong(&format!("none of {rule}")),
                "required" if value.is_object() => {
                    let missing =
                        |name: &&Value| name.as_str().is_none_or(|n| value.get(n).is_none());
                    if let Some(name) = list(rule).iter().find(missing) {
                        return wrong(&format!("{name} is missing"));
                    }
                }
                "properties" => {
                    for (name, value) in value.as_object().into_iter().flatten() {
                        if let Some(schema) = rule.get(name) {
                            self.check(schema, value, &format!("{at}/{name}"))?;
                        } else if schema.get("additionalProperties") == Some(&Value::Bool(false)) {
                            return wrong(&format!("{name} is too much"));
                        }
                    }
                }
                "items" => {
                    for (index, item) in list(value).iter().enumerate() {
                        self.check(rule, item, &format!("{at}/{index}"))?;
                    }
                }
                "prefixItems" => {
                    for (schema, item) in list(rule).iter().zip(list(value)) {
                        self.check(schema, item, at)?;
                    }
                }
                "anyOf" | "oneOf" => {
                    let tried = list(rule).iter().map(|schema| self.check(schema, value, at));
                    let (fit, faults): (Vec<_>, Vec<_>) = tried.partition(Result::is_ok);
                    if fit.is_empty() || (key == "oneOf" && fit.len() > 1) {
                        return wrong(&format!("{} of {key} fit: {faults:?}", fit.len()));
                    }
                }
                "minItems" if (list(value).len() as u64) < rule.as_u64().unwrap_or(0) => {
                    return wrong("too few");
                }
                "maxItems" if (list(value).len() as u64) > rule.as_u64().unwrap_or(0) => {
                    return wrong("too many");
                }
                "minimum" if value.as_f64() < rule.as_f64() && value.is_number() => {
                    return wrong("too small");
                }
                "maximum" if value.as_f64() > rule.as_f64() && value.is_number() => {
                    return wrong("too large");
                }
                _ => {}
            }
        }
        Ok(())
    }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn has_type(rule: &Value, value: &Value) -> bool {
    let is = |name: &Value| match name.as_str() {
        Some("object") => value.is_object(),
        Some("array") => value.is_array(),
        Some("string") => value.is_string(),
        Some("integer") => value.is_i64() || value.is_u64(),
        Some("number") => value.is_number(),
        Some("boolean") => value.is_boolean(),
        Some("null") => value.is_null(),
        _ => false,
    };
    if rule.is_array() { list(rule).iter().any(is) } else { is(rule) }
}

#[test]
fn what_does_not_fit_is_named() {
    let schema = Schema(serde_json::json!({
        "type": "object",
        "required": ["n"],
        "properties": { "n": { "type": "integer", "minimum": 1 } },
        "additionalProperties": false
    }));
    for (value, says) in [
        (serde_json::json!({ "n": 1 }), ""),
        (serde_json::json!({ "n": 0 }), "too small"),
        (serde_json::json!({}), "missing"),
        (serde_json::json!({ "n": 1, "m": 1 }), "too much"),
        (serde_json::json!([]), "no \"object\""),
    ] {
        let fault = schema.fits("", &value).err().unwrap_or_default();
        assert!(fault.contains(says) && fault.is_empty() == says.is_empty(), "{value}: {fault}");
    }
}
