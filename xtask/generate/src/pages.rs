//! Pages of the docs that are made of tables. `tests/pages.rs` includes this file.

use std::fmt::Write;

use marey::body::rigs;

/// The pages, from the root, and their texts.
pub fn files() -> Vec<(String, String)> {
    let guide = marey_study::consumers::guide().into_iter();
    let guide = guide.map(|(name, text)| (format!("docs/send-to/{name}.md"), format!("{NOTE}{text}")));
    guide.chain([("docs/rigs.md".to_owned(), format!("{NOTE}{}", rigs_page()))]).collect()
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
