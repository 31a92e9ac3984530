//! Kill Team Vanguard on the desk.

mod ask;
mod blow;
mod card;
mod deeds;
mod details;
mod feat;
mod ground;
mod moves;
mod place;
mod question;
mod role;
mod scene;
mod sentence;
mod sight;
mod targets;
#[cfg(test)]
mod tests;

use kernel::{Played, Seat};
use killteam::KillTeam;
use killteam::action::Action;
use killteam::check;
use killteam::event::Event;
use killteam::setup::Setup;
use killteam::speech::Speech;
use killteam::state::{Id, State};
use killteam::view::View;
use killteam::violation::Violation;
use serde_json::Value;

pub(crate) use ask::KtRequest;
pub(crate) use card::{feat_info, model_card, stat, weapon_info};

use crate::wire::{Detail, GameInfo, NamedInfo, Series, Sheet, forbidden};
use crate::{Answer, DeskGame, Known, Refusal, rosters, to_value};

/// What a seat, or a watcher, asks about.
#[derive(Clone, Copy)]
pub(crate) struct Asked<'a> {
    /// The position as they know it.
    pub state: &'a State,
    /// Who asks.
    pub seat: Option<Seat>,
}

impl Asked<'_> {
    /// The seat; refused if nobody in particular asks.
    fn seat(&self) -> Result<Seat, Refusal> {
        self.seat.ok_or_else(|| Refusal::plainly("say for which seat you ask: \"seat\":\"A\""))
    }

    /// A model that exists.
    fn model(&self, text: &str) -> Result<Id, Refusal> {
        let id: Id = text.parse().map_err(Refusal::plainly)?;
        if self.state.exists(id) { Ok(id) } else { Err(refusal(&Violation::NoModel { model: id })) }
    }

    /// A model on the table.
    fn placed(&self, text: &str) -> Result<Id, Refusal> {
        let id = self.model(text)?;
        if self.state.in_play(id) {
            Ok(id)
        } else {
            Err(refusal(&Violation::NotInPlay { model: id }))
        }
    }

    /// Whether the seat may do this, and why not.
    fn why(&self, action: &Action) -> Option<Refusal> {
        let seat = match self.seat() {
            Ok(seat) => seat,
            Err(refusal) => return Some(refusal),
        };
        check::check(self.state, seat, action).err().map(|violation| refusal(&violation))
    }

    /// The action as data, if the seat may do it; else why not.
    fn ready(&self, action: &Action) -> (Option<Value>, Option<Refusal>) {
        match self.why(action) {
            None => (serde_json::to_value(action).ok(), None),
            Some(refusal) => (None, Some(refusal)),
        }
    }
}

/// A violation as a page shows it.
pub(crate) fn refusal(violation: &Violation) -> Refusal {
    forbidden(violation)
}

impl DeskGame for KillTeam {
    const ABOUT: &'static str = "A skirmish of single models on a table full of terrain: move, \
                                 shoot, fight, and hold the objectives for five rounds.";
    const TAKEN: (&'static str, &'static str) = ("point's worth", "points' worth");

    fn furnish(info: &mut GameInfo) {
        info.teams = rosters::teams();
        info.tables = killteam::tables::FILES
            .iter()
            .map(|(id, _)| NamedInfo {
                id: (*id).into(),
                name: killteam::tables::named(id).map_or((*id).into(), |table| table.name),
            })
            .collect();
    }

    fn draw(known: Known<'_, Self>, sheet: &mut Sheet) {
        let made = |seat: Seat| match known {
            Known::All(state) => state.team(seat).bid.is_some(),
            Known::View(view) => view.has_bid(seat),
        };
        let bids = [made(Seat(0)), made(Seat(1))];
        sheet.killteam = Some(Box::new(scene::scene(state_of(known), bids)));
    }

    fn spare(sheet: &mut Sheet, shown: &mut String) {
        if let Some(scene) = &mut sheet.killteam {
            if scene.ground_hash == *shown {
                scene.ground = None;
            }
            shown.clone_from(&scene.ground_hash);
        }
    }

    fn ask(
        known: Known<'_, Self>,
        seat: Option<Seat>,
        what: &str,
        question: &Value,
    ) -> Option<Answer> {
        KtRequest::NAMES.contains(&what).then(|| {
            ask::answer(Asked { state: state_of(known), seat }, crate::read(question, what)?)
        })
    }

    fn setup_of(view: &View) -> Option<&Setup> {
        Some(&view.state.fixed.setup)
    }

    fn names(setup: &Setup) -> Vec<String> {
        let speech = Speech::of(setup);
        [Seat(0), Seat(1)].map(|seat| speech.team(seat)).into()
    }

    fn piece(setup: &Setup, id: &str) -> String {
        let mut factions = setup.teams.iter().filter_map(|team| team.find_faction().ok());
        let card = factions.find_map(|faction| faction.card(id));
        card.map_or_else(|| id.to_owned(), |card| card.name.clone())
    }

    fn sentence(view: &View, earlier: &[Played<Action>], _: Seat, action: &Action) -> String {
        sentence::sentence(view, earlier, action)
    }

    fn questions() -> &'static [&'static str] {
        KtRequest::NAMES
    }

    fn preview(setup: &Setup) -> Answer {
        let board = setup.table.board().map_err(|faults| {
            let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
            Refusal::plainly(faults.join("\n"))
        })?;
        to_value(&ground::ground(&board.table))
    }

    fn sound(view: &View) -> Result<(), String> {
        view.sound()
    }

    fn details(before: &State, action: Option<&Action>, events: &[Event]) -> Vec<Vec<Detail>> {
        details::details(before, action, events)
    }

    fn luck(label: &str) -> Option<&'static str> {
        details::luck(label)
    }

    fn series(positions: &[State]) -> Vec<Series> {
        let mut list = Vec::new();
        for seat in [Seat(0), Seat(1)] {
            let wounds = |state: &State| {
                let there = state.roster(seat).filter(|id| !state.model(*id).out);
                there.map(|id| i32::from(state.model(id).wounds)).sum()
            };
            let models = |state: &State| {
                state.roster(seat).filter(|id| !state.model(*id).out).count() as i32
            };
            let mut add = |name: &str, value: &dyn Fn(&State) -> i32| {
                list.push(Series { name: name.into(), seat, points: changes(positions, value) });
            };
            add("Victory points", &|state| i32::from(state.team(seat).score));
            add("Wounds left", &wounds);
            add("Models", &models);
            add("Command points", &|state| i32::from(state.team(seat).cp));
        }
        list
    }
}

/// A number over time: the first, the last, and wherever it changes.
fn changes(positions: &[State], value: &dyn Fn(&State) -> i32) -> Vec<(usize, i32)> {
    let mut points: Vec<(usize, i32)> = Vec::new();
    for (at, state) in positions.iter().enumerate() {
        let now = value(state);
        if points.last().is_none_or(|(_, last)| *last != now) || at + 1 == positions.len() {
            points.push((at, now));
        }
    }
    points
}

/// The position, as far as it is known: a view holds one, without the other's bid.
fn state_of(known: Known<'_, KillTeam>) -> &State {
    match known {
        Known::All(state) => state,
        Known::View(view) => &view.state,
    }
}
