//! How long programs may think.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// No time given on the command line may be longer.
const LONGEST: Duration = Duration::from_hours(24);

/// A length of time as people write it: `5s`, `250ms`, `2m`, `0.5s`, or seconds without a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span(pub Duration);

impl FromStr for Span {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("\"{text}\" is no time: write 5s, 250ms, 2m or 0.5s, up to a day");
        let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        let unit = match &text[digits.len()..] {
            "ms" => 0.001,
            "" | "s" => 1.0,
            "m" => 60.0,
            "h" => 3600.0,
            _ => return Err(wrong()),
        };
        let plain = digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
        let number: f64 = digits.parse().ok().filter(|_| plain).ok_or_else(wrong)?;
        let span = Duration::try_from_secs_f64(number * unit).map_err(|_| wrong())?;
        if span > LONGEST { Err(wrong()) } else { Ok(Span(span)) }
    }
}

/// A clock for a whole game: so much at the start, so much more after each decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bank {
    /// What there is at the start.
    pub start: Duration,
    /// What each decision adds.
    pub increment: Duration,
}

impl FromStr for Bank {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (start, increment) = text.split_once('+').unwrap_or((text, "0"));
        let start: Span = start.parse()?;
        if start.0.is_zero() {
            return Err(
                "a game's clock has to begin with some time, such as 60s or 60s+0.5s".into()
            );
        }
        Ok(Bank { start: start.0, increment: increment.parse::<Span>()?.0 })
    }
}

impl fmt::Display for Bank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}s+{}s", self.start.as_secs_f64(), self.increment.as_secs_f64())
    }
}

/// How long a program may think. There is always a limit, so that no match hangs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// Each decision is timed by itself.
    Each(Duration),
    /// All decisions of a game share a clock.
    Game(Bank),
    /// Both.
    Both(Duration, Bank),
}

impl Pace {
    /// The time for each decision where nothing else is said.
    pub const USUAL: Duration = Duration::from_secs(10);

    /// The pace of what was asked for.
    pub fn of(each: Option<Duration>, bank: Option<Bank>) -> Self {
        match (each, bank) {
            (None, None) => Pace::Each(Self::USUAL),
            (Some(each), None) => Pace::Each(each),
            (None, Some(bank)) => Pace::Game(bank),
            (Some(each), Some(bank)) => Pace::Both(each, bank),
        }
    }

    /// The time for one decision.
    pub fn each(self) -> Option<Duration> {
        match self {
            Pace::Each(each) | Pace::Both(each, _) => Some(each),
            Pace::Game(_) => None,
        }
    }

    /// The clock of a game.
    pub fn bank(self) -> Option<Bank> {
        match self {
            Pace::Game(bank) | Pace::Both(_, bank) => Some(bank),
            Pace::Each(_) => None,
        }
    }
}

/// A program's clock in one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timer {
    pace: Pace,
    left: Duration,
}

impl Timer {
    /// A clock at the start of a game.
    pub fn new(pace: Pace) -> Self {
        Timer { pace, left: pace.bank().map_or(Duration::ZERO, |bank| bank.start) }
    }

    /// What is left for one decision, and on the game's clock, when so much of it is spent.
    pub fn left(&self, spent: Duration) -> (Option<Duration>, Option<Duration>) {
        let each = self.pace.each().map(|each| each.saturating_sub(spent));
        let game = self.pace.bank().map(|_| self.left.saturating_sub(spent));
        (each, game)
    }

    /// The most a decision may take now.
    pub fn allowance(&self) -> Duration {
        let (each, game) = self.left(Duration::ZERO);
        each.into_iter().chain(game).min().unwrap_or(Pace::USUAL)
    }

    /// A decision has taken so long. Whether the game's clock still runs.
    pub fn spend(&mut self, spent: Duration) -> bool {
        let Some(bank) = self.pace.bank() else { return true };
        let left = self.left.saturating_sub(spent);
        let runs = !left.is_zero();
        self.left = if runs { left + bank.increment } else { left };
        runs
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_as_people_write_them() {
        for (text, ms) in
            [("5s", 5000), ("250ms", 250), ("2m", 120_000), ("0.5", 500), ("1h", 3_600_000)]
        {
            assert_eq!(text.parse(), Ok(Span(Duration::from_millis(ms))), "{text}");
        }
        for bad in ["", "s", "-1s", "5 s", "1e9", "nan", "inf", "9999h", "5x", "1.2.3", "é"] {
            assert!(bad.parse::<Span>().is_err(), "{bad}");
        }
    }

    #[test]
    fn a_clock_has_a_start_and_an_increment() {
        let bank = Bank { start: Duration::from_secs(5), increment: Duration::from_millis(100) };
        assert_eq!("5s+0.1s".parse(), Ok(bank));
        assert_eq!("5s".parse(), Ok(Bank { increment: Duration::ZERO, ..bank }));
        assert!("0s+1s".parse::<Bank>().is_err());
        assert!("5s+".parse::<Bank>().is_err());
    }

    #[test]
    fn the_game_clock_runs_down_and_gains_after_each_decision() {
        let seconds = Duration::from_secs;
        let bank = Bank { start: seconds(5), increment: seconds(1) };
        let mut timer = Timer::new(Pace::Both(seconds(3), bank));
        assert_eq!(timer.allowance(), seconds(3));
        assert!(timer.spend(seconds(4)));
        assert_eq!(timer.allowance(), seconds(2), "the game's clock is shorter now");
        assert_eq!(timer.left(seconds(1)), (Some(seconds(2)), Some(seconds(1))));
        assert!(!timer.spend(seconds(2)));
    }
}
