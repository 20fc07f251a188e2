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

mod arrival;
mod behaviours;
mod bone_instance;
mod camera;
mod clock;
mod figure;
mod framing;
mod instances;
mod mass;
mod measure;
mod placement;
mod skin;
mod solids;
mod survey;

pub use arrival::Pushed;
pub use bone_instance::{BoneInstance, END_SITE, HIGHLIGHTED, LEFT_PATTERN, RIGHT_PATTERN, ROUND};
pub use camera::{Camera, Orbit, View};
pub use clock::{Clock, Looping, Ticked};
pub use figure::{Defaults, Figure};
pub use framing::{Course, Way};
pub use instances::{Body, FigureLook, IS_SKIN, Instances, Palette, SkinJoint, TRANSLUCENT};
pub use mass::mass_centre;
pub use measure::Measure;
pub use placement::Placement;
pub use skin::SkinPose;
pub use survey::{Survey, survey};

pub use crate::body::{Side, Unit, side_of_name, sides};

use std::f32::consts::LOG2_10;

use glam::{Mat4, Vec2, Vec3};

use self::arrival::Incoming;
use self::mass::write_mark;
use crate::fast_maths::log2;
use crate::model::{Axis, Bounds, JointKind, PositionMode};
use crate::pack::Unpacked;
use crate::pose::Interpolation;

/// In heights of the figure: what is no standing about,
const GOES_ABOUT: f32 = 0.7;
/// and what is a long way.
const FAR: f32 = 3.5;
/// A part of the free picture's width or height. A figure that goes about and would be smaller than this is followed rather
/// than shown with all of its way.
const SMALL: f32 = 0.6;
/// A part of the free picture's height. No figure is smaller than this: in a narrow picture it is followed, and what reaches
/// far out is not shown at every moment.
const LEAST: f32 = 0.42;

/// Light or dark stage.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Theme {
    /// Deep blue-grey.
    #[default]
    Dark,
    /// Near white.
    Light,
}

impl Theme {
    fn palette(self) -> Palette {
        match self {
            Self::Dark => Palette {
                left: [0x2c, 0xb5, 0xa6],
                right: [0xe8, 0xa0, 0x3c],
                middle: [0xc6, 0xcb, 0xd8],
                skin: [[0.712, 0.788, 0.739], [0.860, 0.772, 0.656], [0.847, 0.808, 0.761]],
            },
            Self::Light => Palette {
                left: [0x17, 0xa6, 0x97],
                right: [0xe6, 0x96, 0x24],
                middle: [0x5a, 0x62, 0x75],
                skin: [[0.627, 0.707, 0.664], [0.789, 0.695, 0.574], [0.761, 0.722, 0.682]],
            },
        }
    }
}

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

/// What the renderer needs beside the instances.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FrameView {
    /// Stage space to clip space; depth 1 at the near plane, 0 at infinity.
    pub view_projection: Mat4,
    /// The way back.
    pub inverse: Mat4,
    /// Stage space.
    pub eye: Vec3,
    /// Towards the light, unit length.
    pub light: Vec3,
    /// Metres between fine grid lines; every tenth is a strong one.
    pub grid_cell: f32,
    /// 0: fine lines at full strength, towards 1: faded out, the next coarser level takes over.
    pub grid_blend: f32,
    /// Metres from the target at which the grid is gone.
    pub fade: f32,
    /// What the camera looks at.
    pub target: Vec3,
    /// All of the picture is seen in the direction from eye to target.
    pub orthographic: bool,
    /// Middle of the figure's shadow on the ground: x, z.
    pub shadow_centre: [f32; 2],
    /// Half the edge of the square that holds the shadow, metres.
    pub shadow_half: f32,
    /// How much thicker than bones and joints is what throws it.
    pub shadow_girth: f32,
    /// Colours of the stage.
    pub theme: Theme,
    /// Leave the background out.
    pub transparent: bool,
    /// The lines on the floor.
    pub grid: bool,
    /// The shadow on the floor.
    pub shadow: bool,
}

/// One stage. Every setter takes effect at the next [`advance`](Self::advance).
#[derive(Debug, Default)]
pub struct Scene {
    /// What time it is.
    pub clock: Clock,
    /// Where it is seen from.
    pub camera: Camera,
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
    followed: Option<Vec3>,
    measure: Option<(Measure, [Vec2; 2])>,
    dirty: bool,
    /// The moment of the clip that the instances show.
    shown: f64,
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
                figure.pose_at(scene.shown, scene.interpolation);
            }
        }
    }

    /// Takes further packets of the clip that is shown.
    fn extend(&mut self, packets: &[u8]) -> Result<(), crate::ParseError> {
        let Some(figure) = &mut self.figure else { return Ok(()) };
        figure.extend(packets)?;
        self.refresh();
        Ok(())
    }

    /// Takes the figure off the stage.
    pub fn clear(&mut self) {
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

    /// Another picture size: frames again at once, if nobody has moved the camera.
    fn reframe(&mut self) {
        self.dirty = true;
        if let Some(view) = self.framed {
            // What has not been seen yet has not set out either.
            let resting = self.last.is_none() || !self.camera.is_moving();
            self.frame(view);
            if resting {
                self.camera.jump();
            }
        }
    }

    /// Looks at everything from a named direction: at the whole motion, or at the figure when it is followed.
    pub fn frame(&mut self, view: View) {
        self.framed = Some(view);
        self.dirty = true;
        let Some(figure) = &mut self.figure else { return };
        let Course { way, climbing, body, usual } = figure.course();
        let (height, moment) = (figure.height(), self.clock.time());
        self.camera.set_way(way.yaw.filter(|_| !self.in_place && way.length > GOES_ABOUT * height));
        self.climbing = climbing;
        let off = |at: Vec3| if climbing { at } else { at.with_y(0.0) };
        let moved = |by: Vec3| vec![Bounds { min: body.min + by, max: body.max + by }];
        let may = self.follow.is_none() && !self.in_place;
        self.following = self.follow.unwrap_or(may && way.length > FAR * height && height > 0.0);
        if !self.following {
            let boxes = if self.in_place { moved(off(figure.start_on_stage())) } else { figure.motion_boxes() };
            self.camera.frame(&boxes, view);
            let goes = way.length.max(way.climb) > GOES_ABOUT * height;
            let [most, upright] = self.camera.shares_of(usual);
            self.following = may && (goes && most < SMALL || upright < LEAST);
        }
        if self.following {
            let at = figure.carrier_at(moment, self.interpolation, self.in_place);
            self.followed = Some(at);
            self.camera.frame(&moved(off(at)), view);
        }
        if self.following || self.follow.is_none() {
            self.camera.come_nearer(usual, LEAST);
        }
    }

    /// The user moves the camera: from now on it stays where they put it.
    pub fn touch_camera(&mut self) {
        self.framed = None;
        self.dirty = true;
    }

    /// Whether the camera goes where the figure goes. `None`: where the figure goes so far that a picture of its whole way
    /// would show little of it.
    pub fn set_follow(&mut self, follow: Option<bool>) {
        if self.follow != follow {
            self.follow = follow;
            let view = self.framed.unwrap_or(View::Home);
            // Keep the direction that the user chose, only frame the other box.
            let kept = self.framed.is_none().then(|| self.camera.goal());
            self.frame(view);
            if let Some(kept) = kept {
                let framed = self.camera.goal();
                self.camera.set_goal(Orbit { yaw: kept.yaw, pitch: kept.pitch, ..framed });
                self.framed = None;
            }
        }
    }

    /// Takes a camera as text, as [`Camera::set_text`] does: the place it has is meant for the moment of the next step. Or the
    /// name of a view, which frames everything. A projection may follow on each, or stand alone; views keep the one there is.
    /// `false` and no change when it is none of these.
    pub fn set_camera(&mut self, text: &str) -> bool {
        let (place, orthographic) = Camera::projection(text);
        let view = View::from_name(place);
        if view.is_none() && !(place.is_empty() && orthographic.is_some()) {
            let understood = self.camera.set_text(text);
            if understood {
                self.touch_camera();
                self.followed = None;
            }
            return understood;
        }
        let goal = self.camera.goal();
        self.camera.set_goal(Orbit { orthographic: orthographic.unwrap_or(goal.orthographic), ..goal });
        self.dirty = true;
        if let Some(view) = view.or(self.framed) {
            self.frame(view);
        }
        true
    }

    /// Whether the camera goes where the figure goes.
    pub fn follows(&self) -> bool {
        self.following
    }

    /// Puts a joint in the middle.
    pub fn centre_on(&mut self, joint: usize) {
        if let Some(at) = self.joint_on_stage(joint) {
            self.touch_camera();
            self.camera.set_goal(Orbit { target: at, ..self.camera.goal() });
        }
    }

    /// Light or dark.
    pub fn set_theme(&mut self, theme: Theme) {
        self.theme = theme;
        self.dirty = true;
    }

    /// Without a background.
    pub fn set_transparent(&mut self, transparent: bool) {
        self.transparent = transparent;
        self.dirty = true;
    }

    /// Shows the lines of the floor, and the shadow on it. At first both are shown.
    pub fn set_floor(&mut self, grid: bool, shadow: bool) {
        self.gridless = !grid;
        self.shadowless = !shadow;
        self.dirty = true;
    }

    /// Tell left and right apart without colour.
    pub fn set_patterns(&mut self, patterns: bool) {
        self.patterns = patterns;
        self.dirty = true;
    }

    /// Makes a joint glow.
    pub fn highlight(&mut self, joint: Option<usize>) {
        self.highlighted = joint;
        self.dirty = true;
    }

    /// The joint that glows.
    pub fn highlighted(&self) -> Option<usize> {
        self.highlighted
    }

    /// Shows the centre of mass, where the clip has masses.
    pub fn set_mass_centre(&mut self, on: bool) {
        self.mass_centre = on;
        self.dirty = true;
    }

    /// Where the centre of mass is, file space, as of the last [`advance`](Self::advance); `None` while it is not shown.
    pub fn mass_centre(&self) -> Option<Vec3> {
        self.figure.as_ref().filter(|_| self.mass_centre)?.mass_centre()
    }

    /// Shows the skin, where the clip has one. At first it is shown.
    pub fn set_skin(&mut self, on: bool) {
        self.skinless = !on;
        self.dirty = true;
    }

    /// Shows the shapes of segments, where the clip has any. At first they are shown.
    pub fn set_segments(&mut self, on: bool) {
        self.segmentless = !on;
        self.dirty = true;
    }

    /// Shows sites, where the skeleton has any. `None`, as at first: where no skin and no segment hides the joints.
    pub fn set_sites(&mut self, on: Option<bool>) {
        self.sites = on;
        self.dirty = true;
    }

    /// Shows the bones inside skin and segments. At first they are not; without both, or with those of a few joints only,
    /// they always are.
    pub fn set_bones(&mut self, on: bool) {
        self.bones = on;
        self.dirty = true;
    }

    /// What lies between two frames.
    pub fn set_interpolation(&mut self, interpolation: Interpolation) {
        self.interpolation = interpolation;
        self.dirty = true;
    }

    /// Keeps the figure over one spot of the ground.
    pub fn set_in_place(&mut self, in_place: bool) {
        self.in_place = in_place;
        self.followed = None;
        self.refresh();
    }

    /// Overrules the unit; `None` goes back to the file's own or the guess.
    pub fn set_unit(&mut self, unit: Option<Unit>) {
        if let Some(figure) = &mut self.figure {
            figure.set_unit(unit);
        }
        self.placed_anew();
    }

    /// Overrules the up axis; `None` goes back to the file's own or the guess.
    pub fn set_up(&mut self, up: Option<Axis>) {
        if let Some(figure) = &mut self.figure {
            figure.set_up(up);
        }
        self.placed_anew();
    }

    /// Overrules what position channels mean; `None` goes back to what the data told.
    pub fn set_position_mode(&mut self, mode: Option<PositionMode>) {
        if let Some(figure) = &mut self.figure {
            figure.set_position_mode(mode);
        }
        self.placed_anew();
    }

    /// Size or axes changed: where the camera was means nothing any more.
    fn placed_anew(&mut self) {
        self.followed = None;
        self.framed = Some(self.framed.unwrap_or(View::Home));
        self.refresh();
    }

    /// Steps to wall time `now` (seconds, any origin) and brings the instances up to date.
    pub fn advance(&mut self, now: f64) -> Advanced {
        let step = self.last.map_or(1.0 / 60.0, |last| (now - last).clamp(0.0, 0.1));
        let mut clock = self.clock.tick(now);
        // A seek moves the clock between two steps.
        clock.moved = self.shown != self.clock.time();
        self.shown = self.clock.time();
        let pose_changed = clock.moved || self.dirty;
        if pose_changed && let Some(figure) = &mut self.figure {
            let moment = self.clock.time();
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

    /// What to draw, as of the last [`advance`](Self::advance).
    pub fn instances(&self) -> &Instances {
        &self.instances
    }

    /// How to draw it.
    pub fn view(&self) -> FrameView {
        let view_projection = self.camera.view_projection();
        let orbit = self.camera.now();
        let (grid_cell, grid_blend) = self.grid();
        let mut shadow = Bounds::EMPTY;
        for joint in &self.instances.joints {
            shadow.include(Vec3::from(joint.end));
        }
        let (centre, size) = (shadow.centre(), shadow.size());
        FrameView {
            view_projection,
            inverse: view_projection.inverse(),
            eye: self.camera.eye(),
            light: LIGHT.normalize(),
            grid_cell,
            grid_blend,
            fade: orbit.distance * 6.0,
            target: orbit.target,
            orthographic: orbit.orthographic,
            // The light is not overhead: the shadow lies a little to the side.
            shadow_centre: [
                centre.x - LIGHT.x / LIGHT.y * shadow.max.y.max(0.0) * 0.5,
                centre.z - LIGHT.z / LIGHT.y * shadow.max.y.max(0.0) * 0.5,
            ],
            shadow_half: (size.x.max(size.z) * 0.5 + size.y * 0.5).max(1e-3) * 1.15,
            shadow_girth: if self.instances.skin.is_empty() { 1.0 } else { 2.5 },
            theme: self.theme,
            transparent: self.transparent,
            grid: !self.gridless,
            shadow: !self.shadowless,
        }
    }

    /// [`FrameView::grid_cell`] and [`FrameView::grid_blend`].
    fn grid(&self) -> (f32, f32) {
        let level = log2(self.camera.now().distance * 0.25) / LOG2_10;
        (10_f32.powi(level.floor() as i32), level - level.floor())
    }

    /// Metres between the grid lines that are plain to see now.
    pub fn grid_spacing(&self) -> f32 {
        let (cell, blend) = self.grid();
        if blend > 0.5 { cell * 10.0 } else { cell }
    }

    fn measured(&self) -> Option<(Measure, [Vec2; 2])> {
        let [min_x, min_y, max_x, max_y] = self.figure_on_screen()?;
        let figure = Bounds { min: Vec3::new(min_x, min_y, 0.0), max: Vec3::new(max_x, max_y, 0.0) };
        let mut body = Bounds::EMPTY;
        self.instances.joints.iter().for_each(|joint| body.include(Vec3::from(joint.end)));
        let before = self.measure.map(|(one, _)| one);
        let vp = self.camera.view_projection();
        Measure::beside(body.centre(), self.grid_spacing(), &self.camera, &vp, &figure, before)
    }

    /// The ends of an edge of the grid's squares beside the figure, in the picture, CSS pixels: it is
    /// [`grid_spacing`](Self::grid_spacing) long. `None` where there is no room for one.
    pub fn measure_on_screen(&self) -> Option<[Vec2; 2]> {
        self.measure.map(|(_, ends)| ends)
    }

    /// Where a joint is on the stage, as of the last [`advance`](Self::advance).
    pub fn joint_on_stage(&self, joint: usize) -> Option<Vec3> {
        self.instances.joints.get(joint).map(|instance| Vec3::from(instance.end))
    }

    /// Where a joint is in the picture, CSS pixels; `None` behind the camera.
    pub fn joint_on_screen(&self, joint: usize) -> Option<Vec2> {
        self.camera.to_screen(&self.camera.view_projection(), self.joint_on_stage(joint)?)
    }

    /// The joint nearest to a place in the picture, at most `reach` CSS pixels away. Of several on top of each other,
    /// the one nearest to the eye.
    pub fn pick(&self, x: f32, y: f32, reach: f32) -> Option<usize> {
        let (view_projection, eye, pointer) = (self.camera.view_projection(), self.camera.eye(), Vec2::new(x, y));
        let seen = self.instances.joints.iter().enumerate().filter(|(_, instance)| instance.start_radius > 0.0);
        let on_screen = |at: Vec3| self.camera.to_screen(&view_projection, at);
        // Three pixels weigh as much as one hundredth of the way to the eye.
        let weighed =
            |joint, at: Vec3, off: f32| (joint, off / 3.0 + 100.0 * at.distance(eye) / self.camera.now().distance);
        let near = seen.filter_map(|(joint, instance)| {
            let at = Vec3::from(instance.end);
            let off = on_screen(at)?.distance(pointer);
            (off <= reach).then(|| weighed(joint, at, off))
        });
        // On a head or a hand, too, but a joint under the pointer goes first.
        let on = self.instances.solids.iter().filter_map(|solid| {
            let at = Vec3::from(solid.start).midpoint(solid.end.into());
            let (middle, edge) = (on_screen(at)?, on_screen(at + self.camera.right() * solid.end_radius)?);
            (middle.distance(pointer) <= middle.distance(edge)).then(|| weighed(solid.joint as usize, at, reach))
        });
        near.chain(on).min_by(|a, b| a.1.total_cmp(&b.1)).map(|(joint, _)| joint)
    }

    /// The box around the figure in the picture, CSS pixels: min x, min y, max x, max y. `None` without a figure.
    pub fn figure_on_screen(&self) -> Option<[f32; 4]> {
        let view_projection = self.camera.view_projection();
        let mut area = Bounds::EMPTY;
        let joints = self.instances.joints.iter().filter(|joint| joint.start_radius > 0.0);
        for at in joints.chain(&self.instances.solids).flat_map(BoneInstance::poles) {
            area.include(self.camera.to_screen(&view_projection, at)?.extend(0.0));
        }
        (!area.is_empty()).then_some([area.min.x, area.min.y, area.max.x, area.max.y])
    }
}

/// Towards the light: high, from the front left of the home view.
const LIGHT: Vec3 = Vec3::new(0.32, 1.0, 0.28);

#[cfg(test)]
mod tests;
