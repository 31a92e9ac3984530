//! What each sort of piece earns for its cost.

use kernel::Earning;
use serde::Serialize;

use crate::run::Run;
use crate::stats::{self, Interval};

/// What a sort of piece did for an entrant's team.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Piece {
    /// The team that has it, or the bot where there are no teams.
    pub team: String,
    /// Which.
    pub piece: String,
    /// What one of them costs, on average.
    pub cost: f64,
    /// How many a side has of them, on average.
    pub pieces: f64,
    /// What it took from the enemy for each point it costs.
    pub taken: f64,
    /// What it scored for each hundred points it costs.
    pub scored: f64,
    /// Which share of them was left at the end.
    pub kept: f64,
    /// What it earned for its cost, where 1 is what all pieces of the run earn on average. Taking
    /// and scoring count alike.
    pub earns: Interval,
    /// How many sides had it.
    pub sides: u64,
}

/// The same sort of piece in the same team, game after game.
struct Record<'a> {
    team: String,
    piece: &'a str,
    games: Vec<&'a Earning>,
}

/// Every sort of piece of every team, in the order of the teams, what earns most first.
pub(crate) fn of(run: &Run) -> Vec<Piece> {
    let mut records: Vec<Record> = Vec::new();
    let names: Vec<String> = run
        .header
        .entrants
        .iter()
        .map(|entrant| entrant.team.clone().unwrap_or_else(|| entrant.bot.clone()))
        .collect();
    for bout in run.bouts.iter().filter(|bout| bout.outcome.is_some()) {
        let seats = run.header.seats(bout.game);
        for earning in bout.earnings.iter().filter(|earning| earning.cost > 0) {
            let team = &names[seats[earning.seat.index().min(1)]];
            let same = |one: &&mut Record| one.team == *team && one.piece == earning.piece;
            if let Some(record) = records.iter_mut().find(same) {
                record.games.push(earning);
            } else {
                let (team, games) = (team.clone(), vec![earning]);
                records.push(Record { team, piece: &earning.piece, games });
            }
        }
    }
    let all = |of: fn(&Earning) -> u32| -> f64 {
        records.iter().flat_map(|record| &record.games).map(|one| f64::from(of(one))).sum()
    };
    let cost = all(|one| one.cost).max(1.0);
    let usual = (all(|one| one.taken) / cost, all(|one| one.scored) / cost);
    let mut pieces: Vec<Piece> = records.iter().map(|record| piece(record, usual)).collect();
    let place = |team: &str| names.iter().position(|name| name == team);
    pieces.sort_by(|one, two| {
        place(&one.team)
            .cmp(&place(&two.team))
            .then(two.earns.value.total_cmp(&one.earns.value))
            .then(one.piece.cmp(&two.piece))
    });
    pieces
}

/// What a piece did, measured by what is usual for a point of cost: taken, and scored.
fn piece(record: &Record, usual: (f64, f64)) -> Piece {
    let sum = |of: fn(&Earning) -> u32| -> f64 {
        record.games.iter().map(|one| f64::from(of(one))).sum()
    };
    let (pieces, cost) = (sum(|one| one.pieces).max(1.0), sum(|one| one.cost).max(1.0));
    let parts: Vec<f64> = [usual.0, usual.1].into_iter().filter(|usual| *usual > 0.0).collect();
    let sides = stats::float(record.games.len() as u64);
    let earned = |one: &&Earning| -> f64 {
        let taken = if usual.0 > 0.0 { f64::from(one.taken) / usual.0 } else { 0.0 };
        let scored = if usual.1 > 0.0 { f64::from(one.scored) / usual.1 } else { 0.0 };
        // By the average cost, so that games with few of the piece don't weigh more.
        (taken + scored) / stats::float(parts.len().max(1) as u64) / (cost / sides)
    };
    let earns: Vec<f64> = record.games.iter().map(earned).collect();
    Piece {
        team: record.team.clone(),
        piece: record.piece.into(),
        cost: stats::round(cost / pieces),
        pieces: stats::round(pieces / sides),
        taken: stats::round(sum(|one| one.taken) / 100.0 / cost),
        scored: stats::round(sum(|one| one.scored) / cost),
        kept: stats::round(sum(|one| one.kept) / pieces),
        earns: stats::mean_of(&earns),
        sides: record.games.len() as u64,
    }
}
