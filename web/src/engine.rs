//! One device a page, shared by every stage on it.

use std::rc::Rc;

use js_sys::{Error, Promise};
use wasm_bindgen::prelude::*;

use crate::errors::named;
use crate::render::{Gpu, GpuError};

#[wasm_bindgen]
extern "C" {
    /// Throws where there is no `navigator.gpu`.
    #[wasm_bindgen(catch, js_namespace = ["navigator", "gpu"], js_name = getPreferredCanvasFormat)]
    fn preferred_canvas_format() -> Result<String, JsValue>;
}

/// The browser's GPU, with everything on it that stages share.
#[wasm_bindgen]
pub struct Engine {
    gpu: Rc<Gpu>,
    lost: Promise,
}

#[wasm_bindgen]
impl Engine {
    /// Asks the browser for a device. Rejects with an `Error` named `NoWebGpu` where there is none to be had, and
    /// `GpuError` where there is one that does not work.
    pub async fn create() -> Result<Self, Error> {
        let format = preferred_canvas_format().map_err(|_| no_webgpu())?;
        let gpu = match Gpu::request(format == "rgba8unorm").await {
            Ok(gpu) => gpu,
            Err(GpuError::Missing) => return Err(no_webgpu()),
            Err(GpuError::Failed(reason)) => return Err(named("GpuError", &reason)),
        };
        let lost = Promise::new(&mut |resolve, _| {
            gpu.on_lost(move |reason| {
                resolve.call1(&JsValue::UNDEFINED, &reason.into()).ok();
            });
        });
        Ok(Self { gpu: Rc::new(gpu), lost })
    }

    /// Settles when the device is gone, with the browser's reason. After that nothing draws any more: make a new
    /// engine, and for each canvas a new one. Freeing the engine and its stages settles it too.
    pub fn lost(&self) -> Promise {
        self.lost.clone()
    }

    pub(crate) fn gpu(&self) -> Rc<Gpu> {
        Rc::clone(&self.gpu)
    }
}

fn no_webgpu() -> Error {
    named("NoWebGpu", "This browser has no WebGPU")
}
