//! A ledger of a made-up game, right and wrong.

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
    let text = ledger_text().replace("marbles:R1", "marbles:K1").replace("[\"R1\"]", "[\"K1\"]");
    let ledger = Ledger::parse(&text).expect("the made-up ledger with another letter");
    assert_eq!(ledger.rules[0].rulings, ["marbles:K1"]);
    assert_eq!(ledger.find("k1").map(|rule| rule.kind), Some(Kind::Ruling));
}

#[test]
fn search_looks_at_ids_titles_and_words() {
    let ledger = ledger();
    let ids = |word| -> Vec<&str> { ledger.search(word).into_iter().map(Rule::bare_id).collect() };
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
