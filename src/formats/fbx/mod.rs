//! FBX 7, binary and ASCII, as MotionBuilder, Maya, 3ds Max, Blender and Mixamo write it.
//!
//! From the bytes to the clip, each module using those before it:
//!
//! - [`values`], [`tree`], [`binary`] and [`ascii`]: the records of both encodings as one tree, without geometry and pictures;
//! - [`arrays`]: numbers, plain and packed;
//! - [`properties`] and [`settings`]: properties of objects with their templates, unit, axes, rate;
//! - [`objects`] and [`models`]: objects, connections, the tree of models and their transforms;
//! - [`tangents`], [`curves`], [`layers`], [`connections`] and [`stacks`]: curves of Euler angles, layers, takes;
//! - [`worlds`] and [`figure`]: places under inherited scales, and which models are the skeleton;
//! - [`density`] and [`behaviours`]: takes as frames.
//!
//! Curves are interpolated as the Euler angles that they are, axis by axis, and become rotations at frames. Autodesk publishes no
//! specification; the transform of a model is in the guide of the FBX SDK.
//!
//! | code | what was found; what was done |
//! |---|---|
//! | `fbx.two-parents` | a model that hangs on two others; the first counts |
//! | `fbx.keys` | a curve whose keys make none; ignored |
//! | `fbx.layer` | a layer that blends in an unknown way; it replaces those below |
//! | `fbx.more-animations`, `fbx.too-many-frames`, `fbx.limit` | animations past the limit, one that lasts too long for its file, or goes too far; left out |
//! | `fbx.nothing-moves` | meshes in a take without keys; shown as joints |
//! | `fbx.left-handed` | axes of a left hand; told |
//!
//! Refusals: `fbx.version`, `fbx.cut`, `fbx.record`, `fbx.values`, `fbx.syntax`, `fbx.array`, `fbx.cycle`, `fbx.no-motion`, and the limits
//! `fbx.too-deep`, `fbx.long-text`, `fbx.too-many-nodes`, `fbx.too-many-numbers`, `fbx.limit`, `fbx.out-of-memory`.

mod arrays;
mod ascii;
mod behaviours;
mod binary;
mod connections;
mod curves;
mod density;
mod family;
mod figure;
mod layers;
mod models;
mod objects;
mod problem;
mod properties;
mod reader;
mod settings;
mod stacks;
mod tangents;
mod tree;
mod values;
mod worlds;

pub use self::family::family;
