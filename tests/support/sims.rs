//! Writes files of The Sims Online, for tests: the reader's rules the other way round.
//!
//! Numbers are the file's own: left-handed, Y up, rotations as the conjugate of the textbook quaternion (x, y, z, w).

pub const UNTURNED: [f32; 4] = [0.0, 0.0, 0.0, 1.0];

#[derive(Clone, Debug)]
pub struct Bone {
    pub name: String,
    /// `NULL` for a root.
    pub parent: String,
    pub translation: [f32; 3],
    pub rotation: [f32; 4],
    /// Can translate, rotate, blend.
    pub can: [i32; 3],
}

impl Bone {
    /// A bone without rest rotation, at `translation` from its parent.
    pub fn new(name: &str, parent: &str, translation: [f32; 3]) -> Self {
        let (name, parent) = (name.into(), parent.into());
        Self { name, parent, translation, rotation: UNTURNED, can: [0, 1, 1] }
    }
}

/// The motion of one bone. Its keys start at these indices of the motion's translations and rotations.
#[derive(Clone, Debug, Default)]
pub struct Track {
    pub bone: String,
    pub frames: u32,
    pub translations: Option<i32>,
    pub rotations: Option<i32>,
    /// Milliseconds and events.
    pub events: Vec<(u32, Vec<(String, String)>)>,
}

impl Track {
    /// The track of a bone that only turns, by the first rotations of the motion.
    pub fn turning(bone: &str, frames: u32) -> Self {
        Self { bone: bone.into(), frames, rotations: Some(0), ..Self::default() }
    }
}

#[derive(Clone, Debug, Default)]
pub struct Animation {
    pub name: String,
    pub duration: f32,
    pub distance: f32,
    pub moving: bool,
    pub translations: Vec<[f32; 3]>,
    pub rotations: Vec<[f32; 4]>,
    pub tracks: Vec<Track>,
}

/// ROOT at the origin, ARM one to the left (the files' -X) and one up, HAND one farther up.
pub fn arm() -> [Bone; 3] {
    [
        Bone::new("ROOT", "NULL", [0.0; 3]),
        Bone::new("ARM", "ROOT", [-1.0, 1.0, 0.0]),
        Bone::new("HAND", "ARM", [0.0, 1.0, 0.0]),
    ]
}

pub fn skeleton(name: &str, bones: &[Bone]) -> Vec<u8> {
    let mut out = 1_u32.to_be_bytes().to_vec();
    text(&mut out, name);
    out.extend((bones.len() as u16).to_be_bytes());
    for bone in bones {
        number(&mut out, 1);
        text(&mut out, &bone.name);
        text(&mut out, &bone.parent);
        // No list of properties.
        out.push(0);
        floats(&mut out, &bone.translation);
        floats(&mut out, &bone.rotation);
        out.extend(bone.can.map(i32::to_be_bytes).as_flattened());
        floats(&mut out, &[0.0; 2]);
    }
    out
}

/// Bytes of an `.anim` of version 2.
pub fn animation(animation: &Animation) -> Vec<u8> {
    let mut out = 2_u32.to_be_bytes().to_vec();
    out.extend((animation.name.len() as u16).to_be_bytes());
    out.extend(animation.name.as_bytes());
    floats(&mut out, &[animation.duration, animation.distance]);
    out.push(u8::from(animation.moving));
    number(&mut out, animation.translations.len());
    floats(&mut out, animation.translations.as_flattened());
    number(&mut out, animation.rotations.len());
    floats(&mut out, animation.rotations.as_flattened());
    number(&mut out, animation.tracks.len());
    for track in &animation.tracks {
        number(&mut out, 0);
        text(&mut out, &track.bone);
        number(&mut out, track.frames as usize);
        floats(&mut out, &[animation.duration]);
        out.extend([u8::from(track.translations.is_some()), u8::from(track.rotations.is_some())]);
        out.extend(track.translations.unwrap_or(-1).to_be_bytes());
        out.extend(track.rotations.unwrap_or(-1).to_be_bytes());
        // No lists of properties.
        out.extend([0, u8::from(!track.events.is_empty())]);
        if !track.events.is_empty() {
            number(&mut out, 1);
            number(&mut out, track.events.len());
            for (time, pairs) in &track.events {
                [*time as usize, 1, pairs.len()].into_iter().for_each(|count| number(&mut out, count));
                pairs.iter().flat_map(|(key, value)| [key, value]).for_each(|word| text(&mut out, word));
            }
        }
    }
    out
}

fn text(out: &mut Vec<u8>, text: &str) {
    out.push(text.len() as u8);
    out.extend(text.as_bytes());
}

fn number(out: &mut Vec<u8>, number: usize) {
    out.extend((number as u32).to_be_bytes());
}

fn floats(out: &mut Vec<u8>, values: &[f32]) {
    values.iter().for_each(|value| out.extend(value.to_le_bytes()));
}
