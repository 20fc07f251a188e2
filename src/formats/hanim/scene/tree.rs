//! The tree of a whole file: its nodes, their names, and its routes.

use std::rc::Rc;

use super::encoding::SceneEncoding;
use super::node::{Declaration, Field, FieldValue, NodeId, OtherText, Route, SceneNode, Statement, TextSpan, TreeLink};
use crate::checked::Checked;
use crate::compact::sorting::sort_by;
use crate::formats::hanim::report::SceneReport;
use crate::formats::hanim::slices::start_of;

/// Most bytes of a name in a message.
const LONGEST_SHOWN: usize = 100;

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct SceneTree {
    pub(crate) encoding: SceneEncoding,
    /// The file's text, followed by the texts of the files that its Inlines name.
    pub(crate) text: Rc<String>,
    pub(super) others: Vec<OtherText>,
    /// Radians per unit of angle in the file itself.
    pub(super) radians: f64,
    pub(super) declarations: Vec<Declaration>,
    /// Where prototypes of other files are declared, except those with the name of a known node type.
    pub(crate) foreign_prototypes: Vec<u32>,
    /// Names that the text has in escaped form, and values that no file writes.
    pub(super) decoded: String,
    pub(super) nodes: Vec<SceneNode>,
    pub(super) fields: Vec<Field>,
    /// Nodes inside no other node.
    pub(crate) roots: Vec<NodeId>,
    pub(crate) routes: Vec<Route>,
    pub(crate) statements: Vec<Statement>,
    /// Nodes with a name, sorted by name, then by number.
    names: Vec<NodeId>,
}

impl SceneTree {
    pub(super) fn new(encoding: SceneEncoding, text: Rc<String>) -> Self {
        Self {
            encoding,
            text,
            others: Vec::new(),
            radians: 1.0,
            declarations: Vec::new(),
            foreign_prototypes: Vec::new(),
            decoded: String::new(),
            nodes: Vec::new(),
            fields: Vec::new(),
            roots: Vec::new(),
            routes: Vec::new(),
            statements: Vec::new(),
            names: Vec::new(),
        }
    }

    /// Number of nodes, including every `USE`.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(crate) fn node(&self, id: NodeId) -> Option<&SceneNode> {
        self.nodes.get(id.index())
    }

    /// The node itself, or the node that a `USE` refers to.
    pub(crate) fn resolve(&self, id: NodeId) -> Option<(NodeId, &SceneNode)> {
        let node = self.node(id)?;
        if !node.is_use {
            return Some((id, node));
        }
        let target = node.target.node()?;
        Some((target, self.node(target)?))
    }

    /// All nodes in file order, without the `USE`s.
    pub(crate) fn own_nodes(&self) -> impl Iterator<Item = (NodeId, &SceneNode)> {
        let numbered = (0_u32..).map(NodeId).zip(&self.nodes);
        numbered.filter(|(_, node)| !node.is_use)
    }

    pub(crate) fn text_of(&self, span: TextSpan) -> &str {
        let (start, length) = (span.start as usize, span.length as usize);
        let text = match span.start.checked_sub(TextSpan::DECODED) {
            None => self.text.get(start..start + length),
            Some(start) => self.decoded.get(start as usize..start as usize + length),
        };
        text.unwrap_or_default()
    }

    /// Whether that text is one of the Inline files' texts.
    pub(crate) fn is_inlined(&self, text: &[u8]) -> bool {
        let starts = self.others.iter().map(|other| other.start as usize);
        starts.into_iter().any(|start| self.text.as_bytes().get(start..).is_some_and(|rest| rest.starts_with(text)))
    }

    /// The encoding of the text at that offset.
    pub(super) fn encoding_at(&self, start: u32) -> SceneEncoding {
        self.other_at(start).map_or(self.encoding, |other| other.encoding)
    }

    /// The other file's text at an offset; `None` for the file itself.
    pub(super) fn other_at(&self, start: u32) -> Option<&OtherText> {
        self.others.iter().rev().find(|other| other.start <= start && start < TextSpan::DECODED)
    }

    /// The source node and the target node of a route.
    pub(crate) fn route_ends(&self, route: &Route) -> [Option<NodeId>; 2] {
        match route.ends {
            Some((from, to)) => [Some(from), Some(to)],
            None => [route.from, route.to].map(|name| self.named(self.text_of(name), route.nodes_before)),
        }
    }

    /// A node's type as written: `HAnimJoint`, or the name of a prototype.
    pub(crate) fn type_name(&self, node: &SceneNode) -> &str {
        self.text_of(node.type_name)
    }

    /// A node's `DEF`; empty without one.
    pub(crate) fn def(&self, node: &SceneNode) -> &str {
        if node.is_use { "" } else { self.text_of(node.name) }
    }

    pub(crate) fn shown_def(&self, node: &SceneNode) -> &str {
        shown(self.def(node))
    }

    /// The last node of that name that begins before the node numbered `before`, else the first of that name.
    pub(crate) fn named(&self, name: &str, before: u32) -> Option<NodeId> {
        let name_of = |id: &NodeId| self.node(*id).map_or("", |node| self.def(node));
        let first = self.names.partition_point(|id| name_of(id) < name);
        let list = self.names.get(first..)?;
        let list = list.get(..list.partition_point(|id| name_of(id) == name))?;
        let behind = list.partition_point(|id| id.0 < before);
        behind.checked_sub(1).and_then(|at| list.get(at)).or(list.first()).copied()
    }

    /// Resolves each `USE`.
    pub(crate) fn resolve_names(&mut self, report: &mut SceneReport<'_>) {
        let named = self.own_nodes().filter(|(_, node)| node.name.length > 0);
        let mut names: Vec<NodeId> = named.map(|(id, _)| id).collect();
        let name_of = |id: &NodeId| self.node(*id).map_or("", |node| self.def(node));
        sort_by(&mut names, |a, b| name_of(a).cmp(name_of(b)));
        self.names = names;
        for at in 0..self.nodes.len() {
            let Some(node) = self.nodes.get(at).filter(|node| node.is_use) else { continue };
            let (name, place) = (self.text_of(node.name), node.place());
            let target = self.named(name, at as u32);
            match target {
                None => warning!(report.warn => "hanim.use-unknown", place,
                    "USE of `{}`, which is not defined; it is ignored", shown(name)),
                Some(id) if id.index() > at => {
                    warning!(report.warn => "hanim.use-before-def", place,
                        "USE of `{}` before its DEF; it is used all the same", shown(name));
                }
                Some(_) => {}
            }
            if let Some(id) = target {
                self.nodes.change(at, |node| node.target = TreeLink::to(id.index()));
            }
        }
    }

    /// The fields of a node, in file order.
    pub(crate) fn fields_of(&self, node: &SceneNode) -> impl Iterator<Item = &Field> {
        let field = |link: TreeLink| link.index().and_then(|index| self.fields.get(index));
        std::iter::successors(field(node.first_field), move |known| field(known.next))
    }

    pub(crate) fn field_name(&self, field: &Field) -> &str {
        self.text_of(field.name)
    }

    /// The field of that name, the last one if it is repeated; `None` if it is absent.
    pub(crate) fn field(&self, node: &SceneNode, name: &str) -> Option<&Field> {
        self.fields_of(node).filter(|field| self.field_name(field) == name).last()
    }

    /// A field's text as written; empty if it is absent.
    pub(crate) fn field_text(&self, node: &SceneNode, name: &str) -> &str {
        match self.field(node, name) {
            Some(Field { value: FieldValue::Text(span), .. }) => self.text_of(*span),
            _ => "",
        }
    }

    /// The nodes in a field, with `USE`s unresolved; none if it is absent.
    pub(crate) fn nodes_in(&self, node: &SceneNode, name: &str) -> NodeList<'_> {
        self.nodes_of(self.field(node, name))
    }

    /// The nodes in all fields, in file order.
    pub(crate) fn inner_nodes(&self, node: &SceneNode) -> impl Iterator<Item = NodeId> {
        self.fields_of(node).flat_map(|field| self.nodes_of(Some(field)))
    }

    pub(crate) fn nodes_of(&self, field: Option<&Field>) -> NodeList<'_> {
        let first = match field {
            Some(Field { value: FieldValue::Nodes(first, _), .. }) => Some(*first),
            _ => None,
        };
        NodeList { tree: self, next: first }
    }
}

#[derive(Debug, Clone)]
pub(crate) struct NodeList<'a> {
    tree: &'a SceneTree,
    next: Option<NodeId>,
}

impl Iterator for NodeList<'_> {
    type Item = NodeId;

    fn next(&mut self) -> Option<NodeId> {
        let id = self.next?;
        self.next = self.tree.node(id).and_then(|node| node.next.node());
        Some(id)
    }
}

/// A name for a message, cut if it is long.
pub(crate) fn shown(name: &str) -> &str {
    start_of(name, LONGEST_SHOWN)
}
