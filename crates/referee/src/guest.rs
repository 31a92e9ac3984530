//! A program at a seat in one game: what it is told, what it answers, what comes of it.

use std::marker::PhantomData;
use std::time::{Duration, Instant};

use kernel::{Match, Seat, Words};

use crate::conduct::{Conduct, Forfeit};
use crate::engine::Engine;
use crate::judge::{No, judge};
use crate::lines::{LINE_MAX, Line};
use crate::message::{Act, Checked, Clock, Events, FromBot, Over, Refused, ToBot, Wrong};
use crate::pace::Timer;
use crate::process::Heard;
use crate::rules::House;
use crate::wording::{decision, milliseconds, told};

/// How long a reason may be: it may quote what the program sent.
const REASON_MAX: usize = 300;

/// What the table says to a program in a game of `G`.
pub type ToBotOf<G> = ToBot<
    <G as kernel::Game>::Setup,
    <G as kernel::Game>::View,
    <G as kernel::Game>::Seen,
    <G as kernel::Game>::Action,
>;

/// What a program says in a game of `G`.
pub type FromBotOf<G> = FromBot<<G as kernel::Game>::Action>;

/// What a program decided.
pub enum Answer<A> {
    /// It takes this action, which is legal.
    Act(A),
    /// It took too long: let the lot decide.
    Late,
}

/// What is asked just now.
struct Asked<A> {
    id: u64,
    candidates: Vec<A>,
    checks: u32,
}

/// Something a line led to.
enum Then<A> {
    /// Nothing: listen on.
    Listen,
    /// Nothing came in time.
    Late,
    /// The decision was made.
    Decided(A),
    /// Something was wrong.
    Strike(No),
    /// It gives up.
    Resigned,
}

/// How long a program's decisions took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Thinking {
    /// How many decisions it made.
    pub decisions: u64,
    /// How long all took.
    pub total: Duration,
    /// How long the longest took.
    pub longest: Duration,
}

/// A program at a seat in one game.
pub struct Guest<'a, G: Words> {
    pub(crate) engine: &'a mut Engine,
    pub(crate) seat: Seat,
    /// The number of the game.
    pub(crate) number: u64,
    pub(crate) house: &'a House,
    timer: Timer,
    /// What it did wrong.
    pub conduct: Conduct,
    /// How long it thought.
    pub thinking: Thinking,
    /// Why it is out of the game, once it is.
    pub forfeit: Option<Forfeit>,
    decisions: u64,
    chatter: u32,
    /// The decision that was taken from it for lateness: its answer may still come.
    overdue: Option<u64>,
    /// Whether it knows of this game.
    pub(crate) entered: bool,
    /// Whether it was ever ready to play.
    pub(crate) ready_once: bool,
    game: PhantomData<fn() -> G>,
}

impl<'a, G: Words> Guest<'a, G> {
    /// Seats a program. Nothing is said to it yet.
    pub fn new(engine: &'a mut Engine, seat: Seat, number: u64, house: &'a House) -> Self {
        Guest {
            engine,
            seat,
            number,
            house,
            timer: Timer::new(house.pace),
            conduct: Conduct::new(seat, house.strikes),
            thinking: Thinking::default(),
            forfeit: None,
            decisions: 0,
            chatter: 0,
            overdue: None,
            entered: false,
            ready_once: false,
            game: PhantomData,
        }
    }

    /// Tells it what it has seen of some events.
    pub fn tell(&mut self, table: &Match<G>, events: &[G::Event]) {
        let events = told::<G>(table.setup(), events, self.seat);
        if self.entered && !events.is_empty() {
            self.say(&ToBot::Events(Events { events }));
        }
    }

    /// Tells it how the game ended. Whoever forfeited begins the next game as a new process.
    pub fn dismiss(&mut self, over: Over) {
        if self.entered {
            self.say(&ToBot::Over(over));
        }
        if self.forfeit.is_some() {
            self.engine.quit();
        }
    }

    /// Asks it for the decision it owes. It may be wrong some times, and late; it can't be so for
    /// ever.
    pub fn decide(&mut self, table: &Match<G>) -> Result<Answer<G::Action>, Forfeit> {
        self.chatter = 0;
        self.settle_what_was_said(table)?;
        self.decisions += 1;
        let view = G::view(table.state(), self.seat);
        let mut candidates = Vec::new();
        let wanted = self.engine.introduction.candidates.unwrap_or(House::CANDIDATES);
        G::candidates(&view, wanted.clamp(1, House::CANDIDATES_MAX) as usize, &mut candidates);
        let mut asked = Asked { id: self.decisions, candidates, checks: 0 };
        let began = Instant::now();
        let allowance = self.timer.allowance();
        // Being started again costs a strike, and not the time it takes.
        let mut away = Duration::ZERO;
        let mut spent = Duration::ZERO;
        loop {
            self.ask(&view, &asked, spent);
            let then = self.listen(table, &mut asked, began + allowance + away);
            spent = began.elapsed().saturating_sub(away);
            match then {
                Then::Decided(action) => {
                    self.spend(spent)?;
                    return Ok(Answer::Act(action));
                }
                Then::Late => {
                    self.spend(spent)?;
                    self.overdue = Some(asked.id);
                    let reason = format!("no decision came within {} ms", allowance.as_millis());
                    self.strike(No::plainly(Wrong::Late, reason))?;
                    return Ok(Answer::Late);
                }
                Then::Strike(no) => self.strike(no)?,
                Then::Resigned => return Err(self.out("it resigned".into())),
                Then::Listen => {}
            }
            if !self.engine.runs() {
                let left = Instant::now();
                self.enter(table)?;
                away += left.elapsed();
            }
        }
    }

    /// Books the time of a decision; a clock that has run down forfeits.
    fn spend(&mut self, spent: Duration) -> Result<(), Forfeit> {
        self.thinking.decisions += 1;
        self.thinking.total += spent;
        self.thinking.longest = self.thinking.longest.max(spent);
        if self.timer.spend(spent) { Ok(()) } else { Err(self.out("its clock ran down".into())) }
    }

    fn ask(&mut self, view: &G::View, asked: &Asked<G::Action>, spent: Duration) {
        let (each, game) = self.timer.left(spent);
        let clock = Clock { move_ms: each.map(milliseconds), game_ms: game.map(milliseconds) };
        let picture = self.engine.introduction.picture;
        let decision = decision::<G>(view, asked.id, &asked.candidates, picture, clock);
        self.say(&ToBot::Decide(Box::new(decision)));
    }

    /// Listens until something comes of it, at most until then.
    fn listen(
        &mut self,
        table: &Match<G>,
        asked: &mut Asked<G::Action>,
        until: Instant,
    ) -> Then<G::Action> {
        loop {
            let line = match self.engine.hear(until) {
                Heard::Line(line) => line,
                Heard::Gone => return self.gone(),
                Heard::Nothing => return Then::Late,
            };
            // A program that never stops talking is late like one that never begins.
            if Instant::now() >= until {
                return Then::Late;
            }
            match self.consider(table, &line, Some(asked)) {
                Then::Listen => {}
                then => return then,
            }
        }
    }

    /// The program is gone: it crashed, or was stopped because it did not read.
    fn gone(&mut self) -> Then<G::Action> {
        let kind = if self.entered { Wrong::Crashed } else { Wrong::Flood };
        Then::Strike(No::plainly(kind, self.engine.obituary()))
    }

    /// Looks through what the program said while it was not asked, and sees that it still runs.
    fn settle_what_was_said(&mut self, table: &Match<G>) -> Result<(), Forfeit> {
        loop {
            let then = match self.engine.heard() {
                Heard::Nothing => return Ok(()),
                Heard::Line(line) => self.consider(table, &line, None),
                Heard::Gone => self.gone(),
            };
            match then {
                Then::Strike(no) => self.strike(no)?,
                Then::Resigned => return Err(self.out("it resigned".into())),
                Then::Listen | Then::Decided(_) | Then::Late => {}
            }
            if !self.engine.runs() {
                self.enter(table)?;
            }
        }
    }

    /// What a line says.
    pub(crate) fn read(line: &Line) -> Result<FromBotOf<G>, No> {
        let text = match line {
            Line::Text(text) => text,
            Line::TooLong => {
                let reason = format!("a line may have {LINE_MAX} bytes");
                return Err(No::plainly(Wrong::TooLong, reason));
            }
            Line::NotText => return Err(No::plainly(Wrong::Unreadable, "this line is no UTF-8")),
        };
        serde_json::from_str(text).map_err(|error| {
            No::plainly(Wrong::Unreadable, format!("this line can't be read: {error}"))
        })
    }

    /// What a line leads to.
    fn consider(
        &mut self,
        table: &Match<G>,
        line: &Line,
        asked: Option<&mut Asked<G::Action>>,
    ) -> Then<G::Action> {
        let strike = |kind, reason: &str| Then::Strike(No::plainly(kind, reason));
        let said = match Self::read(line) {
            Ok(said) => said,
            Err(no) => return Then::Strike(no),
        };
        match (said, asked) {
            (FromBot::Act(act), _) if act.id.is_some() && act.id == self.overdue => {
                // The answer that was waited for in vain: its lateness is counted already.
                self.overdue = None;
                Then::Listen
            }
            (FromBot::Act(act) | FromBot::Check(act), Some(asked))
                if act.id.is_some_and(|id| id != asked.id) =>
            {
                strike(Wrong::Unasked, &format!("decision {} is asked, not another", asked.id))
            }
            (FromBot::Act(act), Some(asked)) => {
                match judge::<G>(table, self.seat, act, &asked.candidates) {
                    Ok(action) => Then::Decided(action),
                    Err(no) => Then::Strike(no),
                }
            }
            (FromBot::Check(act), Some(asked)) => self.check(table, act, asked),
            (FromBot::Act(_) | FromBot::Check(_), None) => {
                strike(Wrong::Unasked, "nothing was asked")
            }
            (FromBot::Hello(_) | FromBot::Pong(_), _) => {
                strike(Wrong::Unasked, "hello and pong are answers, and nothing asked for one")
            }
            (FromBot::Resign, _) => Then::Resigned,
            (FromBot::Ping(ping), _) => {
                self.say(&ToBot::Pong(ping));
                self.chat()
            }
            (FromBot::Info(_), _) => self.chat(),
        }
    }

    /// Counts what is said besides.
    fn chat(&mut self) -> Then<G::Action> {
        self.chatter += 1;
        if self.chatter <= self.house.chatter {
            return Then::Listen;
        }
        self.chatter = 0;
        let most = self.house.chatter;
        let reason = format!("more than {most} pings and infos for one decision");
        Then::Strike(No::plainly(Wrong::Flood, reason))
    }

    /// Answers whether something is allowed.
    fn check(
        &mut self,
        table: &Match<G>,
        act: Act<G::Action>,
        asked: &mut Asked<G::Action>,
    ) -> Then<G::Action> {
        asked.checks += 1;
        if asked.checks > self.house.checks {
            let reason = format!("more than {} checks for one decision", self.house.checks);
            return Then::Strike(No::plainly(Wrong::Flood, reason));
        }
        let view = G::view(table.state(), self.seat);
        let id = asked.id;
        let checked = match judge::<G>(table, self.seat, act, &asked.candidates) {
            Ok(action) => {
                Checked { id, ok: true, says: G::describe_action(&view, &action), rule: None }
            }
            Err(no) => Checked { id, ok: false, says: no.reason, rule: no.rule },
        };
        self.say(&ToBot::Checked(checked));
        Then::Listen
    }

    /// Counts something wrong and says so; one too many forfeits.
    pub(crate) fn strike(&mut self, no: No) -> Result<(), Forfeit> {
        let No { kind, reason, rule } = no;
        let reason = shortened(&reason, REASON_MAX);
        let enough = self.conduct.strike(kind, self.decisions, &reason);
        let (strikes, limit) = (self.conduct.count(), self.conduct.limit());
        self.say(&ToBot::Refused(Refused { kind, reason: reason.clone(), rule, strikes, limit }));
        if enough {
            return Err(self.out(format!("{strikes} strikes, the last: {reason}")));
        }
        Ok(())
    }

    fn out(&mut self, reason: String) -> Forfeit {
        let forfeit = Forfeit { seat: self.seat, reason, never_ready: !self.ready_once };
        self.forfeit = Some(forfeit.clone());
        forfeit
    }

    pub(crate) fn say(&mut self, message: &ToBotOf<G>) {
        let line = serde_json::to_string(message).expect("messages have string keys");
        if self.engine.say(line).is_err() {
            // It does not read. That is counted when its next decision is due.
            self.stop();
            self.entered = false;
        }
    }

    /// Ends the program: what it might still say counts no more.
    pub(crate) fn stop(&mut self) {
        self.engine.stop();
        self.overdue = None;
    }
}

/// A text of somebody else, of a length that can be shown, and on one line.
pub(crate) fn shortened(text: &str, most: usize) -> String {
    let mut shown: String = text.chars().filter(|letter| !letter.is_control()).take(most).collect();
    if text.chars().nth(most).is_some() {
        shown.push('…');
    }
    shown
}
