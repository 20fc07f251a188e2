//! One canvas with its clip, clock and camera: the part that loads, advances and draws. What a page can ask of clock,
//! camera and look is in `stage_controls`.

use js_sys::Error;
use marey::pack::{Unpacked, unpack};
use marey::scene::{Orbit, Scene};
use wasm_bindgen::prelude::*;

use crate::engine::Engine;
use crate::errors::{named, parse_error};
use crate::render::Surface;

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

/// One canvas.
#[wasm_bindgen]
pub struct Stage {
    surface: Surface,
    pub(crate) scene: Scene,
    /// A clip whose first frame has not arrived yet; until then the one before stays.
    incoming: Incoming,
    /// Wall time of the last step, seconds.
    now: f64,
    /// The camera of the last picture.
    seen_from: Orbit,
    /// Bits of a step between two calls of `frame`.
    pending: u32,
    /// The last picture could not be drawn.
    overdue: bool,
    draw_count: u32,
}

enum Incoming {
    /// The next packet continues the clip that is shown.
    Nothing,
    /// The next packet starts a clip.
    Expected,
    /// Started, nothing to show yet.
    Started(Box<Unpacked>),
}

#[wasm_bindgen]
impl Stage {
    /// Takes over a canvas that nothing was drawn on yet. Throws an `Error` named `GpuError` where that fails. Draws
    /// nothing before the first [`resize`](Self::resize).
    #[wasm_bindgen(constructor)]
    pub fn new(engine: &Engine, canvas: web_sys::HtmlCanvasElement) -> Result<Self, Error> {
        let surface = Surface::new(engine.gpu(), canvas)
            .map_err(|_| named("GpuError", "The canvas cannot be drawn on with WebGPU"))?;
        let scene = Scene::new();
        Ok(Self {
            surface,
            seen_from: scene.camera.now(),
            scene,
            incoming: Incoming::Expected,
            now: 0.0,
            pending: 0,
            overdue: false,
            draw_count: 0,
        })
    }

    /// The size of the picture in CSS pixels, and device pixels a CSS pixel. Sets the canvas's own size and draws at
    /// once, since setting it empties the canvas. Sizes that are no sizes leave nothing to draw on until the next call.
    pub fn resize(&mut self, css_width: f64, css_height: f64, pixel_ratio: f64) {
        if self.surface.resize(css_width, css_height, pixel_ratio) {
            self.overdue = true;
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
        self.incoming = Incoming::Expected;
    }

    /// Takes one packet or several of a clip, in order. Tells what came of it: 1 another clip is shown from its start,
    /// 2 frames were added to the one that is shown, 4 it is complete. Throws a `ParseError` when the bytes are no packets.
    #[wasm_bindgen(js_name = pushPacket)]
    pub fn push_packet(&mut self, bytes: &[u8]) -> Result<u32, Error> {
        let unpacked = match std::mem::replace(&mut self.incoming, Incoming::Nothing) {
            Incoming::Nothing => {
                self.scene.extend(bytes).map_err(|e| parse_error(&e))?;
                return Ok(pushed::ROWS | self.complete());
            }
            Incoming::Expected => {
                // Until there is a head, what follows is refused too.
                self.incoming = Incoming::Expected;
                Box::new(unpack(bytes).map_err(|e| parse_error(&e))?)
            }
            Incoming::Started(mut unpacked) => {
                unpacked.push(bytes).map_err(|e| parse_error(&e))?;
                unpacked
            }
        };
        if !unpacked.is_playable() {
            self.incoming = Incoming::Started(unpacked);
            return Ok(0);
        }
        self.incoming = Incoming::Nothing;
        self.surface.forget_pictures();
        self.scene.show(*unpacked);
        Ok(pushed::NEW_CLIP | self.complete())
    }

    fn complete(&self) -> u32 {
        if self.scene.figure().is_some_and(|figure| figure.is_complete()) { pushed::COMPLETE } else { 0 }
    }

    /// A picture that the clip's skin wears, by its number: sRGB and alpha, rows from the top, behind it the same at half
    /// the width and height, and so on. Alpha 0 means that there is no picture at all. Another clip begins without.
    #[wasm_bindgen(js_name = setPicture)]
    pub fn set_picture(&mut self, index: usize, width: u32, height: u32, levels: &[u8]) {
        self.surface.set_picture(index, width, height, levels);
        self.overdue = true;
    }

    /// An empty stage.
    pub fn clear(&mut self) {
        self.incoming = Incoming::Expected;
        self.scene.clear();
    }

    /// Steps to the wall time `now_ms` (any origin) and draws if the picture is another one. Tells with bits: 1 call
    /// again at the next frame, 2 drew, 4 the moment changed, 8 playing ended, 16 it went round, 32 the camera moved.
    pub fn frame(&mut self, now_ms: f64) -> u32 {
        if now_ms.is_finite() {
            self.now = now_ms / 1000.0;
        }
        self.step() | std::mem::take(&mut self.pending)
    }

    fn step(&mut self) -> u32 {
        let advanced = self.scene.advance(self.now);
        let camera = self.scene.camera.now();
        let moved = std::mem::replace(&mut self.seen_from, camera) != camera;
        let mut drew = false;
        if advanced.dirty || self.overdue {
            let skin = self.scene.figure().and_then(|figure| figure.clip().skin.as_ref());
            drew = self.surface.draw(&self.scene.view(), self.scene.instances(), skin);
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

    /// Pictures drawn since the stage was made.
    #[wasm_bindgen(js_name = drawCount)]
    pub fn draw_count(&self) -> u32 {
        self.draw_count
    }
}
