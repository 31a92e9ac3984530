//! What is out of line, in words.

use serde::Serialize;

use crate::balance::{Balance, Spread};
use crate::stats::Interval;

/// From where on things are called out of line.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// A share of a pairing above this.
    pub most: f64,
}

/// What a finding is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum About {
    /// Two entrants.
    Pairing,
    /// One against all.
    Team,
    /// What a seat or the first turn is worth.
    Order,
    /// A piece's cost.
    Piece,
    /// How long games are.
    Length,
    /// How many games are drawn.
    Draws,
    /// Games that did not end.
    Stalled,
}

/// Something out of line.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Finding {
    /// What it is about.
    pub about: About,
    /// Whether even the near end of the interval is out of line; otherwise more games may clear it.
    pub sure: bool,
    /// In a sentence.
    pub text: String,
}

/// A team above this against all others is named, or below the rest to one.
const TEAM_MOST: f64 = 0.55;
/// A seat or the first turn is named when it is surely worth something, and at least this.
const ORDER_LEAST: f64 = 0.02;
/// A piece is named that surely earns so many times the average, or so small a part of it.
const EARNS: (f64, f64) = (0.5, 1.6);
/// More drawn games than this are named.
const DRAWS_MOST: f64 = 0.1;
/// Long games are named when a twentieth is so many times as long as the median.
const LONG: f64 = 3.0;

pub(crate) fn of(balance: &Balance, limits: Limits) -> Vec<Finding> {
    let mut list = Vec::new();
    pairings(&mut list, balance, limits.most);
    teams(&mut list, balance);
    order(&mut list, "The first seat", Some(balance.first_seat));
    order(&mut list, "Whoever has the first turn", balance.first_player);
    pieces(&mut list, balance);
    if balance.drawn.low > DRAWS_MOST {
        let text = format!("Many games are drawn: {}.", percent(balance.drawn));
        list.push(Finding { about: About::Draws, sure: true, text });
    }
    length(&mut list, "turns", &balance.turns);
    if let Some(first) = balance.stalled.first() {
        let count = balance.stalled.len();
        let text = format!("{count} games did not end, the first is game {first}.");
        list.push(Finding { about: About::Stalled, sure: true, text });
    }
    list.sort_by_key(|finding| !finding.sure);
    list
}

/// Pairings with a share above the limit that are surely not even, the worst first.
fn pairings(list: &mut Vec<Finding>, balance: &Balance, most: f64) {
    let name = |who: usize| balance.cross.entrants[who].name.as_str();
    let better = |pairing: &crate::Pairing| {
        let (one, two, share) = (pairing.one, pairing.two, pairing.share);
        if share.value < 0.5 { (two, one, share.mirrored()) } else { (one, two, share) }
    };
    let mut all: Vec<(usize, usize, Interval)> = balance
        .cross
        .pairings
        .iter()
        .filter(|pairing| pairing.one != pairing.two && pairing.pairs != [0; 5])
        .map(better)
        .filter(|(_, _, share)| share.value > most && share.low > 0.5)
        .collect();
    all.sort_by(|one, two| two.2.value.total_cmp(&one.2.value));
    for (one, two, share) in all {
        let text = format!("{} beats {}: {}.", name(one), name(two), percent(share));
        list.push(Finding { about: About::Pairing, sure: share.low > most, text });
    }
}

/// Entrants that are ahead or behind over all. Two have only each other.
fn teams(list: &mut Vec<Finding>, balance: &Balance) {
    if balance.cross.entrants.len() < 3 {
        return;
    }
    for standing in &balance.cross.entrants {
        let share = standing.share;
        let text = if share.low > 0.5 && share.value > TEAM_MOST {
            format!("{} is ahead over all: {}.", standing.name, percent(share))
        } else if share.high < 0.5 && share.value < 1.0 - TEAM_MOST {
            format!("{} is behind over all: {}.", standing.name, percent(share))
        } else {
            continue;
        };
        let sure = share.low > TEAM_MOST || share.high < 1.0 - TEAM_MOST;
        list.push(Finding { about: About::Team, sure, text });
    }
}

fn order(list: &mut Vec<Finding>, who: &str, share: Option<Interval>) {
    let Some(share) = share else { return };
    if share.excludes(0.5) && (share.value - 0.5).abs() >= ORDER_LEAST {
        let text = format!("{who} gets {}.", percent(share));
        list.push(Finding { about: About::Order, sure: true, text });
    }
}

fn pieces(list: &mut Vec<Finding>, balance: &Balance) {
    for piece in &balance.pieces {
        let earns = piece.earns;
        let what = if earns.low > EARNS.1 {
            "much more"
        } else if earns.high < EARNS.0 {
            "much less"
        } else {
            continue;
        };
        let text = format!(
            "{} ({}) earns {what} than its cost: {:.0}% of the average ({:.0} to {:.0}%).",
            piece.piece,
            piece.team,
            earns.value * 100.0,
            earns.low * 100.0,
            earns.high * 100.0
        );
        list.push(Finding { about: About::Piece, sure: true, text });
    }
}

fn length(list: &mut Vec<Finding>, what: &str, spread: &Spread) {
    let length = spread.length;
    if f64::from(length.p95) > LONG * f64::from(length.median) {
        let text = format!(
            "Some games are very long: half have at most {} {what}, one in twenty more than {}.",
            length.median, length.p95
        );
        list.push(Finding { about: About::Length, sure: true, text });
    }
}

fn percent(share: Interval) -> String {
    let Interval { value, low, high } = share;
    format!("{:.1}% ({:.1} to {:.1}%)", value * 100.0, low * 100.0, high * 100.0)
}
