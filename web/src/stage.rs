//! A clip on a stage that may have a canvas: the part that loads, advances and draws. What a page can ask of clock, camera
//! and look is in `stage_controls`.

use js_sys::{Error, Object};
use marey_stage::scene::{Orbit, Pushed, Room, Scene};
use wasm_bindgen::prelude::*;

use crate::engine::Engine;
use crate::errors::{named, parse_error};
use crate::info::info;
use crate::render::Surface;
use crate::render::pixels::Pixels;
use crate::render::plain::PlainFrame;
use crate::report::Report;

/// What [`Stage::frame`] tells.
mod bits {
    pub const WANTS_ANOTHER: u32 = 1;
    pub const DREW: u32 = 2;
    pub const TIME_CHANGED: u32 = 4;
    pub const ENDED: u32 = 8;
    pub const LOOPED: u32 = 16;
    pub const CAMERA_MOVED: u32 = 32;
}

/// What [`Stage::push_packet`] tells.
mod pushed {
    pub const NEW_CLIP: u32 = 1;
    pub const ROWS: u32 = 2;
    pub const COMPLETE: u32 = 4;
}

/// A figure of more joints is drawn with simple bones as long as nobody knows how long it takes to draw all of it.
const MANY_JOINTS: usize = 500;

/// A clip with its clock, camera and settings. It needs no picture: without a surface it takes packets, seeks and answers
/// all the same, and draws as soon as it has one.
#[wasm_bindgen]
pub struct Stage {
    surface: Option<Surface>,
    /// Instead of it, where another renderer draws.
    plain: Option<PlainFrame>,
    pub(crate) scene: Scene,
    /// See [`Drawing::set`](crate::render::drawing::Drawing::set).
    /// `None`: where there are many joints.
    simple: Option<bool>,
    /// Width and height in CSS pixels, and device pixels a CSS pixel.
    size: [f64; 3],
    /// Wall time of the last step, seconds.
    now: f64,
    /// The camera of the last picture.
    seen_from: Orbit,
    /// Bits of a step between two calls of `frame`.
    pending: u32,
    /// The last picture could not be drawn.
    overdue: bool,
    draw_count: u32,
    /// In a box: the shell knows its address, which has to stay the same wherever the stage is moved.
    report: Box<Report>,
}

#[wasm_bindgen]
impl Stage {
    /// An empty stage without a surface.
    #[wasm_bindgen(constructor)]
    #[expect(clippy::new_without_default, reason = "JavaScript knows no defaults")]
    pub fn new() -> Self {
        let scene = Scene::new();
        Self {
            surface: None,
            plain: None,
            seen_from: scene.camera.now(),
            report: Box::new(Report::new(&scene, 0)),
            scene,
            simple: None,
            size: [0.0, 0.0, 1.0],
            now: 0.0,
            pending: 0,
            overdue: false,
            draw_count: 0,
        }
    }

    /// A stage that would show the same of the same size, for pictures that nobody sees on the screen: it has the moment, the
    /// camera and the look of this one, no surface, and no clip until one is lent to it by [`swap`](Self::swap).
    pub fn twin(&self) -> Self {
        let scene = self.scene.twin();
        Self {
            surface: None,
            plain: None,
            seen_from: scene.camera.now(),
            report: Box::new(Report::new(&scene, 0)),
            scene,
            simple: Some(false),
            size: self.size,
            now: 0.0,
            pending: 0,
            overdue: true,
            draw_count: 0,
        }
    }

    /// The clips of two stages change places. Done twice all is as before: within one task a clip can be lent to a
    /// [`twin`](Self::twin), which draws it at another moment, from elsewhere, in another size.
    pub fn swap(&mut self, other: &mut Self) {
        self.scene.swap_figure(&mut other.scene);
    }

    /// Draws on this canvas from now on, and no longer on the one before. Nothing was drawn on it yet. Throws an `Error`
    /// named `GpuError` where that fails; the stage goes on without a surface. [Pictures](Self::set_picture) belong to the
    /// surface: another one begins without.
    pub fn attach(&mut self, engine: &Engine, canvas: web_sys::HtmlCanvasElement) -> Result<(), Error> {
        self.detach();
        let mut surface = Surface::new(engine.gpu(), canvas)
            .map_err(|_| named("GpuError", "The canvas cannot be drawn on with WebGPU"))?;
        let [width, height, ratio] = self.size;
        surface.resize(width, height, ratio);
        self.surface = Some(surface);
        self.overdue = true;
        Ok(())
    }

    /// From now on another renderer draws: whenever [`frame`](Self::frame) tells of a picture, it lies in the module's memory as
    /// plain bytes. Returns where the table is that tells their places, see `render::plain::FrameTable`. Pictures of skins
    /// go to that renderer.
    #[wasm_bindgen(js_name = attachPlain)]
    pub fn attach_plain(&mut self) -> usize {
        self.detach();
        let [width, height, ratio] = self.size;
        let mut plain = PlainFrame::default();
        plain.pixels = Pixels::of(width, height, ratio);
        let at = plain.at();
        self.plain = Some(plain);
        self.overdue = true;
        at
    }

    /// How many bytes the frames of a clip may take, of which a sixth are kept as they are. From the next clip on.
    #[wasm_bindgen(js_name = limitMotion)]
    pub fn limit_motion(&mut self, most: usize) {
        self.scene.room = Room { whole: most / 6, most };
    }

    /// The next [`frame`](Self::frame) draws, whatever has changed.
    pub fn redraw(&mut self) {
        self.overdue = true;
    }

    /// Gives the surface back. Everything else stays.
    pub fn detach(&mut self) {
        self.surface = None;
        self.plain = None;
    }

    /// The size of the picture in CSS pixels, and device pixels a CSS pixel. Sets the canvas's own size and draws at
    /// once, since setting it empties the canvas. Sizes that are no sizes leave nothing to draw on until the next call.
    pub fn resize(&mut self, css_width: f64, css_height: f64, pixel_ratio: f64) {
        self.size = [css_width, css_height, pixel_ratio];
        if let Some(surface) = &mut self.surface {
            self.overdue |= surface.resize(css_width, css_height, pixel_ratio);
        }
        if let Some(plain) = &mut self.plain {
            let pixels = Pixels::of(css_width, css_height, pixel_ratio);
            self.overdue |= std::mem::replace(&mut plain.pixels, pixels) != pixels;
        }
        self.scene.set_viewport(css_width as f32, css_height as f32);
        self.pending |= self.step();
    }

    /// CSS pixels that controls cover: the figure is framed in what they leave.
    #[wasm_bindgen(js_name = setInsets)]
    pub fn set_insets(&mut self, top: f32, right: f32, bottom: f32, left: f32) {
        self.scene.set_insets([top, right, bottom, left]);
    }

    /// The next packet starts another clip.
    #[wasm_bindgen(js_name = resetClip)]
    pub fn reset_clip(&mut self) {
        self.scene.expect_clip();
    }

    /// Takes one packet or several of a clip, in order. Tells what came of it: 1 another clip is shown from its start,
    /// 2 frames were added to the one that is shown, 4 it is complete. Throws a `ParseError` when the bytes are no packets;
    /// what is shown stays, and further packets are refused until another clip begins.
    #[wasm_bindgen(js_name = pushPacket)]
    pub fn push_packet(&mut self, bytes: &[u8]) -> Result<u32, Error> {
        match self.scene.push_packets(bytes).map_err(|error| parse_error(&error))? {
            Pushed::Waiting => Ok(0),
            Pushed::MoreFrames => Ok(pushed::ROWS | self.complete()),
            Pushed::NewClip => {
                if let Some(surface) = &mut self.surface {
                    surface.forget_pictures();
                }
                Ok(pushed::NEW_CLIP | self.complete())
            }
        }
    }

    /// What is known about the clip that is shown, as a plain object; `undefined` without one. The shell's `types.d.ts`
    /// has its shape.
    #[wasm_bindgen(unchecked_return_type = "any")]
    pub fn info(&self) -> Option<Object> {
        self.scene.figure().map(info)
    }

    fn complete(&self) -> u32 {
        if self.scene.figure().is_some_and(|figure| figure.is_complete()) { pushed::COMPLETE } else { 0 }
    }

    /// A picture that the clip's skin wears, by its number: sRGB and alpha, rows from the top, behind it the same at half
    /// the width and height, and so on. Alpha 0 means that there is no picture at all. Another clip begins without.
    #[wasm_bindgen(js_name = setPicture)]
    pub fn set_picture(&mut self, index: usize, width: u32, height: u32, levels: &[u8]) {
        if let Some(surface) = &mut self.surface {
            surface.set_picture(index, width, height, levels);
            self.overdue = true;
        }
    }

    /// An empty stage.
    pub fn clear(&mut self) {
        self.scene.clear();
    }

    /// Steps to the wall time `now_ms` (any origin) and draws if the picture is another one. Tells with bits: 1 call
    /// again at the next frame, 2 drew, 4 the moment changed, 8 playing ended, 16 it went round, 32 the camera moved. All
    /// else that the page may want to know at every picture is in the [report](Self::report_at) by then.
    pub fn frame(&mut self, now_ms: f64) -> u32 {
        if now_ms.is_finite() {
            self.now = now_ms / 1000.0;
        }
        let bits = self.step() | std::mem::take(&mut self.pending);
        self.report();
        bits
    }

    /// Where in the module's memory the numbers of the [`Report`] are, bytes from its start. It stays the same as long as
    /// there is the stage.
    #[wasm_bindgen(js_name = reportAt)]
    pub fn report_at(&self) -> usize {
        std::ptr::from_ref(&*self.report).addr()
    }

    /// Brings the report up to date without a step: after a seek, a setting, a packet.
    pub fn report(&mut self) {
        *self.report = Report::new(&self.scene, self.draw_count);
    }

    pub(crate) fn set_simple(&mut self, on: Option<bool>) {
        self.overdue |= self.simple != on;
        self.simple = on;
    }

    fn step(&mut self) -> u32 {
        let advanced = self.scene.advance(self.now);
        let camera = self.scene.camera.now();
        let moved = std::mem::replace(&mut self.seen_from, camera) != camera;
        let mut drew = false;
        if (self.surface.is_some() || self.plain.is_some()) && (advanced.dirty || self.overdue) {
            let skin = self.scene.figure().and_then(|figure| figure.clip().skin.as_ref());
            let (view, instances) = (self.scene.view(), self.scene.instances());
            let simple = self.simple.unwrap_or(instances.joints.len() > MANY_JOINTS);
            drew = match (&mut self.surface, &mut self.plain) {
                (Some(surface), _) => surface.draw(&view, instances, skin, simple),
                (None, Some(plain)) => plain.draw(&view, instances, skin, simple),
                (None, None) => false,
            };
            self.overdue = !drew;
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
        .fold(0, |all, (is, bit)| if is { all | bit } else { all })
    }
}
