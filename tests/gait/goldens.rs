//! Real motions against an independent reference, written with NumPy.

use marey::body::{Side, Subject};
use marey_study::gait::{
    Angle, Cycle, EventKind, GaitAnalysis, GaitOptions, JointAngles, Number, Rule, ZeroPose, analyse, curves, table,
};
use serde_json::Value;

/// Events so near to the ends may be there or not, seconds.
const AT_THE_ENDS: f64 = 0.15;

/// The angles of a segment or joint of the reference, by its components.
const COMPONENTS: [(&str, &[Option<Angle>]); 8] = [
    ("pelvis", &[Some(Angle::PelvisTilt), Some(Angle::PelvisObliquity), Some(Angle::PelvisRotation)]),
    ("trunk", &[Some(Angle::TrunkTilt), Some(Angle::TrunkObliquity), Some(Angle::TrunkRotation)]),
    ("hip", &[Some(Angle::HipFlexion), Some(Angle::HipAdduction), Some(Angle::HipRotation)]),
    ("knee", &[Some(Angle::KneeFlexion), None, Some(Angle::KneeRotation)]),
    ("ankle", &[Some(Angle::Dorsiflexion), None, Some(Angle::AnkleRotation)]),
    ("shoulder", &[Some(Angle::ShoulderFlexion), Some(Angle::ShoulderAdduction), Some(Angle::ShoulderRotation)]),
    ("raise", &[Some(Angle::ArmRaise)]),
    ("elbow", &[Some(Angle::ElbowFlexion)]),
];

const ROWS: [(&str, Number); 10] = [
    ("time", Number::StrideTime),
    ("stride", Number::StrideLength),
    ("step", Number::StepLength),
    ("step_time", Number::StepTime),
    ("width", Number::StepWidth),
    ("cadence", Number::Cadence),
    ("speed", Number::Speed),
    ("stance", Number::Stance),
    ("swing", Number::Swing),
    ("double", Number::DoubleSupport),
];

const SIDES: [(&str, Side); 2] = [("left", Side::Left), ("right", Side::Right)];

fn list(value: &Value) -> Vec<f64> {
    value.as_array().map_or(Vec::new(), |all| all.iter().map(|one| one.as_f64().unwrap()).collect())
}

fn degrees(angles: &JointAngles, angle: Angle, side: Side) -> Option<&[f64]> {
    let found = angles.series.iter().find(|one| one.angle == angle && [side, Side::Middle].contains(&one.side))?;
    Some(&found.degrees)
}

/// How far two angles are apart, degrees.
fn apart(a: f64, b: f64) -> f64 {
    let difference = a - b;
    difference - 360.0 * (difference / 360.0).round()
}

struct Checked<'a> {
    name: String,
    golden: &'a Value,
    wrong: Vec<String>,
}

impl Checked<'_> {
    fn say(&mut self, words: String) {
        self.wrong.push(format!("{}: {words}", self.name));
    }

    fn angles(&mut self, angles: &JointAngles) {
        let rule = if self.golden["rule"] == "B" { Rule::Positions } else { Rule::Turns };
        if angles.rule != rule {
            self.say(format!("{:?}", angles.rule));
        }
        let neutral = match angles.zero {
            ZeroPose::RestPose => "rest".to_owned(),
            ZeroPose::Frame(frame) => format!("frame {frame}"),
            ZeroPose::Mean => "none".to_owned(),
        };
        if self.golden["neutral"] != *neutral {
            self.say(format!("zero is {neutral}, not {}", self.golden["neutral"]));
        }
        let frames = self.golden["frame_index"].as_array().unwrap().clone();
        for (key, expected) in self.golden["angles"].as_object().unwrap() {
            let (joint, side) = key.split_once(' ').unwrap_or((key, ""));
            let side = if side == "left" { Side::Left } else { Side::Right };
            let (_, components) = COMPONENTS.iter().find(|(name, _)| *name == joint).unwrap();
            let tolerances = &self.golden["tolerances"]["angles_degrees"];
            let tolerances = if joint == "raise" { &tolerances["raise_"] } else { &tolerances[joint] };
            for (component, angle) in components.iter().enumerate() {
                let (Some(angle), Some(tolerance)) = (angle, tolerances[component].as_f64()) else { continue };
                let Some(own) = degrees(angles, *angle, side) else {
                    self.say(format!("no {} {side:?}", angle.name()));
                    continue;
                };
                let mut worst = 0.0_f64;
                for (frame, row) in frames.iter().zip(expected.as_array().unwrap()) {
                    let found = own[frame.as_u64().unwrap() as usize];
                    if !found.is_nan() {
                        worst = worst.max(apart(found, row[component].as_f64().unwrap()).abs());
                    }
                }
                if worst > tolerance {
                    self.say(format!("{} {side:?} is off by {worst:.2}, {tolerance} is allowed", angle.name()));
                }
            }
        }
    }

    fn events(&mut self, gait: &GaitAnalysis, seconds: f64) {
        let tolerance = self.golden["tolerances"]["events_seconds"].as_f64().unwrap();
        let is_inner = |time: &f64| *time > AT_THE_ENDS && *time < seconds - AT_THE_ENDS;
        let off = |moments: &[f64], moment: f64| {
            moments.iter().map(|other| (other - moment).abs()).fold(f64::INFINITY, f64::min)
        };
        for (name, side) in SIDES {
            for (event, kind) in [("touch_down", EventKind::TouchDown), ("lift_off", EventKind::LiftOff)] {
                let expected = list(&self.golden["events"][name][event]);
                let own = gait.walk.events.iter().filter(|one| one.side == side && one.kind == kind);
                let found: Vec<f64> = own.map(|one| one.time).collect();
                for time in expected.iter().copied().filter(is_inner).filter(|time| off(&found, *time) > tolerance) {
                    self.say(format!("no {event} of the {name} foot at {time}: {found:?}"));
                }
                for time in found.iter().copied().filter(is_inner).filter(|time| off(&expected, *time) > tolerance) {
                    self.say(format!("a {event} of the {name} foot at {time}: {expected:?}"));
                }
            }
        }
    }

    fn steps(&mut self, gait: &GaitAnalysis, seconds: f64) {
        let expected = self.golden["steps"].as_array().unwrap().clone();
        for step in &expected {
            let number = |key: &str| step[key].as_f64().unwrap();
            if number("at") > seconds - AT_THE_ENDS {
                continue;
            }
            let off = |time: f64| (time - number("at")).abs();
            let near = gait.walk.steps.iter().min_by(|a, b| off(a.time).total_cmp(&off(b.time)));
            let is_near = near.is_some_and(|own| {
                off(own.time) < 0.04
                    && (own.length - number("length")).abs() < 0.03
                    && (own.width - number("width")).abs() < 0.025
                    && (own.cadence / number("steps_a_minute") - 1.0).abs() < 0.1
            });
            if !is_near {
                self.say(format!("{step}: {near:?}"));
            }
        }
        if gait.walk.steps.len() > expected.len() + 1 {
            self.say(format!("{} steps, {} are known", gait.walk.steps.len(), expected.len()));
        }
    }

    fn cycles(&mut self, gait: &GaitAnalysis) {
        for (name, side) in SIDES {
            let expected = self.golden["cycles"][name].as_array().unwrap().clone();
            let own: Vec<&Cycle> = gait.walk.of(side).collect();
            if own.len() != expected.len() {
                self.say(format!("{} {name} cycles, not {}", own.len(), expected.len()));
                continue;
            }
            for (own, golden) in own.iter().zip(&expected) {
                let number = |key: &str| golden[key].as_f64().unwrap();
                if (own.turn - number("turn_degrees")).abs() > 3.0
                    || own.is_turning() == golden["in_curves"].as_bool().unwrap() && (own.turn - 30.0).abs() > 3.0
                {
                    self.say(format!("{golden}: {own:?}"));
                }
            }
        }
    }

    fn table(&mut self, gait: &GaitAnalysis) {
        let rows = table(&gait.walk);
        for (key, number) in ROWS {
            let row = rows.iter().find(|row| row.number == number).unwrap();
            for ((name, _), own) in SIDES.into_iter().zip([row.left, row.right]) {
                let golden = &self.golden["table"][key][name];
                let tolerance = list(&self.golden["tolerances"]["table"][key]);
                match (golden["mean"].as_f64(), own.mean) {
                    (None, None) => {}
                    (Some(expected), Some(found))
                        if (found - expected).abs() <= tolerance[0].max(tolerance[1] * expected.abs()) => {}
                    (expected, found) => self.say(format!("{key} {name} is {found:?}, not {expected:?}")),
                }
            }
        }
    }

    fn curves(&mut self, gait: &GaitAnalysis, angles: &JointAngles) {
        let all = curves(angles, &gait.walk);
        for (key, expected) in self.golden["curves_0_to_100_by_5"].as_object().unwrap() {
            let [joint, side, component] = key.split(' ').collect::<Vec<_>>().try_into().unwrap();
            let angle = match (joint, component) {
                ("ankle", _) => Angle::Dorsiflexion,
                _ => *Angle::ALL.iter().find(|angle| angle.name() == format!("{joint} {component}")).unwrap(),
            };
            let side = if side == "left" { Side::Left } else { Side::Right };
            let Some(own) = all.iter().find(|curve| curve.angle == angle && curve.side == side) else {
                self.say(format!("no curve {key}"));
                continue;
            };
            let expected = list(if expected.is_array() { expected } else { &expected["mean"] });
            let off: Vec<f64> = expected.iter().zip(own.mean.iter().step_by(5)).map(|(a, b)| (a - b).abs()).collect();
            let worst = off.iter().copied().fold(0.0, f64::max);
            if worst > self.golden["tolerances"]["curve_degrees"].as_f64().unwrap() {
                self.say(format!("the curve {key} is off by {worst:.2}"));
            }
        }
    }
}

#[test]
#[ignore = "needs MAREY_CORPUS"]
fn real_motions_have_the_angles_events_cycles_and_tables_of_an_independent_reference() {
    let (mut wrong, mut walks) = (Vec::new(), 0);
    for path in support::paths(&support::runs::corpus().join("goldens/gait")) {
        let golden: Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
        if golden["events"]["left"].is_null() {
            // Plug-in Gait's own: another test.
            continue;
        }
        walks += 1;
        let name = golden["file"].as_str().unwrap().to_owned();
        let file = |name: &str| support::runs::corpus().join("corpus").join(name);
        let skeletons: Vec<_> = golden["skeleton"].as_str().into_iter().map(file).collect();
        let clip = marey::read_file_with(file(&name), &skeletons).unwrap();
        let seconds = clip.behaviours[0].motion.duration();
        let gait = analyse(&Subject::new(&clip, 0).unwrap(), &GaitOptions::default());
        let mut checked = Checked { name, golden: &golden, wrong: Vec::new() };
        checked.events(&gait, seconds);
        checked.steps(&gait, seconds);
        checked.cycles(&gait);
        checked.table(&gait);
        match &gait.angles {
            Ok(angles) => {
                checked.angles(angles);
                checked.curves(&gait, angles);
            }
            Err(error) => checked.say(error.to_string()),
        }
        wrong.append(&mut checked.wrong);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(walks >= 5, "{walks}");
}
