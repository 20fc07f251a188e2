//! Rotations about the axes by degrees.

use glam::DQuat;

pub fn about_x(degrees: f64) -> DQuat {
    DQuat::from_rotation_x(degrees.to_radians())
}

pub fn about_y(degrees: f64) -> DQuat {
    DQuat::from_rotation_y(degrees.to_radians())
}

pub fn about_z(degrees: f64) -> DQuat {
    DQuat::from_rotation_z(degrees.to_radians())
}
