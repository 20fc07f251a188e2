//! A clip as its visitor reads it.

use js_sys::Object;
use marey::model::{Clip, PositionMode, Time};

use crate::objects::{number, text};

/// What the visitor reads otherwise than the file does: frames a second, and what position channels mean.
pub fn overrule(clip: &mut Clip, options: &Object) {
    let mode = match text(options, "positions").as_deref() {
        Some("add") => Some(PositionMode::Add),
        Some("replace") => Some(PositionMode::Replace),
        _ => None,
    };
    // Without a mode of the file's both readings are the same.
    if let Some(mode) = mode.filter(|_| clip.source.position_mode.is_some()) {
        clip.set_position_mode(mode);
    }
    if let Some(frame_time) = number(options, "frameTime").filter(|seconds| *seconds > 0.0) {
        for behaviour in &mut clip.behaviours {
            behaviour.motion.set_time(Time::Uniform { frame_time }).ok();
        }
    }
}
