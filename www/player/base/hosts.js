/** Tells the visitor's own machines and networks from public hosts: links may not reach the former. */

/** Codes of the faults that the visitor's consent cures: to a host, or to an address with an unknown redirect. */
export const FOREIGN = 'foreign';
export const REDIRECT = 'redirect';

/** What the visitor has agreed to: hosts that a link may reach, and addresses that may redirect. @type {Set<string>} */
export const agreed = new Set();

/**
 * Names that no public server has: those without a dot, the special-use ones (`localhost` and `test` by RFC 6761, `local` and the others
 * of appendix G by RFC 6762, `home.arpa` by RFC 8375, `internal` by ICANN), and `fritz.box`, the router of many homes.
 */
const NAMES = /^[^.]*$|(^|\.)(localhost|localdomain|local|lan|home|corp|intranet|internal|private|test|home\.arpa|fritz\.box)$/;
/** This network, loopback, link-local, private (RFC 1918) and shared addresses of providers (RFC 6598). */
const FOUR = /^(0|10|127|169\.254|192\.168|172\.(1[6-9]|2\d|3[01])|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\./;
/** Unspecified, loopback and IPv4-compatible addresses, local NAT64 (RFC 8215), unique local (RFC 4193), link-local and site-local ones. */
const SIX = /^\[(::|64:ff9b:1:|f[cd]..:|fe[89a-f].:)/;
/** Captures the two groups that hold an IPv4 address: mapped (RFC 4291), behind NAT64 (RFC 6052), or of 6to4 (RFC 3056). */
const INNER = /^\[(?:::ffff:|64:ff9b::|2002:)(?:(\w*):)?(\w*)/;

/** Whether a host is the visitor's machine or on a private network. @param {string} hostname as `URL` has it; '' on a disk */
export function isPrivate(hostname) {
  let host = hostname.replace(/\.+$/, '');
  // `URL` normalizes IPv4 addresses in other notations, such as a single number.
  try {
    host = new URL(`http://${host}`).hostname;
  } catch {
    return true;
  }
  const [, high, low] = INNER.exec(host) ?? [];
  if (low !== undefined) host = [high, low].flatMap((group = '') => [parseInt(group, 16) >> 8, parseInt(group, 16) & 255]).join('.');
  return (host.startsWith('[') ? SIX : /^[\d.]+$/.test(host) ? FOUR : NAMES).test(host);
}
