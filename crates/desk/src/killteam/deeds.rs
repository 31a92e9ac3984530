//! Everything a seat could do now, allowed or not.

use arrayvec::ArrayVec;
use kernel::Seat;
use killteam::action::{Act, Action, Blow};
use killteam::card::{Reach, When};
use killteam::check::{self, owes};
use killteam::ideas;
use killteam::narrate::Names;
use killteam::rules::activation::{self, Takes};
use killteam::rules::{dice, feats, moving, nerve, rounds, wounds};
use killteam::state::{Ask, Id, MoveFor, Route, Side, State, members, other};

use super::{Asked, feat, feat_info, targets};
use crate::Refusal;
use crate::wire::{Deed, Needs};

/// Everything the seat could do now; of the selected model, or of the active one.
pub(super) fn deeds(asked: Asked<'_>, model: Option<&str>) -> Result<Vec<Deed>, Refusal> {
    let (state, seat) = (asked.state, asked.seat()?);
    let selected = model.map(|model| asked.model(model)).transpose()?;
    let own = selected.filter(|id| id.seat() == seat);
    if !owes(state, seat) {
        return Ok(Vec::new());
    }
    let mut list = List { asked, deeds: Vec::new() };
    match state.ask {
        Ask::Terrain(_) => {
            list.open(
                "terrain",
                "Place terrain",
                "Pick a piece and set it down.",
                Needs::Spot,
                None,
            );
            list.plain("pass", "Pass", "No piece that is left fits anywhere.", Action::Pass);
        }
        Ask::Side(_) => {
            for (id, label, side) in
                [("side_near", "Near side", Side::Near), ("side_far", "Far side", Side::Far)]
            {
                list.plain(
                    id,
                    label,
                    &format!("Your own edge is the {side} one."),
                    Action::Side(side),
                );
            }
        }
        Ask::Deploy(_) => {
            let why = own.filter(|id| state.in_play(*id) || state.model(*id).out);
            let why = why.and_then(|id| {
                let at = state.figure(id).map(|figure| figure.spot).unwrap_or_default();
                asked.why(&Action::Deploy { model: id, at })
            });
            let about = "Set it down wholly within your zone.";
            list.open("deploy", "Deploy", about, Needs::Spot, why);
            let about = "Only when there is no room left.";
            list.plain("pass", "Leave the rest out", about, Action::Pass);
        }
        Ask::Order(_) => {
            list.plain(
                "go_first",
                "Go first",
                "Take the first turn of this round.",
                Action::GoFirst,
            );
            let about = "Leave the first turn to the other.";
            list.plain("go_second", "Go second", about, Action::GoSecond);
        }
        Ask::Turn(_) => turn(&mut list, seat, own),
        Ask::Act(_) => acts(&mut list, check::active(state).model),
        Ask::Fallback(_) => {
            let model = check::active(state).model;
            let action = Action::FallBack(nerve::way_back(state, model));
            let (most, _) = moving::allowance(state, model, MoveFor::Fallback);
            let about = format!("It lost its nerve: up to {most} towards its own edge.");
            list.plain("fall_back", "Fall back", &about, action);
        }
        Ask::ChargeAttack(_) => {
            let now = check::active(state);
            list.strikes(now.model.bit(), now.charging, 0);
            list.plain("hold", "Hold", "No charge attack.", Action::Hold);
        }
        Ask::Strike(_) => {
            let mover = state.moving.as_ref().map(|moving| moving.model);
            list.strikes(check::striking(state), mover, 0);
            list.plain("hold", "Hold", "Let it go.", Action::Hold);
        }
        Ask::Retaliate(_) => {
            let attacker = state.answers.map(|answers| answers.attacker);
            list.strikes(check::answering(state), attacker, 1);
            list.plain("hold", "Hold", "Nobody strikes back.", Action::Hold);
        }
        Ask::RerollHit(_) => {
            let attack = state.attack.as_ref();
            let need = attack.and_then(|one| Some(one.targets.get(usize::from(one.at))?.need));
            let dice = attack.map(|attack| attack.dice.clone()).unwrap_or_default();
            list.rerolls(&dice, need.unwrap_or(7));
        }
        Ask::RerollArmour(_) => {
            let save = state.save.as_ref();
            let dice = save.map(|save| save.dice.clone()).unwrap_or_default();
            list.rerolls(&dice, save.and_then(|save| save.need).unwrap_or(7));
        }
        Ask::Armour(_) => armour(&mut list),
        Ask::FollowUp(_) => follow_up(&mut list, own),
        Ask::Bid => {
            let about = "Each point is +1 on your next roll for first player.";
            list.open("bid", "Bid", about, Needs::Number, None);
            if let Some(deed) = list.deeds.last_mut() {
                deed.max = Some(state.team(seat).cp);
            }
        }
        Ask::Nothing | Ask::Over(_) => {}
    }
    Ok(list.deeds)
}

struct List<'a> {
    asked: Asked<'a>,
    deeds: Vec<Deed>,
}

impl List<'_> {
    /// Something that is ready to be done, if the rules allow it.
    #[allow(clippy::needless_pass_by_value)] // Actions are made where they are offered.
    fn plain(&mut self, id: &str, label: &str, about: &str, action: Action) {
        let (action, why) = self.asked.ready(&action);
        self.open(id, label, about, Needs::Nothing, why);
        if let Some(deed) = self.deeds.last_mut() {
            deed.action = action;
        }
    }

    /// The same at a price.
    fn priced(&mut self, id: &str, label: &str, about: &str, action: Action, cp: u8) {
        self.plain(id, label, about, action);
        if let Some(deed) = self.deeds.last_mut() {
            deed.cp = cp;
        }
    }

    /// Something of which more must be said.
    fn open(&mut self, id: &str, label: &str, about: &str, needs: Needs, why: Option<Refusal>) {
        self.deeds.push(Deed {
            id: id.into(),
            label: label.into(),
            about: about.into(),
            cost: None,
            cp: 0,
            why,
            needs,
            extra: false,
            action: None,
            max: None,
            model: None,
        });
    }

    /// Strikes of those who may, at the one they may strike at.
    fn strikes(&mut self, may: u64, at: Option<Id>, cp: u8) {
        let state = self.asked.state;
        let names = Names(&state.fixed.setup);
        let whom = at.map_or("nobody".into(), |at| names.of(at));
        for id in members(may) {
            let weapon = at.and_then(|at| killteam::rules::attack::melee_at(state, id, at).next());
            let blow = Blow::at(weapon.unwrap_or(1), at.unwrap_or(id));
            let why = self.asked.why(&Action::Strike { by: id, blow });
            let label = format!("Strike with {}", names.of(id));
            self.open("strike", &label, &format!("At {whom}."), Needs::Target, why);
            if let Some(deed) = self.deeds.last_mut() {
                deed.cp = cp;
                deed.model = Some(id.to_string());
            }
        }
    }

    fn rerolls(&mut self, list: &killteam::state::Dice, need: i8) {
        for (die, number) in list.iter().zip(1_u8..) {
            let now = if dice::succeeds(die.face, need) { "a success" } else { "a failure" };
            let label = format!("Roll the {} again", die.face);
            let about = format!("It is {now} now.");
            self.priced(&format!("reroll:{number}"), &label, &about, Action::Reroll(number), 1);
        }
        self.plain("keep", "Keep", "Leave the dice as they are.", Action::Keep);
    }

    /// An act of the active model: as an ordinary action, or else as the one that can be bought.
    /// `act` stands for it where path or target are still to be said; `bars` tells what else speaks
    /// against it.
    fn act(
        &mut self,
        (id, label, about): (&str, &str, &str),
        act: &Act,
        needs: Needs,
        bars: impl Fn(bool) -> Option<Refusal>,
    ) {
        let (asked, state) = (self.asked, self.asked.state);
        let counted = |buy: bool| match (state.ask, &state.activation) {
            (Ask::Act(_), Some(now)) => {
                activation::check(state, now, act, buy).err().map(|why| super::refusal(&why))
            }
            _ => asked.why(&Action::Act(act.clone())),
        };
        let whole = |buy: bool| counted(buy).or_else(|| bars(buy));
        let plain = whole(false);
        let extra = plain.is_some() && counted(false).is_some() && whole(true).is_none();
        let cost = state.activation.as_ref().and_then(|now| {
            Some(match activation::takes(state, now, act).ok()?.0 {
                Takes::Short => "short",
                Takes::Long => "long",
                Takes::Nothing => "free",
            })
        });
        self.open(id, label, about, needs, if extra { None } else { plain });
        let action = if extra { Action::Extra(act.clone()) } else { Action::Act(act.clone()) };
        let ready = if needs == Needs::Nothing { asked.ready(&action).0 } else { None };
        if let Some(deed) = self.deeds.last_mut() {
            deed.cost = cost.map(Into::into);
            deed.cp = u8::from(extra);
            deed.extra = extra;
            deed.action = ready;
        }
    }
}

impl List<'_> {
    /// An act bought as the extra action before any other, so that a long one may follow.
    ///
    /// Rules `killteam:K16`.
    fn bought_first(&mut self, (id, label): (&str, &str), act: &Act) {
        let asked = self.asked;
        let fresh = asked
            .state
            .activation
            .is_some_and(|now| now.shorts == 0 && now.longs == 0 && !now.extra && !now.again);
        let action = Action::Extra(act.clone());
        if !fresh || asked.why(&Action::Act(act.clone())).is_some() || asked.why(&action).is_some()
        {
            return;
        }
        let about = "As the extra action: a long action, a run or a charge, may still follow.";
        self.priced(id, label, about, action, 1);
        if let Some(deed) = self.deeds.last_mut() {
            deed.cost = Some("short".into());
            deed.extra = true;
        }
    }
}

fn turn(list: &mut List<'_>, seat: Seat, own: Option<Id>) {
    let state = list.asked.state;
    if let Some(id) = own {
        let about = "It takes one long action or two short ones.";
        let about = if nerve::must_test(state, id, false) {
            "It must test its nerve first."
        } else {
            about
        };
        list.plain("activate", "Activate", about, Action::Activate(id));
        if state.model(id).activated {
            let about = "One short action more for 2 CP.";
            list.priced("reactivate", "Activate again", about, Action::Reactivate(id), 2);
        }
    }
    let tokens = state.team(seat).tokens;
    let about = match tokens {
        0 => "Let the turn go by; that takes a pass token.".into(),
        1 => "Let the turn go by for your pass token.".into(),
        _ => format!("Let the turn go by for one of {tokens} pass tokens."),
    };
    list.plain("pass", "Pass", &about, Action::Pass);
    list.plain("finish", "Finish", "Take no more turns in this round.", Action::Finish);
    if rounds::wiped_out(state, other(seat)) {
        let about = "Nobody is left against you: stay put to the end.";
        list.plain("run_out", "Play it out", about, Action::RunOut);
    }
}

fn follow_up(list: &mut List<'_>, own: Option<Id>) {
    if let Some(id) = own {
        if list.asked.state.model(id).activated {
            let about = "It follows up with one short action more.";
            list.priced("reactivate", "Activate again", about, Action::Reactivate(id), 3);
        } else {
            let about = "It follows up in the same turn.";
            list.priced("activate", "Follow up", about, Action::Activate(id), 1);
        }
    }
    list.plain("hold", "End the turn", "Nobody follows up.", Action::Hold);
}

/// What the active model could do.
fn acts(list: &mut List<'_>, id: Id) {
    let (asked, state) = (list.asked, list.asked.state);
    let far = |why: MoveFor| moving::allowance(state, id, why).0;
    let none = |_: bool| None;
    let path = Route::new;
    let walk = format!("Move up to {}.", far(MoveFor::Walk));
    list.act(("walk", "Walk", &walk), &Act::Walk(path()), Needs::Path, none);
    let run = format!("Move up to {}, and do nothing else.", far(MoveFor::Run));
    list.act(("run", "Run", &run), &Act::Run(path()), Needs::Path, none);
    let nearest = state.on_table(other(id.seat())).min_by_key(|enemy| state.gap(id, *enemy));
    let target = nearest.unwrap_or(Id::new(other(id.seat()), 0));
    let charge =
        format!("Move up to {} at an enemy it sees, and strike.", far(MoveFor::Charge(id)));
    let act = Act::Charge { target, path: path() };
    list.act(("charge", "Charge", &charge), &act, Needs::Target, |_| targets::no_charge(asked, id));
    let (weapon, target) = nearest_shot(state, id).unwrap_or((1, target));
    let act = Act::Attack(Blow::at(weapon, target));
    let about = "Shoot, or strike at whom it is engaged with.";
    list.act(("attack", "Attack", about), &act, Needs::Target, |buy| {
        let act = act.clone();
        asked.why(&if buy { Action::Extra(act) } else { Action::Act(act) })
    });
    let has = |reach: Reach| state.profile(id).weapons.iter().any(|one| one.kind == reach);
    let about = if has(Reach::Ranged) {
        "+1 to hit on its next ranged attack."
    } else {
        "It has no ranged attack to aim: this would change nothing."
    };
    list.act(("aim", "Aim", about), &Act::Aim, Needs::Nothing, none);
    let about = if has(Reach::Melee) {
        "+1 to hit or +1 AP on its next melee attack."
    } else {
        "It has no melee attack to focus on: this would change nothing."
    };
    list.act(("focus", "Focus", about), &Act::Focus, Needs::Nothing, none);
    list.act(("stand_up", "Stand up", "It gets up."), &Act::StandUp, Needs::Nothing, none);
    list.bought_first(("stand_up", "Stand up first"), &Act::StandUp);
    list.bought_first(("focus", "Focus first"), &Act::Focus);
    own_feats(list, id);
    list.plain("done", "Done", "End the activation.", Action::Done);
}

/// An attack that could be made, or else the one that fails for the best reason.
fn nearest_shot(state: &State, id: Id) -> Option<(u8, Id)> {
    let mut found = None;
    ideas::targets(state, id, |weapon, target| found = found.or(Some((weapon, target))));
    if found.is_some() {
        return found;
    }
    let longest = state.profile(id).weapons.iter().zip(1_u8..).max_by_key(|(one, _)| one.range)?;
    let nearest = state.on_table(other(id.seat())).min_by_key(|enemy| state.gap(id, *enemy))?;
    Some((longest.1, nearest))
}

/// Special actions and abilities of an activation.
fn own_feats(list: &mut List<'_>, id: Id) {
    let (asked, state) = (list.asked, list.asked.state);
    let faction = state.fixed.setup.teams.get(id.seat().index());
    let faction = faction.and_then(|roster| roster.find_faction().ok());
    for (one, number) in state.profile(id).feats.iter().zip(1_u8..) {
        if !one.when.is_action() && one.when != When::Activation {
            continue;
        }
        let told = feat_info(number, one, faction);
        let needs = if feat::needs(one).is_empty() { Needs::Nothing } else { Needs::Feat };
        let act = Act::Feat { feat: number, on: None, to: None, path: Route::new() };
        let about = if told.cost.is_empty() {
            told.text.clone()
        } else {
            format!("{} ({})", told.text.trim_end_matches('.'), told.cost)
        };
        list.act((&format!("feat:{number}"), &one.name, &about), &act, needs, |buy| {
            if needs == Needs::Nothing {
                let act = act.clone();
                return asked.why(&if buy { Action::Extra(act) } else { Action::Act(act) });
            }
            let usable = feats::usable(state, id, number, None, u8::from(buy));
            let usable = usable.err().map(|why| super::refusal(&why));
            usable.or_else(|| feat::nobody(asked, id, one))
        });
        if let Some(deed) = list.deeds.last_mut() {
            deed.cp += one.cost;
        }
    }
}

/// The ways to save oneself: each armour, alone and with each feat that helps.
fn armour(list: &mut List<'_>) {
    for (id, label, invulnerable, used) in armours(list.asked.state) {
        let action = Action::Armour { invulnerable, feats: used.clone() };
        let found = check::armour(list.asked.state, invulnerable, &used);
        let (about, cp) = match found {
            Ok((need, _, cp)) => {
                (format!("Each die needs {}.", killteam::narrate::needs(need)), cp)
            }
            Err(violation) => (violation.to_string(), 0),
        };
        list.priced(&id, &label, &about, action, cp);
    }
}

/// An armour: the deed's id, its label, which invulnerable value, and the feats used.
pub(super) type Armour = (String, String, Option<u8>, ArrayVec<u8, 4>);

/// Every armour of the model that must save itself, alone and with each feat that helps.
pub(super) fn armours(state: &State) -> Vec<Armour> {
    let Some(save) = state.save.as_ref() else { return Vec::new() };
    let target = save.harm.target;
    let profile = state.profile(target);
    let count = if save.harm.piercing { 0 } else { profile.invulnerable.len() };
    let mut list: Vec<Armour> = vec![("armour".into(), "Armour".into(), None, ArrayVec::new())];
    for (number, value) in (1_u8..).zip(profile.invulnerable.iter().take(count)) {
        let label = format!("Invulnerable {value}+");
        list.push((format!("invulnerable:{number}"), label, Some(number), ArrayVec::new()));
    }
    let scene = wounds::scene(state, &save.harm);
    let plain = list.clone();
    for (one, number) in profile.feats.iter().zip(1_u8..) {
        let usable =
            one.when == When::Attacked && feats::usable(state, target, number, scene, 0).is_ok();
        if usable {
            for (id, label, invulnerable, _) in &plain {
                let label = format!("{label} with {}", one.name);
                let used = ArrayVec::from_iter([number]);
                list.push((format!("{id}:use:{number}"), label, *invulnerable, used));
            }
        }
    }
    list
}
