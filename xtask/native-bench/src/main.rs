//! `native-bench REPEATS FILE...`: reads each file in turns with the digit loop, with Marey and, for BVH, with bvh_anim, and prints
//! a JSON object with the nanoseconds of processor time of each reading. An AMC's skeleton lies beside it. `blanks` instead of a file
//! times blanks behind the end of one, `retarget FILE` a motion on another figure, `body FILE` the body of its figure, and `film FILE` a GIF of it.

mod clock;
mod digits;

use std::error::Error;
use std::hint::black_box;
use std::path::Path;

use marey::body::{BodyMap, Subject};
use marey::formats::{Companions, Parser, parse};
use marey::glam::Affine3A;
use marey::look::{BodyTurns, SkinPose, generated_body};
use marey::model::Clip;
use marey::pose::{Pose, sample_frame, world_matrices};
use marey::{Limits, ParseError};
use marey_film::{Film, FilmOptions};
use marey_study::picture::{Figure, FilmLook, Reading};
use marey_study::retarget::{Options, Retarget};
use serde_json::{Value, json};

type Outcome = Result<Value, Box<dyn Error>>;

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let repeats: usize = args.next().ok_or("how often?")?.parse()?;
    while let Some(path) = args.next() {
        let printed = match path.as_str() {
            "blanks" => blanks(repeats),
            "film" => film(repeats, &std::fs::read(args.next().ok_or("whose motion?")?)?),
            "body" => body(repeats, &std::fs::read(args.next().ok_or("whose motion?")?)?),
            "retarget" => onto(repeats, &std::fs::read_to_string(args.next().ok_or("which motion?")?)?),
            _ => clip(repeats, Path::new(&path)),
        };
        println!("{}", printed.map_err(|error| format!("{path}: {error}"))?);
    }
    Ok(())
}

fn clip(repeats: usize, path: &Path) -> Outcome {
    let bytes = std::fs::read(path)?;
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("amc") => amc(repeats, &bytes, &std::fs::read(path.with_extension("asf"))?),
        _ => bvh(repeats, &bytes),
    }
}

/// A BVH of one row, followed by ten million spaces or NUL bytes, as in a file that was allocated and not filled.
fn blanks(repeats: usize) -> Outcome {
    const COUNT: usize = 10_000_000;
    const ROW: &[u8] = b"HIERARCHY ROOT a { OFFSET 0 0 0 CHANNELS 1 Xrotation } MOTION Frames: 1 Frame Time: 0.1\n90\n";
    let files = [b' ', 0].map(|blank| [ROW, &vec![blank; COUNT]].concat());
    let mut times = [Vec::new(), Vec::new()];
    for _ in 0..repeats {
        for (file, times) in files.iter().zip(&mut times) {
            let (time, clip) = clock::time(|| parse("clip.bvh", black_box(file), Limits::default()));
            times.push(time);
            if frames(&clip?) != 1 {
                return Err("the blanks behind the row are no frames".into());
            }
        }
    }
    let [spaces, nuls] = times;
    let times = json!({ "spaces": spaces, "nuls": nuls });
    Ok(json!({ "format": "blanks", "bytes": COUNT, "onCpu": clock::ON_CPU, "ns": times }))
}

fn bvh(repeats: usize, bytes: &[u8]) -> Outcome {
    let (mut digits, mut marey, mut bvh_anim) = (Vec::new(), Vec::new(), Vec::new());
    let mut read = [0; 3];
    // In turns, so that a slower machine slows all of them down.
    for _ in 0..repeats {
        let (time, numbers) = clock::time(|| digits::digits(black_box(bytes)));
        digits.push(time);
        let (time, clip) = clock::time(|| parse("clip.bvh", black_box(bytes), Limits::default()));
        marey.push(time);
        let clip = clip?;
        let (time, peer) = clock::time(|| bvh_anim::from_bytes(black_box(bytes)));
        bvh_anim.push(time);
        let peer = peer?;
        read = [frames(&clip), peer.num_frames(), numbers.len() / peer.num_channels().max(1)];
    }
    let [frames, ..] = read;
    if read != [frames; 3] {
        return Err(format!("Marey, bvh_anim and the digit loop read {read:?} frames").into());
    }
    let times = json!({ "digits": digits, "marey": marey, "bvh_anim": bvh_anim });
    Ok(json!({ "format": "BVH", "bytes": bytes.len(), "frames": frames, "onCpu": clock::ON_CPU, "ns": times }))
}

/// The motion of a BVH on the same figure with shorter legs, beside the posing of the motion itself.
fn onto(repeats: usize, text: &str) -> Outcome {
    let motion = parse("clip.bvh", text.as_bytes(), Limits::default())?;
    let shorter = text.replacen("-42.9", "-36.9", 1).replacen("-43.1", "-37.1", 1);
    let figure = parse("figure.bvh", shorter.as_bytes(), Limits::default())?;
    let (mut retarget, mut posed) = (Vec::new(), Vec::new());
    let mut pose = Pose::rest(&motion.skeleton);
    for _ in 0..repeats {
        let (time, ()) = clock::time(|| {
            for frame in 0..frames(&motion) {
                sample_frame(&motion.behaviours[0].motion, frame, &mut pose);
                world_matrices(&motion.skeleton, Affine3A::IDENTITY, &mut pose);
            }
            black_box(&pose);
        });
        posed.push(time);
        let (time, played) =
            clock::time(|| Retarget::new(&motion, 0, &figure, &Options::default()).map(|mut one| one.clip()));
        retarget.push(time);
        if frames(&played??) != frames(&motion) {
            return Err("a frame is missing".into());
        }
    }
    let times = json!({ "pose": posed, "retarget": retarget });
    let joints = figure.skeleton.len();
    Ok(
        json!({ "format": "retarget", "frames": frames(&motion), "joints": joints, "onCpu": clock::ON_CPU, "ns": times }),
    )
}

/// The body of a BVH's figure: made around its joints, and posed in all frames.
fn body(repeats: usize, bytes: &[u8]) -> Outcome {
    let clip = parse("clip.bvh", bytes, Limits::default())?;
    let (subject, map) = (Subject::new(&clip, 0)?, BodyMap::of_clip(&clip)?);
    let skin = generated_body(&subject, &map)?;
    let (bound, turns) = (SkinPose::new(&skin, &clip.skeleton), BodyTurns::new(&skin));
    let (mut made, mut posed) = (Vec::new(), Vec::new());
    let mut pose = Pose::rest(&clip.skeleton);
    for _ in 0..repeats {
        let (time, skin) = clock::time(|| generated_body(black_box(&subject), &map));
        skin?;
        made.push(time);
        let (time, ()) = clock::time(|| {
            for frame in 0..frames(&clip) {
                sample_frame(subject.motion(), frame, &mut pose);
                world_matrices(&clip.skeleton, Affine3A::IDENTITY, &mut pose);
                let mut matrices = bound.matrices(&pose);
                turns.turn(&mut matrices);
                black_box(&matrices);
            }
        });
        posed.push(time);
    }
    let times = json!({ "made": made, "posed": posed });
    Ok(json!({ "format": "body", "frames": frames(&clip), "onCpu": clock::ON_CPU, "ns": times }))
}

/// A second of a BVH as a GIF of 640 by 360, once as bones and once as a body.
fn film(repeats: usize, bytes: &[u8]) -> Outcome {
    let clip = parse("clip.bvh", bytes, Limits::default())?;
    let mut times = [Vec::new(), Vec::new()];
    let mut frames = 0;
    for _ in 0..repeats {
        for (wears_body, times) in [false, true].into_iter().zip(&mut times) {
            let mut figure = Figure::new(&clip, 0, &Reading::default())?;
            if wears_body {
                figure.wear_body()?;
            }
            let mut film = Film::new(&mut figure, [0.0, 1.0], &FilmLook::default(), &FilmOptions::default().fps(50.0))?;
            frames = film.frames();
            let (time, written) = clock::time(|| film.write_gif(std::io::sink(), |_| true));
            written?;
            times.push(time);
        }
    }
    let [bones, body] = times;
    let times = json!({ "bones": bones, "body": body });
    Ok(json!({ "format": "film", "frames": frames, "onCpu": clock::ON_CPU, "ns": times }))
}

fn amc(repeats: usize, bytes: &[u8], skeleton: &[u8]) -> Outcome {
    let mut companions = Companions::default();
    companions.add("clip.asf", skeleton, &Limits::default());
    let parse = || -> Result<Clip, ParseError> {
        let parser = Parser::new("clip.amc", Some(bytes.len() as u64), Limits::default());
        let mut parser = parser.with_companions(companions.clone());
        parser.push(black_box(bytes))?;
        parser.finish()
    };
    let (mut digits, mut marey) = (Vec::new(), Vec::new());
    let mut read = 0;
    for _ in 0..repeats {
        let (time, numbers) = clock::time(|| digits::amc_digits(black_box(bytes)));
        digits.push(time);
        let (time, clip) = clock::time(parse);
        marey.push(time);
        read = frames(&clip?);
        if read == 0 || numbers.len() % read != 0 {
            return Err(format!("Marey read {read} frames, the digit loop {} numbers", numbers.len()).into());
        }
    }
    let times = json!({ "digits": digits, "marey": marey });
    Ok(json!({ "format": "AMC", "bytes": bytes.len(), "frames": read, "onCpu": clock::ON_CPU, "ns": times }))
}

fn frames(clip: &Clip) -> usize {
    clip.behaviours.first().map_or(0, |behaviour| behaviour.motion.frame_count())
}
