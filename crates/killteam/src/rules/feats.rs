//! What feats and special rules do to values and rolls.

use table::Length;

use crate::card::{
    Condition, Effect, Feat, Ignored, Lasts, Limit, Reach, RollOf, Stat, Weapon, When, Which, Who,
};
use crate::rules::engagement;
use crate::state::{AttackKind, Id, State};
use crate::violation::Violation;

/// The attack that conditions may speak of.
#[derive(Clone, Copy, Debug)]
pub struct InAttack {
    /// Who attacks.
    pub attacker: Id,
    /// Whom.
    pub target: Id,
    /// Ranged or melee.
    pub reach: Reach,
    /// What sort it is.
    pub kind: AttackKind,
}

/// Where a bonus comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A feat of this model, by its index.
    Feat(Id, u8),
    /// A special rule of the weapon, by its index.
    Quirk(u8),
}

/// Whether a condition holds for a model, in an attack if there is one.
///
/// Rule `killteam:CARD-10`.
pub fn holds(state: &State, model: Id, attack: Option<InAttack>, condition: &Condition) -> bool {
    let profile = state.profile(model);
    let me = state.model(model);
    let friends = |within: Length| {
        state
            .on_table(model.seat())
            .any(|id| id != model && !state.model(id).down && state.within(model, id, within))
    };
    let target = attack.map(|attack| attack.target);
    match condition {
        Condition::Ranged => attack.is_some_and(|attack| attack.reach == Reach::Ranged),
        Condition::Melee => attack.is_some_and(|attack| attack.reach == Reach::Melee),
        Condition::Charging => attack.is_some_and(|attack| attack.kind == AttackKind::Charge),
        Condition::Disengaging => {
            attack.is_some_and(|attack| attack.kind == AttackKind::Disengaging)
        }
        Condition::Retaliating => {
            attack.is_some_and(|attack| attack.kind == AttackKind::Retaliation)
        }
        Condition::Within(reach) => {
            attack.is_some_and(|attack| state.within(attack.attacker, attack.target, *reach))
        }
        Condition::Beyond(reach) => {
            attack.is_some_and(|attack| !state.within(attack.attacker, attack.target, *reach))
        }
        Condition::TargetDown => target.is_some_and(|target| state.model(target).down),
        Condition::TargetWounded => {
            target.is_some_and(|target| state.model(target).wounds < state.profile(target).wounds)
        }
        Condition::TargetLeader => target.is_some_and(|target| state.profile(target).leader),
        Condition::TargetBig(wounds) => {
            target.is_some_and(|target| state.profile(target).wounds >= *wounds)
        }
        Condition::Unmoved => {
            state.activation.is_none_or(|activation| activation.model != model || !activation.moved)
        }
        Condition::Wounded => me.wounds < profile.wounds,
        Condition::Unwounded => me.wounds >= profile.wounds,
        Condition::Engaged => engagement::is_engaged(state, model),
        Condition::Unengaged => !engagement::is_engaged(state, model),
        Condition::Down => me.down,
        Condition::Broken => state.team(model.seat()).broken,
        Condition::FriendWithin(reach) => friends(*reach),
        Condition::Alone(reach) => {
            !state.on_table(model.seat()).any(|id| id != model && state.within(model, id, *reach))
        }
        Condition::LeaderInPlay => state.on_table(model.seat()).any(|id| state.profile(id).leader),
    }
}

/// Whether a feat's pick takes in a model, apart from being chosen.
pub fn picks(state: &State, owner: Id, feat: &Feat, model: Id) -> bool {
    let pick = &feat.pick;
    let side = match pick.who {
        Who::This => model == owner,
        Who::Friend | Who::Friends => model != owner && model.seat() == owner.seat(),
        Who::Enemy | Who::Enemies => model.seat() != owner.seat(),
        Who::Everyone => model != owner,
        Who::Casualty => model.seat() == owner.seat() && state.model(model).out,
    };
    side && (pick.models.is_empty() || pick.models.contains(&state.profile(model).card))
        && (pick.who == Who::Casualty
            || (state.in_play(model)
                && pick.within.is_none_or(|reach| state.within(owner, model, reach))
                && pick.down.is_none_or(|down| state.model(model).down == down)
                && pick
                    .engaged
                    .is_none_or(|engaged| engagement::is_engaged(state, model) == engaged)
                && (!pick.sight || state.scene().sees(owner.index(), model.index()))))
}

/// Calls `found` with every effect that works on a model now: what holds always, and what lasts.
pub fn effects_on(
    state: &State,
    model: Id,
    attack: Option<InAttack>,
    mut found: impl FnMut(&Effect, Origin),
) {
    for &(owner, index) in &state.fixed.passives {
        let feat = &state.profile(owner).feats[usize::from(index)];
        let affects = (feat.pick.who != Who::This || owner == model)
            && state.in_play(owner)
            && picks(state, owner, feat, model)
            && feat.conditions.iter().all(|c| holds(state, model, attack, c));
        if affects {
            feat.effects.iter().for_each(|effect| found(effect, Origin::Feat(owner, index)));
        }
    }
    for status in state.statuses.iter().filter(|status| status.on == model) {
        let index = status.feat - 1;
        let feat = &state.profile(status.by).feats[usize::from(index)];
        for effect in &feat.effects {
            if lasts(effect) == Some(status.lasts) {
                found(effect, Origin::Feat(status.by, index));
            }
        }
    }
}

/// How long an effect lasts, if it is one that can last.
pub fn lasts(effect: &Effect) -> Option<Lasts> {
    match effect {
        Effect::Bonus { lasts, .. }
        | Effect::Reroll { lasts, .. }
        | Effect::Ignore { lasts, .. } => Some(*lasts),
        _ => None,
    }
}

/// The bonus of a model to a value, from what holds always and what lasts.
///
/// Rules `killteam:DICE-4`, `killteam:DICE-5`.
pub fn bonus(state: &State, model: Id, stat: Stat, attack: Option<InAttack>) -> i8 {
    if state.fixed.passives.is_empty() && state.statuses.is_empty() {
        return 0;
    }
    let mut sum = 0_i8;
    effects_on(state, model, attack, |effect, _| {
        if let Effect::Bonus { to, by, .. } = effect
            && *to == stat
        {
            sum = sum.saturating_add(*by);
        }
    });
    sum
}

/// Which failed dice of a roll a model rolls again of its own accord.
pub fn reroll(state: &State, model: Id, roll: RollOf, attack: Option<InAttack>) -> Option<Which> {
    let mut best = None;
    effects_on(state, model, attack, |effect, _| {
        if let Effect::Reroll { roll: of, which, .. } = effect
            && *of == roll
        {
            best = better(best, Some(*which));
        }
    });
    best
}

/// The wider of two permissions to roll again.
pub fn better(a: Option<Which>, b: Option<Which>) -> Option<Which> {
    let rank = |which: Option<Which>| match which {
        None => 0,
        Some(Which::Ones) => 1,
        Some(Which::One) => 2,
        Some(Which::Failures) => 3,
    };
    if rank(a) >= rank(b) { a } else { b }
}

/// Everything that weapon, feats and lasting effects do to one attack on one target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Boosts {
    /// To hit.
    pub hit: i8,
    /// Armour piercing.
    pub ap: i8,
    /// Dice.
    pub dice: i8,
    /// Damage.
    pub damage: i8,
    /// Mortal wounds for each natural six.
    pub sixes: u8,
    /// Whether it knocks down whom it wounds.
    pub fells: bool,
    /// Which failed dice to hit are rolled again.
    pub reroll: Option<Which>,
    /// What is passed over, as bits.
    ignored: u8,
}

impl Boosts {
    /// Whether something is passed over.
    pub fn ignores(&self, what: Ignored) -> bool {
        self.ignored & (1 << what as u8) != 0
    }

    fn add(&mut self, effect: &Effect) {
        match effect {
            Effect::Bonus { to: Stat::Hit, by, .. } => self.hit += by,
            Effect::Bonus { to: Stat::Ap, by, .. } => self.ap += by,
            Effect::Bonus { to: Stat::Dice, by, .. } => self.dice += by,
            Effect::Bonus { to: Stat::Damage, by, .. } => self.damage += by,
            Effect::Reroll { roll: RollOf::Hit, which, .. } => {
                self.reroll = better(self.reroll, Some(*which));
            }
            Effect::Ignore { what, .. } => self.ignored |= 1 << *what as u8,
            Effect::Sixes { mortal } => self.sixes += mortal,
            Effect::Fells => self.fells = true,
            _ => {}
        }
    }
}

/// Everything that weapon, feats and lasting effects do to one attack on one target. `used` are the
/// feats declared with it, by their numbers; `told` hears of each effect and where it comes from.
pub fn boosts(
    state: &State,
    attack: InAttack,
    weapon: &Weapon,
    used: &[u8],
    mut told: impl FnMut(&Effect, Origin),
) -> Boosts {
    let mut boosts = Boosts::default();
    let attacker = attack.attacker;
    for (i, quirk) in weapon.rules.iter().enumerate() {
        if quirk.conditions.iter().all(|c| holds(state, attacker, Some(attack), c)) {
            for effect in &quirk.effects {
                boosts.add(effect);
                told(effect, Origin::Quirk(i as u8));
            }
        }
    }
    for number in used {
        let index = number - 1;
        for effect in &state.profile(attacker).feats[usize::from(index)].effects {
            boosts.add(effect);
            told(effect, Origin::Feat(attacker, index));
        }
    }
    effects_on(state, attacker, Some(attack), |effect, origin| {
        boosts.add(effect);
        told(effect, origin);
    });
    boosts
}

/// The feat of that number on a model's card.
pub fn find(state: &State, model: Id, number: u8) -> Result<&Feat, Violation> {
    let feats = &state.profile(model).feats;
    number.checked_sub(1).and_then(|index| feats.get(usize::from(index))).ok_or(Violation::NoFeat {
        model,
        feat: number,
        count: feats.len(),
    })
}

/// Whether a model may use a feat as far as limit, price and conditions go.
///
/// Rules `killteam:CARD-9`, `killteam:CARD-10`, `killteam:CMD-2`, `killteam:K47`.
pub fn usable(
    state: &State,
    model: Id,
    number: u8,
    attack: Option<InAttack>,
    spent: u8,
) -> Result<(), Violation> {
    let feat = find(state, model, number)?;
    let bit = 1_u16 << (number - 1);
    let me = state.model(model);
    let card = "killteam:CARD-10";
    let used = match feat.limit {
        Some(Limit::Game) if me.used_game & bit != 0 => Some(("a game", card)),
        Some(Limit::Round) if me.used_round & bit != 0 => Some(("a round", card)),
        _ if (feat.when.is_action() || feat.when == When::Activation)
            && state.activation.is_some_and(|activation| {
                activation.model == model && activation.feats & bit != 0
            }) =>
        {
            // Free or not, an action is not taken twice.
            let rule = match feat.when {
                When::FreeAction => "killteam:ACT-7",
                When::Activation => card,
                _ => "killteam:ACT-5",
            };
            Some(("an activation", rule))
        }
        _ => None,
    };
    if let Some((limit, rule)) = used {
        let rule = kernel::RuleId(rule);
        return Err(Violation::FeatUsed { name: feat.name.clone(), limit, rule });
    }
    let have = state.team(model.seat()).cp.saturating_sub(spent);
    if feat.cost > have {
        return Err(Violation::TooDear {
            what: "the feat",
            cost: feat.cost,
            have,
            rule: kernel::RuleId("killteam:CARD-9"),
        });
    }
    match feat.conditions.iter().find(|c| !holds(state, model, attack, c)) {
        Some(condition) => Err(Violation::FeatCondition {
            name: feat.name.clone(),
            needs: crate::stat_card::condition_text(condition),
        }),
        None => Ok(()),
    }
}

/// The feats declared with a roll: each once, at the right time, all affordable together. Returns
/// what they cost.
///
/// Rules `killteam:CARD-9`, `killteam:CARD-12`, `killteam:K47`.
pub fn declared(
    state: &State,
    model: Id,
    numbers: &[u8],
    attack: Option<InAttack>,
    fits: impl Fn(When) -> bool,
) -> Result<u8, Violation> {
    let mut spent = 0;
    for (i, number) in numbers.iter().enumerate() {
        let feat = find(state, model, *number)?;
        if !fits(feat.when) {
            return Err(Violation::FeatTime {
                name: feat.name.clone(),
                when: feat.when.to_string(),
            });
        }
        if numbers[..i].contains(number) {
            let rule = kernel::RuleId("killteam:K47");
            return Err(Violation::FeatUsed { name: feat.name.clone(), limit: "an attack", rule });
        }
        usable(state, model, *number, attack, spent)?;
        spent += feat.cost;
    }
    Ok(spent)
}
