//! Films: the camera, and what is seen of the figure in their frames.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

use glam::DVec2;
use marey::model::Clip;
use marey_study::picture::{Figure, FilmCamera, FilmLook, Painter, Reading, Reel, SHEET_HEIGHT};

use support::moving::dancer;
use support::walker::walker;

/// The bounds of what was painted, without the background, the floor and the shadow.
struct Bounds {
    low: DVec2,
    high: DVec2,
}

impl Bounds {
    fn add(&mut self, at: DVec2) {
        (self.low, self.high) = (self.low.min(at), self.high.max(at));
    }
}

impl Painter for Bounds {
    fn polygon(&mut self, points: &[DVec2], _: [u8; 3], _: f64) {
        let is_background = points.contains(&DVec2::ZERO);
        points.iter().filter(|_| !is_background).for_each(|point| self.add(*point));
    }

    fn ellipse(&mut self, centre: DVec2, radii: DVec2, _: f64, _: [u8; 3]) {
        self.add(centre - radii.x);
        self.add(centre + radii.x);
    }

    fn lines(&mut self, _: &[Vec<DVec2>], _: f64, _: [u8; 3], _: f64) {}

    fn fading_lines(&mut self, _: &[[DVec2; 2]], _: f64, _: [u8; 3], _: DVec2, _: f64) {}
}

fn bounds(reel: &Reel, figure: &mut Figure<'_>, moment: f64) -> Bounds {
    let mut bounds = Bounds { low: DVec2::INFINITY, high: DVec2::NEG_INFINITY };
    reel.paint(figure, moment, &mut bounds).unwrap();
    bounds
}

fn figure(clip: &Clip) -> Figure<'_> {
    Figure::new(clip, 0, &Reading::default()).unwrap()
}

/// All cameras of a name, and one by degrees.
fn cameras() -> Vec<FilmCamera> {
    ["home", "front", "back", "left", "right", "top", "30,-10"]
        .map(|name| FilmCamera::from_text(name).unwrap())
        .to_vec()
}

#[test]
fn the_figure_is_in_sight_and_large_whatever_the_camera_and_the_shape_of_the_film() {
    for clip in [dancer(60), walker(200, 0.0)] {
        for (camera, size) in cameras().into_iter().flat_map(|camera| [(camera, (640, 360)), (camera, (200, 400))]) {
            let mut figure = figure(&clip);
            let duration = figure.duration();
            let look = FilmLook::default().size(size).camera(camera);
            let reel = figure.reel([0.0, duration], &look).unwrap();
            let width = SHEET_HEIGHT * f64::from(size.0) / f64::from(size.1);
            let mut largest: f64 = 0.0;
            for moment in (0..=20).map(|step| duration * f64::from(step) / 20.0) {
                let Bounds { low, high } = bounds(&reel, &mut figure, moment);
                let is_inside = low.min_element() >= 0.0 && high.x <= width && high.y <= SHEET_HEIGHT;
                assert!(is_inside, "{camera:?} {size:?} at {moment}: {low} to {high}");
                largest = largest.max((high.y - low.y) / SHEET_HEIGHT).max((high.x - low.x) / width);
            }
            assert!(largest > 0.3, "{camera:?} {size:?}: {largest}");
        }
    }
}

#[test]
fn the_camera_stands_still_unless_the_figure_would_be_small() {
    let clip = dancer(60);
    let reel = |clip: &Clip, follows: Option<bool>| {
        let mut figure = figure(clip);
        let duration = figure.duration();
        figure.reel([0.0, duration], &FilmLook::default().follows(follows)).unwrap()
    };
    assert!(reel(&clip, None).is_still());
    assert!(!reel(&clip, Some(true)).is_still());
    let walk = walker(1200, 0.0);
    assert!(!reel(&walk, None).is_still(), "who walks through the room is followed");
    assert!(reel(&walk, Some(false)).is_still());
}

#[test]
fn a_figure_that_travels_is_seen_across_its_path() {
    let clip = walker(1200, 0.0);
    let mut figure = figure(&clip);
    let duration = figure.duration();
    let reel = figure.reel([0.0, duration], &FilmLook::default().follows(false)).unwrap();
    let middle = |bounds: Bounds| 0.5 * (bounds.low + bounds.high);
    let (first, last) = (middle(bounds(&reel, &mut figure, 0.0)), middle(bounds(&reel, &mut figure, duration)));
    assert!((last.x - first.x).abs() > 3.0 * (last.y - first.y).abs(), "from {first} to {last}");
}

#[test]
fn a_moment_and_a_still_figure_can_be_filmed_and_what_is_no_camera_is_none() {
    let clip = dancer(60);
    let mut figure = figure(&clip);
    let reel = figure.reel([0.5, 0.5], &FilmLook::default()).unwrap();
    let svg = reel.svg(&mut figure, 0.5, "<a> & b").unwrap();
    assert!(svg.contains("width=\"640\" height=\"360\"") && svg.contains("&lt;a&gt; &amp; b"));
    assert!(!svg.contains("prefers-color-scheme") && !svg.contains("NaN"));
    for text in ["", "above", "30", "a,b", "30,inf"] {
        assert_eq!(FilmCamera::from_text(text), None, "{text}");
    }
}
