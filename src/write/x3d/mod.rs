//! Writes HAnim figures in X3D's XML (`.x3d`).

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

use std::fmt::Write;

use self::scene::X3dScene;
use super::WriteError;
use super::figure::upright;
use crate::model::{Axis, Clip};

/// How an HAnim figure is written.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct X3dOptions {
    /// The document's title. `None`: the clip's name.
    pub title: Option<String>,
    /// A sentence about the document.
    pub description: String,
    /// The figure's name. `None`: the clip's name.
    pub name: Option<String>,
    /// The level of articulation that the figure claims.
    pub level: Option<u8>,
    /// Metres in one unit of the clip's lengths. `None`: as the clip
    /// [states](crate::model::Source::metres_per_unit); where it does not, readers take metres.
    pub metres_per_unit: Option<f64>,
    /// The segments of single joints. The others have one where something is in it.
    pub segments: Vec<SegmentOptions>,
    /// How motions are written.
    pub motions: MotionNodes,
    /// Leaves out keys that others imply. `None`: every frame is a key.
    pub thinning: Option<Thinning>,
    /// Writes the clip's skin and the shapes on its joints.
    pub skin: bool,
    /// Decimals of lengths. `None`: as many as give back the clip's own numbers.
    pub length_decimals: Option<usize>,
    /// Decimals of axes, and of angles in radians; of angles in degrees in [`MotionNodes::Rows`]. `None`: eight; five.
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
            length_decimals: None,
            rotation_decimals: None,
        }
    }
}

/// The segment of a joint.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SegmentOptions {
    /// The joint that it is on.
    pub joint: u16,
    /// Its name.
    pub name: String,
    /// X3D elements to put into it as they are: shapes, in the figure's space.
    pub content: String,
}

/// What nodes a motion becomes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum MotionNodes {
    /// A TimeSensor, an interpolator for each thing that moves, and the routes between. Every player knows these.
    #[default]
    Interpolators,
    /// An HAnimMotion (ISO/IEC 19774-2): rows of numbers like those of a BVH. Frames have one time from one to the next.
    Rows,
}

/// How far what is left out may be from the way between the keys that stay.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Thinning {
    /// Of rotations, in degrees.
    pub rotation: f64,
    /// Of translations, in the clip's units; of scales and weights as they are.
    pub translation: f64,
}

/// A clip as an HAnim figure in X3D, with all its behaviours.
///
/// Joints keep their frames, rests, scales and names. A joint's `center` is where it is when nothing is turned, points are
/// HAnimSites, and what lies between joints (see [`Scaling`](crate::model::Scaling)) or moves without being a joint is a
/// Transform. The unit is stated where it is known, and a figure whose clip states another up axis than +Y is turned.
/// Behaviours are called by their `DEF`, so characters that a `DEF` cannot have become `_`, and repeated names get numbers. What any
/// behaviour moves, every behaviour moves, or players would leave it where the last one did.
///
/// A skin follows joints by weights, and shapes ride on segments, both as triangles; displacers move both. Cameras are Viewpoints, in the
/// segments of their joints or behind the figure.
///
/// # Errors
/// [`WriteError::Skin`] where the skin follows joints as HAnim cannot say; [`WriteError::SceneTooLarge`] and
/// [`WriteError::TooManyJoints`], [`WriteError::TooDeep`] for what is larger than is read; with [`MotionNodes::Rows`] also
/// [`WriteError::UnevenFrames`], and [`WriteError::Name`] where names do not tell joints apart.
pub fn x3d(clip: &Clip, options: &X3dOptions) -> Result<String, WriteError> {
    let title = options.title.as_deref().unwrap_or(&clip.name);
    let mut out = String::from(
        "<?xml version='1.0' encoding='UTF-8'?>\n<X3D profile='Immersive' version='4.0'>\n  <head>\n    \
         <component name='HAnim' level='2'/>\n",
    );
    let stated = clip.source.metres_per_unit.map(|metres| metres / clip.source.length_factor);
    let metres = options.metres_per_unit.or(stated).filter(|metres| metres.is_finite() && *metres > 0.0);
    // Writing to a String cannot fail.
    if let Some(metres) = metres.filter(|metres| (metres - 1.0).abs() > 1e-9) {
        let _ = writeln!(out, "    <unit category='length' name='unit' conversionFactor='{metres}'/>");
    }
    for (name, content) in [("title", title), ("description", &options.description)] {
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
