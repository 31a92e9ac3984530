//! Kill Team's table turned by half, and the players with it: what was the near team's is the far
//! one's, and the other way round.

use std::cell::RefCell;
use std::sync::Arc;

use kernel::{Outcome, Seat};
use killteam::action::{Act, Action, Blow};
use killteam::roster::TEAM_MAX;
use killteam::setup::{SIDE, Setup, TableChoice};
use killteam::state::{
    Activation, Answers, Ask, Attack, Cause, Harm, Id, Models, MoveFor, Moving, Route, Save, State,
    Status, Team, Using, other,
};
use killteam::ways::Ground;
use table::{Board, Facing, Figure, Leg, Part, Piece, Point, Spot, Table};

fn point(at: Point) -> Point {
    Point::new(SIDE - at.x, SIDE - at.y)
}

fn spot(at: Spot) -> Spot {
    // A number that names no direction names none turned either.
    let facing = if at.facing.is_valid() {
        Facing::new(i32::from(at.facing.steps()) + 36)
    } else {
        at.facing
    };
    Spot { at: point(at.at), z: at.z, facing }
}

fn route(path: &Route) -> Route {
    path.iter().map(|leg| Leg { to: spot(leg.to), ..*leg }).collect()
}

fn id(model: Id) -> Id {
    Id::new(other(model.seat()), model.number())
}

fn models(set: Models) -> Models {
    let half = (1 << TEAM_MAX) - 1;
    ((set & half) << TEAM_MAX) | ((set >> TEAM_MAX) & half)
}

fn part(part: &Part) -> Part {
    let mut part = part.clone();
    match &mut part {
        Part::Area { outline, .. } | Part::Solid { outline, .. } | Part::Floor { outline, .. } => {
            for at in outline {
                *at = point(*at);
            }
        }
        Part::Wall { from, to, .. } | Part::Link { from, to, .. } => {
            (*from, *to) = (point(*from), point(*to));
        }
    }
    part
}

fn table(table: &Table) -> Table {
    let piece =
        |piece: &Piece| Piece { parts: piece.parts.iter().map(part).collect(), ..piece.clone() };
    Table { pieces: table.pieces.iter().map(piece).collect(), ..table.clone() }
}

fn ask(ask: Ask) -> Ask {
    match ask {
        Ask::Terrain(seat) => Ask::Terrain(other(seat)),
        Ask::Side(seat) => Ask::Side(other(seat)),
        Ask::Deploy(seat) => Ask::Deploy(other(seat)),
        Ask::Order(seat) => Ask::Order(other(seat)),
        Ask::Turn(seat) => Ask::Turn(other(seat)),
        Ask::Act(seat) => Ask::Act(other(seat)),
        Ask::Fallback(seat) => Ask::Fallback(other(seat)),
        Ask::ChargeAttack(seat) => Ask::ChargeAttack(other(seat)),
        Ask::Strike(seat) => Ask::Strike(other(seat)),
        Ask::RerollHit(seat) => Ask::RerollHit(other(seat)),
        Ask::Armour(seat) => Ask::Armour(other(seat)),
        Ask::RerollArmour(seat) => Ask::RerollArmour(other(seat)),
        Ask::Retaliate(seat) => Ask::Retaliate(other(seat)),
        Ask::FollowUp(seat) => Ask::FollowUp(other(seat)),
        Ask::Over(Outcome::Win(seat)) => Ask::Over(Outcome::Win(other(seat))),
        ask @ (Ask::Nothing | Ask::Bid | Ask::Over(Outcome::Draw)) => ask,
    }
}

fn why(why: MoveFor) -> MoveFor {
    match why {
        MoveFor::Charge(target) => MoveFor::Charge(id(target)),
        why => why,
    }
}

fn harm(harm: &Harm) -> Harm {
    let cause = match harm.cause {
        Cause::Attack(by) => Cause::Attack(id(by)),
        Cause::Feat(by) => Cause::Feat(id(by)),
        Cause::Fall => Cause::Fall,
    };
    Harm { target: id(harm.target), cause, ..*harm }
}

fn attack(attack: &Attack) -> Attack {
    let mut attack = attack.clone();
    attack.attacker = id(attack.attacker);
    attack.targets.iter_mut().for_each(|aimed| aimed.target = id(aimed.target));
    attack
}

fn blow(blow: &Blow) -> Blow {
    let mut blow = blow.clone();
    blow.at.iter_mut().for_each(|share| share.target = id(share.target));
    blow.bonus = blow.bonus.map(id);
    blow
}

fn act(act: &Act) -> Act {
    match act {
        Act::Walk(path) => Act::Walk(route(path)),
        Act::Run(path) => Act::Run(route(path)),
        Act::Charge { target, path } => Act::Charge { target: id(*target), path: route(path) },
        Act::Attack(how) => Act::Attack(blow(how)),
        Act::Feat { feat, on, to, path } => {
            Act::Feat { feat: *feat, on: on.map(id), to: to.map(spot), path: route(path) }
        }
        act @ (Act::Aim | Act::Focus | Act::StandUp) => act.clone(),
    }
}

/// The action as the other player would take it at the turned table.
pub fn action(action: &Action) -> Action {
    match action {
        Action::Terrain { piece, at } => Action::Terrain { piece: *piece, at: spot(*at) },
        Action::Side(side) => Action::Side(side.other()),
        Action::Deploy { model, at } => Action::Deploy { model: id(*model), at: spot(*at) },
        Action::Activate(model) => Action::Activate(id(*model)),
        Action::Reactivate(model) => Action::Reactivate(id(*model)),
        Action::Act(what) => Action::Act(act(what)),
        Action::Extra(what) => Action::Extra(act(what)),
        Action::FallBack(path) => Action::FallBack(route(path)),
        Action::Strike { by, blow: how } => Action::Strike { by: id(*by), blow: blow(how) },
        action => action.clone(),
    }
}

/// The players change places.
pub fn seat(seat: Seat) -> Seat {
    // Nobody sits beyond the second seat, turned or not.
    if seat.0 < 2 { other(seat) } else { seat }
}

/// Turns positions. The ground of a match is turned once and kept.
pub struct Mirror {
    /// Whether the terrain stays where it is: a table that is its own half-turn looks the same, only
    /// that its pieces are called by the names of their twins.
    pub same_table: bool,
    known: RefCell<Option<(Arc<Ground>, State)>>,
}

impl Mirror {
    /// A mirror that turns the terrain too, or leaves it.
    pub fn new(same_table: bool) -> Mirror {
        Mirror { same_table, known: RefCell::new(None) }
    }

    /// An empty position of the turned match on the turned ground.
    fn blank(&self, state: &State) -> State {
        let mut known = self.known.borrow_mut();
        if let Some((of, blank)) = &*known
            && (Arc::ptr_eq(of, &state.board) || **of == *state.board)
        {
            return blank.clone();
        }
        let setup = &state.fixed.setup;
        let turned = Setup {
            teams: setup.teams.iter().rev().cloned().collect(),
            table: if self.same_table {
                setup.table.clone()
            } else {
                TableChoice::Own(table(&state.board.table))
            },
            ..setup.clone()
        };
        let mut blank = State::new(&turned);
        if self.same_table {
            blank.board = Arc::clone(&state.board);
        } else {
            let board = Board::build(&table(&state.board.table)).expect("a turned table is sound");
            let mut ground = Ground::new(board);
            ground.placed = state.board.placed.iter().map(|(n, at)| (*n, spot(*at))).collect();
            blank.board = Arc::new(ground);
        }
        *known = Some((Arc::clone(&state.board), blank.clone()));
        blank
    }

    /// The position at the turned table.
    pub fn state(&self, state: &State) -> State {
        let blank = self.blank(state);
        let mut turned = State { fixed: blank.fixed, board: blank.board, ..state.clone() };
        turned.figures.rotate_left(TEAM_MAX);
        for figure in turned.figures.iter_mut().flatten() {
            *figure = Figure { spot: spot(figure.spot), ..*figure };
        }
        turned.models.rotate_left(TEAM_MAX);
        turned.teams.reverse();
        turned.teams = turned.teams.map(|team| Team { side: team.side.other(), ..team });
        turned.ask = ask(state.ask);
        turned.turn = other(state.turn);
        turned.first = other(state.first);
        turned.finished = state.finished.map(other);
        turned.rested = state.rested.map(id);
        turned.struck = models(state.struck);
        turned.activation = state.activation.map(|now| Activation {
            model: id(now.model),
            charging: now.charging.map(id),
            ..now
        });
        turned.moving = state.moving.as_ref().map(|moving| Moving {
            model: id(moving.model),
            why: why(moving.why),
            from: spot(moving.from),
            path: route(&moving.path),
            asked: models(moving.asked),
            ..moving.clone()
        });
        turned.attack = state.attack.as_ref().map(attack);
        turned.save =
            state.save.as_ref().map(|save| Save { harm: harm(&save.harm), ..save.clone() });
        turned.harms = state.harms.iter().map(harm).collect();
        turned.answers = state.answers.map(|answers| Answers {
            attacker: id(answers.attacker),
            waiting: models(answers.waiting),
        });
        turned.using = state.using.as_ref().map(|using| {
            Box::new(Using {
                model: id(using.model),
                on: models(using.on),
                down: models(using.down),
                subject: id(using.subject),
                to: using.to.map(spot),
                path: route(&using.path),
                ..(**using).clone()
            })
        });
        turned.statuses = state
            .statuses
            .iter()
            .map(|status| Status { on: id(status.on), by: id(status.by), ..*status })
            .collect();
        turned
    }
}

/// A sentence about the table as it reads at the turned one: models by the other seat's letter, the
/// near edge far, and the left right.
pub fn words(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let word = rest.len() - rest.trim_start_matches(|c: char| c.is_alphanumeric()).len();
        if word == 0 {
            out.push(c);
            rest = &rest[c.len_utf8()..];
            continue;
        }
        let (head, tail) = rest.split_at(word);
        let model = |letter: &str| {
            head.strip_prefix(letter)
                .is_some_and(|number| number.bytes().all(|b| b.is_ascii_digit()))
        };
        let turned = if model("A") {
            head.replacen('A', "B", 1)
        } else if model("B") {
            head.replacen('B', "A", 1)
        } else {
            // Edges and objectives are turned; twins among the pieces keep their names.
            let before = |words: &[&str]| words.iter().any(|word| tail.starts_with(word));
            let after = |words: &[&str]| words.iter().any(|word| out.ends_with(word));
            match head {
                "near" if before(&[" edge", " left", " right"]) => "far".to_owned(),
                "far" if before(&[" edge", " left", " right"]) => "near".to_owned(),
                "left" if after(&["near ", "far "]) => "right".to_owned(),
                "right" if after(&["near ", "far "]) => "left".to_owned(),
                head => head.to_owned(),
            }
        };
        out.push_str(&turned);
        rest = tail;
    }
    out
}

/// A sentence without the places in it, which are written in too many ways, and without examples of
/// how something is written, which are the same for everybody.
pub fn without_places(text: &str) -> String {
    let spoken: String = text.split('`').step_by(2).collect();
    let is_number = |word: &str| {
        let word = word.trim_start_matches('-');
        !word.is_empty() && word.chars().all(|c| c.is_ascii_digit() || c == '.')
    };
    let mut out: Vec<&str> = Vec::new();
    let mut words = spoken.split(' ').peekable();
    while let Some(word) = words.next() {
        let place = word
            .trim_end_matches([';', '.', ':', ',', ')', '`'])
            .split_once(',')
            .is_some_and(|(x, y)| is_number(x.trim_start_matches(['(', '`'])) && is_number(y));
        if !place {
            out.push(word);
            continue;
        }
        out.push("@");
        if words.peek() == Some(&"facing") {
            words.next();
            words.next();
        }
    }
    out.join(" ")
}

/// An answer of several lines with its lines and their words in order: what is said of both players
/// is said of the first one first.
pub fn sorted(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = text
        .lines()
        .map(|line| {
            let line = without_places(line);
            let mut words: Vec<&str> =
                line.split([' ', ',', '.', ':', ';']).filter(|word| !word.is_empty()).collect();
            words.sort_unstable();
            words.join(" ")
        })
        .collect();
    lines.sort_unstable();
    lines
}
