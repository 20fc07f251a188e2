//! Uses the frames of a file while it arrives.
//!
//! `cat walk.bvh | cargo run --example stream -- walk.bvh`

use std::env;
use std::error::Error;
use std::io::{self, Read};

use marey::Limits;
use marey::formats::Parser;

fn main() -> Result<(), Box<dyn Error>> {
    let name = env::args().nth(1).ok_or("the file's name: its extension helps where the content does not tell")?;
    let mut parser = Parser::new(&name, None, Limits::default());
    let mut chunk = vec![0; 64 << 10];
    let mut frames = 0;
    loop {
        let length = io::stdin().read(&mut chunk)?;
        if length == 0 {
            break;
        }
        parser.push(&chunk[..length])?;
        // The parser drops frames that were taken, so memory stays small however long the file is.
        if let Some(taken) = parser.take_frames() {
            frames += taken.frame_count();
            println!("{frames} frames so far");
        }
    }
    let clip = parser.finish()?;
    frames += clip.behaviours[0].motion.frame_count();
    println!("{}: {frames} frames in all", clip.name);
    Ok(())
}
