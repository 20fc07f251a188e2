//! Marks joints that exceed the limits in the file (`llimit`, `ulimit`, `limitOrientation`). The limits are for inverse
//! kinematics and clip nothing (ISO/IEC 19774-1, 4.4), but they show where a motion exceeds what a joint can do.

use crate::checked::Checked;
use crate::compact::sorting::sort_by_key;
use crate::formats::hanim::figure::JointLimits;
use crate::formats::reading::marks::{MOST_MARKS, past_limit};
use crate::model::{Behaviour, Mark, MarkKind, Motion};

/// Files round their angles: only an angle past a limit by more than this counts, in radians.
const TOLERANCE: f64 = 2e-4;

/// Consecutive frames in which a joint exceeds its limits about one axis.
#[derive(Debug, Clone, Copy)]
struct FramesOutside {
    first: usize,
    last: usize,
    /// The frame with the worst angle, and that angle.
    at: usize,
    worst: f64,
}

/// The marks, sorted by behaviour and first frame, and the number of marks not kept. `limits`: sorted by joint.
pub(super) fn marks(limits: &[(u16, JointLimits)], behaviours: &[Behaviour]) -> (Vec<Mark>, u64) {
    let mut all = LimitMarks::default();
    for (behaviour, Behaviour { motion, .. }) in behaviours.iter().enumerate() {
        all.add_all(limits, behaviour, motion);
    }
    sort_by_key(&mut all.list, |mark| (mark.behaviour, mark.first));
    (all.list, all.dropped)
}

#[derive(Debug, Default)]
struct LimitMarks {
    list: Vec<Mark>,
    dropped: u64,
}

impl LimitMarks {
    fn add_all(&mut self, limits: &[(u16, JointLimits)], behaviour: usize, motion: &Motion) {
        let rotations = motion.rotations();
        for (slot, &joint) in rotations.joints().iter().enumerate() {
            let at = limits.partition_point(|(known, _)| *known < joint);
            let Some((_, limits)) = limits.get(at).filter(|(known, _)| *known == joint) else { continue };
            let mut outside: [Option<FramesOutside>; 3] = [None; 3];
            for frame in 0..motion.frame_count() {
                let Some(rotation) = rotations.row(frame).get(slot) else { break };
                let angles = limits.angles(rotation.as_dquat()).to_array();
                let bounds = limits.least.to_array().into_iter().zip(limits.most.to_array());
                for (axis, ((angle, (least, most)), run)) in
                    angles.into_iter().zip(bounds).zip(&mut outside).enumerate()
                {
                    let beyond = |angle: f64| (least - angle).max(angle - most);
                    if beyond(angle) <= TOLERANCE {
                        if let Some(run) = run.take() {
                            self.add(behaviour, joint, axis, [least, most], run);
                        }
                        continue;
                    }
                    let run = run.get_or_insert(FramesOutside { first: frame, last: frame, at: frame, worst: angle });
                    run.last = frame;
                    if beyond(angle) > beyond(run.worst) {
                        (run.at, run.worst) = (frame, angle);
                    }
                }
            }
            let bounds = limits.least.to_array().into_iter().zip(limits.most.to_array());
            for (axis, ((least, most), run)) in bounds.zip(outside).enumerate() {
                if let Some(run) = run {
                    self.add(behaviour, joint, axis, [least, most], run);
                }
            }
        }
    }

    fn add(&mut self, behaviour: usize, joint: u16, axis: usize, limits: [f64; 2], run: FramesOutside) {
        if self.list.len() >= MOST_MARKS {
            self.dropped += 1;
            return;
        }
        let name = ["rx", "ry", "rz"].at(axis);
        let text = past_limit(name, run.worst.to_degrees(), limits.map(f64::to_degrees), 2, "\u{b0}");
        let FramesOutside { first, last, at, .. } = run;
        self.list.push(Mark { kind: MarkKind::Limit, behaviour, joint: Some(joint), first, last, at, text });
    }
}
