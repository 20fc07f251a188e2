//! Properties of objects (`Properties70`), and the templates with what holds where an object does not state one.

use std::iter::Skip;

use glam::DVec3;

use super::tree::{Node, Tree};
use super::values::{PropertyValue, Values};

/// Values before those of a property: its name, type, label and flags.
const BEFORE_VALUES: usize = 4;

/// The templates of a file: for each type of object the properties of its kinds.
#[derive(Debug, Default)]
pub(super) struct Templates<'t, 'a> {
    list: Vec<(&'a [u8], Node<'t, 'a>)>,
}

impl<'t, 'a> Templates<'t, 'a> {
    pub(super) fn read(tree: &'t Tree<'a>) -> Self {
        let types = tree.root("Definitions").into_iter().flat_map(|definitions| definitions.children());
        let mut list = Vec::new();
        for of_type in types.filter(|node| node.name() == b"ObjectType") {
            let Some(name) = of_type.value(0).and_then(PropertyValue::text) else { continue };
            // The properties of models are in the template `FbxNode`, or `KFbxNode` in older files.
            let templates = of_type.children().filter(|child| child.name() == b"PropertyTemplate");
            let properties = templates.filter_map(|template| template.child("Properties70"));
            list.extend(properties.map(|properties| (name, properties)));
        }
        Self { list }
    }
}

/// The properties of one object.
#[derive(Debug, Clone, Copy)]
pub(super) struct Properties<'p, 't, 'a> {
    own: Option<Node<'t, 'a>>,
    object: &'a [u8],
    templates: &'p Templates<'t, 'a>,
}

impl<'p, 't, 'a> Properties<'p, 't, 'a> {
    /// The properties of an object, whose type is the name of its record.
    pub(super) fn new(object: &Node<'t, 'a>, templates: &'p Templates<'t, 'a>) -> Self {
        Self { own: object.child("Properties70"), object: object.name(), templates }
    }

    /// The values of a property, of the object or else of its template.
    fn values(&self, name: &str) -> Option<Skip<Values<'a>>> {
        let templates = self.templates.list.iter().filter(|(object, _)| *object == self.object);
        let mut lists = self.own.iter().chain(templates.map(|(_, list)| list));
        lists.find_map(|list| find(list, name))
    }

    pub(super) fn integer(&self, name: &str) -> Option<i64> {
        self.values(name)?.next()?.integer()
    }

    pub(super) fn number(&self, name: &str) -> Option<f64> {
        self.values(name)?.next()?.number().filter(|number| number.is_finite())
    }

    pub(super) fn vector(&self, name: &str) -> Option<DVec3> {
        let mut values = self.values(name)?.filter_map(PropertyValue::number);
        let vector = DVec3::new(values.next()?, values.next()?, values.next()?);
        vector.is_finite().then_some(vector)
    }
}

fn find<'a>(list: &Node<'_, 'a>, name: &str) -> Option<Skip<Values<'a>>> {
    let mut entries = list.children().filter(|entry| entry.name() == b"P");
    let entry = entries.find(|entry| entry.value(0).and_then(PropertyValue::text) == Some(name.as_bytes()))?;
    Some(entry.values().skip(BEFORE_VALUES))
}
