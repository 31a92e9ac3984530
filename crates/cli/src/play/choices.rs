//! The numbered choices on the screen, a page at a time.

use games::{AnyMatch, Choice};
use kernel::Seat;

use crate::text::{FAINT, count, paragraph, styled, wrap};

/// So many lines of choices fit a screen below the board.
const LINES_MAX: usize = 20;

/// Choices with long texts are samples of very many: a few at a time are enough to see the form.
const LONG_MAX: usize = 5;

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
        let rest = self.list.get(self.shown..).filter(|rest| !rest.is_empty())?;
        let on_page = rest.iter().take(LINES_MAX).map(|choice| width(&choice.text));
        let column = on_page.filter(|width| fits(*width)).max().unwrap_or(0);
        let mut page: Vec<String> = Vec::new();
        let (mut lines, mut long) = (0, 0);
        let mut said = "";
        for (choice, number) in rest.iter().zip(self.shown + 1..) {
            // What was just said of the choice above is not said again.
            let again = !fits(width(&choice.text)) && choice.description == said;
            let description = if again { "" } else { &choice.description };
            said = &choice.description;
            let text = line(choice, description, number, column);
            lines += text.lines().count();
            long += usize::from(!fits(width(&choice.text)));
            if !page.is_empty() && (lines > LINES_MAX || long > LONG_MAX) {
                break;
            }
            page.push(text);
        }
        self.shown += page.len();
        let left = self.list.len() - self.shown;
        if left > 0 {
            let left = count(left, "further choice");
            let more = format!("     more: {left}; or type an action");
            page.push(styled(FAINT, &more));
        }
        Some(page.join("\n"))
    }
}

fn width(text: &str) -> usize {
    text.chars().count()
}

fn fits(width: usize) -> bool {
    width <= TEXT_WIDTH_MAX
}

fn line(choice: &Choice, description: &str, number: usize, column: usize) -> String {
    let mark = if choice.warning.is_some() { "!" } else { " " };
    let begin = format!("{number:>3}{mark} ");
    if !fits(width(&choice.text)) {
        let text = format!("{begin}{}", wrap(&choice.text, INDENT, INDENT + 2));
        if description.is_empty() {
            return text;
        }
        return format!("{text}\n{}", styled(FAINT, &paragraph(description, INDENT + 4)));
    }
    let beside = INDENT + column + 2;
    let pad = " ".repeat(column.saturating_sub(width(&choice.text)) + 2);
    let description = styled(FAINT, &wrap(description, beside, beside));
    format!("{begin}{}{pad}{description}", choice.text)
}

/// A group with more than this is a sample of very many, such as where to walk.
const MANY: usize = 12;

/// So many of such a group are enough at first.
const SAMPLE: usize = 4;

/// The choices with those that begin with the same word together, in the order of the first of
/// each. Of groups that would fill the page alone, a few come after the others, and the rest last.
fn grouped(choices: Vec<Choice>) -> Vec<Choice> {
    let mut groups: Vec<(String, Vec<Choice>)> = Vec::new();
    for choice in choices {
        let word = choice.text.split_whitespace().next().unwrap_or_default().to_owned();
        match groups.iter_mut().find(|(first, _)| *first == word) {
            Some((_, group)) => group.push(choice),
            None => groups.push((word, vec![choice])),
        }
    }
    let (mut list, mut samples, mut rest) = (Vec::new(), Vec::new(), Vec::new());
    for (_, mut group) in groups {
        if group.len() > MANY {
            rest.extend(group.split_off(SAMPLE));
            samples.extend(group);
        } else {
            list.extend(group);
        }
    }
    list.extend(samples);
    list.extend(rest);
    list
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choices(texts: &[String]) -> Choices {
        let choice = |text: &String| Choice {
            action: serde_json::Value::Null,
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
        texts[8] = "place ".repeat(30).trim().into();
        let mut choices = choices(&texts);
        let mut pages = vec![choices.first_page()];
        pages.extend(std::iter::from_fn(|| choices.next_page()));
        assert!(pages.iter().all(|page| page.lines().count() <= LINES_MAX + 1));
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
    fn a_large_sample_does_not_hide_the_other_choices() {
        let mut texts: Vec<String> = (0..30).map(|index| format!("walk {index}")).collect();
        texts.extend((0..30).map(|index| format!("run {index}")));
        texts.push("aim".into());
        let list = choices(&texts).list;
        assert_eq!(list.len(), 61);
        let order: Vec<&str> = list.iter().take(6).map(|choice| choice.text.as_str()).collect();
        assert_eq!(order, ["aim", "walk 0", "walk 1", "walk 2", "walk 3", "run 0"]);
    }

    #[test]
    fn like_choices_stand_together() {
        let texts = ["attack", "place f1", "pass", "place f2"].map(String::from);
        let list = choices(&texts).list;
        let order: Vec<&str> = list.iter().map(|choice| choice.text.as_str()).collect();
        assert_eq!(order, ["attack", "place f1", "place f2", "pass"]);
    }
}
