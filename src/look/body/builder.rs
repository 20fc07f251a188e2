//! The cage while it is built, and what its parts are built around.

use glam::Vec3;

use super::bind_pose::BindPose;
use super::binds::{BodyBinds, SideBinds};
use super::cage::Cage;
use super::measures::BodyMeasures;
use super::person::Person;
use crate::body::SideMap;

/// The cage while it is built, and what it is built around.
pub(super) struct Builder<'a> {
    pub(super) person: &'a Person<'a>,
    pub(super) bind: &'a BindPose,
    pub(super) measures: &'a BodyMeasures,
    pub(super) binds: &'a BodyBinds,
    /// The height of the ankles over the floor while the feet stand, if the motion shows it.
    pub(super) standing_ankle: Option<f32>,
    pub(super) cage: Cage,
}

/// One side of the body while it is built.
#[derive(Clone, Copy)]
pub(super) struct BodySide<'a> {
    pub(super) index: usize,
    /// 1 for the left one, -1 for the right one.
    pub(super) sign: f32,
    pub(super) map: &'a SideMap,
    pub(super) binds: &'a SideBinds,
}

/// The directions of a hand in the bind pose.
#[derive(Clone, Copy)]
pub(super) struct HandAxes {
    /// To the fingers.
    pub(super) way: Vec3,
    /// To the thumb's side.
    pub(super) side: Vec3,
    /// To the back of the hand.
    pub(super) back: Vec3,
}

impl BodySide<'_> {
    /// Whether faces that are counter-clockwise on the left side are clockwise here.
    pub(super) fn flips(&self) -> bool {
        self.sign < 0.0
    }

    /// The column of this side for one of the left side.
    pub(super) fn column(&self, column: usize) -> usize {
        if self.flips() { (12 - column) % 12 } else { column }
    }

    pub(super) fn outwards(&self) -> Vec3 {
        Vec3::X * self.sign
    }
}
