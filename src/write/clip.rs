//! What most programs want of a clip, in one call each.

use super::{BvhOptions, Excerpt, Moments, WriteError, bvh, excerpt};
use crate::model::Clip;

impl Clip {
    /// The first behaviour as BVH text: [`bvh`] with its default options.
    ///
    /// # Errors
    /// As [`bvh`].
    pub fn to_bvh(&self) -> Result<String, WriteError> {
        bvh(self, 0, &BvhOptions::default())
    }

    /// Some moments of every behaviour, as a clip of its own that begins at 0 s: [`excerpt`] with nothing else changed.
    ///
    /// # Errors
    /// As [`excerpt`].
    pub fn cut(&self, moments: Moments) -> Result<Self, WriteError> {
        excerpt(self, &Excerpt::default().moments(moments))
    }

    /// Every behaviour with `rate` frames a second, mixed from its own: [`excerpt`] with nothing else changed.
    ///
    /// # Errors
    /// As [`excerpt`].
    pub fn resample(&self, rate: f64) -> Result<Self, WriteError> {
        excerpt(self, &Excerpt::default().rate(rate))
    }
}
