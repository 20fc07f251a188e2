/** What `cargo xtask test --deep` adds: more rounds, and states that differ little from those always tested. */

export const DEEP = Boolean(process.env.MAREY_DEEP);

/** For `skip`: the reason, or false in a deep run. */
export const onlyDeep = DEEP ? false : 'only with --deep';
