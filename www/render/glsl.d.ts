/** The shaders, translated to GLSL ES 3.00 by the build: `xtask/src/glsl.rs`. */
export const PROGRAMS: Record<'shadow' | 'stage' | 'figure' | 'skin', ProgramText>;

export interface ProgramText {
  vertex: string;
  fragment: string;
  /** Names of blocks of uniforms; all of them are the frame's. */
  blocks: string[];
  /** What textures are called, by their names in the WGSL source. */
  textures: Record<string, string>;
}
