/// How sure a guess is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Confidence {
    /// No evidence: a value was chosen so that there is something to show.
    Unknown,
    /// Another answer is about as likely.
    Unsure,
    /// Weak evidence favours this answer.
    Likely,
    /// Several signs agree.
    #[default]
    Sure,
}
