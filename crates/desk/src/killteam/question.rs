//! The interruption in hand: each answer with its odds and what it costs.

use kernel::Seat;
use killteam::action::{Action, Blow, Boon};
use killteam::check::{self, owes};
use killteam::explain::Forecast;
use killteam::narrate::{Names, needs};
use killteam::odds::{rolls, saved};
use killteam::rules::attack::melee_at;
use killteam::rules::{dice, nerve, rounds};
use killteam::state::{Ask, Dice, Die, Id, Side, State, members};
use killteam::words::strike_kind;
use odds::{Case, Question};

use super::blow::percent;
use super::{Asked, deeds, scene, targets};
use crate::Refusal;
use crate::wire::{AskAnswer, AskOption};

/// An answer while it is weighed: the better its worth, the better it is.
struct Weighed {
    option: AskOption,
    worth: Option<f64>,
}

/// The interruption in hand, if the seat is asked one.
pub(super) fn question(asked: Asked<'_>) -> Result<Option<AskAnswer>, Refusal> {
    let (state, seat) = (asked.state, asked.seat()?);
    if !owes(state, seat) {
        return Ok(None);
    }
    let mut list = match state.ask {
        Ask::RerollHit(_) | Ask::RerollArmour(_) => rerolls(asked),
        Ask::Armour(_) => armour(asked),
        Ask::ChargeAttack(_) => {
            let now = check::active(state);
            strikes(asked, now.model.bit(), now.charging, 0)
        }
        Ask::Strike(_) => {
            let mover = state.moving.as_ref().map(|moving| moving.model);
            strikes(asked, check::striking(state), mover, 0)
        }
        Ask::Retaliate(_) => {
            let attacker = state.answers.map(|answers| answers.attacker);
            strikes(asked, check::answering(state), attacker, 1)
        }
        Ask::FollowUp(_) => follow_ups(asked, seat),
        Ask::Order(_) => vec![
            plain(asked, "Go first", "Take the first turn of this round.", 0, Action::GoFirst),
            plain(asked, "Go second", "Leave the first turn to the other.", 0, Action::GoSecond),
        ],
        Ask::Side(_) => vec![
            plain(asked, "Near side", "Your edge is the near one.", 0, Action::Side(Side::Near)),
            plain(asked, "Far side", "Your edge is the far one.", 0, Action::Side(Side::Far)),
        ],
        Ask::Fallback(_) => {
            let way = nerve::way_back(state, check::active(state).model);
            let about = "Towards its own edge, as far as it can.";
            vec![plain(asked, "Fall back", about, 0, Action::FallBack(way))]
        }
        Ask::Bid => (0..=state.team(seat).cp)
            .map(|cp| {
                let about = format!("+{cp} on your next roll for first player.");
                plain(asked, &format!("Bid {cp}"), &about, cp, Action::Bid(cp))
            })
            .collect(),
        Ask::Nothing
        | Ask::Terrain(_)
        | Ask::Deploy(_)
        | Ask::Turn(_)
        | Ask::Act(_)
        | Ask::Over(_) => return Ok(None),
    };
    list.retain(|one| one.option.action != serde_json::Value::Null);
    let best = list.iter().filter_map(|one| one.worth).fold(f64::MIN, f64::max);
    // The first of equals is the cheapest: what costs nothing stands first.
    let mut found = false;
    for one in &mut list {
        let is = !found && one.worth.is_some_and(|worth| worth >= best - 1e-9);
        one.option.best = is;
        found |= is;
    }
    let view = killteam::view::view(state, seat);
    let sentence = <killteam::KillTeam as kernel::Words>::question(&view).unwrap_or_default();
    let options = list.into_iter().map(|one| one.option).collect();
    let rolled = matches!(state.ask, Ask::RerollHit(_) | Ask::RerollArmour(_));
    let dice = scene::dice_now(state).filter(|_| rolled).map(|(dice, _)| dice);
    Ok(Some(AskAnswer { sentence, options, dice }))
}

#[allow(clippy::needless_pass_by_value)] // Actions are made where they are offered.
fn plain(asked: Asked<'_>, label: &str, about: &str, cp: u8, action: Action) -> Weighed {
    let action = asked.ready(&action).0.unwrap_or_default();
    let (label, about) = (label.into(), about.into());
    let option = AskOption { label, about, cp, action, odds: None, best: false };
    Weighed { option, worth: None }
}

fn weighed(one: Weighed, odds: String, worth: f64) -> Weighed {
    let worth = Some(worth - f64::from(one.option.cp) * POINT);
    Weighed { option: AskOption { odds: Some(odds), ..one.option }, worth }
}

/// The dice that lie there: keep them, or roll one again.
fn rerolls(asked: Asked<'_>) -> Vec<Weighed> {
    let state = asked.state;
    let hits = matches!(state.ask, Ask::RerollHit(_));
    let (list, need) = on_table(state);
    // Both play for wounds: figures of a plan that only wants the target out can't be compared, for
    // where that is out of reach the other side saves its points.
    let question = Question::new([("goal".into(), "wounds".into())]);
    let cases = rolls(state, &question).map(|answer| answer.cases).unwrap_or_default();
    let case = |name: &str| cases.iter().find(|case| case.name == name);
    let told = |case: &Case| told(case, hits);
    let mut options = Vec::new();
    let keep = plain(asked, "Keep", "Leave the dice as they are.", 0, Action::Keep);
    options.push(match case("keep") {
        Some(case) => weighed(keep, told(case), worth(case, hits)),
        None => keep,
    });
    for (die, number) in list.iter().zip(1_u8..) {
        let success = dice::succeeds(die.face, need);
        // Failures are one choice, and so are successes; a six and what was rolled again are none.
        let same =
            |other: &&Die| dice::may_again(**other) && dice::succeeds(other.face, need) == success;
        if !same(&die) || list[..usize::from(number) - 1].iter().any(|other| same(&other)) {
            continue;
        }
        let name = if success { "roll a hit" } else { "roll a failure" };
        // A success is offered only where the dice it may bring could be worth the risk: a save is a save.
        let helps = |after: &Case| {
            let kept = case("keep");
            kept.is_none_or(|kept| {
                out(after) > out(kept) + 1e-9 || worth(after, hits) > worth(kept, hits)
            })
        };
        if success && !(hits && case(name).is_some_and(helps)) {
            continue;
        }
        let chance = f64::from(dice::chance(need)) / 6.0;
        let changes = if success { 1.0 - chance } else { chance };
        let about = format!(
            "It is a {} and needs {}: {} that this changes.",
            die.face,
            needs(need),
            percent(changes)
        );
        let label = match list.iter().filter(same).count() {
            1 => format!("Roll the {} again", die.face),
            _ if success => "Roll a success again".into(),
            _ => "Roll a failure again".into(),
        };
        let one = plain(asked, &label, &about, 1, Action::Reroll(number));
        options.push(match case(name) {
            Some(case) => weighed(one, told(case), worth(case, hits)),
            None => one,
        });
    }
    options
}

fn on_table(state: &State) -> (Dice, i8) {
    match (state.ask, &state.attack, &state.save) {
        (Ask::RerollHit(_), Some(attack), _) => {
            let need = attack.targets.get(usize::from(attack.at)).map_or(7, |aimed| aimed.need);
            (attack.dice.clone(), need)
        }
        (_, _, Some(save)) => (save.dice.clone(), save.need.unwrap_or(7)),
        _ => (Dice::new(), 7),
    }
}

/// What a command point is worth, where a model that is out is worth 1.
const POINT: f64 = 0.03;

/// How likely the target is out.
fn out(case: &Case) -> f64 {
    case.chance_of("removed").unwrap_or(0.0)
}

/// How good a case is for the one who decides: the attacker wants the target out, the defender
/// wants to stay; a wound counts a quarter of that.
fn worth(case: &Case, attacks: bool) -> f64 {
    let wounds = case.spread_of("wounds").map_or(0.0, odds::Spread::mean);
    let harm = out(case) + wounds / 4.0;
    if attacks { harm } else { -harm }
}

fn told(case: &Case, attacks: bool) -> String {
    let wound = case.spread_of("wounds").map_or(0.0, |spread| spread.at_least(1));
    let out = percent(out(case));
    let wound = percent(wound);
    if attacks {
        format!("{wound} to wound, {out} to take it out")
    } else {
        format!("{wound} to be wounded, {out} to be taken out")
    }
}

/// Each armour with the chance to save.
fn armour(asked: Asked<'_>) -> Vec<Weighed> {
    let state = asked.state;
    let mut list = Vec::new();
    for (_, label, invulnerable, used) in deeds::armours(state) {
        let Ok((need, _, cp)) = check::armour(state, invulnerable, &used) else { continue };
        let Ok((part, fate)) = saved(state, invulnerable, &used) else { continue };
        let about = format!("Each die needs {}.", needs(need));
        let one = plain(asked, &label, &about, cp, Action::Armour { invulnerable, feats: used });
        let case = killteam::odds::told(&part, &fate);
        let safe = percent(fate.unsaved.exactly(0));
        let odds = format!("{safe} to save everything, {}", told(&case, false));
        list.push(weighed(one, odds, worth(&case, false)));
    }
    list
}

/// Strikes of those who may, each with its odds, and holding back.
fn strikes(asked: Asked<'_>, may: u64, at: Option<Id>, cp: u8) -> Vec<Weighed> {
    let state = asked.state;
    let names = Names(&state.fixed.setup);
    let kind = strike_kind(state);
    let boons: &[Option<Boon>] = match state.ask {
        Ask::ChargeAttack(_) => &[Some(Boon::Hit), Some(Boon::Ap)],
        _ => &[None],
    };
    let hold = match state.ask {
        Ask::ChargeAttack(_) => "Make no charge attack.",
        Ask::Strike(_) => "Let it go.",
        _ => "Do not strike back.",
    };
    let hold = plain(asked, "Hold", hold, 0, Action::Hold);
    // Striking for nothing is never worse than holding.
    let mut list = vec![if cp == 0 { weighed(hold, "no harm".into(), 0.0) } else { hold }];
    for id in members(may) {
        for number in at.into_iter().flat_map(|at| melee_at(state, id, at)) {
            for boon in boons {
                let blow = Blow { charge: *boon, ..Blow::at(number, at.unwrap_or(id)) };
                let Ok(forecast) = Forecast::of(state, id, kind, &blow) else { continue };
                let weapon = &state.profile(id).weapons[usize::from(number) - 1].name;
                let with = match boon {
                    Some(Boon::Hit) => ", +1 to hit",
                    Some(Boon::Ap) => ", +1 AP",
                    None => "",
                };
                let label = format!("{} strikes with {weapon}{with}", names.of(id));
                let about = format!("{}.", forecast.line(state));
                let one = plain(asked, &label, &about, cp, Action::Strike { by: id, blow });
                let parts = killteam::odds::parts(state, &forecast.attack);
                let fates = targets::fates(state, &forecast.attack);
                list.push(match (parts.first(), fates.first()) {
                    (Some(part), Some(fate)) => {
                        let case = killteam::odds::told(part, fate);
                        weighed(one, told(&case, true), worth(&case, true))
                    }
                    _ => one,
                });
            }
        }
    }
    list
}

/// Those who could follow up, and ending the turn.
fn follow_ups(asked: Asked<'_>, seat: Seat) -> Vec<Weighed> {
    let state = asked.state;
    let names = Names(&state.fixed.setup);
    let mut list = vec![plain(asked, "End the turn", "Nobody follows up.", 0, Action::Hold)];
    for id in rounds::unactivated(state, seat) {
        let about = "It follows up: it acts in the same turn.";
        list.push(plain(asked, &names.of(id), about, 1, Action::Activate(id)));
    }
    for id in rounds::tired(state, seat) {
        let label = format!("{} again", names.of(id));
        let about = "It follows up though it was activated: one short action more.";
        list.push(plain(asked, &label, about, 3, Action::Reactivate(id)));
    }
    list
}
