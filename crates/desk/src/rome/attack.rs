//! What an attack would do, what may be chosen in it, and what threatens whom.

use kernel::{Seat, Words};
use rome::Rome;
use rome::action::{Action, Aim, Order, Orders, Role};
use rome::cards::Kind;
use rome::event::Strike;
use rome::rules::attack::{self, Fates, Strikes};
use rome::rules::declare::{Attacking, Choices};
use rome::space::{Space, VANGUARD};
use rome::state::{Phase, Table};
use rome::view::View;
use serde_json::Value;

use super::cards as show;
use super::deeds::{plain_orders, ready};
use super::wire::{AttackForecast, RomeChoice, RomeFate, RomeOption, RomeStrike, RomeThreat};
use crate::wire::Refusal;

/// What an attack with these orders would do; what must be aimed and is not is aimed at the first
/// there is.
pub(super) fn forecast(view: &View, said: &[Value]) -> AttackForecast {
    let orders = match read(said) {
        Ok(orders) => orders,
        Err(refusal) => return AttackForecast { refused: Some(refusal), ..Default::default() },
    };
    let fights = matches!(view.table.phase, Phase::Clash | Phase::Turn);
    if !fights || !view.table.alive.contains(view.seat) {
        let (_, refused) = ready(view, &Action::Attack { orders });
        return AttackForecast { refused, ..Default::default() };
    }
    let orders = completed(view, orders);
    let (action, refused) = ready(view, &Action::Attack { orders: orders.clone() });
    let mut forecast = AttackForecast { refused, action, ..Default::default() };
    if attack::check_orders(&view.table, view.seat, &orders).is_ok() {
        let mut strikes = Strikes::new();
        attack::strikes(&view.table, view.seat, &orders, &mut strikes);
        forecast.strikes = strikes.iter().map(strike).collect();
        forecast.fates = rome::odds::fates(view, &orders).iter().map(fate).collect();
        let whole = Action::Attack { orders: orders.clone() };
        forecast.warning = Rome::warning(view, &whole);
    }
    forecast.choices = choices(view, &orders);
    forecast
}

fn read(said: &[Value]) -> Result<Orders, Refusal> {
    let mut orders = Orders::new();
    for one in said {
        let order: Order = serde_json::from_value(one.clone())
            .map_err(|error| Refusal::plainly(format!("this is no order: {error}")))?;
        orders.try_push(order).map_err(|_| {
            Refusal::plainly(format!("no attack has more than {} choices", orders.capacity()))
        })?;
    }
    Ok(orders)
}

/// The orders with the vanguard unit aimed, where it must be and is not.
fn completed(view: &View, orders: Orders) -> Orders {
    let aimed = |order: &Order| {
        order.role == Role::Vanguard || (order.role == Role::Command && order.unit == VANGUARD)
    };
    if orders.iter().any(aimed) {
        return orders;
    }
    let plain = plain_orders(view);
    let mut completed = plain;
    for order in &orders {
        if completed.try_push(*order).is_err() {
            return orders;
        }
    }
    completed
}

fn strike(strike: &Strike) -> RomeStrike {
    RomeStrike {
        seat: strike.seat,
        from: strike.from.to_string(),
        target: strike.target,
        to: strike.to.to_string(),
        kind: show::written(&strike.kind),
        strength: strike.strength.total(),
        mods: show::mods(&strike.strength.mods()),
        cause: show::written(&strike.cause),
    }
}

fn fate((fate, dies): &(rome::event::Fate, f64)) -> RomeFate {
    let seen = fate.kind != Kind::Hidden;
    RomeFate {
        seat: fate.seat,
        at: fate.at.to_string(),
        kind: seen.then(|| show::written(&fate.kind)),
        damage: fate.damage,
        defence: seen.then(|| fate.defence.total()),
        arrow: fate.shot,
        dies: *dies,
    }
}

/// Whether two orders answer the same question.
fn same_post(one: &Order, other: &Order) -> bool {
    match (one.role, other.role) {
        (Role::Vanguard, Role::Vanguard)
        | (Role::Command | Role::Enemy(_), Role::Command | Role::Enemy(_)) => true,
        (Role::Catapult, Role::Catapult) => one.unit == other.unit,
        (Role::Standard(one), Role::Standard(other)) => one == other,
        _ => false,
    }
}

/// The questions of a declaration, with what is chosen now.
struct Asking<'a> {
    view: &'a View,
    orders: &'a Orders,
    list: Vec<RomeChoice>,
}

impl Asking<'_> {
    /// One question: each order there is, and leaving it, if that is possible. Whatever would not be
    /// legal with the rest is left out.
    fn ask(&mut self, role: &str, text: String, unit: &str, offered: &[Order], may_leave: bool) {
        let chosen = |order: &Order| self.orders.contains(order);
        let any = self.orders.iter().any(|order| offered.iter().any(|one| same_post(order, one)));
        let mut options = Vec::new();
        if may_leave && let Some(one) = offered.first() {
            let orders = self.with(one, false);
            options.push(option(leave(role), None, &orders, !any));
        }
        for order in offered {
            let orders = self.with(order, true);
            if self.legal(&orders) {
                let label = label(self.view, order);
                options.push(option(&label, Some(order), &orders, chosen(order)));
            }
        }
        if options.len() > 1 {
            self.list.push(RomeChoice { role: role.into(), text, unit: unit.into(), options });
        }
    }

    fn legal(&self, orders: &Orders) -> bool {
        attack::check_orders(&self.view.table, self.view.seat, orders).is_ok()
    }

    /// All orders if this one answers its question, or if nothing does. Whatever is no longer
    /// possible then is left out.
    fn with(&self, order: &Order, taken: bool) -> Orders {
        let mut orders: Orders =
            self.orders.iter().filter(|other| !same_post(other, order)).copied().collect();
        // The vanguard unit that a command lets attack is aimed by that order alone.
        if taken && order.role == Role::Command && order.unit == VANGUARD {
            orders.retain(|other| other.role != Role::Vanguard);
        }
        if taken {
            let _ = orders.try_push(*order);
        }
        let mut orders = completed(self.view, orders);
        while !self.legal(&orders) {
            // What was chosen last depends on what was chosen before it.
            let Some(at) = orders.iter().rposition(|other| !taken || other != order) else { break };
            orders.remove(at);
        }
        completed(self.view, orders)
    }
}

fn leave(role: &str) -> &'static str {
    match role {
        "catapult" => "Does not attack",
        "standard" => "Brings nobody",
        _ => "Nobody",
    }
}

fn option(label: &str, order: Option<&Order>, orders: &Orders, chosen: bool) -> RomeOption {
    let data = |order: &Order| serde_json::to_value(order).unwrap_or(Value::Null);
    RomeOption {
        label: label.into(),
        order: order.map(data),
        orders: orders.iter().map(data).collect(),
        chosen,
    }
}

/// What an order says, in words.
fn label(view: &View, order: &Order) -> String {
    let owner = match order.role {
        Role::Enemy(opponent) => opponent,
        _ => view.seat,
    };
    let kind = view.table.line(owner).get(order.unit).map_or("unit", |unit| unit.kind.name());
    let unit = order.unit;
    let aim = aim(order.aim);
    match order.role {
        Role::Vanguard if aim.is_empty() => format!("The {kind} attacks"),
        Role::Vanguard | Role::Catapult if !aim.is_empty() => format!("Attacks{aim}"),
        Role::Vanguard | Role::Catapult => "Attacks".into(),
        Role::Command => format!("{kind} at {unit}{aim}"),
        Role::Standard(_) => format!("Brings the {kind} at {unit}"),
        Role::Enemy(opponent) => format!("{opponent}'s {kind} at {unit}, against its own side"),
    }
}

fn aim(aim: Aim) -> String {
    let mut text = String::new();
    if let Some(opponent) = aim.opponent {
        text += &format!(" {opponent}");
    }
    if let Some(flank) = aim.flank {
        text += &format!(" at the {flank} end");
    }
    match aim.reach {
        Some(1) => text += " over one space",
        Some(reach) => text += &format!(" over {reach} spaces"),
        None => {}
    }
    text
}

/// Everything that may be chosen, with what is chosen now.
fn choices(view: &View, orders: &Orders) -> Vec<RomeChoice> {
    let known = Choices::new(&view.table, view.seat);
    let unasked = known.unasked();
    let mut asking = Asking { view, orders, list: Vec::new() };
    let name = |at: Space| {
        let kind = view.line().get(at).map_or("unit", |unit| unit.kind.name());
        format!("the {kind} at {at}")
    };
    let changed = orders.iter().any(|o| o.role == Role::Command && o.unit == VANGUARD);
    if !changed {
        let aims = known.vanguard_aims();
        let offered: Vec<Order> = aims
            .iter()
            .map(|aim| Order { role: Role::Vanguard, unit: VANGUARD, aim: *aim })
            .collect();
        let text = format!("Whom does {} attack?", name(VANGUARD));
        asking.ask("vanguard", text, &VANGUARD.to_string(), &offered, false);
    }
    if let Some(command) = view.table.command.filter(|command| command.names_attacker()) {
        let mut offered = Vec::new();
        known.command(command, &unasked, &mut |order| offered.push(order));
        let text = format!("Who attacks by {}?", command.name());
        asking.ask("command", text, "", &offered, true);
    }
    for at in known.catapults() {
        let aims = known.aims(at);
        let hits = aims.iter().filter(|aim| known.hits(at, 2, **aim));
        let offered: Vec<Order> =
            hits.map(|aim| Order { role: Role::Catapult, unit: at, aim: *aim }).collect();
        asking.ask(
            "catapult",
            format!("Does {} attack?", name(at)),
            &at.to_string(),
            &offered,
            true,
        );
    }
    let attacking = attacking(&unasked, orders);
    for at in attacking.iter().copied().filter(|at| known.is_standard(*at)) {
        let mine = |order: &&Order| order.role == Role::Standard(at);
        let brought = orders.iter().find(mine).map(|order| order.unit);
        // The one it brings may be changed for another.
        let others: Attacking =
            attacking.iter().copied().filter(|other| Some(*other) != brought).collect();
        let mut offered = Vec::new();
        known.brought(at, &others, &mut |unit| {
            offered.push(Order { role: Role::Standard(at), unit, aim: Aim::default() });
        });
        asking.ask(
            "standard",
            format!("Whom does {} bring?", name(at)),
            &at.to_string(),
            &offered,
            true,
        );
    }
    asking.list
}

/// The spaces whose units attack under these orders.
fn attacking(unasked: &Attacking, orders: &Orders) -> Attacking {
    let mut attacking = unasked.clone();
    for order in orders {
        let own = matches!(order.role, Role::Catapult | Role::Command | Role::Standard(_));
        if own && !attacking.contains(&order.unit) {
            let _ = attacking.try_push(order.unit);
        }
    }
    attacking
}

/// What would hit each unit if everybody attacked now without a command; a vanguard unit that can
/// choose threatens all it can choose.
pub(super) fn threats(table: &Table) -> Vec<RomeThreat> {
    if matches!(table.phase, Phase::Dealing | Phase::Arranging | Phase::Over(_)) {
        return Vec::new();
    }
    let mut strikes: Vec<Strike> = Vec::new();
    for seat in table.alive.iter() {
        for strike in possible(table, seat) {
            if !strikes.contains(&strike) {
                strikes.push(strike);
            }
        }
    }
    let mut found: Vec<RomeThreat> = Vec::new();
    for (seat, at) in
        table.alive.iter().flat_map(|seat| table.line(seat).units().map(move |(at, _)| (seat, at)))
    {
        let on = |strike: &&Strike| strike.target == seat && strike.to == at;
        let against: Vec<Strike> = strikes.iter().filter(on).copied().collect();
        let mut fates = Fates::new();
        attack::fates(table, &against, &mut fates);
        if let Some(fate) = fates.first() {
            found.push(RomeThreat {
                seat,
                at: at.to_string(),
                against: fate.damage,
                arrow: fate.shot,
                dies: fate.kind != Kind::Hidden && fate.dies(),
                from: against.iter().map(|s| format!("{} {}", s.seat, s.from)).collect(),
            });
        }
    }
    found
}

/// Every attack a seat would make, whatever its vanguard unit chooses, its Catapults included.
fn possible(table: &Table, seat: Seat) -> Vec<Strike> {
    let known = Choices::new(table, seat);
    let mut ways: Vec<Orders> = vec![Orders::new()];
    for aim in known.vanguard_aims() {
        let mut orders = Orders::new();
        orders.push(Order { role: Role::Vanguard, unit: VANGUARD, aim });
        ways.push(orders);
    }
    let plain = ways.clone();
    for at in known.catapults() {
        for aim in known.aims(at).iter().filter(|aim| known.hits(at, 2, **aim)) {
            for orders in &plain {
                let mut orders = orders.clone();
                orders.push(Order { role: Role::Catapult, unit: at, aim: *aim });
                ways.push(orders);
            }
        }
    }
    let mut found = Vec::new();
    for orders in ways {
        if attack::check_orders(table, seat, &orders).is_ok() {
            let mut strikes = Strikes::new();
            attack::strikes(table, seat, &orders, &mut strikes);
            found.extend(strikes);
        }
    }
    found
}
