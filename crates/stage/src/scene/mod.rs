//! The stage: a clip with its placement, clock and camera. It needs no GPU: [`Scene::instances`] and [`Scene::view`] are all
//! that a renderer needs.
//!
//! ```
//! use marey_stage::{pack, scene::Scene};
//! # use marey::{Limits, formats, pose::boxes};
//! # let bytes = b"HIERARCHY ROOT Hips { OFFSET 0 0 0 CHANNELS 3 Xposition Yposition Zposition End Site { OFFSET 0 165 0 } }
//! # MOTION Frames: 1 Frame Time: 0.5
//! # 0 0 0";
//! # let clip = formats::parse("walk.bvh", bytes, Limits::default())?;
//! // A worker packs the clip that it has read; the page unpacks it, at once or packet by packet.
//! let motion = &clip.behaviours[0].motion;
//! let mut packets = pack::head(&clip, &[motion.frame_count()]);
//! let boxes = boxes(&clip.skeleton, motion);
//! packets.extend(pack::rows(0, motion.frames(0..motion.frame_count()), &boxes));
//! packets.extend(pack::tail(&clip));
//!
//! let mut scene = Scene::new();
//! scene.push_packets(&packets)?;
//! scene.clock.play();
//! assert!(scene.advance(0.0).dirty);
//! assert_eq!(scene.instances().bones.len(), 1);
//! # Ok::<(), marey::ParseError>(())
//! ```

mod activity;
mod actors;
mod aim;
mod arrival;
mod behaviours;
mod camera;
mod clock;
mod course;
mod figure;
mod frame_view;
mod mass;
mod measure;
mod on_screen;
mod room;
mod settings;
mod viewpoints;
mod warp;

pub use activity::{hand_speed, liveliness};
pub use actors::{Actor, Beyond, When};
pub use arrival::Pushed;
pub use camera::{Camera, Orbit, Shot, View};
pub use clock::{Clock, Looping, Ticked};
pub use course::{FigureCourse, Way};
pub use figure::{Defaults, StageFigure};
pub use frame_view::FrameView;
pub use marey::body::Placement;
pub use mass::mass_centre;
pub use measure::ScreenMeasure;
pub use on_screen::Tracked;
pub use room::Room;
pub use warp::ClockWarp;

use glam::{Vec2, Vec3};

use self::actors::Actors;
use self::arrival::Incoming;
use self::mass::write_mark;
use crate::pack::Unpacked;
use marey::look::{FigureLook, Instances, Theme};
use marey::model::JointKind;
use marey::pose::Interpolation;

/// Most triangles of all figures of a chronophotograph together.
const MOST_TRIANGLES: usize = 2_000_000;

/// Result of one step of the scene.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Advanced {
    /// The picture changed: draw.
    pub dirty: bool,
    /// Something still moves: step again soon.
    pub running: bool,
    /// Result of the clock's step.
    pub clock: Ticked,
    /// The camera moved.
    pub camera: bool,
}

/// A stage. Setters take effect at the next [`advance`](Self::advance).
#[derive(Debug, Default)]
pub struct Scene {
    /// The clip's time.
    pub clock: Clock,
    /// The camera.
    pub camera: Camera,
    /// Memory limits of a clip's frames. A change applies from the next clip on.
    pub room: Room,
    figure: Option<StageFigure>,
    incoming: Incoming,
    instances: Instances,
    actors: Actors,
    /// Other clips.
    others: Vec<Option<StageFigure>>,
    theme: Theme,
    transparent: bool,
    gridless: bool,
    shadowless: bool,
    patterns: bool,
    highlighted: Option<usize>,
    mass_centre: bool,
    skinless: bool,
    segmentless: bool,
    /// Whether sites are shown; `None`: if no skin hides the joints.
    sites: Option<bool>,
    bones: bool,
    interpolation: Interpolation,
    in_place: bool,
    /// Whether the camera follows; `None`: if the figure would otherwise be small in the picture.
    follow: Option<bool>,
    /// The camera follows the figure horizontally.
    following: bool,
    /// The camera also follows the figure vertically.
    climbing: bool,
    /// The view that framed the clip; `None` once the user moved the camera.
    framed: Option<View>,
    viewpoint: Option<usize>,
    followed: Option<Vec3>,
    measure: Option<(ScreenMeasure, [Vec2; 2])>,
    dirty: bool,
    /// The clip's time at the last step.
    shown: f64,
    /// The clip's time that the instances show. It differs from `shown` between a seek that was [settled](Self::settle) and the
    /// next step.
    posed: f64,
    last: Option<f64>,
}

impl Scene {
    /// An empty stage.
    pub fn new() -> Self {
        Self { dirty: true, ..Self::default() }
    }

    /// Shows a clip from its start and frames all of it.
    pub fn show(&mut self, unpacked: Unpacked) {
        self.figure = Some(StageFigure::new(unpacked));
        self.actors.clear();
        self.incoming = Incoming::Shown;
        self.clock.set_ends(0.0, 0.0);
        self.clock.set_range(None);
        self.clock.seek(0.0);
        self.highlighted = None;
        self.followed = None;
        self.leave_viewpoint();
        self.framed = Some(View::Home);
        self.refresh();
        self.camera.jump();
    }

    /// A copy of the stage without the figure, with the clock paused at the same time and the camera at the same place.
    /// [`swap_figure`](Self::swap_figure) lends it the figure.
    pub fn twin(&self) -> Self {
        let mut clock = self.clock.clone();
        clock.pause();
        Self {
            clock,
            camera: self.camera.clone(),
            figure: None,
            incoming: Incoming::New,
            instances: Instances::default(),
            actors: self.actors.unposed(),
            others: Vec::new(),
            measure: None,
            dirty: true,
            last: None,
            ..*self
        }
    }

    /// Exchanges the figures of two stages, so that two stages draw one clip. Each figure is posed at its new stage's time; the
    /// [`instances`](Self::instances) stay as they are.
    pub fn swap_figure(&mut self, other: &mut Self) {
        std::mem::swap(&mut self.figure, &mut other.figure);
        std::mem::swap(&mut self.others, &mut other.others);
        for scene in [self, other] {
            if let Some(figure) = &mut scene.figure {
                figure.pose_at(scene.posed, scene.interpolation);
            }
        }
    }

    fn extend(&mut self, packets: &[u8]) -> Result<(), marey::ParseError> {
        let Some(figure) = &mut self.figure else { return Ok(()) };
        figure.extend(packets, self.room)?;
        self.refresh();
        Ok(())
    }

    /// Removes the figure.
    pub fn clear(&mut self) {
        self.leave_viewpoint();
        self.figure = None;
        self.incoming = Incoming::New;
        self.instances = Instances::default();
        self.actors.clear();
        self.clock.set_ends(0.0, 0.0);
        self.clock.pause();
        self.dirty = true;
    }

    /// The figure on the stage.
    pub fn figure(&self) -> Option<&StageFigure> {
        self.figure.as_ref()
    }

    /// Updates duration and facing after the figure changed, and the framing unless the user moved the camera.
    fn refresh(&mut self) {
        self.changed();
        let Some(figure) = &self.figure else { return };
        let facing = figure.facing();
        self.set_clock_ends();
        self.camera.set_facing(facing);
        if let Some(view) = self.framed {
            self.frame(view);
        }
    }

    /// All figures are to be posed and drawn again.
    fn changed(&mut self) {
        self.dirty = true;
        self.actors.stale = true;
    }

    /// The size of the picture in CSS pixels.
    pub fn set_viewport(&mut self, width: f32, height: f32) {
        self.camera.set_viewport(width, height);
        self.reframe();
    }

    /// CSS pixels covered by controls: top, right, bottom, left.
    pub fn set_insets(&mut self, insets: [f32; 4]) {
        self.camera.set_insets(insets);
        self.reframe();
    }

    /// Steps to wall time `now` (seconds, any origin) and updates the instances.
    pub fn advance(&mut self, now: f64) -> Advanced {
        let step = self.last.map_or(1.0 / 60.0, |last| (now - last).clamp(0.0, 0.1));
        let mut clock = self.clock.tick(now);
        // A seek may have moved the clock since the last step.
        clock.moved = self.shown != self.clock.time();
        self.shown = self.clock.time();
        let pose_changed = clock.moved || self.dirty || self.posed != self.shown;
        if pose_changed {
            self.pose_figure();
        }
        let camera = self.camera.advance(step as f32);
        let dirty = pose_changed || camera;
        if dirty {
            self.write_marks();
            self.measure = self.measured();
        }
        self.dirty = false;
        let running = self.clock.is_playing() || self.camera.is_moving();
        self.last = running.then_some(now);
        Advanced { dirty, running, clock, camera }
    }

    /// Updates the instances without advancing time, so that queries after a seek see the new pose even if nothing is drawn.
    /// The next [`advance`](Self::advance) still reports the change.
    pub fn settle(&mut self) {
        if self.dirty || self.posed != self.clock.time() {
            self.pose_figure();
        }
    }

    /// Poses the figure at the clock's time and moves a following camera and a viewpoint. Calling it twice changes nothing.
    fn pose_figure(&mut self) {
        let moment = self.clock.time();
        self.posed = moment;
        self.pose_actors(moment);
        let (look, place) = (self.own_look(), self.own_place());
        let Some(figure) = &mut self.figure else { return };
        if self.following {
            let at = place.transform_point3(figure.carrier_at(moment, self.interpolation, self.in_place));
            if let Some(before) = self.followed.replace(at) {
                // The camera follows the figure up stairs, but does not bounce with each step.
                let way = at - before;
                self.camera.carry(if self.climbing { way } else { way.with_y(0.0) });
            }
        }
        figure.write(moment, self.interpolation, self.in_place, &place, &look, &mut self.instances);
        self.ride_viewpoint();
    }

    /// How figures are drawn: as bones in a chronophotograph of skins with too many triangles.
    fn look(&self) -> FigureLook {
        let skin = self.figure.as_ref().and_then(|figure| figure.clip().skin.as_ref());
        let triangles = skin.map_or(0, |skin| skin.triangles().len());
        let plain = self.actors.are_framed() && triangles * self.actors.count() > MOST_TRIANGLES;
        let without_skin = skin.is_none();
        FigureLook {
            palette: self.theme.palette(),
            patterns: self.patterns,
            highlighted: self.highlighted,
            skin: !self.skinless && !plain,
            segments: !self.segmentless && !plain,
            sites: self.sites.unwrap_or(without_skin),
            bones: self.bones,
        }
    }

    /// Writes the marks: visible sites and the centre of mass, which depends on the camera.
    fn write_marks(&mut self) {
        let Instances { marks, joints, hidden, .. } = &mut self.instances;
        marks.clear();
        // Sites lie on the skin that hides the joints, so draw them as marks.
        if let Some(figure) = self.figure.as_ref().filter(|_| *hidden) {
            let kinds = figure.clip().skeleton.kinds().iter();
            marks.extend(kinds.zip(joints).filter(|(kind, _)| **kind == JointKind::Site).map(|(_, site)| *site));
        }
        if let Some(figure) = self.figure.as_ref().filter(|_| self.mass_centre)
            && let Some(at) = figure.mass_centre_on_stage(self.in_place)
        {
            write_mark(at, figure.height(), &self.camera.now(), self.theme, marks);
        }
    }

    /// The instances of the clip's figure as of the last [`advance`](Self::advance) or [`settle`](Self::settle).
    pub fn instances(&self) -> &Instances {
        &self.instances
    }
}

#[cfg(test)]
pub(crate) mod tests;
