//! How a file writes its scene.

use crate::formats::sniff::Kind as FileKind;

/// How the file writes its nodes. This decides how the text of a field is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::formats) enum SceneEncoding {
    /// X3D XML: attributes.
    Xml,
    /// ClassicVRML and VRML97.
    Vrml,
    /// X3D JSON.
    Json,
}

impl SceneEncoding {
    /// The encoding of that kind of file; `None` where it is no scene.
    pub(in crate::formats) fn of(kind: FileKind) -> Option<Self> {
        match kind {
            FileKind::X3d => Some(Self::Xml),
            FileKind::X3dv | FileKind::Vrml => Some(Self::Vrml),
            FileKind::X3dJson => Some(Self::Json),
            _ => None,
        }
    }
}
