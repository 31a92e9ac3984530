//! Named steps that are timed and counted, and the summary at their end.

use std::fmt;
use std::io::{self, BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// How many checks passed and failed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// How many passed.
    pub passed: u64,
    /// How many failed.
    pub failed: u64,
}

impl Tally {
    /// A step that is one check by itself.
    pub fn one(ok: bool) -> Tally {
        Tally { passed: u64::from(ok), failed: u64::from(!ok) }
    }

    /// What a line of Rust's test harness adds: `test result: ok. 3 passed; 0 failed; …`.
    pub fn of_harness(line: &str) -> Option<Tally> {
        let (_, counts) = line.trim().strip_prefix("test result: ")?.split_once(". ")?;
        Tally::read(counts, "; ")
    }

    /// What a line of our own tasks adds: `3 passed, 0 failed`.
    pub fn of_task(line: &str) -> Option<Tally> {
        Tally::read(line.trim(), ", ")
    }

    fn read(counts: &str, between: &str) -> Option<Tally> {
        let (passed, rest) = counts.split_once(" passed")?;
        let (failed, _) = rest.strip_prefix(between)?.split_once(" failed")?;
        Some(Tally { passed: passed.parse().ok()?, failed: failed.parse().ok()? })
    }

    /// The tally of a program that counted its checks and then ended well or not.
    ///
    /// One that failed without naming a failure (it did not even build), and one that ended well
    /// without having checked anything, failed as a whole.
    fn of_run(counted: Tally, ok: bool) -> Tally {
        let silent = (!ok && counted.failed == 0) || counted == Tally::default();
        Tally { failed: counted.failed + u64::from(silent), ..counted }
    }
}

impl std::ops::AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.passed += other.passed;
        self.failed += other.failed;
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} passed, {} failed", self.passed, self.failed)
    }
}

/// The steps taken so far.
#[derive(Default)]
pub struct Steps {
    taken: Vec<(String, Tally, Duration)>,
}

impl Steps {
    /// Takes a step, announces it and remembers what came of it. Says whether nothing failed.
    pub fn take(&mut self, name: &str, step: impl FnOnce() -> Tally) -> bool {
        println!("\n== {name}");
        let start = Instant::now();
        let tally = step();
        let time = start.elapsed();
        println!("-- {name}: {tally} in {:.1} s", time.as_secs_f64());
        self.taken.push((name.to_owned(), tally, time));
        tally.failed == 0
    }

    /// Counts a step as failed that can't be taken because another failed.
    pub fn skip(&mut self, name: &str, because: &str) {
        self.take(name, || {
            println!("not run: {because}");
            Tally::one(false)
        });
    }

    /// The sum of all steps.
    pub fn total(&self) -> Tally {
        let mut total = Tally::default();
        self.taken.iter().for_each(|(_, tally, _)| total += *tally);
        total
    }
}

/// The summary: a table of the steps, and the totals as its last line.
impl fmt::Display for Steps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.taken.iter().map(|(name, ..)| name.chars().count()).max().unwrap_or(0);
        let width = width.max("step".len());
        writeln!(f, "{:<width$}  {:>8}  {:>8}  {:>9}", "step", "passed", "failed", "time")?;
        for (name, Tally { passed, failed }, time) in &self.taken {
            let seconds = time.as_secs_f64();
            writeln!(f, "{name:<width$}  {passed:>8}  {failed:>8}  {seconds:>7.1} s")?;
        }
        write!(f, "{}", self.total())
    }
}

/// Runs a program as one check.
pub fn check(command: &mut Command) -> Tally {
    match command.status() {
        Ok(status) => Tally::one(status.success()),
        Err(error) => cannot_start(command, &error),
    }
}

/// Runs a program that counts its own checks, passing its output on as it comes.
pub fn count(command: &mut Command, read: fn(&str) -> Option<Tally>) -> Tally {
    let mut child = match command.stdout(Stdio::piped()).spawn() {
        Ok(child) => child,
        Err(error) => return cannot_start(command, &error),
    };
    let mut counted = Tally::default();
    if let Some(output) = child.stdout.take() {
        counted = pass_on(BufReader::new(output), &mut io::stdout(), read);
    }
    let ok = child.wait().is_ok_and(|status| status.success());
    Tally::of_run(counted, ok)
}

/// Copies output line by line and adds up what it counts.
fn pass_on(
    mut output: impl BufRead,
    to: &mut impl Write,
    read: fn(&str) -> Option<Tally>,
) -> Tally {
    let mut counted = Tally::default();
    let mut line = Vec::new();
    // A broken pipe on our side must not stop the counting, so errors of writing are left alone.
    while output.read_until(b'\n', &mut line).is_ok_and(|bytes| bytes > 0) {
        let _ = to.write_all(&line).and_then(|()| to.flush());
        if let Some(more) = read(&String::from_utf8_lossy(&line)) {
            counted += more;
        }
        line.clear();
    }
    counted
}

fn cannot_start(command: &Command, error: &io::Error) -> Tally {
    println!("can't start {}: {error}", command.get_program().to_string_lossy());
    Tally::one(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(passed: u64, failed: u64) -> Tally {
        Tally { passed, failed }
    }

    #[test]
    fn counts_are_read_from_the_lines_that_have_them() {
        let some = |passed, failed| Some(tally(passed, failed));
        for (line, harness, task) in [
            ("test result: ok. 14 passed; 0 failed; 0 ignored; 0 measured", some(14, 0), None),
            ("test result: FAILED. 3 passed; 2 failed; 0 ignored", some(3, 2), None),
            ("5 passed, 1 failed\n", None, some(5, 1)),
            ("test rules::three_passed ... ok", None, None),
            ("he passed, she failed", None, None),
            ("3 passed", None, None),
            ("", None, None),
        ] {
            assert_eq!((Tally::of_harness(line), Tally::of_task(line)), (harness, task), "{line}");
        }
    }

    #[test]
    fn output_is_passed_on_whole_and_added_up() {
        let output = b"one\n2 passed, 0 failed\n\xff\n1 passed, 1 failed";
        let mut copy = Vec::new();
        assert_eq!(pass_on(output.as_slice(), &mut copy, Tally::of_task), tally(3, 1));
        assert_eq!(copy, output);
    }

    #[test]
    fn a_run_that_fails_silently_or_checks_nothing_has_failed() {
        for (counted, ok, want) in [
            (tally(3, 0), true, tally(3, 0)),
            (tally(3, 0), false, tally(3, 1)), // Something did not build.
            (tally(3, 2), false, tally(3, 2)),
            (tally(0, 0), true, tally(0, 1)), // Nothing was checked.
            (tally(0, 0), false, tally(0, 1)),
        ] {
            assert_eq!(Tally::of_run(counted, ok), want, "{counted} {ok}");
        }
    }

    #[test]
    fn the_last_line_of_the_summary_is_the_total() {
        let mut steps = Steps::default();
        assert!(steps.take("a", || tally(4, 0)));
        assert!(!steps.take("longer", || tally(1, 2)));
        steps.skip("c", "longer failed");
        assert_eq!(steps.total(), tally(5, 3));
        let text = steps.to_string();
        assert_eq!(text.lines().count(), 5, "{text}");
        assert!(text.ends_with("\n5 passed, 3 failed"), "{text}");
    }

    #[test]
    fn a_program_that_is_not_there_is_a_failed_check() {
        assert_eq!(check(&mut Command::new("no-such-program-here")), tally(0, 1));
        let mut missing = Command::new("no-such-program-here");
        assert_eq!(count(&mut missing, Tally::of_task), tally(0, 1));
    }
}
