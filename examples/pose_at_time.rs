//! Prints a joint's position at a moment, in the file's own axes and units.
//!
//! `cargo run --example pose_at_time -- walk.bvh LeftHand 1.25`

use std::env;
use std::error::Error;

use marey::glam::Affine3A;
use marey::pose::{Interpolation, Pose, sample, world_matrices};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [file, name, seconds] = arguments.as_slice() else { return Err("a file, a joint's name and a moment".into()) };
    let clip = marey::read_file(file)?;
    let joint = clip.skeleton.find(name).ok_or("there is no joint of that name")?;
    let seconds: f64 = seconds.parse()?;

    // Reuse one pose for all moments.
    let mut pose = Pose::rest(&clip.skeleton);
    sample(&clip.behaviours[0].motion, seconds, Interpolation::Linear, &mut pose);
    world_matrices(&clip.skeleton, Affine3A::IDENTITY, &mut pose);
    println!("{name} at {seconds} s: {}", pose.world[joint].translation);
    Ok(())
}
