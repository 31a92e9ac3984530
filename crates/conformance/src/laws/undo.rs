//! Taking back.

use kernel::{Game, Match, Seat, Seeded, Step};

use crate::play::Picker;
use crate::{Verdict, json, parting, play};

/// Plays some decision and takes it back: the match is exactly as before, or it was not allowed
/// because dice were rolled or something hidden was shown.
pub fn undo_restores<G: Game>(table: &mut Match<G>, picker: &mut Picker) -> Verdict {
    let Some((seat, action)) = play::decision::<G>(table.state(), picker)? else {
        return Ok(());
    };
    if !is_firm(table, seat, &action, picker) {
        let before = keep(table);
        table.play(seat, action.clone()).map_err(|error| error.to_string())?;
        let after = table.state().clone();
        take_back(table, seat, &action)?;
        same_as(&before, table)?;
        table.play(seat, action.clone()).map_err(|error| format!("played again: {error}"))?;
        ensure!(*table.state() == after, "{action:?}, taken back and played again, went otherwise");
        undo_around_others(table, seat, &action, picker)?;
        take_back(table, seat, &action)?;
        return same_as(&before, table);
    }
    // The match itself can't be brought back from a firm action, so a replay of it is used.
    let record = table.record().ok_or("the match has no record")?;
    let mut copy = record.replay(None).map_err(|error| error.to_string())?;
    copy.play(seat, action.clone()).map_err(|error| error.to_string())?;
    let after = keep(&copy);
    for anybody in (0..G::seats(table.setup())).map(Seat) {
        let undone = copy.undo(anybody);
        ensure!(undone.is_err(), "{anybody} took something back after the firm {action:?}");
        same_as(&after, &copy)?;
    }
    Ok(())
}

/// Whether the action rolls or shows, found without the match: on a copy with other dice.
fn is_firm<G: Game>(table: &Match<G>, seat: Seat, action: &G::Action, picker: &mut Picker) -> bool {
    use kernel::Dice;
    let mut state = table.state().clone();
    let mut dice = Seeded::new(picker.seed());
    let mut events = Vec::new();
    G::resolve(&mut Step::new(&mut state, &mut dice, &mut events), seat, action);
    dice.rolled() > 0 || events.iter().any(G::reveals)
}

fn take_back<G: Game>(table: &mut Match<G>, seat: Seat, action: &G::Action) -> Verdict {
    let back = table.undo(seat).map_err(|error| format!("{seat} {action:?}: {error}"))?;
    ensure!(back.action == *action, "took back {:?} instead of {action:?}", back.action);
    Ok(())
}

/// Where another seat decides at the same time, what it did meanwhile stays when the first takes
/// its decision back, and then goes back too.
fn undo_around_others<G: Game>(
    table: &mut Match<G>,
    seat: Seat,
    action: &G::Action,
    picker: &mut Picker,
) -> Verdict {
    let Some(other) = picker.seat(play::owed::<G>(table.state()).without(seat)) else {
        return Ok(());
    };
    let actions = play::candidates::<G>(table.state(), other, play::LIMIT);
    let Some(reply) = picker.any(&actions) else {
        return Ok(());
    };
    if is_firm(table, other, reply, picker) {
        return Ok(());
    }
    let before = keep(table);
    table.play(other, reply.clone()).map_err(|error| error.to_string())?;
    let both = table.state().clone();
    // A reply that depends on the action keeps it from being taken back: then nothing changes.
    if table.undo(seat).is_ok() {
        ensure!(table.len() == before.2, "taking back one of two left {} actions", table.len());
        table.play(seat, action.clone()).map_err(|error| format!("played again: {error}"))?;
        take_back(table, other, reply)?;
        ensure!(*table.state() == before.0, "two decisions taken back in turn leave a trace");
    } else {
        ensure!(*table.state() == both, "an undo that was not allowed changed the match");
        take_back(table, other, reply)?;
        same_as(&before, table)?;
    }
    Ok(())
}

/// What of a match must be the same after taking back: state, record and length.
type Kept<G> = (<G as Game>::State, Option<String>, usize);

fn keep<G: Game>(table: &Match<G>) -> Kept<G> {
    (table.state().clone(), table.record().map(|record| record.to_json()), table.len())
}

fn same_as<G: Game>(before: &Kept<G>, table: &Match<G>) -> Verdict {
    let (left, right) = (json(&before.0), json(table.state()));
    ensure!(left == right, "taking back left a trace: {}", parting(&left, &right));
    ensure!(before.2 == table.len(), "{} actions became {}", before.2, table.len());
    ensure!(before.1 == keep(table).1, "taking back left a trace in the record");
    Ok(())
}
