//! The surface of a figure: shapes that ride on joints, and the skins of humanoids.
//!
//! - [`assembly`]: the whole surface, shape by shape.
//! - [`skin`]: which joints pull at which points of a skin (`skinCoordIndex`, `skinCoordWeight`). [`displacers`]: what
//!   pushes points.
//! - [`mesh`]: a Shape's geometry as triangles, with normals and colours. [`textures`]: pictures and how they are laid on.

mod assembly;
mod displacers;
mod mesh;
mod skin;
mod textures;

pub(super) use self::assembly::read;
use super::memory::MemoryBudget;
use super::scene::{FieldValue, SceneNode, SceneTree};
use crate::model::SkinParts;

/// Bytes that the finished surface may take, and more for each byte of the file. A point of a mesh takes twenty bytes of
/// text, so only shapes that are used again and again need more.
const MOST_SURFACE_BYTES: usize = 16 << 20;
const SURFACE_BYTES_PER_BYTE: usize = 6;
/// Bytes of text read for all shapes: many may use the same list of points.
const MOST_TEXT: usize = 8 << 20;
const TEXT_PER_BYTE: usize = 16;
/// Nodes of one field of a shape whose text is counted.
const MOST_PARTS: usize = 20;

/// Points that displacers may push, where a segment does not say how many it has.
const MOST_POINTS: usize = 4_000_000;

/// A surface that grows, and what it may still ask for.
#[derive(Debug)]
struct GrowingSurface {
    parts: SkinParts,
    /// Bytes of the finished surface.
    memory: MemoryBudget,
    /// Bytes of text to read.
    text: MemoryBudget,
    /// Nodes of skins to look at.
    skin_nodes: usize,
}

impl GrowingSurface {
    fn new(text_length: usize) -> Self {
        Self {
            parts: SkinParts::default(),
            memory: MemoryBudget::new(MOST_SURFACE_BYTES, SURFACE_BYTES_PER_BYTE, text_length),
            text: MemoryBudget::new(MOST_TEXT.max(TEXT_PER_BYTE * text_length), 0, 0),
            skin_nodes: super::figure::MOST_SKIN_NODES,
        }
    }

    /// Takes the text of a node and of what it holds, so many nodes deep: 3 for a Shape, its geometry, and what that has.
    fn take_text(&mut self, tree: &SceneTree, node: &SceneNode, deep: usize) -> bool {
        let mut length = 0_usize;
        let mut level = vec![node];
        for _ in 0..deep {
            let mut next = Vec::new();
            for field in level.into_iter().flat_map(|node| tree.fields_of(node)) {
                match field.value {
                    FieldValue::Text(span) => length = length.saturating_add(span.length()),
                    FieldValue::Nodes(..) => {
                        let nodes = tree.nodes_of(Some(field)).take(MOST_PARTS);
                        next.extend(nodes.filter_map(|id| Some(tree.resolve(id)?.1)));
                    }
                }
            }
            level = next;
        }
        self.text.take(length, 1)
    }
}
