//! Writes HAnim figures in the XML encoding of X3D (`.x3d`).

mod behaviours;
mod element;
mod moved;
mod numbers;
mod scene;
mod scene_size;
mod sheet;
mod skin;
mod viewpoints;
mod xml;

use std::borrow::Cow;
use std::fmt::Write;

use self::scene::X3dScene;
use super::WriteError;
use super::baked::baked;
use super::figure::upright;
use marey::model::{Axis, BuildError, Clip, FARTHEST};
use marey::pose::reach;

/// Options of an HAnim figure.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct X3dOptions {
    /// The document's title. `None`: the clip's name.
    pub title: Option<String>,
    /// The document's description.
    pub description: String,
    /// The figure's name. `None`: the clip's name.
    pub name: Option<String>,
    /// The figure's level of articulation (`loa`).
    pub level: Option<u8>,
    /// Metres in one unit of the clip. `None`: as [stated](marey::model::Source::metres_per_unit), or else readers assume metres.
    pub metres_per_unit: Option<f64>,
    /// Segments of single joints. Other joints have a segment if it has content.
    pub segments: Vec<SegmentOptions>,
    /// The nodes of motions.
    pub motions: MotionNodes,
    /// Omits keys that interpolation restores. `None`: every frame is a key.
    pub thinning: Option<Thinning>,
    /// Writes the clip's skin and the shapes on its joints.
    pub skin: bool,
    /// Writes the normals of surfaces. Without them players make every surface smooth, and the file is smaller.
    pub normals: bool,
    /// Decimals of lengths. `None`: as many as restore the clip's numbers.
    pub length_decimals: Option<usize>,
    /// Decimals of axes and of angles in radians (default: eight), or of angles in degrees in [`MotionNodes::Rows`] (five).
    pub rotation_decimals: Option<usize>,
}

impl Default for X3dOptions {
    fn default() -> Self {
        Self {
            title: None,
            description: String::new(),
            name: None,
            level: None,
            metres_per_unit: None,
            segments: Vec::new(),
            motions: MotionNodes::default(),
            thinning: None,
            skin: true,
            normals: true,
            length_decimals: None,
            rotation_decimals: None,
        }
    }
}

/// The segment of a joint.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SegmentOptions {
    /// The joint of the segment.
    pub joint: u16,
    /// Its name.
    pub name: String,
    /// X3D elements to insert unchanged: shapes, in the figure's space.
    pub content: String,
}

/// The nodes that store a motion.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum MotionNodes {
    /// A TimeSensor, an interpolator for each moving field, and routes. Every X3D player supports these.
    #[default]
    Interpolators,
    /// An HAnimMotion (ISO/IEC 19774-2): rows of numbers as in a BVH, with a single frame time.
    Rows,
}

/// Largest deviation of an omitted key from the interpolation between the keys around it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Thinning {
    /// Of rotations, in degrees.
    pub rotation: f64,
    /// Of translations, in the clip's unit, and of scales and weights, which have none.
    pub translation: f64,
}

/// Writes a clip as an HAnim figure in X3D, with all its behaviours.
///
/// Joints keep their frames, rest poses, scales and names. A joint's `center` is its position without rotations. End sites
/// and sites become HAnimSites; frames between joints (see [`Scaling`](marey::model::Scaling)), and frames that move but
/// are no joints, become Transforms. The unit is written if it is known, and the figure is turned if the clip states another
/// up axis than +Y. The `DEF` of a behaviour is its name, with `_` for characters that a `DEF` cannot have and with numbers
/// for repeated names. Every behaviour writes each field that any behaviour changes: otherwise players would keep the value of
/// the behaviour before.
///
/// The skin follows joints by weights, and rigid shapes are on segments, both as triangles and both with displacers. Cameras
/// are Viewpoints, in the segments of their joints or after the figure.
///
/// # Errors
/// [`WriteError::Skin`] if HAnim cannot express how the skin follows joints; [`WriteError::Scale`] if the transform between a
/// joint and its parent is singular; [`WriteError::SceneTooLarge`], [`WriteError::TooManyJoints`] and [`WriteError::TooDeep`]
/// for more than Marey's reader accepts, [`WriteError::Build`] for joints farther away; with [`MotionNodes::Rows`] also [`WriteError::UnevenFrames`],
/// [`WriteError::Channels`] for displacers that move, and [`WriteError::Name`] if names do not identify joints.
pub fn x3d(clip: &Clip, options: &X3dOptions) -> Result<String, WriteError> {
    let clip = &*if options.skin { baked(clip)? } else { Cow::Borrowed(clip) };
    // Centres are positions: a reader takes none that is too far away.
    if reach(&clip.skeleton) > f64::from(FARTHEST) {
        return Err(BuildError::NotFinite.into());
    }
    let title = options.title.as_deref().unwrap_or(&clip.name);
    let mut out = String::from(
        "<?xml version='1.0' encoding='UTF-8'?>\n<X3D profile='Immersive' version='4.0'>\n  <head>\n    \
         <component name='HAnim' level='2'/>\n",
    );
    let stated = clip.source.metres_per_unit.map(|metres| metres / clip.source.length_factor);
    let metres = options.metres_per_unit.or(stated).filter(|metres| metres.is_finite() && *metres > 0.0);
    if let Some(metres) = metres.filter(|metres| (metres - 1.0).abs() > 1e-9) {
        let _ = writeln!(out, "    <unit category='length' name='unit' conversionFactor='{metres}'/>");
    }
    let mended = crate::mended::mended(clip).unwrap_or_default();
    for (name, content) in [("title", title), ("description", &options.description), ("mended", &mended)] {
        if !content.is_empty() {
            let _ = writeln!(out, "    <meta name='{name}' content='{}'/>", xml::escaped(content));
        }
    }
    out.push_str("  </head>\n  <Scene>\n");
    let scene_start = out.len();
    let turned = clip.source.up.filter(|up| *up != Axis::Y).map(|up| upright(up).to_axis_angle());
    if let Some((axis, angle)) = turned {
        let _ = writeln!(out, "    <Transform rotation='{} {} {} {angle}'>", axis.x, axis.y, axis.z);
    }
    let scene = X3dScene::new(clip, options)?;
    scene.write(&behaviours::rows(&scene)?, &mut out);
    scene.write_viewpoints(None, "    ", &mut out);
    if turned.is_some() {
        out.push_str("    </Transform>\n");
    }
    behaviours::write_routes(&scene, &mut out);
    scene_size::check(out.get(scene_start..).unwrap_or_default())?;
    out.push_str("  </Scene>\n</X3D>\n");
    Ok(out)
}
