//! Remarks about a pair of figures: parts without a partner, odd reference poses, bones that change their length.

use std::fmt;

use marey::body::Side;
use marey::body::{BodyMap, Part};

/// One of the two figures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FigureRole {
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
        figure: FigureRole,
    },
    /// No foot stands in the motion: the ground was taken from the lowest points of the feet.
    NoContacts,
    /// The rest pose of a figure is no body, so that a frame of its motion took its place.
    Reference {
        /// The figure.
        figure: FigureRole,
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

/// Facts about both figures, the source's first.
pub(super) struct Facts<'a> {
    pub(super) maps: [&'a BodyMap; 2],
    /// Whether both figures have a leg in common, and no foot stands on it.
    pub(super) floats: bool,
    /// The frames of the reference poses, and whether they are upright.
    pub(super) references: [(Option<usize>, bool); 2],
    pub(super) stretch: f32,
    /// Number of the target's joints without a partner.
    pub(super) alone: usize,
}

pub(super) fn notes(facts: &Facts<'_>) -> Vec<Note> {
    let mut notes = Vec::new();
    for part in PARTS {
        match facts.maps.map(|map| map.joint(part).is_some()) {
            [true, false] => notes.push(Note::Missing { part, figure: FigureRole::Target }),
            [false, true] => notes.push(Note::Missing { part, figure: FigureRole::Source }),
            _ => {}
        }
    }
    notes.extend(facts.floats.then_some(Note::NoContacts));
    for (figure, (frame, upright)) in [FigureRole::Source, FigureRole::Target].into_iter().zip(facts.references) {
        notes.extend(frame.map(|frame| Note::Reference { figure, frame, upright }));
    }
    notes.extend((facts.stretch > STEADY).then_some(Note::Stretch(facts.stretch)));
    notes.extend((facts.alone > 0).then_some(Note::Alone(facts.alone)));
    notes
}

impl fmt::Display for FigureRole {
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
                if *figure == FigureRole::Source { f.write_str("; it keeps its rest pose") } else { Ok(()) }
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
