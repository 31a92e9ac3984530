//! What was said, line by line, for whoever wants to know why.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// Where the lines of one program in one game are written, if anywhere.
#[derive(Default)]
pub struct Transcript(Option<BufWriter<File>>);

impl Transcript {
    /// Nowhere.
    pub fn nowhere() -> Self {
        Transcript(None)
    }

    /// Into a new file.
    pub fn file(path: &Path) -> io::Result<Self> {
        Ok(Transcript(Some(BufWriter::new(File::create(path)?))))
    }

    /// The table said this.
    pub fn told(&mut self, line: &str) {
        self.write('>', line);
    }

    /// The program said this.
    pub fn heard(&mut self, line: &str) {
        self.write('<', line);
    }

    fn write(&mut self, way: char, line: &str) {
        // A transcript is a help; a full disk must not decide a game.
        if let Some(file) = &mut self.0 {
            let _ = writeln!(file, "{way} {line}");
        }
    }
}
