use std::ops::Range;

use super::BuildError;

/// The values of some joints over time.
///
/// Frame-major: the two rows of a sample are adjacent, and playing backwards costs the same as forwards.
#[derive(Debug, Clone, PartialEq)]
pub struct Track<T> {
    pub(super) joints: Vec<u16>,
    pub(super) values: Vec<T>,
}

/// Does the same with each track of a motion.
macro_rules! each_track {
    ($motion:expr, $track:ident => $act:expr) => {{
        {
            let $track = &mut $motion.rotations;
            $act;
        }
        {
            let $track = &mut $motion.translations;
            $act;
        }
        {
            let $track = &mut $motion.scales;
            $act;
        }
        {
            let $track = &mut $motion.weights;
            $act;
        }
    }};
}
pub(super) use each_track;

impl<T> Track<T> {
    pub(super) const EMPTY: Self = Self { joints: Vec::new(), values: Vec::new() };

    /// The joints of the values, each once. In a track of weights: indices of [`Skeleton::weights`](super::Skeleton::weights).
    pub fn joints(&self) -> &[u16] {
        &self.joints
    }

    /// All values, `[frame][joint]`.
    pub fn values(&self) -> &[T] {
        &self.values
    }

    /// The values of one frame, in the order of [`joints`](Self::joints); empty past the last frame.
    pub fn row(&self, frame: usize) -> &[T] {
        self.rows(frame..frame.saturating_add(1))
    }

    /// The values of consecutive frames; empty if any of them is missing.
    pub(super) fn rows(&self, frames: Range<usize>) -> &[T] {
        let width = self.joints.len();
        self.values.get(frames.start.saturating_mul(width)..frames.end.saturating_mul(width)).unwrap_or_default()
    }

    pub(super) fn outline(&self) -> Self {
        Self { joints: self.joints.clone(), values: Vec::new() }
    }

    pub(super) fn row_bytes(&self) -> usize {
        self.joints.len() * size_of::<T>()
    }

    pub(super) fn reserve(&mut self, frames: usize) {
        self.values.try_reserve_exact(frames.saturating_mul(self.joints.len())).ok();
    }
}

impl<T: Copy + PartialEq> Track<T> {
    /// Whether any row differs from the first.
    pub(super) fn moves(&self) -> bool {
        let first = self.row(0);
        !first.is_empty() && self.values.chunks_exact(first.len()).any(|row| row != first)
    }
}

impl<T: Copy> Track<T> {
    /// Appends one row of `value` and returns it, with its joints.
    #[inline]
    pub(super) fn push_row(&mut self, value: T) -> Result<(&[u16], &mut [T]), BuildError> {
        let (held, width) = (self.values.len(), self.joints.len());
        self.values.try_reserve(width).map_err(|_| BuildError::OutOfMemory)?;
        self.values.resize(held + width, value);
        Ok((&self.joints, self.values.get_mut(held..).unwrap_or_default()))
    }

    /// A row, with its joints.
    pub(super) fn row_mut(&mut self, frame: usize) -> (&[u16], &mut [T]) {
        let width = self.joints.len();
        (&self.joints, self.values.get_mut(frame * width..(frame + 1) * width).unwrap_or_default())
    }

    /// Removes the first row.
    pub(super) fn remove_first_row(&mut self) {
        self.values.drain(..self.joints.len().min(self.values.len()));
    }

    /// Removes the rows from `frame` on.
    pub(super) fn truncate(&mut self, frame: usize) {
        self.values.truncate(frame * self.joints.len());
    }

    pub(super) fn make_room(&mut self, values: &[T]) -> Result<(), BuildError> {
        make_room(&mut self.values, values.len())
    }
}

/// Makes room for `count` more values. Grows by an eighth instead of doubling: frames are most of a page's memory, and wasm never
/// returns memory. If that fails, returns an error and leaves the remaining memory to the page.
pub(super) fn make_room<T>(list: &mut Vec<T>, count: usize) -> Result<(), BuildError> {
    if list.capacity() - list.len() >= count {
        return Ok(());
    }
    list.try_reserve_exact(count.max(list.len() / 8)).map_err(|_| BuildError::OutOfMemory)
}
