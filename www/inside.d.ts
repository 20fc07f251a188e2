/** Written by xtask/standalone.mjs: the glue of both modules. */
export const glue: Record<'marey_web' | 'marey_formats', { makeGlue: () => any; build: string }>;
