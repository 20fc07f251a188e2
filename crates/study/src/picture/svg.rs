//! Numbers, texts and paths in SVG.

use std::fmt::{self, Write};

use glam::DVec2;
use marey::codes::escaped;

/// A number with at most two decimals: a hundredth of a millimetre.
#[derive(Debug, Clone, Copy)]
pub(crate) struct N(pub(crate) f64);

impl fmt::Display for N {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hundredths = hundredths(self.0);
        if hundredths < 0 {
            f.write_char('-')?;
        }
        let (whole, rest) = (hundredths.unsigned_abs() / 100, hundredths.unsigned_abs() % 100);
        if whole > 0 || rest == 0 {
            write!(f, "{whole}")?;
        }
        match (rest / 10, rest % 10) {
            (0, 0) => Ok(()),
            (tenth, 0) => write!(f, ".{tenth}"),
            (tenth, hundredth) => write!(f, ".{tenth}{hundredth}"),
        }
    }
}

/// No coordinate of a sheet is farther from its corner, so that differences can be counted, too.
const FARTHEST: f64 = 1e7;

fn hundredths(value: f64) -> i64 {
    (value.clamp(-FARTHEST, FARTHEST) * 100.0).round() as i64
}

/// A colour, sRGB.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Colour(pub(crate) [u8; 3]);

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self([r, g, b]) = self;
        write!(f, "#{r:02x}{g:02x}{b:02x}")
    }
}

/// A text as the content of an element.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Text<'a>(pub(crate) &'a str);

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // XML cannot represent all characters.
        f.write_str(&escaped(self.0, ' '))
    }
}

/// The data of a path through these points: the first one, and the way from each to the next.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Line<'a> {
    pub(crate) points: &'a [DVec2],
    pub(crate) is_closed: bool,
}

impl fmt::Display for Line<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut before: Option<[i64; 2]> = None;
        for point in self.points {
            // The ways are between rounded points, so that rounding errors do not add up.
            let [x, y] = point.to_array().map(hundredths);
            if before == Some([x, y]) {
                continue;
            }
            let [from_x, from_y] = before.unwrap_or_default();
            let [x_way, y_way] = [x - from_x, y - from_y].map(|way| N(way as f64 / 100.0));
            f.write_char(if before.is_some() { 'l' } else { 'M' })?;
            write!(f, "{x_way}{}{y_way}", if y < from_y { "" } else { " " })?;
            before = Some([x, y]);
        }
        if self.is_closed { f.write_char('z') } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_rounded() {
        for (value, text) in
            [(0.0, "0"), (-0.001, "0"), (0.5, ".5"), (-0.25, "-.25"), (12.0, "12"), (7.049, "7.05"), (3.101, "3.1")]
        {
            assert_eq!(N(value).to_string(), text);
        }
    }

    #[test]
    fn huge_numbers_and_ways_stop_at_the_farthest_one() {
        for huge in [1e15, 1e18, 3.4e38, f64::MAX, f64::INFINITY] {
            assert_eq!(N(huge).to_string(), "10000000");
            assert_eq!(N(-huge).to_string(), "-10000000");
            let points = [DVec2::new(-huge, huge), DVec2::new(huge, -huge)];
            let line = Line { points: &points, is_closed: false }.to_string();
            // A way is a number, too: the farthest one at most.
            assert_eq!(line, "M-10000000 10000000l10000000-10000000");
        }
        assert_eq!(N(f64::NAN).to_string(), "0");
    }

    #[test]
    fn a_path_ends_where_its_last_point_is_despite_rounding() {
        let points: Vec<DVec2> = (0..100).map(|n| DVec2::new(0.006 * f64::from(n), -0.004 * f64::from(n))).collect();
        let path = Line { points: &points, is_closed: false }.to_string();
        let ways = path[1..].split('l').map(|way| {
            let at = way.rfind(['-', ' ']).unwrap();
            [&way[..at], &way[at..]].map(|number| number.trim().parse::<f64>().unwrap_or_default())
        });
        let end = ways.fold([0.0, 0.0], |[x, y], [x_way, y_way]| [x + x_way, y + y_way]);
        assert!((end[0] - 0.594).abs() < 0.006 && (end[1] + 0.396).abs() < 0.006, "{end:?}");
    }

    #[test]
    fn texts_are_valid_xml() {
        assert_eq!(Text("a<b>&c\u{0}\u{fffe}").to_string(), "a&lt;b&gt;&amp;c  ");
    }
}
