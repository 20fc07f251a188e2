//! The contents of one picture, shared by all renderers.

use crate::scene::FrameView;
use marey::look::{BoneInstance, HIGHLIGHTED, Instances};

use super::mesh::SIMPLE_VERTICES;
use super::uniforms::Uniforms;

/// Maximum number of simple bones that cast shadows.
const MAX_SHADOW_BONES: usize = 400;

/// Uniforms and instances of a picture, except a skin's, which stay in [`Instances`].
#[derive(Default)]
pub struct Drawing {
    /// The uniforms that all shaders read.
    pub uniforms: Uniforms,
    /// Bones first, then balls and ellipsoids, then marks, which cast no shadow; simple bones come last.
    pub instances: Vec<BoneInstance>,
    /// Number of instances before the simple bones.
    pub count: u32,
    /// Number of bones.
    pub bones: u32,
    /// Number of instances, from the first, that cast shadows.
    pub casters: u32,
    /// Number of simple bones. Each has one instance per vertex. If there are any, the ordinary bones only cast shadows.
    pub simple: u32,
}

impl Drawing {
    /// Replaces the contents. `simple`: draws simple bones, without joints between them.
    pub fn set(&mut self, view: &FrameView, instances: &Instances, pixel_ratio: f32, simple: bool) {
        self.uniforms = Uniforms::new(view, pixel_ratio);
        self.instances.clear();
        // A figure that is mostly points without bones would become invisible.
        let simple = simple && !instances.hidden && 2 * instances.bones.len() > instances.joints.len();
        let step = if simple { instances.bones.len().div_ceil(MAX_SHADOW_BONES) } else { 1 };
        for bones in instances.bones.chunks(step.max(1)) {
            self.instances.extend_from_slice(bones.get(..1).unwrap_or_default());
        }
        self.bones = self.instances.len() as u32;
        let highlighted = instances.joints.iter().position(|joint| joint.style & HIGHLIGHTED != 0);
        let joints =
            if simple { highlighted.and_then(|at| instances.joints.get(at..=at)) } else { Some(&instances.joints[..]) };
        self.instances.extend_from_slice(joints.unwrap_or_default());
        self.instances.extend_from_slice(&instances.solids);
        self.casters = self.instances.len() as u32;
        self.instances.extend_from_slice(&instances.marks);
        self.count = self.instances.len() as u32;
        self.simple = 0;
        if simple {
            self.simple = instances.bones.len() as u32;
            for bone in &instances.bones {
                self.instances.extend_from_slice(&[*bone; SIMPLE_VERTICES]);
            }
        }
    }
}
