//! What the odds of an attack depend on, target by target.

use odds::die::{Need, Repeat, single};

use crate::rules::wounds::recovery_need;

/// What re-rolls are bought for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Goal {
    /// As many models removed as possible.
    #[default]
    Remove,
    /// As many wounds as possible, also those beyond a model's last.
    Wounds,
}

/// Where the hits on a target come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A roll to hit.
    Roll {
        /// With so many dice.
        dice: u8,
        /// What each needs.
        need: i8,
        /// Which failures are rolled again at once.
        repeat: Repeat,
        /// Mortal wounds for each natural six.
        sixes: u8,
    },
    /// No roll: a fall, or an ability.
    Sure {
        /// Hits, against which armour helps.
        hits: u8,
        /// Mortal wounds, against which it does not.
        mortal: u8,
    },
}

/// An armour roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Save {
    /// What each die needs.
    pub need: i8,
    /// Which failures are rolled again at once.
    pub repeat: Repeat,
}

/// The model that is hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Body {
    /// Wounds it has left.
    pub wounds: u8,
    /// Whether it lay knocked down before.
    pub was_down: bool,
    /// Whether a wound that leaves it in play knocks it down.
    pub fells: bool,
    /// Its bonus to recovery rolls.
    pub recovery: i8,
    /// Whether its recovery roll is rolled again.
    pub repeat: Repeat,
}

/// Everything about the attack on one target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// Where its hits come from.
    pub source: Source,
    /// Wounds for each hit that is not saved.
    pub damage: u8,
    /// The armour roll, unless nothing is known about armour.
    pub save: Option<Save>,
    /// The target, unless nothing is known about it.
    pub body: Option<Body>,
}

/// Excess wounds beyond which a recovery roll needs a natural six, whatever bonus there is.
pub(super) const EXCESS: usize = 24;

impl Part {
    pub(super) fn wounds(&self, unsaved: usize, sixes: usize) -> usize {
        let mortal = match self.source {
            Source::Roll { sixes: each, .. } => sixes * usize::from(each),
            Source::Sure { mortal, .. } => usize::from(mortal),
        };
        unsaved * usize::from(self.damage) + mortal
    }

    /// Whether natural sixes do more than hit.
    pub fn sixes_matter(&self) -> bool {
        matches!(self.source, Source::Roll { sixes, .. } if sixes > 0)
    }

    /// The sixes that make a difference to what is decided: as many as remove the target as surely as
    /// more, or none where each is so many wounds more, whatever is decided.
    pub(super) fn sixes_worth(&self, goal: Goal) -> Sixes {
        let Source::Roll { sixes: each @ 1.., .. } = self.source else {
            return Sixes { most: 0, each: 0.0 };
        };
        match (goal, self.body) {
            (Goal::Remove, Some(body)) => {
                let wounds = usize::from(body.wounds) + body.settled();
                Sixes { most: wounds.div_ceil(each.into()), each: 0.0 }
            }
            _ => Sixes { most: 0, each: each.into() },
        }
    }

    /// The chance to be removed, by wounds beyond the last.
    pub(super) fn removed(&self) -> Vec<f64> {
        let Some(body) = self.body else { return vec![0.0; EXCESS + 1] };
        (0..=EXCESS).map(|excess| body.removed(excess.min(body.settled()))).collect()
    }

    pub(super) fn hit_need(&self) -> (Need, Repeat) {
        match self.source {
            Source::Roll { need, repeat, .. } => (Need(need), repeat),
            Source::Sure { .. } => (Need(7), Repeat::Never),
        }
    }
}

impl Body {
    /// From so many wounds beyond the last on only a natural six helps, and it stays like that.
    fn settled(&self) -> usize {
        (3 + usize::from(self.recovery.max(0) as u8)).min(EXCESS)
    }

    /// The chance to be removed by so many wounds beyond the last one.
    ///
    /// Rules `killteam:WND-2`, `killteam:WND-5`, `killteam:DOWN-8`.
    fn removed(&self, excess: usize) -> f64 {
        if self.was_down {
            return 1.0;
        }
        let left = -(excess.min(100) as i8);
        single(Need(recovery_need(left, self.recovery)), self.repeat).opposite().value()
    }
}

/// Sixes that make a difference to what hits are worth.
#[derive(Clone, Copy)]
pub(super) struct Sixes {
    /// More than this make no difference to what is decided.
    pub most: usize,
    /// What each beyond that is worth.
    pub each: f64,
}
