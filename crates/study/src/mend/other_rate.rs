//! Which frames of another rate are made of which ones of the file.

/// A moment so near to a frame is that frame's, in frames.
pub(super) const NEAR: f64 = 1e-6;

/// Frames of `ratio` times the rate which curves make from some frames of the file; at least one.
pub(super) fn frames_at(ratio: f64, first: usize, last: usize) -> (usize, usize) {
    let from = first.checked_sub(1).map_or(0, |before| (before as f64 * ratio + NEAR) as usize + 1);
    let to = (((last + 1) as f64 * ratio - NEAR).ceil() as usize).saturating_sub(1);
    if from <= to {
        (from, to)
    } else {
        ((first as f64 * ratio).round() as usize, (first as f64 * ratio).round() as usize)
    }
}
