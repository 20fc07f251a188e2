//! Writes a figure as X3D in XML.

use super::Human;
use super::flesh::{self, Mesh, Tint};
use super::wave::{Behaviour, Curve, RATE};
use glam::{DQuat, DVec3, EulerRot};
use std::fmt::Write;

// Writing to a String cannot fail.

/// The figure alone.
pub fn standing(human: &Human) -> String {
    let level = human.level;
    let words = format!(
        "A standing human of level of articulation {level}: {} joints, {} sites. Every rotation is 0.",
        human.joints.len(),
        human.sites.len()
    );
    document(&format!("Human, level of articulation {level}"), &words, &humanoid(human, "human", &[], ""), "")
}

/// The figure with shapes on its segments, and what it does as interpolators.
pub fn by_interpolators(human: &Human, behaviours: &[Behaviour]) -> String {
    let body = humanoid(human, "mannequin", &flesh::flesh(human), "");
    let mut rest = String::new();
    for behaviour in behaviours {
        let name = behaviour.name;
        let _ = writeln!(rest, "    <TimeSensor DEF='{name}' cycleInterval='{}' loop='true'/>", behaviour.seconds());
        for curve in &behaviour.curves {
            curve_and_routes(&mut rest, name, human, curve);
        }
    }
    let words = "A mannequin that waves, bows and nods by interpolators. Made by a program: no one was recorded.";
    document("Wave", words, &body, &rest)
}

/// The same figure with one thing that it does as rows of numbers.
pub fn by_motion(human: &Human, behaviour: &Behaviour) -> String {
    let body = humanoid(human, "mannequin", &flesh::flesh(human), &motion(human, behaviour));
    let words = "A mannequin that waves by HAnimMotion. Made by a program: no one was recorded.";
    document("Wave, frame by frame", words, &body, "")
}

fn document(title: &str, words: &str, humanoid: &str, rest: &str) -> String {
    format!(
        "<?xml version='1.0' encoding='UTF-8'?>\n<X3D profile='Immersive' version='4.0'>\n  <head>\n    \
         <component name='HAnim' level='2'/>\n    <meta name='title' content='{title}'/>\n    \
         <meta name='description' content='{words}'/>\n  </head>\n  <Scene>\n{humanoid}{rest}  </Scene>\n</X3D>\n"
    )
}

fn humanoid(human: &Human, name: &str, meshes: &[Mesh], motion: &str) -> String {
    let mut text = format!(
        "    <HAnimHumanoid DEF='hanim_{name}' name='{name}' version='2.0' loa='{}' skeletalConfiguration='BASIC'>\n",
        human.level
    );
    let mut painted = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    for (index, joint) in human.joints.iter().enumerate() {
        while open.last() != joint.parent.as_ref() {
            open.pop();
            let _ = writeln!(text, "{}</HAnimJoint>", indent(open.len()));
        }
        let slot = if open.is_empty() { " containerField='skeleton'" } else { "" };
        let (name, centre) = (&joint.name, vector(joint.centre));
        let _ = writeln!(
            text,
            "{}<HAnimJoint{slot} DEF='hanim_{name}' name='{name}' center='{centre}'>",
            indent(open.len())
        );
        open.push(index);
        let within = indent(open.len());
        let _ = writeln!(text, "{within}<HAnimSegment DEF='hanim_{0}' name='{0}'>", joint.segment);
        for site in human.sites.iter().filter(|site| site.joint == index) {
            let (name, at) = (&site.name, vector(site.at));
            // Some sites are called as the segment they are on.
            let _ = writeln!(text, "{within}  <HAnimSite DEF='hanim_{name}_pt' name='{name}' translation='{at}'/>");
        }
        for mesh in meshes.iter().filter(|mesh| mesh.joint == index) {
            shape(&mut text, &within, mesh, &mut painted);
        }
        let _ = writeln!(text, "{within}</HAnimSegment>");
    }
    while open.pop().is_some() {
        let _ = writeln!(text, "{}</HAnimJoint>", indent(open.len()));
    }
    let mut list = |node: &str, slot: &str, names: &mut dyn Iterator<Item = String>| {
        for name in names {
            let _ = writeln!(text, "      <HAnim{node} USE='hanim_{name}' containerField='{slot}'/>");
        }
    };
    list("Joint", "joints", &mut human.joints.iter().map(|joint| joint.name.clone()));
    list("Segment", "segments", &mut human.joints.iter().map(|joint| joint.segment.clone()));
    list("Site", "sites", &mut human.sites.iter().map(|site| format!("{}_pt", site.name)));
    text + motion + "    </HAnimHumanoid>\n"
}

fn indent(depth: usize) -> String {
    " ".repeat(6 + 2 * depth)
}

/// A closed surface. Its paint is written once and used again.
fn shape(text: &mut String, within: &str, mesh: &Mesh, painted: &mut Vec<Tint>) {
    let (paint, [r, g, b]) = (mesh.tint.name(), mesh.tint.colour());
    let _ = write!(text, "{within}  <Shape>");
    if painted.contains(&mesh.tint) {
        let _ = write!(text, "<Appearance USE='{paint}'/>");
    } else {
        painted.push(mesh.tint);
        let _ = write!(text, "<Appearance DEF='{paint}'><Material diffuseColor='{r} {g} {b}'/></Appearance>");
    }
    let mut faces = String::new();
    for face in &mesh.faces {
        face.iter().for_each(|corner| faces += &format!("{corner} "));
        faces += "-1 ";
    }
    let points: Vec<String> =
        mesh.points.iter().map(|point| point.to_array().map(|v| number(v, 3)).join(" ")).collect();
    let (faces, points) = (faces.trim_end(), points.join(" "));
    let _ = writeln!(
        text,
        "<IndexedFaceSet creaseAngle='3' coordIndex='{faces}'><Coordinate point='{points}'/></IndexedFaceSet></Shape>"
    );
}

fn curve_and_routes(text: &mut String, behaviour: &str, human: &Human, curve: &Curve) {
    let (joint, what, last) = (&human.joints[curve.joint].name, curve.field(), curve.len() - 1);
    let kind = if curve.shifts.is_empty() { "Orientation" } else { "Position" };
    let kept = curve.keys();
    let keys: Vec<String> = kept.iter().map(|frame| number(*frame as f64 / last.max(1) as f64, 5)).collect();
    let values: Vec<String> = kept.iter().map(|frame| value(curve, *frame)).collect();
    let (keys, values) = (keys.join(" "), values.join(" "));
    let name = format!("{behaviour}_{joint}_{what}");
    let _ = writeln!(text, "    <{kind}Interpolator DEF='{name}' key='{keys}' keyValue='{values}'/>");
    let mut route = |from: &str, out: &str, to: &str, into: &str| {
        let _ = writeln!(text, "    <ROUTE fromNode='{from}' fromField='{out}' toNode='{to}' toField='{into}'/>");
    };
    route(behaviour, "fraction_changed", &name, "set_fraction");
    route(&name, "value_changed", &format!("hanim_{joint}"), &format!("set_{what}"));
}

fn value(curve: &Curve, frame: usize) -> String {
    if !curve.shifts.is_empty() {
        return vector(curve.shifts[frame]);
    }
    let (axis, angle) = curve.turns[frame].to_axis_angle();
    let axis = if angle == 0.0 { DVec3::Z } else { axis };
    [axis.x, axis.y, axis.z, angle].map(|v| number(v, 5)).join(" ")
}

/// Rows as BVH has them: a joint's turns about Z, X and Y in degrees, and where the root goes.
fn motion(human: &Human, behaviour: &Behaviour) -> String {
    let shift = behaviour.curves.iter().find(|curve| !curve.shifts.is_empty());
    let turns: Vec<&Curve> = behaviour.curves.iter().filter(|curve| curve.shifts.is_empty()).collect();
    let moves = |curve: &Curve| shift.filter(|shift| shift.joint == curve.joint);
    let joints: Vec<&str> = turns.iter().map(|curve| human.joints[curve.joint].name.as_str()).collect();
    let channels = turns.iter().map(|curve| {
        if moves(curve).is_some() {
            "6 Xposition Yposition Zposition Zrotation Xrotation Yrotation"
        } else {
            "3 Zrotation Xrotation Yrotation"
        }
    });
    let channels: Vec<&str> = channels.collect();
    let mut rows = Vec::new();
    for frame in 0..behaviour.frames {
        let mut row = Vec::new();
        for curve in &turns {
            if let Some(shift) = moves(curve) {
                row.push(vector(shift.shifts[frame]));
            }
            row.push(degrees(curve.turns[frame]));
        }
        rows.push(row.join(" "));
    }
    format!(
        "      <HAnimMotion DEF='{0}' name='{0}' loa='{1}' enabled='true' loop='true' frameDuration='{2}' joints='{3}' \
         channels='{4}' values='{5}'/>\n",
        behaviour.name,
        human.level,
        number(1.0 / RATE, 4),
        joints.join(" "),
        channels.join(" "),
        rows.join("\n")
    )
}

fn degrees(turn: DQuat) -> String {
    let (z, x, y) = turn.to_euler(EulerRot::ZXY);
    [z, x, y].map(|angle| number(angle.to_degrees(), 3)).join(" ")
}

fn vector(v: DVec3) -> String {
    v.to_array().map(|v| number(v, 4)).join(" ")
}

/// With so many digits at most, and no minus before a zero.
fn number(value: f64, digits: usize) -> String {
    let text = format!("{value:.digits$}");
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    if text == "-0" { "0".into() } else { text.to_owned() }
}
