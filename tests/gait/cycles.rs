//! Cycles and the table of walkers whose numbers are known, and what is said of those who do not walk.

use marey::body::{Side, Subject};
use marey::model::{Axis, Clip};
use marey_study::gait::{GaitOptions, Number, Walk, analyse, table, walk, walk_in_words};
use marey_write::{Excerpt, excerpt};

use support::walker::{walker, walker_text};

fn walk_of(clip: &Clip) -> Walk {
    walk(&Subject::new(clip, 0).unwrap().with_space(0.01, Axis::Y), &GaitOptions::default())
}

#[test]
fn a_walker_has_the_table_that_it_was_made_with() {
    let found = walk_of(&walker(400, 12.0));
    assert!(found.is_regular() && found.belt == 0.0, "{found:?}");
    for row in table(&found) {
        let (expected, most) = match row.number {
            Number::Cadence => (120.0, 3.0),
            Number::Speed | Number::StrideLength => (1.2, 0.03),
            Number::StrideTime => (1.0, 0.02),
            Number::StepLength => (0.6, 0.03),
            Number::StepTime => (0.5, 0.03),
            Number::StepWidth => (0.18, 0.01),
            Number::Stance | Number::Swing => (50.0, 5.0),
            Number::DoubleSupport => (0.0, 8.0),
            _ => continue,
        };
        for side in [row.left, row.right] {
            let mean = side.mean.unwrap();
            assert!((mean - expected).abs() < most && side.n >= 5, "{:?}: {side:?}", row.number);
            assert!(side.sd.unwrap() < most, "{:?}: {side:?}", row.number);
        }
        let difference = row.difference.unwrap_or(0.0);
        assert!(difference.abs() < 6.0 || row.number == Number::DoubleSupport, "{:?}: {difference}", row.number);
    }
    let words = walk_in_words(&found);
    let count = |side| found.of(side).count();
    assert_eq!(words, [format!("{} left and {} right cycles", count(Side::Left), count(Side::Right))]);
}

#[test]
fn who_walks_in_place_walks_on_a_belt() {
    let mut clip = walker(400, 12.0);
    let motion = &mut clip.behaviours[0].motion;
    for frame in 0..motion.frame_count() {
        motion.edit_frame(frame, |row| row.translations[0].z = 0.0).unwrap();
    }
    let found = walk_of(&clip);
    assert!((found.belt - 1.2).abs() < 0.05, "{}", found.belt);
    assert!(walk_in_words(&found).contains(&"walks in place, belt 1.2 m/s".to_owned()), "{:?}", walk_in_words(&found));
    let stride = found.cycles.iter().map(|cycle| cycle.stride);
    assert!(stride.clone().count() >= 10 && stride.into_iter().all(|stride| (stride - 1.2).abs() < 0.06));
}

#[test]
fn frames_that_lack_values_are_told() {
    let text = walker_text(400, 12.0);
    let lost = text.replacen("0 90 ", "nan 90 ", 5);
    assert_ne!(lost, text);
    let clip = marey::formats::parse("a.bvh", lost.as_bytes(), marey::Limits::default()).unwrap();
    let found = analyse(&Subject::new(&clip, 0).unwrap(), &GaitOptions::default()).walk;
    assert_eq!(walk_in_words(&found).last().unwrap(), "5 frames lack values");
}

#[test]
fn who_does_not_walk_is_told_what_was_found() {
    // Both feet of the walker follow the left one: jumps.
    let mut clip = walker(200, 12.0);
    let skeleton = clip.skeleton.clone();
    let motion = &mut clip.behaviours[0].motion;
    let joints = motion.translations().joints().to_vec();
    let slot = |name: &str| joints.iter().position(|joint| skeleton.name(usize::from(*joint)) == name).unwrap();
    let (left, right) = (slot("LeftFoot"), slot("RightFoot"));
    for frame in 0..motion.frame_count() {
        motion.edit_frame(frame, |row| row.translations[right] = row.translations[left]).unwrap();
    }
    let found = walk_of(&clip);
    assert!(found.steps.is_empty() && found.cycles.is_empty() && !found.is_regular());
    let words = walk_in_words(&found).join("; ");
    assert!(words.contains("touch-downs of the left foot") && words.contains("no cycle; no regular steps"), "{words}");

    let standing = walk_of(&walker(1, 12.0));
    assert_eq!(
        walk_in_words(&standing)[0],
        "0 touch-downs of the left foot, 0 touch-downs of the right foot, no cycle"
    );
}

#[test]
fn one_known_foot_has_its_stride_and_its_stance() {
    let names = [("RightUpLeg", "Coat1"), ("RightLeg", "Coat2"), ("RightFoot", "Coat3")];
    let text = names.into_iter().fold(walker_text(400, 12.0), |text, (foot, other)| text.replace(foot, other));
    let found = walk_of(&marey::formats::parse("a.bvh", text.as_bytes(), marey::Limits::default()).unwrap());
    assert!(found.ankles[0].is_some() && found.ankles[1].is_none() && found.steps.is_empty(), "{found:?}");
    for row in table(&found) {
        let expected = match row.number {
            Number::StrideLength | Number::Speed => Some(1.2),
            Number::StrideTime => Some(1.0),
            Number::Cadence => Some(120.0),
            Number::Stance | Number::Swing => Some(50.0),
            _ => None,
        };
        assert_eq!((row.left.mean.is_some(), row.right.n), (expected.is_some(), 0), "{:?}: {row:?}", row.number);
        let apart = row.left.mean.zip(expected).map_or(0.0, |(mean, expected)| mean / expected - 1.0);
        assert!(apart.abs() < 0.1, "{:?}: {row:?}", row.number);
    }
    assert_eq!(walk_in_words(&found)[0], format!("{} left cycles", found.cycles.len()));
}

#[test]
fn unit_and_up_axis_of_a_file_do_not_matter() {
    let mut clip = walker(400, 12.0);
    (clip.source.metres_per_unit, clip.source.up) = (Some(0.01), Some(Axis::Y));
    let mut wanted = Excerpt::default();
    // Half as many units: no number is rounded.
    (wanted.metres_per_unit, wanted.up) = (Some(0.02), Some(Axis::Z));
    let other = excerpt(&clip, &wanted).unwrap();
    assert_ne!(other.skeleton.rest_translations(), clip.skeleton.rest_translations());
    let [own, turned] = [&clip, &other].map(|clip| analyse(&Subject::new(clip, 0).unwrap(), &GaitOptions::default()));
    // Frames are 32-bit numbers: a millionth of a number, and of half a turn.
    let same = |a: f64, b: f64, size: f64| a == b || (a - b).abs() < 1e-6 * size || a.is_nan() && b.is_nan();
    for (a, b) in table(&own.walk).iter().zip(table(&turned.walk)) {
        for (a, b) in [(a.left, b.left), (a.right, b.right)] {
            assert!(a.n == b.n && a.mean.is_some() == b.mean.is_some(), "{a:?} {b:?}");
            let (a, b) = (a.mean.unwrap_or(0.0), b.mean.unwrap_or(0.0));
            assert!(same(a, b, a.abs().max(1.0)), "{a:?} {b:?}");
        }
    }
    let (own, turned) = (own.angles.unwrap(), turned.angles.unwrap());
    assert!(own.series.len() > 10 && own.zero == turned.zero);
    for (a, b) in own.series.iter().zip(&turned.series) {
        let apart = a.degrees.iter().zip(&b.degrees).position(|(a, b)| !same(*a, *b, 180.0));
        assert_eq!((a.angle, a.side, apart), (b.angle, b.side, None));
    }
}
