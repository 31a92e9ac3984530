//! Command lines, taken apart as a shell would, without a shell.

/// The words of a command line. Blanks part them, quotes keep them together, and a backslash takes
/// the next character as it is; inside single quotes everything is as it is.
pub fn split(line: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut letters = line.chars();
    while let Some(letter) = letters.next() {
        match (quote, letter) {
            (Some(open), letter) if letter == open => quote = None,
            (Some('\''), letter) => word.get_or_insert_default().push(letter),
            (_, '\\') => match letters.next() {
                Some(next) => word.get_or_insert_default().push(next),
                None => return Err(format!("`{line}` ends in a backslash with nothing after it")),
            },
            (Some(_), letter) => word.get_or_insert_default().push(letter),
            (None, '"' | '\'') => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (None, letter) if letter.is_whitespace() => words.extend(word.take()),
            (None, letter) => word.get_or_insert_default().push(letter),
        }
    }
    if let Some(open) = quote {
        return Err(format!("`{line}` has a {open} that is not closed"));
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_parted_as_a_shell_parts_them() {
        for (line, want) in [
            ("python3 bot.py --random", &["python3", "bot.py", "--random"][..]),
            ("  a   b ", &["a", "b"]),
            ("'my bot' \"its file\".py", &["my bot", "its file.py"]),
            (r#"a\ b "say \"hi\"" '\'"#, &["a b", "say \"hi\"", "\\"]),
            ("a '' b", &["a", "", "b"]), // An empty word is a word.
            ("", &[]),
        ] {
            assert_eq!(
                split(line).as_deref(),
                Ok(&want.iter().map(ToString::to_string).collect::<Vec<_>>()[..]),
                "{line}"
            );
        }
    }

    #[test]
    fn what_is_left_open_is_named() {
        assert!(split("bot 'a").is_err_and(|error| error.contains("not closed")));
        assert!(split("bot \\").is_err_and(|error| error.contains("backslash")));
    }
}
