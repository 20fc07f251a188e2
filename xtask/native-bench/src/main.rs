//! `native-bench REPEATS FILE...`: reads each BVH file in turn with the digit loop, with Marey and with bvh_anim, and prints
//! one JSON object a file with the nanoseconds that each reading kept the processor.

mod clock;
mod digits;

use std::error::Error;
use std::hint::black_box;

use marey::Limits;
use serde_json::json;

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let repeats: usize = args.next().ok_or("how often?")?.parse()?;
    for path in args {
        let bytes = std::fs::read(&path)?;
        let (mut digits, mut marey, mut bvh_anim) = (Vec::new(), Vec::new(), Vec::new());
        let mut read = [0; 3];
        // In turns, so that a machine that slows down slows all of them down.
        for _ in 0..repeats {
            let (time, numbers) = clock::time(|| digits::digits(black_box(&bytes)));
            digits.push(time);
            let (time, clip) = clock::time(|| marey::formats::parse("clip.bvh", black_box(&bytes), Limits::default()));
            marey.push(time);
            let clip = clip?;
            let (time, peer) = clock::time(|| bvh_anim::from_bytes(black_box(&bytes)));
            bvh_anim.push(time);
            let peer = peer?;
            read = [
                clip.behaviours.first().map_or(0, |behaviour| behaviour.motion.frame_count()),
                peer.num_frames(),
                numbers.len() / peer.num_channels().max(1),
            ];
        }
        let [frames, ..] = read;
        if read != [frames; 3] {
            return Err(format!("{path}: Marey, bvh_anim and the digit loop read {read:?} frames").into());
        }
        let times = json!({ "digits": digits, "marey": marey, "bvh_anim": bvh_anim });
        println!("{}", json!({ "bytes": bytes.len(), "frames": frames, "onCpu": clock::ON_CPU, "ns": times }));
    }
    Ok(())
}
