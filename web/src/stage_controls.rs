//! What a page can ask of a stage's clock, camera and look. Arguments that make no sense are ignored.

use marey::model::{Axis, Motion, PositionMode, Time};
use marey::pose::Interpolation;
use marey::scene::{Theme, Unit, View};
use wasm_bindgen::prelude::*;

use crate::stage::Stage;

/// How far from a joint, in CSS pixels, a pointer still means it.
const REACH: f32 = 18.0;

impl Stage {
    fn motion(&self) -> Option<&Motion> {
        self.scene.figure().map(|figure| figure.motion())
    }
}

/// The clock: seconds in the clip's own time.
#[wasm_bindgen]
impl Stage {
    /// Runs; from the end it starts over.
    pub fn play(&mut self) {
        self.scene.clock.play();
    }

    /// Stops where it is.
    pub fn pause(&mut self) {
        self.scene.clock.pause();
    }

    /// Whether time runs.
    #[wasm_bindgen(js_name = isPlaying)]
    pub fn is_playing(&self) -> bool {
        self.scene.clock.is_playing()
    }

    /// Goes to a moment.
    pub fn seek(&mut self, seconds: f64) {
        self.scene.clock.seek(seconds);
    }

    /// Goes to a frame, counted from 0.
    #[wasm_bindgen(js_name = seekFrame)]
    pub fn seek_frame(&mut self, frame: f64) {
        // A cast of what is no number is 0, and of what is too large the largest.
        if let Some(start) = self.motion().map(|motion| motion.frame_start(frame as usize)) {
            self.scene.clock.seek(start);
        }
    }

    /// 1 is real time, negative is backwards.
    #[wasm_bindgen(js_name = setRate)]
    pub fn set_rate(&mut self, rate: f64) {
        self.scene.clock.set_rate(rate);
    }

    /// Whether playing goes round.
    #[wasm_bindgen(js_name = setLoop)]
    pub fn set_loop(&mut self, looping: bool) {
        self.scene.clock.set_looping(looping);
    }

    /// Plays from `start` to `end` only; what is no number means the whole clip.
    #[wasm_bindgen(js_name = setRange)]
    pub fn set_range(&mut self, start: f64, end: f64) {
        self.scene.clock.set_range((start.is_finite() && end.is_finite()).then_some((start, end)));
    }

    /// Now.
    pub fn time(&self) -> f64 {
        self.scene.clock.time()
    }

    /// From the first frame to the last one that has arrived.
    pub fn duration(&self) -> f64 {
        self.motion().map_or(0.0, Motion::duration)
    }

    /// The frame at or before now.
    #[wasm_bindgen(js_name = frameIndex)]
    pub fn frame_index(&self) -> u32 {
        self.motion().map_or(0, |motion| motion.locate(self.scene.clock.time()).from as u32)
    }

    /// Frames that have arrived.
    #[wasm_bindgen(js_name = frameCount)]
    pub fn frame_count(&self) -> u32 {
        self.motion().map_or(0, |motion| motion.frame_count() as u32)
    }

    /// Seconds from frame to frame.
    #[wasm_bindgen(js_name = frameTime)]
    pub fn frame_time(&self) -> f64 {
        self.motion().map_or(0.0, Motion::frame_time)
    }

    /// Plays another of the clip's behaviours from its start.
    #[wasm_bindgen(js_name = setBehaviour)]
    pub fn set_behaviour(&mut self, index: usize) {
        self.scene.set_behaviour(index);
    }

    /// Which of them plays.
    pub fn behaviour(&self) -> usize {
        self.scene.figure().map_or(0, |figure| figure.behaviour())
    }

    /// Goes some frames on, or back; of keyed motion, from key to key.
    #[wasm_bindgen(js_name = stepFrame)]
    pub fn step_frame(&mut self, by: i32) {
        self.scene.step_frame(by);
    }

    /// The moments of a keyed motion's frames, seconds; empty where frames have a rate.
    pub fn keys(&self) -> Vec<f64> {
        match self.motion().map(Motion::time) {
            Some(Time::Keys(keys)) => keys.clone(),
            _ => Vec::new(),
        }
    }

    /// Overrules the rate; 0 goes back to the file's. Keyed motion has none.
    #[wasm_bindgen(js_name = setFrameTime)]
    pub fn set_frame_time(&mut self, seconds: f64) {
        self.scene.set_frame_time((seconds.is_finite() && seconds > 0.0).then_some(seconds));
    }
}

/// The camera. Moves ease unless that is switched off.
#[wasm_bindgen]
impl Stage {
    /// Turns about what the camera looks at, in radians.
    pub fn orbit(&mut self, yaw: f32, pitch: f32) {
        self.scene.touch_camera();
        self.scene.camera.orbit(yaw, pitch);
    }

    /// Drags the stage by CSS pixels.
    pub fn pan(&mut self, dx: f32, dy: f32) {
        self.scene.touch_camera();
        self.scene.camera.pan(dx, dy);
    }

    /// Comes `factor` times nearer to what is under a point, CSS pixels.
    pub fn zoom(&mut self, factor: f32, x: f32, y: f32) {
        self.scene.touch_camera();
        self.scene.camera.zoom(factor, x, y);
    }

    /// Frames everything from `front`, `back`, `left`, `right`, `top` or `home`.
    pub fn view(&mut self, name: &str) {
        if let Some(view) = View::from_name(name) {
            self.scene.frame(view);
        }
    }

    /// Whether the camera goes where the figure goes.
    #[wasm_bindgen(js_name = setFollow)]
    pub fn set_follow(&mut self, follow: bool) {
        self.scene.set_follow(follow);
    }

    /// Puts a joint in the middle.
    #[wasm_bindgen(js_name = centreOn)]
    pub fn centre_on(&mut self, joint: usize) {
        self.scene.centre_on(joint);
    }

    /// The camera as text, for [`set_camera`](Self::set_camera).
    pub fn camera(&self) -> String {
        self.scene.camera.to_text()
    }

    /// Whether the text was a camera.
    #[wasm_bindgen(js_name = setCamera)]
    pub fn set_camera(&mut self, text: &str) -> bool {
        let understood = self.scene.camera.set_text(text);
        if understood {
            self.scene.touch_camera();
        }
        understood
    }

    /// Whether moves ease or jump.
    #[wasm_bindgen(js_name = setSmooth)]
    pub fn set_smooth(&mut self, smooth: bool) {
        self.scene.camera.set_smooth(smooth);
    }

    /// The joint at a point, CSS pixels; -1 where there is none.
    pub fn pick(&self, x: f32, y: f32) -> i32 {
        self.scene.pick(x, y, REACH).map_or(-1, |joint| joint as i32)
    }
}

/// The look of it, and what was guessed about the file.
#[wasm_bindgen]
impl Stage {
    /// `light`, or anything else for dark.
    #[wasm_bindgen(js_name = setTheme)]
    pub fn set_theme(&mut self, theme: &str) {
        self.scene.set_theme(if theme == "light" { Theme::Light } else { Theme::Dark });
    }

    /// Lets the page show through.
    #[wasm_bindgen(js_name = setTransparent)]
    pub fn set_transparent(&mut self, transparent: bool) {
        self.scene.set_transparent(transparent);
    }

    /// Tells left and right apart without colour.
    #[wasm_bindgen(js_name = setPatterns)]
    pub fn set_patterns(&mut self, patterns: bool) {
        self.scene.set_patterns(patterns);
    }

    /// Makes a joint glow; -1 for none.
    pub fn highlight(&mut self, joint: i32) {
        self.scene.highlight(usize::try_from(joint).ok());
    }

    /// Shows the centre of mass, where the file gives masses.
    #[wasm_bindgen(js_name = setMassCentre)]
    pub fn set_mass_centre(&mut self, on: bool) {
        self.scene.set_mass_centre(on);
    }

    /// The centre of mass, x, y, z in the file's axes and units; empty where the file gives no masses.
    #[wasm_bindgen(js_name = massCentre)]
    pub fn mass_centre(&self) -> Vec<f32> {
        let centre = self.scene.figure().and_then(|figure| figure.mass_centre());
        centre.map(|centre| centre.to_array().to_vec()).unwrap_or_default()
    }

    /// Shows the skin, where the clip has one. At first it is shown.
    #[wasm_bindgen(js_name = setSkin)]
    pub fn set_skin(&mut self, on: bool) {
        self.scene.set_skin(on);
    }

    /// Shows the shapes of segments, where the clip has any. At first they are shown.
    #[wasm_bindgen(js_name = setSegments)]
    pub fn set_segments(&mut self, on: bool) {
        self.scene.set_segments(on);
    }

    /// Shows sites, where the skeleton has any. At first they are shown.
    #[wasm_bindgen(js_name = setSites)]
    pub fn set_sites(&mut self, on: bool) {
        self.scene.set_sites(on);
    }

    /// Shows the bones inside the skin. At first they are not; where no skin is shown, or one for a few joints only, they
    /// always are.
    #[wasm_bindgen(js_name = setBones)]
    pub fn set_bones(&mut self, on: bool) {
        self.scene.set_bones(on);
    }

    /// `nearest`, or anything else for linear.
    #[wasm_bindgen(js_name = setInterpolation)]
    pub fn set_interpolation(&mut self, mode: &str) {
        let nearest = mode == "nearest";
        self.scene.set_interpolation(if nearest { Interpolation::Nearest } else { Interpolation::Linear });
    }

    /// Keeps the figure over one spot.
    #[wasm_bindgen(js_name = setInPlace)]
    pub fn set_in_place(&mut self, in_place: bool) {
        self.scene.set_in_place(in_place);
    }

    /// Metres in one unit of the file; 0 goes back to its own or the guess.
    #[wasm_bindgen(js_name = setUnit)]
    pub fn set_unit(&mut self, metres: f64) {
        self.scene.set_unit(Unit::of_metres(metres));
    }

    /// `x`, `y`, `z`, `-x`, `-y` or `-z`; anything else goes back to the file's own or the guess.
    #[wasm_bindgen(js_name = setUp)]
    pub fn set_up(&mut self, axis: &str) {
        self.scene.set_up(Axis::from_name(axis));
    }

    /// `replace` or `add`; anything else goes back to what the data told.
    #[wasm_bindgen(js_name = setPositions)]
    pub fn set_positions(&mut self, mode: &str) {
        self.scene.set_position_mode(match mode {
            "replace" => Some(PositionMode::Replace),
            "add" => Some(PositionMode::Add),
            _ => None,
        });
    }

    /// Metres between the grid lines that are plain to see.
    #[wasm_bindgen(js_name = gridSpacing)]
    pub fn grid_spacing(&self) -> f32 {
        self.scene.grid_spacing()
    }

    /// World x, y, z in the file's axes and units, then local rotation x, y, z, w; empty for a joint that is not there.
    #[wasm_bindgen(js_name = jointState)]
    pub fn joint_state(&self, joint: usize) -> Vec<f32> {
        let state = || {
            let pose = self.scene.figure()?.pose();
            let ([x, y, z], [i, j, k, w]) =
                (pose.world.get(joint)?.translation.to_array(), pose.rotations.get(joint)?.to_array());
            Some(vec![x, y, z, i, j, k, w])
        };
        state().unwrap_or_default()
    }

    /// CSS x, y and whether that is in front of the camera, 1 or 0.
    #[wasm_bindgen(js_name = jointScreen)]
    pub fn joint_screen(&self, joint: usize) -> Vec<f32> {
        self.scene.joint_on_screen(joint).map_or_else(|| vec![0.0; 3], |at| vec![at.x, at.y, 1.0])
    }

    /// CSS min x, min y, max x, max y of the pose; empty without one in front of the camera.
    #[wasm_bindgen(js_name = figureBox)]
    pub fn figure_box(&self) -> Vec<f32> {
        self.scene.figure_on_screen().map(Vec::from).unwrap_or_default()
    }
}
