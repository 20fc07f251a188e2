//! The mannequin's surfaces: rounded, closed pieces, as of an artist's figure.

use super::{Human, places};
use crate::mesh::{Mesh, Ring, tube};
use glam::DVec3;

/// A surface on a joint's segment, in the figure's space.
pub struct Piece {
    pub joint: usize,
    pub tint: Tint,
    pub mesh: Mesh,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Tint {
    Middle,
    Left,
    Right,
}

impl Tint {
    pub fn name(self) -> &'static str {
        match self {
            Self::Middle => "paint_middle",
            Self::Left => "paint_left",
            Self::Right => "paint_right",
        }
    }

    /// Red, green, blue: the stage's three colours, with much grey in them.
    pub fn colour(self) -> [f64; 3] {
        match self {
            Self::Middle => [0.66, 0.69, 0.75],
            Self::Left => [0.46, 0.68, 0.66],
            Self::Right => [0.80, 0.66, 0.45],
        }
    }
}

/// Level: height, distance of the centre to the front, half width, half depth.
fn level([y, z, wide, deep]: [f64; 4]) -> Ring {
    Ring { at: DVec3::new(0.0, y, z), wide: DVec3::X * wide, deep: DVec3::Z * deep }
}

/// Upright, for a foot with the sole on the ground: distance to the front and to the left, half width, half height.
fn upright([z, x, wide, high]: [f64; 4]) -> Ring {
    Ring { at: DVec3::new(x, high, z), wide: DVec3::X * -wide, deep: DVec3::Y * high }
}

/// Across a bone: fraction of its length, distance to its front, half width, half depth.
fn along(from: DVec3, to: DVec3, rings: &[[f64; 4]]) -> Vec<Ring> {
    let down = (to - from).normalize();
    let front = if down.z.abs() > 0.8 { DVec3::Y } else { DVec3::Z };
    let deep = (front - front.dot(down) * down).normalize();
    let wide = deep.cross(down);
    let ring = |[part, front, w, d]: &[f64; 4]| Ring {
        at: from.lerp(to, *part) + deep * *front,
        wide: wide * *w,
        deep: deep * *d,
    };
    rings.iter().map(ring).collect()
}

const SIDES: usize = 14;
const SIDES_OF_FINGERS: usize = 8;

/// All pieces of the figure of level 2.
pub fn flesh(human: &Human) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut add = |name: &str, rings: &[Ring], sides: usize| {
        let tint = if name.starts_with("l_") { Tint::Left } else { Tint::Middle };
        let Some(joint) = human.joint(name) else { return };
        let mesh = tube(rings, sides);
        if let Some(right) = name.strip_prefix("l_").and_then(|rest| human.joint(&format!("r_{rest}"))) {
            pieces.push(Piece { joint: right, tint: Tint::Right, mesh: mesh.mirrored() });
        }
        pieces.push(Piece { joint, tint, mesh });
    };
    for (joint, rings) in TRUNK {
        add(joint, &rings.iter().map(|ring| level(*ring)).collect::<Vec<_>>(), SIDES);
    }
    let centre = |name: &str| human.joint(name).map_or(DVec3::ZERO, |joint| human.joints[joint].centre);
    for (joint, to, rings) in LIMBS {
        add(joint, &along(centre(joint), centre(to), rings), SIDES);
    }
    for (joint, rings) in FEET {
        add(joint, &rings.iter().map(|ring| upright(*ring)).collect::<Vec<_>>(), SIDES);
    }
    let tip = places(super::SITES);
    for (finger, thick) in [(1, 0.0125), (2, 0.0105), (3, 0.011), (4, 0.0105), (5, 0.009)] {
        let chain: &[&str] = if finger == 1 {
            &["carpometacarpal", "metacarpophalangeal", "carpal_interphalangeal"]
        } else {
            &["metacarpophalangeal", "carpal_proximal_interphalangeal", "carpal_distal_interphalangeal"]
        };
        let names: Vec<String> = chain.iter().map(|name| format!("l_{name}_{finger}")).collect();
        let mut ends: Vec<DVec3> = names.iter().map(|name| centre(name)).collect();
        ends.push(tip(&format!("l_carpal_distal_phalanx_{finger}")));
        for (index, (name, ends)) in names.iter().zip(ends.windows(2)).enumerate() {
            let (from, to) = (thick * (1.0 - 0.1 * index as f64), thick * (0.92 - 0.12 * index as f64));
            add(name, &along(ends[0], ends[1], &[[0.0, 0.0, from, from], [0.85, 0.0, to, to]]), SIDES_OF_FINGERS);
        }
    }
    pieces
}

/// From below to above; see [`level`].
const TRUNK: &[(&str, &[[f64; 4]])] = &[
    (
        "sacroiliac",
        &[
            [0.815, 0.0, 0.075, 0.07],
            [0.85, -0.005, 0.135, 0.105],
            [0.90, -0.012, 0.163, 0.122],
            [0.95, -0.012, 0.163, 0.118],
            [1.00, -0.006, 0.148, 0.105],
            [1.035, -0.002, 0.125, 0.088],
        ],
    ),
    (
        "vl5",
        &[[1.01, -0.002, 0.115, 0.08], [1.05, 0.0, 0.133, 0.094], [1.10, 0.0, 0.13, 0.092], [1.145, 0.0, 0.112, 0.08]],
    ),
    (
        "vl1",
        &[
            [1.11, 0.0, 0.108, 0.08],
            [1.15, 0.0, 0.128, 0.094],
            [1.20, 0.002, 0.134, 0.098],
            [1.25, 0.002, 0.118, 0.088],
        ],
    ),
    (
        "vt10",
        &[
            [1.20, 0.002, 0.11, 0.085],
            [1.24, 0.003, 0.138, 0.104],
            [1.30, 0.004, 0.155, 0.114],
            [1.36, 0.002, 0.163, 0.116],
            [1.42, -0.008, 0.155, 0.105],
            [1.46, -0.018, 0.125, 0.085],
            [1.485, -0.026, 0.085, 0.062],
        ],
    ),
    ("vt1", &[[1.45, -0.036, 0.07, 0.058], [1.49, -0.034, 0.06, 0.056], [1.53, -0.026, 0.053, 0.053]]),
    ("vc4", &[[1.51, -0.03, 0.05, 0.051], [1.55, -0.022, 0.05, 0.051], [1.60, -0.01, 0.049, 0.052]]),
    (
        "skullbase",
        &[
            [1.533, 0.046, 0.026, 0.028],
            [1.552, 0.034, 0.044, 0.048],
            [1.585, 0.014, 0.06, 0.074],
            [1.625, 0.0, 0.07, 0.088],
            [1.665, -0.006, 0.074, 0.094],
            [1.70, -0.008, 0.07, 0.088],
            [1.728, -0.008, 0.054, 0.068],
            [1.744, -0.007, 0.031, 0.039],
        ],
    ),
];

/// Joint, the end of the bone, and its rings; see [`along`].
const LIMBS: &[(&str, &str, &[[f64; 4]])] = &[
    (
        "l_sternoclavicular",
        "l_shoulder",
        &[[-0.2, 0.0, 0.035, 0.05], [0.3, 0.0, 0.042, 0.055], [0.75, 0.0, 0.045, 0.05], [1.0, 0.0, 0.04, 0.044]],
    ),
    (
        "l_shoulder",
        "l_elbow",
        &[
            [-0.13, 0.0, 0.022, 0.024],
            [-0.09, 0.0, 0.04, 0.042],
            [0.0, 0.0, 0.053, 0.055],
            [0.14, 0.0, 0.053, 0.056],
            [0.4, 0.002, 0.047, 0.05],
            [0.75, 0.002, 0.041, 0.042],
            [1.0, 0.0, 0.036, 0.037],
        ],
    ),
    (
        "l_elbow",
        "l_radiocarpal",
        &[
            [-0.06, 0.0, 0.032, 0.033],
            [0.06, 0.0, 0.039, 0.041],
            [0.25, 0.0, 0.041, 0.043],
            [0.6, 0.0, 0.033, 0.035],
            [0.9, 0.0, 0.024, 0.028],
            [1.0, 0.0, 0.022, 0.026],
        ],
    ),
    (
        "l_radiocarpal",
        "l_metacarpophalangeal_3",
        &[
            [-0.1, 0.0, 0.016, 0.022],
            [0.12, 0.0, 0.019, 0.029],
            [0.5, -0.006, 0.02, 0.042],
            [0.85, -0.01, 0.017, 0.05],
            [1.05, -0.012, 0.013, 0.048],
        ],
    ),
    (
        "l_hip",
        "l_knee",
        &[
            [0.0, 0.0, 0.05, 0.045],
            [0.06, 0.0, 0.068, 0.064],
            [0.13, 0.002, 0.078, 0.083],
            [0.22, 0.004, 0.08, 0.09],
            [0.42, 0.008, 0.071, 0.081],
            [0.75, 0.004, 0.056, 0.063],
            [1.0, 0.0, 0.05, 0.054],
        ],
    ),
    (
        "l_knee",
        "l_talocrural",
        &[
            [-0.06, 0.004, 0.042, 0.044],
            [0.02, 0.004, 0.05, 0.053],
            [0.2, -0.012, 0.055, 0.06],
            [0.4, -0.014, 0.05, 0.053],
            [0.7, -0.004, 0.036, 0.039],
            [0.92, 0.0, 0.03, 0.034],
            [1.02, 0.0, 0.032, 0.036],
        ],
    ),
];

/// From the heel on; see [`upright`].
const FEET: &[(&str, &[[f64; 4]])] = &[
    (
        "l_talocrural",
        &[
            [-0.112, 0.108, 0.022, 0.02],
            [-0.1, 0.108, 0.031, 0.03],
            [-0.07, 0.109, 0.036, 0.041],
            [-0.035, 0.11, 0.037, 0.041],
            [0.0, 0.112, 0.04, 0.034],
            [0.04, 0.116, 0.046, 0.025],
            [0.072, 0.118, 0.048, 0.018],
        ],
    ),
    (
        "l_metatarsophalangeal_2",
        &[
            [0.066, 0.118, 0.046, 0.017],
            [0.09, 0.119, 0.048, 0.0155],
            [0.12, 0.117, 0.043, 0.012],
            [0.138, 0.112, 0.031, 0.009],
        ],
    ),
];
