//! Draws a table file, or a random table by its seed, as a picture.
//!
//! `cargo run -p table --example draw -- 42 city > table.svg`; a third word `paper` or `ascii`
//! chooses another picture.

use table::picture::{Counter, Drawing, Overlay, Theme, Token, Trace, View};
use table::{
    Base, Board, Convex, Edge, Facing, Figure, INCH, Length, Point, Spot, Style, Wish, Zone,
    generate,
};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let size = Point::inches(36, 36);
    let places = [(18, 18), (9, 9), (27, 9), (9, 27), (27, 27)].map(|(x, y)| Point::inches(x, y));
    let source = words.first().map_or("1", String::as_str);
    let board = if let Ok(seed) = source.parse::<u64>() {
        let style = Style::ALL
            .into_iter()
            .find(|style| words.iter().any(|word| *word == style.to_string()))
            .unwrap_or_default();
        let keep_free = places.map(|at| Convex::disc(at, INCH / 2)).to_vec();
        let table = generate(&Wish { keep_free, style, ..Wish::new(size, seed) });
        Board::build(&table.unwrap_or_else(|why| panic!("{why}"))).expect("sound")
    } else {
        let text = std::fs::read_to_string(source).expect("a table file");
        match Board::read(&text) {
            Ok(board) => board,
            Err(faults) => {
                for fault in &faults {
                    eprintln!("{source}: {fault}");
                }
                std::process::exit(1);
            }
        }
    };
    let counters: Vec<Counter> = places
        .iter()
        .zip(1..)
        .map(|(&at, i)| Counter { at, radius: INCH / 2, label: i.to_string() })
        .collect();
    let zones = [Edge::Near, Edge::Far].map(|edge| {
        let zone = Zone::strip(board.size, edge, Length::inches(6)).expect("a strip");
        Overlay {
            points: zone.outline().to_vec(),
            closed: true,
            trace: Trace::Zone,
            title: "deployment zone".into(),
        }
    });
    let token = |label: &str, side, x, y, base| Token {
        figure: Figure {
            spot: Spot { at: Point::inches(x, y), z: 0, facing: Facing::new(6) },
            base,
            height: Length::inches(1),
        },
        label: label.into(),
        side,
        dim: false,
    };
    let figures = words.iter().any(|word| word == "figures");
    let tokens = [
        token("a1", 0, 12, 2, Base::round(32)),
        token("a2", 0, 18, 3, Base::round(25)),
        token("b1", 1, 20, 34, Base::round(40)),
        token("b2", 1, 26, 33, Base::Oval { long: 6000, wide: 3500 }),
    ];
    let tokens = if figures { &tokens[..] } else { &[] };
    let view = View { board: &board, tokens, counters: &counters, overlays: &zones };
    if words.iter().any(|word| word == "ascii") {
        print!("{}", view.ascii());
    } else {
        let theme =
            if words.iter().any(|word| word == "paper") { Theme::Paper } else { Theme::Night };
        print!("{}", view.svg(&Drawing { theme, ..Drawing::default() }));
    }
}
