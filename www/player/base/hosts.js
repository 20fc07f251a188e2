/** Tells the visitor's own machines and networks from public hosts: links may not reach the former. */

/** Codes of the faults that the visitor's consent cures: to a host, or to an address with an unknown redirect. */
export const FOREIGN = 'foreign';
export const REDIRECT = 'redirect';

/** What the visitor has agreed to: hosts that a link may reach, and addresses that may redirect. @type {Set<string>} */
export const agreed = new Set();

/**
 * Names of one's own network: those without a dot, the special-use ones (`localhost` and `test` by RFC 6761, `local` and the others of
 * appendix G by RFC 6762, `home.arpa` by RFC 8375, `internal` by ICANN), and those that Windows and the routers of many homes answer
 * themselves.
 */
const NAMES =
  /^[^.]*$|(^|\.)(localhost|localdomain|local|lan|home|corp|intranet|internal|private|test|home\.arpa|(mshome|attlocal|tplink\w+)\.net|(fritz|easy|o2)\.box|speedport\.ip|routerlogin\.(net|com)|router\.asus\.com|(asusrouter|miwifi)\.com)$/;
/**
 * This network, loopback, link-local, private (RFC 1918) and shared addresses of providers (RFC 6598), those of protocols (RFC 6890) and
 * of benchmarks (RFC 2544), multicast and reserved ones.
 */
const FOUR =
  /^(0|10|127|169\.254|192\.168|192\.0\.0|172\.(1[6-9]|2\d|3[01])|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])|198\.1[89]|22[4-9]|2[345]\d)\./;
/**
 * Unspecified, loopback and IPv4-compatible addresses, local NAT64 (RFC 8215), those of protocols (RFC 2928), unique local (RFC 4193),
 * link-local, site-local and multicast ones, by their 32 hexadecimal digits.
 */
const SIX = /^(0000|0064ff9b0001|20010[01]|f[cdf]|fe[89a-f])/;
/** Captures the digits of the IPv4 address within: mapped (RFC 4291), behind NAT64 (RFC 6052), of 6to4 (RFC 3056), of Teredo's server (RFC 4380). */
const INNER = /^(?:0{20}ffff|0064ff9b0{16}|2002|20010000)(.{8})/;
/** Captures the digits of the address of Teredo's client, whose bits are inverted. */
const CLIENT = /^20010000.{16}(.{8})/;

/** The 32 hexadecimal digits of an address as `URL` has it, in brackets. @param {string} host */
function digitsOf(host) {
  const [head, tail = ''] = host
    .slice(1, -1)
    .split('::')
    .map((half) => half.replace(/\w+:?/g, (group) => group.replace(':', '').padStart(4, '0')));
  return head.padEnd(32 - tail.length, '0') + tail;
}

/** An IPv4 address as `URL` has it. @param {string} digits 8 hexadecimal ones */
const dotted = (digits, inverted = 0) => digits.replace(/../g, (byte) => `${parseInt(byte, 16) ^ inverted}.`).slice(0, -1);

/** @param {string} host in brackets */
function isPrivateSix(host) {
  const digits = digitsOf(host);
  const inner = INNER.exec(digits)?.[1];
  if (!inner) return SIX.test(digits);
  const client = CLIENT.exec(digits)?.[1];
  return FOUR.test(dotted(inner)) || Boolean(client && FOUR.test(dotted(client, 255)));
}

/** Whether a host is the visitor's machine or on a private network. @param {string} hostname as `URL` has it; '' on a disk */
export function isPrivate(hostname) {
  let host = hostname.replace(/\.+$/, '');
  // `URL` normalizes IPv4 addresses in other notations, such as a single number.
  try {
    host = new URL(`http://${host}`).hostname;
  } catch {
    return true;
  }
  if (host.startsWith('[')) return isPrivateSix(host);
  return (/^[\d.]+$/.test(host) ? FOUR : NAMES).test(host);
}
