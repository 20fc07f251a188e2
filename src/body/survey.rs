//! Measurements on sampled frames that place a clip on the stage: ground, facing, the joint that carries the figure, and the
//! body's evidence for unit and up axis.

use glam::Vec3;

use super::poses::{frame_poses_from, poses_from};
use super::ties::{Tie, pull_in, ties};
use super::up::{low, median_extent};
use super::{BodyParts, Scale, Side, UpGuess, boxes, ranked, sides, starts_with_reference};
use crate::checked::Checked;
use crate::model::{Axis, Bounds, Motion, NO_PARENT, Skeleton, Skin, Source};

/// Measurements on sampled frames of a clip, in the file's axes and units.
#[derive(Debug, Clone, PartialEq)]
pub struct Survey {
    /// The requested up axis, or the guess.
    pub up: Axis,
    /// The guessed up axis, even if another one is in force.
    pub up_guess: UpGuess,
    /// The recognised body parts, and the stature if the figure is a person.
    pub parts: BodyParts,
    /// The figure's largest extent along any axis: median over the sampled frames.
    pub size: f32,
    /// The figure's extent along `up`: median over the sampled frames, at least three fifths of `size` (a lying figure).
    pub height: f32,
    /// The ground's height along `up`, from the lowest points of the body: 0 unless the body clearly floats above 0 or reaches below it.
    pub ground: f32,
    /// The lowest height along `up` at which feet stand repeatedly, if it differs clearly from 0.
    pub stance: Option<f32>,
    /// Facing direction in the [first frame](Self::first_frame), horizontal, of length 1; `None` if names give no sides.
    pub facing: Option<Vec3>,
    /// The joint that carries the figure: among joints with position channels the one that travels farthest; of mere points the one in the
    /// middle.
    pub carrier: usize,
    /// How each joint belongs to the body. Measurements ignore joints with [`Tie::Nothing`].
    pub ties: Vec<Tie>,
    /// The first frame of the motion itself: 1 if the one before is a [reference pose](starts_with_reference), which is not measured.
    pub first_frame: usize,
}

/// The part of a [`Survey`] that tells how a figure is placed in its file.
#[derive(Debug, Clone, PartialEq)]
pub struct Bearings {
    /// The requested up axis, or the guess.
    pub up: Axis,
    up_guess: UpGuess,
    parts: BodyParts,
    /// See [`Survey::carrier`].
    pub carrier: usize,
    ties: Vec<Tie>,
    /// See [`Survey::first_frame`].
    pub first_frame: usize,
    /// The sampled poses, without joints off the body.
    poses: Vec<Vec<Vec3>>,
}

impl Bearings {
    /// Measures a figure. `up`: stated by the file or the user; `None`: guess.
    pub fn new(skeleton: &Skeleton, motion: &Motion, up: Option<Axis>) -> Self {
        let first_frame = usize::from(starts_with_reference(skeleton, motion));
        let mut poses = frame_poses_from(first_frame, skeleton, motion);
        let carrier = carrier(skeleton, motion, &poses);
        let ties = ties(skeleton, motion, &poses, median_extent(&boxes(&poses)).max_element());
        pull_in(&ties, &mut poses);
        let parts = BodyParts::find(skeleton, &poses);
        let up_guess = UpGuess::new(skeleton, &poses, &parts);
        Self { up: up.unwrap_or(up_guess.axis), up_guess, parts, carrier, ties, first_frame, poses }
    }

    /// Positions of all joints, file space, in some evenly spread frames from the [first](Self::first_frame) on: at least one pose. Nodes
    /// off the body are put at the first joint. Of the skeleton and the motion that were measured.
    pub fn frame_poses(&self, skeleton: &Skeleton, motion: &Motion) -> Vec<Vec<Vec3>> {
        frame_poses_from(self.first_frame, skeleton, motion)
    }
}

/// Measures a figure. `up`: stated by the file or the user; `None`: guess.
pub fn survey(skeleton: &Skeleton, motion: &Motion, up: Option<Axis>) -> Survey {
    let Bearings { up, up_guess, parts, carrier, ties, first_frame, poses: poses_now } =
        Bearings::new(skeleton, motion, up);
    let mut poses_later = poses_from(first_frame, skeleton, motion, STEP);
    pull_in(&ties, &mut poses_later);
    let up_vector = up.vector();
    let boxes_now = boxes(&poses_now);
    let extent = median_extent(&boxes_now);
    let size = extent.max_element();
    let height = extent.dot(up_vector).abs().max(LYING * size);
    let tall = parts.stature.map_or(height, |stature| stature.length);
    let stance = stance(&feet(skeleton, &parts), &poses_now, &poses_later, up_vector, tall);
    Survey {
        up,
        up_guess,
        parts,
        size,
        height,
        ground: ground(&boxes_now, &boxes(&poses_later), up_vector, tall),
        stance: stance.filter(|at| at.abs() > PLATEAU * tall),
        facing: poses_now.first().and_then(|points| facing(skeleton, points, up_vector)),
        carrier,
        ties,
        first_frame,
    }
}

impl Survey {
    /// The unit of the file's lengths, and the figure's stature in it.
    pub fn scale(&self, source: &Source) -> Scale {
        Scale::new(source, self.parts.stature, self.size)
    }

    /// The person's stature, or else the figure's height: file units.
    pub fn tall(&self) -> f32 {
        self.parts.stature.map_or(self.height, |stature| stature.length)
    }

    /// The floor's height along `up`: where the feet stand, else below the body. Soles of a skin reach below the joints, so a
    /// figure with a skin stands on the lowest points of its body.
    pub fn floor(&self, skin: Option<&Skin>) -> f32 {
        self.stance.filter(|_| skin.is_none()).unwrap_or(self.ground)
    }
}

/// The assumed height of a lying figure as a share of its size, for bone thickness and distances.
const LYING: f32 = 0.6;
/// Time in which a resting body's height must stay constant: seconds.
const STEP: f64 = 1.0 / 30.0;
/// Its largest change, as a share of height: 0.2 heights a second. In the air a body is that slow only near the top of a leap.
const RESTING: f32 = 0.2 * STEP as f32;

/// The floor's height along `up`: below the lowest points of a resting body. So the floor is below the lowest step of stairs
/// and below the back of a lying figure, and a clip of a leap does not raise it. `now` and `later` are bounding boxes of poses
/// and of the poses [`STEP`] later; `tall` is the figure's height.
fn ground(now: &[Bounds], later: &[Bounds], up: Vec3, tall: f32) -> f32 {
    let (mut lows, mut resting) = (Vec::new(), Vec::new());
    for (now, later) in now.iter().zip(later) {
        let at = low(now, up);
        lows.push(at);
        if (low(later, up) - at).abs() <= RESTING * tall {
            resting.push(at);
        }
    }
    // Use the lowest tenth: stray frames below the floor do not count. In a clip of many leaps the resting poses decide.
    let mut lowest = ranked(&lows, lows.len() / 10);
    if !resting.is_empty() {
        lowest = lowest.min(ranked(&resting, resting.len() / 10));
    }
    // Ankles without feet are a little above the ground, thick soles a little below. Such a figure stays as it is, and so does a
    // figure that never lands. A figure clearly above or below the ground is moved to it.
    let lands = resting.iter().any(|at| *at <= lowest + 0.05 * tall);
    let highest = if lands { 0.12 } else { 1.0 };
    if lowest > -0.05 * tall && lowest < highest * tall { 0.0 } else { lowest }
}

/// Largest difference of feet's heights on one floor, as a share of height: 3 cm.
const PLATEAU: f32 = 0.0175;
/// Least number of observations of feet that stand on a floor.
const STANCES: usize = 6;

/// For each joint the number (from 1) of the ankle above it; 0 for ankles and other joints. The sole's distance below a leg's
/// last joint is unknown, so a leg that ends at the ankle has no foot.
fn feet(skeleton: &Skeleton, parts: &BodyParts) -> Vec<usize> {
    let Some(legs) = parts.legs else { return Vec::new() };
    let leg = |joint: usize| legs.ends.iter().position(|ankle| *ankle == joint);
    let mut feet = skeleton.down_the_tree(|joint, above| leg(joint).map_or(above.unwrap_or(0), |leg| leg + 1));
    legs.ends.into_iter().for_each(|ankle| feet.put(ankle, 0));
    feet
}

/// The lowest height along `up` at which feet stand repeatedly; `None` if there is none or feet go below it.
fn stance(feet: &[usize], now: &[Vec<Vec3>], later: &[Vec<Vec3>], up: Vec3, tall: f32) -> Option<f32> {
    let (mut all, mut standing) = (Vec::new(), Vec::new());
    for (now, later) in now.iter().zip(later) {
        // The height of each foot's lowest joint, and its displacement.
        let mut lowest = [(f32::MAX, 0.0); 2];
        for ((foot, at), then) in feet.iter().zip(now).zip(later) {
            if let Some(slot) = foot.checked_sub(1).and_then(|leg| lowest.get_mut(leg))
                && at.dot(up) < slot.0
            {
                *slot = (at.dot(up), at.distance(*then));
            }
        }
        for (height, way) in lowest.into_iter().filter(|(height, _)| *height < f32::MAX) {
            all.push(height);
            if way <= RESTING * tall {
                standing.push(height);
            }
        }
    }
    let enough = STANCES.max(standing.len() / 4);
    for first in 0..(standing.len() + 1).saturating_sub(enough) {
        let [low, floor, high] = [0, enough / 2, enough - 1].map(|more| ranked(&standing, first + more));
        if high - low <= PLATEAU * tall {
            let below = all.iter().filter(|at| **at < floor - PLATEAU * tall).count();
            return (below * 10 <= all.len()).then_some(floor);
        }
    }
    None
}

/// Mean of the left joints minus mean of the right joints, turned a quarter about `up`: a figure with its left at +X and up
/// at +Y faces +Z.
pub fn facing(skeleton: &Skeleton, points: &[Vec3], up: Vec3) -> Option<Vec3> {
    let (mut left, mut right) = ((Vec3::ZERO, 0), (Vec3::ZERO, 0));
    for (side, &point) in sides(skeleton).into_iter().zip(points) {
        match side {
            Side::Left => left = (left.0 + point, left.1 + 1),
            Side::Right => right = (right.0 + point, right.1 + 1),
            Side::Middle => {}
        }
    }
    if left.1 == 0 || right.1 == 0 {
        return None;
    }
    let across = left.0 / left.1 as f32 - right.0 / right.1 as f32;
    (across - up * across.dot(up)).try_normalize().map(|across| across.cross(up))
}

/// Fewest joints without any bones that are the points of one figure.
const LEAST_POINTS: usize = 3;

/// The point that is nearest to the middle of all in all poses: of the markers on a person one on the trunk, while the one that travels
/// farthest is on a hand, or on a ball.
fn innermost(count: usize, poses: &[Vec<Vec3>]) -> usize {
    let mut off = vec![0.0; count];
    for points in poses {
        let middle = points.iter().sum::<Vec3>() / points.len().max(1) as f32;
        off.iter_mut().zip(points).for_each(|(off, point)| *off += point.distance(middle));
    }
    let nearest = off.iter().enumerate().min_by(|(_, a), (_, b)| f32::total_cmp(a, b));
    nearest.map_or(0, |(joint, _)| joint)
}

fn travel(points: impl Iterator<Item = Vec3>) -> f32 {
    let mut bounds = Bounds::EMPTY;
    points.for_each(|p| bounds.include(p));
    bounds.size().length()
}

fn carrier(skeleton: &Skeleton, motion: &Motion, poses: &[Vec<Vec3>]) -> usize {
    if skeleton.len() >= LEAST_POINTS && skeleton.parents().iter().all(|parent| *parent == NO_PARENT) {
        return innermost(skeleton.len(), poses);
    }
    let mut best = (0, -1.0);
    for &joint in motion.translations().joints() {
        let joint = usize::from(joint);
        let far = travel(poses.iter().filter_map(|points| points.get(joint).copied()));
        // A later joint must travel clearly farther: all joints below the true carrier travel about as far.
        if far > best.1 * 1.5 + 1e-6 {
            best = (joint, far);
        }
    }
    best.0
}

#[cfg(test)]
mod tests {
    use std::f32::consts::FRAC_PI_2;

    use glam::Quat;

    use super::*;
    use crate::body::person::person;
    use crate::error::Limits;
    use crate::model::{Channels, JointKind, MotionBuilder, PositionMode, SkeletonBuilder, SkinCorner, SkinParts};

    /// The floor of a rigid person: the hips' height and rotation in each frame.
    fn floor(frames: impl IntoIterator<Item = (f32, Quat)>) -> f32 {
        survey_of(&person(Vec3::Y, Vec3::X, 90.0), frames).ground
    }

    /// The person with these joints added to each foot.
    fn with_toes(toes: &[&str]) -> Skeleton {
        let mut b = SkeletonBuilder::new(&Limits::default());
        let person = person(Vec3::Y, Vec3::X, 90.0);
        for (joint, name) in person.names().iter().enumerate() {
            let parent = person.parent(joint).map(|parent| parent as u16);
            b.add(name, parent, person.kinds()[joint], person.rest_translations()[joint], Quat::IDENTITY).unwrap();
        }
        for side in ["Left", "Right"] {
            let mut parent = person.names().iter().position(|name| **name == *format!("{side}Foot")).unwrap() as u16;
            for toe in toes {
                let name = format!("{side}{toe}");
                parent = b.add(&name, Some(parent), JointKind::Joint, Vec3::Z * 15.0, Quat::IDENTITY).unwrap();
            }
        }
        b.finish().unwrap()
    }

    /// The stance of a rigid person with toes: the hips' position in each frame.
    fn stance(frames: impl IntoIterator<Item = Vec3>) -> Option<f32> {
        let frames = frames.into_iter().map(|hips| (hips, Quat::IDENTITY));
        moved(&with_toes(&["ToeBase"]), frames).stance
    }

    fn survey_of(skeleton: &Skeleton, frames: impl IntoIterator<Item = (f32, Quat)>) -> Survey {
        moved(skeleton, frames.into_iter().map(|(above, turn)| (Vec3::Y * above, turn)))
    }

    fn moved(skeleton: &Skeleton, frames: impl IntoIterator<Item = (Vec3, Quat)>) -> Survey {
        let channels = Channels { rotated: vec![0], translated: vec![0], ..Channels::default() };
        let mut m = MotionBuilder::new(skeleton, channels, PositionMode::Replace, &Limits::default()).unwrap();
        for (hips, turn) in frames {
            m.push_row(|row| {
                row.translations[0] = hips;
                row.rotations[0] = turn;
            })
            .unwrap();
        }
        m.set_frame_time(1.0 / 60.0);
        survey(skeleton, &m.finish().unwrap(), Some(Axis::Y))
    }

    fn upright(heights: impl IntoIterator<Item = f32>) -> f32 {
        floor(heights.into_iter().map(|above| (above, Quat::IDENTITY)))
    }

    /// Heights of the hips in a leap of `height` centimetres at 60 frames a second, from 90.
    fn leap(height: f32) -> impl Iterator<Item = f32> + Clone {
        let half = (2.0 * height / 981.0).sqrt();
        let frames = (half * 120.0) as usize;
        (0..=frames).map(move |frame| {
            let time = frame as f32 / 60.0 - half;
            90.0 + height - 0.5 * 981.0 * time * time
        })
    }

    #[test]
    fn a_floating_or_sunken_figure_is_put_on_the_floor() {
        for (above, ground) in [(90.0, 0.0), (95.0, 0.0), (300.0, 210.0), (0.0, -90.0)] {
            assert!((upright([above; 3]) - ground).abs() < 1e-3, "{above}");
        }
    }

    #[test]
    fn a_leap_does_not_lift_the_floor() {
        // Flight only; the whole leap; leaps after standing; the same on a raised floor.
        assert_eq!(upright(leap(50.0).skip(8).take(20)), 0.0);
        assert_eq!(upright(leap(50.0)), 0.0);
        let stands = std::iter::repeat_n(90.0, 12);
        assert_eq!(upright(stands.clone().chain(leap(60.0)).chain(leap(60.0))), 0.0);
        let raised = stands.chain(leap(60.0)).chain(leap(60.0)).map(|above| above + 400.0);
        assert!((upright(raised) - 400.0).abs() < 3.0);
    }

    #[test]
    fn the_floor_of_stairs_is_the_lowest_step() {
        let climb = (0..200).map(|frame| 90.0 + 18.0 * (frame / 20) as f32);
        assert_eq!(upright(climb.clone()), 0.0);
        let descent = climb.map(|above| 180.0 - above);
        assert!((upright(descent) + 162.0).abs() < 20.0, "the last step is the floor");
    }

    #[test]
    fn a_lying_or_crawling_body_touches_the_floor_with_its_lowest_joint() {
        let on_the_back = Quat::from_rotation_x(-FRAC_PI_2);
        // The joints of a lying body are about 10 cm above the floor.
        assert_eq!(floor([(10.0, on_the_back); 60]), 0.0);
        let crawl = (0..120).map(|frame| (46.0 + (frame as f32 * 0.3).sin(), Quat::from_rotation_x(1.1)));
        assert_eq!(floor(crawl), 0.0);
        // A figure that lies on a raised floor.
        assert!((floor([(310.0, on_the_back); 60]) - 310.0).abs() < 1e-2);
    }

    #[test]
    fn a_lying_bodys_height_is_three_fifths_of_its_length() {
        let mut b = SkeletonBuilder::new(&Limits::default());
        let root = b.add("Base", None, JointKind::Joint, Vec3::ZERO, Quat::IDENTITY).unwrap();
        b.add("End", Some(root), JointKind::EndSite, Vec3::Z * 45.0, Quat::IDENTITY).unwrap();
        let survey = survey(&b.finish().unwrap(), &Motion::rest(), Some(Axis::Y));
        assert!((survey.height - 27.0).abs() < 1e-3 && (survey.size - 45.0).abs() < 1e-3, "{survey:?}");
    }

    #[test]
    fn the_floor_is_where_feet_stand_repeatedly() {
        let standing = |above: f32, frames: usize| std::iter::repeat_n(Vec3::Y * (90.0 + above), frames);
        assert_eq!(stance(standing(8.0, 60)), Some(8.0));
        assert_eq!(stance(standing(-8.0, 60)), Some(-8.0));
        assert_eq!(stance(standing(2.0, 60)), None, "within 3 cm of the file's zero that is the floor");
        // The figure alternates between the floor and a platform: the lower one counts.
        let hops = (0..4).flat_map(|part| standing(if part % 2 == 0 { 8.0 } else { 40.0 }, 30));
        assert_eq!(stance(hops), Some(8.0));
        assert_eq!(stance(leap(50.0).map(|hips| Vec3::Y * (hips + 8.0))), None, "nobody stands in the air");
        let gliding = (0..60_u8).map(|frame| Vec3::new(0.0, 98.0, 3.0 * f32::from(frame)));
        assert_eq!(stance(gliding), None, "nor while the feet move");
        let down = standing(60.0, 60)
            .chain(standing(40.0, 3))
            .chain((0..40_u8).map(|i| Vec3::Y * (130.0 - 3.0 * f32::from(i))));
        assert_eq!(stance(down), None, "the feet go below where they stood");
        assert_eq!(stance(standing(8.0, 1)), None, "one pose does not tell");
    }

    #[test]
    fn legs_that_end_at_the_ankle_and_skins_give_no_stance() {
        let standing = std::iter::repeat_n((98.0, Quat::IDENTITY), 60);
        assert_eq!(survey_of(&with_toes(&[]), standing.clone()).stance, None);
        let skeleton = with_toes(&["ToeBase", "Toe_End"]);
        let seen = survey_of(&skeleton, standing);
        let corners = vec![SkinCorner::rigid(Vec3::ZERO, Vec3::Z, 0)];
        let parts = SkinParts { corners, triangles: vec![[0; 3]], ..SkinParts::default() };
        let skin = Skin::new("skin", parts, &skeleton).unwrap();
        assert_eq!((seen.floor(None), seen.floor(Some(&skin))), (8.0, 0.0));
    }

    #[test]
    fn a_frame_below_the_floor_does_not_count() {
        let heights = (0..100).map(|frame| if frame == 0 { 0.0 } else { 90.0 });
        assert_eq!(upright(heights), 0.0);
    }

    #[test]
    fn transforms_moving_beside_a_figure_are_not_measured() {
        let person = person(Vec3::Y, Vec3::X, 90.0);
        let (limits, ball) = (Limits::default(), person.len() as u16);
        let mut b = SkeletonBuilder::new(&limits);
        for (joint, name) in person.names().iter().enumerate() {
            let parent = person.parent(joint).map(|parent| parent as u16);
            b.add(name, parent, person.kinds()[joint], person.rest_translations()[joint], Quat::IDENTITY).unwrap();
        }
        b.add("Ball", None, JointKind::Frame, Vec3::ZERO, Quat::IDENTITY).unwrap();
        let both = b.finish().unwrap();
        let walk = |skeleton: &Skeleton, translated: Vec<u16>| {
            let channels = Channels { translated, ..Channels::default() };
            let mut m = MotionBuilder::new(skeleton, channels, PositionMode::Replace, &limits).unwrap();
            for frame in 0..30_u8 {
                let way = [Vec3::new(0.0, 90.0, 2.0), Vec3::new(50.0, -30.0, 80.0)].map(|step| step * f32::from(frame));
                m.push_row(|row| row.translations.copy_from_slice(&way[..row.translations.len()])).unwrap();
            }
            survey(skeleton, &m.finish().unwrap(), Some(Axis::Y))
        };
        let (alone, with_ball) = (walk(&person, vec![0]), walk(&both, vec![0, ball]));
        assert_eq!((with_ball.size, with_ball.height, with_ball.ground), (alone.size, alone.height, alone.ground));
        assert_eq!((with_ball.carrier, with_ball.ties.last()), (0, Some(&Tie::Nothing)));
    }

    #[test]
    fn a_point_in_the_middle_carries_a_figure_of_mere_points() {
        let limits = Limits::default();
        let mut b = SkeletonBuilder::new(&limits);
        for name in ["ball", "head", "hips", "foot"] {
            b.add(name, None, JointKind::Joint, Vec3::ZERO, Quat::IDENTITY).unwrap();
        }
        let skeleton = b.finish().unwrap();
        let channels = Channels { translated: (0..4).collect(), ..Channels::default() };
        let mut m = MotionBuilder::new(&skeleton, channels, PositionMode::Replace, &limits).unwrap();
        for frame in 0..50_u8 {
            let x = f32::from(frame) * 0.02;
            let row = [Vec3::X * 9.0 * x, Vec3::new(x, 1.7, 0.0), Vec3::new(x, 1.0, 0.0), Vec3::new(1.4 * x, 0.0, 0.0)];
            m.push_row(|out| out.translations.copy_from_slice(&row)).unwrap();
        }
        assert_eq!(survey(&skeleton, &m.finish().unwrap(), Some(Axis::Y)).carrier, 2);
    }

    #[test]
    fn the_second_joint_carries_a_figure_with_a_stationary_root() {
        let limits = Limits::default();
        let mut b = SkeletonBuilder::new(&limits);
        let root = b.add("Reference", None, JointKind::Joint, Vec3::ZERO, Quat::IDENTITY).unwrap();
        let hips = b.add("Hips", Some(root), JointKind::Joint, Vec3::Y, Quat::IDENTITY).unwrap();
        b.add("Head", Some(hips), JointKind::Joint, Vec3::Y, Quat::IDENTITY).unwrap();
        let skeleton = b.finish().unwrap();
        let channels = Channels { translated: vec![0, 1, 2], ..Channels::default() };
        let mut m = MotionBuilder::new(&skeleton, channels, PositionMode::Replace, &limits).unwrap();
        for i in 0..50 {
            let row = [Vec3::ZERO, Vec3::new(i as f32 * 0.1, 1.0, 0.0), Vec3::Y];
            m.push_row(|out| out.translations.copy_from_slice(&row)).unwrap();
        }
        let survey = survey(&skeleton, &m.finish().unwrap(), None);
        assert_eq!(survey.carrier, 1);
        assert_eq!(survey.ties, [Tie::Nothing, Tie::Loose, Tie::Bone]);
    }
}
