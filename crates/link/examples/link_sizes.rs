//! Packs parts of motion files as links, and prints their sizes and errors.
//!
//! ```text
//! cargo run --release --package marey-link --example link_sizes -- FILE[@FIRST+FRAMES] ..
//! ```

use std::error::Error;
use std::path::Path;
use std::time::Instant;

use marey::glam::{Affine3A, Vec3};
use marey::model::Clip;
use marey::pose::{Pose, sample_frame, world_matrices};
use marey_link::{Excerpt, Quality, encode, from_text, link_limits, to_text};

fn main() -> Result<(), Box<dyn Error>> {
    println!(
        "| clip | joints, Hz, frames | tier | characters | mean, p99, max mm | slide mm/s | encoding ms | decoding ms |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    for argument in std::env::args().skip(1) {
        let (file, first, count) = match argument.rsplit_once('@') {
            Some((file, part)) => {
                let (first, count) = part.split_once('+').ok_or("expected FIRST+FRAMES behind @")?;
                (file, first.parse()?, count.parse()?)
            }
            None => (&*argument, 0, usize::MAX),
        };
        let clip = read(Path::new(file))?;
        let motion = &clip.behaviours[0].motion;
        let end = motion.frame_count().min(usize::saturating_add(first, count));
        for (tier, quality) in
            [("tiny", Quality::TINY), ("standard", Quality::STANDARD), ("faithful", Quality::FAITHFUL)]
        {
            let excerpt = Excerpt { frames: first..end, ..Excerpt::whole(quality) };
            let start = Instant::now();
            let encoded = encode(&clip, &excerpt, &mut |_| true)?;
            let encoding = start.elapsed();
            let text = to_text(&encoded.bytes);
            let start = Instant::now();
            let back = from_text(&text, &link_limits())?;
            let decoding = start.elapsed();
            let slide = encoded
                .report
                .slide
                .map_or("-".to_owned(), |slide| format!("{:.0} -> {:.0}", slide.original_mm_s, slide.packed_mm_s));
            let [mean, p99, max] = distances(&clip, &back, first);
            println!(
                "| {} | {}, {:.0}, {} | {tier} | {} | {mean:.2}, {p99:.1}, {max:.0} | {slide} | {:.0} | {:.1} |",
                clip.name,
                clip.skeleton.len(),
                1.0 / motion.frame_time(),
                end - first,
                text.len(),
                encoding.as_secs_f64() * 1e3,
                decoding.as_secs_f64() * 1e3,
            );
        }
    }
    Ok(())
}

/// Reads a file; an `.amc` with the `.asf` of the same name beside it.
fn read(path: &Path) -> Result<Clip, Box<dyn Error>> {
    let skeleton = path.with_extension("asf");
    if path.extension().is_some_and(|extension| extension == "amc") && skeleton.is_file() {
        return Ok(marey::read_file_with(path, &[skeleton])?);
    }
    Ok(marey::read_file(path)?)
}

/// Mean, 99th percentile and maximum of the errors of all joints in all frames, in millimetres for a figure 1.8 m tall.
fn distances(clip: &Clip, back: &Clip, first: usize) -> [f32; 3] {
    let rest = Pose::rest(&clip.skeleton);
    let places = rest.world.iter().map(|world| Vec3::from(world.translation));
    let (low, high) = places.fold((Vec3::INFINITY, Vec3::NEG_INFINITY), |(low, high), at| (low.min(at), high.max(at)));
    let scale = 1800.0 / (high - low).max_element().max(f32::MIN_POSITIVE);
    let (mut a, mut b) = (rest, Pose::rest(&back.skeleton));
    let mut all = Vec::new();
    for frame in 0..back.behaviours[0].motion.frame_count() {
        sample_frame(&clip.behaviours[0].motion, first + frame, &mut a);
        sample_frame(&back.behaviours[0].motion, frame, &mut b);
        world_matrices(&clip.skeleton, Affine3A::IDENTITY, &mut a);
        world_matrices(&back.skeleton, Affine3A::IDENTITY, &mut b);
        all.extend(a.world.iter().zip(&b.world).map(|(a, b)| a.translation.distance(b.translation) * scale));
    }
    all.sort_by(f32::total_cmp);
    let mean = all.iter().sum::<f32>() / all.len() as f32;
    [mean, all[all.len() * 99 / 100], all[all.len() - 1]]
}
