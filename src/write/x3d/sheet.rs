//! Triangles as X3D's nodes: points with normals, colours and places on pictures.

use std::collections::HashMap;
use std::fmt::Write;

use glam::DVec3;

use super::numbers::Numbers;
use super::xml::{Defs, escaped};
use crate::model::{Skin, SkinCorner};
use crate::write::number;

/// Triangles over points of their own.
#[derive(Default)]
pub(super) struct Sheet {
    /// Points and the picture that each triangle wears.
    pub(super) triangles: Vec<([u32; 3], Option<usize>)>,
    points: Vec<DVec3>,
    normals: Vec<DVec3>,
    colours: Vec<[u8; 4]>,
    textures: Vec<[f32; 2]>,
    /// The point of each corner of the skin.
    of_corners: HashMap<u32, u32>,
    /// What the names of its nodes begin with.
    def: String,
    /// Files of the pictures.
    pictures: Vec<String>,
}

/// The colour of triangles.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Paint {
    /// The player's.
    None,
    One([u8; 3]),
    /// Of each corner its own.
    Each,
}

/// More shapes of a colour each are not written: beyond it corners have their own.
const MOST_SHAPES: usize = 64;

impl Sheet {
    /// The point of a corner, and whether it was added now.
    pub(super) fn point(&mut self, index: u32, corner: &SkinCorner, position: DVec3, normal: DVec3) -> (u32, bool) {
        if let Some(point) = self.of_corners.get(&index) {
            return (*point, false);
        }
        let point = self.points.len() as u32;
        self.of_corners.insert(index, point);
        self.points.push(position);
        self.normals.push(normal.try_normalize().unwrap_or(DVec3::Y));
        self.colours.push(corner.colour);
        self.textures.push(corner.texture);
        (point, true)
    }

    /// Gives its nodes their names.
    pub(super) fn name(&mut self, skin: &Skin, def: &str, defs: &mut Defs) {
        self.def = defs.give(def);
        self.pictures = skin.pictures().to_vec();
    }

    /// Writes the nodes. `slots`: the fields of the points and of the normals in the node around, where it has such, and
    /// that of the shapes.
    pub(super) fn write(&self, numbers: &Numbers, slots: [&str; 3], indent: &str, out: &mut String) {
        let [points, normals, shape] = slots;
        if self.triangles.is_empty() {
            return;
        }
        let field = |slot: &str| if slot.is_empty() { String::new() } else { format!(" containerField='{slot}'") };
        let mut known = Known { points: !points.is_empty(), normals: !normals.is_empty(), ..Known::default() };
        if known.points {
            out.push_str(indent);
            self.coordinate(numbers, &field(points), out);
            out.push('\n');
        }
        if known.normals {
            out.push_str(indent);
            self.normal(&field(normals), out);
            out.push('\n');
        }
        for (picture, paint, triangles) in self.groups() {
            // Writing to a String cannot fail.
            let _ = write!(out, "{indent}<Shape{}>", field(shape));
            self.appearance(picture, paint, out);
            let index: Vec<String> = triangles.iter().map(|[a, b, c]| format!("{a} {b} {c}")).collect();
            let _ = write!(out, "<IndexedTriangleSet index='{}'>", index.join(" "));
            self.use_or(&mut known.points, "Coordinate", "points", out, |out| self.coordinate(numbers, "", out));
            self.use_or(&mut known.normals, "Normal", "normals", out, |out| self.normal("", out));
            if picture.is_some() {
                self.use_or(&mut known.textures, "TextureCoordinate", "places", out, |out| self.texture(out));
            } else if paint == Paint::Each {
                self.use_or(&mut known.colours, "Color", "colours", out, |out| self.colour(out));
            }
            out.push_str("</IndexedTriangleSet></Shape>\n");
        }
    }

    /// A node, the first time; its name after that.
    fn use_or(&self, known: &mut bool, node: &str, name: &str, out: &mut String, write: impl FnOnce(&mut String)) {
        if std::mem::replace(known, true) {
            let _ = write!(out, "<{node} USE='{}_{name}'/>", self.def);
        } else {
            write(out);
        }
    }

    /// Triangles of one look.
    fn groups(&self) -> Vec<(Option<usize>, Paint, Vec<[u32; 3]>)> {
        let mut groups: Vec<(Option<usize>, Paint, Vec<[u32; 3]>)> = Vec::new();
        for (points, picture) in &self.triangles {
            let colours = points.map(|point| self.colours.get(point as usize).copied().unwrap_or_default());
            let mut paint = match colours {
                _ if picture.is_some() => Paint::None,
                [[.., 0], [.., 0], [.., 0]] => Paint::None,
                [a, b, c] if a == b && b == c => Paint::One([a[0], a[1], a[2]]),
                _ => Paint::Each,
            };
            let at = |paint: Paint| groups.iter().position(|(own, known, _)| (own, *known) == (picture, paint));
            let mut found = at(paint);
            if found.is_none() && groups.len() >= MOST_SHAPES && matches!(paint, Paint::One(_)) {
                paint = Paint::Each;
                found = at(paint);
            }
            match found.and_then(|at| groups.get_mut(at)) {
                Some((.., triangles)) => triangles.push(*points),
                None => groups.push((*picture, paint, vec![*points])),
            }
        }
        groups
    }

    fn appearance(&self, picture: Option<usize>, paint: Paint, out: &mut String) {
        if let Some(name) = picture.and_then(|picture| self.pictures.get(picture)) {
            let name = escaped(&name.replace(['"', '\\'], "_"));
            let _ = write!(out, "<Appearance><ImageTexture url='\"{name}\"'/></Appearance>");
        } else if let Paint::One(colour) = paint {
            out.push_str("<Appearance><Material diffuseColor='");
            parts(colour, out);
            out.push_str("'/></Appearance>");
        }
    }

    fn coordinate(&self, numbers: &Numbers, field: &str, out: &mut String) {
        let _ = write!(out, "<Coordinate DEF='{}_points'{field} point='", self.def);
        list(&self.points, out, |out, point| numbers.vector(out, *point));
    }

    fn normal(&self, field: &str, out: &mut String) {
        let _ = write!(out, "<Normal DEF='{}_normals'{field} vector='", self.def);
        list(&self.normals, out, |out, normal| {
            list_of(&normal.to_array(), out, |out, value| number::push(out, *value, 6));
        });
    }

    fn texture(&self, out: &mut String) {
        let _ = write!(out, "<TextureCoordinate DEF='{}_places' point='", self.def);
        list(&self.textures, out, |out, [x, y]| {
            let _ = write!(out, "{x} {y}");
        });
    }

    /// What has no colour gets that of a Material that does not say.
    fn colour(&self, out: &mut String) {
        let _ = write!(out, "<Color DEF='{}_colours' color='", self.def);
        list(&self.colours, out, |out, [red, green, blue, alpha]| {
            parts(if *alpha == 0 { [204; 3] } else { [*red, *green, *blue] }, out);
        });
    }
}

/// Which nodes were written already.
#[derive(Default)]
struct Known {
    points: bool,
    normals: bool,
    textures: bool,
    colours: bool,
}

/// A colour as parts of 1.
fn parts(colour: [u8; 3], out: &mut String) {
    list_of(&colour, out, |out, part| number::push(out, f64::from(*part) / 255.0, 4));
}

fn list_of<T>(items: &[T], out: &mut String, write: impl Fn(&mut String, &T)) {
    for (index, item) in items.iter().enumerate() {
        out.push_str(if index > 0 { " " } else { "" });
        write(out, item);
    }
}

/// A list up to the end of its node.
fn list<T>(items: &[T], out: &mut String, write: impl Fn(&mut String, &T)) {
    list_of(items, out, write);
    out.push_str("'/>");
}
