//! How sure a guess is.

/// How sure a guess is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Confidence {
    /// Nothing tells. Something was taken so that there is something to show.
    Unknown,
    /// Another answer is about as good.
    Unsure,
    /// One answer is better, by weaker signs.
    Likely,
    /// Several signs say the same.
    #[default]
    Sure,
}
