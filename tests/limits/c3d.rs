//! The limits of C3D.

use marey::Limits;
use support::{codes, fixture, read_alone, read_within};

use super::limited;

/// The header of a file of floats, whose parameters are beside it, and so many frames of zeros with residual 0.
fn file(points: u16, last: u16, bytes: usize) -> Vec<u8> {
    let mut all = vec![0; 1_024 + bytes];
    let words: [u16; 9] = [0x5002, points, 0, 1, last, 0, 0, 0xBF80, 3];
    for (slot, word) in all.chunks_exact_mut(2).zip(words) {
        slot.copy_from_slice(&word.to_le_bytes());
    }
    all[512..516].copy_from_slice(&[1, 0x50, 1, 84]);
    all
}

#[test]
fn points_and_frames_are_limited() {
    let plain = [("a.c3d".to_owned(), fixture("c3d", "intel_floats.c3d"))];
    assert!(read_within(&plain, Limits::default().joints(3).frames(4)).is_ok());
    for limits in [Limits::default().joints(2), Limits::default().frames(3), Limits::default().motion_bytes(143)] {
        assert_eq!(limited(read_within(&plain, limits)).code(), "c3d.limit");
    }
    let clip = read_within(&plain, Limits::default().name_bytes(2)).unwrap();
    assert_eq!(clip.skeleton.name(0), "LA_1", "cut names that are equal are numbered");
}

/// The numbers of a header reserve nothing: the frames that are there count.
#[test]
fn frames_are_those_that_are_there() {
    let clip = read_alone("a.c3d", file(3, 60_000, 3 * 16 * 2)).unwrap();
    assert_eq!(
        (clip.behaviours[0].motion.frame_count(), codes(&clip)),
        (2, vec!["c3d.rate", "markers.zeros", "c3d.cut"])
    );
    let clip = read_alone("a.c3d", file(60_000, 2, 60_000 * 16)).map_err(|refusal| refusal.code());
    assert_eq!(clip.err(), Some("c3d.limit"), "more points than a skeleton may have");
}

/// Parameters may state any sizes: texts and numbers end where the file does.
#[test]
fn sizes_of_parameters_reserve_nothing() {
    let mut all = file(1, 1, 16);
    let chain = b"\x05\xFFPOINT\x03\0\0\x06\x01LABELS\x0E\0\xFF\x09\0\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\0";
    all[516..516 + chain.len()].copy_from_slice(chain);
    let clip = read_alone("a.c3d", all).unwrap();
    assert_eq!(clip.skeleton.name(0), "point_1");
}
