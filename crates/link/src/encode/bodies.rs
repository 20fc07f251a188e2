//! Gradients and curvatures of the squared error by channel, without visiting every point: each joint keeps rigid-body sums
//! over its subtree (mass, first and second moments, force and torque of the residuals). A change of a joint is a twist of
//! its subtree; twists accumulate and are applied lazily.
//!
//! Every quantity is a list over the block's frames. Positions are relative to the figure's first joint, frame by frame.

use std::ops::Range;

use glam::Vec4;

use super::super::lanes::{Vectors, store};

/// Layout of a subtree's sums: mass, moments (3), second moments (xx yy zz xy xz yz), force (3), torque (3).
const SUMS: usize = 16;
const FORCE: usize = 10;
const TORQUE: usize = 13;

pub(super) struct Bodies {
    frames: usize,
    parents: Vec<Option<usize>>,
    sums: Planes<SUMS>,
    /// The accumulated twist of each joint (angular 3, linear 3), and which joints have one.
    twists: Vec<f32>,
    twisted: Vec<bool>,
    /// The summed twists of each joint's ancestors.
    above: Vec<f32>,
    above_any: Vec<bool>,
}

/// A joint's point in four frames.
#[derive(Debug, Clone, Copy)]
pub(super) struct BodyPoints {
    pub(super) at: Vectors,
    /// Residual of the position, and of the direction (times the lever squared).
    pub(super) residual: Vectors,
    pub(super) direction: Vectors,
    pub(super) mass: Vec4,
    /// The lever squared; 0 if the direction does not count.
    pub(super) lever: f32,
}

/// `N` lists over time for each of several items.
pub(super) struct Planes<const N: usize> {
    frames: usize,
    values: Vec<f32>,
}

/// Each channel's unit twist of its subtree, angular (3) and linear (3), over time.
pub(super) type Motions = Planes<6>;

impl<const N: usize> Planes<N> {
    pub(super) fn new(items: usize, frames: usize) -> Self {
        Self { frames, values: vec![0.0; items * N * frames] }
    }

    pub(super) fn of(&self, item: usize) -> [&[f32]; N] {
        planes(&self.values, item, self.frames)
    }

    /// Sets up to four frames of an item, from the first of `frames` on.
    #[inline]
    pub(super) fn set<const M: usize>(&mut self, item: usize, first: usize, frames: Range<usize>, values: [Vec4; M]) {
        for (plane, values) in values.into_iter().enumerate() {
            let start = (item * N + first + plane) * self.frames;
            store(&mut self.values[start..start + frames.end], frames.start, values);
        }
    }
}

#[inline]
fn planes<const N: usize>(values: &[f32], item: usize, frames: usize) -> [&[f32]; N] {
    let own = &values[item * N * frames..(item + 1) * N * frames];
    std::array::from_fn(|plane| &own[plane * frames..(plane + 1) * frames])
}

impl Bodies {
    pub(super) fn new(parents: Vec<Option<usize>>, frames: usize) -> Self {
        let count = parents.len();
        Self {
            frames,
            parents,
            sums: Planes::new(count, frames),
            twists: vec![0.0; count * 6 * frames],
            twisted: vec![false; count],
            above: vec![0.0; count * 6 * frames],
            above_any: vec![false; count],
        }
    }

    pub(super) fn clear(&mut self) {
        self.twists.fill(0.0);
        self.twisted.fill(false);
    }

    /// Sets the sums of a joint to those of its own point, in up to four frames.
    #[inline]
    pub(super) fn set_points(&mut self, joint: usize, frames: Range<usize>, points: &BodyPoints) {
        let BodyPoints { at, residual, direction, mass, lever } = *points;
        let force = residual * mass;
        let torque = at.cross(force) + direction;
        let Vectors { x, y, z } = at;
        let values = [
            mass,
            mass * x,
            mass * y,
            mass * z,
            mass * (y * y + z * z) + lever,
            mass * (x * x + z * z) + lever,
            mass * (x * x + y * y) + lever,
            -mass * x * y,
            -mass * x * z,
            -mass * y * z,
            force.x,
            force.y,
            force.z,
            torque.x,
            torque.y,
            torque.z,
        ];
        self.sums.set(joint, 0, frames, values);
    }

    /// Adds each joint's sums to those of its parent.
    pub(super) fn add_up(&mut self) {
        let size = SUMS * self.frames;
        for joint in (0..self.parents.len()).rev() {
            if let Some(parent) = self.parents[joint] {
                let (before, own) = self.sums.values.split_at_mut(joint * size);
                let parent = &mut before[parent * size..(parent + 1) * size];
                parent.iter_mut().zip(&own[..size]).for_each(|(sum, part)| *sum += part);
            }
        }
    }

    /// Called for each joint in order, before its channels: changes of its ancestors are final by then.
    pub(super) fn enter(&mut self, joint: usize) {
        let Some(parent) = self.parents[joint] else {
            self.above_any[joint] = false;
            return;
        };
        self.above_any[joint] = self.above_any[parent] || self.twisted[parent];
        if !self.above_any[joint] {
            return;
        }
        let size = 6 * self.frames;
        let (before, own) = self.above.split_at_mut(joint * size);
        let own = &mut own[..size];
        if self.above_any[parent] {
            own.copy_from_slice(&before[parent * size..(parent + 1) * size]);
        } else {
            own.fill(0.0);
        }
        if self.twisted[parent] {
            let twist = &self.twists[parent * size..(parent + 1) * size];
            own.iter_mut().zip(twist).for_each(|(sum, part)| *sum += part);
        }
    }

    /// Adds `weight` times the gradient of a channel of `joint` to `slope`: half the decrease of the squared error per unit.
    /// `current` is the joint being optimised.
    pub(super) fn add_slope(
        &self,
        joint: usize,
        current: usize,
        motion: [&[f32]; 6],
        weight: f32,
        slope: &mut [f32],
        work: &mut [f32],
    ) {
        let frames = self.frames;
        let any = self.twist_of(joint, current, work);
        let sums: [&[f32]; SUMS] = self.sums.of(joint);
        let [wx, wy, wz, vx, vy, vz] = motion.map(|plane| &plane[..frames]);
        let slope = &mut slope[..frames];
        let [fx, fy, fz] = [sums[FORCE], sums[FORCE + 1], sums[FORCE + 2]];
        let [mx, my, mz] = [sums[TORQUE], sums[TORQUE + 1], sums[TORQUE + 2]];
        if !any {
            for t in 0..frames {
                slope[t] += weight
                    * (wx[t] * mx[t] + wy[t] * my[t] + wz[t] * mz[t] + vx[t] * fx[t] + vy[t] * fy[t] + vz[t] * fz[t]);
            }
            return;
        }
        let [n, sx, sy, sz, xx, yy, zz, xy, xz, yz] = std::array::from_fn(|plane| sums[plane]);
        let [ax, ay, az, bx, by, bz]: [&[f32]; 6] = planes(work, 0, frames);
        for t in 0..frames {
            // Force and torque minus the part that the twist has compensated.
            let gx = fx[t] - n[t] * bx[t] - (ay[t] * sz[t] - az[t] * sy[t]);
            let gy = fy[t] - n[t] * by[t] - (az[t] * sx[t] - ax[t] * sz[t]);
            let gz = fz[t] - n[t] * bz[t] - (ax[t] * sy[t] - ay[t] * sx[t]);
            let tx = mx[t] - (sy[t] * bz[t] - sz[t] * by[t]) - (xx[t] * ax[t] + xy[t] * ay[t] + xz[t] * az[t]);
            let ty = my[t] - (sz[t] * bx[t] - sx[t] * bz[t]) - (xy[t] * ax[t] + yy[t] * ay[t] + yz[t] * az[t]);
            let tz = mz[t] - (sx[t] * by[t] - sy[t] * bx[t]) - (xz[t] * ax[t] + yz[t] * ay[t] + zz[t] * az[t]);
            slope[t] += weight * (wx[t] * tx + wy[t] * ty + wz[t] * tz + vx[t] * gx + vy[t] * gy + vz[t] * gz);
        }
    }

    /// Sums the twists of a joint and its ancestors into `work`; returns whether there are any.
    fn twist_of(&self, joint: usize, current: usize, work: &mut [f32]) -> bool {
        let size = 6 * self.frames;
        let mut any = false;
        let mut add = |list: &[f32]| {
            let list = &list[..size];
            if any {
                work[..size].iter_mut().zip(list).for_each(|(sum, part)| *sum += part);
            } else {
                work[..size].copy_from_slice(list);
            }
            any = true;
        };
        let mut at = Some(joint);
        while let Some(joint) = at {
            if self.twisted[joint] {
                add(&self.twists[joint * size..(joint + 1) * size]);
            }
            if joint <= current {
                if self.above_any[joint] {
                    add(&self.above[joint * size..(joint + 1) * size]);
                }
                break;
            }
            at = self.parents[joint];
        }
        any
    }

    /// Adds `weight` times the inner product of two channels' displacements of all points to `strength`. Of the channels' joints
    /// one equals or is above the other, `joint`.
    pub(super) fn add_strength(&self, joint: usize, a: [&[f32]; 6], b: [&[f32]; 6], weight: f32, strength: &mut [f32]) {
        let frames = self.frames;
        let sums: [&[f32]; SUMS] = self.sums.of(joint);
        let [n, sx, sy, sz, xx, yy, zz, xy, xz, yz] = std::array::from_fn(|plane| sums[plane]);
        let [ax, ay, az, bx, by, bz] = b.map(|plane| &plane[..frames]);
        let [wx, wy, wz, vx, vy, vz] = a.map(|plane| &plane[..frames]);
        let strength = &mut strength[..frames];
        for t in 0..frames {
            let gx = n[t] * bx[t] + (ay[t] * sz[t] - az[t] * sy[t]);
            let gy = n[t] * by[t] + (az[t] * sx[t] - ax[t] * sz[t]);
            let gz = n[t] * bz[t] + (ax[t] * sy[t] - ay[t] * sx[t]);
            let tx = (sy[t] * bz[t] - sz[t] * by[t]) + (xx[t] * ax[t] + xy[t] * ay[t] + xz[t] * az[t]);
            let ty = (sz[t] * bx[t] - sx[t] * bz[t]) + (xy[t] * ax[t] + yy[t] * ay[t] + yz[t] * az[t]);
            let tz = (sx[t] * by[t] - sy[t] * bx[t]) + (xz[t] * ax[t] + yz[t] * ay[t] + zz[t] * az[t]);
            strength[t] += weight * (wx[t] * tx + wy[t] * ty + wz[t] * tz + vx[t] * gx + vy[t] * gy + vz[t] * gz);
        }
    }

    /// Records a change of a channel of `joint` by `weight * change`. `current` is the joint being optimised; sums of joints
    /// before it are not updated.
    pub(super) fn change(&mut self, joint: usize, current: usize, motion: [&[f32]; 6], weight: f32, change: &[f32]) {
        let frames = self.frames;
        let twist = &mut self.twists[joint * 6 * frames..(joint + 1) * 6 * frames];
        for (plane, motion) in twist.chunks_exact_mut(frames).zip(motion) {
            for ((slot, motion), change) in plane.iter_mut().zip(motion).zip(change) {
                *slot += weight * motion * change;
            }
        }
        self.twisted[joint] = true;
        let mut at = self.parents[joint];
        while let Some(above) = at.filter(|above| *above >= current) {
            let (before, own) = self.sums.values.split_at_mut(joint * SUMS * frames);
            let sums: [&[f32]; SUMS] = planes(own, 0, frames);
            let [n, sx, sy, sz, xx, yy, zz, xy, xz, yz] = std::array::from_fn(|plane| sums[plane]);
            let made = &mut before[(above * SUMS + FORCE) * frames..(above + 1) * SUMS * frames];
            let [ax, ay, az, bx, by, bz] = motion.map(|plane| &plane[..frames]);
            for t in 0..frames {
                let by_much = weight * change[t];
                made[t] -= by_much * (n[t] * bx[t] + (ay[t] * sz[t] - az[t] * sy[t]));
                made[frames + t] -= by_much * (n[t] * by[t] + (az[t] * sx[t] - ax[t] * sz[t]));
                made[2 * frames + t] -= by_much * (n[t] * bz[t] + (ax[t] * sy[t] - ay[t] * sx[t]));
                made[3 * frames + t] -=
                    by_much * ((sy[t] * bz[t] - sz[t] * by[t]) + (xx[t] * ax[t] + xy[t] * ay[t] + xz[t] * az[t]));
                made[4 * frames + t] -=
                    by_much * ((sz[t] * bx[t] - sx[t] * bz[t]) + (xy[t] * ax[t] + yy[t] * ay[t] + yz[t] * az[t]));
                made[5 * frames + t] -=
                    by_much * ((sx[t] * by[t] - sy[t] * bx[t]) + (xz[t] * ax[t] + yz[t] * ay[t] + zz[t] * az[t]));
            }
            at = self.parents[above];
        }
    }

    /// Whether `above` is `joint` or one of its ancestors.
    pub(super) fn is_above(&self, above: usize, joint: usize) -> bool {
        let mut at = Some(joint);
        while let Some(own) = at.filter(|own| *own >= above) {
            if own == above {
                return true;
            }
            at = self.parents[own];
        }
        false
    }
}
