//! A body as silhouettes: one for each part of a limb, in the order of their depth, with the lines at which the surface turns away.

use glam::{Affine3A, DVec2, DVec3};

use super::depth_map::DepthMap;
use super::outline::{joined, thinned};
use super::pieces::{CutPoint, PARTS, Pieces, side_of};
use super::shapes::PictureView;
use marey::body::Side;
use marey::checked::Checked;
use marey::look::{BodyTurns, SkinPose};
use marey::model::{Skeleton, Skin};
use marey::pose::Pose;

/// Lines keep this exactly where they were: metres.
const TOLERANCE: f64 = 0.0012;
/// Shorter lines at which the surface turns away are not drawn: metres.
const SHORT: f64 = 0.03;

/// A body's surface, and the parts of the body that are drawn as a whole.
#[derive(Debug)]
pub(super) struct Worn {
    skin: Skin,
    pose: SkinPose,
    turns: BodyTurns,
    pieces: Pieces,
}

/// A part of a body in a picture: metres, y up.
#[derive(Debug, Clone)]
pub(super) struct Silhouette {
    pub(super) figure: usize,
    pub(super) side: Side,
    /// Closed lines around what is filled: points inside are surrounded at least once.
    pub(super) fill: Vec<Vec<DVec2>>,
    /// The outlines and inner contours, and whether each is closed.
    pub(super) contours: Vec<(Vec<DVec2>, bool)>,
}

impl Worn {
    /// `parts`: as [`parts_of_joints`](super::parts_of_joints) has them.
    pub(super) fn new(skin: Skin, skeleton: &Skeleton, parts: &[u8]) -> Self {
        let pose = SkinPose::new(&skin, skeleton);
        let pieces = Pieces::new(&skin, parts);
        let turns = BodyTurns::new(&skin);
        Self { skin, pose, turns, pieces }
    }
}

/// How a figure is drawn that wears a body. It is a trait, so that programs whose figures wear none do not contain [`Worn`].
pub(super) trait Wearing: std::fmt::Debug {
    /// The parts of a figure in a pose, the farthest first. `place`: from the file's space to the stage.
    fn silhouettes(&self, pose: &Pose, place: &Affine3A, view: &PictureView, figure: (usize, DVec3))
    -> Vec<Silhouette>;
}

impl Wearing for Worn {
    fn silhouettes(
        &self,
        pose: &Pose,
        place: &Affine3A,
        view: &PictureView,
        (figure, offset): (usize, DVec3),
    ) -> Vec<Silhouette> {
        let mut matrices = self.pose.matrices(pose);
        self.turns.turn(&mut matrices);
        let corners = self.skin.corners().iter();
        let places = corners.map(|corner| place.transform_point3(SkinPose::place(&self.skin, corner, &matrices, pose)));
        let places: Vec<DVec3> = places.map(|at| at.as_dvec3() + offset).collect();
        let cut =
            |point: &CutPoint| places.at(point.from as usize).lerp(places.at(point.to as usize), point.share.into());
        let places: Vec<DVec3> = self.pieces.points.iter().map(cut).collect();
        let flat: Vec<DVec2> = places.iter().map(|at| view.flat(*at)).collect();
        let depths: Vec<f64> = places.iter().map(|at| view.depth(*at)).collect();
        let triangles = &self.pieces.triangles;
        let seen: Vec<bool> = triangles
            .iter()
            .map(|triangle| {
                let [a, b, c] = triangle.map(|corner| flat.at(corner as usize));
                (b - a).perp_dot(c - a) > 0.0
            })
            .collect();
        let faces: Vec<[u32; 3]> =
            triangles.iter().zip(&seen).filter(|(_, is_seen)| **is_seen).map(|(triangle, _)| *triangle).collect();
        let front = DepthMap::new(&flat, &depths, &faces);
        let points = |line: &[u32]| line.iter().map(|corner| flat.at(*corner as usize)).collect::<Vec<DVec2>>();
        let is_seen = |triangle: &u32| seen.at(*triangle as usize);
        // The farthest parts come first.
        let mut order: Vec<(f64, usize, Vec<u32>)> = Vec::new();
        for (index, piece) in self.pieces.list.iter().enumerate() {
            let own: Vec<u32> = piece.own.iter().copied().filter(is_seen).collect();
            let corners = own.iter().flat_map(|one| triangles.at(*one as usize));
            let sum: f64 = corners.map(|corner| depths.at(corner as usize)).sum();
            if !own.is_empty() {
                order.push((sum / (3 * own.len()) as f64, index, own));
            }
        }
        order.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut ranks = [0; PARTS];
        order.iter().enumerate().for_each(|(rank, (_, index, _))| ranks.put(*index, rank));
        let mut out = Vec::new();
        let mut is_filled = vec![false; triangles.len()];
        for (rank, (_, index, own)) in order.iter().enumerate() {
            let Some(piece) = self.pieces.list.get(*index) else { continue };
            // A part goes on below those that are drawn after it, so that no gap is left between them.
            let below = piece.rim.iter().filter(|(triangle, part)| is_seen(triangle) && ranks.at(*part) > rank);
            let filled: Vec<u32> = own.iter().copied().chain(below.map(|(one, _)| *one)).collect();
            filled.iter().for_each(|one| is_filled.put(*one as usize, true));
            let fill = joined(&self.pieces.edges_to(&filled, |beside| !is_filled.at(beside as usize), true));
            filled.iter().for_each(|one| is_filled.put(*one as usize, false));
            let fill = fill.iter().map(|(line, _)| thinned(&points(line), true, TOLERANCE)).collect();
            let turning: Vec<[u32; 2]> = self
                .pieces
                .edges_to(own, |beside| !seen.at(beside as usize), false)
                .into_iter()
                .filter(|edge| {
                    let [a, b] = edge.map(|end| end as usize);
                    let (from, to) = (flat.at(a), flat.at(b));
                    // Beside the surface, which rises steeply here.
                    let beside = (from - to).perp().normalize_or_zero() * front.reach();
                    front.shows(from.midpoint(to) + beside, (depths.at(a) + depths.at(b)) / 2.0)
                })
                .collect();
            let contours = joined(&turning).into_iter().map(|(line, is_closed)| {
                let line = points(&line);
                (thinned(&line, is_closed, TOLERANCE), is_closed)
            });
            let contours = contours.filter(|(line, _)| length(line) > SHORT).collect();
            out.push(Silhouette { figure, side: side_of(*index), fill, contours });
        }
        out
    }
}

impl Silhouette {
    /// The lower left and the upper right corner of its box.
    pub(super) fn bounds(&self) -> [DVec2; 2] {
        let points = || self.fill.iter().flatten().copied();
        [points().fold(DVec2::INFINITY, DVec2::min), points().fold(DVec2::NEG_INFINITY, DVec2::max)]
    }
}

fn length(line: &[DVec2]) -> f64 {
    line.iter().zip(line.iter().skip(1)).map(|(a, b)| a.distance(*b)).sum()
}
