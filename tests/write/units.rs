//! A figure is as tall when it is read back, also from formats that state no unit.

use marey::body::survey;
use marey::model::{Clip, Confidence};
use marey_write::{Choice, Conversion, Target, TargetOptions, convert};

use crate::clips;
use support::read_set;
use support::runs::corpus;

/// The height of a person in metres; `None` if the unit or the height is not known.
fn stature(clip: &Clip) -> Option<f64> {
    let scale = survey(&clip.skeleton, &clip.behaviours[0].motion, clip.source.up).scale(&clip.source);
    scale.stature.filter(|_| matches!(scale.confidence, Confidence::Sure | Confidence::Likely))
}

/// The extent of a figure in units of its file, rounded.
fn size(clip: &Clip) -> f32 {
    survey(&clip.skeleton, &clip.behaviours[0].motion, clip.source.up).size.round()
}

/// The clip read back from a target, and what was chosen for it.
fn back(clip: &Clip, target: Target, options: &Conversion) -> (Clip, Vec<Choice>) {
    let mut options = options.clone();
    options.behaviour = Some(0);
    let (part, choices) = convert(clip, target, &options).unwrap();
    let files = target.files(&part, &TargetOptions::default()).unwrap();
    let files: Vec<_> = target.extensions().iter().map(|extension| format!("a.{extension}")).zip(files).collect();
    (read_set(&files).remove(0).1.unwrap(), choices)
}

fn in_unit(metres: f64) -> Conversion {
    let mut options = Conversion::default();
    options.source_metres = Some(metres);
    options
}

#[test]
fn a_unit_that_would_be_guessed_wrong_becomes_centimetres() {
    let clip = clips::clip("bvh", "reference_frame");
    let own = stature(&clip).unwrap();
    for target in [Target::Bvh, Target::Asf] {
        let (same, choices) = back(&clip, target, &in_unit(0.01));
        assert_eq!((size(&same), choices), (size(&clip), Vec::new()), "{target:?}");
        let (scaled, choices) = back(&clip, target, &in_unit(0.0125));
        assert_eq!(choices, [Choice::Readable(0.01)], "{target:?}");
        assert!((stature(&scaled).unwrap() / own - 1.25).abs() < 1e-4, "{target:?}");
        let mut asked = in_unit(0.0125);
        asked.metres_per_unit = Some(0.0125);
        let (asked, choices) = back(&clip, target, &asked);
        assert_eq!((size(&asked), choices), (size(&clip), Vec::new()), "the user knows better");
    }
    assert!(back(&clip, Target::X3d, &in_unit(0.0125)).1.is_empty(), "HAnim is in metres");
}

#[test]
fn an_asf_keeps_its_factor_and_its_unit() {
    let mut clip = clips::clip("bvh", "reference_frame");
    // A person of 168 written units of 1 cm, which the clip has multiplied.
    clip.source.length_factor = 2.0;
    let options = in_unit(0.01);
    let (part, choices) = convert(&clip, Target::Asf, &options).unwrap();
    assert_eq!((part.source.length_factor, part.source.metres_per_unit, choices), (2.0, Some(0.02), Vec::new()));
}

#[test]
#[ignore = "needs MAREY_CORPUS"]
fn real_people_are_as_tall_when_they_are_read_back() {
    let (mut count, mut changed, mut failures) = (0, 0, Vec::new());
    for format in ["acclaim", "bvh", "hanim"] {
        for (name, clip) in crate::corpus::clips(&corpus().join("corpus").join(format)) {
            let Some(own) = clip.behaviours.first().and_then(|_| stature(&clip)) else { continue };
            for target in [Target::Bvh, Target::Asf] {
                let (read, choices) = back(&clip, target, &Conversion::default());
                changed += usize::from(choices.iter().any(|choice| matches!(choice, Choice::Readable(_))));
                count += 1;
                let found = stature(&read).unwrap_or(0.0);
                // By a root that is added above two roots the legs are measured longer by 1.3 %.
                if (found / own - 1.0).abs() > 0.015 {
                    failures.push(format!("{name} as {target:?}: {own} m becomes {found} m"));
                }
            }
        }
    }
    eprintln!("{count} written, {changed} of them in centimetres");
    assert!(count > 60 && failures.is_empty(), "{count}\n{}", failures.join("\n"));
}
