use std::sync::Arc;

use glam::Vec3;

use super::super::tests::{scene, walker};
use super::super::{Scene, StageFigure};
use marey::look::{HIGHLIGHTED, IS_SKIN, LEFT_PATTERN, OPACITY, TRANSLUCENT};
use marey::model::{Skin, SkinCorner, SkinParts};

fn skin_pose(corners: Vec<SkinCorner>) -> SkinParts {
    SkinParts { corners, triangles: vec![[0, 1, 2]], ..SkinParts::default() }
}

#[test]
fn a_skin_moves_with_its_joints_and_hides_the_bones() {
    let mut unpacked = walker();
    // Around the left leg: corners of the hips, the head and the foot, more than half of the joints.
    let corners = [(16.0, 45.0, 0), (4.0, 45.0, 1), (10.0, 0.0, 2)].map(|(x, y, joint)| {
        let position = Vec3::new(x, y, 0.0);
        SkinCorner::rigid(position, Vec3::Z, joint)
    });
    let skin = Skin::new("skin", skin_pose(corners.to_vec()), &unpacked.clip.skeleton).unwrap();
    unpacked.clip.skin = Some(Arc::new(skin));
    let mut scene = scene();
    assert!(scene.instances().skin.is_empty() && !scene.instances().hidden);
    let bare = scene.figure().unwrap().bytes();
    assert_eq!(bare, 21 * size_of::<Vec3>());
    scene.show(unpacked);
    assert_eq!(scene.figure().unwrap().bytes() - bare, 3 * size_of::<SkinCorner>() + size_of::<[u32; 3]>());
    scene.clock.seek(1.0);
    scene.advance(10.0);

    let placed = |scene: &Scene, joint: usize, at: Vec3| {
        let one = scene.instances().skin[joint];
        Vec3::from_array(one.rows.map(|[x, y, z, w]| Vec3::new(x, y, z).dot(at) + w))
    };
    let foot = scene.joint_on_stage(2).unwrap();
    assert!(placed(&scene, 2, Vec3::new(10.0, 0.0, 0.0)).distance(foot) < 1e-5);
    assert!((placed(&scene, 2, Vec3::new(10.0, 0.0, 5.0)).distance(foot) - 0.05).abs() < 1e-6);
    let instances = scene.instances();
    assert!(instances.hidden);
    assert_eq!(instances.skin.len(), 256);
    assert_eq!(instances.skin[2].style as u32, IS_SKIN | (255 * OPACITY));
    assert!(instances.skin[2].colour[0] < instances.skin[3].colour[0], "left is cool, right is warm");
    assert!(scene.view().shadow_girth > 1.0, "a body throws a broader shadow than its bones");

    scene.set_bones(true);
    scene.set_patterns(true);
    scene.highlight(Some(2));
    scene.advance(10.0);
    assert!(!scene.instances().hidden);
    assert_eq!(
        scene.instances().skin[2].style as u32,
        IS_SKIN | TRANSLUCENT | (127 * OPACITY) | LEFT_PATTERN | HIGHLIGHTED
    );
    scene.set_bones(false);
    scene.set_skin(false);
    scene.advance(10.0);
    assert!(!scene.instances().hidden && scene.instances().skin.is_empty());
    assert_eq!(scene.view().shadow_girth, 1.0);
}

#[test]
fn a_skin_is_framed_with_its_figure_but_a_wall_is_not() {
    let boxes = |skin: Option<Vec<SkinCorner>>| {
        let mut unpacked = walker();
        let skeleton = unpacked.clip.skeleton.clone();
        unpacked.clip.skin = skin.map(|corners| Arc::new(Skin::new("skin", skin_pose(corners), &skeleton).unwrap()));
        let mut figure = StageFigure::new(unpacked);
        [figure.motion_boxes()[0], figure.course().about_joint[0]]
    };
    let corner = |x: f32, y: f32| SkinCorner::rigid(Vec3::new(x, y, 0.0), Vec3::Z, 1);
    let bare = boxes(None);
    let top = bare[1].max.y * 100.0;
    let dressed = boxes(Some(vec![corner(0.0, 0.0), corner(0.0, 10.0), corner(0.0, top + 20.0)]));
    for (dressed, bare) in dressed.iter().zip(bare) {
        assert!((dressed.max.y - bare.max.y - 0.2).abs() < 1e-4, "20 cm of hair: {dressed:?}, {bare:?}");
        assert!((dressed.min.y - bare.min.y).abs() < 1e-4);
    }
    let walled = boxes(Some(vec![corner(-9000.0, 0.0), corner(9000.0, 10.0), corner(0.0, 9000.0)]));
    assert!(walled[0].max.x - bare[0].max.x < 1.0, "{walled:?}");
}

#[test]
fn a_hat_hides_no_bones() {
    let mut unpacked = walker();
    let hat = SkinCorner::rigid(Vec3::Y * 170.0, Vec3::Y, 1);
    let skin = Skin::new("hat", skin_pose(vec![hat; 3]), &unpacked.clip.skeleton).unwrap();
    unpacked.clip.skin = Some(Arc::new(skin));
    let mut scene = scene();
    scene.show(unpacked);
    scene.advance(10.0);
    assert!(!scene.instances().hidden && !scene.instances().skin.is_empty());
}
