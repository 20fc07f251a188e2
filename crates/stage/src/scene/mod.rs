//! The stage: a clip, where it stands, what time it is, where the camera is. No GPU in here: [`Scene::instances`]
//! and [`Scene::view`] are all that a renderer needs.
//!
//! ```
//! use marey::scene::Scene;
//! # use marey::{Limits, formats, pack, pose::boxes};
//! # let bytes = b"HIERARCHY ROOT Hips { OFFSET 0 0 0 CHANNELS 3 Xposition Yposition Zposition End Site { OFFSET 0 165 0 } }
//! # MOTION Frames: 1 Frame Time: 0.5
//! # 0 0 0";
//! # let clip = formats::parse("walk.bvh", bytes, Limits::default())?;
//! // A worker packs what it has read; the page unpacks it, whole or packet by packet.
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
mod placement;
mod room;
mod settings;
mod viewpoints;

pub use activity::{hand_speed, liveliness};
pub use arrival::Pushed;
pub use camera::{Camera, Orbit, Shot, View};
pub use clock::{Clock, Looping, Ticked};
pub use course::{Course, Way};
pub use figure::{Defaults, Figure};
pub use frame_view::FrameView;
pub use mass::mass_centre;
pub use measure::Measure;
pub use placement::Placement;
pub use room::Room;

use glam::{Vec2, Vec3};

use self::arrival::Incoming;
use self::mass::write_mark;
use crate::pack::Unpacked;
use marey::look::{FigureLook, Instances, Theme};
use marey::model::JointKind;
use marey::pose::Interpolation;

/// What one step of the scene led to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Advanced {
    /// The picture is another one: draw.
    pub dirty: bool,
    /// Something is still moving: step again soon.
    pub running: bool,
    /// What the clock did.
    pub clock: Ticked,
    /// The camera moved.
    pub camera: bool,
}

/// One stage. Every setter takes effect at the next [`advance`](Self::advance).
#[derive(Debug, Default)]
pub struct Scene {
    /// What time it is.
    pub clock: Clock,
    /// Where it is seen from.
    pub camera: Camera,
    /// How much memory the frames of a clip may take. A change counts from the next clip on.
    pub room: Room,
    figure: Option<Figure>,
    incoming: Incoming,
    instances: Instances,
    theme: Theme,
    transparent: bool,
    gridless: bool,
    shadowless: bool,
    patterns: bool,
    highlighted: Option<usize>,
    mass_centre: bool,
    skinless: bool,
    segmentless: bool,
    /// `None`: where no surface hides the joints.
    sites: Option<bool>,
    bones: bool,
    interpolation: Interpolation,
    in_place: bool,
    /// `None`: where otherwise there would be little to see of the figure.
    follow: Option<bool>,
    /// The camera goes where the figure goes.
    following: bool,
    /// And up where it goes up.
    climbing: bool,
    /// The user has not moved the camera since the clip was framed.
    framed: Option<View>,
    /// Which of the file's cameras is seen through.
    viewpoint: Option<usize>,
    followed: Option<Vec3>,
    measure: Option<(Measure, [Vec2; 2])>,
    dirty: bool,
    /// The moment of the clip at the last step.
    shown: f64,
    /// The moment that the instances show. Another one after a seek that somebody [asked about](Self::settle).
    posed: f64,
    last: Option<f64>,
}

impl Scene {
    /// An empty stage.
    pub fn new() -> Self {
        Self { dirty: true, ..Self::default() }
    }

    /// Shows a clip from its start, framed as a whole.
    pub fn show(&mut self, unpacked: Unpacked) {
        self.figure = Some(Figure::new(unpacked));
        self.incoming = Incoming::Shown;
        self.clock.set_duration(0.0);
        self.clock.set_range(None);
        self.clock.seek(0.0);
        self.highlighted = None;
        self.followed = None;
        self.leave_viewpoint();
        self.framed = Some(View::Home);
        self.refresh();
        self.camera.jump();
    }

    /// A stage that would show the same, were the figure on it: the clock stands at the same moment, the camera at the same
    /// place. It has no figure of its own: [`swap_figure`](Self::swap_figure) lends it one.
    pub fn twin(&self) -> Self {
        let mut clock = self.clock.clone();
        clock.pause();
        Self {
            clock,
            camera: self.camera.clone(),
            figure: None,
            incoming: Incoming::New,
            instances: Instances::default(),
            measure: None,
            dirty: true,
            last: None,
            ..*self
        }
    }

    /// The figures of two stages change places, so that one clip is drawn twice and kept once. Who has one afterwards has it in
    /// the pose of its own moment; what [`instances`](Self::instances) gave stays as it is.
    pub fn swap_figure(&mut self, other: &mut Self) {
        std::mem::swap(&mut self.figure, &mut other.figure);
        for scene in [self, other] {
            if let Some(figure) = &mut scene.figure {
                figure.pose_at(scene.posed, scene.interpolation);
            }
        }
    }

    /// Takes further packets of the clip that is shown.
    fn extend(&mut self, packets: &[u8]) -> Result<(), marey::ParseError> {
        let Some(figure) = &mut self.figure else { return Ok(()) };
        figure.extend(packets, self.room)?;
        self.refresh();
        Ok(())
    }

    /// Takes the figure off the stage.
    pub fn clear(&mut self) {
        self.leave_viewpoint();
        self.figure = None;
        self.incoming = Incoming::New;
        self.instances = Instances::default();
        self.clock.set_duration(0.0);
        self.clock.pause();
        self.dirty = true;
    }

    /// What stands on the stage.
    pub fn figure(&self) -> Option<&Figure> {
        self.figure.as_ref()
    }

    /// After anything about the figure changed: duration, facing, and the framing if nobody has touched it.
    fn refresh(&mut self) {
        self.dirty = true;
        let Some(figure) = &self.figure else { return };
        self.clock.set_duration(figure.motion().duration());
        self.camera.set_facing(figure.facing());
        if let Some(view) = self.framed {
            self.frame(view);
        }
    }

    /// The size of the picture in CSS pixels.
    pub fn set_viewport(&mut self, width: f32, height: f32) {
        self.camera.set_viewport(width, height);
        self.reframe();
    }

    /// CSS pixels that controls cover: top, right, bottom, left.
    pub fn set_insets(&mut self, insets: [f32; 4]) {
        self.camera.set_insets(insets);
        self.reframe();
    }

    /// Steps to wall time `now` (seconds, any origin) and brings the instances up to date.
    pub fn advance(&mut self, now: f64) -> Advanced {
        let step = self.last.map_or(1.0 / 60.0, |last| (now - last).clamp(0.0, 0.1));
        let mut clock = self.clock.tick(now);
        // A seek moves the clock between two steps.
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

    /// Brings the instances up to date while no time passes: what is asked after a seek is about that moment, whether it is drawn or not. The
    /// next [`advance`](Self::advance) tells of the change as if nobody had asked.
    pub fn settle(&mut self) {
        if self.dirty || self.posed != self.clock.time() {
            self.pose_figure();
        }
    }

    /// Poses the figure as of the clock, and takes along what follows it. Done twice, it is as done once.
    fn pose_figure(&mut self) {
        let moment = self.clock.time();
        self.posed = moment;
        let Some(figure) = &mut self.figure else { return };
        if self.following {
            let at = figure.carrier_at(moment, self.interpolation, self.in_place);
            if let Some(before) = self.followed.replace(at) {
                // A bounce is the figure's own; stairs are not.
                let way = at - before;
                self.camera.carry(if self.climbing { way } else { way.with_y(0.0) });
            }
        }
        let look = FigureLook {
            palette: self.theme.palette(),
            patterns: self.patterns,
            highlighted: self.highlighted,
            skin: !self.skinless,
            segments: !self.segmentless,
            sites: self.sites.unwrap_or(figure.clip().skin.is_none()),
            bones: self.bones,
        };
        figure.write(moment, self.interpolation, self.in_place, &look, &mut self.instances);
        self.ride_viewpoint();
    }

    /// What is shown beside the figure. It depends on the camera, too.
    fn write_marks(&mut self) {
        let Instances { marks, joints, hidden, .. } = &mut self.instances;
        marks.clear();
        // Sites lie on what hides the joints.
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

    /// What to draw, as of the last [`advance`](Self::advance) or [`settle`](Self::settle).
    pub fn instances(&self) -> &Instances {
        &self.instances
    }
}

#[cfg(test)]
mod tests;
