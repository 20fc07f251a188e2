//! What an array holds, and how sure that is. No array says it; shape, numbers and, last of all, the key tell.
//!
//! | file | question |
//! |---|---|
//! | `exact` | are the numbers rotations beyond doubt: matrices, two columns, unit quaternions |
//! | `layouts` | which axes may be clips, frames, joints and coordinates |
//! | `under_table` | do places have the proportions of a known skeleton |
//! | `axis_angles` | are the numbers as likely as a body's rotations |
//! | `free_points` | do places of unknown joints keep their distances, and move smoothly |
//! | `look` | are places in space or in a picture, with or without scores |
//! | `beyond_doubt`, `known_order`, `rotations_of_a_body`, `no_order` | in this order: is it one of these, and how sure is that |
//! | `choose` | which of these is it, and which others could it be |
//!
//! At most 60 frames are looked at. The limits were measured on 1,324 arrays whose content was known.

mod axis_angles;
mod beyond_doubt;
mod choose;
mod chooser;
mod exact;
mod free_points;
mod hints;
mod known_order;
mod layouts;
mod look;
mod no_order;
mod rotations_of_a_body;
mod sample;
mod stated;
mod stated_rotations;
mod under_table;

pub(super) use choose::read;
pub(super) use exact::rotation;
pub(super) use hints::Hints;
pub(super) use layouts::ArrayLayout;
pub(super) use sample::{SampleSpan, Spans};
pub(super) use under_table::TableFit;

use super::body::Turned;
use super::tables::Table;
use crate::formats::reading::Meaning;

/// How sure a reading is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Certainty {
    Sure,
    Likely,
    /// Another reading is about as likely: a person has to say.
    Unsure,
}

/// What an array holds.
#[derive(Debug)]
pub(super) struct ArrayReading {
    pub(super) content: ArrayContent,
    pub(super) certainty: Certainty,
    /// What else it could hold, the likeliest first.
    pub(super) others: Vec<ArrayContent>,
}

/// Alternatives that are named.
const MOST_OTHERS: usize = 3;

impl ArrayReading {
    /// Nothing that can be shown, and why.
    fn nothing(why: impl Into<String>) -> Self {
        Self { content: ArrayContent::Nothing(why.into()), certainty: Certainty::Sure, others: Vec::new() }
    }

    /// A reading, with what else it could be if it is not sure.
    fn of(content: ArrayContent, certainty: Certainty, others: Vec<ArrayContent>) -> Self {
        let mut others = if certainty == Certainty::Unsure { others } else { Vec::new() };
        others.truncate(MOST_OTHERS);
        Self { content, certainty, others }
    }
}

/// One way to read an array.
#[derive(Debug, Clone)]
pub(super) enum ArrayContent {
    Points(Placed),
    Rotations(Rotations),
    /// Vectors of HumanML3D.
    Vectors(VectorRows),
    /// Nothing that can be shown; why, for people.
    Nothing(String),
}

/// Places of joints.
#[derive(Debug, Clone)]
pub(super) struct Placed {
    pub(super) layout: ArrayLayout,
    /// The joints, with what they were known by; `None` for joints in no known order.
    pub(super) table: Option<(&'static Table, TableFit)>,
}

/// Rows of HumanML3D's numbers.
#[derive(Debug, Clone)]
pub(super) struct VectorRows {
    pub(super) frames: SampleSpan,
    pub(super) columns: SampleSpan,
    pub(super) clips: Spans,
}

/// How the rotation of a joint is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// Three numbers: an axis, whose length is the angle in radians.
    AxisAngle,
    /// Three angles in degrees about x, y and z.
    Degrees,
    /// Nine numbers: the rows of a matrix, or its columns.
    Matrix { by_columns: bool },
    /// Six numbers: the first two columns of a matrix, one after the other or row by row.
    Columns { is_interleaved: bool },
    /// Six numbers: the first two rows of a matrix.
    Rows,
    /// Four numbers: a unit quaternion.
    Quaternion { is_w_first: bool },
}

impl Form {
    /// For people: what the numbers are.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::AxisAngle => "rotations as axes and angles",
            Self::Degrees => "rotations as angles in degrees",
            Self::Matrix { .. } => "rotations as matrices",
            Self::Columns { .. } | Self::Rows => "rotations as two columns of matrices",
            Self::Quaternion { .. } => "rotations as quaternions",
        }
    }

    /// The word of the option that says so; `None` where no word does.
    pub(super) fn word(self) -> Option<&'static str> {
        Some(match self {
            Self::AxisAngle => "axis-angles",
            Self::Degrees => return None,
            Self::Matrix { .. } => "matrices",
            Self::Columns { .. } | Self::Rows => "6d",
            Self::Quaternion { .. } => "quaternions",
        })
    }

    /// Numbers of a joint.
    pub(super) fn width(self) -> usize {
        match self {
            Self::AxisAngle | Self::Degrees => 3,
            Self::Matrix { .. } => 9,
            Self::Columns { .. } | Self::Rows => 6,
            Self::Quaternion { .. } => 4,
        }
    }
}

/// Rotations of the joints of a body in frames, and where they are in an array.
#[derive(Debug, Clone)]
pub(super) struct Rotations {
    pub(super) form: Form,
    pub(super) turned: Turned,
    pub(super) frames: usize,
    pub(super) clips: Spans,
    /// The first item of the first clip.
    pub(super) start: usize,
    /// Items from one frame, joint and number to the next.
    pub(super) strides: [usize; 3],
    /// The path's first item in a clip, and the items from one of its numbers to the next.
    pub(super) path: Option<(usize, usize)>,
    /// The letters of the axes, where they are not the usual ones.
    pub(super) axes: String,
}

impl ArrayContent {
    /// For people: `22 joints of HumanML3D`.
    pub(super) fn describe(&self) -> String {
        match self {
            Self::Points(Placed { layout, table }) => {
                let what = if layout.view.coordinates == 2 { "points of a picture" } else { "positions" };
                match table {
                    Some((table, _)) => format!("{what} of the {} joints of {}", layout.view.joints, table.title),
                    None => format!("{what} of {} joints in an unknown order", layout.view.joints),
                }
            }
            Self::Rotations(rotations) => {
                let path = if rotations.path.is_some() { ", with a path" } else { "" };
                format!("{} of {}{path}", rotations.form.name(), rotations.turned.describe())
            }
            Self::Vectors(_) => "vectors of HumanML3D's kind".into(),
            Self::Nothing(why) => why.clone(),
        }
    }

    /// For people: `frames, joints, coordinates`; empty where the order is the usual one.
    pub(super) fn axes(&self) -> String {
        match self {
            Self::Points(placed) => placed.layout.axes(),
            Self::Rotations(rotations) => {
                let names: Vec<&str> =
                    rotations.axes.chars().filter_map(Meaning::of_letter).map(Meaning::name).collect();
                names.join(", ")
            }
            _ => String::new(),
        }
    }

    /// The words of `holds`, `joints` and `axes` that state this reading; empty ones where there are none.
    pub(super) fn words(&self) -> [String; 3] {
        match self {
            Self::Points(Placed { layout, table }) => {
                let joints = table.map_or("inferred", |(table, _)| table.name);
                ["positions".into(), joints.into(), layout.letters().unwrap_or_default()]
            }
            Self::Rotations(rotations) => {
                let holds = rotations.form.word().unwrap_or_default();
                [holds.into(), rotations.turned.name().unwrap_or_default().into(), rotations.axes.clone()]
            }
            _ => Default::default(),
        }
    }
}

#[cfg(test)]
mod tests;
