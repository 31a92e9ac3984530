//! What happens: actions turned into events, and everything that follows of itself.

use kernel::{Dice, Roll, RollKind, Seat, Step};
use table::Length;

use crate::KillTeam;
use crate::action::{Act, Action};
use crate::card::{Effect, RollOf, When, Which};
use crate::check::{self, FeatUse};
use crate::event::{Deed, Event, Expense, Loss};
use crate::ideas;
use crate::rules::{activation, dice, feats, moving, nerve, rounds, scoring, terrain, wounds};
use crate::state::{
    Ask, Attack, AttackKind, Cause, Fallback, Harm, Id, Models, MoveFor, Phase, Route, Save, State,
    Using, members, other,
};

/// Ties are rolled again, but not for ever: dice whose script has ended only ever tie, and their
/// fault must be told. Honest dice tie this often less than once in 10^77 rolls.
const TIES: u32 = 100;

type Now<'a, 'b> = &'a mut Step<'b, KillTeam>;

/// Everything before the first decision: the roll for sides, or for placing terrain before it.
///
/// Rules `killteam:SETUP-4`, `killteam:K40`, `killteam:K54`.
pub fn open(step: Now<'_, '_>) {
    if step.state().fixed.pool.is_empty() {
        return sides(step);
    }
    let winner = roll_off(step, "terrain", [0, 0], |faces| Event::TerrainRolled { faces });
    step.emit(Event::Asked(Ask::Terrain(winner)));
}

/// The roll for sides.
///
/// Rule `killteam:SETUP-9`.
fn sides(step: Now<'_, '_>) {
    let winner = roll_off(step, "side", [0, 0], |faces| Event::SidesRolled { faces });
    step.emit(Event::Asked(Ask::Side(winner)));
}

/// Both roll, ties again with their bonuses kept; who has rolled highest.
///
/// Rule `killteam:ROUND-9`.
fn roll_off(
    step: Now<'_, '_>,
    name: &'static str,
    bonus: [u8; 2],
    rolled: impl Fn([u8; 2]) -> Event,
) -> Seat {
    for _ in 0..TIES {
        let faces = [Seat(0), Seat(1)].map(|seat| dice::one(step, name, seat));
        step.emit(rolled(faces));
        let [a, b] = [faces[0] + bonus[0], faces[1] + bonus[1]];
        if a != b {
            return Seat(u8::from(b > a));
        }
    }
    Seat(0)
}

/// What happens when a seat does something that was checked.
pub fn resolve(step: Now<'_, '_>, seat: Seat, action: &Action) {
    match action {
        Action::Terrain { piece, at } => {
            step.emit(Event::TerrainPlaced { seat, piece: *piece, at: *at });
            if terrain::enough(step.state()) {
                sides(step);
            } else {
                step.emit(Event::Asked(Ask::Terrain(other(seat))));
            }
            return;
        }
        // Nothing that is left fits anywhere: the table is as full as it gets.
        Action::Pass if matches!(step.state().ask, Ask::Terrain(_)) => return sides(step),
        // `killteam:SETUP-10`: whoever picks the side deploys first.
        Action::Side(side) => {
            step.emit(Event::SideTaken { seat, side: *side });
            step.emit(Event::Asked(Ask::Deploy(seat)));
            return;
        }
        Action::Deploy { model, at } => {
            step.emit(Event::Deployed { model: *model, at: *at });
            deployed(step, seat);
            return;
        }
        // `killteam:K58`: nobody that is left finds a place.
        Action::Pass if matches!(step.state().ask, Ask::Deploy(_)) => {
            let left: Vec<Id> = ideas::undeployed(step.state(), seat).collect();
            for model in left {
                step.emit(Event::Removed { model, why: Loss::NoRoom });
            }
            deployed(step, seat);
            return;
        }
        Action::GoFirst => step.emit(Event::OrderSet { first: seat, by: Some(seat) }),
        Action::GoSecond => {
            step.emit(Event::OrderSet { first: other(seat), by: Some(seat) });
        }
        Action::Activate(model) | Action::Reactivate(model) => {
            let again = matches!(action, Action::Reactivate(_));
            if matches!(step.state().ask, Ask::FollowUp(_)) {
                step.emit(Event::Spent { seat, cp: 1, on: Expense::FollowUp });
            }
            if again {
                step.emit(Event::Spent { seat, cp: 2, on: Expense::Reactivation });
            }
            activate(step, *model, again);
        }
        Action::Pass => {
            step.emit(Event::Passed { seat });
            step.emit(Event::TurnEnded);
        }
        Action::Finish => step.emit(Event::Finished { seat, declared: true }),
        Action::RunOut => step.emit(Event::RanOut { seat }),
        Action::Act(act) => act_now(step, act, false),
        Action::Extra(act) => act_now(step, act, true),
        Action::Done => {
            let model = check::active(step.state()).model;
            step.emit(Event::Rested { model });
        }
        Action::FallBack(path) => fall_back(step, path),
        Action::Strike { by, blow } => strike(step, seat, *by, blow),
        Action::Hold => hold(step, seat),
        Action::Armour { invulnerable, feats } => armour(step, *invulnerable, feats),
        Action::Reroll(die) => reroll(step, seat, die - 1),
        Action::Keep => keep(step),
        Action::Bid(cp) => step.emit(Event::Bid { seat, cp: *cp }),
    }
    advance(step);
}

/// Rules `killteam:SETUP-11`, `killteam:K39`, `killteam:K58`.
fn deployed(step: Now<'_, '_>, seat: Seat) {
    let state = step.state();
    let waiting = |seat: Seat| ideas::undeployed(state, seat).next().is_some();
    let next = [other(seat), seat].into_iter().find(|seat| waiting(*seat));
    match next {
        Some(next) => step.emit(Event::Asked(Ask::Deploy(next))),
        None => {
            if !begin_round(step) {
                advance(step);
            }
        }
    }
}

/// The start phase and the roll for first player; whether somebody is asked about the order.
///
/// Rules `killteam:ROUND-1`, `killteam:ROUND-2`, `killteam:ROUND-5`, `killteam:ROUND-6`,
/// `killteam:ROUND-7`, `killteam:ROUND-8`, `killteam:ROUND-9`, `killteam:ROUND-10`,
/// `killteam:NERVE-5`, `killteam:CMD-19`, `killteam:K9`, `killteam:K42`.
fn begin_round(step: Now<'_, '_>) -> bool {
    let state = step.state();
    let seats = [Seat(0), Seat(1)];
    let broken = seats.map(|seat| {
        nerve::broken(state.count(seat), usize::from(state.fixed.counts[seat.index()]))
    });
    step.emit(Event::RoundBegan {
        round: step.state().round + 1,
        cp: seats.map(|seat| rounds::command_points(step.state(), seat)),
        tokens: seats.map(|seat| rounds::tokens(step.state(), seat)),
        broken,
    });
    if let Some(gone) = seats.into_iter().find(|seat| rounds::wiped_out(step.state(), *seat)) {
        step.emit(Event::OrderSet { first: other(gone), by: None });
        return false;
    }
    let bonus = step.state().teams.each_ref().map(|team| team.seize);
    let winner = roll_off(step, "first", bonus, |faces| Event::FirstRolled { faces, bonus });
    ask(step, Ask::Order(winner))
}

/// What would be asked in a position of its own accord: nothing if something would happen first.
/// For positions that come from elsewhere than from play.
pub fn would_ask(state: &State) -> Option<Ask> {
    let mut state = state.clone();
    state.ask = Ask::Nothing;
    let (mut dice, mut events) = (Rising(0), Vec::new());
    advance(&mut Step::new(&mut state, &mut dice, &mut events));
    match events[..] {
        [Event::Asked(ask)] => Some(ask),
        _ => None,
    }
}

/// Dice that come up 1, 2, 3 and so on: no two rolls tie, so that every roll-off ends.
struct Rising(u64);

impl Dice for Rising {
    fn roll(&mut self, _: Roll, _: RollKind<'_>) -> u32 {
        self.0 += 1;
        1 + (self.0 % 5) as u32
    }

    fn rolled(&self) -> u64 {
        self.0
    }
}

/// Goes on until somebody is asked something.
fn advance(step: Now<'_, '_>) {
    loop {
        let state = step.state();
        let asked = if state.save.is_some() {
            saving(step)
        } else if state.attack.is_some() {
            attacking(step)
        } else if state.answers.is_some() {
            answering(step)
        } else if let Some(harm) = state.harms.first().copied() {
            step.emit(Event::Faced(harm));
            false
        } else if state.moving.is_some() {
            going(step)
        } else if state.using.is_some() {
            effect(step);
            false
        } else if state.activation.is_some() {
            acting(step)
        } else if state.rested.is_some() {
            following(step)
        } else {
            turning(step)
        };
        if asked {
            return;
        }
    }
}

fn ask(step: Now<'_, '_>, question: Ask) -> bool {
    if step.state().ask != question {
        step.emit(Event::Asked(question));
    }
    true
}

/// An armour roll: choice, dice, re-rolls, wounds.
///
/// Rules `killteam:ATK-2`, `killteam:ATK-10`, `killteam:ATK-11`, `killteam:K7`, `killteam:K8`.
fn saving(step: Now<'_, '_>) -> bool {
    let state = step.state();
    let Some(save) = &state.save else { return false };
    let target = save.harm.target;
    let owner = target.seat();
    if !save.rolled {
        if save.harm.hits == 0 {
            settle(step);
            return false;
        }
        let Some(need) = save.need else {
            if has_reaction(state, save) {
                return ask(step, Ask::Armour(owner));
            }
            let (need, invulnerable) = wounds::best_armour(state, &save.harm, 0);
            let reroll = wounds::armour_reroll(state, &save.harm);
            step.emit(Event::ArmourChosen { model: target, need, invulnerable, reroll });
            return false;
        };
        let count = save.harm.hits;
        let dice = dice::pool(step, "armour", owner, count);
        step.emit(Event::ArmourRolled { model: target, need, dice });
        return false;
    }
    let need = save.need.unwrap_or(7);
    if let Some(die) = dice::automatic(&save.dice, need, save.reroll) {
        armour_again(step, die);
        return false;
    }
    let enough = dice::successes(&save.dice, need) >= save.harm.hits;
    let useful =
        save.dice.iter().any(|die| dice::may_again(*die) && !dice::succeeds(die.face, need));
    if !enough && useful && state.team(owner).cp >= 1 {
        return ask(step, Ask::RerollArmour(owner));
    }
    settle(step);
    false
}

/// Whether the target has a feat to use before its armour roll.
fn has_reaction(state: &State, save: &Save) -> bool {
    let target = save.harm.target;
    let scene = wounds::scene(state, &save.harm);
    state.profile(target).feats.iter().zip(1_u8..).any(|(feat, number)| {
        feat.when == When::Attacked && feats::usable(state, target, number, scene, 0).is_ok()
    })
}

fn armour_again(step: Now<'_, '_>, die: usize) {
    let Some(save) = &step.state().save else { return };
    let (model, room) = (save.harm.target, save.dice.remaining_capacity());
    let Some(need) = save.need else { return };
    let (face, more) = dice::again(step, "armour", model.seat(), room);
    step.emit(Event::ArmourRerolled { model, need, die: die as u8, face, more });
}

/// Wounds, recovery, and what becomes of the target.
///
/// Rules `killteam:ATK-13`, `killteam:CARD-5`, `killteam:CARD-6`, `killteam:WND-1`,
/// `killteam:WND-2`, `killteam:WND-3`, `killteam:WND-4`, `killteam:WND-5`, `killteam:WND-6`,
/// `killteam:WND-7`, `killteam:WND-10`, `killteam:WND-13`, `killteam:DOWN-8`, `killteam:VERT-10`,
/// `killteam:K25`, `killteam:K32`.
fn settle(step: Now<'_, '_>) {
    let state = step.state();
    let Some(save) = &state.save else { return };
    let harm = save.harm;
    let model = harm.target;
    let saved = dice::successes(&save.dice, save.need.unwrap_or(7)).min(harm.hits);
    let wounds = wounds::wounds(&harm, saved);
    let left = i16::from(state.model(model).wounds) - i16::from(wounds);
    let left = left.max(-100) as i8;
    let mortal = harm.mortal.min(wounds);
    step.emit(Event::Wounded { model, saved, wounds, mortal, left });
    if wounds == 0 {
        return;
    }
    if left > 0 {
        let felled = harm.fells || harm.cause == Cause::Fall;
        if felled && !step.state().model(model).down {
            step.emit(Event::KnockedDown { model });
        }
        return;
    }
    if harm.was_down {
        step.emit(Event::Removed { model, why: Loss::WasDown });
        return;
    }
    let need = wounds::recovery_need(left, wounds::recovery_bonus(step.state(), model));
    let (face, before, passed) = single(step, "recovery", model, RollOf::Recovery, need);
    step.emit(Event::RecoveryRolled { model, face, before, need, passed });
    if passed {
        step.emit(Event::KnockedDown { model });
    } else {
        step.emit(Event::Removed { model, why: Loss::NotRecovered });
    }
}

/// A roll of one die that never explodes, with the re-roll a feat may give.
///
/// Rules `killteam:WND-3`, `killteam:WND-4`, `killteam:NERVE-2`, `killteam:NERVE-3`, `killteam:K5`.
fn single(
    step: Now<'_, '_>,
    name: &'static str,
    model: Id,
    roll: RollOf,
    need: i8,
) -> (u8, Option<u8>, bool) {
    let face = dice::one(step, name, model.seat());
    let passed = dice::succeeds(face, need);
    let again = match feats::reroll(step.state(), model, roll, None) {
        Some(Which::Ones) => face == 1,
        Some(_) => !passed,
        None => false,
    };
    if !again {
        return (face, None, passed);
    }
    let second = dice::one(step, name, model.seat());
    (second, Some(face), dice::succeeds(second, need))
}

/// An attack: the dice to hit each target in turn, and what comes of them.
///
/// Rules `killteam:ATK-2`, `killteam:ATK-7`, `killteam:ATK-8`, `killteam:ATK-9`,
/// `killteam:CARD-17`, `killteam:CARD-18`, `killteam:K7`, `killteam:K29`.
fn attacking(step: Now<'_, '_>) -> bool {
    let state = step.state();
    let Some(attack) = &state.attack else { return false };
    let attacker = attack.attacker;
    let Some(aimed) = attack.targets.get(usize::from(attack.at)).copied() else {
        let answers = answers(state, attack);
        step.emit(Event::AttackOver { answers });
        return false;
    };
    let target = aimed.target;
    if attack.struck || !state.in_play(target) {
        step.emit(Event::NextTarget);
        return false;
    }
    if !attack.rolled {
        let dice = dice::pool(step, "hit", attacker.seat(), aimed.dice);
        step.emit(Event::HitRolled { attacker, target, need: aimed.need, dice });
        return false;
    }
    if let Some(die) = dice::automatic(&attack.dice, aimed.need, aimed.reroll) {
        hit_again(step, die);
        return false;
    }
    // A hit that is no 6 may be rolled again too, in the hope of one.
    let open = attack.dice.iter().any(|die| dice::may_again(*die));
    if open && state.team(attacker.seat()).cp >= 1 {
        return ask(step, Ask::RerollHit(attacker.seat()));
    }
    strike_home(step);
    false
}

fn hit_again(step: Now<'_, '_>, die: usize) {
    let Some(attack) = &step.state().attack else { return };
    let (attacker, room) = (attack.attacker, attack.dice.remaining_capacity());
    let Some(need) = attack.targets.get(usize::from(attack.at)).map(|aimed| aimed.need) else {
        return;
    };
    let (face, more) = dice::again(step, "hit", attacker.seat(), room);
    step.emit(Event::HitRerolled { attacker, need, die: die as u8, face, more });
}

/// Counts the hits on the target the attack is at.
fn strike_home(step: Now<'_, '_>) {
    let Some(attack) = &step.state().attack else { return };
    let aimed = attack.targets[usize::from(attack.at)];
    let attacker = attack.attacker;
    let hits = dice::successes(&attack.dice, aimed.need);
    let sixes = attack.dice.iter().filter(|die| die.face == 6).count() as u8;
    let mortal = sixes.saturating_mul(aimed.sixes);
    step.emit(Event::Hit { attacker, target: aimed.target, hits, mortal });
    if hits > 0 || mortal > 0 {
        step.emit(Event::Faced(Harm {
            target: aimed.target,
            cause: Cause::Attack(attacker),
            hits,
            ap: aimed.ap,
            armour: aimed.armour,
            damage: aimed.damage,
            mortal,
            was_down: aimed.was_down,
            fells: aimed.fells,
            piercing: aimed.piercing,
        }));
    }
}

/// The targets of a melee attack that are still there to answer it.
///
/// Rules `killteam:CMD-14`, `killteam:CMD-17`, `killteam:K33`.
fn answers(state: &State, attack: &Attack) -> Models {
    let weapon = &state.profile(attack.attacker).weapons[usize::from(attack.weapon)];
    if weapon.kind != crate::card::Reach::Melee || attack.kind == AttackKind::Retaliation {
        return 0;
    }
    let survivors = attack.targets.iter().map(|aimed| aimed.target);
    survivors
        .filter(|id| state.in_play(*id) && !state.model(*id).down)
        .fold(0, |set, id| set | id.bit())
}

/// Rule `killteam:CMD-15`.
fn answering(step: Now<'_, '_>) -> bool {
    let can = check::answering(step.state());
    if can == 0 {
        let models = step.state().answers.map_or(0, |answers| answers.waiting);
        step.emit(Event::NoAnswer { models });
        return false;
    }
    let owner = members(can).next().map_or(Seat(0), Id::seat);
    ask(step, Ask::Retaliate(owner))
}

/// A model on its way: those it leaves may strike, edges may be fallen from.
///
/// Rules `killteam:ENG-5`, `killteam:ENG-16`, `killteam:VERT-7`, `killteam:VERT-9`, `killteam:K19`,
/// `killteam:K25`, `killteam:K26`, `killteam:K53`.
fn going(step: Now<'_, '_>) -> bool {
    let state = step.state();
    let Some(moving) = &state.moving else { return false };
    let model = moving.model;
    let Some(figure) = state.figure(model) else {
        step.emit(Event::Arrived { model });
        return false;
    };
    if state.model(model).down {
        let leg = usize::from(moving.leg).min(moving.path.len());
        // What was gone of the path so far; where it is now is the end of it.
        let at = if state.scene().fits(model.index(), figure.spot, &moving::terms()).is_ok() {
            figure.spot
        } else {
            // Back along the whole path, from where it set out.
            let mut figures = state.figures.clone();
            figures[model.index()] = Some(table::Figure { spot: moving.from, ..*figure });
            let scene = table::Scene { board: &state.board, figures: &figures };
            scene.last_rest(model.index(), &moving.path, leg, figure.spot, &moving::terms())
        };
        step.emit(Event::Stopped { model, at });
        return false;
    }
    if usize::from(moving.leg) >= moving.path.len() {
        step.emit(Event::Arrived { model });
        return false;
    }
    let got = moving::Progress::of(moving);
    let exit = moving::next_exit(state, model, moving.from, &moving.path, got);
    let fall = moving.falls.iter().copied().find(|(leg, _)| *leg >= moving.leg);
    if let Some(exit) = exit
        && fall.is_none_or(|(leg, _)| exit.leg <= leg)
    {
        if !got.is_at(&exit) {
            let moving::Exit { leg, along, at, .. } = exit;
            step.emit(Event::Moved { model, to: at, leg, along });
            return false;
        }
        let by = moving::strikers(state, model, exit.by);
        if by == 0 {
            // Nobody there can strike: the way goes on from here.
            step.emit(Event::Provoked { model, by: exit.by });
            return false;
        }
        return ask(step, Ask::Strike(other(model.seat())));
    }
    if let Some((leg, height)) = fall {
        let to = moving.path[usize::from(leg)].to;
        step.emit(Event::Moved { model, to, leg: leg + 1, along: Length::ZERO });
        let hits = moving::fall_hits(height);
        step.emit(Event::Fell { model, height, hits });
        let harm = wounds::outside(step.state(), model, Cause::Fall);
        step.emit(Event::Threatened(Harm { hits, ap: hits as i8, ..harm }));
        return false;
    }
    let (leg, to) = (moving.path.len(), moving.path[moving.path.len() - 1].to);
    step.emit(Event::Moved { model, to, leg: leg as u8, along: Length::ZERO });
    step.emit(Event::Arrived { model });
    false
}

/// The active model: what it still has to do, and whether it is done.
fn acting(step: Now<'_, '_>) -> bool {
    let state = step.state();
    let Some(activation) = state.activation else { return false };
    let model = activation.model;
    if !state.in_play(model) {
        step.emit(Event::Rested { model });
        return false;
    }
    match activation.fallback {
        Fallback::Due => {
            if nerve::at_edge(state, model) {
                if state.model(model).down {
                    step.emit(Event::StoodUp { model });
                }
                flee(step, model);
                return false;
            }
            return ask(step, Ask::Fallback(model.seat()));
        }
        Fallback::Done => {
            if nerve::at_edge(state, model) {
                flee(step, model);
            } else {
                step.emit(Event::Rested { model });
            }
            return false;
        }
        Fallback::No => {}
    }
    if let Some(target) = activation.charging {
        if check::charge_possible(state, model, target) {
            return ask(step, Ask::ChargeAttack(model.seat()));
        }
        step.emit(Event::ChargeOver { model, possible: false });
        return false;
    }
    if activation::spent(state, &activation) {
        step.emit(Event::Rested { model });
        return false;
    }
    ask(step, Ask::Act(model.seat()))
}

/// One more test at the table's edge.
///
/// Rules `killteam:NERVE-15`, `killteam:NERVE-16`, `killteam:NERVE-17`, `killteam:K35`.
fn flee(step: Now<'_, '_>, model: Id) {
    let need = nerve::need(step.state(), model);
    let (face, before, passed) = single(step, "nerve", model, RollOf::Nerve, need);
    step.emit(Event::NerveTested { model, face, before, need, passed, edge: true });
    if !passed {
        step.emit(Event::Removed { model, why: Loss::Fled });
    }
    step.emit(Event::Rested { model });
}

/// Whether another model may follow up.
///
/// Rules `killteam:CMD-6`, `killteam:CMD-7`, `killteam:CMD-8`, `killteam:K11`.
fn following(step: Now<'_, '_>) -> bool {
    let state = step.state();
    let seat = state.turn;
    let team = state.team(seat);
    let another = |again: bool| {
        state
            .on_table(seat)
            .any(|id| state.rested != Some(id) && state.model(id).activated == again)
    };
    let can = !state.followed
        && !team.finished
        && ((team.cp >= 1 && another(false)) || (team.cp >= 3 && another(true)));
    if can {
        return ask(step, Ask::FollowUp(seat));
    }
    step.emit(Event::TurnEnded);
    false
}

/// Between turns: who is finished, whose turn is next, and the end phase.
///
/// Rules `killteam:ROUND-3`, `killteam:ROUND-14`, `killteam:ROUND-15`, `killteam:ROUND-16`,
/// `killteam:END-4`, `killteam:K10`, `killteam:K42`, `killteam:K46`.
fn turning(step: Now<'_, '_>) -> bool {
    let state = step.state();
    if state.phase != Phase::Over && state.round > 0 {
        let gone = [Seat(0), Seat(1)].map(|seat| rounds::wiped_out(state, seat));
        if gone == [true, true] {
            step.emit(Event::Ended(scoring::outcome(step.state())));
            return true;
        }
    }
    match state.phase {
        Phase::Setup | Phase::Over => true,
        Phase::Turns => {
            for seat in [state.turn, other(state.turn)] {
                if !step.state().team(seat).finished && rounds::finished_anyway(step.state(), seat)
                {
                    step.emit(Event::Finished { seat, declared: false });
                }
            }
            let state = step.state();
            let next = [other(state.turn), state.turn]
                .into_iter()
                .find(|seat| !state.team(*seat).finished);
            match next {
                Some(seat) if !state.running_out => {
                    step.emit(Event::TurnBegan { seat });
                    ask(step, Ask::Turn(seat))
                }
                _ => {
                    step.emit(Event::EndPhase);
                    false
                }
            }
        }
        Phase::Ending => {
            if !end_effect(step) {
                score(step);
            }
            false
        }
        Phase::Bidding => bidding(step),
    }
}

/// The next effect of the end phase, if one is left: the first player's before the other's. Each is
/// done with everything that comes of it before the next one, so whoever an earlier one has removed
/// has none any more.
///
/// Rules `killteam:ROUND-17`, `killteam:K17`, `killteam:K44`.
fn end_effect(step: Now<'_, '_>) -> bool {
    let state = step.state();
    let first = state.first;
    let next = [first, other(first)]
        .into_iter()
        .flat_map(|seat| state.fixed.endings.iter().filter(move |(id, _)| id.seat() == seat))
        .zip(0_u8..)
        .skip(state.ended.into())
        .find_map(|(&(owner, index), place)| {
            let feat = &state.profile(owner).feats[usize::from(index)];
            let applies = state.in_play(owner)
                && feat.conditions.iter().all(|c| feats::holds(state, owner, None, c));
            let on = if applies { check::affected(state, owner, feat, None) } else { 0 };
            (on != 0)
                .then(|| Using { ending: Some(place), ..using(state, owner, index + 1, owner, on) })
        });
    let Some(next) = next else { return false };
    step.emit(Event::Used { model: next.model, feat: next.feat, on: None });
    step.emit(Event::Using(Box::new(next)));
    true
}

/// Points, the roll for a sixth round, and the end.
///
/// Rules `killteam:END-1`, `killteam:END-2`, `killteam:END-3`, `killteam:END-4`, `killteam:END-5`,
/// `killteam:ROUND-4`, `killteam:INTEL-9`, `killteam:K17`, `killteam:K41`.
fn score(step: Now<'_, '_>) {
    let (held, points) = scoring::count(step.state());
    step.emit(Event::Scored { held, points });
    let state = step.state();
    if state.round == 5 && state.last_round == 5 {
        let seat = state.finished.unwrap_or(state.first);
        let face = dice::one(step, "sixth", seat);
        step.emit(Event::SixthRolled { seat, face, more: face >= 4 });
    }
    if step.state().round >= step.state().last_round {
        step.emit(Event::Ended(scoring::outcome(step.state())));
    }
}

/// Bids for the initiative, both secret, then the table is cleared for the next round.
///
/// Rules `killteam:CMD-18`, `killteam:ROUND-18`, `killteam:ROUND-19`, `killteam:K17`,
/// `killteam:K42`, `killteam:K45`.
fn bidding(step: Now<'_, '_>) -> bool {
    let state = step.state();
    let seats = [Seat(0), Seat(1)];
    let alone = seats.into_iter().any(|seat| rounds::wiped_out(state, seat));
    if !alone {
        for seat in seats {
            if state.team(seat).bid.is_none() && state.team(seat).cp > 0 {
                return ask(step, Ask::Bid);
            }
        }
        let bids = seats.map(|seat| state.team(seat).bid.unwrap_or(0));
        if bids != [0, 0] {
            step.emit(Event::BidsShown { bids });
        }
    }
    step.emit(Event::Cleared);
    begin_round(step)
}

/// Rules `killteam:ROUND-13`, `killteam:NERVE-6`, `killteam:NERVE-8`, `killteam:NERVE-9`.
fn activate(step: Now<'_, '_>, model: Id, again: bool) {
    step.emit(Event::Activated { model, again });
    if nerve::must_test(step.state(), model, again) {
        let need = nerve::need(step.state(), model);
        let (face, before, passed) = single(step, "nerve", model, RollOf::Nerve, need);
        step.emit(Event::NerveTested { model, face, before, need, passed, edge: false });
    }
}

/// Rules `killteam:NERVE-10`, `killteam:NERVE-13`, `killteam:NERVE-18`.
fn fall_back(step: Now<'_, '_>, path: &Route) {
    let model = check::active(step.state()).model;
    let path = moving::settled(step.state(), model, path);
    let walked = moving::walk(step.state(), model, &path).ok();
    if step.state().model(model).down {
        step.emit(Event::StoodUp { model });
    }
    let falls = walked.as_ref().map(moving::falls).unwrap_or_default();
    step.emit(Event::SetOut { model, why: MoveFor::Fallback, path, falls });
}

fn act_now(step: Now<'_, '_>, act: &Act, extra: bool) {
    let model = check::active(step.state()).model;
    let seat = model.seat();
    if extra {
        step.emit(Event::Spent { seat, cp: 1, on: Expense::Extra });
    }
    let deed = match act {
        Act::Walk(_) => Deed::Walk,
        Act::Run(_) => Deed::Run,
        Act::Charge { target, .. } => Deed::Charge(*target),
        Act::Attack(_) => Deed::Attack,
        Act::Aim => Deed::Aim,
        Act::Focus => Deed::Focus,
        Act::StandUp => Deed::StandUp,
        Act::Feat { feat, .. } => Deed::Feat(*feat),
    };
    // An attack is declared before it counts as done: a Focus of this activation still works.
    if let Act::Attack(blow) = act {
        let declared = check::declare_attack(step.state(), model, blow, 0);
        step.emit(Event::Did { model, deed, extra });
        if let Ok((attack, _)) = declared {
            pay_feats(step, model, &blow.feats);
            step.emit(Event::Declared(Box::new(attack)));
        }
        return;
    }
    step.emit(Event::Did { model, deed, extra });
    match act {
        Act::Walk(path) => set_out(step, model, MoveFor::Walk, path),
        Act::Run(path) => set_out(step, model, MoveFor::Run, path),
        Act::Charge { target, path } => set_out(step, model, MoveFor::Charge(*target), path),
        Act::StandUp => step.emit(Event::StoodUp { model }),
        Act::Feat { feat, on, to, path } => {
            let use_of = FeatUse { model, number: *feat, on: *on, to: *to, path };
            use_feat(step, &use_of);
        }
        Act::Aim | Act::Focus | Act::Attack(_) => {}
    }
}

fn set_out(step: Now<'_, '_>, model: Id, why: MoveFor, path: &Route) {
    let path = moving::settled(step.state(), model, path);
    let falls = moving::walk(step.state(), model, &path)
        .map(|walked| moving::falls(&walked))
        .unwrap_or_default();
    step.emit(Event::SetOut { model, why, path, falls });
}

/// Pays for the feats that go with a roll, and marks them as used.
fn pay_feats(step: Now<'_, '_>, model: Id, numbers: &[u8]) {
    for number in numbers {
        let Ok(feat) = feats::find(step.state(), model, *number) else { continue };
        let cost = feat.cost;
        if cost > 0 {
            let on = Expense::Feat(model, *number);
            step.emit(Event::Spent { seat: model.seat(), cp: cost, on });
        }
        step.emit(Event::Used { model, feat: *number, on: None });
    }
}

/// Rules `killteam:CARD-8`, `killteam:CARD-10`.
fn use_feat(step: Now<'_, '_>, use_of: &FeatUse<'_>) {
    let FeatUse { model, number, on, to, path } = *use_of;
    let Ok(feat) = feats::find(step.state(), model, number).cloned() else { return };
    if feat.cost > 0 {
        let expense = Expense::Feat(model, number);
        step.emit(Event::Spent { seat: model.seat(), cp: feat.cost, on: expense });
    }
    step.emit(Event::Used { model, feat: number, on });
    let on = use_of.affected(step.state(), &feat);
    let plain = using(step.state(), model, number, use_of.subject(&feat), on);
    step.emit(Event::Using(Box::new(Using { to, path: path.clone(), ..plain })));
}

/// A feat about to work on these.
fn using(state: &State, model: Id, feat: u8, subject: Id, on: Models) -> Using {
    let down = members(on).filter(|id| state.model(*id).down).fold(0, |set, id| set | id.bit());
    let (to, path) = (None, Route::new());
    Using { model, feat, on, down, subject, to, path, next: 0, ending: None }
}

/// The next effect of a feat in use. What comes of it (wounds, falls, strikes at a mover) is over
/// before the one after it.
///
/// Rule `killteam:CARD-10`.
fn effect(step: Now<'_, '_>) {
    let state = step.state();
    let Some(using) = state.using.clone() else { return };
    let effects = &state.profile(using.model).feats[usize::from(using.feat - 1)].effects;
    let Some(effect) = effects.get(usize::from(using.next)).cloned() else {
        step.emit(Event::UsedUp);
        return;
    };
    step.emit(Event::NextEffect);
    let (state, subject) = (step.state(), using.subject);
    let fits = |at| check::fits(state, subject, at).is_ok();
    match (&effect, using.to) {
        // What came before may have felled it, or closed the way.
        (Effect::Move { .. }, _) => {
            if !state.model(subject).down && moving::walk(state, subject, &using.path).is_ok() {
                set_out(step, subject, MoveFor::Feat, &using.path);
            }
        }
        (Effect::Return { wounds, activated, .. }, Some(at)) if fits(at) => {
            let wounds = (*wounds).min(state.profile(subject).wounds);
            let activated = *activated;
            step.emit(Event::Returned { model: subject, at, wounds, activated });
        }
        (Effect::Place { .. }, Some(at)) if state.in_play(subject) && fits(at) => {
            step.emit(Event::Placed { model: subject, at });
        }
        (effect, _) => work(step, &using, effect),
    }
}

/// Some models, those of the first player before the other's: no seat comes first by its number.
///
/// Rule `killteam:K44`.
fn in_turn(state: &State, set: Models) -> impl Iterator<Item = Id> + use<> {
    let first = state.roster(state.first).fold(0, |of, id| of | id.bit());
    members(set & first).chain(members(set & !first))
}

/// Lets an effect work on everybody it is for.
///
/// Rule `killteam:K57`.
fn work(step: Now<'_, '_>, using: &Using, effect: &Effect) {
    let (owner, number, on) = (using.model, using.feat, using.on);
    // Who lay there before the feat was used and still does gets no recovery roll.
    let harmed = |state: &State, id: Id| {
        let harm = wounds::outside(state, id, Cause::Feat(owner));
        Harm { was_down: harm.was_down && using.down & id.bit() != 0, ..harm }
    };
    if let Effect::Gain { cp } = effect {
        step.emit(Event::Gained { seat: owner.seat(), cp: *cp });
        return;
    }
    if let Some(lasts) = feats::lasts(effect) {
        for id in in_turn(step.state(), on) {
            // Several lasting effects of one feat are one mark.
            let marked = step.state().statuses.iter().any(|status| {
                (status.on, status.by, status.feat, status.lasts) == (id, owner, number, lasts)
            });
            if !marked {
                step.emit(Event::Marked { on: id, by: owner, feat: number, lasts });
            }
        }
        return;
    }
    for id in in_turn(step.state(), on) {
        let state = step.state();
        if !state.in_play(id) {
            continue;
        }
        match effect {
            Effect::Heal { wounds } => {
                let missing = state.profile(id).wounds - state.model(id).wounds;
                let wounds = (*wounds).min(missing);
                if wounds > 0 {
                    step.emit(Event::Healed { model: id, wounds });
                }
            }
            Effect::Hits { count, ap, damage } => {
                let harm = harmed(state, id);
                let (hits, ap, damage) = (*count, *ap as i8, *damage);
                step.emit(Event::Threatened(Harm { hits, ap, damage, ..harm }));
            }
            Effect::Mortal { count } => {
                let harm = harmed(state, id);
                step.emit(Event::Threatened(Harm { mortal: *count, ..harm }));
            }
            Effect::KnockDown if !state.model(id).down => {
                step.emit(Event::KnockedDown { model: id });
            }
            Effect::StandUp if state.model(id).down => step.emit(Event::StoodUp { model: id }),
            _ => {}
        }
    }
}

/// A charge attack, a disengaging attack or a retaliation.
fn strike(step: Now<'_, '_>, seat: Seat, by: Id, blow: &crate::action::Blow) {
    let state = step.state();
    let declared = match state.ask {
        Ask::ChargeAttack(_) => check::charge_attack(state, by, blow),
        Ask::Strike(_) => check::disengaging(state, seat, by, blow),
        _ => check::retaliation(state, seat, by, blow),
    };
    let Ok((attack, _)) = declared else { return };
    match attack.kind {
        AttackKind::Disengaging => {
            if let Some(mover) = step.state().moving.as_ref().map(|moving| moving.model) {
                step.emit(Event::Provoked { model: mover, by: by.bit() });
            }
            step.emit(Event::Struck { model: by });
        }
        AttackKind::Retaliation => {
            step.emit(Event::Spent { seat, cp: 1, on: Expense::Retaliation });
        }
        AttackKind::Action | AttackKind::Charge => {}
    }
    pay_feats(step, by, &blow.feats);
    step.emit(Event::Declared(Box::new(attack)));
}

fn hold(step: Now<'_, '_>, seat: Seat) {
    let state = step.state();
    match state.ask {
        Ask::ChargeAttack(_) => {
            let model = check::active(state).model;
            step.emit(Event::ChargeOver { model, possible: true });
        }
        Ask::Strike(_) => {
            let by = check::striking(state);
            if let Some(mover) = state.moving.as_ref().map(|moving| moving.model) {
                step.emit(Event::Provoked { model: mover, by });
            }
        }
        Ask::Retaliate(_) => {
            let mine: Models = state.roster(seat).fold(0, |set, id| set | id.bit());
            let models = state.answers.map_or(0, |answers| answers.waiting) & mine;
            step.emit(Event::NoAnswer { models });
        }
        _ => step.emit(Event::TurnEnded),
    }
}

fn armour(step: Now<'_, '_>, invulnerable: Option<u8>, used: &[u8]) {
    let Ok((need, is_invulnerable, _)) = check::armour(step.state(), invulnerable, used) else {
        return;
    };
    let Some(save) = &step.state().save else { return };
    let (model, harm) = (save.harm.target, save.harm);
    let mut reroll = wounds::armour_reroll(step.state(), &harm);
    for number in used {
        for effect in &step.state().profile(model).feats[usize::from(number - 1)].effects {
            if let Effect::Reroll { roll: RollOf::Armour, which, .. } = effect {
                reroll = feats::better(reroll, Some(*which));
            }
        }
    }
    pay_feats(step, model, used);
    step.emit(Event::ArmourChosen { model, need, invulnerable: is_invulnerable, reroll });
}

/// Rules `killteam:CMD-9`, `killteam:DICE-7`.
fn reroll(step: Now<'_, '_>, seat: Seat, die: u8) {
    step.emit(Event::Spent { seat, cp: 1, on: Expense::Reroll });
    if matches!(step.state().ask, Ask::RerollHit(_)) {
        hit_again(step, usize::from(die));
    } else {
        armour_again(step, usize::from(die));
    }
}

fn keep(step: Now<'_, '_>) {
    if matches!(step.state().ask, Ask::RerollHit(_)) {
        strike_home(step);
    } else {
        settle(step);
    }
}
