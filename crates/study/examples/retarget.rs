//! Plays motions on other figures and prints how good that is, beside copying local rotations.
//!
//! ```text
//! cargo run --release --package marey-study --example retarget -- MOTION FIGURE [MOTION FIGURE ...]
//! ```

use std::error::Error;
use std::sync::Arc;
use std::time::Instant;

use marey::formats::ReadError;
use marey::glam::{Affine3A, Vec3};
use marey::model::Clip;
use marey::pose::{Pose, sample_frame, world_matrices};
use marey_study::retarget::{Feet, FootMeasures, Measures, Options, Retarget, Spread, measures};

fn main() -> Result<(), Box<dyn Error>> {
    let files: Vec<String> = std::env::args().skip(1).collect();
    println!(
        "| motion, figure | method | limbs: mean, p95 deg | trunk deg | slide mm/s | contact height mm | penetration mm | jitter | us a frame |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    let mut all: Vec<(&str, Vec<Measures>)> = Vec::new();
    let mut keep = |method: &'static str, measured: Measures| {
        match all.iter_mut().find(|(name, _)| *name == method) {
            Some((_, list)) => list.push(measured),
            None => all.push((method, vec![measured])),
        };
    };
    for pair in files.chunks_exact(2) {
        let [motion, figure] = pair else { continue };
        let (motion_clip, figure_clip) = (read(motion)?, read(figure)?);
        let short = |path: &str| {
            let motion = path.split(',').next().unwrap_or(path);
            motion.rsplit('/').next().unwrap_or(motion).to_owned()
        };
        let names = format!("{}, {}", short(motion), short(figure));
        for (method, feet) in [("aligned", Feet::Free), ("with feet", Feet::Follow), ("still feet", Feet::Still)] {
            let options = Options::default().feet(feet);
            let start = Instant::now();
            let mut retarget = match Retarget::new(&motion_clip, 0, &figure_clip, &options) {
                Ok(retarget) => retarget,
                Err(reason) => {
                    println!("| {names} | {reason} | | | | | | | |");
                    break;
                }
            };
            let clip = retarget.clip()?;
            let time = start.elapsed().as_secs_f64() * 1e6 / retarget.frame_count() as f64;
            let measured = measures(&retarget, &clip);
            if feet == Feet::Free {
                println!(
                    "| {names} | source | | | {} | | {} frames, contacts {:.2}, legs {:.2}, arms to legs {:.2}, reference {:?} |",
                    feet_row(&measured.source_feet),
                    retarget.frame_count(),
                    measured.contacts,
                    retarget.scale(),
                    arms_to_legs(&retarget, [&motion_clip, &figure_clip]),
                    retarget.references(),
                );
                keep("source", Measures { feet: measured.source_feet, jitter: 1.0, ..Measures::default() });
            }
            if feet == Feet::Free {
                let copy = copied(&retarget, &motion_clip, clip.clone())?;
                let measured = measures(&retarget, &copy);
                println!("| | copied rotations | {} |", row(&measured));
                keep("copied rotations", measured);
            }
            println!("| | {method} | {} {time:.1} |", row(&measured));
            keep(method, measured);
        }
    }
    println!(
        "\n| median, worst of {} | limbs, mean deg | limbs, p95 | slide mm/s | contact height mm | jitter |",
        files.len() / 2
    );
    println!("|---|---|---|---|---|---|");
    for (method, list) in &all {
        let mean = |spread: Option<Spread>| spread.map(|spread| spread.mean);
        println!(
            "| {method} | {} | {} | {} | {} | {} |",
            middle_and_worst(list.iter().map(|one| one.limbs.mean).collect()),
            middle_and_worst(list.iter().map(|one| one.limbs.p95).collect()),
            middle_and_worst(list.iter().filter_map(|one| mean(one.feet.slide)).collect()),
            middle_and_worst(list.iter().filter_map(|one| mean(one.feet.contact_height)).collect()),
            middle_and_worst(list.iter().map(|one| one.jitter).filter(|jitter| *jitter > 0.0).collect()),
        );
    }
    Ok(())
}

/// The median and the greatest of some values.
fn middle_and_worst(mut values: Vec<f32>) -> String {
    values.sort_by(f32::total_cmp);
    let middle = (values.get(values.len() / 2), values.get(values.len().saturating_sub(1) / 2));
    match (middle, values.last()) {
        ((Some(a), Some(b)), Some(worst)) => format!("{:.2}, {worst:.2}", (a + b) / 2.0),
        _ => "-".into(),
    }
}

/// How long the figure's arms are for its legs, beside the motion's: hands shake so much more.
fn arms_to_legs(retarget: &Retarget<'_>, clips: [&Clip; 2]) -> f32 {
    let [own, other] = [0, 1].map(|which| {
        let places = clips[which].skeleton.rest_positions();
        let between = |a: usize, b: usize| match (places.get(a), places.get(b)) {
            (Some(a), Some(b)) => a.distance(*b),
            _ => 0.0,
        };
        let [left, _] = &retarget.maps()[which].sides;
        let arm = between(left.arm, left.fore) + between(left.fore, left.hand);
        arm / (between(left.thigh, left.shin) + between(left.shin, left.foot))
    });
    other / own
}

/// The same motion with the local rotations of the source's joints, counted from both rest poses: what a program does that only knows
/// which joints belong together. `aligned` is a clip of the target, whose hips stay where they are.
fn copied(retarget: &Retarget<'_>, source: &Clip, mut aligned: Clip) -> Result<Clip, Box<dyn Error>> {
    let [own, other] = retarget.maps();
    let parts = other.parts().into_iter().filter_map(|(part, joint)| Some((own.joint(part)?, joint)));
    let chains = own.spine.iter().zip(&other.spine).chain(own.necks.iter().zip(&other.necks));
    let pairs: Vec<(usize, usize)> = chains.map(|(a, b)| (*a, *b)).chain(parts).collect();
    let motion = &source.behaviours.first().ok_or("no motion")?.motion;
    let carrier = retarget.carrier();
    let (mut from, mut onto) = (Pose::rest(&source.skeleton), Pose::rest(&aligned.skeleton));
    let [l, r] = &other.sides;
    let middle = |pose: &Pose| {
        let at = |joint: usize| pose.world.get(joint).map_or(Vec3::ZERO, |world| world.translation.into());
        (at(l.thigh) + at(r.thigh)) / 2.0
    };
    let skeleton = Arc::clone(&aligned.skeleton);
    let played = &mut aligned.behaviours.first_mut().ok_or("no motion")?.motion;
    let joints = played.rotations().joints().to_vec();
    for frame in 0..motion.frame_count() {
        sample_frame(motion, frame, &mut from);
        sample_frame(played, frame, &mut onto);
        world_matrices(&skeleton, Affine3A::IDENTITY, &mut onto);
        let wanted = middle(&onto);
        onto.rotations.clone_from_slice(skeleton.rest_rotations());
        for (a, b) in &pairs {
            if let (Some(now), Some(rest), Some(slot)) =
                (from.rotations.get(*a), source.skeleton.rest_rotations().get(*a), onto.rotations.get_mut(*b))
            {
                *slot = (*slot * rest.inverse() * *now).normalize();
            }
        }
        world_matrices(&skeleton, Affine3A::IDENTITY, &mut onto);
        let above = skeleton.parent(carrier).and_then(|above| onto.world.get(above)).copied().unwrap_or_default();
        let shift = above.inverse().transform_vector3(wanted - middle(&onto));
        played.edit_frame(frame, |row| {
            for (slot, joint) in row.rotations.iter_mut().zip(&joints) {
                *slot = onto.rotations.get(usize::from(*joint)).copied().unwrap_or_default();
            }
            row.translations.iter_mut().for_each(|slot| *slot += shift);
        })?;
    }
    Ok(aligned)
}

/// A file, and after a comma the one that it needs: `07_01.amc,07.asf`.
fn read(path: &str) -> Result<Clip, ReadError> {
    match path.split_once(',') {
        Some((motion, skeleton)) => marey::read_file_with(motion, &[skeleton]),
        None => marey::read_file(path),
    }
}

fn row(measured: &Measures) -> String {
    let Measures { limbs, trunk, feet, jitter, .. } = measured;
    format!("{:.2}, {:.1} | {:.1} | {} | {jitter:.2} |", limbs.mean, limbs.p95, trunk.mean, feet_row(feet))
}

fn feet_row(feet: &FootMeasures) -> String {
    let mean = |spread: Option<Spread>| spread.map_or("-".into(), |one| format!("{:.1}", one.mean));
    format!("{} | {} | {:.1}", mean(feet.slide), mean(feet.contact_height), feet.penetration.mean)
}
