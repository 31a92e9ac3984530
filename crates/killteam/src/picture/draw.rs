//! Drawing pictures.

use kernel::Seat;
use table::picture::{Counter, View as TableView};
use table::{INCH, Spot};

use super::{ACTS, Flow, PHASES, ask_text, usual_phase};
use crate::narrate::Names;
use crate::setup::{COUNTER, OBJECTIVES, SIDE};
use crate::state::{Activation, Fallback, Id, Model, Phase, Side, State, members};
use crate::view::View;

/// A terminal has so many columns.
const COLUMNS: usize = 80;

/// The whole position.
pub fn diagram(state: &State) -> String {
    let mut lines = facts(state, [bid(state, Seat(0)), bid(state, Seat(1))]);
    lines.extend(flow(state));
    lines.extend(map(state));
    lines.join("\n") + "\n"
}

/// What a seat sees: the same without the other's bid; what is going on is told by the question.
pub fn diagram_view(view: &View) -> String {
    let state = &view.state;
    let bids = [Seat(0), Seat(1)].map(|seat| {
        let hidden = view.has_bid(seat) && state.team(seat).bid.is_none();
        if hidden { " bid ?".into() } else { bid(state, seat) }
    });
    let mut lines = facts(state, bids);
    lines.extend(map(state));
    lines.join("\n") + "\n"
}

fn bid(state: &State, seat: Seat) -> String {
    state.team(seat).bid.map_or(String::new(), |cp| format!(" bid {cp}"))
}

/// Everything that is a fact of its own.
fn facts(state: &State, bids: [String; 2]) -> Vec<String> {
    let mut lines = vec![
        format!("round {} | turns {}", state.round, state.turns),
        format!("ask {} | turn {} | first {}", ask_text(state.ask), state.turn, state.first),
    ];
    if state.phase != usual_phase(state.ask) {
        let name = PHASES.iter().find(|(_, phase)| *phase == state.phase).map_or("", |(n, _)| n);
        lines.push(format!("phase {name}"));
    }
    let mut rare = Vec::new();
    let flagged = [Seat(0), Seat(1)].into_iter().find(|seat| state.team(*seat).finished);
    if state.finished != flagged {
        let who = state.finished.map_or("nobody".into(), |seat| seat.to_string());
        rare.push(format!("first finished {who}"));
    }
    if state.last_round != 5 {
        rare.push(format!("last round {}", state.last_round));
    }
    if state.running_out {
        rare.push("running out".into());
    }
    if state.followed {
        rare.push("followed".into());
    }
    if let Some(model) = state.rested {
        rare.push(format!("rested {model}"));
    }
    if state.struck != 0 {
        let list: Vec<String> = members(state.struck).map(|id| id.to_string()).collect();
        rare.push(format!("struck {}", list.join(",")));
    }
    lines.extend(rare);
    lines.extend(state.board.placed.iter().map(|(piece, at)| format!("placed {piece} at {at}")));
    if let Some(activation) = &state.activation {
        lines.push(active(activation));
    }
    for (seat, bid) in [Seat(0), Seat(1)].into_iter().zip(bids) {
        let team = state.team(seat);
        let mut line = format!(
            "{seat} {} cp {} tokens {} score {}{bid}",
            team.side, team.cp, team.tokens, team.score
        );
        if team.seize > 0 {
            line += &format!(" seize {}", team.seize);
        }
        if team.broken {
            line += " broken";
        }
        if team.finished {
            line += " finished";
        }
        lines.push(line);
    }
    let mut models = Vec::new();
    for seat in [Seat(0), Seat(1)] {
        models.extend(state.roster(seat).filter_map(|id| model(state, id)));
    }
    lines.extend(paired(models));
    lines
}

/// Short lines two by two, so that a whole picture fits a screen.
fn paired(lines: Vec<String>) -> Vec<String> {
    let half = (COLUMNS - 3) / 2;
    let mut out: Vec<String> = Vec::new();
    let mut open = false;
    for line in lines {
        match out.last_mut() {
            Some(last) if open && last[..1] == line[..1] && line.len() <= half => {
                *last = format!("{last:half$} | {line}");
                open = false;
            }
            _ => {
                open = line.len() <= half;
                out.push(line);
            }
        }
    }
    out
}

fn active(activation: &Activation) -> String {
    let mut line = format!("active {}", activation.model);
    if activation.again {
        line += " again";
    }
    for (name, number) in [("longs", activation.longs), ("shorts", activation.shorts)] {
        if number > 0 {
            line += &format!(" {name} {number}");
        }
    }
    for (name, flag) in [
        ("extra", activation.extra),
        ("aim", activation.aim),
        ("focus", activation.focus),
        ("moved", activation.moved),
    ] {
        if flag {
            line += &format!(" {name}");
        }
    }
    let done: Vec<&str> = ACTS
        .into_iter()
        .enumerate()
        .filter(|(bit, _)| activation.done & (1 << bit) != 0)
        .map(|(_, name)| name)
        .collect();
    if !done.is_empty() {
        line += &format!(" done {}", done.join(","));
    }
    if activation.feats != 0 {
        line += &format!(" feats {}", bits(activation.feats));
    }
    match activation.fallback {
        Fallback::No => {}
        Fallback::Due => line += " fallback due",
        Fallback::Done => line += " fallback done",
    }
    if let Some(target) = activation.charging {
        line += &format!(" charging {target}");
    }
    line
}

/// The numbers of the bits that are set, from 1.
fn bits(set: u16) -> String {
    let list: Vec<String> =
        (0..16).filter(|bit| set & (1 << bit) != 0).map(|bit: u16| (bit + 1).to_string()).collect();
    list.join(",")
}

/// A model's line; none for one that is out and has left no trace, or still waits to be deployed.
fn model(state: &State, id: Id) -> Option<String> {
    let model = state.model(id);
    let plain = match state.phase {
        Phase::Setup => Model { wounds: state.profile(id).wounds, ..Model::default() },
        _ => Model { out: true, ..Model::default() },
    };
    if *model == plain && !state.in_play(id) {
        return None;
    }
    let mut line = match state.figure(id) {
        Some(figure) => {
            format!("{id} at {} wounds {}", figure.spot, model.wounds)
        }
        None if model.out => format!("{id} out"),
        None => format!("{id} waiting"),
    };
    if model.down {
        line += " down";
    }
    if model.activated {
        line += " activated";
    }
    if model.steady != model.activated {
        line += if model.steady { " steady" } else { " unsteady" };
    }
    if model.used_round != 0 {
        line += &format!(" used {}", bits(model.used_round));
    }
    if model.used_game != model.used_round {
        let game = if model.used_game == 0 { "none".into() } else { bits(model.used_game) };
        line += &format!(" ever {game}");
    }
    Some(line)
}

/// What has begun and is not done, as JSON over as many lines as it takes.
fn flow(state: &State) -> Vec<String> {
    let flow = Flow {
        moving: state.moving.clone(),
        attack: state.attack.clone(),
        save: state.save.clone(),
        harms: state.harms.clone(),
        answers: state.answers,
        using: state.using.clone(),
        ended: state.ended,
        statuses: state.statuses.clone(),
    };
    if flow == Flow::default() {
        return Vec::new();
    }
    let Ok(json) = serde_json::to_string(&flow) else { return Vec::new() };
    let mut lines = Vec::new();
    let mut line = String::from("flow ");
    let mut before = ' ';
    for letter in json.chars() {
        // A break beside a space would lose it.
        let breaks = before != ' ' && letter != ' ';
        if line.chars().count() >= COLUMNS - 4 && breaks {
            lines.push(std::mem::replace(&mut line, "… ".into()));
        }
        line.push(letter);
        before = letter;
    }
    lines.push(line);
    lines
}

/// The label of a model on the map: two letters, ten and more counted on in small letters.
fn label(id: Id) -> [char; 2] {
    const NUMBERS: &[u8; 20] = b"123456789abcdefghijk";
    [id.seat().letter(), char::from(NUMBERS[id.number()])]
}

/// The table from above, in comments, with what the letters mean and who is who.
fn map(state: &State) -> Vec<String> {
    let counters: Vec<Counter> = OBJECTIVES
        .iter()
        .map(|at| Counter { at: *at, radius: COUNTER, label: String::new() })
        .collect();
    let view = TableView { counters: &counters, ..TableView::of(&state.board) };
    let picture = view.ascii();
    let mut rows: Vec<Vec<char>> =
        picture.rows.iter().map(|row| row.iter().map(|cell| cell.ch).collect()).collect();
    for id in [Seat(0), Seat(1)].into_iter().flat_map(|seat| state.on_table(seat)) {
        if let Some(figure) = state.figure(id) {
            stamp(&mut rows, figure.spot, label(id));
        }
    }
    let mut lines: Vec<String> = Vec::with_capacity(rows.len() + 8);
    for row in rows {
        let row: String = row.into_iter().collect();
        lines.push(format!("# {row}").trim_end().into());
    }
    let mut legend = String::new();
    for (cell, meaning) in &picture.legend {
        let meaning = if *meaning == "counter" { "objective" } else { meaning };
        let entry = format!("{} {meaning}", cell.ch);
        if legend.chars().count() + entry.chars().count() + 3 > COLUMNS - 3 {
            lines.push(format!("#{legend}"));
            legend.clear();
        }
        legend += "   ";
        legend += &entry;
    }
    if !legend.is_empty() {
        lines.push(format!("#{legend}"));
    }
    for seat in [Seat(0), Seat(1)] {
        lines.extend(roster(state, seat));
    }
    lines
}

/// Puts a label on the map, astride the middle of its base.
fn stamp(rows: &mut [Vec<char>], spot: Spot, label: [char; 2]) {
    let (low, high) = (0, SIDE - 1);
    let y = spot.at.y.clamp(low, high) / INCH;
    let x = (spot.at.x - INCH / 4).clamp(low, high) / (INCH / 2);
    // The far edge comes first, below the frame; three columns of ruler come before the table.
    let Some(row) = rows.get_mut((1 + (SIDE / INCH - 1) - y) as usize) else { return };
    for (i, letter) in label.into_iter().enumerate() {
        let last = row.len().saturating_sub(2);
        if let Some(cell) = row.get_mut((3 + x as usize + i).min(last)) {
            *cell = letter;
        }
    }
}

/// Who is who, the like of each other together: `A the near team: 1 Brannic, 2-10 Ash Trooper`.
fn roster(state: &State, seat: Seat) -> Vec<String> {
    let mut groups: Vec<(usize, usize, String)> = Vec::new();
    for id in state.roster(seat) {
        let number = id.number() + 1;
        let name = state.profile(id).name.clone();
        match groups.last_mut() {
            Some((_, last, known)) if *known == name => *last = number,
            _ => groups.push((number, number, name)),
        }
    }
    let edge = match state.team(seat).side {
        Side::Near => "near, below",
        Side::Far => "far, above",
    };
    let name = Names(&state.fixed.setup).0.teams[seat.index()].name.clone();
    let mut lines = Vec::new();
    let mut line = format!("# {seat} is {name} ({edge}):");
    let tall = state.roster(seat).filter(|id| id.number() >= 9 && state.in_play(*id));
    let marks: Vec<String> =
        tall.map(|id| format!("{} is {id}", label(id).iter().collect::<String>())).collect();
    let groups = groups.into_iter().map(|(first, last, name)| {
        if first == last { format!("{first} {name}") } else { format!("{first}-{last} {name}") }
    });
    for entry in groups.chain(marks) {
        if line.chars().count() + entry.chars().count() + 2 > COLUMNS {
            lines.push(std::mem::replace(&mut line, "#  ".into()));
        }
        line += &format!(" {entry},");
    }
    lines.push(line.trim_end_matches(',').into());
    for line in &mut lines {
        // Names are anybody's; a line break in one must not begin a fact.
        *line = line.chars().map(|c| if c.is_control() { ' ' } else { c }).take(COLUMNS).collect();
    }
    lines
}
