//! Options of the reader of arrays: what a person says where it would guess.

/// The known orders of joints: the name by which one is chosen, its name for people, and the number of its joints.
pub(crate) const TABLES: [(&str, &str, usize); 25] = [
    ("humanml3d", "HumanML3D", 22),
    ("lafan1", "LAFAN1", 22),
    ("kit", "KIT-ML", 21),
    ("h36m", "Human3.6M", 17),
    ("coco", "COCO", 17),
    ("smpl", "SMPL", 24),
    ("ntu", "NTU RGB+D", 25),
    ("body25", "OpenPose BODY_25", 25),
    ("mediapipe", "MediaPipe Pose", 33),
    ("smplh", "SMPL-H", 52),
    ("smplx", "SMPL-X", 55),
    ("soma30", "SOMA, 30 joints", 30),
    ("soma77", "SOMA", 77),
    ("g1_34", "Unitree G1", 34),
    ("mhr70", "MHR, 70 points", 70),
    ("mhr127", "MHR", 127),
    ("coco_wholebody", "COCO-WholeBody", 133),
    ("halpe26", "Halpe, 26 points", 26),
    ("halpe136", "Halpe", 136),
    ("hand21", "hand of OpenPose", 21),
    ("mano21", "MANO with tips", 21),
    ("mano16", "MANO", 16),
    ("openpose18", "OpenPose COCO", 18),
    ("h36m32", "Human3.6M with all joints", 32),
    ("kinect32", "Azure Kinect", 32),
];

/// The things that an axis counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Meaning {
    Clips,
    Bodies,
    Frames,
    Joints,
    Coordinates,
    /// All coordinates of all joints, joint after joint.
    Numbers,
    /// All coordinates of all joints: all x, then all y, then all z.
    PlanarNumbers,
}

impl Meaning {
    /// The meaning of a letter; see [`ArrayOptions::with_axes`].
    pub(crate) fn of_letter(letter: char) -> Option<Self> {
        Some(match letter.to_ascii_uppercase() {
            'N' => Self::Clips,
            'B' => Self::Bodies,
            'F' => Self::Frames,
            'J' => Self::Joints,
            '2' | '3' | '4' | 'C' => Self::Coordinates,
            'V' => Self::Numbers,
            'P' => Self::PlanarNumbers,
            _ => return None,
        })
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Clips => "clips",
            Self::Bodies => "bodies",
            Self::Frames => "frames",
            Self::Joints => "joints",
            Self::Coordinates => "coordinates",
            Self::Numbers => "numbers of all joints",
            Self::PlanarNumbers => "all x, all y, all z",
        }
    }

    /// The letter of this meaning, where a joint has so many coordinates.
    pub(crate) fn letter(self, coordinates: usize) -> char {
        match self {
            Self::Clips => 'N',
            Self::Bodies => 'B',
            Self::Frames => 'F',
            Self::Joints => 'J',
            Self::Coordinates => char::from_digit(coordinates as u32, 10).unwrap_or('C'),
            Self::Numbers => 'V',
            Self::PlanarNumbers => 'P',
        }
    }
}

/// Which joints an array has, and what its axes mean. Whatever is not said is guessed.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct ArrayOptions {
    joints: Option<ArrayJoints>,
    axes: Option<Vec<Meaning>>,
    holds: Option<Holds>,
}

/// The meaning of an array's numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Holds {
    Positions,
    AxisAngles,
    /// Rotations of so many numbers.
    Rotations(usize),
}

/// The words of [`ArrayOptions::with_holds`].
const HOLDS: [(&str, Holds); 5] = [
    ("positions", Holds::Positions),
    ("axis-angles", Holds::AxisAngles),
    ("6d", Holds::Rotations(6)),
    ("matrices", Holds::Rotations(9)),
    ("quaternions", Holds::Rotations(4)),
];

/// The joints of an array.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ArrayJoints {
    /// Those of a table, by its name.
    Table(&'static str),
    /// A tree that is inferred.
    Inferred,
    /// Points without bones.
    Points,
    /// Those of a body model, whose rotations the array has.
    Rotations,
}

impl ArrayJoints {
    /// The number of joints, for people.
    pub(crate) fn count(self) -> String {
        match self {
            Self::Table(name) => {
                let count = TABLES.iter().find(|(own, ..)| *own == name).map_or(0, |(.., count)| *count);
                format!("{count} joints")
            }
            _ => "joints".into(),
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Table(name) => name,
            Self::Inferred => "inferred",
            Self::Points => "points",
            Self::Rotations => "rotations",
        }
    }
}

impl ArrayOptions {
    /// Sets the joints: the name of one of [`tables`](Self::tables) for the joints of that name, in their order; `inferred` for bones
    /// where distances stay; `points` for no bones; `rotations` if the numbers are rotations of a SMPL body's joints. Upper and lower
    /// case are the same. `None` for another name.
    #[must_use]
    pub fn with_joints(mut self, name: &str) -> Option<Self> {
        let tables = TABLES.into_iter().map(|(name, ..)| ArrayJoints::Table(name));
        let mut all = tables.chain([ArrayJoints::Inferred, ArrayJoints::Points, ArrayJoints::Rotations]);
        self.joints = Some(all.find(|joints| joints.name().eq_ignore_ascii_case(name))?);
        Some(self)
    }

    /// Sets the meaning of the axes, a letter for each: `N` clips, `B` bodies, `F` frames, `J` joints, `3` (or `2`, `4`, `C`)
    /// coordinates; `V` instead of the last two if one axis has all values of a frame, joint after joint, and `P` if it has all x,
    /// then all y, then all z. `FJ3` are frames of joints of three coordinates. `None` for other letters, for a letter that comes twice, and without frames or joints.
    #[must_use]
    pub fn with_axes(mut self, letters: &str) -> Option<Self> {
        let meanings: Vec<Meaning> = letters.chars().map(Meaning::of_letter).collect::<Option<_>>()?;
        let count = |wanted: Meaning| meanings.iter().filter(|meaning| **meaning == wanted).count();
        let is_once = meanings.iter().all(|meaning| count(*meaning) == 1);
        let has_points = match count(Meaning::Numbers) + count(Meaning::PlanarNumbers) {
            0 => count(Meaning::Joints) == 1 && count(Meaning::Coordinates) == 1,
            1 => count(Meaning::Joints) == 0 && count(Meaning::Coordinates) == 0,
            _ => false,
        };
        if !is_once || !has_points || count(Meaning::Frames) == 0 {
            return None;
        }
        self.axes = Some(meanings);
        Some(self)
    }

    /// Sets what the numbers are: `positions`, or rotations of a SMPL body's joints as `axis-angles`, `6d`, `matrices` or `quaternions`.
    /// Upper and lower case are the same. `None` for another word.
    #[must_use]
    pub fn with_holds(mut self, word: &str) -> Option<Self> {
        self.holds = Some(HOLDS.iter().find(|(own, _)| own.eq_ignore_ascii_case(word))?.1);
        Some(self)
    }

    /// The words of [`with_holds`](Self::with_holds).
    pub fn holds_words() -> impl Iterator<Item = &'static str> {
        HOLDS.into_iter().map(|(word, _)| word)
    }

    /// The known orders of joints: the name by which [`with_joints`](Self::with_joints) chooses one, its name for people, and the number
    /// of its joints.
    pub fn tables() -> impl Iterator<Item = (&'static str, &'static str, usize)> {
        TABLES.into_iter()
    }

    pub(crate) fn joints(&self) -> Option<ArrayJoints> {
        self.joints
    }

    pub(crate) fn holds(&self) -> Option<Holds> {
        self.holds
    }

    pub(crate) fn axes(&self) -> Option<&[Meaning]> {
        self.axes.as_deref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joints_are_names_of_tables_and_four_words() {
        let joints = |name: &str| ArrayOptions::default().with_joints(name)?.joints().map(ArrayJoints::name);
        for name in ["humanml3d", "body25", "smplx", "inferred", "points", "rotations"] {
            assert_eq!(joints(name), Some(name));
        }
        assert_eq!((joints("HumanML3D"), joints("human"), joints("")), (Some("humanml3d"), None, None));
    }

    #[test]
    fn axes_are_frames_and_joints_or_their_values() {
        let has = |letters: &str| ArrayOptions::default().with_axes(letters).is_some();
        assert!(["FJ3", "fj3", "JF2", "NFJC", "N3FJB", "FV", "NFV"].map(has).iter().all(|fits| *fits));
        assert!(["", "FJ", "JJ3", "FJ33", "FVJ", "FV3", "J3", "FJQ", "FJC3"].map(has).iter().all(|fits| !*fits));
    }
}
