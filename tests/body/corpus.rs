//! Real people of `MAREY_CORPUS`.

use glam::{Affine3A, Vec3};
use marey::body::{BodyMap, Subject, stances};
use marey::look::body_of;
use marey::model::Clip;
use marey::pose::{Interpolation, Pose, sample, world_matrices};
use support::read_files;

use super::figures::{built_place, corners};
use super::measures::{is_inside, open_edges};

/// People, and the share of their joints that must be inside in motion. The files beside them that they need have the same name.
const PEOPLE: &[(&str, f32)] = &[
    ("acclaim/cmu_backflip.amc", 1.0),
    ("acclaim/cmu_zombie.amc", 1.0),
    ("acclaim/endorphin_character01.amc", 1.0),
    ("arrays/amass_smplh.npz", 1.0),
    ("arrays/h36m17_mm_zup.npy", 1.0),
    ("arrays/hml22.npy", 1.0),
    ("arrays/ntu_ncfvm.npz", 1.0),
    ("bvh/cmu_01_01_motionbuilder.bvh", 1.0),
    ("bvh/cmu_jumping_jacks.bvh", 1.0),
    ("bvh/freebvh_mixamorig_colon.bvh", 1.0),
    ("bvh/pymo_8walk.bvh", 1.0),
    ("bvh/rokoko_jesse_dance.bvh", 1.0),
    ("bvh/upf_kate_49of65_pos.bvh", 1.0),
    ("bvh/video2bvh_openpose.bvh", 1.0),
    ("hanim/BvhSeamless3dExport1.x3d", 1.0),
    ("hanim/HAnimSpecificationLOA3Invisible.x3d", 1.0),
    ("hanim/Humanoid1.x3d", 1.0),
    ("hanim/Humanoid3.x3d", 1.0),
];

fn read(path: &str) -> Clip {
    let folder = std::path::PathBuf::from(std::env::var("MAREY_CORPUS").unwrap()).join("corpus");
    let main = folder.join(path);
    let companion = main.with_extension("asf");
    let mut files = Vec::new();
    if path.ends_with(".amc") {
        files.push((companion.to_string_lossy().into_owned(), std::fs::read(&companion).unwrap()));
    }
    files.push((path.to_owned(), std::fs::read(&main).unwrap()));
    read_files(&files).unwrap()
}

#[test]
#[ignore = "needs MAREY_CORPUS"]
fn every_person_has_a_body_around_the_joints() {
    let mut wrong = Vec::new();
    for (path, least) in PEOPLE {
        let clip = read(path);
        let skin = match body_of(&clip) {
            Ok(skin) => skin,
            Err(refusal) => {
                wrong.push(format!("{path}: {refusal}"));
                continue;
            }
        };
        assert_eq!(open_edges(skin.triangles()), 0, "{path}");
        assert!(skin.corners().len() <= 3000, "{path}");
        let map = BodyMap::of_clip(&clip).unwrap();
        let joints: Vec<usize> =
            map.main_joints().into_iter().chain(map.spine.iter().copied()).chain(map.necks.iter().copied()).collect();
        let own: Vec<Vec3> = skin.corners().iter().map(|corner| corner.position).collect();
        for joint in &joints {
            if built_place(&skin, *joint).is_some_and(|at| !is_inside(at, &own, skin.triangles())) {
                wrong.push(format!("{path}: {} is outside in the pose of the body", clip.skeleton.name(*joint)));
            }
        }
        let (mut inside, mut all) = (0, 0);
        let motion = &clip.behaviours[0].motion;
        let mut pose = Pose::rest(&clip.skeleton);
        for step in 0..6 {
            sample(motion, motion.duration() * f64::from(step) / 6.0, Interpolation::Nearest, &mut pose);
            world_matrices(&clip.skeleton, Affine3A::IDENTITY, &mut pose);
            let points = corners(&clip, &skin, &pose);
            all += joints.len();
            inside += joints.iter().filter(|joint| is_inside(pose.place(**joint), &points, skin.triangles())).count();
        }
        let share = inside as f32 / all as f32;
        println!("{path}: {} points, {:.1} % of the joints inside in motion", own.len(), 100.0 * share);
        if share < *least {
            wrong.push(format!("{path}: {share} of the joints are inside"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
#[ignore = "needs MAREY_CORPUS"]
fn soles_stand_on_the_ground() {
    let mut wrong = Vec::new();
    for path in [
        "acclaim/cmu_zombie.amc",
        "arrays/amass_smplh.npz",
        "arrays/hml22.npy",
        "bvh/cmu_01_01_motionbuilder.bvh",
        "bvh/cmu_jumping_jacks.bvh",
        "bvh/freebvh_mixamorig_colon.bvh",
        "bvh/pymo_8walk.bvh",
    ] {
        let clip = read(path);
        let skin = body_of(&clip).unwrap();
        let subject = Subject::new(&clip, 0).unwrap();
        let (up, metres) = (subject.up().vector(), subject.metres_per_unit() as f32);
        let motion = subject.motion();
        let mut pose = Pose::rest(&clip.skeleton);
        let mut soles = Vec::new();
        for stance in stances(&clip.skeleton, motion, &subject.survey).into_iter().filter(|one| one.to - one.from > 0.1)
        {
            sample(motion, (stance.from + stance.to) / 2.0, Interpolation::Linear, &mut pose);
            world_matrices(&clip.skeleton, Affine3A::IDENTITY, &mut pose);
            let ankle = pose.place(stance.joint);
            let near = |at: &Vec3| at.distance(ankle) * metres < 0.25;
            let points = corners(&clip, &skin, &pose);
            soles.push(points.iter().filter(|at| near(at)).map(|at| at.dot(up) * metres).fold(f32::MAX, f32::min));
        }
        soles.sort_by(f32::total_cmp);
        let Some(median) = soles.get(soles.len() / 2).copied() else { continue };
        println!("{path}: the soles are at {:.1} cm in {} stances", 100.0 * median, soles.len());
        if median.abs() > 0.025 {
            wrong.push(format!("{path}: {median} m"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
#[ignore = "needs MAREY_CORPUS"]
fn what_is_no_person_stays_bones() {
    for path in ["hanim/HAnimModelHandLeft.x3d", "hanim/openhrp3_sample1.wrl", "bvh/usdbvh_two_joints.bvh"] {
        let clip = read(path);
        let refusal = body_of(&clip).unwrap_err();
        println!("{path}: {refusal}");
    }
}
