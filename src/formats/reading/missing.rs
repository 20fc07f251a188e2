//! Marks of values that a file lacks.

use super::marks::MOST_MARKS;
use crate::model::{Mark, MarkKind};

/// Frames in which joints lack values, gathered frame by frame. Takes no memory where nothing is missing.
#[derive(Debug, Default)]
pub(crate) struct MissingValues {
    marks: Vec<Mark>,
    /// Index of the latest mark of each joint.
    latest: Vec<Option<usize>>,
    dropped: u64,
}

impl MissingValues {
    /// Notes that a joint lacks a value in a frame. Frames come in their order.
    #[cold]
    pub(crate) fn note(&mut self, joint: u16, frame: usize) {
        let index = usize::from(joint);
        if index >= self.latest.len() {
            self.latest.resize(index + 1, None);
        }
        let Some(latest) = self.latest.get_mut(index) else { return };
        if let Some(mark) = latest.and_then(|mark| self.marks.get_mut(mark)).filter(|mark| mark.last + 1 >= frame) {
            mark.last = frame;
        } else if self.marks.len() < MOST_MARKS {
            *latest = Some(self.marks.len());
            let text = String::from("values are missing");
            let (kind, joint) = (MarkKind::Missing, Some(joint));
            self.marks.push(Mark { kind, behaviour: 0, joint, first: frame, last: frame, at: frame, text });
        } else {
            *latest = None;
            self.dropped += 1;
        }
    }

    /// All marks, which begin in their order, and the number of further ones. `left_out` frames at the start are no frames of the motion.
    pub(crate) fn finish(mut self, left_out: usize) -> (Vec<Mark>, u64) {
        self.marks.retain(|mark| mark.last >= left_out);
        for Mark { first, last, at, .. } in &mut self.marks {
            (*first, *last) = (first.saturating_sub(left_out), *last - left_out);
            *at = *first;
        }
        (self.marks, self.dropped)
    }
}
