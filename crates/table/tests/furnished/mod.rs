//! Furnished tables from a seed: 36" by 36", 15 pieces, 30 figures, for oracles and benches.

use table::{
    Base, Board, Figure, INCH, Kinds, Length, Opening, Part, Piece, Point, Spot, Table, Way,
};

/// A small generator; the stream only has to be the same every time.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, n: i32) -> i32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 20) % n as u64) as i32
    }

    pub fn range(&mut self, low: i32, high: i32) -> i32 {
        low + self.below(high - low)
    }
}

fn rectangle(centre: Point, long: i32, wide: i32, turn: i32) -> Vec<Point> {
    let facing = table::Facing::new(turn);
    [(-long, -wide), (long, -wide), (long, wide), (-long, wide)]
        .into_iter()
        .map(|(x, y)| {
            let (x, y) = facing.turn(x, y);
            centre.shifted(x, y)
        })
        .collect()
}

fn solid(outline: Vec<Point>, height: Length) -> Part {
    Part::Solid { outline, height, z: Length::ZERO, kinds: Kinds::NONE }
}

/// A two-storey ruin: a wall with a door and a window, a floor, a ladder and an open side.
fn ruin(centre: Point) -> Vec<Part> {
    let at = |x: i32, y: i32| centre.shifted(x, y);
    let (wide, deep) = (3 * INCH, 2 * INCH);
    let opening = |at: i32, sill: i32, head: i32| Opening {
        at: Length(at),
        width: Length(4200),
        sill: Length(sill),
        head: Length(head),
    };
    vec![
        Part::Wall {
            from: at(-wide, deep),
            to: at(wide, deep),
            thick: Length(400),
            height: Length::inches(6),
            z: Length::ZERO,
            openings: vec![opening(1500, 0, 5000), opening(9000, 4000, 7000)],
            kinds: Kinds::NONE,
        },
        Part::Wall {
            from: at(-wide, -deep),
            to: at(-wide, deep - 200),
            thick: Length(400),
            height: Length::inches(3),
            z: Length::ZERO,
            openings: vec![],
            kinds: Kinds::NONE,
        },
        Part::Floor {
            outline: vec![at(-wide, -deep), at(wide, -deep), at(wide, deep), at(-wide, deep)],
            z: Length::inches(3),
            thick: Length::tenths(1),
            kinds: Kinds::NONE,
        },
        Part::Link {
            way: Way::Ladder,
            from: at(-INCH, -deep),
            to: at(INCH, -deep),
            low: Length::ZERO,
            high: Length::inches(3),
        },
        Part::Link {
            way: Way::Climb,
            from: at(wide, -deep),
            to: at(wide, deep),
            low: Length::ZERO,
            high: Length::inches(3),
        },
    ]
}

fn piece(random: &mut Random, kind: i32) -> Piece {
    let at = Point::new(random.range(4 * INCH, 32 * INCH), random.range(4 * INCH, 32 * INCH));
    let turn = random.below(36);
    let size = |random: &mut Random, low: i32, high: i32| random.range(low * 254, high * 254);
    let (name, kinds, parts) = match kind {
        0 => {
            let (a, b) = (size(random, 10, 25), size(random, 10, 25));
            ("crates", Kinds::NONE, vec![solid(rectangle(at, a, b, turn), Length::inches(3))])
        }
        1 => {
            let a = size(random, 15, 30);
            (
                "low wall",
                Kinds::OBSTACLE,
                vec![solid(rectangle(at, a, 300, turn), Length::inches(1))],
            )
        }
        2 => {
            let (a, b) = (size(random, 15, 30), size(random, 15, 25));
            let outline = rectangle(at, a, b, turn);
            (
                "mud",
                Kinds::DIFFICULT,
                vec![Part::Area { outline, z: Length::ZERO, kinds: Kinds::NONE }],
            )
        }
        3 => {
            let a = size(random, 15, 30);
            ("fence", Kinds::OBSTACLE, vec![solid(rectangle(at, a, 150, turn), Length::inches(3))])
        }
        4 => ("ruin", Kinds::NONE, ruin(at)),
        _ => {
            let (a, b) = (size(random, 15, 30), size(random, 10, 20));
            let corner = rectangle(at, a, 200, turn)[0];
            let wall = solid(rectangle(at, a, 200, turn), Length::inches(4));
            let other = solid(rectangle(corner, 200, b, turn), Length::inches(4));
            ("corner", Kinds::NONE, vec![wall, other])
        }
    };
    Piece { name: name.into(), kinds, parts }
}

/// A board of 15 pieces. With `plain`, only blocks that bar the way.
pub fn furnished(seed: u64, plain: bool) -> Board {
    let mut random = Random(seed * 7919 + 88_172_645);
    let mut table = Table { name: "test".into(), size: Point::inches(36, 36), pieces: Vec::new() };
    let mut i = 0;
    while table.pieces.len() < 15 {
        let kind = if plain { [0, 5][i % 2] } else { i as i32 % 6 };
        i += 1;
        table.pieces.push(piece(&mut random, kind));
        if Board::build(&table).is_err() {
            table.pieces.pop();
        }
    }
    Board::build(&table).expect("only sound pieces were kept")
}

/// Thirty figures on free ground.
pub fn crowd(board: &Board, seed: u64) -> Vec<Option<Figure>> {
    let mut random = Random(seed * 104_729 + 362_436_069);
    let mut figures: Vec<Option<Figure>> = Vec::new();
    let terms = table::Terms::default();
    while figures.len() < 30 {
        let base = [2500, 2850, 3200, 4000][random.below(4) as usize];
        let figure = Figure {
            spot: Spot::ground(random.below(36 * INCH), random.below(36 * INCH)),
            base: Base::Round { diameter: base },
            height: Length::tenths(12),
        };
        let scene = table::Scene { board, figures: &figures };
        if scene.fits_as(&figure, 99, figure.spot, &terms).is_ok() {
            figures.push(Some(figure));
        }
    }
    figures
}
