//! How good candidates look, without playing them: expected damage, objectives, danger.
//!
//! Values are in hundredths of a point of a team's hundred, so a model of ten points is worth 1000.

use arrayvec::ArrayVec;
use kernel::{Eye, Seat, Seed, Seeded, Step};
use table::{Figure, Length, Sight, Spot};

use crate::action::{Act, Action, Blow};
use crate::card::{Effect, Lasts, Reach, Stat, Weapon, Who};
use crate::rules::attack::Plan;
use crate::rules::{activation, dice, engagement, feats, moving, rounds, scoring, wounds};
use crate::setup::{COUNTER, OBJECTIVES};
use crate::state::{Activation, Aimed, Ask, Attack, AttackKind, Harm, Id, State, acts, other};
use crate::weights::Weights;
use crate::{candidates, check, resolve};

/// How many actions of a model are looked at before it is activated.
const PLANS: usize = 40;

/// One number for each action.
pub fn appraise(state: &State, seat: Seat, actions: &[Action], eye: Eye, out: &mut Vec<i32>) {
    out.clear();
    let judge = Judge { state, weights: Weights::of(eye) };
    match state.ask {
        Ask::Act(_) => acts_worth(judge, actions, out),
        _ => out.extend(actions.iter().map(|action| worth_of(judge, seat, action))),
    }
}

/// Somebody who judges a position.
#[derive(Clone, Copy)]
struct Judge<'a> {
    state: &'a State,
    weights: &'a Weights,
}

/// What is left of a model, in hundredths of a point.
fn worth(judge: Judge<'_>, id: Id) -> i32 {
    let state = judge.state;
    let profile = state.profile(id);
    if profile.leader { profile.points * judge.weights.leader / 10 } else { profile.points * 100 }
}

/// The chance of a success, in thousandths, with the dice that sixes bring counted in.
fn expected(need: i8) -> i32 {
    i32::from(dice::chance(need)) * 1000 / 36 * 6 / 5
}

/// The expected loss of a target to so many dice, in hundredths of a point.
fn expected_loss(judge: Judge<'_>, aimed: &Aimed) -> i32 {
    let hits = i32::from(aimed.dice) * expected(aimed.need);
    loss(judge, aimed.target, hits, aimed.ap, aimed.armour, aimed.damage, aimed.was_down)
}

/// The expected loss of a model to so many thousandths of hits.
fn loss(
    judge: Judge<'_>,
    target: Id,
    hits: i32,
    ap: i8,
    armour: i8,
    damage: u8,
    down: bool,
) -> i32 {
    let state = judge.state;
    let profile = state.profile(target);
    let ordinary = wounds::armour_need(profile.armour, ap, armour);
    let best = profile.invulnerable.iter().map(|value| *value as i8).chain([ordinary]).min();
    let saved = expected(best.unwrap_or(ordinary)).min(950);
    let suffered = hits / 10 * (1000 - saved) / 100 * i32::from(damage);
    let left = i32::from(state.model(target).wounds).max(1) * 1000;
    let value = worth(judge, target);
    // Half of those who fall get up again; wounds that do not fell count for less.
    let share = suffered.min(left * 2);
    let [felled, wounded] =
        if down { [100; 2] } else { [judge.weights.felled, judge.weights.wounded] };
    if share >= left {
        value * felled / 100 + value * (share - left) / left / 8
    } else {
        value * share / left * wounded / 100
    }
}

/// The expected loss of an attack's targets.
fn attack_worth(judge: Judge<'_>, attack: &Attack) -> i32 {
    attack.targets.iter().map(|aimed| expected_loss(judge, aimed)).sum()
}

fn blow_worth(judge: Judge<'_>, by: Id, blow: &Blow, kind: AttackKind, only: Option<Id>) -> i32 {
    let state = judge.state;
    match (Plan { attacker: by, kind, blow }).declare(state, only) {
        Ok((attack, cost)) => {
            attack_worth(judge, &attack) - judge.weights.command * i32::from(cost)
        }
        Err(_) => i32::MIN / 4,
    }
}

fn worth_of(judge: Judge<'_>, seat: Seat, action: &Action) -> i32 {
    let state = judge.state;
    match action {
        Action::Deploy { model, at } => deploy_worth(judge, *model, *at),
        Action::GoFirst => 0,
        // The last word on the objectives.
        Action::GoSecond => 1,
        Action::Activate(model) => {
            let follow = i32::from(matches!(state.ask, Ask::FollowUp(_)));
            eagerness(judge, *model) - follow * (judge.weights.command + judge.weights.follow_up)
        }
        Action::Reactivate(model) => {
            let follow = i32::from(matches!(state.ask, Ask::FollowUp(_)));
            let idle = rounds::unactivated(state, seat).next().is_none();
            let wait = if idle { 0 } else { judge.weights.others_wait };
            urgency(judge, *model)
                - 2 * judge.weights.command
                - follow * (judge.weights.command + judge.weights.follow_up_again)
                - wait
                - judge.weights.again
        }
        Action::Pass => {
            // Letting the other go first is worth it while there is somebody left to go later.
            let [few, many] = judge.weights.pass;
            if rounds::unactivated(state, seat).count() <= 2 { few } else { many }
        }
        Action::Finish => 0,
        Action::RunOut => -1,
        Action::Strike { by, blow } => match state.ask {
            Ask::ChargeAttack(_) => {
                let target = check::active(state).charging;
                blow_worth(judge, *by, blow, AttackKind::Charge, target)
            }
            Ask::Strike(_) => {
                let mover = state.moving.as_ref().map(|moving| moving.model);
                blow_worth(judge, *by, blow, AttackKind::Disengaging, mover)
            }
            _ => {
                let attacker = state.answers.map(|answers| answers.attacker);
                blow_worth(judge, *by, blow, AttackKind::Retaliation, attacker)
                    - judge.weights.command
            }
        },
        Action::Reroll(number) => reroll_worth(judge, *number) - judge.weights.command,
        Action::Armour { invulnerable, feats } => armour_worth(judge, *invulnerable, feats),
        // What is not bid is lost.
        Action::Bid(cp) => i32::from(*cp),
        Action::Terrain { .. }
        | Action::Side(_)
        | Action::Hold
        | Action::Keep
        | Action::Done
        | Action::FallBack(_) => 0,
        Action::Act(_) | Action::Extra(_) => 0,
    }
}

/// What rolling a die again may bring.
fn reroll_worth(judge: Judge<'_>, number: u8) -> i32 {
    let state = judge.state;
    let index = usize::from(number).wrapping_sub(1);
    if let Ask::RerollHit(_) = state.ask {
        let Some(attack) = &state.attack else { return 0 };
        let aimed = attack.targets[usize::from(attack.at)];
        let Some(die) = attack.dice.get(index) else { return 0 };
        if dice::succeeds(die.face, aimed.need) {
            return -1000;
        }
        let hits = i32::from(dice::successes(&attack.dice, aimed.need)) * 1000;
        let with = hits + expected(aimed.need);
        let of = |hits| {
            let Aimed { target, ap, armour, damage, was_down, .. } = aimed;
            loss(judge, target, hits, ap, armour, damage, was_down)
        };
        return of(with) - of(hits);
    }
    let Some(save) = &state.save else { return 0 };
    let need = save.need.unwrap_or(7);
    let Some(die) = save.dice.get(index) else { return 0 };
    if dice::succeeds(die.face, need) {
        return -1000;
    }
    let saved = dice::successes(&save.dice, need);
    let of = |saved| outcome_loss(judge, &save.harm, saved);
    (of(saved) - of(saved + 1)) * expected(need).min(1000) / 1000
}

/// What a model loses if so many hits are saved.
fn outcome_loss(judge: Judge<'_>, harm: &Harm, saved: u8) -> i32 {
    let state = judge.state;
    let suffered = i32::from(wounds::wounds(harm, saved.min(harm.hits)));
    let left = i32::from(state.model(harm.target).wounds);
    let value = worth(judge, harm.target);
    if suffered < left {
        value * suffered / left.max(1) * 6 / 10
    } else if harm.was_down {
        value
    } else {
        let need = wounds::recovery_need((left - suffered).max(-9) as i8, 0);
        value - value * i32::from(dice::chance(need)) / 36 * 4 / 10
    }
}

fn armour_worth(judge: Judge<'_>, invulnerable: Option<u8>, used: &[u8]) -> i32 {
    let state = judge.state;
    let Some(save) = &state.save else { return 0 };
    match check::armour(state, invulnerable, used) {
        Ok((need, _, cost)) => {
            let bare = outcome_loss(judge, &save.harm, 0);
            let saved = bare * expected(need).min(950) / 1000;
            saved - judge.weights.command * i32::from(cost)
        }
        Err(_) => i32::MIN / 4,
    }
}

/// How much a model has to do now: somebody to shoot or strike, somebody who threatens it.
fn urgency(judge: Judge<'_>, model: Id) -> i32 {
    let state = judge.state;
    let profile = state.profile(model);
    let mut best = 0;
    for enemy in state.on_table(other(model.seat())) {
        for weapon in &profile.weapons {
            let reach = match weapon.kind {
                Reach::Ranged => weapon.range,
                Reach::Melee => weapon.range + moving::speed(state, model) + Length::inches(3),
            };
            if state.within(model, enemy, reach) {
                best = best.max(guess_loss(judge, weapon, enemy, Sight::Clear));
            }
        }
    }
    let down = if state.model(model).down { -200 } else { 0 };
    best + down + profile.points
}

/// How good it is to activate a model: what it has in its reach and, for those who look ahead, the
/// best it could do.
fn eagerness(judge: Judge<'_>, model: Id) -> i32 {
    let Weights { plan, reach, .. } = *judge.weights;
    let mut value = urgency(judge, model) * reach / 100;
    let action = Action::Activate(model);
    if plan > 0 && check::check(judge.state, model.seat(), &action).is_ok() {
        let mut state = judge.state.clone();
        // Whatever is rolled when an activation begins, these are dice in the head.
        let mut dice = Seeded::new(Seed::from(0));
        resolve::resolve(&mut Step::unrecorded(&mut state, &mut dice), model.seat(), &action);
        if let Ask::Act(_) = state.ask {
            let (mut actions, mut told) = (Vec::new(), Vec::new());
            candidates::candidates(&state, model.seat(), PLANS, &mut actions);
            acts_worth(Judge { state: &state, ..judge }, &actions, &mut told);
            value += told.iter().copied().max().unwrap_or(0) * plan / 100;
        }
    }
    value
}

/// The expected loss of an enemy to a weapon, all modifiers but sight left out.
fn guess_loss(judge: Judge<'_>, weapon: &Weapon, enemy: Id, sight: Sight) -> i32 {
    let state = judge.state;
    let obscured = i8::from(sight == Sight::Obscured && weapon.kind == Reach::Ranged);
    let need = weapon.hit as i8 + obscured;
    let hits = i32::from(weapon.dice) * expected(need);
    let down = state.model(enemy).down;
    loss(judge, enemy, hits, weapon.ap as i8 + i8::from(down), 0, weapon.damage, down)
}

/// Apart from each other, near an objective's column, strong ones in the middle.
fn deploy_worth(judge: Judge<'_>, model: Id, at: Spot) -> i32 {
    let state = judge.state;
    let figure = state.figure_at(model, at);
    let friends = state.on_table(model.seat()).filter_map(|id| state.figure(id));
    let crowd: i32 =
        friends.map(|friend| if figure.within(friend, Length::inches(3)) { 60 } else { 0 }).sum();
    let column = OBJECTIVES
        .iter()
        .map(|objective| (objective.x - at.at.x).abs() / table::INCH)
        .min()
        .unwrap_or(0);
    let nearest = OBJECTIVES
        .iter()
        .map(|objective| objective.distance(at.at).0 / table::INCH)
        .min()
        .unwrap_or(0);
    state.profile(model).points - crowd - 10 * column - 20 * nearest
}

/// Everything about the active model that does not depend on the candidate.
struct Situation<'a> {
    judge: Judge<'a>,
    state: &'a State,
    now: &'a Activation,
    model: Id,
    worth: i32,
    /// For each objective, what holding it with this model would add.
    objectives: [i32; 5],
    /// Where it stands now, as a place.
    here: i32,
    /// Its speed.
    speed: i32,
    /// The nearest enemies: the others matter less than the time to look at them.
    foes: ArrayVec<Id, 6>,
}

impl<'a> Situation<'a> {
    fn new(judge: Judge<'a>) -> Option<Situation<'a>> {
        let state = judge.state;
        let now = state.activation.as_ref()?;
        let model = now.model;
        let mut situation = Situation {
            judge,
            state,
            now,
            model,
            worth: worth(judge, model),
            objectives: [0; 5],
            here: 0,
            speed: moving::speed(state, model).0,
            foes: ArrayVec::new(),
        };
        let figure = state.figure(model)?;
        let mut foes: ArrayVec<(i64, Id), 20> = state
            .on_table(other(model.seat()))
            .filter_map(|id| Some((state.figure(id)?.spot.at.distance_squared(figure.spot.at), id)))
            .take(20)
            .collect();
        foes.sort_unstable();
        situation.foes.extend(foes.iter().take(6).map(|(_, id)| *id));
        situation.objectives = std::array::from_fn(|i| situation.objective(i));
        situation.here = situation.place(*state.figure(model)?, 0, true);
        Some(situation)
    }

    /// What holding an objective with this model would add: less where a friend holds it already,
    /// more where an enemy does.
    fn objective(&self, index: usize) -> i32 {
        let seat = self.model.seat();
        let touching = |id: &Id| *id != self.model && scoring::touches(self.state, *id, index);
        if self.state.on_table(seat).any(|id| touching(&id)) {
            return 0;
        }
        let victory = self.judge.weights.victory(self.state.round);
        let own = i32::from(scoring::worth(self.state, index, seat)) * victory;
        let enemy = self.state.on_table(other(seat)).any(|id| touching(&id));
        // An enemy there denies it: standing there too denies it to them.
        if enemy {
            i32::from(scoring::worth(self.state, index, other(seat)))
                * victory
                * self.judge.weights.denial
                / 1000
        } else {
            own
        }
    }

    /// How good it is to end the activation at a place: objectives, danger, and with `shoot` dice
    /// left, what can be shot from there.
    fn place(&self, figure: Figure, shoot: i32, quick: bool) -> i32 {
        let state = self.state;
        let mut value = 0;
        let mut best = 0;
        for (i, worth) in self.objectives.iter().enumerate() {
            if *worth == 0 {
                continue;
            }
            let reach = figure.base.reach() + COUNTER;
            let gap = (OBJECTIVES[i].distance(figure.spot.at).0 - reach).max(0);
            if gap <= Length::CONTACT.0 && figure.spot.z == 0 {
                value += worth;
            } else {
                // Nearer on foot is better, and nearest counts most: a hyperbola over turns.
                let walk = self.speed;
                let ways = state.board.ways(figure.base.reach());
                let far = ways.distance(figure.spot.at, i).map_or(gap * 2, |far| far.0.max(gap));
                let way = far + figure.spot.z * 2;
                best = best.max(worth * walk / (walk + way) * self.judge.weights.approach / 1000);
            }
        }
        value += best;
        if quick {
            return value;
        }
        let mut shot = 0;
        let mut danger = 0;
        for &enemy in &self.foes {
            let Some(foe) = state.figure(enemy) else { continue };
            let theirs = state.profile(enemy);
            let mut sight = None;
            let mut look = || {
                *sight.get_or_insert_with(|| {
                    state.scene().glance(foe, &figure, &[self.model.index(), enemy.index()])
                })
            };
            let fear = self.judge.weights.fear[usize::from(state.model(enemy).activated)];
            if fear > 0 && !state.model(enemy).down {
                let mut worst = 0;
                for weapon in &theirs.weapons {
                    let reach = match weapon.kind {
                        Reach::Ranged => weapon.range,
                        Reach::Melee => weapon.range + theirs.speed + Length::inches(3),
                    };
                    if !foe.within(&figure, reach) {
                        continue;
                    }
                    let seen = look();
                    if seen == Sight::Blocked {
                        continue;
                    }
                    let long =
                        weapon.kind == Reach::Ranged && !foe.within(&figure, Length::inches(12));
                    let hidden = seen == Sight::Obscured && weapon.kind == Reach::Ranged;
                    let need = weapon.hit as i8 + i8::from(long) + i8::from(hidden);
                    let hits = i32::from(weapon.dice) * expected(need);
                    let ap = weapon.ap as i8;
                    worst =
                        worst.max(loss(self.judge, self.model, hits, ap, 0, weapon.damage, false));
                }
                danger += worst * fear / 1000;
            }
            if shoot > 0 {
                for weapon in &state.profile(self.model).weapons {
                    if weapon.kind != Reach::Ranged || !figure.within(foe, weapon.range) {
                        continue;
                    }
                    let seen = look();
                    if seen == Sight::Blocked {
                        continue;
                    }
                    let long = i8::from(!figure.within(foe, Length::inches(12)));
                    let hidden = i8::from(seen == Sight::Obscured);
                    let need = weapon.hit as i8 + long + hidden;
                    let hits = i32::from(weapon.dice) * expected(need);
                    let down = state.model(enemy).down;
                    let ap = weapon.ap as i8 + i8::from(down);
                    shot = shot.max(loss(self.judge, enemy, hits, ap, 0, weapon.damage, down));
                }
            }
        }
        value + shot * shoot / 100 - danger.min(self.worth)
    }

    fn figure_at(&self, spot: Spot) -> Figure {
        self.state.figure_at(self.model, spot)
    }

    /// What a move costs in strikes at the mover.
    fn strikes(&self, path: &[table::Leg]) -> i32 {
        let by = self
            .state
            .figure(self.model)
            .and_then(|figure| {
                let (from, start) = (figure.spot, moving::Progress::START);
                moving::next_exit(self.state, self.model, from, path, start)
            })
            .map_or(0, |exit| exit.by);
        crate::state::members(by)
            .map(|enemy| {
                let weapons = &self.state.profile(enemy).weapons;
                let melee = weapons.iter().filter(|weapon| weapon.kind == Reach::Melee);
                melee
                    .map(|weapon| {
                        let hits = i32::from(weapon.dice) * expected(weapon.hit as i8 - 1);
                        let ap = weapon.ap as i8 + 1;
                        loss(self.judge, self.model, hits, ap, 0, weapon.damage, false)
                    })
                    .max()
                    .unwrap_or(0)
            })
            .sum()
    }

    /// Whether an attack could still follow an action of this activation without buying anything.
    fn attack_follows(&self, act: &Act) -> bool {
        if self.now.done & acts::ATTACK != 0 {
            return false;
        }
        match act {
            Act::Walk(_) | Act::Aim | Act::Focus | Act::StandUp => {
                let shorts = if self.now.again { 1 } else { 2 };
                self.now.longs == 0 && self.now.shorts + 1 < shorts + u8::from(self.now.extra)
            }
            _ => false,
        }
    }

    /// What an Aim or a Focus is worth that no attack in sight makes use of.
    fn in_vain(&self, action: &Action, price: i32) -> i32 {
        if activation::attack_may_follow(self.state, action) { -1 - price } else { NOTHING }
    }
}

/// Something of which nothing can come: nobody should think about it twice.
const NOTHING: i32 = i32::MIN / 8;

fn acts_worth(judge: Judge<'_>, actions: &[Action], out: &mut Vec<i32>) {
    let state = judge.state;
    let Some(situation) = Situation::new(judge) else {
        out.extend(actions.iter().map(|_| 0));
        return;
    };
    let engaged = engagement::is_engaged(state, situation.model);
    let mut best_attack = 0;
    let mut best_shot = 0;
    for action in actions {
        let value = match action {
            Action::Act(Act::Attack(blow)) | Action::Extra(Act::Attack(blow)) => {
                let value = blow_worth(judge, situation.model, blow, AttackKind::Action, None);
                best_attack = best_attack.max(value);
                if crate::rules::attack::weapon(state, situation.model, blow.weapon)
                    .is_ok_and(|weapon| weapon.kind == Reach::Ranged)
                {
                    best_shot = best_shot.max(value);
                }
                value
            }
            _ => 0,
        };
        out.push(value);
    }
    let standing = *state.figure(situation.model).expect("the active model is on the table");
    let stay = situation.place(standing, 0, false);
    let mut best_walk = 0;
    let worthwhile = worthwhile(&situation, actions);
    for (i, (action, value)) in actions.iter().zip(out.iter_mut()).enumerate() {
        let (act, price) = match action {
            Action::Act(act) => (act, 0),
            Action::Extra(act) => (act, judge.weights.command),
            _ => continue,
        };
        match act {
            Act::Walk(_) | Act::Run(_) if !worthwhile.contains(&i) => *value = NOTHING,
            Act::Walk(path) | Act::Run(path) => {
                let end = path.last().map_or(standing.spot, |leg| leg.to);
                let follows = situation.attack_follows(act);
                let shoot = if follows { 100 } else { 0 };
                let place = situation.place(situation.figure_at(end), shoot, false);
                let falls: i32 = path
                    .windows(2)
                    .map(|legs| i32::from(moving::fall_hits(Length(legs[0].to.z - legs[1].to.z))))
                    .sum();
                let leaving = if engaged { situation.strikes(path) } else { 0 };
                // Standing still and attacking is what moving first is weighed against.
                *value = place - stay - leaving - price - falls * situation.worth / 4;
                if !follows {
                    best_walk = best_walk.max(*value);
                }
            }
            Act::Charge { target, path } => {
                let end = path.last().map_or(standing.spot, |leg| leg.to);
                let there = situation.figure_at(end);
                let place = situation.place(there, 0, false) - stay;
                *value = place + charge_worth(judge, &situation, *target, there);
            }
            Act::Aim => {
                let gain = best_shot * judge.weights.aim / 100;
                *value = if situation.attack_follows(act) && best_shot > 0 {
                    best_shot + gain - price
                } else {
                    situation.in_vain(action, price)
                };
            }
            Act::Focus => {
                let melee = best_attack > best_shot;
                *value = if situation.attack_follows(act) && melee && engaged {
                    best_attack + best_attack * judge.weights.focus / 100 - price
                } else {
                    situation.in_vain(action, price)
                };
            }
            Act::StandUp => *value = 1000,
            Act::Feat { feat, on, to, path } => {
                *value = feat_worth(judge, &situation, *feat, *on, *to, path, best_attack) - price;
            }
            Act::Attack(_) => *value -= price,
        }
    }
    // An attack leaves a short action: what walking on would bring is not lost by it.
    let room = situation.now.longs == 0
        && situation.now.shorts == 0
        && !situation.now.again
        && situation.now.done & acts::WALK == 0;
    if room {
        for (action, value) in actions.iter().zip(out.iter_mut()) {
            if matches!(action, Action::Act(Act::Attack(_))) {
                *value += best_walk.max(0) * judge.weights.walk_on / 100;
            }
        }
    }
}

/// The moves worth a closer look: those that lead best towards objectives, and a few to other
/// places, from where somebody may be seen or nobody sees.
fn worthwhile(situation: &Situation<'_>, actions: &[Action]) -> ArrayVec<usize, 10> {
    let mut walks: ArrayVec<(i32, usize), 64> = ArrayVec::new();
    let mut kept = ArrayVec::new();
    for (i, action) in actions.iter().enumerate() {
        let (Action::Act(act) | Action::Extra(act)) = action else { continue };
        let (Act::Walk(path) | Act::Run(path)) = act else { continue };
        let Some(leg) = path.last() else { continue };
        let quick = situation.place(situation.figure_at(leg.to), 0, true);
        let _ = walks.try_push((quick, i));
    }
    walks.sort_unstable_by_key(|(quick, i)| (-quick, *i));
    kept.extend(walks.iter().take(4).map(|(_, i)| *i));
    // The rest evenly: they were proposed in all directions.
    let rest = walks.len().saturating_sub(4);
    let every = (rest / 3).max(1);
    kept.extend(walks.iter().skip(4).step_by(every).take(3).map(|(_, i)| *i));
    kept
}

/// What the attack at the end of a charge may bring.
fn charge_worth(judge: Judge<'_>, situation: &Situation<'_>, target: Id, there: Figure) -> i32 {
    let state = judge.state;
    let Some(foe) = state.figure(target) else { return -500 };
    let weapons = state.profile(situation.model).weapons.iter();
    let best = weapons
        .filter(|weapon| weapon.kind == Reach::Melee)
        .filter(|weapon| there.within(foe, weapon.range.max(Length::CONTACT)))
        .map(|weapon| {
            let down = state.model(target).down;
            let need = weapon.hit as i8 - 1 - i8::from(down);
            let hits = i32::from(weapon.dice) * expected(need);
            let ap = weapon.ap as i8 + i8::from(down);
            loss(judge, target, hits, ap, 0, weapon.damage, down)
        })
        .max();
    // Whoever shoots and does not fight is kept from shooting.
    let shooter = state.profile(target).weapons.iter().any(|weapon| weapon.kind == Reach::Ranged);
    let pinned = if shooter { worth(judge, target) * judge.weights.pinned / 1000 } else { 0 };
    best.map_or(-500, |best| best + pinned)
}

/// What a special action or ability may bring.
fn feat_worth(
    judge: Judge<'_>,
    situation: &Situation<'_>,
    number: u8,
    on: Option<Id>,
    to: Option<Spot>,
    path: &[table::Leg],
    best_attack: i32,
) -> i32 {
    let state = judge.state;
    let model = situation.model;
    let Ok(feat) = feats::find(state, model, number) else { return -1 };
    let set = check::affected(state, model, feat, on);
    let mut value = -judge.weights.command * i32::from(feat.cost);
    let sides = |gain: &dyn Fn(Id) -> i32| -> i32 {
        crate::state::members(set)
            .map(|id| if id.seat() == model.seat() { -gain(id) } else { gain(id) })
            .sum()
    };
    for effect in &feat.effects {
        value += match effect {
            Effect::Heal { wounds } => crate::state::members(set)
                .map(|id| {
                    let profile = state.profile(id);
                    let missing = profile.wounds - state.model(id).wounds;
                    let healed = i32::from(missing.min(*wounds));
                    worth(judge, id) * healed / i32::from(profile.wounds) / 2
                })
                .sum(),
            Effect::Return { .. } => on.map_or(0, |id| worth(judge, id) * 6 / 10),
            Effect::Hits { count, ap, damage } => sides(&|id| {
                let hits = i32::from(*count) * 1000;
                loss(judge, id, hits, *ap as i8, 0, *damage, state.model(id).down)
            }),
            Effect::Mortal { count } => sides(&|id| {
                let left = i32::from(state.model(id).wounds).max(1);
                worth(judge, id) * i32::from(*count).min(left) / left * 7 / 10
            }),
            Effect::KnockDown => {
                sides(&|id| if state.model(id).down { 0 } else { worth(judge, id) / 4 })
            }
            Effect::StandUp => {
                -sides(&|id| if state.model(id).down { worth(judge, id) / 4 } else { 0 })
            }
            Effect::Gain { cp } => judge.weights.command * i32::from(*cp),
            Effect::Move { .. } => {
                let end = path.last().map(|leg| leg.to);
                match (feat.pick.who, end) {
                    (Who::This, Some(end)) => {
                        let there = situation.place(situation.figure_at(end), 0, false);
                        there
                            - situation.place(
                                situation.figure_at(
                                    state.figure(model).map_or(end, |figure| figure.spot),
                                ),
                                0,
                                false,
                            )
                    }
                    (_, Some(_)) => 150,
                    _ => 0,
                }
            }
            Effect::Place { .. } => match to {
                Some(at) if feat.pick.who == Who::This => {
                    situation.place(situation.figure_at(at), 0, false) - situation.here
                }
                _ => 50,
            },
            Effect::Bonus { to, by, lasts } => {
                let own = crate::state::members(set).filter(|id| id.seat() == model.seat()).count();
                let foes = set.count_ones() as i32 - own as i32;
                let long = match lasts {
                    Lasts::Now => 0,
                    Lasts::Activation => 1,
                    Lasts::Round => 2,
                    Lasts::Game => 4,
                };
                let each = match to {
                    Stat::Hit | Stat::Ap | Stat::Dice | Stat::Damage => best_attack / 6 + 40,
                    Stat::BeingHit => -60,
                    Stat::Armour => 60,
                    Stat::Speed => 30,
                    Stat::Nerve | Stat::Recovery => 20,
                };
                i32::from(*by) * each * long * (own as i32 - foes) / 2
            }
            Effect::Reroll { .. } | Effect::Ignore { .. } => best_attack / 6,
            Effect::Sixes { .. } | Effect::Fells => 0,
        };
    }
    // A special action takes the room of an attack.
    if feat.when.is_action() && feat.when != crate::card::When::FreeAction {
        value -= 30;
    }
    value
}
