//! Functions that `cargo xtask bench` times in a browser. No shipped build contains them.

#[path = "../../xtask/native-bench/src/digits.rs"]
mod digits;

use glam::Affine3A;
use js_sys::Error;
use marey::Limits;
#[cfg(feature = "stage")]
use marey::body::Side;
use marey::body::survey;
use marey::formats::Parser;
use marey::look::{Body, FigureLook, Instances, Palette};
#[cfg(feature = "stage")]
use marey::look::{BodyTurns, SkinJoint, SkinPose, body_of};
#[cfg(feature = "stage")]
use marey::model::Skin;
use marey::model::{Clip, Motion};
#[cfg(feature = "stage")]
use marey::pose::sample_frame;
use marey::pose::{Interpolation, Pose, sample, world_matrices};
#[cfg(feature = "stage")]
use marey_study::retarget::{Options, Retarget};
use wasm_bindgen::prelude::*;

use crate::errors::parse_error;
use crate::kind::formats;

/// Parses a BVH and returns its frame count.
#[wasm_bindgen(js_name = benchParse)]
pub fn bench_parse(bytes: &[u8]) -> Result<u32, Error> {
    Ok(frames(&read(bytes)?))
}

/// Baseline for [`bench_parse`]: only scans the numbers, and returns how many there are.
#[wasm_bindgen(js_name = benchDigits)]
pub fn bench_digits(bytes: &[u8]) -> u32 {
    std::hint::black_box(digits::digits(bytes)).len() as u32
}

/// Parses an AMC with its skeleton and returns its frame count.
#[cfg(feature = "mocap")]
#[wasm_bindgen(js_name = benchParseAmc)]
pub fn bench_parse_amc(skeleton: &[u8], bytes: &[u8]) -> Result<u32, Error> {
    let mut parser = Parser::for_formats(&formats(), "clip.amc", Some(bytes.len() as u64), Limits::default());
    parser.companions_mut().add("clip.asf", skeleton, &Limits::default());
    let clip = parser.push(bytes).and_then(|()| parser.finish()).map_err(|error| parse_error(&error))?;
    Ok(frames(&clip))
}

/// Baseline for [`bench_parse_amc`].
#[cfg(feature = "mocap")]
#[wasm_bindgen(js_name = benchAmcDigits)]
pub fn bench_amc_digits(bytes: &[u8]) -> u32 {
    std::hint::black_box(digits::amc_digits(bytes)).len() as u32
}

/// A motion and a figure that it is played on.
#[cfg(feature = "stage")]
#[wasm_bindgen(js_name = BenchRetarget)]
pub struct BenchRetarget {
    motion: Clip,
    figure: Clip,
    pose: Pose,
}

#[cfg(feature = "stage")]
#[wasm_bindgen(js_class = BenchRetarget)]
impl BenchRetarget {
    /// Reads both BVH files.
    #[wasm_bindgen(constructor)]
    pub fn new(motion: &[u8], figure: &[u8]) -> Result<Self, Error> {
        let (motion, figure) = (read(motion)?, read(figure)?);
        Ok(Self { pose: Pose::rest(&motion.skeleton), motion, figure })
    }

    /// Joints of the figure, end sites among them.
    pub fn joints(&self) -> u32 {
        self.figure.skeleton.len() as u32
    }

    /// Plays all of the motion on the figure, and returns the number of frames.
    pub fn play(&self) -> u32 {
        let played = Retarget::new(&self.motion, 0, &self.figure, &Options::default());
        let clip = played.ok().and_then(|mut played| played.clip().ok());
        std::hint::black_box(clip).as_ref().map_or(0, frames)
    }

    /// Baseline for [`play`](Self::play): poses the motion in every frame.
    pub fn pose(&mut self) -> u32 {
        let Some(behaviour) = self.motion.behaviours.first() else { return 0 };
        for frame in 0..behaviour.motion.frame_count() {
            sample_frame(&behaviour.motion, frame, &mut self.pose);
            world_matrices(&self.motion.skeleton, Affine3A::IDENTITY, &mut self.pose);
        }
        frames(&self.motion)
    }
}

/// The body of a figure.
#[cfg(feature = "stage")]
#[wasm_bindgen(js_name = BenchBody)]
pub struct BenchBody {
    clip: Clip,
    skin: Skin,
    bound: SkinPose,
    turns: BodyTurns,
    pose: Pose,
    sides: Vec<Side>,
    joints: Vec<SkinJoint>,
}

#[cfg(feature = "stage")]
#[wasm_bindgen(js_class = BenchBody)]
impl BenchBody {
    /// Reads a BVH, and makes the body of its figure.
    #[wasm_bindgen(constructor)]
    pub fn new(bytes: &[u8]) -> Result<Self, Error> {
        let clip = read(bytes)?;
        let skin = body_of(&clip).map_err(|reason| Error::new(&reason.to_string()))?;
        let (bound, turns) = (SkinPose::new(&skin, &clip.skeleton), BodyTurns::new(&skin));
        let (pose, sides) = (Pose::rest(&clip.skeleton), vec![Side::Middle; clip.skeleton.len()]);
        Ok(Self { clip, skin, bound, turns, pose, sides, joints: Vec::new() })
    }

    /// Makes the body again, and returns the number of its corners.
    pub fn make(&self) -> u32 {
        std::hint::black_box(body_of(&self.clip)).map_or(0, |skin| skin.corners().len() as u32)
    }

    /// What a body adds to a frame at `seconds`: the matrices of its joints, turned, and the bytes for a renderer. Returns how many joints there are.
    pub fn pose(&mut self, seconds: f64) -> u32 {
        let Some(behaviour) = self.clip.behaviours.first() else { return 0 };
        let motion = &behaviour.motion;
        sample(motion, seconds % motion.duration(), Interpolation::Linear, &mut self.pose);
        world_matrices(&self.clip.skeleton, Affine3A::IDENTITY, &mut self.pose);
        let mut matrices = self.bound.matrices(&self.pose);
        self.turns.turn(&mut matrices);
        std::hint::black_box(&matrices);
        let place = Affine3A::from_scale(glam::Vec3::splat(0.01));
        self.bound.write(&self.skin, &self.pose, &place, &self.sides, &look(true), &mut self.joints);
        self.joints.len() as u32
    }
}

fn read(bytes: &[u8]) -> Result<Clip, Error> {
    let mut parser = Parser::for_formats(&formats(), "clip.bvh", Some(bytes.len() as u64), Limits::default());
    parser.push(bytes).and_then(|()| parser.finish()).map_err(|error| parse_error(&error))
}

fn look(skin: bool) -> FigureLook {
    let palette = Palette {
        left: [0, 128, 128],
        right: [128, 128, 0],
        middle: [128, 128, 128],
        skin: [[0.0; 3]; 3],
        tinted: false,
        opacity: 255,
    };
    FigureLook { palette, patterns: false, highlighted: None, skin, segments: false, sites: true, bones: false }
}

fn frames(clip: &Clip) -> u32 {
    clip.behaviours.first().map_or(0, |behaviour| behaviour.motion.frame_count() as u32)
}

/// Many figures that play one clip, each at a different moment.
#[wasm_bindgen(js_name = BenchCrowd)]
pub struct BenchCrowd {
    clip: Clip,
    poses: Vec<Pose>,
    body: Body,
    instances: Instances,
}

#[wasm_bindgen(js_class = BenchCrowd)]
impl BenchCrowd {
    /// Makes `figures` figures of the clip in `bytes`.
    #[wasm_bindgen(constructor)]
    pub fn new(bytes: &[u8], figures: u32) -> Result<Self, Error> {
        let clip = read(bytes)?;
        let rest = Pose::rest(&clip.skeleton);
        let motion = clip.behaviours.first().map_or(const { &Motion::rest() }, |behaviour| &behaviour.motion);
        let body = Body::new(&clip.skeleton, &rest, &survey(&clip.skeleton, motion, None), 0.01);
        Ok(Self { poses: vec![rest; figures as usize], clip, body, instances: Instances::default() })
    }

    /// Joints of one figure, including end sites.
    pub fn joints(&self) -> u32 {
        self.clip.skeleton.len() as u32
    }

    /// Poses every figure at `seconds`, between two frames: local rotations and world matrices.
    pub fn pose(&mut self, seconds: f64) {
        let Some(behaviour) = self.clip.behaviours.first() else { return };
        let motion = &behaviour.motion;
        for (figure, pose) in self.poses.iter_mut().enumerate() {
            let moment = (seconds + 0.0371 * figure as f64) % motion.duration();
            sample(motion, moment, Interpolation::Linear, pose);
            world_matrices(&self.clip.skeleton, Affine3A::IDENTITY, pose);
        }
    }

    /// Writes the GPU instances of every figure and returns how many there are.
    pub fn write(&mut self) -> u32 {
        let look = look(false);
        let place = Affine3A::from_scale(glam::Vec3::splat(0.01));
        let mut parts = 0;
        for pose in &self.poses {
            self.body.write(pose, &place, &look, &mut self.instances);
            parts += self.instances.bones.len() + self.instances.joints.len() + self.instances.solids.len();
        }
        parts as u32
    }
}
