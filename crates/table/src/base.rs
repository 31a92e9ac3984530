//! Bases and the figures on them.

use std::fmt;
use std::str::FromStr;

use arrayvec::ArrayVec;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::convex::{CORNERS, Convex};
use crate::point::Point;
use crate::units::{Length, MM};

/// A direction in steps of five degrees, counter-clockwise from the positive x axis.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    JsonSchema,
)]
#[serde(transparent)]
pub struct Facing(u8);

/// How many directions there are.
pub const FACINGS: u8 = 72;

/// The first quarter of the cosines of the directions, in parts of 2^30, rounded.
const COSINES: [i64; 19] = [
    1_073_741_824,
    1_069_655_912,
    1_057_429_273,
    1_037_154_960,
    1_008_987_270,
    973_140_577,
    929_887_697,
    879_557_809,
    822_533_957,
    759_250_125,
    690_187_940,
    615_873_009,
    536_870_912,
    453_782_901,
    367_241_332,
    277_905_169,
    186_454_932,
    93_583_607,
    0,
];

impl Facing {
    /// The direction after this many steps; whole turns don't count.
    pub fn new(steps: i32) -> Facing {
        Facing(steps.rem_euclid(i32::from(FACINGS)) as u8)
    }

    /// The nearest direction to an angle in degrees.
    pub fn degrees(degrees: i32) -> Facing {
        Facing::new((degrees + if degrees < 0 { -2 } else { 2 }) / 5)
    }

    /// How many steps from the positive x axis.
    pub fn steps(self) -> u8 {
        self.0
    }

    /// Whether it names a direction; numbers from files may not.
    pub fn is_valid(self) -> bool {
        self.0 < FACINGS
    }

    fn cosine(steps: u8) -> i64 {
        match steps % FACINGS {
            s @ 0..=18 => COSINES[usize::from(s)],
            s @ 19..=36 => -COSINES[usize::from(36 - s)],
            s @ 37..=54 => -COSINES[usize::from(s - 36)],
            s => COSINES[usize::from(72 - s)],
        }
    }

    /// A vector along the x axis and to its left, turned to this direction and rounded to the grid.
    pub fn turn(self, x: i32, y: i32) -> (i32, i32) {
        self.turning()(x, y)
    }

    /// The same for many vectors.
    fn turning(self) -> impl Fn(i32, i32) -> (i32, i32) {
        let (cos, sin) = (Facing::cosine(self.0), Facing::cosine(self.0 % FACINGS + 54));
        move |x, y| {
            let (x, y) = (i64::from(x), i64::from(y));
            (rounded(x * cos - y * sin), rounded(x * sin + y * cos))
        }
    }
}

/// A number in parts of 2^30, rounded: halves away from nothing, so that a half-turn is exact.
fn rounded(n: i64) -> i32 {
    let whole = ((n.unsigned_abs() + (1 << 29)) >> 30) as i32;
    if n < 0 { -whole } else { whole }
}

/// The first quarter of the cosines of a circle's 32 parts, in parts of 2^30, rounded.
const OVAL: [i64; 9] = [
    1_073_741_824,
    1_053_110_176,
    992_008_094,
    892_783_698,
    759_250_125,
    596_538_995,
    410_903_207,
    209_476_638,
    0,
];

fn oval_cosine(i: usize) -> i64 {
    match i % 32 {
        i @ 0..=8 => OVAL[i],
        i @ 9..=16 => -OVAL[16 - i],
        i @ 17..=24 => -OVAL[i - 16],
        i => OVAL[32 - i],
    }
}

/// What a figure stands on. Sizes are whole lengths of the sides or diameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Base {
    /// A disc.
    Round {
        /// From side to side.
        diameter: u16,
    },
    /// An ellipse, as a polygon of 32 corners on it.
    Oval {
        /// Along the facing.
        long: u16,
        /// Across it.
        wide: u16,
    },
    /// A rectangle.
    Rectangle {
        /// Along the facing.
        long: u16,
        /// Across it.
        wide: u16,
    },
}

impl Base {
    /// A disc of so many millimetres.
    pub const fn round(mm: u16) -> Base {
        Base::Round { diameter: mm * MM as u16 }
    }

    /// The longest side or diameter.
    pub fn longest(self) -> Length {
        match self {
            Base::Round { diameter } => Length(diameter.into()),
            Base::Oval { long, wide } | Base::Rectangle { long, wide } => {
                Length(long.max(wide).into())
            }
        }
    }

    /// The shortest side or diameter: what must fit through a gap.
    pub fn narrowest(self) -> Length {
        match self {
            Base::Round { diameter } => Length(diameter.into()),
            Base::Oval { long, wide } | Base::Rectangle { long, wide } => {
                Length(long.min(wide).into())
            }
        }
    }

    /// Whether turning it changes where it is.
    pub fn has_facing(self) -> bool {
        !matches!(self, Base::Round { .. })
    }

    /// The radius of a disc around it, rounded up.
    pub fn reach(self) -> i32 {
        match self {
            Base::Round { diameter } => i32::from(diameter.div_ceil(2)),
            Base::Oval { long, wide } => i32::from(long.max(wide).div_ceil(2)) + 1,
            Base::Rectangle { long, wide } => {
                let (a, b) = (i64::from(long), i64::from(wide));
                (crate::point::ceil_sqrt(a * a + b * b) as i32 + 1) / 2 + 1
            }
        }
    }

    /// The ground it covers at a place, drawn to `parts`/10 of its size about its centre.
    fn scaled(self, at: Point, facing: Facing, parts: i32) -> Convex {
        let half = |side: u16| i32::from(side) * parts / 20;
        match self {
            Base::Round { diameter } => Convex::disc(at, half(diameter)),
            Base::Rectangle { long, wide } => {
                let (a, b) = (half(long), half(wide));
                let corners = [(-a, -b), (a, -b), (a, b), (-a, b)];
                let core = corners
                    .into_iter()
                    .map(|(x, y)| {
                        let (x, y) = facing.turn(x, y);
                        at.shifted(x, y)
                    })
                    .collect();
                Convex { core, radius: 0 }
            }
            Base::Oval { long, wide } => {
                let (a, b) = (i64::from(half(long)), i64::from(half(wide)));
                let turn = facing.turning();
                let half: [(i32, i32); 16] = std::array::from_fn(|i| {
                    turn(rounded(a * oval_cosine(i)), rounded(b * oval_cosine(i + 24)))
                });
                // Rounding moves a corner by less than the curve bends between its neighbours, so
                // these are in convex position; only a needle needs its hull taken. The other half is
                // the first one turned by half, which is exact.
                let mut points = ArrayVec::<Point, CORNERS>::new();
                points.extend(half.iter().map(|(x, y)| at.shifted(*x, *y)));
                points.extend(half.iter().map(|(x, y)| at.shifted(-x, -y)));
                if a.max(b) > 5 * a.min(b) {
                    return Convex::hull(&points).expect("32 points have at most 32 corners");
                }
                Convex { core: points, radius: 0 }
            }
        }
    }

    /// The ground it covers at a place.
    pub fn footprint(self, at: Point, facing: Facing) -> Convex {
        self.scaled(at, facing, 10)
    }
}

impl fmt::Display for Base {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mm = |side: &u16| {
            let (whole, part) = (side / 100, side % 100);
            match part {
                0 => whole.to_string(),
                _ => format!("{whole}.{part:02}"),
            }
        };
        match self {
            Base::Round { diameter } => write!(f, "{} mm", mm(diameter)),
            Base::Oval { long, wide } => write!(f, "{}x{} mm oval", mm(long), mm(wide)),
            Base::Rectangle { long, wide } => write!(f, "{}x{} mm", mm(long), mm(wide)),
        }
    }
}

impl FromStr for Base {
    type Err = String;

    /// Reads `32 mm`, `60x35 mm oval`, `50x25 mm`; the unit may be left out.
    fn from_str(text: &str) -> Result<Base, String> {
        let wrong = || {
            format!(
                "`{text}` is no base; write its size in millimetres from 10 to 300, such as \
                 `32 mm`, `60x35 mm oval` or `50x25 mm`"
            )
        };
        let lower = text.trim().to_ascii_lowercase();
        let (rest, oval) = match lower.strip_suffix("oval") {
            Some(rest) => (rest.trim_end(), true),
            None => (lower.as_str(), false),
        };
        let rest = rest.strip_suffix("mm").unwrap_or(rest).trim_end();
        let side = |text: &str| -> Result<u16, String> {
            let text = text.trim();
            let plain = text.chars().all(|c| c.is_ascii_digit() || c == '.');
            let mm: f64 = text.parse().ok().filter(|_| plain).ok_or_else(wrong)?;
            if (10.0..=300.0).contains(&mm) {
                Ok((mm * f64::from(MM) + 0.5) as u16)
            } else {
                Err(wrong())
            }
        };
        match rest.split_once('x') {
            None if oval => Err(wrong()),
            None => Ok(Base::Round { diameter: side(rest)? }),
            Some((long, wide)) => {
                let (long, wide) = (side(long)?, side(wide)?);
                Ok(if oval { Base::Oval { long, wide } } else { Base::Rectangle { long, wide } })
            }
        }
    }
}

impl Serialize for Base {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Base {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Base, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// Where something stands: the centre of its base, the height of the surface under it, and which
/// way it faces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Spot {
    /// The centre.
    pub at: Point,
    /// The height of the surface, in units.
    pub z: i32,
    /// The direction, which matters to bases that are not round.
    pub facing: Facing,
}

impl Spot {
    /// On the ground.
    pub const fn ground(x: i32, y: i32) -> Spot {
        Spot { at: Point::new(x, y), z: 0, facing: Facing(0) }
    }

    /// At another point of the same surface.
    #[must_use]
    pub fn moved(self, at: Point) -> Spot {
        Spot { at, ..self }
    }
}

impl Spot {
    /// The place as one would tell it: to a tenth of an inch, and without the facing.
    pub fn about(self) -> String {
        let tenths = |units: i32| {
            let text = format!("{:.1}", Length(units).as_inches());
            text.strip_suffix(".0").map_or(text.clone(), ToOwned::to_owned)
        };
        let up = if self.z == 0 { String::new() } else { format!(" up {}", tenths(self.z)) };
        format!("{},{}{up}", tenths(self.at.x), tenths(self.at.y))
    }
}

impl fmt::Display for Spot {
    /// As people say it and [`Spot::from_str`] reads it: `12.5,3`, `4,6 up 3`, `4,6 facing 90`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", exact(self.at.x), exact(self.at.y))?;
        if self.z != 0 {
            write!(f, " up {}", exact(self.z))?;
        }
        if self.facing.steps() != 0 {
            write!(f, " facing {}", u32::from(self.facing.steps()) * 5)?;
        }
        Ok(())
    }
}

/// Inches with as many decimals as tell the unit apart, up to four.
fn exact(units: i32) -> String {
    let inches = Length(units).as_inches();
    for digits in 0..4 {
        let text = format!("{inches:.digits$}");
        if Length::parse(&text) == Ok(Length(units)) {
            return text;
        }
    }
    format!("{inches:.4}")
}

impl FromStr for Spot {
    type Err = String;

    fn from_str(text: &str) -> Result<Spot, String> {
        let wrong = |why: &str| {
            format!(
                "`{text}` is no place: {why}; write x,y in inches, such as `12.5,3` or \
                 `4,6 up 3` or `4,6 facing 90`"
            )
        };
        let mut words = text.split_whitespace();
        let at = words.next().ok_or_else(|| wrong("nothing is there"))?;
        let (x, y) = at.split_once(',').ok_or_else(|| wrong("the comma is missing"))?;
        let number = |text: &str| Length::parse(text).map_err(|e| wrong(&e)).map(|l| l.0);
        let mut spot = Spot::ground(number(x)?, number(y)?);
        while let Some(word) = words.next() {
            let value = words.next().ok_or_else(|| wrong("a number is missing"))?;
            match word {
                "up" => spot.z = number(value)?,
                "facing" => {
                    let degrees = value.parse::<i32>().map_err(|_| wrong("degrees are whole"))?;
                    if !(-360..=360).contains(&degrees) || degrees % 5 != 0 {
                        return Err(wrong("directions go in steps of 5 degrees up to 360"));
                    }
                    spot.facing = Facing::degrees(degrees);
                }
                _ => return Err(wrong(&format!("`{word}` is not known here"))),
            }
        }
        Ok(spot)
    }
}

impl Serialize for Spot {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Spot {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Spot, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// A figure on the table: its base at a place, and how tall it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Figure {
    /// Where.
    pub spot: Spot,
    /// On what.
    pub base: Base,
    /// From the surface to the top of its body.
    pub height: Length,
}

/// What can be seen of a figure, and what hides others: an upright prism.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Body {
    /// Its outline from above.
    pub outline: Convex,
    /// Where it begins.
    pub low: i32,
    /// Where it ends.
    pub high: i32,
}

impl Figure {
    /// The ground it covers.
    pub fn footprint(&self) -> Convex {
        self.base.footprint(self.spot.at, self.spot.facing)
    }

    /// The ground it would cover elsewhere.
    pub fn footprint_at(&self, spot: Spot) -> Convex {
        self.base.footprint(spot.at, spot.facing)
    }

    /// Its body: nine tenths of the base's outline, as high as the figure stands.
    pub fn body(&self) -> Body {
        Body {
            outline: self.base.scaled(self.spot.at, self.spot.facing, 9),
            low: self.spot.z,
            high: self.spot.z + self.height.0,
        }
    }

    /// Whether the heights of the two figures overlap, so that neither may stand in the other.
    pub fn shares_height(&self, other: &Figure) -> bool {
        self.spot.z < other.spot.z + other.height.0 && other.spot.z < self.spot.z + self.height.0
    }

    /// Whether the bases are at most `reach` apart, in space. Exact.
    pub fn within(&self, other: &Figure, reach: Length) -> bool {
        let rise = self.spot.z - other.spot.z;
        if let (Base::Round { diameter: a }, Base::Round { diameter: b }) = (self.base, other.base)
        {
            let squared = self.spot.at.distance_squared(other.spot.at);
            let radius = i64::from(a / 2) + i64::from(b / 2);
            if rise == 0 {
                let far = radius + i64::from(reach.0);
                return reach.0 >= 0 && squared <= far * far;
            }
            return crate::Squared::whole(squared).within(
                radius,
                i64::from(rise.abs()),
                i64::from(reach.0),
            );
        }
        // The discs around both bases, and those inside them, answer nearly always.
        let squared = self.spot.at.distance_squared(other.spot.at);
        let most = i64::from(self.base.reach() + other.base.reach()) + i64::from(reach.0.max(0));
        if squared > most * most {
            return false;
        }
        let inside = |base: Base| i64::from(base.narrowest().0 * 9 / 20);
        let least = inside(self.base) + inside(other.base) + i64::from(reach.0);
        if rise == 0 && reach.0 >= 0 && squared <= least * least {
            return true;
        }
        self.footprint().within(&other.footprint(), rise, reach.0)
    }

    /// Whether the bases touch.
    pub fn touches(&self, other: &Figure) -> bool {
        self.within(other, Length::CONTACT)
    }

    /// How far the bases are apart, in space, rounded up to a unit.
    pub fn gap(&self, other: &Figure) -> Length {
        Length(self.footprint().gap(&other.footprint(), self.spot.z - other.spot.z))
    }

    /// Whether they stand in each other.
    pub fn overlaps(&self, other: &Figure) -> bool {
        if !self.shares_height(other) {
            return false;
        }
        // Mostly the discs around both are apart.
        let most = i64::from(self.base.reach() + other.base.reach());
        self.spot.at.distance_squared(other.spot.at) < most * most
            && self.footprint().overlaps(&other.footprint())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn bases_read_as_they_are_written() {
        for text in ["25 mm", "28.50 mm", "60x35 mm oval", "50x25 mm", "130 mm"] {
            assert_eq!(text.parse::<Base>().unwrap().to_string(), text);
        }
        assert_eq!("32".parse(), Ok(Base::round(32)));
        for text in ["", "x", "32x", "9 mm", "301", "32 oval", "-32", "1e2", "32 mm round"] {
            assert!(text.parse::<Base>().unwrap_err().contains("such as"), "{text}");
        }
    }

    #[test]
    fn a_half_turn_is_exact_and_a_quarter_turn_too() {
        for steps in 0..72 {
            let (x, y) = Facing::new(steps).turn(12_345, 678);
            assert_eq!(Facing::new(steps + 36).turn(12_345, 678), (-x, -y));
            assert_eq!(Facing::new(steps + 18).turn(12_345, 678), (-y, x));
        }
    }

    /// What is quicker must be the same to the last unit.
    #[test]
    fn an_oval_is_what_its_corners_one_by_one_make_it() {
        let at = Point { x: 5_001, y: -77 };
        for (long, wide) in [(60, 35), (75, 42), (90, 52), (105, 70), (35, 60)] {
            let base = format!("{long}x{wide} mm oval").parse::<Base>().expect("a base");
            for steps in 0..72 {
                let facing = Facing::new(steps);
                let part = |side: i32, cosine: i64| {
                    let exact = i64::from(side) * 50 * cosine;
                    (exact as f64 / f64::from(1 << 30)).round() as i32
                };
                let slowly = (0..32).map(|i| {
                    let (x, y) = (part(long, oval_cosine(i)), part(wide, oval_cosine(i + 24)));
                    let (x, y) = facing.turn(x, y);
                    at.shifted(x, y)
                });
                assert!(base.footprint(at, facing).core.into_iter().eq(slowly), "{base} {steps}");
            }
        }
    }

    #[test]
    fn places_are_told_to_a_tenth_of_an_inch() {
        let told = |text: &str| text.parse::<Spot>().unwrap().about();
        assert_eq!(told("10.13,5.3697"), "10.1,5.4");
        assert_eq!(told("18,9 up 3 facing 90"), "18,9 up 3");
        assert_eq!(told("17.96,0 up 2.4"), "18,0 up 2.4");
    }

    #[test]
    fn contact_ends_at_five_units() {
        let figure = |x| Figure {
            spot: Spot::ground(x, 0),
            base: Base::round(32),
            height: Length::inches(1),
        };
        assert!(figure(0).touches(&figure(3205)));
        assert!(!figure(0).touches(&figure(3206)));
        assert!(figure(0).overlaps(&figure(3199)));
        assert!(!figure(0).overlaps(&figure(3200)));
        assert_eq!(figure(0).gap(&figure(3206)), Length(6));
    }

    #[test]
    fn the_circles_points_lie_on_the_circle() {
        for i in 0..32 {
            let (c, s) = (oval_cosine(i) as f64, oval_cosine(i + 24) as f64);
            let one = (c * c + s * s).sqrt() / f64::from(1 << 30);
            assert!((one - 1.0).abs() < 1e-8);
        }
    }

    proptest! {
        #[test]
        fn spots_survive_as_text(x in -90_000..200_000, y in 0..200_000, z in 0..30_000, f in 0..72) {
            let spot = Spot { at: Point { x, y }, z, facing: Facing::new(f) };
            prop_assert_eq!(spot.to_string().parse::<Spot>().unwrap(), spot);
        }

        #[test]
        fn shortcuts_change_no_answer(
            x in 0..30_000, y in 0..30_000, f in 0..72, g in 0..72, reach in 0..20_000,
            bases in prop::sample::subsequence(
                vec!["28 mm", "60x35 mm oval", "130x70 mm oval", "50x25 mm", "105 mm"], 2)
        ) {
            let figure = |text: &str, x, y, f| Figure {
                spot: Spot { at: Point { x, y }, z: 0, facing: Facing::new(f) },
                base: text.parse().unwrap(),
                height: Length::inches(1),
            };
            let (a, b) = (figure(bases[0], x, y, f), figure(bases[1], 15_000, 15_000, g));
            let slow = a.footprint().within(&b.footprint(), 0, reach);
            prop_assert_eq!(a.within(&b, Length(reach)), slow);
        }

        #[test]
        fn an_oval_is_its_own_hull(
            long in 1000_u16..30_000, wide in 1000_u16..30_000, f in 0..72
        ) {
            let (at, facing) = (Point::new(50_000, 50_000), Facing::new(f));
            let shape = Base::Oval { long, wide }.footprint(at, facing);
            let hull = Convex::hull(&shape.core).unwrap();
            prop_assert_eq!(shape.core.len(), hull.core.len());
        }

        #[test]
        fn an_oval_lies_between_its_circles(
            long in 4000_u16..13_000, wide in 2500_u16..4000, f in 0..72
        ) {
            let (at, facing) = (Point::new(50_000, 50_000), Facing::new(f));
            let shape = Base::Oval { long, wide }.footprint(at, facing);
            for p in &shape.core {
                let d = at.distance_squared(*p);
                let (most, least) = (i64::from(long / 2) + 2, i64::from(wide / 2) - 2);
                prop_assert!(d <= most * most && d >= least * least);
            }
            prop_assert!(shape.core.len() >= 28);
        }
    }
}
