//! The report of a mended motion: findings, and changes.

/// The steps, in the order in which they are done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// Frames at the ends are left out.
    Trim,
    /// Frames are interpolated.
    Resample,
    /// Missing values are filled.
    Gaps,
    /// Jumps of a few frames are filled.
    Spikes,
    /// Noise is taken out.
    Smooth,
    /// The floor is made level.
    Level,
    /// A cycle is cut out and closed.
    Cycle,
    /// The path is made to follow from the feet.
    Path,
    /// Feet are held while they stand.
    Feet,
    /// Travel and turning are taken out.
    InPlace,
}

impl Step {
    /// All steps, in their order.
    pub const ALL: [Self; 10] = [
        Self::Trim,
        Self::Resample,
        Self::Gaps,
        Self::Spikes,
        Self::Smooth,
        Self::Level,
        Self::Cycle,
        Self::Path,
        Self::Feet,
        Self::InPlace,
    ];

    /// Its name in options and reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Trim => "trim",
            Self::Resample => "resample",
            Self::Gaps => "gaps",
            Self::Spikes => "spikes",
            Self::Smooth => "smooth",
            Self::Level => "level",
            Self::Cycle => "loop",
            Self::Path => "path",
            Self::Feet => "feet",
            Self::InPlace => "in-place",
        }
    }
}

/// The result of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// There is nothing to mend, or nobody asked.
    Nothing,
    /// There is something to mend, which was left as it is.
    Offered,
    /// The motion was changed.
    Done,
    /// The step cannot be done with this motion; the words say why.
    Impossible,
}

impl Outcome {
    /// Its name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Nothing => "nothing",
            Self::Offered => "offered",
            Self::Done => "done",
            Self::Impossible => "impossible",
        }
    }
}

/// The kind of fault that a mark shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FaultKind {
    /// The file has no number there.
    Missing,
    /// The rotation is zero all of a sudden.
    Zero,
    /// The joint stands still in the middle of its motion, and jumps at the end.
    Frozen,
    /// The figure's place is the origin, or the joint's rest place.
    Origin,
    /// The whole body is held: told, never filled.
    Held,
    /// The joint's rotation jumps away and back.
    Spike,
    /// The figure's place jumps away and back.
    RootSpike,
}

impl FaultKind {
    /// All kinds.
    pub const ALL: [Self; 7] =
        [Self::Missing, Self::Zero, Self::Frozen, Self::Origin, Self::Held, Self::Spike, Self::RootSpike];

    /// Its name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Missing => "missing",
            Self::Zero => "zero",
            Self::Frozen => "frozen",
            Self::Origin => "origin",
            Self::Held => "held",
            Self::Spike => "spike",
            Self::RootSpike => "root-spike",
        }
    }

    /// The kind of that [name](Self::name).
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// The step that mends it.
    pub fn step(self) -> Step {
        match self {
            Self::Missing | Self::Zero | Self::Frozen | Self::Origin | Self::Held => Step::Gaps,
            Self::Spike | Self::RootSpike => Step::Spikes,
        }
    }

    /// Whether it is about the figure's place and not about a rotation.
    pub fn is_place(self) -> bool {
        matches!(self, Self::Origin | Self::RootSpike)
    }
}

/// Frames with a fault. They count in the motion that is mended, after trimming and resampling; a cycle that is cut out afterwards does not
/// move them.
#[derive(Debug, Clone, PartialEq)]
pub struct FaultMark {
    /// The kind of the finding.
    pub kind: FaultKind,
    /// The joint; index in the skeleton.
    pub joint: u16,
    /// First frame.
    pub first: usize,
    /// Last frame.
    pub last: usize,
    /// How far a spike jumps: degrees for a rotation, metres for a place. 0 for gaps.
    pub size: f64,
    /// Whether it was filled.
    pub filled: bool,
    /// Whether the fill is a guess, because more than 0.25 s are missing, or the motion begins or ends in it.
    pub guess: bool,
    /// For people, without the joint's name: `9 frames missing (0.15 s)`.
    pub text: String,
}

/// The largest distance between a joint before and after.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Change {
    /// Millimetres.
    pub mm: f64,
    /// The joint that moved farthest.
    pub joint: u16,
    /// The frame of the motion before the step.
    pub frame: usize,
}

/// A number with its name, for tables: `slide_before_mm_s`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Value {
    /// With its unit at the end: `_mm`, `_mm_s`, `_deg`, `_m`, `_s`, `_m_s2`; without one for a count or a frame.
    pub name: &'static str,
    /// The number.
    pub value: f64,
}

/// The findings and changes of a step.
#[derive(Debug, Clone, PartialEq)]
pub struct StepReport {
    /// The step.
    pub step: Step,
    /// Its result.
    pub outcome: Outcome,
    /// The findings in words: `9 frames are missing.` Empty: nothing.
    pub found: String,
    /// The changes in words: `Filled 9 frames.` Empty: nothing.
    pub done: String,
    /// The numbers that it measured.
    pub values: Vec<Value>,
    /// The farthest that the step moved a joint. `None`: not at all, or the frames before and after do not correspond.
    pub largest: Option<Change>,
}

impl StepReport {
    /// A number by its name.
    pub fn value(&self, name: &str) -> Option<f64> {
        self.values.iter().find(|value| value.name == name).map(|value| value.value)
    }
}

/// A motion in numbers.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Numbers {
    /// Mean speed over ground of points of the feet that rest. `None`: no person, or none rests.
    pub slide_mm_s: Option<f64>,
    /// Accelerations of all joints, root of the mean of the squares.
    pub acceleration_m_s2: f64,
    /// Number of spikes.
    pub spikes: usize,
    /// Number of frames with a gap or a spike in some joint that were filled; 0 before.
    pub filled: usize,
}

/// All findings in a motion, and all changes.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// The frame of the file at which the motion that is mended begins: 0 unless it was trimmed.
    pub first_frame: usize,
    /// Number of frames of the motion that is mended, after trimming and resampling.
    pub frames: usize,
    /// Its frames a second.
    pub rate: f64,
    /// Whether it is a person's. If not, feet, path and floor are off.
    pub person: bool,
    /// Metres in one unit of the file. A person counts as one of 1.75 m, by the length of its legs, so that limits in metres fit everybody.
    pub metres_per_unit: f64,
    /// The steps, in their order: [`Step::ALL`].
    pub steps: Vec<StepReport>,
    /// Faults, sorted by first frame, then joint.
    pub marks: Vec<FaultMark>,
    /// The motion after trimming and resampling.
    pub before: Numbers,
    /// The mended motion.
    pub after: Numbers,
    /// The farthest that all steps together moved a joint. `None`: not at all, or a cycle was cut out.
    pub largest: Option<Change>,
    /// Whether anything was changed.
    pub changed: bool,
}

impl Report {
    /// The report of a step.
    pub fn step(&self, step: Step) -> Option<&StepReport> {
        self.steps.iter().find(|report| report.step == step)
    }

    /// All changes in words, for a comment in a file: one sentence after the other. Empty: nothing.
    pub fn sentences(&self) -> String {
        let done = self.steps.iter().map(|step| step.done.as_str()).filter(|words| !words.is_empty());
        done.collect::<Vec<_>>().join(" ")
    }
}

/// A step in which nothing was found.
pub(super) fn blank(step: Step) -> StepReport {
    StepReport {
        step,
        outcome: Outcome::Nothing,
        found: String::new(),
        done: String::new(),
        values: Vec::new(),
        largest: None,
    }
}

/// A number with its name.
pub(super) fn value(name: &'static str, value: f64) -> Value {
    Value { name, value }
}
