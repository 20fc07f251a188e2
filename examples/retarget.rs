//! Plays motions on other figures and prints how good that is, beside copying local rotations.
//!
//! ```text
//! cargo run --release --example retarget -- MOTION FIGURE [MOTION FIGURE ...]
//! ```

use std::error::Error;
use std::time::Instant;

use marey::formats::ReadError;
use marey::model::Clip;
use marey::retarget::{Feet, FootMeasures, Measures, Options, Retarget, measures};

fn main() -> Result<(), Box<dyn Error>> {
    let files: Vec<String> = std::env::args().skip(1).collect();
    println!(
        "| motion, figure | method | limbs: mean, p95 deg | trunk deg | slide mm/s | contact height mm | penetration mm | jitter | us a frame |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    for pair in files.chunks_exact(2) {
        let [motion, figure] = pair else { continue };
        let (motion_clip, figure_clip) = (read(motion)?, read(figure)?);
        let short = |path: &str| path.rsplit('/').next().unwrap_or(path).to_owned();
        let names = format!("{}, {}", short(motion), short(figure));
        for (method, feet) in [("aligned", Feet::Free), ("with feet", Feet::Follow), ("still feet", Feet::Still)] {
            let options = Options::default().feet(feet);
            let mut retarget = match Retarget::new(&motion_clip, 0, &figure_clip, &options) {
                Ok(retarget) => retarget,
                Err(reason) => {
                    println!("| {names} | {reason} | | | | | | | |");
                    break;
                }
            };
            let start = Instant::now();
            let clip = retarget.clip()?;
            let time = start.elapsed().as_secs_f64() * 1e6 / retarget.frame_count() as f64;
            let measured = measures(&retarget, &clip);
            if feet == Feet::Free {
                println!(
                    "| {names} | source | | | {} | | {} frames, contacts {:.2}, legs {:.2}, reference {:?} |",
                    feet_row(&measured.source_feet),
                    retarget.frame_count(),
                    measured.contacts,
                    retarget.scale(),
                    retarget.references(),
                );
            }
            println!("| | {method} | {} {time:.1} |", row(&measured));
        }
    }
    Ok(())
}

/// A file, with an ASF beside an AMC.
fn read(path: &str) -> Result<Clip, ReadError> {
    match path.strip_suffix(".amc") {
        Some(stem) => marey::read_file_with(path, &[format!("{stem}.asf")]),
        None => marey::read_file(path),
    }
}

fn row(measured: &Measures) -> String {
    let Measures { limbs, trunk, feet, jitter, .. } = measured;
    format!("{:.2}, {:.1} | {:.1} | {} | {jitter:.2} |", limbs.mean, limbs.p95, trunk.mean, feet_row(feet))
}

fn feet_row(feet: &FootMeasures) -> String {
    let mean = |spread: Option<marey::retarget::Spread>| spread.map_or("-".into(), |one| format!("{:.1}", one.mean));
    format!("{} | {} | {:.1}", mean(feet.slide), mean(feet.contact_height), feet.penetration.mean)
}
