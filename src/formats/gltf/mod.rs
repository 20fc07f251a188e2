//! glTF 2.0 (ISO/IEC 12113): `.glb`, `.gltf` with the `.bin` files that it names, and VRM and VRMA, which are such files.
//!
//! From the bytes to the clip, each module using those before it:
//!
//! - [`json`] and [`container`]: the chunks of a `.glb`, and the fields of the JSON; [`extensions`] refuses what cannot be read;
//! - [`buffers`] and [`accessors`]: numbers, out of the file, of `data:` URIs ([`uris`]) and of files beside it ([`companions`]);
//! - [`nodes`] and [`figure`]: the tree of nodes, and which of them are the skeleton, with the bones of a VRM ([`humanoid`]);
//! - [`curves`], [`animations`] and [`behaviours`]: samplers, channels, and the frames that they give;
//! - [`surface`], with [`mesh`] and [`materials`]: skins, and meshes that ride on joints.
//!
//! Every node is `T * R * S` in its parent, which is what [`Scaling`](crate::model::Scaling) holds, so that nothing is lost. Cameras, lights, shapes of faces
//! and other textures than the base colour are left out.
//!
//! | code | what was found; what was done |
//! |---|---|
//! | `gltf.surplus`, `gltf.chunk`, `gltf.cut` | bytes after the end, a chunk of an unknown kind, a buffer that ends too early; ignored, ignored, read as far as it goes |
//! | `gltf.extension` | a required extension that is unknown; read without it |
//! | `gltf.index`, `gltf.two-parents` | an index of something that is not there, a node with two parents; ignored, the first counts |
//! | `gltf.more-animations`, `gltf.moved-twice` | animations past the limit, two channels for one property; left out, the last counts |
//! | `gltf.key-count`, `gltf.key-order`, `gltf.sampler`, `gltf.accessor` | fewer values than keys, keys that descend, a sampler or numbers of the wrong kind; the pairs count, the channel is ignored |
//! | `gltf.too-many-keys` | an animation with keys at too many moments; left out |
//! | `gltf.size` | a figure above 20 m or below 0.1 m; told |
//! | `gltf.draco`, `gltf.mesh`, `gltf.skin`, `gltf.too-many-triangles` | a mesh that is packed, has corners that are not there, or is too large; not drawn |
//! | `gltf.scene` | other scenes than the one that is played; told |
//!
//! Refusals: `gltf.syntax`, `gltf.cut`, `gltf.no-json`, `gltf.version`, `gltf.meshopt`, `gltf.needs-bin` (with the file's name), `gltf.no-bytes`,
//! `gltf.out-of-bounds`, `gltf.cycle`, `gltf.shear`, `gltf.no-motion`, `gltf.bin-alone`, and the limits `gltf.too-deep`, `gltf.long-text`, `gltf.too-many-nodes`,
//! `gltf.too-many-numbers`, `gltf.limit`, `gltf.out-of-memory`.

mod about;
mod accessors;
mod animations;
mod behaviours;
mod buffers;
mod companions;
mod container;
mod curves;
mod extensions;
mod family;
mod figure;
mod humanoid;
mod json;
mod materials;
mod mesh;
mod nodes;
mod problem;
mod reader;
mod surface;
mod uris;

pub use self::family::family;
