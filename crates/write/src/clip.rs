//! What most programs want of a clip, in one call each.

use super::mirror::mirror;
use super::{BvhOptions, Excerpt, Moments, WriteError, bvh, excerpt};
use marey::model::Clip;

/// Methods of a [`Clip`]: `use marey_write::WriteClip`.
pub trait WriteClip {
    /// The first behaviour as BVH text: [`bvh`] with its default options.
    ///
    /// # Errors
    /// As [`bvh`].
    fn to_bvh(&self) -> Result<String, WriteError>;

    /// Some moments of every behaviour, as a clip of its own that begins at 0 s: [`excerpt`] with nothing else changed. Ranges of floats are
    /// seconds, ranges of integers are frames; both ends are included.
    ///
    /// ```
    /// # use marey_write::WriteClip;
    /// # let clip = marey::formats::parse("a.bvh", b"HIERARCHY ROOT Hips { OFFSET 0 90 0 CHANNELS 1 Zrotation End Site { OFFSET 0 9 0 } }
    /// #     MOTION\nFrames: 5\nFrame Time: 0.5\n0\n10\n20\n30\n40", marey::Limits::default())?;
    /// let second_half = clip.cut(1.0..=2.0).unwrap();
    /// let first_frames = clip.cut(0..=2).unwrap();
    /// assert_eq!([second_half, first_frames].map(|clip| clip.behaviours[0].motion.frame_count()), [3, 3]);
    /// # Ok::<(), marey::ParseError>(())
    /// ```
    ///
    /// # Errors
    /// As [`excerpt`].
    fn cut(&self, moments: impl Into<Moments>) -> Result<Clip, WriteError>;

    /// Every behaviour with `rate` frames a second, mixed from its own: [`excerpt`] with nothing else changed.
    ///
    /// # Errors
    /// As [`excerpt`].
    fn resample(&self, rate: f64) -> Result<Clip, WriteError>;

    /// Every behaviour as it looks in a mirror, on the same skeleton: left and right are exchanged.
    ///
    /// The mirror is the vertical plane through the origin that exchanges the sides of the rest pose: its normal is the mean direction from
    /// right joints to their left [partners](marey::body::partners), the nearest axis of the file if that is within 10 degrees. In the file's
    /// axes, with `S` the reflection in that plane, `p` the partner of joint `j`, `R` world rotations in a frame and `R0` in the rest
    /// pose, the new world rotations are
    ///
    /// `R'[j] = S * R[p] * inverse(R0[p]) * S * R0[j]`
    ///
    /// A root with translations gets `S` times the position of its partner. Other joints with translations move from their place in the
    /// rest pose as their partner does, reflected, in the space of their parent; so the figure keeps its own proportions:
    ///
    /// `t'[j] = t0[j] + inverse(R0[parent of j]) * S * R0[parent of p] * (t[p] - t0[p])`
    ///
    /// - Joints without a partner, such as a prop in one hand, keep their local motion below the parent, which has that of its own partner.
    /// - Tracks are those of the partners, frame times stay. Position channels [replace](marey::model::PositionMode::Replace) offsets in the
    ///   result, on all axes, as the clip's mode places them.
    /// - Scales are those of the partner along the corresponding axes.
    /// - Weights of morphs, skin, masses and cameras on joints stay. Other cameras are reflected, too.
    /// - Marks of limits are left out, because they have values of the motion; those of events name the partner.
    /// - Where the figure rests lying on its side, `S` on the left is the reflection in a vertical plane across the first horizontal axis.
    ///
    /// ```
    /// # use marey_write::WriteClip;
    /// # let clip = marey::formats::parse("a.bvh", b"HIERARCHY ROOT Hips { OFFSET 0 90 0 CHANNELS 1 Zrotation
    /// #     JOINT LeftLeg { OFFSET 10 0 0 CHANNELS 1 Xrotation End Site { OFFSET 0 -90 0 } }
    /// #     JOINT RightLeg { OFFSET -10 0 0 CHANNELS 1 Xrotation End Site { OFFSET 0 -90 0 } } }
    /// #     MOTION\nFrames: 1\nFrame Time: 0.5\n0 -90 0", marey::Limits::default())?;
    /// // The left foot is in front: the mirrored clip's right one.
    /// let [left, right] = [2, 4];
    /// assert!(clip.positions(0, 0).unwrap()[left].distance([10.0, 90.0, 90.0].into()) < 1e-4);
    /// let mirrored = clip.mirror().unwrap();
    /// assert!(mirrored.positions(0, 0).unwrap()[right].distance([-10.0, 90.0, 90.0].into()) < 1e-4);
    /// # Ok::<(), marey::ParseError>(())
    /// ```
    ///
    /// # Errors
    /// [`WriteError::NoSides`], [`WriteError::NoPartner`] and [`WriteError::NotSymmetric`] if the skeleton does not tell what to exchange,
    /// [`WriteError::Mirror`] for scales and static transforms that differ on both sides, and [`WriteError::Build`] for numbers out of range.
    fn mirror(&self) -> Result<Clip, WriteError>;
}

impl WriteClip for Clip {
    fn to_bvh(&self) -> Result<String, WriteError> {
        bvh(self, 0, &BvhOptions::default())
    }

    fn cut(&self, moments: impl Into<Moments>) -> Result<Clip, WriteError> {
        excerpt(self, &Excerpt::default().moments(moments.into()))
    }

    fn resample(&self, rate: f64) -> Result<Clip, WriteError> {
        excerpt(self, &Excerpt::default().rate(rate))
    }

    fn mirror(&self) -> Result<Clip, WriteError> {
        mirror(self)
    }
}
