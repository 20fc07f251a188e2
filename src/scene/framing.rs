//! How a figure goes about the stage, and what of that the camera shows unless the user says otherwise.
//!
//! All places and boxes are in stage space: metres, Y up.

use glam::{Vec2, Vec3};

use super::placement::ranked;
use crate::fast_maths::yaw;
use crate::model::Bounds;

/// How a figure goes about in one of its behaviours.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Way {
    /// Metres along the ground, from one end of the area that it crosses to the other.
    pub length: f32,
    /// Metres between its lowest and its highest place.
    pub climb: f32,
    /// The main direction, forwards or backwards, as a yaw; `None` where it goes all about.
    pub yaw: Option<f32>,
}

impl Way {
    /// The way through these places, which are those at even moments. Of each end a twentieth does not count: a bad frame
    /// is far from all others.
    pub fn through(places: &[Vec3]) -> Self {
        let area = trimmed(places);
        if area.is_empty() {
            return Self::default();
        }
        let (size, centre) = (area.size(), area.centre());
        // The ellipse of the places about their middle: its longer axis is the main direction.
        let (mut xx, mut xz, mut zz) = (0.0, 0.0, 0.0);
        for place in places.iter().filter(|place| inside(area, **place)) {
            let off = *place - centre;
            xx += off.x * off.x;
            xz += off.x * off.z;
            zz += off.z * off.z;
        }
        let (middle, turn) = ((xx + zz) * 0.5, Vec2::new((xx - zz) * 0.5, xz).length());
        let (long, short) = (middle + turn, middle - turn);
        let axis = if xx > zz { Vec2::new(long - zz, xz) } else { Vec2::new(xz, long - xx) };
        // At least twice as long as it is broad.
        let straight = long > 0.0 && short < 0.25 * long;
        Self { length: Vec2::new(size.x, size.z).length(), climb: size.y, yaw: straight.then(|| yaw(axis.x, axis.y)) }
    }
}

fn inside(area: Bounds, place: Vec3) -> bool {
    place.cmpge(area.min).all() && place.cmple(area.max).all()
}

/// The box of the places without the outermost twentieth at each end of each axis.
fn trimmed(places: &[Vec3]) -> Bounds {
    let Some(last) = places.len().checked_sub(1) else { return Bounds::EMPTY };
    let cut = places.len() / 20;
    let at = |rank: usize| {
        Vec3::from_array(
            [0, 1, 2].map(|axis| ranked(&places.iter().map(|place| place[axis]).collect::<Vec<_>>(), rank)),
        )
    };
    Bounds { min: at(cut), max: at(last - cut) }
}

/// The boxes that belong together: one that is three times as large as is usual among them, or farther from the
/// middle than four times what is usual and `reach` metres, is that of a bad frame.
pub fn without_strays(boxes: &[Bounds], reach: f32) -> impl Iterator<Item = &Bounds> {
    let usual_size = median(boxes.iter().map(|one| one.size().length()));
    let middle = Vec3::from_array([0, 1, 2].map(|axis| median(boxes.iter().map(|one| one.centre()[axis]))));
    let off = move |one: &Bounds| one.centre().distance(middle);
    let usual_off = median(boxes.iter().map(off));
    let belongs = move |one: &&Bounds| one.size().length() <= 3.0 * usual_size && off(one) <= 4.0 * usual_off + reach;
    boxes.iter().filter(belongs)
}

/// The size that is usual among boxes.
pub fn usual_size(boxes: &[Bounds]) -> Vec3 {
    Vec3::from_array([0, 1, 2].map(|axis| median(boxes.iter().map(|one| one.size()[axis]))))
}

/// What boxes of a few frames each measure at most, from corner to corner, unless a bad frame is among them.
pub fn largest_usual(boxes: &[Bounds], height: f32) -> f32 {
    // One or two boxes do not tell what is usual.
    let usual = if boxes.len() < 3 { 0.0 } else { median(boxes.iter().map(|one| one.size().length())) };
    3.0 * usual.max(height)
}

/// The one in the middle; 0 of none. Of very many, some are looked at, evenly spread.
fn median(values: impl ExactSizeIterator<Item = f32>) -> f32 {
    let step = values.len() / 128 + 1;
    let values: Vec<f32> = values.step_by(step).collect();
    ranked(&values, values.len() / 2)
}

#[cfg(test)]
mod tests {
    use std::f32::consts::{FRAC_PI_2, FRAC_PI_4, PI};

    use super::*;

    fn straight(to: Vec3) -> Vec<Vec3> {
        (0..=100_u8).map(|step| to * (f32::from(step) / 100.0)).collect()
    }

    /// The angle between two axes that have no sign.
    fn apart(a: f32, b: f32) -> f32 {
        let turn = (a - b).rem_euclid(PI);
        turn.min(PI - turn)
    }

    #[test]
    fn a_straight_way_has_a_length_and_a_direction() {
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
    fn a_way_all_about_has_no_direction() {
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
    fn a_bad_frame_makes_no_way_longer() {
        let mut places = straight(Vec3::Z * 2.0);
        places[50] = Vec3::new(900.0, 0.0, 0.0);
        let way = Way::through(&places);
        assert!(way.length < 2.0 && apart(way.yaw.unwrap(), 0.0) < 0.01, "{way:?}");
    }

    #[test]
    fn a_stray_box_does_not_count_and_a_long_way_does() {
        let at = |x: f32| Bounds { min: Vec3::new(x, 0.0, 0.0), max: Vec3::new(x + 0.5, 1.7, 0.3) };
        let way: Vec<Bounds> = (0..40_u8).map(|step| at(f32::from(step) * 0.2)).collect();
        assert_eq!(without_strays(&way, 2.0).count(), 40);
        let strays = [at(500.0), Bounds { min: Vec3::ZERO, max: Vec3::splat(60.0) }];
        assert!(without_strays(&[&way[..], &strays].concat(), 2.0).eq(&way));
        assert_eq!(without_strays(&[], 2.0).count(), 0);
    }
}
