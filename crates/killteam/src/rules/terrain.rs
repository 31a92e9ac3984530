//! Placing terrain in turns, before the sides are rolled for.

use table::{
    Board, Convex, Facing, INCH, Length, Part, Piece, Point, Spot, Table, connected, coverage,
};

use crate::setup::{COUNTER, OBJECTIVES, SIDE};
use crate::state::State;
use crate::violation::Violation;

/// How much of the table lies under terrain at least, in hundredths (`killteam:SETUP-5`).
pub const COVERED: u32 = 25;

/// The pieces to choose from: those of two fresh tables.
pub fn pool(seed: u64) -> Vec<Piece> {
    let tables = [crate::tables::fresh(seed), crate::tables::fresh(seed.wrapping_add(1))];
    tables.into_iter().flat_map(|table| table.pieces).take(48).collect()
}

fn outlines(part: &mut Part) -> Vec<&mut Point> {
    match part {
        Part::Area { outline, .. } | Part::Solid { outline, .. } | Part::Floor { outline, .. } => {
            outline.iter_mut().collect()
        }
        Part::Wall { from, to, .. } | Part::Link { from, to, .. } => vec![from, to],
    }
}

/// The piece with the middle of its bounds at a spot, turned by the spot's facing.
pub fn moved(piece: &Piece, at: Spot) -> Piece {
    let mut piece = piece.clone();
    let points: Vec<Point> =
        piece.parts.iter_mut().flat_map(outlines).map(|point| *point).collect();
    let low = |of: fn(&Point) -> i32| points.iter().map(of).min().unwrap_or(0);
    let high = |of: fn(&Point) -> i32| points.iter().map(of).max().unwrap_or(0);
    let middle = Point::new(
        i32::midpoint(low(|p| p.x), high(|p| p.x)),
        i32::midpoint(low(|p| p.y), high(|p| p.y)),
    );
    for point in piece.parts.iter_mut().flat_map(outlines) {
        let (x, y) = at.facing.turn(point.x - middle.x, point.y - middle.y);
        *point = at.at.shifted(x, y);
    }
    piece
}

/// The board with one more piece, if it can be built.
pub fn with(board: &Board, piece: Piece) -> Result<Board, String> {
    let mut table: Table = board.table.clone();
    table.pieces.push(piece);
    Board::build(&table).map_err(|faults| faults[0].message.clone())
}

/// Everything a piece of a board covers, from above.
fn footprint(board: &Board, piece: u16) -> impl Iterator<Item = &Convex> {
    let blocks = board.blocks.iter().filter(move |block| block.piece == piece);
    let areas = board.areas.iter().filter(move |area| area.piece == piece);
    blocks.map(|block| &block.shape).chain(areas.map(|area| &area.shape))
}

/// Whether a piece may be placed there: on the table, over no other piece and no objective, and
/// every objective can still be walked to.
///
/// Rules `killteam:SETUP-4`, `killteam:K40`.
pub fn check(state: &State, number: u8, at: Spot) -> Result<(), Violation> {
    let wrong = |why: String| Err(Violation::BadTerrain { why });
    let pool = &state.fixed.pool;
    let piece = number.checked_sub(1).and_then(|index| pool.get(usize::from(index)));
    let Some(piece) = piece else {
        return wrong(format!("there are {} pieces, and no number {number}", pool.len()));
    };
    if is_placed(state, number) {
        return wrong(format!("piece {number} ({}) is on the table already", piece.name));
    }
    if at.z != 0 || !at.facing.steps().is_multiple_of(18) {
        return wrong("a piece stands on the ground and faces 0, 90, 180 or 270 degrees".into());
    }
    let limit = table::point::LIMIT;
    if !(0..limit).contains(&at.at.x) || !(0..limit).contains(&at.at.y) {
        return wrong("the piece must lie on the table".into());
    }
    let board = match with(&state.board, moved(piece, at)) {
        Ok(board) => board,
        Err(why) => return wrong(why),
    };
    let mine = board.table.pieces.len() as u16 - 1;
    for shape in footprint(&board, mine) {
        for other in 0..mine {
            if footprint(&board, other).any(|there| there.overlaps(shape)) {
                return wrong(format!("it would overlap {}", board.piece_name(other)));
            }
        }
        if OBJECTIVES.iter().any(|at| Convex::disc(*at, COUNTER).overlaps(shape)) {
            return wrong("it would cover an objective".into());
        }
    }
    if !connected(&board, Length::millimetres(60), &OBJECTIVES) {
        return wrong("an objective could not be walked to any more".into());
    }
    Ok(())
}

fn is_placed(state: &State, number: u8) -> bool {
    state.board.placed.iter().any(|(placed, _)| *placed == number)
}

/// Whether enough of the table is covered, or nothing is left to place.
pub fn enough(state: &State) -> bool {
    let left = state.fixed.pool.len() > state.board.placed.len();
    !left || coverage(&state.board).is_at_least(COVERED)
}

/// The pieces still to be placed, by number.
pub fn left(state: &State) -> impl Iterator<Item = u8> + '_ {
    (1..=state.fixed.pool.len() as u8).filter(|number| !is_placed(state, *number))
}

/// A place for a piece, beginning the search at a point: the first of a net that is legal, as far
/// as so many tries go.
pub fn place(state: &State, number: u8, x: i32, y: i32, tries: usize) -> Option<Spot> {
    let net = 36;
    (0..net * net)
        .map(|k| {
            // A stride that visits every mesh before it comes back.
            let mesh = (k * 487) % (net * net);
            let px = (x + (mesh % net) * INCH).rem_euclid(SIDE);
            let py = (y + (mesh / net) * INCH).rem_euclid(SIDE);
            Spot { facing: Facing::new((mesh % 4) * 18), ..Spot::ground(px, py) }
        })
        .take(tries)
        .find(|at| check(state, number, *at).is_ok())
}

/// Whether no piece that is left finds a place: only then can a turn to place be passed.
///
/// Rule `killteam:K40`.
pub fn stuck(state: &State) -> bool {
    !left(state).any(|number| place(state, number, INCH / 2, INCH / 2, 36 * 36).is_some())
}
