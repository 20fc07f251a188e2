//! The clip's clock. The caller passes wall time; the clock never reads the system's.

use marey::compact::maths::wrap;

/// Result of a clock step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Ticked {
    /// The time changed.
    pub moved: bool,
    /// Playback reached the end (or, backwards, the start) and stopped.
    pub ended: bool,
    /// Playback wrapped around.
    pub looped: bool,
}

/// Longest step, seconds: after a hidden tab or a breakpoint playback resumes instead of catching up.
const LONGEST_STEP: f64 = 0.25;

/// What playback does at the end of the span.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Looping {
    /// Stops.
    #[default]
    Off,
    /// Starts over.
    Forward,
    /// Plays from the end to the start, then starts over.
    Reverse,
    /// Reverses at both ends.
    PingPong,
}

/// Plays, pauses and loops over `[begin, end]` or a range of it. Times are seconds of the clip, whose first frame is at 0: only where
/// another clip starts earlier is `begin` below 0.
#[derive(Debug, Clone, PartialEq)]
pub struct Clock {
    time: f64,
    begin: f64,
    end: f64,
    /// Seconds at which a loop of the whole clip starts over: after a reference pose.
    loop_start: f64,
    rate: f64,
    range: Option<(f64, f64)>,
    looping: Looping,
    /// Ping-pong plays backwards.
    returning: bool,
    playing: bool,
    last: Option<f64>,
}

impl Default for Clock {
    fn default() -> Self {
        Self {
            time: 0.0,
            begin: 0.0,
            end: 0.0,
            loop_start: 0.0,
            rate: 1.0,
            range: None,
            looping: Looping::Off,
            returning: false,
            playing: false,
            last: None,
        }
    }
}

impl Clock {
    /// The current time.
    pub fn time(&self) -> f64 {
        self.time
    }

    /// Whether the clock is playing.
    pub fn is_playing(&self) -> bool {
        self.playing
    }

    /// The time at which it begins: 0 or less.
    pub fn begin(&self) -> f64 {
        self.begin
    }

    /// The time at which it ends: 0 or more.
    pub fn end(&self) -> f64 {
        self.end
    }

    /// Start and end of playback: the range, or all of it.
    pub fn span(&self) -> (f64, f64) {
        self.range.unwrap_or((self.begin, self.end))
    }

    /// Sets both ends, for a new clip, more frames or other figures. Clamps time and range to them. Ends that are not finite, or on the
    /// wrong side of 0, become 0.
    pub fn set_ends(&mut self, begin: f64, end: f64) {
        let finite = |end: f64| if end.is_finite() { end } else { 0.0 };
        self.begin = finite(begin).min(0.0);
        self.end = finite(end).max(0.0);
        self.time = self.time.max(self.begin).min(self.end);
        self.range = self.range.and_then(|(start, end)| self.range_within(start, end));
    }

    /// Sets where loops of the whole clip start over, if the clip begins at 0: after a reference pose.
    pub fn set_loop_start(&mut self, time: f64) {
        self.loop_start = time;
    }

    /// The span that is repeated.
    fn looped_span(&self) -> (f64, f64) {
        let (start, end) = self.span();
        let leads = self.range.is_none() && self.begin == 0.0 && self.looping != Looping::Off && self.loop_start < end;
        (if leads { self.loop_start } else { start }, end)
    }

    /// Plays. From the end of the span it starts over, like a video.
    pub fn play(&mut self) {
        let (start, end) = self.span();
        let (stops, forwards) = (self.looping == Looping::Off, self.rate >= 0.0);
        if stops && forwards && self.time >= end {
            self.time = start;
        } else if stops && !forwards && self.time <= start {
            self.time = end;
        }
        self.playing = true;
        self.last = None;
    }

    /// Pauses.
    pub fn pause(&mut self) {
        self.playing = false;
    }

    /// Seeks to `time`, clamped to the clip but not to the range. Ignores NaN.
    pub fn seek(&mut self, time: f64) {
        if !time.is_nan() {
            self.time = time.max(self.begin).min(self.end);
        }
    }

    /// Sets the rate: 1 is real time, negative is backwards. Ignores values that are not finite.
    pub fn set_rate(&mut self, rate: f64) {
        if rate.is_finite() {
            self.rate = rate.clamp(-64.0, 64.0);
        }
    }

    /// Sets the looping. A negative rate reverses its direction.
    pub fn set_looping(&mut self, looping: Looping) {
        self.looping = looping;
        self.returning = false;
    }

    /// Restricts playback to `start`..`end` (in either order). `None`, NaN or an empty range: the whole clip.
    pub fn set_range(&mut self, range: Option<(f64, f64)>) {
        self.range = range.and_then(|(start, end)| self.range_within(start, end));
    }

    /// Advances to wall time `now` (seconds, any origin). If it is not finite, no time passes.
    pub fn tick(&mut self, now: f64) -> Ticked {
        let now = Some(now).filter(|now| now.is_finite());
        let step = self.last.zip(now).map_or(0.0, |(last, now)| (now - last).clamp(0.0, LONGEST_STEP));
        if !self.playing {
            self.last = None;
            return Ticked::default();
        }
        self.last = now.or(self.last);
        let before = self.time;
        let (start, end) = self.looped_span();
        let turned = self.returning || self.looping == Looping::Reverse;
        let rate = if turned { -self.rate } else { self.rate };
        let forwards = if self.rate == 0.0 { !turned } else { rate > 0.0 };
        let next = before + step * rate;
        let mut ticked = Ticked::default();
        let past = if forwards { next >= end } else { next <= start };
        if !past {
            self.time = next;
        } else if self.looping == Looping::PingPong && end > start {
            // Unfold there and back to one path of twice the length. A time outside the range reverses at the nearer end.
            let length = end - start;
            let at = before.max(start).min(end) - start;
            let way = wrap(if forwards { at } else { 2.0 * length - at } + step * rate.abs(), 2.0 * length);
            self.time = start + way.min(2.0 * length - way);
            self.returning = (way >= length) == (self.rate >= 0.0);
        } else if self.looping != Looping::Off && end > start {
            // Wrap around without interpolating from the last frame to the first. A time outside the range enters it.
            self.time = start + wrap(next - start, end - start);
            ticked.looped = step > 0.0;
        } else {
            self.time = if forwards { end } else { start };
            // A looping clip of one frame would play for ever without moving, so it pauses.
            self.playing = false;
            ticked.ended = true;
        }
        ticked.moved = self.time != before;
        ticked
    }

    fn range_within(&self, start: f64, end: f64) -> Option<(f64, f64)> {
        if start.is_nan() || end.is_nan() {
            return None;
        }
        let (start, end) = if start <= end { (start, end) } else { (end, start) };
        let (start, end) = (start.max(self.begin), end.min(self.end));
        (end > start).then_some((start, end))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(duration: f64) -> Clock {
        let mut clock = Clock::default();
        clock.set_ends(0.0, duration);
        clock.play();
        clock.tick(100.0);
        clock
    }

    #[test]
    fn time_runs_at_the_rate_and_stops_at_the_end() {
        let mut c = clock(1.0);
        c.set_rate(2.0);
        assert!(c.tick(100.2).moved);
        assert!((c.time() - 0.4).abs() < 1e-9);
        c.tick(100.4);
        let t = c.tick(100.6);
        assert!(t.ended && !c.is_playing() && c.time() == 1.0);
        c.play();
        assert_eq!(c.time(), 0.0, "playing from the end starts over");
    }

    #[test]
    fn backwards_ends_at_the_start() {
        let mut c = clock(1.0);
        c.seek(0.1);
        c.set_rate(-1.0);
        assert!(c.tick(100.2).ended);
        assert_eq!(c.time(), 0.0);
        c.play();
        assert_eq!(c.time(), 1.0);
    }

    #[test]
    fn a_clock_may_begin_before_0() {
        let mut c = clock(1.0);
        c.set_ends(-0.5, 1.0);
        c.set_looping(Looping::Forward);
        c.seek(-9.0);
        assert_eq!((c.time(), c.span()), (-0.5, (-0.5, 1.0)));
        c.seek(0.9);
        assert!(c.tick(100.2).looped && (c.time() + 0.4).abs() < 1e-9, "{}", c.time());
        c.set_range(Some((-2.0, 0.25)));
        assert_eq!(c.span(), (-0.5, 0.25));
        c.seek(-0.5);
        c.set_ends(0.0, 1.0);
        assert_eq!((c.time(), c.span()), (0.0, (0.0, 0.25)), "clamped with the clock");
        c.set_ends(f64::NAN, f64::INFINITY);
        assert_eq!((c.begin(), c.end()), (0.0, 0.0));
    }

    #[test]
    fn a_loop_stays_inside_its_range() {
        let mut c = clock(10.0);
        c.set_looping(Looping::Forward);
        c.set_range(Some((3.0, 2.0)));
        c.seek(2.9);
        let t = c.tick(100.2);
        assert!(t.looped && (c.time() - 2.1).abs() < 1e-9, "{}", c.time());
        c.set_rate(-1.0);
        c.tick(100.4);
        assert!((c.time() - 2.9).abs() < 1e-9, "{}", c.time());
    }

    #[test]
    fn a_loop_starts_over_after_the_reference_pose() {
        let mut c = clock(1.0);
        c.set_loop_start(0.25);
        c.set_looping(Looping::Forward);
        assert!(c.tick(100.1).moved && (c.time() - 0.1).abs() < 1e-9, "it is seen once");
        c.seek(0.9);
        assert!(c.tick(100.3).looped && (c.time() - 0.35).abs() < 1e-9, "{}", c.time());
        c.set_looping(Looping::Off);
        c.seek(0.9);
        assert!(c.tick(100.5).ended);
        c.play();
        assert_eq!(c.time(), 0.0, "playing again begins with the first frame");
        c.set_looping(Looping::Forward);
        c.set_range(Some((0.0, 0.5)));
        c.seek(0.4);
        c.tick(100.5);
        c.tick(100.7);
        assert!((c.time() - 0.1).abs() < 1e-9, "a chosen range is played as it is: {}", c.time());
        c.set_range(None);
        c.set_loop_start(1.0);
        c.seek(0.9);
        c.tick(100.9);
        assert!((c.time() - 0.1).abs() < 1e-9, "nothing is left to repeat but the whole clip: {}", c.time());
    }

    #[test]
    fn a_reverse_loop_runs_from_the_end_to_the_start_and_repeats() {
        let mut c = clock(10.0);
        c.set_looping(Looping::Reverse);
        c.set_range(Some((2.0, 3.0)));
        c.seek(2.1);
        let t = c.tick(100.2);
        assert!(t.looped && !t.ended && (c.time() - 2.9).abs() < 1e-9, "{}", c.time());
        c.set_rate(-1.0);
        c.tick(100.4);
        assert!((c.time() - 2.1).abs() < 1e-9, "a negative rate turns it round: {}", c.time());
    }

    #[test]
    fn ping_pong_turns_at_both_ends_without_a_jump() {
        let mut c = clock(10.0);
        c.set_looping(Looping::PingPong);
        c.set_range(Some((2.0, 3.0)));
        fn times(c: &mut Clock, steps: usize) -> Vec<f64> {
            let start = c.last.unwrap();
            let run = |step| {
                let ticked = c.tick(start + 0.2 * (step as f64 + 1.0));
                assert!(ticked.moved && !ticked.looped && !ticked.ended, "{ticked:?}");
                (c.time() * 100.0).round() / 100.0
            };
            (0..steps).map(run).collect()
        }
        c.seek(2.45);
        assert_eq!(times(&mut c, 8), [2.65, 2.85, 2.95, 2.75, 2.55, 2.35, 2.15, 2.05]);
        c.pause();
        c.play();
        c.tick(200.0);
        assert_eq!(times(&mut c, 2), [2.25, 2.45]);
        c.set_rate(-1.0);
        assert_eq!(times(&mut c, 4), [2.25, 2.05, 2.15, 2.35], "a negative rate turns it round");
        c.set_rate(-16.0);
        assert_eq!(times(&mut c, 1), [2.45], "several times there and back in one step");
        c.set_rate(1.0);
        c.seek(9.0);
        assert_eq!(times(&mut c, 1), [2.8], "a moment after the range comes into it");
    }

    #[test]
    fn a_long_pause_of_the_page_is_not_caught_up() {
        let mut c = clock(1000.0);
        c.tick(500.0);
        assert_eq!(c.time(), LONGEST_STEP);
        c.tick(400.0);
        assert_eq!(c.time(), LONGEST_STEP, "a clock that goes back does not move the clip");
    }

    #[test]
    fn invalid_input_is_ignored_and_a_single_frame_ends_at_once() {
        let mut c = Clock::default();
        c.set_ends(0.0, f64::NAN);
        c.set_looping(Looping::Forward);
        c.play();
        assert!(c.tick(100.1).ended);
        c.seek(f64::NAN);
        c.set_rate(f64::INFINITY);
        c.set_range(Some((f64::NAN, 1.0)));
        assert_eq!((c.time(), c.span()), (0.0, (0.0, 0.0)));
    }

    #[test]
    fn nan_moves_nothing_and_large_values_are_clamped() {
        let mut c = clock(10.0);
        c.set_range(Some((4.0, f64::NAN)));
        assert_eq!(c.span(), (0.0, 10.0));
        c.set_range(Some((4.0, f64::INFINITY)));
        assert_eq!(c.span(), (4.0, 10.0));
        for (time, at) in [(f64::INFINITY, 10.0), (f64::NAN, 10.0), (f64::NEG_INFINITY, 0.0), (5.0, 5.0)] {
            c.seek(time);
            assert_eq!(c.time(), at);
        }
        for now in [f64::NAN, f64::INFINITY] {
            assert_eq!((c.tick(now), c.time()), (Ticked::default(), 5.0));
        }
        assert!(c.tick(100.125).moved);
        assert_eq!(c.time(), 5.125);
    }

    #[test]
    fn a_shorter_clip_keeps_time_and_range_within_it() {
        let mut c = clock(10.0);
        c.set_range(Some((8.0, 9.0)));
        c.seek(8.5);
        c.set_ends(0.0, 5.0);
        assert_eq!((c.time(), c.span()), (5.0, (0.0, 5.0)));
    }
}
