//! Random tables keep their promises, whatever the seed.

use std::collections::BTreeSet;

use table::coverage::link_serves;
use table::generate::{SplitMix, Unfulfilled, generate_with};
use table::{
    Board, Convex, Length, Part, Point, Style, Table, Way, Wish, connected, coverage, generate,
    is_half_turn_symmetric,
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

fn made(seed: u64) -> Table {
    generate(&wish(seed)).unwrap_or_else(|why| panic!("seed {seed}: {why}"))
}

/// The union of a piece's ground, roughly, as convex shapes.
fn ground_of(board: &Board, piece: u16) -> Vec<&Convex> {
    let blocks = board.blocks.iter().filter(|block| block.piece == piece).map(|b| &b.shape);
    blocks.chain(board.areas.iter().filter(|a| a.piece == piece).map(|a| &a.shape)).collect()
}

/// All that is promised of a table, or the first promise that is broken.
fn check(table: &Table) -> Result<(), String> {
    let board = Board::build(table).map_err(|faults| faults[0].to_string())?;
    let covered = coverage(&board);
    if !covered.is_at_least(25) {
        return Err(format!("only {covered} are covered"));
    }
    if !(10..=16).contains(&table.pieces.len()) {
        return Err(format!("{} pieces", table.pieces.len()));
    }
    if !is_half_turn_symmetric(&board) {
        return Err("it looks different from the other side".into());
    }
    let walker = Length::millimetres(60);
    if !connected(&board, walker, &OBJECTIVES) {
        return Err("an objective can't be walked to".into());
    }
    let counters = OBJECTIVES.map(|at| Convex::disc(at, 1270));
    let shapes = || {
        let blocks = board.blocks.iter().map(|block| &block.shape);
        blocks.chain(board.areas.iter().map(|area| &area.shape))
    };
    if shapes().any(|shape| counters.iter().any(|counter| shape.overlaps(counter))) {
        return Err("an objective is under terrain".into());
    }
    for (i, piece) in table.pieces.iter().enumerate() {
        for j in i + 1..table.pieces.len() {
            for a in ground_of(&board, i as u16) {
                for b in ground_of(&board, j as u16) {
                    // Turning rounds points by a unit.
                    if !a.clears(b, 3 * 1270 - 4) {
                        let other = &table.pieces[j].name;
                        return Err(format!("{} is too close to {other}", piece.name));
                    }
                }
            }
        }
    }
    for link in &board.links {
        let short = link.from.distance(link.to) < Length::inches(1);
        if !short && !link_serves(&board, link, Length::millimetres(32)) {
            return Err(format!("{:?} of {} is of no use", link.way, board.piece_name(link.piece)));
        }
    }
    Ok(())
}

#[test]
fn random_tables_are_fair_open_and_covered() {
    // More by hand: TABLES=5000 cargo test --release -p table --test tables
    let count = std::env::var("TABLES").ok().and_then(|n| n.parse().ok()).unwrap_or(240);
    for seed in 0..count {
        if let Err(why) = check(&made(seed)) {
            panic!("seed {seed}: {why}");
        }
    }
}

#[test]
fn deployment_strips_are_open_to_the_largest_bases() {
    for seed in 0..24 {
        let board = Board::build(&made(seed)).unwrap();
        let ground = table::Ground::of(&board, Length::millimetres(60));
        let main = ground.main();
        for (low, high) in [(Point::default(), Point::inches(36, 6)), (Point::inches(0, 30), SIZE)]
        {
            let share = ground.share(low, high, main);
            assert!(share.joined * 4 >= share.spots, "seed {seed}: {share:?}");
            assert!(share.joined * 10 >= share.free * 9, "seed {seed}: {share:?}");
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_table_on_every_platform() {
    // FNV-1a of the written file: any change here changes everybody's random tables.
    let digest = |table: &Table| {
        table.to_toml().bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        })
    };
    let known: [(u64, u64); 4] = [
        (0, 0xa6bf_84fc_3503_d598),
        (1, 0x1401_2abf_fae9_8c03),
        (2, 0x3125_dc4b_2693_b410),
        (3, 0x15b5_e188_a308_fc2b),
    ];
    let found = known.map(|(seed, _)| (seed, digest(&made(seed))));
    assert_eq!(found, known, "{found:#x?}");
    let different: BTreeSet<u64> = (0..40).map(|seed| digest(&made(seed))).collect();
    assert_eq!(different.len(), 40);
}

#[test]
fn a_written_table_reads_back_the_same() {
    for seed in 0..12 {
        let table = made(seed);
        assert_eq!(Table::from_toml(&table.to_toml()).unwrap(), table);
    }
}

#[test]
fn tables_have_levels_windows_and_ways_up() {
    let mut names = BTreeSet::new();
    for seed in 0..80 {
        let table = made(seed);
        let parts: Vec<&Part> = table.pieces.iter().flat_map(|piece| &piece.parts).collect();
        assert!(parts.iter().any(|part| matches!(part, Part::Floor { .. })), "seed {seed}");
        let way = |wanted: Way| {
            parts.iter().any(|part| matches!(part, Part::Link { way, .. } if *way == wanted))
        };
        assert!(way(Way::Ladder) || way(Way::Stairs), "seed {seed}");
        let distinct: BTreeSet<&str> = table.pieces.iter().map(|p| p.name.as_str()).collect();
        assert_eq!(distinct.len(), table.pieces.len(), "seed {seed}: two pieces of one name");
        names.extend(table.pieces.iter().map(|p| p.name.split(',').next().unwrap().to_owned()));
    }
    assert!(names.len() > 40, "{}: {names:?}", names.len());
}

#[test]
fn other_sizes_and_coverages_are_made_too() {
    for (x, y, percent) in [(24, 24, 20), (22, 30, 25), (48, 48, 25), (72, 48, 22), (36, 36, 15)] {
        for seed in 0..3 {
            let wish = Wish { coverage_percent: percent, ..Wish::new(Point::inches(x, y), seed) };
            let table = generate(&wish).unwrap_or_else(|why| panic!("{x}x{y} {seed}: {why}"));
            let board = Board::build(&table).unwrap();
            assert!(coverage(&board).is_at_least(percent.into()) && is_half_turn_symmetric(&board));
        }
    }
}

#[test]
fn what_can_not_be_made_says_why() {
    let greedy = Wish { coverage_percent: 90, ..wish(1) };
    let Err(why @ Unfulfilled::Tried { .. }) = generate(&greedy) else { panic!("90% covered") };
    assert!(why.to_string().contains("wish for less"), "{why}");
    let tiny = Wish::new(Point::inches(3, 3), 1);
    assert!(generate(&tiny).unwrap_err().to_string().contains("at least 6\""));
    // A source without any chance in it ends as well.
    assert!(generate_with(&greedy, &mut |_| 0).is_err());
}

#[test]
fn numbers_below_are_below_and_come_all() {
    let mut random = SplitMix::new(7);
    let seen: BTreeSet<u32> = (0..200).map(|_| random.below(6)).collect();
    assert_eq!(seen.into_iter().collect::<Vec<_>>(), [0, 1, 2, 3, 4, 5]);
    assert_eq!(SplitMix::new(0).next_word(), 0xe220_a839_7b1d_cdaf, "the published first word");
}
