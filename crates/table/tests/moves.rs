//! Hand-made cases for every rule of moving, each small enough to check with a ruler.

use table::moves::Zone;
use table::moves::{Pass, cut, leaves, meets, passes};
use table::{
    Bar, Base, Board, Facing, Figure, INCH, Kinds, Leg, Length, Path, Point, Scene, Spot, Stop,
    Table, Terms, Walked, Way,
};

/// A table of 20" by 12" with the pieces written in TOML.
fn board(pieces: &str) -> Board {
    let text = format!("size = [20, 12]\n{pieces}");
    let table: Table = toml::from_str(&text).expect("the test's table reads");
    Board::build(&table).expect("the test's table is sound")
}

/// A block from corner to corner.
fn block(name: &str, kinds: &str, low: (f64, f64), high: (f64, f64), height: f64) -> String {
    let ((a, b), (c, d)) = (low, high);
    format!(
        "[[piece]]\nname = '{name}'\nkinds = [{kinds}]\n[[piece.part]]\nshape = 'solid'\n\
         outline = [[{a}, {b}], [{c}, {b}], [{c}, {d}], [{a}, {d}]]\nheight = {height}\n"
    )
}

fn area(name: &str, kinds: &str, low: (f64, f64), high: (f64, f64)) -> String {
    let ((a, b), (c, d)) = (low, high);
    format!(
        "[[piece]]\nname = '{name}'\nkinds = [{kinds}]\n[[piece.part]]\nshape = 'area'\n\
         outline = [[{a}, {b}], [{c}, {b}], [{c}, {d}], [{a}, {d}]]\n"
    )
}

/// A platform of 4" by 6" from x = 10, with a marked edge on its left side.
fn platform(way: &str, z: f64) -> String {
    format!(
        "[[piece]]\nname = 'platform'\n[[piece.part]]\nshape = 'floor'\n\
         outline = [[10, 3], [14, 3], [14, 9], [10, 9]]\nz = {z}\n\
         [[piece.part]]\nshape = 'wall'\nfrom = [10.05, 3]\nto = [10.05, 9]\nthick = 0.1\n\
         height = {z}\n\
         [[piece.part]]\nshape = 'link'\nway = '{way}'\nfrom = [10, 3]\nto = [10, 9]\nhigh = {z}\n"
    )
}

fn at(text: &str) -> Spot {
    text.parse().unwrap()
}

fn inches(inches: f64) -> Length {
    Length::from_inches(inches).unwrap()
}

/// A figure on a 1" base, 1" tall.
fn figure(spot: &str) -> Figure {
    Figure { spot: at(spot), base: Base::Round { diameter: 2540 }, height: Length::inches(1) }
}

fn trace_as(board: &Board, figures: &[Figure], path: &str, terms: &Terms) -> Result<Walked, Stop> {
    let figures: Vec<Option<Figure>> = figures.iter().copied().map(Some).collect();
    let path: Path = path.parse().unwrap();
    Scene { board, figures: &figures }.trace(0, &path, terms)
}

fn trace(board: &Board, start: &str, path: &str) -> Result<Walked, Stop> {
    trace_as(board, &[figure(start)], path, &Terms::default())
}

#[track_caller]
fn costs(board: &Board, start: &str, path: &str, cost: f64) -> Walked {
    let walked = trace(board, start, path).unwrap_or_else(|stop| panic!("{}", stop.explain(board)));
    assert_eq!(walked.cost, inches(cost), "{walked:#?}");
    walked
}

#[track_caller]
fn stops(board: &Board, start: &str, path: &str, last: &str, why: Bar) {
    let stop = trace(board, start, path).expect_err("the path is not legal");
    assert_eq!((stop.at, stop.why), (at(last), why), "{stop}");
}

#[derive(serde::Serialize, serde::Deserialize)]
struct File {
    path: Path,
}

#[test]
fn paths_read_as_they_are_written() {
    let text = "12,3; 14,3 facing 90; climb 15,3 up 3; drop 18,3";
    let path: Path = text.parse().unwrap();
    assert_eq!(path.to_string(), text);
    assert_eq!(path[0].way, Way::Walk);
    assert_eq!("walk 12,3".parse::<Leg>(), "12,3".parse());
    assert_eq!("".parse::<Path>(), Ok(Path::default()));
    for (text, why) in [
        ("12,3; fly 13,3", "leg 2: `fly` is no way"),
        ("12", "the comma"),
        ("climb", "nothing is there"),
        ("12,3 up", "a number is missing"),
    ] {
        let error = text.parse::<Path>().unwrap_err();
        assert!(error.contains(why), "{error}");
    }
    let file = toml::to_string(&File { path: path.clone() }).unwrap();
    assert!(file.contains("\"climb 15,3 up 3\""), "{file}");
    assert_eq!(toml::from_str::<File>(&file).unwrap().path, path);
}

#[test]
fn a_leg_costs_its_length_rounded_up_and_legs_are_summed() {
    let board = board("");
    costs(&board, "2,2", "5,6", 5.0);
    costs(&board, "2,2", "5,2; 5,6", 7.0);
    let walked = trace(&board, "2,2", "3,3").unwrap();
    assert_eq!(walked.cost, Length(3593)); // 2540 · √2 = 3592.1…
    assert_eq!(costs(&board, "2,2", "", 0.0).end, at("2,2"));
}

#[test]
fn the_table_edge_stops_a_base_not_its_centre() {
    let board = board("");
    costs(&board, "2,2", "0.5,2", 1.5);
    stops(&board, "2,2", "0.4,2", "0.5,2", Bar::TableEdge);
    stops(&board, "2,2", "19,2; 19,20", "19,11.5", Bar::TableEdge);
}

#[test]
fn bases_may_touch_but_not_overlap_unless_the_terms_say_so() {
    let board = board("");
    let other = figure("6,3");
    let terms = Terms::default();
    // Past it at exactly the sum of the radii, and a unit nearer.
    assert!(trace_as(&board, &[figure("2,2"), other], "10,2", &terms).is_ok());
    let mut near = figure("2,2");
    near.spot.at.y += 1;
    let stop = trace_as(&board, &[near, other], "10,2.0004", &terms).unwrap_err();
    assert_eq!(stop.why, Bar::Figure(1));
    // Straight at it: up to contact.
    let stop = trace_as(&board, &[figure("2,3"), other], "10,3", &terms).unwrap_err();
    assert_eq!((stop.leg, stop.at, stop.why), (0, at("5,3"), Bar::Figure(1)));
    let over = Terms { over_bases: true, ..terms };
    assert!(trace_as(&board, &[figure("2,3"), other], "10,3", &over).is_ok());
    let stop = trace_as(&board, &[figure("2,3"), other], "6.5,3", &over).unwrap_err();
    assert_eq!((stop.at, stop.why), (at("5,3"), Bar::Figure(1)));
    // One that stands higher than this one is tall is in nobody's way.
    let above = Figure { spot: at("6,3 up 1"), ..other };
    assert!(trace_as(&board, &[figure("2,3"), above], "10,3", &terms).is_ok());
}

#[test]
fn solid_blocks_bar_and_say_their_name() {
    let board = board(&block("the crate", "", (6.0, 4.0), (8.0, 8.0), 3.0));
    stops(&board, "3,6", "10,6", "5.5,6", Bar::Block { piece: 0 });
    costs(&board, "3,3.5", "10,3.5", 7.0);
    let stop = trace(&board, "3,6", "10,6").unwrap_err();
    assert_eq!(
        stop.explain(&board),
        "leg 1, after 5.5,6: the base would enter the crate, which bars the way; go around it"
    );
    // Terms may say that the mover walks through such walls, but not that it stays in them.
    let figures = [figure("3,6")];
    let crates = self::board(&block("wall", "'breachable'", (6.0, 4.0), (8.0, 8.0), 3.0));
    let terms = Terms { ignore: Kinds::BREACHABLE, ..Terms::default() };
    assert!(trace_as(&crates, &figures, "10,6", &terms).is_ok());
    let stop = trace_as(&crates, &figures, "7,6", &terms).unwrap_err();
    assert_eq!((stop.at, stop.why), (at("5.5,6"), Bar::EndsOn { piece: 0 }));
}

#[test]
fn difficult_ground_doubles_while_any_part_of_the_base_is_over_it() {
    let board = board(&area("mud", "'difficult', 'dangerous'", (6.0, 0.0), (8.0, 12.0)));
    // The base is over it from x = 5.5 to 8.5.
    let walked = costs(&board, "3,6", "10,6", 10.0);
    assert_eq!(walked.legs[0].slow, inches(3.0));
    let touched = walked.legs[0].touched[0];
    assert!(touched.piece == 0 && touched.kinds.any(Kinds::DANGEROUS));
    costs(&board, "3,6", "7,6; 10,6", 10.0);
    costs(&board, "6,6", "7,6", 2.0);
    assert!(trace(&board, "3,6", "5.5,6").unwrap().legs[0].touched.is_empty());
    // Two such areas over each other still only double.
    let both = self::board(
        &[
            area("mud", "'difficult'", (6.0, 0.0), (8.0, 12.0)),
            area("bog", "'difficult'", (7.0, 0.0), (9.0, 12.0)),
        ]
        .concat(),
    );
    costs(&both, "3,6", "12,6", 13.0);
    let light = Terms { slow: Kinds::NONE, ..Terms::default() };
    assert_eq!(trace_as(&both, &[figure("3,6")], "12,6", &light).unwrap().cost, inches(9.0));
}

#[test]
fn a_low_wall_costs_two_inches_once_and_is_never_doubled() {
    let wall = block("low wall", "'obstacle'", (6.0, 4.0), (6.2, 8.0), 2.0);
    let board = self::board(&wall);
    let walked = costs(&board, "3,6", "10,6", 9.0);
    assert_eq!(walked.legs[0].crossings[0].cost, inches(2.0));
    // A turn on top of it does not make it two.
    let walked = costs(&board, "3,6", "6,6; 10,6", 9.0);
    assert_eq!(walked.legs[1].crossings[0].cost, Length::ZERO);
    // There and back again does.
    costs(&board, "3,6", "10,6; 3,6", 18.0);
    let muddy = self::board(&(wall + &area("mud", "'difficult'", (4.5, 0.0), (9.0, 12.0))));
    costs(&muddy, "3,6", "10,6", 7.0 + 5.5 + 2.0);
}

#[test]
fn blocks_of_one_piece_are_one_obstacle_and_pieces_are_several() {
    let part = |x: f64| {
        format!(
            "[[piece.part]]\nshape = 'solid'\nheight = 1\n\
             outline = [[{x}, 4], [{}, 4], [{}, 8], [{x}, 8]]\n",
            x + 0.5,
            x + 0.5
        )
    };
    let head = "[[piece]]\nname = 'sandbags'\nkinds = ['obstacle']\n";
    let one = board(&format!("{head}{}{}", part(6.0), part(6.8)));
    costs(&one, "3,6", "10,6", 9.0);
    let two = board(&format!("{head}{}{head}{}", part(6.0), part(6.8)));
    costs(&two, "3,6", "10,6", 11.0);
    // So far apart that the base stands between them, one piece costs twice.
    let apart = board(&format!("{head}{}{}", part(6.0), part(8.0)));
    costs(&apart, "3,6", "11,6", 12.0);
}

#[test]
fn a_high_wall_is_climbed_up_and_down_or_dropped_from() {
    let board = board(&block("wall", "'obstacle'", (6.0, 4.0), (6.2, 8.0), 3.0));
    costs(&board, "3,6", "10,6", 7.0 + 6.0 + 6.0);
    let walked = costs(&board, "3,6", "drop 10,6", 7.0 + 6.0);
    assert_eq!(walked.legs[0].drop, Some(inches(3.0)));
    // Up on one leg, down on the next.
    let walked = costs(&board, "3,6", "6,6; drop 10,6", 7.0 + 6.0);
    assert_eq!(walked.legs[0].crossings[0].cost, inches(6.0));
    assert_eq!(walked.legs[1].drop, Some(inches(3.0)));
    let careful = Terms { drop_most: Some(inches(2.0)), ..Terms::default() };
    let stop = trace_as(&board, &[figure("3,6")], "drop 10,6", &careful).unwrap_err();
    assert_eq!(stop.why, Bar::TooDeep { drop: inches(3.0), most: inches(2.0) });
}

#[test]
fn nobody_ends_on_an_obstacle() {
    let board = board(&block("low wall", "'obstacle'", (6.0, 4.0), (6.2, 8.0), 1.0));
    stops(&board, "3,6", "6,6", "5.5,6", Bar::EndsOn { piece: 0 });
    stops(&board, "3,3", "6,6; 6.1,6.5", "5.5,5.5", Bar::EndsOn { piece: 0 });
    costs(&board, "3,6", "5.5,6", 2.5);
}

#[test]
fn impassable_obstacles_and_ground_bar() {
    let spikes = board(&block("spikes", "'obstacle', 'impassable'", (6.0, 4.0), (7.0, 8.0), 1.0));
    stops(&spikes, "3,6", "10,6", "5.5,6", Bar::Block { piece: 0 });
    let water = board(&area("water", "'impassable'", (6.0, 4.0), (8.0, 8.0)));
    stops(&water, "3,6", "10,6", "5.5,6", Bar::Block { piece: 0 });
}

fn wall_with(opening: &str) -> Board {
    board(&format!(
        "[[piece]]\nname = 'wall'\n[[piece.part]]\nshape = 'wall'\nfrom = [6, 0]\nto = [6, 12]\n\
         thick = 0.2\nheight = 5\nopenings = [{opening}]\n"
    ))
}

#[test]
fn a_window_as_wide_as_the_base_lets_it_through() {
    let low = wall_with("{ at = 5.5, width = 1, sill = 2, head = 4 }");
    costs(&low, "3,6", "10,6", 9.0);
    stops(&low, "3,6", "6,6", "5.4,6", Bar::EndsOn { piece: 0 });
    let narrow = wall_with("{ at = 5.5, width = 0.99, sill = 2, head = 4 }");
    let too_narrow = Bar::Narrow { piece: 0, width: inches(0.99), base: inches(1.0) };
    assert_eq!(trace(&narrow, "3,6", "10,6").unwrap_err().why, too_narrow);
    // Beside the opening the wall is a wall, and where it is wide enough one can miss it.
    let wall = Bar::Block { piece: 0 };
    assert_eq!(trace(&narrow, "3,2", "10,2").unwrap_err().why, wall);
    assert_eq!(trace(&low, "3,6.2", "10,6.2").unwrap_err().why, wall);
    let high = wall_with("{ at = 5.5, width = 1, sill = 3, head = 4 }");
    costs(&high, "3,6", "10,6", 7.0 + 12.0);
    let door = wall_with("{ at = 5.5, width = 1, head = 2 }");
    costs(&door, "3,6", "10,6", 7.0);
    costs(&door, "3,6", "6,6", 3.0);
}

#[test]
fn one_passes_under_a_floor_that_is_high_enough() {
    let roof = |z: f64| {
        board(&format!(
            "[[piece]]\nname = 'roof'\n[[piece.part]]\nshape = 'floor'\nz = {z}\nthick = 0.1\n\
             outline = [[6, 2], [9, 2], [9, 9], [6, 9]]\n"
        ))
    };
    costs(&roof(1.1), "3,6", "12,6", 9.0);
    let low = Bar::Headroom { piece: 0, free: inches(0.95), needs: inches(1.0) };
    stops(&roof(1.05), "3,6", "12,6", "5.5,6", low);
}

#[test]
fn a_base_ends_wholly_on_its_floor_and_its_centre_never_leaves_it() {
    let board = board(&platform("climb", 3.0));
    costs(&board, "11,6 up 3", "13,6 up 3", 2.0);
    costs(&board, "10.5,4.5 up 3", "13.5,8.5 up 3; 13.5,3.5 up 3", 10.0);
    // It may hang over the edge on its way, as far as its centre.
    costs(&board, "11,6 up 3", "13.6,6 up 3; 12,6 up 3", 4.2);
    costs(&board, "11,6 up 3", "14,6 up 3; 12,6 up 3", 5.0);
    stops(&board, "11,6 up 3", "14.1,6 up 3", "14,6 up 3", Bar::OverEdge { z: inches(3.0) });
    stops(&board, "11,6 up 3", "13.6,6 up 3", "13.5,6 up 3", Bar::OffSurface { z: inches(3.0) });
    let fits = |spot: &str| {
        let figures = [Some(figure("2,2"))];
        Scene { board: &board, figures: &figures }.fits(0, at(spot), &Terms::default())
    };
    assert_eq!(fits("13.5,8.5 up 3"), Ok(()));
    assert_eq!(fits("13.6,8.5 up 3"), Err(Bar::OffSurface { z: inches(3.0) }));
    assert_eq!(fits("13.5,8.5 up 2"), Err(Bar::OffSurface { z: inches(2.0) }));
    assert_eq!(fits("9.8,6"), Err(Bar::Block { piece: 0 }));
}

#[test]
fn changes_of_level_cost_by_their_way() {
    for (way, rise) in [("climb", 6.0), ("ladder", 3.0), ("stairs", 0.0)] {
        let board = board(&platform(way, 3.0));
        let up = format!("9.5,6; {way} 10.5,6 up 3");
        let walked = costs(&board, "7,6", &up, 3.5 + rise);
        assert_eq!((walked.legs[1].rise, walked.legs[1].drop), (inches(rise), None));
        costs(&board, "10.5,6 up 3", &format!("{way} 9.5,6"), 1.0 + rise);
    }
}

#[test]
fn a_drop_costs_no_height_and_reports_it() {
    let board = board(&platform("climb", 4.5));
    let walked = costs(&board, "11,6 up 4.5", "drop 9,6", 2.0);
    assert_eq!(walked.legs[0].drop, Some(inches(4.5)));
    let marked = self::board(&platform("drop", 4.5));
    costs(&marked, "11,6 up 4.5", "drop 9,6", 2.0);
    let (from, to) = (inches(4.5), Length::ZERO);
    let bar = Bar::NoLink { way: Way::Climb, from, to };
    stops(&marked, "11,6 up 4.5", "climb 9,6", "11,6 up 4.5", bar);
}

#[test]
fn a_change_of_level_needs_its_edge_and_its_landing() {
    let board = board(&platform("climb", 3.0));
    let (low, high) = (Length::ZERO, inches(3.0));
    let wrong = |way, from, to| Bar::WrongHeight { way, from, to };
    stops(&board, "9,6", "10.5,6 up 3", "9,6", wrong(Way::Walk, low, high));
    stops(&board, "9,6", "drop 10.5,6 up 3", "9,6", wrong(Way::Drop, low, high));
    stops(&board, "9,6", "stairs 8,6", "9,6", wrong(Way::Stairs, low, low));
    let none = |way| Bar::NoLink { way, from: low, to: high };
    stops(&board, "9,6", "ladder 10.5,6 up 3", "9,6", none(Way::Ladder));
    stops(&board, "15,6", "climb 13.5,6 up 3", "15,6", none(Way::Climb));
    let off = Bar::OffSurface { z: high };
    stops(&board, "9,6", "climb 10.4,6 up 3", "9,6", off);
    let half = Bar::HalfWay { way: Way::Climb, to: inches(1.5), low, high };
    stops(&board, "9,6", "climb 10.5,6 up 1.5", "9,6", half);
    stops(&board, "11,6 up 3", "climb 9,6 up 1.5", "11,6 up 3", half);
    let beside = Bar::NoLink { way: Way::Climb, from: low, to: inches(1.5) };
    stops(&board, "15,6", "climb 13.5,6 up 1.5", "15,6", beside);
    // The landing is taken, or somebody stands at the foot.
    let terms = Terms::default();
    for taken in ["11,6 up 3", "9.4,7"] {
        let figures = [figure("8.5,6.5"), figure(taken)];
        let stop = trace_as(&board, &figures, "climb 10.5,6.5 up 3", &terms).unwrap_err();
        assert_eq!((stop.at, stop.why), (at("8.5,6.5"), Bar::Figure(1)), "{taken}");
    }
    let figures = [figure("8.5,6.5"), figure("12,6 up 3"), figure("12,6")];
    assert!(trace_as(&board, &figures, "climb 10.5,6.5 up 3", &terms).is_ok());
}

#[test]
fn a_far_floor_is_not_reached_over_a_gap() {
    let far = "[[piece]]\nname = 'far'\n[[piece.part]]\nshape = 'floor'\nz = 3\n\
               outline = [[15, 3], [19, 3], [19, 9], [15, 9]]\n";
    let board = board(&(platform("stairs", 3.0) + far));
    let off = Bar::OffSurface { z: inches(3.0) };
    stops(&board, "9.5,6", "stairs 16,6 up 3", "9.5,6", off);
    costs(&board, "9.5,6", "stairs 13,6 up 3", 3.5);
}

#[test]
fn who_flies_minds_only_ends_and_edges() {
    let pieces = block("crate", "", (6.0, 4.0), (8.0, 8.0), 3.0) + &platform("climb", 3.0);
    let board = board(&pieces);
    let terms = Terms { flying: true, ..Terms::default() };
    let fly = |path: &str| trace_as(&board, &[figure("3,6"), figure("4.5,6")], path, &terms);
    assert_eq!(fly("9,6").unwrap().cost, inches(6.0));
    assert_eq!(fly("7,6 up 3").unwrap_err().why, Bar::OffSurface { z: inches(3.0) });
    assert_eq!(fly("7,6").unwrap_err().why, Bar::EndsOn { piece: 0 });
    assert_eq!(fly("12,6 up 3").unwrap().cost, Length(24_097)); // √(9² + 3²)
    assert_eq!(fly("12,16").unwrap_err().why, Bar::TableEdge);
}

#[test]
fn long_bases_keep_their_facing_on_the_way_and_turn_at_its_end() {
    let board = board(&block("crate", "", (6.0, 4.0), (8.0, 8.0), 3.0));
    let long = Figure { base: Base::Rectangle { long: 5080, wide: 2540 }, ..figure("3,3") };
    let terms = Terms::default();
    let go = |path: &str| trace_as(&board, &[long], path, &terms);
    // Along the crate's side with half an inch to spare, until it is turned across.
    assert!(go("7,3").is_ok());
    assert_eq!(go("7,3.5").unwrap().end, at("7,3.5"));
    let stop = go("7,3.5 facing 90").unwrap_err();
    assert_eq!((stop.at, stop.why), (at("7,3.5"), Bar::Block { piece: 0 }));
    assert!(go("7,3 facing 90").is_ok());
    let stop = go("3,3 facing 90; 7,3.5 facing 90").unwrap_err();
    assert_eq!(stop.leg, 1);
}

#[test]
fn the_exit_point_is_the_last_unit_in_range() {
    let enemy = figure("6,6");
    let zone = [Zone::around(&enemy, Length::inches(1))];
    let mover = figure("6,7");
    let path: Path = "10,7".parse().unwrap();
    let exits = leaves(&mover, &path, &zone);
    assert_eq!(exits.len(), 1);
    let at = exits[0].at;
    // √(2² − 1²)" = 4399.4 units to the right.
    assert_eq!((exits[0].leg, at.at.x - 6 * INCH, exits[0].along), (0, 4399, Length(4399)));
    let there = |x: i32| Figure { spot: at.moved(at.at.shifted(x, 0)), ..mover };
    assert!(there(0).within(&enemy, Length::inches(1)));
    assert!(!there(1).within(&enemy, Length::inches(1)));
    assert_eq!(cut(&path, 0, at)[0].to, at);
}

#[test]
fn a_path_through_a_zone_enters_and_leaves_it() {
    let zones = [
        Zone::around(&figure("6,6"), Length::inches(1)),
        Zone::around(&figure("14,6"), Length::inches(1)),
        Zone::around(&figure("6,2"), Length::inches(1)),
    ];
    let path: Path = "18,4".parse().unwrap();
    let found = passes(&figure("1,4"), &path, &zones);
    let said: Vec<(usize, bool)> = found.iter().map(|pass| (pass.zone, pass.leaves)).collect();
    // Touching counts as within: all three are grazed at exactly an inch.
    assert_eq!(said, [(0, false), (0, true), (2, false), (2, true), (1, false), (1, true)]);
    assert_eq!(found[0].at, at("6,4"));
    let far: Path = "18,4.5; 1,4.5".parse().unwrap();
    let said: Vec<(usize, usize, bool)> =
        passes(&figure("1,4"), &far, &zones).iter().map(|p| (p.leg, p.zone, p.leaves)).collect();
    assert_eq!(said.iter().filter(|&&(_, zone, leaves)| zone == 0 && leaves).count(), 2);
    assert!(meets(&figure("1,4"), &path, &zones[2]));
    assert!(!meets(&figure("1,4.0004"), &"18,4.0004".parse::<Path>().unwrap(), &zones[2]));
}

#[test]
fn of_a_change_of_level_only_the_ends_count() {
    let zones = [Zone::around(&figure("9.4,6"), Length::inches(1))];
    let path: Path = "climb 10.5,6 up 3; 12,6 up 3".parse().unwrap();
    let found = leaves(&figure("8.2,6"), &path, &zones);
    assert_eq!(
        found,
        [Pass { leg: 0, along: Length::ZERO, at: at("8.2,6"), zone: 0, leaves: true }]
    );
    // Three inches up is within four of it, though.
    let wide = [Zone::around(&figure("9.4,6"), Length::inches(4))];
    assert!(leaves(&figure("8.2,6"), &path, &wide).is_empty());
}

#[test]
fn who_is_stopped_goes_back_to_the_last_place_to_rest() {
    let board = board(&block("low wall", "'obstacle'", (6.0, 4.0), (6.2, 8.0), 1.0));
    let figures = [Some(figure("3,6"))];
    let scene = Scene { board: &board, figures: &figures };
    let path: Path = "6,6; 10,6".parse().unwrap();
    let back = |leg: usize, spot: &str| scene.last_rest(0, &path, leg, at(spot), &Terms::default());
    assert_eq!(back(0, "5,6"), at("5,6"));
    assert_eq!(back(0, "6,6"), at("5.5,6"));
    assert_eq!(back(1, "6.5,6"), at("5.5,6"));
    assert_eq!(back(1, "6.7,6"), at("6.7,6"));
    assert_eq!(back(7, "6.5,6"), at("5.5,6"));
}

#[test]
fn nonsense_is_refused_without_a_panic() {
    let board =
        board(&(platform("climb", 3.0) + &block("c", "'obstacle'", (2.0, 2.0), (3.0, 3.0), 3.0)));
    let wild = [i32::MIN, -1, 0, INCH, 30_480, i32::MAX];
    let figures = [Some(figure("6,6")), None];
    let scene = Scene { board: &board, figures: &figures };
    let terms = Terms::default();
    for x in wild {
        for y in wild {
            for z in [i32::MIN, 0, 7620, i32::MAX] {
                for way in [Way::Walk, Way::Climb, Way::Drop, Way::Stairs] {
                    let spot = Spot { at: Point::new(x, y), z, facing: Facing::new(3) };
                    let path = [Leg { way, to: spot }, Leg { way, to: figures[0].unwrap().spot }];
                    let _ = scene.trace(0, &path, &terms);
                    let _ = scene.trace(0, &path, &Terms { flying: true, ..terms });
                    let _ = scene.fits(0, spot, &terms);
                    let _ = scene.last_rest(0, &path, 0, spot, &terms);
                    let odd = Figure { spot, ..figure("0,0") };
                    let zone = Zone::around(&figure("6,6"), Length(x));
                    let _ = passes(&figure("6,6"), &path, &[zone]);
                    let crowd = [Some(odd), Some(figure("6,6"))];
                    let crowd = Scene { board: &board, figures: &crowd };
                    let _ = crowd.trace(0, &path, &terms);
                    let _ = crowd.trace(1, &path, &terms);
                }
            }
        }
    }
    assert_eq!(scene.trace(1, &[], &terms).unwrap_err().why, Bar::Absent);
    assert_eq!(scene.trace(9, &[], &terms).unwrap_err().why, Bar::Absent);
}
