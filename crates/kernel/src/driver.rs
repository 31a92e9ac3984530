//! Drivers: a match for people, with log, undo and record, and a bare playout for batches.

use std::fmt;

use crate::record::{Commitment, FORMAT, Played, Record, SeedOrCommitment};
use crate::{
    Awaiting, Dice, DiceFault, Fault, Game, Knower, Outcome, Refusal, RuleId, Scripted, Seat, Seed,
    Seeded, Step, Thoughts, hash,
};

/// Why an action was not taken. The match is as it was before.
#[derive(Clone, Debug, PartialEq)]
pub enum PlayError<V> {
    /// The rules forbid it.
    Refused(V),
    /// The dice could not answer.
    Dice(DiceFault),
}

impl<V: Refusal> PlayError<V> {
    /// The rule that forbids it, if a rule does.
    pub fn rule(&self) -> Option<RuleId> {
        match self {
            PlayError::Refused(violation) => Some(violation.rule()),
            PlayError::Dice(_) => None,
        }
    }
}

impl<V: Refusal> fmt::Display for PlayError<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayError::Refused(violation) => write!(f, "{violation} [{}]", violation.rule()),
            PlayError::Dice(fault) => fault.fmt(f),
        }
    }
}

/// Why an action can't be taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UndoError {
    /// The seat has done nothing yet.
    Nothing,
    /// Dice were rolled, or a card was drawn, by it or after it.
    Rolled,
    /// It showed somebody something hidden.
    Revealed,
    /// Somebody has acted upon it since.
    Answered,
}

impl fmt::Display for UndoError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            UndoError::Nothing => "there is nothing of yours to take back",
            UndoError::Rolled => "dice were rolled or cards drawn since: it can't be taken back",
            UndoError::Revealed => "others have seen what it showed or did: it can't be taken back",
            UndoError::Answered => "somebody has acted since: it can't be taken back",
        })
    }
}

struct Entry<G: Game> {
    played: Played<G::Action>,
    events: Vec<G::Event>,
    /// The state before, kept while the entry can be taken back.
    before: Option<G::State>,
    firm: Option<UndoError>,
    /// Whether a clock stopped the bot that decided it.
    cut_short: bool,
}

/// A match without one of its actions.
struct Undone<G: Game> {
    /// The entry that is gone.
    index: usize,
    /// The position without it.
    state: G::State,
    /// What others did after it, played again.
    replayed: Vec<Entry<G>>,
}

/// A match in progress.
pub struct Match<G: Game> {
    setup: G::Setup,
    seed: Option<Seed>,
    /// Whether the seed's commitment was published before the match.
    committed: bool,
    players: Vec<String>,
    state: G::State,
    dice: Box<dyn Dice + Send>,
    opening: Vec<G::Event>,
    entries: Vec<Entry<G>>,
}

impl<G: Game> Match<G> {
    /// Deals a new match from a seed, or reports everything wrong with the setup.
    pub fn new(setup: G::Setup, seed: Seed) -> Result<Self, Vec<Fault>> {
        let mut table = Self::with_dice(setup, Box::new(Seeded::new(seed)))?;
        table.seed = Some(seed);
        Ok(table)
    }

    /// Deals a new match with any dice; it has no record, for there is no seed.
    pub fn with_dice(setup: G::Setup, mut dice: Box<dyn Dice + Send>) -> Result<Self, Vec<Fault>> {
        G::validate(&setup)?;
        let mut state = G::start(&setup);
        let mut opening = Vec::new();
        G::open(&mut Step::new(&mut state, &mut *dice, &mut opening));
        if let Some(fault) = dice.fault() {
            return Err(vec![Fault { at: "dice".into(), message: fault.to_string() }]);
        }
        let (players, entries) = (Vec::new(), Vec::new());
        Ok(Match { setup, seed: None, committed: false, players, state, dice, opening, entries })
    }

    /// Goes on from a position.
    pub fn from_state(setup: G::Setup, state: G::State, dice: Box<dyn Dice + Send>) -> Self {
        let (players, opening, entries) = (Vec::new(), Vec::new(), Vec::new());
        Match { setup, seed: None, committed: false, players, state, dice, opening, entries }
    }

    /// Names who sits where, for the record.
    pub fn set_players(&mut self, players: Vec<String>) {
        self.players = players;
    }

    /// Who sits where.
    pub fn players(&self) -> &[String] {
        &self.players
    }

    /// The setup.
    pub fn setup(&self) -> &G::Setup {
        &self.setup
    }

    /// The seed, if the dice come from one.
    pub fn seed(&self) -> Option<Seed> {
        self.seed
    }

    /// What may be published before the match, to be kept in its record from now on. `None` if its
    /// dice have no seed.
    pub fn commit(&mut self) -> Option<Commitment> {
        self.committed = self.seed.is_some();
        self.commitment()
    }

    /// The commitment that was published before the match, if one was.
    pub fn commitment(&self) -> Option<Commitment> {
        self.seed.filter(|_| self.committed).map(|seed| Commitment::of(&seed))
    }

    /// The position.
    pub fn state(&self) -> &G::State {
        &self.state
    }

    /// Whom the match waits for.
    pub fn awaiting(&self) -> Awaiting {
        G::awaiting(&self.state)
    }

    /// How it ended, once it has.
    pub fn outcome(&self) -> Option<Outcome> {
        match self.awaiting() {
            Awaiting::Over(outcome) => Some(outcome),
            Awaiting::Seats(_) => None,
        }
    }

    /// How many actions were taken.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether nothing was done yet.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// What happened before the first action.
    pub fn opening(&self) -> &[G::Event] {
        &self.opening
    }

    /// The actions so far with what followed from each.
    pub fn log(&self) -> impl DoubleEndedIterator<Item = (&Played<G::Action>, &[G::Event])> {
        self.entries.iter().map(|entry| (&entry.played, entry.events.as_slice()))
    }

    /// May this seat do this now?
    pub fn check(&self, seat: Seat, action: &G::Action) -> Result<(), G::Violation> {
        G::check(&self.state, seat, action)
    }

    /// Takes an action and tells what happened. A refused action changes nothing.
    pub fn play(
        &mut self,
        seat: Seat,
        action: G::Action,
    ) -> Result<&[G::Event], PlayError<G::Violation>> {
        G::check(&self.state, seat, &action).map_err(PlayError::Refused)?;
        let before = self.state.clone();
        let rolled = self.dice.rolled();
        let mut events = Vec::new();
        G::resolve(&mut Step::new(&mut self.state, &mut *self.dice, &mut events), seat, &action);
        if let Some(fault) = self.dice.fault() {
            let fault = fault.clone();
            self.state = before;
            return Err(PlayError::Dice(fault));
        }
        let firm = if self.dice.rolled() > rolled {
            Some(UndoError::Rolled)
        } else if events.iter().any(G::reveals) {
            Some(UndoError::Revealed)
        } else {
            None
        };
        if firm.is_some() {
            // Nothing before a firm action can be taken back: its states are not needed any more.
            self.entries.iter_mut().for_each(|entry| entry.before = None);
        }
        let before = firm.is_none().then_some(before);
        let played = Played { seat, action };
        self.entries.push(Entry { played, events, before, firm, cut_short: false });
        Ok(&self.entries[self.entries.len() - 1].events)
    }

    /// Notes that a clock stopped the bot that decided the last action: made again, its decision may
    /// be another.
    pub fn mark_cut_short(&mut self) {
        if let Some(entry) = self.entries.last_mut() {
            entry.cut_short = true;
        }
    }

    /// Takes back the seat's last action, if nobody has learnt anything from it.
    ///
    /// Where several seats decide at once, what the others did meanwhile stays: it is played again
    /// without the action, and if that is not possible nothing is taken back.
    pub fn undo(&mut self, seat: Seat) -> Result<Played<G::Action>, UndoError> {
        let Undone { index, state, replayed } = self.undone(seat)?;
        self.state = state;
        let taken_back = self.entries.drain(index..).next().map(|entry| entry.played);
        self.entries.extend(replayed);
        taken_back.ok_or(UndoError::Nothing)
    }

    /// Whether the seat's last action could be taken back now; nothing is changed.
    pub fn may_undo(&self, seat: Seat) -> Result<(), UndoError> {
        self.undone(seat).map(drop)
    }

    /// What would be left without the seat's last action.
    fn undone(&self, seat: Seat) -> Result<Undone<G>, UndoError> {
        let Some(index) = self.entries.iter().rposition(|entry| entry.played.seat == seat) else {
            return Err(UndoError::Nothing);
        };
        if let Some(firm) = self.entries[index..].iter().find_map(|entry| entry.firm) {
            return Err(firm);
        }
        let Some(mut state) = self.entries[index].before.clone() else {
            return Err(UndoError::Rolled);
        };
        // Whatever would roll now, and did not before, must not use up the match's own dice.
        let mut no_dice = Scripted::default();
        let mut replayed = Vec::new();
        for entry in &self.entries[index + 1..] {
            let played = entry.played.clone();
            if G::check(&state, played.seat, &played.action).is_err() {
                return Err(UndoError::Answered);
            }
            let before = Some(state.clone());
            let mut events = Vec::new();
            let mut step = Step::new(&mut state, &mut no_dice, &mut events);
            G::resolve(&mut step, played.seat, &played.action);
            if events != entry.events || no_dice.fault().is_some() {
                return Err(UndoError::Answered);
            }
            let cut_short = entry.cut_short;
            replayed.push(Entry { played, events, before, firm: None, cut_short });
        }
        Ok(Undone { index, state, replayed })
    }

    /// The match as it stands, to be kept. `None` if its dice have no seed.
    pub fn record(&self) -> Option<Record<G>> {
        Some(Record {
            format: FORMAT.into(),
            game: G::ID.into(),
            rules: G::rules_hash(),
            setup: self.setup.clone(),
            seed: SeedOrCommitment::Seed(self.seed?),
            commitment: self.commitment(),
            players: self.players.clone(),
            actions: self.entries.iter().map(|entry| entry.played.clone()).collect(),
            cut_short: (1..)
                .zip(&self.entries)
                .filter_map(|(number, entry)| entry.cut_short.then_some(number))
                .collect(),
            outcome: self.outcome(),
            hash: hash::of_value(&self.state),
        })
    }
}

/// Somebody who decides: sees a view, answers with an action.
pub trait Chooser<G: Game> {
    /// The decision the view's seat owes.
    fn choose(&mut self, view: &G::View) -> G::Action;

    /// The same decision, asked without a view being built first. Choosers that decide by lot
    /// answer faster so; the answer must be the one [`Chooser::choose`] gives.
    fn choose_unseen(&mut self, who: Knower<'_, G>) -> G::Action {
        self.choose(&who.view())
    }

    /// Takes up a match in which its seat has made so many decisions already. A bot decides by its
    /// seed, the number of the decision and the view, so it goes on as if it had made them.
    fn resume(&mut self, decisions: u64) {
        let _ = decisions;
    }

    /// What it thought before its last decision, if it thinks at all.
    fn thoughts(&self) -> Option<Thoughts<G::Action>> {
        None
    }
}

/// Why a playout ended without a result: it would be a bug of the game or of a chooser.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stalled {
    /// What went wrong.
    pub reason: String,
}

impl fmt::Display for Stalled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

/// Told of every action of a playout and of what followed.
pub type Watch<'a, G> = dyn FnMut(Seat, &<G as Game>::Action, &[<G as Game>::Event]) + 'a;

/// Plays a position to its end, one chooser to a seat, telling `watch` what happens.
///
/// This is the loop of a million games: it keeps nothing but one buffer of events. Whether a
/// chooser's action is legal is checked all the same.
pub fn playout<G: Game>(
    state: &mut G::State,
    dice: &mut dyn Dice,
    choosers: &mut [Box<dyn Chooser<G> + '_>],
    events: &mut Vec<G::Event>,
    watch: &mut Watch<'_, G>,
) -> Result<Outcome, Stalled> {
    for _ in 0..G::ACTIONS_MAX {
        let seat = match G::awaiting(state) {
            Awaiting::Over(outcome) => return Ok(outcome),
            Awaiting::Seats(seats) => match seats.lowest() {
                Some(seat) => seat,
                None => return Err(Stalled { reason: "the game waits for nobody".into() }),
            },
        };
        let action = choosers[seat.index()].choose_unseen(Knower::from_state(state, seat));
        if let Err(violation) = G::check(state, seat, &action) {
            return Err(Stalled {
                reason: format!("{seat} chose {action:?}: {violation} [{}]", violation.rule()),
            });
        }
        events.clear();
        G::resolve(&mut Step::new(state, dice, events), seat, &action);
        watch(seat, &action, events);
    }
    match G::awaiting(state) {
        Awaiting::Over(outcome) => Ok(outcome),
        Awaiting::Seats(_) => {
            Err(Stalled { reason: format!("no end after {} actions", G::ACTIONS_MAX) })
        }
    }
}

/// Plays a position to its end with every decision by lot; tells how many actions it took.
///
/// What [`Game::lot`] gives is legal by its contract, so it is not checked again but in tests. Nobody
/// reads the events, so they are not kept.
pub fn rollout<G: Game>(
    state: &mut G::State,
    dice: &mut dyn Dice,
    random: &mut dyn FnMut(u32) -> u32,
) -> Result<(Outcome, u32), Stalled> {
    for taken in 0..G::ACTIONS_MAX {
        let seat = match G::awaiting(state) {
            Awaiting::Over(outcome) => return Ok((outcome, taken)),
            Awaiting::Seats(seats) => match seats.lowest() {
                Some(seat) => seat,
                None => return Err(Stalled { reason: "the game waits for nobody".into() }),
            },
        };
        let action = G::lot(Knower::from_state(state, seat), random);
        debug_assert!(G::check(state, seat, &action).is_ok(), "{action:?}");
        G::resolve(&mut Step::unrecorded(state, dice), seat, &action);
    }
    Err(Stalled { reason: format!("no end after {} actions", G::ACTIONS_MAX) })
}
