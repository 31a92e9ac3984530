//! May I? The one truth about legality.

use kernel::{RuleId, Seat};
use table::{Length, Sight, Spot};

use crate::action::{Act, Action, Blow};
use crate::card::{Effect, Feat, Reach, When, Who};
use crate::ideas;
use crate::rules::attack::{self, Plan};
use crate::rules::{activation, dice, engagement, feats, moving, nerve, rounds, terrain};
use crate::setup::{SIDE, ZONE};
use crate::state::{
    Activation, Ask, Attack, AttackKind, Die, Fallback, Id, Models, MoveFor, STATUSES, Side, State,
    other,
};
use crate::violation::Violation;

/// Whether a seat owes a decision.
pub fn owes(state: &State, seat: Seat) -> bool {
    match state.ask {
        // Whoever has nothing to bid is not asked.
        Ask::Bid => seat.0 < 2 && state.team(seat).bid.is_none() && state.team(seat).cp > 0,
        ask => ask.seat() == Some(seat),
    }
}

/// May this seat do this now?
pub fn check(state: &State, seat: Seat, action: &Action) -> Result<(), Violation> {
    if let Ask::Over(_) = state.ask {
        return Err(Violation::Over);
    }
    if seat.0 > 1 || !owes(state, seat) {
        return Err(Violation::NotYou { seat, ask: state.ask });
    }
    match (state.ask, action) {
        (Ask::Terrain(_), Action::Terrain { piece, at }) => terrain::check(state, *piece, *at),
        (Ask::Terrain(_), Action::Pass) => {
            if terrain::stuck(state) {
                Ok(())
            } else {
                Err(Violation::NotStuck)
            }
        }
        (Ask::Side(_), Action::Side(_)) => Ok(()),
        (Ask::Deploy(_), Action::Deploy { model, at }) => deploy(state, seat, *model, *at),
        (Ask::Deploy(_), Action::Pass) => match ideas::room(state, seat) {
            Some((model, at)) => Err(Violation::StillRoom { model, at }),
            None => Ok(()),
        },
        (Ask::Order(_), Action::GoFirst | Action::GoSecond) => Ok(()),
        (Ask::Turn(_), Action::Activate(model)) => activate(state, seat, *model, 0),
        (Ask::Turn(_), Action::Reactivate(model)) => reactivate(state, seat, *model, 0),
        (Ask::Turn(_), Action::Pass) => match state.team(seat).tokens {
            0 => Err(Violation::NoToken),
            _ => Ok(()),
        },
        (Ask::Turn(_), Action::Finish) => match rounds::unactivated(state, seat).count() {
            0 => Ok(()),
            left => Err(Violation::NotFinished { left: left as u8 }),
        },
        (Ask::Turn(_), Action::RunOut) => {
            if rounds::wiped_out(state, other(seat)) {
                Ok(())
            } else {
                Err(Violation::EnemyLeft)
            }
        }
        (Ask::Act(_), Action::Act(act)) => act_now(state, act, false),
        (Ask::Act(_), Action::Extra(act)) => act_now(state, act, true),
        (Ask::Act(_), Action::Done) => done(state),
        (Ask::Fallback(_), Action::FallBack(path)) => {
            let model = active(state).model;
            nerve::check_way_back(state, model, path)
        }
        (Ask::ChargeAttack(_), Action::Strike { by, blow }) => {
            charge_attack(state, *by, blow).map(|_| ())
        }
        (Ask::Strike(_), Action::Strike { by, blow }) => {
            disengaging(state, seat, *by, blow).map(|_| ())
        }
        (Ask::Retaliate(_), Action::Strike { by, blow }) => {
            retaliation(state, seat, *by, blow).map(|_| ())
        }
        (
            Ask::ChargeAttack(_) | Ask::Strike(_) | Ask::Retaliate(_) | Ask::FollowUp(_),
            Action::Hold,
        ) => Ok(()),
        (Ask::RerollHit(_), Action::Reroll(die)) => {
            reroll(state, seat, *die, state.attack.as_ref().map_or(&[], |attack| &attack.dice))
        }
        (Ask::RerollArmour(_), Action::Reroll(die)) => {
            reroll(state, seat, *die, state.save.as_ref().map_or(&[], |save| &save.dice))
        }
        (Ask::RerollHit(_) | Ask::RerollArmour(_), Action::Keep) => Ok(()),
        (Ask::Armour(_), Action::Armour { invulnerable, feats }) => {
            armour(state, *invulnerable, feats).map(|_| ())
        }
        (Ask::FollowUp(_), Action::Activate(model)) => {
            follow_up(state, seat, *model)?;
            activate(state, seat, *model, 1)
        }
        (Ask::FollowUp(_), Action::Reactivate(model)) => {
            follow_up(state, seat, *model)?;
            reactivate(state, seat, *model, 1)
        }
        (Ask::Bid, Action::Bid(bid)) => {
            let have = state.team(seat).cp;
            if *bid > have { Err(Violation::BidTooHigh { bid: *bid, have }) } else { Ok(()) }
        }
        (ask, action) => {
            let acts = matches!(action, Action::Act(_) | Action::Extra(_) | Action::Done);
            Err(Violation::NotNow { ask, acts })
        }
    }
}

/// The activation that is going on.
pub fn active(state: &State) -> &Activation {
    state.activation.as_ref().expect("this is asked within an activation only")
}

fn own(state: &State, seat: Seat, model: Id) -> Result<(), Violation> {
    if model.seat() != seat {
        return Err(Violation::NotYours { model });
    }
    if !state.exists(model) {
        return Err(Violation::NoModel { model });
    }
    Ok(())
}

fn in_play(state: &State, seat: Seat, model: Id) -> Result<(), Violation> {
    own(state, seat, model)?;
    if state.in_play(model) { Ok(()) } else { Err(Violation::NotInPlay { model }) }
}

/// Rules `killteam:SETUP-8`, `killteam:SETUP-11`, `killteam:K39`.
fn deploy(state: &State, seat: Seat, model: Id, at: Spot) -> Result<(), Violation> {
    own(state, seat, model)?;
    if state.in_play(model) {
        return Err(Violation::Deployed { model });
    }
    if state.model(model).out {
        return Err(Violation::NotInPlay { model });
    }
    let figure = state.figure_at(model, at);
    fits(state, model, at)?;
    let (low, high) = figure.footprint().bounds();
    let side = state.team(seat).side;
    let inside = match side {
        Side::Near => high.y <= ZONE,
        Side::Far => low.y >= SIDE - ZONE,
    };
    if inside {
        Ok(())
    } else {
        let edge = match side {
            Side::Near => "near",
            Side::Far => "far",
        };
        Err(Violation::OutsideZone { model, depth: Length(ZONE), edge })
    }
}

/// Whether a model could be set down at a place.
///
/// Rules `killteam:K24`, `killteam:K51`.
pub fn fits(state: &State, model: Id, at: Spot) -> Result<(), Violation> {
    let figure = state.figure_at(model, at);
    state.scene().fits_as(&figure, model.index(), at, &moving::terms()).map_err(|bar| {
        Violation::BadPlace {
            why: moving::place_text(state, &bar, at),
            rule: moving::rule_of_place(&bar),
        }
    })
}

/// Rules `killteam:ROUND-11`, `killteam:ROUND-12`, `killteam:CMD-6`.
fn activate(state: &State, seat: Seat, model: Id, follow: u8) -> Result<(), Violation> {
    in_play(state, seat, model)?;
    if state.model(model).activated {
        return Err(Violation::Activated { model });
    }
    let have = state.team(seat).cp;
    if follow > have {
        let rule = RuleId("killteam:CMD-6");
        return Err(Violation::TooDear { what: "a follow-up", cost: follow, have, rule });
    }
    Ok(())
}

/// Rules `killteam:CMD-10`, `killteam:CMD-7`, `killteam:K10`, `killteam:K12`.
fn reactivate(state: &State, seat: Seat, model: Id, follow: u8) -> Result<(), Violation> {
    in_play(state, seat, model)?;
    if !state.model(model).activated {
        return Err(Violation::NotActivated { model });
    }
    let (cost, have) = (2 + follow, state.team(seat).cp);
    if cost > have {
        let rule = RuleId("killteam:CMD-10");
        return Err(Violation::TooDear { what: "a re-activation", cost, have, rule });
    }
    Ok(())
}

/// Rules `killteam:CMD-6`, `killteam:CMD-8`, `killteam:K11`.
fn follow_up(state: &State, seat: Seat, model: Id) -> Result<(), Violation> {
    in_play(state, seat, model)?;
    match state.rested {
        Some(rested) if rested == model => Err(Violation::SameModel { model }),
        _ => Ok(()),
    }
}

/// Rule `killteam:K43`: a model that lay on the ground when it was activated has to stand up.
fn done(state: &State) -> Result<(), Violation> {
    let activation = active(state);
    let idle = activation.longs == 0 && activation.shorts == 0;
    if state.model(activation.model).down && idle {
        return Err(Violation::MustStand { model: activation.model });
    }
    Ok(())
}

fn act_now(state: &State, act: &Act, buy: bool) -> Result<(), Violation> {
    let activation = active(state);
    let model = activation.model;
    debug_assert_eq!(activation.fallback, Fallback::No);
    activation::check(state, activation, act, buy)?;
    match act {
        Act::Walk(path) => moving::check_path(state, model, path, MoveFor::Walk, None).map(|_| ()),
        Act::Run(path) => moving::check_path(state, model, path, MoveFor::Run, None).map(|_| ()),
        // `killteam:ENG-11`: a charge moves like any other move.
        Act::Charge { target, path } => {
            charge(state, model, *target)?;
            moving::check_path(state, model, path, MoveFor::Charge(*target), None).map(|_| ())
        }
        Act::Attack(blow) => declare_attack(state, model, blow, u8::from(buy)).map(|_| ()),
        Act::Aim | Act::Focus | Act::StandUp => Ok(()),
        Act::Feat { feat, on, to, path } => {
            let use_of = FeatUse { model, number: *feat, on: *on, to: *to, path };
            use_of.check(state, u8::from(buy))
        }
    }
}

/// Rules `killteam:ENG-6`, `killteam:ENG-9`, `killteam:K22`.
fn charge(state: &State, model: Id, target: Id) -> Result<(), Violation> {
    if !state.exists(target) {
        return Err(Violation::NoModel { model: target });
    }
    if target.seat() == model.seat() {
        return Err(Violation::NotEnemy { target });
    }
    if !state.in_play(target) {
        return Err(Violation::NotInPlay { model: target });
    }
    let by = engagement::engagements(state, model);
    if by != 0 {
        return Err(Violation::ChargeEngaged { model, by });
    }
    if !state.scene().sees(model.index(), target.index()) {
        return Err(Violation::Unseen { model, target, rule: RuleId("killteam:ENG-9") });
    }
    Ok(())
}

/// An attack action: the attack and what its feats cost.
///
/// Rules `killteam:ACT-8`, `killteam:RNG-1`, `killteam:MEL-2`.
pub fn declare_attack(
    state: &State,
    model: Id,
    blow: &Blow,
    spent: u8,
) -> Result<(Attack, u8), Violation> {
    let plan = Plan { attacker: model, kind: AttackKind::Action, blow };
    let (attack, cost) = plan.declare(state, None)?;
    affordable(state, model.seat(), cost, spent)?;
    Ok((attack, cost))
}

/// Whether feats can be paid besides what else is paid.
fn affordable(state: &State, seat: Seat, cost: u8, spent: u8) -> Result<(), Violation> {
    let have = state.team(seat).cp.saturating_sub(spent);
    if cost > have {
        let rule = RuleId("killteam:CARD-9");
        return Err(Violation::TooDear { what: "the feat", cost, have, rule });
    }
    Ok(())
}

/// Whether the active model's charge attack can be made at all.
///
/// Rules `killteam:ENG-12`, `killteam:ENG-13`, `killteam:K22`.
pub fn charge_possible(state: &State, model: Id, target: Id) -> bool {
    // An attack that was bought before the charge was the attack of this activation.
    let struck = state.activation.is_some_and(|now| now.done & crate::state::acts::ATTACK != 0);
    !struck && attack::melee_at(state, model, target).next().is_some()
}

/// Rules `killteam:ENG-12`, `killteam:MEL-3`, `killteam:K22`.
pub fn charge_attack(state: &State, by: Id, blow: &Blow) -> Result<(Attack, u8), Violation> {
    let activation = active(state);
    if by != activation.model {
        return Err(Violation::NotAmong {
            model: by,
            may: activation.model.bit(),
            what: "make the charge attack",
            rule: RuleId("killteam:ENG-12"),
        });
    }
    Plan { attacker: by, kind: AttackKind::Charge, blow }.declare(state, activation.charging)
}

/// The enemies that can strike at the mover where it is and were not asked yet.
pub fn striking(state: &State) -> Models {
    let Some(moving) = &state.moving else { return 0 };
    let got = moving::Progress::of(moving);
    moving::next_exit(state, moving.model, moving.from, &moving.path, got)
        .filter(|exit| got.is_at(exit))
        .map_or(0, |exit| moving::strikers(state, moving.model, exit.by))
}

/// Rules `killteam:ENG-15`, `killteam:K20`.
pub fn disengaging(
    state: &State,
    seat: Seat,
    by: Id,
    blow: &Blow,
) -> Result<(Attack, u8), Violation> {
    in_play(state, seat, by)?;
    if state.struck & by.bit() != 0 {
        return Err(Violation::StruckAlready { model: by });
    }
    let may = striking(state);
    if may & by.bit() == 0 {
        let (what, rule) = ("make a disengaging attack", RuleId("killteam:K20"));
        return Err(Violation::NotAmong { model: by, may, what, rule });
    }
    let mover = state.moving.as_ref().map(|moving| moving.model);
    Plan { attacker: by, kind: AttackKind::Disengaging, blow }.declare(state, mover)
}

/// Those of the models waiting to answer that can: standing, with a melee attack that reaches and
/// sees the attacker, and a command point to pay.
///
/// Rules `killteam:CMD-14`, `killteam:DOWN-4`, `killteam:K33`.
pub fn answering(state: &State) -> Models {
    let Some(answers) = state.answers else { return 0 };
    crate::state::members(answers.waiting)
        .filter(|id| {
            state.team(id.seat()).cp >= 1
                && attack::melee_at(state, *id, answers.attacker).next().is_some()
        })
        .fold(0, |set, id| set | id.bit())
}

/// Rules `killteam:CMD-14`, `killteam:CMD-15`, `killteam:CMD-16`, `killteam:CMD-17`,
/// `killteam:K33`.
pub fn retaliation(
    state: &State,
    seat: Seat,
    by: Id,
    blow: &Blow,
) -> Result<(Attack, u8), Violation> {
    in_play(state, seat, by)?;
    let may = answering(state);
    if may & by.bit() == 0 {
        let (what, rule) = ("retaliate", RuleId("killteam:CMD-14"));
        return Err(Violation::NotAmong { model: by, may, what, rule });
    }
    let attacker = state.answers.map(|answers| answers.attacker);
    let plan = Plan { attacker: by, kind: AttackKind::Retaliation, blow };
    let (attack, cost) = plan.declare(state, attacker)?;
    affordable(state, seat, cost, 1)?;
    Ok((attack, cost))
}

/// Rules `killteam:CMD-9`, `killteam:DICE-8`, `killteam:K7`.
fn reroll(state: &State, seat: Seat, number: u8, roll: &[Die]) -> Result<(), Violation> {
    let have = state.team(seat).cp;
    if have < 1 {
        let rule = RuleId("killteam:CMD-9");
        return Err(Violation::TooDear { what: "a re-roll", cost: 1, have, rule });
    }
    let die = number.checked_sub(1).and_then(|index| roll.get(usize::from(index)));
    match die {
        None => Err(Violation::NoDie { count: roll.len() }),
        Some(die) if die.again => Err(Violation::DieAgain),
        Some(die) if !dice::may_again(*die) => Err(Violation::DieSix),
        Some(_) => Ok(()),
    }
}

/// The armour chosen: what each die needs, whether it is invulnerable, and what the feats cost.
///
/// Rules `killteam:ARM-1`, `killteam:ARM-2`, `killteam:ARM-3`, `killteam:K8`.
pub fn armour(
    state: &State,
    invulnerable: Option<u8>,
    used: &[u8],
) -> Result<(i8, bool, u8), Violation> {
    let save = state.save.as_ref().expect("armour is asked for within a save only");
    let harm = &save.harm;
    let profile = state.profile(harm.target);
    let scene = crate::rules::wounds::scene(state, harm);
    let cost = feats::declared(state, harm.target, used, scene, |when| when == When::Attacked)?;
    let bonus: i8 = used
        .iter()
        .flat_map(|number| &profile.feats[usize::from(number - 1)].effects)
        .map(|effect| match effect {
            Effect::Bonus { to: crate::card::Stat::Armour, by, .. } => *by,
            _ => 0,
        })
        .sum();
    match invulnerable {
        None => {
            let ordinary =
                crate::rules::wounds::armour_need(profile.armour, harm.ap, harm.armour + bonus);
            Ok((ordinary, false, cost))
        }
        Some(number) => {
            let count = if harm.piercing { 0 } else { profile.invulnerable.len() };
            number
                .checked_sub(1)
                .and_then(|index| profile.invulnerable[..count].get(usize::from(index)))
                .map(|value| (*value as i8, true, cost))
                .ok_or(Violation::NoInvulnerable { count })
        }
    }
}

/// A special action or ability as it is about to be used.
#[derive(Clone, Copy, Debug)]
pub struct FeatUse<'a> {
    /// Whose.
    pub model: Id,
    /// Its number on the card.
    pub number: u8,
    /// On whom.
    pub on: Option<Id>,
    /// Where to.
    pub to: Option<Spot>,
    /// Along which path.
    pub path: &'a crate::state::Route,
}

impl FeatUse<'_> {
    fn wrong(feat: &Feat, why: impl Into<String>) -> Violation {
        Violation::FeatPick { name: feat.name.clone(), why: why.into() }
    }

    /// Rules `killteam:CARD-8`, `killteam:CARD-9`, `killteam:CARD-10`, `killteam:CARD-11`,
    /// `killteam:K48`.
    pub fn check(&self, state: &State, spent: u8) -> Result<(), Violation> {
        let feat = feats::find(state, self.model, self.number)?;
        feats::usable(state, self.model, self.number, None, spent)?;
        self.check_pick(state, feat)?;
        let moved = self.subject(feat);
        let places =
            |effect: &&Effect| matches!(effect, Effect::Return { .. } | Effect::Place { .. });
        let moves = |effect: &&Effect| matches!(effect, Effect::Move { .. });
        if self.to.is_some() && !feat.effects.iter().any(|e| places(&e)) {
            return Err(Self::wrong(feat, "nothing is placed by it, so leave `to` out"));
        }
        if !self.path.is_empty() && !feat.effects.iter().any(|e| moves(&e)) {
            return Err(Self::wrong(feat, "nobody moves by it, so leave `by` out"));
        }
        let mut lasting = 0;
        for effect in &feat.effects {
            match effect {
                Effect::Move { up_to } => {
                    if state.model(moved).down {
                        return Err(Violation::MustStand { model: moved });
                    }
                    moving::check_path(state, moved, self.path, MoveFor::Feat, Some(*up_to))?;
                }
                Effect::Return { within, clear, .. } | Effect::Place { within, clear } => {
                    self.check_place(state, feat, moved, *within, *clear)?;
                }
                effect if feats::lasts(effect).is_some() => lasting = 1,
                _ => {}
            }
        }
        let affected = self.affected(state, feat).count_ones() as usize;
        if state.statuses.len() + lasting * affected > STATUSES {
            return Err(Violation::TooManyEffects);
        }
        Ok(())
    }

    fn check_pick(&self, state: &State, feat: &Feat) -> Result<(), Violation> {
        if !feat.pick.who.is_choice() {
            return match self.on {
                Some(_) => Err(Self::wrong(feat, "nobody is to be chosen, so leave `on` out")),
                None => Ok(()),
            };
        }
        let Some(on) = self.on else {
            return Err(Self::wrong(feat, "say on whom, such as `on A2`"));
        };
        if !state.exists(on) {
            return Err(Violation::NoModel { model: on });
        }
        if feats::picks(state, self.model, feat, on) {
            return Ok(());
        }
        let who = match feat.pick.who {
            Who::Friend => "another friend",
            Who::Enemy => "an enemy",
            _ => "a friend that was removed from play",
        };
        let mut needs = format!("{on} can't be chosen: it takes {who}");
        if !feat.pick.models.is_empty() {
            needs += &format!(" ({})", feat.pick.models.join(" or "));
        }
        if let Some(reach) = feat.pick.within {
            needs += &format!(" within {reach}");
            if state.in_play(on) {
                needs += &format!(" (it is {} away)", state.gap(self.model, on));
            }
        }
        if feat.pick.sight {
            needs += ", in sight";
        }
        match feat.pick.down {
            Some(true) => needs += ", knocked down",
            Some(false) => needs += ", standing",
            None => {}
        }
        match feat.pick.engaged {
            Some(true) => needs += ", engaged",
            Some(false) => needs += ", not engaged",
            None => {}
        }
        Err(Self::wrong(feat, needs))
    }

    fn check_place(
        &self,
        state: &State,
        feat: &Feat,
        moved: Id,
        within: Length,
        clear: Length,
    ) -> Result<(), Violation> {
        let Some(to) = self.to else {
            return Err(Self::wrong(feat, "say where to, such as `to 12,3`"));
        };
        fits(state, moved, to)?;
        let there = state.figure_at(moved, to);
        let here = state.figure(self.model).ok_or(Violation::NotInPlay { model: self.model })?;
        if !there.within(here, within) {
            let gap = there.gap(here).beside(within);
            return Err(Self::wrong(feat, format!("that is {gap} away, and it reaches {within}")));
        }
        for enemy in state.on_table(other(moved.seat())) {
            if let Some(figure) = state.figure(enemy)
                && there.within(figure, clear)
            {
                let gap = there.gap(figure);
                let why = format!("{enemy} would be {gap} away, and must be further than {clear}");
                return Err(Self::wrong(feat, why));
            }
        }
        Ok(())
    }

    /// The one model that moves, is placed or returned.
    pub fn subject(&self, feat: &Feat) -> Id {
        match feat.pick.who {
            Who::Friend | Who::Enemy | Who::Casualty => self.on.unwrap_or(self.model),
            _ => self.model,
        }
    }

    /// Everybody the feat works on.
    pub fn affected(&self, state: &State, feat: &Feat) -> Models {
        affected(state, self.model, feat, self.on)
    }
}

/// Everybody a feat works on.
pub fn affected(state: &State, owner: Id, feat: &Feat, on: Option<Id>) -> Models {
    let everybody = || {
        [Seat(0), Seat(1)].into_iter().flat_map(|seat| state.on_table(seat)).collect::<Vec<Id>>()
    };
    let mut set: Models = match feat.pick.who {
        Who::This => owner.bit(),
        Who::Friend | Who::Enemy | Who::Casualty => on.map_or(0, Id::bit),
        Who::Friends | Who::Enemies | Who::Everyone => everybody()
            .into_iter()
            .filter(|id| feats::picks(state, owner, feat, *id))
            .fold(0, |set, id| set | id.bit()),
    };
    if let Some(around) = feat.pick.around {
        let centres = set;
        for id in everybody() {
            if crate::state::members(centres).any(|centre| state.within(centre, id, around)) {
                set |= id.bit();
            }
        }
    }
    set
}

/// Whether a model could shoot at an enemy with some weapon, for those who look for targets.
pub fn can_shoot(state: &State, model: Id, number: u8, target: Id) -> Option<Sight> {
    let weapon = attack::weapon(state, model, number).ok()?;
    (weapon.kind == Reach::Ranged)
        .then(|| attack::may_target(state, model, weapon, target).ok())
        .flatten()
}
