//! The scene of a file: its nodes and their fields, independent of the encoding.
//!
//! [`xml`], [`vrml`] and [`json`] read the encodings and feed the [`builder`] of the [`tree`]. [`expansion`] then turns
//! instances of prototypes and Inlines into copies of [`templates`]. Values stay text until [`fields`] reads them.

mod builder;
mod encoding;
mod expansion;
mod fields;
mod files;
mod json;
mod node;
mod node_kind;
mod templates;
mod text;
mod tree;
mod unit;
mod vrml;
mod vrml_tokens;
mod xml;

use std::rc::Rc;

use self::builder::SceneBuilder;
pub(in crate::formats) use self::encoding::SceneEncoding;
pub(super) use self::files::SceneFiles;
pub(super) use self::node::{FieldValue, NodeId, SceneNode, Statement, TextSpan, bare_event};
pub(super) use self::node_kind::NodeKind;
pub(super) use self::tree::{SceneTree, shown};
use super::report::{HanimStop, SceneReport};

/// Reads a whole file, which the texts of `files` follow in `text`. If the text breaks off or breaks the grammar, the
/// tree has everything before that place, and the stop says what is wrong.
pub(super) fn read(text: &Rc<String>, files: &SceneFiles, encoding: SceneEncoding) -> (SceneTree, Option<HanimStop>) {
    let mut builder = SceneBuilder::new(text, encoding);
    let stop = read_range(text, (0, files.end()), encoding, false, &mut builder);
    let mut tree = builder.finish();
    tree.others = files.others();
    tree.radians = tree.unit("angle");
    (tree, stop.err())
}

/// Resolves each `USE`, then expands prototypes and Inlines.
pub(super) fn resolve(tree: &mut SceneTree, files: &SceneFiles, report: &mut SceneReport<'_>) {
    tree.resolve_names(report);
    expansion::expand(tree, files, report);
}

/// Reads a range of the text. `is_interface`: it is a prototype's; its fields become those of the open node.
fn read_range<'a>(
    text: &'a str,
    (start, end): (usize, usize),
    encoding: SceneEncoding,
    is_interface: bool,
    builder: &mut SceneBuilder<'a>,
) -> Result<(), HanimStop> {
    let text = text.get(..end).unwrap_or_default();
    match encoding {
        // A prototype may have no interface.
        _ if start >= end && (is_interface || start > 0) => Ok(()),
        SceneEncoding::Xml => xml::read(text, start, is_interface, builder),
        SceneEncoding::Vrml => vrml::read(text, start, is_interface, builder),
        SceneEncoding::Json => json::read(text, start, is_interface, builder),
    }
}
