//! Findings and changes in words.

use super::cycle::CycleCut;
use super::report::{FaultKind, FaultMark};
use marey::decimal::text;

pub(super) const NO_FLOOR: &str = "Too few steps to know the floor.";
pub(super) const NO_PERSON: &str = "Not a person.";
pub(super) const NO_CYCLE: &str = "No two frames are alike.";
pub(super) const NO_REST: &str = "No foot stands.";
pub(super) const STAYS: &str = "Stays in place.";

/// Poses that are farther apart are not alike: metres, with a tenth of the difference of their velocities.
const ALIKE: f64 = 0.25;

/// `1 frame`, `9 frames`.
fn count(number: usize, what: &str) -> String {
    if number == 1 { format!("1 {what}") } else { format!("{number} {what}s") }
}

/// Seconds of so many frames.
fn seconds(frames: usize, rate: f64) -> String {
    format!("{} s", text(frames as f64 / rate, 2))
}

pub(super) fn trimmed(frames: usize) -> String {
    format!("Kept {}.", count(frames, "frame"))
}

pub(super) fn resampled(rate: f64) -> String {
    format!("Resampled to {} frames a second.", text(rate, 3))
}

/// The text of a mark.
pub(super) fn gap(kind: FaultKind, frames: usize, rate: f64) -> String {
    let what = match kind {
        FaultKind::Zero => "at zero",
        FaultKind::Frozen => "frozen",
        FaultKind::Origin => "at the origin",
        FaultKind::Held => "in which nothing moves",
        _ => "missing",
    };
    format!("{} {what} ({})", count(frames, "frame"), seconds(frames, rate))
}

/// The text of a mark.
pub(super) fn spike(kind: FaultKind, size: f64, frames: usize) -> String {
    let size =
        if kind == FaultKind::RootSpike { format!("{} m", text(size, 2)) } else { format!("{}\u{b0}", text(size, 0)) };
    format!("jumps by {size} for {}", count(frames, "frame"))
}

pub(super) fn gaps(frames: usize, held: Option<&FaultMark>, rate: f64) -> String {
    let mut words = Vec::new();
    if frames > 0 {
        words.push(format!("{} without true values.", count(frames, "frame")));
    }
    if let Some(held) = held {
        let frames = held.last + 1 - held.first;
        words.push(format!("Nothing moves for {}, from frame {}.", seconds(frames, rate), held.first));
    }
    words.join(" ")
}

pub(super) fn filled(frames: usize, longest_guess: Option<usize>, rate: f64) -> String {
    if frames == 0 {
        return String::new();
    }
    let mut words = format!("Filled {}.", count(frames, "frame"));
    if let Some(longest) = longest_guess {
        words.push_str(&format!(" A guess: {} were missing.", seconds(longest, rate)));
    }
    words
}

pub(super) fn spikes(root: usize, joints: usize) -> String {
    match (root, joints) {
        (0, 0) => String::new(),
        (0, joints) => format!("{} of joints.", count(joints, "spike")),
        (root, 0) => format!("{} of the figure's place.", count(root, "spike")),
        (root, joints) => format!("{} of the figure's place, {joints} of joints.", count(root, "spike")),
    }
}

pub(super) fn filled_spikes(number: usize) -> String {
    if number == 0 { String::new() } else { format!("Filled {}.", count(number, "spike")) }
}

pub(super) fn noise(degrees: f64, millimetres: f64) -> String {
    format!("Noise of {}\u{b0} and {} mm.", text(degrees, 2), text(millimetres, 1))
}

pub(super) fn smoothed(before: f64, after: f64) -> String {
    format!("Smoothed: accelerations of {} m/s\u{b2} are {} m/s\u{b2}.", text(before, 0), text(after, 0))
}

pub(super) fn tilted(degrees: f64, deviation: f64) -> String {
    format!("The floor tilts by {} \u{b1} {}\u{b0}.", text(degrees, 1), text(deviation, 1))
}

pub(super) fn levelled(degrees: f64) -> String {
    format!("Levelled the floor by {}\u{b0}.", text(degrees, 1))
}

pub(super) fn alike(cut: &CycleCut, rate: f64) -> String {
    let CycleCut { first, last, distance } = cut;
    let alike = if *distance < ALIKE { "are alike" } else { "are the nearest, but not alike" };
    let (length, apart) = (seconds(last - first, rate), text(distance * 1000.0, 0));
    format!("Frames {first} and {last} {alike}: a loop of {length}, {apart} mm apart.")
}

pub(super) fn closed(cut: &CycleCut, rate: f64) -> String {
    format!("Closed a loop of {}, frames {} to {}.", seconds(cut.last - cut.first, rate), cut.first, cut.last - 1)
}

pub(super) fn path(before: f64, after: f64) -> String {
    format!("The way is {} m, by the feet {} m.", text(before, 2), text(after, 2))
}

pub(super) fn followed(before: f64, after: f64) -> String {
    format!("The way of {} m is {} m, as the feet say.", text(before, 2), text(after, 2))
}

pub(super) fn slides(speed: f64) -> String {
    format!("Feet slide {} mm/s.", text(speed, speed_places(speed)))
}

pub(super) fn held(before: f64, after: f64) -> String {
    format!("Feet slid {} mm/s, now {}.", text(before, speed_places(before)), text(after, speed_places(after)))
}

fn speed_places(speed: f64) -> u32 {
    if speed < 9.95 { 1 } else { 0 }
}

pub(super) fn travels(metres: f64, degrees: f64) -> String {
    format!("Travels {} m and turns by {}\u{b0}.", text(metres, 2), text(degrees, 0))
}
