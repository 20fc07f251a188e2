//! A sample on a stage, and the part of it that is filmed.

use std::f32::consts::TAU;
use std::path::Path;

use anyhow::{Result, anyhow};
use glam::Vec3;
use marey::look::{BoneInstance, Theme};
use marey::model::{Bounds, Clip};
use marey::pose::boxes;
use marey::read_file_with;
use marey_stage::pack;
use marey_stage::scene::{Orbit, Scene, View};

use super::draw::{Canvas, Light, Rgba};
use super::solids::{Solids, triangles};
use super::{EDGE, PICTURES, RATE};

/// Seconds between two candidates for the start.
const START_STEP: f64 = 0.05;
/// Metres added to the distance of a loop's ends, the mean over all joints: below it, more motion decides.
const TOLERATED_GAP: f32 = 0.02;
/// Metres that bones and skin reach around a joint.
const REACH: Vec3 = Vec3::splat(0.06);
/// Moments of a part that are compared to measure its motion.
const MOMENTS: usize = 8;

pub struct Reel {
    scene: Scene,
    solids: Solids,
    /// The start in seconds. `None`: nothing moves, and the camera orbits.
    from: Option<f64>,
    home: Orbit,
    now: f64,
}

impl Reel {
    /// Puts a sample on a stage: the first of `files`, with the others beside it.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn new(folder: &Path, files: &[&str]) -> Result<Self> {
        let beside: Vec<_> = files[1..].iter().map(|file| folder.join(file)).collect();
        let clip = read_file_with(folder.join(files[0]), &beside)?;
        let duration = clip.behaviours.first().map_or(0.0, |behaviour| behaviour.motion.duration());
        let mut scene = Scene::new();
        scene.set_viewport(EDGE as f32, EDGE as f32);
        scene.camera.set_smooth(false);
        scene.push_packets(&packets(&clip))?;
        scene.set_sites(Some(false));
        scene.set_in_place(true);
        scene.advance(0.0);
        let home = scene.camera.now();
        let mut reel = Self { scene, solids: Solids::new(), from: None, home, now: 0.0 };
        reel.from = (duration > 0.0).then(|| reel.best_start(duration));
        reel.come_near();
        Ok(reel)
    }

    /// Frames the filmed part instead of the whole clip.
    fn come_near(&mut self) {
        let Some(from) = self.from else { return };
        let mut reach = Bounds::EMPTY;
        for index in 0..PICTURES {
            for at in self.joints(from + index as f64 / RATE) {
                reach.include(at - REACH);
                reach.include(at + REACH);
            }
            // A head may be larger.
            self.scene.instances().solids.iter().flat_map(BoneInstance::poles).for_each(|at| reach.include(at));
        }
        self.scene.camera.frame(&[reach], View::Home);
        self.scene.touch_camera();
    }

    /// One picture of the strip.
    ///
    /// # Errors
    /// When there is no figure.
    pub fn picture(&mut self, index: usize, theme: Theme) -> Result<Vec<Rgba>> {
        self.scene.set_theme(theme);
        match self.from {
            Some(from) => self.step(from + index as f64 / RATE),
            None => {
                let yaw = self.home.yaw + TAU * index as f32 / PICTURES as f32;
                self.scene.camera.set_goal(Orbit { yaw, ..self.home });
                self.step(0.0);
            }
        }
        let figure = self.scene.figure().ok_or_else(|| anyhow!("there is no figure on the stage"))?;
        let (view, light) = (self.scene.view(), Light::new(theme));
        let mut canvas = Canvas::new(EDGE);
        for triangle in triangles(&self.solids, self.scene.instances(), figure.clip()) {
            canvas.shadow(&view, &triangle);
            canvas.solid(&view, &light, &triangle);
        }
        Ok(canvas.finish(&light))
    }

    fn step(&mut self, time: f64) {
        self.scene.clock.seek(time);
        self.now += 1.0;
        self.scene.advance(self.now);
    }

    /// The positions of all joints at a moment, in metres.
    fn joints(&mut self, time: f64) -> Vec<Vec3> {
        self.step(time);
        self.scene.instances().joints.iter().map(|joint| Vec3::from(joint.end)).collect()
    }

    /// The start whose strip loops best: its ends are close, and it has much motion.
    fn best_start(&mut self, duration: f64) -> f64 {
        let length = PICTURES as f64 / RATE;
        let last = (duration - length).max(0.0);
        let mut best = (f32::INFINITY, 0.0);
        let tries = (last / START_STEP) as usize;
        for from in (0..=tries).map(|index| index as f64 * START_STEP) {
            let first = self.joints(from);
            let gap = far(&first, &self.joints((from + length).min(duration)));
            let moves =
                (1..MOMENTS).map(|look| far(&first, &self.joints(from + length * look as f64 / MOMENTS as f64)));
            let score = (gap + TOLERATED_GAP) / moves.fold(1e-3, |a, b| a + b);
            if score < best.0 {
                best = (score, from);
            }
        }
        best.1
    }
}

fn far(a: &[Vec3], b: &[Vec3]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a.distance(*b)).sum::<f32>() / a.len().max(1) as f32
}

fn packets(clip: &Clip) -> Vec<u8> {
    let counts: Vec<usize> = clip.behaviours.iter().map(|behaviour| behaviour.motion.frame_count()).collect();
    let mut packets = pack::head(clip, &counts);
    if let Some(skin) = &clip.skin {
        packets.extend(pack::skin(skin));
    }
    for (index, behaviour) in clip.behaviours.iter().enumerate() {
        let motion = &behaviour.motion;
        packets.extend(pack::rows(index, motion.frames(0..motion.frame_count()), &boxes(&clip.skeleton, motion)));
    }
    packets.extend(pack::tail(clip));
    packets
}
