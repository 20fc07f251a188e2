//! The best match of two motions against all offsets: pieces of walks and dances, chosen by a seed.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::path::{Path, PathBuf};

use marey::body::Subject;
use marey::glam::{Affine3A, Vec3};
use marey::model::{Axis, Clip};
use marey::pose::{Interpolation, Pose, sample, world_matrices};
use marey_study::compare::{CommonJoints, JointPair, Timing, best_offset, common_joints, compare};
use marey_write::WriteClip;
use support::Random;

/// A motion of our samples, and the file that it needs.
const SAMPLES: [(&str, &str); 6] = [
    ("walk.bvh", ""),
    ("dance.bvh", ""),
    ("jump.bvh", ""),
    ("wave.x3d", ""),
    ("march.amc", "march.asf"),
    ("stroll.anim", "adult.skel"),
];

/// Walks, jumps and dances of the corpus.
const REAL: [(&str, &str); 18] = [
    ("bvh/cgspeed_10_03_mixed_eol.bvh", ""),
    ("bvh/cmu_01_01_motionbuilder.bvh", ""),
    ("bvh/cmu_jumping_jacks.bvh", ""),
    ("bvh/freebvh_mixamorig_colon.bvh", ""),
    ("bvh/pybvh_four_orders.bvh", ""),
    ("bvh/pymo_8walk.bvh", ""),
    ("bvh/rokoko_jesse_dance.bvh", ""),
    ("bvh/video2bvh_openpose.bvh", ""),
    ("acclaim/cmu_backflip.amc", "acclaim/cmu_backflip.asf"),
    ("acclaim/cmu_pirouette.amc", "acclaim/cmu_pirouette.asf"),
    ("acclaim/cmu_zombie.amc", "acclaim/cmu_zombie.asf"),
    ("acclaim/fairmotion_11.amc", "acclaim/fairmotion_11.asf"),
    ("acclaim/usc_07_walk.amc", "acclaim/usc_07_walk.asf"),
    ("acclaim/usc_131_dance_1.amc", "acclaim/usc_131_dance.asf"),
    ("acclaim/usc_131_dance_2.amc", "acclaim/usc_131_dance.asf"),
    ("mend/clean_hop_60_60_260.bvh", ""),
    ("mend/clean_walk8_60_0_322.bvh", ""),
    ("skel/adultlike-walk.anim", "skel/adultlike.skel"),
];

/// Poses a second of the search through all offsets, which are as far apart.
const RATE: f64 = 60.0;
/// Shortest and longest piece: seconds.
const PIECE: [f64; 2] = [2.0, 4.0];

fn read(folder: &Path, files: &[(&str, &str)]) -> Vec<Clip> {
    let clip = |(motion, companion): &(&str, &str)| {
        let companions: Vec<PathBuf> =
            Some(companion).filter(|name| !name.is_empty()).map(|name| folder.join(name)).into_iter().collect();
        marey::read_file_with(folder.join(motion), &companions).unwrap()
    };
    files.iter().map(clip).filter(|clip| clip.behaviours[0].motion.duration() > PIECE[0]).collect()
}

fn samples() -> Vec<Clip> {
    read(&support::project().join("xtask/samples/clips"), &SAMPLES)
}

/// Pieces of the clips, a fifth of them mirrored, in pairs: of one clip or of two.
struct Pieces<'a> {
    clips: &'a [Clip],
    mirrored: Vec<Option<Clip>>,
    random: Random,
}

impl Pieces<'_> {
    fn pair(&mut self) -> [Clip; 2] {
        let first = self.random.below(self.clips.len());
        let second = if self.random.below(2) == 0 { first } else { self.random.below(self.clips.len()) };
        let mirrored = self.random.below(5) == 0;
        [self.piece(first, false), self.piece(second, mirrored)]
    }

    fn piece(&mut self, index: usize, mirrored: bool) -> Clip {
        let clip = self.mirrored[index].as_ref().filter(|_| mirrored).unwrap_or(&self.clips[index]);
        let whole = clip.behaviours[0].motion.duration();
        let mut part = || self.random.below(1001) as f64 / 1000.0;
        let long = (PIECE[0] + (PIECE[1] - PIECE[0]) * part()).min(whole);
        let start = (whole - long) * part();
        clip.cut(start..=start + long).unwrap()
    }
}

/// The common joints relative to the root, pose after pose.
fn poses(subject: &Subject<'_>, joints: &[usize], root: usize) -> Vec<Vec<Vec3>> {
    let mut pose = Pose::rest(subject.skeleton());
    let steps = (subject.motion().duration() * RATE) as usize;
    let at = |step: usize| {
        sample(subject.motion(), step as f64 / RATE, Interpolation::Linear, &mut pose);
        world_matrices(subject.skeleton(), Affine3A::IDENTITY, &mut pose);
        let to_root = Vec3::from(pose.world[root].translation);
        let relative = joints.iter().map(|joint| Vec3::from(pose.world[*joint].translation) - to_root);
        relative.map(|point| upright(subject, point)).collect()
    };
    (0..=steps).map(at).collect()
}

/// In metres, with +Y up.
fn upright(subject: &Subject<'_>, point: Vec3) -> Vec3 {
    let Vec3 { x, y, z } = point * subject.metres_per_unit() as f32;
    match subject.up() {
        Axis::Z => Vec3::new(x, z, -y),
        Axis::Y => Vec3::new(x, y, z),
        other => unreachable!("{other:?}"),
    }
}

/// The least distance of all offsets at which half of the shorter piece is in common.
fn least(a: &Subject<'_>, b: &Subject<'_>, common: &CommonJoints) -> f64 {
    let joints = |of: fn(&JointPair) -> usize| common.pairs.iter().map(of).collect::<Vec<usize>>();
    let (of_a, of_b) = (joints(|pair| pair.a), joints(|pair| pair.b));
    let poses = [poses(a, &of_a, of_a[common.root]), poses(b, &of_b, of_b[common.root])];
    let [of_a, of_b] = &poses;
    let half = of_a.len().min(of_b.len()) / 2 + 1;
    let distance = |shift: isize| {
        let (from_a, from_b) = (usize::try_from(shift).unwrap_or(0), usize::try_from(-shift).unwrap_or(0));
        let both = of_a.iter().skip(from_a).zip(of_b.iter().skip(from_b));
        let count = both.len();
        let apart = both.map(|(a, b)| a.iter().zip(b).map(|(a, b)| a.distance(*b)).sum::<f32>()).sum::<f32>();
        apart / count as f32
    };
    let shifts = half as isize - of_b.len() as isize..=(of_a.len() - half) as isize;
    let best = shifts.map(|shift| (distance(shift), shift)).min_by(|a, b| a.0.total_cmp(&b.0)).unwrap();
    distance_at(a, b, common, best.1 as f64 / RATE)
}

fn distance_at(a: &Subject<'_>, b: &Subject<'_>, common: &CommonJoints, offset: f64) -> f64 {
    compare(a, b, common, Timing::Offset(offset)).unwrap().root_relative.mean
}

/// How many times larger than the least of all offsets the distance at the best match is, for each pair.
fn ratios(clips: &[Clip], count: usize, seed: u64) -> Vec<f64> {
    let mirrored = clips.iter().map(|clip| clip.mirror().ok()).collect();
    let mut pieces = Pieces { clips, mirrored, random: Random(seed) };
    let mut ratios = Vec::new();
    while ratios.len() < count {
        let [a, b] = pieces.pair();
        let (a, b) = (Subject::new(&a, 0).unwrap(), Subject::new(&b, 0).unwrap());
        let Ok(common) = common_joints(&a, &b) else { continue };
        let least = least(&a, &b, &common);
        let found =
            best_offset(&a, &b, &common).map_or(f64::INFINITY, |best| distance_at(&a, &b, &common, best.offset));
        ratios.push(if found <= least { 1.0 } else { found / least });
    }
    ratios.sort_by(f64::total_cmp);
    ratios
}

fn good(ratios: &[f64]) -> usize {
    ratios.iter().filter(|ratio| **ratio <= 1.1).count()
}

#[test]
fn the_best_match_of_our_samples_is_as_good_as_the_best_of_all_offsets() {
    let found = ratios(&samples(), 20, 58);
    assert!(good(&found) >= 19, "{found:?}");
}

#[test]
#[ignore = "needs MAREY_CORPUS"]
fn the_best_match_of_real_motions_is_as_good_as_the_best_of_all_offsets() {
    let mut clips = read(&support::runs::corpus().join("corpus"), &REAL);
    clips.extend(samples());
    let found = ratios(&clips, 100, 58);
    assert!(good(&found) >= 95, "{found:?}");
}
