//! Parses selections of frames: `all`, `0-10`, `20-`, `0,10,25`, or several of these with commas.

use std::ops::RangeInclusive;

use super::Stop;

/// Ranges of frames, counted from 0, in the given order. An open range ends at `usize::MAX`.
pub(super) struct FrameChoice(Vec<RangeInclusive<usize>>);

impl FrameChoice {
    pub(super) fn parse(text: &str) -> Result<Self, Stop> {
        let parse = |item: &str| {
            let item = item.trim();
            if item == "all" {
                return Some(0..=usize::MAX);
            }
            let (from, to) = item.split_once('-').unwrap_or((item, item));
            let from = from.trim().parse().ok()?;
            let to = if to.trim().is_empty() { usize::MAX } else { to.trim().parse().ok()? };
            (from <= to).then_some(from..=to)
        };
        let ranges: Option<Vec<_>> = text.split(',').map(parse).collect();
        let wrong = || {
            Stop::Usage(format!(
                "expected --frames to be a frame (5), a range (0-10, or 20- to the end), a list (0,10,25) or `all`, found `{text}`"
            ))
        };
        ranges.map(Self).ok_or_else(wrong)
    }

    /// All selected frames of a motion whose last frame is `last`.
    pub(super) fn list(&self, last: usize) -> Result<Vec<usize>, Stop> {
        let mut frames = Vec::new();
        for range in &self.0 {
            let to = if *range.end() == usize::MAX { last } else { *range.end() };
            if let Some(frame) = [*range.start(), to].into_iter().find(|frame| *frame > last) {
                return Err(Stop::Usage(format!("there is no frame {frame}: frames are 0 to {last}")));
            }
            frames.extend(*range.start()..=to);
        }
        Ok(frames)
    }

    /// The ranges as a single one, if each starts right after the one before.
    pub(super) fn range(&self) -> Option<RangeInclusive<usize>> {
        let (first, more) = self.0.split_first()?;
        let join = |whole: RangeInclusive<usize>, next: &RangeInclusive<usize>| {
            (whole.end().checked_add(1) == Some(*next.start())).then(|| *whole.start()..=*next.end())
        };
        more.iter().try_fold(first.clone(), join)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_ranges_and_lists() {
        let list = |text: &str| FrameChoice::parse(text).ok().and_then(|frames| frames.list(9).ok());
        for (text, frames) in [
            ("0,3", Some(vec![0, 3])),
            ("2-4", Some(vec![2, 3, 4])),
            (" 8- , 1", Some(vec![8, 9, 1])),
            ("all", Some((0..10).collect())),
            ("10", None),
            ("8-10", None),
            ("10-", None),
            ("4-2", None),
            ("-3", None),
            ("1,,2", None),
            ("", None),
        ] {
            assert_eq!(list(text), frames, "{text}");
        }
        let range = |text: &str| FrameChoice::parse(text).ok().and_then(|frames| frames.range());
        assert_eq!((range("1,2-5,6-"), range("0,2"), range("all,1")), (Some(1..=usize::MAX), None, None));
    }
}
