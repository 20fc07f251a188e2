//! Layers of a stack, and how each changes what those below it give.

use glam::{DQuat, DVec3};

use super::models::{Model, Property, rotation};
use super::properties::Properties;
use crate::checked::Checked;
use crate::compact::maths::{exp2, log2, slerp};
use crate::euler;

/// How a layer is put on those below it (`FbxAnimLayer::EBlendMode`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Blend {
    Additive,
    /// The layer replaces them.
    Override,
    /// The layer replaces them as far as its weight says.
    Passthrough,
    Unknown,
}

/// A weight from which on a layer counts whole.
const WHOLE: f64 = 0.99999;

/// A layer.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Layer {
    pub(super) blend: Blend,
    /// From 0 to 1.
    weight: f64,
    /// The curve node of its weight, which is in hundredths.
    pub(super) weight_node: Option<usize>,
    /// Whether rotations are combined as rotations, and not their angles.
    composes_rotations: bool,
    /// Whether scales are multiplied.
    composes_scales: bool,
}

fn share(percent: f64) -> f64 {
    let weight = (percent / 100.0).max(0.0);
    if weight > WHOLE { 1.0 } else { weight }
}

impl Layer {
    pub(super) fn read(properties: &Properties<'_, '_, '_>) -> Self {
        let mode = |name: &str| properties.integer(name).unwrap_or(0);
        Self {
            blend: match mode("BlendMode") {
                0 => Blend::Additive,
                1 => Blend::Override,
                2 => Blend::Passthrough,
                _ => Blend::Unknown,
            },
            weight: properties.number("Weight").map_or(1.0, share),
            weight_node: None,
            composes_rotations: mode("RotationAccumulationMode") == 0,
            composes_scales: mode("ScaleAccumulationMode") == 0,
        }
    }

    /// The weight, by the value of its curve node if it has one.
    pub(super) fn weight(&self, moved: Option<f64>) -> f64 {
        moved.map_or(self.weight, share)
    }

    /// A property as this layer changes it.
    pub(super) fn put(&self, weight: f64, property: Property, below: DVec3, own: DVec3, model: &Model<'_>) -> DVec3 {
        let is_rotation = property == Property::Rotation && self.composes_rotations;
        let is_scaling = property == Property::Scaling && self.composes_scales;
        let quaternion = |degrees: DVec3| rotation(model.order, degrees);
        let angles = |rotation: DQuat| {
            let axes = model.order.axes();
            let last = axes.map(|axis| below.to_array().at(axis));
            let mut degrees = [0.0; 3];
            for (axis, angle) in axes.into_iter().zip(euler::angles(model.order, rotation, last)) {
                degrees.put(axis, angle);
            }
            DVec3::from_array(degrees)
        };
        match self.blend {
            Blend::Override | Blend::Unknown => own,
            Blend::Additive if is_rotation => {
                angles(quaternion(below) * slerp(DQuat::IDENTITY, quaternion(own), weight))
            }
            Blend::Additive if is_scaling => below * power(own, weight),
            Blend::Additive => below + own * weight,
            Blend::Passthrough if is_rotation => angles(slerp(quaternion(below), quaternion(own), weight)),
            Blend::Passthrough if is_scaling => power(below, 1.0 - weight) * power(own, weight),
            Blend::Passthrough => below.lerp(own, weight),
        }
    }
}

/// The power of each scale, which keeps its sign.
fn power(scales: DVec3, exponent: f64) -> DVec3 {
    let power = |scale: f64| {
        if exponent <= 0.0 {
            1.0
        } else if exponent >= 1.0 {
            scale
        } else {
            scale.signum() * f64::from(exp2(exponent as f32 * log2(scale.abs() as f32)))
        }
    };
    DVec3::new(power(scales.x), power(scales.y), power(scales.z))
}
