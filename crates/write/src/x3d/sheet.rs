//! Writes triangles with points, normals, colours and texture coordinates.

use std::collections::HashMap;
use std::fmt::Write;

use glam::DVec3;

use super::numbers::DistinctNumbers;
use super::xml::{Defs, escaped};
use crate::number;
use marey::checked::Checked;
use marey::model::{Skin, SkinCorner};

/// Triangles with their own points.
#[derive(Default)]
pub(super) struct NodeSheet {
    /// Points of each triangle, and the index of its picture.
    pub(super) triangles: Vec<([u32; 3], Option<usize>)>,
    points: Vec<DVec3>,
    /// Empty if they are not written.
    normals: Vec<DVec3>,
    colours: Vec<[u8; 4]>,
    textures: Vec<[f32; 2]>,
    /// Maps corners of the skin to points.
    point_of_corner: HashMap<u32, u32>,
    /// Prefix of the `DEF` of all nodes.
    def: String,
    /// File names of the pictures.
    pictures: Vec<String>,
}

/// Where triangles get their colour from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Paint {
    /// The player's default colour.
    None,
    One([u8; 3]),
    /// A colour for each corner.
    Each,
}

/// Most shapes of a single colour; further triangles get a colour for each corner.
const MOST_SHAPES: usize = 64;

impl NodeSheet {
    /// The point of a corner, and whether this call added it.
    pub(super) fn point(&mut self, index: u32, corner: &SkinCorner, position: DVec3, normal: DVec3) -> (u32, bool) {
        if let Some(point) = self.point_of_corner.get(&index) {
            return (*point, false);
        }
        let point = self.points.len() as u32;
        self.point_of_corner.insert(index, point);
        self.points.push(position);
        self.normals.push(normal.try_normalize().unwrap_or(DVec3::Y));
        self.colours.push(corner.colour);
        self.textures.push(corner.texture);
        (point, true)
    }

    pub(super) fn drop_normals(&mut self) {
        self.normals.clear();
    }

    pub(super) fn name(&mut self, skin: &Skin, def: &str, defs: &mut Defs) {
        self.def = defs.give(def);
        self.pictures = skin.pictures().to_vec();
    }

    /// Writes the nodes. `slots`: the `containerField` of points and normals if they belong to the parent node, else empty, and that
    /// of the shapes.
    pub(super) fn write(&self, numbers: &DistinctNumbers, slots: [&str; 3], indent: &str, out: &mut String) {
        let [points, normals, shape] = slots;
        let has_normals = !self.normals.is_empty();
        if self.triangles.is_empty() {
            return;
        }
        let field = |slot: &str| if slot.is_empty() { String::new() } else { format!(" containerField='{slot}'") };
        let mut defined =
            DefinedNodes { points: !points.is_empty(), normals: !normals.is_empty(), ..DefinedNodes::default() };
        if defined.points {
            out.push_str(indent);
            self.coordinate(numbers, &field(points), out);
            out.push('\n');
        }
        if defined.normals && has_normals {
            out.push_str(indent);
            self.normal(&field(normals), out);
            out.push('\n');
        }
        for (picture, paint, triangles) in self.groups() {
            let _ = write!(out, "{indent}<Shape{}>", field(shape));
            self.appearance(picture, paint, out);
            let index: Vec<String> = triangles.iter().map(|[a, b, c]| format!("{a} {b} {c}")).collect();
            let _ = write!(out, "<IndexedTriangleSet index='{}'>", index.join(" "));
            self.use_or(&mut defined.points, "Coordinate", "points", out, |out| self.coordinate(numbers, "", out));
            if has_normals {
                self.use_or(&mut defined.normals, "Normal", "normals", out, |out| self.normal("", out));
            }
            if picture.is_some() {
                self.use_or(&mut defined.textures, "TextureCoordinate", "places", out, |out| self.texture(out));
            } else if paint == Paint::Each {
                self.use_or(&mut defined.colours, "Color", "colours", out, |out| self.colour(out));
            }
            out.push_str("</IndexedTriangleSet></Shape>\n");
        }
    }

    /// Writes a node, or after the first time its `USE`.
    fn use_or(&self, defined: &mut bool, node: &str, name: &str, out: &mut String, write: impl FnOnce(&mut String)) {
        if std::mem::replace(defined, true) {
            let _ = write!(out, "<{node} USE='{}_{name}'/>", self.def);
        } else {
            write(out);
        }
    }

    fn groups(&self) -> Vec<(Option<usize>, Paint, Vec<[u32; 3]>)> {
        let mut groups: Vec<(Option<usize>, Paint, Vec<[u32; 3]>)> = Vec::new();
        for (points, picture) in &self.triangles {
            let colours = points.map(|point| self.colours.at(point as usize));
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

    fn coordinate(&self, numbers: &DistinctNumbers, field: &str, out: &mut String) {
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

    /// Corners without a colour get the default of a Material.
    fn colour(&self, out: &mut String) {
        let _ = write!(out, "<Color DEF='{}_colours' color='", self.def);
        list(&self.colours, out, |out, [red, green, blue, alpha]| {
            parts(if *alpha == 0 { [204; 3] } else { [*red, *green, *blue] }, out);
        });
    }
}

/// Nodes that have a `DEF` already.
#[derive(Default)]
struct DefinedNodes {
    points: bool,
    normals: bool,
    textures: bool,
    colours: bool,
}

/// Writes a colour with components from 0 to 1.
fn parts(colour: [u8; 3], out: &mut String) {
    list_of(&colour, out, |out, part| number::push(out, f64::from(*part) / 255.0, 4));
}

fn list_of<T>(items: &[T], out: &mut String, write: impl Fn(&mut String, &T)) {
    for (index, item) in items.iter().enumerate() {
        out.push_str(if index > 0 { " " } else { "" });
        write(out, item);
    }
}

fn list<T>(items: &[T], out: &mut String, write: impl Fn(&mut String, &T)) {
    list_of(items, out, write);
    out.push_str("'/>");
}
