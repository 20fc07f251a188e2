//! Clips that have the same motion as another one.

use std::collections::HashMap;

use super::GalleryClip;
use super::facts::ClipFacts;

/// How two clips are the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sameness {
    /// Their files have the same bytes.
    Bytes,
    /// The figure moves in the same way.
    Motion,
}

impl Sameness {
    /// `same bytes`, `same motion`.
    pub(super) fn words(self) -> &'static str {
        match self {
            Self::Bytes => "same bytes",
            Self::Motion => "same motion",
        }
    }
}

/// Which clips are the same. Clips are their indices in the order of the pages.
#[derive(Default)]
pub(super) struct Duplicates {
    /// For each clip, the first one with the same motion: itself if there is none before it.
    firsts: Vec<usize>,
    /// The clips with the same motion, by the first of them; only where there are several.
    groups: HashMap<usize, Vec<usize>>,
}

impl Duplicates {
    /// Compares the bytes of all clips, and then their motions.
    pub(super) fn find(clips: &[GalleryClip]) -> Self {
        let facts: Vec<&ClipFacts> = clips.iter().map(|clip| &clip.facts).collect();
        let mut firsts: Vec<usize> = (0..facts.len()).collect();
        let mut known: HashMap<&str, usize> = HashMap::new();
        let mut alike: HashMap<usize, Vec<usize>> = HashMap::new();
        for (index, facts) in facts.iter().enumerate() {
            let first = *known.entry(&facts.hash).or_insert(index);
            join(&mut firsts, first, index);
            if first == index {
                alike.entry(facts.frames).or_default().push(index);
            }
        }
        for same_count in alike.into_values() {
            same_motions(&facts, same_count, &mut firsts);
        }
        let mut groups: HashMap<usize, Vec<usize>> = HashMap::new();
        for index in 0..facts.len() {
            let first = root(&firsts, index);
            if let Some(place) = firsts.get_mut(index) {
                *place = first;
            }
            groups.entry(first).or_default().push(index);
        }
        groups.retain(|_, group| group.len() > 1);
        Self { firsts, groups }
    }

    /// The first clip with the same motion, if it is another one.
    pub(super) fn first_of(&self, clip: usize) -> Option<usize> {
        self.firsts.get(clip).copied().filter(|first| *first != clip)
    }

    /// The other clips with the same motion, in order.
    pub(super) fn others(&self, clip: usize) -> impl Iterator<Item = usize> {
        let group = self.firsts.get(clip).and_then(|first| self.groups.get(first));
        group.into_iter().flatten().copied().filter(move |other| *other != clip)
    }

    /// The clips that have the same motion as one before them, with that one.
    pub(super) fn pairs(&self) -> impl Iterator<Item = (usize, usize)> {
        (0..self.firsts.len()).filter_map(|clip| Some((clip, self.first_of(clip)?)))
    }
}

/// How two clips that are the same are so.
pub(super) fn sameness(a: &GalleryClip, b: &GalleryClip) -> Sameness {
    if a.facts.hash == b.facts.hash { Sameness::Bytes } else { Sameness::Motion }
}

/// Joins the clips with the same motion among those with the same number of frames. Clips are sorted by one number, so that each is
/// compared with few others.
fn same_motions(facts: &[&ClipFacts], clips: Vec<usize>, firsts: &mut [usize]) {
    let mark = |clip: usize| facts.get(clip).map(|facts| (&facts.motion, frame_time(facts)));
    let rank = |clip: usize| mark(clip).and_then(|(mark, _)| mark.rank());
    let mut ranked: Vec<(f64, usize)> = clips.into_iter().filter_map(|clip| Some((rank(clip)?, clip))).collect();
    ranked.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    // One clip of each motion whose rank may be near enough.
    let mut near: Vec<(f64, usize)> = Vec::new();
    for (rank, clip) in ranked {
        let Some((own, time)) = mark(clip) else { continue };
        near.retain(|(other, _)| rank - other <= 2.0 * own.reach());
        let same = near
            .iter()
            .map(|(_, other)| *other)
            .find(|other| mark(*other).is_some_and(|(others, other_time)| own.is_same(others, [time, other_time])));
        match same {
            Some(other) => join(firsts, other, clip),
            None => near.push((rank, clip)),
        }
    }
}

fn frame_time(facts: &ClipFacts) -> f64 {
    if facts.rate > 0.0 { 1.0 / facts.rate } else { 0.0 }
}

/// The first clip of a group.
fn root(firsts: &[usize], mut clip: usize) -> usize {
    while let Some(first) = firsts.get(clip).filter(|first| **first < clip) {
        clip = *first;
    }
    clip
}

/// Makes one group of those of two clips.
fn join(firsts: &mut [usize], a: usize, b: usize) {
    let (a, b) = (root(firsts, a), root(firsts, b));
    if let Some(place) = firsts.get_mut(a.max(b)) {
        *place = a.min(b);
    }
}
