//! The size of figures in the picture when their clips open: every clip of the corpus, in a window, on a phone and in
//! an embed, at five moments. `MAREY_CORPUS` names a folder with `corpus/<format>/`; without it this is ignored.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use marey::model::Clip;
use marey::pose::boxes;
use marey::read_file_with;
use marey_stage::pack::Unpacked;
use marey_stage::scene::Scene;
use support::runs::corpus;
use support::{file_name, paths, stem};

/// Width and height in CSS pixels, and the insets of the controls (top, right, bottom, left).
const PICTURES: [([f32; 2], [f32; 4]); 3] = [
    ([1280.0, 800.0], [35.0, 0.0, 102.0, 0.0]),
    ([390.0, 780.0], [31.0, 0.0, 102.0, 0.0]),
    ([640.0, 360.0], [35.0, 0.0, 60.0, 0.0]),
];

/// A figure's greatest share of the free height in nineteen of twenty clips; in a narrow picture the width decides.
const TALLEST: RangeInclusive<f32> = 0.6..=0.8;

/// The same in every clip; in a narrow picture, of either side.
const ALWAYS: [RangeInclusive<f32>; 2] = [0.57..=0.82, 0.42..=0.97];

/// A figure's least share of either side.
const LEAST: f32 = 1.0 / 3.0;

/// A body in a somersault is a third as long as a stretched one, and needs room for the leap.
const SOMERSAULT: (&str, f32) = ("cmu_backflip.amc", 1.0 / 6.0);

/// A figure whose transforms tilt its head, and the least share of its height: the camera leaves room for an upright head.
const TILTED: (&str, f32) = ("own_transforms.x3d", 0.5);

/// Files of random angles, five frames of a figure that leaps about: no framing contains them all.
const RANDOM: [&str; 2] = ["own_motion.x3d", "own_motion_nojoints.x3d"];

/// Every clip that can be read, alone or with a skeleton of its folder, that of its own name first.
pub fn clips(root: &Path) -> Vec<(String, Clip)> {
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

/// The figure's share of the free height, and of either side; nothing if a part of it is out of the picture.
fn shares(scene: &mut Scene, moment: f64, [width, height]: [f32; 2], [top, _, bottom, _]: [f32; 4]) -> [f32; 2] {
    scene.clock.seek(moment);
    scene.advance(10.0);
    let Some([min_x, min_y, max_x, max_y]) = scene.figure_on_screen() else { return [0.0; 2] };
    let seen = min_x > -0.02 * width && max_x < 1.02 * width && min_y > -0.02 * height && max_y < 1.02 * height;
    let upright = (max_y - min_y) / (height - top - bottom);
    if seen { [upright, upright.max((max_x - min_x) / width)] } else { [0.0; 2] }
}

#[test]
#[ignore = "needs MAREY_CORPUS"]
fn figures_are_large_and_whole_when_their_clips_open() {
    let (mut off, mut tallest_of_all) = (Vec::new(), [Vec::new(), Vec::new()]);
    for (name, clip) in clips(&corpus()) {
        let boxes: Vec<_> = clip.behaviours.iter().map(|one| boxes(&clip.skeleton, &one.motion)).collect();
        for behaviour in 0..clip.behaviours.len().max(1) {
            for (size, insets) in PICTURES {
                let mut scene = Scene::new();
                scene.camera.set_smooth(false);
                scene.set_viewport(size[0], size[1]);
                scene.set_insets(insets);
                scene.show(Unpacked { clip: clip.clone(), boxes: boxes.clone(), complete: true, expected_frames: 0 });
                scene.set_behaviour(behaviour);
                if scene.figure().unwrap().clip().skeleton.len() < 8 {
                    continue;
                }
                let duration = scene.figure().unwrap().motion().duration();
                let all = [0.0, 0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875, 1.0]
                    .map(|part| shares(&mut scene, part * duration, size, insets));
                let narrow = usize::from(size[0] < size[1]);
                let tallest = all.iter().map(|share| share[narrow]).fold(0.0, f32::max);
                let least = all.iter().map(|share| share[1]).fold(f32::MAX, f32::min);
                tallest_of_all[narrow].push(tallest);
                let enough = if name == SOMERSAULT.0 { SOMERSAULT.1 } else { LEAST };
                let low = ALWAYS[narrow].start().min(if name == TILTED.0 { TILTED.1 } else { f32::MAX });
                if tallest < low || tallest > *ALWAYS[narrow].end() || least < enough {
                    off.push(format!("{name}, {behaviour}, {}: {tallest:.2}, {least:.2}", size[0]));
                }
            }
        }
    }
    assert!(off.is_empty(), "{}:\n{}", off.len(), off.join("\n"));
    let [wide, narrow] = tallest_of_all.map(|mut all| {
        all.sort_by(f32::total_cmp);
        all
    });
    let within = wide.iter().filter(|tallest| TALLEST.contains(tallest)).count();
    let medians = [&wide, &narrow].map(|all| all[all.len() / 2]);
    eprintln!("{} pictures, {within} within {TALLEST:?}; medians {medians:?}", wide.len());
    assert!(wide.len() > 150, "{} pictures only", wide.len());
    assert!(within * 20 >= wide.len() * 19, "{within} of {}", wide.len());
    assert!(medians.iter().all(|median| *median >= 0.62), "{medians:?}");
}
