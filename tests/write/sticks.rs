//! Sticks beside the tree, which join markers.

use glam::Quat;
use marey::Limits;
use marey::model::{Axis, Clip, JointKind, SkeletonBuilder};
use marey_write::{Excerpt, GltfOptions, Space, excerpt, glb};
use support::{fixture, read_alone};

fn rings() -> Clip {
    read_alone("rings.c3d", fixture("c3d", "rings.c3d")).unwrap()
}

#[test]
fn sticks_stay_in_another_space() {
    let clip = rings();
    let space = Space { metres_per_unit: 1.0, up: Axis::Y };
    let part = excerpt(&clip, &Excerpt::default().space(space)).unwrap();
    assert_eq!((part.skeleton.links(), part.skeleton.links().len()), (clip.skeleton.links(), 8));
}

/// A bone of a mesh is rigid: it cannot follow two joints that move by themselves.
#[test]
fn sticks_are_in_no_mesh() {
    let clip = rings();
    let mut skeleton = SkeletonBuilder::new(&Limits::default());
    for (name, at) in clip.skeleton.names().iter().zip(clip.skeleton.rest_translations()) {
        skeleton.add(name, None, JointKind::Joint, *at, Quat::IDENTITY).unwrap();
    }
    let mut balls = clip.clone();
    balls.skeleton = skeleton.finish().unwrap().into();
    let bytes = |clip: &Clip| glb(clip, &GltfOptions::default()).unwrap();
    assert!(bytes(&clip) == bytes(&balls));
}
