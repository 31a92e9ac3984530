//! Holds the rulebooks, the code, the tests and the documents against each other.
//!
//! A rule that no code cites is perhaps not kept, one that no test cites is perhaps kept by luck,
//! and an id that no rulebook has sends its reader nowhere. A sentence of the document without a
//! row is a rule that nobody thought of.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::io;
use std::process::ExitCode;

use kernel::ledger::{Kind, Ledger, Rule, Status};

use crate::project::{Project, TextFile};

/// What is wrong, and where.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fault {
    file: String,
    line: usize,
    reason: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.reason)
    }
}

/// What the audit found.
#[derive(Debug, Default)]
pub struct Report {
    /// One line of numbers for each game.
    games: Vec<Numbers>,
    /// All that is wrong, in the order of files and lines.
    pub faults: Vec<Fault>,
    /// What could not be looked at.
    notes: Vec<String>,
}

/// The numbers of one game.
#[derive(Debug, Default, PartialEq, Eq)]
struct Numbers {
    game: String,
    rules: usize,
    rulings: usize,
    done: usize,
    in_code: usize,
    in_tests: usize,
    sentences: u32,
    holes: usize,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let heads = ["rules", "rulings", "done", "in code", "in tests", "sentences", "holes"];
        write!(f, "{:<10}", "game")?;
        heads.iter().try_for_each(|head| write!(f, "{head:>10}"))?;
        writeln!(f)?;
        for game in &self.games {
            write!(f, "{:<10}{:>10}{:>10}", game.game, game.rules, game.rulings)?;
            write!(f, "{:>10}{:>10}{:>10}", game.done, game.in_code, game.in_tests)?;
            writeln!(f, "{:>10}{:>10}", game.sentences, game.holes)?;
        }
        self.notes.iter().try_for_each(|note| writeln!(f, "note: {note}"))?;
        self.faults.iter().try_for_each(|fault| writeln!(f, "{fault}"))?;
        match self.faults.len() {
            0 => writeln!(f, "the audit found no fault"),
            1 => writeln!(f, "the audit found 1 fault"),
            count => writeln!(f, "the audit found {count} faults"),
        }
    }
}

/// The task: prints the report and fails if there is a fault.
pub fn run(project: &Project) -> ExitCode {
    match audit_project(project) {
        Ok(report) => {
            print!("{report}");
            if report.faults.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        Err(error) => {
            eprintln!("the audit can't read the project: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Audits the project as it lies on the disk.
pub fn audit_project(project: &Project) -> io::Result<Report> {
    let rulebooks = project.text_files("rulebook", ".toml")?;
    let mut sources = project.text_files("crates", ".rs")?;
    sources.extend(project.text_files("lab", ".toml")?);
    Ok(audit(&rulebooks, &sources, &|file| project.document(file)))
}

/// Audits rulebooks against sources, and against those documents that are at hand.
fn audit(
    rulebooks: &[TextFile],
    sources: &[TextFile],
    document: &dyn Fn(&str) -> Option<Vec<u8>>,
) -> Report {
    let mut report = Report::default();
    let mut ledgers = Vec::new();
    if rulebooks.is_empty() {
        let reason = "there is no rulebook to audit".to_owned();
        report.faults.push(Fault { file: "rulebook".to_owned(), line: 0, reason });
    }
    for book in rulebooks {
        match Ledger::parse(&book.text) {
            Ok(ledger) => ledgers.push((book, ledger)),
            Err(error) => report.faults.extend(error.faults.into_iter().map(|fault| Fault {
                file: book.path.clone(),
                line: fault.line,
                reason: fault.reason,
            })),
        }
    }
    let games: Vec<&str> = ledgers.iter().map(|(_, ledger)| ledger.game.as_str()).collect();
    let citations: Vec<(&str, Citation)> = sources
        .iter()
        .flat_map(|file| citations(file, &games).into_iter().map(|one| (file.path.as_str(), one)))
        .collect();
    for (book, ledger) in &ledgers {
        audit_names(book, ledger, &citations, &mut report);
        audit_citations(book, ledger, &citations, &mut report);
        audit_documents(book, ledger, document, &mut report);
    }
    report.faults.sort();
    report
}

/// The rulebook must be called after its game, and every cited id must be in it.
fn audit_names(
    book: &TextFile,
    ledger: &Ledger,
    citations: &[(&str, Citation)],
    report: &mut Report,
) {
    if book.path != format!("rulebook/{}.toml", ledger.game) {
        let reason = format!("the game is {}: call the file after it", ledger.game);
        report.faults.push(Fault { file: book.path.clone(), line: 1, reason });
    }
    let known: BTreeSet<&str> = ledger.rules.iter().map(|rule| rule.id.as_str()).collect();
    for (path, citation) in citations.iter().filter(|(_, one)| one.game == ledger.game) {
        let reason = if citation.range {
            format!("{} starts a range: cite each id by itself", citation.id)
        } else if known.contains(citation.id.as_str()) {
            continue;
        } else {
            format!("{} is not in {}", citation.id, book.path)
        };
        report.faults.push(Fault { file: (*path).to_owned(), line: citation.line, reason });
    }
}

/// Every row that is done must be cited by code and by a test.
fn audit_citations(
    book: &TextFile,
    ledger: &Ledger,
    citations: &[(&str, Citation)],
    report: &mut Report,
) {
    let mut places: BTreeMap<&str, (bool, bool)> = BTreeMap::new();
    for (_, citation) in citations {
        let (code, test) = places.entry(&citation.id).or_default();
        *code |= citation.place == Place::Code;
        *test |= citation.place == Place::Test;
    }
    let count = |kind| ledger.rules.iter().filter(|rule| rule.kind == kind).count();
    let mut numbers = Numbers {
        game: ledger.game.clone(),
        rules: count(Kind::Rule),
        rulings: count(Kind::Ruling),
        ..Numbers::default()
    };
    let owed = |rule: &&Rule| rule.kind.binds() && rule.status == Status::Done;
    for rule in ledger.rules.iter().filter(owed) {
        let (code, test) = places.get(rule.id.as_str()).copied().unwrap_or_default();
        numbers.done += 1;
        numbers.in_code += usize::from(code);
        numbers.in_tests += usize::from(test);
        for (cited, missing) in [(code, "code"), (test, "test")] {
            if !cited {
                let reason =
                    format!("{} ({}) is done, but no {missing} cites it", rule.id, rule.title);
                report.faults.push(Fault { file: book.path.clone(), line: rule.line, reason });
            }
        }
    }
    let sentences = ledger.documents.iter().flat_map(|document| &document.sentences);
    numbers.sentences = sentences.map(|(_, count)| *count).sum();
    numbers.holes = ledger.holes().len();
    report.games.push(numbers);
}

/// Every sentence must have a row, and a document at hand must be the one the rows were made from.
fn audit_documents(
    book: &TextFile,
    ledger: &Ledger,
    document: &dyn Fn(&str) -> Option<Vec<u8>>,
    report: &mut Report,
) {
    let line_of = |file: &str| {
        let named = |line: &str| line.contains(&format!("\"{file}\""));
        book.text.lines().position(named).map_or(0, |index| index + 1)
    };
    for hole in ledger.holes() {
        let (line, reason) = (line_of(&hole.document), hole.to_string());
        report.faults.push(Fault { file: book.path.clone(), line, reason });
    }
    for known in &ledger.documents {
        let Some(bytes) = document(&known.file) else {
            let note = format!("{} is not at hand, so its hashes were not compared", known.file);
            report.notes.push(note);
            continue;
        };
        for found in ledger.compare(&known.file, &bytes) {
            let line = if found.line == 0 { line_of(&known.file) } else { found.line };
            report.faults.push(Fault { file: book.path.clone(), line, reason: found.reason });
        }
    }
}

/// What a line that cites a rule counts as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// Code that keeps the rule.
    Code,
    /// A test that would break with it.
    Test,
    /// A benchmark or an example, which proves nothing either way.
    Other,
}

/// An id found in a source.
#[derive(Debug, PartialEq, Eq)]
struct Citation {
    game: String,
    id: String,
    line: usize,
    place: Place,
    /// Whether it starts a range such as `3..5`, which a search for the ids in it would miss.
    range: bool,
}

/// All citations in a file of rules of these games.
fn citations(file: &TextFile, games: &[&str]) -> Vec<Citation> {
    let whole = place_of(&file.path);
    let test_from = if whole == Place::Code { test_start(&file.text) } else { usize::MAX };
    let mut found = Vec::new();
    for (line, text) in (1..).zip(file.text.lines()) {
        let place = if line >= test_from { Place::Test } else { whole };
        for game in games {
            for (id, range) in ids_in(text, game) {
                let game = (*game).to_owned();
                found.push(Citation { game, id, line, place, range });
            }
        }
    }
    found
}

/// What a file counts as by its path.
fn place_of(path: &str) -> Place {
    let mut folders: Vec<&str> = path.split('/').collect();
    let name = folders.pop().unwrap_or_default();
    let tests = name == "tests.rs" || name.ends_with("_tests.rs") || folders.contains(&"tests");
    if tests || folders.first() == Some(&"lab") {
        Place::Test
    } else if folders.contains(&"benches") || folders.contains(&"examples") {
        Place::Other
    } else {
        Place::Code
    }
}

/// The line from which a source is test code to its end: the first `#[cfg(test)]`, unless that only
/// names a module in another file.
fn test_start(text: &str) -> usize {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let starts = |index: &usize| {
        let next = lines[index + 1..].iter().find(|line| !line.is_empty());
        lines[*index] == "#[cfg(test)]" && !next.is_some_and(|next| next.ends_with(';'))
    };
    (0..lines.len()).find(starts).map_or(usize::MAX, |index| index + 1)
}

/// The ids of one game in a line, each with whether a range starts there.
///
/// `game::path` and `game: value` are Rust and no citations: an id starts with a capital letter.
fn ids_in(line: &str, game: &str) -> Vec<(String, bool)> {
    let in_word = |sign: char| sign.is_alphanumeric() || sign == '_' || sign == '-';
    let prefix = format!("{game}:");
    let mut found = Vec::new();
    for (at, _) in line.match_indices(&prefix) {
        let rest = &line[at + prefix.len()..];
        if line[..at].ends_with(in_word)
            || !rest.starts_with(|sign: char| sign.is_ascii_uppercase())
        {
            continue;
        }
        let end = rest.find(|sign| !in_word(sign)).unwrap_or(rest.len());
        let (id, after) = (rest[..end].trim_end_matches('-'), &rest[end..]);
        let goes_on = |sign: &str| {
            let next = after.strip_prefix(sign).map(|next| next.trim_start_matches(['.', '=']));
            next.is_some_and(|next| next.starts_with(|sign: char| sign.is_ascii_alphanumeric()))
        };
        let range = ["..", "–", "—", "…", "/"].into_iter().any(goes_on);
        found.push((format!("{prefix}{id}"), range));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::ledger::{Document, Extent, passage_hash};

    const DOCUMENT: &str = "Roll one marble. The nearest wins.\n";

    fn file(path: &str, text: &str) -> TextFile {
        TextFile { path: path.to_owned(), text: text.to_owned() }
    }

    fn row(id: &str, passage: &str, status: &str) -> String {
        let one = Extent { first: 1, last: 1 };
        let hash = passage_hash(DOCUMENT, one, Extent::parse(passage)).expect("a passage");
        format!(
            "[[rule]]\nid = \"{id}\"\ntitle = \"T\"\nkind = \"rule\"\n\
             source = [{{ lines = \"1\", passage = \"{passage}\", sha256 = \"{hash}\" }}]\n\
             says = \"S\"\nstatus = \"{status}\"\n"
        )
    }

    fn book(rows: &[String]) -> TextFile {
        let sha256 = Document::of("marbles.txt", DOCUMENT.as_bytes()).sha256;
        let head = format!(
            "game = \"marbles\"\ntitle = \"Marbles\"\n[[document]]\nfile = \"marbles.txt\"\n\
             lines = 1\nsha256 = \"{sha256}\"\nsentences = [[1, 2]]\n"
        );
        file("rulebook/marbles.toml", &(head + &rows.concat()))
    }

    fn whole_book() -> TextFile {
        book(&[row("marbles:ROLL-1", "1", "done"), row("marbles:WIN-1", "2", "done")])
    }

    /// Sources that cite both rules, in code and in a test.
    fn whole_sources() -> Vec<TextFile> {
        let code = "/// `marbles:ROLL-1` and `marbles:WIN-1`.\n\
                    #[cfg(test)]\nmod tests {\n    // marbles:ROLL-1\n}\n";
        vec![file("crates/marbles/src/a.rs", code), file("lab/a.toml", "why = \"marbles:WIN-1\"")]
    }

    fn faults(books: &[TextFile], sources: &[TextFile]) -> Vec<String> {
        let report = audit(books, sources, &|_| None);
        report.faults.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_whole_project_has_no_faults_and_its_numbers_are_counted() {
        let report = audit(&[whole_book()], &whole_sources(), &|_| Some(DOCUMENT.into()));
        assert!(report.faults.is_empty() && report.notes.is_empty(), "{report}");
        let game = "marbles".to_owned();
        let (rules, done, in_code, in_tests, sentences) = (2, 2, 2, 2, 2);
        let want =
            Numbers { game, rules, done, in_code, in_tests, sentences, ..Numbers::default() };
        assert_eq!(report.games, [want]);
        assert!(report.to_string().ends_with("the audit found no fault\n"));
    }

    #[test]
    fn an_id_the_rulebook_lacks_is_a_fault_where_it_is_cited() {
        let mut sources = whole_sources();
        sources.push(file("crates/marbles/src/b.rs", "\n// marbles:WIN-2 and marbles:Win-1"));
        let want = [
            "crates/marbles/src/b.rs:2: marbles:WIN-2 is not in rulebook/marbles.toml",
            "crates/marbles/src/b.rs:2: marbles:Win-1 is not in rulebook/marbles.toml",
        ];
        assert_eq!(faults(&[whole_book()], &sources), want);
    }

    #[test]
    fn a_done_row_needs_code_and_a_test() {
        let sources = [
            file("crates/marbles/src/a.rs", "// marbles:ROLL-1"),
            file("crates/marbles/src/tests.rs", "// marbles:WIN-1"),
        ];
        let want = [
            "rulebook/marbles.toml:9: marbles:ROLL-1 (T) is done, but no test cites it",
            "rulebook/marbles.toml:16: marbles:WIN-1 (T) is done, but no code cites it",
        ];
        assert_eq!(faults(&[whole_book()], &sources), want);
    }

    #[test]
    fn rows_that_are_not_done_owe_nothing() {
        let rows = [row("marbles:ROLL-1", "1", "todo"), row("marbles:WIN-1", "2", "out-of-scope")];
        assert!(faults(&[book(&rows)], &[]).is_empty());
        let heading = row("marbles:TEXT-1", "1-2", "done").replace("\"rule\"", "\"heading\"");
        assert!(faults(&[book(&[heading])], &[]).is_empty());
    }

    #[test]
    fn an_uncovered_sentence_is_a_fault() {
        let rows = [row("marbles:ROLL-1", "1", "todo")];
        let found = faults(&[book(&rows)], &[]);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].starts_with("rulebook/marbles.toml:4: marbles.txt line 1 sentence 2"));
    }

    #[test]
    fn every_document_of_a_rulebook_is_audited() {
        let sheet = "Roll well.\nWin.\n";
        let known = Document::of("sheet.txt", sheet.as_bytes());
        let table = format!(
            "[[document]]\nfile = \"sheet.txt\"\nlines = 2\nsha256 = \"{}\"\n\
             sentences = [[1, 1], [2, 1]]\n[[rule]]",
            known.sha256
        );
        let hash = passage_hash(sheet, Extent { first: 1, last: 1 }, None).expect("a passage");
        let own = "source = [{ document = \"marbles.txt\", lines";
        let both = format!(
            "source = [{{ document = \"sheet.txt\", lines = \"1\", sha256 = \"{hash}\" }}, \
             {{ document = \"marbles.txt\", lines"
        );
        let text = whole_book().text.replacen("[[rule]]", &table, 1);
        let text = text.replace("source = [{ lines", own).replacen(own, &both, 1);
        let books = [file("rulebook/marbles.toml", &text)];
        let at_hand = |sheet: &'static str| {
            move |name: &str| Some(if name == "sheet.txt" { sheet } else { DOCUMENT }.into())
        };
        let report = audit(&books, &whole_sources(), &at_hand("Roll well.\nWin.\n"));
        let faults: Vec<String> = report.faults.iter().map(ToString::to_string).collect();
        assert_eq!(faults.len(), 1, "{report}");
        assert!(faults[0].starts_with("rulebook/marbles.toml:9: sheet.txt line 2 sentence 1"));
        let report = audit(&books, &whole_sources(), &at_hand("Roll badly.\nWin.\n"));
        let changed = |fault: &Fault| fault.reason.contains("ROLL-1: sheet.txt line 1 has changed");
        assert!(report.faults.iter().any(changed), "{report}");
    }

    #[test]
    fn a_changed_document_is_a_fault_and_a_missing_one_a_note() {
        let changed = DOCUMENT.replace("nearest", "farthest");
        let (books, sources) = ([whole_book()], whole_sources());
        let report = audit(&books, &sources, &|_| Some(changed.clone().into()));
        assert_eq!(report.faults.len(), 2, "{report}");
        assert_eq!((report.faults[0].line, report.faults[1].line), (4, 16));
        let report = audit(&books, &sources, &|_| None);
        assert!(report.faults.is_empty(), "{report}");
        assert_eq!(report.notes.len(), 1, "{report}");
    }

    #[test]
    fn a_duplicate_id_a_wrong_name_and_no_rulebook_are_faults() {
        let twice = [row("marbles:ROLL-1", "1", "todo"), row("marbles:ROLL-1", "2", "todo")];
        let found = faults(&[book(&twice)], &[]);
        assert!(found[0].starts_with("rulebook/marbles.toml:16: id = \"marbles:ROLL-1\" is there"));
        let misnamed = TextFile { path: "rulebook/chess.toml".to_owned(), ..whole_book() };
        let found = faults(&[misnamed], &whole_sources());
        assert_eq!(found, ["rulebook/chess.toml:1: the game is marbles: call the file after it"]);
        assert_eq!(faults(&[], &[]).len(), 1);
    }

    #[test]
    fn only_games_with_a_rulebook_are_audited() {
        let mut sources = whole_sources();
        sources.push(file("crates/kernel/src/ledger.rs", "// chess:MATE-1"));
        assert!(faults(&[whole_book()], &sources).is_empty());
    }

    #[test]
    fn ids_are_told_from_rust() {
        for (line, want) in [
            ("/// `marbles:ROLL-1` A roll.", vec![("marbles:ROLL-1", false)]),
            ("RuleId(\"marbles:R12\")", vec![("marbles:R12", false)]),
            ("See marbles:R1, marbles:R2.", vec![("marbles:R1", false), ("marbles:R2", false)]),
            ("use marbles::Roll; marbles: Roll", vec![]), // A path and a field.
            ("format!(\"marbles:{id}\")", vec![]),        // Not known before it runs.
            ("xmarbles:ROLL-1", vec![]),                  // Another game.
            ("marbles:ROLL-1-3", vec![("marbles:ROLL-1-3", false)]), // No such id.
            ("marbles:ROLL-1..3", vec![("marbles:ROLL-1", true)]),
            ("marbles:ROLL-1..=3", vec![("marbles:ROLL-1", true)]),
            ("marbles:ROLL-1–3", vec![("marbles:ROLL-1", true)]),
            ("marbles:ROLL-1/2", vec![("marbles:ROLL-1", true)]),
            ("the end marbles:ROLL-1...", vec![("marbles:ROLL-1", false)]),
        ] {
            let want: Vec<_> = want.into_iter().map(|(id, range)| (id.to_owned(), range)).collect();
            assert_eq!(ids_in(line, "marbles"), want, "{line}");
        }
    }

    #[test]
    fn a_range_is_a_fault() {
        let mut sources = whole_sources();
        sources.push(file("crates/marbles/src/b.rs", "// marbles:ROLL-1..3"));
        let want =
            "crates/marbles/src/b.rs:1: marbles:ROLL-1 starts a range: cite each id by itself";
        assert_eq!(faults(&[whole_book()], &sources), [want]);
    }

    #[test]
    fn code_tests_and_the_rest_are_told_apart() {
        for (path, want) in [
            ("crates/a/src/rules/roll.rs", Place::Code),
            ("crates/a/src/tests.rs", Place::Test),
            ("crates/a/src/roll_tests.rs", Place::Test),
            ("crates/a/tests/roll.rs", Place::Test),
            ("crates/a/src/tests/roll.rs", Place::Test),
            ("lab/a/roll.toml", Place::Test),
            ("crates/lab/src/roll.rs", Place::Code), // Only the folder of lab files counts.
            ("crates/a/src/contests.rs", Place::Code),
            ("crates/a/benches/roll.rs", Place::Other),
        ] {
            assert_eq!(place_of(path), want, "{path}");
        }
        for (text, want) in [
            ("a\n    #[cfg(test)]\nmod tests {\n", 2),
            ("#[cfg(test)]\n\nmod tests;\na\n", usize::MAX), // The tests are in another file.
            ("#[cfg(test)]\nmod tests;\n#[cfg(test)]\nmod more {\n", 3),
            ("// #[cfg(test)]\n", usize::MAX),
            ("#[cfg(test)]", 1),
        ] {
            assert_eq!(test_start(text), want, "{text}");
        }
    }
}
