//! Writes glTF 2.0 (ISO/IEC 12113): `.gltf` with its buffer inside, and `.glb`.

mod animation;
mod bones;
mod buffer;
mod json;
mod materials;
mod mesh;
mod nodes;
mod pictures;
mod rig;
mod standing;
mod surface;

use std::fmt::Write;

use self::animation::Animations;
use self::buffer::{Buffer, base64};
use self::json::{floats, list, quoted};
use self::materials::Materials;
use self::nodes::Nodes;
use self::rig::Rig;
use self::standing::Standing;
use self::surface::Surface;
use super::WriteError;
use super::figure::FormatSpace;
use crate::body::sides;
use crate::look::{FigureLook, SkinPose, Theme};
use crate::model::Clip;

/// How glTF is written.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct GltfOptions {
    /// Adds meshes that follow the skeleton: bones, and the clip's skin. Without a mesh most programs show nothing, and Blender makes
    /// empties of joints, not bones.
    pub mesh: bool,
    /// Writes [sites](crate::model::JointKind::Site), points that ride on a joint, as nodes. Otherwise they are left out.
    pub sites: bool,
    /// Files of the pictures that the clip's [skin](crate::model::Skin::pictures) wears, with their names: PNG or JPEG. They go into the file;
    /// what has another format, or is not here, is left out. Pictures in the clip's own file (`data:`) need not be here.
    pub pictures: Vec<(String, Vec<u8>)>,
}

impl Default for GltfOptions {
    fn default() -> Self {
        Self { mesh: true, sites: false, pictures: Vec::new() }
    }
}

/// A clip as glTF text with all its behaviours, its buffer inside as a `data:` URL.
///
/// A node a joint, below one node with the clip's name; end sites are nodes, too, and no bones. Nodes have the names of
/// [`names`](super::names) for HAnim. glTF's unit is the metre and +Y is up: lengths and axes are converted where the
/// clip [states](crate::model::Source) them, in the joints themselves and not by a scaled node above them, which many
/// programs do not undo. [`excerpt`](super::excerpt) states what one guesses.
///
/// Nodes rest in the first frame of the first behaviour, since viewers put their camera by the pose of the nodes; where one frame of
/// calibration comes before the motion, elsewhere, in the second. A figure that floats above its floor or is sunk into it is put on it by the
/// translation of the node above all, which is all that is changed. The `extras` of that node tell what the file was.
///
/// Each behaviour is an animation with the keys of its frames, which are mixed linearly. What stays at rest in all behaviours has
/// no channel, what stays as it is in one of them has one key. What turns, moves or scales a joint between it and its
/// parent (see [`Scaling`](crate::model::Scaling)) becomes nodes of its own.
///
/// Bones, joints, heads and hands are a mesh with the player's shapes, in three materials: left, right and middle. The clip's skin
/// is another one, with its colours and pictures; where it covers the body there are no bones. Of all joints that move a corner the four strongest
/// do here; displacers are not written.
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
    let standing = Standing::new(clip);
    // Nothing is highlighted, and the colours are those that can be told from a white page, which most viewers have.
    let look = FigureLook {
        palette: Theme::Light.palette(),
        patterns: false,
        highlighted: None,
        skin: true,
        segments: true,
        sites: options.sites,
        bones: false,
    };
    let mut nodes = Nodes::new(&clip.skeleton, &space, options.sites, &standing.nodes, standing.floor(clip))?;
    let mut buffer = Buffer::default();
    let animations = Animations::new(clip, &nodes, &standing.nodes, &mut buffer);
    let mut materials = Materials::default();
    // Names and primitives.
    let mut meshes: Vec<(&str, Vec<String>)> = Vec::new();
    let mut rig = None;
    if options.mesh {
        let worn = clip.skin.as_ref().map(|skin| {
            let (shown, hides_bones) = SkinPose::new(skin, &clip.skeleton).shown(skin, &look);
            (Surface::new(skin, shown, &clip.skeleton, &standing.nodes, &nodes), hides_bones)
        });
        let followed = worn.as_ref().map(|(surface, _)| surface.followed()).unwrap_or_default();
        let rig = rig.insert(Rig::new(&mut nodes, &followed));
        // A skin that covers the body hides the bones, as in the player.
        if !worn.as_ref().is_some_and(|(_, hides_bones)| *hides_bones) {
            let bones = bones::primitives(&clip.skeleton, &standing, &nodes, rig, &look, &mut materials, &mut buffer);
            meshes.push(("bones", bones));
        }
        if let Some((surface, _)) = &worn {
            let sides = sides(&clip.skeleton);
            let colours = (&look.palette, &*sides);
            let skin = surface.primitives(rig, colours, &options.pictures, &mut materials, &mut buffer);
            meshes.push(("skin", skin));
        }
        meshes.retain(|(_, primitives)| !primitives.is_empty());
    }
    let mut out = format!(
        "{{\"asset\":{{\"version\":\"2.0\",\"generator\":{}}},\"scene\":0,",
        quoted(concat!("Marey ", env!("CARGO_PKG_VERSION")))
    );
    // The joints below one node, and the meshes beside it: a skinned mesh is where its joints are, whatever is above it.
    let top = nodes.list.len();
    let _ = write!(out, "\"scenes\":[{{\"nodes\":{}}}],\"nodes\":[", list(top..=top + meshes.len()));
    nodes.write(&mut out);
    let _ = write!(out, "{{\"name\":{},", quoted(&clip.name));
    if nodes.lift != 0.0 {
        let _ = write!(out, "\"translation\":{},", floats([0.0, nodes.lift, 0.0]));
    }
    let _ = write!(out, "\"extras\":{},\"children\":{}}}", extras(clip), list(nodes.roots.clone()));
    for (index, (name, _)) in meshes.iter().enumerate() {
        let _ = write!(out, ",{{\"name\":\"{name}\",\"mesh\":{index},\"skin\":0}}");
    }
    out.push_str("],");
    if let Some(rig) = rig.filter(|_| !meshes.is_empty()) {
        let mesh = |(name, primitives): &(&str, Vec<String>)| {
            format!("{{\"name\":\"{name}\",\"primitives\":[{}]}}", primitives.join(","))
        };
        let _ = write!(out, "\"meshes\":[{}],", meshes.iter().map(mesh).collect::<Vec<_>>().join(","));
        materials.write(&mut out);
        rig.write(top, &mut buffer, &mut out);
    }
    animations.write(&mut out);
    buffer.tables(&mut out);
    if buffer.bytes.len() > MOST_BYTES {
        return Err(WriteError::TooLarge);
    }
    Ok((out, buffer.bytes))
}

/// What the file was that the clip came from, for people and programs: format, unit and up axis.
fn extras(clip: &Clip) -> String {
    let source = &clip.source;
    let mut out = format!("{{\"source\":{},\"sourceFormat\":{}", quoted(&clip.name), quoted(source.format.name()));
    if !clip.about.skeleton_file.is_empty() {
        let _ = write!(out, ",\"sourceSkeleton\":{}", quoted(pictures::base(&clip.about.skeleton_file)));
    }
    if let Some(metres) = source.metres_per_unit {
        let _ = write!(out, ",\"sourceMetresPerUnit\":{metres}");
    }
    if let Some(up) = source.up {
        let _ = write!(out, ",\"sourceUp\":{}", quoted(up.name()));
    }
    out.push('}');
    out
}

/// The length of a file of glTF binary is 32 bits wide.
const MOST_BYTES: usize = 0xF000_0000;

#[cfg(test)]
mod tests;
