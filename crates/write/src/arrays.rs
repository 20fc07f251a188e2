//! A behaviour as arrays of numbers, as NumPy's archives have them.

use super::csv::{is_hidden, unique_names};
use super::figure::{FullPose, Sampling, world};
use super::{WriteError, behaviour};
use marey::checked::Checked;
use marey::model::{Axis, Clip, JointKind, Motion, NO_PARENT};
use marey::pose::{PlaceScratch, PlacedFrame, Pose, sample_frame, world_places};

/// The arrays of a behaviour, row by row. [`npz`](fn@super::npz) has the meaning of each.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Arrays {
    /// World positions: frames, joints, 3. NaN for a joint that was not [seen](Clip::visibility).
    pub positions: Vec<f32>,
    /// Relative to the parent: frames, joints, 4 (x y z w).
    pub rotations: Vec<f32>,
    /// Offsets from the parent: frames, joints, 3.
    pub translations: Vec<f32>,
    /// Seconds from the first frame.
    pub times: Vec<f64>,
    /// Seconds from frame to frame; the mean if frames are uneven.
    pub frame_time: f64,
    /// Unique names of the joints.
    pub names: Vec<String>,
    /// -1 for roots.
    pub parents: Vec<i32>,
    /// `joint`, `end`, `site` or `frame`.
    pub kinds: Vec<&'static str>,
    /// `translations` at rest: joints, 3.
    pub offsets: Vec<f32>,
    /// `rotations` at rest: joints, 4.
    pub rest_rotations: Vec<f32>,
    /// Unit of positions, if the clip states it.
    pub metres_per_unit: Option<f64>,
    /// The up axis, if the clip states it.
    pub up: Option<Axis>,
}

/// The arrays of a behaviour: all figures of the clip, without what moves beside them.
///
/// # Errors
/// [`WriteError::NoBehaviour`].
pub fn arrays(clip: &Clip, behaviour: usize) -> Result<Arrays, WriteError> {
    let motion = self::behaviour(clip, behaviour)?;
    let skeleton = &*clip.skeleton;
    let (frames, joints) = (motion.frame_count(), skeleton.len());
    let mut pose = FullPose::rest(skeleton);
    let mut offsets = vec![0.0; joints * 3];
    let mut rest_rotations = vec![0.0; joints * 4];
    fill(&mut offsets, pose.translations.iter().map(|at| at.to_array()));
    fill(&mut rest_rotations, pose.rotations.iter().map(|turn| turn.to_array()));
    let mut positions = vec![0.0; frames * joints * 3];
    let mut rotations = vec![0.0; frames * joints * 4];
    let mut translations = vec![0.0; frames * joints * 3];
    let (threes, fours) = ((joints * 3).max(1), (joints * 4).max(1));
    let rows = positions.chunks_exact_mut(threes).zip(translations.chunks_exact_mut(threes));
    let rows = rows.zip(rotations.chunks_exact_mut(fours)).enumerate();
    if skeleton.scaling().is_some() {
        let mut placed = Vec::new();
        for (frame, ((at, offsets), turns)) in rows {
            pose.sample(motion, Sampling::Frames, frame);
            world(skeleton, &pose, &mut placed);
            fill(at, placed.iter().map(|world| world.translation.to_array()));
            fill(turns, pose.rotations.iter().map(|turn| turn.to_array()));
            fill(offsets, pose.translations.iter().map(|at| at.to_array()));
        }
    } else {
        let mut poses = [Pose::rest(skeleton), Pose::rest(skeleton)];
        let mut scratch = PlaceScratch::default();
        let mut rows = rows.map(|(frame, ((at, offsets), turns))| (frame, at, offsets, turns));
        while let Some(one) = rows.next() {
            let [pose, next_pose] = &mut poses;
            let one = placed(motion, one, pose);
            match rows.next() {
                Some(next) => {
                    let mut both = [one, placed(motion, next, next_pose)];
                    world_places(skeleton.parents(), &mut both, &mut scratch);
                }
                None => world_places(skeleton.parents(), &mut [one], &mut scratch),
            }
        }
    }
    for (item, place) in positions.chunks_exact_mut(3).enumerate() {
        if is_hidden(clip, behaviour, item / joints.max(1), item % joints.max(1)) {
            place.fill(f32::NAN);
        }
    }
    let parent = |parent: &u16| if *parent == NO_PARENT { -1 } else { i32::from(*parent) };
    let kind = |kind: &JointKind| match kind {
        JointKind::Joint => "joint",
        JointKind::EndSite => "end",
        JointKind::Site => "site",
        JointKind::Frame => "frame",
    };
    let mut arrays = Arrays {
        positions,
        rotations,
        translations,
        times: (0..frames).map(|frame| motion.frame_start(frame)).collect(),
        frame_time: motion.frame_time(),
        names: unique_names(clip),
        parents: skeleton.parents().iter().map(parent).collect(),
        kinds: skeleton.kinds().iter().map(kind).collect(),
        offsets,
        rest_rotations,
        metres_per_unit: clip.source.metres_per_unit.map(|metres| metres / clip.source.length_factor),
        up: clip.source.up,
    };
    let figures = skeleton.figures();
    if figures.contains(&None) && figures.iter().any(Option::is_some) {
        arrays.keep(&figures.iter().map(Option::is_some).collect::<Vec<_>>());
    }
    Ok(arrays)
}

impl Arrays {
    /// Leaves out joints, none of which is the parent of one that is kept.
    fn keep(&mut self, kept: &[bool]) {
        let is_kept = |joint: usize| kept.at(joint);
        let all = kept.len();
        let mut places = Vec::with_capacity(all);
        let mut count = 0;
        for is_kept in kept {
            places.push(count);
            count += i32::from(*is_kept);
        }
        let numbers = [(&mut self.positions, 3), (&mut self.rotations, 4), (&mut self.translations, 3)];
        for (numbers, width) in numbers.into_iter().chain([(&mut self.offsets, 3), (&mut self.rest_rotations, 4)]) {
            let mut item = 0;
            numbers.retain(|_| {
                item += 1;
                is_kept((item - 1) / width % all)
            });
        }
        let mut parents = 0..;
        self.parents.retain(|_| parents.next().is_some_and(is_kept));
        let place = |parent: i32| usize::try_from(parent).ok().and_then(|parent| places.get(parent).copied());
        self.parents.iter_mut().for_each(|parent| *parent = place(*parent).unwrap_or(-1));
        let mut names = 0..;
        self.names.retain(|_| names.next().is_some_and(is_kept));
        let mut kinds = 0..;
        self.kinds.retain(|_| kinds.next().is_some_and(is_kept));
    }
}

/// A frame's pose, and the rows to be filled from it.
fn placed<'a>(
    motion: &Motion,
    (frame, positions, offsets, turns): (usize, &'a mut [f32], &'a mut [f32], &'a mut [f32]),
    pose: &'a mut Pose,
) -> PlacedFrame<'a> {
    sample_frame(motion, frame, pose);
    PlacedFrame {
        translations: &pose.translations,
        rotations: &pose.rotations,
        positions: positions.as_chunks_mut().0,
        offsets: offsets.as_chunks_mut().0,
        turns: turns.as_chunks_mut().0,
    }
}

/// Writes vectors one behind the other. Adding zero turns -0 into 0.
fn fill<const COUNT: usize>(out: &mut [f32], vectors: impl Iterator<Item = [f64; COUNT]>) {
    for (slot, vector) in out.as_chunks_mut::<COUNT>().0.iter_mut().zip(vectors) {
        *slot = vector.map(|value| value as f32 + 0.0);
    }
}
