/** What `cargo xtask test --deep` adds: rounds that only time makes worth while, and states that differ little from tested ones. */

export const DEEP = Boolean(process.env.MAREY_DEEP);

/** For `skip`: the reason, or false in a deep run. */
export const onlyDeep = DEEP ? false : 'only with --deep';
