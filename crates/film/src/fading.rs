//! Straight lines that fade with the distance from a point. They are drawn here because a floor of paths with a gradient took 40 % of the
//! time of a film.

use marey::glam::DVec2;
use marey::within::Within;

/// The colour of lines, and where it fades. Lengths are pixels.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Fading {
    pub(crate) colour: [u8; 3],
    pub(crate) width: f64,
    /// The point at which a line would be opaque.
    pub(crate) centre: DVec2,
    /// The distance from the centre at which a line ends.
    pub(crate) reach: f64,
}

impl Fading {
    /// Draws a line on opaque pixels: red, green, blue and 255 each, rows of `wide` pixels.
    pub(crate) fn draw(&self, [from, to]: [DVec2; 2], rgba: &mut [u8], wide: usize) {
        let way = to - from;
        // Along the axis on which the line is longer there is one place on it for each pixel.
        let is_flat = way.x.abs() >= way.y.abs();
        let turned = |at: DVec2| if is_flat { at } else { DVec2::new(at.y, at.x) };
        let high = rgba.len() / (4 * wide.max(1));
        let size = turned(DVec2::new(wide as f64, high as f64));
        let (from, way, centre) = (turned(from), turned(way), turned(self.centre));
        if way.x == 0.0 || !(from.is_finite() && way.is_finite() && centre.is_finite()) {
            return;
        }
        let slope = way.y / way.x;
        // The distance from the line grows by so much with each pixel across.
        let nearer = way.x.abs() / way.length();
        let half = 0.5 * self.width + 0.5;
        let (low, top) = (from.x.min(from.x + way.x), from.x.max(from.x + way.x));
        let first = low.max(centre.x - self.reach).max(0.0);
        let last = top.min(centre.x + self.reach).min(size.x);
        for along in first.round() as usize..last.round().max(0.0) as usize {
            let x = along as f64 + 0.5;
            let y = from.y + slope * (x - from.x);
            let opacity = 1.0 - centre.distance(DVec2::new(x, y)) / self.reach;
            let beside = half / nearer;
            let (first, last) = ((y - beside).max(0.0), (y + beside).min(size.y));
            if opacity <= 0.0 || first >= last {
                continue;
            }
            for across in first as usize..last.ceil() as usize {
                let distance = (across as f64 + 0.5 - y).abs() * nearer;
                let covered = (half - distance).within(0.0, self.width.min(1.0));
                let at = if is_flat { across * wide + along } else { along * wide + across };
                self.mix(rgba.get_mut(4 * at..4 * at + 3).unwrap_or_default(), opacity * covered);
            }
        }
    }

    fn mix(&self, pixel: &mut [u8], opacity: f64) {
        for (part, own) in pixel.iter_mut().zip(self.colour) {
            *part = (f64::from(*part) + (f64::from(own) - f64::from(*part)) * opacity).round() as u8;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WIDE: usize = 40;

    fn drawn(ends: [[f64; 2]; 2], width: f64) -> Vec<u8> {
        let mut rgba = [0, 0, 0, 255].repeat(WIDE * 30);
        let fading = Fading { colour: [200, 100, 0], width, centre: DVec2::new(20.5, 15.5), reach: 15.0 };
        fading.draw(ends.map(DVec2::from_array), &mut rgba, WIDE);
        rgba
    }

    fn red(rgba: &[u8], x: usize, y: usize) -> u8 {
        rgba.get(4 * (y * WIDE + x)).copied().unwrap_or_default()
    }

    #[test]
    fn a_line_is_strongest_at_the_centre_and_ends_at_its_reach() {
        for (ends, is_flat) in [
            ([[-100.0, 15.5], [100.0, 15.5]], true),
            ([[100.0, 15.5], [-100.0, 15.5]], true),
            ([[20.5, -100.0], [20.5, 100.0]], false),
        ] {
            let rgba = drawn(ends, 1.0);
            let at = |step: usize| if is_flat { (6 + step, 15) } else { (20, 1 + step) };
            let row: Vec<u8> = (0..=28).map(at).map(|(x, y)| red(&rgba, x, y)).collect();
            assert!(row.windows(2).take(14).all(|pair| pair[0] < pair[1]), "{row:?}");
            assert!(row.windows(2).skip(14).all(|pair| pair[0] > pair[1]), "{row:?}");
            assert!(row[14] > 185, "{row:?}");
            assert_eq!((red(&rgba, 4, 15), red(&rgba, 36, 15)), (0, 0));
            assert!(rgba.chunks_exact(4).all(|pixel| pixel[3] == 255));
        }
    }

    #[test]
    fn a_line_is_as_wide_as_asked_in_every_direction() {
        // The sum over a straight cut through the line is its width times the way the cut takes through it.
        let across = |rgba: &[u8]| (0..30).map(|y| f64::from(red(rgba, 20, y)) / 200.0).sum::<f64>();
        let flat = across(&drawn([[0.0, 15.2], [40.0, 15.2]], 1.5));
        let steep = across(&drawn([[5.0, 0.2], [35.0, 30.2]], 1.5));
        assert!((steep / flat - 2.0_f64.sqrt()).abs() < 0.06, "{flat} {steep}");
        assert!((flat - 1.5).abs() < 0.1, "{flat}");
    }

    #[test]
    fn lines_outside_and_without_a_length_draw_nothing() {
        for ends in [[[0.0, -50.0], [40.0, -50.0]], [[7.0, 7.0], [7.0, 7.0]], [[f64::NAN, 0.0], [40.0, 15.0]]] {
            assert!(drawn(ends, 1.0).chunks_exact(4).all(|pixel| pixel == [0, 0, 0, 255]));
        }
    }
}
