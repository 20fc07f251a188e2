//! The steps that mend a motion, with their numbers.

use std::ops::RangeInclusive;

use marey::setters;

use super::report::FaultKind;
use marey::within::Within;

/// Whether a step is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Switch {
    /// Never. What the step would change is told.
    Off,
    /// Where the motion needs it.
    #[default]
    Auto,
    /// Always.
    On,
}

/// Which spikes are filled. All of them are found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Spikes {
    /// None.
    Off,
    /// Those of the place of the figure, which are hardly ever motion.
    #[default]
    Root,
    /// Those of joints' rotations, too.
    All,
}

/// One finding, to be mended or left as it is whatever its step says. Frames count in the motion that is mended, after
/// [`trim`](Steps::trim) and [`resample`](Steps::resample), as those of a [`FaultMark`](super::FaultMark) do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct FaultPlace {
    /// The kind of the finding.
    pub kind: FaultKind,
    /// The joint.
    pub joint: u16,
    /// First frame.
    pub first: usize,
    /// Last frame.
    pub last: usize,
}

/// The steps that mend a motion. By default only what a motion without faults does not mind: gaps, spikes of the root, noise. Numbers outside of their
/// ranges are brought into them.
///
/// ```
/// use marey_study::mend::{Spikes, Steps};
///
/// let steps = Steps::default().spikes(Spikes::All).feet(true).resample(60.0);
/// assert!(steps.gaps && !steps.level);
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Steps {
    /// The frames to keep, both ends included, counted in the motion as it is. `None`: all.
    pub trim: Option<RangeInclusive<usize>>,
    /// Frames a second to interpolate, 1 to 1000. `None`: the motion's own.
    pub resample: Option<f64>,
    /// Fills missing values, zeros, frozen limbs and hips at the origin. Default: true.
    pub gaps: bool,
    /// The longest gap that is bridged by a curve alone; longer ones follow the rest of the body where they can. Seconds, 0.05 to 2; default 0.4.
    pub longest_fill: f64,
    /// Fills joints that jump away for one to five frames and back. Default: the root's only.
    pub spikes: Spikes,
    /// Smaller jumps of a joint are no spikes: degrees, 5 to 180; default 25. Between few frames a second a joint may turn farther than that; then more
    /// is needed.
    pub spike_degrees: f64,
    /// Takes out noise. Default: where there is some.
    pub smooth: Switch,
    /// The share of the measured noise that is taken out: 0.3 to 3; default 1.
    pub strength: f64,
    /// Turns the figure so that the floor under its feet is level. Default: false.
    pub level: bool,
    /// Cuts a cycle out and closes it. Default: false.
    pub cycle: bool,
    /// First and last frame of the cycle, the last being like the first. `None`: the pair of frames that are most alike.
    pub cut: Option<[usize; 2]>,
    /// The shortest cycle: seconds, 0.1 or more; default 0.5.
    pub least_cycle: f64,
    /// How long each end of the cycle is blended: seconds, 0.1 to 0.4; default 0.2.
    pub cycle_blend: f64,
    /// Holds feet while they stand. Default: false.
    pub feet: bool,
    /// A foot rests that is slower than this: metres a second of a person of 1.75 m, 0.05 to 1; default 0.2.
    pub rest_speed: f64,
    /// And at most this far above its lowest usual place: metres, 0.01 to 0.3; default 0.05.
    pub rest_height: f64,
    /// How long a foot takes from where it was to where it is held: seconds, 0.05 to 0.5; default 0.15.
    pub foot_blend: f64,
    /// Makes the figure's path follow from its feet, before these are held: changes how far it travels. Default: false.
    pub path: bool,
    /// Takes out the travel along the ground and the turning, evenly. Default: false.
    pub in_place: bool,
    /// Findings that are mended although their step leaves them.
    pub also: Vec<FaultPlace>,
    /// Findings that are left although their step mends them.
    pub except: Vec<FaultPlace>,
}

impl Default for Steps {
    fn default() -> Self {
        Self {
            trim: None,
            resample: None,
            gaps: true,
            longest_fill: 0.4,
            spikes: Spikes::Root,
            spike_degrees: 25.0,
            smooth: Switch::Auto,
            strength: 1.0,
            level: false,
            cycle: false,
            cut: None,
            least_cycle: 0.5,
            cycle_blend: 0.2,
            feet: false,
            rest_speed: 0.2,
            rest_height: 0.05,
            foot_blend: 0.15,
            path: false,
            in_place: false,
            also: Vec::new(),
            except: Vec::new(),
        }
    }
}

setters!(Steps {
    gaps: bool,
    longest_fill: f64,
    spikes: Spikes,
    spike_degrees: f64,
    smooth: Switch,
    strength: f64,
    level: bool,
    cycle: bool,
    least_cycle: f64,
    cycle_blend: f64,
    feet: bool,
    rest_speed: f64,
    rest_height: f64,
    foot_blend: f64,
    path: bool,
    in_place: bool,
    also: Vec<FaultPlace>,
    except: Vec<FaultPlace>,
} optional { trim: RangeInclusive<usize>, resample: f64, cut: [usize; 2] });

impl Steps {
    /// No step at all.
    pub fn none() -> Self {
        Self { gaps: false, spikes: Spikes::Off, smooth: Switch::Off, ..Self::default() }
    }

    /// The same with all numbers in their ranges.
    pub(super) fn within_ranges(&self) -> Self {
        Self {
            resample: self.resample.map(|rate| rate.within(1.0, 1000.0)),
            longest_fill: self.longest_fill.within(0.05, 2.0),
            spike_degrees: self.spike_degrees.within(5.0, 180.0),
            strength: self.strength.within(0.3, 3.0),
            least_cycle: self.least_cycle.within(0.1, 1e6),
            cycle_blend: self.cycle_blend.within(0.1, 0.4),
            rest_speed: self.rest_speed.within(0.05, 1.0),
            rest_height: self.rest_height.within(0.01, 0.3),
            foot_blend: self.foot_blend.within(0.05, 0.5),
            ..self.clone()
        }
    }
}
