//! The angles that are measured, with their names, signs and how far their zero can be trusted.

/// An angle of a joint or a segment, in degrees, with the signs of clinics: the same for a left and a right limb.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Angle {
    /// Of the pelvis in the room, forwards positive.
    PelvisTilt,
    /// Of the pelvis in the room, the own side up positive; without a side the right one.
    PelvisObliquity,
    /// Of the pelvis against the way that the person goes, the own side forwards positive; without a side the right one.
    PelvisRotation,
    /// Of the thigh in the pelvis, forwards positive.
    HipFlexion,
    /// Of the thigh in the pelvis, inwards positive.
    HipAdduction,
    /// Of the shank in the thigh, bent positive.
    KneeFlexion,
    /// Of the foot in the shank, toes up positive.
    Dorsiflexion,
    /// Of the trunk in the room, forwards positive.
    TrunkTilt,
    /// Of the trunk in the room, the own side up positive; without a side the right one.
    TrunkObliquity,
    /// Of the trunk against the way that the person goes, the own side forwards positive; without a side the right one.
    TrunkRotation,
    /// Of the upper arm in the trunk, forwards positive. None where the arm is more than 75 degrees to the side.
    ShoulderFlexion,
    /// Of the upper arm in the trunk, inwards positive.
    ShoulderAdduction,
    /// Between the upper arm and straight down along the trunk.
    ArmRaise,
    /// Between the upper arm and the forearm, 0 where they are in line.
    ElbowFlexion,
    /// Of the thigh in the pelvis, inwards positive.
    HipRotation,
    /// Of the shank in the thigh, inwards positive.
    KneeRotation,
    /// Of the foot in the shank, inwards positive.
    AnkleRotation,
    /// Of the upper arm in the trunk, inwards positive.
    ShoulderRotation,
}

/// How an angle is to be shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Trust {
    /// At once.
    Shown,
    /// Only where somebody asks for it, with the reason.
    Folded(&'static str),
}

/// Why the rotations of limbs are folded away.
const SHAPE_ONLY: &str = "shape only: its zero differs by 14 to 20 degrees between methods";
const SOFT_ZERO: &str = "its zero differs by up to 46 degrees between methods, and its shape by 2 to 5";

impl Angle {
    /// All angles in the order in which they are shown: those that gait reports begin with first, those that are folded away last.
    pub const ALL: [Self; 18] = [
        Self::PelvisTilt,
        Self::PelvisObliquity,
        Self::PelvisRotation,
        Self::HipFlexion,
        Self::HipAdduction,
        Self::KneeFlexion,
        Self::Dorsiflexion,
        Self::TrunkTilt,
        Self::TrunkObliquity,
        Self::TrunkRotation,
        Self::ShoulderFlexion,
        Self::ShoulderAdduction,
        Self::ArmRaise,
        Self::ElbowFlexion,
        Self::HipRotation,
        Self::KneeRotation,
        Self::AnkleRotation,
        Self::ShoulderRotation,
    ];

    /// `hip flexion` and so on, in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Self::PelvisTilt => "pelvis tilt",
            Self::PelvisObliquity => "pelvis obliquity",
            Self::PelvisRotation => "pelvis rotation",
            Self::HipFlexion => "hip flexion",
            Self::HipAdduction => "hip adduction",
            Self::KneeFlexion => "knee flexion",
            Self::Dorsiflexion => "ankle dorsiflexion",
            Self::TrunkTilt => "trunk tilt",
            Self::TrunkObliquity => "trunk obliquity",
            Self::TrunkRotation => "trunk rotation",
            Self::ShoulderFlexion => "shoulder flexion",
            Self::ShoulderAdduction => "shoulder adduction",
            Self::ArmRaise => "arm raise",
            Self::ElbowFlexion => "elbow flexion",
            Self::HipRotation => "hip rotation",
            Self::KneeRotation => "knee rotation",
            Self::AnkleRotation => "ankle rotation",
            Self::ShoulderRotation => "shoulder rotation",
        }
    }

    /// The direction of a positive angle: `forwards`, `own side up`.
    pub fn positive(self) -> &'static str {
        match self {
            Self::PelvisTilt | Self::TrunkTilt | Self::HipFlexion | Self::ShoulderFlexion => "forwards",
            Self::PelvisObliquity | Self::TrunkObliquity => "own side up",
            Self::PelvisRotation | Self::TrunkRotation => "own side forwards",
            Self::HipAdduction | Self::ShoulderAdduction => "inwards",
            Self::KneeFlexion | Self::ElbowFlexion => "bent",
            Self::Dorsiflexion => "toes up",
            Self::ArmRaise => "raised",
            Self::HipRotation | Self::KneeRotation | Self::AnkleRotation | Self::ShoulderRotation => "turned inwards",
        }
    }

    /// Whether it is shown at once. The figures are from comparisons with Plug-in Gait on six walks.
    pub fn trust(self) -> Trust {
        match self {
            Self::HipRotation => Trust::Folded(SHAPE_ONLY),
            Self::KneeRotation | Self::AnkleRotation | Self::ShoulderRotation => Trust::Folded(SOFT_ZERO),
            _ => Trust::Shown,
        }
    }

    /// Whether it is one angle of the whole body, whose sign depends on the side that looks at it.
    pub fn is_central(self) -> bool {
        self.is_tilt() || self.turns_with_side()
    }

    /// Whether it belongs to pelvis or trunk and is the same from both sides.
    fn is_tilt(self) -> bool {
        matches!(self, Self::PelvisTilt | Self::TrunkTilt)
    }

    /// Whether it belongs to pelvis or trunk and is, seen from the left side, the opposite.
    pub(super) fn turns_with_side(self) -> bool {
        use Angle::{PelvisObliquity, PelvisRotation, TrunkObliquity, TrunkRotation};
        matches!(self, PelvisObliquity | PelvisRotation | TrunkObliquity | TrunkRotation)
    }
}
