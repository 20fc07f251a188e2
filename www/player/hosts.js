/** Which machines a link may reach. */

/** The code of the faults that are over when somebody agrees to a host. */
export const FOREIGN = 'foreign';

/** The own machine, and those of a house or an office: not for pages from elsewhere to ask. */
const NAMES = /^[^.]*$|\.(localhost|local|internal|home\.arpa)$/;
const FOUR = /^(0|10|127|169\.254|192\.168|172\.(1[6-9]|2\d|3[01])|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\./;
/** `::`, `::1`, mapped addresses of four numbers, unique and link-local ones. */
const SIX = /^\[(::|f[cd]|fe[89ab])/;

/** @param {string} hostname as URLs have it */
export const isPrivate = (hostname) => (hostname.startsWith('[') ? SIX : /^[\d.]+$/.test(hostname) ? FOUR : NAMES).test(hostname);
