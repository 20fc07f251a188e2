//! The GPU device that all canvases of a page share.

use std::rc::Rc;

use js_sys::{Error, Function, Promise};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::device::{Gpu, GpuError};

#[wasm_bindgen]
extern "C" {
    /// Throws if there is no `navigator.gpu`.
    #[wasm_bindgen(catch, js_namespace = ["navigator", "gpu"], js_name = getPreferredCanvasFormat)]
    fn preferred_canvas_format() -> Result<String, JsValue>;
}

/// The browser's GPU device, with all resources that canvases share.
#[wasm_bindgen]
pub struct Engine {
    gpu: Rc<Gpu>,
    lost: Promise,
}

#[wasm_bindgen]
impl Engine {
    /// Asks the browser for a device. Rejects with an `Error` named `NoWebGpu` if it has none, or `GpuError` if the device
    /// does not work.
    ///
    /// Calls `navigator.gpu.requestAdapter` once, synchronously, so that a caller that already has an adapter can replace
    /// that function by one that returns it.
    #[wasm_bindgen(unchecked_return_type = "Promise<Engine>")]
    pub fn create() -> Promise {
        Promise::new(&mut |created, failed| {
            let gpu = Gpu::request(preferred_canvas_format().is_ok_and(|format| format == "rgba8unorm"));
            spawn_local(async move {
                let error = match gpu.await {
                    Ok((gpu, trouble)) => {
                        let mut broken = None;
                        let lost = Promise::new(&mut |lost, reject| {
                            gpu.on_lost(move |reason| settle(&lost, reason));
                            broken = Some(reject);
                        });
                        settle(&created, Self { gpu: Rc::new(gpu), lost });
                        if let (Some(error), Some(broken)) = (trouble.await, broken) {
                            settle(&broken, gpu_error(&error.to_string()));
                        }
                        return;
                    }
                    Err(GpuError::Missing) => no_webgpu(),
                    Err(GpuError::Failed(reason)) => gpu_error(&reason),
                };
                settle(&failed, error);
            });
        })
    }

    /// Settles when the engine becomes useless. Resolves with the browser's reason when the device is lost: make a new
    /// engine, and a new canvas for each old one. Rejects with an `Error` named `GpuError` if the browser does not accept
    /// resources that every picture needs: a new engine would fail as well. Freeing the engine and its painters settles it, too.
    pub fn lost(&self) -> Promise {
        self.lost.clone()
    }

    pub(crate) fn gpu(&self) -> Rc<Gpu> {
        Rc::clone(&self.gpu)
    }
}

fn named(name: &str, message: &str) -> Error {
    let error = Error::new(message);
    error.set_name(name);
    error
}

fn settle(settle: &Function, with: impl Into<JsValue>) {
    settle.call1(&JsValue::UNDEFINED, &with.into()).ok();
}

/// An `Error` named `GpuError`.
pub(crate) fn gpu_error(reason: &str) -> Error {
    named("GpuError", reason)
}

fn no_webgpu() -> Error {
    named("NoWebGpu", "This browser has no WebGPU")
}
