//! Motions of the corpus on other figures of it, against goals for limbs and feet.

use std::path::PathBuf;

use marey::model::Clip;
use marey_study::retarget::{Feet, Measures, Options, Retarget, measures};

use support::check_clip::check_clip;

/// A motion, the file that it needs, and the figure.
const PAIRS: [(&str, &str, &str); 12] = [
    ("bvh/cmu_01_01_motionbuilder.bvh", "", "bvh/geno_bind_6ch.bvh"),
    ("bvh/cmu_jumping_jacks.bvh", "", "bvh/rokoko_jesse_dance.bvh"),
    ("bvh/pymo_8walk.bvh", "", "bvh/freebvh_mixamorig_colon.bvh"),
    ("bvh/rokoko_jesse_dance.bvh", "", "bvh/cmu_01_01_motionbuilder.bvh"),
    ("bvh/upf_kate_49of65_pos.bvh", "", "bvh/geno_bind_6ch.bvh"),
    ("bvh/pybvh_four_orders.bvh", "", "hanim/JoeKick.x3d"),
    ("hanim/JoeKick.x3d", "", "bvh/cmu_01_01_motionbuilder.bvh"),
    ("acclaim/usc_131_dance_1.amc", "acclaim/usc_131_dance.asf", "bvh/freebvh_mixamorig_colon.bvh"),
    ("acclaim/usc_07_walk.amc", "acclaim/usc_07_walk.asf", "hanim/KoreanCharacterMotionAnnexB01Jin.x3d"),
    ("bvh/video2bvh_openpose.bvh", "", "bvh/cmu_01_01_motionbuilder.bvh"),
    ("acclaim/cmu_pirouette.amc", "acclaim/cmu_pirouette.asf", "skel/adultlike.skel"),
    ("acclaim/cmu_backflip.amc", "acclaim/cmu_backflip.asf", "bvh/upf_kate_49of65_pos.bvh"),
];

fn read(motion: &str, companion: &str) -> Clip {
    let corpus = PathBuf::from(std::env::var_os("MAREY_CORPUS").unwrap()).join("corpus");
    let companions: Vec<PathBuf> =
        Some(companion).filter(|name| !name.is_empty()).map(|name| corpus.join(name)).into_iter().collect();
    marey::read_file_with(corpus.join(motion), &companions).unwrap()
}

fn measured(source: &Clip, target: &Clip, feet: Feet) -> Measures {
    let mut retarget = Retarget::new(source, 0, target, &Options::default().feet(feet)).unwrap();
    let clip = retarget.clip().unwrap();
    check_clip(&clip).unwrap();
    let (own, other) = (&source.behaviours[0].motion, &clip.behaviours[0].motion);
    assert_eq!((own.frame_count(), own.time()), (other.frame_count(), other.time()));
    measures(&retarget, &clip)
}

#[test]
#[ignore = "needs MAREY_CORPUS"]
fn real_motions_reach_the_goals_on_real_figures() {
    let mut missed = Vec::new();
    let mut jitters = Vec::new();
    for (motion, companion, figure) in PAIRS {
        let (source, target) = (read(motion, companion), read(figure, ""));
        let mut goal = |name: &str, found: f32, most: f32| {
            if found.is_nan() || found > most {
                missed.push(format!("{motion} on {figure}: {name} {found}, at most {most}"));
            }
        };
        let free = measured(&source, &target, Feet::Free);
        goal("limbs without feet", free.limbs.p95, 0.1);
        for feet in [Feet::Follow, Feet::Still] {
            let all = measured(&source, &target, feet);
            if let (Some(slide), Some(own)) = (all.feet.slide, all.source_feet.slide) {
                let most = if feet == Feet::Still { 2.0 } else { own.mean + 1.0 };
                goal("slide", slide.mean, most);
            }
            if let (Some(height), Some(own)) = (all.feet.contact_height, all.source_feet.contact_height) {
                goal("contact height", height.mean, own.mean + 5.0);
            }
            // Longer arms shake more, whatever the feet do: one of the figures has jitter of 1.6 without feet, too.
            goal("jitter", all.jitter, (free.jitter + 0.05).max(1.5));
            jitters.push(all.jitter);
            goal("penetration", all.feet.penetration.mean, all.source_feet.penetration.mean + 10.0);
        }
    }
    assert_eq!(missed, Vec::<String>::new());
    // One of the motions stands still, and has none.
    jitters.retain(|jitter| *jitter > 0.0);
    jitters.sort_by(f32::total_cmp);
    assert!(jitters[jitters.len() / 2] <= 1.1, "{jitters:?}");
}

#[test]
#[ignore = "needs MAREY_CORPUS"]
fn a_real_motion_on_its_own_figure_stays_as_it_is() {
    for (motion, companion, _) in PAIRS.into_iter().filter(|(motion, ..)| !motion.starts_with("hanim")) {
        let source = read(motion, companion);
        let mut retarget = Retarget::new(&source, 0, &source, &Options::default()).unwrap();
        let clip = retarget.clip().unwrap();
        let all = measures(&retarget, &clip);
        assert!(all.limbs.p95 < 0.1 && all.trunk.p95 < 0.1, "{motion}: {all:?}");
    }
}
