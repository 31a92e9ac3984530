//! Answers as a page shows them: with names where the games have ids.

use serde_json::Value;

use crate::{Answer, DeskGame, Refusal};

/// How a page speaks: with these names, if any are known, and from one end of the table or the other.
pub(crate) struct Voice<'a, G: DeskGame> {
    pub setup: Option<&'a G::Setup>,
    pub turned: bool,
}

impl<G: DeskGame> Voice<'_, G> {
    /// An answer in the words of a page, whether it is one or a refusal.
    pub fn answer(&self, answer: Answer) -> Answer {
        match answer {
            Ok(mut value) => {
                sentences(&mut value, &|text| self.said(text));
                Ok(value)
            }
            Err(why) => Err(self.refusal(why)),
        }
    }

    /// A refusal in the words of a page.
    pub fn refusal(&self, why: Refusal) -> Refusal {
        Refusal { message: sentence(&self.said(&why.message)), ..why }
    }

    /// A sentence of the game; as it is where no names are known.
    pub fn said(&self, text: &str) -> String {
        self.setup.map_or_else(|| text.to_owned(), |setup| G::spoken(setup, self.turned, text))
    }
}

/// Says every sentence of an answer anew. What has no blank and is no length is no sentence, and
/// actions are data.
fn sentences(value: &mut Value, say: &impl Fn(&str) -> String) {
    match value {
        Value::String(text) if text.contains([' ', '"']) => *text = say(text),
        Value::Array(list) => list.iter_mut().for_each(|one| sentences(one, say)),
        Value::Object(fields) => {
            for (name, field) in fields {
                match field {
                    _ if name == "action" => {}
                    Value::String(text) if name == "message" => *text = sentence(&say(text)),
                    _ => sentences(field, say),
                }
            }
        }
        _ => {}
    }
}

/// With a capital, and with a full stop at its end.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    let stop = if text.ends_with(['.', '?', '!']) || text.is_empty() { "" } else { "." };
    format!("{first}{}{stop}", letters.as_str())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn sentences_are_said_and_data_is_left_alone() {
        let mut value = json!({
            "id": "A1",
            "text": "A1 aims",
            "why": { "message": "A1 is down", "rule": "killteam:DOWN-2" },
            "list": ["A1 too", "3.25\"", 7],
            "action": { "walk": ["A1 walks"] },
        });
        sentences(&mut value, &|text| text.replace("A1", "brandt"));
        let said = json!({
            "id": "A1",
            "text": "brandt aims",
            "why": { "message": "Brandt is down.", "rule": "killteam:DOWN-2" },
            "list": ["brandt too", "3.25\"", 7],
            "action": { "walk": ["A1 walks"] },
        });
        assert_eq!(value, said);
    }
}
