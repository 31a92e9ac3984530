//! What hidden units can be, and how likely each way is.
//!
//! Every deal that fits what the seat knows is as likely as any other, card by card: units face down
//! are no Elephants, those on Chariots are unmounted kinds, and kinds remembered from before a
//! Nightfall are among them (`rome:R5`). A deal is not listed whole: only the cards that matter are
//! laid out, and the ways to lay out all others are counted.

use kernel::Seat;

use crate::cards::{self, Kind};
use crate::guess::{account_for, unknown_of};
use crate::line::{Line, Unit};
use crate::space::Space;
use crate::view::View;

/// Kinds that make no difference to each other, as one.
#[derive(Clone, Copy, Debug)]
struct Class {
    /// One of them.
    kind: Kind,
    mounted: bool,
    /// How many are known to be in the line that matters.
    remembered: u8,
    /// How many may be anywhere.
    pool: u8,
}

/// What is still to be laid out in one line.
#[derive(Clone, Copy, Debug, Default)]
struct Rest {
    /// Places on Chariots.
    riders: u8,
    /// Other places.
    plain: u8,
    /// Chariots below some of those.
    chariots: u8,
    /// Cards known to be in it: unmounted, mounted.
    remembered: [u8; 2],
}

/// The hidden units of one line, and all cards they can be.
pub struct Hidden {
    classes: Vec<Class>,
    own: Rest,
    others: Vec<Rest>,
    riders: Vec<Space>,
}

/// How many ways there are to put so many of these into a row.
fn rows(of: u8, count: u8) -> f64 {
    (0..count).map(|taken| f64::from(of.saturating_sub(taken))).product()
}

fn choose(of: u8, count: u8) -> f64 {
    rows(of, count) / rows(count, count)
}

impl Hidden {
    /// The hidden units of a seat as somebody else sees them. Kinds outside `matter` are not told
    /// apart, unless it is empty.
    pub fn of(view: &View, seat: Seat, matter: &[Kind]) -> Hidden {
        let pile = view.table.pile(seat);
        let members: Vec<Seat> =
            view.table.seats().iter().filter(|seat| view.table.pile(*seat) == pile).collect();
        let mut pool = cards::all_units(view.table.setup.divide);
        account_for(view, pile, &members, &mut pool);
        let mut own = Rest::default();
        let mut others = Vec::new();
        let mut riders = Vec::new();
        let mut remembered_here = cards::UnitCounts::default();
        for member in members.into_iter().filter(|member| *member != view.seat) {
            let mut line = unknown_of(view, member);
            let mut rest = Rest {
                riders: line.riders.len() as u8,
                plain: (line.plain.len() + line.carriers.len()) as u8,
                chariots: line.carriers.len() as u8,
                remembered: [0, 0],
            };
            for kind in Kind::ALL {
                let known = &mut line.remembered[kind.index()];
                *known = (*known).min(pool[kind.index()]);
                pool[kind.index()] -= *known;
                rest.remembered[usize::from(kind.mounted())] += *known;
            }
            if line.seat == seat {
                (own, riders, remembered_here) = (rest, line.riders, line.remembered);
            } else {
                others.push(rest);
            }
        }
        let mut classes: Vec<Class> = Vec::new();
        for kind in Kind::ALL.into_iter().filter(|kind| *kind != Kind::Elephant) {
            let apart = matter.is_empty() || matter.contains(&kind);
            let (remembered, pool) = (remembered_here[kind.index()], pool[kind.index()]);
            let same = classes.iter_mut().find(|class| {
                !apart && class.mounted == kind.mounted() && !matter.contains(&class.kind)
            });
            match same {
                Some(class) => {
                    class.remembered += remembered;
                    class.pool += pool;
                }
                None => classes.push(Class { kind, mounted: kind.mounted(), remembered, pool }),
            }
        }
        Hidden { classes, own, others, riders }
    }

    /// How many ways there are to lay out so many cells, at most; to know before whether to try.
    pub fn ways_at_most(&self, cells: usize) -> f64 {
        let each = self.classes.len() * if self.own.chariots > 0 { 2 } else { 1 };
        (0..cells).map(|_| f64::from(each as u32)).product()
    }

    /// Calls `found` with the line laid out in every way in these hidden places, and how much weight
    /// each way has; all others stay as they are.
    pub fn lay(&self, line: &Line, cells: &[Space], found: &mut dyn FnMut(&Line, f64)) {
        let mut classes = self.classes.clone();
        self.lay_next(line, cells, &mut classes, self.own, 1.0, found);
    }

    fn lay_next(
        &self,
        line: &Line,
        cells: &[Space],
        classes: &mut Vec<Class>,
        rest: Rest,
        weight: f64,
        found: &mut dyn FnMut(&Line, f64),
    ) {
        let Some((at, cells)) = cells.split_first() else {
            let ways = self.ways(classes, rest);
            if ways > 0.0 {
                found(line, weight * ways);
            }
            return;
        };
        let Some(unit) = line.get(*at) else { return };
        let rides = self.riders.contains(at);
        for index in 0..classes.len() {
            let class = classes[index];
            for carried in [false, true] {
                // On a Chariot that is known, on one that is not, or on foot.
                let twice = carried && (rides || rest.chariots == 0);
                if twice || (class.mounted && (rides || carried)) {
                    continue;
                }
                let mut next = rest;
                if rides {
                    next.riders -= 1;
                } else if next.plain == 0 {
                    continue;
                } else {
                    next.plain -= 1;
                    next.chariots -= u8::from(carried);
                }
                let mut laid = *line;
                let unit: Unit = unit.with_kind(class.kind);
                laid.set(*at, Some(if carried { unit.on_chariot(false, false) } else { unit }));
                if class.remembered > 0 {
                    classes[index].remembered -= 1;
                    let mut next = next;
                    next.remembered[usize::from(class.mounted)] -= 1;
                    let weight = weight * f64::from(class.remembered);
                    self.lay_next(&laid, cells, classes, next, weight, found);
                    classes[index] = class;
                }
                if class.pool > 0 {
                    classes[index].pool -= 1;
                    self.lay_next(
                        &laid,
                        cells,
                        classes,
                        next,
                        weight * f64::from(class.pool),
                        found,
                    );
                    classes[index] = class;
                }
            }
        }
    }

    /// In how many ways all other cards can lie: which places have a Chariot below them, where what
    /// is remembered lies, and what of the pool lies in the other places.
    fn ways(&self, classes: &[Class], own: Rest) -> f64 {
        let lines: Vec<Rest> = std::iter::once(own).chain(self.others.iter().copied()).collect();
        let pool = |mounted: bool| {
            classes.iter().filter(|class| class.mounted == mounted).map(|class| class.pool).sum()
        };
        spread_out(&lines, [0, 0], [pool(false), pool(true)])
    }
}

/// The ways to fill these lines from a pool of unmounted and mounted cards, of which so many lie on
/// Chariots and elsewhere in the lines before.
fn spread_out(lines: &[Rest], taken: [u8; 2], pool: [u8; 2]) -> f64 {
    let Some((line, lines)) = lines.split_first() else {
        let [mounted_on, elsewhere] = taken;
        if mounted_on > pool[0] {
            return 0.0;
        }
        return rows(pool[0], mounted_on) * rows(pool[0] - mounted_on + pool[1], elsewhere);
    };
    if line.chariots > line.plain {
        return 0.0;
    }
    let riders = line.riders + line.chariots;
    let plain = line.plain - line.chariots;
    let [unmounted, mounted] = line.remembered;
    let mut sum = 0.0;
    // So many of the remembered lie on Chariots, the others elsewhere.
    for on in 0..=unmounted.min(riders) {
        let off = unmounted - on + mounted;
        if off > plain {
            continue;
        }
        let ways = choose(unmounted, on) * rows(riders, on) * rows(plain, off);
        sum += ways * spread_out(lines, [taken[0] + riders - on, taken[1] + plain - off], pool);
    }
    sum * choose(line.plain, line.chariots)
}
