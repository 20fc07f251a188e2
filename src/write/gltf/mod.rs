//! Writes glTF 2.0 (ISO/IEC 12113): `.gltf` with its buffer inside, and `.glb`.

mod animation;
mod bones;
mod buffer;
mod json;
mod nodes;

use std::fmt::Write;

use self::animation::Animations;
use self::bones::Bones;
use self::buffer::{Buffer, base64};
use self::json::{list, quoted};
use self::nodes::Nodes;
use super::WriteError;
use super::figure::FormatSpace;
use crate::model::Clip;

/// How glTF is written.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct GltfOptions {
    /// Adds a mesh of bones that follows the skeleton. Without a mesh most programs show nothing, and Blender makes
    /// empties of joints, not bones.
    pub mesh: bool,
    /// Writes [sites](crate::model::JointKind::Site), points that ride on a joint, as nodes. Otherwise they are left out.
    pub sites: bool,
}

impl Default for GltfOptions {
    fn default() -> Self {
        Self { mesh: true, sites: false }
    }
}

/// A clip as glTF text with all its behaviours, its buffer inside as a `data:` URL.
///
/// A node a joint, at rest, below one node with the clip's name; end sites are nodes, too, and no bones. Nodes have the names of
/// [`names`](super::names) for HAnim. glTF's unit is the metre and +Y is up: lengths and axes are converted where the
/// clip [states](crate::model::Source) them, in the joints themselves and not by a scaled node above them, which many
/// programs do not undo. [`excerpt`](super::excerpt) states what one guesses.
///
/// Each behaviour is an animation with the keys of its frames, which are mixed linearly. What stays at rest in all behaviours has
/// no channel, what stays as it is in one of them has one key. What turns, moves or scales a joint between it and its
/// parent (see [`Scaling`](crate::model::Scaling)) becomes nodes of its own. Skins of clips, and their weights, are not
/// written.
///
/// # Errors
/// [`WriteError::Flat`], and [`WriteError::TooLarge`].
pub fn gltf(clip: &Clip, options: &GltfOptions) -> Result<String, WriteError> {
    let (mut out, buffer) = document(clip, options)?;
    // Writing to a String cannot fail.
    let _ =
        write!(out, "\"buffers\":[{{\"byteLength\":{},\"uri\":\"data:application/octet-stream;base64,", buffer.len());
    base64(&buffer, &mut out);
    out.push_str("\"}]}");
    Ok(out)
}

/// The same as the bytes of a `.glb`.
///
/// # Errors
/// As [`gltf`].
pub fn glb(clip: &Clip, options: &GltfOptions) -> Result<Vec<u8>, WriteError> {
    let (mut json, buffer) = document(clip, options)?;
    let _ = write!(json, "\"buffers\":[{{\"byteLength\":{}}}]}}", buffer.len());
    // Chunks end at multiples of four: JSON in blanks, bytes in zeros (those are there).
    while json.len() % 4 != 0 {
        json.push(' ');
    }
    let length = |bytes: usize| u32::try_from(bytes).map_err(|_| WriteError::TooLarge);
    let mut out = Vec::with_capacity(28 + json.len() + buffer.len());
    out.extend(b"glTF\x02\0\0\0");
    out.extend(length(28 + json.len() + buffer.len())?.to_le_bytes());
    out.extend(length(json.len())?.to_le_bytes());
    out.extend(b"JSON");
    out.extend(json.as_bytes());
    out.extend(length(buffer.len())?.to_le_bytes());
    out.extend(b"BIN\0");
    out.extend(buffer);
    Ok(out)
}

/// The JSON up to the list of buffers, and the one buffer.
fn document(clip: &Clip, options: &GltfOptions) -> Result<(String, Vec<u8>), WriteError> {
    let space = FormatSpace::new(&clip.source, 1.0);
    let nodes = Nodes::new(&clip.skeleton, &space, options.sites)?;
    let mut buffer = Buffer::default();
    let animations = Animations::new(clip, &nodes, &mut buffer);
    let bones = options.mesh.then(|| Bones::new(&nodes, &mut buffer));
    let mut out = format!(
        "{{\"asset\":{{\"version\":\"2.0\",\"generator\":{}}},\"scene\":0,",
        quoted(concat!("Marey ", env!("CARGO_PKG_VERSION")))
    );
    // The joints below one node, and the mesh beside it: a skinned mesh is where its joints are, whatever is above it.
    let top = nodes.list.len();
    let scene = if bones.is_some() { vec![top, top + 1] } else { vec![top] };
    let _ = write!(out, "\"scenes\":[{{\"nodes\":{}}}],\"nodes\":[", list(scene));
    nodes.write(&mut out);
    let _ = write!(out, "{{\"name\":{},\"children\":{}}}", quoted(&clip.name), list(nodes.roots.clone()));
    if let Some(bones) = &bones {
        let _ = write!(out, ",{{\"name\":\"bones\",\"mesh\":0,\"skin\":0}}],");
        bones.write(&mut out, top);
    } else {
        out.push_str("],");
    }
    animations.write(&mut out);
    buffer.tables(&mut out);
    if buffer.bytes.len() > MOST_BYTES {
        return Err(WriteError::TooLarge);
    }
    Ok((out, buffer.bytes))
}

/// The length of a file of glTF binary is 32 bits wide.
const MOST_BYTES: usize = 0xF000_0000;

#[cfg(test)]
mod tests;
