//! Pages of the docs that are made of tables. `tests/pages.rs` includes this file.

use std::fmt::Write;

use marey::body::rigs;
use marey_study::targets::{TargetRig, target_rigs};

/// The pages, from the root, and their texts.
pub fn files() -> Vec<(String, String)> {
    let guide = marey_study::consumers::guide().into_iter();
    let guide = guide.map(|(name, text)| (format!("docs/send-to/{name}.md"), format!("{NOTE}{text}")));
    let pictures = target_rigs().iter().filter_map(|rig| Some((format!("docs/{}", picture_path(rig)), picture(rig)?)));
    guide.chain([("docs/rigs.md".to_owned(), format!("{NOTE}{}", rigs_page()))]).chain(pictures).collect()
}

/// The path of a rig's picture, from the folder of the docs.
fn picture_path(rig: &TargetRig) -> String {
    format!("rigs/{}.svg", rig.id)
}

/// Left, right and middle: colours that are seen on light and on dark pages.
const COLOURS: [&str; 3] = ["#12a594", "#e08a1e", "#64748b"];

/// The rig's figure in its T-pose from the front, as SVG: a line for each bone, and a dot for each joint.
fn picture(rig: &TargetRig) -> Option<String> {
    let figure = rig.figure().ok()?;
    let skeleton = &figure.skeleton;
    let centimetres = rig.unit.metres() as f32 * 100.0;
    // Feet that point at the viewer are seen from a little above.
    let places = figure.positions(0, 0)?.into_iter().map(|at| at * centimetres);
    let places: Vec<[f32; 2]> = places.map(|at| [at.x, 0.4 * at.z - at.y]).collect();
    let (mut bones, mut dots) = ([const { String::new() }; 3], [const { String::new() }; 3]);
    for (joint, [x, y]) in places.iter().enumerate() {
        let side = if *x > 1.0 {
            0
        } else if *x < -1.0 {
            1
        } else {
            2
        };
        let (bones, dots) = (bones.get_mut(side)?, dots.get_mut(side)?);
        // Writing to a String cannot fail.
        if let Some([above_x, above_y]) = skeleton.parent(joint).and_then(|parent| places.get(parent)) {
            let _ = write!(bones, "M{above_x:.1} {above_y:.1}L{x:.1} {y:.1}");
        }
        if skeleton.is_joint(joint) {
            let _ = write!(dots, "M{x:.1} {y:.1}h0");
        }
    }
    let mut out = String::from(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-96 -182 192 198\" fill=\"none\" stroke-linecap=\"round\">",
    );
    for ((colour, bones), dots) in COLOURS.iter().zip(&bones).zip(&dots) {
        let _ = write!(
            out,
            "<g stroke=\"{colour}\"><path stroke-width=\"2\" d=\"{bones}\"/><path stroke-width=\"6\" d=\"{dots}\"/></g>"
        );
    }
    Some(out + "</svg>\n")
}

const NOTE: &str = "<!-- Written by `cargo xtask generate`. -->\n\n";

fn rigs_page() -> String {
    let mut out = String::from(
        "# Rigs\n\n\
         Joints have names by some convention, and programs look for those of their own. Marey says which one a skeleton follows: in [`marey info`](./command-line#rig), as\n\
         `motion.rig` in [Python](./guide/python), and as `marey::body::Rig` in [Rust](./rust). It names the convention, and not the program that wrote the file: many\n\
         programs write the names of Mixamo or HumanIK.\n\n\
         Names are compared without namespace and prefix (`mixamorig:Hips`, `Model_Hips`), without the number of a copy (`Hips.001`), in any case, and without fingers, face, ends and\n\
         props, which a rig may have or lack. Exact names come first; where they are those of several rigs, the order of the children, the axes of the bones, rotation orders and position channels tell them\n\
         apart. Then come families with rules in place of a list, variants of which a tenth is missing or whose sides are written otherwise (`L_Arm`, `Arm.L`), and parts. Of any other\n\
         skeleton the nearest rig is said where it is similar enough. Two names of tails, wings or the like are an animal's, and ten of fingers without a trunk a hand's.\n\n\
         | rig | id | joints of the body | told by |\n\
         |---|---|---|---|\n",
    );
    for rig in rigs() {
        let joints = match rig.joints {
            Some((few, many)) if few == many => few.to_string(),
            Some((few, many)) => format!("{few} to {many}"),
            None => "any".to_owned(),
        };
        // Writing to a String cannot fail.
        let _ = writeln!(out, "| {} | `{}` | {joints} | {} |", rig.name, rig.id, rig.told_by);
    }
    out.push_str(
        "\n## Figures\n\n\
         These are the figures of [`marey convert --as`](./converting#as), on which it plays the motion of a person with other joints.\n\n",
    );
    out.push_str(&figures());
    out.push_str(
        "\n## Rest poses\n\n\
         Programs that copy rotations need a figure that rests in a T-pose, and twist any other. `marey info` says what stands in the way:\n\n\
         | it says | files | what to do |\n\
         |---|---|---|\n\
         | the rest pose is no body: all bones point along x | LAFAN1, Rokoko, recorders in Unity | `marey convert --as nokov`, or another rig with a T-pose |\n\
         | the rest pose is no standing body | figures of animation programs | the same |\n\
         | the rest pose is a moment of the motion | ACCAD, OpenNI | the same |\n\
         | all joints start at 0 degrees | OpenNI, animations for Second Life | cut the first frame off where it does not belong to the motion: `--from f1` |\n\
         | `bvh.reference-frame` | CMU, Poser, Second Life | `--skip-reference` leaves the T-pose out |\n",
    );
    out
}

/// A table of the pictures, so many in a row.
fn figures() -> String {
    const IN_A_ROW: usize = 3;
    let cell = |rig: &TargetRig| {
        let joints =
            rig.figure().map_or(0, |figure| figure.skeleton.kinds().iter().filter(|kind| !kind.is_point()).count());
        format!(
            "<img src=\"./{}\" alt=\"The joints and bones of {} in a T-pose\" width=\"192\" height=\"198\"><br>{}, {joints} joints: `--as {}` |",
            picture_path(rig),
            rig.name,
            rig.name,
            rig.id
        )
    };
    let row = |rigs: &[TargetRig]| format!("| {}\n", rigs.iter().map(cell).collect::<Vec<_>>().join(" "));
    let rows: String = target_rigs().chunks(IN_A_ROW).map(row).collect();
    format!("|{}\n|{}\n{rows}", " |".repeat(IN_A_ROW), "---|".repeat(IN_A_ROW))
}
