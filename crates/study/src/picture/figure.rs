//! A clip on the stage: metres, +Y up, the floor at y = 0.

use glam::{Affine3A, DVec3, Vec3};

use super::PictureError;
use super::pieces::parts_of_joints;
use super::shapes::PictureView;
use super::silhouettes::{Silhouette, Wearing, Worn};
use marey::body::{BodyMap, Placement, Subject, TouchDown, Unit, survey, touch_downs};
use marey::look::{Body, FigureLook, Instances, NoBody, generated_body};
use marey::model::{Axis, Clip, Skeleton, Skin};
use marey::pose::{Interpolation, Pose, sample, world_matrices};
use marey::setters;

/// Corrections of how a file is read. Without one the file's statement holds, or the guess.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[non_exhaustive]
pub struct Reading {
    /// Metres per unit of the file's lengths.
    pub metres_per_unit: Option<f64>,
    /// The axis that points up.
    pub up: Option<Axis>,
    /// The floor is at the file's zero, wherever the figure stands.
    pub floor_at_zero: bool,
    /// The figure moves on the spot.
    pub in_place: bool,
}

setters!(Reading { floor_at_zero: bool, in_place: bool } optional { metres_per_unit: f64, up: Axis });

/// A figure to draw: a behaviour of a clip.
#[derive(Debug)]
pub struct Figure<'a> {
    pub(super) name: &'a str,
    subject: Subject<'a>,
    placement: Placement,
    body: Body,
    pose: Pose,
    in_place: bool,
    worn: Option<Box<dyn Wearing>>,
    /// The [visibility](Clip::visibility) of the joints.
    seen: &'a [u8],
    /// The carrier joint at the start, file space.
    start: Vec3,
}

impl<'a> Figure<'a> {
    /// Measures a behaviour of a clip and puts it on the floor, as the player does.
    ///
    /// # Errors
    /// [`PictureError::NoMotion`] if there is no such behaviour, or if it has no frame.
    pub fn new(clip: &'a Clip, behaviour: usize, reading: &Reading) -> Result<Self, PictureError> {
        let skeleton = &*clip.skeleton;
        let motion = clip.behaviours.get(behaviour).map(|one| &one.motion).ok_or(PictureError::NoMotion)?;
        // All behaviours stand on the floor of the first, like in the player.
        let first = clip.behaviours.first().map(|one| &one.motion).filter(|motion| motion.frame_count() > 0);
        let first = first.unwrap_or(motion);
        let mut measured = survey(skeleton, first, reading.up.or(clip.source.up));
        let unit = reading.metres_per_unit.and_then(Unit::of_metres);
        let unit = unit.unwrap_or_else(|| measured.scale(&clip.source).unit);
        let floor = if reading.floor_at_zero { 0.0 } else { measured.floor(clip.skin.as_deref()) };
        let placement = Placement::new(&measured, floor, unit, clip.source.length_factor);
        let mut pose = Pose::rest(skeleton);
        sample(first, 0.0, Interpolation::Linear, &mut pose);
        world_matrices(skeleton, Affine3A::IDENTITY, &mut pose);
        let body = Body::new(skeleton, &pose, &measured, placement.scale);
        if behaviour != 0 {
            measured.carrier = survey(skeleton, motion, Some(measured.up)).carrier;
            pose.reset(skeleton);
        }
        let subject = Subject::surveyed(clip, behaviour, measured)?;
        let in_place = reading.in_place;
        let seen = clip.visibility.get(behaviour).map_or(&[][..], Vec::as_slice);
        let start = Vec3::ZERO;
        let mut figure = Self { name: &clip.name, subject, placement, body, pose, in_place, worn: None, seen, start };
        figure.pose_at(0.0);
        figure.start = figure.carrier_in_file();
        Ok(figure)
    }

    /// Draws the person's body in place of bones, in [pictures](Self::draw) and [posters](Self::poster): see [`generated_body`].
    ///
    /// # Errors
    /// [`NoBody`] if the figure is no person.
    pub fn wear_body(&mut self) -> Result<(), NoBody> {
        let skeleton = self.subject.skeleton();
        let map = BodyMap::whole_of_subject(&self.subject)?;
        let metres = f64::from(self.placement.scale);
        let subject = self.subject.clone().with_space(metres, self.placement.up);
        self.wear(generated_body(&subject, &map)?, &parts_of_joints(skeleton, &map));
        Ok(())
    }

    /// Draws this [generated body](generated_body) in place of bones. `parts`: of the same figure, by [`parts_of_joints`].
    pub fn wear(&mut self, body: Skin, parts: &[u8]) {
        self.worn = Some(Box::new(Worn::new(body, self.subject.skeleton(), parts)));
    }

    /// The silhouettes of the body at a moment (seconds), the farthest part first; `None` for a figure without a body.
    pub(super) fn silhouettes(
        &mut self,
        moment: f64,
        view: &PictureView,
        figure: (usize, DVec3),
    ) -> Option<Vec<Silhouette>> {
        self.pose_at(moment);
        let place = self.place();
        self.worn.as_ref().map(|worn| worn.silhouettes(&self.pose, &place, view, figure))
    }

    pub(super) fn skeleton(&self) -> &'a Skeleton {
        self.subject.skeleton()
    }

    /// Seconds from the first frame to the last.
    pub fn duration(&self) -> f64 {
        self.subject.motion().duration()
    }

    /// The figure's height, metres.
    pub(super) fn height(&self) -> f64 {
        f64::from(self.subject.survey.height * self.placement.scale)
    }

    /// Facing direction at the start; +Z if it is unknown.
    pub(super) fn facing(&self) -> DVec3 {
        let facing = self.subject.survey.facing.map(|facing| self.placement.transform.transform_vector3(facing));
        facing.map_or(DVec3::Z, |facing| facing.as_dvec3().normalize_or(DVec3::Z))
    }

    pub(super) fn touch_downs(&self) -> Vec<TouchDown> {
        touch_downs(self.subject.skeleton(), self.subject.motion(), &self.subject.survey)
    }

    /// Position of the carrier joint at a moment (seconds).
    pub(super) fn carrier(&mut self, moment: f64) -> DVec3 {
        self.pose_at(moment);
        self.place().transform_point3(self.carrier_in_file()).as_dvec3()
    }

    /// Positions of joints at a moment (seconds): metres. `None` for a joint that the skeleton does not have.
    pub(super) fn joints(&mut self, moment: f64, joints: &[usize]) -> Vec<Option<DVec3>> {
        self.pose_at(moment);
        let place = self.place();
        let at = |joint: &usize| {
            let world = self.pose.world.get(*joint)?;
            Some(place.transform_point3(world.translation.into()).as_dvec3())
        };
        joints.iter().map(at).collect()
    }

    /// The shapes at a moment (seconds).
    pub(super) fn write(&mut self, moment: f64, look: &FigureLook, out: &mut Instances) {
        self.pose_at(moment);
        let first = self.subject.motion().locate(moment).from * self.skeleton().len();
        let seen = self.seen.get(first..).unwrap_or_default();
        self.body.write_seen(&self.pose, &self.place(), look, seen, out);
    }

    fn pose_at(&mut self, moment: f64) {
        sample(self.subject.motion(), moment, Interpolation::Linear, &mut self.pose);
        world_matrices(self.subject.skeleton(), Affine3A::IDENTITY, &mut self.pose);
    }

    fn carrier_in_file(&self) -> Vec3 {
        self.pose.world.get(self.subject.survey.carrier).map_or(Vec3::ZERO, |world| world.translation.into())
    }

    /// The transform from file space to the stage in the current pose.
    fn place(&self) -> Affine3A {
        let mut place = self.placement.transform;
        if self.in_place {
            let way = place.transform_vector3(self.carrier_in_file() - self.start);
            place.translation -= Vec3::new(way.x, 0.0, way.z).to_vec3a();
        }
        place
    }
}
