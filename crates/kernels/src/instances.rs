//! Instances of a drawn figure: a ball for each joint, a bone from joint to joint.

use glam::{Affine3A, Vec3};

/// One bone or ball: 48 bytes, laid out as the shaders' vertex attributes.
///
/// Stage space (metres, Y up). A ball's end equals its start. A head or hand is an ellipsoid, which extends beyond its start and
/// its end by its radius.
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
    /// Bits: [`HIGHLIGHTED`], [`END_SITE`], [`LEFT_PATTERN`], [`RIGHT_PATTERN`], [`ROUND`], [`OFF_BODY`].
    pub style: u32,
    /// Direction across it, in 127ths, in which it is thinner, by the square of this vector's length. The fourth value is unused.
    pub press: [i8; 4],
    /// The joint whose rotation moves it.
    pub joint: u32,
}

impl BoneInstance {
    /// The two visible ends of a round shape.
    pub fn poles(&self) -> [Vec3; 2] {
        let (start, end) = (Vec3::from(self.start), Vec3::from(self.end));
        let beyond = (end - start).normalize_or_zero() * self.end_radius;
        [start - beyond, end + beyond]
    }
}

/// Drawn glowing.
pub const HIGHLIGHTED: u32 = 1;
/// Marks the end of a chain.
pub const END_SITE: u32 = 2;
/// Drawn with the left side's pattern.
pub const LEFT_PATTERN: u32 = 4;
/// Drawn with the right side's pattern.
pub const RIGHT_PATTERN: u32 = 8;
/// A sphere or an ellipsoid, not a bone.
pub const ROUND: u32 = 64;
/// A joint off the body: it tells nothing about the figure's position.
pub const OFF_BODY: u32 = 128;

/// The ball and the bone of a joint, the same in every picture.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct BonePart {
    /// The joint where the bone starts; `None`: no bone.
    pub from: Option<u16>,
    /// Radius at the bone's start, metres.
    pub start_radius: f32,
    /// Radius at the bone's end, metres.
    pub end_radius: f32,
    /// Radius of the ball, metres.
    pub ball_radius: f32,
    /// Index into [`InstanceLook::sides`].
    pub side: u8,
    /// The ball is a site, not a joint.
    pub site: bool,
    /// The ball would stick out of another shape or is off the body: visible only while it glows.
    pub covered: bool,
    /// Style bits of the ball.
    pub style: u32,
}

/// Settings of how a figure is drawn.
#[derive(Debug, Clone, Copy)]
pub struct InstanceLook {
    /// Colour and style bits of each side.
    pub sides: [([u8; 4], u32); 3],
    /// Whether sites are visible.
    pub sites: bool,
    /// The joint that glows.
    pub highlighted: Option<usize>,
}

impl InstanceLook {
    /// Colour and style of a shape on `side` that is moved by `joint`.
    #[inline(always)]
    pub fn of(&self, side: u8, joint: usize) -> ([u8; 4], u32) {
        let [first, second, third] = self.sides;
        let (colour, style) = match side {
            0 => first,
            1 => second,
            _ => third,
        };
        (colour, style | if self.highlighted == Some(joint) { HIGHLIGHTED } else { 0 })
    }
}

/// Replaces `balls` and `bones` by those of a pose: a ball for each part, and each bone that has a length. `world` has a matrix
/// for each part; `place` transforms their space to the stage. The joint where a bone starts must precede its end. `seen` is how
/// opaque each joint's ball and the bone to it are, 0 for not at all to 255; joints beyond its end are opaque. No bone begins at a joint that is not
/// seen.
#[inline(never)]
pub fn write(
    parts: &[BonePart],
    world: &[Affine3A],
    place: &Affine3A,
    look: &InstanceLook,
    seen: &[u8],
    balls: &mut Vec<BoneInstance>,
    bones: &mut Vec<BoneInstance>,
) {
    balls.clear();
    bones.clear();
    balls.reserve(parts.len());
    bones.reserve(parts.len());
    let none = BoneInstance::default();
    for ((joint, part), world) in parts.iter().enumerate().zip(world) {
        let end = place.transform_point3a(world.translation).to_array();
        let seen = seen.get(joint).copied().unwrap_or(255);
        let faded = |[r, g, b, opacity]: [u8; 4]| [r, g, b, (u32::from(opacity) * u32::from(seen) / 255) as u8];
        let hidden = part.site && !look.sites || part.covered && look.highlighted != Some(joint) || seen == 0;
        // Hidden balls stay in the list with radius 0: joints are found by index.
        let radius = if hidden { 0.0 } else { part.ball_radius };
        let (colour, style) = look.of(part.side, joint);
        let style = part.style | ROUND | style;
        let (start_radius, end_radius) = (radius, radius);
        balls.push(BoneInstance {
            start: end,
            start_radius,
            end,
            end_radius,
            colour: faded(colour),
            style,
            joint: joint as u32,
            ..none
        });
        if let Some(parent) = part.from.map(usize::from)
            && let Some(&BoneInstance { start, colour: [.., opacity], .. }) = balls.get(parent)
            && start != end
            && seen > 0
            && opacity > 0
        {
            // Limit the thickness of short bones. `f32::min` would be a call in WebAssembly.
            let most = 0.36 * Vec3::from(start).distance(Vec3::from(end));
            let within = |radius: f32| if radius < most { radius } else { most };
            let (start_radius, end_radius) = (within(part.start_radius), within(part.end_radius));
            let (colour, style) = look.of(part.side, parent);
            bones.push(BoneInstance {
                start,
                start_radius,
                end,
                end_radius,
                colour: faded(colour),
                style,
                joint: parent as u32,
                ..none
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOOK: InstanceLook = InstanceLook {
        sides: [([1; 4], LEFT_PATTERN), ([2; 4], RIGHT_PATTERN), ([3; 4], 0)],
        sites: true,
        highlighted: None,
    };

    /// A root, a joint 1 above it, and a third at the same place as the second.
    fn written(parts: [BonePart; 3], look: InstanceLook) -> (Vec<BoneInstance>, Vec<BoneInstance>) {
        written_seen(parts, look, &[])
    }

    fn written_seen(parts: [BonePart; 3], look: InstanceLook, seen: &[u8]) -> (Vec<BoneInstance>, Vec<BoneInstance>) {
        let world = [0.0, 1.0, 1.0].map(|y| Affine3A::from_translation(Vec3::Y * y));
        let (mut balls, mut bones) = (vec![BoneInstance::default(); 9], vec![BoneInstance::default(); 9]);
        write(&parts, &world, &Affine3A::from_scale(Vec3::splat(2.0)), &look, seen, &mut balls, &mut bones);
        (balls, bones)
    }

    fn parts() -> [BonePart; 3] {
        [None, Some(0), Some(1)].map(|from| BonePart {
            from,
            start_radius: 0.5,
            end_radius: 0.9,
            ball_radius: 0.1,
            ..BonePart::default()
        })
    }

    #[test]
    fn bones_end_at_their_joint_and_are_no_thicker_than_they_are_long() {
        let (balls, bones) = written(parts(), LOOK);
        assert_eq!(
            balls.iter().map(|ball| (ball.start[1], ball.end[1], ball.joint)).collect::<Vec<_>>(),
            [(0.0, 0.0, 0), (2.0, 2.0, 1), (2.0, 2.0, 2)]
        );
        assert_eq!(bones.len(), 1, "none of length 0");
        assert_eq!((bones[0].start[1], bones[0].end[1], bones[0].joint), (0.0, 2.0, 0));
        assert_eq!((bones[0].start_radius, bones[0].end_radius), (0.5, 0.36 * 2.0));
        assert_eq!(size_of::<BoneInstance>(), 48);
    }

    #[test]
    fn colour_depends_on_the_end_joints_side_and_glow_on_the_turning_joint() {
        let [root, mut end, tip] = parts();
        (end.side, end.style) = (1, END_SITE);
        let (balls, bones) = written([root, end, tip], InstanceLook { highlighted: Some(0), ..LOOK });
        assert_eq!((bones[0].colour, bones[0].style), ([2; 4], RIGHT_PATTERN | HIGHLIGHTED));
        assert_eq!(balls[0].style, LEFT_PATTERN | ROUND | HIGHLIGHTED);
        assert_eq!((balls[1].colour, balls[1].style), ([2; 4], RIGHT_PATTERN | ROUND | END_SITE));
        end.side = 9;
        assert_eq!(written([root, end, tip], LOOK).0[1].colour, [3; 4]);
    }

    #[test]
    fn hidden_parts_keep_their_place_with_size_zero() {
        let [root, mut end, mut tip] = parts();
        (end.site, tip.covered) = (true, true);
        let sizes = |look| written([root, end, tip], look).0.iter().map(|ball| ball.end_radius).collect::<Vec<_>>();
        assert_eq!(sizes(LOOK), [0.1, 0.1, 0.0]);
        assert_eq!(sizes(InstanceLook { sites: false, highlighted: Some(2), ..LOOK }), [0.1, 0.0, 0.1]);
    }

    #[test]
    fn a_joint_and_the_bone_to_it_are_as_opaque_as_it_was_seen() {
        let look = InstanceLook { sides: [([9, 9, 9, 200], 0); 3], ..LOOK };
        let opacities = |seen: &[u8]| {
            let (balls, bones) = written_seen(parts(), look, seen);
            let of = |one: &BoneInstance| (one.colour[3], one.end_radius > 0.0);
            (balls.iter().map(of).collect::<Vec<_>>(), bones.iter().map(of).collect::<Vec<_>>())
        };
        let (whole, half) = ((200, true), (100, true));
        assert_eq!(opacities(&[255, 128]), (vec![whole, half, whole], vec![half]));
        assert_eq!(opacities(&[255, 0, 255]), (vec![whole, (0, false), whole], vec![]), "nothing of it is drawn");
        assert_eq!(opacities(&[0, 255]), (vec![(0, false), whole, whole], vec![]), "no bone begins at it");
    }
}
