//! A table on the desk: a match with all its positions, or what a seat sees of one.

use kernel::{Awaiting, Game, Match, PlayError, Seat, Seed, UndoError};
use odds::Question;
use serde_json::{Value, json};

use crate::begin::{no_odds, players};
use crate::game::{Known, no_seat};
use crate::request::TableRequest;
use crate::spoken::Voice;
use crate::wire::{Choice, Eyes, Head, OddsAnswer, Reasons, Refusal, Sheet, forbidden};
use crate::{Answer, DeskGame, hint, summary, to_value};

/// A table on the desk, of whichever game.
pub trait AnyTable: Send {
    /// How many actions it has.
    fn actions(&self) -> usize;

    /// Answers a question about the match.
    fn ask(&mut self, request: TableRequest) -> Answer;

    /// Answers a question of the game's own.
    fn ask_game(&mut self, what: &str, question: &Value) -> Answer;

    /// The odds in this position.
    fn odds(&self, seat: Option<Seat>, question: &Question) -> Result<OddsAnswer, Refusal>;

    /// The match up to a moment, to be played on.
    fn fork(&self, at: usize, players: Vec<String>) -> Result<Box<dyn AnyTable>, Refusal>;

    /// The next position of a match that is played elsewhere.
    fn sit_on(&mut self, eyes: Eyes, head: Head, view: Value) -> Result<(), Refusal>;
}

/// A table of one game.
pub(crate) struct Table<G: DeskGame> {
    source: Source<G>,
    /// What the page was shown at last that it need not be told again.
    shown: String,
}

enum Source<G: DeskGame> {
    /// Played or replayed here: the position after each entry is kept, that of the opening first.
    Played(Box<Match<G>>, Vec<G::State>),
    /// Played elsewhere.
    Sat(Box<Seen<G>>),
}

/// What is seen of a match that is played elsewhere.
struct Seen<G: Game> {
    eyes: Eyes,
    head: Head,
    view: G::View,
}

impl<G: DeskGame> Table<G> {
    /// A match that is played here.
    pub(crate) fn played(game: Match<G>) -> Self {
        let states = positions(&game);
        Table { source: Source::Played(Box::new(game), states), shown: String::new() }
    }

    /// A match that is played elsewhere.
    pub(crate) fn sat(eyes: Eyes, head: Head, view: Value) -> Result<Self, Refusal> {
        let seen = Seen { eyes, head, view: read_view::<G>(eyes, view)? };
        Ok(Table { source: Source::Sat(Box::new(seen)), shown: String::new() })
    }

    /// The match, if it is played here.
    fn game(&mut self) -> Result<(&mut Match<G>, &mut Vec<G::State>), Refusal> {
        match &mut self.source {
            Source::Played(game, states) => Ok((game, states)),
            Source::Sat(_) => Err(elsewhere()),
        }
    }

    fn here(&self) -> Result<(&Match<G>, &[G::State]), Refusal> {
        match &self.source {
            Source::Played(game, states) => Ok((game, states)),
            Source::Sat(_) => Err(elsewhere()),
        }
    }

    /// The names for what is said.
    fn setup(&self) -> Option<&G::Setup> {
        match &self.source {
            Source::Played(game, _) => Some(game.setup()),
            Source::Sat(seen) => G::setup_of(&seen.view),
        }
    }

    /// How these eyes are spoken to.
    fn voice(&self, eyes: Eyes) -> Voice<'_, G> {
        let turned = match (&self.source, eyes) {
            (Source::Sat(seen), _) => G::turned(&seen.view),
            (Source::Played(game, _), Eyes::Seat(seat)) if seat.0 < self.seats() => {
                G::turned(&G::view(game.state(), seat))
            }
            (Source::Played(..), _) => false,
        };
        Voice { setup: self.setup(), turned }
    }

    fn seats(&self) -> u8 {
        match &self.source {
            Source::Played(game, _) => G::seats(game.setup()),
            Source::Sat(seen) => seen.head.seats.len() as u8,
        }
    }

    /// Calls with what some eyes know of a position.
    fn known<T>(
        &self,
        eyes: Eyes,
        at: Option<usize>,
        then: impl FnOnce(Known<'_, G>) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        match &self.source {
            Source::Played(_, states) => {
                let at = at.unwrap_or(states.len() - 1);
                let state = states.get(at).ok_or_else(|| {
                    let last = states.len() - 1;
                    Refusal::plainly(format!("the match has {last} actions, not {at}"))
                })?;
                match eyes {
                    Eyes::All => then(Known::All(state)),
                    Eyes::Seat(seat) if seat.0 >= self.seats() => Err(no_seat(seat, self.seats())),
                    Eyes::Seat(seat) => then(Known::View(&G::view(state, seat))),
                    Eyes::Nobody => then(Known::View(&G::view(state, Seat::NOBODY))),
                }
            }
            Source::Sat(seen) => {
                if at.is_some_and(|at| at != seen.head.actions) {
                    return Err(Refusal::plainly("earlier positions of this match are not here"));
                }
                if eyes != seen.eyes {
                    return Err(Refusal::plainly("only what one pair of eyes sees is known here"));
                }
                then(Known::View(&seen.view))
            }
        }
    }

    /// Calls with the view of a seat.
    fn view<T>(
        &self,
        seat: Seat,
        then: impl FnOnce(&G::View) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        self.known(Eyes::Seat(seat), None, |known| match known {
            Known::View(view) => then(view),
            Known::All(_) => Err(no_seat(seat, self.seats())),
        })
    }

    fn head(&self) -> Head {
        match &self.source {
            Source::Sat(seen) => seen.head.clone(),
            Source::Played(game, _) => {
                let names = G::names(game.setup());
                let head = games::head(game);
                if names.is_empty() { head } else { Head { names, ..head } }
            }
        }
    }

    fn look(&mut self, eyes: Eyes, at: Option<usize>, whole: bool) -> Answer {
        let mut head = self.head();
        let at = at.unwrap_or(head.actions);
        if let (Source::Played(_, states), true) = (&self.source, at < head.actions)
            && let Some(state) = states.get(at)
        {
            // What is owed then, not now.
            head.owes = match G::awaiting(state) {
                Awaiting::Seats(seats) => seats.iter().collect(),
                Awaiting::Over(_) => Vec::new(),
            };
            head.outcome = None;
            head.may_undo.clear();
        }
        let mut sheet = Sheet { head, eyes, at, question: None, killteam: None, rome: None };
        self.known(eyes, Some(at), |known| {
            if let Known::View(view) = known {
                sheet.question = G::question(view);
            }
            G::draw(known, &mut sheet);
            Ok(())
        })?;
        if whole {
            self.shown.clear();
        }
        G::spare(&mut sheet, &mut self.shown);
        self.voice(eyes).answer(to_value(&sheet))
    }

    fn act(&mut self, seat: Seat, action: Value) -> Answer {
        if seat.0 >= self.seats() {
            return Err(no_seat(seat, self.seats()));
        }
        let (game, states) = self.game()?;
        let action = read_action::<G>(action)?;
        if let Err(error) = game.play(seat, action) {
            let why = play_refused(&error);
            return Err(self.voice(Eyes::Seat(seat)).refusal(why));
        }
        states.push(game.state().clone());
        to_value(&self.head())
    }

    fn undo(&mut self, seat: Seat) -> Answer {
        let (game, states) = self.game()?;
        let played =
            game.undo(seat).map_err(|error: UndoError| Refusal::plainly(error.to_string()))?;
        *states = positions(game);
        Ok(json!({ "text": G::action_text(&played.action) }))
    }

    fn consider(&self, seat: Seat, action: Value) -> Answer {
        let action = read_action::<G>(action)?;
        let answer = self.view(seat, |view| {
            if let Source::Played(game, _) = &self.source {
                game.check(seat, &action).map_err(|violation| forbidden(&violation))?;
            } else {
                let state = G::guess(view, &mut kernel::Seeded::new(Seed::from(0)));
                G::check(&state, seat, &action).map_err(|violation| forbidden(&violation))?;
            }
            Ok(hint::choice::<G>(view, &action))
        });
        match answer {
            Ok(choice) => to_value(&choice),
            Err(why) => Err(self.voice(Eyes::Seat(seat)).refusal(why)),
        }
    }

    /// What a bot would do, and what it thought.
    fn think(&self, seat: Seat, bot: &str) -> Result<(G::Action, Reasons), Refusal> {
        let head = self.head();
        if !head.owes.contains(&seat) {
            return Err(Refusal::plainly(format!("{seat} has nothing to decide now")));
        }
        // Where the match is played elsewhere its seed is not known, nor should the bot there be
        // foreseen.
        let (seed, decisions) = match &self.source {
            Source::Played(game, _) => {
                let own = game.log().filter(|(played, _)| played.seat == seat).count();
                (game.seed().unwrap_or(Seed::from(0)), own as u64)
            }
            Source::Sat(seen) => (Seed::from(1), seen.head.actions as u64),
        };
        let seed = bots::seed_at(seed, seat);
        let mut chooser = bots::by_name::<G>(bot, seed).ok_or_else(|| {
            let names = bots::NAMES.iter().map(|(name, _)| *name);
            Refusal::plainly(format!("there is no bot \"{bot}\"; {}", games::instead(bot, names)))
        })?;
        chooser.resume(decisions);
        self.view(seat, |view| {
            let action = chooser.choose(view);
            let reasons = hint::reasons::<G>(view, &action, chooser.thoughts());
            Ok((action, reasons))
        })
    }

    fn bot(&mut self, seat: Seat, bot: &str) -> Answer {
        self.here()?;
        let (action, reasons) = self.think(seat, bot)?;
        let (game, states) = self.game()?;
        game.play(seat, action).map_err(|error| play_refused(&error))?;
        states.push(game.state().clone());
        to_value(&reasons)
    }

    fn entries(&self, eyes: Eyes, from: usize) -> Answer {
        let (game, _) = self.here()?;
        if let Eyes::Seat(seat) = eyes
            && seat.0 >= self.seats()
        {
            return Err(no_seat(seat, self.seats()));
        }
        to_value(&games::entries(game, eyes, from))
    }

    fn details(&self, eyes: Eyes, number: usize) -> Answer {
        let (game, states) = self.here()?;
        if number > game.len() {
            let message = format!("the match has {} entries, not {number}", game.len());
            return Err(Refusal::plainly(message));
        }
        let start;
        let (before, action, events) = if number == 0 {
            start = G::start(game.setup());
            (&start, None, game.opening())
        } else {
            let (played, events) = game.log().nth(number - 1).ok_or_else(elsewhere)?;
            (&states[number - 1], Some(&played.action), events)
        };
        // One for each beat: what these eyes did not see has none.
        let seen = |event: &G::Event| match eyes.seat() {
            None => true,
            Some(seat) => G::seen(event, seat).is_some(),
        };
        let all = G::details(before, action, events).into_iter().zip(events);
        let list: Vec<_> = all.filter(|(_, event)| seen(event)).map(|(list, _)| list).collect();
        self.voice(eyes).answer(to_value(&list))
    }

    fn record(&self) -> Answer {
        let (game, _) = self.here()?;
        let record = game
            .record()
            .ok_or_else(|| Refusal::plainly("this match has no seed, so there is no record"))?;
        let seed = game.seed().map(|seed| seed.to_string()).unwrap_or_default();
        let seed: String = seed.chars().take(12).collect();
        let name = format!("{}-{seed}-{}.vanguard.json", G::ID, game.len());
        Ok(json!({ "json": record.to_json(), "name": name }))
    }
}

impl<G: DeskGame> AnyTable for Table<G>
where
    G::State: 'static,
{
    fn actions(&self) -> usize {
        match &self.source {
            Source::Played(game, _) => game.len(),
            Source::Sat(seen) => seen.head.actions,
        }
    }

    fn ask(&mut self, request: TableRequest) -> Answer {
        match request {
            TableRequest::Look { eyes, at, whole, .. } => self.look(eyes, at, whole),
            TableRequest::Entries { eyes, from, .. } => self.entries(eyes, from),
            TableRequest::Details { eyes, number, .. } => self.details(eyes, number),
            TableRequest::Play { seat, action, .. } => self.act(seat, action),
            TableRequest::Undo { seat, .. } => self.undo(seat),
            TableRequest::Consider { seat, action, .. } => self.consider(seat, action),
            TableRequest::Choices { seat, limit, .. } => self.view(seat, |view| {
                let mut actions = Vec::new();
                G::candidates(view, limit.min(500), &mut actions);
                let list: Vec<Choice> =
                    actions.iter().map(|a| hint::choice::<G>(view, a)).collect();
                to_value(&list)
            }),
            TableRequest::Explain { seat, question, .. } => self.view(seat, |view| {
                to_value(&G::explain(view, &question).map_err(Refusal::plainly)?)
            }),
            TableRequest::Bot { seat, bot, .. } => self.bot(seat, &bot),
            TableRequest::Hint { seat, bot, .. } => to_value(&self.think(seat, &bot)?.1),
            TableRequest::Record { .. } => self.record(),
            TableRequest::Summary { .. } => {
                let (game, states) = self.here()?;
                to_value(&summary::of(self.head(), game, states))
            }
            TableRequest::Close { .. } | TableRequest::Fork { .. } => {
                Err(Refusal::plainly("the desk itself is asked this"))
            }
        }
    }

    fn ask_game(&mut self, what: &str, question: &Value) -> Answer {
        let seat: Option<Seat> = match question.get("seat") {
            None | Some(Value::Null) => None,
            Some(Value::String(text)) => Some(text.parse().map_err(Refusal::plainly)?),
            Some(other) => return Err(Refusal::plainly(format!("{other} is no seat"))),
        };
        let at = match question.get("at") {
            None | Some(Value::Null) => None,
            Some(at) => Some(at.as_u64().map(|at| at as usize).ok_or_else(|| {
                Refusal::plainly("at: write after how many actions, a whole number")
            })?),
        };
        let eyes = match (seat, &self.source) {
            (None, Source::Sat(seen)) => seen.eyes,
            (None, Source::Played(..)) => Eyes::Nobody,
            (Some(seat), _) => Eyes::Seat(seat),
        };
        let answer = self.known(eyes, at, |known| {
            G::ask(known, seat, what, question).unwrap_or_else(|| {
                let known = G::questions().iter().copied();
                let instead = games::instead(what, known);
                Err(Refusal::plainly(format!(
                    "\"{what}\" is no question of {}; {instead}",
                    G::TITLE
                )))
            })
        });
        self.voice(eyes).answer(answer)
    }

    fn odds(&self, seat: Option<Seat>, question: &Question) -> Result<OddsAnswer, Refusal> {
        let seat = seat.ok_or_else(|| Refusal::plainly("say for which seat"))?;
        self.view(seat, |view| G::odds_at(view, question).map(OddsAnswer::from).map_err(no_odds))
    }

    fn fork(&self, at: usize, names: Vec<String>) -> Result<Box<dyn AnyTable>, Refusal> {
        let (game, _) = self.here()?;
        let names = players(&names, self.seats())?;
        let record = game
            .record()
            .ok_or_else(|| Refusal::plainly("this match has no seed: it can't be played on"))?;
        let mut game =
            record.replay(Some(at)).map_err(|error| Refusal::plainly(error.to_string()))?;
        game.set_players(names);
        Ok(Box::new(Table::played(game)))
    }

    fn sit_on(&mut self, eyes: Eyes, head: Head, view: Value) -> Result<(), Refusal> {
        if head.game != G::ID {
            let message = format!("this is a table of {}, not of {}", G::ID, head.game);
            return Err(Refusal::plainly(message));
        }
        match &mut self.source {
            Source::Played(..) => {
                Err(Refusal::plainly("this match is played here: its positions are known"))
            }
            Source::Sat(seen) => {
                seen.view = read_view::<G>(eyes, view)?;
                seen.eyes = eyes;
                seen.head = head;
                Ok(())
            }
        }
    }
}

/// The position after each entry, that of the opening first.
fn positions<G: Game>(game: &Match<G>) -> Vec<G::State> {
    let mut state = G::start(game.setup());
    game.opening().iter().for_each(|event| G::apply(&mut state, event));
    let mut states = Vec::with_capacity(game.len() + 1);
    states.push(state.clone());
    for (_, events) in game.log() {
        for event in events {
            G::apply(&mut state, event);
        }
        states.push(state.clone());
    }
    states
}

fn elsewhere() -> Refusal {
    Refusal::plainly("this match is played elsewhere: only what is seen of it is known here")
}

fn read_view<G: DeskGame>(eyes: Eyes, view: Value) -> Result<G::View, Refusal> {
    let view: G::View = serde_json::from_value(view)
        .map_err(|error| Refusal::plainly(format!("this is no view of {}: {error}", G::TITLE)))?;
    G::sound(&view)
        .map_err(|why| Refusal::plainly(format!("this view of {} is broken: {why}", G::TITLE)))?;
    let whose = G::viewer(&view);
    let fits = match eyes {
        Eyes::Seat(seat) => seat == whose,
        Eyes::Nobody => whose == Seat::NOBODY,
        Eyes::All => false,
    };
    if fits {
        return Ok(view);
    }
    Err(Refusal::plainly(format!("this is the view of {whose}: it fits no other eyes")))
}

fn read_action<G: DeskGame>(action: Value) -> Result<G::Action, Refusal> {
    // Some actions are a bare word, as data and as people type them.
    let error = match serde_json::from_value(action.clone()) {
        Ok(action) => return Ok(action),
        Err(error) => error,
    };
    match action {
        Value::String(text) => G::parse_action(&text).map_err(Refusal::plainly),
        _ => Err(Refusal::plainly(format!("this is no action of {}: {error}", G::TITLE))),
    }
}

fn play_refused<V: kernel::Refusal>(error: &PlayError<V>) -> Refusal {
    match error {
        PlayError::Refused(violation) => forbidden(violation),
        PlayError::Dice(fault) => Refusal::plainly(fault.to_string()),
    }
}
