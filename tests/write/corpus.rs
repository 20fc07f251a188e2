//! Real files: those of `corpus/<format>/` in the folder that `MAREY_CORPUS` names.

use std::fs;
use std::path::Path;

use marey::model::{Clip, JointKind};
use marey_write::{AcclaimOptions, AnimOptions, BvhOptions, SkelOptions, WriteClip, WriteError, X3dOptions};

use crate::world::{TOLERANCE, difference, is_body, places, upright_places};
use support::runs::corpus;
use support::{File, file_name, paths, read_set};

/// Larger files take long and show nothing new.
const MOST_BYTES: u64 = 400_000;

pub fn clips(folder: &Path) -> Vec<(String, Clip)> {
    let small = paths(folder).into_iter().filter(|path| {
        let data = path.metadata().unwrap();
        data.is_file() && data.len() < MOST_BYTES
    });
    let files: Vec<File> = small.map(|path| (file_name(&path), fs::read(&path).unwrap())).collect();
    read_set(&files).into_iter().filter_map(|(name, clip)| Some((name, clip.ok()?))).collect()
}

/// The error of joints read again, which are matched with the clip's by their positions at some frames.
fn off(clip: &Clip, upright: bool, files: &[(&str, Vec<u8>)], factor: f64) -> f64 {
    let read = read_set(files).remove(0).1.unwrap();
    // A reference pose is one in the written file, too.
    assert!(read.warnings.iter().all(|warning| warning.code == "bvh.reference-frame"), "{:?}", read.warnings);
    let motion = &clip.behaviours[0].motion;
    let last = motion.frame_count() - 1;
    let at = |clip: &Clip| -> Vec<_> {
        let own = &clip.behaviours[0].motion;
        // X3D omits keys of constant values.
        let later = |frame: usize| own.locate(motion.frame_start(frame) + 0.3 * motion.frame_time()).from;
        let frame = |frame: usize| if own.frame_count() == last + 1 { frame } else { later(frame) };
        let places = if upright { upright_places } else { places };
        [0, last / 3, last / 2, last].map(|moment| places(clip, 0, frame(moment))).to_vec()
    };
    let (expected, found) = (at(clip), at(&read));
    let mut pairs = Vec::new();
    let is_written = is_body(&clip.skeleton);
    // X3D also has moving transforms beside the body.
    let is_x3d = files.iter().any(|(name, _)| name.ends_with(".x3d"));
    let is_written = |joint: &usize| is_written(*joint) || is_x3d && clip.skeleton.kinds()[*joint] == JointKind::Frame;
    for joint in (0..clip.skeleton.len()).filter(is_written) {
        let far = |other: &usize| -> f64 {
            let pairs = expected.iter().zip(&found).map(|(a, b)| (a[joint] * factor).distance(b[*other]));
            pairs.fold(0.0, f64::max)
        };
        pairs.push((joint, (0..read.skeleton.len()).min_by(|a, b| far(a).total_cmp(&far(b))).unwrap()));
    }
    expected.iter().zip(&found).map(|(a, b)| difference(a, b, &pairs, factor)).fold(0.0, f64::max)
}

#[test]
#[ignore = "needs MAREY_CORPUS"]
fn real_files_read_back_the_same() {
    let (mut worst, mut counts, mut failures) = (0.0_f64, [0; 4], Vec::new());
    for format in ["bvh", "acclaim", "skel", "hanim"] {
        for (name, mut clip) in clips(&corpus().join("corpus").join(format)) {
            // One behaviour is enough, and thirty frames a second suit all formats.
            clip.behaviours.truncate(1);
            clip.behaviours[0].motion.set_frame_time(1.0 / 30.0);
            let acclaim = AcclaimOptions::default();
            let text = |text: String| text.into_bytes();
            let factor = clip.source.metres_per_unit.map_or(1.0, |metres| metres / clip.source.length_factor * 3.0);
            type Files = Result<Vec<(&'static str, Vec<u8>)>, WriteError>;
            let written: [Files; 4] = [
                marey_write::bvh(&clip, 0, &BvhOptions::default()).map(|bvh| vec![("a.bvh", text(bvh))]),
                marey_write::asf(&clip, &acclaim).and_then(|asf| {
                    Ok(vec![("a.asf", text(asf)), ("a.amc", text(marey_write::amc(&clip, 0, &acclaim)?))])
                }),
                marey_write::skel(&clip, &SkelOptions::default()).and_then(|skel| {
                    Ok(vec![("a.skel", skel), ("a.anim", marey_write::anim(&clip, 0, &AnimOptions::default())?)])
                }),
                marey_write::x3d(&clip, &X3dOptions::default()).map(|x3d| vec![("a.x3d", text(x3d))]),
            ];
            for (index, files) in written.into_iter().enumerate() {
                let files = match files {
                    Ok(files) => files,
                    Err(WriteError::Scale { .. }) => continue,
                    Err(other) => {
                        failures.push(format!("{name}: {other}"));
                        continue;
                    }
                };
                // The axes of The Sims and HAnim are fixed.
                let off = off(&clip, index >= 2, &files, if index == 2 { factor } else { 1.0 });
                counts[index] += 1;
                worst = worst.max(off);
                if off > TOLERANCE {
                    failures.push(format!("{name} as {}: {off:.2e}", files[0].0));
                }
            }
        }
    }
    eprintln!("{counts:?} files written, the worst is off by {worst:.1e}");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
#[ignore = "needs MAREY_CORPUS"]
fn real_files_mirrored_twice_are_the_same_or_refused_with_a_reason() {
    for format in ["bvh", "acclaim", "skel", "hanim"] {
        let (mut mirrored, mut refused) = (0, Vec::new());
        for (name, clip) in clips(&corpus().join("corpus").join(format)) {
            let twice = match clip.mirror() {
                Ok(once) => once.mirror().unwrap(),
                Err(refusal) => {
                    refused.push(format!("{name}: {refusal}"));
                    continue;
                }
            };
            mirrored += 1;
            let last = clip.behaviours[0].motion.frame_count() - 1;
            for frame in [0, last / 3, last / 2, last] {
                let [before, after] = [&clip, &twice].map(|clip| places(clip, 0, frame));
                let size = before.iter().fold(0.0, |size: f64, at| size.max(at.length()));
                let off = before.iter().zip(&after).map(|(a, b)| a.distance(*b)).fold(0.0, f64::max);
                assert!(off <= 1e-4 * size, "{name}, frame {frame}: off by {off}");
            }
        }
        eprintln!("{format}: {mirrored} mirrored, {} refused\n{}", refused.len(), refused.join("\n"));
        assert!(mirrored > 0, "{format}");
        for refusal in refused {
            assert!(refusal.contains(": it cannot be mirrored: "), "{refusal}");
        }
    }
}
