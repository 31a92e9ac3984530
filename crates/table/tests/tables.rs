//! Random tables keep their promises, whatever the seed.

use table::coverage::link_serves;
use table::generate::{SplitMix, Unfulfilled, generate_with};
use table::{
    Board, Convex, Kinds, Length, Part, Point, Role, Style, Table, Way, Wish, connected, coverage,
    generate, is_half_turn_symmetric,
};

const SIZE: Point = Point::inches(36, 36);
const OBJECTIVES: [Point; 5] = [
    Point::inches(18, 18),
    Point::inches(9, 9),
    Point::inches(27, 9),
    Point::inches(9, 27),
    Point::inches(27, 27),
];

fn wish(seed: u64) -> Wish {
    Wish {
        keep_free: OBJECTIVES.iter().map(|&at| Convex::disc(at, 1270)).collect(),
        style: Style::ALL[(seed % 4) as usize],
        ..Wish::new(SIZE, seed)
    }
}

#[test]
fn survey() {
    let n: u64 = std::env::var("N").ok().and_then(|n| n.parse().ok()).unwrap_or(200);
    let start = std::time::Instant::now();
    let mut worst = 0;
    let tables: Vec<Table> = (0..n)
        .filter_map(|seed| {
            let t = std::time::Instant::now();
            let got = generate(&wish(seed));
            worst = worst.max(t.elapsed().as_micros());
            if let Err(e) = &got {
                println!("{seed}: {e}");
            }
            got.ok()
        })
        .collect();
    println!("{:?} each, worst {worst} us", start.elapsed() / n as u32);
    let mut counts = std::collections::BTreeMap::<usize, usize>::new();
    let mut cov = std::collections::BTreeMap::<u32, usize>::new();
    for (seed, table) in tables.iter().enumerate() {
        let board = Board::build(table).unwrap();
        *counts.entry(table.pieces.len()).or_default() += 1;
        *cov.entry(coverage(&board).hundredths / 100).or_default() += 1;
        for link in &board.links {
            if !link_serves(&board, link, Length::millimetres(32)) {
                println!("{seed} link {:?} of {}", link.way, board.piece_name(link.piece));
            }
        }
    }
    println!("{counts:?}\n{cov:?}");
}
