//! Converts a file of any format to BVH.
//!
//! `cargo run --package marey-write --example convert -- out.bvh 07_01.amc 07.asf`

use std::env;
use std::error::Error;

use marey_write::{BvhOptions, bvh};

fn main() -> Result<(), Box<dyn Error>> {
    let mut files = env::args().skip(1);
    let (Some(out), Some(motion)) = (files.next(), files.next()) else {
        return Err("the file to write, the motion to read, and the files that it needs".into());
    };
    let clip = marey::read_file_with(motion, &files.collect::<Vec<_>>())?;
    // A clip that BVH cannot hold, for instance with scales, gives an error with the reason.
    std::fs::write(out, bvh(&clip, 0, &BvhOptions::default())?)?;
    Ok(())
}
