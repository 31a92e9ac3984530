//! Pictures show what is there, fit where they are shown, and are always the same.

use table::picture::{Class, Counter, Drawing, Overlay, Theme, Token, Trace, View};
use table::{Base, Board, Facing, Figure, INCH, Length, Point, Spot, Style, Wish, generate};

const YARD: &str = r#"
name = "Yard <&>"
size = [12, 8]

[[piece]]
name = "House & garden"
[[piece.part]]
shape = "wall"
from = [1, 6.5]
to = [5, 6.5]
thick = 0.3
height = 3
openings = [{ at = 0.5, width = 1, sill = 1, head = 2 }, { at = 2.5, width = 1, head = 2 }]
kinds = ["impassable"]
[[piece.part]]
shape = "floor"
outline = [[1, 3], [3, 3], [3, 5], [1, 5]]
z = 3
[[piece.part]]
shape = "link"
way = "ladder"
from = [3, 3.5]
to = [3, 4.5]
high = 3

[[piece]]
name = "Pond"
[[piece.part]]
shape = "area"
outline = [[8, 1], [11, 1], [11, 3], [8, 3]]
kinds = ["impassable"]

[[piece]]
name = "Fence"
[[piece.part]]
shape = "wall"
from = [7, 5.5]
to = [11, 5.5]
thick = 0.2
height = 1
kinds = ["obstacle"]
"#;

fn token(label: &str, side: u8, x: i32, y: i32) -> Token {
    Token {
        figure: Figure {
            spot: Spot { at: Point::inches(x, y), z: 0, facing: Facing::default() },
            base: Base::round(32),
            height: Length::inches(1),
        },
        label: label.into(),
        side,
        dim: false,
    }
}

#[test]
fn a_small_table_in_letters() {
    let board = Board::read(YARD).unwrap();
    let tokens = [token("a1", 0, 6, 4), token("B", 1, 10, 6)];
    let counters = [Counter { at: Point::inches(6, 2), radius: INCH / 2, label: "1".into() }];
    let view = View { board: &board, tokens: &tokens, counters: &counters, overlays: &[] };
    let expected = [
        r"  +------------------------+",
        r"  |                        |",
        r" 6|. #oo##DD## .     . B   |",
        r"  |              ========= |",
        r"  |  3333L    a1           |",
        r" 3|. 3333.     .     .     |",
        r"  |           1*   ~~~~~~  |",
        r"  |                ~~~~~~  |",
        r" 0|.     .     .     .     |",
        r"  +------------------------+",
        r"   0     3     6     9     12",
        r"   # wall   o window   D door   = obstacle",
        r"   1 to 9: floor or roof, inches up   L ladder   ~ impassable   * counter",
    ];
    let picture = view.ascii();
    assert_eq!(picture.to_string().lines().collect::<Vec<_>>(), expected, "\n{picture}");
    let sides: Vec<char> = picture
        .rows
        .iter()
        .flatten()
        .filter(|cell| cell.class == Class::Side(0))
        .map(|cell| cell.ch)
        .collect();
    assert_eq!(sides, ['a', '1']);
}

#[test]
fn letters_fit_a_terminal_of_eighty_columns() {
    for (x, y) in [(36, 36), (24, 24), (48, 48), (72, 48), (90, 60)] {
        let wish = Wish { coverage_percent: 15, ..Wish::new(Point::inches(x, y), 3) };
        let board = Board::build(&generate(&wish).unwrap()).unwrap();
        let text = View::of(&board).ascii().to_string();
        let widest = text.lines().map(|line| line.chars().count()).max().unwrap();
        assert!(widest <= 80, "{x}x{y}: {widest}\n{text}");
        assert!(text.is_ascii());
    }
}

/// The names of elements that were opened and closed, or where they don't match.
fn balanced(svg: &str) -> Result<usize, String> {
    let mut open: Vec<&str> = Vec::new();
    let mut count = 0;
    for tag in svg.split('<').skip(1) {
        let (inside, text) = tag.split_once('>').ok_or_else(|| format!("no end: {tag}"))?;
        if text.contains('&') {
            let escaped = ["&amp;", "&lt;", "&gt;", "&quot;"];
            let known = escaped.iter().map(|e| text.matches(e).count()).sum::<usize>();
            if known != text.matches('&').count() {
                return Err(format!("not escaped: {text}"));
            }
        }
        if let Some(name) = inside.strip_prefix('/') {
            if open.pop() != Some(name) {
                return Err(format!("</{name}> closes nothing"));
            }
        } else if !inside.ends_with('/') {
            open.push(inside.split([' ', '\n']).next().unwrap_or_default());
        }
        count += 1;
    }
    if open.is_empty() { Ok(count) } else { Err(format!("left open: {open:?}")) }
}

#[test]
fn drawings_are_sound_named_and_always_the_same() {
    let mut boards = vec![Board::read(YARD).unwrap()];
    for (seed, style) in (0..8).zip(Style::ALL.into_iter().cycle()) {
        let wish = Wish { style, ..Wish::new(Point::inches(36, 36), seed) };
        boards.push(Board::build(&generate(&wish).unwrap()).unwrap());
    }
    for board in &boards {
        let mut tokens = vec![token("<a>", 0, 3, 2), token("b", 1, 9, 2)];
        tokens[1].figure.base = Base::Oval { long: 6000, wide: 3500 };
        tokens[1].figure.spot.z = 3 * INCH;
        let counters = [Counter { at: Point::inches(6, 4), radius: INCH / 2, label: "1".into() }];
        let traces =
            [Trace::Zone, Trace::Reach, Trace::Path, Trace::Sight, Trace::Obscured, Trace::Blocked];
        let overlays = traces.map(|trace| Overlay {
            points: vec![Point::inches(1, 1), Point::inches(5, 2), Point::inches(3, 4)],
            closed: trace == Trace::Reach,
            trace,
            title: "a \"b\" & c".into(),
        });
        let view = View { board, tokens: &tokens, counters: &counters, overlays: &overlays };
        for theme in [Theme::Night, Theme::Paper] {
            let drawing = Drawing { theme, prefix: "x1".into() };
            let svg = view.svg(&drawing);
            balanced(&svg).unwrap_or_else(|why| panic!("{}: {why}", board.table.name));
            assert_eq!(svg, view.svg(&drawing));
            for piece in &board.table.pieces {
                let name = piece.name.replace('&', "&amp;");
                assert!(svg.contains(&format!("<title>{name}: ")), "{name}");
            }
            assert!(svg.contains("url(#x1-table)") && !svg.contains("NaN"));
            assert!(svg.contains("&lt;a&gt;, 32 mm at 3,2"));
        }
    }
}
