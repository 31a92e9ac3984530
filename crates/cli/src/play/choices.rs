//! The numbered choices on the screen, a page at a time.

use games::{AnyMatch, Choice};
use kernel::Seat;

use crate::text::{FAINT, paragraph, styled, wrap};

/// So many choices fit a screen below the board.
const PAGE: usize = 20;

/// More than this nobody reads; any legal action can be typed all the same.
const CHOICES_MAX: usize = 400;

/// Texts up to this width have their description beside them, longer ones below.
const TEXT_WIDTH_MAX: usize = 30;

/// Where a choice's text begins: after its number.
const INDENT: usize = 5;

/// What a seat may do now.
pub struct Choices {
    list: Vec<Choice>,
    shown: usize,
}

impl Choices {
    /// The choices of a seat, the like of each other together.
    pub fn of(table: &dyn AnyMatch, seat: Seat) -> Self {
        Choices { list: grouped(table.choices(seat, CHOICES_MAX)), shown: 0 }
    }

    /// Whether a line is exactly a choice's text.
    pub fn has(&self, line: &str) -> bool {
        self.list.iter().any(|choice| choice.text == line)
    }

    /// The choice with this number, from 1.
    pub fn get(&self, number: usize) -> Option<&Choice> {
        self.list.get(number.checked_sub(1)?)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// The first page again.
    pub fn first_page(&mut self) -> String {
        self.shown = 0;
        self.next_page().unwrap_or_default()
    }

    /// The next page; `None` after the last.
    pub fn next_page(&mut self) -> Option<String> {
        let from = self.shown;
        let upto = (from + PAGE).min(self.list.len());
        if from == upto {
            return None;
        }
        let page = &self.list[from..upto];
        let width = page
            .iter()
            .map(|choice| width(&choice.text))
            .filter(|width| fits(*width))
            .max()
            .unwrap_or(0);
        let mut lines: Vec<String> = page
            .iter()
            .zip(from + 1..)
            .map(|(choice, number)| line(choice, number, width))
            .collect();
        self.shown = upto;
        let left = self.list.len() - upto;
        if left > 0 {
            lines.push(styled(FAINT, &format!("     more: {left} further choices")));
        }
        Some(lines.join("\n"))
    }
}

fn width(text: &str) -> usize {
    text.chars().count()
}

fn fits(width: usize) -> bool {
    width <= TEXT_WIDTH_MAX
}

fn line(choice: &Choice, number: usize, column: usize) -> String {
    let mark = if choice.warning.is_some() { "!" } else { " " };
    let begin = format!("{number:>3}{mark} ");
    if !fits(width(&choice.text)) {
        let text = wrap(&choice.text, INDENT, INDENT + 2);
        return format!("{begin}{text}\n{}", styled(FAINT, &paragraph(&choice.description, 9)));
    }
    let beside = INDENT + column + 2;
    let pad = " ".repeat(column.saturating_sub(width(&choice.text)) + 2);
    let description = wrap(&choice.description, beside, beside);
    format!("{begin}{}{pad}{}", choice.text, styled(FAINT, &description)).trim_end().to_owned()
}

/// The choices with those that begin with the same word together, in the order of the first of
/// each.
fn grouped(choices: Vec<Choice>) -> Vec<Choice> {
    let mut groups: Vec<(String, Vec<Choice>)> = Vec::new();
    for choice in choices {
        let word = choice.text.split_whitespace().next().unwrap_or_default().to_owned();
        match groups.iter_mut().find(|(first, _)| *first == word) {
            Some((_, group)) => group.push(choice),
            None => groups.push((word, vec![choice])),
        }
    }
    groups.into_iter().flat_map(|(_, group)| group).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choices(texts: &[String]) -> Choices {
        let choice = |text: &String| Choice {
            text: text.clone(),
            description: "words ".repeat(20),
            warning: None,
        };
        Choices { list: grouped(texts.iter().map(choice).collect()), shown: 0 }
    }

    #[test]
    fn pages_show_every_choice_once_within_80_columns() {
        let mut texts: Vec<String> = (0..45).map(|index| format!("place f{index}")).collect();
        texts[7] = "arrange ".repeat(15).trim().into();
        let mut choices = choices(&texts);
        let mut pages = vec![choices.first_page()];
        pages.extend(std::iter::from_fn(|| choices.next_page()));
        assert_eq!(pages.len(), 3);
        let all = pages.join("\n");
        for number in 1..=45 {
            assert_eq!(
                all.matches(&format!("\n{number:>3}  ")).count() + usize::from(number == 1),
                1
            );
        }
        let plain = anstream::adapter::strip_str(&all).to_string();
        assert!(plain.lines().all(|line| line.chars().count() <= 80), "{plain}");
    }

    #[test]
    fn like_choices_stand_together() {
        let texts = ["attack", "place f1", "pass", "place f2"].map(String::from);
        let list = choices(&texts).list;
        let order: Vec<&str> = list.iter().map(|choice| choice.text.as_str()).collect();
        assert_eq!(order, ["attack", "place f1", "place f2", "pass"]);
    }
}
