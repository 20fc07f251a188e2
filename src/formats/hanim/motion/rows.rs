//! The frames of a behaviour, written column by column.

use super::{AnimatedProperty, PropertyValue};
use crate::checked::Checked;
use crate::error::Limits;
use crate::formats::hanim::figure::HanimFigure;
use crate::model::{BuildError, Channels, Motion, MotionBuilder, PositionMode};

/// A column of a motion's rows: a property of a joint.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct MotionColumn {
    /// Index of the joint, or of the weight.
    pub(super) joint: u16,
    pub(super) property: AnimatedProperty,
}

pub(super) struct MotionRows<'a> {
    figure: &'a HanimFigure,
    columns: Vec<MotionColumn>,
    /// For each column, its index among the columns of its property.
    slots: Vec<usize>,
    builder: MotionBuilder,
}

impl<'a> MotionRows<'a> {
    /// `columns`: no two of them are equal.
    pub(super) fn new(
        figure: &'a HanimFigure,
        columns: Vec<MotionColumn>,
        limits: &Limits,
    ) -> Result<Self, BuildError> {
        let (mut channels, mut slots) = (Channels::default(), Vec::new());
        for column in &columns {
            let list = match column.property {
                AnimatedProperty::Rotation => &mut channels.rotated,
                AnimatedProperty::Translation => &mut channels.translated,
                AnimatedProperty::Scale => &mut channels.scaled,
                // Each key of moving points is a weight.
                AnimatedProperty::Weight | AnimatedProperty::Points => &mut channels.weighted,
            };
            slots.push(list.len());
            list.push(column.joint);
        }
        let builder = MotionBuilder::new(&figure.skeleton, channels, PositionMode::Replace, limits)?;
        Ok(Self { figure, columns, slots, builder })
    }

    pub(super) fn row_bytes(&self) -> usize {
        self.builder.so_far().row_bytes()
    }

    pub(super) fn reserve(&mut self, rows: usize) {
        self.builder.reserve(rows);
    }

    /// Appends a frame. `value` returns the value of a column by its index, as the node's field would have it.
    pub(super) fn push(&mut self, mut value: impl FnMut(usize) -> PropertyValue) -> Result<(), BuildError> {
        let Self { figure, columns, slots, builder } = self;
        builder.push_row(|row| {
            for (index, (column, slot)) in columns.iter().zip(slots.iter()).enumerate() {
                match (column.property, value(index)) {
                    (AnimatedProperty::Rotation, PropertyValue::Rotation(rotation)) => {
                        row.rotations.put(*slot, rotation.as_quat().normalize());
                    }
                    (AnimatedProperty::Translation, PropertyValue::Vector(vector)) => {
                        let base = figure.joint(column.joint).map(|joint| joint.base).unwrap_or_default();
                        row.translations.put(*slot, (vector + base).as_vec3());
                    }
                    (AnimatedProperty::Scale, PropertyValue::Vector(vector)) => {
                        row.scales.put(*slot, vector.as_vec3());
                    }
                    (AnimatedProperty::Weight | AnimatedProperty::Points, PropertyValue::Vector(weight)) => {
                        row.weights.put(*slot, weight.x as f32);
                    }
                    // Never happens: columns are made for the kinds of values that come.
                    (_, PropertyValue::Rotation(_)) | (AnimatedProperty::Rotation, PropertyValue::Vector(_)) => {}
                }
            }
        })
    }

    pub(super) fn finish(self) -> Motion {
        self.builder.finish_remaining()
    }
}
