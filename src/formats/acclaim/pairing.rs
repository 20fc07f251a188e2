//! Finds a motion's skeleton. "Motion data files are matched to specific skeletons", but only by names of bones and files.

use std::sync::Arc;

use super::companions::{AcclaimCompanions, Candidate};
use super::rig::{AcclaimRig, Dof, RigBone};
use crate::compact::sorting::sort_by;
use crate::error::{ErrorKind, Location, ParseError};
use crate::formats::reading::input::clip_name;
use crate::formats::reading::text::Quoted;
use crate::formats::reading::wording::folded;

/// Least share of the first frame's values within the limits of the right skeleton, in twentieths.
const MIN_WITHIN: u32 = 10;

/// What a motion says about its skeleton.
#[derive(Debug)]
pub(super) struct SkeletonQuery<'a> {
    /// The motion's file name without its extension.
    pub(super) stem: &'a str,
    /// The path in a `#!OML:ASF` comment, and the comment's place.
    pub(super) comment: Option<(&'a str, Location)>,
    /// The bones of the first frame: name, number of values, place.
    pub(super) bones: Vec<(&'a [u8], usize, Location)>,
    /// The values of these bones, if known.
    pub(super) first_values: Vec<&'a [f64]>,
    /// Whether every joint has three rotations, whatever the skeleton says.
    pub(super) three_dof: bool,
}

/// How well a skeleton fits a motion. The greater one fits better.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
struct SkeletonFit {
    /// The skeleton has every bone, with as many values.
    complete: bool,
    /// The motion's comment names the skeleton's file.
    by_comment: bool,
    /// Length of the skeleton's file name if the motion's starts with it: two for `07.asf` and `07_01.amc`.
    by_name: usize,
    /// Fraction of the motion's bones that the skeleton has: 0 to 1.
    known: f64,
    /// Share of the first frame's values within the limits, in twentieths: one or two values prove nothing.
    within: u32,
    /// How well the root's height in the first frame matches the length of the legs: 0 at best, else negative.
    height_fit: f64,
}

impl SkeletonFit {
    fn named(self) -> bool {
        self.by_comment || self.by_name > 0
    }
}

impl SkeletonQuery<'_> {
    /// The best fitting skeleton of `companions`, and a reason for doubt (empty if none). The rows' reader warns of missing bones.
    pub(super) fn choose(&self, companions: &AcclaimCompanions) -> Result<(Arc<AcclaimRig>, String), ParseError> {
        let mut ranked: Vec<(SkeletonFit, &Candidate)> =
            companions.skeletons().iter().map(|candidate| (self.fit(candidate), &**candidate)).collect();
        // The sort is stable: equals keep the order in which they were given.
        sort_by(&mut ranked, |(a, _), (b, _)| b.partial_cmp(a).unwrap_or(std::cmp::Ordering::Equal));
        let Some(&(best, first)) = ranked.first() else { return Err(self.missing_skeleton_error()) };
        let chosen = |fit: SkeletonFit, one: &Candidate| Ok((one.rig.clone()?, self.doubt(fit, one)));
        if best.complete {
            return chosen(best, first);
        }
        let only = ranked.len() == 1;
        let usable =
            |fit: &SkeletonFit, one: &Candidate| (only || fit.named()) && (one.rig.is_err() || fit.known >= 0.5);
        match ranked.iter().find(|(fit, one)| usable(fit, one)) {
            Some((fit, one)) => chosen(*fit, one),
            None => Err(self.no_fit_error(first)),
        }
    }

    fn fit(&self, candidate: &Candidate) -> SkeletonFit {
        let stem = clip_name(&candidate.file);
        let is_stem = |name: &str| stem.eq_ignore_ascii_case(name);
        let by_comment = self.comment.is_some_and(|(path, _)| is_stem(&clip_name(path)));
        let shared = self
            .stem
            .split_at_checked(stem.len())
            .filter(|(subject, behind)| is_stem(subject) && !behind.starts_with(char::is_alphanumeric));
        let by_name = shared.map_or(0, |(subject, _)| subject.len());
        let Ok(rig) = &candidate.rig else {
            return SkeletonFit { complete: false, by_comment, by_name, known: 0.0, within: 0, height_fit: f64::MIN };
        };
        let parts =
            || self.bones.iter().map(|(name, values, _)| (rig.part(name).and_then(|p| rig.parts.get(p)), *values));
        let known = parts().filter(|(part, _)| part.is_some()).count();
        let complete = parts().all(|(part, values)| part.is_some_and(|part| self.accepts(part, values)));
        let known = known as f64 / self.bones.len().max(1) as f64;
        SkeletonFit { complete, by_comment, by_name, known, within: self.within(rig), height_fit: self.height_fit(rig) }
    }

    /// The bones of the first frame that the skeleton has with as many values, and these values.
    fn moved<'r>(&'r self, rig: &'r AcclaimRig) -> impl Iterator<Item = (&'r RigBone, &'r [f64])> {
        let bones = self.bones.iter().zip(&self.first_values);
        bones.filter_map(|((name, ..), values)| {
            let part = rig.parts.get(rig.part(name)?)?;
            (values.len() == part.dofs.len()).then_some((part, *values))
        })
    }

    fn within(&self, rig: &AcclaimRig) -> u32 {
        let (mut inside, mut all) = (0, 0);
        for (part, values) in self.moved(rig) {
            for (value, limits) in values.iter().zip(&part.limits) {
                if let Some([least, most]) = limits {
                    all += 1;
                    inside += u32::from((*least..=*most).contains(value));
                }
            }
        }
        (inside * 20).checked_div(all).unwrap_or(20)
    }

    fn height_fit(&self, rig: &AcclaimRig) -> f64 {
        let height = |(part, values): (&RigBone, &[f64])| {
            let at = part.dofs.iter().position(|dof| *dof == Dof::Ty).filter(|_| part.joint == 0)?;
            Some(values.get(at)? * rig.factor)
        };
        let rest = rig.skeleton.rest_positions();
        let lowest = rest.iter().map(|point| f64::from(point.y)).fold(f64::MAX, f64::min);
        let legs = rest.first().map_or(0.0, |root| f64::from(root.y)) - lowest;
        let ratio = self.moved(rig).find_map(height).map_or(0.0, |height| height / legs);
        if ratio.is_normal() && ratio > 0.0 { -ratio.ln().abs() } else { f64::MIN }
    }

    /// Why the chosen skeleton may be the wrong one; empty if nothing suggests that.
    fn doubt(&self, fit: SkeletonFit, candidate: &Candidate) -> String {
        let unknown = candidate
            .rig
            .as_ref()
            .map_or(0, |rig| self.bones.iter().filter(|(name, ..)| rig.part(name).is_none()).count());
        if candidate.rig.as_ref().is_ok_and(|rig| rig.is_cut) {
            return "its file ends too early: get the whole file".to_owned();
        }
        match (unknown, self.comment) {
            (1, _) => "one of the motion's bones is not in it".to_owned(),
            (2.., _) => format!("{unknown} of the motion's {} bones are not in it", self.bones.len()),
            (0, _) if !fit.complete => "its bones move in other ways than the motion's".to_owned(),
            (0, _) if fit.within < MIN_WITHIN => "many of the motion's values are outside its joint limits".to_owned(),
            (0, _) if fit.named() => String::new(),
            (0, Some((path, _))) => format!("the file names {}", file_name(path)),
            (0, None) => "neither file tells that they belong together".to_owned(),
        }
    }

    fn accepts(&self, part: &RigBone, values: usize) -> bool {
        let turns = part.dofs.iter().filter(|dof| dof.turns_about().is_some()).count();
        values == part.dofs.len() || (self.three_dof && values + turns == part.dofs.len() + 3)
    }

    /// The place of the motion's comment, or else the file's start.
    fn place(&self) -> Location {
        self.comment.map_or(Location { byte: 0, line: 1, column: 1 }, |(_, place)| place)
    }

    fn missing_skeleton_error(&self) -> ParseError {
        let (subject, _) = self.stem.split_once('_').unwrap_or((self.stem, ""));
        // CMU's motions are `subject_trial`, both numbers; the comment in them names a file that was never published.
        let is_number = !subject.is_empty() && subject.bytes().all(|byte| byte.is_ascii_digit());
        let what = match self.comment {
            Some((path, _)) if is_number => {
                let path = file_name(path);
                format!(
                    "{subject}.asf too; for clips of CMU it has the subject's number, and this one was recorded on {path}"
                )
            }
            Some((path, _)) => format!("{} too; or the .asf that came with it, by whatever name", file_name(path)),
            None => format!("{subject}.asf too"),
        };
        let message = format!("expected the skeleton of this motion beside it: drop {what}");
        ParseError::new(ErrorKind::Inconsistent, "amc.needs-skeleton", message).at(self.place())
    }

    /// The error if not even the best candidate fits.
    fn no_fit_error(&self, best: &Candidate) -> ParseError {
        let file = &best.file;
        if best.rig.as_ref().is_ok_and(|rig| rig.is_cut) {
            let message = format!("no skeleton fits: {file} comes nearest, but it ends too early: get the whole file");
            return ParseError::new(ErrorKind::Inconsistent, "acclaim.no-fit", message).at(self.place());
        }
        let part = |name: &[u8]| best.rig.as_ref().ok().and_then(|rig| rig.parts.get(rig.part(name)?));
        let unknown: Vec<_> = self.bones.iter().filter(|(name, ..)| part(name).is_none()).collect();
        let (message, place) = match unknown.first() {
            Some((_, _, place)) => {
                let names: Vec<String> = unknown.iter().map(|(name, ..)| format!("`{}`", Quoted(name))).collect();
                let (count, of, names) = (unknown.len(), self.bones.len(), folded(&names));
                let message =
                    format!("no skeleton fits: {file} comes nearest, but lacks {names} ({count} of {of} bones)");
                (message, *place)
            }
            None => {
                let wrong =
                    self.bones.iter().find(|(name, values, _)| part(name).is_some_and(|p| !self.accepts(p, *values)));
                let (message, place) = wrong.map_or((String::new(), self.place()), |(name, values, place)| {
                    let dofs = part(name).map_or(0, |part| part.dofs.len());
                    (format!(", but there `{}` has {dofs} values, here {values}", Quoted(name)), *place)
                });
                (format!("no skeleton fits: {file} comes nearest{message}"), place)
            }
        };
        ParseError::new(ErrorKind::Inconsistent, "acclaim.no-fit", message).at(place)
    }
}

fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

#[cfg(test)]
mod tests;
