//! What is done with a clip that has been read: each function is a target, and panics where a promise is broken.

use marey::body::ContactOptions;
use marey::body::Subject;
use marey::glam::DVec2;
use marey::look::Theme;
use marey::model::{Axis, Clip};
use marey_link::{LinkError, Quality};
use marey_stage::scene::Scene;
use marey_study::compare::{self, CommonJoints, Timing, best_offset, common_joints, warp};
use marey_study::gait::{ChartOptions, GaitOptions, Zero, analyse, chart};
use marey_study::measure::{self, Measure, measure_with};
use marey_study::picture::{Colouring, Figure, Painter, Reading, Selection, Sheet, Spacing};
use marey_study::retarget::{Feet, Options, Retarget, measures};
use marey_write::{Moments, Space, Target, TargetOptions, WriteClip};

use super::super::check_clip::check_clip;
use super::super::choices::Choices;
use super::super::{made, read_set};
use super::packed;

/// Units and times as a caller may ask for them.
const ODD: [f64; 12] = [0.0, 1.0, -1.0, 0.01, 24.0, 1e-9, 1e9, 1e300, -1e300, f64::NAN, f64::INFINITY, 0.5];

/// A clip made of sound ones is sound.
fn returned(clip: &Clip, of: &[&Clip]) {
    if of.iter().all(|one| check_clip(one).is_ok()) {
        check_clip(clip).unwrap();
    }
}

/// Another clip, or the same one.
fn other(clip: &Clip, choices: &mut Choices<'_>) -> Clip {
    if choices.once_in(4) { clip.clone() } else { made::clip(choices) }
}

/// A behaviour, or one that is not there.
fn behaviour(clip: &Clip, choices: &mut Choices<'_>) -> usize {
    if choices.once_in(16) { clip.behaviours.len() } else { choices.below(clip.behaviours.len()) }
}

pub fn retarget(source: &Clip, choices: &mut Choices<'_>) {
    let target = other(source, choices);
    let options = Options::default().feet(choices.pick(&[Feet::Free, Feet::Follow, Feet::Still]));
    let behaviour = behaviour(source, choices);
    let mut retarget = match Retarget::new(source, behaviour, &target, &options) {
        Ok(retarget) => retarget,
        Err(refusal) => return assert!(!refusal.to_string().is_empty()),
    };
    assert!(retarget.notes().iter().all(|note| !note.to_string().is_empty()));
    let plan = retarget.plan().clone();
    if let Ok(clip) = retarget.clip() {
        returned(&clip, &[source, &target]);
        assert_eq!(clip.behaviours[0].motion.time(), source.behaviours[behaviour].motion.time());
        measures(&retarget, &clip);
    }
    if let Ok(clip) = Retarget::further(&plan, source, behaviour, &target).map(|mut more| more.clip()) {
        clip.iter().for_each(|clip| returned(clip, &[source, &target]));
    }
}

pub fn compare(a: &Clip, choices: &mut Choices<'_>) {
    let b = other(a, choices);
    let (one, two) = (behaviour(a, choices), behaviour(&b, choices));
    let subjects = (Subject::new(a, one), Subject::new(&b, two));
    let (Ok(mut subject_a), Ok(mut subject_b)) = subjects else { return };
    if choices.once_in(4) {
        subject_a = subject_a.with_space(choices.pick(&ODD), choices.pick(&Axis::ALL));
        subject_b = subject_b.with_space(choices.pick(&ODD), choices.pick(&Axis::ALL));
    }
    let common = common_joints(&subject_a, &subject_b).unwrap_or(CommonJoints { pairs: Vec::new(), ..none() });
    let offset = Timing::Offset(choices.pick(&ODD));
    let mut timings = vec![offset];
    // For long motions both take seconds, which are bounded.
    let short = [&subject_a, &subject_b].iter().all(|one| one.motion().duration() < 20.0);
    let warp = short.then(|| warp(&subject_a, &subject_b, &common));
    if short {
        let best = best_offset(&subject_a, &subject_b, &common);
        timings.extend(best.map(|best| Timing::Offset(best.offset)));
        timings.extend(warp.as_ref().map(Timing::Warp));
    }
    for timing in timings {
        if let Ok(compared) = compare::compare(&subject_a, &subject_b, &common, timing) {
            assert!(!compared.moments.is_empty() && compared.joints.len() == common.pairs.len());
        }
    }
}

fn none() -> CommonJoints {
    let clip = made::clip(&mut Choices::of_bytes(&[]));
    let subject = Subject::new(&clip, 0).unwrap();
    common_joints(&subject, &subject).unwrap()
}

pub fn measure(clip: &Clip, choices: &mut Choices<'_>) {
    let Ok(subject) = Subject::new(clip, behaviour(clip, choices)) else { return };
    let zero = choices.pick(&[Zero::Usual, Zero::RestPose, Zero::Straightest, Zero::Frame(3)]);
    let gait = analyse(&subject, &GaitOptions::default().zero(zero));
    if let Ok(angles) = &gait.angles {
        assert!(angles.series.iter().all(|series| series.degrees.len() == angles.times.len()));
        chart(&gait, &ChartOptions::default());
    }
    let ankles = measure::ankles(&subject);
    let joints = clip.skeleton.len();
    let mut joint = || choices.below(joints + 1);
    let (a, b, c) = (joint(), joint(), joint());
    let foot = ankles.first().copied().unwrap_or(a);
    let all = [
        Measure::Distance(a, b),
        Measure::Angle(a, b, c),
        Measure::Vertical(a, b),
        Measure::Height(a),
        Measure::Speed(a),
        Measure::Acceleration(b),
        Measure::AngularSpeed(c),
        Measure::CentreHeight,
        Measure::CentreSpeed,
        Measure::StepLength,
        Measure::StepWidth,
        Measure::Cadence,
        Measure::Planted(foot),
        Measure::Slide(foot),
    ];
    let [speed, height] = [0; 2].map(|_: u8| choices.number());
    let contacts = ContactOptions::default();
    let contacts = if choices.once_in(2) { contacts.speed(speed).height(height) } else { contacts };
    let measured = measure_with(&subject, &all, &contacts);
    assert_eq!(measured.values.len(), all.len());
    assert!(measured.values.iter().all(|values| values.len() == measured.times.len()));
}

/// Counts what is painted, and refuses what no canvas takes.
struct Canvas;

impl Painter for Canvas {
    fn polygon(&mut self, points: &[DVec2], _: [u8; 3], opacity: f64) {
        assert!(points.iter().all(|point| point.is_finite()) && (0.0..=1.0).contains(&opacity));
    }

    fn ellipse(&mut self, centre: DVec2, radii: DVec2, turn: f64, _: [u8; 3]) {
        assert!(centre.is_finite() && radii.is_finite() && turn.is_finite());
    }

    fn lines(&mut self, lines: &[Vec<DVec2>], width: f64, _: [u8; 3], _: f64) {
        assert!(lines.iter().flatten().all(|point| point.is_finite()) && width.is_finite());
    }

    fn fading_lines(&mut self, lines: &[[DVec2; 2]], width: f64, _: [u8; 3], centre: DVec2, reach: f64) {
        assert!(lines.as_flattened().iter().all(|point| point.is_finite()) && width.is_finite());
        assert!(centre.is_finite() && reach.is_finite());
    }
}

/// The longest number of a picture has seven digits before the point.
fn check_svg(svg: &str) {
    let number = |text: &str| text.bytes().filter(u8::is_ascii_digit).count() > 9;
    for path in svg.split(" d=\"").skip(1) {
        let data = path.split('"').next().unwrap_or_default();
        let odd = data.split(|letter: char| !letter.is_ascii_digit() && letter != '.').find(|one| number(one));
        assert_eq!(odd, None, "{data}");
        assert!(!data.contains("NaN") && !data.contains("inf"), "{data}");
    }
}

pub fn picture(clip: &Clip, choices: &mut Choices<'_>) {
    let mut reading = Reading::default().in_place(choices.once_in(4)).floor_at_zero(choices.once_in(4));
    if choices.once_in(3) {
        reading = reading.metres_per_unit(choices.pick(&ODD)).up(choices.pick(&Axis::ALL));
    }
    let Ok(mut figure) = Figure::new(clip, behaviour(clip, choices), &reading) else { return };
    let spacing = choices.pick(&[Spacing::Time, Spacing::Distance, Spacing::Contacts]);
    let mut selection = Selection::default().spacing(spacing).theme(choices.pick(&[Theme::Light, Theme::Dark]));
    selection = selection.colouring(choices.pick(&[Colouring::Fade, Colouring::Viridis, Colouring::Own]));
    if choices.once_in(2) {
        selection = selection.count(choices.pick(&[0, 1, 3, 100, usize::MAX]));
    }
    if choices.once_in(4) {
        selection = selection.span([choices.pick(&ODD), choices.pick(&ODD)]);
    }
    if choices.once_in(4) {
        selection = selection.at((0..choices.below(5)).map(|_| choices.pick(&ODD)).collect());
    }
    let sheet = Sheet::default().width(if choices.once_in(4) { choices.pick(&ODD) } else { 170.0 });
    if let Ok(layout) = figure.choose(&selection)
        && let Ok(svg) = figure.draw(&layout, &sheet)
    {
        check_svg(&svg);
    }
    let moment = choices.pick(&ODD);
    figure.poster(moment).iter().for_each(|svg| check_svg(svg));
    figure.paint_poster(moment, &mut Canvas).ok();
    assert!(figure.telling().liveliness.is_finite() && figure.travel().is_finite());
}

pub fn stage(clip: &Clip, choices: &mut Choices<'_>) {
    let Ok(unpacked) = marey_stage::pack::unpack(&packed(clip)) else { return };
    let mut scene = Scene::new();
    scene.set_viewport(320.0, 240.0);
    scene.show(unpacked);
    let joints = clip.skeleton.len();
    for _ in 0..4 {
        scene.clock.seek(choices.pick(&ODD));
        scene.camera.zoom(choices.number(), choices.share(), choices.share());
        scene.camera.orbit(choices.number(), choices.number());
        scene.advance(choices.pick(&ODD));
        scene.settle();
        scene.view();
        scene.figure_on_screen();
        scene.pick(160.0, 120.0, 20.0);
        scene.joint_on_screen(choices.below(joints + 1));
    }
}

/// A sweep takes a while; a search that is stopped must not have panicked.
const MOST_SWEEPS: usize = 300;

pub fn pack(clip: &Clip, choices: &mut Choices<'_>) {
    let quality = match choices.below(8) {
        0 => Quality::TINY,
        1 => Quality::STANDARD,
        2 => Quality::FAITHFUL,
        3 => Quality::Bytes(usize::from(choices.byte()) * 20),
        4 => Quality::Mean(choices.number()),
        5 => Quality::P99(choices.number()),
        _ => Quality::Mean(20.0),
    };
    let mut sweeps = 0;
    let mut go_on = |share: f32| {
        assert!((0.0..=1.0).contains(&share));
        sweeps += 1;
        sweeps < MOST_SWEEPS
    };
    let as_file = choices.once_in(4);
    let (encoded, behaviours) = if as_file {
        (marey_link::encode_file(clip, quality, &mut go_on), clip.behaviours.len())
    } else {
        let mut excerpt = marey_link::Excerpt::whole(quality);
        excerpt.behaviour = behaviour(clip, choices);
        (marey_link::encode(clip, &excerpt, &mut go_on), 1)
    };
    let encoded = match encoded {
        Ok(encoded) => encoded,
        Err(LinkError::Cancelled) => return,
        Err(refusal) => return assert!(!refusal.to_string().is_empty()),
    };
    let report = encoded.report;
    let accuracy = [report.accuracy.mean_mm, report.accuracy.p99_mm, report.max_mm];
    assert!(accuracy.iter().all(|error| error.is_finite()), "{report:?}");
    let back = if as_file {
        marey_link::decode_file(&encoded.bytes, &marey::Limits::default())
    } else {
        marey_link::decode(&encoded.bytes, &marey_link::link_limits())
    };
    let back = back.unwrap();
    check_clip(&back).unwrap();
    assert_eq!((back.behaviours.len(), back.skeleton.len()), (behaviours, clip.skeleton.len()));
}

/// Decodes a payload with a valid length and checksum; the first byte chooses between link and file.
pub fn link(data: &[u8]) {
    let (kind, payload) = data.split_first().unwrap_or((&0, &[]));
    let bytes = wrapped(payload);
    let read = if kind % 2 == 0 {
        marey_link::decode(&bytes, &marey_link::link_limits())
    } else {
        marey_link::decode_file(&[b"Marey\x1A\r\n".as_slice(), &bytes].concat(), &marey::Limits::default())
    };
    match read {
        Ok(clip) => check_clip(&clip).unwrap(),
        Err(refusal) => assert!(!refusal.message().is_empty()),
    }
}

/// The payload of a packed motion.
pub fn payload(bytes: &[u8]) -> &[u8] {
    let length = 1 + bytes[1..].iter().position(|byte| byte & 0x80 == 0).unwrap() + 1;
    &bytes[length + 3..]
}

/// A packed motion with a valid length and checksum.
pub fn wrapped(payload: &[u8]) -> Vec<u8> {
    let mut head = vec![1];
    let mut rest = payload.len();
    while rest >= 0x80 {
        head.push(rest as u8 | 0x80);
        rest >>= 7;
    }
    head.push(rest as u8);
    let bit = |crc: u32, _| if crc & 0x0080_0000 == 0 { crc << 1 } else { crc << 1 ^ 0x0186_4CFB };
    let bytes = head.iter().chain(payload);
    let crc: u32 = bytes.fold(0x00B7_04CE, |crc, byte| (0..8).fold(crc ^ u32::from(*byte) << 16, bit));
    [&head, &crc.to_be_bytes()[1..], payload].concat()
}

pub fn excerpt(clip: &Clip, choices: &mut Choices<'_>) {
    let mut options = marey_write::Excerpt::default();
    options.behaviour = choices.once_in(3).then(|| behaviour(clip, choices));
    let frame = |choices: &mut Choices<'_>| choices.pick(&[0, 1, 3, 20, usize::MAX]);
    options.moments = match choices.below(3) {
        0 => Moments::All,
        1 => Moments::Frames(frame(choices)..=frame(choices)),
        _ => Moments::Seconds(choices.pick(&ODD)..=choices.pick(&ODD)),
    };
    options.rate = choices.once_in(3).then(|| choices.pick(&ODD));
    // A million frames are made without any limit, and take as long.
    let rate = options.rate.filter(|rate| rate.is_finite()).unwrap_or(0.0);
    if clip.behaviours.iter().any(|one| one.motion.duration() * rate > 1e4) {
        return;
    }
    let axis = |choices: &mut Choices<'_>| choices.pick(&Axis::ALL);
    if choices.once_in(3) {
        options.space = Some(Space { metres_per_unit: choices.pick(&ODD), up: axis(choices) });
    }
    options.metres_per_unit = choices.once_in(3).then(|| choices.pick(&ODD));
    options.up = choices.once_in(3).then(|| axis(choices));
    options.in_place = choices.once_in(3).then(|| choices.below(clip.skeleton.len() + 1) as u16);
    match marey_write::excerpt(clip, &options) {
        Ok(part) => returned(&part, &[clip]),
        Err(refusal) => assert!(!refusal.to_string().is_empty()),
    }
    let mut read = clip.clone();
    for mode in [marey::model::PositionMode::Add, marey::model::PositionMode::Replace] {
        read.set_position_mode(mode);
        returned(&read, &[clip]);
    }
}

pub fn mirror(clip: &Clip, _: &mut Choices<'_>) {
    match clip.mirror() {
        Ok(mirrored) => returned(&mirrored, &[clip]),
        Err(refusal) => assert!(!refusal.to_string().is_empty()),
    }
}

/// Files of a clip. What a reader would refuse, the writer refuses.
fn written(clip: &Clip, choices: &mut Choices<'_>, targets: &[Target]) {
    let mut options = TargetOptions::default();
    options.bvh.portable = choices.once_in(2);
    let sound = check_clip(clip).is_ok();
    for target in targets {
        let files = match target.files(clip, &options) {
            Ok(files) => files,
            Err(refusal) => {
                assert!(!refusal.to_string().is_empty());
                continue;
            }
        };
        let is_read = !matches!(target, Target::Gltf | Target::Glb | Target::Csv);
        if sound && is_read {
            let named = target.extensions().iter().map(|extension| format!("a.{extension}"));
            let named: Vec<(String, Vec<u8>)> = named.zip(files).collect();
            let (name, back) = read_set(&named).remove(0);
            back.unwrap_or_else(|refusal| panic!("{name}: {refusal}"));
        }
    }
}

pub fn write_bvh(clip: &Clip, choices: &mut Choices<'_>) {
    written(clip, choices, &[Target::Bvh]);
}

pub fn write_acclaim(clip: &Clip, choices: &mut Choices<'_>) {
    written(clip, choices, &[Target::Asf]);
}

pub fn write_sims(clip: &Clip, choices: &mut Choices<'_>) {
    written(clip, choices, &[Target::Skel]);
}

pub fn write_x3d(clip: &Clip, choices: &mut Choices<'_>) {
    written(clip, choices, &[Target::X3d]);
}

pub fn write_gltf(clip: &Clip, choices: &mut Choices<'_>) {
    written(clip, choices, &[Target::Gltf, Target::Glb, Target::Vrma]);
    // JSON has no word for what is not a number.
    if let Ok(text) = marey_write::gltf(clip, &marey_write::GltfOptions::default()) {
        assert!(!text.contains(":NaN") && !text.contains(",NaN") && !text.contains("[NaN") && !text.contains("inf,"));
    }
}

pub fn write_tables(clip: &Clip, choices: &mut Choices<'_>) {
    written(clip, choices, &[Target::Csv]);
    {
        let index = behaviour(clip, choices);
        written(clip, choices, &[Target::Npz]);
        let _ = marey_write::pymotion_npz(clip, index);
    }
}
