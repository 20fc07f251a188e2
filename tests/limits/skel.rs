//! The limits of The Sims' files.

use marey::Limits;

use support::sims::{Animation, Bone, Track, UNTURNED, animation, skeleton};
use support::{fixture, read_alone, read_files, read_within};

fn bones(count: usize, parent: impl Fn(usize) -> Option<usize>) -> Vec<u8> {
    let name = |n: usize| format!("b{n}");
    let parent = |n: usize| parent(n).map_or("NULL".into(), name);
    let bones: Vec<Bone> = (0..count).map(|n| Bone::new(&name(n), &parent(n), [1.0; 3])).collect();
    skeleton("many", &bones)
}

fn motion(tracks: impl IntoIterator<Item = Track>, keys: usize) -> Vec<u8> {
    let tracks = tracks.into_iter().collect();
    animation(&Animation { tracks, rotations: vec![UNTURNED; keys], ..Animation::default() })
}

#[test]
fn bones_and_their_depth_are_limited() {
    let flat = bones(100, |_| None);
    let limits = |joints, depth| Limits::default().joints(joints).depth(depth);
    assert_eq!(read_within(&[("a.skel", &flat)], limits(100, 1)).unwrap().skeleton.len(), 100);
    let chain = bones(100, |n| n.checked_sub(1));
    for (file, limits) in [(&flat, limits(99, 1)), (&chain, limits(100, 99))] {
        let refusal = read_within(&[("a.skel", file)], limits).unwrap_err();
        assert_eq!((refusal.code(), refusal.location().is_some()), ("skel.limit", true));
    }
    let backwards = bones(1_900, |n| (n < 1_899).then_some(n + 1));
    assert_eq!(read_alone("a.skel", backwards).unwrap().skeleton.len(), 1_900);
}

#[test]
fn frames_are_limited() {
    let (motion, small) = (motion([Track::turning("ARM", 100)], 100), fixture("skel", "small.skel"));
    let files = [("small.skel", &small), ("a.anim", &motion)];
    let read = |frames| read_within(&files, Limits::default().frames(frames));
    assert_eq!(read(100).unwrap().behaviours[0].motion.frame_count(), 100);
    assert_eq!(read(99).unwrap_err().code(), "anim.limit");
}

/// A hundred thousand tracks and the most bones: the time is not quadratic in their number.
#[test]
fn many_tracks_and_many_bones() {
    let small = fixture("skel", "small.skel");
    for name in [|n: usize| format!("x{n}"), |n: usize| ["ARM", "HAND"][n % 2].to_owned()] {
        let tracks = (0..100_000).map(|n| Track::turning(&name(n), 1)).chain([Track::turning("ARM", 1)]);
        let motion = motion(tracks, 1);
        let clip = read_files(&[("small.skel", &small), ("a.anim", &motion)]).unwrap();
        assert_eq!(clip.behaviours[0].motion.frame_count(), 1);
    }
    let flat = bones(19_000, |_| None);
    assert_eq!(read_alone("a.skel", flat).unwrap().skeleton.len(), 19_000);
}

/// Tracks of all bones may play the same keys, and three bytes of a file of keys may stand for 65,536 of them.
#[test]
fn the_motion_is_bounded_by_the_size_of_the_files() {
    let motion = motion((0..19_000).map(|n| Track::turning(&format!("b{n}"), 10_000)), 10_000);
    let flat = bones(19_000, |_| None);
    let refusal = read_files(&[("a.skel", &flat), ("a.anim", &motion)]).unwrap_err();
    assert_eq!(refusal.code(), "anim.limit", "3 GB of 1 MB");
    let text = String::from_utf8(fixture("skel", "catalogue.cmx")).unwrap();
    let text = text.replacen("\r\n0\r\n3\r\n3\r\n2\r\nROOT\r\n", "\r\n0\r\n3\r\n60000000\r\n2\r\nROOT\r\n", 1);
    let keys = [0xFE, 0xFF, 0xFF].repeat(4000);
    let refusal = read_files(&[("wave-keys.cfp", &keys[..]), ("a.cmx", text.as_bytes())]).unwrap_err();
    assert_eq!((refusal.code(), refusal.file()), ("cfp.count", "wave-keys.cfp"), "1 GB of 12 kB");
}
