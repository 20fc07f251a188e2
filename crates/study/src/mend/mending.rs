//! One step after the other.

use super::cycle::{Closed, CycleCut, chosen_cut, close, find_cut};
use super::faults::{FaultReport, Faults};
use super::feet::hold;
use super::figure::{Course, ScaledFigure};
use super::floor::{REST_HEIGHT, floor};
use super::measures::{acceleration, largest_change};
use super::noise::noise;
use super::path::{follow_feet, length};
use super::report::{Numbers, Outcome, Report, Step, StepReport, blank, value};
use super::rests::{RestLimits, RestingFoot, feet, foot_courses, slide};
use super::sample::one_hemisphere;
use super::smooth::Smoother;
use super::steps::{Steps, Switch};
use super::tracks::MotionTracks;
use super::travel::take_out;
use super::words;
use crate::missing::missing_values;
use crate::runs::quantile;
use marey::body::Subject;
use marey::model::{self, Clip, Motion};

/// The share of moving joints that may have less noise than a motion with noise has.
const NOISY_JOINTS: f64 = 0.3;
/// A smaller tilt is none: degrees.
const LEAST_TILT: f64 = 0.6;
/// A floor that is less sure is not known: degrees.
const LEAST_SURE: f64 = 2.0;

/// A motion being mended.
pub(super) struct Mending<'a> {
    pub(super) figure: ScaledFigure<'a>,
    pub(super) tracks: MotionTracks,
    pub(super) steps: &'a Steps,
    pub(super) clip: &'a Clip,
    report: Report,
    before: MotionTracks,
    /// The accelerations of the motion as it is now, unless it was changed since.
    acceleration: Option<f64>,
    /// The points of its feet, likewise.
    foot_courses: Option<Vec<Course>>,
}

impl<'a> Mending<'a> {
    pub(super) fn new(clip: &'a Clip, motion: &Motion, subject: &Subject<'_>, rate: f64, steps: &'a Steps) -> Self {
        let tracks = MotionTracks::new(motion, rate);
        let figure = ScaledFigure::new(clip, motion, subject, &tracks);
        let report = Report {
            first_frame: steps.trim.as_ref().map_or(0, |frames| *frames.start()),
            frames: motion.frame_count(),
            rate,
            person: figure.legs.is_some(),
            metres_per_unit: figure.metres,
            steps: Vec::new(),
            marks: Vec::new(),
            before: Numbers::default(),
            after: Numbers::default(),
            largest: None,
            changed: false,
        };
        Self { figure, before: tracks.clone(), tracks, steps, clip, report, acceleration: None, foot_courses: None }
    }

    /// All steps. `mended` has what was found in the frames of the file, where these have another rate, and the motion that is without it.
    pub(super) fn run(&mut self, mended: Option<(FaultReport, MotionTracks)>) {
        let asked = |is_asked: bool, words: String| {
            if is_asked { (Outcome::Done, words) } else { (Outcome::Nothing, String::new()) }
        };
        let trimmed = asked(self.steps.trim.is_some(), words::trimmed(self.report.frames));
        let resampled = asked(self.steps.resample.is_some(), words::resampled(self.report.rate));
        for (step, (outcome, done)) in [(Step::Trim, trimmed), (Step::Resample, resampled)] {
            self.tell(StepReport { outcome, done, ..blank(step) });
        }
        self.report.before.acceleration_m_s2 = self.acceleration();
        let feet = self.feet();
        self.report.before.slide_mm_s = feet.and_then(|feet| slide(&self.figure, &feet, self.tracks.rate));
        let faults = match mended {
            Some((faults, tracks)) => {
                self.tracks = tracks;
                faults
            }
            None => {
                let mut known = missing_values(self.clip, 0);
                if self.steps.resample.is_some() {
                    // Frames beside missing ones were mixed with them.
                    let last = self.tracks.frames().saturating_sub(1);
                    for mark in &mut known {
                        (mark.first, mark.last) = (mark.first.saturating_sub(1), (mark.last + 1).min(last));
                    }
                }
                self.mend_faults(&known, 1.0)
            }
        };
        self.tell_faults(faults);
        self.smooth();
        self.level();
        self.cycle();
        self.path();
        self.hold_feet();
        self.stay();
    }

    /// The report and the mended tracks.
    pub(super) fn finish(mut self) -> (Report, MotionTracks) {
        let now = self.acceleration();
        let Self { figure, tracks, mut report, before, .. } = self;
        report.changed = report.steps.iter().any(|step| step.outcome == Outcome::Done && step.step > Step::Resample);
        report.after = if report.changed {
            let slide = report
                .step(Step::Feet)
                .and_then(|step| step.value("slide_after_mm_s").or(step.value("slide_before_mm_s")));
            Numbers { acceleration_m_s2: now, slide_mm_s: slide, ..report.after }
        } else {
            Numbers { filled: 0, ..report.before }
        };
        let is_cut = report.step(Step::Cycle).is_some_and(|step| step.outcome == Outcome::Done);
        let done: Vec<&StepReport> =
            report.steps.iter().filter(|step| step.outcome == Outcome::Done && step.step > Step::Resample).collect();
        report.largest = match done.as_slice() {
            [] => None,
            _ if is_cut => None,
            [one] => one.largest,
            _ => largest_change(&figure, &before, &tracks).0,
        };
        (report, tracks)
    }

    fn acceleration(&mut self) -> f64 {
        *self.acceleration.get_or_insert_with(|| acceleration(&self.figure, &self.tracks))
    }

    fn tell(&mut self, step: StepReport) {
        self.report.steps.push(step);
    }

    /// Both feet, and when they rest.
    fn feet(&mut self) -> Option<[RestingFoot; 2]> {
        self.feet_within(self.steps.rest_height)
    }

    /// Both feet, and when they rest below a height.
    fn feet_within(&mut self, height: f64) -> Option<[RestingFoot; 2]> {
        let courses = self.foot_courses.get_or_insert_with(|| foot_courses(&self.figure, &self.tracks));
        feet(&self.figure, courses, self.tracks.rate, RestLimits { speed: self.steps.rest_speed, height })
    }

    /// Forgets what was measured of the motion as it was.
    fn forget(&mut self) {
        (self.acceleration, self.foot_courses) = (None, None);
    }

    /// Does something with the motion, and adds to the report how far joints moved.
    fn change(&mut self, mut report: StepReport, act: impl FnOnce(&mut Self)) -> StepReport {
        let before = self.tracks.clone();
        self.forget();
        act(self);
        self.measure_change(&before, &mut report);
        report.outcome = Outcome::Done;
        report
    }

    /// Adds to the report of a step how far joints moved since before it.
    fn measure_change(&mut self, before: &MotionTracks, report: &mut StepReport) {
        let (largest, acceleration) = largest_change(&self.figure, before, &self.tracks);
        (report.largest, self.acceleration) = (largest, Some(acceleration));
    }

    /// Mends gaps and spikes, with the values that are `known` to lack. There are to be `ratio` frames for each one of these.
    pub(super) fn mend_faults(&mut self, known: &[model::Mark], ratio: f64) -> FaultReport {
        let mut faults = Faults::new(&self.figure, self.steps, known, ratio);
        let before = self.tracks.clone();
        let mut gaps = faults.mend_gaps(&mut self.tracks);
        if gaps.outcome == Outcome::Done {
            gaps.largest = largest_change(&self.figure, &before, &self.tracks).0;
        }
        let before = self.tracks.clone();
        let mut spikes = faults.mend_spikes(&mut self.tracks);
        if spikes.outcome == Outcome::Done {
            spikes.largest = largest_change(&self.figure, &before, &self.tracks).0;
        }
        faults.report(gaps, spikes)
    }

    fn tell_faults(&mut self, faults: FaultReport) {
        if faults.changed() {
            self.forget();
        }
        self.report.before.spikes = faults.spikes;
        self.report.after.spikes = faults.spikes_left;
        self.report.after.filled = faults.filled;
        self.report.marks = faults.marks;
        self.tell(faults.gap_step);
        self.tell(faults.spike_step);
    }

    fn smooth(&mut self) {
        let (rate, metres) = (self.tracks.rate, self.figure.metres);
        let turns: Vec<f64> = self.tracks.turns.iter().map(|track| noise(&track.values)).collect();
        let places: Vec<f64> = self.tracks.places.iter().map(|track| noise(&track.values)).collect();
        // Noise is in all joints, so that those tell that move least; and in most joints, unless nobody animated these. Where most joints stand still that is less sure,
        // and more noise is needed.
        let usual = |values: &[f64]| {
            quantile(&mut values.iter().copied().filter(|sigma| *sigma > 1e-6).collect::<Vec<_>>(), NOISY_JOINTS)
        };
        let degrees = usual(&turns).to_degrees();
        let of_all = quantile(&mut turns.clone(), 0.5).to_degrees();
        let root = self.figure.carrier.and_then(|carrier| places.get(carrier.place)).copied().unwrap_or(0.0);
        let only_points = self.tracks.turns.is_empty();
        let millimetres = 1000.0 * metres * if only_points { usual(&places) } else { root };
        let least = 0.1 + 4.0 / rate;
        let is_noisy = degrees > least && of_all > least || degrees > 1.5 * least || millimetres > 0.5 + 15.0 / rate;
        let mut report = blank(Step::Smooth);
        report.values = vec![value("noise_deg", degrees), value("noise_root_mm", millimetres)];
        if is_noisy {
            report.found = words::noise(degrees, millimetres);
            report.outcome = Outcome::Offered;
        }
        if self.steps.smooth == Switch::On || self.steps.smooth == Switch::Auto && is_noisy {
            let before = self.acceleration();
            let strength = self.steps.strength;
            report = self.change(report, |bench| {
                let smoother = Smoother::new(bench.tracks.frames(), rate);
                for (track, sigma) in bench.tracks.turns.iter_mut().zip(&turns) {
                    smoother.smooth(&mut track.values, sigma * strength);
                    one_hemisphere(&mut track.values);
                }
                for (track, sigma) in bench.tracks.places.iter_mut().zip(&places) {
                    smoother.smooth(&mut track.values, sigma * strength);
                }
            });
            let after = self.acceleration();
            report.values.extend([value("acceleration_before_m_s2", before), value("acceleration_after_m_s2", after)]);
            report.done = words::smoothed(before, after);
        }
        self.tell(report);
    }

    fn level(&mut self) {
        let mut report = blank(Step::Level);
        let Some(feet) = self.feet_within(REST_HEIGHT.max(self.steps.rest_height)) else {
            return self.tell_no_person(Step::Level, self.steps.level);
        };
        match floor(&self.figure, &feet, self.tracks.rate) {
            Some(floor) if floor.deviation <= LEAST_SURE => {
                report.values = vec![
                    value("tilt_deg", floor.tilt),
                    value("sd_deg", floor.deviation),
                    value("points", floor.points as f64),
                ];
                if floor.tilt >= LEAST_TILT {
                    report.outcome = Outcome::Offered;
                    report.found = words::tilted(floor.tilt, floor.deviation);
                }
                if self.steps.level && floor.tilt >= LEAST_TILT && self.can_turn() {
                    report = self.change(report, |bench| {
                        let shift = floor.centre - floor.turn * floor.centre;
                        bench.figure.carry(&mut bench.tracks, |_| (floor.turn, shift));
                    });
                    report.done = words::levelled(floor.tilt);
                }
            }
            _ => {
                report.outcome = if self.steps.level { Outcome::Impossible } else { Outcome::Nothing };
                report.found = words::NO_FLOOR.into();
            }
        }
        self.tell(report);
    }

    /// Whether the figure has a place and a rotation of its own.
    fn can_turn(&self) -> bool {
        self.figure.carrier.is_some_and(|carrier| carrier.turn.is_some())
    }

    fn tell_no_person(&mut self, step: Step, is_asked: bool) {
        let outcome = if is_asked { Outcome::Impossible } else { Outcome::Nothing };
        self.tell(StepReport { outcome, found: words::NO_PERSON.into(), ..blank(step) });
    }

    fn cycle(&mut self) {
        let mut report = blank(Step::Cycle);
        let cut = match self.steps.cut {
            Some([first, last]) => chosen_cut(&self.figure, &self.tracks, first, last),
            None => find_cut(&self.figure, &self.tracks, self.steps.least_cycle),
        };
        let Some(cut) = cut.filter(|_| self.figure.carrier.is_some()) else {
            report.outcome = if self.steps.cycle { Outcome::Impossible } else { Outcome::Nothing };
            report.found = words::NO_CYCLE.into();
            return self.tell(report);
        };
        report.values = vec![
            value("first", cut.first as f64),
            value("last", cut.last as f64),
            value("distance_mm", cut.distance * 1000.0),
        ];
        report.found = words::alike(&cut, self.tracks.rate);
        if self.steps.cycle {
            self.forget();
            let closed = self.close(&cut);
            report.outcome = Outcome::Done;
            report.values.extend([
                value("seam_mm", closed.seam * 1000.0),
                value("worst_mm", closed.worst * 1000.0),
                value("way_m", closed.travel.metres(&self.figure)),
                value("yaw_deg", closed.travel.yaw.to_degrees()),
            ]);
            report.done = words::closed(&cut, self.tracks.rate);
        }
        self.tell(report);
    }

    fn close(&mut self, cut: &CycleCut) -> Closed {
        // Feet are held in a figure that travels.
        let travels = !self.steps.in_place || self.steps.feet || self.steps.path;
        close(&self.figure, &mut self.tracks, cut, self.steps.cycle_blend, travels)
    }

    fn path(&mut self) {
        let Some(feet) = self.feet().filter(|_| self.figure.carrier.is_some()) else {
            return self.tell_no_person(Step::Path, self.steps.path);
        };
        let mut report = blank(Step::Path);
        let before = length(&self.figure, &self.tracks);
        let mut moved = self.tracks.clone();
        follow_feet(&self.figure, &mut moved, &feet);
        let after = length(&self.figure, &moved);
        report.values = vec![value("way_before_m", before), value("way_after_m", after)];
        report.found = words::path(before, after);
        if self.steps.path {
            report = self.change(report, |bench| bench.tracks = moved);
            report.done = words::followed(before, after);
        }
        self.tell(report);
    }

    fn hold_feet(&mut self) {
        let Some(feet) = self.feet() else { return self.tell_no_person(Step::Feet, self.steps.feet) };
        let mut report = blank(Step::Feet);
        let Some(before) = slide(&self.figure, &feet, self.tracks.rate) else {
            report.outcome = if self.steps.feet { Outcome::Impossible } else { Outcome::Nothing };
            report.found = words::NO_REST.into();
            return self.tell(report);
        };
        report.values = vec![value("slide_before_mm_s", before)];
        report.found = words::slides(before);
        if self.steps.feet {
            let blend = self.steps.foot_blend;
            report = self.change(report, |bench| hold(&bench.figure, &mut bench.tracks, &feet, blend));
            let after = self.slide_of(&feet).unwrap_or(0.0);
            report.values.push(value("slide_after_mm_s", after));
            report.done = words::held(before, after);
        }
        self.tell(report);
    }

    /// How far feet slide now in the frames in which they rested before.
    fn slide_of(&mut self, rested: &[RestingFoot; 2]) -> Option<f64> {
        let mut now = self.feet()?;
        for (now, rested) in now.iter_mut().zip(rested) {
            now.ankle_rests.clone_from(&rested.ankle_rests);
            now.ball_rests.clone_from(&rested.ball_rests);
        }
        slide(&self.figure, &now, self.tracks.rate)
    }

    fn stay(&mut self) {
        let mut report = blank(Step::InPlace);
        let mut still = self.tracks.clone();
        let Some(travel) = take_out(&self.figure, &mut still) else {
            report.outcome = if self.steps.in_place { Outcome::Impossible } else { Outcome::Nothing };
            return self.tell(report);
        };
        report.values = vec![value("way_m", travel.metres(&self.figure)), value("yaw_deg", travel.yaw.to_degrees())];
        report.found = words::travels(travel.metres(&self.figure), travel.yaw.to_degrees());
        if self.steps.in_place {
            report = self.change(report, |bench| bench.tracks = still);
            report.done = words::STAYS.into();
        }
        self.tell(report);
    }
}
