//! The joints of a rig, from the chains of its row.

use marey::glam::{Mat3, Vec3};

use super::table::{Axes, ENDS, PLACES, TargetRig};

/// Left and right as words, as capitals and as small letters.
const SIDES: [(char, [&str; 2]); 3] = [('*', ["Left", "Right"]), ('~', ["L", "R"]), ('^', ["l", "r"])];

/// A joint of a rig.
#[derive(Debug, Clone)]
pub(super) struct TargetJoint {
    /// The name without the rig's prefix.
    pub(super) name: String,
    /// Index among the joints; parents come first.
    pub(super) parent: Option<usize>,
    /// The name of its place.
    pub(super) place: &'static str,
    /// Where it is in the T-pose: centimetres.
    pub(super) at: Vec3,
    /// Its axes in the T-pose, as columns.
    pub(super) axes: Mat3,
    /// Its rotation order: `ZYX`.
    pub(super) order: &'static str,
    /// Whether it has position channels.
    pub(super) moves: bool,
    /// The end of a joint without a joint below, in the T-pose.
    pub(super) end: Option<Vec3>,
}

impl TargetRig {
    /// The joints, parents first.
    pub(super) fn joints(&self) -> Vec<TargetJoint> {
        let mut joints: Vec<TargetJoint> = Vec::new();
        for line in self.tree {
            let (below, chain) = line.split_once(": ").unwrap_or_default();
            // A chain of both sides is all left joints, then all right ones.
            let sides = if chain.contains(SIDES.map(|(letter, _)| letter)) { 2 } else { 1 };
            for side in 0..sides {
                let mut parent = joints.iter().position(|joint| joint.name == sided(below, side));
                for (word, place) in chain.split(' ').filter_map(|joint| joint.split_once('@')) {
                    let is_right = side == 1;
                    let at = place_of(place, is_right);
                    joints.push(TargetJoint {
                        name: sided(word, side),
                        parent,
                        place,
                        at,
                        axes: axes_of(self.axes, place, is_right),
                        order: self.order_of(word),
                        moves: self.moving.contains(&word),
                        end: None,
                    });
                    parent = Some(joints.len() - 1);
                }
            }
        }
        let above: Vec<usize> = joints.iter().filter_map(|joint| joint.parent).collect();
        for (index, joint) in joints.iter_mut().enumerate().filter(|(index, _)| !above.contains(index)) {
            debug_assert!(index > 0, "a rig has more than a root");
            let end = ENDS.iter().find(|(place, _)| *place == joint.place);
            joint.end = Some(end.map_or(joint.at, |(_, end)| place_of(end, joint.at.x < 0.0)));
        }
        joints
    }

    fn order_of(&self, word: &str) -> &'static str {
        let name = word.trim_matches(SIDES.map(|(letter, _)| letter));
        self.orders.iter().find(|(known, _)| *known == name).map_or(self.order, |(_, order)| order)
    }
}

/// A name with its side: 0 left, 1 right.
fn sided(word: &str, side: usize) -> String {
    SIDES.iter().fold(word.to_owned(), |name, (letter, words)| name.replace(*letter, words.get(side).unwrap_or(&"")))
}

fn place_of(name: &str, is_right: bool) -> Vec3 {
    let [x, y, z] = PLACES.iter().find(|(known, _)| *known == name).map_or([0.0; 3], |(_, at)| *at);
    Vec3::new(if is_right { -x } else { x }, y, z)
}

/// Left, up and forward of the T-pose.
const LEFT: Vec3 = Vec3::X;
const UP: Vec3 = Vec3::Y;
const FORWARD: Vec3 = Vec3::Z;

/// Axes with this x, and with z as near to that as it may be.
fn frame(x: Vec3, z: Vec3) -> Mat3 {
    let x = x.normalize_or(LEFT);
    let y = z.cross(x).normalize_or(UP);
    Mat3::from_cols(x, y, x.cross(y))
}

/// The axes of the joint at a place. In LAFAN1's walk z of trunk and legs is the left and the right within 0.1; knees and elbows bend about z.
/// SOMA's are those of its file of the rest pose.
fn axes_of(axes: Axes, place: &str, is_right: bool) -> Mat3 {
    let side = if is_right { -1.0 } else { 1.0 };
    let along = |from: &str, to: &str| place_of(to, false) - place_of(from, false);
    match (axes, place) {
        (Axes::World, _) | (_, "ground") => Mat3::IDENTITY,
        (Axes::AlongX, "thigh" | "shin") => frame(-UP, -LEFT),
        (Axes::AlongX, "foot") => frame(along("foot", "ball"), -LEFT),
        (Axes::AlongX, "ball") => frame(FORWARD, -LEFT),
        (Axes::AlongX, "clavicle") => frame(side * LEFT, side * FORWARD),
        (Axes::AlongX, "arm" | "fore" | "hand") => frame(side * LEFT, side * UP),
        (Axes::AlongX, _) => frame(UP, LEFT),
        (Axes::Soma, "thigh" | "shin") => frame(-side * UP, LEFT),
        (Axes::Soma, "foot") => frame(side * along("foot", "ball"), LEFT),
        (Axes::Soma, "ball") => frame(side * Vec3::new(0.0, -0.279, 0.96), LEFT),
        (Axes::Soma, "clavicle" | "arm") => frame(LEFT, -side * UP),
        (Axes::Soma, "fore" | "hand") => frame(LEFT, side * Vec3::new(0.0, -0.179, 0.984)),
        (Axes::Soma, "neck") => frame(along("neck", "neck1"), LEFT),
        (Axes::Soma, "neck1") => frame(along("neck1", "head"), LEFT),
        (Axes::Soma, _) => frame(UP, LEFT),
    }
}
