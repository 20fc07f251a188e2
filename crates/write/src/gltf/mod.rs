//! Writes glTF 2.0 (ISO/IEC 12113): `.gltf` with an embedded buffer, and `.glb`; and VRMA, which is a `.glb` with an extension.

mod animation;
mod bones;
mod buffer;
mod container;
mod extent;
mod json;
mod materials;
mod mesh;
mod nodes;
mod pictures;
mod rig;
mod standing;
mod surface;
mod vrma;

pub use self::json::quoted as json_text;

use std::borrow::Cow;
use std::fmt::Write;

use self::animation::Animations;
use self::buffer::Buffer;
use self::container::{MOST_BYTES, asset, container};
use self::json::{floats, list, quoted};
use self::materials::Materials;
use self::nodes::Nodes;
use self::rig::GltfRig;
use self::standing::Standing;
use self::surface::Surface;
pub use self::vrma::vrma;
use super::WriteError;
use super::baked::baked;
use super::figure::FormatSpace;
use marey::body::sides;
use marey::codes::base64;
use marey::look::{FigureLook, SkinPose, Theme};
use marey::model::{Clip, Skin};

/// Options of glTF files.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct GltfOptions {
    /// Adds meshes that follow the skeleton: bones, and the clip's skin. Without a mesh most programs show nothing, and Blender
    /// imports joints as empties instead of bones. Files without them have a mesh that draws nothing, `extent`, by which viewers place their
    /// camera: it reaches as far as the joints in all frames.
    pub mesh: bool,
    /// Writes [sites](marey::model::JointKind::Site), points fixed to a joint, as nodes. Otherwise they are left out.
    pub sites: bool,
    /// Names and files of the pictures of the clip's [skin](marey::model::Skin::pictures), PNG or JPEG, to embed. Other formats
    /// and missing pictures are left out. Pictures inside the clip's own file (`data:`) are embedded without being listed.
    pub pictures: Vec<(String, Vec<u8>)>,
}

impl Default for GltfOptions {
    fn default() -> Self {
        Self { mesh: true, sites: false, pictures: Vec::new() }
    }
}

/// Writes a clip as glTF text with all its behaviours. The buffer is embedded as a `data:` URL.
///
/// Each joint and end site is a node, below a node with the clip's name. Nodes have the [names](super::names) for HAnim. End
/// sites are no joints of the skin. glTF's unit is the metre and +Y is up: lengths and axes are converted if the clip
/// [states](marey::model::Source) them. The joints themselves are converted, because many programs do not undo a scaled
/// node above them. For a guessed unit or axis, make an [`excerpt`](super::excerpt) that states it.
///
/// Nodes rest in the first frame of the first behaviour, because viewers place their camera by the nodes' rest pose. If that
/// frame is only a calibration pose at another place, they rest in the second. The translation of the top node puts a floating or
/// sunken figure on its floor, and changes nothing else. The top node's `extras` describe the clip's source file.
///
/// Each behaviour is an animation with its frames as keys and linear interpolation. A property has no channel if it stays at
/// rest in all behaviours, and a single key in a behaviour that keeps it constant. Frames between joints (see
/// [`Scaling`](marey::model::Scaling)) become nodes of their own.
///
/// Bones, joints, heads and hands are a mesh with the player's shapes, in three materials: left, right and middle. The clip's
/// skin is another mesh with its colours and pictures. If it covers the body, the bones are left out. Each corner follows
/// its four strongest joints; displacers are not written.
///
/// # Errors
/// [`WriteError::Flat`] and [`WriteError::TooLarge`].
pub fn gltf(clip: &Clip, options: &GltfOptions) -> Result<String, WriteError> {
    let (mut out, buffer) = document(clip, options)?;
    let _ =
        write!(out, "\"buffers\":[{{\"byteLength\":{},\"uri\":\"data:application/octet-stream;base64,", buffer.len());
    base64(&buffer, &mut out);
    out.push_str("\"}]}");
    Ok(out)
}

/// Writes a clip as the bytes of a `.glb`, with the content of [`gltf`].
///
/// # Errors
/// As [`gltf`].
pub fn glb(clip: &Clip, options: &GltfOptions) -> Result<Vec<u8>, WriteError> {
    let (json, buffer) = document(clip, options)?;
    container(json, &buffer)
}

/// The JSON up to the field `buffers`, and the buffer.
fn document(clip: &Clip, options: &GltfOptions) -> Result<(String, Vec<u8>), WriteError> {
    let is_generated = clip.skin.as_deref().and_then(Skin::generated).is_some();
    let clip = &*if options.mesh { baked(clip)? } else { Cow::Borrowed(clip) };
    let space = FormatSpace::new(&clip.source, 1.0);
    let standing = Standing::new(clip);
    // Nothing is highlighted. Most viewers have a white page, on which these colours are visible.
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
    let mut meshes: Vec<(&str, Vec<String>)> = Vec::new();
    let mut rig = None;
    if options.mesh {
        let surface = clip.skin.as_ref().map(|skin| {
            let (shown, hides_bones) = SkinPose::new(skin, &clip.skeleton).shown(skin, &look);
            (Surface::new(skin, shown, &clip.skeleton, &standing.nodes, &nodes), hides_bones || is_generated)
        });
        let followed = surface.as_ref().map(|(surface, _)| surface.followed()).unwrap_or_default();
        let rig = rig.insert(GltfRig::new(&mut nodes, &followed));
        if !surface.as_ref().is_some_and(|(_, hides_bones)| *hides_bones) {
            let bones = bones::primitives(&clip.skeleton, &standing, &nodes, rig, &look, &mut materials, &mut buffer);
            meshes.push(("bones", bones));
        }
        if let Some((surface, _)) = &surface {
            let sides = sides(&clip.skeleton);
            let colours = (&look.palette, &*sides);
            let skin = surface.primitives(rig, colours, &options.pictures, &mut materials, &mut buffer);
            meshes.push(("skin", skin));
        }
        meshes.retain(|(_, primitives)| !primitives.is_empty());
    }
    let mut out = format!("{{\"asset\":{},\"scene\":0,", asset(clip));
    let extent = (!options.mesh).then(|| extent::mesh(clip, &standing, &nodes, &mut buffer));
    // Meshes are beside the top node of the joints: nodes above a skinned mesh do not transform it.
    let top = nodes.list.len();
    let _ = write!(
        out,
        "\"scenes\":[{{\"nodes\":{}}}],\"nodes\":[",
        list(top..=top + meshes.len() + usize::from(extent.is_some()))
    );
    nodes.write(&mut out);
    let _ = write!(out, "{{\"name\":{},", quoted(&clip.name));
    if nodes.lift != 0.0 {
        let _ = write!(out, "\"translation\":{},", floats([0.0, nodes.lift, 0.0]));
    }
    let _ = write!(out, "\"extras\":{},\"children\":{}}}", extras(clip), list(nodes.roots.clone()));
    for (index, (name, _)) in meshes.iter().enumerate() {
        let _ = write!(out, ",{{\"name\":\"{name}\",\"mesh\":{index},\"skin\":0}}");
    }
    if extent.is_some() {
        out.push_str(",{\"name\":\"extent\",\"mesh\":0}");
    }
    out.push_str("],");
    if let Some(extent) = extent {
        let _ = write!(out, "\"meshes\":[{extent}],");
    }
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

/// Format, unit and up axis of the source file, for people and programs.
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

#[cfg(test)]
mod tests;
