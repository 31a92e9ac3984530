//! Writes what a rulebook remembers of its documents, so that nobody computes a hash by hand.
//!
//! A row's author writes `{ lines = "3", passage = "1-2" }` and this fills in the rest, leaving every
//! other byte of the file as it is. It names the rows whose passage changed, for those have to be
//! read again: a new hash says only that somebody should have.

use std::fmt::Write;
use std::fs;
use std::ops::Range;
use std::process::ExitCode;

use kernel::ledger::{Document, Extent, Ledger, passage_hash};
use serde::Deserialize;
use toml::Spanned;

use crate::project::Project;

/// Arrays are wrapped before this column.
const WIDTH: usize = 110;

/// The task: rewrites `rulebook/GAME.toml` and says what changed.
pub fn run(project: &Project, game: &str) -> ExitCode {
    let path = project.path(&format!("rulebook/{game}.toml"));
    let outcome = fs::read_to_string(&path)
        .map_err(|error| format!("can't read {}: {error}", path.display()))
        .and_then(|text| {
            let done = rehash(&text, &|file| {
                let missing = || format!("{file} is in none of {:?}", project.document_folders());
                project.document(file).ok_or_else(missing)
            })?;
            if done.text != text {
                fs::write(&path, &done.text)
                    .map_err(|error| format!("can't write {}: {error}", path.display()))?;
            }
            Ok(done)
        });
    match outcome {
        Ok(done) => {
            done.changed.iter().for_each(|line| println!("{line}"));
            println!("rulebook/{game}.toml: entries changed: {}", done.changed.len());
            ExitCode::SUCCESS
        }
        Err(reason) => {
            eprintln!("{reason}");
            ExitCode::FAILURE
        }
    }
}

/// A rulebook with everything filled in.
#[derive(Debug)]
struct Rehashed {
    text: String,
    /// What was filled in or changed, a line each.
    changed: Vec<String>,
}

/// The parts of a rulebook that are written here; the rest is left alone.
#[derive(Deserialize)]
struct Book {
    #[serde(default)]
    document: Vec<BookDocument>,
    #[serde(default)]
    rule: Vec<BookRule>,
}

#[derive(Deserialize)]
struct BookDocument {
    file: Spanned<String>,
    lines: Option<Spanned<toml::Value>>,
    sha256: Option<Spanned<toml::Value>>,
    blank: Option<Spanned<toml::Value>>,
    sentences: Option<Spanned<toml::Value>>,
}

#[derive(Deserialize)]
struct BookRule {
    id: String,
    #[serde(default)]
    source: Vec<BookSource>,
}

#[derive(Deserialize)]
struct BookSource {
    document: Option<String>,
    lines: Spanned<String>,
    passage: Option<Spanned<String>>,
    sha256: Option<Spanned<String>>,
}

/// A piece of the text and what comes in its place.
struct Edit {
    at: Range<usize>,
    text: String,
}

/// Fills in all hashes and counts of a rulebook's text from its documents.
fn rehash(
    text: &str,
    document: &dyn Fn(&str) -> Result<Vec<u8>, String>,
) -> Result<Rehashed, String> {
    let book: Book = toml::from_str(text).map_err(|error| error.to_string())?;
    let mut edits = Vec::new();
    let mut changed = Vec::new();
    let mut documents = Vec::new();
    for known in &book.document {
        let file = known.file.get_ref();
        let bytes = document(file)?;
        let new = edit_document(text, known, &Document::of(file, &bytes));
        if !new.is_empty() {
            changed.push(format!("{file}: its hash or counts"));
        }
        edits.extend(new);
        documents.push((file.as_str(), String::from_utf8_lossy(&bytes).into_owned()));
    }
    for rule in &book.rule {
        for source in &rule.source {
            if let Some(edit) = edit_source(&rule.id, source, &documents)? {
                changed.push(format!("{}: {}", rule.id, place(source)));
                edits.push(edit);
            }
        }
    }
    let text = apply(text, edits);
    Ledger::parse(&text)
        .map_err(|error| format!("nothing written, for it would be wrong:\n{error}"))?;
    Ok(Rehashed { text, changed })
}

/// What has to change in a `[[document]]` table.
fn edit_document(text: &str, known: &BookDocument, now: &Document) -> Vec<Edit> {
    let pairs = now.sentences.iter().map(|(line, count)| format!("[{line}, {count}]"));
    let values = [
        ("lines", &known.lines, now.lines.to_string()),
        ("sha256", &known.sha256, format!("\"{}\"", now.sha256)),
        ("blank", &known.blank, array(now.blank.iter().map(u32::to_string))),
        ("sentences", &known.sentences, array(pairs)),
    ];
    let mut edits = Vec::new();
    let mut missing = String::new();
    for (key, old, new) in values {
        match old {
            None => _ = write!(missing, "\n{key} = {new}"),
            Some(old) if squeezed(&text[old.span()]) != squeezed(&new) => {
                edits.push(Edit { at: old.span(), text: new });
            }
            Some(_) => {}
        }
    }
    if !missing.is_empty() {
        let end = known.file.span().end;
        edits.push(Edit { at: end..end, text: missing });
    }
    edits
}

/// What has to change in a row's source.
fn edit_source(
    id: &str,
    source: &BookSource,
    documents: &[(&str, String)],
) -> Result<Option<Edit>, String> {
    let document = match (&source.document, documents) {
        (None, [(_, only)]) => only,
        (None, _) => return Err(format!("{id}: say which document its source is in")),
        (Some(file), all) => match all.iter().find(|(name, _)| name == file) {
            Some((_, text)) => text,
            None => return Err(format!("{id}: there is no [[document]] with file {file}")),
        },
    };
    let lines = source.lines.get_ref();
    let passage = source.passage.as_ref().map(Spanned::get_ref);
    let missing = || format!("{id}: there is no {}", place(source));
    let extent = |text: &String| Extent::parse(text).ok_or_else(missing);
    let hash = passage_hash(document, extent(lines)?, passage.map(extent).transpose()?);
    let hash = hash.ok_or_else(missing)?;
    Ok(match &source.sha256 {
        Some(old) if *old.get_ref() == hash => None,
        Some(old) => Some(Edit { at: old.span(), text: format!("\"{hash}\"") }),
        None => {
            let after = source.passage.as_ref().map_or(0, |passage| passage.span().end);
            let end = after.max(source.lines.span().end);
            Some(Edit { at: end..end, text: format!(", sha256 = \"{hash}\"") })
        }
    })
}

/// A source in words, with its document if the row names one.
fn place(source: &BookSource) -> String {
    let document = source.document.as_ref().map_or(String::new(), |file| format!("{file} "));
    let passage = source.passage.as_ref().map_or("all", |some| some.get_ref());
    format!("{document}line {}, sentence {passage}", source.lines.get_ref())
}

/// An array in TOML, wrapped if it is long.
fn array(items: impl Iterator<Item = String>) -> String {
    let items: Vec<String> = items.collect();
    let short = format!("[{}]", items.join(", "));
    if short.len() <= WIDTH {
        return short;
    }
    let mut text = String::from("[");
    let mut column = WIDTH;
    for item in items {
        if column + item.len() + 2 > WIDTH {
            text.push_str("\n ");
            column = 1;
        }
        _ = write!(text, " {item},");
        column += item.len() + 2;
    }
    text + "\n]"
}

/// A value without white space and last commas, so that another way of wrapping is no change.
fn squeezed(value: &str) -> String {
    value.split_whitespace().collect::<String>().replace(",]", "]")
}

/// The text with all edits made, the last first so that the others stay where they are.
fn apply(text: &str, mut edits: Vec<Edit>) -> String {
    edits.sort_by_key(|edit| edit.at.start);
    let mut text = text.to_owned();
    for edit in edits.iter().rev() {
        text.replace_range(edit.at.clone(), &edit.text);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const DOCUMENT: &str = "Marbles\n\nRoll one marble. The nearest wins.\n";

    const BARE: &str = r#"# A comment stays.
game = "marbles"
title = "Marbles"

[[document]]
file = "marbles.txt" # So does this one.

[[rule]]
id = "marbles:ROLL-1"
title = "Rolling"
kind = "rule"
source = [{ lines = "3", passage = "1" }, { passage = "2", lines = "3" }]
says = "A player rolls a single marble; the closest wins."
status = "todo"

[[rule]]
id = "marbles:TEXT-1"
title = "Title"
kind = "heading"
source = [
  { lines = "1", sha256 = "?" },
]
says = "The name of the game."
status = "done"
"#;

    fn with(document: &'static str) -> impl Fn(&str) -> Result<Vec<u8>, String> {
        move |_| Ok(document.into())
    }

    #[test]
    fn a_bare_rulebook_is_filled_in_and_then_stays() {
        let done = rehash(BARE, &with(DOCUMENT)).expect("a rulebook");
        let ledger = Ledger::parse(&done.text).expect("a ledger");
        assert_eq!(ledger.compare("marbles.txt", DOCUMENT.as_bytes()), []);
        assert_eq!(ledger.holes(), []);
        assert_eq!(done.changed.len(), 4, "{:?}", done.changed);
        assert!(done.text.starts_with("# A comment stays.\n"));
        assert!(done.text.contains("# So does this one."));
        let again = rehash(&done.text, &with(DOCUMENT)).expect("a rulebook");
        assert_eq!(again.text, done.text);
        assert!(again.changed.is_empty(), "{:?}", again.changed);
    }

    #[test]
    fn only_rows_whose_passage_changed_are_named() {
        let done = rehash(BARE, &with(DOCUMENT)).expect("a rulebook");
        let other = "Marbles\n\nRoll one marble. The farthest wins.\n";
        let again = rehash(&done.text, &with(other)).expect("a rulebook");
        let want = ["marbles.txt: its hash or counts", "marbles:ROLL-1: line 3, sentence 2"];
        assert_eq!(again.changed, want);
    }

    #[test]
    fn a_passage_or_document_that_is_not_there_writes_nothing() {
        let error = rehash(BARE, &with("Marbles\n")).expect_err("a missing line");
        assert!(error.contains("marbles:ROLL-1: there is no line 3, sentence 1"), "{error}");
        let error = rehash(BARE, &|file| Err(format!("no {file}"))).expect_err("no document");
        assert_eq!(error, "no marbles.txt");
        let wrong = BARE.replace("\"todo\"", "\"maybe\"");
        let error = rehash(&wrong, &with(DOCUMENT)).expect_err("a wrong rulebook");
        assert!(error.contains("nothing written") && error.contains("maybe"), "{error}");
    }

    #[test]
    fn each_of_two_documents_has_its_own_hashes() {
        let sheet = |words: &str| format!("Sheet\n{words}\n").into_bytes();
        let documents = |words: &'static str| {
            move |file: &str| match file {
                "marbles.txt" => Ok(DOCUMENT.into()),
                "sheet.txt" => Ok(sheet(words)),
                _ => Err(format!("no {file}")),
            }
        };
        let bare = BARE
            .replace(
                "[[rule]]\nid = \"marbles:ROLL-1\"",
                "[[document]]\nfile = \"sheet.txt\"\n\n[[rule]]\nid = \"marbles:ROLL-1\"",
            )
            .replace("{ lines", "{ document = \"marbles.txt\", lines")
            .replace("{ passage", "{ document = \"marbles.txt\", passage")
            .replace(
                "source = [\n",
                "source = [\n  { lines = \"1-2\", document = \"sheet.txt\" },\n",
            );
        let done = rehash(&bare, &documents("Roll one.")).expect("a rulebook");
        let ledger = Ledger::parse(&done.text).expect("a ledger");
        assert_eq!(ledger.documents.len(), 2);
        assert_eq!(ledger.compare("marbles.txt", DOCUMENT.as_bytes()), []);
        assert_eq!(ledger.compare("sheet.txt", &sheet("Roll one.")), []);
        assert_eq!(ledger.holes(), []);
        let again = rehash(&done.text, &documents("Roll two.")).expect("a rulebook");
        let want =
            ["sheet.txt: its hash or counts", "marbles:TEXT-1: sheet.txt line 1-2, sentence all"];
        assert_eq!(again.changed, want);
        let unnamed = bare.replace(", document = \"sheet.txt\"", "");
        let error = rehash(&unnamed, &documents("Roll one.")).expect_err("which document?");
        assert_eq!(error, "marbles:TEXT-1: say which document its source is in");
    }

    #[test]
    fn long_arrays_are_wrapped_and_read_back() {
        let text = array((1..200).map(|number| number.to_string()));
        assert!(text.lines().all(|line| line.len() <= WIDTH), "{text}");
        let parsed: toml::Table = toml::from_str(&format!("a = {text}")).expect("TOML");
        assert_eq!(parsed["a"].as_array().map(Vec::len), Some(199));
        assert_eq!(squeezed(&text), squeezed(&text.replace('\n', "")));
        assert_eq!(array(std::iter::empty()), "[]");
    }
}
