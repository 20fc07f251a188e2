//! The objects of a file and their connections: which model hangs on which, which curve moves what.

use std::borrow::Cow;

use super::problem::Problem;
use super::tree::{Node, Tree};
use super::values::{Encoding, PropertyValue};
use crate::compact::sorting::sort_by_key;
use crate::formats::reading::growth::push;

/// Most bytes of the name of an object.
const LONGEST_TEXT: usize = 65_535;

/// The kinds of objects that matter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ObjectKind {
    Model,
    Attribute,
    Geometry,
    Deformer,
    Stack,
    Layer,
    CurveNode,
    Curve,
}

/// An object.
#[derive(Debug, Clone)]
pub(super) struct Object<'t, 'a> {
    pub(super) kind: ObjectKind,
    pub(super) id: i64,
    /// Its name and class as the file spells them: `Hips`, `LimbNode`.
    pub(super) name: Cow<'a, str>,
    pub(super) class: &'a [u8],
    pub(super) node: Node<'t, 'a>,
}

/// A connection from an object to another one, or to a property of it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Connection<'a> {
    /// Indices of the objects.
    pub(super) from: usize,
    /// `None`: the scene.
    pub(super) to: Option<usize>,
    /// Empty for a connection to the object itself.
    pub(super) property: &'a [u8],
}

/// All objects and connections, in the file's order.
#[derive(Debug)]
pub(super) struct Objects<'t, 'a> {
    pub(super) list: Vec<Object<'t, 'a>>,
    pub(super) connections: Vec<Connection<'a>>,
}

impl<'t, 'a> Objects<'t, 'a> {
    pub(super) fn read(tree: &'t Tree<'a>, encoding: Encoding) -> Result<Self, Problem> {
        let mut list = Vec::new();
        for objects in tree.roots().filter(|root| root.name() == b"Objects") {
            for node in objects.children() {
                if let Some(object) = object(node, encoding)? {
                    push(&mut list, object).map_err(|_| Problem::no_memory(node.record.at))?;
                }
            }
        }
        let mut ids: Vec<(i64, usize)> = list.iter().enumerate().map(|(index, object)| (object.id, index)).collect();
        sort_by_key(&mut ids, |(id, index)| (*id, *index));
        let find = |id: i64| {
            let first = ids.partition_point(|(known, _)| *known < id);
            ids.get(first).filter(|(known, _)| *known == id).map(|(_, index)| *index)
        };
        let mut connections = Vec::new();
        for list in tree.roots().filter(|root| root.name() == b"Connections") {
            for node in list.children() {
                if let Some(connection) = connection(&node, find) {
                    push(&mut connections, connection).map_err(|_| Problem::no_memory(node.record.at))?;
                }
            }
        }
        Ok(Self { list, connections })
    }

    pub(super) fn get(&self, index: usize) -> Option<&Object<'t, 'a>> {
        self.list.get(index)
    }

    pub(super) fn kind(&self, index: usize) -> Option<ObjectKind> {
        self.get(index).map(|object| object.kind)
    }

    /// Indices of all objects of a kind.
    pub(super) fn of(&self, kind: ObjectKind) -> impl Iterator<Item = usize> {
        (0..self.list.len()).filter(move |index| self.kind(*index) == Some(kind))
    }

    /// The connections from objects of a kind to objects of another one, each with the property.
    pub(super) fn between(&self, from: ObjectKind, to: ObjectKind) -> impl Iterator<Item = (usize, usize, &'a [u8])> {
        let wanted = move |connection: &Connection<'a>| {
            let target = connection.to.filter(|target| self.kind(*target) == Some(to))?;
            (self.kind(connection.from) == Some(from)).then_some((connection.from, target, connection.property))
        };
        self.connections.iter().filter_map(wanted)
    }
}

fn object<'t, 'a>(node: Node<'t, 'a>, encoding: Encoding) -> Result<Option<Object<'t, 'a>>, Problem> {
    let kind = match node.name() {
        b"Model" => ObjectKind::Model,
        b"NodeAttribute" => ObjectKind::Attribute,
        b"Geometry" => ObjectKind::Geometry,
        b"Deformer" => ObjectKind::Deformer,
        b"AnimationStack" => ObjectKind::Stack,
        b"AnimationLayer" => ObjectKind::Layer,
        b"AnimationCurveNode" => ObjectKind::CurveNode,
        b"AnimationCurve" => ObjectKind::Curve,
        _ => return Ok(None),
    };
    let mut values = node.values();
    let Some(id) = values.next().and_then(PropertyValue::integer) else { return Ok(None) };
    let mut text = || values.next().and_then(PropertyValue::text).unwrap_or_default();
    let (name, class) = (text(), text());
    if name.len() > LONGEST_TEXT {
        let message = format!("expected names of at most {LONGEST_TEXT} bytes, found one of {}", name.len());
        return Err(Problem::limit("fbx.long-text", node.record.at, message));
    }
    Ok(Some(Object { kind, id, name: own_name(name, encoding), class, node }))
}

/// The name without the class that files put behind or before it.
fn own_name(name: &[u8], encoding: Encoding) -> Cow<'_, str> {
    match encoding {
        Encoding::Binary => {
            let end = name.windows(2).position(|two| two == b"\0\x01").unwrap_or(name.len());
            String::from_utf8_lossy(name.get(..end).unwrap_or(name))
        }
        Encoding::Ascii => {
            let start = name.windows(2).position(|two| two == b"::").map_or(0, |at| at + 2);
            let name = String::from_utf8_lossy(name.get(start..).unwrap_or(name));
            if name.contains("&quot;") { Cow::Owned(name.replace("&quot;", "\"")) } else { name }
        }
    }
}

fn connection<'a>(node: &Node<'_, 'a>, find: impl Fn(i64) -> Option<usize>) -> Option<Connection<'a>> {
    let mut values = node.values();
    // From an object (O) or a property (P) to an object or a property.
    let kind = values.next().and_then(PropertyValue::text)?;
    let from = values.next()?.integer()?;
    let to = values.next()?.integer()?;
    let property = match kind {
        b"OO" => b"",
        b"OP" => values.next().and_then(PropertyValue::text)?,
        _ => return None,
    };
    let to = if to == 0 { None } else { Some(find(to)?) };
    Some(Connection { from: find(from)?, to, property })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_without_their_class() {
        assert_eq!(own_name(b"mixamorig:Hips\0\x01Model", Encoding::Binary), "mixamorig:Hips");
        assert_eq!(own_name(b"Model::mixamorig:Hips", Encoding::Ascii), "mixamorig:Hips");
        assert_eq!(own_name(b"Model::a::&quot;b&quot;", Encoding::Ascii), "a::\"b\"");
        assert_eq!([own_name(b"a", Encoding::Binary), own_name(b"a", Encoding::Ascii)], ["a", "a"]);
    }
}
