//! Nodes and fields, independent of the encoding.
//!
//! Names and values stay ranges of the file's text until they are needed (see [`super::fields`]): most of a file is
//! geometry, and geometry that is not drawn is never parsed. Nodes and fields are small and refer to each other by
//! number, so that a file of nothing but tiny nodes takes little memory.

use super::encoding::SceneEncoding;
use super::node_kind::NodeKind;

/// Number of a node, in the order in which nodes begin in the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct NodeId(pub(crate) u32);

impl NodeId {
    /// Index in lists with an entry for each node.
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// The number of a node or field, or [`TreeLink::NONE`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TreeLink(u32);

impl TreeLink {
    pub(super) const NONE: Self = Self(u32::MAX);

    pub(super) fn to(index: usize) -> Self {
        Self(index as u32)
    }

    pub(super) fn index(self) -> Option<usize> {
        (self != Self::NONE).then_some(self.0 as usize)
    }

    pub(super) fn node(self) -> Option<NodeId> {
        (self != Self::NONE).then_some(NodeId(self.0))
    }
}

/// A range of the file's text. Names with escapes (`&amp;`, `\u0041`) are decoded and stored after the text, see
/// [`text_of`](super::SceneTree::text_of).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct TextSpan {
    pub(super) start: u32,
    pub(super) length: u32,
}

impl TextSpan {
    /// Starts from here on are offsets in the decoded names. Files are shorter.
    pub(super) const DECODED: u32 = 1 << 31;

    pub(super) fn is_decoded(self) -> bool {
        self.start >= Self::DECODED
    }

    pub(crate) fn new(start: usize, length: usize) -> Self {
        Self { start: start as u32, length: length as u32 }
    }

    pub(crate) fn start(self) -> usize {
        self.start as usize
    }

    pub(crate) fn length(self) -> usize {
        self.length as usize
    }
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum FieldValue {
    /// The value as the encoding writes it.
    Text(TextSpan),
    /// The first and the last of a linked list of nodes, which may be `USE`s.
    Nodes(NodeId, NodeId),
    /// In a prototype's body: the value of the prototype's field of that name.
    Is(TextSpan),
}

/// A field that the file gives. A node's other fields have their defaults.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Field {
    pub(super) name: TextSpan,
    pub(super) place: u32,
    pub(crate) value: FieldValue,
    pub(super) next: TreeLink,
}

impl Field {
    /// Offset in the text.
    pub(crate) fn place(&self) -> usize {
        self.place as usize
    }
}

/// A node, or a `USE`, which repeats a node by its name.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct SceneNode {
    pub(crate) kind: NodeKind,
    pub(super) is_use: bool,
    /// As written: `HAnimJoint`, or the name of a prototype. Empty for a `USE` in VRML.
    pub(super) type_name: TextSpan,
    /// The node's `DEF`, or the name of the node that a `USE` refers to.
    pub(super) name: TextSpan,
    pub(super) place: u32,
    pub(super) first_field: TreeLink,
    /// The next node in the same field.
    pub(super) next: TreeLink,
    /// The node that a `USE` refers to. Known once the whole file is read.
    pub(super) target: TreeLink,
}

impl SceneNode {
    pub(crate) fn place(&self) -> usize {
        self.place as usize
    }

    pub(crate) fn is_use(&self) -> bool {
        self.is_use
    }
}

/// `ROUTE from.field TO to.field`, names as written.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Route {
    pub(crate) from: TextSpan,
    pub(crate) from_field: TextSpan,
    pub(crate) to: TextSpan,
    pub(crate) to_field: TextSpan,
    pub(super) place: u32,
    /// Number of nodes that begin before it.
    pub(crate) nodes_before: u32,
    /// The nodes, if names do not tell them: in copies of prototypes and of other files.
    pub(super) ends: Option<(NodeId, NodeId)>,
}

/// A prototype that the file declares.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Declaration {
    pub(super) name: TextSpan,
    /// The unread texts of its interface and its body.
    pub(super) interface: TextSpan,
    pub(super) body: TextSpan,
}

/// A statement of the head: `meta`, `component` or `unit`.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Statement {
    pub(crate) heading: Box<str>,
    /// Offset in the text.
    pub(crate) place: usize,
    /// Name, content, category and factor, as far as it has them.
    pub(crate) texts: Vec<Box<str>>,
}

/// The text of another file that an Inline names.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct OtherText {
    /// Offset of its first byte in the joined text, which begins with the file's own.
    pub(super) start: u32,
    pub(super) encoding: SceneEncoding,
    /// Radians per unit of angle in it.
    pub(super) radians: f64,
}

/// The name of a field without `set_` and `_changed`.
pub(crate) fn bare_event(name: &str) -> &str {
    let name = name.strip_prefix("set_").unwrap_or(name);
    name.strip_suffix("_changed").unwrap_or(name)
}

impl Route {
    pub(crate) fn place(&self) -> usize {
        self.place as usize
    }
}
