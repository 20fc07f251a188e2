//! What people should know about a pair of figures: parts without a partner, odd reference poses, bones that change their length.

use std::fmt;

use super::map::Part;
use super::transfer::Retarget;
use super::turns::Turn;
use crate::body::Side;

/// One of the two figures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Figure {
    /// The one whose motion is played.
    Source,
    /// The one that it is played on.
    Target,
}

/// A remark about a pair of figures.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum Note {
    /// A figure lacks a limb that the other has; it is named by its first joint: [`Part::Arm`] or [`Part::Thigh`], or [`Part::Head`].
    Missing {
        /// The limb.
        part: Part,
        /// The figure without it.
        figure: Figure,
    },
    /// No foot stands in the motion: the ground was taken from the lowest points of the feet.
    NoContacts,
    /// The rest pose of a figure is no body, so that a frame of its motion took its place.
    Reference {
        /// The figure.
        figure: Figure,
        /// The frame.
        frame: usize,
        /// Whether that frame shows a body that stands upright. If not, it is the best one that was found.
        upright: bool,
    },
    /// The bones of arms and legs change their lengths in the motion by up to so much, as a share. Those of the target keep theirs.
    Stretch(f32),
    /// So many joints of the target have no partner, and keep their rotation of the reference pose.
    Alone(usize),
}

/// Changes of lengths up to this are rounding.
const STEADY: f32 = 0.005;

/// The limbs and the head, by their first joints.
const PARTS: [Part; 5] =
    [Part::Head, Part::Arm(Side::Left), Part::Arm(Side::Right), Part::Thigh(Side::Left), Part::Thigh(Side::Right)];

pub(super) fn notes(retarget: &Retarget<'_>) -> Vec<Note> {
    let maps = retarget.maps();
    let mut notes = Vec::new();
    for part in PARTS {
        match maps.map(|map| map.joint(part).is_some()) {
            [true, false] => notes.push(Note::Missing { part, figure: Figure::Target }),
            [false, true] => notes.push(Note::Missing { part, figure: Figure::Source }),
            _ => {}
        }
    }
    let has_legs = retarget.target.map.sides.iter().any(super::SideMap::has_leg);
    if has_legs && !retarget.tracks.feet.iter().any(|foot| foot.stands.contains(&true)) {
        notes.push(Note::NoContacts);
    }
    let figures = [Figure::Source, Figure::Target].into_iter();
    for ((figure, frame), upright) in figures.zip(retarget.references()).zip(retarget.upright()) {
        notes.extend(frame.map(|frame| Note::Reference { figure, frame, upright }));
    }
    if retarget.source.stretch > STEADY {
        notes.push(Note::Stretch(retarget.source.stretch));
    }
    let joints = &retarget.plan.joints;
    let rotated = retarget.rotated().iter().filter_map(|joint| joints.get(usize::from(*joint)));
    let alone = rotated.filter(|joint| matches!(joint.turn, Turn::Still)).count();
    if alone > 0 {
        notes.push(Note::Alone(alone));
    }
    notes
}

impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Source => "motion",
            Self::Target => "figure",
        })
    }
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing { part, figure } => {
                let side = match part.side() {
                    Side::Left => "left ",
                    Side::Right => "right ",
                    Side::Middle => "",
                };
                let limb = match part {
                    Part::Arm(_) => "arm",
                    Part::Thigh(_) => "leg",
                    other => other.name(),
                };
                write!(f, "{side}{limb}: none in the {figure}")?;
                if *figure == Figure::Source { f.write_str("; it keeps its rest pose") } else { Ok(()) }
            }
            Self::NoContacts => f.write_str("no foot contacts found"),
            Self::Reference { figure, frame, upright } => {
                let likely = if *upright { "" } else { ", likely" };
                write!(f, "reference of the {figure}: frame {frame}{likely}")
            }
            Self::Stretch(share) => {
                write!(f, "bone lengths of the motion change by up to {:.0} %", (share * 100.0).max(1.0))
            }
            Self::Alone(count) => {
                write!(f, "{count} joints of the figure have no partner; they keep their rest rotation")
            }
        }
    }
}
