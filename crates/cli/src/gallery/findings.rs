//! What is found by looking at all clips together: those that are the same, and those that are unlike the others.

use std::collections::HashMap;

use marey::model::Clip as Motion;

use super::duplicates::{Duplicates, sameness};
use super::html::count;
use super::outliers::{Outlier, outliers};
use super::{GalleryClip, eprintln_quietly};

/// Most lines of a list that the program prints.
const MOST_PRINTED: usize = 10;

#[derive(Default)]
pub(super) struct Findings {
    pub(super) duplicates: Duplicates,
    /// What is farthest out first.
    pub(super) outliers: Vec<Outlier>,
    /// The outliers of each clip, as their indices.
    by_clip: HashMap<usize, Vec<usize>>,
}

impl Findings {
    /// Looks at all clips. `read` reads the motion of one of them again.
    pub(super) fn of(clips: &[GalleryClip], read: &dyn Fn(usize) -> Option<Motion>) -> Self {
        let outliers = outliers(clips);
        let mut by_clip: HashMap<usize, Vec<usize>> = HashMap::new();
        for (index, outlier) in outliers.iter().enumerate() {
            by_clip.entry(outlier.clip).or_default().push(index);
        }
        Self { duplicates: Duplicates::find(clips, read), outliers, by_clip }
    }

    /// In what a clip stands out, in words separated by commas; `None` if in nothing.
    pub(super) fn kinds(&self, clip: usize) -> Option<String> {
        let kinds: Vec<&str> = self.of_clip(clip).map(|outlier| outlier.kind).collect();
        (!kinds.is_empty()).then(|| kinds.join(", "))
    }

    /// In what a clip stands out.
    pub(super) fn of_clip(&self, clip: usize) -> impl Iterator<Item = &Outlier> {
        self.by_clip.get(&clip).into_iter().flatten().filter_map(|index| self.outliers.get(*index))
    }

    /// Prints the lists, of which only the first lines are.
    pub(super) fn tell(&self, clips: &[GalleryClip]) {
        let path = |clip: usize| clips.get(clip).map_or("", |clip| &clip.facts.path);
        let same = |(clip, first): (usize, usize)| {
            let words = clips.get(clip).zip(clips.get(first)).map_or("", |(a, b)| sameness(a, b).words());
            format!("{}: {words} as {}", path(clip), path(first))
        };
        let pairs: Vec<(usize, usize)> = self.duplicates.pairs().collect();
        let title = format!("{} the motion of another one (duplicate_of in index.parquet):", has(pairs.len()));
        list(&title, pairs.into_iter().map(same));
        let near = self.duplicates.near_pairs();
        let title =
            format!("{} nearly the motion of another one (near_duplicate_of in index.parquet):", has(near.len()));
        let nearly =
            |(clip, other, how): (usize, usize, &str)| format!("{}: as {}, but {how}", path(clip), path(other));
        list(&title, near.into_iter().map(nearly));
        let title = format!("{}, by how far out (outlier in index.parquet):", count(self.outliers.len(), "outlier"));
        let outlier = |one: &Outlier| format!("{}: {} {}, usually {}", path(one.clip), one.what, one.value, one.usual);
        list(&title, self.outliers.iter().map(outlier));
    }
}

/// `1 clip has`, `2 clips have`.
fn has(clips: usize) -> String {
    format!("{} {}", count(clips, "clip"), if clips == 1 { "has" } else { "have" })
}

/// Prints a list, if it has lines.
fn list(title: &str, lines: impl ExactSizeIterator<Item = String>) {
    let all = lines.len();
    if all == 0 {
        return;
    }
    eprintln_quietly(title);
    lines.take(MOST_PRINTED).for_each(|line| eprintln_quietly(&format!("  {line}")));
    if all > MOST_PRINTED {
        eprintln_quietly(&format!("  and {} more, on the first page of the site", all - MOST_PRINTED));
    }
}
