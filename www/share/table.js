/** Tables of comma-separated values (RFC 4180), with numbers as `marey measure` writes them. */

/** To nine places; '' where there is none. @param {number} value */
export const number = (value) => (value === value ? String(Number(value.toFixed(9))) : '');

/** The column of a measure, as `marey measure` calls it. @param {string} key as the attribute `measures` has it: `distance:A,B` */
export const columnOf = (key) => key.replace(':', ' ').replaceAll(',', ' ');

/** @param {string} text */
export const quoted = (text) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** @param {string[][]} rows of fields */
export const table = (rows) => rows.map((row) => `${row.join(',')}\n`).join('');
