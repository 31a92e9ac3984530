//! The ledger of a game: every rule of its document and every ruling, as rows with ids.
//!
//! Code and tests cite the ids, players look them up, and the audit holds all three together. The
//! document itself is not ours to carry, so the ledger keeps hashes of its passages and the number
//! of sentences in each line: enough to see that no sentence was left without a row, and to notice
//! when a passage changed under the row that explains it.

mod passage;
mod read;

pub use passage::{passage_hash, sentences};

use std::collections::BTreeSet;
use std::fmt;

use serde::{Deserialize, Serialize, Serializer};
use sha2::{Digest, Sha256};

use crate::hash::hex;

/// All rules and rulings of one game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Ledger {
    /// The short name of the game, which stands before the colon of every id.
    pub game: String,
    /// The name people call the game by.
    pub title: String,
    /// The documents the rules come from.
    pub documents: Vec<Document>,
    /// The rows, in the order of the file.
    pub rules: Vec<Rule>,
}

/// What the ledger remembers of a document that it may not contain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Document {
    /// The name of its file.
    pub file: String,
    /// How many lines it has.
    pub lines: u32,
    /// The SHA-256 of the whole file.
    pub sha256: String,
    /// The lines with nothing on them, which need no row.
    pub blank: Vec<u32>,
    /// Every other line with the number of its sentences.
    pub sentences: Vec<(u32, u32)>,
}

/// One row: a rule of the document, a ruling, or words without a rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Rule {
    /// The id with its game, such as `game:CHAPTER-1` or, for a ruling, `game:R1` or `game:K1`.
    pub id: String,
    /// What a list of rules shows.
    pub title: String,
    /// Whether it is a rule at all, and whose.
    pub kind: Kind,
    /// The passages it stands for; a ruling has none.
    pub source: Vec<Source>,
    /// The rule in our own words.
    pub says: String,
    /// Whether the program keeps it.
    pub status: Status,
    /// The rulings that sharpen it, as full ids.
    pub rulings: Vec<String>,
    /// Where it stands in the ledger's file, so that a fault can point at it.
    #[serde(skip)]
    pub line: usize,
}

/// What a row stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// A rule of the document.
    Rule,
    /// Our reading where the document is silent or can be read otherwise.
    Ruling,
    /// A heading, or a pointer to another place in the document.
    Heading,
    /// The people behind the document, and their rights.
    Credit,
    /// Words that set a mood and bind nobody.
    Flavour,
}

impl Kind {
    /// Whether code must keep it and a test must be able to break it.
    pub fn binds(self) -> bool {
        matches!(self, Kind::Rule | Kind::Ruling)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Kind::Rule => "rule",
            Kind::Ruling => "ruling",
            Kind::Heading => "heading",
            Kind::Credit => "credit",
            Kind::Flavour => "flavour",
        })
    }
}

/// How far the program has come with a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// The program keeps it, and a test proves it.
    Done,
    /// The program does not keep it yet.
    Todo,
    /// The program will not keep it, and `says` says why.
    OutOfScope,
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Status::Done => "done",
            Status::Todo => "todo",
            Status::OutOfScope => "out-of-scope",
        })
    }
}

/// A passage of a document: whole lines, or some sentences of one line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Source {
    /// The document's file; the ledger may leave it out when there is only one.
    pub document: String,
    /// The lines, from 1.
    pub lines: Extent,
    /// The sentences of that one line, from 1; all of them if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub passage: Option<Extent>,
    /// The hash of the passage's text, as [`passage_hash`] gives it.
    pub sha256: String,
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.lines.first == self.lines.last {
            write!(f, "{} line {}", self.document, self.lines)?;
        } else {
            write!(f, "{} lines {}", self.document, self.lines)?;
        }
        match self.passage {
            None => Ok(()),
            Some(some) if some.first == some.last => write!(f, " sentence {some}"),
            Some(some) => write!(f, " sentences {some}"),
        }
    }
}

/// Numbers from `first` to `last`, both included, written as `3` or `3-5`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// The first number, at least 1.
    pub first: u32,
    /// The last number, at least the first.
    pub last: u32,
}

impl Extent {
    /// Reads `3` or `3-5`; nothing else has a meaning.
    pub fn parse(text: &str) -> Option<Extent> {
        let number = |digits: &str| {
            let plain =
                !digits.starts_with('0') && digits.bytes().all(|byte| byte.is_ascii_digit());
            if plain { digits.parse::<u32>().ok() } else { None }
        };
        let (first, last) = text.split_once('-').unwrap_or((text, text));
        let (first, last) = (number(first)?, number(last)?);
        (first <= last).then_some(Extent { first, last })
    }

    /// Whether the number lies in it.
    pub fn contains(self, number: u32) -> bool {
        (self.first..=self.last).contains(&number)
    }
}

impl fmt::Display for Extent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.first == self.last {
            write!(f, "{}", self.first)
        } else {
            write!(f, "{}-{}", self.first, self.last)
        }
    }
}

impl Serialize for Extent {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A sentence of a document that no row stands for.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Hole {
    /// The document's file.
    pub document: String,
    /// The line, from 1.
    pub line: u32,
    /// The sentence in that line, from 1.
    pub sentence: u32,
}

impl fmt::Display for Hole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Hole { document, line, sentence } = self;
        write!(f, "{document} line {line} sentence {sentence} has no row: add it to one's source")
    }
}

/// A place where a document is not what the ledger remembers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// The line of the ledger's file to look at, or 0 if it concerns the whole document.
    pub line: usize,
    /// What differs.
    pub reason: String,
}

/// Everything that is wrong with a ledger's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LedgerError {
    /// The faults in the order of their lines; never empty.
    pub faults: Vec<LedgerFault>,
}

/// One thing that is wrong with a ledger's text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LedgerFault {
    /// The line of the ledger's file, from 1.
    pub line: usize,
    /// What is wrong, and what would be right.
    pub reason: String,
}

impl fmt::Display for LedgerFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.reason)
    }
}

impl fmt::Display for LedgerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, fault) in self.faults.iter().enumerate() {
            if index > 0 {
                f.write_str("\n")?;
            }
            fault.fmt(f)?;
        }
        Ok(())
    }
}

impl std::error::Error for LedgerError {}

impl Ledger {
    /// Reads a ledger's text and reports everything that is wrong with it at once.
    pub fn parse(text: &str) -> Result<Ledger, LedgerError> {
        read::ledger(text)
    }

    /// The row with this id, in any case, with or without the game before it.
    pub fn find(&self, id: &str) -> Option<&Rule> {
        let bare = match id.trim().split_once(':') {
            Some((game, bare)) if game.eq_ignore_ascii_case(&self.game) => bare,
            Some(_) => return None,
            None => id.trim(),
        };
        self.rules.iter().find(|rule| rule.bare_id().eq_ignore_ascii_case(bare))
    }

    /// The rows whose id, title or words contain this at the beginning of a word, in any case.
    pub fn search(&self, word: &str) -> Vec<&Rule> {
        self.rules.iter().filter(|rule| rule.has(word)).collect()
    }

    /// The sentences that no row stands for, known without the documents themselves.
    pub fn holes(&self) -> Vec<Hole> {
        let mut claimed = BTreeSet::new();
        for source in self.rules.iter().flat_map(|rule| &rule.source) {
            for document in self.documents.iter().filter(|one| one.file == source.document) {
                for (line, count) in document.sentences_within(source.lines) {
                    let some = source.passage.unwrap_or(Extent { first: 1, last: count });
                    let sentences = some.first..=some.last.min(count);
                    claimed.extend(sentences.map(|sentence| (&document.file, line, sentence)));
                }
            }
        }
        let mut holes = Vec::new();
        for document in &self.documents {
            for &(line, count) in &document.sentences {
                for sentence in 1..=count {
                    if !claimed.contains(&(&document.file, line, sentence)) {
                        holes.push(Hole { document: document.file.clone(), line, sentence });
                    }
                }
            }
        }
        holes
    }

    /// Where a document, now at hand, differs from what the ledger remembers of it.
    pub fn compare(&self, file: &str, bytes: &[u8]) -> Vec<Mismatch> {
        let Some(known) = self.documents.iter().find(|document| document.file == file) else {
            let reason = format!("{file} is not among the ledger's documents");
            return vec![Mismatch { line: 0, reason }];
        };
        let mut found = Vec::new();
        let now = Document::of(file, bytes);
        let mut differs = |what: &str| {
            let reason = format!("{file}: {what} not as the ledger has it; read what changed");
            found.push(Mismatch { line: 0, reason });
        };
        if now.sha256 != known.sha256 {
            differs("the whole file's SHA-256 is");
        }
        if now.lines != known.lines || now.blank != known.blank {
            differs("its lines and blank lines are");
        }
        if now.sentences != known.sentences {
            differs("its sentences per line are");
        }
        let text = String::from_utf8_lossy(bytes);
        for rule in &self.rules {
            for source in rule.source.iter().filter(|source| source.document == file) {
                let hash = passage_hash(&text, source.lines, source.passage);
                if hash.as_ref() != Some(&source.sha256) {
                    let reason = format!("{}: {source} has changed under its row", rule.id);
                    found.push(Mismatch { line: rule.line, reason });
                }
            }
        }
        found
    }
}

impl Document {
    /// What a ledger remembers of the document with these bytes.
    pub fn of(file: &str, bytes: &[u8]) -> Document {
        let text = String::from_utf8_lossy(bytes);
        let mut document = Document {
            file: file.to_owned(),
            lines: 0,
            sha256: hex(&Sha256::digest(bytes)),
            blank: Vec::new(),
            sentences: Vec::new(),
        };
        for (number, line) in (1..).zip(text.lines()) {
            document.lines = number;
            match u32::try_from(sentences(line).len()).unwrap_or(u32::MAX) {
                0 => document.blank.push(number),
                count => document.sentences.push((number, count)),
            }
        }
        document
    }

    /// The lines of a range that have words on them, with the number of their sentences.
    fn sentences_within(&self, lines: Extent) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.sentences.iter().copied().filter(move |(line, _)| lines.contains(*line))
    }
}

impl Rule {
    /// Whether id, title or words contain this, in any case, where a word begins.
    pub fn has(&self, word: &str) -> bool {
        let word = word.trim().to_lowercase();
        [&self.id, &self.title, &self.says].iter().any(|text| {
            let text = text.to_lowercase();
            text.match_indices(&word)
                .any(|(at, _)| !text[..at].chars().next_back().is_some_and(char::is_alphanumeric))
        })
    }

    /// The id without its game.
    pub fn bare_id(&self) -> &str {
        self.id.split_once(':').map_or(self.id.as_str(), |(_, bare)| bare)
    }
}

#[cfg(test)]
mod tests;
