//! A scene as every encoding gives it: nodes in an arena, their fields as stretches of the file's text.
//!
//! Values stay text until someone asks for them (see [`super::fields`]): most of a file is geometry, and what is not
//! drawn is never parsed.

use std::rc::Rc;

use super::kinds::Kind;
use crate::formats::hanim::report::Report;
use crate::formats::hanim::sorting::sort_by;
use crate::formats::sniff::Kind as SniffedKind;

/// How the file writes its nodes; decides how the text of a field is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::formats) enum Encoding {
    /// X3D XML: attributes.
    Xml,
    /// ClassicVRML and VRML97.
    Vrml,
    /// X3D JSON.
    Json,
}

impl Encoding {
    /// The encoding of that kind of file; `None` where it is no scene.
    pub(in crate::formats) fn of(kind: SniffedKind) -> Option<Self> {
        match kind {
            SniffedKind::X3d => Some(Self::Xml),
            SniffedKind::X3dv | SniffedKind::Vrml => Some(Self::Vrml),
            SniffedKind::X3dJson => Some(Self::Json),
            _ => None,
        }
    }
}

/// A node's index in [`Tree::nodes`]. Nodes are numbered in the order in which they begin in the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct NodeId(pub(crate) u32);

/// What a field holds.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Value {
    /// Bytes `start..end` of the text, as the encoding writes the value.
    Text { start: usize, end: usize },
    /// Nodes, those meant by name (`USE`) among them.
    Nodes(Vec<NodeId>),
}

/// A field that the file gives; others have their defaults.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Field {
    pub(crate) name: Box<str>,
    /// Offset in the text.
    pub(crate) place: usize,
    pub(crate) value: Value,
}

/// A node, or a name that stands for one.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Node {
    pub(crate) kind: Kind,
    /// As written: `HAnimJoint`, or the name of a prototype.
    pub(crate) type_name: Box<str>,
    /// The name that the file gives the node; empty without one.
    pub(crate) def: Box<str>,
    /// Offset in the text.
    pub(crate) place: usize,
    pub(crate) fields: Vec<Field>,
    /// Set where the node only stands for another one: that one's name.
    pub(crate) uses: Option<Box<str>>,
    /// The node meant by `uses`, once the whole file is read.
    target: Option<NodeId>,
}

impl Node {
    pub(crate) fn new(kind: Kind, type_name: &str, place: usize) -> Self {
        Self {
            kind,
            type_name: type_name.into(),
            def: Box::default(),
            place,
            fields: Vec::new(),
            uses: None,
            target: None,
        }
    }
}

/// `ROUTE from.field TO to.field`, names as written.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Route {
    pub(crate) from: Box<str>,
    pub(crate) from_field: Box<str>,
    pub(crate) to: Box<str>,
    pub(crate) to_field: Box<str>,
    /// Offset in the text.
    pub(crate) place: usize,
    /// How many nodes had begun before it.
    pub(crate) nodes_before: u32,
}

/// A whole file.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Tree {
    pub(crate) encoding: Encoding,
    /// Shared with who counts its lines.
    pub(crate) text: Rc<Vec<u8>>,
    pub(crate) nodes: Vec<Node>,
    /// Nodes that are in no other.
    pub(crate) roots: Vec<NodeId>,
    pub(crate) routes: Vec<Route>,
    /// Named statements of the head: `meta`, `component`, `unit`, with their texts.
    pub(crate) statements: Vec<(Box<str>, Vec<Box<str>>)>,
    /// Names and nodes, by name and then by place.
    names: Vec<(Box<str>, NodeId)>,
}

impl Tree {
    pub(crate) fn new(encoding: Encoding) -> Self {
        Self {
            encoding,
            text: Rc::default(),
            nodes: Vec::new(),
            roots: Vec::new(),
            routes: Vec::new(),
            statements: Vec::new(),
            names: Vec::new(),
        }
    }

    /// The node itself: where a name stands for it, the one that is meant.
    pub(crate) fn resolve(&self, id: NodeId) -> Option<(NodeId, &Node)> {
        let node = self.nodes.get(id.0 as usize)?;
        match (&node.uses, node.target) {
            (None, _) => Some((id, node)),
            (Some(_), Some(target)) => Some((target, self.nodes.get(target.0 as usize)?)),
            (Some(_), None) => None,
        }
    }

    /// Every node but those that only stand for others, in the order of the file.
    pub(crate) fn own_nodes(&self) -> impl Iterator<Item = (NodeId, &Node)> {
        let numbered = (0_u32..).map(NodeId).zip(&self.nodes);
        numbered.filter(|(_, node)| node.uses.is_none())
    }

    /// The node of that name: the last one before the `before`-th node begins, else the first one behind it. Names may
    /// be given again, and then mean the latest node.
    pub(crate) fn named(&self, name: &str, before: u32) -> Option<NodeId> {
        let first = self.names.partition_point(|(known, _)| &**known < name);
        let list = self.names.get(first..)?;
        let list = list.get(..list.partition_point(|(known, _)| &**known == name))?;
        let behind = list.partition_point(|(_, id)| id.0 < before);
        behind.checked_sub(1).and_then(|at| list.get(at)).or(list.first()).map(|(_, id)| *id)
    }

    /// Finds the node behind every `USE`. What is not found stays without a target.
    pub(crate) fn resolve_names(&mut self, report: &mut Report<'_>) {
        let mut names: Vec<(Box<str>, NodeId)> = self.own_nodes().map(|(id, node)| (node.def.clone(), id)).collect();
        names.retain(|(name, _)| !name.is_empty());
        sort_by(&mut names, |(a, _), (b, _)| a.cmp(b));
        self.names = names;
        for at in 0..self.nodes.len() {
            let Some(Node { uses: Some(name), place, .. }) = self.nodes.get(at) else { continue };
            let (name, place) = (name.clone(), *place);
            let target = self.named(&name, at as u32);
            match target {
                None => report.warn(
                    "hanim.use-unknown",
                    place,
                    format_args!("USE of `{name}`, which is not defined; skipped"),
                ),
                Some(NodeId(id)) if id as usize > at => {
                    report.warn(
                        "hanim.use-before-def",
                        place,
                        format_args!("USE of `{name}` before its DEF; taken all the same"),
                    );
                }
                Some(_) => {}
            }
            if let Some(node) = self.nodes.get_mut(at) {
                node.target = target;
            }
        }
    }

    /// The field of that name, `None` where the file does not give it. The first one where it is given twice.
    pub(crate) fn field<'a>(&self, node: &'a Node, name: &str) -> Option<&'a Field> {
        node.fields.iter().find(|field| &*field.name == name)
    }

    /// The nodes in a field, as written; none where the file gives none.
    pub(crate) fn nodes_in<'a>(&self, node: &'a Node, name: &str) -> &'a [NodeId] {
        match self.field(node, name) {
            Some(Field { value: Value::Nodes(nodes), .. }) => nodes,
            _ => &[],
        }
    }
}
