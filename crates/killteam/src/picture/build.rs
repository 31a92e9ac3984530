//! From facts to positions, and how a position differs from what a picture says.

use kernel::{PictureError, Seat};
use table::Spot;

use super::read::{Lines, read};
use super::{Bid, Fact, ModelFact, TeamFact, Where, ask_text, terrain, units, usual_phase, wrong};
use crate::check;
use crate::ideas;
use crate::resolve;
use crate::roster::TEAM_MAX;
use crate::rules::{self, rounds};
use crate::setup::{SIDE, Setup, TableChoice};
use crate::state::{
    Ask, Attack, AttackKind, Cause, Die, Fallback, Harm, Id, Model, Models, MoveFor, Phase, Save,
    Side, State, Using, members, other,
};
use crate::view::View;

/// The match a picture is of: the given one with the picture's own table and teams.
pub fn pictured_setup(setup: &Setup, picture: &str) -> Setup {
    read(picture)
        .ok()
        .and_then(|facts| setup_of(setup, &facts).ok())
        .unwrap_or_else(|| setup.clone())
}

fn setup_of(setup: &Setup, facts: &Lines) -> Result<Setup, PictureError> {
    let mut setup = setup.clone();
    let named = facts.iter().find_map(|(_, fact)| match fact {
        Fact::Table(choice) => Some(choice.clone()),
        _ => None,
    });
    let drawn = terrain::table(facts);
    setup.table = match (named, drawn) {
        (Some(choice), Some(drawn)) => {
            let mut table = choice.board().map_err(|faults| wrong(0, faults[0].to_string()))?.table;
            table.pieces.extend(drawn.pieces);
            TableChoice::Own(table)
        }
        (Some(choice), None) => choice,
        (None, Some(drawn)) => TableChoice::Own(drawn),
        (None, None) => setup.table,
    };
    for seat in [Seat(0), Seat(1)] {
        let roster = units::roster(facts, seat).map_err(|(line, message)| wrong(line, message))?;
        if let (Some(roster), Some(team)) = (roster, setup.teams.get_mut(seat.index())) {
            let cost = roster.find_faction().map_or(0, |faction| roster.cost(faction));
            setup.points = setup.points.max(cost.clamp(0, 400) as u16);
            *team = roster;
        }
    }
    Ok(setup)
}

/// Builds a position; what the picture leaves out is as in an ordinary game: the first round, A's
/// turn, models that have a line standing with all their wounds, and everybody else out of play.
pub fn position(setup: &Setup, picture: &str) -> Result<State, PictureError> {
    let facts = read(picture)?;
    let setup = setup_of(setup, &facts)?;
    if let Some(fault) = setup.faults().first() {
        return Err(wrong(0, fault.to_string()));
    }
    let mut state = State::new(&setup);
    state.ask = facts
        .iter()
        .find_map(|(_, fact)| match fact {
            Fact::Ask(ask) => Some(*ask),
            _ => None,
        })
        .unwrap_or(Ask::Turn(Seat(0)));
    state.phase = usual_phase(state.ask);
    if state.phase != Phase::Setup {
        state.round = 1;
        state.turns = 1;
        for seat in [Seat(0), Seat(1)] {
            for id in state.roster(seat) {
                state.models[id.index()] = Model { out: true, ..Model::default() };
            }
        }
    }
    let owner = state.ask.seat().unwrap_or(Seat(0));
    state.turn =
        if matches!(state.ask, Ask::Strike(_) | Ask::Retaliate(_)) { other(owner) } else { owner };
    for (line, fact) in &facts {
        take(&mut state, fact).map_err(|message| wrong(*line, message))?;
    }
    for (line, fact) in &facts {
        // Command points, tokens and the like need the models in their places.
        if let Fact::Team(seat, fact) = fact {
            team(&mut state, *seat, fact).map_err(|message| wrong(*line, message))?;
        }
    }
    rest_of(&mut state, &facts);
    sound(&state).map_err(|message| wrong(0, message))?;
    Ok(state)
}

/// What follows from the rest of a picture, if it does not say so itself.
fn rest_of(state: &mut State, facts: &Lines) {
    let says = |wanted: fn(&Fact) -> bool| facts.iter().any(|(_, fact)| wanted(fact));
    for seat in [Seat(0), Seat(1)] {
        let told = facts.iter().any(|(_, fact)| {
            matches!(fact, Fact::Team(whose, fact) if *whose == seat && fact.cp.is_some())
        });
        if !told && state.phase == Phase::Turns {
            state.teams[seat.index()].cp = rounds::command_points(state, seat);
        }
    }
    if !says(|fact| matches!(fact, Fact::FirstFinished(_))) {
        let flagged = [Seat(0), Seat(1)].into_iter().find(|seat| state.team(*seat).finished);
        state.finished = flagged;
    }
    if !says(|fact| matches!(fact, Fact::Turn(_)))
        && let Some(activation) = &state.activation
    {
        state.turn = activation.model.seat();
    }
}

fn exists(state: &State, id: Id) -> Result<(), String> {
    if state.exists(id) {
        Ok(())
    } else {
        let count = state.fixed.counts[id.seat().index()];
        Err(format!("there is no {id}: {} has {count} models", id.seat()))
    }
}

fn all_exist(state: &State, models: Models) -> Result<(), String> {
    if models >> (2 * TEAM_MAX) != 0 {
        return Err("a set of models has bits beyond the last".into());
    }
    members(models).try_for_each(|id| exists(state, id))
}

fn take(state: &mut State, fact: &Fact) -> Result<(), String> {
    match fact {
        Fact::Round(round) => state.round = *round,
        Fact::Phase(phase) => state.phase = *phase,
        Fact::Turn(seat) => state.turn = *seat,
        Fact::First(seat) => state.first = *seat,
        Fact::Placed(piece, at) => {
            rules::terrain::check(state, *piece, *at).map_err(|why| why.to_string())?;
            let (seat, piece, at) = (Seat(0), *piece, *at);
            crate::apply::apply(state, &crate::event::Event::TerrainPlaced { seat, piece, at });
        }
        Fact::Turns(turns) => state.turns = *turns,
        Fact::FirstFinished(seat) => state.finished = *seat,
        Fact::Followed(followed) => state.followed = *followed,
        Fact::Rested(model) => {
            model.map_or(Ok(()), |id| exists(state, id))?;
            state.rested = *model;
        }
        Fact::Struck(models) => {
            all_exist(state, *models)?;
            state.struck = *models;
        }
        Fact::LastRound(round) => state.last_round = *round,
        Fact::RunningOut(out) => state.running_out = *out,
        Fact::Active(activation) => {
            if let Some(activation) = activation {
                exists(state, activation.model)?;
                if let Some(target) = activation.charging {
                    exists(state, target)?;
                    if target.seat() == activation.model.seat() {
                        return Err(format!("{target} is no enemy of {}", activation.model));
                    }
                }
            }
            state.activation = *activation;
        }
        Fact::Model(id, fact) => model(state, *id, fact)?,
        Fact::Flow(flow) => {
            state.moving.clone_from(&flow.moving);
            state.attack.clone_from(&flow.attack);
            state.save.clone_from(&flow.save);
            state.harms.clone_from(&flow.harms);
            state.answers = flow.answers;
            state.using.clone_from(&flow.using);
            state.ended = flow.ended;
            state.statuses.clone_from(&flow.statuses);
        }
        // Read before: the question, the table and the cards; and after: the teams.
        Fact::Ask(_)
        | Fact::Team(..)
        | Fact::Table(_)
        | Fact::Piece(_)
        | Fact::Part(_)
        | Fact::Card(..)
        | Fact::Stats(..)
        | Fact::Attack(..)
        | Fact::Feat(..) => {}
    }
    Ok(())
}

/// Whether a place is a sensible one to compute with.
fn on_table(spot: Spot) -> bool {
    let range = 0..=SIDE;
    range.contains(&spot.at.x) && range.contains(&spot.at.y) && range.contains(&spot.z)
}

fn model(state: &mut State, id: Id, fact: &ModelFact) -> Result<(), String> {
    exists(state, id)?;
    let full = state.profile(id).wounds;
    let place = fact
        .place
        .ok_or_else(|| format!("say where {id} is: {id} at 12,3, or {id} out, or {id} waiting"))?;
    let activated = fact.activated.unwrap_or(false);
    let used_round = fact.used_round.unwrap_or(0);
    let feats = state.profile(id).feats.len().min(16) as u32;
    let used_game = fact.used_game.unwrap_or(used_round);
    if u32::from(used_round | used_game) >> feats != 0 {
        return Err(format!("{id} has {feats} feats on its card"));
    }
    let mut model = Model {
        wounds: fact.wounds.unwrap_or(full),
        out: false,
        activated,
        down: fact.down.unwrap_or(false),
        steady: fact.steady.unwrap_or(activated),
        used_round,
        used_game,
    };
    if model.wounds > full {
        return Err(format!("{id} has {} wounds, and its card {full}", model.wounds));
    }
    match place {
        Where::At(spot) => {
            if model.wounds == 0 {
                return Err(format!(
                    "{id} has no wounds left: a model on the table has at least 1"
                ));
            }
            if !on_table(spot) {
                return Err(format!("{id} is not on the table: it is 36 by 36 inches"));
            }
            state.models[id.index()] = model;
            state.figures[id.index()] = Some(state.figure_at(id, spot));
        }
        Where::Out => {
            model.out = true;
            model.down = false;
            model.wounds = 0;
            state.models[id.index()] = model;
            state.figures[id.index()] = None;
        }
        Where::Waiting => {
            if state.phase != Phase::Setup {
                return Err(format!("{id} waits to be deployed, but that is over"));
            }
            let waiting = Model { wounds: full, ..Model::default() };
            if model != waiting {
                return Err(format!("{id} waits to be deployed, so nothing has come to it yet"));
            }
            state.models[id.index()] = model;
            state.figures[id.index()] = None;
        }
    }
    Ok(())
}

fn team(state: &mut State, seat: Seat, fact: &TeamFact) -> Result<(), String> {
    if let Some(side) = fact.side {
        state.teams[seat.index()].side = side;
        state.teams[other(seat).index()].side = side.other();
    }
    let team = &mut state.teams[seat.index()];
    team.cp = fact.cp.unwrap_or(team.cp);
    team.tokens = fact.tokens.unwrap_or(team.tokens);
    team.score = fact.score.unwrap_or(team.score);
    team.seize = fact.seize.unwrap_or(team.seize);
    team.broken = fact.broken.unwrap_or(team.broken);
    team.finished = fact.finished.unwrap_or(team.finished);
    team.bid = match fact.bid {
        None => team.bid,
        Some(Bid::None) => None,
        Some(Bid::Of(cp)) if cp <= team.cp => Some(cp),
        Some(Bid::Of(cp)) => return Err(format!("a bid of {cp} is more than the {} CP", team.cp)),
        Some(Bid::Secret) => return Err("a position must say what was bid: bid 2".into()),
    };
    Ok(())
}

/// Whether the position could be played on: nothing in it contradicts the rest.
fn sound(state: &State) -> Result<(), String> {
    if state.teams[0].side == state.teams[1].side {
        return Err("both teams can't have the same side".into());
    }
    if state.phase != Phase::Setup && !(1..=state.last_round).contains(&state.round) {
        return Err(format!("round {} is none of 1 to {}", state.round, state.last_round));
    }
    if state.phase == Phase::Setup && (state.round > 0 || state.models.iter().any(|m| m.activated))
    {
        return Err("before the first round the round is 0, and nobody was activated".into());
    }
    for seat in [Seat(0), Seat(1)] {
        for id in state.on_table(seat) {
            // A model on its way may be where nobody could stay.
            let moves = state.moving.as_ref().is_some_and(|moving| moving.model == id);
            if let (Some(figure), false) = (state.figure(id), moves) {
                check::fits(state, id, figure.spot).map_err(|why| format!("{id}: {why}"))?;
            }
            let out = state.model(id).out;
            if out || state.model(id).wounds == 0 {
                return Err(format!("{id} is on the table and out of play at once"));
            }
        }
    }
    if state.phase != Phase::Bidding && state.teams.iter().any(|team| team.bid.is_some()) {
        return Err("bids are made in the end phase only: ask bid".into());
    }
    flow(state)?;
    at_rest(state)
}

fn face(die: &Die) -> bool {
    (1..=6).contains(&die.face)
}

/// A number of an attack that is not out of all proportion.
fn modest(value: i8) -> bool {
    (-30..=30).contains(&value)
}

fn harm(state: &State, harm: &Harm) -> Result<(), String> {
    exists(state, harm.target)?;
    if let Cause::Attack(by) | Cause::Feat(by) = harm.cause {
        exists(state, by)?;
    }
    if !state.in_play(harm.target) {
        return Err(format!("{} is not on the table to be harmed", harm.target));
    }
    let fits = modest(harm.ap) && modest(harm.armour) && harm.hits <= 60 && harm.damage <= 30;
    if fits && harm.mortal <= 100 && harm.damage > 0 {
        Ok(())
    } else {
        Err(format!("the harm to {} is out of all proportion", harm.target))
    }
}

/// Whether what has begun fits the rest.
fn flow(state: &State) -> Result<(), String> {
    if let Some(attack) = &state.attack {
        attack_sound(state, attack)?;
    }
    if let Some(save) = &state.save {
        save_sound(state, save)?;
    }
    state.harms.iter().try_for_each(|waiting| harm(state, waiting))?;
    if let Some(answers) = &state.answers {
        exists(state, answers.attacker)?;
        all_exist(state, answers.waiting)?;
        let enemy = |id: Id| id.seat() != answers.attacker.seat() && state.in_play(id);
        if !state.in_play(answers.attacker)
            || answers.waiting == 0
            || !members(answers.waiting).all(enemy)
        {
            return Err("those who may answer are enemies on the table of who attacked".into());
        }
    }
    for status in &state.statuses {
        exists(state, status.on)?;
        exists(state, status.by)?;
        let feats = state.profile(status.by).feats.len();
        if !(1..=feats).contains(&usize::from(status.feat)) {
            return Err(format!("{} has no feat {}", status.by, status.feat));
        }
    }
    if let Some(using) = &state.using {
        using_sound(state, using)?;
    }
    if usize::from(state.ended) > state.fixed.endings.len() {
        return Err(format!("there are no {} effects of the end phase", state.ended));
    }
    moving_sound(state)
}

fn using_sound(state: &State, using: &Using) -> Result<(), String> {
    exists(state, using.model)?;
    exists(state, using.subject)?;
    all_exist(state, using.on | using.down)?;
    let feat = rules::feats::find(state, using.model, using.feat).map_err(|why| why.to_string())?;
    let fits = usize::from(using.next) <= feat.effects.len()
        && using.to.is_none_or(on_table)
        && using.path.iter().all(|leg| on_table(leg.to))
        && using.ending.is_none_or(|place| usize::from(place) < state.fixed.endings.len());
    if fits { Ok(()) } else { Err(format!("what {} uses does not hang together", using.model)) }
}

fn attack_sound(state: &State, attack: &Attack) -> Result<(), String> {
    let attacker = attack.attacker;
    exists(state, attacker)?;
    if usize::from(attack.weapon) >= state.profile(attacker).weapons.len() {
        return Err(format!("{attacker} has no attack {}", attack.weapon));
    }
    let mut fits = !attack.targets.is_empty()
        && usize::from(attack.at) <= attack.targets.len()
        && attack.dice.iter().all(face)
        && attack.rolled != attack.dice.is_empty();
    for (i, aimed) in attack.targets.iter().enumerate() {
        exists(state, aimed.target)?;
        fits &= (1..=24).contains(&aimed.dice)
            && modest(aimed.need)
            && modest(aimed.ap)
            && modest(aimed.armour)
            && (1..=30).contains(&aimed.damage)
            && aimed.sixes <= 12
            && aimed.target.seat() != attacker.seat()
            && !attack.targets[..i].iter().any(|other| other.target == aimed.target);
    }
    let needs_activation = matches!(attack.kind, AttackKind::Action | AttackKind::Charge);
    fits &= !needs_activation || state.activation.is_some_and(|a| a.model == attacker);
    if fits { Ok(()) } else { Err(format!("the attack of {attacker} does not hang together")) }
}

fn save_sound(state: &State, save: &Save) -> Result<(), String> {
    harm(state, &save.harm)?;
    let fits = save.dice.iter().all(face)
        && save.rolled != save.dice.is_empty()
        && (!save.rolled || save.need.is_some())
        && save.need.is_none_or(modest);
    if fits {
        Ok(())
    } else {
        Err(format!("the armour roll of {} does not hang together", save.harm.target))
    }
}

fn moving_sound(state: &State) -> Result<(), String> {
    let Some(moving) = &state.moving else { return Ok(()) };
    let model = moving.model;
    exists(state, model)?;
    all_exist(state, moving.asked)?;
    if let MoveFor::Charge(target) = moving.why {
        exists(state, target)?;
        if target.seat() == model.seat() || state.activation.is_none() {
            return Err(format!("{model} can't be charging {target}"));
        }
    }
    let legs = moving.path.len();
    let fits = usize::from(moving.leg) <= legs
        && (0..=2 * SIDE).contains(&moving.along.0)
        && on_table(moving.from)
        && moving
            .falls
            .iter()
            .all(|(leg, height)| usize::from(*leg) < legs && (0..=SIDE).contains(&height.0))
        && moving.path.iter().all(|leg| on_table(leg.to));
    if !fits {
        return Err(format!("the path of {model} does not hang together"));
    }
    let Some(last) = moving.path.last() else {
        return Err(format!("{model} moves, but has no path"));
    };
    if state.in_play(model) {
        check::fits(state, model, last.to).map_err(|why| format!("{model} on its way: {why}"))?;
    }
    Ok(())
}

/// Whether the game would really stop here to ask what the picture says is asked.
fn at_rest(state: &State) -> Result<(), String> {
    let idle = state.activation.is_none()
        && state.rested.is_none()
        && state.moving.is_none()
        && state.attack.is_none()
        && state.save.is_none()
        && state.harms.is_empty()
        && state.answers.is_none()
        && state.using.is_none();
    let there = |seat: Seat| state.count(seat) > 0;
    let waits = |seat: Seat| ideas::undeployed(state, seat).next().is_some();
    let holds = match state.ask {
        Ask::Nothing => return Err("nobody is asked anything: write ask turn A, say".into()),
        Ask::Terrain(_) => {
            idle && state.phase == Phase::Setup
                && !there(Seat(0))
                && !there(Seat(1))
                && !state.fixed.pool.is_empty()
                && !rules::terrain::enough(state)
        }
        Ask::Side(_) => idle && state.phase == Phase::Setup && !there(Seat(0)) && !there(Seat(1)),
        Ask::Deploy(seat) => idle && state.phase == Phase::Setup && waits(seat),
        Ask::Order(_) => idle && state.phase == Phase::Turns && there(Seat(0)) && there(Seat(1)),
        Ask::Turn(seat) => {
            if idle && !there(seat) {
                return Err(format!("{seat} has nobody on the table and can't have a turn"));
            }
            idle && state.phase == Phase::Turns
                && state.turn == seat
                && !state.team(seat).finished
                && !state.running_out
                && !rounds::finished_anyway(state, seat)
        }
        Ask::Over(_) => idle && state.phase == Phase::Over,
        Ask::Bid => {
            let bids = idle && state.phase == Phase::Bidding && there(Seat(0)) && there(Seat(1));
            bids && resolve::would_ask(state) == Some(Ask::Bid)
        }
        ask => {
            let turn = match (state.activation, state.rested) {
                (Some(activation), _) => activation.model.seat() == state.turn,
                (None, Some(model)) => model.seat() == state.turn,
                (None, None) => true,
            };
            let due = state.activation.is_none_or(|a| a.fallback != Fallback::Due || a.longs == 0);
            if !matches!(state.phase, Phase::Turns | Phase::Ending) || !turn || !due {
                false
            } else {
                let would = resolve::would_ask(state);
                if would != Some(ask) {
                    let instead = match would {
                        Some(would) => format!("the game would ask: {}", ask_text(would)),
                        None => "the game would go on without asking".into(),
                    };
                    return Err(format!(
                        "as the picture stands, `ask {}` does not come up: {instead}",
                        ask_text(ask)
                    ));
                }
                true
            }
        }
    };
    if holds {
        Ok(())
    } else {
        Err(format!("`ask {}` does not fit the rest of the picture", ask_text(state.ask)))
    }
}

/// Where a position differs from what a picture says.
pub fn compare(state: &State, picture: &str) -> Result<Vec<String>, PictureError> {
    differences(state, picture, [Seat(0), Seat(1)].map(|seat| state.team(seat).bid.is_some()))
}

/// The same for what a seat sees.
pub fn compare_view(view: &View, picture: &str) -> Result<Vec<String>, PictureError> {
    let bids = [Seat(0), Seat(1)].map(|seat| view.has_bid(seat));
    differences(&view.state, picture, bids)
}

/// The differences found so far, each with its line.
struct Differences {
    line: usize,
    list: Vec<String>,
}

impl Differences {
    fn check<T: PartialEq>(&mut self, what: &str, said: &T, is: &T, text: impl Fn(&T) -> String) {
        if said != is {
            let (said, is) = (text(said), text(is));
            self.list.push(format!("line {}: {what} is {is}, not {said}", self.line));
        }
    }

    fn flag(&mut self, who: &str, said: Option<bool>, is: bool, word: &str) {
        if let Some(said) = said.filter(|said| *said != is) {
            let (is, not) = if said { ("not ", "") } else { ("", "not ") };
            self.list
                .push(format!("line {}: {who} is {is}{word}, instead of {not}{word}", self.line));
        }
    }
}

fn differences(
    state: &State,
    picture: &str,
    has_bid: [bool; 2],
) -> Result<Vec<String>, PictureError> {
    let mut found = Differences { line: 0, list: Vec::new() };
    for (line, fact) in read(picture)? {
        found.line = line;
        match fact {
            Fact::Round(round) => found.check("the round", &round, &state.round, u8::to_string),
            Fact::Phase(phase) => {
                found.check("the phase", &phase, &state.phase, |phase| format!("{phase:?}"));
            }
            Fact::Ask(ask) => {
                found.check("what is asked", &ask, &state.ask, |ask| ask_text(*ask));
            }
            Fact::Turn(seat) => found.check("the turn", &seat, &state.turn, Seat::to_string),
            Fact::Placed(piece, at) => {
                let there = state.board.placed.iter().find(|(placed, _)| *placed == piece);
                let what = format!("the place of piece {piece}");
                found.check(&what, &Some(at), &there.map(|(_, at)| *at), |at| {
                    at.map_or("nowhere".into(), |at| at.to_string())
                });
            }
            Fact::First(seat) => found.check("the first", &seat, &state.first, Seat::to_string),
            Fact::Turns(turns) => {
                found.check("the count of turns", &turns, &state.turns, u16::to_string);
            }
            Fact::FirstFinished(seat) => {
                found.check("who finished first", &seat, &state.finished, |seat| {
                    seat.map_or("nobody".into(), |seat| seat.to_string())
                });
            }
            Fact::Followed(followed) => {
                found.flag("the turn", Some(followed), state.followed, "followed up");
            }
            Fact::Rested(model) => found.check("who rested", &model, &state.rested, name),
            Fact::Struck(models) => found.check("who struck", &models, &state.struck, |set| {
                let list: Vec<String> = members(*set).map(|id| id.to_string()).collect();
                if list.is_empty() { "nobody".into() } else { list.join(",") }
            }),
            Fact::LastRound(round) => {
                found.check("the last round", &round, &state.last_round, u8::to_string);
            }
            Fact::RunningOut(out) => {
                found.flag("the game", Some(out), state.running_out, "running out");
            }
            Fact::Active(active) => {
                found.check("the activation", &active, &state.activation, |activation| {
                    activation.map_or("nobody's".into(), |activation| {
                        format!("{} with {activation:?}", activation.model)
                    })
                });
            }
            Fact::Team(seat, fact) => team_differs(&mut found, state, seat, &fact, has_bid),
            Fact::Model(id, fact) => model_differs(&mut found, state, id, &fact),
            Fact::Flow(flow) => {
                let same = flow.moving == state.moving
                    && flow.attack == state.attack
                    && flow.save == state.save
                    && flow.harms == state.harms
                    && flow.answers == state.answers
                    && flow.using == state.using
                    && flow.ended == state.ended
                    && flow.statuses == state.statuses;
                found.flag("the flow", Some(true), same, "as the picture says");
            }
            Fact::Table(_)
            | Fact::Piece(_)
            | Fact::Part(_)
            | Fact::Card(..)
            | Fact::Stats(..)
            | Fact::Attack(..)
            | Fact::Feat(..) => {
                let message = "tables and cards never change: leave them out of what is compared";
                return Err(wrong(line, message));
            }
        }
    }
    Ok(found.list)
}

#[allow(clippy::ref_option)] // It is given to a generic comparison.
fn name(model: &Option<Id>) -> String {
    model.map_or("nobody".into(), |id| id.to_string())
}

fn team_differs(
    found: &mut Differences,
    state: &State,
    seat: Seat,
    fact: &TeamFact,
    has_bid: [bool; 2],
) {
    let team = state.team(seat);
    if let Some(side) = fact.side {
        found.check(&format!("{seat}'s side"), &side, &team.side, Side::to_string);
    }
    for (what, said, is) in [
        ("CP", fact.cp, team.cp),
        ("tokens", fact.tokens, team.tokens),
        ("bonus for seizing", fact.seize, team.seize),
    ] {
        if let Some(said) = said {
            found.check(&format!("{seat}'s number of {what}"), &said, &is, u8::to_string);
        }
    }
    if let Some(score) = fact.score {
        found.check(&format!("{seat}'s score"), &score, &team.score, u16::to_string);
    }
    found.flag(&seat.to_string(), fact.broken, team.broken, "broken");
    found.flag(&seat.to_string(), fact.finished, team.finished, "finished");
    let what = format!("{seat}'s bid");
    let none = "none".to_owned();
    match fact.bid {
        None => {}
        Some(Bid::Secret) => found.flag(&what, Some(true), has_bid[seat.index()], "made"),
        Some(Bid::None) => found.flag(&what, Some(false), has_bid[seat.index()], "made"),
        Some(Bid::Of(cp)) => found.check(&what, &Some(cp), &team.bid, |bid| {
            bid.map_or(none.clone(), |cp| cp.to_string())
        }),
    }
}

fn model_differs(found: &mut Differences, state: &State, id: Id, fact: &ModelFact) {
    let who = id.to_string();
    if !state.exists(id) {
        found.list.push(format!("line {}: there is no {id}", found.line));
        return;
    }
    let model = state.model(id);
    if let Some(place) = fact.place {
        let is = match state.figure(id) {
            Some(figure) => Where::At(figure.spot),
            None if model.out => Where::Out,
            None => Where::Waiting,
        };
        found.check(&who, &place, &is, |place| match place {
            Where::At(spot) => format!("at {spot}"),
            Where::Out => "out".into(),
            Where::Waiting => "waiting".into(),
        });
    }
    if let Some(wounds) = fact.wounds {
        found.check(&format!("{id}'s wounds"), &wounds, &model.wounds, u8::to_string);
    }
    found.flag(&who, fact.down, model.down, "knocked down");
    found.flag(&who, fact.activated, model.activated, "activated");
    found.flag(&who, fact.steady, model.steady, "steady");
    for (what, said, is) in [
        ("used this round", fact.used_round, model.used_round),
        ("ever used", fact.used_game, model.used_game),
    ] {
        if let Some(said) = said {
            let text = |bits: &u16| format!("{bits:#b}");
            found.check(&format!("what {id} has {what}"), &said, &is, text);
        }
    }
}
