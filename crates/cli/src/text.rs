//! Text for a terminal of 80 columns: wrapping and colour.

use anstyle::{AnsiColor, Color, Style};
use kernel::Seat;

/// How wide a line may be.
pub const COLUMNS: usize = 80;

/// Headings and prompts.
pub const BOLD: Style = Style::new().bold();
/// What may be overlooked.
pub const FAINT: Style = Style::new().dimmed();
/// What should not be overlooked.
pub const WARNING: Style = colour(AnsiColor::Yellow);
/// What went wrong.
pub const BAD: Style = colour(AnsiColor::Red);
/// What went well.
pub const GOOD: Style = colour(AnsiColor::Green);

const fn colour(colour: AnsiColor) -> Style {
    Style::new().fg_color(Some(Color::Ansi(colour)))
}

/// The text in a style; where there is no colour the style is taken out again on its way.
pub fn styled(style: Style, text: &str) -> String {
    format!("{style}{text}{style:#}")
}

/// A seat's colour. Colours come second: every line also has the seat's letter.
pub fn seat_style(seat: Seat) -> Style {
    const COLOURS: [AnsiColor; 4] =
        [AnsiColor::BrightBlue, AnsiColor::Yellow, AnsiColor::Green, AnsiColor::Magenta];
    colour(COLOURS[seat.index() % COLOURS.len()])
}

/// A text picture with every line that begins with a seat's letter, and the lines below it up to
/// the next such line or gap, in the seat's colour. Knows nothing else of any game's pictures.
pub fn tint(picture: &str, seats: u8) -> String {
    let mut lines = Vec::new();
    let mut owner = None;
    for line in picture.trim_end().lines() {
        let goes_on = line.starts_with(|first: char| first.is_whitespace() || first == '…');
        if line.trim().is_empty() {
            owner = None;
        } else if let Some(seat) = begins_with_seat(line, seats) {
            owner = Some(seat);
        } else if !goes_on {
            owner = None;
        }
        lines.push(match (owner, tint_map(line)) {
            (Some(seat), _) => styled(seat_style(seat), line),
            (None, Some(map)) => map,
            (None, None) if line.starts_with('#') => styled(FAINT, line),
            (None, None) => line.into(),
        });
    }
    lines.join("\n")
}

fn begins_with_seat(line: &str, seats: u8) -> Option<Seat> {
    let word = line.split_whitespace().next()?.trim_end_matches(':');
    // Models are a letter and a number.
    let word = word.trim_end_matches(|c: char| c.is_ascii_digit());
    let seat: Seat = word.parse().ok()?;
    (word == seat.to_string() && seat.0 < seats).then_some(seat)
}

/// A row of a table's map with its terrain and models in colour; `None` for any other line. Such a
/// row is a comment with a ruler at its left, `# 12|`, and a bar at its right.
fn tint_map(line: &str) -> Option<String> {
    let letters: Vec<char> = line.strip_prefix("# ")?.chars().collect();
    let [a, b, '|', inside @ .., '|'] = &letters[..] else { return None };
    if ![a, b].iter().all(|c| **c == ' ' || c.is_ascii_digit()) {
        return None;
    }
    let mut text = styled(FAINT, &format!("# {a}{b}|"));
    let mut at = 0;
    while at < inside.len() {
        let (style, length) = map_style(&inside[at..]);
        let part: String = inside[at..at + length].iter().collect();
        text += &style.map_or_else(|| part.clone(), |style| styled(style, &part));
        at += length;
    }
    Some(text + &styled(FAINT, "|"))
}

/// The style of what comes next on a map, and how many letters it is long.
fn map_style(rest: &[char]) -> (Option<Style>, usize) {
    if let [side @ ('A' | 'B'), number, ..] = rest
        && (number.is_ascii_digit() || ('a'..='k').contains(number))
    {
        let seat = Seat(u8::from(*side == 'B'));
        return (Some(seat_style(seat).bold()), 2);
    }
    let first = rest[0];
    let style = match first {
        ' ' => None,
        '.' | '`' => Some(FAINT),
        ':' | '"' => Some(colour(AnsiColor::Green)),
        '~' | 'o' | 'D' => Some(colour(AnsiColor::Cyan)),
        '=' | 'H' => Some(colour(AnsiColor::Red)),
        'L' | 'S' => Some(colour(AnsiColor::Magenta).bold()),
        '1'..='9' => Some(colour(AnsiColor::Magenta)),
        '*' => Some(colour(AnsiColor::BrightGreen).bold()),
        _ => None,
    };
    (style, rest.iter().take_while(|letter| **letter == first).count())
}

/// The text with its control characters written out, so that it can't steer the terminal.
pub fn visible(text: &str) -> String {
    text.chars()
        .map(|letter| match letter {
            letter if letter.is_control() => letter.escape_default().to_string(),
            letter => letter.to_string(),
        })
        .collect()
}

/// The text wrapped at 80 columns; its first line begins at column `first` and its further lines
/// at column `rest`. The text has to be plain. The result does not end in a line break.
pub fn wrap(text: &str, first: usize, rest: usize) -> String {
    let mut wrapped = String::new();
    let mut column = first;
    for (index, word) in text.split_whitespace().enumerate() {
        let width = word.chars().count();
        if index > 0 {
            if column + 1 + width > COLUMNS && column > rest {
                wrapped.push('\n');
                wrapped.push_str(&" ".repeat(rest));
                column = rest;
            } else {
                wrapped.push(' ');
                column += 1;
            }
        }
        wrapped.push_str(word);
        column += width;
    }
    wrapped
}

/// A paragraph wrapped and indented.
pub fn paragraph(text: &str, indent: usize) -> String {
    format!("{}{}", " ".repeat(indent), wrap(text, indent, indent))
}

/// So many sentences of the same form in a row become one paragraph.
const ALIKE_MIN: usize = 3;

/// A story as paragraphs: a sentence each, but a run of sentences of the same form, such as a deal
/// of ten cards, is one paragraph, in which what is said again is only counted.
pub fn paragraphs(story: &[String]) -> Vec<String> {
    let mut paragraphs = Vec::new();
    let mut rest = story;
    while let Some(first) = rest.first() {
        let run = rest.iter().take_while(|sentence| alike(first, sentence)).count();
        let run = if run < ALIKE_MIN { 1 } else { run };
        let (sentences, after) = rest.split_at(run);
        let mut counted: Vec<(&str, usize)> = Vec::new();
        for sentence in sentences {
            match counted.last_mut() {
                Some((last, times)) if last == sentence => *times += 1,
                _ => counted.push((sentence, 1)),
            }
        }
        let counted: Vec<String> = counted
            .into_iter()
            .map(|(sentence, times)| match times {
                1 => sentence.to_owned(),
                times => format!("{sentence} ({times} times)"),
            })
            .collect();
        paragraphs.push(counted.join(" "));
        rest = after;
    }
    paragraphs
}

/// Whether two sentences begin alike and have at least half of their words in common.
fn alike(left: &str, right: &str) -> bool {
    let (left, right): (Vec<&str>, Vec<&str>) =
        (left.split_whitespace().collect(), right.split_whitespace().collect());
    let same = left.iter().zip(&right).filter(|(left, right)| left == right).count();
    left.len() == right.len() && left.first() == right.first() && 2 * same >= left.len()
}

/// "1 action", "2 actions".
pub fn count(number: usize, thing: &str) -> String {
    if number == 1 { format!("1 {thing}") } else { format!("{number} {thing}s") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_is_wider_than_the_terminal_and_no_word_is_lost() {
        let text = "word ".repeat(60) + &"x".repeat(100) + " end";
        let wrapped = paragraph(&text, 6);
        assert!(wrapped.lines().all(|line| line.len() <= COLUMNS || line.contains("xxx")));
        assert!(wrapped.lines().all(|line| line.starts_with("      ")));
        let words = |text: &str| text.split_whitespace().count();
        assert_eq!(words(&wrapped), words(&text));
    }

    #[test]
    fn a_run_of_like_sentences_is_one_paragraph() {
        let story: Vec<String> = [
            "A is dealt the Archer.",
            "A is dealt the Consul.",
            "A is dealt the Consul.",
            "All arrange.",
            "B is dealt a unit.",
            "B is dealt a unit.",
            "B is dealt a unit.",
            "A places the Archer.",
            "A places the Consul.",
        ]
        .map(String::from)
        .into();
        let want = [
            "A is dealt the Archer. A is dealt the Consul. (2 times)",
            "All arrange.",
            "B is dealt a unit. (3 times)",
            "A places the Archer.",
            "A places the Consul.",
        ];
        assert_eq!(paragraphs(&story), want);
    }

    #[test]
    fn the_map_of_a_table_is_tinted_and_loses_no_letter() {
        let row = "# 12|.  A1 :::==  Ba  333 #o#D# *  A |";
        let tinted = tint(row, 2);
        assert_eq!(anstream::adapter::strip_str(&tinted).to_string(), row);
        assert!(tinted.contains(&styled(seat_style(Seat(0)).bold(), "A1")), "{tinted}");
        assert!(tinted.contains(&styled(seat_style(Seat(1)).bold(), "Ba")), "{tinted}");
    }

    #[test]
    fn lines_of_a_seat_are_tinted_and_the_rest_is_left_alone() {
        let picture = "B  front  Archer\n   rear   ?\nturn 3\n… x\n\nA: x,\n… y\nC  x\nAn x";
        let tinted = tint(picture, 2);
        let coloured: Vec<bool> = tinted.lines().map(|line| line.contains('\x1b')).collect();
        assert_eq!(coloured, [true, true, false, false, false, true, true, false, false]);
    }
}
