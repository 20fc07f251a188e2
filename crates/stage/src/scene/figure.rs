//! A clip on the stage: its pose now, where it stands, and what the user overruled.

mod extent;

use std::ops::Range;

use glam::{Affine3A, Vec3};

use super::activity::hand_speed;
use super::mass::mass_centre;
use super::placement::Placement;
use super::room::Room;
use crate::pack::Unpacked;
use marey::ParseError;
use marey::body::{Scale, Side, StatureFrom, Survey, Unit, UpGuess, survey};
use marey::look::{Body, FigureLook, Instances, SkinPose};
use marey::model::{Axis, Bounds, Clip, Motion, PositionMode, Time};
use marey::pose::{Interpolation, Pose, boxes, sample, world_matrices};

const NOWHERE: Bounds = Bounds { min: Vec3::ZERO, max: Vec3::ZERO };

/// What is in force unless the user overrules it: the file's own word, or the guess.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Defaults {
    /// The unit of lengths as the file writes them, and how tall a person is in it.
    pub scale: Scale,
    /// What tells how tall a person is; `None` where nothing does, or the figure is no person.
    pub stature_from: Option<StatureFrom>,
    /// The file's axis that points up.
    pub up: Axis,
    /// What would be up by the figure alone.
    pub up_guess: UpGuess,
    /// The height of the floor along that axis, in file units (0 is the file's own zero), and whether the feet tell it.
    pub floor: (f32, bool),
    /// How fast the hands are in the first behaviour at the rate that is assumed, metres a second with that unit: see
    /// [`hand_speed`]. 0 where the file states its rate.
    pub hand_speed: f64,
    /// How far the figure reaches along that axis, in metres with that unit: the median over its poses.
    pub extent: f64,
    /// What position channels mean; `None` where both readings are the same.
    pub position_mode: Option<PositionMode>,
}

/// A clip on the stage.
#[derive(Debug)]
pub struct Figure {
    unpacked: Unpacked,
    /// Which of the clip's behaviours plays.
    behaviour: usize,
    /// As the file says, to go back to. The time is the playing behaviour's.
    file_time: Time,
    file_position_mode: Option<PositionMode>,
    /// What the user overruled.
    frame_time: Option<f64>,
    position_mode: Option<PositionMode>,
    unit: Option<Unit>,
    up: Option<Axis>,
    floor_at_zero: bool,
    survey: Survey,
    placement: Placement,
    body: Body,
    /// For the clip's skin; made when it is first shown.
    skin_pose: Option<SkinPose>,
    /// What the skin adds to a box of joints, stage space.
    skin_margin: Bounds,
    pose: Pose,
    /// The moment that `pose` shows.
    posed: Option<(f64, Interpolation)>,
    /// Where the carrier is at frame 0, file space.
    start: Vec3,
}

impl Figure {
    /// Surveys a clip and puts it on its feet.
    pub fn new(unpacked: Unpacked) -> Self {
        let skeleton = &unpacked.clip.skeleton;
        let motion = motion_of(&unpacked, 0);
        let survey = survey(skeleton, motion, unpacked.clip.source.up);
        let placement = Placement::new(&survey, 0.0, Unit::Metre, 1.0);
        let mut figure = Self {
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
            skin_margin: NOWHERE,
            survey,
            placement,
            unpacked,
        };
        figure.place();
        figure
    }

    /// Takes further packets, of which the frames may take so much room. At the end the figure is surveyed again: the whole motion may tell what its start did not.
    pub fn extend(&mut self, packets: &[u8], room: Room) -> Result<(), ParseError> {
        let before = self.clip().source.position_mode;
        room.push(&mut self.unpacked, packets)?;
        self.posed = None;
        if self.unpacked.complete {
            // The last packet says how the file is to be read; what the user overruled stays overruled.
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

    /// About how many bytes of memory it takes: its frames and its skin. Beside these nothing is large.
    pub fn bytes(&self) -> usize {
        let Clip { behaviours, skin, .. } = self.clip();
        let frames = behaviours.iter().map(|one| one.motion.bytes());
        let skin = skin.as_ref().map_or(0, |skin| {
            size_of_val(skin.corners()) + size_of_val(skin.influences()) + size_of_val(skin.triangles())
        });
        frames.sum::<usize>() + skin
    }

    /// Which of the clip's behaviours plays: its index. At first the first.
    pub fn behaviour(&self) -> usize {
        self.behaviour
    }

    /// The motion that plays.
    pub fn motion(&self) -> &Motion {
        motion_of(&self.unpacked, self.behaviour)
    }

    /// Plays another behaviour, at the file's own rate, out of the pose that the file has written: behaviours move
    /// different joints, and what one of them left must not show in the next. Whether it is another one that exists.
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

    /// When the frames of a behaviour are by the file, whatever rate was put in its place.
    pub fn file_time(&self, behaviour: usize) -> &Time {
        if behaviour == self.behaviour { &self.file_time } else { motion_of(&self.unpacked, behaviour).time() }
    }

    /// What would be in force if nothing were overruled.
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

    /// Height in metres with the unit in force.
    pub fn height(&self) -> f32 {
        self.survey.height * self.placement.scale
    }

    /// The side of each joint.
    pub fn sides(&self) -> &[Side] {
        self.body.sides()
    }

    /// Where the figure faces at the start, stage space.
    pub fn facing(&self) -> Option<Vec3> {
        self.survey.facing.map(|facing| self.placement.transform.transform_vector3(facing).normalize_or_zero())
    }

    /// Overrules the unit; `None`, or what can be no unit: the file's, or the guess.
    pub fn set_unit(&mut self, unit: Option<Unit>) {
        self.unit = unit.filter(|unit| Unit::of_metres(unit.metres()).is_some());
        self.place();
    }

    /// Overrules the up axis; `None`: the file's, or the guess.
    pub fn set_up(&mut self, up: Option<Axis>) {
        self.up = up;
        self.place();
    }

    /// Puts the floor at the file's zero, wherever the figure stands. Whether that is new.
    pub fn set_floor_at_zero(&mut self, at_zero: bool) -> bool {
        let is_new = self.floor_at_zero != at_zero;
        if is_new {
            self.floor_at_zero = at_zero;
            self.place();
        }
        is_new
    }

    /// Overrules the meaning of position channels; `None`: what the data told. The boxes of the motion are measured anew.
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

    /// Overrules the rate of the behaviour that plays; `None`: the file's. Frames that each have a moment of their own
    /// have no rate: they keep their moments.
    pub fn set_frame_time(&mut self, frame_time: Option<f64>) {
        self.frame_time = frame_time.filter(|_| matches!(self.file_time, Time::Uniform { .. }));
        let time = self.frame_time.map_or_else(|| self.file_time.clone(), |frame_time| Time::Uniform { frame_time });
        if let Some(behaviour) = self.unpacked.clip.behaviours.get_mut(self.behaviour) {
            // What is no rate is ignored. The number of the file's own moments has not changed since they were kept.
            behaviour.motion.set_time(time).unwrap_or_default();
        }
        self.posed = None;
    }

    /// Measures the figure and puts it on its feet, by the first behaviour whichever plays: size, ground and body are
    /// the figure's. Were they each behaviour's own, it would jump from one to the next, and a leap or a lie-down, which
    /// has no feet on the ground, would be pulled down to it.
    fn place(&mut self) {
        let clip = &self.unpacked.clip;
        let skeleton = &clip.skeleton;
        self.survey = survey(skeleton, motion_of(&self.unpacked, 0), self.up.or(clip.source.up));
        let unit = self.unit.unwrap_or_else(|| self.survey.scale(&clip.source).unit);
        let floor = if self.floor_at_zero { 0.0 } else { self.survey.floor(clip.skin.as_deref()) };
        self.placement = Placement::new(&self.survey, floor, unit, clip.source.length_factor);
        let metres = self.placement.scale;
        // Bones are measured on the first frame: some rest poses have all their offsets in the position channels.
        let playing = std::mem::take(&mut self.behaviour);
        self.set_out();
        self.body = Body::new(&self.unpacked.clip.skeleton, &self.pose, &self.survey, metres);
        self.measure_skin();
        self.behaviour = playing;
        if playing != 0 {
            // Which joint carries the figure about is told by what moves: one that stands may come before one that walks.
            let Clip { skeleton, .. } = &self.unpacked.clip;
            self.survey.carrier = survey(skeleton, self.motion(), Some(self.survey.up)).carrier;
            self.set_out();
        }
    }

    /// The rest pose, and on it the start of the behaviour that plays.
    fn set_out(&mut self) {
        self.pose.reset(&self.unpacked.clip.skeleton);
        self.posed = None;
        self.pose_at(0.0, Interpolation::Linear);
        self.start = self.carrier_in_file();
    }

    pub(super) fn pose_at(&mut self, moment: f64, interpolation: Interpolation) {
        if self.posed != Some((moment, interpolation)) {
            sample(motion_of(&self.unpacked, self.behaviour), moment, interpolation, &mut self.pose);
            world_matrices(&self.unpacked.clip.skeleton, Affine3A::IDENTITY, &mut self.pose);
            self.posed = Some((moment, interpolation));
        }
    }

    /// The pose as of the last write: world matrices in file space.
    pub fn pose(&self) -> &Pose {
        &self.pose
    }

    /// The centre of mass of that pose, file space; `None` where the file gives no masses.
    pub fn mass_centre(&self) -> Option<Vec3> {
        mass_centre(&self.clip().masses, &self.pose)
    }

    /// The same on the stage.
    pub fn mass_centre_on_stage(&self, in_place: bool) -> Option<Vec3> {
        self.mass_centre().map(|centre| self.place_now(in_place).transform_point3(centre))
    }

    fn carrier_in_file(&self) -> Vec3 {
        self.pose.world.get(self.survey.carrier).map_or(Vec3::ZERO, |world| world.translation.into())
    }

    /// File space to stage space now: in place, the way along the ground is taken back.
    fn place_now(&self, in_place: bool) -> Affine3A {
        let mut place = self.placement.transform;
        if in_place {
            let way = place.transform_vector3(self.carrier_in_file() - self.start);
            place.translation -= Vec3::new(way.x, 0.0, way.z).to_vec3a();
        }
        place
    }

    /// Where it sets out, stage space.
    pub fn start_on_stage(&self) -> Vec3 {
        self.placement.transform.transform_point3(self.start)
    }

    /// Where the joint that carries the figure is, stage space.
    pub fn carrier_at(&mut self, moment: f64, interpolation: Interpolation, in_place: bool) -> Vec3 {
        self.pose_at(moment, interpolation);
        self.carrier_on_stage(in_place)
    }

    /// The same in the pose of the last write.
    pub fn carrier_on_stage(&self, in_place: bool) -> Vec3 {
        self.place_now(in_place).transform_point3(self.carrier_in_file())
    }

    /// A camera of the file in that pose: from its axes, of length 1, to the stage; and its angle of view. One that rides on no joint
    /// stays where it is, also where the figure is kept in place.
    pub fn viewpoint_on_stage(&self, index: usize, in_place: bool) -> Option<(Affine3A, f32)> {
        let viewpoint = self.clip().viewpoints.get(index)?;
        let place = if viewpoint.joint.is_some() { self.place_now(in_place) } else { self.placement.transform };
        let mut camera = place * viewpoint.in_pose(&self.pose.world)?;
        // The stage has another scale than the file, in all directions alike.
        camera.matrix3 *= 1.0 / self.placement.scale;
        Some((camera, viewpoint.field_of_view))
    }

    /// The places of these triangles' corners in the pose of the last write, stage space. Skin beside the body, as of a ball, is left
    /// out.
    pub(super) fn skin_on_stage(&self, triangles: Range<u32>, in_place: bool) -> impl Iterator<Item = Vec3> {
        let place = self.place_now(in_place);
        let skin = self.clip().skin.as_deref().zip(self.skin_pose.as_ref());
        skin.into_iter().flat_map(move |(skin, skin_pose)| {
            let corners = skin_pose.corners_of(triangles.clone(), skin, &self.pose, &self.survey.ties);
            corners.map(move |at| place.transform_point3(at))
        })
    }

    /// Poses the figure and writes its instances.
    pub fn write(
        &mut self,
        moment: f64,
        interpolation: Interpolation,
        in_place: bool,
        look: &FigureLook,
        out: &mut Instances,
    ) {
        self.pose_at(moment, interpolation);
        let place = self.place_now(in_place);
        self.body.write(&self.pose, &place, look, out);
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

/// The motion of a behaviour; the rest pose where there is none.
fn motion_of(unpacked: &Unpacked, behaviour: usize) -> &Motion {
    static REST: Motion = Motion::rest();
    unpacked.clip.behaviours.get(behaviour).map_or(&REST, |behaviour| &behaviour.motion)
}

#[cfg(test)]
mod tests;
