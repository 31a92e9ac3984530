//! Convex cells of a plane and cutting them.
//!
//! Cells are kept one after the other in one list, so that a question allocates nothing once its
//! desk has been used.

/// A vector of the plane.
pub(super) type V = [f64; 2];

/// Cells with less area are gaps of no width, in square units. A gap that can be seen through is
/// wider than [`super::shape::GRAZE`], and a body is over a thousand units wide.
pub(super) const NO_AREA: f64 = 1.0;

/// Convex polygons in one list.
#[derive(Default)]
pub(super) struct Cells {
    points: Vec<V>,
    ends: Vec<u32>,
}

impl Cells {
    pub(super) fn clear(&mut self) {
        self.points.clear();
        self.ends.clear();
    }

    pub(super) fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(super) fn push(&mut self, cell: &[V]) {
        self.points.extend_from_slice(cell);
        self.ends.push(self.points.len() as u32);
    }

    pub(super) fn get(&self, i: usize) -> &[V] {
        let from = if i == 0 { 0 } else { self.ends[i - 1] as usize };
        &self.points[from..self.ends[i] as usize]
    }
}

/// Two lists to cut from one into the other, and two cells to cut in turn.
#[derive(Default)]
pub(super) struct Cutter {
    /// The cells as they are.
    pub(super) cells: Cells,
    next: Cells,
    here: Vec<V>,
    there: Vec<V>,
}

enum Cut {
    Whole,
    Part,
    Nothing,
}

/// The part of a cell where `n·v ≥ h`.
fn cut(from: &[V], into: &mut Vec<V>, n: V, h: f64) -> Cut {
    let side = |v: V| n[0] * v[0] + n[1] * v[1] - h;
    let (mut inside, mut outside) = (false, false);
    for &v in from {
        if side(v) >= 0.0 {
            inside = true;
        } else {
            outside = true;
        }
    }
    if !outside {
        return Cut::Whole;
    }
    if !inside {
        return Cut::Nothing;
    }
    into.clear();
    let mut last = from[from.len() - 1];
    let mut was = side(last);
    for &v in from {
        let is = side(v);
        if (was >= 0.0) != (is >= 0.0) {
            let part = was / (was - is);
            into.push([last[0] + (v[0] - last[0]) * part, last[1] + (v[1] - last[1]) * part]);
        }
        if is >= 0.0 {
            into.push(v);
        }
        (last, was) = (v, is);
    }
    Cut::Part
}

pub(super) fn area(cell: &[V]) -> f64 {
    let mut doubled = 0.0;
    for pair in cell.windows(2).skip(1) {
        let (a, b, c) = (cell[0], pair[0], pair[1]);
        doubled += (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    }
    doubled.abs() / 2.0
}

/// The mean of the corners: inside a convex cell.
pub(super) fn middle(cell: &[V]) -> V {
    let n = cell.len() as f64;
    let (mut x, mut y) = (0.0, 0.0);
    for v in cell {
        x += v[0];
        y += v[1];
    }
    [x / n, y / n]
}

impl Cutter {
    /// Starts with one cell.
    pub(super) fn start(&mut self, cell: &[V]) {
        self.cells.clear();
        self.cells.push(cell);
    }

    /// Cuts the only cell down to where `n·v ≥ h`; whether anything is left.
    pub(super) fn keep(&mut self, n: V, h: f64) -> bool {
        if self.cells.is_empty() {
            return false;
        }
        match cut(self.cells.get(0), &mut self.here, n, h) {
            Cut::Whole => true,
            Cut::Nothing => {
                self.cells.clear();
                false
            }
            Cut::Part => {
                self.cells.clear();
                self.cells.push(&self.here);
                true
            }
        }
    }

    /// Leaves, of each cell, the lines that pass an occluder on one side or the other. A cell's
    /// point is a line by where it crosses two parallels; `corners` are the occluder's, each as its
    /// part of the way from one parallel to the other, and its place across.
    pub(super) fn pass(&mut self, corners: &[V]) {
        self.next.clear();
        for i in 0..self.cells.len() {
            for side in [1.0, -1.0] {
                self.here.clear();
                self.here.extend_from_slice(self.cells.get(i));
                let mut left = true;
                for &[t, w] in corners {
                    let n = [side * (1.0 - t), side * t];
                    match cut(&self.here, &mut self.there, n, side * w) {
                        Cut::Whole => {}
                        Cut::Part => std::mem::swap(&mut self.here, &mut self.there),
                        Cut::Nothing => {
                            left = false;
                            break;
                        }
                    }
                }
                if left && area(&self.here) > NO_AREA {
                    self.next.push(&self.here);
                }
            }
        }
        std::mem::swap(&mut self.cells, &mut self.next);
    }

    /// Takes a convex set away from each cell: all that is in `n·v ≤ h` for each of the planes.
    pub(super) fn take_away(&mut self, planes: &[(V, f64)]) {
        self.next.clear();
        for i in 0..self.cells.len() {
            self.here.clear();
            self.here.extend_from_slice(self.cells.get(i));
            for &(n, h) in planes {
                match cut(&self.here, &mut self.there, n, h) {
                    Cut::Nothing => continue,
                    Cut::Whole => {
                        self.next.push(&self.here);
                        self.here.clear();
                        break;
                    }
                    Cut::Part if area(&self.there) > NO_AREA => self.next.push(&self.there),
                    Cut::Part => {}
                }
                match cut(&self.here, &mut self.there, [-n[0], -n[1]], -h) {
                    Cut::Part => std::mem::swap(&mut self.here, &mut self.there),
                    Cut::Whole => {}
                    Cut::Nothing => {
                        self.here.clear();
                        break;
                    }
                }
            }
        }
        std::mem::swap(&mut self.cells, &mut self.next);
    }
}
