//! The kinds of files, and what each contributes to a clip.

/// The kind of a file. Some kinds make a clip on their own, others need other files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// Biovision Hierarchy: skeleton and motion.
    Bvh,
    /// Acclaim skeleton; alone, a figure at rest.
    Asf,
    /// Acclaim motion; needs its skeleton.
    Amc,
    /// Wavefront OBJ: the skin of an Acclaim skeleton, which it needs.
    Obj,
    /// The Sims Online skeleton; alone, a figure at rest.
    Skel,
    /// The Sims Online animation; needs its skeleton.
    Anim,
    /// The Sims 1 catalogue as text: skeletons, or skills, which need their keys and a skeleton.
    Cmx,
    /// Binary form of the same catalogue.
    Bcf,
    /// Keys of a Sims 1 skill; need the catalogue that refers to them.
    Cfp,
    /// X3D in XML: a scene that may hold HAnim figures and their behaviours.
    X3d,
    /// X3D in ClassicVRML.
    X3dv,
    /// VRML97, where HAnim figures are prototypes.
    Vrml,
    /// X3D in JSON.
    X3dJson,
    /// Motion packed with loss. The crate `marey-link` reads it.
    Marey,
    /// A gzipped file. The file inside has a kind of its own.
    Gzip,
    /// An array of NumPy.
    Npy,
    /// An archive of arrays of NumPy.
    Npz,
    /// A Python pickle, which may hold arrays.
    Pickle,
    /// Binary glTF: skeletons, motions and skins. Also VRM and VRMA.
    Glb,
    /// glTF as JSON.
    Gltf,
    /// The numbers of a glTF file; need the file that names them.
    Bin,
    /// C3D: points, events and more of a motion capture.
    C3d,
    /// TRC: points as a table of text.
    Trc,
    /// FBX 7, binary or ASCII: skeletons and motions.
    Fbx,
}

/// A file's contribution to a clip, among other files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Role {
    /// A motion; its skeleton is in the same file or in another one.
    Motion,
    /// A skeleton; alone, a figure at rest.
    Skeleton,
    /// May hold skeletons or motions.
    Catalogue,
    /// A skin or keys, which make no clip alone.
    Part,
}
