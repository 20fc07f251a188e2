//! Events: footsteps and whatever else a person marked.

use super::layout::FrameLayout;
use super::parameters::Parameters;
use crate::compact::sorting::sort_by_key;
use crate::formats::reading::marks::MOST_MARKS;
use crate::model::{Mark, MarkKind};

/// The events of a recording.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Events {
    /// Sorted by their frames.
    pub(super) marks: Vec<Mark>,
    /// Further ones.
    pub(super) dropped: u64,
    /// Number of those without a time in the recording.
    pub(super) outside: usize,
}

/// The events of so many frames, which are `frame_time` seconds apart. The time 0 is that of frame 1.
pub(super) fn read(parameters: &Parameters<'_>, layout: &FrameLayout, frames: usize, frame_time: f64) -> Events {
    let [contexts, labels] = ["CONTEXTS", "LABELS"].map(|name| parameters.continued_texts("EVENT", name));
    let mut times = parameters.numbers("EVENT", "TIMES");
    for number in 2.. {
        let more = parameters.numbers("EVENT", &format!("TIMES{number}"));
        if more.is_empty() {
            break;
        }
        times.extend(more);
    }
    let most = labels.len().max(contexts.len()).max(times.len() / 2);
    let used = parameters.count("EVENT", "USED").unwrap_or(most).min(most);
    let mut events = Events::default();
    for event in 0..used {
        // A time is minutes and seconds.
        let seconds =
            times.get(2 * event).zip(times.get(2 * event + 1)).map(|(minutes, seconds)| 60.0 * minutes + seconds);
        let frame = seconds.map_or(-1.0, |seconds| (seconds / frame_time).round() + 1.0 - layout.first as f64);
        if !(frame >= 0.0 && frame < frames as f64) {
            events.outside += 1;
            continue;
        }
        let words = [contexts.get(event), labels.get(event)].into_iter().flatten().filter(|word| !word.is_empty());
        let text = words.map(String::as_str).collect::<Vec<_>>().join(" ");
        if text.is_empty() {
            events.outside += 1;
            continue;
        }
        let at = frame as usize;
        events.marks.push(Mark { kind: MarkKind::Event, behaviour: 0, joint: None, first: at, last: at, at, text });
    }
    sort_by_key(&mut events.marks, |mark| mark.first);
    events.dropped = events.marks.len().saturating_sub(MOST_MARKS) as u64;
    events.marks.truncate(MOST_MARKS);
    events
}
