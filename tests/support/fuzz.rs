//! What the fuzz targets do with their input. `cargo fuzz` passes generated inputs, `tests/regressions.rs` earlier
//! finds, `tests/after_reading.rs` random ones.
//!
//! The input of a target that reads files is one file, or several with a line before each that names it: `=== a.asf`.
//! The last one is read, with the others beside it, in pieces that depend on its bytes.
//!
//! The input of a target that takes a clip is such files, or decisions by which a clip is made.

pub mod after_reading;

use std::fs;
use std::path::PathBuf;

use marey::model::Clip;

use super::check_clip::check_clip;
use super::choices::Choices;
use super::{
    Case, File, Random, companions, fixtures_folder, from_base64, made, paths_with, read, read_files, read_in_pieces,
    sound, stem,
};

pub struct Target {
    /// The name of its program and of its folder of regressions.
    pub name: &'static str,
    takes: Takes,
}

/// What a target does, and with what.
#[derive(Clone, Copy)]
enum Takes {
    /// Files of these names, the default first.
    Files(&'static [&'static str]),
    /// Packets of a clip.
    Packets,
    /// The payload of a packed motion.
    Payload,
    /// A clip, and decisions.
    Clip(fn(&Clip, &mut Choices<'_>)),
}

use Takes::{Files, Packets, Payload};

pub const TARGETS: &[Target] = &[
    Target { name: "bvh", takes: Files(&["a.bvh"]) },
    Target { name: "acclaim", takes: Files(&["a.asf", "a.amc", "a.obj"]) },
    Target { name: "arrays", takes: Files(&["a.npy", "a.npz", "a.pkl"]) },
    Target { name: "gltf", takes: Files(&["a.glb", "a.gltf", "a.bin", "a.vrm", "a.vrma"]) },
    Target { name: "c3d", takes: Files(&["a.c3d"]) },
    Target { name: "trc", takes: Files(&["a.trc"]) },
    Target { name: "fbx", takes: Files(&["a.fbx"]) },
    Target { name: "sims", takes: Files(&["a.skel", "a.anim", "a.cmx", "a.bcf", "wave-keys.cfp"]) },
    Target { name: "hanim_xml", takes: Files(&["a.x3d"]) },
    Target { name: "hanim_vrml", takes: Files(&["a.x3dv", "a.wrl", "a.x3dvz"]) },
    Target { name: "hanim_json", takes: Files(&["a.x3dj", "a.json"]) },
    Target { name: "hanim_mixed", takes: Files(&["a.x3d", "a.x3dv", "a.wrl", "a.x3dj"]) },
    Target { name: "packets", takes: Packets },
    Target { name: "link", takes: Payload },
    Target { name: "retarget", takes: Takes::Clip(after_reading::retarget) },
    Target { name: "compare", takes: Takes::Clip(after_reading::compare) },
    Target { name: "measure", takes: Takes::Clip(after_reading::measure) },
    Target { name: "picture", takes: Takes::Clip(after_reading::picture) },
    Target { name: "stage", takes: Takes::Clip(after_reading::stage) },
    Target { name: "pack", takes: Takes::Clip(after_reading::pack) },
    Target { name: "excerpt", takes: Takes::Clip(after_reading::excerpt) },
    Target { name: "mirror", takes: Takes::Clip(after_reading::mirror) },
    Target { name: "write_bvh", takes: Takes::Clip(after_reading::write_bvh) },
    Target { name: "write_acclaim", takes: Takes::Clip(after_reading::write_acclaim) },
    Target { name: "write_sims", takes: Takes::Clip(after_reading::write_sims) },
    Target { name: "write_x3d", takes: Takes::Clip(after_reading::write_x3d) },
    Target { name: "write_gltf", takes: Takes::Clip(after_reading::write_gltf) },
    Target { name: "write_tables", takes: Takes::Clip(after_reading::write_tables) },
];

pub fn run(target: &str, data: &[u8]) {
    match TARGETS.iter().find(|known| known.name == target).unwrap().takes {
        Files(names) => check(&files(data, names)),
        Packets => drop(unpacked(data)),
        Payload => after_reading::link(data),
        Takes::Clip(act) if data.starts_with(MARK) => {
            let names: Vec<&str> = TARGETS.iter().flat_map(Target::names).copied().collect();
            if let Ok(clip) = read_files(&files(data, &names)) {
                act(&clip, &mut Choices::at_random(hash(data)));
            }
        }
        Takes::Clip(act) => {
            let mut choices = Choices::of_bytes(data);
            act(&made::clip(&mut choices), &mut choices);
        }
    }
}

const MARK: &[u8] = b"=== ";

fn files(data: &[u8], names: &[&str]) -> Vec<File> {
    let named = |line: &[u8]| names.iter().find(|name| line.strip_prefix(MARK) == Some(name.as_bytes()));
    let mut files: Vec<File> = Vec::new();
    let mut add = |name: &str, bytes: &[u8]| {
        let taken = files.iter().filter(|(other, _)| other.ends_with(name)).count();
        files.push(("a".repeat(taken) + name, bytes.to_vec()));
    };
    let (mut name, mut start, mut end) = (names.first().copied().unwrap_or_default(), 0, 0);
    for line in data.split_inclusive(|byte| *byte == b'\n') {
        if let Some(next) = named(line.strip_suffix(b"\n").unwrap_or(line)) {
            // The line break before this line belongs to it.
            if end > 0 {
                add(name, data.get(start..end - 1).unwrap_or_default());
            }
            (name, start) = (next, end + line.len());
        }
        end += line.len();
    }
    add(name, &data[start..]);
    files
}

/// The target's name for a file of this extension.
fn known(files: &'static [&'static str], name: &str) -> Option<&'static str> {
    let ending = |name: &str| name.rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
    files.iter().copied().find(|known| ending(known) == ending(name))
}

impl Target {
    fn names(&self) -> &'static [&'static str] {
        if let Files(names) = self.takes { names } else { &[] }
    }

    /// Whether it takes a clip, of files or of decisions.
    pub fn takes_a_clip(&self) -> bool {
        matches!(self.takes, Takes::Clip(_))
    }

    /// The input of a case; `None` where the target does not take its files.
    pub fn seed(&self, case: &Case) -> Option<Vec<u8>> {
        // A case in one encoding is a seed of that encoding's target.
        let takes = |target: &Target| case.files.iter().all(|(name, _)| known(target.names(), name).is_some());
        let names = match self.takes {
            Packets => return case.read().ok().map(|clip| packed(&clip)),
            Payload => return None,
            Files(names) => names,
            Takes::Clip(_) => TARGETS.iter().find(|target| case.read().is_ok() && takes(target))?.names(),
        };
        let of_one = |target: &Target| ["hanim_xml", "hanim_vrml", "hanim_json"].contains(&target.name);
        if self.name == "hanim_mixed" && TARGETS.iter().any(|target| of_one(target) && takes(target)) {
            return None;
        }
        let mut input = Vec::new();
        for (name, bytes) in &case.files {
            let name = known(names, name)?;
            input.extend_from_slice(&[MARK, name.as_bytes(), b"\n", bytes.as_slice(), b"\n"].concat());
        }
        // The last line break would belong to the last file.
        input.pop();
        Some(input)
    }
}

/// The seeds of the target that takes payloads: what the links of the fixtures hold.
pub fn payloads() -> Vec<(String, Vec<u8>)> {
    let alphabet = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let links = paths_with(&fixtures_folder().join("link"), &["link"]);
    let payload = |path: &PathBuf| {
        let bytes = from_base64(fs::read_to_string(path).unwrap().trim(), alphabet);
        (stem(path), after_reading::payload(&bytes).to_vec())
    };
    links.iter().map(payload).collect()
}

/// A hash of all bytes (FNV-1a), not 0.
fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01B3)) | 1
}

/// Reads the last of some files, with the others beside it, in every way that users do.
fn check(files: &[File]) {
    let ((name, bytes), others) = files.split_last().unwrap();
    let companions = companions(others);
    let whole = read(&companions, name, bytes);
    sound::check(&whole, files).unwrap();
    let mut random = Random(hash(bytes));
    let most = [1, 7, 100, 3000][random.below(4)];
    let parts = read_in_pieces(&companions, name, bytes, || 1 + random.below(most));
    assert!(parts == whole, "in pieces: {parts:?}\nwhole: {whole:?}");
    if let Ok(clip) = whole {
        write_all(&clip);
        let out = marey_stage::pack::unpack(&packed(&clip)).unwrap().clip;
        assert!(alike(&out, &clip), "out of packets: {out:?}\nread: {clip:?}");
    }
}

/// Whether a clip came through packets. Every new skeleton normalizes rest rotations, which may change their last digit; and packets have no
/// takes, which nobody asks for where clips are played.
fn alike(one: &Clip, other: &Clip) -> bool {
    let (a, b) = (&one.skeleton, &other.skeleton);
    let same = (a.names(), a.parents(), a.kinds(), a.rest_translations(), a.scaling(), a.weights())
        == (b.names(), b.parents(), b.kinds(), b.rest_translations(), b.scaling(), b.weights());
    let turns = a.rest_rotations().iter().zip(b.rest_rotations()).all(|(a, b)| a.abs_diff_eq(*b, 1e-6));
    let mut one = one.clone();
    one.skeleton = b.clone();
    one.about.takes.clone_from(&other.about.takes);
    same && turns && one == *other
}

fn write_all(clip: &Clip) {
    let acclaim = marey_write::AcclaimOptions::default();
    let bvh = |clip: &Clip| marey_write::bvh(clip, 0, &marey_write::BvhOptions::default()).is_ok();
    bvh(clip);
    let _ = (marey_write::asf(clip, &acclaim), marey_write::amc(clip, 0, &acclaim));
    let _ = marey_write::skel(clip, &marey_write::SkelOptions::default());
    let _ = marey_write::anim(clip, 0, &marey_write::AnimOptions::default());
    let _ = marey_write::x3d(clip, &marey_write::X3dOptions::default());
    let _ = marey_write::glb(clip, &marey_write::GltfOptions::default());
    let _ = marey_write::gltf(clip, &marey_write::GltfOptions::default());
    let _ = marey_write::csv(clip, 0, &marey_write::CsvOptions::default());
    let _ = marey_write::npz(clip, 0);
    let mut options = marey_write::Excerpt::default();
    (options.rate, options.in_place) = (Some(7.0), Some(0));
    (options.metres_per_unit, options.up) = (Some(0.3), Some(marey::model::Axis::NegZ));
    // Seven frames a second of a motion of days would not fit in memory.
    if clip.behaviours.iter().all(|behaviour| behaviour.motion.duration() < 1e3) {
        let _ = marey_write::excerpt(clip, &options).map(|part| bvh(&part));
    }
}

pub fn packed(clip: &Clip) -> Vec<u8> {
    let counts: Vec<usize> = clip.behaviours.iter().map(|behaviour| behaviour.motion.frame_count()).collect();
    let mut out = marey_stage::pack::head(clip, &counts);
    for (index, behaviour) in clip.behaviours.iter().enumerate() {
        let motion = &behaviour.motion;
        let boxes = marey::pose::boxes(&clip.skeleton, motion);
        out.append(&mut marey_stage::pack::rows(index, motion.frames(0..motion.frame_count()), &boxes));
    }
    out.extend(clip.skin.iter().flat_map(|skin| marey_stage::pack::skin(skin)));
    out.append(&mut marey_stage::pack::tail(clip));
    out
}

/// Unpacks packets one by one and all at once, to the same clip. False if they are refused.
pub fn unpacked(data: &[u8]) -> bool {
    let whole = marey_stage::pack::unpack(data);
    let Ok(unpacked) = &whole else { return false };
    // A clip's facts may be about frames that are still to come.
    if unpacked.is_playable() && unpacked.complete {
        check_clip(&unpacked.clip).unwrap();
    }
    let mut packets = split(data).into_iter();
    let mut parts = packets.next().and_then(|head| marey_stage::pack::unpack(head).ok()).unwrap();
    packets.for_each(|packet| parts.push(packet).unwrap());
    assert!(same(&parts, unpacked), "one by one: {parts:?}\nat once: {unpacked:?}");
    true
}

/// Splits packets by their stated lengths, which follow four letters and four bytes.
pub fn split(mut data: &[u8]) -> Vec<&[u8]> {
    let mut packets = Vec::new();
    while let Some(length) = data.get(8..12) {
        let length = 12 + u32::from_le_bytes(length.try_into().unwrap()) as usize;
        let (packet, rest) = data.split_at(length.min(data.len()));
        packets.push(packet);
        data = rest;
    }
    packets
}

/// Compares all but the boxes, which may contain NaN.
fn same(one: &marey_stage::pack::Unpacked, other: &marey_stage::pack::Unpacked) -> bool {
    let lengths = |boxes: &[Vec<marey::model::Bounds>]| boxes.iter().map(Vec::len).collect::<Vec<_>>();
    one.clip == other.clip && one.complete == other.complete && lengths(&one.boxes) == lengths(&other.boxes)
}
