/** Words of commands that visitors copy into a shell. */

/** A file's name as one word of a command: names may have spaces, and what a shell would run. @param {string} name */
export const fileWord = (name) => (/^[\p{L}\p{N}_.][\p{L}\p{N}_.-]*$/u.test(name) ? name : `'${name.replaceAll("'", "'\\''")}'`);
