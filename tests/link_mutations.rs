//! Damaged links by the ten thousand, ten times as many with `--deep`: cut, flipped, spliced, with a valid checksum,
//! and bombs. Each is read or refused with one sentence, without a panic and in 16 MB at most. Allocations are counted
//! for the whole process: this file has one test alone.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail")]

use std::fs;
use std::path::PathBuf;

use marey::model::Clip;
use marey::{Limits, ParseError};
use marey_link::{decode, decode_file, from_text, link_limits, to_text};

#[path = "support/counting.rs"]
mod counting;

use support::check_clip::check_clip;
use support::fuzz::after_reading::{payload, wrapped};
use support::runs::rounds;
use support::{Random, fixtures_folder, from_base64, paths_with};

const ROUNDS: usize = 100_000;
const MOST_BYTES: usize = 16 << 20;

fn damage(bytes: &mut Vec<u8>, others: &[Vec<u8>], random: &mut Random) {
    let at = random.below(bytes.len());
    match random.below(7) {
        0 => bytes.truncate(at),
        1 => bytes[at] ^= 1 << random.below(8),
        2 => bytes[at] = random.below(256) as u8,
        3 => {
            let other = &others[random.below(others.len())];
            bytes.truncate(at);
            bytes.extend_from_slice(&other[random.below(other.len())..]);
        }
        4 => drop(bytes.drain(at..(at + random.below(40)).min(bytes.len()))),
        5 => {
            // Runs of the same byte are long runs of the likeliest bits.
            let byte = [0, 0xFF, random.below(256) as u8][random.below(3)];
            bytes.truncate(at);
            bytes.resize(at + random.below(300), byte);
        }
        _ => bytes[at..].fill_with(|| random.below(256) as u8),
    }
    if bytes.is_empty() {
        bytes.push(0);
    }
}

fn check(read: &Result<Clip, ParseError>) {
    match read {
        Ok(clip) => {
            check_clip(clip).unwrap();
            for motion in clip.behaviours.iter().map(|behaviour| &behaviour.motion) {
                assert!(motion.frame_count() <= link_limits().frames);
                assert!(motion.rotations().values().iter().all(|rotation| rotation.is_normalized()));
            }
            assert!(clip.skeleton.len() <= link_limits().joints);
            assert!(clip.skeleton.names().iter().all(|name| name.len() <= link_limits().name_bytes));
        }
        Err(refusal) => {
            let message = refusal.message();
            assert!(refusal.code().starts_with("link.") && message.len() < 120 && !message.contains('\n'), "{refusal}");
        }
    }
}

#[test]
fn damaged_links_are_read_or_refused_within_sixteen_megabytes() {
    let alphabet = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let bytes = |path: &PathBuf| from_base64(fs::read_to_string(path).unwrap().trim(), alphabet);
    let whole: Vec<Vec<u8>> = paths_with(&fixtures_folder().join("link"), &["link"]).iter().map(bytes).collect();
    let payloads: Vec<Vec<u8>> = whole.iter().map(|bytes| payload(bytes).to_vec()).collect();
    let mut random = Random(0x5EED_0014);
    for round in 0..rounds(ROUNDS) {
        let which = random.below(whole.len());
        let bytes = if round % 4 == 0 {
            // As by accident: the checksum must notice.
            let mut bytes = whole[which].clone();
            damage(&mut bytes, &whole, &mut random);
            bytes
        } else {
            // As on purpose: the checksum is valid.
            let mut bytes = payloads[which].clone();
            for _ in 0..1 + random.below(2) {
                damage(&mut bytes, &payloads, &mut random);
            }
            wrapped(&bytes)
        };
        let peak = counting::peak(|| {
            let result = if round % 8 == 1 {
                from_text(&to_text(&bytes), &link_limits())
            } else {
                decode(&bytes, &link_limits())
            };
            check(&result);
        });
        assert!(peak < MOST_BYTES, "{peak} bytes: {}", to_text(&bytes));
    }
    for payload in payloads.iter().take(3) {
        for end in 0..payload.len().min(400) {
            let file = [b"Marey\x1A\r\n".as_slice(), &wrapped(&payload[..end])].concat();
            let refusal = decode_file(&file, &Limits::default()).map(|_| ());
            assert!(refusal.is_ok() || refusal.is_err_and(|refusal| refusal.code().starts_with("marey.")));
        }
    }
}
