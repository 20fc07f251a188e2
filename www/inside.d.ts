/** Written by xtask/standalone.mjs: the glue of all modules. */
export const glue: Record<
  | 'marey_web'
  | 'marey_gpu'
  | 'marey_mocap'
  | 'marey_hanim'
  | 'marey_arrays'
  | 'marey_write'
  | 'marey_link'
  | 'marey_pack'
  | 'marey_compare'
  | 'marey_retarget'
  | 'marey_rigs'
  | 'marey_targets'
  | 'marey_body'
  | 'marey_study'
  | 'marey_labels'
  | 'marey_gltf'
  | 'marey_fbx'
  | 'marey_markers',
  { makeGlue: () => any; build: string }
>;
