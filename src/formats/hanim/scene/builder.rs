//! Puts a [`Tree`] together while an encoding is read, within bounds.

use std::rc::Rc;

use super::kinds::{Kind, default_slot};
use super::tree::{Encoding, Field, Node, NodeId, Route, Tree, Value};
use crate::formats::hanim::report::Stop;

/// Nodes of one file. The largest figure with a body of surfaces has some thousands.
const MOST_NODES: usize = 300_000;
/// Fields of one node. The largest node of the standard has some fifty; prototypes may have one for every joint.
const MOST_FIELDS: usize = 4_000;
/// Fields of one node that hold nodes; the standard's largest node has a dozen. Each node that is added looks through
/// them.
const MOST_SLOTS: usize = 100;
/// Bytes of a field's name that count, where nodes inside share it: every one of them has a copy.
const LONGEST_SLOT: usize = 100;
/// Routes of one file.
const MOST_ROUTES: usize = 200_000;
/// Nodes nested in each other.
const DEEPEST: usize = 4_000;

/// A tree that grows. Nodes are opened and closed as the file has them; fields belong to the node that is open.
#[derive(Debug)]
pub(crate) struct Builder {
    tree: Tree,
    /// Open nodes, and the field of the node around them that they go to.
    open: Vec<(NodeId, Option<Box<str>>)>,
}

impl Builder {
    pub(crate) fn new(encoding: Encoding) -> Self {
        Self { tree: Tree::new(encoding), open: Vec::new() }
    }

    /// Begins a node. `slot` is the field of the open node that it goes to; `None`: the usual one for its type.
    pub(crate) fn open(&mut self, type_name: &str, slot: Option<&str>, place: usize) -> Result<(), Stop> {
        if self.open.len() >= DEEPEST {
            let message = format!("nodes are nested more than {DEEPEST} deep");
            return Err(Stop::limit("hanim.too-deep", place, message));
        }
        if self.tree.nodes.len() >= MOST_NODES {
            return Err(Stop::limit("hanim.too-many-nodes", place, format!("more than {MOST_NODES} nodes")));
        }
        let out_of_memory = |_| Stop::limit("hanim.out-of-memory", place, "there is no memory left for the nodes");
        self.tree.nodes.try_reserve(1).map_err(out_of_memory)?;
        let id = NodeId(self.tree.nodes.len() as u32);
        self.tree.nodes.push(Node::new(Kind::of(type_name, self.tree.encoding), type_name, place));
        self.open.push((id, slot.map(Into::into)));
        Ok(())
    }

    /// Ends the open node.
    pub(crate) fn close(&mut self) -> Result<(), Stop> {
        let Some((id, slot)) = self.open.pop() else { return Ok(()) };
        let Some(kind) = self.tree.nodes.get(id.0 as usize).map(|node| node.kind) else { return Ok(()) };
        match self.open.last() {
            None => self.tree.roots.push(id),
            Some((around, _)) => {
                let around = *around;
                let slot = slot.unwrap_or_else(|| default_slot(kind).into());
                self.attach(around, &slot, id)?;
            }
        }
        Ok(())
    }

    /// Takes back the node that was opened last, before anything is in it: its own text is broken.
    pub(crate) fn discard(&mut self) {
        if self.open.pop().is_some() {
            self.tree.nodes.pop();
        }
    }

    fn attach(&mut self, around: NodeId, slot: &str, id: NodeId) -> Result<(), Stop> {
        let place = self.tree.nodes.get(id.0 as usize).map_or(0, |node| node.place);
        let Some(node) = self.tree.nodes.get_mut(around.0 as usize) else { return Ok(()) };
        let slot = short(slot);
        // The field that grows is nearly always the last one.
        let same = |field: &&mut Field| &*field.name == slot && matches!(field.value, Value::Nodes(_));
        if let Some(Field { value: Value::Nodes(list), .. }) = node.fields.iter_mut().rev().find(same) {
            list.push(id);
            return Ok(());
        }
        if node.fields.iter().filter(|field| matches!(field.value, Value::Nodes(_))).count() >= MOST_SLOTS {
            let message = format!("`{}` has more than {MOST_SLOTS} fields with nodes", node.type_name);
            return Err(Stop::limit("hanim.too-many-fields", place, message));
        }
        add_field(node, Field { name: slot.into(), place, value: Value::Nodes(vec![id]) })
    }

    /// Gives the open node its name.
    pub(crate) fn define(&mut self, name: &str) {
        if let Some(node) = self.open_node() {
            node.def = name.into();
        }
    }

    /// Makes the open node stand for the one of that name.
    pub(crate) fn stand_for(&mut self, name: &str) {
        if let Some(node) = self.open_node() {
            node.uses = Some(name.into());
        }
    }

    /// Says where the open node goes, whatever was said when it began.
    pub(crate) fn set_slot(&mut self, slot: &str) {
        if let Some((_, open)) = self.open.last_mut() {
            *open = Some(slot.into());
        }
    }

    /// A field of the open node: bytes `start..end` of the text.
    pub(crate) fn text(&mut self, name: &str, place: usize, start: usize, end: usize) -> Result<(), Stop> {
        let Some(node) = self.open_node() else { return Ok(()) };
        add_field(node, Field { name: name.into(), place, value: Value::Text { start, end } })
    }

    /// A route between nodes, given by their names.
    pub(crate) fn route(&mut self, from: (&str, &str), to: (&str, &str), place: usize) -> Result<(), Stop> {
        if self.tree.routes.len() >= MOST_ROUTES {
            return Err(Stop::limit("hanim.too-many-routes", place, format!("more than {MOST_ROUTES} routes")));
        }
        let nodes_before = self.tree.nodes.len() as u32;
        let ((from, from_field), (to, to_field)) = (from, to);
        self.tree.routes.push(Route {
            from: from.into(),
            from_field: from_field.into(),
            to: to.into(),
            to_field: to_field.into(),
            place,
            nodes_before,
        });
        Ok(())
    }

    /// A statement of the head, for people.
    pub(crate) fn statement(&mut self, name: &str, texts: Vec<Box<str>>) {
        const MOST: usize = 200;
        if self.tree.statements.len() < MOST {
            self.tree.statements.push((name.into(), texts));
        }
    }

    /// The tree of `text`, which was read; nodes that are still open end here.
    pub(crate) fn finish(mut self, text: Rc<Vec<u8>>) -> Tree {
        while !self.open.is_empty() {
            // Only a node with too many fields is refused here, and then it is left out.
            self.close().ok();
        }
        self.tree.text = text;
        self.tree
    }

    fn open_node(&mut self) -> Option<&mut Node> {
        let (id, _) = self.open.last()?;
        self.tree.nodes.get_mut(id.0 as usize)
    }
}

/// The name of a field that holds nodes, as far as it counts.
pub(crate) fn short(slot: &str) -> &str {
    slot.get(..slot.floor_char_boundary(LONGEST_SLOT)).unwrap_or(slot)
}

fn add_field(node: &mut Node, field: Field) -> Result<(), Stop> {
    if node.fields.len() >= MOST_FIELDS {
        let message = format!("`{}` has more than {MOST_FIELDS} fields", node.type_name);
        return Err(Stop::limit("hanim.too-many-fields", field.place, message));
    }
    node.fields.push(field);
    Ok(())
}
