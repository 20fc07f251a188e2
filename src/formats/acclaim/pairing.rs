//! Which skeleton a motion belongs to. "Motion data files are matched to specific skeletons", but only the names of the
//! bones and of the files tell which.

use std::sync::Arc;

use super::companions::{AcclaimCompanions, Candidate};
use super::rig::{Rig, RigBone};
use crate::error::{ErrorKind, Location, ParseError};
use crate::formats::clip_name;
use crate::formats::text::Excerpt;

/// What a motion tells about its skeleton.
#[derive(Debug)]
pub(super) struct Sought<'a> {
    /// The motion's file name without its extension.
    pub(super) stem: &'a str,
    /// The path in a `#!OML:ASF` comment, and the comment's place.
    pub(super) comment: Option<(&'a str, Location)>,
    /// The bones of the first frame: names, numbers of values, places.
    pub(super) bones: Vec<(&'a [u8], usize, Location)>,
    /// Whether every joint has three rotations, whatever its skeleton says.
    pub(super) three: bool,
}

/// How well a skeleton fits a motion. Of two, the greater one fits better.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
struct Fit {
    /// The skeleton has every bone, with as many values.
    whole: bool,
    /// The comment names its file.
    by_comment: bool,
    /// How many letters the names of both files share: two for `07.asf` and `07_01.amc`.
    by_name: usize,
    /// The share of the motion's bones that the skeleton has: 0 to 1.
    known: f64,
}

impl Fit {
    fn named(self) -> bool {
        self.by_comment || self.by_name > 0
    }
}

impl Sought<'_> {
    /// The skeleton among `companions` that fits best. The reader of the rows warns of bones that it does not have.
    pub(super) fn choose(&self, companions: &AcclaimCompanions) -> Result<Arc<Rig>, ParseError> {
        let mut ranked: Vec<(Fit, &Candidate)> =
            companions.skeletons().iter().map(|candidate| (self.fit(candidate), &**candidate)).collect();
        // Stable: of equals, the first one given comes first.
        ranked.sort_by(|(a, _), (b, _)| b.partial_cmp(a).unwrap_or(std::cmp::Ordering::Equal));
        let Some(&(best, first)) = ranked.first() else { return Err(self.orphan()) };
        if best.whole {
            return first.rig.clone();
        }
        let only = ranked.len() == 1;
        let usable = |fit: &Fit, one: &Candidate| (only || fit.named()) && (one.rig.is_err() || fit.known >= 0.5);
        match ranked.iter().find(|(fit, one)| usable(fit, one)) {
            Some((_, one)) => one.rig.clone(),
            None => Err(self.misfit(first)),
        }
    }

    fn fit(&self, candidate: &Candidate) -> Fit {
        let stem = clip_name(&candidate.file);
        let is_stem = |name: &str| stem.eq_ignore_ascii_case(name);
        let by_comment = self.comment.is_some_and(|(path, _)| is_stem(&clip_name(path)));
        let shared = self
            .stem
            .split_at_checked(stem.len())
            .filter(|(subject, behind)| is_stem(subject) && (behind.is_empty() || behind.starts_with('_')));
        let by_name = shared.map_or(0, |(subject, _)| subject.len());
        let Ok(rig) = &candidate.rig else { return Fit { whole: false, by_comment, by_name, known: 0.0 } };
        let parts =
            || self.bones.iter().map(|(name, values, _)| (rig.part(name).and_then(|p| rig.parts.get(p)), *values));
        let known = parts().filter(|(part, _)| part.is_some()).count();
        let whole = parts().all(|(part, values)| part.is_some_and(|part| self.takes(part, values)));
        Fit { whole, by_comment, by_name, known: known as f64 / self.bones.len().max(1) as f64 }
    }

    fn takes(&self, part: &RigBone, values: usize) -> bool {
        let turns = part.dofs.iter().filter(|dof| dof.turns_about().is_some()).count();
        values == part.dofs.len() || (self.three && values + turns == part.dofs.len() + 3)
    }

    /// Where the motion names its skeleton, or else its first line.
    fn place(&self) -> Location {
        self.comment.map_or(Location { byte: 0, line: 1, column: 1 }, |(_, place)| place)
    }

    fn orphan(&self) -> ParseError {
        let name = match self.comment {
            Some((path, _)) => path.rsplit(['/', '\\']).next().unwrap_or(path).to_owned(),
            None => format!("{}.asf", self.stem.split_once('_').map_or(self.stem, |(subject, _)| subject)),
        };
        let message = format!("expected the skeleton of this motion beside it: drop {name} too");
        ParseError::new(ErrorKind::Inconsistent, "amc.needs-skeleton", message).at(self.place())
    }

    /// Why not even the best candidate will do.
    fn misfit(&self, best: &Candidate) -> ParseError {
        let file = &best.file;
        let part = |name: &[u8]| best.rig.as_ref().ok().and_then(|rig| rig.parts.get(rig.part(name)?));
        let unknown: Vec<_> = self.bones.iter().filter(|(name, ..)| part(name).is_none()).collect();
        let (message, place) = match unknown.first() {
            Some((_, _, place)) => {
                let names: Vec<String> =
                    unknown.iter().take(5).map(|(name, ..)| format!("`{}`", Excerpt(name))).collect();
                let more = if unknown.len() > names.len() { ", ..." } else { "" };
                let (count, of, names) = (unknown.len(), self.bones.len(), names.join(", "));
                let message =
                    format!("no skeleton fits: {file} comes nearest, but has no {names}{more} ({count} of {of} bones)");
                (message, *place)
            }
            None => {
                let wrong =
                    self.bones.iter().find(|(name, values, _)| part(name).is_some_and(|p| !self.takes(p, *values)));
                let (message, place) = wrong.map_or((String::new(), self.place()), |(name, values, place)| {
                    let dofs = part(name).map_or(0, |part| part.dofs.len());
                    (format!(", but there `{}` has {dofs} values, here {values}", Excerpt(name)), *place)
                });
                (format!("no skeleton fits: {file} comes nearest{message}"), place)
            }
        };
        ParseError::new(ErrorKind::Inconsistent, "acclaim.no-fit", message).at(place)
    }
}

#[cfg(test)]
mod tests;
