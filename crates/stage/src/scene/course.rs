//! The path of a figure on the stage, and the space it takes.
//!
//! Positions and boxes are in stage space: metres, Y up.

use glam::{Vec2, Vec3};

use marey::body::ranked;
use marey::compact::maths::yaw;
use marey::model::Bounds;

/// The extent and direction of a figure's path in a behaviour.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Way {
    /// Diagonal of the crossed area on the ground, metres.
    pub length: f32,
    /// Difference between the lowest and the highest position, metres.
    pub climb: f32,
    /// The main direction as a yaw, without sign; `None` if there is none.
    pub yaw: Option<f32>,
}

/// The path of a figure, and the space it takes.
#[derive(Debug, Clone, PartialEq)]
pub struct FigureCourse {
    /// The path of the carrier joint.
    pub way: Way,
    /// The path climbs more than a jump.
    pub climbing: bool,
    /// Bounding boxes of sampled poses, without bad frames.
    pub poses: Vec<Bounds>,
    /// The same boxes relative to the carrier joint: x and z from the joint, y from the ground, or from the joint if the figure
    /// climbs.
    pub about_joint: Vec<Bounds>,
    /// The median size of the boxes.
    pub usual: Vec3,
}

impl Way {
    /// The path through positions at even time steps. Drops a twentieth at each end of each axis: bad frames are far away.
    pub fn through(places: &[Vec3]) -> Self {
        let Some(last) = places.len().checked_sub(1) else { return Self::default() };
        let cut = places.len() / 20;
        let (low, high) = (ranked_place(places, cut), ranked_place(places, last - cut));
        let (size, centre) = (high - low, (low + high) * 0.5);
        // The covariance ellipse of the positions: its longer axis is the main direction.
        let mut spread = Vec3::ZERO;
        for place in places {
            let off = place.clamp(low, high) - centre;
            spread += Vec3::new(off.x * off.x, off.x * off.z, off.z * off.z);
        }
        let [xx, xz, zz] = spread.to_array();
        let (middle, turn) = ((xx + zz) * 0.5, Vec2::new((xx - zz) * 0.5, xz).length());
        let (long, short) = (middle + turn, middle - turn);
        let axis = if xx > zz { Vec2::new(long - zz, xz) } else { Vec2::new(xz, long - xx) };
        // Straight: at least twice as long as wide.
        let straight = long > 0.0 && short < 0.25 * long;
        Self { length: Vec2::new(size.x, size.z).length(), climb: size.y, yaw: straight.then(|| yaw(axis.x, axis.y)) }
    }
}

/// The value of that rank on each axis.
fn ranked_place(places: &[Vec3], rank: usize) -> Vec3 {
    Vec3::from_array([0, 1, 2].map(|axis| ranked(&places.iter().map(|place| place[axis]).collect::<Vec<_>>(), rank)))
}

/// The median size of boxes, sampled if there are many.
pub fn usual_size(boxes: &[Bounds]) -> Vec3 {
    let sizes: Vec<Vec3> = boxes.iter().step_by(boxes.len() / 128 + 1).map(Bounds::size).collect();
    ranked_place(&sizes, sizes.len() / 2)
}

/// Removes the boxes of bad frames: those over three times the median size, and those farther from the median centre than
/// four times the median distance plus `reach` metres. Empty ones are removed, too.
pub fn leave_out_strays(boxes: &mut Vec<Bounds>, reach: f32) {
    boxes.retain(|one| !one.is_empty());
    let usual = usual_size(boxes).length();
    let places: Vec<Vec3> = boxes.iter().map(Bounds::centre).collect();
    let middle = ranked_place(&places, places.len() / 2);
    let off: Vec<Vec3> = places.iter().map(|place| Vec3::splat(place.distance(middle))).collect();
    let far = 4.0 * ranked_place(&off, off.len() / 2).x + reach;
    boxes.retain(|one| one.size().length() <= 3.0 * usual && one.centre().distance(middle) <= far);
}

#[cfg(test)]
mod tests {
    use std::f32::consts::{FRAC_PI_2, FRAC_PI_4, PI};

    use super::*;

    fn straight(to: Vec3) -> Vec<Vec3> {
        (0..=100_u8).map(|step| to * (f32::from(step) / 100.0)).collect()
    }

    /// The angle between two axes without sign.
    fn apart(a: f32, b: f32) -> f32 {
        let turn = (a - b).rem_euclid(PI);
        turn.min(PI - turn)
    }

    #[test]
    fn a_straight_path_has_a_length_and_a_direction() {
        for (to, expected) in [
            (Vec3::new(0.0, 0.0, 8.0), 0.0),
            (Vec3::new(-8.0, 0.0, 0.0), FRAC_PI_2),
            (Vec3::new(5.0, 2.0, 5.0), FRAC_PI_4),
            (Vec3::new(5.0, 0.0, -5.0), -FRAC_PI_4),
        ] {
            let way = Way::through(&straight(to));
            assert!(apart(way.yaw.unwrap(), expected) < 0.01, "{to}: {way:?}");
            let along = Vec2::new(to.x, to.z).length();
            assert!(way.length > 0.85 * along && way.length <= along, "{to}: {way:?}");
            assert!(way.climb <= to.y && way.climb >= 0.85 * to.y);
        }
    }

    #[test]
    fn a_wandering_path_has_no_direction() {
        let circle: Vec<Vec3> = (0..90_u8)
            .map(|step| {
                let angle = f32::from(step) / 90.0 * 2.0 * PI;
                Vec3::new(angle.sin(), 0.0, angle.cos()) * 3.0
            })
            .collect();
        assert_eq!(Way::through(&circle).yaw, None);
        assert_eq!(Way::through(&[]), Way::default());
        assert_eq!(Way::through(&[Vec3::ONE; 5]).yaw, None);
    }

    #[test]
    fn a_bad_frame_does_not_lengthen_the_path() {
        let mut places = straight(Vec3::Z * 2.0);
        places[50] = Vec3::new(900.0, 0.0, 0.0);
        let way = Way::through(&places);
        assert!(way.length < 2.0 && apart(way.yaw.unwrap(), 0.0) < 0.01, "{way:?}");
    }

    #[test]
    fn a_stray_box_does_not_count_and_a_long_path_does() {
        let at = |x: f32| Bounds { min: Vec3::new(x, 0.0, 0.0), max: Vec3::new(x + 0.5, 1.7, 0.3) };
        let way: Vec<Bounds> = (0..40_u8).map(|step| at(f32::from(step) * 0.2)).collect();
        let strays = [at(500.0), Bounds { min: Vec3::ZERO, max: Vec3::splat(60.0) }];
        for some in [&way[..], &[&way[..], &strays].concat(), &[]] {
            let mut left = some.to_vec();
            leave_out_strays(&mut left, 2.0);
            assert_eq!(left, way.get(..some.len().min(40)).unwrap());
        }
    }
}
