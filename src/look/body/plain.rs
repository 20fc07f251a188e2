//! A body that follows joints alone.

use crate::model::{Bind, BuildError, Skeleton, Skin, SkinCorner, SkinParts, Turn};

/// Most binds of a corner.
const MOST: usize = 4;

/// A [generated body](Skin::generated) as a skin that follows the joints of its skeleton alone, with four binds at most: for programs and
/// formats that know no [`Turn`]s and can have no joints besides the figure's own. Limbs lose some of their volume where they bend, and are
/// wrung where they twist; in the pose in which the body was built both surfaces are the same.
///
/// A bind that turns between two others is shared out among them: as much as it swings, or, where it only twists, as little as keeps a bent
/// wrist from pulling at the forearm. The skin keeps its own pose and the binds of the joints.
///
/// # Errors
/// [`BuildError::UnknownJoint`] for the body of a clip of positions, whose joints do not turn.
pub fn plain_body(skin: &Skin, skeleton: &Skeleton) -> Result<Skin, BuildError> {
    let plain = skin.binds().len().saturating_sub(skin.turns().len());
    let binds: Vec<Bind> = skin.binds().iter().take(plain).copied().collect();
    let mut shares: Vec<Shares> = (0..plain).map(|bind| Shares::of(bind as u16)).collect();
    for turn in skin.turns() {
        let Turn::Between { from, to, swing, twist, .. } = *turn else { return Err(BuildError::UnknownJoint) };
        let of = |bind: u16| shares.get(usize::from(bind)).ok_or(BuildError::UnknownJoint);
        let to_share = share(swing, twist);
        let mut mixed = Shares::default();
        mixed.add(of(from)?, 1.0 - to_share);
        mixed.add(of(to)?, to_share);
        shares.push(mixed);
    }
    let mut influences = Vec::with_capacity(skin.influences().len());
    let mut corners = Vec::with_capacity(skin.corners().len());
    for corner in skin.corners() {
        let rigid = [[1.0, 0.0, 0.0, corner.first as f32]];
        let own = if corner.is_rigid() { &rigid } else { skin.influences_of(corner).0 };
        let mut all = Shares::default();
        for [weight, .., bind] in own {
            all.add(shares.get(*bind as usize).ok_or(BuildError::UnknownJoint)?, *weight);
        }
        let first = influences.len();
        influences.extend(all.most().into_iter().map(|(bind, weight)| [weight, 0.0, 0.0, f32::from(bind)]));
        let influences = (influences.len() - first) as u16;
        corners.push(SkinCorner { first: first as u32, influences, ..*corner });
    }
    let triangles = skin.triangles().to_vec();
    Skin::new(skin.name(), SkinParts { binds, influences, corners, triangles, ..SkinParts::default() }, skeleton)
}

/// The share of the second bind in one that turns between two.
fn share(swing: f32, twist: f32) -> f32 {
    if swing > 0.0 { swing } else { twist * twist / 2.0 }
}

/// Binds of joints and how much they count.
#[derive(Clone, Default)]
struct Shares(Vec<(u16, f32)>);

impl Shares {
    fn of(bind: u16) -> Self {
        Self(vec![(bind, 1.0)])
    }

    fn add(&mut self, others: &Self, part: f32) {
        for (bind, weight) in &others.0 {
            match self.0.iter_mut().find(|(known, _)| known == bind) {
                Some((_, sum)) => *sum += weight * part,
                None => self.0.push((*bind, weight * part)),
            }
        }
    }

    /// The largest shares, which add up to 1.
    fn most(mut self) -> Vec<(u16, f32)> {
        self.0.retain(|(_, weight)| *weight > 1e-4);
        self.0.sort_by(|(_, a), (_, b)| b.total_cmp(a));
        self.0.truncate(MOST);
        let sum: f32 = self.0.iter().map(|(_, weight)| weight).sum();
        self.0.into_iter().map(|(bind, weight)| (bind, weight / sum)).collect()
    }
}

#[cfg(test)]
mod tests {
    use glam::{Affine3A, Quat, Vec3};

    use super::*;
    use crate::error::Limits;
    use crate::model::{JointKind, SkeletonBuilder};

    fn skeleton() -> Skeleton {
        let mut skeleton = SkeletonBuilder::new(&Limits::default());
        for (name, parent) in [("arm", None), ("fore", Some(0)), ("hand", Some(1))] {
            skeleton.add(name, parent, JointKind::Joint, Vec3::X, Quat::IDENTITY).unwrap();
        }
        skeleton.finish().unwrap()
    }

    fn turned(turns: &[Turn], influences: &[[f32; 4]]) -> Skin {
        let joints = [0, 1, 2].into_iter().chain(turns.iter().map(|_| 1));
        let binds = joints.map(|joint| Bind { joint, matrix: Affine3A::IDENTITY }).collect();
        let corner = SkinCorner { influences: influences.len() as u16, ..SkinCorner::rigid(Vec3::X, Vec3::Z, 0) };
        let parts = SkinParts {
            binds,
            influences: influences.to_vec(),
            corners: vec![corner],
            triangles: vec![[0; 3]],
            ..SkinParts::default()
        };
        Skin::new("body", parts, &skeleton()).unwrap().with_turns(turns.to_vec()).unwrap()
    }

    fn between(from: u16, to: u16, [swing, twist]: [f32; 2]) -> Turn {
        Turn::Between { from, to, axis: Vec3::X, swing, twist }
    }

    /// The binds of the only corner, the largest first.
    fn plain(turns: &[Turn], influences: &[[f32; 4]]) -> Vec<(u16, f32)> {
        let skin = plain_body(&turned(turns, influences), &skeleton()).unwrap();
        assert!(skin.generated().is_none() && skin.turns().is_empty() && skin.binds().len() == 3);
        skin.influences_of(&skin.corners()[0]).0.iter().map(|[weight, .., bind]| (*bind as u16, *weight)).collect()
    }

    #[test]
    fn a_bind_between_two_is_shared_out_as_it_swings() {
        let whole = [[1.0, 0.0, 0.0, 3.0]];
        assert_eq!(plain(&[between(0, 1, [0.25, 0.0])], &whole), [(0, 0.75), (1, 0.25)]);
        assert_eq!(plain(&[between(0, 1, [0.25, 1.0])], &whole), [(0, 0.75), (1, 0.25)]);
        // Such a bind swings wholly with the second, however little it twists.
        assert_eq!(plain(&[between(0, 1, [1.0, 0.5])], &whole), [(1, 1.0)]);
    }

    #[test]
    fn a_bind_that_only_twists_follows_the_second_half_at_most() {
        let whole = [[1.0, 0.0, 0.0, 3.0]];
        assert_eq!(plain(&[between(0, 1, [0.0, 0.5])], &whole), [(0, 0.875), (1, 0.125)]);
        assert_eq!(plain(&[between(0, 1, [0.0, 1.0])], &whole), [(0, 0.5), (1, 0.5)]);
    }

    #[test]
    fn chains_end_at_joints_and_equal_joints_count_once() {
        let turns = [between(0, 1, [0.5, 0.0]), between(3, 2, [0.5, 0.0])];
        let influences = [[0.5, 0.0, 0.0, 4.0], [0.5, 0.0, 0.0, 2.0]];
        assert_eq!(plain(&turns, &influences), [(2, 0.75), (0, 0.125), (1, 0.125)]);
    }

    #[test]
    fn a_body_of_joints_that_do_not_turn_is_refused() {
        let aimed = Turn::Aimed { base: 0, bone: [0, 1], along: Vec3::X };
        let skin = turned(&[aimed], &[[1.0, 0.0, 0.0, 3.0]]);
        assert_eq!(plain_body(&skin, &skeleton()), Err(BuildError::UnknownJoint));
    }
}
