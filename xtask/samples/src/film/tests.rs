//! Tests the pixels of the strips.

use std::collections::BTreeSet;

use marey::look::Theme;

use super::draw::Rgba;
use super::{EDGE, PICTURES, Reel, SAMPLES, png};

fn folder(name: &str) -> std::path::PathBuf {
    let folder = std::env::temp_dir().join(format!("marey-film-{name}-{}", std::process::id()));
    crate::generate_files(&folder).unwrap();
    folder
}

fn solid(picture: &[Rgba]) -> Vec<usize> {
    (0..picture.len()).filter(|at| picture[*at][3] > 0.95).collect()
}

/// Teal or amber, by the largest and smallest channels.
fn hue([r, _, b, a]: Rgba) -> Option<char> {
    (a > 0.95 && (r - b).abs() > 0.2).then_some(if b > r { 'l' } else { 'r' })
}

#[test]
fn every_sample_is_whole_in_the_picture_and_moves() {
    let folder = folder("moves");
    for files in SAMPLES {
        let mut reel = Reel::new(&folder, files).unwrap();
        let pictures = [0, 5, 13].map(|index| reel.picture(index, Theme::Dark).unwrap());
        for picture in &pictures {
            let seen = solid(picture);
            let share = seen.len() as f64 / picture.len() as f64;
            assert!((0.01..0.5).contains(&share), "{files:?}: {share} of the picture");
            let at_edge = |at: &usize| [0, EDGE - 1].contains(&(at % EDGE)) || [0, EDGE - 1].contains(&(at / EDGE));
            assert!(!seen.iter().any(at_edge), "{files:?} is cut off");
        }
        for other in &pictures[1..] {
            let (before, after): (BTreeSet<_>, BTreeSet<_>) =
                (solid(&pictures[0]).into_iter().collect(), solid(other).into_iter().collect());
            let changed = before.symmetric_difference(&after).count();
            assert!(changed > before.len() / 20, "{files:?} hardly moves: {changed} of {}", before.len());
        }
    }
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn left_is_teal_and_right_is_amber_on_both_pages() {
    let folder = folder("colours");
    let mut reel = Reel::new(&folder, SAMPLES[0]).unwrap();
    for theme in [Theme::Dark, Theme::Light] {
        let picture = reel.picture(0, theme).unwrap();
        for side in ['l', 'r'] {
            let count = picture.iter().filter(|pixel| hue(**pixel) == Some(side)).count();
            assert!(count > 100, "{theme:?} {side}: {count}");
        }
    }
    std::fs::remove_dir_all(folder).unwrap();
}

/// The strip loops: its end is as smooth as its middle.
#[test]
fn the_film_of_a_march_loops_at_the_same_step() {
    let folder = folder("loop");
    let mut reel = Reel::new(&folder, SAMPLES[2]).unwrap();
    let pictures: Vec<BTreeSet<_>> =
        (0..PICTURES).map(|index| solid(&reel.picture(index, Theme::Dark).unwrap()).into_iter().collect()).collect();
    let differ = |a: usize, b: usize| pictures[a].symmetric_difference(&pictures[b]).count();
    let worst = (1..PICTURES).map(|index| differ(index - 1, index)).max().unwrap();
    let over_the_end = differ(PICTURES - 1, 0);
    assert!(over_the_end <= worst, "{over_the_end} pixels change over the end, {worst} at most before");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_png_has_the_pictures_stacked_in_their_colours() {
    let colours = [[1.0, 0.0, 0.0, 1.0], [0.0, 0.0, 1.0, 1.0], [0.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 1.0]];
    let bytes = png::encode(2, &[colours.to_vec(), colours.iter().rev().copied().collect()]);
    let chunk = |kind: &[u8]| {
        let at = bytes.windows(4).position(|window| window == kind).unwrap();
        let length = u32::from_be_bytes(bytes[at - 4..at].try_into().unwrap()) as usize;
        &bytes[at + 4..at + 4 + length]
    };
    assert_eq!(chunk(b"IHDR"), [0, 0, 0, 2, 0, 0, 0, 4, 8, 3, 0, 0, 0]);
    let rows = miniz_oxide::inflate::decompress_to_vec_zlib(chunk(b"IDAT")).unwrap();
    let (colour, alpha) = (chunk(b"PLTE"), chunk(b"tRNS"));
    let seen: Vec<[u8; 4]> = rows
        .chunks(3)
        .flat_map(|row| &row[1..])
        .map(|index| usize::from(*index))
        .map(|at| [colour[3 * at], colour[3 * at + 1], colour[3 * at + 2], alpha[at]])
        .collect();
    let expected: Vec<[u8; 4]> =
        colours.iter().chain(colours.iter().rev()).map(|c| c.map(|part: f32| (part * 255.0) as u8)).collect();
    assert_eq!(seen, expected);
}
