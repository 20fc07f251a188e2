//! The JSON of a file as a tree of the fields that Marey reads. All other fields are checked and dropped, so that `extras` of any size
//! take no memory, and an object never has more fields than [`FIELDS`] has names.

use std::borrow::Cow;
use std::cell::Cell;
use std::fmt;

use serde_core::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::problem::Problem;
use crate::error::ErrorKind;
use crate::formats::reading::growth::push;

/// Deepest nesting of fields that are read. glTF needs ten levels, with extensions.
const DEPTH: u8 = 64;
/// Most bytes of a text. Buffers and pictures inside the file are exempt: their `uri` is as long as they are.
const TEXT_BYTES: usize = 64 << 10;

/// Names of the fields that are read. Of the bones of a VRM, see [`super::humanoid`].
#[rustfmt::skip]
const FIELDS: &[&str] = &[
    "accessors", "animations", "asset", "attributes", "author", "authors", "baseColorFactor", "baseColorTexture", "bone", "buffer",
    "bufferView", "bufferViews", "buffers", "byteLength", "byteOffset", "byteStride", "camera", "channels", "children",
    "componentType", "copyright", "count", "extensions", "extensionsRequired", "extras", "generator", "humanBones", "humanoid",
    "images", "indices", "input", "interpolation", "inverseBindMatrices", "joints", "material", "materials", "matrix", "mesh",
    "meshes", "meta", "mimeType", "mode", "name", "node", "nodes", "normalized", "output", "path", "pbrMetallicRoughness",
    "pointer", "primitives", "rotation", "sampler", "samplers", "scale", "scene", "scenes", "skin", "skins", "source", "sourceFormat",
    "sparse", "target", "textures", "title", "translation", "type", "uri", "values", "version", "index",
    "COLOR_0", "JOINTS_0", "JOINTS_1", "NORMAL", "POSITION", "TEXCOORD_0", "WEIGHTS_0", "WEIGHTS_1",
    "EXT_meshopt_compression", "KHR_meshopt_compression", "KHR_animation_pointer", "KHR_draco_mesh_compression", "KHR_lights_punctual",
    "VRM", "VRMC_vrm", "VRMC_vrm_animation",
];

/// A value.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Json<'a> {
    Null,
    Bool(bool),
    Number(f64),
    Text(Cow<'a, str>),
    List(Vec<Self>),
    /// Each field once: of equal names the last one counts.
    Object(Vec<(&'static str, Self)>),
}

/// Why a text is no JSON that can be read, and the line and column, from 1, at which that shows.
#[derive(Debug)]
pub(super) struct JsonStop {
    pub(super) problem: Problem,
    pub(super) line: usize,
    /// In bytes.
    pub(super) column: usize,
}

/// Reads a whole text. `bones`: names of fields that are read besides [`FIELDS`].
pub(super) fn read<'a>(text: &'a [u8], bones: &'static [&'static str]) -> Result<Json<'a>, JsonStop> {
    let limit = Cell::new(None);
    let mut reader = serde_json::Deserializer::from_slice(text);
    let seed = Seed { bones, limit: &limit, depth: 0, is_uri: false };
    let read = seed.deserialize(&mut reader).and_then(|tree| reader.end().map(|()| tree));
    read.map_err(|error| {
        let problem = limit.take().unwrap_or_else(|| {
            let text = error.to_string();
            let what = text.rsplit_once(" at line ").map_or(&*text, |(what, _)| what);
            Problem::new(ErrorKind::Syntax, "gltf.syntax", format!("the JSON of this file is broken: {what}"))
        });
        JsonStop { problem, line: error.line(), column: error.column() }
    })
}

/// How a value is read.
#[derive(Clone, Copy)]
struct Seed<'s> {
    bones: &'static [&'static str],
    /// The limit that ended reading.
    limit: &'s Cell<Option<Problem>>,
    depth: u8,
    is_uri: bool,
}

impl Seed<'_> {
    fn stop<E: Error>(&self, code: &'static str, message: &str) -> E {
        self.limit.set(Some(Problem::new(ErrorKind::Limit, code, message)));
        E::custom(message)
    }

    fn no_memory<E: Error>(&self) -> E {
        self.stop("gltf.out-of-memory", "there is no memory left for the file")
    }

    fn inside<E: Error>(self, is_uri: bool) -> Result<Self, E> {
        if self.depth == DEPTH {
            return Err(self.stop("gltf.too-deep", "the JSON of this file is nested more than 64 deep"));
        }
        Ok(Self { depth: self.depth + 1, is_uri, ..self })
    }

    fn check_text<E: Error>(&self, text: &str) -> Result<(), E> {
        if text.len() > TEXT_BYTES && !self.is_uri {
            return Err(self.stop("gltf.long-text", "a text of this file has more than 64 kB"));
        }
        Ok(())
    }
}

impl<'de> DeserializeSeed<'de> for Seed<'_> {
    type Value = Json<'de>;

    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<Json<'de>, D::Error> {
        reader.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Seed<'_> {
    type Value = Json<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E: Error>(self) -> Result<Json<'de>, E> {
        Ok(Json::Null)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Json<'de>, E> {
        Ok(Json::Bool(value))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Json<'de>, E> {
        Ok(Json::Number(value as f64))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Json<'de>, E> {
        Ok(Json::Number(value as f64))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Json<'de>, E> {
        Ok(Json::Number(value))
    }

    fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<Json<'de>, E> {
        self.check_text(text)?;
        Ok(Json::Text(Cow::Borrowed(text)))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Json<'de>, E> {
        self.check_text(text)?;
        let mut own = String::new();
        own.try_reserve_exact(text.len()).map_err(|_| self.no_memory())?;
        own.push_str(text);
        Ok(Json::Text(Cow::Owned(own)))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Json<'de>, A::Error> {
        let mut list = Vec::new();
        let seed = self.inside(false)?;
        while let Some(item) = items.next_element_seed(seed)? {
            push(&mut list, item).map_err(|_| self.no_memory())?;
        }
        list.shrink_to_fit();
        Ok(Json::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Json<'de>, A::Error> {
        let mut object: Vec<(&'static str, Json<'de>)> = Vec::new();
        while let Some(name) = fields.next_key_seed(FieldName { bones: self.bones })? {
            let Some(name) = name else {
                fields.next_value::<IgnoredAny>()?;
                continue;
            };
            let value = fields.next_value_seed(self.inside(name == "uri")?)?;
            match object.iter_mut().find(|(known, _)| *known == name) {
                Some((_, known)) => *known = value,
                None => push(&mut object, (name, value)).map_err(|_| self.no_memory())?,
            }
        }
        object.shrink_to_fit();
        Ok(Json::Object(object))
    }
}

/// The name of a field; `None` for one that is not read.
struct FieldName {
    bones: &'static [&'static str],
}

impl<'de> DeserializeSeed<'de> for FieldName {
    type Value = Option<&'static str>;

    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<Self::Value, D::Error> {
        reader.deserialize_str(self)
    }
}

impl Visitor<'_> for FieldName {
    type Value = Option<&'static str>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a name")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
        Ok(FIELDS.iter().chain(self.bones).find(|name| **name == text).copied())
    }
}

impl<'a> Json<'a> {
    /// A field of an object.
    pub(super) fn get(&self, name: &str) -> Option<&Self> {
        match self {
            Json::Object(fields) => fields.iter().find(|(known, _)| *known == name).map(|(_, value)| value),
            _ => None,
        }
    }

    /// The fields of an object that are read.
    pub(super) fn fields(&self) -> &[(&'static str, Self)] {
        if let Json::Object(fields) = self { fields } else { &[] }
    }

    /// A field inside a field.
    pub(super) fn inner(&self, names: &[&str]) -> Option<&Self> {
        names.iter().try_fold(self, |value, name| value.get(name))
    }

    /// A list; empty if there is none of this name.
    pub(super) fn list(&self, name: &str) -> &[Self] {
        if let Some(Json::List(list)) = self.get(name) { list } else { &[] }
    }

    pub(super) fn text(&self, name: &str) -> Option<&str> {
        self.get(name)?.as_text()
    }

    pub(super) fn as_text(&self) -> Option<&str> {
        if let Json::Text(text) = self { Some(text) } else { None }
    }

    pub(super) fn as_number(&self) -> Option<f64> {
        if let Json::Number(number) = self { Some(*number) } else { None }
    }

    /// A whole number from 0 to 2^32 - 1.
    pub(super) fn as_index(&self) -> Option<usize> {
        let number = self.as_number()?;
        (number.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(&number)).then_some(number as usize)
    }

    /// A whole number from 0 to 2^32 - 1.
    pub(super) fn index(&self, name: &str) -> Option<usize> {
        self.get(name)?.as_index()
    }

    pub(super) fn is_true(&self, name: &str) -> bool {
        self.get(name) == Some(&Json::Bool(true))
    }

    /// A list of so many numbers.
    pub(super) fn numbers<const N: usize>(&self, name: &str) -> Option<[f64; N]> {
        let list = self.list(name);
        let mut numbers = [0.0; N];
        if list.len() != N {
            return None;
        }
        for (number, item) in numbers.iter_mut().zip(list) {
            *number = item.as_number()?;
        }
        Some(numbers)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_known_fields_are_kept_and_the_last_of_equal_names_counts() {
        let tree =
            read(br#" {"name":"a\u0041","extra":[[{}]],"name":"b","joints":[1,-2,0.5,null,true]} "#, &[]).unwrap();
        assert_eq!((tree.text("name"), tree.fields().len()), (Some("b"), 2));
        let joints: Vec<Option<usize>> = tree.list("joints").iter().map(Json::as_index).collect();
        assert_eq!(joints, [Some(1), None, None, None, None]);
    }

    #[test]
    fn limits_end_with_their_own_code() {
        let code = |text: String| read(text.as_bytes(), &[]).unwrap_err().problem.code;
        assert_eq!(code("[".repeat(65)), "gltf.too-deep");
        assert_eq!(code(format!("{{\"name\":\"{}\"}}", "a".repeat(TEXT_BYTES + 1))), "gltf.long-text");
        assert_eq!(code("{\"name\":".to_owned()), "gltf.syntax");
        assert!(read(format!("{{\"uri\":\"{}\"}}", "a".repeat(TEXT_BYTES + 1)).as_bytes(), &[]).is_ok());
        // Fields that are not read may be nested as deep as they like.
        assert!(read(format!("{{\"x\":{}{}}}", "[".repeat(1000), "]".repeat(1000)).as_bytes(), &[]).is_ok());
    }

    #[test]
    fn a_broken_text_tells_its_line_and_column() {
        let stop = read(b"{\n \"name\" 1}", &[]).unwrap_err();
        assert_eq!((stop.line, stop.column), (2, 9));
        assert!(stop.problem.message.contains("expected `:`"), "{}", stop.problem.message);
    }
}
