//! The keys and values on the command line, whichever game they are of.

use ::odds::Question;
use ::odds::ask::Key;
use games::instead;

/// What stands on the line.
#[derive(Debug)]
pub struct Line(Vec<(String, String)>);

impl Line {
    /// Reads `--key value` and `--key=value`; which keys there are and which have values is known.
    pub fn read(words: &[String], known: &[&[Key]]) -> Result<Line, String> {
        let mut said = Vec::new();
        let mut words = words.iter().peekable();
        while let Some(word) = words.next() {
            let word = if word == "-h" { "--help" } else { word };
            let Some(key) = word.strip_prefix("--") else {
                return Err(format!(
                    "\"{word}\" stands alone: everything after the game is --KEY VALUE; a value with spaces needs quotes"
                ));
            };
            let (key, joined) = match key.split_once('=') {
                Some((key, value)) => (key, Some(value.to_owned())),
                None => (key, None),
            };
            let all = known.iter().flat_map(|keys| keys.iter());
            let Some((key, values, _)) = all.clone().find(|(known, ..)| *known == key) else {
                let keys: Vec<&str> = all.map(|(key, ..)| *key).collect();
                return Err(format!("there is no --{key}; {}", instead(key, keys)));
            };
            let next_is_value =
                |next: &&String| !next.starts_with("--") || next.parse::<f64>().is_ok();
            let value = match joined {
                Some(value) if values.is_empty() => {
                    return Err(format!("--{key}={value}: --{key} stands alone, without a value"));
                }
                Some(value) => value,
                None if values.is_empty() => String::new(),
                None => match words.peek().filter(|next| next_is_value(next)) {
                    Some(_) => words.next().cloned().unwrap_or_default(),
                    None if values.starts_with('[') => String::new(),
                    None => return Err(format!("--{key} needs a value: {values}")),
                },
            };
            said.push(((*key).to_owned(), value));
        }
        Ok(Line(said))
    }

    /// The value of a key.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.0.iter().find(|(said, _)| said == key).map(|(_, value)| value.as_str())
    }

    /// Whether a key was said.
    pub fn has(&self, key: &str) -> bool {
        self.get(key).is_some()
    }

    /// What is left for the game.
    pub fn question(&self, without: &[Key]) -> Question {
        let own = |key: &str| !without.iter().any(|(general, ..)| *general == key);
        Question::new(self.0.iter().filter(|(key, _)| own(key)).cloned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEYS: [Key; 4] = [
        ("dice", "1 to 9", ""),
        ("down", "", ""),
        ("first", "[A,B]", ""),
        ("shift", "-9 to 9", ""),
    ];

    fn read(text: &str) -> Result<Line, String> {
        let words: Vec<String> = text.split_whitespace().map(String::from).collect();
        Line::read(&words, &[&KEYS])
    }

    #[test]
    fn keys_have_values_or_stand_alone() {
        let line = read("--dice 3 --down --shift -1 --first").unwrap();
        assert_eq!((line.get("dice"), line.get("down")), (Some("3"), Some("")));
        assert_eq!((line.get("shift"), line.get("first")), (Some("-1"), Some("")));
        assert_eq!(read("--first 2,0 --dice=4").unwrap().get("first"), Some("2,0"));
    }

    #[test]
    fn what_is_wrong_says_what_would_be_right() {
        for (text, says) in [
            ("3", "--KEY VALUE"),
            ("--dcie 3", "did you mean \"dice\"?"),
            ("--dice", "needs a value: 1 to 9"),
            ("--dice --down", "needs a value"),
            ("--down=yes", "stands alone"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.contains(says), "{text}: {error}");
        }
    }
}
