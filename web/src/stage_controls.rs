//! The stage's clock, camera and look, as a page controls them. Invalid arguments are ignored.

use glam::{Vec2, Vec3};
use marey::body::Unit;
use marey::look::Theme;
use marey::model::{Axis, Motion, PositionMode, Time};
use marey::pose::Interpolation;
use marey_stage::scene::{Actor, ClockWarp, Looping, Tracked};
use wasm_bindgen::prelude::*;

use crate::settings;
use crate::stage::Stage;

/// How far from a joint a pointer still picks it, CSS pixels.
const PICK_RADIUS: f32 = 18.0;

impl Stage {
    fn motion(&self) -> Option<&Motion> {
        self.scene.figure().map(|figure| figure.motion())
    }
}

#[wasm_bindgen]
impl Stage {
    /// Sets one of the [`settings`]. One function sets all of them, because every export costs each page about a hundred
    /// bytes. An invalid value is ignored, or restores the file's own.
    pub fn set(&mut self, setting: u32, value: f64, end: f64) {
        let (scene, on) = (&mut self.scene, value != 0.0);
        // The cast turns NaN into 0 and saturates large values.
        let index = (value >= 0.0).then_some(value as usize);
        match setting {
            settings::BEHAVIOUR => scene.set_behaviour(index.unwrap_or(0)),
            settings::RATE => scene.clock.set_rate(value),
            settings::LOOP => scene.clock.set_looping(match index {
                Some(1) => Looping::Forward,
                Some(2) => Looping::Reverse,
                Some(3) => Looping::PingPong,
                _ => Looping::Off,
            }),
            settings::FRAME_TIME => scene.set_frame_time((value.is_finite() && value > 0.0).then_some(value)),
            settings::RANGE => {
                scene.clock.set_range((value.is_finite() && end.is_finite()).then_some((value, end)));
            }
            settings::INTERPOLATION => {
                scene.set_interpolation(if on { Interpolation::Nearest } else { Interpolation::Linear });
            }
            settings::IN_PLACE => scene.set_in_place(on),
            settings::UNIT => scene.set_unit(Unit::of_metres(value)),
            settings::UP => scene.set_up(index.and_then(|index| Axis::ALL.get(index).copied())),
            settings::POSITIONS => scene.set_position_mode(match index {
                Some(1) => Some(PositionMode::Replace),
                Some(2) => Some(PositionMode::Add),
                _ => None,
            }),
            settings::FOLLOW => scene.set_follow((value < 2.0).then_some(on)),
            settings::PATTERNS => scene.set_patterns(on),
            settings::THEME => scene.set_theme(if on { Theme::Light } else { Theme::Dark }),
            settings::TRANSPARENT => scene.set_transparent(on),
            settings::HIGHLIGHT => scene.highlight(index),
            settings::MASS_CENTRE => scene.set_mass_centre(on),
            settings::SKIN => scene.set_skin(on),
            settings::SEGMENTS => scene.set_segments(on),
            settings::SITES => scene.set_sites((value < 2.0).then_some(on)),
            settings::BONES => scene.set_bones(on),
            settings::SMOOTH => scene.camera.set_smooth(on),
            settings::SIMPLE => self.set_simple((value < 2.0).then_some(on)),
            settings::GROUND => scene.set_floor_at_zero(on),
            settings::FLOOR => {
                scene.set_floor(index.is_some_and(|bits| bits & 1 != 0), index.is_some_and(|bits| bits & 2 != 0))
            }
            _ => {}
        }
    }
}

/// The clock: seconds in the clip's own time.
#[wasm_bindgen]
impl Stage {
    /// Starts playing; at the end it restarts.
    pub fn play(&mut self) {
        self.scene.clock.play();
    }

    /// Stops at the current moment.
    pub fn pause(&mut self) {
        self.scene.clock.pause();
    }

    /// Goes to a moment, seconds.
    pub fn seek(&mut self, seconds: f64) {
        self.scene.clock.seek(seconds);
    }

    /// Goes to a frame, counted from 0.
    #[wasm_bindgen(js_name = seekFrame)]
    pub fn seek_frame(&mut self, frame: f64) {
        // The cast turns NaN into 0 and saturates large values.
        if let Some(start) = self.motion().map(|motion| motion.frame_start(frame as usize)) {
            self.scene.clock.seek(start);
        }
    }

    /// Goes forwards, or backwards if negative, by frames; in keyed motion by keys.
    #[wasm_bindgen(js_name = stepFrame)]
    pub fn step_frame(&mut self, by: i32) {
        self.scene.step_frame(by);
    }

    /// The times of a keyed motion's frames, seconds; empty if the motion has a constant rate.
    pub fn keys(&self) -> Vec<f64> {
        match self.motion().map(Motion::time) {
            Some(Time::Keys(keys)) => keys.clone(),
            _ => Vec::new(),
        }
    }
}

/// The camera. It eases unless [`settings::SMOOTH`] is off.
#[wasm_bindgen]
impl Stage {
    /// Orbits around the camera's target, in radians.
    pub fn orbit(&mut self, yaw: f32, pitch: f32) {
        self.scene.touch_camera();
        self.scene.camera.orbit(yaw, pitch);
    }

    /// Pans by CSS pixels.
    pub fn pan(&mut self, dx: f32, dy: f32) {
        self.scene.touch_camera();
        self.scene.camera.pan(dx, dy);
    }

    /// Zooms by `factor` towards a point, CSS pixels.
    pub fn zoom(&mut self, factor: f32, x: f32, y: f32) {
        self.scene.touch_camera();
        self.scene.camera.zoom(factor, x, y);
    }

    /// Centres the view on a joint.
    #[wasm_bindgen(js_name = centreOn)]
    pub fn centre_on(&mut self, joint: usize) {
        self.scene.centre_on(joint);
    }

    /// The camera as text, for [`set_camera`](Self::set_camera).
    pub fn camera(&self) -> String {
        self.scene.camera_text()
    }

    /// Sets the camera from text: the output of [`camera`](Self::camera), or a view that frames everything (`front`, `back`,
    /// `left`, `right`, `top`, `home`), either followed by `ortho` or `perspective`, which may also stand alone; or `view:` and
    /// the name of a viewpoint. Returns whether the text was valid.
    #[wasm_bindgen(js_name = setCamera)]
    pub fn set_camera(&mut self, text: &str) -> bool {
        self.scene.set_camera(text)
    }

    /// The joint at a point, CSS pixels; -1 if there is none.
    pub fn pick(&mut self, x: f32, y: f32) -> i32 {
        self.scene.settle();
        self.scene.pick(x, y, PICK_RADIUS).map_or(-1, |joint| joint as i32)
    }
}

/// Measurements.
#[wasm_bindgen]
impl Stage {
    /// World position x, y, z in the file's axes and units, local rotation x, y, z, w, then the three columns of the matrix
    /// that rotates and scales from the joint's space to the file's; empty if the joint does not exist.
    #[wasm_bindgen(js_name = jointState)]
    pub fn joint_state(&mut self, joint: usize) -> Vec<f32> {
        self.scene.settle();
        let state = || {
            let pose = self.scene.figure()?.pose();
            let (world, rotation) = (pose.world.get(joint)?, pose.rotations.get(joint)?);
            let (at, columns) = (world.translation.to_array(), world.matrix3.to_cols_array());
            Some([&at[..], &rotation.to_array(), &columns].concat())
        };
        state().unwrap_or_default()
    }

    /// Shows actors, `Actor::NUMBERS` numbers each; none ends it. `yaw`: of the camera in a home view of the actors where they stand,
    /// radians; NaN: it frames the motions of all clips.
    #[wasm_bindgen(js_name = setActors)]
    pub fn set_actors(&mut self, numbers: &[f64], yaw: f32) {
        let (actors, _) = numbers.as_chunks();
        let yaw = (!yaw.is_nan()).then_some(yaw);
        self.scene.set_actors(actors.iter().map(Actor::from_numbers).collect(), yaw);
    }

    /// Exchanges another clip, from 0, with that of another stage, on which calls act on it until they are exchanged back. A number beyond
    /// the last adds places.
    pub fn lend(&mut self, index: usize, other: &mut Self) {
        self.scene.lend(index, &mut other.scene);
    }

    /// Removes another clip, and all actors.
    #[wasm_bindgen(js_name = removeOther)]
    pub fn remove_other(&mut self, index: usize) {
        self.scene.remove_other(index);
    }

    /// Lets actors of this clip follow a warp in place of their start and rate: its moments at every `step` seconds of the clock. None
    /// end it.
    #[wasm_bindgen(js_name = setWarp)]
    pub fn set_warp(&mut self, step: f64, moments: Vec<f32>) {
        self.scene.set_warp(ClockWarp { step, moments });
    }

    /// The figure's height (metres), its facing as a yaw, then x, y, z of its carrier joint on the stage at each of these moments; empty
    /// without a clip.
    pub fn carriers(&mut self, moments: &[f64]) -> Vec<f32> {
        self.scene.carriers(moments)
    }

    /// Where points of the stage (x, y, z each) are in the picture: x, y each, CSS pixels; NaN behind the camera.
    #[wasm_bindgen(js_name = toScreen)]
    pub fn to_screen(&self, points: &[f32]) -> Vec<f32> {
        let (points, _) = points.as_chunks::<3>();
        let view_projection = self.scene.camera.view_projection();
        let mut out = Vec::new();
        for point in points {
            let seen = self.scene.camera.to_screen(&view_projection, Vec3::from(*point)).unwrap_or(Vec2::NAN);
            out.extend_from_slice(&seen.to_array());
        }
        out
    }

    /// Positions of a joint on the stage at these moments: x, y, z each; with `tracked` 1 its rotations relative to its parent: x, y, z, w
    /// each; with 2 its positions relative to its parent: x, y, z each, file units. Empty if there is no such joint.
    pub fn path(&mut self, joint: usize, moments: &[f64], tracked: u32) -> Vec<f32> {
        let tracked = match tracked {
            1 => Tracked::Rotation,
            2 => Tracked::Translation,
            _ => Tracked::Position,
        };
        self.scene.path(joint, moments, tracked)
    }

    /// From the stage to the picture: four columns of a matrix that gives x and y from -1 to 1, y upwards, after the division by w.
    #[wasm_bindgen(js_name = viewProjection)]
    pub fn view_projection(&self) -> Vec<f32> {
        self.scene.camera.view_projection().to_cols_array().to_vec()
    }

    /// The actor and its joint at a point, CSS pixels, both counted from 0; empty if there is none.
    #[wasm_bindgen(js_name = pickActor)]
    pub fn pick_actor(&mut self, x: f32, y: f32) -> Vec<u32> {
        self.scene.settle();
        let picked = self.scene.pick_actor(x, y, PICK_RADIUS);
        picked.map_or(Vec::new(), |(actor, joint)| vec![actor as u32, joint as u32])
    }

    /// The bounding box of the pose, CSS min x, min y, max x, max y; empty if no pose is in front of the camera.
    #[wasm_bindgen(js_name = figureBox)]
    pub fn figure_box(&mut self) -> Vec<f32> {
        self.scene.settle();
        self.scene.figure_on_screen().map(Vec::from).unwrap_or_default()
    }
}
