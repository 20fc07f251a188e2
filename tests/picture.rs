//! Chronophotographs: their moments, and what is drawn of them.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

use marey::formats::parse;
use marey::model::Clip;
use marey::{Limits, look::Theme};
use marey_study::picture::{Colouring, Figure, Layout, PictureError, Reading, Selection, Sheet, Spacing, Telling};

use support::moving::dancer;
use support::walker::walker;

/// A post of 1.65 m with a left and a right arm and with these places (x, z) of its hips, centimetres, ten a second.
fn post(places: &[[f32; 2]]) -> Clip {
    let mut text = String::from(
        "HIERARCHY ROOT Hips { OFFSET 0 0 0 CHANNELS 3 Xposition Yposition Zposition
         JOINT LeftArm { OFFSET 20 45 0 CHANNELS 3 Zrotation Xrotation Yrotation End Site { OFFSET 30 0 0 } }
         JOINT RightArm { OFFSET -20 45 0 CHANNELS 3 Zrotation Xrotation Yrotation End Site { OFFSET -30 0 0 } }
         JOINT Head { OFFSET 0 60 0 CHANNELS 3 Zrotation Xrotation Yrotation End Site { OFFSET 0 15 0 } }
         JOINT Foot { OFFSET 0 -90 0 CHANNELS 3 Zrotation Xrotation Yrotation End Site { OFFSET 0 0 8 } } } MOTION\n",
    );
    text += &format!("Frames: {}\nFrame Time: 0.1\n", places.len());
    for [x, z] in places {
        text += &format!("{x} 90 {z}{}\n", " 0".repeat(12));
    }
    parse("post.bvh", text.as_bytes(), Limits::default()).unwrap()
}

/// Steps along X and Z, centimetres.
fn steps(count: u16, x: f32, z: f32) -> Vec<[f32; 2]> {
    (0..count).map(|step| [x * f32::from(step), z * f32::from(step)]).collect()
}

fn in_centimetres() -> Reading {
    Reading::default().metres_per_unit(0.01)
}

fn chosen(clip: &Clip, selection: &Selection) -> Layout {
    Figure::new(clip, 0, &in_centimetres()).unwrap().choose(selection).unwrap()
}

fn moments(layout: &Layout) -> Vec<f64> {
    layout.figures.iter().map(|still| (still.moment * 1000.0).round() / 1000.0).collect()
}

fn drawn(clip: &Clip, selection: &Selection, sheet: &Sheet) -> String {
    let mut figure = Figure::new(clip, 0, &in_centimetres()).unwrap();
    let layout = figure.choose(selection).unwrap();
    figure.draw(&layout, sheet).unwrap()
}

#[test]
fn equal_times_and_equal_distances_include_both_ends() {
    let mut places = steps(11, 0.0, 40.0);
    places.extend([[0.0, 400.0]; 10]);
    let clip = post(&places);
    let selection = Selection::default().count(5);
    assert_eq!(moments(&chosen(&clip, &selection)), [0.0, 0.5, 1.0, 1.5, 2.0]);
    let by_distance = moments(&chosen(&clip, &selection.clone().spacing(Spacing::Distance)));
    for (found, expected) in by_distance.iter().zip([0.0, 0.25, 0.5, 0.75, 1.0]) {
        assert!((found - expected).abs() < 0.01, "{by_distance:?}");
    }
    assert_eq!(moments(&chosen(&clip, &selection.clone().span([0.5, 1.0]))), [0.5, 0.625, 0.75, 0.875, 1.0]);
    assert_eq!(moments(&chosen(&clip, &selection.at(vec![1.5, 0.2, 1.5]))), [0.2, 1.5], "a list, in order");
}

#[test]
fn the_motion_goes_to_the_right() {
    for (x, z) in [(0.0, 30.0), (30.0, 0.0), (-30.0, 0.0), (20.0, -25.0)] {
        let yaw = chosen(&post(&steps(11, x, z)), &Selection::default()).yaw;
        let right = (f64::from(x) * yaw.cos() - f64::from(z) * yaw.sin()) / f64::from(x).hypot(f64::from(z));
        assert!(right > 0.999, "{x}, {z}: {yaw}");
    }
    let mut returns = steps(6, 50.0, 0.0);
    returns.extend(steps(6, 50.0, 0.0).into_iter().rev());
    assert_eq!(chosen(&post(&returns), &Selection::default()).yaw, 0.0, "a path that returns, across its longer side");
}

#[test]
fn figures_beside_each_other_do_not_overlap() {
    let clip = post(&steps(41, 0.0, 10.0));
    let layout = chosen(&clip, &Selection::default().spacing(Spacing::Distance));
    assert!(layout.figures.len() > 8, "{} figures on 4 m, each as wide as a foot", layout.figures.len());
    let svg = drawn(&clip, &Selection::default().spacing(Spacing::Distance), &Sheet::default());
    let boxes: Vec<[f64; 2]> = (0..layout.figures.len()).map(|index| across(&svg, index)).collect();
    for pair in boxes.windows(2) {
        assert!(pair[0][1] <= pair[1][0] + 0.02, "{boxes:?}");
        assert!(pair[1][0] - pair[0][1] < 0.2 * (pair[0][1] - pair[0][0]), "just not: {boxes:?}");
    }
}

#[test]
fn a_motion_in_place_is_laid_out_in_a_row_a_stature_apart() {
    let clip = post(&[[300.0, 100.0]; 21]);
    let layout = chosen(&clip, &Selection::default().count(3).spacing(Spacing::Distance));
    assert!(layout.in_row);
    assert_eq!(moments(&layout), [0.0, 1.0, 2.0]);
    let [first, last] = [layout.figures.first(), layout.figures.last()].map(|still| still.unwrap().offset[0]);
    assert!((last - first - 2.0 * 1.65).abs() < 1e-3, "{layout:?}");
    assert!(drawn(&clip, &Selection::default(), &Sheet::default()).contains(">side by side<"));
}

#[test]
fn contacts_are_the_steps_of_a_walker() {
    let clip = walker(200, 12.0);
    let layout = chosen(&clip, &Selection::default().spacing(Spacing::Contacts));
    for (found, expected) in moments(&layout).iter().zip([0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5]) {
        assert!((found - expected).abs() < 0.06, "{layout:?}");
    }
    assert_eq!(layout.figures.len(), 7);
    let fewer = chosen(&clip, &Selection::default().spacing(Spacing::Contacts).count(3));
    assert_eq!(fewer.figures.len(), 3);
    let mut none = Figure::new(&clip, 0, &in_centimetres()).unwrap();
    let early = Selection::default().spacing(Spacing::Contacts).span([0.0, 0.2]);
    assert_eq!(none.choose(&early), Err(PictureError::NoContacts));
}

#[test]
fn the_first_figure_is_faint_and_the_last_has_its_own_colours() {
    let clip = post(&steps(11, 0.0, 40.0));
    let tints = |colouring| {
        let layout = chosen(&clip, &Selection::default().count(3).colouring(colouring));
        layout.figures.iter().map(|still| still.tint).collect::<Vec<_>>()
    };
    let fade = tints(Colouring::Fade);
    assert_eq!((fade[0].share, fade[0].greyed, fade[2].share), (0.62, 0.5, 0.0));
    let viridis = tints(Colouring::Viridis);
    assert_eq!([viridis[0].colour, viridis[1].colour], [[68.0, 1.0, 84.0], [38.0, 130.0, 142.0]]);
    assert!(tints(Colouring::Own).iter().all(|tint| tint.share == 0.0));
}

#[test]
fn without_colour_left_is_light_and_right_is_dark() {
    let clip = post(&steps(11, 0.0, 40.0));
    for theme in [Theme::Light, Theme::Dark] {
        for colouring in [Colouring::Fade, Colouring::Viridis, Colouring::Own] {
            let selection = Selection::default().colouring(colouring).theme(theme);
            let svg = drawn(&clip, &selection, &Sheet::default().theme(theme));
            for index in 0..8 {
                let (mut dashed, mut plain) = (Vec::new(), Vec::new());
                for group in groups(&svg, index) {
                    let list = if group.contains("stroke-dasharray") { &mut dashed } else { &mut plain };
                    list.push(grey(attribute(group, "fill")));
                }
                let left = dashed.first().copied().unwrap();
                // The post's spine is between both.
                let far = plain.iter().map(|right| (left - right).abs()).fold(0.0, f32::max);
                assert!(far > 24.0, "{theme:?} {colouring:?} {index}: {dashed:?} {plain:?}");
            }
        }
    }
}

#[test]
fn the_picture_is_small_and_nothing_is_cut_off() {
    for (clip, width) in
        [(walker(200, 12.0), 85.0), (post(&steps(2, 0.0, 0.0)), 170.0), (post(&steps(80, 0.0, 50.0)), 40.0)]
    {
        let selection = Selection::default().count(12);
        let svg = drawn(&clip, &selection, &Sheet::default().width(width).title("A <title> & more".to_owned()));
        assert!(svg.len() < 150_000, "{} bytes", svg.len());
        assert!(svg.contains("A &lt;title&gt; &amp; more"));
        let height: f64 = attribute(&svg, "height").trim_end_matches("mm").parse().unwrap();
        for index in 0..12 {
            let [left, right] = across(&svg, index);
            assert!(left > 2.0 && right < width - 2.0, "{index}: {left} to {right}");
        }
        let lows = svg.split("<text ").skip(1).map(|text| attribute(text, "y").parse::<f64>().unwrap());
        assert!(lows.fold(0.0, f64::max) < height - 1.0);
    }
}

#[test]
fn one_frame_is_one_figure_and_odd_clips_are_refused_or_drawn() {
    let one = post(&[[0.0, 0.0]]);
    let layout = chosen(&one, &Selection::default().count(12));
    assert_eq!((layout.figures.len(), layout.in_row), (1, true));
    assert!(drawn(&one, &Selection::default(), &Sheet::default()).contains("1 moment from 0.00 to 0.00"));
    assert_eq!(Figure::new(&one, 1, &Reading::default()).unwrap_err(), PictureError::NoMotion);
    let point = b"HIERARCHY ROOT Hips { OFFSET 0 0 0 CHANNELS 3 Xposition Yposition Zposition } MOTION Frames: 2 Frame Time: 0.5\n0 0 0\n1 0 0";
    let point = parse("a.bvh", point, Limits::default()).unwrap();
    let mut figure = Figure::new(&point, 0, &Reading::default()).unwrap();
    let layout = figure.choose(&Selection::default()).unwrap();
    // A single joint may or may not have a size; whatever happens, it does not panic.
    let _ = figure.draw(&layout, &Sheet::default());
    let vast = post(&[[0.0, 0.0], [3e30, -3e30]]);
    let mut figure = Figure::new(&vast, 0, &Reading::default()).unwrap();
    for at in [vec![f64::NAN, 0.0], vec![-1e300, 1e300], vec![-1e300], vec![0.0; 5000]] {
        let layout = figure.choose(&Selection::default().at(at)).unwrap();
        assert!(layout.figures.len() <= 2);
        let _ = figure.draw(&layout, &Sheet::default().width(f64::NAN));
    }
}

/// The value of the first attribute of this name.
fn attribute<'a>(text: &'a str, name: &str) -> &'a str {
    let at = text.find(&format!(" {name}=\"")).unwrap() + name.len() + 3;
    text[at..].split('"').next().unwrap()
}

/// The groups of a figure.
fn groups(svg: &str, index: usize) -> impl Iterator<Item = &str> {
    let class = format!("class=\"f{}\"", index + 1);
    svg.split("<g ").filter(move |group| group.starts_with(&class))
}

/// The left and the right end of a figure on the sheet, without outlines.
fn across(svg: &str, index: usize) -> [f64; 2] {
    let mut ends = [f64::INFINITY, f64::NEG_INFINITY];
    let mut include = |x: f64| ends = [ends[0].min(x), ends[1].max(x)];
    for group in groups(svg, index) {
        for shape in group.split('<').skip(1) {
            if shape.starts_with("path") {
                let mut at = 0.0;
                for way in attribute(shape, "d").trim_start_matches('M').trim_end_matches('z').split('l') {
                    let end = way[1..].find(['-', ' ']).map_or(way.len(), |end| end + 1);
                    at += way[..end].parse::<f64>().unwrap();
                    include(at);
                }
            } else if shape.starts_with("circle") {
                let [x, r] = ["cx", "r"].map(|name| attribute(shape, name).parse::<f64>().unwrap());
                include(x - r);
                include(x + r);
            }
        }
    }
    ends
}

/// The brightness of a colour, from 0 to 255.
fn grey(colour: &str) -> f32 {
    let value = |at: usize| f32::from(u8::from_str_radix(&colour[at..at + 2], 16).unwrap());
    0.2126 * value(1) + 0.7152 * value(3) + 0.0722 * value(5)
}

#[test]
fn the_telling_moment_is_where_the_pose_differs_most_and_a_pose_alone_is_not_lively() {
    let rows = |n: usize| format!("0 90 0 0 0 0 0 0 0{}\n", if n == 7 { " 80 0 0" } else { " 0 0 0" });
    let text = "HIERARCHY ROOT Hips { OFFSET 0 0 0 CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
        JOINT Spine { OFFSET 0 40 0 CHANNELS 3 Zrotation Xrotation Yrotation JOINT Arm { OFFSET 20 0 0
        CHANNELS 3 Zrotation Xrotation Yrotation End Site { OFFSET 50 0 0 } } } } MOTION\nFrames: 21\nFrame Time: 0.1\n";
    let text = text.to_owned() + &(0..21).map(rows).collect::<String>();
    let clip = parse("wave.bvh", text.as_bytes(), Limits::default()).unwrap();
    let telling = Figure::new(&clip, 0, &in_centimetres()).unwrap().telling();
    assert!((telling.moment - 0.7).abs() < 0.05 && telling.liveliness > 0.0, "{telling:?}");
    let still = post(&steps(1, 0.0, 0.0));
    assert_eq!(Figure::new(&still, 0, &in_centimetres()).unwrap().telling(), Telling::default());
}

#[test]
fn travel_is_the_way_along_the_floor() {
    let clip = post(&steps(11, 30.0, 40.0));
    let travel = Figure::new(&clip, 0, &in_centimetres()).unwrap().travel();
    assert!((travel - 5.0).abs() < 1e-3, "{travel}");
}

#[test]
fn a_poster_is_small_has_both_schemes_and_all_sides() {
    let clip = post(&steps(4, 30.0, 0.0));
    let svg = Figure::new(&clip, 0, &in_centimetres()).unwrap().poster(0.1).unwrap();
    assert!(svg.len() < 12_000, "{}", svg.len());
    assert!(svg.contains("prefers-color-scheme:dark") && !svg.contains("NaN") && !svg.contains("inf"));
    for class in ["l", "r", "m"] {
        assert!(svg.contains(&format!(r#"<g class="{class}">"#)), "{class}");
    }
}

#[test]
fn a_person_can_wear_a_body_in_pictures() {
    let clip = dancer(120);
    let mut figure = Figure::new(&clip, 0, &in_centimetres()).unwrap();
    figure.wear_body().unwrap();
    let layout = figure.choose(&Selection::default().count(3)).unwrap();
    let svg = figure.draw(&layout, &Sheet::default()).unwrap();
    assert!(!svg.contains("<ellipse"), "no heads and hands of bones");
    let groups: Vec<&str> = svg.lines().filter(|line| line.starts_with("<g class=\"f")).collect();
    // Trunk, head and six parts of each side, of which some may be hidden.
    assert!((30..=42).contains(&groups.len()), "{}", groups.len());
    assert!(groups.iter().all(|group| group.contains(r#"<path stroke="none" d="M"#)));
    assert!(groups.iter().any(|group| group.contains("stroke-dasharray")), "left limbs differ without colour");
    // Fills are lines that are closed, outlines are over them.
    let outlines = groups.iter().filter(|group| group.contains(r#"<path fill="none" d="M"#)).count();
    assert!(outlines > 25, "{outlines}");
    let again = figure.draw(&layout, &Sheet::default()).unwrap();
    assert_eq!(svg, again, "the same picture again");
    let post = post(&steps(3, 0.0, 30.0));
    let mut figure = Figure::new(&post, 0, &in_centimetres()).unwrap();
    assert!(figure.wear_body().is_err());
}

#[test]
fn a_poster_shows_the_body_that_a_person_wears() {
    let clip = dancer(30);
    let mut figure = Figure::new(&clip, 0, &in_centimetres()).unwrap();
    let bones = figure.poster(0.2).unwrap();
    figure.wear_body().unwrap();
    let body = figure.poster(0.2).unwrap();
    assert!(!bones.contains(r#"class="c""#) && !body.contains("<g class"), "silhouettes in place of bones");
    assert!(body.len() < 24_000 && !body.contains("NaN"), "{}", body.len());
    let parts = |class: &str| body.matches(&format!(r#"<path class="{class}" d="M"#)).count();
    assert!(parts("l") > 2 && parts("r") > 2 && parts("m") == 2, "{} {} {}", parts("l"), parts("r"), parts("m"));
}
