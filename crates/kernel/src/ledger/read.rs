//! Reading a ledger from its file, with every fault and its line.

use std::collections::BTreeMap;
use std::ops::Range;

use serde::Deserialize;
use toml::Spanned;

use super::passage::MAX_SENTENCES_PER_LINE;
use super::{Document, Extent, Kind, Ledger, LedgerError, LedgerFault, Rule, Source, Status};

/// Reads a ledger's text and reports everything that is wrong with it at once.
pub(super) fn ledger(text: &str) -> Result<Ledger, LedgerError> {
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
