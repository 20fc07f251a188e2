//! Applies the visitor's corrections to a clip.

use js_sys::Object;
#[cfg(any(feature = "write", feature = "compare", feature = "targets", feature = "body", feature = "study"))]
use marey::model::Axis;
use marey::model::{Clip, PositionMode, Time};

use crate::objects::{number, text};

/// Replaces the file's frame rate and its meaning of position channels by the visitor's choice.
pub fn overrule(clip: &mut Clip, options: &Object) {
    let mode = match text(options, "positions").as_deref() {
        Some("add") => Some(PositionMode::Add),
        Some("replace") => Some(PositionMode::Replace),
        _ => None,
    };
    // `None` means that both modes give the same positions.
    if let Some(mode) = mode.filter(|_| clip.source.position_mode.is_some()) {
        clip.set_position_mode(mode);
    }
    if let Some(frame_time) = number(options, "frameTime").filter(|seconds| *seconds > 0.0) {
        for behaviour in &mut clip.behaviours {
            behaviour.motion.set_time(Time::Uniform { frame_time }).ok();
        }
    }
}

/// The property as an axis.
#[cfg(any(feature = "write", feature = "compare", feature = "targets", feature = "body", feature = "study"))]
pub fn axis(options: &Object, key: &str) -> Option<Axis> {
    text(options, key).as_deref().and_then(Axis::from_name)
}
