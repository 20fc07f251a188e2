//! A clip on the stage: its pose, its placement, and the user's overrides.

mod extent;

use std::ops::Range;

use glam::{Affine3A, Vec3};

use super::activity::hand_speed;
use super::mass::mass_centre;
use super::room::Room;
use super::warp::ClockWarp;
use crate::pack::Unpacked;
use marey::ParseError;
use marey::body::{Placement, Scale, Side, StatureFrom, Survey, Unit, UpGuess, survey};
use marey::look::{Body, FigureLook, Instances, SkinPose};
use marey::model::{Axis, Bounds, Clip, Motion, PositionMode, Time};
use marey::pose::{Interpolation, Pose, boxes, sample, world_matrices};

/// A figure whose joints are nearer to each other is a point, metres.
const POINT: f32 = 1e-5;

const NO_MARGIN: Bounds = Bounds { min: Vec3::ZERO, max: Vec3::ZERO };

/// The values in force unless the user overrides them: stated by the file, or guessed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Defaults {
    /// The unit of the file's lengths, and the stature in it.
    pub scale: Scale,
    /// The evidence for the stature; `None` without any, or if the figure is not a person.
    pub stature_from: Option<StatureFrom>,
    /// The file's axis that points up.
    pub up: Axis,
    /// The up axis guessed from the figure.
    pub up_guess: UpGuess,
    /// The floor's height along `up`, in file units from the file's zero, and whether it comes from the feet.
    pub floor: (f32, bool),
    /// [`hand_speed`] of the first behaviour at the assumed rate, metres a second with that unit. 0 if the file states its rate.
    pub hand_speed: f64,
    /// The figure's extent along `up`, metres with that unit: median over sampled poses.
    pub extent: f64,
    /// The meaning of position channels; `None` if both readings agree.
    pub position_mode: Option<PositionMode>,
}

/// A clip on the stage.
#[derive(Debug)]
pub struct StageFigure {
    unpacked: Unpacked,
    behaviour: usize,
    /// The file's values, to restore after an override. The time is the current behaviour's.
    file_time: Time,
    file_position_mode: Option<PositionMode>,
    /// Overrides.
    frame_time: Option<f64>,
    position_mode: Option<PositionMode>,
    unit: Option<Unit>,
    up: Option<Axis>,
    floor_at_zero: bool,
    survey: Survey,
    placement: Placement,
    /// All joints are at one point, without a skin.
    is_point: bool,
    body: Body,
    /// Skinning of the clip's skin, if it has one.
    skin_pose: Option<SkinPose>,
    /// Margin of the skin around a bounding box of the joints, stage space.
    skin_margin: Bounds,
    pose: Pose,
    /// Time and interpolation of `pose`.
    posed: Option<(f64, Interpolation)>,
    /// The pace at which actors play the clip.
    pub(super) warp: Option<ClockWarp>,
    /// Position of the carrier joint at the first frame of the motion, file space.
    start: Vec3,
}

impl StageFigure {
    /// Surveys a clip and places it on the ground.
    pub fn new(unpacked: Unpacked) -> Self {
        let skeleton = &unpacked.clip.skeleton;
        let motion = motion_of(&unpacked, 0);
        let survey = survey(skeleton, motion, unpacked.clip.source.up);
        let placement = Placement::new(&survey, 0.0, Unit::Metre, 1.0);
        let mut figure = Self {
            warp: None,
            behaviour: 0,
            file_time: motion.time().clone(),
            file_position_mode: unpacked.clip.source.position_mode,
            frame_time: None,
            position_mode: None,
            unit: None,
            up: None,
            floor_at_zero: false,
            pose: Pose::rest(skeleton),
            posed: None,
            start: Vec3::ZERO,
            body: Body::default(),
            skin_pose: None,
            skin_margin: NO_MARGIN,
            is_point: false,
            survey,
            placement,
            unpacked,
        };
        figure.place();
        figure
    }

    /// Adds further packets within the memory limits `room`. The last packet surveys the figure again, by the whole motion.
    pub fn extend(&mut self, packets: &[u8], room: Room) -> Result<(), ParseError> {
        let before = self.clip().source.position_mode;
        room.push(&mut self.unpacked, packets)?;
        self.posed = None;
        if self.unpacked.complete {
            // The last packet has the file's final time and position mode. Overrides stay.
            self.file_time = self.motion().time().clone();
            self.file_position_mode = self.clip().source.position_mode;
            self.set_frame_time(self.frame_time);
            if self.file_position_mode != before {
                self.measure();
            }
            self.set_position_mode(self.position_mode);
            self.place();
        }
        Ok(())
    }

    /// Whether all of the clip has arrived.
    pub fn is_complete(&self) -> bool {
        self.unpacked.complete
    }

    /// The clip.
    pub fn clip(&self) -> &Clip {
        &self.unpacked.clip
    }

    /// Approximate memory in bytes: frames and skin, since all else is small.
    pub fn bytes(&self) -> usize {
        let Clip { behaviours, skin, .. } = self.clip();
        let frames = behaviours.iter().map(|one| one.motion.bytes());
        let skin = skin.as_ref().map_or(0, |skin| {
            size_of_val(skin.corners()) + size_of_val(skin.influences()) + size_of_val(skin.triangles())
        });
        frames.sum::<usize>() + skin
    }

    /// Index of the current behaviour, initially 0.
    pub fn behaviour(&self) -> usize {
        self.behaviour
    }

    /// The current behaviour's motion.
    pub fn motion(&self) -> &Motion {
        motion_of(&self.unpacked, self.behaviour)
    }

    /// Switches to another behaviour, at the file's rate, from the rest pose: behaviours move different joints, so the previous
    /// one must leave no trace. Returns false if it does not exist or is the current one.
    pub fn set_behaviour(&mut self, index: usize) -> bool {
        if index == self.behaviour || index >= self.clip().behaviours.len() {
            return false;
        }
        self.set_frame_time(None);
        self.behaviour = index;
        self.file_time = self.motion().time().clone();
        self.place();
        true
    }

    /// The frame times of a behaviour as the file has them, without the override.
    pub fn file_time(&self, behaviour: usize) -> &Time {
        if behaviour == self.behaviour { &self.file_time } else { motion_of(&self.unpacked, behaviour).time() }
    }

    /// The values in force without overrides.
    pub fn defaults(&self) -> Defaults {
        let Clip { skeleton, source, skin, .. } = self.clip();
        let (survey, skin) = (survey(skeleton, motion_of(&self.unpacked, 0), source.up), skin.as_deref());
        let scale = survey.scale(source);
        let metres = scale.unit.metres() / source.length_factor;
        let motion = motion_of(&self.unpacked, 0);
        let assumed = (!source.rate_stated).then(|| hand_speed(skeleton, motion, self.file_time(0), &survey.parts));
        Defaults {
            scale,
            hand_speed: f64::from(assumed.unwrap_or(0.0)) * metres,
            stature_from: survey.parts.stature.map(|stature| stature.from),
            up: survey.up,
            up_guess: survey.up_guess,
            floor: (survey.floor(skin), skin.is_none() && survey.stance.is_some()),
            extent: f64::from(survey.height) * metres,
            position_mode: self.file_position_mode,
        }
    }

    /// Unit, up axis and transform in force.
    pub fn placement(&self) -> &Placement {
        &self.placement
    }

    /// Whether all joints are at one point: the figure has no extent, and no skin.
    pub fn is_point(&self) -> bool {
        self.is_point
    }

    /// The figure's height in metres, with the unit in force. A [point](Self::is_point) is as high as its path is long, or 1 m if it
    /// does not move.
    pub fn height(&self) -> f32 {
        self.survey.height * self.placement.scale
    }

    /// The side of each joint.
    pub fn sides(&self) -> &[Side] {
        self.body.sides()
    }

    /// Facing direction at the start, stage space.
    pub fn facing(&self) -> Option<Vec3> {
        self.survey.facing.map(|facing| self.placement.transform.transform_vector3(facing).normalize_or_zero())
    }

    /// Overrides the unit; `None` or an impossible unit: the default.
    pub fn set_unit(&mut self, unit: Option<Unit>) {
        self.unit = unit.filter(|unit| Unit::of_metres(unit.metres()).is_some());
        self.place();
    }

    /// Overrides the up axis; `None`: the default.
    pub fn set_up(&mut self, up: Option<Axis>) {
        self.up = up;
        self.place();
    }

    /// Sets whether the floor is at the file's zero wherever the figure stands. Returns whether that changed.
    pub fn set_floor_at_zero(&mut self, at_zero: bool) -> bool {
        let is_new = self.floor_at_zero != at_zero;
        if is_new {
            self.floor_at_zero = at_zero;
            self.place();
        }
        is_new
    }

    /// Overrides the meaning of position channels; `None`: the default. Measures the motion's boxes again.
    pub fn set_position_mode(&mut self, mode: Option<PositionMode>) {
        self.position_mode = mode;
        if let Some(mode) = mode.or(self.file_position_mode)
            && self.clip().source.position_mode.is_some_and(|now| now != mode)
        {
            self.unpacked.clip.set_position_mode(mode);
            self.measure();
            self.place();
        }
    }

    fn measure(&mut self) {
        let Unpacked { clip, boxes: all, .. } = &mut self.unpacked;
        for (slot, behaviour) in all.iter_mut().zip(&clip.behaviours) {
            *slot = boxes(&clip.skeleton, &behaviour.motion);
        }
    }

    /// Overrides the frame time of the current behaviour; `None`: the file's. Keyed frames keep their times.
    pub fn set_frame_time(&mut self, frame_time: Option<f64>) {
        self.frame_time = frame_time.filter(|_| matches!(self.file_time, Time::Uniform { .. }));
        let time = self.frame_time.map_or_else(|| self.file_time.clone(), |frame_time| Time::Uniform { frame_time });
        if let Some(behaviour) = self.unpacked.clip.behaviours.get_mut(self.behaviour) {
            // An invalid frame time is ignored. Restoring the keys cannot fail: their number is unchanged.
            behaviour.motion.set_time(time).unwrap_or_default();
        }
        self.posed = None;
    }

    /// Measures the figure in the first behaviour, whichever plays, and places it on the ground. Placed by each behaviour, the
    /// figure would jump when the behaviour changes, and a leap or a lie-down without feet on the ground would be moved to it.
    fn place(&mut self) {
        let clip = &self.unpacked.clip;
        let skeleton = &clip.skeleton;
        self.survey = survey(skeleton, motion_of(&self.unpacked, 0), self.up.or(clip.source.up));
        let unit = self.unit.unwrap_or_else(|| self.survey.scale(&clip.source).unit);
        let floor = if self.floor_at_zero { 0.0 } else { self.survey.floor(clip.skin.as_deref()) };
        self.placement = Placement::new(&self.survey, floor, unit, clip.source.length_factor);
        let metres = self.placement.scale;
        // Bones are measured on the first frame: some rest poses have all offsets in the position channels.
        let playing = std::mem::take(&mut self.behaviour);
        self.is_point = self.survey.size * metres < POINT && self.unpacked.clip.skin.is_none();
        if self.is_point {
            self.survey.height = self.path_size() / metres;
        }
        self.pose_at_start();
        self.body = Body::new(&self.unpacked.clip.skeleton, &self.pose, &self.survey, metres);
        self.measure_skin();
        self.behaviour = playing;
        if playing != 0 {
            // The carrier joint depends on the behaviour: a standing one may come before a walk.
            let Clip { skeleton, .. } = &self.unpacked.clip;
            let playing = survey(skeleton, self.motion(), Some(self.survey.up));
            (self.survey.carrier, self.survey.first_frame) = (playing.carrier, playing.first_frame);
            self.pose_at_start();
        }
    }

    /// Poses the figure at the start of the current behaviour, from the rest pose.
    fn pose_at_start(&mut self) {
        self.pose.reset(&self.unpacked.clip.skeleton);
        self.posed = None;
        self.pose_at(self.first_moment(), Interpolation::Linear);
        self.start = self.carrier_in_file();
    }

    /// The time of the first frame of the current behaviour, without a reference pose before it: seconds.
    pub fn first_moment(&self) -> f64 {
        self.motion().frame_start(self.survey.first_frame)
    }

    pub(super) fn pose_at(&mut self, moment: f64, interpolation: Interpolation) {
        if self.posed != Some((moment, interpolation)) {
            sample(motion_of(&self.unpacked, self.behaviour), moment, interpolation, &mut self.pose);
            world_matrices(&self.unpacked.clip.skeleton, Affine3A::IDENTITY, &mut self.pose);
            self.posed = Some((moment, interpolation));
        }
    }

    /// How opaque each joint is in the current pose, as [`Clip::visibility`] has it; joints beyond its end are opaque.
    fn seen(&self) -> &[u8] {
        let Some(rows) = self.clip().visibility.get(self.behaviour) else { return &[] };
        let frame = self.posed.map_or(0, |(moment, _)| self.motion().locate(moment).from);
        let first = frame.saturating_mul(self.clip().skeleton.len());
        rows.get(first..).unwrap_or_default()
    }

    /// The pose of the last write: world matrices in file space.
    pub fn pose(&self) -> &Pose {
        &self.pose
    }

    /// The pose's centre of mass, file space; `None` without masses.
    pub fn mass_centre(&self) -> Option<Vec3> {
        mass_centre(&self.clip().masses, &self.pose)
    }

    /// The pose's centre of mass, stage space; `None` without masses.
    pub fn mass_centre_on_stage(&self, in_place: bool) -> Option<Vec3> {
        self.mass_centre().map(|centre| self.place_now(in_place).transform_point3(centre))
    }

    fn carrier_in_file(&self) -> Vec3 {
        self.pose.world.get(self.survey.carrier).map_or(Vec3::ZERO, |world| world.translation.into())
    }

    /// The transform from file space to stage space in the current pose. With `in_place` it cancels the horizontal travel.
    fn place_now(&self, in_place: bool) -> Affine3A {
        let mut place = self.placement.transform;
        if in_place {
            let way = place.transform_vector3(self.carrier_in_file() - self.start);
            place.translation -= Vec3::new(way.x, 0.0, way.z).to_vec3a();
        }
        place
    }

    /// Position of the carrier joint at the start, stage space.
    pub fn start_on_stage(&self) -> Vec3 {
        self.placement.transform.transform_point3(self.start)
    }

    /// Position of the carrier joint at a time, stage space.
    pub fn carrier_at(&mut self, moment: f64, interpolation: Interpolation, in_place: bool) -> Vec3 {
        self.pose_at(moment, interpolation);
        self.carrier_on_stage(in_place)
    }

    /// Position of a joint at a time, stage space; `None` if the joint does not exist.
    pub(super) fn joint_at(
        &mut self,
        joint: usize,
        moment: f64,
        interpolation: Interpolation,
        in_place: bool,
    ) -> Option<Vec3> {
        self.pose_at(moment, interpolation);
        let world = self.pose.world.get(joint)?;
        Some(self.place_now(in_place).transform_point3(world.translation.into()))
    }

    /// Position of the carrier joint in the current pose, stage space.
    pub fn carrier_on_stage(&self, in_place: bool) -> Vec3 {
        self.place_now(in_place).transform_point3(self.carrier_in_file())
    }

    /// A file's camera in the current pose: the transform from camera axes (unit length) to stage space, and its field of view. A
    /// camera without a joint stays where it is, even if the figure is kept in place.
    pub fn viewpoint_on_stage(&self, index: usize, in_place: bool) -> Option<(Affine3A, f32)> {
        let viewpoint = self.clip().viewpoints.get(index)?;
        let place = if viewpoint.joint.is_some() { self.place_now(in_place) } else { self.placement.transform };
        let mut camera = place * viewpoint.in_pose(&self.pose.world)?;
        // Remove the uniform scale between file and stage.
        camera.matrix3 *= 1.0 / self.placement.scale;
        Some((camera, viewpoint.field_of_view))
    }

    /// Positions of these triangles' corners in the current pose, stage space, without skin off the body (a ball).
    pub(super) fn skin_on_stage(&self, triangles: Range<u32>, in_place: bool) -> impl Iterator<Item = Vec3> {
        let place = self.place_now(in_place);
        let skin = self.clip().skin.as_deref().zip(self.skin_pose.as_ref());
        skin.into_iter().flat_map(move |(skin, skin_pose)| {
            let corners = skin_pose.corners_of(triangles.clone(), skin, &self.pose, &self.survey.ties);
            corners.map(move |at| place.transform_point3(at))
        })
    }

    /// Poses the figure and writes its instances. `moved`: from where the clip puts it to where it is drawn.
    pub fn write(
        &mut self,
        moment: f64,
        interpolation: Interpolation,
        in_place: bool,
        moved: &Affine3A,
        look: &FigureLook,
        out: &mut Instances,
    ) {
        self.pose_at(moment, interpolation);
        let place = *moved * self.place_now(in_place);
        self.body.write_seen(&self.pose, &place, look, self.seen(), out);
        out.skin.clear();
        let skin = &self.unpacked.clip.skin;
        (out.skin_triangles, out.hidden) = (0..0, false);
        if let (Some(skin), Some(skin_pose)) = (skin, &self.skin_pose) {
            (out.skin_triangles, out.hidden) = skin_pose.shown(skin, look);
            if !out.skin_triangles.is_empty() {
                skin_pose.write(skin, &self.pose, &place, self.body.sides(), look, &mut out.skin);
            }
        }
    }
}

/// The motion of a behaviour; the rest pose if it does not exist.
fn motion_of(unpacked: &Unpacked, behaviour: usize) -> &Motion {
    static REST: Motion = Motion::rest();
    unpacked.clip.behaviours.get(behaviour).map_or(&REST, |behaviour| &behaviour.motion)
}

#[cfg(test)]
mod tests;
