//! The triangles of a stage, as `shaders/figure.wgsl` makes them of the same instances.

use glam::{Mat3, Vec2, Vec3, Vec4, Vec4Swizzles};
use marey::look::{BoneInstance, Instances, ROUND, SkinJoint};
use marey::model::{Clip, Skin, SkinCorner};

use super::draw::{Corner, decode};
use super::mesh::{Meshes, Vertex};

pub struct Solids(Meshes);

impl Solids {
    pub fn new() -> Self {
        Self(Meshes::new())
    }

    fn of(&self, instance: &BoneInstance, bone: bool) -> impl Iterator<Item = [Corner; 3]> {
        let range = if bone { &self.0.bone } else { &self.0.ball };
        let indices = &self.0.indices[range.start as usize..range.end as usize];
        let instance = *instance;
        indices.chunks_exact(3).map(move |three| {
            [three[0], three[1], three[2]].map(|index| corner(&self.0.vertices[usize::from(index)], &instance))
        })
    }
}

/// All visible triangles of a figure.
pub fn triangles(solids: &Solids, instances: &Instances, clip: &Clip) -> Vec<[Corner; 3]> {
    let mut all = Vec::new();
    if !instances.hidden {
        all.extend(instances.bones.iter().flat_map(|bone| solids.of(bone, true)));
        let round = instances.joints.iter().chain(&instances.solids);
        all.extend(round.filter(|ball| ball.end_radius > 0.0).flat_map(|ball| solids.of(ball, false)));
    }
    if let Some(skin) = &clip.skin {
        let shown = instances.skin_triangles.start as usize..instances.skin_triangles.end as usize;
        let corners: Vec<Corner> = skin.corners().iter().map(|one| skinned(skin, one, &instances.skin)).collect();
        all.extend(skin.triangles()[shown].iter().map(|three| three.map(|index| corners[index as usize])));
    }
    all
}

fn corner(vertex: &Vertex, instance: &BoneInstance) -> Corner {
    let (start, end) = (Vec3::from(instance.start), Vec3::from(instance.end));
    let length = start.distance(end);
    let axis = if length > 1e-6 { (end - start) / length } else { Vec3::Y };
    let (u, v) = axis.any_orthonormal_pair();
    let radii = Vec2::new(instance.start_radius, instance.end_radius);
    let [cos, sin, share, share_slope] = vertex.ring;
    let both = |values: &[f32; 4]| {
        let [a, b, c, d] = *values;
        (Vec2::new(a, b).dot(radii), Vec2::new(c, d).dot(radii))
    };
    let ((along, away), (along_slope, away_slope)) = (both(&vertex.profile), both(&vertex.slope));
    let outwards = u * cos + v * sin;
    let along = share * length + along;
    let [r, g, b, _] = instance.colour;
    let [x, y, z, _] = instance.press.map(|part| f32::from(part) / 127.0);
    let press = Vec3::new(x, y, z);
    let off = outwards * away;
    let normal = outwards * (share_slope * length + along_slope) - axis * away_slope;
    Corner {
        at: start + axis * along + off - press * press.dot(off),
        normal: (normal + press * (press.dot(normal) / (1.0 - press.length_squared()))).normalize_or_zero(),
        albedo: decode([r, g, b].map(|part| f32::from(part) / 255.0)),
        // Bones darken near a joint.
        open: if instance.style & ROUND == 0 { ends(along / length) } else { 1.0 },
    }
}

fn ends(share: f32) -> f32 {
    let step = |from: f32, to: f32| {
        let t = ((share - from) / (to - from)).clamp(0.0, 1.0);
        t * t * (3.0 - 2.0 * t)
    };
    0.72 + 0.28 * step(-0.05, 0.10) * step(1.08, 0.86)
}

/// A corner of the skin, moved by its binds and morphs.
fn skinned(skin: &Skin, corner: &SkinCorner, joints: &[SkinJoint]) -> Corner {
    let one = |index: f32| joints.get(index as usize).copied().unwrap_or_default();
    let mut rows = [Vec4::ZERO; 3];
    let mut colour = Vec3::ZERO;
    let mut push = Vec3::ZERO;
    let mut add = |joint: SkinJoint, weight: f32| {
        for (sum, row) in rows.iter_mut().zip(joint.rows) {
            *sum += Vec4::from(row) * weight;
        }
        colour += Vec3::from(joint.colour) * weight;
    };
    if corner.is_rigid() {
        add(one(corner.first as f32), 1.0);
    } else {
        let (influences, morphs) = skin.influences_of(corner);
        for [weight, .., bind] in influences {
            add(one(*bind), *weight);
        }
        for [x, y, z, morph] in morphs {
            let [strength, bind, ..] = one(*morph).rows[0];
            let turned = one(bind).rows.map(|row| Vec4::from(row).xyz().dot(Vec3::new(*x, *y, *z)));
            push += Vec3::from(turned) * strength;
        }
    }
    let [x, y, z] = rows.map(|row| row.xyz());
    let cofactors = Mat3::from_cols(y.cross(z), z.cross(x), x.cross(y)).transpose();
    let [r, g, b, a] = corner.colour;
    let own = [r, g, b].map(|part| f32::from(part) / 255.0);
    Corner {
        at: Vec3::from(rows.map(|row| row.dot(corner.position.extend(1.0)))) + push,
        normal: (cofactors * corner.normal).normalize_or_zero(),
        albedo: decode(if a > 0 { own } else { colour.to_array() }),
        open: 1.0,
    }
}
