//! The surface of a figure: shapes that move with joints, and the skins of humanoids.
//!
//! - [`assembly`]: the whole surface, shape by shape.
//! - [`skin`]: which joints move which points of a skin (`skinCoordIndex`, `skinCoordWeight`). [`displacers`]: which
//!   points are pushed, and how far. [`moving`]: the same for points that interpolators move.
//! - [`mesh`]: a Shape's geometry as triangles, with normals and colours. [`textures`]: pictures and how they are laid
//!   on. [`pixels`]: pictures that stand in the file itself.

mod assembly;
mod displacers;
mod mesh;
mod moving;
mod pixels;
mod skin;
mod textures;

pub(super) use self::assembly::read;
use super::memory::MemoryBudget;
use super::scene::{FieldValue, SceneNode, SceneTree};
use crate::model::SkinParts;

/// Bytes that the finished surface may take, and more for each byte of the file. A triangle that is written out has
/// some thirty bytes of text, so only shapes that are used again and again need more.
const MOST_SURFACE_BYTES: usize = 16 << 20;
const SURFACE_BYTES_PER_BYTE: usize = 10;
/// Bytes of text that are read for all shapes together, at least so many for every file. Many shapes may use one list
/// of points.
const MOST_TEXT: usize = 8 << 20;
const TEXT_PER_BYTE: usize = 16;
/// Nodes of one field of a shape whose text is counted.
const MOST_PARTS: usize = 20;

/// The number of points of a segment that does not list them.
const MOST_POINTS: usize = 4_000_000;

/// A surface that grows, and how much it may still ask for.
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

    /// Charges the text of a node and of the nodes in it, down to a depth: 1 for the node alone, 3 for a Shape with its
    /// geometry and its points. False where too much was read already.
    fn take_text(&mut self, tree: &SceneTree, node: &SceneNode, deep: usize) -> bool {
        let mut length = 0_usize;
        let mut level = vec![node];
        for _ in 0..deep {
            let mut next = Vec::new();
            for field in level.into_iter().flat_map(|node| tree.fields_of(node)) {
                match field.value {
                    FieldValue::Text(span) => length = length.saturating_add(span.length()),
                    FieldValue::Is(_) => {}
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
