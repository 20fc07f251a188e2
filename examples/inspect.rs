//! Prints the content of a file.
//!
//! `cargo run --example inspect -- walk.bvh`, or with the files it needs: `-- 07_01.amc 07.asf`

use std::env;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let mut files = env::args().skip(1);
    let Some(motion) = files.next() else { return Err("which file?".into()) };
    let clip = marey::read_file_with(motion, &files.collect::<Vec<_>>())?;

    println!("{} ({})", clip.name, clip.source.format.name());
    for behaviour in &clip.behaviours {
        let motion = &behaviour.motion;
        println!("  {}: {} frames, {:.3} s", behaviour.name, motion.frame_count(), motion.duration());
    }
    let skeleton = &clip.skeleton;
    for (joint, name) in skeleton.names().iter().enumerate() {
        let depth = skeleton.up_from(joint).count();
        println!("{}{name}  {}", "  ".repeat(depth), skeleton.rest_translations()[joint]);
    }
    // Repairs and assumptions, with their places.
    for warning in &clip.warnings {
        let place = warning.location.map(|place| format!("{place}: ")).unwrap_or_default();
        println!("  warning: {place}{warning}");
    }
    Ok(())
}
