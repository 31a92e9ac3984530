//! The keyboard and the screen, line by line, so that the same works through a pipe.

use std::io::{self, BufRead, IsTerminal, Write};

/// Where a match is played.
pub struct Terminal {
    input: Box<dyn BufRead>,
    output: Box<dyn Write>,
    interactive: bool,
    clears: bool,
}

impl Terminal {
    /// Standard input and output.
    pub fn standard() -> Self {
        Terminal {
            input: Box::new(io::stdin().lock()),
            output: Box::new(anstream::stdout()),
            interactive: io::stdin().is_terminal(),
            clears: io::stdout().is_terminal(),
        }
    }

    /// Whether a person is there to answer.
    pub fn interactive(&self) -> bool {
        self.interactive
    }

    /// Writes a line, or several.
    pub fn say(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.output, "{text}")
    }

    /// Asks and reads a line; `None` at the end of the input.
    pub fn ask(&mut self, prompt: &str) -> io::Result<Option<String>> {
        write!(self.output, "{prompt}")?;
        self.output.flush()?;
        let mut line = Vec::new();
        if self.input.read_until(b'\n', &mut line)? == 0 {
            writeln!(self.output)?;
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&line).trim().to_owned();
        if !self.interactive {
            // Nobody has typed the line on this screen: without it a transcript makes no sense.
            writeln!(self.output, "{line}")?;
        }
        Ok(Some(line))
    }

    /// Leaves nothing of what was shown, in the window or above it.
    pub fn clear(&mut self) -> io::Result<()> {
        if self.clears {
            write!(self.output, "\x1b[2J\x1b[3J\x1b[H")?;
        } else {
            writeln!(self.output, "\n{}", "-".repeat(crate::text::COLUMNS))?;
        }
        self.output.flush()
    }
}
