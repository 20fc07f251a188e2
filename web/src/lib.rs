//! Marey's interface to JavaScript: a [`Stage`] per player, a [`ClipParser`] per file.
//!
//! The sources are compiled into seventeen modules, by this package and by those of `web/modules`. The one that every page loads has the stage and the BVH reader. `mocap`,
//! `hanim`, `arrays`, `gltf`, `fbx` and `markers` each have a [`ClipParser`], for Acclaim and The Sims, for humanoids, for arrays of NumPy, for glTF, for FBX, and for C3D and TRC. `write` has [`write_files`] and [`draw_moments`], `link` a
//! `ClipParser` for motion in links, `packing` [`pack_motion`], `compare` [`compare_clips`] and what it needs, `retarget`
//! [`retarget_clip`] and its parts, `rigs` [`rig_of`], `targets` [`write_as`], `body` [`make_body`], `study` [`study_clip`] and what is done with it, `labels` [`add_labels`] and [`assign_labels`]. Each has the feature of its name alone.
//!
//! This layer is thin: whatever works without a browser is in other crates. WebGPU has a module of its own, `crates/gpu`. Rust
//! never calls JavaScript that could call Rust again, and no argument from a page makes it panic.

#[cfg(any(feature = "reads", feature = "link"))]
pub mod job;

#[cfg(all(target_arch = "wasm32", feature = "bench"))]
mod bench;
#[cfg(all(target_arch = "wasm32", feature = "body"))]
mod body;
#[cfg(all(target_arch = "wasm32", feature = "reads"))]
mod clip_parser;
#[cfg(all(target_arch = "wasm32", feature = "write"))]
mod clip_writer;
#[cfg(all(target_arch = "wasm32", feature = "compare"))]
mod comparer;
#[cfg(all(target_arch = "wasm32", not(feature = "labels")))]
mod errors;
#[cfg(all(target_arch = "wasm32", feature = "study"))]
mod gaiter;
#[cfg(all(target_arch = "wasm32", feature = "stage"))]
mod info;
#[cfg(all(target_arch = "wasm32", feature = "reads"))]
mod kind;
#[cfg(all(target_arch = "wasm32", feature = "labels"))]
mod labels;
#[cfg(all(target_arch = "wasm32", feature = "link"))]
mod link_reader;
#[cfg(all(target_arch = "wasm32", feature = "packing"))]
mod link_writer;
#[cfg(all(target_arch = "wasm32", feature = "study"))]
mod mender;
#[cfg(all(target_arch = "wasm32", feature = "write"))]
mod moments_picture;
#[cfg(target_arch = "wasm32")]
mod objects;
#[cfg(all(target_arch = "wasm32", feature = "options"))]
mod overrule;
#[cfg(feature = "stage")]
pub mod report;
#[cfg(all(target_arch = "wasm32", feature = "retarget"))]
mod retargeter;
#[cfg(all(target_arch = "wasm32", feature = "rigs"))]
mod rigs;
#[cfg(feature = "stage")]
pub mod settings;
#[cfg(all(target_arch = "wasm32", feature = "stage"))]
mod stage;
#[cfg(all(target_arch = "wasm32", feature = "stage"))]
mod stage_controls;
#[cfg(all(target_arch = "wasm32", feature = "study"))]
mod study;
#[cfg(all(target_arch = "wasm32", feature = "targets"))]
mod targets;

#[cfg(all(target_arch = "wasm32", feature = "body"))]
pub use body::{BodyTurner, make_body};
#[cfg(all(target_arch = "wasm32", feature = "reads"))]
pub use clip_parser::ClipParser;
#[cfg(all(target_arch = "wasm32", feature = "write"))]
pub use clip_writer::write_files;
#[cfg(all(target_arch = "wasm32", feature = "compare"))]
pub use comparer::{
    add_clip, best_offset, common_joints, compare_clips, distances_at, mass_joints, remove_clip, touch_downs,
};
#[cfg(all(target_arch = "wasm32", feature = "study"))]
pub use gaiter::{gait_file, measure_gait};
#[cfg(all(target_arch = "wasm32", feature = "reads", not(feature = "stage")))]
pub use kind::reads;
#[cfg(all(target_arch = "wasm32", feature = "labels"))]
pub use labels::{add_labels, assign_labels, label_likeness, remove_labels};
#[cfg(all(target_arch = "wasm32", feature = "link"))]
pub use link_reader::LinkReader;
#[cfg(all(target_arch = "wasm32", feature = "packing"))]
pub use link_writer::pack_motion;
#[cfg(all(target_arch = "wasm32", feature = "study"))]
pub use mender::mend_motion;
#[cfg(all(target_arch = "wasm32", feature = "write"))]
pub use moments_picture::draw_moments;
#[cfg(all(target_arch = "wasm32", feature = "retarget"))]
pub use retargeter::{finish_retarget, push_retarget, retarget_clip, start_retarget};
#[cfg(all(target_arch = "wasm32", feature = "rigs"))]
pub use rigs::rig_of;
#[cfg(all(target_arch = "wasm32", feature = "study"))]
pub use study::study_clip;
#[cfg(all(target_arch = "wasm32", feature = "targets"))]
pub use targets::write_as;
#[cfg(all(target_arch = "wasm32", feature = "stage"))]
pub use {kind::is_bvh, stage::Stage};

/// Half the size of the standard library's allocator.
#[cfg(target_arch = "wasm32")]
#[global_allocator]
static ALLOCATOR: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();

/// Sends panics to the console. Runs when the module is instantiated.
#[cfg(all(target_arch = "wasm32", feature = "debug"))]
#[wasm_bindgen::prelude::wasm_bindgen(start)]
pub fn start() {
    console_error_panic_hook::set_once();
}
