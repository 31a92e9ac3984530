//! The ledger of a game: every rule of its document and every ruling, as rows with ids.
//!
//! Code and tests cite the ids, players look them up, and the audit holds all three together. The
//! document itself is not ours to carry, so the ledger keeps hashes of its passages and the number
//! of sentences in each line: enough to see that no sentence was left without a row, and to notice
//! when a passage changed under the row that explains it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::ops::Range;

use serde::{Deserialize, Serialize, Serializer};
use sha2::{Digest, Sha256};
use toml::Spanned;

use crate::hash::hex;

/// A line with more sentences than this is a mistake in the ledger, not a long paragraph.
const MAX_SENTENCES_PER_LINE: u32 = 1000;

/// Words that end in a full stop without ending a sentence.
const ABBREVIATIONS: [&str; 8] = ["i.e.", "e.g.", "etc.", "vs.", "cf.", "no.", "fig.", "approx."];

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
        let raw: RawLedger = toml::from_str(text).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start);
            let reason = error.message().to_owned();
            LedgerError { faults: vec![LedgerFault { line: line_of(text, at), reason }] }
        })?;
        let mut reader = Reader { text, faults: Vec::new() };
        let ledger = reader.ledger(raw);
        if reader.faults.is_empty() {
            Ok(ledger)
        } else {
            reader.faults.sort();
            Err(LedgerError { faults: reader.faults })
        }
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

/// The sentences of a line, each with single spaces between its words.
///
/// A sentence ends after a word that ends in `.`, `!` or `?` (closing brackets, quotes, emphasis
/// and tags after the sign don't count) when the next word does not start in lower case. Common
/// abbreviations, and a list's number or letter at the start, end no sentence. What is left at the
/// end of the line is a sentence too, so that every word of the line belongs to exactly one.
pub fn sentences(line: &str) -> Vec<String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let mut found = Vec::new();
    let mut start = 0;
    for index in 0..words.len() {
        let last = index + 1 == words.len();
        if last || ends_sentence(&words[start..=index], words[index + 1]) {
            found.push(words[start..=index].join(" "));
            start = index + 1;
        }
    }
    found
}

/// Whether a sentence ends with the last of these words, which `next` follows.
fn ends_sentence(so_far: &[&str], next: &str) -> bool {
    let Some((word, before)) = so_far.split_last() else {
        return false;
    };
    let core = without_closers(word);
    if !core.ends_with(['.', '!', '?']) {
        return false;
    }
    let bare = core.trim_start_matches(|sign: char| !sign.is_alphanumeric()).to_lowercase();
    if ABBREVIATIONS.contains(&bare.as_str()) {
        return false;
    }
    let at_start = before.iter().all(|word| !word.contains(char::is_alphanumeric));
    let marker = bare.trim_end_matches('.');
    let counts = marker.bytes().all(|byte| byte.is_ascii_digit()) || marker.chars().count() == 1;
    if at_start && counts {
        return false;
    }
    let first = next.chars().find(|sign| sign.is_alphanumeric());
    !first.is_some_and(char::is_lowercase)
}

/// A word without the brackets, quotes, emphasis and tags that close after it.
fn without_closers(word: &str) -> &str {
    let mut core = word;
    loop {
        let signs = [')', ']', '}', '"', '\'', '*', '_', '”', '’', '»'];
        let trimmed = core.trim_end_matches(signs);
        let next = match trimmed.rfind("</") {
            Some(at) if trimmed.ends_with('>') && !trimmed[at..].contains(' ') => &trimmed[..at],
            _ => trimmed,
        };
        if next.len() == core.len() {
            return core;
        }
        core = next;
    }
}

/// The hash of a passage of a document's text: whole lines, or some sentences of one line.
///
/// White space is normalised first, so that wrapping and line ends can't change a hash. `None` if
/// the document has no such passage.
pub fn passage_hash(text: &str, lines: Extent, passage: Option<Extent>) -> Option<String> {
    let at = |number: u32| usize::try_from(number).ok();
    let mut taken = Vec::new();
    let count = at(lines.last.checked_sub(lines.first)?)?.checked_add(1)?;
    let mut seen = 0;
    for line in text.lines().skip(at(lines.first.checked_sub(1)?)?).take(count) {
        taken.extend(sentences(line));
        seen += 1;
    }
    if seen != count || taken.is_empty() {
        return None;
    }
    let all = taken.as_slice();
    let chosen = match passage {
        None => all,
        Some(some) => all.get(at(some.first.checked_sub(1)?)?..at(some.last)?)?,
    };
    Some(hex(&Sha256::digest(chosen.join(" ").as_bytes())))
}

/// The line, from 1, in which the byte stands.
fn line_of(text: &str, byte: usize) -> usize {
    let before = text.as_bytes().get(..byte).unwrap_or(text.as_bytes());
    1 + before.split(|byte| *byte == b'\n').count().saturating_sub(1)
}

/// The file as TOML has it, before anything is known to fit together.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawLedger {
    game: Spanned<String>,
    title: Spanned<String>,
    #[serde(default)]
    document: Vec<RawDocument>,
    #[serde(default)]
    rule: Vec<RawRule>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawDocument {
    file: Spanned<String>,
    lines: u32,
    sha256: Spanned<String>,
    #[serde(default)]
    blank: Vec<u32>,
    #[serde(default)]
    sentences: Vec<(u32, u32)>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawRule {
    id: Spanned<String>,
    title: Spanned<String>,
    kind: Kind,
    #[serde(default)]
    source: Vec<RawSource>,
    says: Spanned<String>,
    status: Status,
    #[serde(default)]
    rulings: Vec<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawSource {
    document: Option<Spanned<String>>,
    lines: Spanned<String>,
    passage: Option<Spanned<String>>,
    sha256: Spanned<String>,
}

/// Turns the raw file into a ledger and gathers what is wrong on the way.
struct Reader<'a> {
    text: &'a str,
    faults: Vec<LedgerFault>,
}

impl Reader<'_> {
    fn fault(&mut self, at: Range<usize>, reason: String) {
        self.faults.push(LedgerFault { line: line_of(self.text, at.start), reason });
    }

    fn ledger(&mut self, raw: RawLedger) -> Ledger {
        let named = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
        let game = raw.game.get_ref();
        if game.is_empty() || !game.bytes().all(named) {
            let reason =
                format!("game = \"{game}\": write a name of lower-case letters and digits");
            self.fault(raw.game.span(), reason);
        }
        self.words("title", &raw.title);
        let game = raw.game.into_inner();
        let documents = self.documents(raw.document);
        let ids = self.ids(&game, &raw.rule);
        let rules = raw.rule.into_iter().map(|rule| self.rule(rule, &game, &documents, &ids));
        let rules = rules.collect();
        Ledger { game, title: raw.title.into_inner(), documents, rules }
    }

    fn words(&mut self, key: &str, value: &Spanned<String>) {
        if value.get_ref().trim().is_empty() {
            self.fault(value.span(), format!("{key} is empty: write at least a word"));
        }
    }

    fn hash(&mut self, value: &Spanned<String>) {
        let fits = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        if value.get_ref().len() != 64 || !value.get_ref().bytes().all(fits) {
            let reason = "sha256 must be 64 lower-case hexadecimal digits: let rules-hash write it";
            self.fault(value.span(), reason.to_owned());
        }
    }

    fn documents(&mut self, raw: Vec<RawDocument>) -> Vec<Document> {
        let mut documents: Vec<Document> = Vec::new();
        for document in raw {
            self.words("file", &document.file);
            self.hash(&document.sha256);
            let at = document.file.span();
            let file = document.file.into_inner();
            if documents.iter().any(|one| one.file == file) {
                self.fault(at.clone(), format!("{file} is there twice: keep one [[document]]"));
            }
            let document = Document {
                file,
                lines: document.lines,
                sha256: document.sha256.into_inner(),
                blank: document.blank,
                sentences: document.sentences,
            };
            if let Err(reason) = check_lines(&document) {
                self.fault(at, format!("{}: {reason}; let rules-hash write it", document.file));
            }
            documents.push(document);
        }
        documents
    }

    /// All ids with their kinds, of which every one may be there only once.
    fn ids(&mut self, game: &str, raw: &[RawRule]) -> BTreeMap<String, Kind> {
        let mut ids = BTreeMap::new();
        for rule in raw {
            let id = rule.id.get_ref();
            if let Err(reason) = check_id(id, game, rule.kind) {
                self.fault(rule.id.span(), format!("id = \"{id}\": {reason}"));
            }
            if ids.insert(id.to_ascii_uppercase(), rule.kind).is_some() {
                let reason = format!("id = \"{id}\" is there twice: give one of them a new number");
                self.fault(rule.id.span(), reason);
            }
        }
        ids
    }

    fn rule(
        &mut self,
        raw: RawRule,
        game: &str,
        documents: &[Document],
        ids: &BTreeMap<String, Kind>,
    ) -> Rule {
        self.words("title", &raw.title);
        self.words("says", &raw.says);
        let at = raw.id.span();
        let id = raw.id.into_inner();
        if raw.kind == Kind::Ruling && !raw.source.is_empty() {
            let reason = format!("{id} is a ruling and is ours: take its source away");
            self.fault(at.clone(), reason);
        }
        if raw.kind != Kind::Ruling && raw.source.is_empty() {
            let reason = format!("{id} has no source: name the lines it stands for");
            self.fault(at.clone(), reason);
        }
        let source = raw.source.into_iter();
        let source = source.filter_map(|source| self.source(source, documents)).collect();
        let mut rulings = Vec::new();
        for ruling in raw.rulings {
            let bare = ruling.get_ref().strip_prefix(&format!("{game}:"));
            let full = format!("{game}:{}", bare.unwrap_or(ruling.get_ref()));
            if ids.get(&full.to_ascii_uppercase()) != Some(&Kind::Ruling) {
                let reason = format!("{id} names {full}, which is no ruling of this ledger");
                self.fault(ruling.span(), reason);
            }
            rulings.push(full);
        }
        Rule {
            id,
            title: raw.title.into_inner(),
            kind: raw.kind,
            source,
            says: raw.says.into_inner(),
            status: raw.status,
            rulings,
            line: line_of(self.text, at.start),
        }
    }

    fn source(&mut self, raw: RawSource, documents: &[Document]) -> Option<Source> {
        self.hash(&raw.sha256);
        let document = match (&raw.document, documents) {
            (None, [only]) => Some(only),
            (None, _) => None,
            (Some(file), all) => all.iter().find(|document| document.file == *file.get_ref()),
        };
        let Some(document) = document else {
            let reason = match &raw.document {
                None => "with several documents or none, say which: document = \"FILE\"".to_owned(),
                Some(file) => format!("there is no [[document]] with file {}", file.get_ref()),
            };
            self.fault(raw.lines.span(), reason);
            return None;
        };
        let lines = self.extent("lines", &raw.lines)?;
        let passage = match &raw.passage {
            None => None,
            Some(passage) => Some(self.extent("passage", passage)?),
        };
        if let Err(reason) = check_source(document, lines, passage) {
            self.fault(raw.lines.span(), reason);
        }
        let (document, sha256) = (document.file.clone(), raw.sha256.into_inner());
        Some(Source { document, lines, passage, sha256 })
    }

    fn extent(&mut self, key: &str, value: &Spanned<String>) -> Option<Extent> {
        let extent = Extent::parse(value.get_ref());
        if extent.is_none() {
            let reason = format!("{key} = \"{}\": write \"3\" or \"3-5\"", value.get_ref());
            self.fault(value.span(), reason);
        }
        extent
    }
}

/// Every line must be either blank or have sentences, and be named once, in order.
fn check_lines(document: &Document) -> Result<(), String> {
    let mut all: Vec<u32> = document.blank.clone();
    all.extend(document.sentences.iter().map(|(line, _)| *line));
    all.sort_unstable();
    let every = u32::try_from(all.len()) == Ok(document.lines);
    if !every || !(1..).zip(&all).all(|(number, line)| number == *line) {
        let lines = document.lines;
        return Err(format!("blank and sentences must name each of the {lines} lines once"));
    }
    if !document.blank.is_sorted() || !document.sentences.is_sorted() {
        return Err("blank and sentences must be in the order of the lines".to_owned());
    }
    let fits = |count: u32| (1..=MAX_SENTENCES_PER_LINE).contains(&count);
    match document.sentences.iter().find(|(_, count)| !fits(*count)) {
        None => Ok(()),
        Some((line, count)) => Err(format!("line {line} can't have {count} sentences")),
    }
}

/// An id is `game:CHAPTER-1` or, for rulings and only for them, one capital letter and a number:
/// `game:R1`.
fn check_id(id: &str, game: &str, kind: Kind) -> Result<(), String> {
    let bare = id.split_once(':').filter(|(before, _)| *before == game).map(|(_, bare)| bare);
    let counts = |digits: &str| Extent::parse(digits).is_some() && !digits.contains('-');
    let chapter = |name: &str| !name.is_empty() && name.bytes().all(|b| b.is_ascii_uppercase());
    let letter = |sign: char| sign.is_ascii_uppercase();
    let fits = bare.is_some_and(|bare| match (kind, bare.split_once('-')) {
        (Kind::Ruling, None) => bare.strip_prefix(letter).is_some_and(counts),
        (Kind::Ruling, Some(_)) | (_, None) => false,
        (_, Some((name, number))) => chapter(name) && counts(number),
    });
    match (fits, kind) {
        (true, _) => Ok(()),
        (false, Kind::Ruling) => Err(format!("a ruling's id looks like {game}:R1")),
        (false, _) => Err(format!("an id that is no ruling's looks like {game}:CHAPTER-1")),
    }
}

/// A source must lie within its document, and name sentences of one line only.
fn check_source(document: &Document, lines: Extent, passage: Option<Extent>) -> Result<(), String> {
    if lines.last > document.lines {
        let (file, has) = (&document.file, document.lines);
        return Err(format!("lines = \"{lines}\": {file} has only {has} lines"));
    }
    let mut within = document.sentences_within(lines);
    let Some((line, count)) = within.next() else {
        return Err(format!("lines = \"{lines}\": there is nothing but blank lines"));
    };
    match passage {
        Some(_) if lines.first != lines.last => {
            Err(format!("passage names sentences of one line, and lines = \"{lines}\" are several"))
        }
        Some(some) if some.last > count => {
            Err(format!("passage = \"{some}\": line {line} has only {count} sentences"))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The document of a made-up game; line 2 is blank, line 3 has two sentences.
    const DOCUMENT: &str = "Marbles\n\nRoll one marble. The nearest wins!\nHave fun.\n";

    fn hash_of(lines: &str, passage: Option<&str>) -> String {
        let extent = |text| Extent::parse(text).expect("an extent");
        passage_hash(DOCUMENT, extent(lines), passage.map(extent)).expect("a passage")
    }

    /// The ledger of the made-up game, with every sentence claimed.
    fn ledger_text() -> String {
        let document = Document::of("marbles.txt", DOCUMENT.as_bytes());
        format!(
            r#"game = "marbles"
title = "Marbles"

[[document]]
file = "marbles.txt"
lines = 4
sha256 = "{whole}"
blank = [2]
sentences = [[1, 1], [3, 2], [4, 1]]

[[rule]]
id = "marbles:ROLL-1"
title = "Rolling"
kind = "rule"
source = [{{ lines = "3", passage = "1", sha256 = "{roll}" }}]
says = "A player rolls a single marble."
status = "done"
rulings = ["R1"]

[[rule]]
id = "marbles:WIN-1"
title = "Winning"
kind = "rule"
source = [{{ lines = "3", passage = "2", sha256 = "{win}" }}]
says = "Whoever comes closest has won."
status = "todo"

[[rule]]
id = "marbles:TEXT-1"
title = "Title"
kind = "heading"
source = [
  {{ lines = "1-2", sha256 = "{title}" }},
  {{ document = "marbles.txt", lines = "4", sha256 = "{fun}" }},
]
says = "The name of the game."
status = "done"

[[rule]]
id = "marbles:R1"
title = "Ties"
kind = "ruling"
says = "Marbles equally near are rolled again."
status = "out-of-scope"
"#,
            whole = document.sha256,
            roll = hash_of("3", Some("1")),
            win = hash_of("3", Some("2")),
            title = hash_of("1-2", None),
            fun = hash_of("4", None),
        )
    }

    fn ledger() -> Ledger {
        Ledger::parse(&ledger_text()).expect("the made-up ledger is fine")
    }

    /// The faults after one piece of the made-up ledger was replaced.
    fn faults(from: &str, to: &str) -> String {
        let text = ledger_text();
        assert!(text.contains(from), "the made-up ledger has no {from}");
        Ledger::parse(&text.replacen(from, to, 1)).expect_err("a fault").to_string()
    }

    #[test]
    fn a_ledger_is_read_whole() {
        let ledger = ledger();
        assert_eq!((ledger.game.as_str(), ledger.title.as_str()), ("marbles", "Marbles"));
        assert_eq!(ledger.documents, [Document::of("marbles.txt", DOCUMENT.as_bytes())]);
        let roll = &ledger.rules[0];
        assert_eq!((roll.kind, roll.status, roll.line), (Kind::Rule, Status::Done, 12));
        assert_eq!(roll.rulings, ["marbles:R1"]);
        assert_eq!(roll.source[0].to_string(), "marbles.txt line 3 sentence 1");
        assert_eq!(ledger.rules[2].source[0].to_string(), "marbles.txt lines 1-2");
        assert!(ledger.rules[3].source.is_empty());
    }

    #[test]
    fn ids_are_found_with_or_without_their_game_in_any_case() {
        let ledger = ledger();
        for id in ["marbles:WIN-1", "win-1", " Marbles:win-1 "] {
            assert_eq!(ledger.find(id).map(|rule| rule.line), Some(21), "{id}");
        }
        for id in ["WIN-2", "chess:WIN-1", ""] {
            assert_eq!(ledger.find(id), None, "{id}");
        }
    }

    #[test]
    fn a_game_may_have_its_own_letter_for_rulings() {
        let text =
            ledger_text().replace("marbles:R1", "marbles:K1").replace("[\"R1\"]", "[\"K1\"]");
        let ledger = Ledger::parse(&text).expect("the made-up ledger with another letter");
        assert_eq!(ledger.rules[0].rulings, ["marbles:K1"]);
        assert_eq!(ledger.find("k1").map(|rule| rule.kind), Some(Kind::Ruling));
    }

    #[test]
    fn search_looks_at_ids_titles_and_words() {
        let ledger = ledger();
        let ids =
            |word| -> Vec<&str> { ledger.search(word).into_iter().map(Rule::bare_id).collect() };
        assert_eq!(ids("win"), ["WIN-1"]);
        assert_eq!(ids("TIES"), ["R1"]);
        assert_eq!(ids("rolls a"), ["ROLL-1"]);
        // From the beginning of a word: `cover` is not in `recovery`.
        assert_eq!(ids("olls"), Vec::<&str>::new());
        assert!(ids("dice").is_empty());
    }

    #[test]
    fn a_sentence_without_a_row_is_a_hole() {
        let mut ledger = ledger();
        assert_eq!(ledger.holes(), []);
        ledger.rules.remove(1);
        let hole = |line, sentence| Hole { document: "marbles.txt".to_owned(), line, sentence };
        assert_eq!(ledger.holes(), [hole(3, 2)]);
        ledger.rules.remove(1);
        assert_eq!(ledger.holes(), [hole(1, 1), hole(3, 2), hole(4, 1)]);
    }

    #[test]
    fn a_changed_document_is_noticed_at_the_row_it_changed_under() {
        let ledger = ledger();
        assert_eq!(ledger.compare("marbles.txt", DOCUMENT.as_bytes()), []);
        let changed = DOCUMENT.replace("nearest", "farthest");
        let found = ledger.compare("marbles.txt", changed.as_bytes());
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(found[0].reason.contains("SHA-256"), "{found:?}");
        assert_eq!(found[1].line, 21);
        assert!(found[1].reason.starts_with("marbles:WIN-1"), "{found:?}");
        let shorter = ledger.compare("marbles.txt", b"Marbles\n");
        assert!(shorter.iter().any(|one| one.reason.contains("blank lines")), "{shorter:?}");
        assert!(shorter.iter().any(|one| one.reason.contains("sentences per line")));
        assert_eq!(ledger.compare("chess.txt", b"").len(), 1);
    }

    #[test]
    fn white_space_and_line_ends_change_no_passage() {
        let spaced = DOCUMENT.replace(' ', "  ").replace('\n', " \r\n");
        let third = Extent::parse("3").expect("an extent");
        assert_eq!(passage_hash(&spaced, third, None), Some(hash_of("3", None)));
    }

    #[test]
    fn a_passage_that_is_not_there_has_no_hash() {
        let extent = |first, last| Extent { first, last };
        for (lines, passage) in [
            (extent(5, 5), None),               // Beyond the end.
            (extent(4, 5), None),               // Partly beyond the end.
            (extent(2, 2), None),               // Blank.
            (extent(3, 3), Some(extent(3, 3))), // A third of two sentences.
            (extent(0, 1), None),               // Lines count from 1.
            (extent(3, 3), Some(extent(0, 1))), // So do sentences.
            (extent(3, 1), None),               // Backwards.
            (extent(3, 3), Some(extent(2, 0))), // Backwards.
        ] {
            assert_eq!(passage_hash(DOCUMENT, lines, passage), None, "{lines} {passage:?}");
        }
    }

    #[test]
    fn sentences_end_where_a_reader_would_end_them() {
        for (line, want) in [
            ("", vec![]),
            ("A heading", vec!["A heading"]),
            ("One.  Two!\tThree? Four", vec!["One.", "Two!", "Three?", "Four"]),
            ("Some (i.e. Marbles) roll. Done.", vec!["Some (i.e. Marbles) roll.", "Done."]),
            ("He said no! and left.", vec!["He said no! and left."]), // Lower case goes on.
            ("- 1. First marble rolls.", vec!["- 1. First marble rolls."]), // A list's number.
            ("a. First. Second.", vec!["a. First.", "Second."]),      // A list's letter.
            ("Up to 4. Then stop.", vec!["Up to 4.", "Then stop."]),  // A number, not a list's.
            ("(See above.) Go.", vec!["(See above.)", "Go."]),        // The bracket closes after.
            ("<u>Stop.</u> Go **on.** Now.", vec!["<u>Stop.</u>", "Go **on.**", "Now."]),
            ("Rolls 6.2 inches. 3 marbles.", vec!["Rolls 6.2 inches.", "3 marbles."]),
            ("Wait... What?", vec!["Wait...", "What?"]),
        ] {
            assert_eq!(sentences(line), want, "{line}");
        }
    }

    #[test]
    fn faults_name_the_line_and_what_would_be_right() {
        for (from, to, want) in [
            ("game = \"marbles\"", "game = \"Marbles!\"", "line 1: game = \"Marbles!\": write a"),
            ("title = \"Rolling\"", "title = \" \"", "line 13: title is empty"),
            ("marbles:WIN-1", "marbles:ROLL-1", "line 21: id = \"marbles:ROLL-1\" is there twice"),
            ("marbles:WIN-1", "chess:WIN-1", "looks like marbles:CHAPTER-1"),
            ("marbles:WIN-1", "marbles:WIN-01", "looks like marbles:CHAPTER-1"),
            ("marbles:WIN-1", "marbles:R2", "looks like marbles:CHAPTER-1"),
            ("marbles:R1", "marbles:TIES-1", "a ruling's id looks like marbles:R1"),
            ("marbles:R1", "marbles:r1", "a ruling's id looks like marbles:R1"),
            ("marbles:R1", "marbles:RR1", "a ruling's id looks like marbles:R1"),
            ("marbles:R1", "marbles:R", "a ruling's id looks like marbles:R1"),
            ("[\"R1\"]", "[\"R2\"]", "line 18: marbles:ROLL-1 names marbles:R2, which is no"),
            ("[\"R1\"]", "[\"WIN-1\"]", "which is no ruling"),
            ("\"rule\"", "\"rumour\"", "line 14: unknown variant `rumour`"),
            ("status = \"done\"\n", "", "missing field `status`"),
            ("says", "say", "unknown field `say`"),
            ("lines = \"3\"", "lines = \"5\"", "marbles.txt has only 4 lines"),
            ("lines = \"3\"", "lines = \"2\"", "nothing but blank lines"),
            ("lines = \"3\"", "lines = \"4-3\"", "write \"3\" or \"3-5\""),
            ("passage = \"1\"", "passage = \"1-3\"", "line 3 has only 2 sentences"),
            ("lines = \"3\"", "lines = \"3-4\"", "passage names sentences of one line"),
            ("document = \"marbles.txt\"", "document = \"chess.txt\"", "no [[document]] with"),
            ("blank = [2]", "blank = [2, 3]", "must name each of the 4 lines once"),
            ("blank = [2]", "blank = []", "must name each of the 4 lines once"),
            ("lines = 4", "lines = 4000000000", "must name each of the 4000000000 lines once"),
            ("[[1, 1], [3, 2], ", "[[3, 2], [1, 1], ", "must be in the order of the lines"),
            ("[3, 2]", "[3, 4000000000]", "line 3 can't have 4000000000 sentences"),
            ("sha256 = \"", "sha256 = \"X", "64 lower-case hexadecimal digits"),
            (
                "kind = \"ruling\"",
                "kind = \"ruling\"\nsource = [{ lines = \"3\", sha256 = \"\" }]",
                "take its source away",
            ),
        ] {
            let got = faults(from, to);
            assert!(got.contains(want), "{from} -> {to}: {got}");
        }
    }

    #[test]
    fn every_fault_is_reported_at_once_in_order() {
        let text = ledger_text().replace("says = \"", "says = \"\" # ");
        let error = Ledger::parse(&text).expect_err("four faults");
        let lines: Vec<usize> = error.faults.iter().map(|fault| fault.line).collect();
        assert_eq!(lines, [16, 25, 36, 43]);
    }

    #[test]
    fn a_rule_without_a_source_is_refused() {
        let text = ledger_text();
        let start = text.find("source = [{").expect("a source");
        let end = start + text[start..].find('\n').expect("a line end");
        let text = format!("{}{}", &text[..start], &text[end..]);
        let error = Ledger::parse(&text).expect_err("a fault").to_string();
        assert!(error.contains("line 12: marbles:ROLL-1 has no source"), "{error}");
    }

    #[test]
    fn several_documents_must_be_told_apart() {
        let second = "[[document]]\nfile = \"more.txt\"\nlines = 0\nsha256 = \"";
        let second = format!("{second}{}\"\n\n[[rule]]", "0".repeat(64));
        let got = faults("[[rule]]", &second);
        assert_eq!(got.lines().count(), 3, "{got}");
        assert!(got.contains("say which: document = \"FILE\""), "{got}");
    }

    #[test]
    fn no_cut_or_broken_text_makes_it_panic() {
        let text = ledger_text();
        for end in (0..text.len()).filter(|end| text.is_char_boundary(*end)) {
            let _ = Ledger::parse(&text[..end]);
            let _ = Ledger::parse(&text[end..]);
            let _ = Ledger::parse(&format!("{}\u{1f3b2}{}", &text[..end], &text[end..]));
        }
        for line in ["....", "\u{a0}.\u{a0}", "</", "a.</ >", "i.e.", "1.", ".", "</u></u> A"] {
            let _ = sentences(line);
            let _ = Document::of("", line.as_bytes());
        }
        let _ = Document::of("", &[0xff, b'\n', 0xfe]);
    }

    #[test]
    fn extents_read_back_as_they_are_written() {
        for text in ["1", "3-5", "7-4294967295"] {
            assert_eq!(Extent::parse(text).map(|extent| extent.to_string()).as_deref(), Some(text));
        }
        assert_eq!(Extent::parse("3-3").map(|extent| extent.to_string()).as_deref(), Some("3"));
        for text in ["", "0", "5-3", "1-", "-1", "+1", "1-2-3", "4294967296", " 1", "01"] {
            assert_eq!(Extent::parse(text), None, "{text}");
        }
    }
}
