//! The bounds of The Sims' files.

use marey::Limits;

use crate::support::sims::{Animation, Bone, Track, animation, skeleton};
use crate::support::{fixture, read_within};

const UNTURNED: [f32; 4] = [0.0, 0.0, 0.0, 1.0];

fn bones(count: usize, parent: impl Fn(usize) -> String) -> Vec<u8> {
    let bones: Vec<Bone> = (0..count).map(|n| Bone::new(&format!("b{n}"), &parent(n), [1.0; 3])).collect();
    skeleton(1, "many", &bones)
}

fn track(bone: String, frames: u32) -> Track {
    Track { bone, frames, rotations: Some(0), ..Track::default() }
}

#[test]
fn bones_and_their_depth_are_limited() {
    let flat = bones(100, |_| "NULL".to_owned());
    let limits = |joints, depth| Limits { joints, depth, ..Limits::default() };
    assert_eq!(read_within(&[("a.skel", &flat)], limits(100, 1)).unwrap().skeleton.len(), 100);
    let chain = bones(100, |n| n.checked_sub(1).map_or("NULL".to_owned(), |above| format!("b{above}")));
    for (file, limits) in [(&flat, limits(99, 1)), (&chain, limits(100, 99))] {
        let refusal = read_within(&[("a.skel", file)], limits).unwrap_err();
        assert_eq!((refusal.code(), refusal.location().is_some()), ("skel.limit", true));
    }
    // Children before their parents, from the last to the first.
    let backwards = bones(1_900, |n| if n == 1_899 { "NULL".to_owned() } else { format!("b{}", n + 1) });
    assert_eq!(read_within(&[("a.skel", &backwards)], Limits::default()).unwrap().skeleton.len(), 1_900);
}

#[test]
fn frames_are_limited() {
    let motion = Animation {
        name: "a2o-wave".into(),
        rotations: vec![UNTURNED; 100],
        tracks: vec![track("ARM".into(), 100)],
        ..Animation::default()
    };
    let (motion, small) = (animation(2, &motion), fixture("skel", "small.skel"));
    let read =
        |frames| read_within(&[("small.skel", &small), ("a.anim", &motion)], Limits { frames, ..Limits::default() });
    assert_eq!(read(100).unwrap().behaviours[0].motion.frame_count(), 100);
    assert_eq!(read(99).unwrap_err().code(), "anim.limit");
}

/// A hundred thousand tracks, and as many bones as there may be: the time does not grow with the square of their number.
#[test]
fn many_tracks_and_many_bones() {
    let small = fixture("skel", "small.skel");
    for name in [|n: usize| format!("x{n}"), |n: usize| ["ARM", "HAND"][n % 2].to_owned()] {
        let tracks = (0..100_000).map(|n| track(name(n), 1)).chain([track("ARM".into(), 1)]).collect();
        let motion = animation(2, &Animation { tracks, rotations: vec![UNTURNED], ..Animation::default() });
        let clip = read_within(&[("small.skel", &small), ("a.anim", &motion)], Limits::default()).unwrap();
        assert_eq!(clip.behaviours[0].motion.frame_count(), 1);
    }
    let flat = bones(19_000, |_| "NULL".to_owned());
    assert_eq!(read_within(&[("a.skel", &flat)], Limits::default()).unwrap().skeleton.len(), 19_000);
}

/// Tracks of all bones may play the same keys, and three bytes of a file of keys may stand for 65,536 of them.
#[test]
fn what_is_played_is_bounded_by_what_was_read() {
    let tracks = (0..19_000).map(|n| track(format!("b{n}"), 10_000)).collect();
    let motion = animation(2, &Animation { tracks, rotations: vec![UNTURNED; 10_000], ..Animation::default() });
    let flat = bones(19_000, |_| "NULL".to_owned());
    let refusal = read_within(&[("a.skel", &flat), ("a.anim", &motion)], Limits::default()).unwrap_err();
    assert_eq!(refusal.code(), "anim.limit", "3 GB of 1 MB");
    let text = String::from_utf8(fixture("skel", "catalogue.cmx")).unwrap();
    let text = text.replacen("\r\n0\r\n3\r\n3\r\n2\r\nROOT\r\n", "\r\n0\r\n3\r\n60000000\r\n2\r\nROOT\r\n", 1);
    let keys = [0xFE, 0xFF, 0xFF].repeat(4000);
    let refusal = read_within(&[("wave-keys.cfp", &keys), ("a.cmx", text.as_bytes())], Limits::default()).unwrap_err();
    assert_eq!((refusal.code(), refusal.file()), ("cfp.count", "wave-keys.cfp"), "1 GB of 12 kB");
}
