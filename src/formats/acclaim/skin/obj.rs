//! Reads a skin: a Wavefront OBJ whose face groups have bone names. "On reading in the skin object these face groups are attached
//! to the bones. Subsequently the skin moves exactly as the bones do" (the format's text, `:skin`).
//!
//! Two passes: first points and normals, then the faces, which may use any of them.

use std::collections::HashSet;

use glam::Vec3;

use super::mesh::{ObjMesh, ObjTriangle, push};
use crate::decimal::whole;
use crate::error::Location;
use crate::formats::reading::WarningLog;
use crate::formats::reading::text::{Decoder, Encoding, Ruler, TextPlaces, is_blank};
use crate::model::{BuildError, Skeleton, Skin, SkinParts, is_placeable};

/// The skin in `bytes`, for the rest pose of `skeleton`. `joint_of` finds a bone's joint by name, in any case. `None` if nothing
/// of it can be shown; the `warnings` say why, with places in this file.
///
/// `factor` is the factor of the skeleton's lengths. The format does not say whether it applies to the skin: it is applied if that
/// brings the skin's corners nearer to their joints.
pub(super) fn read(
    name: &str,
    bytes: &[u8],
    skeleton: &Skeleton,
    joint_of: impl Fn(&[u8]) -> Option<u16>,
    factor: f64,
    warnings: &mut WarningLog,
) -> Option<Skin> {
    let (encoding, mark) = Encoding::detect(bytes);
    let mut decoder = Decoder::new(encoding, mark);
    let text = decoder.decode(bytes);
    let mut reader = ObjReader {
        joint_of,
        warnings,
        places: TextPlaces::new(text, Ruler::new(encoding, mark)),
        mesh: ObjMesh::default(),
        points: 0,
        normals: 0,
        object: None,
        group: None,
        unattached_group: Some((None, String::new())),
        warned_groups: HashSet::new(),
        faces: 0,
        attached: false,
    };
    match reader.read(text).and_then(|()| reader.finish(name, skeleton, factor)) {
        Ok(skin) => skin,
        Err(error) => {
            warnings.add("obj.too-large", None, || format!("the skin is left out: {error}"));
            None
        }
    }
}

struct ObjReader<'a, F> {
    joint_of: F,
    warnings: &'a mut WarningLog,
    places: TextPlaces<'a>,
    mesh: ObjMesh,
    /// Points and normals that the second pass has passed: negative indices count back from there.
    points: usize,
    normals: usize,
    /// The joints named by the last `o` and the last `g`.
    object: Option<u16>,
    group: Option<u16>,
    /// Place and name of the current group if it has no joint, for a warning if a face follows.
    unattached_group: Option<(Option<Location>, String)>,
    warned_groups: HashSet<String>,
    faces: usize,
    attached: bool,
}

impl<F: Fn(&[u8]) -> Option<u16>> ObjReader<'_, F> {
    fn read(&mut self, text: &[u8]) -> Result<(), BuildError> {
        for (at, line) in lines(text) {
            let mut tokens = tokens(at, line);
            match tokens.next() {
                Some((_, b"v")) => push(&mut self.mesh.points, vector(tokens))?,
                Some((_, b"vn")) => push(&mut self.mesh.normals, vector(tokens))?,
                _ => {}
            }
        }
        for (at, line) in lines(text) {
            let mut tokens = tokens(at, line);
            let Some((at, keyword)) = tokens.next() else { continue };
            match keyword {
                b"v" => {
                    if !self.mesh.points.get(self.points).is_some_and(|point| is_placeable(*point)) {
                        self.warn(
                            "obj.point",
                            at,
                            "expected three numbers up to 1e12; faces at this point are left out",
                        );
                    }
                    self.points += 1;
                }
                b"vn" => self.normals += 1,
                b"o" => {
                    self.object = self.joint(at, tokens);
                    self.group = None;
                }
                b"g" => self.group = self.joint(at, tokens),
                b"f" => self.face(at, tokens)?,
                _ => {}
            }
        }
        Ok(())
    }

    /// The joint of the first name that a bone has.
    fn joint<'t>(&mut self, at: usize, names: impl Iterator<Item = (usize, &'t [u8])>) -> Option<u16> {
        let mut all = String::new();
        for (_, name) in names {
            if let Some(joint) = (self.joint_of)(name) {
                self.unattached_group = None;
                return Some(joint);
            }
            all += if all.is_empty() { "" } else { " " };
            all += &shown(name);
        }
        self.unattached_group = Some((Some(self.places.locate(at)), all));
        None
    }

    fn face<'t>(&mut self, at: usize, tokens: impl Iterator<Item = (usize, &'t [u8])>) -> Result<(), BuildError> {
        self.faces += 1;
        let Some(joint) = self.group.or(self.object) else {
            self.warn_unattached_group(at);
            return Ok(());
        };
        self.attached = true;
        let (mut points, mut normals) = (Vec::new(), Vec::new());
        for (at, token) in tokens {
            let mut numbers = token.split(|byte| *byte == b'/');
            let point = numbers.next().and_then(|text| index(text, self.points, self.mesh.points.len()));
            let Some(point) = point else {
                let (count, found) = (self.mesh.points.len(), shown(token));
                let message = format!("expected one of {count} points, found `{found}`; the face is left out");
                self.warn("obj.index", at, &message);
                return Ok(());
            };
            push(&mut points, point)?;
            if let Some(text) = numbers.nth(1).filter(|text| !text.is_empty()) {
                let Some(normal) = index(text, self.normals, self.mesh.normals.len()) else {
                    let (count, found) = (self.mesh.normals.len(), shown(token));
                    let message = format!("expected one of {count} normals, found `{found}`; the face is left out");
                    self.warn("obj.index", at, &message);
                    return Ok(());
                };
                push(&mut normals, normal)?;
            }
        }
        if points.len() < 3 {
            self.warn("obj.corners", at, &format!("expected three corners or more, found {}", points.len()));
            return Ok(());
        }
        let normals = (normals.len() == points.len()).then_some(&*normals);
        self.mesh.polygon(&points, normals, joint)
    }

    /// Warns of a group without a bone, once for each name.
    fn warn_unattached_group(&mut self, at: usize) {
        let Some((place, name)) = self.unattached_group.take() else { return };
        if self.warned_groups.insert(name.clone()) {
            let place = place.unwrap_or_else(|| self.places.locate(at));
            self.warnings.add("obj.group", Some(place), || match name.as_str() {
                "" => "these faces are in no group, so they belong to no bone; they are left out".to_owned(),
                name => format!("no bone is called `{name}`; the faces of that group are left out"),
            });
        }
    }

    fn warn(&mut self, code: &'static str, at: usize, message: &str) {
        let place = self.places.locate(at);
        self.warnings.add(code, Some(place), || message.to_owned());
    }

    fn finish(mut self, name: &str, skeleton: &Skeleton, factor: f64) -> Result<Option<Skin>, BuildError> {
        if self.mesh.triangles.is_empty() {
            let (code, message) = if self.attached || self.faces == 0 {
                ("obj.no-faces", "expected faces, found none that can be drawn; the skin is left out")
            } else {
                ("obj.no-bone", "none of its groups is called as a bone; the skin is left out")
            };
            self.warnings.add(code, None, || message.to_owned());
            return Ok(None);
        }
        let rest = skeleton.rest_positions();
        let distance = |scale: f64| -> f64 {
            let of = |one: &ObjTriangle| -> Option<f64> {
                let joint = rest.get(usize::from(one.joint))?;
                let corners = one.points.iter().filter_map(|&point| self.mesh.points.get(point as usize));
                Some(corners.map(|point| f64::from((point * scale as f32).distance(*joint))).sum())
            };
            self.mesh.triangles.iter().filter_map(of).sum()
        };
        if factor != 1.0 {
            let multiplied = distance(factor) < distance(1.0);
            self.warnings.add("obj.lengths", None, || {
                if multiplied {
                    format!("the skin's lengths were multiplied by {factor}, as the skeleton's are: so it fits better")
                } else {
                    format!("the skin's lengths were kept while the skeleton's were multiplied by {factor}: so it fits better")
                }
            });
            if multiplied {
                for point in &mut self.mesh.points {
                    *point *= factor as f32;
                }
            }
        }
        let (corners, triangles) = self.mesh.build()?;
        Skin::new(name, SkinParts { corners, triangles, ..SkinParts::default() }, skeleton).map(Some)
    }
}

/// An index below `total` from a number that counts from 1, or, if negative, back from `so_far`.
fn index(text: &[u8], so_far: usize, total: usize) -> Option<u32> {
    let number: i64 = std::str::from_utf8(text).ok()?.parse().ok()?;
    let index = if number < 0 { i64::try_from(so_far).ok()?.checked_add(number)? } else { number - 1 };
    u32::try_from(index).ok().filter(|&index| (index as usize) < total)
}

/// Three numbers; NaN for missing or unreadable ones.
fn vector<'a>(mut tokens: impl Iterator<Item = (usize, &'a [u8])>) -> Vec3 {
    let mut number = || tokens.next().and_then(|(_, text)| whole(text));
    Vec3::from_array([(); 3].map(|()| number().map_or(f32::NAN, |number| number as f32)))
}

fn shown(name: &[u8]) -> String {
    String::from_utf8_lossy(name.get(..60).unwrap_or(name)).into_owned()
}

/// Lines with their offsets. A backslash at a line's end continues the line, except in a comment.
fn lines(text: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let mut start = 0;
    std::iter::from_fn(move || {
        let rest = text.get(start..).filter(|rest| !rest.is_empty())?;
        let (mut comment, mut joined) = (false, false);
        let mut before = [0; 2];
        let end = rest.iter().position(|&byte| {
            let ends = matches!(byte, b'\n' | b'\r');
            joined = ends && !comment && (before[1] == b'\\' || (joined && before[1] == b'\r' && byte == b'\n'));
            comment |= byte == b'#';
            before = [before[1], byte];
            ends && !joined
        });
        let end = end.unwrap_or(rest.len());
        let at = start;
        start += end + 1;
        Some((at, rest.get(..end).unwrap_or(rest)))
    })
}

/// Words of a line with their offsets, up to a comment.
fn tokens(start: usize, line: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let mut next = start;
    let words = line.split(|byte| is_blank(*byte)).map(move |word| {
        let at = next;
        next += word.len() + 1;
        (at, word.strip_suffix(b"\\").unwrap_or(word))
    });
    words.filter(|(_, word)| !word.is_empty()).take_while(|(_, word)| !word.starts_with(b"#"))
}
