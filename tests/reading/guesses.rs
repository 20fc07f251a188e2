//! Unit, up axis and position channels of real files: those of `corpus/<format>/` in `MAREY_CORPUS`.

use marey::body::survey;
use marey::model::{Clip, Confidence};
use marey::{read_file, read_file_with};
use support::golden::position_mode;
use support::runs::corpus;
use support::{paths, paths_with, stem};

/// The facts of the files, by hand from their bones: the length from hip to ankle as written, the unit in which that is
/// a person's leg, the axis from the feet to the head, and what position channels mean according to the files' oracles.
/// Unit `?`: no person, so no unit is known. Axis `?`: it cannot be sure.
const BVH: &[(&str, f64, &str, &str, &str)] = &[
    ("bvh_anim_simple", 0.0, "?", "?", "none"),
    ("cgspeed_10_03_mixed_eol", 82.24, "cm", "y", "none"),
    ("cmu_01_01_motionbuilder", 14.80, "cmu", "y", "none"),
    ("cmu_jumping_jacks", 15.04, "cmu", "y", "none"),
    ("daz_pose1_frames1_has2", 87.37, "cm", "y", "none"),
    ("derived_interleaved_channels", 0.0, "?", "?", "none"),
    ("derived_joint_no_channels_line", 0.0, "?", "?", "none"),
    ("derived_order_", 0.0, "?", "?", "none"),
    ("derived_position_only_joint", 0.0, "?", "?", "none"),
    ("derived_", 35.24, "in", "y", "none"),
    ("fairmotion_no_end_site", 0.0, "?", "?", "none"),
    ("freebvh_mixamorig_colon", 82.70, "cm", "y", "none"),
    ("geno_bind_6ch", 78.10, "cm", "y", "replace"),
    ("makehuman_benchmark_6ch_mix", 8.126, "dm", "z", "add"),
    ("olympe_root", 34.92, "in", "y", "none"),
    ("pybvh_four_orders", 32.50, "in", "z", "none"),
    ("pybvh_rotation_first_root", 0.0, "?", "?", "none"),
    ("pymo_8walk", 32.28, "in", "y", "replace"),
    ("rokoko_jesse_dance", 86.50, "cm", "y", "replace"),
    ("upf_kate_49of65_pos", 81.42, "cm", "y", "replace"),
    ("usdbvh_two_joints", 0.0, "?", "?", "none"),
    ("video2bvh_openpose", 853.4, "mm", "z", "none"),
    ("wisc_example", 35.24, "in", "y", "none"),
];

/// Acclaim skeletons: femur and tibia as written, and the unit in which that is a person's leg.
const ACCLAIM: &[(&str, f64, &str)] = &[
    ("cmu_backflip", 13.42, "cmu"),
    ("cmu_pirouette", 14.54, "cmu"),
    ("cmu_zombie", 14.20, "cmu"),
    // Its motion pulls a shin off, which changes the leg's length.
    ("derived_bone_tx_ty_tz", 0.0, "cmu"),
    ("derived_", 14.31, "cmu"),
    ("fairmotion_11", 15.18, "cmu"),
    ("fzzzz_walk_crlf", 14.84, "cmu"),
    ("usc_07_walk", 14.31, "cmu"),
    ("usc_131_dance", 14.20, "cmu"),
    ("endorphin_character01", 0.890, "m"),
];

/// The share of a person's height from hip to ankle.
const LEG: f64 = 0.491;

/// Unit (`?` where unknown), up axis (`?` where unsure), position channels; and the leg as written.
fn guesses(clip: &Clip, behaviour: usize) -> (&'static str, &'static str, &'static str, f64) {
    let motion = &clip.behaviours[behaviour].motion;
    let survey = survey(&clip.skeleton, motion, clip.source.up);
    let scale = survey.scale(&clip.source);
    let unit = if scale.confidence == Confidence::Unknown { "?" } else { scale.unit.name() };
    let sure = clip.source.up.is_some() || survey.up_guess.confidence == Confidence::Sure;
    let up = if sure { survey.up.name() } else { "?" };
    let leg = scale.stature.map_or(0.0, |tall| tall / scale.unit.metres() * LEG);
    (unit, up, position_mode(clip), leg)
}

fn row<'a, T>(table: &'a [T], start: impl Fn(&T) -> &str, name: &str) -> &'a T {
    table.iter().find(|row| name.starts_with(start(row))).unwrap_or_else(|| panic!("{name} is not in the table"))
}

#[test]
#[ignore = "needs MAREY_CORPUS"]
fn unit_up_axis_and_positions_of_real_bvh_files_are_guessed() {
    let mut wrong = Vec::new();
    for file in paths_with(&corpus().join("corpus/bvh"), &["bvh"]) {
        let name = stem(&file);
        let &(_, leg, unit, up, positions) = row(BVH, |row| row.0, &name);
        let found = guesses(&read_file(&file).unwrap(), 0);
        let same_leg = leg == 0.0 || (found.3 / leg - 1.0).abs() < 0.01;
        if (found.0, found.1, found.2, same_leg) != (unit, up, positions, true) {
            wrong.push(format!("{name}: {found:?}, expected {unit} {up} {positions} and a leg of {leg}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
#[ignore = "needs MAREY_CORPUS"]
fn units_of_real_acclaim_files_are_guessed_by_written_lengths() {
    let [skeletons, motions] = ["asf", "amc"].map(|ending| paths_with(&corpus().join("corpus/acclaim"), &[ending]));
    let mut wrong = Vec::new();
    for file in &skeletons {
        let name = stem(file);
        let &(_, leg, unit) = row(ACCLAIM, |row| row.0, &name);
        // At rest and in each of its motions a skeleton has one unit.
        let own = motions.iter().filter(|motion| stem(motion).starts_with(&name));
        let mut clips = vec![read_file(file).unwrap()];
        clips.extend(own.map(|motion| read_file_with(motion, &[file]).unwrap()));
        assert!(clips.len() >= 2, "{name} has no motion");
        for clip in clips {
            let found = guesses(&clip, 0);
            let same_leg = leg == 0.0 || (found.3 / leg - 1.0).abs() < 0.01;
            if (found.0, found.1, same_leg) != (unit, "y", true) {
                wrong.push(format!("{} on {name}: {found:?}, expected {unit} y and a leg of {leg}", clip.name));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
#[ignore = "needs MAREY_CORPUS"]
fn humanoids_have_the_unit_and_the_axis_of_the_standard_and_robots_have_z_up() {
    let mut seen = 0;
    for path in paths(&corpus().join("corpus/hanim")) {
        let Ok(clip) = read_file(&path) else { continue };
        let name = stem(&path);
        let expected = if name.starts_with("openhrp") { "z" } else { "y" };
        for behaviour in 0..clip.behaviours.len() {
            let (unit, up, ..) = guesses(&clip, behaviour);
            assert_eq!((unit, up), ("m", expected), "{name}");
        }
        assert!(!clip.source.unit_stated, "{name} has no UNIT statement");
        seen += 1;
    }
    assert!(seen >= 15, "{seen}");
}

#[test]
#[ignore = "needs MAREY_CORPUS"]
fn an_adult_of_the_sims_has_the_size_of_a_person() {
    let clip = read_file(corpus().join("corpus/skel/adultlike.skel")).unwrap();
    let tall = survey(&clip.skeleton, &clip.behaviours[0].motion, clip.source.up).scale(&clip.source).stature.unwrap();
    assert!((1.5..2.0).contains(&tall), "{tall}");
    assert!(!clip.source.unit_stated && clip.source.metres_per_unit.is_some() && clip.source.up.is_some());
}
