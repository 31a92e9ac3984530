//! What a bot may try.

use kernel::Seat;

use crate::action::Action;
use crate::lot;
use crate::state::State;

/// At most `limit` legal actions.
pub fn candidates(state: &State, seat: Seat, limit: usize, out: &mut Vec<Action>) {
    out.clear();
    let mut word = 1_u64;
    for _ in 0..limit {
        let action = lot::lot(state, seat, &mut |n| {
            word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            ((word >> 33) as u32) % n
        });
        if !out.contains(&action) {
            out.push(action);
        }
    }
}
