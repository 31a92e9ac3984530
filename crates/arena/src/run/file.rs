//! The run file: JSON lines, a header and then the games in the order in which they ended.
//!
//! Lines are added whole, both games of a pair in one go, so that whoever kills the program loses
//! the games in flight and no more. A last line without its end was torn, and is cut off. A run that
//! is to have more games gets its header again, with their number.

use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use super::{Bout, FORMAT, Header};

/// A run as far as it has been played: its games by number.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    /// What it is of.
    pub header: Header,
    /// The games, by number.
    pub bouts: Vec<Bout>,
}

/// Why a file is no run.
#[derive(Debug)]
pub enum RunError {
    /// It can't be read or written.
    Io(io::Error),
    /// Another program is writing it.
    Busy,
    /// A line is wrong: which, from 1, and why.
    Line(usize, String),
    /// It is of something else.
    Other(String),
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RunError::Io(error) => error.fmt(f),
            RunError::Busy => f.write_str("another program is writing to it"),
            RunError::Line(line, reason) => write!(f, "line {line}: {reason}"),
            RunError::Other(reason) => {
                write!(f, "it is of another run: {reason}; name another file, or start anew")
            }
        }
    }
}

impl From<io::Error> for RunError {
    fn from(error: io::Error) -> Self {
        RunError::Io(error)
    }
}

impl Run {
    /// A run of which nothing is played yet.
    pub fn new(header: Header) -> Self {
        Run { header, bouts: Vec::new() }
    }

    /// Reads a run file's text; a torn last line is left out.
    pub fn parse(text: &str) -> Result<Run, RunError> {
        let whole = &text[..whole_lines(text.as_bytes())];
        let mut lines = whole.lines().zip(1..);
        let (first, _) = lines.next().ok_or_else(|| {
            RunError::Line(
                1,
                "it is empty; a run begins with a line that says what it is of".into(),
            )
        })?;
        let mut header = header(first)?;
        let mut bouts = Vec::new();
        for (line, number) in lines {
            let wrong = |reason: String| RunError::Line(number, reason);
            if line.starts_with("{\"format\"") {
                let more: Header =
                    serde_json::from_str(line).map_err(|error| wrong(error.to_string()))?;
                if !more.goes_on_from(&header) {
                    return Err(wrong("it begins another run in the middle of this one".into()));
                }
                header = more;
                continue;
            }
            let bout: Bout = serde_json::from_str(line)
                .map_err(|error| wrong(format!("this is no game of a run: {error}")))?;
            if bout.game >= header.games() {
                let last = header.games() - 1;
                return Err(wrong(format!("the games are 0 to {last}, not {}", bout.game)));
            }
            if bout.tallies.iter().any(|seat| seat.len() != header.tallies.len()) {
                return Err(wrong("it does not count what the first line says is counted".into()));
            }
            bouts.push(bout);
        }
        bouts.sort_by_key(|bout| bout.game);
        bouts.dedup_by_key(|bout| bout.game);
        Ok(Run { header, bouts })
    }

    /// Reads a run file.
    pub fn read(path: &Path) -> Result<Run, RunError> {
        Run::parse(&std::fs::read_to_string(path)?)
    }

    /// Drops the last line's game if the other of its pair was torn off; tells how long its line is.
    fn drop_half_pair(&mut self, whole: &str) -> usize {
        let last = whole.lines().last().unwrap_or_default();
        let Ok(Bout { game, .. }) = serde_json::from_str(last) else { return 0 };
        if self.bout(game ^ 1).is_some() {
            return 0;
        }
        self.bouts.retain(|bout| bout.game != game);
        last.len() + 1
    }

    /// The game of a number, if it was played.
    pub fn bout(&self, game: u64) -> Option<&Bout> {
        let at = self.bouts.binary_search_by_key(&game, |bout| bout.game).ok()?;
        Some(&self.bouts[at])
    }
}

fn header(line: &str) -> Result<Header, RunError> {
    #[derive(serde::Deserialize)]
    struct Format {
        format: String,
    }
    let wrong = |reason: String| RunError::Line(1, reason);
    let format: Format = serde_json::from_str(line)
        .map_err(|error| wrong(format!("this is no run file: {error}")))?;
    if format.format != FORMAT {
        return Err(wrong(format!("its format is \"{}\", not \"{FORMAT}\"", format.format)));
    }
    let header: Header = serde_json::from_str(line).map_err(|error| wrong(error.to_string()))?;
    let known = |meeting: &super::Meeting| {
        [meeting.one, meeting.two].iter().all(|who| *who < header.entrants.len())
            && meeting.all_setups().all(|setup| setup < header.setups.len())
    };
    if header.meetings.is_empty() || !header.meetings.iter().all(known) || header.pairs == 0 {
        return Err(wrong("its meetings name entrants or setups that it does not have".into()));
    }
    Ok(header)
}

fn whole_lines(text: &[u8]) -> usize {
    text.iter().rposition(|byte| *byte == b'\n').map_or(0, |last| last + 1)
}

/// A run file that games are added to. Nobody else may write to it meanwhile.
#[derive(Debug)]
pub struct RunFile(File);

impl RunFile {
    /// Begins a run, or takes it up where it was left. Refuses a file that is of another run.
    pub fn open(path: &Path, header: &Header) -> Result<(RunFile, Run), RunError> {
        let mut file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        if let Err(error) = file.try_lock() {
            return Err(match error {
                std::fs::TryLockError::WouldBlock => RunError::Busy,
                std::fs::TryLockError::Error(error) => RunError::Io(error),
            });
        }
        let mut text = String::new();
        file.read_to_string(&mut text)?;
        let whole = whole_lines(text.as_bytes());
        // A first line that was torn is of a run that never began, but nothing else may be lost.
        if whole == 0 && (text.is_empty() || text.starts_with("{\"format\":\"vanguard-run")) {
            file.set_len(0)?;
            file.rewind()?;
            file.write_all(line(header)?.as_bytes())?;
            return Ok((RunFile(file), Run::new(header.clone())));
        }
        let mut run = Run::parse(if whole == 0 { &text } else { &text[..whole] })?;
        let grows = header.goes_on_from(&run.header);
        if let Some(reason) = run.header.differs(header).filter(|_| !grows) {
            return Err(RunError::Other(reason));
        }
        let kept = whole - run.drop_half_pair(&text[..whole]);
        file.set_len(kept as u64)?;
        file.seek(SeekFrom::End(0))?;
        if grows {
            file.write_all(line(header)?.as_bytes())?;
            run.header = header.clone();
        }
        Ok((RunFile(file), run))
    }

    /// Adds games, all of them or none.
    pub fn add(&mut self, bouts: &[Bout]) -> io::Result<()> {
        let lines: Result<Vec<String>, _> = bouts.iter().map(line).collect();
        self.0.write_all(lines?.concat().as_bytes())?;
        self.0.flush()
    }
}

fn line<T: serde::Serialize>(value: &T) -> io::Result<String> {
    Ok(serde_json::to_string(value)? + "\n")
}
