//! The answer: which rig a skeleton is, and how sure that is.

/// How a skeleton's names fit a rig, the best fit first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RigMatch {
    /// The names of the body are exactly those of the rig.
    Exact,
    /// The names follow the rules of a family that has no fixed list: HumanIK, Character Studio.
    Grammar,
    /// Nearly all names are the rig's: at most a tenth is missing, and few are foreign; or sides are written in another way.
    Variant,
    /// All names are the rig's, and at least half of the rig is there.
    Part,
    /// No known rig, but one with similar names is known.
    Nearest,
    /// No known rig.
    None,
}

impl RigMatch {
    /// Name for programs: `exact`, `grammar`, `variant`, `part`, `nearest`, `none`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Grammar => "grammar",
            Self::Variant => "variant",
            Self::Part => "part",
            Self::Nearest => "nearest",
            Self::None => "none",
        }
    }
}

/// The rig with the most similar names, of a skeleton of no known rig.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NearestRig {
    /// The rig's [`id`](Rig::id).
    pub id: &'static str,
    /// Its name for people: `Mixamo names`.
    pub name: &'static str,
    /// Number of the rig's names that the skeleton has.
    pub found: usize,
    /// Number of the rig's names.
    pub of: usize,
    /// Number of names of the skeleton's body that the rig lacks.
    pub others: usize,
}

/// The convention of a skeleton's joint names.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rig {
    /// Name for programs, of those in [`rigs`](super::rigs): `lafan1`. `None`: no known rig.
    pub id: Option<&'static str>,
    /// Two or three words for people: `LAFAN1`, `Mixamo names`, `HumanIK names, Spine-Spine3`, `no known rig`.
    pub chip: String,
    /// How the names fit.
    pub matched: RigMatch,
    /// The kind within the rig, in words; empty without any: `Spine-Spine3, Neck, LeftToeBase`.
    pub flavour: String,
    /// What stands before the rig's own name in (nearly) all names, as written: `mixamorig:`. Or a common ending: `_dup`.
    pub prefix: Option<String>,
    /// Number of the rig's names that the skeleton has, and of the rig's names. `None` for what has no names to count.
    pub count: Option<(usize, usize)>,
    /// Number of names of the body that the rig lacks.
    pub others: usize,
    /// The most similar rig, of a skeleton of no known rig.
    pub nearest: Option<NearestRig>,
    /// Whether it is a person. An animal and a hand are rigs, too.
    pub is_person: bool,
    /// What tells it, for people: `22 of 22 names; legs before spine; bones along x`.
    pub sentence: String,
}

impl Rig {
    /// The line for people: `LAFAN1 (22 of 22 names)`, `none known; nearest Mixamo names (24 of 24 names, 10 others)`.
    pub fn summary(&self) -> String {
        if let Some(near) = &self.nearest {
            return format!("none known; nearest {} ({})", near.name, counts(near.found, near.of, near.others));
        }
        match self.count {
            _ if self.id.is_none() => "none known".to_owned(),
            Some((found, of)) => format!("{} ({})", self.chip, counts(found, of, self.others)),
            None => self.chip.clone(),
        }
    }
}

/// `24 of 24 names, 10 others`
pub(super) fn counts(found: usize, of: usize, others: usize) -> String {
    match others {
        0 => format!("{found} of {of} names"),
        1 => format!("{found} of {of} names, 1 other"),
        _ => format!("{found} of {of} names, {others} others"),
    }
}
