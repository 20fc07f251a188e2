//! The mannequin's gestures: it waves, bows and nods. Angles are in degrees.

use super::super::about::{about_x, about_y, about_z};
use super::super::ease::ramp;
use super::Human;
use glam::{DQuat, DVec2, DVec3};
use std::f64::consts::TAU;

pub const RATE: f64 = 25.0;

pub struct Gesture<'a> {
    pub name: &'static str,
    /// One for each frame.
    pub stances: Vec<Stance<'a>>,
}

impl Gesture<'_> {
    /// The joints that the gesture rotates, and always the root: it would otherwise keep the rotation of another gesture.
    pub fn turning(&self) -> Vec<usize> {
        let turns =
            |joint: usize| self.stances.iter().any(|stance| stance.turns[joint].angle_between(DQuat::IDENTITY) > 1e-6);
        let joints = self.stances.first().map_or(0, |stance| stance.turns.len());
        (0..joints).filter(|joint| *joint == 0 || turns(*joint)).collect()
    }
}

pub fn gestures(human: &Human) -> [Gesture<'_>; 3] {
    let gesture = |name, seconds: f64, at: fn(&mut Stance<'_>, f64)| {
        let stance = |frame: usize| {
            let mut stance = Stance::new(human);
            at(&mut stance, frame as f64 / RATE);
            stance
        };
        Gesture { name, stances: (0..=(seconds * RATE).round() as usize).map(stance).collect() }
    };
    [gesture("Wave", WAVE, wave), gesture("Bow", BOW, bow), gesture("Nod", NOD, nod)]
}

const WAVE: f64 = 4.8;
const BOW: f64 = 4.0;
const NOD: f64 = 2.4;

/// A pose that grows joint by joint.
pub struct Stance<'a> {
    human: &'a Human,
    /// The translation of the root.
    pub shift: DVec3,
    pub turns: Vec<DQuat>,
}

impl<'a> Stance<'a> {
    fn new(human: &'a Human) -> Self {
        Self { human, shift: DVec3::ZERO, turns: vec![DQuat::IDENTITY; human.joints.len()] }
    }

    fn turn(&mut self, joint: &str, turn: DQuat) {
        if let Some(joint) = self.human.joint(joint) {
            self.turns[joint] = turn;
        }
    }

    fn centre(&self, joint: &str) -> DVec3 {
        self.human.joint(joint).map_or(DVec3::ZERO, |joint| self.human.joints[joint].centre)
    }

    /// Bends the trunk to the front, leans it to the left and turns it to the left; the lower spine turns less than it bends.
    fn spine(&mut self, forward: f64, left: f64, turn: f64) {
        let shares = [
            ("vl5", 0.22, 0.06),
            ("vl3", 0.22, 0.08),
            ("vl1", 0.2, 0.16),
            ("vt10", 0.14, 0.24),
            ("vt6", 0.12, 0.26),
            ("vt1", 0.1, 0.2),
        ];
        for (joint, bends, turns) in shares {
            self.turn(joint, about_y(turn * turns) * about_z(-left * bends) * about_x(forward * bends));
        }
    }

    /// The same of the head relative to the trunk, half of it in the neck.
    fn head(&mut self, forward: f64, left: f64, turn: f64) {
        for (joint, share) in [("vc4", 0.25), ("vc2", 0.25), ("skullbase", 0.5)] {
            self.turn(joint, about_y(turn * share) * about_z(-left * share) * about_x(forward * share));
        }
    }

    fn arm(&mut self, side: &str, arm: &ArmAngles) {
        // For the right side; the left mirrors it.
        let s = if side == "r" { 1.0 } else { -1.0 };
        let name = |joint: &str| format!("{side}_{joint}");
        self.turn(&name("sternoclavicular"), about_z(-s * arm.collar));
        self.turn(&name("acromioclavicular"), about_z(-s * arm.blade));
        self.turn(&name("shoulder"), about_z(-s * arm.out) * about_x(-arm.forward) * about_y(-s * arm.roll));
        self.turn(&name("elbow"), about_x(-arm.elbow));
        self.turn(&name("radiocarpal"), about_z(s * arm.flex) * about_x(arm.tilt));
        for (finger, more) in [(2, 0.0), (3, 2.0), (4, 4.0), (5, 6.0)] {
            let curl = arm.curl + arm.curl / 12.0 * more;
            let spread = arm.spread * (3.5 - f64::from(finger)) / 1.5;
            self.turn(&name(&format!("metacarpophalangeal_{finger}")), about_z(s * curl) * about_x(-spread));
            self.turn(&name(&format!("carpal_proximal_interphalangeal_{finger}")), about_z(s * curl * 1.3));
            self.turn(&name(&format!("carpal_distal_interphalangeal_{finger}")), about_z(s * curl * 0.7));
        }
        self.turn(&name("carpometacarpal_1"), about_x(-arm.thumb));
    }

    /// Turns the root, and moves the hips by `aside` (left, front). The feet stay: the legs follow with straight knees, so that the hips
    /// sink a little.
    fn stand(&mut self, turn: DQuat, aside: DVec2) {
        let sides = ["l", "r"].map(|side| {
            let name = |joint: &str| format!("{side}_{joint}");
            (name("hip"), name("talocrural"), self.centre(&name("hip")), self.centre(&name("talocrural")))
        });
        let sunk = sides.iter().map(|(_, _, hip, ankle)| {
            let leg = *ankle - *hip;
            let across = leg.x.hypot(leg.z);
            let now = (leg.x - aside.x).hypot(leg.z - aside.y);
            (leg.length_squared() - now * now).sqrt() - (leg.length_squared() - across * across).sqrt()
        });
        let sunk = sunk.sum::<f64>() / 2.0;
        let middle = (sides[0].2 + sides[1].2) / 2.0;
        let root = self.centre("humanoid_root");
        self.shift = middle + DVec3::new(aside.x, sunk, aside.y) - root - turn * (middle - root);
        self.turn("humanoid_root", turn);
        for (hip, ankle, at, foot) in &sides {
            let now = root + self.shift + turn * (*at - root);
            let leg = DQuat::from_rotation_arc((*foot - *at).normalize(), (*foot - now).normalize());
            self.turn(hip, turn.inverse() * leg);
            self.turn(ankle, leg.inverse());
        }
    }
}

/// Signs are the same on both sides. At 0 the arm hangs with the palm to the thigh.
#[derive(Clone, Copy)]
struct ArmAngles {
    /// The collarbone and the shoulder blade, upwards.
    collar: f64,
    blade: f64,
    /// The upper arm: away from the body, to the front, and about its own length, with a bent forearm outwards.
    out: f64,
    forward: f64,
    roll: f64,
    elbow: f64,
    /// The hand towards the palm, and towards the little finger.
    flex: f64,
    tilt: f64,
    /// The fingers: towards the palm at each joint, and apart.
    curl: f64,
    spread: f64,
    thumb: f64,
}

const EASY: ArmAngles = ArmAngles {
    collar: 0.0,
    blade: 0.0,
    out: 5.0,
    forward: 1.0,
    roll: -6.0,
    elbow: 14.0,
    flex: 4.0,
    tilt: 0.0,
    curl: 13.0,
    spread: 0.0,
    thumb: 0.0,
};

const RAISED: ArmAngles = ArmAngles {
    collar: 9.0,
    blade: 10.0,
    out: 46.0,
    forward: 26.0,
    roll: 74.0,
    elbow: 108.0,
    flex: -8.0,
    tilt: 0.0,
    curl: 5.0,
    spread: 5.0,
    thumb: -10.0,
};

impl ArmAngles {
    /// Blends two arms, each part at its own time.
    fn between(a: &Self, b: &Self, part: impl Fn(f64) -> f64) -> Self {
        // First the upper arm, then the forearm, then the hand.
        let mix = |from: f64, to: f64, late: f64| from + (to - from) * part(late);
        Self {
            collar: mix(a.collar, b.collar, 0.0),
            blade: mix(a.blade, b.blade, 0.02),
            out: mix(a.out, b.out, 0.0),
            forward: mix(a.forward, b.forward, 0.0),
            roll: mix(a.roll, b.roll, 0.04),
            elbow: mix(a.elbow, b.elbow, 0.06),
            flex: mix(a.flex, b.flex, 0.14),
            tilt: mix(a.tilt, b.tilt, 0.14),
            curl: mix(a.curl, b.curl, 0.2),
            spread: mix(a.spread, b.spread, 0.2),
            thumb: mix(a.thumb, b.thumb, 0.2),
        }
    }
}

/// Rises from 0 to 1, stays, and falls back.
fn hold(t: f64, [rise, up, fall, down]: [f64; 4]) -> f64 {
    ramp(t, rise, up) - ramp(t, fall, down)
}

fn breath(t: f64, seconds: f64) -> f64 {
    (1.0 - (TAU * t / seconds).cos()) / 2.0
}

fn wave(stance: &mut Stance<'_>, t: f64) {
    let up = |late: f64| hold(t - late, [0.25, 1.15, 3.35, 4.4]);
    // Swings of the forearm; the hand swings later.
    let swing = |late: f64| hold(t - late, [0.85, 1.45, 2.95, 3.6]) * (TAU * 1.55 * (t - late - 1.0)).sin();
    let breath = breath(t, WAVE);
    let mut arm = ArmAngles::between(&EASY, &RAISED, up);
    arm.out += 2.0 * swing(0.0);
    arm.roll += 5.0 * swing(0.0);
    arm.elbow -= 17.0 * swing(0.03);
    arm.tilt += 15.0 * swing(0.1);
    arm.flex -= 3.0 * swing(0.1);
    arm.curl += 4.0 * swing(0.16).abs();
    // The hand turns a little outwards before it rises.
    arm.out += 2.0 * hold(t, [0.0, 0.25, 0.3, 0.6]);
    stance.arm("r", &arm);
    let slack = ArmAngles { out: EASY.out + 2.5 * up(0.1), elbow: EASY.elbow + 4.0 * up(0.15), ..EASY };
    stance.arm("l", &slack);
    stance.spine(
        -1.5 * up(0.05) - 0.8 * breath,
        4.0 * up(0.05) + 0.7 * swing(0.05),
        5.0 * up(0.05) + 0.8 * swing(0.05),
    );
    let greeting = hold(t, [0.5, 0.95, 1.0, 1.7]);
    stance.head(-3.0 * up(0.1) - 5.0 * greeting, -8.0 * up(0.12) - 0.8 * swing(0.08), -6.0 * up(0.0));
    stance.stand(DQuat::IDENTITY, DVec2::new(0.016 * up(0.0), 0.0));
}

fn bow(stance: &mut Stance<'_>, t: f64) {
    let down = |late: f64| hold(t - late, [0.2, 1.35, 2.1, 3.5]);
    let breath = breath(t, BOW);
    // The arms stay near the vertical, and the hands glide along the thighs.
    let arm =
        ArmAngles { forward: EASY.forward + 26.0 * down(0.05), out: 4.0, elbow: EASY.elbow + 6.0 * down(0.1), ..EASY };
    stance.arm("l", &arm);
    stance.arm("r", &arm);
    stance.spine(20.0 * down(0.06) - 0.8 * breath, 0.0, 0.0);
    stance.head(9.0 * down(0.12) - 3.0 * hold(t, [0.0, 0.25, 0.3, 0.8]), 0.0, 0.0);
    stance.stand(about_x(27.0 * down(0.0)), DVec2::new(0.0, -0.075 * down(0.0)));
}

fn nod(stance: &mut Stance<'_>, t: f64) {
    let first = hold(t, [0.3, 0.62, 0.62, 1.0]);
    let second = hold(t, [0.95, 1.25, 1.25, 1.75]);
    let lift = hold(t, [0.05, 0.3, 0.3, 0.6]);
    let breath = breath(t, NOD);
    stance.arm("l", &EASY);
    stance.arm("r", &EASY);
    stance.spine(1.2 * (first + second) - 0.8 * breath, 0.0, 0.0);
    stance.head(17.0 * first + 11.0 * second - 4.0 * lift, 0.0, 1.5 * breath);
    stance.stand(DQuat::IDENTITY, DVec2::ZERO);
}
