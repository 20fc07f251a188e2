//! The shift in time at which the poses of two motions are nearest to each other.

use glam::Vec3;

use marey::compact::sorting::sort_by;

/// Time between the shifts that are tried first: seconds. A step of a walk takes half a second.
const COARSE_STEP: f64 = 1.0 / 15.0;
/// Most shifts that are tried first.
const MOST_SHIFTS: usize = 40_000;
/// Most distances of two joints that are measured for these.
const MOST_WORK: usize = 1 << 27;
/// Most moments that are compared at a shift: when all are tried, and when the best are refined.
const COARSE_MOMENTS: usize = 96;
const FINE_MOMENTS: usize = 384;
/// Fewest moments in common.
pub(super) const FEWEST: usize = 3;
/// The best shifts that are refined.
const REFINED: usize = 16;
/// Distances as near to each other as this are the same: metres, and a share of them.
const SAME: f32 = 1e-5;
const SAME_SHARE: f32 = 1e-3;

/// Poses relative to the root at even steps of time, one after the other.
pub(super) struct ShiftPoses {
    width: usize,
    points: Vec<Vec3>,
}

/// Shifts are counted in samples, from the start of the first motion to that of the second.
pub(super) struct Shifts<'a> {
    poses: [&'a ShiftPoses; 2],
    /// Samples between the moments that are compared.
    stride: usize,
}

impl ShiftPoses {
    /// `width`: how many points each pose has.
    pub(super) fn new(width: usize) -> Self {
        Self { width, points: Vec::new() }
    }

    /// Adds the next pose.
    pub(super) fn push(&mut self, points: impl Iterator<Item = Vec3>) {
        self.points.extend(points.take(self.width));
    }

    fn len(&self) -> usize {
        self.points.len() / self.width.max(1)
    }

    fn pose(&self, index: usize) -> &[Vec3] {
        self.points.get(index * self.width..(index + 1) * self.width).unwrap_or_default()
    }
}

impl<'a> Shifts<'a> {
    fn new(poses: [&'a ShiftPoses; 2], moments: usize) -> Self {
        let shorter = poses.map(ShiftPoses::len).into_iter().min().unwrap_or(0);
        Self { poses, stride: shorter.div_ceil(moments).max(1) }
    }

    /// Most samples by which the second motion may begin before the first, and after it: half of the shorter one stays in common.
    fn reach(&self) -> Option<[isize; 2]> {
        let [a, b] = self.poses.map(ShiftPoses::len);
        let fewest = (a.min(b) / 2 + 1).max(FEWEST);
        let room = |count: usize| count.checked_sub(fewest).map(|room| room as isize);
        Some([room(b)?, room(a)?])
    }

    /// Mean distance of the joints over the moments in common: metres.
    fn distance(&self, shift: isize) -> f32 {
        let [a, b] = self.poses;
        let first = usize::try_from(shift).unwrap_or(0);
        let end = a.len().min(usize::try_from(b.len() as isize + shift).unwrap_or(0));
        // The same moments of the first motion at all shifts, so that neighbours differ by the shift alone.
        let first = first.next_multiple_of(self.stride);
        let (mut sum, mut count) = (0.0_f64, 0_usize);
        for index in (first..end).step_by(self.stride) {
            let other = b.pose((index as isize - shift) as usize);
            let apart: f32 = a.pose(index).iter().zip(other).map(|(a, b)| a.distance(*b)).sum();
            sum += f64::from(apart);
            count += other.len();
        }
        if count > 0 { (sum / count as f64) as f32 } else { f32::INFINITY }
    }

    /// Where the parabola through the squared distances at a shift and its neighbours is lowest: -0.5 to 0.5 samples from the shift.
    fn vertex(&self, shift: isize) -> f64 {
        let [before, at, after] = [shift - 1, shift, shift + 1].map(|shift| f64::from(self.distance(shift)).powi(2));
        let bend = before - 2.0 * at + after;
        let is_lowest = at <= before.min(after) && bend > 0.0 && bend.is_finite();
        if is_lowest && at > f64::from(SAME).powi(2) { (0.5 * (before - after) / bend).clamp(-0.5, 0.5) } else { 0.0 }
    }
}

/// The shift at which the poses are nearest to each other, in samples. Of equally good ones, that nearest to 0. `None` if the motions
/// are too short, or if all shifts are equally good.
///
/// Tries all shifts with at least half of the shorter motion in common in steps of a fifteenth of a second, with a hundred moments each,
/// and refines the best ones with more moments. The time that it takes is in proportion to the shifts, not to their square.
pub(super) fn best_shift(a: &ShiftPoses, b: &ShiftPoses, rate: f64) -> Option<f64> {
    let poses = [a, b];
    let fine = Shifts::new(poses, FINE_MOMENTS);
    let [before, after] = fine.reach()?;
    let step = ((rate * COARSE_STEP) as usize).max((before + after) as usize / MOST_SHIFTS).max(1);
    let shifts: Vec<isize> = (-before / step as isize..=after / step as isize).map(|at| at * step as isize).collect();
    let moments = MOST_WORK / (shifts.len() * a.width).max(1);
    let coarse = Shifts::new(poses, moments.clamp(FEWEST, COARSE_MOMENTS));
    let found: Vec<f32> = shifts.iter().map(|shift| coarse.distance(*shift)).collect();
    let at = |index: Option<usize>| index.and_then(|index| found.get(index)).copied().unwrap_or(f32::INFINITY);
    let tried = shifts.iter().zip(&found).enumerate();
    let mut lowest: Vec<(f32, isize)> = tried
        .filter(|(index, (_, value))| **value <= at(index.checked_sub(1)) && **value <= at(Some(index + 1)))
        .map(|(_, (shift, value))| (*value, *shift))
        .collect();
    sort_by(&mut lowest, |(a, first), (b, second)| {
        a.total_cmp(b).then(first.unsigned_abs().cmp(&second.unsigned_abs()))
    });
    lowest.truncate(REFINED);
    let refined: Vec<(f32, isize)> =
        lowest.into_iter().map(|(_, shift)| refined(&fine, shift, step, [-before, after])).collect();
    let least = refined.iter().map(|(value, _)| *value).fold(f32::INFINITY, f32::min);
    let most = found.iter().chain(refined.iter().map(|(value, _)| value)).copied().fold(0.0, f32::max);
    if most - least <= SAME {
        return None;
    }
    let equal = refined.into_iter().filter(|(value, _)| *value <= least * (1.0 + SAME_SHARE) + SAME);
    let (_, shift) = equal.min_by_key(|(_, shift)| shift.unsigned_abs())?;
    Some(shift as f64 + fine.vertex(shift))
}

/// Goes from a shift to the lowest distance near it, in ever smaller steps.
fn refined(fine: &Shifts<'_>, from: isize, step: usize, within: [isize; 2]) -> (f32, isize) {
    let mut best = (fine.distance(from), from);
    let mut step = step as isize;
    while step > 0 {
        let [first, last] = within;
        let (_, centre) = best;
        for shift in [centre - step, centre + step].into_iter().filter(|shift| (first..=last).contains(shift)) {
            let found = fine.distance(shift);
            if found < best.0 {
                best = (found, shift);
            }
        }
        step /= 2;
    }
    best
}
