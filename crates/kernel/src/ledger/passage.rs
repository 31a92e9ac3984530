//! Sentences of a document, and what tells that a passage has changed.

use sha2::{Digest, Sha256};

use super::Extent;
use crate::hash::hex;

/// A line with more sentences than this is a mistake in the ledger, not a long paragraph.
pub(super) const MAX_SENTENCES_PER_LINE: u32 = 1000;

/// Words that end in a full stop without ending a sentence.
pub(super) const ABBREVIATIONS: [&str; 8] =
    ["i.e.", "e.g.", "etc.", "vs.", "cf.", "no.", "fig.", "approx."];

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
pub(super) fn ends_sentence(so_far: &[&str], next: &str) -> bool {
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
pub(super) fn without_closers(word: &str) -> &str {
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
