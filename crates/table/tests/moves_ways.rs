//! Hand-made cases for the finder, the reach and the placer.

use table::moves::Zone;
use table::moves::{Found, Side};
use table::{
    Base, Board, Facing, Figure, INCH, Kinds, Length, Point, Scene, Spot, Table, Terms, Way,
};

fn board(pieces: &str) -> Board {
    let text = format!("size = [20, 12]\n{pieces}");
    let table: Table = toml::from_str(&text).expect("the test's table reads");
    Board::build(&table).expect("the test's table is sound")
}

fn block(kinds: &str, low: (f64, f64), high: (f64, f64), height: f64) -> String {
    let ((a, b), (c, d)) = (low, high);
    format!(
        "[[piece]]\nname = 'block'\nkinds = [{kinds}]\n[[piece.part]]\nshape = 'solid'\n\
         outline = [[{a}, {b}], [{c}, {b}], [{c}, {d}], [{a}, {d}]]\nheight = {height}\n"
    )
}

fn at(text: &str) -> Spot {
    text.parse().unwrap()
}

fn figure(spot: &str) -> Figure {
    Figure { spot: at(spot), base: Base::Round { diameter: 2540 }, height: Length::inches(1) }
}

fn find_as(
    board: &Board,
    figures: &[Figure],
    to: &str,
    budget: i32,
    terms: &Terms,
) -> Option<Found> {
    let figures: Vec<Option<Figure>> = figures.iter().copied().map(Some).collect();
    let scene = Scene { board, figures: &figures };
    let found = scene.find(0, at(to), Length::inches(budget), terms, &[])?;
    assert_eq!(scene.trace(0, &found.path, terms).as_ref(), Ok(&found.walked));
    Some(found)
}

fn find(board: &Board, start: &str, to: &str, budget: i32) -> Option<Found> {
    find_as(board, &[figure(start)], to, budget, &Terms::default())
}

/// A cost in inches, near enough to a number worked out by hand.
#[track_caller]
fn about(found: Option<&Found>, inches: f64) {
    let cost = found.expect("there is a path").walked.cost.as_inches();
    assert!(cost >= inches - 0.001 && cost <= inches * 1.02 + 0.01, "{cost} is not {inches}");
}

#[test]
fn around_or_over_is_chosen_by_cost() {
    // Around a short low wall is shorter than 2"; around a long one is not.
    let short = board(&block("'obstacle'", (6.0, 5.0), (6.2, 7.0), 1.0));
    let found = find(&short, "3,6", "9,6", 10).unwrap();
    assert!(found.walked.cost < Length::inches(8) && found.path.len() > 1, "{}", found.path);
    let long = board(&block("'obstacle'", (6.0, 1.0), (6.2, 11.0), 1.0));
    let found = find(&long, "3,6", "9,6", 10);
    about(found.as_ref(), 8.0);
    assert!(find(&long, "3,6", "9,6", 7).is_none());
    // A high one is left by a drop, unless that is too deep for the terms.
    let high = board(&block("'obstacle'", (6.0, 0.0), (6.2, 12.0), 3.0));
    let found = find(&high, "3,6", "9,6", 20);
    about(found.as_ref(), 6.0 + 6.0);
    let careful = Terms { drop_most: Some(Length::inches(2)), ..Terms::default() };
    about(find_as(&high, &[figure("3,6")], "9,6", 20, &careful).as_ref(), 18.0);
}

#[test]
fn gaps_hardly_wider_than_the_base_are_found() {
    // Two walls with a gap of exactly the base, and of a unit less.
    for (gap, through) in [(2540, true), (2548, true), (2700, true), (2539, false)] {
        let low = f64::from(6 * INCH - 1270) / f64::from(INCH);
        let high = f64::from(6 * INCH - 1270 + gap) / f64::from(INCH);
        for thick in [0.2, 3.0] {
            let board = board(
                &[
                    block("", (8.0, 0.0), (8.0 + thick, low), 3.0),
                    block("", (8.0, high), (8.0 + thick, 12.0), 3.0),
                ]
                .concat(),
            );
            let found = find(&board, "4,2", "15,9", 40);
            assert_eq!(found.is_some(), through, "{gap} {thick}");
        }
    }
    // Between two figures, and beside the table's edge.
    let open = board("");
    let row: Vec<Figure> = [figure("4,6")]
        .into_iter()
        .chain((0..6).map(|i| figure(&format!("10,{}", 0.5 + 2.002 * f64::from(i)))))
        .collect();
    assert!(find_as(&open, &row, "16,6", 20, &Terms::default()).is_some());
    let row: Vec<Figure> = [figure("4,6")]
        .into_iter()
        .chain((0..10).map(|i| figure(&format!("10,{}", 1.502 + f64::from(i)))))
        .collect();
    assert!(find_as(&open, &row, "16,6", 30, &Terms::default()).is_some());
}

#[test]
fn a_window_is_gone_through_at_its_price() {
    let board = board(
        "[[piece]]\nname = 'wall'\n[[piece.part]]\nshape = 'wall'\nfrom = [8, 0]\nto = [8, 12]\n\
         thick = 0.2\nheight = 5\nopenings = [{ at = 5.5, width = 1, sill = 2, head = 4 }]\n",
    );
    about(find(&board, "4,6", "12,6", 12).as_ref(), 10.0);
    // (4,2) to (7.4,6), through, and on to (12,9).
    let found = find(&board, "4,2", "12,9", 20).unwrap();
    assert!(found.walked.legs.iter().any(|leg| !leg.crossings.is_empty()));
}

fn house(way: &str) -> Board {
    board(&format!(
        "[[piece]]\nname = 'house'\n[[piece.part]]\nshape = 'floor'\n\
         outline = [[8, 3], [14, 3], [14, 9], [8, 9]]\nz = 3\n\
         [[piece.part]]\nshape = 'solid'\noutline = [[8, 3], [14, 3], [14, 9], [8, 9]]\nheight = 2.9\n\
         [[piece.part]]\nshape = 'link'\nway = '{way}'\nfrom = [8, 5]\nto = [8, 7]\nhigh = 3\n"
    ))
}

#[test]
fn levels_are_changed_at_their_edges() {
    for (way, rise) in [("stairs", 0.0), ("ladder", 3.0), ("climb", 6.0)] {
        let board = house(way);
        about(find(&board, "5,6", "11,6 up 3", 20).as_ref(), 6.0 + rise);
        let found = find(&board, "5,2", "13,8 up 3", 20).unwrap();
        assert_eq!(found.walked.end, at("13,8 up 3"));
        let down = find(&board, "11,6 up 3", "5,6", 20);
        // Down a climb one may drop.
        about(down.as_ref(), 6.0 + if way == "climb" { 0.0 } else { rise });
    }
    let careful = Terms { drop_most: Some(Length::inches(2)), ..Terms::default() };
    let board = house("climb");
    about(find_as(&board, &[figure("11,6 up 3")], "5,6", 20, &careful).as_ref(), 12.0);
    // From one floor over the ground to the same floor there is no need; under it there is no way.
    assert!(find(&board, "5,6", "11,6", 20).is_none());
}

#[test]
fn over_a_house_can_be_shorter_than_around_it() {
    let text = "[[piece]]\nname = 'house'\n[[piece.part]]\nshape = 'floor'\n\
         outline = [[8, 0], [10, 0], [10, 12], [8, 12]]\nz = 3\n\
         [[piece.part]]\nshape = 'solid'\noutline = [[8, 0], [10, 0], [10, 12], [8, 12]]\nheight = 2.9\n\
         [[piece.part]]\nshape = 'link'\nway = 'stairs'\nfrom = [8, 5]\nto = [8, 7]\nhigh = 3\n\
         [[piece.part]]\nshape = 'link'\nway = 'drop'\nfrom = [10, 5]\nto = [10, 7]\nhigh = 3\n";
    let board = board(text);
    let found = find(&board, "5,6", "13,6", 20).unwrap();
    assert_eq!(found.walked.legs.iter().filter(|leg| leg.way == Way::Drop).count(), 1);
    about(Some(&found), 8.0);
}

#[test]
fn slow_ground_is_gone_around_where_that_is_shorter() {
    let mud = |kinds: &str| {
        board(&format!(
            "[[piece]]\nname = 'mud'\nkinds = [{kinds}]\n[[piece.part]]\nshape = 'area'\n\
             outline = [[6, 0], [11, 0], [11, 6.2], [6, 6.2]]\n"
        ))
    };
    let found = find(&mud("'difficult'"), "4,6", "13,6", 20).unwrap();
    assert!(found.walked.cost < Length::inches(10), "{}", found.walked.cost);
    about(find(&mud("'difficult'"), "4,2", "8,2", 20).as_ref(), 1.5 + 5.0);
    assert!(find(&mud("'impassable'"), "4,2", "8,2", 40).is_none());
}

#[test]
fn long_bases_find_ordinary_paths() {
    let board = board(&block("", (8.0, 3.0), (10.0, 9.0), 3.0));
    for base in [Base::Oval { long: 6000, wide: 3500 }, Base::Rectangle { long: 5000, wide: 2500 }]
    {
        let me = Figure { base, ..figure("5,6") };
        let found = find_as(&board, &[me], "13,6 facing 90", 20, &Terms::default()).unwrap();
        assert_eq!(found.walked.end, at("13,6 facing 90"));
        let cost = found.walked.cost.as_inches();
        assert!((9.0..14.0).contains(&cost), "{base}: {cost} {}", found.path);
    }
    // Lengthwise through a door it can't pass across.
    let door = self::board(
        &[block("", (8.0, 0.0), (8.3, 5.4), 3.0), block("", (8.0, 6.6), (8.3, 12.0), 3.0)].concat(),
    );
    let me = Figure {
        base: Base::Rectangle { long: 5000, wide: 2500 },
        spot: Spot { facing: Facing::degrees(90), ..at("5,6") },
        ..figure("5,6")
    };
    assert!(find_as(&door, &[me], "12,6", 20, &Terms::default()).is_some());
}

#[test]
fn zones_are_gone_around() {
    let open = board("");
    let figures = [Some(figure("4,6")), Some(figure("10,6"))];
    let scene = Scene { board: &open, figures: &figures };
    let zone = [Zone::around(&figure("10,6"), Length::inches(2))];
    let found = scene.find(0, at("16,6"), Length::inches(20), &Terms::default(), &zone).unwrap();
    // Around a circle of 3": two tangents of √27 and an arc of a third of half a turn.
    about(Some(&found), 2.0 * 27.0_f64.sqrt() + std::f64::consts::PI);
    assert!(scene.find(0, at("12,6"), Length::inches(20), &Terms::default(), &zone).is_none());
    let reach = scene.reach(0, Length::inches(14), &Terms::default(), &zone);
    assert!(reach.contains(at("16,6")) && !reach.contains(at("12.9,6")));
}

#[test]
fn what_is_within_reach_has_an_outline() {
    let board = board(&block("", (8.0, 3.0), (10.0, 9.0), 3.0));
    let figures = [Some(figure("6,6"))];
    let scene = Scene { board: &board, figures: &figures };
    let reach = scene.reach(0, Length::inches(4), &Terms::default(), &[]);
    assert!(reach.contains(at("2,6")) && !reach.contains(at("1.999,6")));
    assert_eq!(reach.cost_to(at("6,2")), Some(Length::inches(4)));
    assert!(!reach.contains(at("9,6")) && !reach.contains(at("10.6,6")));
    let outlines = reach.outline();
    assert_eq!(outlines.len(), 1);
    let ring = &outlines[0].rings[0];
    assert!(outlines[0].rings.len() == 1 && ring.len() > 20);
    for &p in ring {
        assert!(reach.contains(Spot::ground(p.x, p.y)), "{p:?}");
    }
    // Of a disc of 4" without the ground from 7.5 on, all but what a grid of half an inch cuts.
    let area = table::polygon::doubled_area(ring) / 2 / i64::from(INCH).pow(2);
    assert!((28..38).contains(&area), "{area}");
    let places = reach.places(Length::inches(1));
    assert!(places.len() > 20);
    for (spot, cost) in places {
        assert_eq!(
            reach.path_to(spot).map(|found| found.walked.cost <= cost),
            Some(true),
            "{spot}"
        );
    }
}

#[test]
fn a_reach_includes_other_levels() {
    let board = house("ladder");
    let figures = [Some(figure("7,6"))];
    let scene = Scene { board: &board, figures: &figures };
    let reach = scene.reach(0, Length::inches(6), &Terms::default(), &[]);
    assert!(reach.contains(at("9,6 up 3")) && !reach.contains(at("11,6 up 3")));
    assert_eq!(reach.outline().len(), 2);
}

#[test]
fn a_retreat_ends_as_near_its_edge_as_it_can() {
    let board = board(&block("", (4.0, 3.0), (10.0, 4.0), 3.0));
    let figures = [Some(figure("7,6")), Some(figure("14,2"))];
    let scene = Scene { board: &board, figures: &figures };
    let toward = |budget: i32, zones: &[Zone]| {
        scene.toward_side(0, Side::Near, Length::inches(budget), &Terms::default(), zones)
    };
    // Blocked by the wall: up to it and no further.
    let near = toward(2, &[]).unwrap();
    assert_eq!((near.walked.end.at.y, near.walked.cost), (4 * INCH + 1270, Length(3810)));
    // Far enough to get around it.
    let around = toward(9, &[]).unwrap();
    assert!(around.walked.end.at.y < 2 * INCH, "{}", around.walked.end);
    let edge = toward(12, &[]).unwrap();
    assert_eq!(edge.walked.end.at.y, 1270);
    let zone = [Zone::around(&figure("14,2"), Length::inches(3))];
    let shy = toward(12, &zone).unwrap();
    assert!(shy.walked.end.at.x < 7 * INCH, "{}", shy.path);
    // Already there: it stays.
    let there = [Some(figure("7,0.5"))];
    let scene = Scene { board: &board, figures: &there };
    assert!(scene.toward_side(0, Side::Near, Length::inches(6), &Terms::default(), &[]).is_none());
}

#[test]
fn a_wish_is_rounded_outward() {
    let board = board(&block("'obstacle'", (4.0, 3.0), (10.0, 4.0), 1.0));
    let figures = [Some(figure("15,6")), Some(figure("2,10"))];
    let scene = Scene { board: &board, figures: &figures };
    let place = |wish: &str| {
        scene.nearest_place(&figure(wish), 1, at(wish), &Terms::default()).map(|spot| spot.at)
    };
    assert_eq!(place("7,8"), Some(Point::inches(7, 8)));
    assert_eq!(place("7,3.7"), Some(Point::new(7 * INCH, 4 * INCH + 1270)));
    assert_eq!(place("15.2,6"), Some(Point::inches(16, 6)));
    assert_eq!(place("-3,6"), Some(Point::new(1270, 6 * INCH)));
    assert_eq!(place("0,0"), Some(Point::new(1270, 1270)));
    assert_eq!(place("7,8 up 3"), None);
    // Among three that leave only one pocket, the pocket.
    let ring = [Some(figure("5,8")), Some(figure("7,8")), Some(figure("6,7"))];
    let scene = Scene { board: &board, figures: &ring };
    let spot = scene.nearest_place(&figure("6,8"), 9, at("6,7.9"), &Terms::default()).unwrap();
    assert_eq!(spot.at, Point::inches(6, 8));
}

#[test]
fn nonsense_is_no_place_and_no_path() {
    let board = house("climb");
    let figures = [Some(figure("5,6"))];
    let scene = Scene { board: &board, figures: &figures };
    let terms = Terms { ignore: Kinds::COVER, ..Terms::default() };
    for x in [i32::MIN, -1, 0, 30_000, i32::MAX] {
        for z in [i32::MIN, 0, 7620, i32::MAX] {
            let spot = Spot { at: Point::new(x, 5000), z, facing: Facing::default() };
            for budget in [i32::MIN, -1, 0, 5000] {
                let _ = scene.find(0, spot, Length(budget), &terms, &[]);
                let reach = scene.reach(0, Length(budget), &terms, &[]);
                let _ = (reach.contains(spot), reach.path_to(spot));
                let _ = scene.toward(0, |at| at.at.x.into(), Length(budget), &terms, &[]);
            }
            let _ = scene.nearest_place(&figure("5,6"), 0, spot, &terms);
        }
    }
    assert!(scene.find(7, at("5,6"), Length::inches(3), &terms, &[]).is_none());
    assert!(!scene.reach(7, Length::inches(3), &terms, &[]).contains(at("5,6")));
    assert!(scene.reach(7, Length::inches(3), &terms, &[]).outline().is_empty());
}
