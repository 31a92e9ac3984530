//! What an activation has room for.

use kernel::RuleId;

use crate::action::{Act, Action};
use crate::card::When;
use crate::rules::feats;
use crate::state::{Activation, State, acts};
use crate::violation::Violation;

/// How much of an activation an action takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// A short action.
    Short,
    /// A long action.
    Long,
    /// No action.
    Nothing,
}

/// How much of an activation an action takes, its bit among [`acts`], and its name.
///
/// Rules `killteam:ACT-3`, `killteam:ACT-4`, `killteam:ACT-6`, `killteam:CARD-8`.
pub fn takes(
    state: &State,
    activation: &Activation,
    act: &Act,
) -> Result<(Takes, u8, &'static str), Violation> {
    Ok(match act {
        Act::Walk(_) => (Takes::Short, acts::WALK, "walking"),
        Act::Run(_) => (Takes::Long, acts::RUN, "running"),
        Act::Charge { .. } => (Takes::Long, acts::CHARGE, "charging"),
        Act::Attack(_) => (Takes::Short, acts::ATTACK, "attacking"),
        Act::Aim => (Takes::Short, acts::AIM, "aiming"),
        Act::Focus => (Takes::Short, acts::FOCUS, "focusing"),
        Act::StandUp => (Takes::Short, acts::STAND, "standing up"),
        Act::Feat { feat, .. } => {
            let feat = feats::find(state, activation.model, *feat)?;
            match feat.when {
                When::ShortAction => (Takes::Short, 0, "the special action"),
                When::LongAction => (Takes::Long, 0, "the special action"),
                When::FreeAction | When::Activation => (Takes::Nothing, 0, "the feat"),
                when => {
                    return Err(Violation::FeatTime {
                        name: feat.name.clone(),
                        when: when.to_string(),
                    });
                }
            }
        }
    })
}

/// Whether an activation with these numbers of actions is allowed: one long or two short ones, one
/// short one on a re-activation, and one short one more if the extra action is bought.
///
/// Rules `killteam:ACT-1`, `killteam:CMD-3`, `killteam:CMD-11`, `killteam:K12`, `killteam:K13`.
fn room(again: bool, longs: u8, shorts: u8, extra: bool) -> bool {
    let own = match (again, longs) {
        (false, 0) => 2,
        (false, 1) => 0,
        (true, 0) => 1,
        _ => return false,
    };
    shorts <= own + u8::from(extra)
}

/// Whether an activation can have come to what it is said to have come to.
pub fn is_possible(activation: &Activation) -> bool {
    let Activation { again, longs, shorts, extra, .. } = *activation;
    room(again, longs, shorts, extra)
}

/// Whether the active model may do this now as far as the count of actions goes.
///
/// Rules `killteam:ACT-1`, `killteam:ACT-5`, `killteam:ACT-7`, `killteam:ACT-10`,
/// `killteam:ACT-15`, `killteam:CMD-3`, `killteam:CMD-4`, `killteam:CMD-5`, `killteam:DOWN-2`,
/// `killteam:K13`, `killteam:K15`, `killteam:K16`, `killteam:K26`, `killteam:K56`.
pub fn check(
    state: &State,
    activation: &Activation,
    act: &Act,
    buy: bool,
) -> Result<(), Violation> {
    let model = activation.model;
    let down = state.model(model).down;
    // An ability is no action, and needs no standing.
    let ability = matches!(act, Act::Feat { feat, .. }
        if feats::find(state, model, *feat).is_ok_and(|feat| feat.when == When::Activation));
    if down && *act != Act::StandUp && !ability {
        return Err(Violation::MustStand { model });
    }
    if !down && *act == Act::StandUp {
        return Err(Violation::Standing { model });
    }
    let (takes, bit, what) = takes(state, activation, act)?;
    if activation.done & bit != 0 {
        return Err(Violation::Repeated { what });
    }
    let excludes = match act {
        Act::Walk(_) => acts::RUN | acts::CHARGE,
        Act::Run(_) | Act::Charge { .. } => acts::WALK,
        _ => 0,
    };
    if activation.done & excludes != 0 {
        let done = match act {
            Act::Walk(_) if activation.done & acts::RUN != 0 => "running",
            Act::Walk(_) => "charging",
            _ => "walking",
        };
        return Err(Violation::WalkExcludes { what, done });
    }
    let cp = state.team(model.seat()).cp;
    if buy {
        if takes != Takes::Short {
            return Err(Violation::ExtraLong);
        }
        if activation.extra {
            return Err(Violation::ExtraTwice);
        }
        if cp < 1 {
            let rule = RuleId("killteam:CMD-3");
            return Err(Violation::TooDear { what: "an extra action", cost: 1, have: cp, rule });
        }
    }
    let Activation { again, longs, shorts, extra, .. } = *activation;
    match takes {
        Takes::Nothing => Ok(()),
        Takes::Short if room(again, longs, shorts + 1, extra || buy) => Ok(()),
        Takes::Short => {
            let buyable = !extra && cp >= 1 && room(again, longs, shorts + 1, true);
            Err(Violation::NoShort { shorts, longs, again, buyable })
        }
        Takes::Long if room(again, longs + 1, shorts, extra) => Ok(()),
        Takes::Long => Err(Violation::NoLong { shorts, again }),
    }
}

/// Whether there is room for an attack after an Aim or a Focus of the activation under way, bought or
/// not: what they give ends with the activation.
///
/// Rules `killteam:ACT-1`, `killteam:CMD-3`, `killteam:K13`, `killteam:K14`, `killteam:K16`.
pub fn attack_may_follow(state: &State, action: &Action) -> bool {
    let Some(Activation { model, again, longs, shorts, extra, done, .. }) = state.activation else {
        return false;
    };
    if done & acts::ATTACK != 0 {
        return false;
    }
    let bought = matches!(action, Action::Extra(_));
    let more = extra || state.team(model.seat()).cp > u8::from(bought);
    let attack = room(again, longs, shorts + 2, bought || more);
    // A charge is fought hand to hand, and beside it there is room for the extra action only.
    let charge = *action == Action::Extra(Act::Focus) && room(again, longs + 1, shorts + 1, true);
    attack || charge
}

/// Whether nothing more can come of an activation: no action left, none to be bought, and no feat
/// that needs no action.
pub fn spent(state: &State, activation: &Activation) -> bool {
    let Activation { model, again, longs, shorts, extra, .. } = *activation;
    let more = room(again, longs, shorts + 1, extra)
        || room(again, longs + 1, shorts, extra)
        || (!extra && state.team(model.seat()).cp >= 1);
    !more
        && !state.profile(model).feats.iter().zip(1_u8..).any(|(feat, number)| {
            matches!(feat.when, When::FreeAction | When::Activation)
                && feats::usable(state, model, number, None, 0).is_ok()
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `killteam:ACT-1`, `killteam:CMD-3`, `killteam:CMD-11`: every sum of actions.
    #[test]
    fn act_1_one_long_or_two_short() {
        for (again, longs, shorts, extra, want) in [
            (false, 0, 2, false, true),
            (false, 0, 3, false, false),
            (false, 0, 3, true, true),
            (false, 0, 4, true, false),
            (false, 1, 0, false, true),
            (false, 1, 1, false, false),
            (false, 1, 1, true, true),
            (false, 2, 0, true, false),
            (true, 0, 1, false, true),
            (true, 0, 2, false, false),
            (true, 0, 2, true, true),
            (true, 1, 0, true, false),
        ] {
            assert_eq!(room(again, longs, shorts, extra), want, "{again} {longs} {shorts} {extra}");
        }
    }
}
