//! Writes files of The Sims Online, for tests: the reader's rules the other way round.
//!
//! Numbers are the file's own: left-handed, Y up, rotations as the conjugate of the textbook quaternion (x, y, z, w).

/// A key and its value, by properties.
pub type Properties = Vec<Vec<(String, String)>>;

/// A bone of a skeleton.
#[derive(Clone, Debug)]
pub struct Bone {
    pub name: String,
    /// `NULL` for a root.
    pub parent: String,
    /// `None`: the file says that there is no list.
    pub properties: Option<Properties>,
    pub translation: [f32; 3],
    pub rotation: [f32; 4],
    /// Can translate, rotate, blend.
    pub can: [i32; 3],
    /// Value and power.
    pub wiggle: [f32; 2],
}

impl Bone {
    /// A bone that may turn, unturned, at `translation` from its parent.
    pub fn new(name: &str, parent: &str, translation: [f32; 3]) -> Self {
        Self {
            name: name.into(),
            parent: parent.into(),
            properties: None,
            translation,
            rotation: [0.0, 0.0, 0.0, 1.0],
            can: [0, 1, 1],
            wiggle: [0.0; 2],
        }
    }
}

/// What one bone does.
#[derive(Clone, Debug, Default)]
pub struct Track {
    pub bone: String,
    pub frames: u32,
    /// Index of its first translation.
    pub translations: Option<i32>,
    /// Index of its first rotation.
    pub rotations: Option<i32>,
    /// Property lists, three deep.
    pub lists: Vec<Properties>,
    /// Milliseconds and what happens.
    pub events: Vec<(u32, Vec<(String, String)>)>,
}

/// A motion.
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
        out.push(u8::from(bone.properties.is_some()));
        if let Some(list) = &bone.properties {
            properties(&mut out, list);
        }
        floats(&mut out, &bone.translation);
        floats(&mut out, &bone.rotation);
        bone.can.iter().for_each(|can| out.extend(can.to_be_bytes()));
        floats(&mut out, &bone.wiggle);
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
        out.push(u8::from(!track.lists.is_empty()));
        if !track.lists.is_empty() {
            number(&mut out, track.lists.len());
            track.lists.iter().for_each(|list| properties(&mut out, list));
        }
        out.push(u8::from(!track.events.is_empty()));
        if !track.events.is_empty() {
            number(&mut out, 1);
            number(&mut out, track.events.len());
            for (time, pairs) in &track.events {
                number(&mut out, *time as usize);
                properties(&mut out, std::slice::from_ref(pairs));
            }
        }
    }
    out
}

fn properties(out: &mut Vec<u8>, list: &[Vec<(String, String)>]) {
    number(out, list.len());
    for pairs in list {
        number(out, pairs.len());
        for (key, value) in pairs {
            text(out, key);
            text(out, value);
        }
    }
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
