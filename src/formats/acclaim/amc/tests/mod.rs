//! Reads motions with a small skeleton built here, to test only the motion's reader.

mod agree;
mod limits;
mod pose;
mod rows;

use std::sync::Arc;

use glam::{DQuat, DVec3, Quat, Vec3};

use super::body::AmcBody;
use super::head::AmcHeadCollector;
use crate::error::{Limits, Warning, each_place};
use crate::formats::acclaim::rig::{AcclaimRig, Dof, RigBone};
use crate::formats::reading::WarningLog;
use crate::formats::reading::text::{Encoding, Ruler};
use crate::model::{Clip, Format, JointKind, Mark, Motion, SkeletonBuilder, Source};

/// A bone for [`rig`]: name, index of the parent, dofs.
type Bone<'a> = (&'a str, usize, &'a [Dof]);

pub(super) const TURNS: &[Dof] = &[Dof::Rx, Dof::Ry, Dof::Rz];
pub(super) const ROOT: &[Dof] = &[Dof::Tx, Dof::Ty, Dof::Tz, Dof::Rx, Dof::Ry, Dof::Rz];

/// A skeleton whose bones point along +Y and are 2 long; joint `n` is part `n`, no end sites.
pub(super) fn rig(root: &[Dof], bones: &[Bone<'_>]) -> AcclaimRig {
    let mut builder = SkeletonBuilder::new(&Limits::default());
    builder.add("root", None, JointKind::Joint, Vec3::ZERO, Quat::IDENTITY).unwrap();
    let part = |name: &str, joint: usize, dofs: &[Dof], rest: DVec3| RigBone {
        name: name.into(),
        joint: joint as u16,
        dofs: dofs.to_vec(),
        limits: vec![None; dofs.len()],
        frame: DQuat::IDENTITY,
        direction: if joint == 0 { DVec3::ZERO } else { DVec3::Y },
        length: if joint == 0 { 0.0 } else { 2.0 },
        tip_joints: Vec::new(),
        rest,
    };
    let mut parts = vec![part("root", 0, root, DVec3::ZERO)];
    for (index, (name, parent, dofs)) in (1..).zip(bones) {
        let rest = if *parent == 0 { DVec3::ZERO } else { DVec3::Y * 2.0 };
        builder.add(name, Some(*parent as u16), JointKind::Joint, rest.as_vec3(), Quat::IDENTITY).unwrap();
        parts[*parent].tip_joints.push(index as u16);
        parts.push(part(name, index, dofs, rest));
    }
    let keys =
        parts.iter().enumerate().map(|(index, part)| (part.name.to_ascii_lowercase().into_bytes().into(), index));
    let mut index: Vec<(Box<[u8]>, usize)> = keys.collect();
    index.sort();
    AcclaimRig {
        file: "a.asf".into(),
        skeleton: Arc::new(builder.finish().unwrap()),
        factor: 1.0,
        is_cut: false,
        radians: false,
        parts,
        channels: Vec::new(),
        labels: Vec::new(),
        masses: Vec::new(),
        notes: Vec::new(),
        skins: Vec::new(),
        warnings: Vec::new(),
        warnings_dropped: 0,
        index,
    }
}

/// A root with six values, a leg with three rotations, a shin with one, a toe with none.
pub(super) fn leg() -> AcclaimRig {
    rig(ROOT, &[("leg", 0, TURNS), ("shin", 1, &[Dof::Rx]), ("toe", 2, &[])])
}

pub(super) struct Found {
    pub(super) motion: Motion,
    pub(super) marks: Vec<Mark>,
    pub(super) marks_dropped: u64,
    pub(super) warnings: Vec<Warning>,
}

/// Reads a motion in chunks of the sizes that `pieces` returns.
pub(super) fn read_pieces(rig: &Arc<AcclaimRig>, text: &[u8], mut pieces: impl FnMut() -> usize) -> Found {
    let limits = Limits::default();
    let mut warnings = WarningLog::new(&limits);
    let mut collector = Some(AmcHeadCollector::new(Ruler::new(Encoding::Utf8, 0)));
    let mut body: Option<AmcBody> = None;
    let start = |collector: AmcHeadCollector, mut warnings: WarningLog| {
        let (head, rows, line) = collector.into_parts(&mut warnings);
        let source = Source::new(Format::Acclaim);
        let outline = Clip::new("a".to_owned(), Arc::clone(&rig.skeleton), Vec::new(), source);
        let mut body = AmcBody::new(rig, &head, line, &limits, outline, warnings).unwrap();
        body.push(&rows).unwrap();
        body
    };
    let mut rest = text;
    while !rest.is_empty() {
        let (piece, behind) = rest.split_at(pieces().clamp(1, rest.len()));
        rest = behind;
        let mut taken = 0;
        if let Some(mut head) = collector.take() {
            let (count, done) = head.take(piece, &mut warnings);
            taken = count;
            if done {
                body = Some(start(head, warnings.clone()));
            } else {
                collector = Some(head);
            }
        }
        if let Some(body) = &mut body {
            body.push(&piece[taken..]).unwrap();
        }
    }
    if let Some(mut head) = collector {
        head.finish(&mut warnings);
        body = Some(start(head, warnings));
    }
    let clip = body.unwrap().finish().unwrap();
    let Clip { mut behaviours, about, warnings, .. } = clip;
    Found { motion: behaviours.remove(0).motion, marks: about.marks, marks_dropped: about.marks_dropped, warnings }
}

/// Reads a motion whole and byte by byte, and checks that the results are equal.
pub(super) fn read(rig: &AcclaimRig, text: &str) -> Found {
    let rig = Arc::new(rig.clone());
    let whole = read_pieces(&rig, text.as_bytes(), || usize::MAX);
    let bytes = read_pieces(&rig, text.as_bytes(), || 1);
    assert_eq!(whole.motion, bytes.motion);
    assert_eq!(whole.marks, bytes.marks);
    assert_eq!(whole.warnings, bytes.warnings);
    whole
}

impl Found {
    /// Codes and places of the warnings.
    pub(super) fn warning_codes(&self) -> Vec<String> {
        each_place(&self.warnings).into_iter().map(|(code, place)| format!("{code} {}", place.unwrap())).collect()
    }

    pub(super) fn frames(&self) -> usize {
        self.motion.frame_count()
    }

    /// The root's x in each frame.
    pub(super) fn roots(&self) -> Vec<f32> {
        let motion = &self.motion;
        let slot = motion.translations().joints().iter().position(|joint| *joint == 0).unwrap();
        (0..motion.frame_count()).map(|frame| motion.translations().row(frame)[slot].x).collect()
    }

    /// A joint's rotation about x in each frame, in whole degrees.
    pub(super) fn turns(&self, joint: u16) -> Vec<i32> {
        let motion = &self.motion;
        let Some(slot) = motion.rotations().joints().iter().position(|rotated| *rotated == joint) else {
            return Vec::new();
        };
        let rows = (0..motion.frame_count()).map(|frame| motion.rotations().row(frame));
        rows.map(|row| (2.0 * row[slot].x.atan2(row[slot].w)).to_degrees().round() as i32).collect()
    }
}
