//! Damaged packets by the ten thousand, ten times as many with `--deep`: each is refused or gives a valid clip, in
//! memory bounded by its bytes. Memory is counted for the whole process: this file has one test alone.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail")]

#[path = "support/counting.rs"]
mod counting;

use support::damage::damage;
use support::runs::rounds;
use support::{Random, cases, fuzz};

const ROUNDS: usize = 100_000;
/// Packets longer than this are damaged less often.
const LONGEST: usize = 3_000;
/// The memory that two headers may reserve for their declared frames.
const PROMISED: usize = 2 * (256 << 20);

#[test]
fn damaged_packets_are_refused_or_a_valid_clip_in_bounded_memory() {
    let read = cases().iter().filter_map(|case| case.read().ok()).map(|clip| fuzz::packed(&clip)).collect::<Vec<_>>();
    assert!(read.iter().all(|packets| fuzz::unpacked(packets)), "whole packets are read");
    let clips: Vec<Vec<&[u8]>> =
        read.iter().filter(|packets| packets.len() < LONGEST).map(|packets| fuzz::split(packets)).collect();
    assert!(clips.len() > 200, "{} clips", clips.len());
    let mut random = Random(0x5EED_0200);
    let mut read = 0;
    let rounds = rounds(ROUNDS);
    for round in 0..rounds {
        let mut packets: Vec<Vec<u8>> = clips[random.below(clips.len())].iter().map(|packet| packet.to_vec()).collect();
        let (one, other) = (random.below(packets.len()), random.below(packets.len()));
        let what = match random.below(12) {
            0 => {
                packets.swap(one, other);
                format!("{one} and {other} swapped")
            }
            1 => {
                packets.insert(other, packets[one].clone());
                format!("{one} once more as {other}")
            }
            2 => {
                let packet = packets.remove(one);
                format!("without {one}, {} bytes", packet.len())
            }
            _ => format!("{one} {}", damage(&mut packets[one], &mut random)),
        };
        let bytes = packets.concat();
        let peak = counting::peak(|| read += usize::from(fuzz::unpacked(&bytes)));
        let most = 100_000 + 100 * bytes.len() + if one == 0 { PROMISED } else { 0 };
        assert!(peak <= most, "round {round}, {what}: {peak} bytes for {}", bytes.len());
    }
    // Both outcomes must occur.
    assert!((rounds / 20..rounds * 19 / 20).contains(&read), "{read} were read");
}
