//! Builds a [`SceneTree`] while an encoding is read, and limits its size.

use std::collections::TryReserveError;
use std::rc::Rc;

use super::encoding::SceneEncoding;
use super::node::{Declaration, Field, FieldValue, NodeId, Route, SceneNode, Statement, TextSpan, TreeLink};
use super::node_kind::NodeKind;
use super::tree::{SceneTree, shown};
use crate::checked::Checked;
use crate::error::SceneLimits;
use crate::formats::hanim::report::HanimStop;
use crate::formats::reading::growth::push;

pub(super) const MOST_NODES: usize = SceneLimits::NODES;
/// Most fields of a node. The standard's largest node has some fifty; prototypes may have one for each joint.
const MOST_FIELDS: usize = 4_000;
/// Most fields of a node that hold nodes; the standard's largest node has a dozen. Adding a node searches all of them.
const MOST_SLOTS: usize = 100;
pub(super) const MOST_ROUTES: usize = SceneLimits::ROUTES;
const MOST_DECLARATIONS: usize = 1_000;
const DEEPEST: usize = SceneLimits::DEPTH;

/// X3D's default `containerField`s, for XML nodes that do not state one.
const DEFAULT_SLOTS: [&str; 3] = ["children", "motions", "displacers"];

#[derive(Debug)]
struct OpenNode {
    id: NodeId,
    /// The field of the parent node that it goes to; `None`: the default for its type.
    slot: Option<TextSpan>,
    last_field: TreeLink,
    field_count: usize,
    /// Its fields that hold nodes.
    slots: Vec<TreeLink>,
}

/// Builds the tree. Nodes are opened and closed in file order; fields go to the node that was opened last.
#[derive(Debug)]
pub(crate) struct SceneBuilder<'a> {
    text: &'a str,
    tree: SceneTree,
    open: Vec<OpenNode>,
    default_slots: [TextSpan; 3],
}

impl<'a> SceneBuilder<'a> {
    /// `text`: the file's text. Names that are slices of it are not copied.
    pub(crate) fn new(text: &'a Rc<String>, encoding: SceneEncoding) -> Self {
        let tree = SceneTree::new(encoding, Rc::clone(text));
        let mut builder = Self { text, tree, open: Vec::new(), default_slots: Default::default() };
        builder.default_slots = DEFAULT_SLOTS.map(|name| builder.span(name));
        builder
    }

    /// The span of a name. A name that is not a slice of the text is stored in the tree.
    pub(super) fn span(&mut self, name: &str) -> TextSpan {
        let start = offset_in(self.text, name).unwrap_or_else(|| {
            self.tree.decoded.push_str(name);
            TextSpan::DECODED as usize + self.tree.decoded.len() - name.len()
        });
        TextSpan { start: start as u32, length: name.len() as u32 }
    }

    /// Opens a node. `slot`: the field of the parent node that it goes to; `None`: the default for its type.
    pub(super) fn open(&mut self, type_name: &str, slot: Option<TextSpan>, place: usize) -> Result<(), HanimStop> {
        if self.open.len() >= DEEPEST {
            let message = format!("nodes are nested more than {DEEPEST} deep");
            return Err(HanimStop::limit("hanim.too-deep", place, message));
        }
        if self.tree.nodes.len() >= MOST_NODES {
            return Err(HanimStop::limit("hanim.too-many-nodes", place, format!("more than {MOST_NODES} nodes")));
        }
        let node = SceneNode {
            kind: NodeKind::of(type_name, self.tree.encoding),
            is_use: false,
            type_name: self.span(type_name),
            name: TextSpan::default(),
            place: place as u32,
            first_field: TreeLink::NONE,
            next: TreeLink::NONE,
            target: TreeLink::NONE,
        };
        let id = NodeId(self.tree.nodes.len() as u32);
        push(&mut self.tree.nodes, node).map_err(|error| out_of_memory(error, place))?;
        self.open.push(OpenNode { id, slot, last_field: TreeLink::NONE, field_count: 0, slots: Vec::new() });
        Ok(())
    }

    pub(super) fn close(&mut self) -> Result<(), HanimStop> {
        let Some(OpenNode { id, slot, .. }) = self.open.pop() else { return Ok(()) };
        let Some((kind, place)) = self.tree.node(id).map(|node| (node.kind, node.place())) else { return Ok(()) };
        if self.open.is_empty() {
            return push(&mut self.tree.roots, id).map_err(|error| out_of_memory(error, place));
        }
        let [children, motions, displacers] = self.default_slots;
        let slot = slot.unwrap_or(match kind {
            NodeKind::Motion => motions,
            NodeKind::Displacer => displacers,
            _ => children,
        });
        self.attach(slot, id, place)
    }

    /// Removes the node that was opened last, because its own text is broken. It has no child nodes yet.
    pub(super) fn discard(&mut self) {
        if self.open.pop().is_some() {
            self.tree.nodes.pop();
        }
    }

    /// Adds a closed node to a field of the open one.
    fn attach(&mut self, slot: TextSpan, id: NodeId, place: usize) -> Result<(), HanimStop> {
        let Some(open) = self.open.last() else { return Ok(()) };
        // Nodes of one field nearly always follow each other.
        for link in open.slots.iter().rev() {
            let Some(field) = link.index().and_then(|index| self.tree.fields.get(index)) else { continue };
            if field.name != slot && self.tree.text_of(field.name) != self.tree.text_of(slot) {
                continue;
            }
            if let (FieldValue::Nodes(first, last), Some(index)) = (field.value, link.index()) {
                self.tree.nodes.change(last.index(), |last| last.next = TreeLink::to(id.index()));
                self.tree.fields.change(index, |field| field.value = FieldValue::Nodes(first, id));
                return Ok(());
            }
        }
        if open.slots.len() >= MOST_SLOTS {
            let message = format!("`{}` has more than {MOST_SLOTS} fields with nodes", self.open_type());
            return Err(HanimStop::limit("hanim.too-many-fields", place, message));
        }
        let link = TreeLink::to(self.tree.fields.len());
        self.add_field(Field {
            name: slot,
            place: place as u32,
            value: FieldValue::Nodes(id, id),
            next: TreeLink::NONE,
        })?;
        if let Some(open) = self.open.last_mut() {
            open.slots.push(link);
        }
        Ok(())
    }

    pub(super) fn set_def(&mut self, name: &str) {
        let name = self.span(name);
        if let Some(node) = self.open_node().filter(|node| !node.is_use) {
            node.name = name;
        }
    }

    pub(super) fn set_use(&mut self, name: &str) {
        let name = self.span(name);
        if let Some(node) = self.open_node() {
            (node.is_use, node.name) = (true, name);
        }
    }

    pub(super) fn set_slot(&mut self, slot: &str) {
        let slot = self.span(slot);
        if let Some(open) = self.open.last_mut() {
            open.slot = Some(slot);
        }
    }

    /// Adds a field to the open node. Its value is bytes `start..end` of the text.
    pub(super) fn add_text(&mut self, name: &str, place: usize, start: usize, end: usize) -> Result<(), HanimStop> {
        let name = self.span(name);
        let value = FieldValue::Text(TextSpan { start: start as u32, length: end.saturating_sub(start) as u32 });
        self.add_field(Field { name, place: place as u32, value, next: TreeLink::NONE })
    }

    /// Adds a field to the open node. Its value is that of a field of the prototype around it (`IS`).
    pub(super) fn connect(&mut self, name: &str, prototype_field: &str, place: usize) -> Result<(), HanimStop> {
        let (name, value) = (self.span(name), FieldValue::Is(self.span(prototype_field)));
        self.add_field(Field { name, place: place as u32, value, next: TreeLink::NONE })
    }

    /// Declares a prototype. Its interface and its body are ranges of the text, which are read when needed.
    pub(super) fn declare(&mut self, name: &str, interface: (usize, usize), body: (usize, usize)) {
        if self.tree.declarations.len() < MOST_DECLARATIONS {
            let name = self.span(name);
            let [interface, body] =
                [interface, body].map(|(start, end)| TextSpan::new(start, end.saturating_sub(start)));
            self.tree.declarations.push(Declaration { name, interface, body });
        }
    }

    /// Records a prototype that another file declares, unless its name is a known node type.
    pub(super) fn declare_foreign(&mut self, name: &str, place: usize) {
        let is_known = NodeKind::of(&NodeKind::of_instance(name), self.tree.encoding) != NodeKind::Other;
        if !is_known && self.tree.foreign_prototypes.len() < MOST_DECLARATIONS {
            self.tree.foreign_prototypes.push(u32::try_from(place).unwrap_or(u32::MAX));
        }
    }

    pub(super) fn instance_of(&mut self, prototype: &str) {
        let type_name = NodeKind::of_instance(prototype);
        let (kind, span) = (NodeKind::of(&type_name, self.tree.encoding), self.span(&type_name));
        if let Some(node) = self.open_node() {
            (node.kind, node.type_name) = (kind, span);
        }
    }

    fn add_field(&mut self, field: Field) -> Result<(), HanimStop> {
        if self.open.last().is_some_and(|open| open.field_count >= MOST_FIELDS) {
            let message = format!("`{}` has more than {MOST_FIELDS} fields", self.open_type());
            return Err(HanimStop::limit("hanim.too-many-fields", field.place(), message));
        }
        let Some(open) = self.open.last_mut() else { return Ok(()) };
        let link = TreeLink::to(self.tree.fields.len());
        let last = std::mem::replace(&mut open.last_field, link);
        open.field_count += 1;
        let id = open.id;
        push(&mut self.tree.fields, field).map_err(|error| out_of_memory(error, field.place()))?;
        match last.index() {
            Some(last) => self.tree.fields.change(last, |last| last.next = link),
            None => self.tree.nodes.change(id.index(), |node| node.first_field = link),
        }
        Ok(())
    }

    pub(super) fn route(&mut self, from: (&str, &str), to: (&str, &str), place: usize) -> Result<(), HanimStop> {
        if self.tree.routes.len() >= MOST_ROUTES {
            return Err(HanimStop::limit("hanim.too-many-routes", place, format!("more than {MOST_ROUTES} routes")));
        }
        let [from, from_field, to, to_field] = [from.0, from.1, to.0, to.1].map(|name| self.span(name));
        let nodes_before = self.tree.nodes.len() as u32;
        let route = Route { from, from_field, to, to_field, place: place as u32, nodes_before, ends: None };
        push(&mut self.tree.routes, route).map_err(|error| out_of_memory(error, place))
    }

    pub(super) fn statement(&mut self, name: &str, texts: Vec<Box<str>>, place: usize) {
        const MOST: usize = 200;
        if self.tree.statements.len() < MOST {
            self.tree.statements.push(Statement { heading: name.into(), place, texts });
        }
    }

    pub(super) fn node_count(&self) -> usize {
        self.tree.nodes.len()
    }

    pub(super) fn close_all(&mut self) {
        while !self.open.is_empty() {
            // Fails only if the parent node has too many fields; then the node is left out.
            self.close().ok();
        }
    }

    pub(crate) fn finish(mut self) -> SceneTree {
        self.close_all();
        self.tree
    }

    pub(super) fn open_type(&self) -> &str {
        let node = self.open.last().and_then(|open| self.tree.node(open.id));
        node.map_or("", |node| shown(self.tree.type_name(node)))
    }

    fn open_node(&mut self) -> Option<&mut SceneNode> {
        let open = self.open.last()?;
        self.tree.nodes.get_mut(open.id.index())
    }
}

fn out_of_memory(_: TryReserveError, place: usize) -> HanimStop {
    HanimStop::limit("hanim.out-of-memory", place, "there is no memory left for the nodes")
}

/// Offset of `part` in `text`; `None` if it is not a slice of it.
pub(super) fn offset_in(text: &str, part: &str) -> Option<usize> {
    (part.as_ptr() as usize).checked_sub(text.as_ptr() as usize).filter(|at| at + part.len() <= text.len())
}
