//! A program at a seat in one game: what it is told, what it answers, what comes of it.

use std::time::{Duration, Instant};

use kernel::{Match, Refusal, Seat, Words};

use crate::conduct::{Conduct, Forfeit};
use crate::lines::{LINE_MAX, Line};
use crate::message::{
    Act, Candidate, Checked, Clock, Decision, Events, FromBot, Greeting, Introduction, Limits,
    NewGame, Over, Ping, Refused, ToBot, Told, VERSION, Wrong,
};
use crate::pace::Timer;
use crate::process::{Heard, Process};
use crate::program::Program;
use crate::rules::House;
use crate::transcript::Transcript;

/// What the table says to a program in a game of `G`.
pub type ToBotOf<G> = ToBot<
    <G as kernel::Game>::Setup,
    <G as kernel::Game>::View,
    <G as kernel::Game>::Seen,
    <G as kernel::Game>::Action,
>;

/// What a program says in a game of `G`.
pub type FromBotOf<G> = FromBot<<G as kernel::Game>::Action>;

/// A program with its process, which goes on from game to game.
pub struct Engine {
    /// How it is started.
    pub program: Program,
    /// What it said of itself when it was last started.
    pub introduction: Introduction,
    process: Option<Process>,
}

impl Engine {
    /// A program that is not running yet.
    pub fn new(program: Program) -> Self {
        Engine { program, introduction: Introduction::default(), process: None }
    }

    /// Bids it farewell.
    pub fn quit(&mut self) {
        if let Some(process) = self.process.take() {
            process.end(r#"{"type":"quit"}"#.into());
        }
    }
}

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
    /// The decision was made.
    Decided(A),
    /// Something was wrong.
    Strike(Wrong, String, Option<String>),
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
    engine: &'a mut Engine,
    seat: Seat,
    number: u64,
    house: &'a House,
    timer: Timer,
    /// What it did wrong.
    pub conduct: Conduct,
    /// How long it thought.
    pub thinking: Thinking,
    /// Why it is out of the game, once it is.
    pub forfeit: Option<Forfeit>,
    transcript: Transcript,
    decisions: u64,
    chatter: u32,
    /// The decision that was taken from it for lateness: its answer may still come.
    overdue: Option<u64>,
    /// Whether it knows of this game.
    entered: bool,
    ready_once: bool,
    game: std::marker::PhantomData<fn() -> G>,
}

impl<'a, G: Words> Guest<'a, G> {
    /// Seats a program. Nothing is said to it yet.
    pub fn new(
        engine: &'a mut Engine,
        seat: Seat,
        number: u64,
        house: &'a House,
        transcript: Transcript,
    ) -> Self {
        Guest {
            engine,
            seat,
            number,
            house,
            timer: Timer::new(house.pace),
            conduct: Conduct::new(seat, house.strikes),
            thinking: Thinking::default(),
            forfeit: None,
            transcript,
            decisions: 0,
            chatter: 0,
            overdue: None,
            entered: false,
            ready_once: false,
            game: std::marker::PhantomData,
        }
    }

    /// Tells it of the game and waits until it is ready; starts it first if it does not run.
    pub fn enter(&mut self, table: &Match<G>) -> Result<(), Forfeit> {
        self.entered = false;
        while let Err((kind, reason)) = self.try_to_enter(table) {
            self.drop_process();
            self.strike(kind, &reason, None)?;
        }
        self.entered = true;
        self.ready_once = true;
        Ok(())
    }

    fn try_to_enter(&mut self, table: &Match<G>) -> Result<(), (Wrong, String)> {
        if self.engine.process.is_none() {
            let started = self.engine.program.start();
            let process =
                started.map_err(|error| (Wrong::Crashed, format!("can't start: {error}")))?;
            self.engine.process = Some(process);
            self.greet()?;
        }
        self.say(&ToBot::Game(Box::new(self.new_game(table))));
        let ping = Ping { id: self.number };
        self.say(&ToBot::Ping(ping));
        // What it says before its pong still belongs to what was before; a pong clears the table.
        self.await_reply("pong", |said| {
            matches!(said, FromBot::Pong(pong) if *pong == ping).then_some(())
        })
    }

    fn greet(&mut self) -> Result<(), (Wrong, String)> {
        let program = concat!("vanguard ", env!("CARGO_PKG_VERSION")).into();
        self.say(&ToBot::Hello(Greeting { versions: vec![VERSION], program }));
        let introduction = self.await_reply("hello", |said| match said {
            FromBot::Hello(introduction) => Some(introduction.clone()),
            _ => None,
        })?;
        if introduction.version != VERSION {
            let reason =
                format!("it speaks version {}, the table only {VERSION}", introduction.version);
            return Err((Wrong::Version, reason));
        }
        self.engine.introduction = introduction;
        Ok(())
    }

    /// Waits for one reply; lines that are something else are passed over while there is time.
    fn await_reply<T>(
        &mut self,
        name: &str,
        wanted: impl Fn(&FromBotOf<G>) -> Option<T>,
    ) -> Result<T, (Wrong, String)> {
        let until = Instant::now() + self.house.hello;
        for _ in 0..self.house.chatter {
            match self.hear(until) {
                Heard::Line(Line::Text(line)) => {
                    if let Some(reply) = serde_json::from_str(&line).ok().as_ref().and_then(&wanted)
                    {
                        return Ok(reply);
                    }
                }
                Heard::Line(_) => {}
                Heard::Gone => return Err((Wrong::Crashed, self.obituary())),
                Heard::Nothing => {
                    let time = self.house.hello.as_secs_f64();
                    return Err((Wrong::Silent, format!("no {name} came within {time} s")));
                }
            }
        }
        Err((
            Wrong::Flood,
            format!("it said {} other things instead of {name}", self.house.chatter),
        ))
    }

    fn new_game(&self, table: &Match<G>) -> NewGame<G::Setup, G::View, G::Seen> {
        let setup = table.setup();
        NewGame {
            game: G::ID.into(),
            number: self.number,
            seat: self.seat,
            players: table.players().to_vec(),
            setup: setup.clone(),
            setup_text: G::describe_setup(setup),
            rules: G::rules_hash(),
            opening: told::<G>(setup, table.opening(), self.seat),
            view: G::view(table.state(), self.seat),
            resumed: !table.is_empty(),
            strikes: self.conduct.count(),
            limits: self.limits(),
        }
    }

    fn limits(&self) -> Limits {
        Limits {
            strikes: self.house.strikes,
            checks: self.house.checks,
            chatter: self.house.chatter,
            line: LINE_MAX as u64,
            move_ms: self.house.pace.each().map(milliseconds),
            game_ms: self.house.pace.bank().map(|bank| milliseconds(bank.start)),
            increment_ms: self.house.pace.bank().map_or(0, |bank| milliseconds(bank.increment)),
            hello_ms: milliseconds(self.house.hello),
        }
    }

    /// Tells it what it has seen of some events.
    pub fn tell(&mut self, table: &Match<G>, events: &[G::Event]) {
        let events = told::<G>(table.setup(), events, self.seat);
        if self.entered && !events.is_empty() {
            self.say(&ToBot::Events(Events { events }));
        }
    }

    /// Tells it how the game ended.
    pub fn dismiss(&mut self, over: Over) {
        if self.entered {
            self.say(&ToBot::Over(over));
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
        // Being started again costs a strike, and not the time it takes.
        let mut away = Duration::ZERO;
        let allowance = self.timer.allowance();
        loop {
            self.ask(&view, &asked, began.elapsed().saturating_sub(away));
            let then = self.listen(table, &mut asked, began + allowance + away);
            let spent = began.elapsed().saturating_sub(away);
            match then {
                Ok(Then::Decided(action)) => {
                    self.spend(spent)?;
                    return Ok(Answer::Act(action));
                }
                Ok(Then::Listen) => {
                    self.spend(spent)?;
                    self.overdue = Some(asked.id);
                    let reason = format!("no decision came within {} ms", allowance.as_millis());
                    self.strike(Wrong::Late, &reason, None)?;
                    return Ok(Answer::Late);
                }
                Ok(Then::Strike(kind, reason, rule)) => self.strike(kind, &reason, rule)?,
                Ok(Then::Resigned) => return Err(self.out("it resigned".into())),
                Err((kind, reason)) => {
                    let left = Instant::now();
                    self.drop_process();
                    self.strike(kind, &reason, None)?;
                    self.enter(table)?;
                    away += left.elapsed();
                }
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
        let candidate = |action: &G::Action| Candidate {
            action: action.clone(),
            text: G::action_text(action),
            says: G::describe_action(view, action),
            warning: G::warning(view, action),
        };
        let (each, game) = self.timer.left(spent);
        self.say(&ToBot::Decide(Box::new(Decision {
            id: asked.id,
            question: G::question(view).unwrap_or_default(),
            view: view.clone(),
            picture: self.engine.introduction.picture.then(|| G::diagram_view(view)),
            candidates: asked.candidates.iter().map(candidate).collect(),
            clock: Clock { move_ms: each.map(milliseconds), game_ms: game.map(milliseconds) },
        })));
    }

    /// Listens until something comes of it. [`Then::Listen`] means that nothing came in time.
    fn listen(
        &mut self,
        table: &Match<G>,
        asked: &mut Asked<G::Action>,
        until: Instant,
    ) -> Result<Then<G::Action>, (Wrong, String)> {
        loop {
            let line = match self.hear(until) {
                Heard::Line(line) => line,
                Heard::Gone => return Err((Wrong::Crashed, self.obituary())),
                Heard::Nothing => return Ok(Then::Listen),
            };
            // A program that never stops talking is late like one that never begins.
            if Instant::now() >= until {
                return Ok(Then::Listen);
            }
            match self.consider(table, &line, Some(asked)) {
                Then::Listen => {}
                then => return Ok(then),
            }
        }
    }

    /// Looks through what the program said while it was not asked, and sees that it still runs.
    fn settle_what_was_said(&mut self, table: &Match<G>) -> Result<(), Forfeit> {
        loop {
            let then = match self.engine.process.as_ref().map(Process::heard) {
                Some(Heard::Nothing) => return Ok(()),
                Some(Heard::Line(line)) => {
                    self.note(&line);
                    self.consider(table, &line, None)
                }
                Some(Heard::Gone) => {
                    let reason = self.obituary();
                    Then::Strike(Wrong::Crashed, reason, None)
                }
                None if !self.entered => {
                    let reason = "it does not read what it is told".to_owned();
                    Then::Strike(Wrong::Flood, reason, None)
                }
                None => return Ok(()),
            };
            match then {
                Then::Listen | Then::Decided(_) => {}
                Then::Strike(kind, reason, rule) => self.strike(kind, &reason, rule)?,
                Then::Resigned => return Err(self.out("it resigned".into())),
            }
            if self.engine.process.is_none() {
                self.enter(table)?;
            }
        }
    }

    /// What a line leads to.
    fn consider(
        &mut self,
        table: &Match<G>,
        line: &Line,
        asked: Option<&mut Asked<G::Action>>,
    ) -> Then<G::Action> {
        let strike = |kind, reason: &str| Then::Strike(kind, reason.into(), None);
        let text = match line {
            Line::Text(text) => text,
            Line::TooLong => {
                return strike(Wrong::TooLong, &format!("a line may have {LINE_MAX} bytes"));
            }
            Line::NotText => return strike(Wrong::Unreadable, "this line is no UTF-8"),
        };
        let said: FromBotOf<G> = match serde_json::from_str(text) {
            Ok(said) => said,
            Err(error) => {
                let reason = format!("this line can't be read: {error}");
                return Then::Strike(Wrong::Unreadable, reason, None);
            }
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
                let reason = format!("decision {} is asked, not another", asked.id);
                Then::Strike(Wrong::Unasked, reason, None)
            }
            (FromBot::Act(act), Some(asked)) => match judge::<G>(table, self.seat, act, asked) {
                Ok(action) => Then::Decided(action),
                Err(no) => Then::Strike(no.kind, no.reason, no.rule),
            },
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
        Then::Strike(
            Wrong::Flood,
            format!("more than {most} pings and infos for one decision"),
            None,
        )
    }

    fn check(
        &mut self,
        table: &Match<G>,
        act: Act<G::Action>,
        asked: &mut Asked<G::Action>,
    ) -> Then<G::Action> {
        asked.checks += 1;
        if asked.checks > self.house.checks {
            let reason = format!("more than {} checks for one decision", self.house.checks);
            return Then::Strike(Wrong::Flood, reason, None);
        }
        let view = G::view(table.state(), self.seat);
        let id = asked.id;
        let checked = match judge::<G>(table, self.seat, act, asked) {
            Ok(action) => {
                Checked { id, ok: true, says: G::describe_action(&view, &action), rule: None }
            }
            Err(no) => Checked { id, ok: false, says: no.reason, rule: no.rule },
        };
        self.say(&ToBot::Checked(checked));
        Then::Listen
    }

    /// Counts something wrong and says so; one too many forfeits.
    fn strike(&mut self, kind: Wrong, reason: &str, rule: Option<String>) -> Result<(), Forfeit> {
        let enough = self.conduct.strike(kind, self.decisions, reason);
        let (strikes, limit) = (self.conduct.count(), self.conduct.limit());
        self.say(&ToBot::Refused(Refused { kind, reason: reason.into(), rule, strikes, limit }));
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

    fn say(&mut self, message: &ToBotOf<G>) {
        let Some(process) = &self.engine.process else { return };
        let line = serde_json::to_string(message).expect("messages have string keys");
        self.transcript.to_bot(&line);
        if process.tell(line).is_err() {
            // That is counted when its next decision is due.
            self.engine.process = None;
            self.entered = false;
        }
    }

    fn hear(&mut self, until: Instant) -> Heard {
        let Some(process) = &self.engine.process else { return Heard::Gone };
        let heard = process.hear(until);
        if let Heard::Line(line) = &heard {
            self.note(&line.clone());
        }
        heard
    }

    fn note(&mut self, line: &Line) {
        self.transcript.from_bot(match line {
            Line::Text(text) => text,
            Line::TooLong => "(a line that is too long)",
            Line::NotText => "(a line that is no text)",
        });
    }

    fn obituary(&mut self) -> String {
        let process = self.engine.process.take();
        process.map_or_else(|| "it does not read what it is told".into(), Process::obituary)
    }

    fn drop_process(&mut self) {
        self.engine.process = None;
        self.overdue = None;
    }
}

/// Why an action was refused.
struct No {
    kind: Wrong,
    reason: String,
    rule: Option<String>,
}

impl No {
    fn plainly(kind: Wrong, reason: impl Into<String>) -> Self {
        No { kind, reason: reason.into(), rule: None }
    }
}

/// The action that was meant, if it is legal.
fn judge<G: Words>(
    table: &Match<G>,
    seat: Seat,
    act: Act<G::Action>,
    asked: &Asked<G::Action>,
) -> Result<G::Action, No> {
    let action = match (act.choice, act.action, act.text) {
        (Some(choice), None, None) => {
            let count = asked.candidates.len();
            usize::try_from(choice)
                .ok()
                .and_then(|at| asked.candidates.get(at))
                .cloned()
                .ok_or_else(|| {
                    No::plainly(
                        Wrong::Illegal,
                        format!("choice {choice}: there are 0 to {}", count.saturating_sub(1)),
                    )
                })?
        }
        (None, Some(action), None) => action,
        (None, None, Some(text)) => {
            G::parse_action(&text).map_err(|error| No::plainly(Wrong::Unreadable, error))?
        }
        _ => {
            let reason = "say one of choice, action and text, and only one";
            return Err(No::plainly(Wrong::Unreadable, reason));
        }
    };
    table.check(seat, &action).map_err(|violation| No {
        kind: Wrong::Illegal,
        reason: violation.to_string(),
        rule: Some(violation.rule().to_string()),
    })?;
    Ok(action)
}

/// What a seat has seen of some events.
fn told<G: Words>(setup: &G::Setup, events: &[G::Event], seat: Seat) -> Vec<Told<G::Seen>> {
    let seen = events.iter().filter_map(|event| G::seen(event, seat));
    seen.map(|event| Told { text: G::narrate_seen(setup, &event), event }).collect()
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
