//! The surface of a figure: shapes on joints, and the skins of humanoids.
//!
//! [`assembly`] builds the surface shape by shape. [`mesh`] triangulates a Shape, with [`textures`] or [`pixels`] on
//! it. [`skin`] reads which joints move which points (`skinCoordIndex`, `skinCoordWeight`), [`displacers`] and
//! [`moving`] read how displacers and interpolators push them.

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

/// Memory budget for the finished surface: bytes for every file, and for each byte of it. A triangle that is written
/// out has some thirty bytes of text, so only shapes with many USEs need more.
const MOST_SURFACE_BYTES: usize = 16 << 20;
const SURFACE_BYTES_PER_BYTE: usize = 10;
/// Bytes of text that are read for all shapes: so many for each byte of the file, but at least so many for every file.
/// Many shapes may use one list of points.
const MOST_TEXT: usize = 8 << 20;
const TEXT_PER_BYTE: usize = 16;
/// Most nodes in one field of a shape whose text is counted.
const MOST_PARTS: usize = 20;

/// Assumed number of points of a segment that does not list them.
const MOST_POINTS: usize = 4_000_000;

/// A surface under construction, and its budgets.
#[derive(Debug)]
struct GrowingSurface {
    parts: SkinParts,
    /// Bytes of the finished surface.
    memory: MemoryBudget,
    /// Bytes of text that may still be read.
    text: MemoryBudget,
    /// Number of nodes of skins that may still be visited.
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

    /// Charges the text of a node and of its descendants down to a depth: 1 for the node alone, 3 for a Shape with its
    /// geometry and its points. False if too much was read already.
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
