//! The clip of rotations of a body, and that of a body model at rest.

use super::clip::{ArrayFacts, at_rest, of_poses, refused};
use super::model::BodyModel;
use super::poses::PoseArrays;
use super::reading::{FileReading, no_memory};
use super::refusal::refuse;
use crate::checked::Checked;
use crate::error::{ErrorKind, Location, ParseError};
use crate::formats::reading::WarningLog;
use crate::formats::reading::wording::Count;
use crate::model::{Axis, Clip, JointKind, SkeletonBuilder};

impl<'a> FileReading<'a> {
    /// The clip of people by their keys.
    pub(super) fn poses(&self, people: Vec<PoseArrays<'a>>, warnings: WarningLog) -> Result<Clip, ParseError> {
        let stated = self.facts();
        let mut facts = people.first().map(|first| first.facts.clone()).unwrap_or_default();
        facts.frame_time = stated.frame_time;
        facts.up = facts.up.or(stated.up);
        self.poses_with(people, facts, warnings)
    }

    /// The clip of rotations of a body, and of others of the same joints.
    pub(super) fn poses_with(
        &self,
        mut people: Vec<PoseArrays<'a>>,
        mut facts: ArrayFacts,
        mut warnings: WarningLog,
    ) -> Result<Clip, ParseError> {
        let count = people.first().map_or(0, |first| first.turned.len());
        let all = people.len();
        people.retain(|poses| poses.turned.len() == count);
        if people.len() < all {
            warning!(warnings.each => "arrays.left-out", Location::default(),
                "people of other joints than the first are left out ({})", Count(all - people.len(), "person"));
        }
        let Some(first) = people.first() else { return Err(self.nothing("", self.options())) };
        let body = first.body(&self.companions.models);
        facts.notes.push(("Array".into(), first.describe()));
        if body.file.is_empty() {
            let note = "neutral proportions: the file has rotations without the lengths of bones";
            facts.notes.push(("Body".into(), note.into()));
            // The largest is the one that came nearest.
            if let Some(model) = self.companions.models.iter().max_by_key(|model| model.len()) {
                warnings.add("arrays.other-model", Some(Location::default()), || {
                    let (found, needed) = (Count(model.len(), "joint"), first.turned.table().len());
                    format!(
                        "the body model {} has {found} and these poses turn {needed}: the proportions stay neutral",
                        model.file
                    )
                });
            }
        } else {
            facts.skeleton_file.clone_from(&body.file);
        }
        let (mut motions, mut broken) = (Vec::new(), 0);
        for poses in &people {
            if let Some(what) = poses.cut() {
                warning!(warnings.each => "arrays.lengths", Location::default(),
                    "{what}: the motion ends with the shorter of both");
            }
            let (read, of_it) = poses.read().ok_or_else(no_memory)?;
            broken += of_it;
            motions.push(read);
        }
        if broken > 0 {
            warning!(warnings.each => "arrays.numbers", Location::default(),
                "rotations and positions that are no numbers up to 1e12 are left out ({})", Count(broken, "value"));
        }
        of_poses(self.name, &body, motions, facts, self.limits, warnings)
    }

    /// A body model alone: its mean body at rest.
    pub(super) fn model(&self, warnings: WarningLog) -> Result<Clip, ParseError> {
        let model = BodyModel::new("", &self.keys.0).filter(|model| model.len() > 0).ok_or_else(|| {
            let message =
                format!("expected the arrays of a body model to fit each other, found {}", self.keys.describe());
            refuse(ErrorKind::Inconsistent, "npz.model", 0, message)
        })?;
        let places = model.joints(&[]);
        let table = super::body::table_of(model.len());
        let mut builder = SkeletonBuilder::new(self.limits);
        for (joint, parent) in model.parents.iter().enumerate() {
            let offset = places.at(joint) - parent.map(|parent| places.at(parent)).unwrap_or_default();
            let name = table
                .and_then(|table| table.names().nth(joint))
                .map_or_else(|| format!("joint_{joint}"), str::to_owned);
            let parent = parent.map(|parent| parent as u16);
            builder.add(&name, parent, JointKind::Joint, offset.as_vec3(), glam::Quat::IDENTITY).map_err(refused)?;
        }
        let note = "a body model at rest; poses that are opened together with it get its proportions";
        let facts = ArrayFacts {
            metres_per_unit: Some(1.0),
            up: Some(Axis::Y),
            notes: vec![("Arrays".into(), note.into())],
            ..ArrayFacts::default()
        };
        Ok(at_rest(self.name, builder.finish().map_err(refused)?, facts, warnings))
    }
}
