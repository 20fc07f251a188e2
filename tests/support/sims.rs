//! Writes files of The Sims Online, for tests: the reader's rules the other way round.
//!
//! Numbers are the file's own: left-handed, Y up, rotations as the conjugate of the textbook quaternion (x, y, z, w).

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
    /// A bone that may turn, unturned, at `translation` from its parent.
    pub fn new(name: &str, parent: &str, translation: [f32; 3]) -> Self {
        let (name, parent) = (name.into(), parent.into());
        Self { name, parent, translation, rotation: [0.0, 0.0, 0.0, 1.0], can: [0, 1, 1] }
    }
}

/// What one bone does. Tracks begin at those indices of the motion's translations and rotations.
#[derive(Clone, Debug, Default)]
pub struct Track {
    pub bone: String,
    pub frames: u32,
    pub translations: Option<i32>,
    pub rotations: Option<i32>,
    /// Milliseconds and what happens.
    pub events: Vec<(u32, Vec<(String, String)>)>,
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

/// Bytes of a `.skel` of this version (1).
pub fn skeleton(version: u32, name: &str, bones: &[Bone]) -> Vec<u8> {
    let mut out = version.to_be_bytes().to_vec();
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

/// Bytes of an `.anim` of this version (2).
pub fn animation(version: u32, animation: &Animation) -> Vec<u8> {
    let mut out = version.to_be_bytes().to_vec();
    out.extend((animation.name.len() as u16).to_be_bytes());
    out.extend(animation.name.as_bytes());
    floats(&mut out, &[animation.duration, animation.distance]);
    out.push(u8::from(animation.moving));
    number(&mut out, animation.translations.len());
    animation.translations.iter().for_each(|key| floats(&mut out, key));
    number(&mut out, animation.rotations.len());
    animation.rotations.iter().for_each(|key| floats(&mut out, key));
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

/// Windows-1252: these files of ours hold ASCII and Latin letters.
fn text(out: &mut Vec<u8>, text: &str) {
    let bytes: Vec<u8> = text.chars().map(|c| u8::try_from(u32::from(c)).unwrap_or(b'?')).take(255).collect();
    out.push(bytes.len() as u8);
    out.extend(bytes);
}

fn number(out: &mut Vec<u8>, number: usize) {
    out.extend((number as u32).to_be_bytes());
}

fn floats(out: &mut Vec<u8>, values: &[f32]) {
    values.iter().for_each(|value| out.extend(value.to_le_bytes()));
}
