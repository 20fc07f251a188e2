//! The contents of one picture, shared by all renderers.

use crate::scene::{Scene, StageFigure};
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
    /// Figures inside their skins first, then bones, balls and ellipsoids, and marks, which cast no shadow; simple bones come last.
    pub instances: Vec<BoneInstance>,
    /// Number of instances before the simple bones.
    pub count: u32,
    /// Number of instances, from the first, that a skin hides: they only cast shadows.
    pub hidden: u32,
    /// Index after the last bone that no skin hides.
    pub bones: u32,
    /// Number of instances, from the first, that cast shadows.
    pub casters: u32,
    /// Number of simple bones. Each has one instance per vertex. If there are any, the ordinary bones only cast shadows.
    pub simple: u32,
}

impl Drawing {
    /// Replaces the contents. `simple`: draws simple bones, without joints between them.
    pub fn set(&mut self, scene: &Scene, figures: &[(&StageFigure, &Instances)], pixel_ratio: f32, simple: bool) {
        self.uniforms = Uniforms::new(&scene.view(), pixel_ratio);
        self.instances.clear();
        let figure = scene.instances();
        let (mut bones, mut joints) = (0, 0);
        for (_, one) in figures {
            if one.hidden {
                for list in [&one.bones, &one.joints, &one.solids] {
                    self.instances.extend_from_slice(list);
                }
            } else {
                bones += one.bones.len();
                joints += one.joints.len();
            }
        }
        self.hidden = self.instances.len() as u32;
        let bare: Vec<&Instances> = figures.iter().map(|(_, one)| *one).filter(|one| !one.hidden).collect();
        // A figure that is mostly points without bones would become invisible.
        let simple = simple && 2 * bones > joints;
        let step = if simple { bones.div_ceil(MAX_SHADOW_BONES) } else { 1 };
        for one in &bare {
            for bones in one.bones.chunks(step.max(1)) {
                self.instances.extend_from_slice(bones.get(..1).unwrap_or_default());
            }
        }
        self.bones = self.instances.len() as u32;
        if simple {
            // One that a skin hides has no visible joints.
            let shown = if figure.hidden { &[][..] } else { &figure.joints };
            let highlighted = shown.iter().position(|joint| joint.style & HIGHLIGHTED != 0);
            let joint = highlighted.and_then(|at| shown.get(at..=at));
            self.instances.extend_from_slice(joint.unwrap_or_default());
        }
        for one in &bare {
            if !simple {
                self.instances.extend_from_slice(&one.joints);
            }
            self.instances.extend_from_slice(&one.solids);
        }
        self.casters = self.instances.len() as u32;
        self.instances.extend_from_slice(&figure.marks);
        self.count = self.instances.len() as u32;
        self.simple = 0;
        if simple {
            self.simple = bones as u32;
            for one in &bare {
                for bone in &one.bones {
                    self.instances.extend_from_slice(&[*bone; SIMPLE_VERTICES]);
                }
            }
        }
    }
}
