//! What armour rolls leave of hits.

use odds::again::Die;
use odds::die::{Need, Repeat};
use odds::pool::{Chain, Lie};
use odds::{Frame, Lies};

use super::part::Save;

/// What armour rolls leave of so many hits: saved hits short of all, by how many dice that failed may
/// be rolled again, and the chance that all are saved.
pub struct Saved {
    pub rows: Vec<Vec<f64>>,
    pub all: f64,
}

/// What armour rolls leave of every number of hits up to the most, where so many dice may be rolled
/// again: each from the one before, with one die more.
pub fn saved(save: Save, most: usize, cp: u8) -> Vec<Saved> {
    let frame = Frame::whole(most);
    let chain = Chain::of(Need(save.need), save.repeat);
    let die = Die::new(Need(save.need), save.repeat);
    // The one die that is rolled again at once is one that failed.
    let one = save.repeat == Repeat::One;
    let caps = [0, cp + u8::from(one)];
    let mut lies = Lies::of(frame, caps, [(Lie::default(), 1.0)]);
    let mut list = Vec::with_capacity(most + 1);
    for hits in 0..=most {
        if hits > 0 {
            let mut next = Lies::new(frame, caps);
            for (open, row) in lies.rows() {
                next.add_chains(&chain, &mut row.to_vec(), open);
            }
            lies = next;
        }
        let again = one.then(|| lies.one_again(frame, &die, [0, cp]));
        let ends = again.as_ref().unwrap_or(&lies);
        let rows = ends.rows().map(|(_, row)| row[..hits].to_vec()).collect();
        let all = ends.rows().map(|(_, row)| row[hits..].iter().sum::<f64>()).sum();
        list.push(Saved { rows, all });
    }
    list
}
