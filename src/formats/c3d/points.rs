//! Labels and places of points.

use glam::Vec3;

use super::layout::FrameLayout;
use super::numbers::Bytes;
use super::parameters::Parameters;
use crate::compact::sorting::sort_by;

/// Parameters that list points which are no places.
const LISTS: [&str; 4] = ["ANGLES", "FORCES", "MOMENTS", "POWERS"];
/// How the labels of such points end, in files that do not list them.
const ENDINGS: [&str; 6] = ["Angle", "Angles", "Force", "Moment", "Power", "GRF"];

/// The label of each point.
pub(super) fn labels(parameters: &Parameters<'_>, points: usize, name_bytes: usize) -> Vec<String> {
    // Files list more labels than they have points, or fewer.
    let mut labels = parameters.continued_texts("POINT", "LABELS");
    labels.resize(points, String::new());
    for (point, label) in labels.iter_mut().enumerate() {
        if label.is_empty() {
            *label = format!("point_{}", point + 1);
        }
        let end = (0..=name_bytes.min(label.len())).rev().find(|end| label.is_char_boundary(*end));
        label.truncate(end.unwrap_or(0));
    }
    labels
}

/// Whether each point is an angle, a force, a moment or a power in place of a place.
pub(super) fn are_no_places(parameters: &Parameters<'_>, labels: &[String]) -> Vec<bool> {
    let mut listed: Vec<String> = LISTS.iter().flat_map(|list| parameters.continued_texts("POINT", list)).collect();
    sort_by(&mut listed, Ord::cmp);
    let is_listed = |label: &String| !label.is_empty() && listed.binary_search(label).is_ok();
    let ends = |label: &str| {
        let own = label.rsplit(':').next().unwrap_or(label);
        // A model may add a letter of its own: `LKneeAnglesV`.
        let own = own.strip_suffix(|letter: char| letter.is_ascii_uppercase() && letter != 'F').unwrap_or(own);
        ENDINGS.iter().any(|ending| own.ends_with(ending))
    };
    labels.iter().map(|label| is_listed(label) || ends(label)).collect()
}

/// The places of the wanted points in a frame; NaN for one that is hidden, or at the origin by no camera, which is how some programs write it.
pub(super) fn places(bytes: Bytes<'_>, layout: &FrameLayout, frame: usize, is_wanted: &[bool], out: &mut Vec<Vec3>) {
    let start = layout.data + frame * layout.stride();
    let width = layout.width();
    for (point, _) in is_wanted.iter().enumerate().filter(|(_, is_wanted)| **is_wanted) {
        let at = start + 4 * width * point;
        let number = |item: usize| match layout.scale {
            Some(scale) => bytes.i16(at + 2 * item).map(|number| f32::from(number) * scale),
            None => bytes.f32(at + 4 * item),
        };
        let residual = match layout.scale {
            Some(_) => bytes.i16(at + 6).map(f32::from),
            None => bytes.f32(at + 12),
        };
        let place = match (number(0), number(1), number(2)) {
            (Some(x), Some(y), Some(z)) => Vec3::new(x, y, z),
            _ => Vec3::NAN,
        };
        let is_hidden = residual.is_none_or(|residual| residual < 0.0 || residual.is_nan());
        out.push(if is_hidden || place.is_nan() { Vec3::NAN } else { place });
    }
}

#[cfg(test)]
mod tests {
    use super::super::numbers::Processor;
    use super::*;

    #[test]
    fn labels_are_cut_numbered_and_told_from_angles() {
        let bytes = Bytes { all: &[0; 512], processor: Processor::Intel };
        let none = Parameters::read(bytes, 0, 512);
        assert_eq!(labels(&none, 2, 100), ["point_1", "point_2"]);
        assert_eq!(labels(&none, 1, 3), ["poi"]);
        let named = ["LASI", "A:LHipAngles", "RAbsAnkleAngleV", "LNormalisedGRF", "LKneePower", "TRIANGLE", "LFEO"];
        let named = named.map(str::to_owned);
        assert_eq!(are_no_places(&none, &named), [false, true, true, true, true, false, false]);
    }

    #[test]
    fn a_residual_below_zero_hides_a_point() {
        let layout = FrameLayout {
            points: 2,
            analog: 1,
            data: 2,
            frames: 1,
            first: 1,
            scale: Some(0.5),
            is_of_parameters: false,
        };
        let words: [i16; 10] = [9, 2, -4, 6, 0, 2, 4, 6, -1, 7];
        let all: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        let mut out = Vec::new();
        places(Bytes { all: &all, processor: Processor::Intel }, &layout, 0, &[true, true], &mut out);
        assert_eq!(out[0], Vec3::new(1.0, -2.0, 3.0));
        assert!(out[1].is_nan());
    }
}
