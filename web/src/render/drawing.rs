//! What one picture shows, the same for every renderer.

use marey::scene::{BoneInstance, FrameView, Instances};

use super::uniforms::Frame;

/// The uniforms and the instances of a picture. What a skin adds is in [`Instances`].
#[derive(Default)]
pub struct Drawing {
    /// What all shaders read.
    pub uniforms: Frame,
    /// Bones first, then what is round, then marks, which throw no shadow.
    pub instances: Vec<BoneInstance>,
    /// How many of them are bones.
    pub bones: u32,
    /// How many throw a shadow.
    pub thrown: u32,
    /// Only marks are seen; all else throws its shadow.
    pub hidden: bool,
}

impl Drawing {
    /// Becomes that of another picture.
    pub fn set(&mut self, view: &FrameView, instances: &Instances, pixel_ratio: f32) {
        self.uniforms = Frame::new(view, pixel_ratio);
        self.instances.clear();
        self.instances.extend_from_slice(&instances.bones);
        self.bones = self.instances.len() as u32;
        self.instances.extend_from_slice(&instances.joints);
        self.instances.extend_from_slice(&instances.solids);
        self.thrown = self.instances.len() as u32;
        self.instances.extend_from_slice(&instances.marks);
        self.hidden = instances.hidden;
    }
}
