//! Animations as behaviours: frames at all moments at which any curve has a key.
//!
//! Between such moments lines are lines and the shortest turns are shortest turns, so that frames there give the curves themselves. A
//! jump is two frames at one moment, and a cubic curve is cut so finely that lines miss it by little.

use glam::{DQuat, DVec3};

use super::animations::Animation;
use super::curves::{Between, Curve, KeySide, Property, vector};
use super::figure::GltfFigure;
use super::problem::Problem;
use crate::checked::Checked;
use crate::compact::sorting::{sort_by, sort_by_key};
use crate::error::{ErrorKind, Limits, Location};
use crate::formats::reading::WarningLog;
use crate::formats::reading::growth::{self, push};
use crate::formats::reading::scenes::{ROUNDING, behaviour_name, make_names_unique};
use crate::model::{Behaviour, Channels, Motion, MotionBuilder, PositionMode, Time};

/// How far lines may miss a cubic rotation, as a part of a quaternion, and a translation, as a share of the figure's longest bone.
const ROTATION_ERROR: f64 = 2e-5;
const TRANSLATION_ERROR: f64 = 1e-4;

/// The motions of a figure, one for each animation; one of the rest pose if there are none.
pub(super) fn read(
    clip: &str,
    animations: &[Animation<'_>],
    figure: &GltfFigure,
    limits: &Limits,
    file_bytes: usize,
    (place, warnings): (Location, &mut WarningLog),
) -> Vec<Behaviour> {
    let mut behaviours = Vec::new();
    let mut left = limits.motion_bytes.min(Limits::justified_by(file_bytes as u64));
    for (index, animation) in animations.iter().enumerate() {
        let curves = JointCurves::new(animation, figure);
        let limits = Limits { motion_bytes: left, ..*limits };
        match curves.motion(figure, &limits) {
            Ok(motion) => {
                left -= (motion.bytes() as u64).min(left);
                behaviours.push(Behaviour {
                    name: behaviour_name(animation.name, index, animations.len(), clip, &limits),
                    motion,
                });
            }
            Err(problem) => {
                warnings.each(problem.code, place, format_args!("/animations/{index} is left out: {problem}"));
            }
        }
    }
    if behaviours.is_empty() {
        behaviours.push(Behaviour { name: clip.to_owned(), motion: Motion::rest() });
    }
    make_names_unique(&mut behaviours);
    behaviours
}

/// Whether a curve leaves a joint as it is at rest.
fn is_at_rest(curve: &Curve, rest: &super::nodes::NodeTransform) -> bool {
    let Some(value) = curve.constant() else {
        // Curves of scales that only round do not scale.
        return curve.property == Property::Scale
            && curve.between != Between::Cubic
            && (0..curve.keys.len()).all(|key| is_near(vector(curve.value(key)), rest.scale));
    };
    match curve.property {
        Property::Translation => is_near(vector(value), rest.translation),
        Property::Rotation => 1.0 - DQuat::from_vec4(value).dot(rest.rotation).abs() < 1e-13,
        Property::Scale => is_near(vector(value), rest.scale),
    }
}

fn is_near(value: DVec3, rest: DVec3) -> bool {
    (value - rest).abs().max_element() <= ROUNDING * rest.abs().max_element()
}

/// Whether an animation scales a joint.
pub(super) fn scales(animations: &[Animation<'_>], nodes: &super::nodes::NodeTree<'_>) -> bool {
    let curves = animations.iter().flat_map(|animation| &animation.curves);
    let mut scales = curves.filter(|(_, curve)| curve.property == Property::Scale);
    scales.any(|(node, curve)| nodes.transform(*node).is_ok_and(|rest| !is_at_rest(curve, &rest)))
}

/// The curves of an animation that move joints away from their rest.
struct JointCurves<'a> {
    list: Vec<(u16, &'a Curve)>,
    /// The last key of any curve of the figure, in seconds.
    end: f64,
}

impl<'a> JointCurves<'a> {
    fn new(animation: &'a Animation<'_>, figure: &GltfFigure) -> Self {
        let (mut list, mut end) = (Vec::new(), 0.0_f64);
        for (node, curve) in &animation.curves {
            let Some(joint) = figure.joint(*node) else { continue };
            end = end.max(curve.keys.last().copied().unwrap_or(0.0));
            let rest = figure.rest.get(usize::from(joint)).map(|(_, rest)| rest);
            if rest.is_some_and(|rest| !is_at_rest(curve, rest)) {
                list.push((joint, curve));
            }
        }
        Self { list, end }
    }

    fn motion(&self, figure: &GltfFigure, limits: &Limits) -> Result<Motion, Problem> {
        let mut channels = Channels::default();
        let mut slots = Vec::new();
        for (joint, curve) in &self.list {
            let list = match curve.property {
                Property::Translation => &mut channels.translated,
                Property::Rotation => &mut channels.rotated,
                Property::Scale => &mut channels.scaled,
            };
            slots.push(list.len());
            list.push(*joint);
        }
        let mut builder =
            MotionBuilder::new(&figure.skeleton, channels, PositionMode::Replace, limits).map_err(Problem::of_build)?;
        let row = (builder.so_far().row_bytes() as u64).max(8);
        let most = usize::try_from(limits.motion_bytes / row).unwrap_or(usize::MAX).min(limits.frames);
        let moments = self.moments(figure, most)?;
        builder.reserve(moments.len());
        let mut cursors = vec![0; self.list.len()];
        for (seconds, side) in &moments {
            let pushed = builder.push_row(|frame| {
                for (((_, curve), slot), cursor) in self.list.iter().zip(&slots).zip(&mut cursors) {
                    let value = curve.at(*seconds, *side, cursor);
                    match curve.property {
                        Property::Translation => frame.translations.put(*slot, vector(value).as_vec3()),
                        Property::Rotation => frame.rotations.put(*slot, DQuat::from_vec4(value).as_quat().normalize()),
                        Property::Scale => frame.scales.put(*slot, vector(value).as_vec3()),
                    }
                }
            });
            pushed.map_err(Problem::of_build)?;
        }
        let mut motion = builder.finish_remaining();
        if motion.frame_count() == moments.len() && moments.len() > 1 {
            let times = growth::list(moments.iter().map(|(seconds, _)| *seconds)).map_err(|_| Problem::no_memory())?;
            let time = even_step(&times).map_or(Time::Keys(times), |frame_time| Time::Uniform { frame_time });
            motion.set_time(time).map_err(Problem::of_build)?;
        }
        Ok(motion)
    }

    /// The moments of the frames, from 0 to the end.
    fn moments(&self, figure: &GltfFigure, most: usize) -> Result<Vec<(f64, KeySide)>, Problem> {
        let too_many = || {
            Problem::new(ErrorKind::Limit, "gltf.too-many-keys", "its keys are at too many moments for so many joints")
        };
        let no_memory = |_| Problem::no_memory();
        let mut lists: Vec<&[f64]> = self.list.iter().map(|(_, curve)| curve.keys.as_slice()).collect();
        // Most curves share their keys.
        sort_by_key(&mut lists, |list| list.as_ptr());
        lists.dedup_by_key(|list| (list.as_ptr(), list.len()));
        let mut keys = Vec::new();
        keys.try_reserve_exact(2 + lists.iter().map(|list| list.len()).sum::<usize>()).map_err(no_memory)?;
        keys.extend([0.0, self.end.max(0.0)]);
        keys.extend(lists.into_iter().flatten().copied().filter(|key| *key > 0.0));
        let mut jumps = Vec::new();
        for (_, curve) in self.list.iter().filter(|(_, curve)| curve.between == Between::Step) {
            for (key, seconds) in curve.keys.iter().enumerate().filter(|(_, seconds)| **seconds > 0.0) {
                if curve.jumps_at(key) && jumps.last() != Some(seconds) {
                    push(&mut jumps, *seconds).map_err(no_memory)?;
                }
            }
        }
        for list in [&mut keys, &mut jumps] {
            sort_by(list, f64::total_cmp);
            list.dedup();
        }
        if keys.len() + jumps.len() > most {
            return Err(too_many());
        }
        let errors = self.errors(figure);
        let mut cursors = vec![0; errors.len()];
        let mut moments = Vec::new();
        for (at, seconds) in keys.iter().enumerate() {
            if jumps.binary_search_by(|jump| jump.total_cmp(seconds)).is_ok() {
                push(&mut moments, (*seconds, KeySide::Before)).map_err(no_memory)?;
            }
            push(&mut moments, (*seconds, KeySide::After)).map_err(no_memory)?;
            let Some(next) = keys.get(at + 1) else { continue };
            let pieces = errors
                .iter()
                .zip(&mut cursors)
                .map(|((curve, error), cursor)| curve.pieces(*seconds, *next, cursor, *error));
            let pieces = pieces.max().unwrap_or(1);
            if moments.len() + pieces > most {
                return Err(too_many());
            }
            for piece in 1..pieces {
                let inside = seconds + (next - seconds) * piece as f64 / pieces as f64;
                push(&mut moments, (inside, KeySide::After)).map_err(no_memory)?;
            }
        }
        Ok(moments)
    }

    /// The cubic curves, and how far lines may miss each.
    fn errors(&self, figure: &GltfFigure) -> Vec<(&'a Curve, f64)> {
        let bones = figure.rest.iter().map(|(_, rest)| rest.translation.length());
        let longest = bones.fold(0.0, f64::max);
        let cubic = self.list.iter().filter(|(_, curve)| curve.between == Between::Cubic);
        let error = |curve: &Curve| match curve.property {
            Property::Translation => TRANSLATION_ERROR * longest.max(curve.size() * 0.1).max(1e-9),
            Property::Rotation => ROTATION_ERROR,
            Property::Scale => TRANSLATION_ERROR * curve.size().max(1e-9),
        };
        cubic.map(|(_, curve)| (*curve, error(curve))).collect()
    }
}

/// Seconds from one moment to the next, if they are even: as far as `f32`, in which files store them, can tell, or nearly so.
fn even_step(times: &[f64]) -> Option<f64> {
    let steps = times.len() - 1;
    let mean = times.last()? / steps as f64;
    if mean.is_nan() || mean <= 0.0 {
        return None;
    }
    let rate = (1.0 / mean).round().max(1.0);
    let round = |digits: f64| (mean * digits).round() / digits;
    let candidates = [round(1e3), round(1e4), round(1e5), round(1e6), round(1e7), 1.0 / rate, 1.001 / rate, mean];
    let fits = |step: f64, slack: f64| {
        let off = |(index, time): (usize, &f64)| (time - index as f64 * step).abs() <= time * 1.2e-7 + slack * step;
        step > 0.0 && times.iter().enumerate().all(off)
    };
    [1e-7, 2e-4].into_iter().find_map(|slack| candidates.into_iter().find(|step| fits(*step, slack)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn even_times_have_the_rate_that_they_were_made_with() {
        for step in [1.0 / 30.0, 1.0 / 24.0, 0.0083333, 1.001 / 30.0, 0.5, 1.0 / 120.0, 0.017] {
            for count in [2, 40, 3000] {
                let times: Vec<f64> = (0..count).map(|frame| f64::from((f64::from(frame) * step) as f32)).collect();
                let found = even_step(&times).unwrap();
                assert!((found - step).abs() < 1e-7 * step.max(found) + 1e-12 || count == 2, "{step} {count}: {found}");
            }
        }
        assert_eq!(even_step(&[0.0, 0.1, 0.3]), None);
        assert_eq!(even_step(&[0.0, 0.0]), None);
    }
}
