//! What the GPU takes of a bone or a joint.

use glam::Vec3;

/// One bone or joint as the GPU takes it: 48 bytes, laid out as the shaders' vertex attributes.
///
/// Stage space (metres, Y up). A joint is a sphere: its start is its end. A head or a hand is an ellipsoid, which reaches by
/// its radius beyond its start and its end.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default, bytemuck::Pod, bytemuck::Zeroable)]
pub struct BoneInstance {
    /// Where it starts.
    pub start: [f32; 3],
    /// Metres.
    pub start_radius: f32,
    /// Where it ends.
    pub end: [f32; 3],
    /// Metres.
    pub end_radius: f32,
    /// sRGB, alpha 255.
    pub colour: [u8; 4],
    /// [`HIGHLIGHTED`], [`END_SITE`], [`LEFT_PATTERN`], [`RIGHT_PATTERN`], [`ROUND`].
    pub style: u32,
    /// In 127ths, a direction across it in which it is thinner: by the square of this one's length. The last is nothing.
    pub press: [i8; 4],
    /// The joint that turns it.
    pub joint: u32,
}

impl BoneInstance {
    /// Its two ends as they are seen, of what is round.
    pub fn poles(&self) -> [Vec3; 2] {
        let (start, end) = (Vec3::from(self.start), Vec3::from(self.end));
        let beyond = (end - start).normalize_or_zero() * self.end_radius;
        [start - beyond, end + beyond]
    }
}

/// Glows.
pub const HIGHLIGHTED: u32 = 1;
/// Marks the end of a chain.
pub const END_SITE: u32 = 2;
/// Drawn with the left side's pattern.
pub const LEFT_PATTERN: u32 = 4;
/// Drawn with the right side's pattern.
pub const RIGHT_PATTERN: u32 = 8;
/// A sphere or an ellipsoid, not a bone.
pub const ROUND: u32 = 64;
