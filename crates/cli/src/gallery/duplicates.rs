//! Clips that have the same motion as another one, or nearly so.

use std::collections::{HashMap, VecDeque};
use std::rc::Rc;

use marey::body::Subject;
use marey::checked::Checked;
use marey::model::Clip as Motion;

use super::GalleryClip;
use super::alike::{Alike, in_each_frame, in_its_own_time, is_mirrored};
use super::facts::ClipFacts;
use super::sameness::{MotionMark, is_same_time};

/// Motions before a clip that are looked at, at most, of those that may be alike.
const MOST_LOOKED_AT: usize = 64;
/// A figure that plays its motion in a mirror is rarely symmetric: so many times what counts as the same place.
const MIRROR: f64 = 10.0;
/// Motions that are kept while others are compared with them.
const KEPT: usize = 4;

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
    /// The clips with nearly the motion of one before them: that one, and how they differ.
    near: HashMap<usize, (usize, String)>,
}

impl Duplicates {
    /// Compares the bytes of all clips, and then their motions. `read` reads the motion of a clip: of those that may be alike all frames
    /// are compared.
    pub(super) fn find(clips: &[GalleryClip], read: &dyn Fn(usize) -> Option<Motion>) -> Self {
        let facts: Vec<&ClipFacts> = clips.iter().map(|clip| &clip.facts).collect();
        let mut firsts: Vec<usize> = (0..facts.len()).collect();
        let mut known: HashMap<&str, usize> = HashMap::new();
        for (index, facts) in facts.iter().enumerate() {
            // Motions whose hashes are equal have the same places in all frames, so that they need not be read again.
            for hash in [&facts.hash, &facts.motion.hash].into_iter().filter(|hash| !hash.is_empty()) {
                join(&mut firsts, *known.entry(hash).or_insert(index), index);
            }
        }
        let mut search = DuplicateSearch { facts: &facts, firsts, near: HashMap::new(), kept: VecDeque::new(), read };
        search.whole_motions();
        search.parts();
        search.mirrored();
        let DuplicateSearch { mut firsts, near, .. } = search;
        let mut groups: HashMap<usize, Vec<usize>> = HashMap::new();
        for index in 0..facts.len() {
            let first = root(&firsts, index);
            firsts.put(index, first);
            groups.entry(first).or_default().push(index);
        }
        groups.retain(|_, group| group.len() > 1);
        // A clip that is the same as another one is told as the same, and not as nearly so, too.
        let near = near.into_iter().map(|(clip, (other, how))| (clip, (root(&firsts, other), how)));
        let near = near.filter(|(clip, (other, _))| root(&firsts, *clip) == *clip && other < clip).collect();
        Self { firsts, groups, near }
    }

    /// The clip before this one that has nearly its motion, and how this one differs.
    pub(super) fn near(&self, clip: usize) -> Option<(usize, &str)> {
        self.near.get(&clip).map(|(other, how)| (*other, how.as_str()))
    }

    /// The clips that have nearly the motion of one before them, in their order.
    pub(super) fn near_pairs(&self) -> Vec<(usize, usize, &str)> {
        let mut pairs: Vec<(usize, usize, &str)> =
            self.near.iter().map(|(clip, (other, how))| (*clip, *other, how.as_str())).collect();
        pairs.sort_unstable();
        pairs
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

/// The search for motions that are alike. Clips are sorted by a number that is alike where the motions are, so that each is compared with few.
struct DuplicateSearch<'a> {
    facts: &'a [&'a ClipFacts],
    firsts: Vec<usize>,
    near: HashMap<usize, (usize, String)>,
    kept: VecDeque<(usize, Rc<Motion>)>,
    read: &'a dyn Fn(usize) -> Option<Motion>,
}

impl<'a> DuplicateSearch<'a> {
    /// The first clips of groups that are near no other one yet, by a number.
    fn ranked(&self, rank: impl Fn(&'a MotionMark) -> Option<f64>) -> Vec<(f64, usize)> {
        let all = self.facts.iter().enumerate();
        let own = all.filter(|(index, _)| root(&self.firsts, *index) == *index && !self.near.contains_key(index));
        let mut ranked: Vec<(f64, usize)> =
            own.filter_map(|(index, facts)| facts.motion.rank().and(Some((rank(&facts.motion)?, index)))).collect();
        ranked.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        ranked
    }

    /// Compares each clip with those before it whose numbers are near, until `alike` says that it need not go on.
    fn sweep(
        &mut self,
        rank: impl Fn(&'a MotionMark) -> Option<f64>,
        mut alike: impl FnMut(&mut Self, usize, usize) -> bool,
    ) {
        let mut before: VecDeque<(f64, usize)> = VecDeque::new();
        for (rank, clip) in self.ranked(rank) {
            let Some(reach) = self.facts.get(clip).map(|facts| facts.motion.reach()) else { continue };
            // Of the same motion, numbers differ by what either counts as near.
            while before.front().is_some_and(|(other, _)| rank - other > 2.0 * reach) {
                before.pop_front();
            }
            let others: Vec<usize> = before.iter().rev().take(MOST_LOOKED_AT).map(|(_, other)| *other).collect();
            others.into_iter().any(|other| alike(self, clip, other));
            if root(&self.firsts, clip) == clip {
                before.push_back((rank, clip));
            }
        }
    }

    /// Motions with the same boxes at all moments: the same, nearly the same, or the same in another time.
    fn whole_motions(&mut self) {
        self.sweep(MotionMark::rank, |search, clip, other| {
            let [Some(own), Some(others)] = [clip, other].map(|clip| search.facts.get(clip).copied()) else {
                return false;
            };
            if !own.motion.fits(&others.motion) {
                return false;
            }
            let (clip, other) = (clip.max(other), clip.min(other));
            if own.frames == others.frames && is_same_time(frame_time(own), frame_time(others)) {
                return search.compare_frames(clip, other);
            }
            let is_other_time = own.motion.moves() && others.motion.moves();
            if is_other_time && search.both(clip, other, in_its_own_time) == Some(true) {
                let [Some(own), Some(others)] = [clip, other].map(|clip| search.facts.get(clip)) else { return false };
                let how = time_words(own, others);
                search.note(clip, other, how);
            }
            false
        });
    }

    /// Motions that begin or end alike, and differ in a part.
    fn parts(&mut self) {
        for is_last in [false, true] {
            self.sweep(
                |mark| mark.end(is_last),
                |search, clip, other| {
                    let [Some(own), Some(others)] = [clip, other].map(|clip| search.facts.get(clip).copied()) else {
                        return false;
                    };
                    let is_like = own.frames == others.frames
                        && is_same_time(frame_time(own), frame_time(others))
                        && own.motion.moves()
                        && own.motion.fits_in_part(&others.motion);
                    is_like && search.compare_frames(clip.max(other), clip.min(other))
                },
            );
        }
    }

    /// Motions that are mirrored across a plane through the origin.
    fn mirrored(&mut self) {
        let ranked = self.ranked(MotionMark::rank);
        for (_, clip) in &ranked {
            let Some(own) = self.facts.get(*clip).copied().filter(|own| own.motion.moves()) else { continue };
            for normal in [0, 2] {
                let image = own.motion.mirrored(normal);
                // A figure that is its own mirror image is no other one's.
                let reach = MIRROR * image.reach();
                let Some(rank) = image.rank().filter(|_| !image.fits_within(&own.motion, reach)) else { continue };
                let from = ranked.partition_point(|(other, _)| *other < rank - reach);
                let near = ranked.iter().skip(from).take_while(|(other, _)| *other <= rank + reach);
                for (_, other) in near.filter(|(_, other)| other < clip).take(MOST_LOOKED_AT) {
                    let Some(others) = self.facts.get(*other).copied() else { continue };
                    let is_like = own.frames == others.frames
                        && is_same_time(frame_time(own), frame_time(others))
                        && image.fits_within(&others.motion, reach);
                    let is_image =
                        |own: &Subject<'_>, other: &Subject<'_>, reach| is_mirrored(own, other, normal, MIRROR * reach);
                    if is_like && self.both(*clip, *other, is_image) == Some(true) {
                        self.note(*clip, *other, "is mirrored".to_owned());
                    }
                }
            }
        }
    }

    /// Compares all frames of two clips, the later one first, and notes what they are. Returns whether they are the same.
    fn compare_frames(&mut self, clip: usize, other: usize) -> bool {
        match self.both(clip, other, in_each_frame) {
            Some(Alike::Same) => {
                join(&mut self.firsts, clip, other);
                self.near.remove(&clip);
                true
            }
            Some(Alike::Nearly(how)) => {
                self.note(clip, other, how);
                false
            }
            Some(Alike::Other) | None => false,
        }
    }

    /// Notes how a clip differs from one before it. Of several the first counts.
    fn note(&mut self, clip: usize, other: usize, how: String) {
        if self.near.get(&clip).is_none_or(|(known, _)| other < *known) {
            self.near.insert(clip, (other, how));
        }
    }

    /// Reads the motions of two clips and asks about both, with how far apart the same place may be. `None` if one cannot be read any more.
    fn both<T>(&mut self, clip: usize, other: usize, ask: impl Fn(&Subject<'_>, &Subject<'_>, f64) -> T) -> Option<T> {
        let reach = self.facts.get(clip)?.motion.reach();
        let (own, others) = (self.motion(clip)?, self.motion(other)?);
        let (own, others) = (Subject::new(&own, 0).ok()?, Subject::new(&others, 0).ok()?);
        Some(ask(&own, &others, reach))
    }

    fn motion(&mut self, clip: usize) -> Option<Rc<Motion>> {
        if let Some((_, kept)) = self.kept.iter().find(|(kept, _)| *kept == clip) {
            return Some(Rc::clone(kept));
        }
        let motion = Rc::new((self.read)(clip)?);
        self.kept.push_back((clip, Rc::clone(&motion)));
        if self.kept.len() > KEPT {
            self.kept.pop_front();
        }
        Some(motion)
    }
}

/// How the time of a motion differs from that of another one with the same poses.
fn time_words(own: &ClipFacts, others: &ClipFacts) -> String {
    let rates = || format!("{} in place of {}", own.rate_text(), others.rate_text());
    if own.seconds <= 0.0 || others.seconds <= 0.0 || is_same_time(own.seconds, others.seconds) {
        return format!("has {}", rates());
    }
    let speed = others.seconds / own.seconds;
    let how = match speed {
        0.499..0.501 => "is half as fast".to_owned(),
        1.999..2.001 => "is twice as fast".to_owned(),
        speed => format!("is {} times as fast", (1000.0 * speed).round() / 1000.0),
    };
    if own.frames == others.frames { format!("{how}: the same frames at {}", rates()) } else { how }
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
    firsts.put(a.max(b), a.min(b));
}
