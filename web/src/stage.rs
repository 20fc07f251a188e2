//! The stage of a player: takes in a clip, advances it and writes its frames. `stage_controls` has the clock, camera and look.

use js_sys::{Error, Object};
use marey_stage::frame::{Pixels, PlainFrame};
use marey_stage::scene::{Orbit, Pushed, Room, Scene};
use wasm_bindgen::prelude::*;

use crate::errors::parse_error;
use crate::info::info;
use crate::report::StageReport;

/// Bits returned by [`Stage::frame`].
mod bits {
    pub const WANTS_ANOTHER: u32 = 1;
    pub const DREW: u32 = 2;
    pub const TIME_CHANGED: u32 = 4;
    pub const ENDED: u32 = 8;
    pub const LOOPED: u32 = 16;
    pub const CAMERA_MOVED: u32 = 32;
}

/// Bits returned by [`Stage::push_packet`].
mod pushed {
    pub const NEW_CLIP: u32 = 1;
    pub const MORE_FRAMES: u32 = 2;
    pub const COMPLETE: u32 = 4;
}

/// A figure with more joints is drawn with simple bones until the cost of drawing it in full is known.
const MANY_JOINTS: usize = 500;

/// A clip with its clock, camera and settings. Without a renderer it still takes packets, seeks and answers queries.
#[wasm_bindgen]
pub struct Stage {
    /// The frame that a renderer draws; `None` without a renderer.
    frame: Option<PlainFrame>,
    pub(crate) scene: Scene,
    /// Whether simple bones are drawn, without joints between them. `None`: if there are more than [`MANY_JOINTS`].
    simple: Option<bool>,
    /// CSS width, CSS height, device pixels per CSS pixel.
    size: [f64; 3],
    /// Wall time of the last step, seconds.
    now: f64,
    /// The camera at the last step.
    last_camera: Orbit,
    /// Bits of steps made between two calls of `frame`.
    pending_bits: u32,
    /// The next step writes a frame, even if the scene is unchanged.
    needs_redraw: bool,
    draw_count: u32,
    /// Boxed, because the shell keeps its address, which must not change when the stage moves.
    report: Box<StageReport>,
}

#[wasm_bindgen]
impl Stage {
    /// Creates an empty stage without a renderer.
    #[wasm_bindgen(constructor)]
    #[expect(clippy::new_without_default, reason = "JavaScript knows no defaults")]
    pub fn new() -> Self {
        let scene = Scene::new();
        Self {
            frame: None,
            last_camera: scene.camera.now(),
            report: Box::new(StageReport::new(&scene, 0)),
            scene,
            simple: None,
            size: [0.0, 0.0, 1.0],
            now: 0.0,
            pending_bits: 0,
            needs_redraw: false,
            draw_count: 0,
        }
    }

    /// Creates a stage for off-screen pictures, with the moment, camera, look and size of this one, but without a renderer.
    /// The new stage has no clip until [`swap`](Self::swap) lends it one.
    pub fn twin(&self) -> Self {
        let scene = self.scene.twin();
        Self {
            frame: None,
            last_camera: scene.camera.now(),
            report: Box::new(StageReport::new(&scene, 0)),
            scene,
            simple: Some(false),
            size: self.size,
            now: 0.0,
            pending_bits: 0,
            needs_redraw: true,
            draw_count: 0,
        }
    }

    /// Exchanges the clips of two stages; a second call restores them. Within one task a clip can be lent to a
    /// [`twin`](Self::twin), which draws it at another moment, from another camera, in another size.
    pub fn swap(&mut self, other: &mut Self) {
        self.scene.swap_figure(&mut other.scene);
    }

    /// Starts to write frames for a renderer: each call of [`frame`](Self::frame) that reports a picture leaves its data in the
    /// module's memory. Returns the address of the `marey_stage::frame::FrameTable` that locates them. Pictures of skins are not
    /// among them: the page gives these to the renderer.
    pub fn attach(&mut self) -> usize {
        let [width, height, ratio] = self.size;
        let mut frame = PlainFrame::default();
        frame.pixels = Pixels::of(width, height, ratio);
        let at = frame.at();
        self.frame = Some(frame);
        self.needs_redraw = true;
        at
    }

    /// Limits the bytes of a clip's frames, from the next clip on. A sixth of them may hold uncompressed frames.
    #[wasm_bindgen(js_name = limitMotion)]
    pub fn limit_motion(&mut self, bytes: usize) {
        self.scene.room = Room { whole: bytes / 6, most: bytes };
    }

    /// Makes the next [`frame`](Self::frame) write a frame even if nothing changed.
    pub fn redraw(&mut self) {
        self.needs_redraw = true;
    }

    /// Stops writing frames. Everything else is kept.
    pub fn detach(&mut self) {
        self.frame = None;
    }

    /// Sets the picture's size in CSS pixels, and the device pixels per CSS pixel. Writes a frame at once, because resizing
    /// empties the canvas. After an invalid size there are no frames until the next call.
    pub fn resize(&mut self, css_width: f64, css_height: f64, pixel_ratio: f64) {
        self.size = [css_width, css_height, pixel_ratio];
        if let Some(frame) = &mut self.frame {
            let pixels = Pixels::of(css_width, css_height, pixel_ratio);
            self.needs_redraw |= std::mem::replace(&mut frame.pixels, pixels) != pixels;
        }
        self.scene.set_viewport(css_width as f32, css_height as f32);
        self.pending_bits |= self.step();
    }

    /// Sets how many CSS pixels controls cover at each edge. The camera frames the figure in the rest.
    #[wasm_bindgen(js_name = setInsets)]
    pub fn set_insets(&mut self, top: f32, right: f32, bottom: f32, left: f32) {
        self.scene.set_insets([top, right, bottom, left]);
    }

    /// Announces that the next packet starts another clip.
    #[wasm_bindgen(js_name = resetClip)]
    pub fn reset_clip(&mut self) {
        self.scene.expect_clip();
    }

    /// Reads one or more packets of a clip, in order. Returns bits: 1 another clip is shown from its start, 2 the shown clip
    /// got more frames, 4 the clip is complete. Throws a `ParseError` on invalid bytes; the shown clip stays, and further
    /// packets are refused until another clip begins.
    #[wasm_bindgen(js_name = pushPacket)]
    pub fn push_packet(&mut self, bytes: &[u8]) -> Result<u32, Error> {
        match self.scene.push_packets(bytes).map_err(|error| parse_error(&error))? {
            Pushed::Waiting => Ok(0),
            Pushed::MoreFrames => Ok(pushed::MORE_FRAMES | self.complete()),
            Pushed::NewClip => Ok(pushed::NEW_CLIP | self.complete()),
        }
    }

    /// Describes the shown clip as a plain object (shape: `types.d.ts` of the shell); `undefined` without a clip.
    #[wasm_bindgen(unchecked_return_type = "any")]
    pub fn info(&self) -> Option<Object> {
        self.scene.figure().map(info)
    }

    fn complete(&self) -> u32 {
        if self.scene.figure().is_some_and(|figure| figure.is_complete()) { pushed::COMPLETE } else { 0 }
    }

    /// Empties the stage.
    pub fn clear(&mut self) {
        self.scene.clear();
    }

    /// Steps to the wall time `now_ms` (any origin) and writes a frame if the picture changed. Returns bits: 1 call again at the
    /// next animation frame, 2 wrote a frame, 4 the moment changed, 8 playback ended, 16 it looped, 32 the camera moved. The
    /// [report](Self::report_at) then has everything else that changes from picture to picture.
    pub fn frame(&mut self, now_ms: f64) -> u32 {
        if now_ms.is_finite() {
            self.now = now_ms / 1000.0;
        }
        let bits = self.step() | std::mem::take(&mut self.pending_bits);
        self.report();
        bits
    }

    /// Address of the [`StageReport`] in the module's memory, in bytes. It is valid as long as the stage exists.
    #[wasm_bindgen(js_name = reportAt)]
    pub fn report_at(&self) -> usize {
        std::ptr::from_ref(&*self.report).addr()
    }

    /// Updates the report without a step: after a seek, a setting or a packet.
    pub fn report(&mut self) {
        *self.report = StageReport::new(&self.scene, self.draw_count);
    }

    pub(crate) fn set_simple(&mut self, on: Option<bool>) {
        self.needs_redraw |= self.simple != on;
        self.simple = on;
    }

    fn step(&mut self) -> u32 {
        let advanced = self.scene.advance(self.now);
        let camera = self.scene.camera.now();
        let moved = std::mem::replace(&mut self.last_camera, camera) != camera;
        let mut drew = false;
        if let Some(frame) = self.frame.as_mut().filter(|_| advanced.dirty || self.needs_redraw) {
            let joints = self.scene.drawn().iter().map(|(_, one)| one.joints.len()).sum::<usize>();
            drew = frame.draw(&self.scene, self.simple.unwrap_or(joints > MANY_JOINTS));
            self.needs_redraw = !drew;
            self.draw_count = self.draw_count.wrapping_add(u32::from(drew));
        }
        [
            (advanced.running, bits::WANTS_ANOTHER),
            (drew, bits::DREW),
            (advanced.clock.moved, bits::TIME_CHANGED),
            (advanced.clock.ended, bits::ENDED),
            (advanced.clock.looped, bits::LOOPED),
            (moved, bits::CAMERA_MOVED),
        ]
        .into_iter()
        .fold(0, |flags, (set, bit)| if set { flags | bit } else { flags })
    }
}
