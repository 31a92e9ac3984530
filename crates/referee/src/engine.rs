//! A program with its process, which goes on from game to game.

use std::time::Instant;

use crate::lines::Line;
use crate::message::Introduction;
use crate::process::{Heard, Process, Stuck};
use crate::program::Program;
use crate::transcript::Transcript;

/// A program with its process.
pub struct Engine {
    program: Program,
    process: Option<Process>,
    transcript: Transcript,
    /// What it said of itself when it was last started.
    pub introduction: Introduction,
}

impl Engine {
    /// A program that is not running yet.
    pub fn new(program: Program) -> Self {
        let (transcript, introduction) = (Transcript::nowhere(), Introduction::default());
        Engine { program, process: None, transcript, introduction }
    }

    /// From now on what is said is written there.
    pub fn transcribe(&mut self, transcript: Transcript) {
        self.transcript = transcript;
    }

    /// Whether it runs.
    pub fn runs(&self) -> bool {
        self.process.is_some()
    }

    /// Starts it, or says why it can't be started.
    pub fn start(&mut self) -> Result<(), String> {
        let process = Process::start(&self.program.words);
        self.process = Some(process.map_err(|error| format!("it can't be started: {error}"))?);
        Ok(())
    }

    /// Tells it a line, if it runs.
    pub fn say(&mut self, line: String) -> Result<(), Stuck> {
        let Some(process) = &self.process else { return Ok(()) };
        self.transcript.told(&line);
        process.tell(line)
    }

    /// Listens until it says something, at most until then.
    pub fn hear(&mut self, until: Instant) -> Heard {
        let heard = self.process.as_mut().map_or(Heard::Gone, |process| process.hear(until));
        self.note(&heard);
        heard
    }

    /// What it has said already, without waiting.
    pub fn heard(&mut self) -> Heard {
        let heard = self.process.as_mut().map_or(Heard::Gone, Process::heard);
        self.note(&heard);
        heard
    }

    fn note(&mut self, heard: &Heard) {
        if let Heard::Line(line) = heard {
            self.transcript.heard(match line {
                Line::Text(text) => text,
                Line::TooLong => "(a line that is too long)",
                Line::NotText => "(a line that is no text)",
            });
        }
    }

    /// Why it is gone, in words.
    pub fn obituary(&mut self) -> String {
        let process = self.process.take();
        process.map_or_else(|| "it does not read what it is told".into(), Process::obituary)
    }

    /// Ends it at once.
    pub fn stop(&mut self) {
        self.process = None;
    }

    /// Bids it farewell.
    pub fn quit(&mut self) {
        if let Some(process) = self.process.take() {
            let farewell = r#"{"type":"quit"}"#;
            self.transcript.told(farewell);
            process.end(farewell.into());
        }
    }
}
