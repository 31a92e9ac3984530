//! Lines of bounded length from somebody who may send anything.

use std::io::{self, BufRead};

/// No line of a program may be longer, in bytes: an arrangement of a whole line is far below.
pub const LINE_MAX: usize = 64 * 1024;

/// What came instead of silence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// A line of text, without its end.
    Text(String),
    /// A line longer than [`LINE_MAX`]; it was thrown away.
    TooLong,
    /// A line that is no UTF-8.
    NotText,
}

/// Reads the next line that is not blank; `None` at the end. Never keeps more than [`LINE_MAX`]
/// bytes, however long the line is.
pub fn next(from: &mut impl BufRead) -> io::Result<Option<Line>> {
    let mut kept = Vec::new();
    let mut too_long = false;
    loop {
        let bytes = match from.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            bytes => bytes?,
        };
        let end = bytes.iter().position(|byte| *byte == b'\n');
        let part = &bytes[..end.unwrap_or(bytes.len())];
        too_long |= kept.len() + part.len() > LINE_MAX;
        if !too_long {
            kept.extend_from_slice(part);
        }
        let (used, at_end) = (part.len() + usize::from(end.is_some()), bytes.is_empty());
        from.consume(used);
        if end.is_none() && !at_end {
            continue;
        }
        if too_long {
            return Ok(Some(Line::TooLong));
        }
        if !kept.trim_ascii().is_empty() {
            let text = String::from_utf8(kept);
            return Ok(Some(text.map_or(Line::NotText, |text| Line::Text(text.trim().into()))));
        }
        if at_end {
            return Ok(None);
        }
        kept.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_one_by_one_and_long_ones_are_thrown_away() {
        let long = "x".repeat(LINE_MAX + 1);
        let most = "y".repeat(LINE_MAX);
        let text = format!("one\r\n\n  \n{long}\ntwo\n{most}\nlast");
        // A small buffer, so that lines come in pieces.
        let mut from = io::BufReader::with_capacity(7, text.as_bytes());
        let mut lines = Vec::new();
        while let Some(line) = next(&mut from).expect("memory can be read") {
            lines.push(line);
        }
        let text = |text: &str| Line::Text(text.into());
        assert_eq!(lines, [text("one"), Line::TooLong, text("two"), text(&most), text("last")]);
    }

    #[test]
    fn bytes_that_are_no_text_are_told_apart() {
        let mut from: &[u8] = b"\xff\xfe\nfine\n";
        assert_eq!(next(&mut from).unwrap(), Some(Line::NotText));
        assert_eq!(next(&mut from).unwrap(), Some(Line::Text("fine".into())));
        assert_eq!(next(&mut from).unwrap(), None);
    }
}
