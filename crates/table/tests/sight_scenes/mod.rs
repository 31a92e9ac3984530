//! Random tables with figures, for the tests and benchmarks of sight.

// Not every one of them needs all of it.
#![allow(dead_code)]

use table::{Base, Board, Facing, Figure, INCH, Length, Opening, Part, Piece, Point, Spot, Table};

/// Splitmix: small, and good enough for tables.
pub struct Dice(pub u64);

impl Dice {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// From `low` up to but not including `high`.
    pub fn range(&mut self, low: i32, high: i32) -> i32 {
        low + (self.next() % (high - low).max(1) as u64) as i32
    }

    /// From nothing to one.
    pub fn part(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    pub fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[(self.next() % of.len() as u64) as usize]
    }
}

fn at(middle: Point, facing: Facing, x: i32, y: i32) -> Point {
    let (x, y) = facing.turn(x, y);
    middle.shifted(x, y)
}

/// A ruin: two or three walls with windows and doors, often a floor, sometimes walls above it.
fn ruin(dice: &mut Dice, middle: Point, facing: Facing) -> Piece {
    let (half, deep) = (dice.range(3500, 7500), dice.range(3500, 6000));
    let thick = Length(dice.range(200, 700));
    let corners = [(-half, -deep), (half, -deep), (half, deep), (-half, deep)]
        .map(|(x, y)| at(middle, facing, x, y));
    let storey = dice.pick(&[2 * INCH, 3 * INCH, 3 * INCH]);
    let mut parts = Vec::new();
    for level in 0..dice.range(1, 3) {
        for side in 0..dice.range(2, 4) as usize {
            let (from, to) = (corners[side], corners[side + 1]);
            let length = from.distance(to).0;
            let mut openings = Vec::new();
            let mut along = dice.range(300, 2500);
            while along + 800 < length {
                let width = dice.range(500, 3000).min(length - along - 1);
                let sill = dice.pick(&[0, INCH / 2, INCH, 3 * INCH / 2]);
                let head = (sill + dice.range(400, 3000)).min(storey - dice.range(0, 300));
                if head > sill {
                    openings.push(Opening {
                        at: Length(along),
                        width: Length(width),
                        sill: Length(sill),
                        head: Length(head),
                    });
                }
                along += width + dice.range(0, 2500);
            }
            parts.push(Part::Wall {
                from,
                to,
                thick,
                height: Length(storey),
                z: Length(level * storey),
                openings,
                kinds: table::Kinds::NONE,
            });
        }
    }
    if dice.range(0, 3) > 0 {
        let cut = dice.range(-deep / 2, deep);
        let outline = if dice.range(0, 2) == 0 {
            vec![(-half, -deep), (half, -deep), (half, cut), (-half, cut)]
        } else {
            let notch = dice.range(-half / 2, half / 2);
            vec![(-half, -deep), (half, -deep), (half, deep), (notch, deep), (notch, 0), (-half, 0)]
        };
        parts.push(Part::Floor {
            outline: outline.into_iter().map(|(x, y)| at(middle, facing, x, y)).collect(),
            z: Length(storey),
            thick: Length::tenths(1),
            kinds: table::Kinds::NONE,
        });
    }
    Piece { name: "ruin".into(), kinds: table::Kinds::NONE, parts }
}

fn solid(dice: &mut Dice, middle: Point, facing: Facing) -> Piece {
    let (a, b) = (dice.range(600, 5000), dice.range(300, 3500));
    let outline = match dice.range(0, 3) {
        0 => vec![(-a, -b), (a, -b), (a, b), (-a, b)],
        1 => vec![(-a, -b), (a, -b), (a, -b / 2), (-a / 2, -b / 2), (-a / 2, b), (-a, b)],
        _ => vec![(-a, 0), (-a / 3, -b), (a / 2, -b), (a, 0), (a / 3, b), (-a / 2, b)],
    };
    let height = Length(dice.pick(&[
        INCH / 2,
        INCH,
        5 * INCH / 4,
        3 * INCH / 2,
        2 * INCH,
        3 * INCH,
        5 * INCH,
    ]));
    let outline = outline.into_iter().map(|(x, y)| at(middle, facing, x, y)).collect();
    let part = Part::Solid { outline, height, z: Length(0), kinds: table::Kinds::NONE };
    Piece { name: "block".into(), kinds: table::Kinds::NONE, parts: vec![part] }
}

fn fence(dice: &mut Dice, middle: Point, facing: Facing) -> Piece {
    let half = dice.range(1500, 6000);
    let part = Part::Wall {
        from: at(middle, facing, -half, 0),
        to: at(middle, facing, half, 0),
        thick: Length(dice.range(100, 600)),
        height: Length(dice.pick(&[INCH / 2, INCH, INCH, 3 * INCH / 2, 4 * INCH])),
        z: Length(0),
        openings: Vec::new(),
        kinds: table::Kinds::NONE,
    };
    Piece { name: "fence".into(), kinds: table::Kinds::NONE, parts: vec![part] }
}

/// A table of some inches with so many pieces.
pub fn board(dice: &mut Dice, inches: i32, pieces: usize, ruins: bool) -> Board {
    let size = inches * INCH;
    let mut table =
        Table { name: "random".into(), size: Point::new(size, size), pieces: Vec::new() };
    let mut places: Vec<Point> = Vec::new();
    while table.pieces.len() < pieces {
        let edge = 10_000;
        let middle = Point::new(dice.range(edge, size - edge), dice.range(edge, size - edge));
        // Pieces may well stand into each other, but not all in one place.
        if places.iter().filter(|p| p.distance_squared(middle) < 6000 * 6000).count() > 1 {
            continue;
        }
        places.push(middle);
        let facing = Facing::new(dice.range(0, 72));
        let piece = match dice.range(0, 5) {
            0 | 1 if ruins => ruin(dice, middle, facing),
            0 | 1 | 2 => solid(dice, middle, facing),
            _ => fence(dice, middle, facing),
        };
        let mut with = table.clone();
        with.pieces.push(piece);
        if Board::build(&with).is_ok() {
            table = with;
        }
    }
    Board::build(&table).expect("each piece was tried")
}

fn base(dice: &mut Dice, round: bool) -> Base {
    let kind = if round { 0 } else { dice.range(0, 6) };
    match kind {
        4 => Base::Oval { long: dice.pick(&[6000, 7500, 9000]), wide: dice.pick(&[3500, 4200]) },
        5 => Base::Rectangle {
            long: dice.pick(&[5000, 6000, 10_000]),
            wide: dice.pick(&[2500, 5000]),
        },
        _ => Base::round(dice.pick(&[25, 28, 32, 32, 40, 50])),
    }
}

/// Whether a figure may stand there.
pub fn stands(board: &Board, figures: &[Option<Figure>], figure: &Figure) -> bool {
    let footprint = figure.footprint();
    board.supports(&footprint, figure.spot.z)
        && !board.blocks.iter().any(|block| {
            block.low < figure.spot.z + figure.height.0
                && block.high > figure.spot.z
                && block.shape.overlaps(&footprint)
        })
        && !figures.iter().flatten().any(|other| figure.overlaps(other))
}

/// Figures on a board, some on floors, some knocked down, some against a wall.
pub fn figures(dice: &mut Dice, board: &Board, count: usize, round: bool) -> Vec<Option<Figure>> {
    let mut out: Vec<Option<Figure>> = Vec::new();
    for _ in 0..count * 200 {
        if out.len() == count {
            break;
        }
        let base = base(dice, round);
        let longest = base.longest().0;
        let tenths = match longest {
            ..=2800 => 12,
            ..=3500 => 15,
            ..=4500 => 20,
            _ => 25,
        };
        let mut spot = Spot::ground(dice.range(1500, board.size.x), dice.range(1500, board.size.y));
        spot.facing = Facing::new(dice.range(0, 72));
        if !board.surfaces.is_empty() && dice.range(0, 4) == 0 {
            let surface = &board.surfaces[dice.range(0, board.surfaces.len() as i32) as usize];
            spot.z = surface.z;
            spot.at = surface.centre.shifted(dice.range(-6000, 6000), dice.range(-6000, 6000));
        }
        let down = dice.range(0, 6) == 0;
        let height = Length::tenths(if down { tenths / 2 } else { tenths });
        let mut figure = Figure { spot, base, height };
        if !stands(board, &out, &figure) {
            continue;
        }
        if dice.range(0, 3) == 0 {
            // Moves on in some direction until something is in the way.
            let (x, y) = Facing::new(dice.range(0, 72)).turn(64, 0);
            for _ in 0..80 {
                let next = Figure { spot: spot.moved(figure.spot.at.shifted(x, y)), ..figure };
                if !stands(board, &out, &next) {
                    break;
                }
                figure = next;
            }
        }
        out.push(Some(figure));
    }
    out
}
