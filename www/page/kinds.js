/** Kinds of files by their extensions. Written by `cargo xtask generate`. */

/**
 * `x3d` stands for all scenes, compressed or not, and `png` for all pictures; `means` and `model` are arrays
 * that others need.
 * @typedef {'x3d' | 'marey' | 'bvh' | 'asf' | 'amc' | 'bin' | 'glb' | 'fbx' | 'obj' | 'bcf' | 'cfp' | 'c3d' | 'skel' | 'anim' | 'cmx' | 'gltf' | 'trc' | 'npy' | 'npz' | 'pkl' | 'png' | 'means' | 'model' | ''} Kind
 */
/** @typedef {'motion' | 'skeleton' | 'part' | 'catalogue'} Role part: a skin, keys or a picture; catalogue: holds skeletons or motions */

/** @type {Record<Exclude<Kind, ''>, { role: Role, family: string, extensions: string[] }>} */
export const KINDS = {
  x3d: { role: 'motion', family: 'hanim', extensions: ['gz', 'wrl', 'vrml', 'wrz', 'x3dv', 'x3dvz', 'x3d', 'x3dz', 'x3dj', 'json'] },
  marey: { role: 'motion', family: 'marey', extensions: ['marey'] },
  bvh: { role: 'motion', family: 'bvh', extensions: ['bvh'] },
  asf: { role: 'skeleton', family: 'acclaim', extensions: ['asf'] },
  amc: { role: 'motion', family: 'acclaim', extensions: ['amc'] },
  bin: { role: 'part', family: 'gltf', extensions: ['bin'] },
  glb: { role: 'motion', family: 'gltf', extensions: ['glb', 'vrm', 'vrma'] },
  fbx: { role: 'motion', family: 'fbx', extensions: ['fbx'] },
  obj: { role: 'part', family: 'acclaim', extensions: ['obj'] },
  bcf: { role: 'catalogue', family: 'sims', extensions: ['bcf'] },
  cfp: { role: 'part', family: 'sims', extensions: ['cfp'] },
  c3d: { role: 'motion', family: 'c3d', extensions: ['c3d'] },
  skel: { role: 'skeleton', family: 'sims', extensions: ['skel'] },
  anim: { role: 'motion', family: 'sims', extensions: ['anim'] },
  cmx: { role: 'catalogue', family: 'sims', extensions: ['cmx'] },
  gltf: { role: 'motion', family: 'gltf', extensions: ['gltf'] },
  trc: { role: 'motion', family: 'trc', extensions: ['trc'] },
  npy: { role: 'motion', family: 'arrays', extensions: ['npy'] },
  npz: { role: 'motion', family: 'arrays', extensions: ['npz'] },
  pkl: { role: 'motion', family: 'arrays', extensions: ['pkl', 'pickle'] },
  png: { role: 'part', family: 'hanim', extensions: ['png', 'jpg', 'jpeg', 'gif', 'webp', 'bmp', 'avif'] },
  means: { role: 'part', family: 'arrays', extensions: [] },
  model: { role: 'catalogue', family: 'arrays', extensions: [] },
};
