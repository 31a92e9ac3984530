//! What came of a lab file, in data and in words.

use std::fmt;

use serde::Serialize;

/// What came of a whole file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LabReport {
    /// The file's name.
    pub file: String,
    /// The game's id, as far as the file names one.
    pub game: Option<String>,
    /// What is wrong with the file as a whole: no case was run then.
    pub faults: Vec<String>,
    /// The cases in order.
    pub cases: Vec<CaseReport>,
}

/// What came of one case.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CaseReport {
    /// The case's name.
    pub name: String,
    /// The line it begins in.
    pub line: usize,
    /// The rules it is about.
    pub rules: Vec<String>,
    /// What came of it.
    pub verdict: Verdict,
}

/// Whether a case holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case", tag = "verdict", content = "reasons")]
pub enum Verdict {
    /// All its expectations hold.
    Holds,
    /// Some don't.
    Fails(Vec<Failure>),
    /// It is written wrongly: place and reason of each fault.
    Broken(Vec<String>),
}

/// An expectation that doesn't hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Failure {
    /// The step and the key.
    pub place: String,
    /// The line of the expectation.
    pub line: usize,
    /// What the file expects.
    pub expected: String,
    /// What happened instead.
    pub happened: String,
    /// What was told of the step.
    pub events: Vec<String>,
    /// The position then, as a text picture.
    pub position: String,
}

impl LabReport {
    /// How many cases hold.
    pub fn held(&self) -> usize {
        self.cases.iter().filter(|case| case.verdict == Verdict::Holds).count()
    }

    /// How many cases fail.
    pub fn failed(&self) -> usize {
        self.cases.iter().filter(|case| matches!(case.verdict, Verdict::Fails(_))).count()
    }

    /// How many cases are written wrongly.
    pub fn broken(&self) -> usize {
        self.cases.iter().filter(|case| matches!(case.verdict, Verdict::Broken(_))).count()
    }

    /// Whether the file could be read and all its cases hold.
    pub fn holds(&self) -> bool {
        self.faults.is_empty() && self.held() == self.cases.len()
    }

    /// Whether something is written wrongly, in the file or in a case.
    pub fn is_broken(&self) -> bool {
        !self.faults.is_empty() || self.broken() > 0
    }
}

impl fmt::Display for CaseReport {
    /// One line for a case that holds; below it, for one that doesn't, all there is to know.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.verdict {
            Verdict::Holds => write!(f, "holds   {}", self.name),
            Verdict::Broken(faults) => {
                write!(f, "broken  {}", self.name)?;
                faults.iter().try_for_each(|fault| write!(f, "\n        {fault}"))
            }
            Verdict::Fails(failures) => {
                write!(f, "FAILS   {}", self.name)?;
                failures.iter().try_for_each(|failure| write!(f, "\n{failure}"))
            }
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "        line {}, {}", self.line, self.place)?;
        writeln!(f, "          expected  {}", indented(&self.expected, 20))?;
        write!(f, "          happened  {}", indented(&self.happened, 20))?;
        if !self.events.is_empty() {
            write!(f, "\n          events    {}", indented(&self.events.join("\n"), 20))?;
        }
        write!(f, "\n          position")?;
        self.position.trim_end().lines().try_for_each(|line| write!(f, "\n            {line}"))
    }
}

/// A text whose further lines stand below its first.
fn indented(text: &str, columns: usize) -> String {
    text.trim_end().lines().collect::<Vec<_>>().join(&format!("\n{}", " ".repeat(columns)))
}
