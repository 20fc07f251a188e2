//! One test a step and a trap, on a motion of our own that is damaged by our own hand.

use glam::{EulerRot, Quat, Vec3};
use marey::model::{Clip, Mark, MarkKind, Motion};
use marey_study::mend::{FaultKind, FaultPlace, MendError, Mended, Outcome, Report, Spikes, Step, Steps, find, mend};
use support::moving::{PERSON, dancer, squats};
use support::walker::walker;

/// Joints of [`PERSON`].
const HIPS: u16 = 0;
const LEFT_THIGH: u16 = 1;
const LEFT_SHIN: u16 = 2;
const LEFT_ARM: u16 = 13;
const RIGHT_HAND: u16 = 19;

fn with_motion(clip: &Clip, change: impl FnOnce(&mut Motion)) -> Clip {
    let mut clip = clip.clone();
    change(&mut clip.behaviours[0].motion);
    clip
}

/// Changes the rotation of a joint in some frames.
fn turned(clip: &Clip, joint: u16, frames: std::ops::RangeInclusive<usize>, turn: impl Fn(Quat) -> Quat) -> Clip {
    with_motion(clip, |motion| {
        for frame in frames {
            motion
                .edit_frame(frame, |row| row.rotation_mut(joint).into_iter().for_each(|own| *own = turn(*own)))
                .unwrap();
        }
    })
}

/// Holds joints as they are in the frame before `first`.
fn frozen(clip: &Clip, joints: &[u16], first: usize, last: usize) -> Clip {
    let mut clip = clip.clone();
    for joint in joints {
        let held = rotation(&clip, *joint, first - 1);
        clip = turned(&clip, *joint, first..=last, |_| held);
    }
    clip
}

fn rotation(clip: &Clip, joint: u16, frame: usize) -> Quat {
    let motion = &clip.behaviours[0].motion;
    let slot = motion.rotations().joints().iter().position(|own| *own == joint).unwrap();
    motion.rotation(frame, slot).unwrap()
}

/// Small turns, the same each time, that are no motion.
fn noisy(clip: &Clip, degrees: f32) -> Clip {
    let mut state = 7_u32;
    let mut random = move || {
        // Twelve even numbers make a normal one, nearly.
        let mut sum = -6.0;
        for _ in 0..12 {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            sum += (state >> 8) as f32 / (1 << 24) as f32;
        }
        sum
    };
    with_motion(clip, |motion| {
        for frame in 0..motion.frame_count() {
            motion
                .edit_frame(frame, |row| {
                    for own in row.rotations.iter_mut() {
                        let way = Vec3::new(random(), random(), random()) * degrees.to_radians();
                        *own = (*own * Quat::from_scaled_axis(way)).normalize();
                    }
                })
                .unwrap();
        }
    })
}

/// The largest distance of a joint between two motions, in shares of 1.75 m.
fn apart(a: &Clip, b: &Clip) -> f32 {
    let frames = a.behaviours[0].motion.frame_count();
    assert_eq!(frames, b.behaviours[0].motion.frame_count());
    let of_frame = |frame| {
        let (a, b) = (a.positions(0, frame).unwrap(), b.positions(0, frame).unwrap());
        a.iter().zip(&b).map(|(a, b)| a.distance(*b)).fold(0.0, f32::max)
    };
    (0..frames).map(of_frame).fold(0.0, f32::max)
}

fn mended(clip: &Clip, steps: &Steps) -> Mended {
    let mended = mend(clip, 0, steps).unwrap();
    assert_eq!(find(clip, 0, steps).unwrap(), mended.report);
    mended
}

fn marks(report: &Report) -> Vec<(FaultKind, u16, usize, usize)> {
    report.marks.iter().map(|mark| (mark.kind, mark.joint, mark.first, mark.last)).collect()
}

fn outcome(report: &Report, step: Step) -> Outcome {
    report.step(step).unwrap().outcome
}

#[test]
fn a_motion_without_faults_keeps_its_bits() {
    for clip in [dancer(240), squats(200), walker(200, 12.0)] {
        let mended = mended(&clip, &Steps::default());
        assert!(!mended.report.changed, "{}: {:?}", clip.name, mended.report);
        assert_eq!(mended.clip, clip);
    }
}

#[test]
fn signs_of_quaternions_mean_nothing() {
    let clip = dancer(200);
    let flipped = turned(&turned(&clip, LEFT_ARM, 60..=90, |own| -own), HIPS, 100..=100, |own| -own);
    let mended = mended(&flipped, &Steps::default().spikes(Spikes::All));
    assert_eq!(marks(&mended.report), []);
    assert_eq!(mended.clip, flipped);
}

#[test]
fn whole_turns_of_euler_angles_mean_nothing() {
    let wrapped = |turns: i32| {
        let angle =
            |frame: i32| 170.0 + f64::from(frame) * 0.5 + 360.0 * f64::from(if frame % 7 > 3 { turns } else { 0 });
        let rows: Vec<String> = (0..120).map(|frame| format!("0 90 {} {} 10 -20", frame, angle(frame))).collect();
        let head =
            "HIERARCHY ROOT Hips { OFFSET 0 0 0 CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
            End Site { OFFSET 0 10 0 } } MOTION\nFrames: 120\nFrame Time: 0.02\n";
        marey::formats::parse("a.bvh", format!("{head}{}\n", rows.join("\n")).as_bytes(), marey::Limits::default())
            .unwrap()
    };
    let report = find(&wrapped(1), 0, &Steps::default().spikes(Spikes::All)).unwrap();
    assert_eq!((marks(&report), report.changed), (vec![], false));
}

#[test]
fn what_the_file_lacks_is_filled() {
    let clip = dancer(240);
    let mut held = frozen(&clip, &[LEFT_ARM, LEFT_ARM + 1], 100, 105);
    for joint in [LEFT_ARM, LEFT_ARM + 1] {
        let (kind, joint, text) = (MarkKind::Missing, Some(joint), String::new());
        held.about.marks.push(Mark { kind, behaviour: 0, joint, first: 100, last: 105, at: 100, text });
    }
    let mended = mended(&held, &Steps::default());
    assert_eq!(
        marks(&mended.report),
        [(FaultKind::Missing, LEFT_ARM, 100, 105), (FaultKind::Missing, LEFT_ARM + 1, 100, 105)]
    );
    assert!(apart(&mended.clip, &clip) < 0.4 * apart(&held, &clip));
    assert_eq!(mended.report.step(Step::Gaps).unwrap().done, "Filled 6 frames.");
    assert!(
        mended
            .clip
            .about
            .notes
            .iter()
            .any(|(heading, text)| heading == marey_write::MENDED && text == "Filled 6 frames.")
    );
}

#[test]
fn values_that_are_no_numbers_are_marked_by_the_reader_of_bvh() {
    let row = |frame: usize| match frame {
        40..=44 => format!("0 90 {frame} 0 0 0 nan nan nan"),
        60 => format!("nan nan nan 0 0 0 0 {} 0", frame * 2 % 50),
        _ => format!("0 90 {frame} 0 0 0 {} {} 0", frame * 3, frame * 2 % 50),
    };
    let rows: Vec<String> = (0..100).map(row).collect();
    let head =
        "HIERARCHY ROOT Hips { OFFSET 0 0 0 CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
        JOINT Chest { OFFSET 0 10 0 CHANNELS 3 Zrotation Xrotation Yrotation End Site { OFFSET 0 10 0 } } }
        MOTION\nFrames: 100\nFrame Time: 0.02\n";
    let text = format!("{head}{}\n", rows.join("\n"));
    let clip = marey::formats::parse("a.bvh", text.as_bytes(), marey::Limits::default()).unwrap();
    let found: Vec<_> = clip.about.marks.iter().map(|mark| (mark.kind, mark.joint, mark.first, mark.last)).collect();
    assert_eq!(found, [(MarkKind::Missing, Some(1), 40, 44), (MarkKind::Missing, Some(0), 60, 60)]);
    let mended = mended(&clip, &Steps::none().gaps(true));
    let place = mended.clip.behaviours[0].motion.translations().row(60)[0];
    assert!(place.distance(Vec3::new(0.0, 90.0, 60.0)) < 0.01, "{place}");
}

#[test]
fn zeros_and_frozen_limbs_are_gaps() {
    let clip = dancer(240);
    let zero = [LEFT_ARM, LEFT_ARM + 1]
        .into_iter()
        .fold(clip.clone(), |clip, joint| turned(&clip, joint, 80..=87, |_| Quat::IDENTITY));
    let zero = mended(&zero, &Steps::default()).report;
    assert_eq!(marks(&zero), [(FaultKind::Zero, LEFT_ARM, 80, 87), (FaultKind::Zero, LEFT_ARM + 1, 80, 87)]);
    let limb = [LEFT_THIGH, LEFT_SHIN];
    let frozen = mended(&frozen(&clip, &limb, 150, 161), &Steps::default());
    assert_eq!(marks(&frozen.report), limb.map(|joint| (FaultKind::Frozen, joint, 150, 161)));
    assert!(frozen.report.marks.iter().all(|mark| mark.filled && !mark.guess));
}

#[test]
fn a_hinge_at_its_limit_is_no_gap() {
    // The knee is straight, at exactly zero, once a step, and comes there fast.
    let clip = dancer(240);
    let knee = with_motion(&clip, |motion| {
        for frame in 0..240 {
            let bend = (50.0 * (frame as f32 * 0.2).sin()).max(0.0).to_radians();
            motion
                .edit_frame(frame, |row| *row.rotation_mut(LEFT_SHIN).unwrap() = Quat::from_rotation_x(bend))
                .unwrap();
        }
    });
    let mended = mended(&knee, &Steps::default());
    assert_eq!(marks(&mended.report), []);
    assert_eq!(mended.clip, knee);
}

#[test]
fn a_pose_for_reference_at_the_origin_is_no_gap_and_hips_at_the_origin_are() {
    let clip = dancer(240);
    let at_origin = |frames: std::ops::RangeInclusive<usize>| {
        with_motion(&clip, |motion| {
            frames.for_each(|frame| motion.edit_frame(frame, |row| row.translations[0] = Vec3::ZERO).unwrap());
        })
    };
    assert_eq!(marks(&find(&at_origin(0..=0), 0, &Steps::default()).unwrap()), []);
    let mended = mended(&at_origin(120..=127), &Steps::default());
    assert_eq!(marks(&mended.report), [(FaultKind::Origin, HIPS, 120, 127)]);
    assert!(apart(&mended.clip, &clip) < 2.0, "{}", apart(&mended.clip, &clip));
}

#[test]
fn a_body_that_stands_still_is_told_and_not_filled() {
    let clip = dancer(240);
    let joints: Vec<u16> = clip.behaviours[0].motion.rotations().joints().to_vec();
    let held = frozen(&clip, &joints, 100, 130);
    let mended = mended(&held, &Steps::default());
    assert_eq!(marks(&mended.report), [(FaultKind::Held, HIPS, 100, 130)]);
    assert!(!mended.report.marks[0].filled);
    assert_eq!(mended.clip, held);
}

#[test]
fn a_long_fill_is_called_a_guess() {
    let clip = dancer(400);
    let report = mended(&frozen(&clip, &[LEFT_THIGH, LEFT_SHIN], 150, 194), &Steps::default()).report;
    assert!(
        report.marks.iter().all(|mark| mark.guess && mark.filled) && !report.marks.is_empty(),
        "{:?}",
        report.marks
    );
    assert_eq!(report.step(Step::Gaps).unwrap().done, "Filled 45 frames. A guess: 0.75 s were missing.");
}

#[test]
fn spikes_of_joints_are_offered_and_those_of_the_root_filled() {
    let clip = dancer(240);
    let turn = Quat::from_euler(EulerRot::XYZ, 0.5, 0.7, -0.2);
    let spiked = turned(&clip, RIGHT_HAND, 100..=102, |own| (own * turn).normalize());
    let spiked = with_motion(&spiked, |motion| motion.edit_frame(50, |row| row.translations[0].x += 60.0).unwrap());
    let all = [(FaultKind::RootSpike, HIPS, 50, 50), (FaultKind::Spike, RIGHT_HAND, 100, 102)];
    let by_default = mended(&spiked, &Steps::default());
    assert_eq!(marks(&by_default.report), all);
    assert_eq!(by_default.report.marks.iter().map(|mark| mark.filled).collect::<Vec<_>>(), [true, false]);
    let every = mended(&spiked, &Steps::default().spikes(Spikes::All));
    assert!(apart(&every.clip, &clip) < 1.0, "{}", apart(&every.clip, &clip));
    // One by one.
    let place = |(kind, joint, first, last): (FaultKind, u16, usize, usize)| FaultPlace { kind, joint, first, last };
    let steps = Steps::default().also(vec![place(all[1])]).except(vec![place(all[0])]);
    let chosen = mended(&spiked, &steps).report;
    assert_eq!(chosen.marks.iter().map(|mark| mark.filled).collect::<Vec<_>>(), [false, true]);
}

#[test]
fn noise_starts_smoothing_and_half_of_it_goes() {
    let clip = dancer(300);
    let noisy = noisy(&clip, 0.5);
    let mended = mended(&noisy, &Steps::default());
    assert_eq!(outcome(&mended.report, Step::Smooth), Outcome::Done);
    let told = mended.report.step(Step::Smooth).unwrap().value("noise_deg").unwrap();
    assert!((told - 0.5).abs() < 0.1, "{told}");
    assert!(apart(&mended.clip, &clip) < 0.7 * apart(&noisy, &clip));
    assert!(mended.report.after.acceleration_m_s2 < 0.3 * mended.report.before.acceleration_m_s2);
}

#[test]
fn feet_that_slide_are_held() {
    // The whole figure slides sideways at 5 cm a second.
    let slid = with_motion(&squats(200), |motion| {
        for frame in 0..200 {
            motion.edit_frame(frame, |row| row.translations[0].x += 5.0 * frame as f32 / 60.0).unwrap();
        }
    });
    let by_default = mended(&slid, &Steps::default());
    assert!(!by_default.report.changed);
    let held = mended(&slid, &Steps::default().feet(true)).report;
    let feet = held.step(Step::Feet).unwrap();
    assert!(feet.value("slide_before_mm_s").unwrap() > 40.0, "{feet:?}");
    assert!(feet.value("slide_after_mm_s").unwrap() < 1.0, "{feet:?}");
}

#[test]
fn feet_are_held_after_smoothing() {
    let mended = mended(&noisy(&squats(200), 0.5), &Steps::default().feet(true));
    assert_eq!(outcome(&mended.report, Step::Smooth), Outcome::Done);
    let after = mended.report.step(Step::Feet).unwrap().value("slide_after_mm_s").unwrap();
    assert!(after < 1.0, "{after}");
}

#[test]
fn a_cycle_closes_and_stays_in_place() {
    let clip = walker(170, 12.0);
    let looped = mended(&clip, &Steps::default().cycle(true).least_cycle(0.8).in_place(true));
    let cycle = looped.report.step(Step::Cycle).unwrap();
    let frames = cycle.value("last").unwrap() - cycle.value("first").unwrap();
    assert!((frames / 50.0 - 1.0).abs() < 0.03, "the walk repeats each second: {frames}");
    assert_eq!(looped.clip.behaviours[0].motion.frame_count() as f64, frames);
    assert!(cycle.value("seam_mm").unwrap() <= cycle.value("worst_mm").unwrap());
    let root = |frame: usize| looped.clip.positions(0, frame).unwrap()[0];
    assert!((root(frames as usize - 1) - root(0)).with_y(0.0).length() < 0.1);
}

#[test]
fn trimming_and_resampling_come_first() {
    let report = mended(&dancer(240), &Steps::default().trim(60..=179).resample(30.0)).report;
    assert_eq!((report.first_frame, report.frames, report.rate), (60, 60, 30.0));
    assert_eq!((outcome(&report, Step::Trim), outcome(&report, Step::Resample)), (Outcome::Done, Outcome::Done));
    assert!(!report.changed);
}

#[test]
fn resampled_frames_lie_on_curves_and_those_of_the_file_stay() {
    let clip = dancer(240);
    let at = |clip: &Clip, rate: f64| mend(clip, 0, &Steps::none().resample(rate)).unwrap().clip;
    let rate = clip.behaviours[0].motion.even_frame_time().unwrap().recip();
    let twice = at(&clip, 2.0 * rate);
    assert_eq!(apart(&at(&twice, rate), &clip), 0.0);
    // Every second frame is left out and found again, on curves and on chords.
    let again = at(&at(&clip, rate / 2.0), rate);
    let mut wanted = marey_write::Excerpt::default();
    wanted.rate = Some(rate / 2.0);
    let half = marey_write::excerpt(&clip, &wanted).unwrap();
    wanted.rate = Some(rate);
    let chords = marey_write::excerpt(&half, &wanted).unwrap();
    let whole = mend(&clip, 0, &Steps::none().trim(0..=again.behaviours[0].motion.frame_count() - 1)).unwrap().clip;
    assert!(
        apart(&again, &whole) < 0.3 * apart(&chords, &whole),
        "{} {}",
        apart(&again, &whole),
        apart(&chords, &whole)
    );
}

#[test]
fn faults_are_mended_before_other_frames_are_made_of_them() {
    let clip = dancer(240);
    let arm = [LEFT_ARM, LEFT_ARM + 1];
    let zero = arm.into_iter().fold(clip.clone(), |clip, joint| turned(&clip, joint, 80..=87, |_| Quat::IDENTITY));
    let rate = clip.behaviours[0].motion.even_frame_time().unwrap().recip();
    let steps = Steps::default().spikes(Spikes::All);
    let spike = turned(&zero, RIGHT_HAND, 121..=121, |turn| turn * Quat::from_rotation_x(2.0));
    let first = mended(&spike, &steps);
    for (share, gap, spike_frames) in
        [(0.5, (40, 43), (61, 61)), (2.0, (159, 175), (241, 243)), (0.7, (56, 61), (85, 85))]
    {
        let later = mended(&first.clip, &Steps::none().resample(rate * share));
        let at_once = mended(&spike, &steps.clone().resample(rate * share));
        assert!(apart(&at_once.clip, &later.clip) < 1e-4, "{share}");
        let found = [
            (FaultKind::Zero, LEFT_ARM, gap.0, gap.1),
            (FaultKind::Zero, LEFT_ARM + 1, gap.0, gap.1),
            (FaultKind::Spike, RIGHT_HAND, spike_frames.0, spike_frames.1),
        ];
        assert_eq!(marks(&at_once.report), found, "{share}");
        // A finding is called by the frames in which it is told.
        let except =
            vec![FaultPlace { kind: FaultKind::Spike, joint: RIGHT_HAND, first: spike_frames.0, last: spike_frames.1 }];
        let without = mended(&spike, &steps.clone().resample(rate * share).except(except)).report;
        assert_eq!(without.marks.iter().map(|mark| mark.filled).collect::<Vec<_>>(), [true, true, false], "{share}");
    }
}

#[test]
fn what_is_no_person_has_no_feet_and_no_floor() {
    let clip = walker(60, 10.0);
    let pole = {
        let names: Vec<String> = (0..clip.skeleton.len()).map(|joint| format!("part{joint}")).collect();
        let mut text = marey_write::bvh(&clip, 0, &marey_write::BvhOptions::default()).unwrap();
        for (joint, name) in names.iter().enumerate().rev().filter(|(joint, _)| clip.skeleton.is_joint(*joint)) {
            text = text.replace(&format!(" {}\n", clip.skeleton.name(joint)), &format!(" {name}\n"));
        }
        marey::formats::parse("pole.bvh", text.as_bytes(), marey::Limits::default()).unwrap()
    };
    let report = find(&pole, 0, &Steps::default().feet(true).level(true)).unwrap();
    assert!(!report.person && !report.changed);
    for step in [Step::Level, Step::Feet] {
        assert_eq!(
            (outcome(&report, step), report.step(step).unwrap().found.as_str()),
            (Outcome::Impossible, "Not a person.")
        );
    }
}

#[test]
fn a_floor_that_few_soles_touch_is_not_known() {
    let report = find(&squats(200), 0, &Steps::default().level(true)).unwrap();
    assert_eq!(report.step(Step::Level).unwrap().found, "Too few steps to know the floor.");
}

#[test]
fn uneven_keys_are_refused_with_the_rate_that_helps() {
    let uneven =
        with_motion(&dancer(3), |motion| motion.set_time(marey::model::Time::Keys(vec![0.0, 0.1, 0.3])).unwrap());
    assert_eq!(mend(&uneven, 0, &Steps::default()).unwrap_err(), MendError::Uneven { rate: 30.0 });
    assert!(mend(&uneven, 0, &Steps::default().resample(30.0)).is_ok());
    assert_eq!(mend(&uneven, 1, &Steps::default()).unwrap_err(), MendError::NoMotion);
    assert_eq!(PERSON[usize::from(LEFT_ARM)].0, "LeftArm");
}

#[test]
fn points_that_were_not_seen_are_filled_and_those_below_stay() {
    let clip = dancer(240);
    let npy =
        |clip: &Clip| marey::formats::parse("a.npy", &marey_write::npy(clip, 0).unwrap(), marey::Limits::default());
    let whole = npy(&clip).unwrap();
    let mut lost = clip.clone();
    let joints = clip.skeleton.len();
    let mut seen = vec![u8::MAX; 240 * joints];
    (100..=105).for_each(|frame| seen[frame * joints + usize::from(LEFT_SHIN)] = 0);
    lost.visibility = vec![seen];
    let read = npy(&lost).unwrap();
    let mended = mended(&read, &Steps::default());
    let row = 100 * read.skeleton.len();
    let joint = (0..read.skeleton.len()).find(|joint| read.visibility[0][row + joint] == 0).unwrap() as u16;
    assert_eq!(marks(&mended.report), [(FaultKind::Missing, joint, 100, 105)]);
    assert!(mended.clip.visibility.is_empty(), "it has a place now");
    for frame in 0..240 {
        let (now, before) = (mended.clip.positions(0, frame).unwrap(), whole.positions(0, frame).unwrap());
        for (index, (now, before)) in now.iter().zip(before).enumerate() {
            let most = if index == usize::from(joint) { 0.2 } else { 1e-5 };
            assert!(now.distance(before) < most, "joint {index}, frame {frame}: {now} {before}");
        }
    }
    // What is not filled is not seen either.
    let left = mend(&read, 0, &Steps::none().in_place(true)).unwrap();
    assert!(left.report.changed && left.clip.visibility == read.visibility);
}

#[test]
fn values_that_are_no_numbers_are_marked_by_the_reader_of_acclaim() {
    let skeleton = ":version 1.10\n:name a\n:units\n mass 1.0\n length 1.0\n angle deg\n:root\n order TX TY TZ RX RY RZ\n axis XYZ\n position 0 0 0\n orientation 0 0 0\n\
        :bonedata\n begin\n id 1\n name arm\n direction 0 1 0\n length 10\n axis 0 0 0 XYZ\n dof rx ry rz\n end\n\
        begin\n id 2\n name hand\n direction 0 1 0\n length 10\n axis 0 0 0 XYZ\n dof rx\n end\n:hierarchy\n begin\n root arm\n arm hand\n end\n";
    let frame = |number: usize| {
        let arm = if (40..=44).contains(&number) { "arm nan nan nan\n".into() } else { format!("arm {number} 0 0\n") };
        let hand = if number == 60 { String::new() } else { format!("hand {}\n", number * 2) };
        format!("{number}\nroot 0 90 {number} 0 0 0\n{arm}{hand}")
    };
    let motion: String = (1..=100).map(frame).collect();
    let files = [("a.asf", skeleton.to_owned()), ("a.amc", format!(":FULLY-SPECIFIED\n:DEGREES\n{motion}"))];
    let clip = support::read_files(&files).unwrap();
    let joint = |name: &str| clip.skeleton.find(name).unwrap() as u16;
    let found: Vec<_> = clip.about.marks.iter().map(|mark| (mark.kind, mark.joint, mark.first, mark.last)).collect();
    let missing = |name: &str, first: usize, last: usize| (MarkKind::Missing, Some(joint(name)), first, last);
    assert_eq!(found, [missing("arm", 39, 43), missing("hand", 59, 59)]);
    let mended = mended(&clip, &Steps::none().gaps(true));
    for (name, frame, degrees) in [("arm", 41, 42.0_f32), ("hand", 59, 120.0)] {
        let turn = rotation(&mended.clip, joint(name), frame);
        let apart = turn.angle_between(Quat::from_rotation_x(degrees.to_radians())).to_degrees();
        assert!(apart < 0.1, "{name}: {apart}");
    }
}
