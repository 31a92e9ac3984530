//! The finder against independent oracles, and the laws it keeps.

// Movers are numbers, and lengths are far below 2^52.
#![allow(clippy::needless_range_loop, clippy::cast_precision_loss)]

mod furnished;

use furnished::{Random, crowd, furnished};
use polyanya::Triangulation;
use table::moves::Zone;
use table::moves::{Side, leaves, meets};
use table::{Bar, Base, Board, Figure, INCH, Leg, Length, Point, Scene, Spot, Stop, Terms};

fn wish(random: &mut Random, from: Spot, reach: i32) -> Spot {
    let at = from.at.shifted(random.range(-reach, reach), random.range(-reach, reach));
    Spot::ground(at.x, at.y)
}

/// What must be true of every path that was found.
fn check_found(scene: &Scene<'_>, mover: usize, to: Spot, budget: Length, terms: &Terms) -> bool {
    let Some(found) = scene.find(mover, to, budget, terms, &[]) else { return false };
    let walked = scene.trace(mover, &found.path, terms);
    assert_eq!(walked.as_ref(), Ok(&found.walked), "{}", found.path);
    assert!(found.walked.cost <= budget);
    assert_eq!(found.walked.end, to);
    if let Ok(straight) = scene.trace(mover, &[table::Leg::walk(to)], terms) {
        assert!(found.walked.cost <= straight.cost, "{} is longer than straight", found.path);
    }
    true
}

#[test]
fn what_is_found_is_legal_and_no_longer_than_straight() {
    let mut found = 0;
    let terms = Terms::default();
    for seed in 0..20 {
        let board = furnished(seed, false);
        let figures = crowd(&board, seed);
        let scene = Scene { board: &board, figures: &figures };
        let mut random = Random(seed + 77);
        for mover in 0..30 {
            for _ in 0..4 {
                let to = wish(&mut random, figures[mover].unwrap().spot, 10 * INCH);
                found += usize::from(check_found(&scene, mover, to, Length::inches(12), &terms));
            }
        }
    }
    assert!(found > 1000, "only {found} of 2400 wishes were met");
}

/// The ring around a convex shape at a distance, as a polygon outside it or, with `inside`, within.
fn ring(core: &[Point], radius: f64, inside: bool) -> Vec<(f64, f64)> {
    let parts = 64;
    let step = std::f64::consts::TAU / f64::from(parts);
    let out = if inside { radius } else { radius / (step / 2.0).cos() };
    let mut points: Vec<(f64, f64)> = Vec::new();
    for p in core {
        for k in 0..parts {
            let angle = step * f64::from(k);
            points.push((f64::from(p.x) + out * angle.cos(), f64::from(p.y) + out * angle.sin()));
        }
    }
    hull(points)
}

fn hull(mut points: Vec<(f64, f64)>) -> Vec<(f64, f64)> {
    points.sort_by(|a, b| a.partial_cmp(b).unwrap());
    let cross = |o: (f64, f64), a: (f64, f64), b: (f64, f64)| {
        (a.0 - o.0) * (b.1 - o.1) - (a.1 - o.1) * (b.0 - o.0)
    };
    let mut chain: Vec<(f64, f64)> = Vec::new();
    for pass in 0..2 {
        let from = chain.len();
        let ordered: Vec<(f64, f64)> =
            if pass == 0 { points.clone() } else { points.iter().rev().copied().collect() };
        for p in ordered {
            while chain.len() >= from + 2
                && cross(chain[chain.len() - 2], chain[chain.len() - 1], p) <= 1e-9
            {
                chain.pop();
            }
            chain.push(p);
        }
        chain.pop();
    }
    chain
}

/// The shortest way of a disc by polyanya, with obstacles drawn a little too small or too large.
fn polyanya_length(
    board: &Board,
    figures: &[Option<Figure>],
    mover: usize,
    to: Point,
    inside: bool,
) -> Option<f64> {
    let scale = f64::from(INCH);
    let me = figures[mover].unwrap();
    let Base::Round { diameter } = me.base else { return None };
    let radius = f64::from(diameter / 2);
    // Polyanya stands nowhere on an edge: a few hundredths of a millimetre apart from the truth.
    let nudge = if inside { -12.0 } else { 12.0 };
    let point = |x: f64, y: f64| [(x / scale) as f32, (y / scale) as f32];
    let (low, wide, deep) =
        (radius, f64::from(board.size.x) - radius, f64::from(board.size.y) - radius);
    let mut mesh = Triangulation::from_outer_edges(&[
        point(low, low).into(),
        point(wide, low).into(),
        point(wide, deep).into(),
        point(low, deep).into(),
    ]);
    let discs =
        figures.iter().enumerate().filter(|(i, _)| *i != mover).filter_map(|(_, figure)| {
            let figure = figure.as_ref()?;
            let Base::Round { diameter } = figure.base else { return None };
            Some((vec![figure.spot.at], f64::from(diameter / 2)))
        });
    let blocks = board.blocks.iter().map(|block| (block.shape.core.to_vec(), 0.0));
    for (core, own) in discs.chain(blocks) {
        let outline = ring(&core, radius + own + nudge, inside);
        mesh.add_obstacle(outline.into_iter().map(|(x, y)| point(x, y).into()));
    }
    let mesh = mesh.as_navmesh();
    let at = |p: Point| point(f64::from(p.x), f64::from(p.y));
    let path = mesh.path(polyanya_at(at(me.spot.at)), polyanya_at(at(to)))?;
    Some(f64::from(path.length) * scale)
}

fn polyanya_at(at: [f32; 2]) -> polyanya::Coords {
    polyanya::Coords::on_mesh(at.into())
}

#[test]
fn lengths_agree_with_polyanya() {
    let terms = Terms::default();
    let budget = Length::inches(14);
    let (mut compared, mut worst, mut missed) = (0, 0.0_f64, Vec::new());
    for seed in 0..12 {
        let board = furnished(seed, true);
        let figures = crowd(&board, seed);
        let scene = Scene { board: &board, figures: &figures };
        let mut random = Random(seed + 5);
        for mover in 0..30 {
            let to = wish(&mut random, figures[mover].unwrap().spot, 10 * INCH);
            if scene.fits(mover, to, &terms).is_err() {
                continue;
            }
            let found = scene.find(mover, to, budget, &terms, &[]);
            let upper = polyanya_length(&board, &figures, mover, to.at, false);
            let lower = polyanya_length(&board, &figures, mover, to.at, true);
            match (&found, upper, lower) {
                (Some(found), _, Some(lower)) => {
                    let cost = f64::from(found.walked.cost.0);
                    assert!(cost >= lower - 40.0, "{} is shorter than {lower}", found.path);
                    if let Some(upper) = upper {
                        compared += 1;
                        worst = worst.max(cost / upper.max(1.0));
                    }
                }
                (None, Some(upper), _) if upper * 1.03 < f64::from(budget.0) => {
                    missed.push((
                        seed,
                        mover,
                        figures[mover].unwrap().spot.to_string(),
                        to.to_string(),
                        upper,
                    ));
                }
                _ => {}
            }
        }
    }
    println!("{compared} compared, at worst {worst:.4} of the optimum, missed {missed:?}");
    assert!(compared > 150, "{compared}");
    assert!(worst < 1.02, "{worst}");
    assert!(missed.is_empty(), "{missed:?}");
}

#[test]
fn what_is_found_is_within_reach_and_what_is_within_reach_can_be_gone_to() {
    let terms = Terms::default();
    let budget = Length::inches(8);
    let (mut both, mut only_reach) = (0, 0);
    for seed in 0..10 {
        let board = furnished(seed, false);
        let figures = crowd(&board, seed);
        let scene = Scene { board: &board, figures: &figures };
        let mut random = Random(seed + 1234);
        for mover in 0..30 {
            let reach = scene.reach(mover, budget, &terms, &[]);
            for _ in 0..6 {
                let to = wish(&mut random, figures[mover].unwrap().spot, 8 * INCH);
                let cost = reach.cost_to(to);
                let found = scene.find(mover, to, budget, &terms, &[]);
                if let Some(cost) = cost {
                    let path = reach.path_to(to).expect("what has a cost has a path");
                    assert_eq!(path.walked.cost, cost, "{}", path.path);
                    assert_eq!(scene.trace(mover, &path.path, &terms).as_ref(), Ok(&path.walked));
                }
                match (&found, cost) {
                    (Some(found), Some(cost)) => {
                        both += 1;
                        // Neither looks at all points, so either may be a little better.
                        let (a, b) = (found.walked.cost.0, cost.0);
                        assert!((a - b).abs() <= a / 33, "{seed} {mover} {to}: {a} {b}");
                    }
                    (Some(found), None) => {
                        let slack = budget.0 - found.walked.cost.0;
                        assert!(
                            slack < budget.0 / 33,
                            "{seed} {mover} {to}: {slack} {}",
                            found.path
                        );
                    }
                    (None, Some(cost)) => {
                        only_reach += 1;
                        let slack = budget.0 - cost.0;
                        assert!(slack < budget.0 / 33, "{seed} {mover} {to}: {slack}");
                    }
                    (None, None) => {}
                }
            }
        }
    }
    assert!(both > 500 && only_reach < 20, "{both} {only_reach}");
}

fn mirrored(at: Point, board: &Board) -> Point {
    Point::new(board.size.x - at.x, at.y)
}

#[test]
fn mirrored_tables_give_mirrored_costs() {
    let terms = Terms::default();
    for seed in 0..6 {
        let board = furnished(seed, false);
        let figures = crowd(&board, seed);
        let mut table = board.table.clone();
        for part in table.pieces.iter_mut().flat_map(|piece| &mut piece.parts) {
            use table::Part::{Area, Floor, Link, Solid, Wall};
            match part {
                Area { outline, .. } | Solid { outline, .. } | Floor { outline, .. } => {
                    for p in outline {
                        *p = mirrored(*p, &board);
                    }
                }
                Wall { from, to, .. } | Link { from, to, .. } => {
                    (*from, *to) = (mirrored(*from, &board), mirrored(*to, &board));
                }
            }
        }
        let other = Board::build(&table).unwrap();
        let turned: Vec<Option<Figure>> = figures
            .iter()
            .map(|figure| {
                figure.map(|figure| Figure {
                    spot: figure.spot.moved(mirrored(figure.spot.at, &board)),
                    ..figure
                })
            })
            .collect();
        let (here, there) =
            (Scene { board: &board, figures: &figures }, Scene { board: &other, figures: &turned });
        let mut random = Random(seed + 99);
        for mover in 0..30 {
            let to = wish(&mut random, figures[mover].unwrap().spot, 9 * INCH);
            let back = to.moved(mirrored(to.at, &board));
            let budget = Length::inches(11);
            let one = here.find(mover, to, budget, &terms, &[]);
            let two = there.find(mover, back, budget, &terms, &[]);
            match (one, two) {
                (Some(one), Some(two)) => {
                    let apart = (one.walked.cost.0 - two.walked.cost.0).abs();
                    assert!(apart <= 60, "{} and {}", one.path, two.path);
                    // The very same path, mirrored, costs the same to a unit of rounding a leg.
                    let path: Vec<Leg> = (one.path.iter())
                        .map(|leg| Leg { to: leg.to.moved(mirrored(leg.to.at, &board)), ..*leg })
                        .collect();
                    let walked = there.trace(mover, &path, &terms).expect("mirrors are legal");
                    let apart = (one.walked.cost.0 - walked.cost.0).abs();
                    assert!(apart as usize <= path.len(), "{}", one.path);
                }
                (one, two) => assert_eq!(one.is_some(), two.is_some(), "{to}"),
            }
        }
    }
}

/// A base whose sides are so much longer.
fn resized(base: Base, more: i32) -> Base {
    let side = |side: u16| (i32::from(side) + more) as u16;
    match base {
        Base::Round { diameter } => Base::Round { diameter: side(diameter) },
        Base::Oval { long, wide } => Base::Oval { long: side(long), wide: side(wide) },
        Base::Rectangle { long, wide } => Base::Rectangle { long: side(long), wide: side(wide) },
    }
}

#[test]
fn clearances_and_slow_ground_agree_with_dense_sampling() {
    let terms = Terms::default();
    let (mut legal, mut refused, mut slowed) = (0, 0, 0);
    for seed in 0..8 {
        let board = furnished(seed, false);
        let mut figures = crowd(&board, seed);
        // Long bases among the round ones.
        for (i, figure) in figures.iter_mut().enumerate().filter(|(i, _)| i % 3 == 0) {
            let figure = figure.as_mut().unwrap();
            figure.base = Base::Oval { long: 3200, wide: 2500 };
            figure.spot.facing = table::Facing::new(i as i32 * 7);
        }
        let scene = Scene { board: &board, figures: &figures };
        let mut random = Random(seed + 31);
        for mover in 0..30 {
            for _ in 0..8 {
                let me = figures[mover].unwrap();
                let to = Spot { facing: me.spot.facing, ..wish(&mut random, me.spot, 6 * INCH) };
                // Turned into an oval, it may not fit where it stands.
                if scene.fits(mover, me.spot, &terms).is_err() {
                    continue;
                }
                // Copies along the way are rounded to the grid, so bases a little smaller and a little
                // larger are asked about.
                let bars = |at: Point, more: i32| {
                    let base = resized(me.base, more).footprint(at, me.spot.facing);
                    let others = figures.iter().enumerate().filter(|(i, _)| *i != mover);
                    let mut others = others.filter_map(|(_, other)| other.as_ref());
                    let low =
                        |p: Point, size: Point| p.x < 0 || p.y < 0 || p.x > size.x || p.y > size.y;
                    let (from, to) = base.bounds();
                    low(from, board.size)
                        || low(to, board.size)
                        || others.any(|other| base.overlaps(&other.footprint()))
                        || board.blocks.iter().any(|block| {
                            block.low < 3048
                                && block.role == table::Role::Solid
                                && !block.kinds.any(table::Kinds::OBSTACLE)
                                && base.overlaps(&block.shape)
                        })
                };
                let walked = match scene.trace(mover, &[Leg::walk(to)], &terms) {
                    Ok(walked) => walked,
                    Err(Stop { why: Bar::EndsOn { .. }, .. }) => continue,
                    Err(stop) => {
                        assert!(!bars(stop.at.at, -8), "{stop}");
                        assert!(bars(stop.at.at, 8), "{stop}");
                        refused += 1;
                        continue;
                    }
                };
                legal += 1;
                let steps = 100;
                let mut slow = 0;
                for k in 0..=steps {
                    let at = me.spot.at.towards(to.at, k, steps);
                    let base = me.footprint_at(me.spot.moved(at));
                    assert!(!bars(at, -8), "{mover} to {to}");
                    let over = |kinds: table::Kinds| kinds.any(table::Kinds::DIFFICULT);
                    slow += i64::from(
                        board.areas.iter().any(|a| over(a.kinds) && base.overlaps(&a.shape)),
                    );
                }
                let step = &walked.legs[0];
                let sampled = slow as f64 / (steps + 1) as f64 * f64::from(step.length.0);
                let off = (f64::from(step.slow.0) - sampled).abs();
                assert!(off <= 2.0 + f64::from(step.length.0) / 25.0, "{sampled} {step:?}");
                slowed += i32::from(slow > 0);
            }
        }
    }
    assert!(legal > 300 && refused > 300 && slowed > 30, "{legal} {refused} {slowed}");
}

#[test]
fn paths_keep_out_of_zones() {
    let terms = Terms::default();
    let mut found = 0;
    for seed in 0..6 {
        let board = furnished(seed, false);
        let figures = crowd(&board, seed);
        let scene = Scene { board: &board, figures: &figures };
        let mut random = Random(seed + 8);
        for mover in 0..15 {
            let me = figures[mover].unwrap();
            let zones: Vec<Zone> = (15..30)
                .map(|i| Zone::around(&figures[i].unwrap(), Length::inches(1)))
                .filter(|zone| !meets(&me, &[], zone))
                .collect();
            for _ in 0..4 {
                let to = wish(&mut random, me.spot, 8 * INCH);
                let Some(path) = scene.find(mover, to, Length::inches(12), &terms, &zones) else {
                    continue;
                };
                found += 1;
                assert!(zones.iter().all(|zone| !meets(&me, &path.path, zone)), "{}", path.path);
                assert!(leaves(&me, &path.path, &zones).is_empty());
            }
            let side = Side::Near;
            let to_side = scene.toward_side(mover, side, Length::inches(10), &terms, &zones);
            if let Some(path) = to_side {
                assert!(path.walked.cost <= Length::inches(10));
                assert!(path.walked.end.at.y < me.spot.at.y);
                assert!(zones.iter().all(|zone| !meets(&me, &path.path, zone)));
                // No wish nearer to the side can be met.
                for _ in 0..10 {
                    let mut to = wish(&mut random, me.spot, 10 * INCH);
                    to.at.y = path.walked.end.at.y - random.range(20, 2 * INCH);
                    let better = scene.find(mover, to, Length::inches(10), &terms, &zones);
                    assert!(better.is_none(), "{mover}: {} beats {}", to, path.walked.end);
                }
            }
        }
    }
    assert!(found > 100, "{found}");
}

#[test]
fn the_nearest_place_is_the_nearest() {
    let terms = Terms::default();
    let mut moved = 0;
    for seed in 0..6 {
        let board = furnished(seed, false);
        let figures = crowd(&board, seed);
        let scene = Scene { board: &board, figures: &figures };
        let mut random = Random(seed + 3);
        for mover in 0..30 {
            let me = figures[mover].unwrap();
            let wish = wish(&mut random, me.spot, 5 * INCH);
            let place = scene.nearest_place(&me, mover, wish, &terms).expect("there is room");
            assert_eq!(scene.fits(mover, place, &terms), Ok(()));
            let far = wish.at.distance_squared(place.at);
            moved += i32::from(far > 0);
            // Nothing on a net around the wish is nearer by more than the rounding.
            for _ in 0..400 {
                let reach = wish.at.distance(place.at).0 - 4;
                if reach < 10 {
                    break;
                }
                let at = wish.at.shifted(random.range(-reach, reach), random.range(-reach, reach));
                if wish.at.distance(at).0 < reach {
                    let better = scene.fits(mover, wish.moved(at), &terms).is_ok();
                    assert!(!better, "{at:?} is nearer to {wish} than {place}");
                }
            }
        }
    }
    assert!(moved > 30, "{moved}");
}

/// A figure in contact with another, in a direction, rounded outward; both are round.
fn in_contact(with: Figure, base: Base, facing: i32) -> Figure {
    let far = with.base.reach() + base.reach();
    let (x, y) = table::Facing::new(facing).turn(far, 0);
    let mut figure = Figure { base, ..with };
    for more in 0..4 {
        let out = |n: i32| n + n.signum() * more;
        figure.spot.at = with.spot.at.shifted(out(x), out(y));
        if figure.spot.at.distance_squared(with.spot.at) >= i64::from(far) * i64::from(far) {
            break;
        }
    }
    figure
}

/// How far it is around a circle, one way or the other.
fn around(centre: Point, radius: i32, from: Point, to: Point, left: bool) -> f64 {
    let polar = |p: Point| {
        let (x, y) = centre.to(p);
        ((x as f64).hypot(y as f64).max(radius.into()), (y as f64).atan2(x as f64))
    };
    let ((a, start), (b, end)) = (polar(from), polar(to));
    let turn = if left { end - start } else { start - end }.rem_euclid(std::f64::consts::TAU);
    let radius = f64::from(radius);
    let arc = turn - (radius / a).acos() - (radius / b).acos();
    if arc <= 0.0 {
        let (x, y) = from.to(to);
        return (x as f64).hypot(y as f64);
    }
    (a * a - radius * radius).sqrt() + radius * arc + (b * b - radius * radius).sqrt()
}

#[test]
fn who_is_in_contact_finds_the_way_round_a_neighbour() {
    let board = Board::empty(Length::inches(36), Length::inches(36));
    let terms = Terms::default();
    let round = |diameter| Base::Round { diameter };
    for (n, facing) in (0..72).enumerate() {
        let (mine, its) = [(2500, 3200), (3200, 3200), (4000, 2500), (2500, 13000)][n % 4];
        let middle = Spot::ground(18 * INCH, 18 * INCH);
        let neighbour = Figure { spot: middle, base: round(its), height: Length::inches(1) };
        let mover = in_contact(neighbour, round(mine), facing);
        // A third that touches the mover bars the way round on the left.
        let third = in_contact(mover, round(3200), facing + 17);
        let radius = i32::from(mine / 2) + i32::from(its / 2);
        for barred in [false, true] {
            let figures = [Some(mover), Some(neighbour), barred.then_some(third)];
            let scene = Scene { board: &board, figures: &figures };
            let budget = Length::inches(24);
            let reach = scene.reach(0, budget, &terms, &[]);
            for direction in (0..72).step_by(6) {
                let (x, y) = table::Facing::new(direction).turn(radius + INCH, 0);
                let to = middle.moved(middle.at.shifted(x, y));
                if scene.fits(0, to, &terms).is_err() {
                    continue;
                }
                let way = |left| around(middle.at, radius, mover.spot.at, to.at, left);
                let least = if barred { way(false) } else { way(false).min(way(true)) };
                let found = scene.find(0, to, budget, &terms, &[]).expect("there is a way round");
                let cost = f64::from(found.walked.cost.0);
                let place = format!("from {facing} to {direction}, {mine} round {its}, {barred}");
                assert!(cost <= least * 1.03 + 12.0, "{place}: {cost} of {least}");
                let all = reach.cost_to(to).expect("it is within reach");
                assert!(f64::from(all.0) <= least * 1.03 + 12.0, "{place}: {all} of {least}");
            }
        }
    }
}
