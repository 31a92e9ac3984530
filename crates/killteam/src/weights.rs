//! What things are worth to whoever judges an action, in hundredths of a point of a team's hundred.
//!
//! The plain weights are rules of thumb. The seasoned ones come from playing thousands of games with
//! one weight changed and keeping what won; `docs/bots.md` has the log.

use kernel::Eye;

/// What things are worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weights {
    /// A victory point, round by round.
    pub victory: [i32; 6],
    /// How much of it an objective is worth that is still to be walked to, in thousandths.
    pub approach: i32,
    /// How much of it an objective is worth where it is only denied to the enemy, in thousandths.
    pub denial: i32,
    /// How much of the harm a fresh enemy could do is feared, in thousandths, and a tired one.
    pub fear: [i32; 2],
    /// How much of a model is lost if it is felled, and of what its wounds stand for, in hundredths.
    pub felled: i32,
    pub wounded: i32,
    /// A command point; it is lost at the end of the round.
    pub command: i32,
    /// What an Aim adds to a shot and a Focus to a blow, in hundredths.
    pub aim: i32,
    pub focus: i32,
    /// How much of a shooter a charge takes out of the game by binding it, in thousandths.
    pub pinned: i32,
    /// How much of a walk is kept by attacking first, in hundredths.
    pub walk_on: i32,
    /// Letting the other side go first, with few models left to go and with many.
    pub pass: [i32; 2],
    /// What must be gained more than usual by going on with another model, by activating one again,
    /// by both, and by activating one again while others wait.
    pub follow_up: i32,
    pub again: i32,
    pub follow_up_again: i32,
    pub others_wait: i32,
    /// A leader, as thousandths of a model of its points.
    pub leader: i32,
    /// How much of what a model could do in its activation counts when it is chosen, in hundredths,
    /// and how much what is in its reach; looking ahead takes time, so plain eyes don't.
    pub plan: i32,
    pub reach: i32,
}

/// Rules of thumb.
pub const PLAIN: Weights = Weights {
    victory: [900; 6],
    approach: 750,
    denial: 667,
    fear: [250, 167],
    felled: 70,
    wounded: 70,
    command: 60,
    aim: 25,
    focus: 25,
    pinned: 125,
    walk_on: 50,
    pass: [900, 300],
    follow_up: 700,
    again: 250,
    follow_up_again: 300,
    others_wait: 600,
    leader: 1333,
    plan: 0,
    reach: 100,
};

/// What many games taught.
pub const SEASONED: Weights =
    Weights { fear: [0, 0], felled: 60, wounded: 60, command: 150, plan: 40, ..PLAIN };

/// The same without looking ahead.
pub const HASTY: Weights = Weights { plan: 0, ..SEASONED };

impl Weights {
    /// The weights somebody judges by.
    pub fn of(eye: Eye) -> &'static Weights {
        match eye {
            Eye::Plain => &PLAIN,
            Eye::Seasoned => &SEASONED,
            Eye::Hasty => &HASTY,
        }
    }

    /// A victory point in a round.
    pub fn victory(&self, round: u8) -> i32 {
        self.victory[usize::from(round).clamp(1, 6) - 1]
    }
}
