//! Writes Acclaim skeletons (`.asf`) and motions (`.amc`).

mod bones;

use std::fmt::Write;

use glam::DVec3;

use self::bones::{AcclaimBones, AsfBone};
use super::figure::{FullPose, Rigid};
use super::number;
use super::{Sampling, WriteError, behaviour};
use marey::model::{Axis, BuildError, Clip, FARTHEST, Format};

/// Options of Acclaim files. Write a skeleton and its motions with the same options.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct AcclaimOptions {
    /// The moments that become frames.
    pub sampling: Sampling,
    /// The skeleton's name. `None`: the clip's name.
    pub name: Option<String>,
    /// Text of the section `:documentation`.
    pub documentation: String,
    /// File names of the skins, for the section `:skin`.
    pub skins: Vec<String>,
    /// The skeleton's file name, for the first line of a motion, by which readers find the skeleton.
    pub skeleton_file: Option<String>,
    /// `:units mass`, which divides the masses.
    pub mass_factor: f64,
    /// Axes and limits of single bones.
    pub bones: Vec<BoneOptions>,
    /// Decimals of lengths. `None`: as many as restore the clip's numbers.
    pub length_decimals: Option<usize>,
    /// Decimals of angles in degrees. `None`: five.
    pub angle_decimals: Option<usize>,
}

impl Default for AcclaimOptions {
    fn default() -> Self {
        Self {
            sampling: Sampling::default(),
            name: None,
            documentation: String::new(),
            skins: Vec::new(),
            skeleton_file: None,
            mass_factor: 1.0,
            bones: Vec::new(),
            length_decimals: None,
            angle_decimals: None,
        }
    }
}

/// Frame and degrees of freedom of a bone.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct BoneOptions {
    /// The joint at the bone's start.
    pub joint: u16,
    /// The bone's `axis`: rotations about world X, then Y, then Z, in degrees. `None`: the joint's world rotation at rest.
    pub axis: Option<[f64; 3]>,
    /// Rotations about the fixed axes of that frame, in the order in which they apply.
    pub rotations: Vec<BoneRotation>,
}

/// One rotation of a bone.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BoneRotation {
    /// X, Y or Z. A negative axis is written as the positive one.
    pub axis: Axis,
    /// Smallest and largest angle, in degrees.
    pub limits: [f64; 2],
}

/// Writes the skeleton of a clip as ASF text, with degrees of freedom for the movements in all its behaviours.
///
/// In an ASF every bone starts at the tip of its parent, and the root has no length. So if the children of a joint are at
/// different places, the joint's bone has no length, and each child gets a connecting bone without freedom, called `to_` and
/// the child's name. A leaf has the length to its end site, if any. Several roots hang on an added root at the origin. The
/// two joints that readers make of a bone that translates become one bone again. Directions are those of the rest pose; a
/// bone's `axis` is its joint's world rotation at rest, and the root's rest position goes into the motion. Lengths are divided
/// by the clip's [length factor](marey::model::Source::length_factor), which `:units` states. Masses are written only if
/// every centre of mass lies on its bone. Sites are left out. [`names`](super::names) lists the changes of names.
///
/// # Errors
/// [`WriteError::Scale`]; [`WriteError::TooManyJoints`] and [`WriteError::TooDeep`] for more than Marey's reader accepts,
/// [`WriteError::Build`] for longer bones.
pub fn asf(clip: &Clip, options: &AcclaimOptions) -> Result<String, WriteError> {
    let bones = AcclaimBones::new(clip, options)?;
    // A reader multiplies lengths and directions, which are rounded.
    if bones.bones.iter().any(|bone| bone.length * bones.factor > LONGEST) {
        return Err(BuildError::NotFinite.into());
    }
    let name = options.name.as_deref().unwrap_or(&clip.name);
    let name: String = name.chars().map(|c| if c.is_whitespace() || c.is_control() { '_' } else { c }).collect();
    let mut out = format!(
        ":version 1.10\n:name {name}\n:units\n  mass {}\n  length {}\n  angle deg\n:documentation\n",
        decimal(options.mass_factor),
        decimal(bones.factor)
    );
    for line in options.documentation.lines() {
        // A leading colon would start a section.
        let line = line.trim();
        let _ = writeln!(out, "{}{line}", if line.starts_with(':') { "  - " } else { "  " });
    }
    out.push_str(":root\n  order TX TY TZ RX RY RZ\n  axis XYZ\n  position 0 0 0\n  orientation 0 0 0\n:bonedata\n");
    for (id, bone) in (1..).zip(&bones.bones) {
        let _ = write!(out, "  begin\n    id {id}\n    name {}\n    direction", bone.name);
        for value in bone.direction.to_array() {
            out.push(' ');
            number::push(&mut out, value, DIRECTION_DECIMALS);
        }
        out.push_str("\n    length ");
        bones.decimals.length(&mut out, bone.length);
        out.push_str("\n    axis");
        for angle in bone.axis_degrees {
            out.push(' ');
            bones.decimals.angle(&mut out, angle);
        }
        out.push_str(" XYZ\n");
        if let Some([mass, centre]) = bone.mass {
            let _ = writeln!(out, "    bodymass {}\n    cofmass {}", six_digits(mass), six_digits(centre));
        }
        freedom(&mut out, bone);
        out.push_str("  end\n");
    }
    out.push_str(":hierarchy\n  begin\n");
    for (parent, name) in std::iter::once((None, super::names::ROOT))
        .chain(bones.bones.iter().enumerate().map(|(i, bone)| (Some(i), &*bone.name)))
    {
        let children = bones.bones.iter().filter(|bone| bone.parent == parent);
        let list: String = children.map(|bone| format!(" {}", bone.name)).collect();
        if !list.is_empty() {
            let _ = writeln!(out, "    {name}{list}");
        }
    }
    out.push_str("  end\n");
    if !options.skins.is_empty() {
        let _ = writeln!(out, ":skin\n  {}", options.skins.join("\n  "));
    }
    Ok(out)
}

const DIRECTION_DECIMALS: usize = 9;
/// Longest bone, in the clip's units.
const LONGEST: f64 = 0.999 * FARTHEST as f64;

/// Writes `dof` and `limits`.
fn freedom(out: &mut String, bone: &AsfBone) {
    let moves: &[&str] = if bone.moves { &["tx", "ty", "tz"] } else { &[] };
    let turns = bone.turns.iter().map(|turn| ["rx", "ry", "rz"][turn.axis]);
    let all: Vec<&str> = moves.iter().copied().chain(turns).collect();
    if all.is_empty() {
        return;
    }
    let _ = writeln!(out, "    dof {}", all.join(" "));
    let limits =
        moves.iter().map(|_| [f64::NEG_INFINITY, f64::INFINITY]).chain(bone.turns.iter().map(|turn| turn.limits));
    for (index, [least, most]) in limits.enumerate() {
        let keyword = if index == 0 { "limits" } else { "      " };
        let _ = writeln!(out, "    {keyword} ({} {})", decimal(least), decimal(most));
    }
}

/// A mass or its position with six digits, about the precision of the model's `f32`.
fn six_digits(value: f64) -> String {
    let digits = if value == 0.0 { 0.0 } else { value.abs().log10().floor() };
    let mut out = String::new();
    number::push(&mut out, value, (5.0 - digits).clamp(0.0, 15.0) as usize);
    out
}

/// The shortest text, with `inf` for infinity.
fn decimal(value: f64) -> String {
    format!("{}", value + 0.0)
}

/// Writes a behaviour as AMC text, for the skeleton that [`asf`] writes with the same options.
///
/// The format does not store the rate, and readers assume 120 frames a second. A comment states any other rate, which this project reads.
///
/// # Errors
/// Those of [`asf`], [`WriteError::NoBehaviour`], [`WriteError::UnevenFrames`], [`WriteError::BadRate`], and
/// [`WriteError::Channels`] if a joint turns about an axis that the options do not give its bone.
pub fn amc(clip: &Clip, behaviour: usize, options: &AcclaimOptions) -> Result<String, WriteError> {
    let motion = self::behaviour(clip, behaviour)?;
    let sampling = options.sampling;
    let frame_time = sampling.frame_time(motion, Format::Acclaim)?;
    let bones = AcclaimBones::new(clip, options)?;
    let mut out = String::new();
    if let Some(file) = &options.skeleton_file {
        let _ = writeln!(out, "#!OML:ASF {file}");
    }
    if (frame_time * USUAL_RATE - 1.0).abs() > 1e-6 {
        let _ = writeln!(out, "# {} seconds from frame to frame", decimal(frame_time));
    }
    if let Some(done) = crate::mended::mended(clip) {
        // Old readers know ASCII only.
        let _ =
            writeln!(out, "# {}", done.replace('\u{b0}', " degrees").replace('\u{b2}', "2").replace('\u{b1}', "+-"));
    }
    out.push_str(":FULLY-SPECIFIED\n:DEGREES\n");
    let mut full = FullPose::rest(&clip.skeleton);
    let mut rigid = Rigid::new(&clip.skeleton, Format::Acclaim);
    let mut last = vec![[0.0; 3]; bones.bones.len() + 1];
    for frame in 0..sampling.count(motion)? {
        full.sample(motion, sampling, frame);
        let pose = rigid.of(&full)?;
        let _ = writeln!(out, "{}", frame + 1);
        let (place, turned) = bones.root.map_or_else(Default::default, |root| bones.unturned.local(pose, root));
        line(&mut out, &bones, super::names::ROOT, Some(place / bones.factor), &{
            let (angles, _) = bones::angles(turned, &[0, 1, 2], &mut last[0]);
            angles
        });
        for (bone, last) in bones.bones.iter().zip(last.iter_mut().skip(1)) {
            let Some(joint) = bone.joint.filter(|_| bone.moves || !bone.turns.is_empty()) else { continue };
            let (at, turned) = bones.unturned.local(pose, joint);
            let back = bone.axis.conjugate();
            let place = bone.moves.then(|| back * (at - bone.rest) / bones.factor);
            let axes: Vec<usize> = bone.turns.iter().map(|turn| turn.axis).collect();
            let (angles, left) = bones::angles(back * turned * bone.axis, &axes, last);
            if left > CHANNEL_TOLERANCE {
                let joint = super::figure::name_of(&clip.skeleton, joint);
                return Err(WriteError::Channels { joint, frame });
            }
            line(&mut out, &bones, &bone.name, place, &angles);
        }
    }
    Ok(out)
}

/// The rate that readers assume, in frames a second.
const USUAL_RATE: f64 = 120.0;

/// Largest rotation, in degrees, about an axis without a channel.
const CHANNEL_TOLERANCE: f64 = 1e-3;

fn line(out: &mut String, bones: &AcclaimBones<'_>, name: &str, place: Option<DVec3>, angles: &[f64]) {
    out.push_str(name);
    if let Some(place) = place {
        out.push(' ');
        bones.decimals.vector(out, place);
    }
    for angle in angles {
        out.push(' ');
        bones.decimals.angle(out, *angle);
    }
    out.push('\n');
}
