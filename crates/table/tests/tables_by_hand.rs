//! The tables in `data/tables` are sound, fair, covered and open.

use std::path::PathBuf;

use table::coverage::link_serves;
use table::{
    Board, Convex, Ground, Length, Part, Point, Way, connected, coverage, is_half_turn_symmetric,
};

fn tables() -> Vec<(String, String)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../data/tables");
    let mut found: Vec<(String, String)> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "toml"))
        .map(|path| {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            (name, std::fs::read_to_string(path).unwrap())
        })
        .collect();
    found.sort();
    found
}

fn boards() -> impl Iterator<Item = (String, Board)> {
    tables().into_iter().map(|(name, text)| {
        let board = Board::read(&text).unwrap_or_else(|faults| panic!("{name}: {}", faults[0]));
        (name, board)
    })
}

const OBJECTIVES: [Point; 5] = [
    Point::inches(18, 18),
    Point::inches(9, 9),
    Point::inches(27, 9),
    Point::inches(9, 27),
    Point::inches(27, 27),
];

#[test]
fn there_are_at_least_four_with_a_name_and_a_comment() {
    let tables = tables();
    assert!(tables.len() >= 4);
    for (name, text) in tables {
        assert!(text.starts_with("# "), "{name} begins with a comment on what it is");
        assert!(!Board::read(&text).unwrap().table.name.is_empty(), "{name}");
    }
}

#[test]
fn they_are_the_same_from_both_sides() {
    for (name, board) in boards() {
        assert_eq!(board.size, Point::inches(36, 36));
        assert!(is_half_turn_symmetric(&board), "{name}");
    }
}

#[test]
fn a_quarter_to_a_third_is_covered() {
    for (name, board) in boards() {
        let covered = coverage(&board);
        assert!(covered.is_at_least(25) && !covered.is_at_least(33), "{name}: {covered}");
    }
}

#[test]
fn objectives_are_free_and_the_largest_bases_walk_between_them_and_the_strips() {
    for (name, board) in boards() {
        for at in OBJECTIVES {
            let counter = Convex::disc(at, 1270);
            assert!(board.blocks.iter().all(|b| b.shape.clears(&counter, 0)), "{name} {at:?}");
            assert!(board.areas.iter().all(|a| a.shape.clears(&counter, 0)), "{name} {at:?}");
        }
        let walker = Length::millimetres(60);
        assert!(connected(&board, walker, &OBJECTIVES), "{name}");
        let ground = Ground::of(&board, walker);
        let main = ground.region(OBJECTIVES[0]).unwrap();
        let near = ground.share(Point::default(), Point::inches(36, 6), main);
        assert!(near.joined * 4 >= near.spots, "{name}: {near:?}");
        assert!(near.joined * 10 >= near.free * 9, "{name}: {near:?}");
    }
}

#[test]
fn every_way_up_can_be_used() {
    for (name, board) in boards() {
        for link in &board.links {
            let served = link_serves(&board, link, Length::millimetres(32));
            let piece = board.piece_name(link.piece);
            assert!(served, "{name}: {piece}, {} from {:?} to {:?}", link.way, link.from, link.to);
        }
        for surface in &board.surfaces {
            let up = board.links.iter().any(|link| {
                link.piece == surface.piece && link.high == surface.z && link.way != Way::Drop
            });
            assert!(up, "{name}: {} has a floor nobody reaches", board.piece_name(surface.piece));
        }
    }
}

#[test]
fn together_they_use_everything() {
    let all: Vec<Part> =
        boards().flat_map(|(_, board)| board.table.pieces).flat_map(|piece| piece.parts).collect();
    for way in [Way::Stairs, Way::Ladder, Way::Climb, Way::Drop] {
        assert!(all.iter().any(|part| matches!(part, Part::Link { way: w, .. } if *w == way)));
    }
    let high = |part: &Part| matches!(part, Part::Link { low, .. } if low.0 > 0);
    assert!(all.iter().any(high), "from a floor to a higher one");
    let windows = |part: &Part| matches!(part, Part::Wall { openings, .. } if openings.iter().any(|o| o.sill.0 > 0));
    assert!(all.iter().any(windows));
}

#[test]
fn they_survive_being_written() {
    for (name, board) in boards() {
        let again = table::Table::from_toml(&board.table.to_toml()).unwrap();
        assert_eq!(again, board.table, "{name}");
    }
}
