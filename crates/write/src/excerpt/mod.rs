//! Makes a clip of a part of a clip, at a chosen rate, unit and up axis.

mod cut;
mod in_place;
mod space;

use std::ops::RangeInclusive;
use std::sync::Arc;

use glam::Vec3;

use self::cut::Cut;
pub use self::cut::SAME_RATE;
use self::in_place::InPlace;
pub use self::space::Space;
use self::space::SpaceChange;
use super::figure::mix_rotations;
use super::{WriteError, behaviour};
use marey::Limits;
use marey::model::{Axis, Behaviour, Channels, Clip, Confidence, Mark, Motion, MotionBuilder, PositionMode, Skeleton};

/// The moments of a motion that an excerpt contains.
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub enum Moments {
    /// The whole motion.
    #[default]
    All,
    /// From one frame to another, both included, counted from 0. Frames after the last are ignored.
    Frames(RangeInclusive<usize>),
    /// From one moment to another, in seconds. Without a [rate](Excerpt::rate), the motion's frames in between.
    Seconds(RangeInclusive<f64>),
}

/// Seconds.
impl From<RangeInclusive<f64>> for Moments {
    fn from(seconds: RangeInclusive<f64>) -> Self {
        Self::Seconds(seconds)
    }
}

/// Frames, both included.
impl From<RangeInclusive<usize>> for Moments {
    fn from(frames: RangeInclusive<usize>) -> Self {
        Self::Frames(frames)
    }
}

/// Options of [`excerpt`]. The default is the whole clip, unchanged.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct Excerpt {
    /// Index of the only behaviour to keep. `None`: all behaviours.
    pub behaviour: Option<usize>,
    /// The moments to keep. The first becomes 0 s.
    pub moments: Moments,
    /// Frames a second to interpolate. A remainder after the last whole step is dropped. The clip's own rate, a half or a third of it, .., takes
    /// the clip's frames as they are; files round it, so that [`SAME_RATE`] of it is no difference. `None`: the clip's own frames.
    pub rate: Option<f64>,
    /// The unit and up axis of the clip's numbers. `None`: [stated](Space::stated) ones, or else metres and +Y up.
    pub space: Option<Space>,
    /// Metres in one unit of the excerpt. `None`: the clip's unit.
    pub metres_per_unit: Option<f64>,
    /// The excerpt's up axis. `None`: the clip's.
    pub up: Option<Axis>,
    /// Removes travel along the ground, so that this joint tracker above its place at the first moment.
    pub in_place: Option<u16>,
}

/// Makes a clip of a part of a clip, which every writer can write.
///
/// Joints keep their names and order. Skin, masses, viewpoints and marks are included, and the warnings remain those of the
/// file. [`Source`](marey::model::Source) states the requested space, or the assumed one. Only requested changes resample,
/// turn or scale: otherwise frames stay the same, bit by bit.
///
/// ```
/// # let clip = marey::formats::parse("a.bvh", b"HIERARCHY ROOT Hips { OFFSET 0 90 0 CHANNELS 1 Zrotation
/// #     End Site { OFFSET 0 10 0 } } MOTION\nFrames: 3\nFrame Time: 0.5\n0\n10\n20", marey::Limits::default())?;
/// use marey_write::{Excerpt, Moments, Space, excerpt};
///
/// let mut wanted = Excerpt::default();
/// wanted.moments = Moments::Seconds(0.5..=1.0);
/// wanted.rate = Some(60.0);
/// wanted.space = Some(Space { metres_per_unit: 0.01, ..Space::default() });
/// wanted.metres_per_unit = Some(1.0);
/// let part = excerpt(&clip, &wanted).unwrap();
/// assert_eq!(part.behaviours[0].motion.frame_count(), 31);
/// assert_eq!(part.skeleton.rest_translations()[1].y, 0.1);
/// # Ok::<(), marey::ParseError>(())
/// ```
///
/// # Errors
/// [`WriteError::NoBehaviour`], [`WriteError::NoFrames`], [`WriteError::BadRate`], [`WriteError::BadUnit`], and
/// [`WriteError::Build`] if the result has too many frames or too large numbers.
pub fn excerpt(clip: &Clip, options: &Excerpt) -> Result<Clip, WriteError> {
    let change = SpaceChange::new(&clip.source, options)?;
    let chosen = match options.behaviour {
        Some(index) => {
            behaviour(clip, index)?;
            clip.behaviours.get(index..=index).unwrap_or_default()
        }
        None => &clip.behaviours,
    };
    let mut behaviours = Vec::with_capacity(chosen.len());
    let mut visibility = Vec::new();
    for (index, Behaviour { name, motion }) in chosen.iter().enumerate() {
        let cut = Cut::new(motion, &options.moments, options.rate)?;
        if let Some(rows) = clip.visibility.get(options.behaviour.unwrap_or(0) + index) {
            let row = |frame: usize| {
                let joints = clip.skeleton.len();
                rows.get(frame * joints..(frame + 1) * joints).unwrap_or_default()
            };
            visibility.push((0..cut.count).flat_map(|frame| row(cut.span(motion, frame).from)).copied().collect());
        }
        let motion = cut_motion(clip, motion, &cut, &change, options.in_place)?;
        behaviours.push(Behaviour { name: name.clone(), motion });
    }
    let skeleton = if change.is_none() { clip.skeleton.clone() } else { Arc::new(change.skeleton(&clip.skeleton)?) };
    let mut source = clip.source.clone();
    source.position_mode = None;
    source.position_confidence = Confidence::Sure;
    source.rate_stated |= options.rate.is_some();
    change.state(&mut source);
    let skin = match &clip.skin {
        Some(skin) if !change.is_none() => Some(Arc::new(change.skin(skin, &skeleton)?)),
        same => same.clone(),
    };
    let mut masses = clip.masses.clone();
    masses.iter_mut().for_each(|mass| mass.centre = change.length(mass.centre));
    let viewpoints = clip.viewpoints.iter().map(|one| change.viewpoint(one)).collect();
    let mut part = clip.with_behaviours(behaviours);
    part.about.marks = marks(clip, options)?;
    (part.skeleton, part.source, part.skin) = (skeleton, source, skin);
    (part.masses, part.viewpoints, part.visibility) = (masses, viewpoints, visibility);
    Ok(part)
}

/// The selected frames, converted to the new space.
fn cut_motion(
    clip: &Clip,
    motion: &Motion,
    cut: &Cut,
    change: &SpaceChange,
    in_place: Option<u16>,
) -> Result<Motion, WriteError> {
    let skeleton = &*clip.skeleton;
    if cut.is_whole && change.is_none() && in_place.is_none() {
        let mut same = motion.clone();
        same.set_time(cut.time.clone())?;
        return Ok(same);
    }
    let mut translated = motion.translations().joints().to_vec();
    if in_place.is_some() {
        let known = translated.clone();
        translated.extend(roots(skeleton).filter(|root| !known.contains(root)));
    }
    let channels = Channels {
        rotated: motion.rotations().joints().to_vec(),
        translated: translated.clone(),
        masks: Vec::new(),
        scaled: motion.scales().joints().to_vec(),
        weighted: motion.weights().joints().to_vec(),
    };
    let limits = Limits::default().joints(usize::MAX).depth(usize::MAX);
    let mut frames = MotionBuilder::new(skeleton, channels, PositionMode::Replace, &limits)?;
    frames.reserve(cut.count);
    let mut tracker = in_place.map(|carrier| InPlace::new(skeleton, carrier, change.up_before()));
    let rest = skeleton.rest_translations();
    for index in 0..cut.count {
        let span = cut.span(motion, index);
        let t = f64::from(span.fraction);
        let displacement = tracker.as_mut().map(|tracker| tracker.displacement(skeleton, motion, span));
        let mix = |a: &Vec3, b: &Vec3| if t == 0.0 { *a } else { a.as_dvec3().lerp(b.as_dvec3(), t).as_vec3() };
        frames.push_row(|row| {
            let (a, b) = (motion.rotations().row(span.from), motion.rotations().row(span.to));
            let rows = motion.rotations().joints().iter().zip(a.iter().zip(b));
            for (slot, (joint, (a, b))) in row.rotations.iter_mut().zip(rows) {
                let turn = if t == 0.0 { *a } else { mix_rotations(*a, *b, t).as_quat() };
                *slot = change.rotation(skeleton, *joint, turn);
            }
            let (a, b) = (motion.translations().row(span.from), motion.translations().row(span.to));
            let values = a.iter().zip(b).zip(motion.translation_bases()).map(|((a, b), base)| *base + mix(a, b));
            // The tracks of roots that move only to stay in place come after the motion's own tracks.
            let still = translated.iter().skip(a.len()).filter_map(|joint| rest.get(usize::from(*joint)).copied());
            for ((slot, joint), at) in row.translations.iter_mut().zip(&translated).zip(values.chain(still)) {
                let at =
                    displacement.as_ref().map_or(at, |displacement| displacement.remove_from(skeleton, *joint, at));
                *slot = change.translation(skeleton, *joint, at);
            }
            let (a, b) = (motion.scales().row(span.from), motion.scales().row(span.to));
            for (slot, (a, b)) in row.scales.iter_mut().zip(a.iter().zip(b)) {
                *slot = mix(a, b);
            }
            let (a, b) = (motion.weights().row(span.from), motion.weights().row(span.to));
            for (slot, (a, b)) in row.weights.iter_mut().zip(a.iter().zip(b)) {
                *slot = a + (b - a) * span.fraction;
            }
        })?;
    }
    let mut made = frames.finish()?;
    made.set_time(cut.time.clone())?;
    Ok(made)
}

fn roots(skeleton: &Skeleton) -> impl Iterator<Item = u16> {
    let parents = skeleton.parents().iter().zip(0_u16..);
    parents.filter(|(parent, _)| **parent == marey::model::NO_PARENT).map(|(_, joint)| joint)
}

/// The marks of the behaviours to keep, in frame numbers of the excerpt.
fn marks(clip: &Clip, options: &Excerpt) -> Result<Vec<Mark>, WriteError> {
    let mut marks_in_range = Vec::new();
    let all = clip.behaviours.iter().enumerate().filter(|(index, _)| options.behaviour.is_none_or(|own| own == *index));
    for (behaviour, (index, own)) in all.enumerate() {
        let mut marks = clip.about.marks.iter().filter(|mark| mark.behaviour == index).peekable();
        if marks.peek().is_none() {
            continue;
        }
        let cut = Cut::new(&own.motion, &options.moments, options.rate)?;
        marks_in_range.extend(marks.filter_map(|mark| {
            let [first, last, at] = [mark.first, mark.last, mark.at].map(|frame| cut.frame(&own.motion, frame));
            let end = cut.count as f64 - 1.0;
            let inside = last >= 0.0 && first <= end;
            let frame = |frame: f64| frame.clamp(0.0, end).round() as usize;
            inside.then(|| Mark { behaviour, first: frame(first), last: frame(last), at: frame(at), ..mark.clone() })
        }));
    }
    Ok(marks_in_range)
}
