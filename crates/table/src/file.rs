//! Table files: reading them with errors one can act on, and writing them.

use std::fmt;

use serde::Deserialize;
use toml::Spanned;

use crate::board::{Board, TableFault};
use crate::point::Point;
use crate::terrain::{Kinds, Part, Piece, Table};

/// What is wrong with a table file, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileFault {
    /// The line, from 1, where it is known.
    pub line: Option<usize>,
    /// The column, from 1, where it is known.
    pub column: Option<usize>,
    /// The piece and part, or nothing if the file can't be read that far.
    pub at: String,
    /// What is wrong, and what would be right.
    pub message: String,
}

impl fmt::Display for FileFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.line, self.column) {
            (Some(line), Some(column)) => write!(f, "line {line}, column {column}: ")?,
            (Some(line), None) => write!(f, "line {line}: ")?,
            _ => {}
        }
        if !self.at.is_empty() {
            write!(f, "{}: ", self.at)?;
        }
        f.write_str(&self.message)
    }
}

/// The file with its parts still unread: a part says by its `shape` what else it holds, and reading
/// it at once would lose the place of a mistake.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Rough {
    #[serde(default)]
    name: String,
    size: Point,
    #[serde(default)]
    piece: Vec<RoughPiece>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RoughPiece {
    name: String,
    #[serde(default)]
    kinds: Kinds,
    #[serde(default)]
    part: Vec<Spanned<toml::Value>>,
}

/// How many faults are told: nobody reads more at once.
const FAULTS_MOST: usize = 100;

impl Table {
    /// Reads a table file. What its parts mean together is only checked by [`Board::build`]; see
    /// [`Board::read`] for both.
    pub fn from_toml(text: &str) -> Result<Table, Vec<FileFault>> {
        let rough: Rough = toml::from_str(text).map_err(|error| {
            let place = error.span().map(|span| place(text, span.start));
            vec![FileFault {
                line: place.map(|(line, _)| line),
                column: place.map(|(_, column)| column),
                at: String::new(),
                message: one_line(error.message()),
            }]
        })?;
        let parts = rough.piece.iter().map(|piece| piece.part.len()).sum();
        if let Err(message) = crate::board::count(rough.piece.len(), parts) {
            return Err(vec![FileFault { line: None, column: None, at: "piece".into(), message }]);
        }
        let mut faults = Vec::new();
        let mut pieces = Vec::new();
        for (i, piece) in rough.piece.into_iter().enumerate() {
            let mut parts = Vec::new();
            for (j, part) in piece.part.into_iter().enumerate() {
                let start = part.span().start;
                match part.into_inner().try_into::<Part>() {
                    Ok(part) => parts.push(part),
                    Err(error) if faults.len() < FAULTS_MOST => {
                        let (line, column) = place(text, start);
                        faults.push(FileFault {
                            line: Some(line),
                            column: Some(column),
                            at: format!("piece {} ({}), part {}", i + 1, piece.name, j + 1),
                            message: one_line(error.message()),
                        });
                    }
                    Err(_) => {}
                }
            }
            pieces.push(Piece { name: piece.name, kinds: piece.kinds, parts });
        }
        if faults.is_empty() {
            Ok(Table { name: rough.name, size: rough.size, pieces })
        } else {
            Err(faults)
        }
    }

    /// Writes a table file, which reads back as the same table.
    pub fn to_toml(&self) -> String {
        toml::to_string(self).expect("a table has only what a file can hold")
    }
}

impl Board {
    /// Reads a table file and builds it, or says everything that is wrong.
    pub fn read(text: &str) -> Result<Board, Vec<FileFault>> {
        let table = Table::from_toml(text)?;
        Board::build(&table).map_err(|faults| {
            faults.into_iter().take(FAULTS_MOST).map(|fault| locate(text, fault)).collect()
        })
    }
}

/// Adds the line where the piece or part a fault names begins, if it has a header of its own.
fn locate(text: &str, fault: TableFault) -> FileFault {
    let number = |word: &str| -> Option<usize> {
        let rest = fault.at.split(", ").find_map(|step| step.strip_prefix(word))?;
        rest.split([' ', '(']).next()?.parse().ok()
    };
    // A piece's name may hold anything, so that the part's number is looked for from the end.
    let part = fault.at.rsplit_once("), part ").and_then(|(_, rest)| rest.parse::<usize>().ok());
    let mut line = None;
    let (mut pieces, mut parts) = (0, 0);
    for (i, row) in text.lines().enumerate() {
        let header = row.split('#').next().unwrap_or_default().trim();
        if header == "[[piece]]" {
            (pieces, parts) = (pieces + 1, 0);
        } else if header == "[[piece.part]]" {
            parts += 1;
        } else {
            continue;
        }
        if Some(pieces) == number("piece ") && parts == part.unwrap_or(0) {
            line = Some(i + 1);
            break;
        }
    }
    FileFault { line, column: None, at: fault.at, message: fault.message }
}

/// Line and column, from 1, of a byte of the text.
fn place(text: &str, at: usize) -> (usize, usize) {
    let before = text.get(..at).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let start = before.rfind('\n').map_or(0, |i| i + 1);
    (line, before[start..].chars().count() + 1)
}

fn one_line(message: &str) -> String {
    message.trim().replace('\n', "; ")
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = r#"# A comment.
name = "Yard"
size = [36, 36]

[[piece]]
name = "wall, part 9"
kinds = ["obstacle"]

[[piece.part]]
shape = "wall"
from = [4, 4]
to = [8, 4]
thick = 0.4
height = 1
"#;

    #[test]
    fn files_are_read_and_written() {
        let table = Table::from_toml(FILE).unwrap();
        assert_eq!(table.pieces[0].parts.len(), 1);
        assert_eq!(Table::from_toml(&table.to_toml()).unwrap(), table);
        assert_eq!(Board::read(FILE).unwrap().blocks.len(), 1);
    }

    #[test]
    fn what_is_wrong_is_named_with_its_place() {
        for (from, to, place, why) in [
            ("size = [36, 36]", "size = [36, ]", "line 3", "invalid length"),
            ("size = [36, 36]", "sise = [36, 36]", "line 3, column 1", "unknown field `sise`"),
            ("[\"obstacle\"]", "[\"obstacel\"]", "line 7", "`obstacel` is no kind of terrain"),
            ("name = \"Yard\"", "name = Yard", "line 2, column 8", ""),
            ("\"wall\"", "\"well\"", "part 1", "unknown variant `well`"),
            ("thick = 0.4", "thick = \"x\"", "line 9, column 1: piece 1", "`x` is not a length"),
            ("thick = 0.4", "", "line 9, column 1: piece 1", "missing field `thick`"),
            ("height = 1", "height = 1\nwidth = 2", "part 1", "unknown field `width`"),
            ("thick = 0.4", "thick = 0", "line 9: piece 1 (wall, part 9), part 1", "0.2 mm"),
            ("to = [8, 4]", "to = [88, 4]", "line 9", "off the table"),
            (
                "[[piece.part]]\nshape",
                "[[piece]]\nname = \"b\"\n[[piece.part]]\nshape",
                "line 5",
                "no part",
            ),
        ] {
            let text = FILE.replace(from, to);
            assert_ne!(text, FILE);
            let faults = Board::read(&text).unwrap_err();
            let said = faults[0].to_string();
            assert!(said.contains(place) && said.contains(why), "{said}\nwants {place}: {why}");
        }
    }

    #[test]
    fn of_very_many_faults_the_first_are_told() {
        let text_of = |pieces: usize, parts: usize| {
            let parts = "[[piece.part]]\nshape = \"well\"\n".repeat(parts);
            let pieces = format!("[[piece]]\nname = \"a\"\n{parts}").repeat(pieces);
            format!("name = \"Yard\"\nsize = [36, 36]\n{pieces}")
        };
        let text = text_of(3, 60);
        assert_eq!(Board::read(&text).unwrap_err().len(), FAULTS_MOST);
        let faults = Board::read(&text.replace("well", "area\"\noutline = []#")).unwrap_err();
        assert_eq!(faults.len(), FAULTS_MOST, "{}", faults[0]);
        let text = format!("{FILE}{}", "[[piece]]\nname = \"b\"\n".repeat(200));
        let said = Board::read(&text).unwrap_err();
        assert_eq!(said.len(), 1);
        assert_eq!(said[0].to_string(), "piece: a table has at most 200 pieces, not 201");
        let said = Table::from_toml(&text_of(30, 70)).unwrap_err();
        assert_eq!(said[0].to_string(), "piece: a table has at most 2000 parts, not 2100");
    }
}
