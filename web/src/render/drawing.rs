//! What one picture shows, the same for every renderer.

use marey::look::{BoneInstance, HIGHLIGHTED, Instances};
use marey_stage::scene::FrameView;

use super::mesh::SIMPLE;
use super::uniforms::Frame;

/// So many simple bones throw a shadow.
const THROWN: usize = 400;

/// The uniforms and the instances of a picture. What a skin adds is in [`Instances`].
#[derive(Default)]
pub struct Drawing {
    /// What all shaders read.
    pub uniforms: Frame,
    /// Bones first, then what is round, then marks, which throw no shadow.
    pub instances: Vec<BoneInstance>,
    /// How many these are.
    pub count: u32,
    /// Where those begin that are seen: bones, what is round.
    pub first: [u32; 2],
    /// How many of them are bones.
    pub bones: u32,
    /// How many throw a shadow.
    pub thrown: u32,
    /// How many simple bones follow behind all these, each once for each of its vertices. The bones before them only throw
    /// shadows then.
    pub simple: u32,
}

impl Drawing {
    /// Becomes that of another picture. `simple`: with simple bones, and without the joints between them.
    pub fn set(&mut self, view: &FrameView, instances: &Instances, pixel_ratio: f32, simple: bool) {
        self.uniforms = Frame::new(view, pixel_ratio);
        self.instances.clear();
        // Points without bones are all that there is to see.
        let simple = simple && !instances.hidden && 2 * instances.bones.len() > instances.joints.len();
        let step = if simple { instances.bones.len().div_ceil(THROWN) } else { 1 };
        for bones in instances.bones.chunks(step.max(1)) {
            self.instances.extend_from_slice(bones.get(..1).unwrap_or_default());
        }
        self.bones = self.instances.len() as u32;
        let lit = instances.joints.iter().position(|joint| joint.style & HIGHLIGHTED != 0);
        let joints =
            if simple { lit.and_then(|lit| instances.joints.get(lit..=lit)) } else { Some(&instances.joints[..]) };
        self.instances.extend_from_slice(joints.unwrap_or_default());
        self.instances.extend_from_slice(&instances.solids);
        self.thrown = self.instances.len() as u32;
        self.instances.extend_from_slice(&instances.marks);
        self.first = match (instances.hidden, simple) {
            (true, _) => [self.thrown; 2],
            (_, true) => [self.bones; 2],
            _ => [0, self.bones],
        };
        self.count = self.instances.len() as u32;
        self.simple = 0;
        if simple {
            self.simple = instances.bones.len() as u32;
            for bone in &instances.bones {
                self.instances.extend_from_slice(&[*bone; SIMPLE]);
            }
        }
    }
}
