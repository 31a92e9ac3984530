//! What a player may type besides actions.

/// A line, understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Nothing was typed.
    Nothing,
    /// List the commands.
    Help,
    /// Show a rule, or look for a word in the rules.
    Rule(String),
    /// Say whether an action is allowed, and why not.
    Why(String),
    /// Ask the game about the position.
    Ask(String),
    /// Take the last action back.
    Undo,
    /// Write a copy of the match to a file.
    Save(String),
    /// Tell the whole story.
    Log,
    /// Draw the board again.
    Board,
    /// Ask a bot.
    Hint,
    /// Show further choices.
    More,
    /// Leave.
    Quit,
    /// The choice with this number.
    Number(usize),
    /// Anything else is an action.
    Action(String),
}

/// The commands for people.
pub const HELP: &[(&str, &str)] = &[
    ("NUMBER", "take that choice"),
    ("!", "beside a number: that choice has a warning, and is asked to be confirmed"),
    ("ACTION", "do it: any legal action may be typed, listed or not"),
    ("more", "show further choices"),
    ("why ACTION", "is it allowed, and if not, by which rule?"),
    ("? WORD", "the rules with that word in them; ? RULE-ID shows one rule"),
    ("?", "the rule behind the last refusal"),
    ("ask THING", "what the game can tell of it, with numbers and rules (or explain)"),
    ("board", "draw the board again"),
    ("log", "all that has happened"),
    ("hint", "what a bot would do in your place"),
    ("undo", "take your last action back, if nobody has learnt anything from it"),
    ("save FILE", "write a copy of the match"),
    ("quit", "leave; the match is kept"),
];

/// Understands a line. What is exactly a choice's text is an action, whatever else it could be.
pub fn parse(line: &str, is_choice: impl Fn(&str) -> bool) -> Command {
    let line = line.trim();
    if line.is_empty() {
        return Command::Nothing;
    }
    if is_choice(line) {
        return Command::Action(line.into());
    }
    if let Ok(number) = line.parse() {
        return Command::Number(number);
    }
    if let Some(word) = line.strip_prefix('?') {
        return Command::Rule(word.trim().into());
    }
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim().to_owned();
    let alone = rest.is_empty();
    match word.to_lowercase().as_str() {
        "help" | "h" if alone => Command::Help,
        "rule" | "rules" => Command::Rule(rest),
        "why" => Command::Why(rest),
        "ask" | "explain" => Command::Ask(rest),
        "undo" if alone => Command::Undo,
        "save" => Command::Save(rest),
        "log" if alone => Command::Log,
        "board" if alone => Command::Board,
        "hint" if alone => Command::Hint,
        "more" | "m" if alone => Command::More,
        "quit" | "exit" | "q" if alone => Command::Quit,
        _ => Command::Action(line.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_understood() {
        for (line, want) in [
            ("", Command::Nothing),
            (" 12 ", Command::Number(12)),
            ("?", Command::Rule(String::new())),
            ("?SHIFT-1", Command::Rule("SHIFT-1".into())),
            ("Why place f3", Command::Why("place f3".into())),
            ("explain f0", Command::Ask("f0".into())),
            ("save", Command::Save(String::new())),
            ("quit", Command::Quit),
            ("quit now", Command::Action("quit now".into())), // Not the command as it is known.
            ("place f3", Command::Action("place f3".into())),
        ] {
            assert_eq!(parse(line, |_| false), want, "{line}");
        }
        assert_eq!(parse("hint", |line| line == "hint"), Command::Action("hint".into()));
    }
}
