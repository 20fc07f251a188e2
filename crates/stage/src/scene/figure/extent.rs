//! The space a figure takes: in a pose, along its path, and in a whole motion, with its skin.

use glam::{Affine3A, Vec3};

use super::super::course::{FigureCourse, Way, leave_out_strays, usual_size};
use super::{POINT, StageFigure};
use marey::body::Tie;
use marey::look::SkinPose;
use marey::model::{Bounds, Clip};
use marey::pose::{FRAMES_A_BOX, Interpolation};

/// Most frames that are measured one by one to frame a clip.
const MAX_BOXES: usize = 512;
/// Most frames sampled for the path.
const SAMPLES: usize = 97;
/// The space around a point, heights.
const AROUND_POINT: f32 = 0.1;
/// A larger climb is not a jump: heights of the figure.
const CLIMBS: f32 = 1.0;

impl StageFigure {
    /// The path and space of the current behaviour, from sampled frames.
    pub fn course(&mut self) -> FigureCourse {
        let (mut places, mut poses, mut is_known) = (Vec::new(), Vec::new(), Vec::new());
        for frame in self.sampled_frames() {
            let joints = self.box_at(frame);
            if joints.is_empty() {
                continue;
            }
            poses.push(self.with_skin(joints));
            places.push(self.placement.transform.transform_point3(self.carrier_in_file()));
            is_known.push(self.is_seen(self.survey.carrier));
        }
        // A carrier that is not seen is not where the figure is, but there may be nothing better.
        if is_known.contains(&true) {
            places = places.into_iter().zip(&is_known).filter_map(|(place, known)| known.then_some(place)).collect();
        } else {
            is_known.fill(true);
        }
        let way = Way::through(&places);
        let climbing = way.climb > CLIMBS * self.height();
        let off = |place: Vec3| if climbing { place } else { place.with_y(0.0) };
        let known = poses.iter().zip(&is_known).filter_map(|(one, known)| known.then_some(one));
        let mut about_joint: Vec<Bounds> = known.zip(places).map(|(one, place)| one.shifted(-off(place))).collect();
        let usual = usual_size(&poses);
        leave_out_strays(&mut about_joint, self.height());
        leave_out_strays(&mut poses, self.height());
        FigureCourse { way, climbing, poses, about_joint, usual }
    }

    /// Some frames of the current behaviour, evenly spread.
    fn sampled_frames(&self) -> impl Iterator<Item = usize> + use<> {
        let start = self.survey.first_frame;
        let frames = self.motion().frame_count().saturating_sub(start).max(1);
        let samples = SAMPLES.min(frames);
        (0..samples).map(move |step| start + step * (frames - 1) / (samples - 1).max(1))
    }

    /// The size of a [point's](Self::is_point) path in the current behaviour, metres; 1 if it does not move.
    pub(super) fn path_size(&mut self) -> f32 {
        let mut places = Vec::new();
        for frame in self.sampled_frames() {
            places.push(self.box_at(frame).centre());
        }
        let way = Way::through(&places);
        let size = way.length.max(way.climb);
        if size > POINT { size } else { 1.0 }
    }

    /// Bounding boxes of the whole motion, stage space, without bad frames.
    pub fn motion_boxes(&mut self) -> Vec<Bounds> {
        let frames = self.motion().frame_count().max(1);
        let measured = self.unpacked.boxes.get(self.behaviour).map_or(&[][..], Vec::as_slice);
        // The clip's boxes contain joints off the body, which may be far away, and joints that are not seen: measure again. Measure
        // short clips in every frame.
        let has_others = self.survey.ties.contains(&Tie::Nothing) || !self.clip().visibility.is_empty();
        if frames <= 2 * FRAMES_A_BOX || has_others {
            let mut boxes = Vec::new();
            for frame in (self.survey.first_frame..frames).step_by(frames / MAX_BOXES + 1) {
                let one = self.box_at(frame);
                boxes.push(self.with_skin(one));
            }
            leave_out_strays(&mut boxes, self.height());
            return boxes;
        }
        let mut boxes: Vec<Bounds> = measured.iter().map(|one| one.transformed(&self.placement.transform)).collect();
        let largest = 3.0 * usual_size(&boxes).length().max(self.height());
        let jumps = self.survey.first_frame > 0 || self.starts_with_jump();
        for (index, one) in boxes.iter_mut().enumerate() {
            let first = index * FRAMES_A_BOX;
            let skipped = usize::from(index == 0 && jumps);
            if one.size().length() > largest || skipped > 0 {
                // Only some of its frames may be bad.
                let mut each = Vec::new();
                for frame in first + skipped..frames.min(first + FRAMES_A_BOX) {
                    each.push(self.box_at(frame));
                }
                leave_out_strays(&mut each, self.height());
                *one = Bounds::around(&each);
            }
            *one = self.with_skin(*one);
        }
        boxes
    }

    /// Whether the motion starts with a jump: captures may begin with a rest pose at the origin.
    fn starts_with_jump(&mut self) -> bool {
        let [first, second, third] = [0, 1, 2].map(|frame| self.box_at(frame).centre());
        first.distance(second) > 0.3 * self.height() && second.distance(third) < 0.1 * self.height()
    }

    fn box_at(&mut self, frame: usize) -> Bounds {
        self.pose_at(self.motion().frame_start(frame), Interpolation::Nearest);
        self.box_of_joints(&self.placement.transform)
    }

    /// Measures the margin of head and skin around the joints, the skin's on the first frame. It is at most half the figure's
    /// height, so that a floor or wall in the skin does not make the figure small in the picture.
    pub(super) fn measure_skin(&mut self) {
        let Clip { skeleton, skin, .. } = &self.unpacked.clip;
        self.skin_pose = skin.as_ref().map(|skin| SkinPose::new(skin, skeleton));
        self.skin_margin = self.body.margin();
        if self.is_point {
            let reach = Vec3::splat(AROUND_POINT * self.height());
            self.skin_margin = Bounds { min: -reach, max: reach };
        }
        if let (Some(skin), Some(skin_pose)) = (skin, &self.skin_pose) {
            let place = &self.placement.transform;
            let joints = self.box_of_joints(place);
            let skin = skin_pose.bounds(skin, &self.pose, &self.survey.ties).transformed(place);
            // A figure of one joint consists of skin only.
            let most = Vec3::splat(if self.height() > 0.0 { 0.5 * self.height() } else { f32::MAX });
            let [under, over] = [joints.min - skin.min, skin.max - joints.max].map(|off| off.clamp(Vec3::ZERO, most));
            // The figure may turn about Y.
            let side = under.max(over).with_y(0.0).max_element();
            let margin = Bounds { min: Vec3::new(-side, -under.y, -side), max: Vec3::new(side, over.y, side) };
            self.skin_margin = self.skin_margin.union(margin);
        }
    }

    /// The bounding box of the joints on the body that are seen.
    fn box_of_joints(&self, place: &Affine3A) -> Bounds {
        let mut bounds = Bounds::EMPTY;
        for (joint, (world, tie)) in self.pose.world.iter().zip(&self.survey.ties).enumerate() {
            if *tie != Tie::Nothing && self.is_seen(joint) {
                bounds.include(place.transform_point3(world.translation.into()));
            }
        }
        bounds
    }

    /// Whether a joint is seen in the current pose.
    fn is_seen(&self, joint: usize) -> bool {
        self.seen().get(joint) != Some(&0)
    }

    /// Adds the skin's margin to a box of joints, stage space.
    fn with_skin(&self, joints: Bounds) -> Bounds {
        Bounds { min: joints.min + self.skin_margin.min, max: joints.max + self.skin_margin.max }
    }
}
