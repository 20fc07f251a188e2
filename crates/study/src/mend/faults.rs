//! Gaps and spikes: found, filled, and told as marks.

use super::body_fill::{LongGap, fill_from_body};
use super::figure::ScaledFigure;
use super::fill::{Hole, fill};
use super::gaps::{Gap, gaps};
use super::other_rate::frames_at;
use super::report::{FaultKind, FaultMark, Outcome, Step, StepReport, blank, value};
use super::sample::one_hemisphere;
use super::spikes::{Spike, spikes};
use super::steps::{FaultPlace, Spikes, Steps};
use super::tracks::MotionTracks;
use super::unseen::{are_points, fill_points};
use super::words;
use crate::runs::set;
use marey::checked::Checked;
use marey::model;

/// Longer fills are guesses: seconds.
const GUESS: f64 = 0.25;
/// From so many longest fills on, a gap is filled from the rest of the body.
const FROM_BODY: f64 = 1.25;

/// What was found, and mended.
#[derive(Debug)]
pub(super) struct FaultReport {
    pub(super) gap_step: StepReport,
    pub(super) spike_step: StepReport,
    /// Sorted by first frame, then joint.
    pub(super) marks: Vec<FaultMark>,
    /// Number of spikes; of those that are left.
    pub(super) spikes: usize,
    pub(super) spikes_left: usize,
    /// Number of frames in which something was filled.
    pub(super) filled: usize,
}

impl FaultReport {
    pub(super) fn changed(&self) -> bool {
        [&self.gap_step, &self.spike_step].iter().any(|step| step.outcome == Outcome::Done)
    }
}

/// The faults of a motion.
pub(super) struct Faults<'a> {
    figure: &'a ScaledFigure<'a>,
    steps: &'a Steps,
    known: &'a [model::Mark],
    /// Frames of the mended motion for each one of these.
    ratio: f64,
    marks: Vec<FaultMark>,
}

impl<'a> Faults<'a> {
    pub(super) fn new(figure: &'a ScaledFigure<'a>, steps: &'a Steps, known: &'a [model::Mark], ratio: f64) -> Self {
        Self { figure, steps, known, ratio, marks: Vec::new() }
    }

    /// All findings, with the reports of both steps.
    pub(super) fn report(mut self, gap_step: StepReport, spike_step: StepReport) -> FaultReport {
        self.marks.sort_by_key(|mark| (mark.first, mark.joint, mark.last));
        let marks = self.marks;
        let spikes = || marks.iter().filter(|mark| mark.kind.step() == Step::Spikes);
        FaultReport {
            gap_step,
            spike_step,
            spikes: spikes().count(),
            spikes_left: spikes().filter(|mark| !mark.filled).count(),
            filled: frames_of(marks.iter().filter(|mark| mark.filled)),
            marks,
        }
    }

    /// Whether a finding is mended, where its step does so or not.
    fn mends(&self, kind: FaultKind, joint: usize, first: usize, last: usize, by_step: bool) -> bool {
        let (first, last) = frames_at(self.ratio, first, last);
        let place = FaultPlace { kind, joint: joint as u16, first, last };
        kind != FaultKind::Held && (by_step || self.steps.also.contains(&place)) && !self.steps.except.contains(&place)
    }

    pub(super) fn mend_gaps(&mut self, tracks: &mut MotionTracks) -> StepReport {
        let figure = self.figure;
        let place = figure.carrier.map(|carrier| carrier.place);
        let found = gaps(figure.skeleton, tracks, self.known, place, figure.metres);
        let (mut turns, mut places) = (Vec::new(), Vec::new());
        let mut good: Vec<Vec<bool>> = tracks.turns.iter().map(|track| vec![true; track.values.len()]).collect();
        let mut good_places: Vec<Vec<bool>> =
            tracks.places.iter().map(|track| vec![true; track.values.len()]).collect();
        for gap in &found {
            let is_mended = self.mends(gap.kind, gap.joint, gap.first, gap.last, self.steps.gaps);
            let note = |slot: Option<usize>, good: &mut [Vec<bool>], holes: &mut Vec<Hole>| {
                let Some(slot) = slot.filter(|_| gap.kind != FaultKind::Held) else { return };
                good.get_mut(slot).into_iter().for_each(|mask| set(mask, gap.first, gap.last, false));
                if is_mended {
                    holes.push(Hole { slot, first: gap.first, last: gap.last });
                }
            };
            if gap.is_place {
                note(tracks.places.iter().position(|track| track.joint == gap.joint), &mut good_places, &mut places);
            } else {
                note(tracks.turns.iter().position(|track| track.joint == gap.joint), &mut good, &mut turns);
            }
            self.mark_gap(gap, is_mended, tracks);
        }
        self.fill_turns(tracks, turns, &good);
        if are_points(figure, tracks) {
            fill_points(figure, tracks, &places, &good_places);
        } else {
            fill_places(tracks, &places, &good_places);
        }
        self.report_gaps(tracks.rate)
    }

    fn mark_gap(&mut self, gap: &Gap, filled: bool, tracks: &MotionTracks) {
        let count = gap.last + 1 - gap.first;
        let at_end = gap.first == 0 || gap.last + 1 >= tracks.frames();
        let is_known = |mark: &FaultMark| {
            (mark.kind, usize::from(mark.joint), mark.first, mark.last) == (gap.kind, gap.joint, gap.first, gap.last)
        };
        // One mark for the rotation and the position channels of a joint.
        if self.marks.iter().any(is_known) {
            return;
        }
        self.marks.push(FaultMark {
            kind: gap.kind,
            joint: gap.joint as u16,
            first: gap.first,
            last: gap.last,
            size: 0.0,
            filled,
            guess: count as f64 > GUESS * tracks.rate || at_end,
            text: words::gap(gap.kind, count, tracks.rate),
        });
    }

    /// Fills rotations: first what curves bridge, then long gaps from the rest of the body, all joints of a limb together.
    fn fill_turns(&self, tracks: &mut MotionTracks, mut holes: Vec<Hole>, good: &[Vec<bool>]) {
        let rate = tracks.rate;
        let is_long = |hole: &Hole| (hole.last + 1 - hole.first) as f64 > FROM_BODY * self.steps.longest_fill * rate;
        holes.sort_by_key(|hole| (hole.first, hole.last, hole.slot));
        let carrier = self.figure.carrier.and_then(|carrier| carrier.turn);
        for group in holes.chunk_by(|a, b| (a.first, a.last) == (b.first, b.last)) {
            let Some(one) = group.first() else { continue };
            let missing: Vec<usize> = group.iter().map(|hole| hole.slot).collect();
            let gap = LongGap { first: one.first, last: one.last, missing: &missing, good, carrier };
            if !(is_long(one) && fill_from_body(&mut tracks.turns, rate, &gap)) {
                for hole in group {
                    let (Some(track), Some(good)) = (tracks.turns.get_mut(hole.slot), good.get(hole.slot)) else {
                        continue;
                    };
                    fill(&mut track.values, hole.first, hole.last, good, rate);
                }
            }
        }
        for hole in &holes {
            tracks.turns.change(hole.slot, |track| one_hemisphere(&mut track.values));
        }
    }

    fn report_gaps(&self, rate: f64) -> StepReport {
        let mut report = blank(Step::Gaps);
        let gaps: Vec<&FaultMark> = self.marks.iter().filter(|mark| mark.kind.step() == Step::Gaps).collect();
        let open = gaps.iter().filter(|mark| mark.kind != FaultKind::Held).copied();
        let filled = || open.clone().filter(|mark| mark.filled);
        let guesses = filled().filter(|mark| mark.guess);
        report.values = vec![
            value("frames", frames_of(open.clone()) as f64),
            value("filled", frames_of(filled()) as f64),
            value("guesses", guesses.clone().count() as f64),
        ];
        if open.clone().next().is_some() {
            report.outcome = if filled().next().is_some() { Outcome::Done } else { Outcome::Offered };
        }
        report.found =
            words::gaps(frames_of(open.clone()), gaps.iter().find(|mark| mark.kind == FaultKind::Held).copied(), rate);
        let longest = guesses.map(|mark| mark.last + 1 - mark.first).max();
        report.done = words::filled(frames_of(filled()), longest, rate);
        report
    }

    pub(super) fn mend_spikes(&mut self, tracks: &mut MotionTracks) -> StepReport {
        let rate = tracks.rate;
        let figure = self.figure;
        let least = self.steps.spike_degrees.max(9.0 + 500.0 / rate).to_radians();
        let mut turns: Vec<Hole> = Vec::new();
        let mut good: Vec<Vec<bool>> = tracks.turns.iter().map(|track| vec![true; track.values.len()]).collect();
        let (mut root, mut joints) = (0_usize, 0_usize);
        for (slot, track) in tracks.turns.iter().enumerate().filter(|(_, track)| figure.skeleton.is_joint(track.joint))
        {
            for spike in spikes(&track.values, rate, least) {
                if self.is_gap(track.joint, &spike) {
                    continue;
                }
                let filled = self.mends(
                    FaultKind::Spike,
                    track.joint,
                    spike.first,
                    spike.last,
                    self.steps.spikes == Spikes::All,
                );
                good.change(slot, |mask| set(mask, spike.first, spike.last, false));
                if filled {
                    turns.push(Hole { slot, first: spike.first, last: spike.last });
                }
                joints += 1;
                self.mark_spike(FaultKind::Spike, track.joint, &spike, spike.size.to_degrees(), filled);
            }
        }
        let mut places = Vec::new();
        let mut good_places: Vec<Vec<bool>> =
            tracks.places.iter().map(|track| vec![true; track.values.len()]).collect();
        if let Some(carrier) = figure.carrier
            && let Some(track) = tracks.places.get(carrier.place)
        {
            for spike in spikes(&track.values, rate, (0.1 + 2.0 / rate) / figure.metres) {
                let filled = self.mends(
                    FaultKind::RootSpike,
                    track.joint,
                    spike.first,
                    spike.last,
                    self.steps.spikes != Spikes::Off,
                );
                good_places.change(carrier.place, |mask| set(mask, spike.first, spike.last, false));
                if filled {
                    places.push(Hole { slot: carrier.place, first: spike.first, last: spike.last });
                }
                root += 1;
                self.mark_spike(FaultKind::RootSpike, track.joint, &spike, spike.size * figure.metres, filled);
            }
        }
        let mut report = blank(Step::Spikes);
        let filled = turns.len() + places.len();
        report.values =
            vec![value("root", root as f64), value("joints", joints as f64), value("filled", filled as f64)];
        if root + joints > 0 {
            report.outcome = if filled > 0 { Outcome::Done } else { Outcome::Offered };
        }
        report.found = words::spikes(root, joints);
        report.done = words::filled_spikes(filled);
        self.fill_turns(tracks, turns, &good);
        fill_places(tracks, &places, &good_places);
        report
    }

    /// Whether a gap was found there already.
    fn is_gap(&self, joint: usize, spike: &Spike) -> bool {
        let overlaps = |mark: &FaultMark| {
            usize::from(mark.joint) == joint && mark.first <= spike.last + 1 && spike.first <= mark.last + 1
        };
        self.marks.iter().any(|mark| mark.kind.step() == Step::Gaps && !mark.filled && overlaps(mark))
    }

    fn mark_spike(&mut self, kind: FaultKind, joint: usize, spike: &Spike, size: f64, filled: bool) {
        let text = words::spike(kind, size, spike.last + 1 - spike.first);
        let (joint, first, last) = (joint as u16, spike.first, spike.last);
        self.marks.push(FaultMark { kind, joint, first, last, size, filled, guess: false, text });
    }
}

fn fill_places(tracks: &mut MotionTracks, holes: &[Hole], good: &[Vec<bool>]) {
    let rate = tracks.rate;
    for hole in holes {
        let (Some(track), Some(good)) = (tracks.places.get_mut(hole.slot), good.get(hole.slot)) else { continue };
        fill(&mut track.values, hole.first, hole.last, good, rate);
    }
}

/// Number of frames that any of the marks has.
fn frames_of<'m>(marks: impl Iterator<Item = &'m FaultMark>) -> usize {
    let mut spans: Vec<(usize, usize)> = marks.map(|mark| (mark.first, mark.last + 1)).collect();
    spans.sort_unstable();
    let (mut count, mut end) = (0, 0);
    for (first, last) in spans {
        count += last.saturating_sub(first.max(end));
        end = end.max(last);
    }
    count
}
