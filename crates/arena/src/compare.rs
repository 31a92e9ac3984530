//! Two runs side by side: before and after a change of rules or data.

use serde::Serialize;

use crate::balance::Balance;
use crate::stats::Interval;

/// Something that was measured in both runs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Change {
    /// What.
    pub what: String,
    /// Whether it is a share, to be told in percent.
    pub is_share: bool,
    /// What it was.
    pub before: Interval,
    /// What it is.
    pub after: Interval,
    /// The second less the first. The runs count as independent, which is rather too careful if
    /// they have seed and tables in common.
    pub difference: Interval,
    /// Whether that is more than chance.
    pub significant: bool,
}

/// Two runs compared.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// Whether they were played by the same rules and data.
    pub same_rules: bool,
    /// Entrants that only one of them has.
    pub only_in_one: Vec<String>,
    /// What was measured in both.
    pub changes: Vec<Change>,
}

impl Change {
    fn new(what: String, is_share: bool, before: Interval, after: Interval) -> Change {
        let difference = after.less(before);
        let significant = difference.excludes(0.0);
        Change { what, is_share, before, after, difference, significant }
    }
}

impl Comparison {
    /// What differs between two runs of the same game.
    pub fn of(before: &Balance, after: &Balance) -> Comparison {
        let names = |balance: &Balance| -> Vec<String> {
            balance.cross.entrants.iter().map(|one| one.name.clone()).collect()
        };
        let (old, new) = (names(before), names(after));
        let lacks = |list: &[String], name: &String| !list.contains(name);
        let gone = old.iter().filter(|name| lacks(&new, name));
        let come = new.iter().filter(|name| lacks(&old, name));
        Comparison {
            same_rules: before.rules == after.rules,
            only_in_one: gone.chain(come).cloned().collect(),
            changes: changes(before, after, &old, &new),
        }
    }

    /// How many changes would look like more than chance if nothing had changed: one in twenty.
    pub fn by_chance(&self) -> usize {
        self.changes.len() / 20
    }

    /// What has changed by more than chance.
    pub fn significant(&self) -> impl Iterator<Item = &Change> {
        self.changes.iter().filter(|change| change.significant)
    }
}

fn changes(before: &Balance, after: &Balance, old: &[String], new: &[String]) -> Vec<Change> {
    let mut list = Vec::new();
    let mut share = |what: String, pair: (Option<Interval>, Option<Interval>)| {
        if let (Some(before), Some(after)) = pair {
            list.push(Change::new(what, true, before, after));
        }
    };
    if old.len() > 2 || new.len() > 2 {
        for name in new {
            share(name.clone(), (before.share(name), after.share(name)));
        }
    }
    share("the first seat".into(), (Some(before.first_seat), Some(after.first_seat)));
    share("the first turn".into(), (before.first_player, after.first_player));
    share("drawn games".into(), (Some(before.drawn), Some(after.drawn)));
    for way in &after.ways {
        let was = before.ways.iter().find(|was| was.how == way.how).map(|was| was.share);
        share(format!("decided: {}", way.how), (was, Some(way.share)));
    }
    let place = |name: &String| old.iter().position(|known| known == name);
    for (one, first) in new.iter().enumerate() {
        for (two, second) in new.iter().enumerate().skip(one + 1) {
            let (Some(was_one), Some(was_two)) = (place(first), place(second)) else { continue };
            let pair = (before.cross.share(was_one, was_two), after.cross.share(one, two));
            share(format!("{first} against {second}"), pair);
        }
    }
    list.push(Change::new("turns".into(), false, before.turns.mean_of, after.turns.mean_of));
    list.push(Change::new("actions".into(), false, before.actions.mean_of, after.actions.mean_of));
    for piece in &after.pieces {
        let same = |was: &&crate::Piece| was.team == piece.team && was.piece == piece.piece;
        if let Some(was) = before.pieces.iter().find(same) {
            let what = format!("{} ({}) earns", piece.piece, piece.team);
            list.push(Change::new(what, true, was.earns, piece.earns));
        }
    }
    list
}
