//! Writes tables of numbers as comma-separated values (RFC 4180).

use std::fmt::Write;

use super::figure::{FullPose, Sampling, world};
use super::names::Taken;
use super::{WriteError, behaviour};
use crate::model::Clip;

/// Which columns a table has.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct CsvOptions {
    /// Where joints are in the world: `NAME.x`, `NAME.y`, `NAME.z`, in the clip's unit and axes.
    pub positions: bool,
    /// How joints are turned against their parents: unit quaternions `NAME.qx`, `NAME.qy`, `NAME.qz`, `NAME.qw`. Ends and
    /// sites do not turn and have none.
    pub rotations: bool,
}

impl Default for CsvOptions {
    fn default() -> Self {
        Self { positions: true, rotations: false }
    }
}

/// A behaviour of a clip as a table: a line of names, and a line a frame.
///
/// The first columns are `frame`, from 0, and `time`, in seconds; then come those of each joint, ends and sites too, in the
/// skeleton's order. Lines end in CR LF. Names that repeat get `_2`, `_3`, ..; an end without a name of its own is called as its
/// parent, with `_end`. Numbers have as many digits as give back the `f32`.
///
/// # Errors
/// [`WriteError::NoBehaviour`].
pub fn csv(clip: &Clip, behaviour: usize, options: &CsvOptions) -> Result<String, WriteError> {
    let motion = self::behaviour(clip, behaviour)?;
    let skeleton = &*clip.skeleton;
    let names = unique_names(clip);
    let turns = |joint: usize| options.rotations && !skeleton.kinds().get(joint).is_some_and(|kind| kind.is_point());
    let mut out = String::from("frame,time");
    for (joint, name) in names.iter().enumerate() {
        let columns: &[&str] = &["x", "y", "z", "qx", "qy", "qz", "qw"];
        let from = if options.positions { 0 } else { 3 };
        let to = if turns(joint) { 7 } else { 3 };
        for column in columns.get(from..to).unwrap_or_default() {
            out.push(',');
            push_field(&mut out, &format!("{name}.{column}"));
        }
    }
    out.push_str("\r\n");
    let mut pose = FullPose::rest(skeleton);
    let mut placed = Vec::new();
    for frame in 0..motion.frame_count() {
        pose.sample(motion, Sampling::Frames, frame);
        world(skeleton, &pose, &mut placed);
        // Writing to a String cannot fail.
        let _ = write!(out, "{frame},{}", motion.frame_start(frame));
        for (joint, (world, rotation)) in placed.iter().zip(&pose.rotations).enumerate() {
            let at = world.translation.to_array();
            let position = at.iter().filter(|_| options.positions);
            let turn = rotation.to_array();
            for value in position.chain(turn.iter().filter(|_| turns(joint))) {
                let _ = write!(out, ",{}", *value as f32 + 0.0);
            }
        }
        out.push_str("\r\n");
    }
    Ok(out)
}

/// A name for each joint that no other one has.
pub(super) fn unique_names(clip: &Clip) -> Vec<String> {
    let mut taken = Taken::default();
    let names = super::names(&clip.skeleton, crate::model::Format::Hanim);
    names.into_iter().map(|name| taken.give(name, str::to_owned)).collect()
}

/// A field, in quotes where it has to be.
fn push_field(out: &mut String, text: &str) {
    if text.contains(['"', ',', '\r', '\n']) {
        let _ = write!(out, "\"{}\"", text.replace('"', "\"\""));
    } else {
        out.push_str(text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Limits;
    use crate::formats::parse;

    fn clip() -> Clip {
        let text = "HIERARCHY\nROOT a,\"b\"\n{\nOFFSET 0 0 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation \
            Yrotation\nJOINT c\n{\nOFFSET 0 1 0\nCHANNELS 1 Zrotation\nEnd Site\n{\nOFFSET 0 2 0\n}\n}\nJOINT c\n{\n\
            OFFSET 1 0 0\nCHANNELS 1 Zrotation\n}\n}\nMOTION\nFrames: 2\nFrame Time: 0.25\n1 2 3 0 0 0 0 0\n\
            1 2 3 90 0 0 90 0\n";
        parse("a.bvh", text.as_bytes(), Limits::default()).unwrap()
    }

    #[test]
    fn a_table_has_a_line_of_names_and_a_line_a_frame() {
        let text = csv(&clip(), 0, &CsvOptions::default()).unwrap();
        let lines: Vec<&str> = text.split("\r\n").collect();
        assert_eq!(
            lines[0],
            "frame,time,\"a,\"\"b\"\".x\",\"a,\"\"b\"\".y\",\"a,\"\"b\"\".z\",c.x,c.y,c.z,c_end.x,c_end.y,c_end.z,c_2.x,c_2.y,c_2.z"
        );
        assert_eq!(lines[1], "0,0,1,2,3,1,3,3,1,5,3,2,2,3");
        let last: Vec<f32> = lines[2].split(',').map(|field| field.parse().unwrap()).collect();
        assert_eq!(last[..2], [1.0, 0.25]);
        for (value, wanted) in last[5..].iter().zip([0.0, 2.0, 3.0, 0.0, 0.0, 3.0, 1.0, 3.0, 3.0]) {
            assert!((value - wanted).abs() < 1e-6, "{last:?}");
        }
        assert_eq!((lines.len(), lines[3]), (4, ""));
    }

    #[test]
    fn rotations_are_those_of_joints_and_not_of_ends() {
        let options = CsvOptions { positions: false, rotations: true };
        let text = csv(&clip(), 0, &options).unwrap();
        let names = text.lines().next().unwrap();
        assert!(names.ends_with("c.qw,c_2.qx,c_2.qy,c_2.qz,c_2.qw"), "{names}");
        let last: Vec<f32> = text.lines().nth(2).unwrap().split(',').map(|field| field.parse().unwrap()).collect();
        let half = std::f32::consts::FRAC_1_SQRT_2;
        for (value, wanted) in last[2..].iter().zip([0.0, 0.0, half, half, 0.0, 0.0, half, half, 0.0, 0.0, 0.0, 1.0]) {
            assert!((value - wanted).abs() < 1e-6, "{last:?}");
        }
        assert!(matches!(csv(&clip(), 1, &options), Err(WriteError::NoBehaviour { .. })));
    }
}
