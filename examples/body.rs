//! Generates a body around the joints of a person and writes it as OBJ.
//!
//! `cargo run --release --example body -- walk.obj 1.5 walk.bvh` writes the body at 1.5 seconds, and `-` in place of the time that in the
//! pose in which it was built. Other files that the motion needs follow it.

use std::error::Error;
use std::fmt::Write;
use std::time::Instant;
use std::{env, fs};

use marey::body::{BodyMap, Subject};
use marey::glam::Affine3A;
use marey::look::{SkinPose, generated_body};
use marey::pose::{Interpolation, Pose, sample, world_matrices};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let (Some(out), Some(moment), Some(motion)) = (arguments.next(), arguments.next(), arguments.next()) else {
        return Err("expected an OBJ to write, a moment in seconds, and a motion".into());
    };
    let clip = marey::read_file_with(motion, &arguments.collect::<Vec<_>>())?;
    let (subject, map) = (Subject::new(&clip, 0)?, BodyMap::of_clip(&clip)?);
    let skin = generated_body(&subject, &map)?;
    let start = Instant::now();
    let rounds = 20;
    for _ in 0..rounds {
        generated_body(&subject, &map)?;
    }
    let made = start.elapsed() / rounds;

    let mut pose = Pose::rest(&clip.skeleton);
    sample(subject.motion(), moment.parse().unwrap_or(0.0), Interpolation::Linear, &mut pose);
    world_matrices(&clip.skeleton, Affine3A::IDENTITY, &mut pose);
    let skin_pose = SkinPose::new(&skin, &clip.skeleton);
    let start = Instant::now();
    (0..1000).for_each(|_| drop(skin_pose.matrices(&pose)));
    let (points, triangles, binds) = (skin.corners().len(), skin.triangles().len(), skin.bind_count());
    println!("{points} points, {triangles} triangles, {binds} binds");
    println!("made in {made:?}; the binds of a pose in {:?}", start.elapsed() / 1000);

    let matrices = skin_pose.matrices(&pose);
    let mut text = String::new();
    for corner in skin.corners() {
        let posed = SkinPose::place(&skin, corner, &matrices, &pose);
        let at = if moment == "-" { corner.position } else { posed };
        writeln!(text, "v {} {} {}", at.x, at.y, at.z)?;
    }
    for [a, b, c] in skin.triangles() {
        writeln!(text, "f {} {} {}", a + 1, b + 1, c + 1)?;
    }
    fs::write(out, text)?;
    Ok(())
}
