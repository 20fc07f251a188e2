//! The vertical of a recording whose file does not state it: a person is upright, mostly.

use glam::Vec3;

use super::labels::Subjects;
use super::recording::Recording;
use super::sets::both_sides;
use crate::model::Axis;

/// Markers of the feet.
const LOW: &str = "*ANK *HEE *TOE *CAL *LMAL *AJC *TIO *.Heel *.Toe.Tip *Ankle *Heel @_ankle @_heel";
/// Markers from the pelvis up.
const HIGH: &str = "*ASI *PSI *FWT *BWT SACR VSAC *HJC *FEP V.Sacral *.ASIS *Hip @_hip C7 CLAV *SHO *FHD *.Acromium Top.Head Neck Head \
                    *Shoulder @_shoulder";
/// The least share of the mean direction from the feet up that is along one axis.
const ALONG: f32 = 0.85;

impl Recording {
    /// Sets the vertical by the markers of feet and trunk, if they tell one that recordings have, +Y or +Z.
    pub(super) fn stand_up(&mut self) {
        if self.up.is_some() {
            return;
        }
        self.up = upwards(self);
        if let Some(axis) = self.up {
            let text = format!("+{} is up, from the feet to the trunk", axis.name().to_ascii_uppercase());
            self.notes.push(("Assumed".into(), text));
        }
    }
}

fn upwards(recording: &Recording) -> Option<Axis> {
    let subjects = Subjects::new(&recording.labels);
    let (mut sum, mut count) = (Vec3::ZERO, 0.0);
    for subject in subjects.iter() {
        let points = |list: &str| -> Vec<usize> {
            list.split_whitespace().flat_map(both_sides).filter_map(|name| subject.find(&name)).collect()
        };
        let (low, high) = (points(LOW), points(HIGH));
        for row in recording.sampled() {
            if let (Some(low), Some(high)) = (middle(row, &low), middle(row, &high)) {
                sum += (high - low).normalize_or_zero();
                count += 1.0;
            }
        }
    }
    let mean = sum / count;
    [Axis::Y, Axis::Z].into_iter().find(|axis| axis.vector().dot(mean) > ALONG)
}

/// The middle of those of some points that are seen.
fn middle(row: &[Vec3], points: &[usize]) -> Option<Vec3> {
    let seen: Vec<Vec3> =
        points.iter().filter_map(|point| row.get(*point).copied()).filter(|place| !place.is_nan()).collect();
    (!seen.is_empty()).then(|| seen.iter().sum::<Vec3>() / seen.len() as f32)
}

#[cfg(test)]
mod tests {
    use super::super::recording::recording;
    use super::*;

    #[test]
    fn a_person_stands_upright() {
        let up = |trunk: Vec3| {
            let mut all = recording(&["LANK", "RANK", "C7"], vec![Vec3::ZERO, Vec3::NAN, trunk]);
            all.stand_up();
            (all.up, all.notes.len())
        };
        assert_eq!(up(Vec3::new(0.1, 1.0, 0.2)), (Some(Axis::Y), 1));
        assert_eq!(up(Vec3::new(0.1, 0.2, 1.0)), (Some(Axis::Z), 1));
        assert_eq!(up(Vec3::new(0.0, 1.0, 1.0)), (None, 0), "between two axes");
        assert_eq!(up(Vec3::X), (None, 0), "lying");
    }

    #[test]
    fn a_stated_vertical_stays() {
        let mut all = recording(&["LANK", "C7"], vec![Vec3::ZERO, Vec3::Y]);
        all.up = Some(Axis::Z);
        all.stand_up();
        assert_eq!((all.up, all.notes.len()), (Some(Axis::Z), 0));
    }
}
