/** Written by xtask/standalone.mjs: the glue of all modules. */
export const glue: Record<'marey_web' | 'marey_formats' | 'marey_write', { makeGlue: () => any; build: string }>;
