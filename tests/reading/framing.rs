//! How large figures are in the picture when their clips open: every clip of the corpus, in a window, on a phone and in an
//! embed, at five moments. `MAREY_CORPUS` names a folder with `corpus/<format>/`; without it this is ignored.

use std::path::{Path, PathBuf};

use crate::support::runs::corpus;
use crate::support::{file_name, paths, stem};
use marey::model::Clip;
use marey::pack::Unpacked;
use marey::pose::boxes;
use marey::read_file_with;
use marey::scene::Scene;

/// Width and height in CSS pixels, what the controls cover (top, right, bottom, left), and how much of the height that is
/// left a figure takes with its longer side, when its clip has just opened: the median of five moments.
const PICTURES: [([f32; 2], [f32; 4], f32); 3] = [
    ([1280.0, 800.0], [35.0, 0.0, 102.0, 0.0], 1.0 / 3.0),
    ([390.0, 780.0], [31.0, 0.0, 102.0, 0.0], 1.0 / 3.0),
    ([640.0, 360.0], [35.0, 0.0, 60.0, 0.0], 0.5),
];

/// The same at the moment when that is least: a body in a somersault is half as long as one that stands.
const LEAST: f32 = 1.0 / 6.0;

/// Files of random angles, five frames of a figure that leaps about: no framing holds them all.
const RANDOM: [&str; 2] = ["own_motion.x3d", "own_motion_nojoints.x3d"];

/// Every clip that can be read, alone or beside the skeletons of its folder: first of all the one of its name.
fn clips(root: &Path) -> Vec<(String, Clip)> {
    let mut all = Vec::new();
    for format in ["bvh", "acclaim", "skel", "hanim"] {
        let is_skeleton = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "asf" || ending == "skel");
        let (skeletons, motions): (Vec<PathBuf>, Vec<PathBuf>) =
            paths(&root.join("corpus").join(format)).into_iter().partition(is_skeleton);
        for path in motions.iter().filter(|path| !RANDOM.contains(&&*file_name(path))) {
            let mut beside = skeletons.clone();
            beside.sort_by_key(|other| stem(other) != stem(path));
            all.extend(read_file_with(path, &beside).map(|clip| (file_name(path), clip)));
        }
    }
    all
}

/// The share of the picture at five moments, sorted; a figure that is out of the picture has none.
fn shares(scene: &mut Scene, [width, height]: [f32; 2], [top, _, bottom, _]: [f32; 4]) -> [f32; 5] {
    let duration = scene.figure().unwrap().motion().duration();
    let mut shares = [0.0_f32, 0.25, 0.5, 0.75, 1.0].map(|part| {
        scene.clock.seek(duration * f64::from(part));
        scene.advance(10.0);
        let Some([min_x, min_y, max_x, max_y]) = scene.figure_on_screen() else { return 0.0 };
        let seen = min_x > -0.02 * width && max_x < 1.02 * width && min_y > -0.02 * height && max_y < 1.02 * height;
        let share = (max_x - min_x).max(max_y - min_y) / (height - top - bottom);
        if seen { share } else { 0.0 }
    });
    shares.sort_by(f32::total_cmp);
    shares
}

#[test]
#[ignore = "needs MAREY_CORPUS"]
fn figures_are_large_and_whole_when_their_clips_open() {
    let (mut small, mut medians) = (Vec::new(), Vec::new());
    for (name, clip) in clips(&corpus()) {
        let boxes: Vec<_> = clip.behaviours.iter().map(|one| boxes(&clip.skeleton, &one.motion)).collect();
        for behaviour in 0..clip.behaviours.len().max(1) {
            for (size, insets, least) in PICTURES {
                let mut scene = Scene::new();
                scene.camera.set_smooth(false);
                scene.set_viewport(size[0], size[1]);
                scene.set_insets(insets);
                scene.show(Unpacked { clip: clip.clone(), boxes: boxes.clone(), complete: true });
                scene.set_behaviour(behaviour);
                // A few sticks are no figure.
                if scene.figure().unwrap().clip().skeleton.len() < 8 {
                    continue;
                }
                let shares = shares(&mut scene, size, insets);
                medians.push(shares[2]);
                if shares[2] < least || shares[0] < LEAST {
                    let follows = scene.follows();
                    small.push(format!("{name}, {behaviour}, {}: {shares:.2?}, followed: {follows}", size[0]));
                }
            }
        }
    }
    medians.sort_by(f32::total_cmp);
    assert!(medians.len() > 150, "{} pictures only", medians.len());
    eprintln!("{} pictures, median {}, least {}", medians.len(), medians[medians.len() / 2], medians[0]);
    assert!(small.is_empty(), "{} of {}:\n{}", small.len(), medians.len(), small.join("\n"));
}
