//! The rigs that a motion can be given: a row each. Places are own numbers for a person of 1.75 m; axes, orders and rates were measured on files
//! of each rig.

use marey::body::Unit;

/// A rig that programs ask for: names, tree, rest pose, rotation orders, position channels, unit, up axis and rate.
#[derive(Debug)]
pub struct TargetRig {
    /// Name for programs: `lafan1`.
    pub id: &'static str,
    /// Name for people: `LAFAN1`.
    pub name: &'static str,
    /// The [`id`](marey::body::Rig::id) by which [`Rig`](marey::body::Rig) knows it.
    pub rig: &'static str,
    /// Frames a second.
    pub rate: f64,
    /// The unit of its lengths.
    pub unit: Unit,
    /// Whether the root's rest offset is its height above the ground, as the rig's programs expect. Otherwise it is 0, and all places are in
    /// the motion.
    pub keeps_root_offset: bool,
    /// What stands before each name.
    pub(super) prefix: &'static str,
    /// Chains of joints, each below the joint of `below`: `Hips: *UpLeg@thigh *Leg@shin`, with the places of [`PLACES`] behind `@`. A chain with
    /// `*` (Left, Right), `~` (L, R) or `^` (l, r) is there for both sides.
    pub(super) tree: &'static [&'static str],
    pub(super) axes: Axes,
    pub(super) order: &'static str,
    /// Orders of other joints: their names without sides, and the order.
    pub(super) orders: &'static [(&'static str, &'static str)],
    /// The joints with position channels.
    pub(super) moving: &'static [&'static str],
    /// Whether files of the rig have further joints, such as fingers.
    pub(super) has_others: bool,
    pub(super) frames: FrameConvention,
}

/// Along which axes joints lie in the T-pose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Axes {
    /// The world's: the rest pose is the T-pose.
    World,
    /// Each bone is along its joint's own x, as in LAFAN1.
    AlongX,
    /// As in SOMA: limbs of the left side are along their own x, those of the right side against it.
    Soma,
}

/// What a program expects of the frames.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FrameConvention {
    /// Nothing.
    AsTheyAre,
    /// A T-pose before them, and the last one twice.
    AfterReference,
    /// The figure at the origin and facing +Z in the first one, and its lowest point on the ground.
    Placed,
}

/// All rigs.
pub fn target_rigs() -> &'static [TargetRig] {
    &TARGETS
}

/// The rig with this [`id`](TargetRig::id), in any case.
pub fn target_rig(id: &str) -> Option<&'static TargetRig> {
    TARGETS.iter().find(|target| target.id.eq_ignore_ascii_case(id))
}

/// Places of a person in a T-pose: centimetres, +X left, +Y up, facing +Z. Those of the right side are mirror images.
pub(super) const PLACES: [(&str, [f32; 3]); 20] = [
    ("ground", [0.0, 0.0, 0.0]),
    ("hips", [0.0, 95.5, 0.0]),
    ("spine", [0.0, 104.5, 0.0]),
    ("spine1", [0.0, 115.5, 0.0]),
    ("spine2", [0.0, 127.0, 0.0]),
    ("spine3", [0.0, 137.0, 0.0]),
    ("neck", [0.0, 148.5, 0.0]),
    ("neck1", [0.0, 153.0, 1.0]),
    ("head", [0.0, 158.5, 2.0]),
    ("top", [0.0, 175.0, 2.0]),
    ("thigh", [9.2, 92.5, 0.0]),
    ("shin", [9.2, 49.5, 0.0]),
    ("foot", [9.2, 7.2, 0.0]),
    ("ball", [9.2, 2.0, 13.0]),
    ("toe", [9.2, 2.0, 20.0]),
    ("clavicle", [2.5, 142.5, 0.0]),
    ("arm", [17.5, 142.5, 0.0]),
    ("fore", [46.0, 142.5, 0.0]),
    ("hand", [71.0, 142.5, 0.0]),
    ("tip", [88.5, 142.5, 0.0]),
];

/// The places of the ends of joints that have no joint below.
pub(super) const ENDS: [(&str, &str); 4] = [("head", "top"), ("ball", "toe"), ("foot", "ball"), ("hand", "tip")];

/// What most rows have.
const ROW: TargetRig = TargetRig {
    id: "",
    name: "",
    rig: "",
    rate: 30.0,
    unit: Unit::Centimetre,
    keeps_root_offset: false,
    prefix: "",
    tree: &[],
    axes: Axes::World,
    order: "ZYX",
    orders: &[],
    moving: &["Hips"],
    has_others: false,
    frames: FrameConvention::AsTheyAre,
};

/// The limbs of HumanIK's names, below the hips and the joint that carries the arms.
const LEG: &str = "Hips: *UpLeg@thigh *Leg@shin *Foot@foot *ToeBase@ball";

/// The joints of SMPL in the order of its indices, which HumanML3D's arrays have.
const SMPL: &[&str] = &[
    ": Pelvis@hips",
    "Pelvis: ~_Hip@thigh",
    "Pelvis: Spine1@spine",
    "~_Hip: ~_Knee@shin",
    "Spine1: Spine2@spine1",
    "~_Knee: ~_Ankle@foot",
    "Spine2: Spine3@spine2",
    "~_Ankle: ~_Foot@ball",
    "Spine3: Neck@neck",
    "Spine3: ~_Collar@clavicle",
    "Neck: Head@head",
    "~_Collar: ~_Shoulder@arm",
    "~_Shoulder: ~_Elbow@fore",
    "~_Elbow: ~_Wrist@hand",
];

static TARGETS: [TargetRig; 10] = [
    TargetRig {
        id: "lafan1",
        name: "LAFAN1",
        rig: "lafan1",
        tree: &[
            ": Hips@hips",
            "Hips: *UpLeg@thigh *Leg@shin *Foot@foot *Toe@ball",
            "Hips: Spine@spine Spine1@spine1 Spine2@spine2 Neck@neck Head@head",
            "Spine2: *Shoulder@clavicle *Arm@arm *ForeArm@fore *Hand@hand",
        ],
        axes: Axes::AlongX,
        ..ROW
    },
    TargetRig {
        id: "nokov",
        name: "Nokov",
        rig: "nokov",
        order: "YXZ",
        tree: &[
            ": Hips@hips",
            "Hips: Spine@spine Spine1@spine1 Spine2@spine2 Spine3@spine3 Neck@neck Head@head",
            "Spine3: *Shoulder@clavicle *Arm@arm *ForeArm@fore *Hand@hand",
            LEG,
        ],
        ..ROW
    },
    TargetRig {
        id: "soma",
        name: "SOMA",
        rig: "soma",
        rate: 120.0,
        // The root stays at the origin, and the hips below it have their height as offset.
        keeps_root_offset: true,
        tree: &[
            ": Root@ground Hips@hips",
            "Hips: Spine1@spine Spine2@spine1 Chest@spine2 Neck1@neck Neck2@neck1 Head@head HeadEnd@top",
            "Chest: *Shoulder@clavicle *Arm@arm *ForeArm@fore *Hand@hand",
            "Hips: *Leg@thigh *Shin@shin *Foot@foot *ToeBase@ball",
        ],
        axes: Axes::Soma,
        moving: &["Root", "Hips"],
        has_others: true,
        ..ROW
    },
    TargetRig {
        id: "mixamo",
        name: "Mixamo",
        rig: "mixamo",
        order: "XYZ",
        keeps_root_offset: true,
        prefix: "mixamorig:",
        tree: &[
            ": Hips@hips",
            "Hips: Spine@spine Spine1@spine1 Spine2@spine2 Neck@neck Head@head HeadTop_End@top",
            "Spine2: *Shoulder@clavicle *Arm@arm *ForeArm@fore *Hand@hand",
            "Hips: *UpLeg@thigh *Leg@shin *Foot@foot *ToeBase@ball *Toe_End@toe",
        ],
        has_others: true,
        ..ROW
    },
    TargetRig {
        id: "cmu",
        name: "CMU for MotionBuilder",
        rig: "cmu-mb",
        rate: 120.0,
        unit: Unit::Cmu,
        tree: &[
            ": Hips@hips",
            "Hips: ~HipJoint@hips *UpLeg@thigh *Leg@shin *Foot@foot *ToeBase@ball",
            "Hips: LowerBack@hips Spine@spine1 Spine1@spine3 Neck@spine3 Neck1@neck Head@head",
            "Spine1: *Shoulder@spine3 *Arm@arm *ForeArm@fore *Hand@hand *FingerBase@hand *HandIndex1@tip",
            "*Hand: ~Thumb@hand",
        ],
        ..ROW
    },
    TargetRig {
        id: "smpl22",
        name: "SMPL, 22 joints",
        rig: "smpl",
        unit: Unit::Metre,
        tree: SMPL,
        moving: &["Pelvis"],
        ..ROW
    },
    TargetRig {
        id: "humanml3d22",
        name: "HumanML3D",
        rig: "smpl",
        rate: 20.0,
        unit: Unit::Metre,
        tree: SMPL,
        moving: &["Pelvis"],
        frames: FrameConvention::Placed,
        ..ROW
    },
    TargetRig {
        id: "vrm",
        name: "Unity and VRM",
        rig: "unity",
        order: "ZXY",
        unit: Unit::Metre,
        keeps_root_offset: true,
        tree: &[
            ": Hips@hips",
            "Hips: Spine@spine Chest@spine1 UpperChest@spine2 Neck@neck Head@head",
            "UpperChest: *Shoulder@clavicle *UpperArm@arm *LowerArm@fore *Hand@hand",
            "Hips: *UpperLeg@thigh *LowerLeg@shin *Foot@foot *Toes@ball",
        ],
        has_others: true,
        ..ROW
    },
    TargetRig {
        id: "unreal",
        name: "Unreal Engine",
        rig: "unreal",
        keeps_root_offset: true,
        tree: &[
            ": pelvis@hips",
            "pelvis: spine_01@spine spine_02@spine1 spine_03@spine2 neck_01@neck head@head",
            "spine_03: clavicle_^@clavicle upperarm_^@arm lowerarm_^@fore hand_^@hand",
            "pelvis: thigh_^@thigh calf_^@shin foot_^@foot ball_^@ball",
        ],
        moving: &["pelvis"],
        has_others: true,
        ..ROW
    },
    TargetRig {
        id: "second-life",
        name: "Second Life",
        rig: "secondlife",
        unit: Unit::Inch,
        tree: &[
            ": hip@hips",
            "hip: abdomen@spine chest@spine2 neck@neck head@head",
            "chest: ^Collar@clavicle ^Shldr@arm ^ForeArm@fore ^Hand@hand",
            "hip: ^Thigh@thigh ^Shin@shin ^Foot@foot",
        ],
        order: "XZY",
        orders: &[("Collar", "YZX"), ("Shldr", "ZYX"), ("ForeArm", "YZX"), ("Hand", "ZYX"), ("Foot", "XYZ")],
        moving: &["hip"],
        frames: FrameConvention::AfterReference,
        ..ROW
    },
];
