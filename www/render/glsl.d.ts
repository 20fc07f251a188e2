/** The shaders, translated to GLSL ES 3.00 by `cargo xtask generate`. */
export const PROGRAMS: Record<'shadow' | 'stage' | 'figure' | 'skin', ProgramText>;

export interface ProgramText {
  vertex: string;
  fragment: string;
  /** Names of uniform blocks; all of them are the frame's. */
  blocks: string[];
  /** Names of the sampler uniforms, by the textures' names in the WGSL source. */
  textures: Record<string, string>;
}
