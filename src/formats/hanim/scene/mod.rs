//! The scene of a file: its nodes and their fields, whatever the encoding they are written in.
//!
//! - [`xml`], [`vrml`] with its [`vrml_tokens`], [`json`]: the readers of the encodings. Each feeds the [`builder`].
//! - [`expansion`]: instances of prototypes and Inlines become copies of [`templates`]; [`files`] has the texts of other files.
//! - [`tree`]: the scene. [`node`]: what it is made of. [`node_kind`]: which nodes play a part.
//! - [`fields`]: fields as numbers, words and texts. [`text`]: quotes, escapes and entities.

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
pub(super) use self::fields::number;
pub(super) use self::files::SceneFiles;
pub(super) use self::node::{FieldValue, NodeId, SceneNode, Statement, TextSpan, bare_event};
pub(super) use self::node_kind::NodeKind;
pub(super) use self::tree::{SceneTree, shown};
use super::report::{HanimStop, Report};

/// Reads a whole file, with those of `files` behind it in the text. Where the text breaks off or breaks the encoding's
/// grammar, the tree has everything before that place, and the stop says what is wrong.
pub(super) fn read(text: &Rc<String>, files: &SceneFiles, encoding: SceneEncoding) -> (SceneTree, Option<HanimStop>) {
    let mut builder = SceneBuilder::new(text, encoding);
    let stop = read_stretch(text, (0, files.end()), encoding, false, &mut builder);
    let mut tree = builder.finish();
    tree.others = files.others();
    tree.radians = tree.unit("angle");
    (tree, stop.err())
}

/// Finds the node that each `USE` means, then expands prototypes and Inlines.
pub(super) fn resolve(tree: &mut SceneTree, files: &SceneFiles, report: &mut Report<'_>) {
    tree.resolve_names(report);
    expansion::expand(tree, files, report);
}

/// Reads a part of the text. With `is_interface`, it is that of a prototype: its fields become those of the open node.
fn read_stretch<'a>(
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
