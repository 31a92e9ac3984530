//! A TOML text as a tree that remembers its lines, so that every fault can name its place.

use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A value and where it starts.
#[derive(Clone, Debug)]
pub(super) struct Node {
    /// The line, from 1.
    pub line: usize,
    pub value: Value,
}

#[derive(Clone, Debug)]
pub(super) enum Value {
    /// A text; the number is how many lines after the value's own line its first line stands.
    Text(String, usize),
    Int(i64),
    Bool(bool),
    List(Vec<Node>),
    Table(Vec<Entry>),
    /// Something lab files have no use for, by its name.
    Other(&'static str),
}

/// A key with its value.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub key: String,
    pub line: usize,
    pub node: Node,
}

impl Value {
    /// What it is, for a message.
    pub fn kind(&self) -> &'static str {
        match self {
            Value::Text(..) => "a text",
            Value::Int(_) => "a number",
            Value::Bool(_) => "true or false",
            Value::List(_) => "a list",
            Value::Table(_) => "a table",
            Value::Other(kind) => kind,
        }
    }
}

/// The line of a fault, and what is wrong.
pub(super) type Fault = (usize, String);

/// Reads a TOML text. The parser refuses bottomless nesting, so walking its result is safe.
pub(super) fn parse(text: &str) -> Result<Vec<Entry>, Fault> {
    let lines = Lines::of(text);
    let table = DeTable::parse(text).map_err(|error| {
        let at = error.span().map_or(0, |span| span.start);
        (lines.line(at), format!("this is no TOML: {}", error.message()))
    })?;
    Ok(lines.table(table.get_ref()))
}

/// Where the lines of a text start.
struct Lines<'a> {
    text: &'a str,
    starts: Vec<usize>,
}

impl<'a> Lines<'a> {
    fn of(text: &'a str) -> Self {
        let breaks = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let starts = std::iter::once(0).chain(breaks.map(|(at, _)| at + 1)).collect();
        Lines { text, starts }
    }

    /// The line of a byte, from 1.
    fn line(&self, at: usize) -> usize {
        self.starts.partition_point(|start| *start <= at)
    }

    fn table(&self, table: &DeTable<'_>) -> Vec<Entry> {
        let mut entries: Vec<(usize, Entry)> = table
            .iter()
            .map(|(key, value)| {
                let at = key.span().start;
                let entry = Entry {
                    key: key.get_ref().to_string(),
                    line: self.line(at),
                    node: self.node(value),
                };
                (at, entry)
            })
            .collect();
        // The order of the file decides which option is set first and which fault is told first.
        entries.sort_by_key(|(at, _)| *at);
        entries.into_iter().map(|(_, entry)| entry).collect()
    }

    fn node(&self, value: &Spanned<DeValue<'_>>) -> Node {
        let at = value.span().start;
        let value = match value.get_ref() {
            DeValue::String(text) => {
                let raw = self.text.get(at..).unwrap_or_default();
                let opens_alone = ["\"\"\"\n", "\"\"\"\r\n", "'''\n", "'''\r\n"];
                let below = opens_alone.iter().any(|quotes| raw.starts_with(quotes));
                Value::Text(text.to_string(), usize::from(below))
            }
            DeValue::Integer(number) => {
                match i64::from_str_radix(number.as_str(), number.radix()) {
                    Ok(number) => Value::Int(number),
                    Err(_) => Value::Other("a number beyond 64 bits"),
                }
            }
            DeValue::Boolean(truth) => Value::Bool(*truth),
            DeValue::Float(_) => Value::Other("a number with a fraction"),
            DeValue::Datetime(_) => Value::Other("a date"),
            DeValue::Array(items) => {
                Value::List(items.iter().map(|item| self.node(item)).collect())
            }
            DeValue::Table(table) => Value::Table(self.table(table)),
        };
        Node { line: self.line(at), value }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_knows_its_line() {
        let entries = parse("b = 1\na = [\n  true,\n  \"x\",\n]\n").expect("fine TOML");
        assert_eq!(entries.iter().map(|entry| entry.line).collect::<Vec<_>>(), [1, 2]);
        let Value::List(items) = &entries[1].node.value else { panic!("a list") };
        assert_eq!(items.iter().map(|item| item.line).collect::<Vec<_>>(), [3, 4]);
    }

    #[test]
    fn a_text_of_many_lines_knows_where_its_first_line_stands() {
        let entries = parse("a = \"\"\"\nx\n\"\"\"\nb = \"\"\"x\ny\"\"\"\n").expect("fine TOML");
        let below = |index: usize| match &entries[index].node.value {
            Value::Text(_, below) => *below,
            _ => usize::MAX,
        };
        assert_eq!((below(0), below(1)), (1, 0));
    }

    #[test]
    fn bad_and_bottomless_texts_are_faults_with_a_line() {
        assert_eq!(parse("a = 1\nb = \n").expect_err("no value").0, 2);
        for bottomless in [
            format!("a = {}", "[".repeat(100_000)),
            format!("a = {}", "{a=".repeat(100_000)),
            format!("a{} = 1", ".a".repeat(100_000)),
            format!("[a{}]", ".a".repeat(100_000)),
            format!("a = {{ a{} = 1 }}", ".a".repeat(100_000)),
            format!("a = {{ \"a\"{} = 1 }}", ".\"a\"".repeat(100_000)),
        ] {
            assert!(parse(&bottomless).is_err(), "{}…", &bottomless[..10]);
        }
    }
}
