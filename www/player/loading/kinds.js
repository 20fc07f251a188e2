/** Names and media types of the files that Marey plays. Written by `cargo xtask generate`. */

/** Names of files that play; the others are their companions. */
export const MOTION = /\.(marey|bvh|amc|glb|vrm|vrma|fbx|bcf|c3d|anim|cmx|wrl|vrml|x3dv|x3d|x3dj|json|gltf|trc|npy|npz|pkl|pickle)(\.gz)?$/i;
/** Names of pictures on skins. */
export const PICTURE = /\.(png|jpg|jpeg|gif|webp|bmp|avif)$/i;
/** Names of gzipped scenes. */
export const PACKED_SCENE = /\.(wrz|x3dvz|x3dz|(wrl|vrml|x3dv|x3d|x3dj|json)\.gz)$/i;
/** Names of arrays of NumPy. */
export const ARRAYS = /\.(npy|npz|pkl|pickle)$/i;
/** Names of glTF and its kin, of FBX, and of recorded markers. */
export const GLTF = /\.(bin|glb|vrm|vrma|gltf)$/i;
export const FBX = /\.(fbx)$/i;
export const MARKERS = /\.(c3d|trc)$/i;
/** Media types that name a format. */
export const MEDIA_TYPE = /^(model|application|text|x-world)\/(x-)?(bvh|biovision|asf|acclaim|acclaim-asf|asf-amc|asfamc|amc|acclaim-amc|gltf-binary|vrm|fbx|autodesk-fbx|skel|vrml|x3d\+vrml|x3d-vrml|x3d|x3d\+xml|x3d\+json|gltf\+json)$/;
