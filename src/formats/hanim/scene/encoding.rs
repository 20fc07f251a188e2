//! The encodings of scenes.

use crate::formats::reading::Kind as FileKind;

/// How a file writes its nodes, and so how a field's text is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::formats) enum SceneEncoding {
    /// X3D XML: attributes.
    Xml,
    /// ClassicVRML and VRML97.
    Vrml,
    Json,
}

impl SceneEncoding {
    /// The encoding of a kind of scene.
    pub(in crate::formats) fn of(kind: FileKind) -> Self {
        match kind {
            FileKind::X3dv | FileKind::Vrml => Self::Vrml,
            FileKind::X3dJson => Self::Json,
            _ => Self::Xml,
        }
    }
}
