/** Reads links to a moment from an address, and trusts none of their values. `share/link-to.js` writes them. */
import { READ_AS, ROWS, isOff } from '../base/options.js';
import { isPrivate } from '../base/hosts.js';
import { LONGEST } from '../base/parameters.js';
import { nameOf } from '../loading/request.js';
import { fault } from '../words/errors.js';
import { number, parseMoment } from '../words/format.js';
import { S } from '../words/strings.js';

/** @typedef {import('./load.js').Intent} Intent */
/** @typedef {import('../../types.d.ts').Source} Source */
/** @typedef {import('../../link-parameters.d.ts').LinkParameters} LinkParameters */

export { nameOf };

/** Most clips beside the first that a link may name. */
const MOST_CLIPS = 11;

/**
 * The address that a link names. Throws a fault if the page may not open it.
 * @param {string} text @param {string} here the page's address @param {string} [base] base of relative addresses, if not `here`
 */
export function vetted(text, here, base = here) {
  let url;
  try {
    url = new URL(text, new URL(base, here));
  } catch {
    throw fault('link', S.errors.linkSyntax);
  }
  const page = new URL(here);
  const near = isPrivate(url.hostname);
  if (!(url.protocol === 'https:' || (url.protocol === 'http:' && (near || url.origin === page.origin))))
    throw fault('link', S.errors.linkScheme);
  if (near && !isPrivate(page.hostname)) throw fault('link', S.errors.linkPrivate(url.host));
  if (url.username || url.password) throw fault('link', S.errors.linkUser);
  return url;
}

/**
 * The companions that attributes or a link name.
 * @param {{ skeleton: string | null | undefined, skin: string | null | undefined }} addresses @param {(text: string) => URL} resolve
 * @param {boolean} [untrusted] @returns {import('../../types.d.ts').Companion[]}
 */
export function companions({ skeleton, skin }, resolve, untrusted = true) {
  return [skeleton, skin].flatMap((text) => {
    if (!text) return [];
    const url = resolve(text);
    return [{ name: nameOf(url), written: text, url: url.href, untrusted }];
  });
}

/** The address of the standard human, on which a motion can be played. */
export const HUMAN = 'marey:human';

/** Prefix of an address that contains the motion itself. */
export const PACKED = '#clip=';

/** Whether the clip was contained in an address, so that no file holds it. @param {Source | null | undefined} source */
export const isInAddress = (source) => source?.written?.startsWith(PACKED) ?? false;

/** The source of a clip packed as text. @param {string} text @returns {Source} */
export const packedSource = (text) => ({ name: 'clip.marey', blob: new Blob([text]), written: PACKED + text });

/**
 * Throws a fault if a value is longer than any address or name that people write.
 * @param {import('../../link-parameters.d.ts').LinkValues} values
 */
export function ofLength(values) {
  for (const [name, value] of values)
    if (name !== 'clip' && value.split('\n').some(({ length }) => length > LONGEST)) throw fault('link', S.errors.linkLong);
}

/**
 * The clip that a link names and its intent; null if it names none. Throws a fault if the page may not open an address.
 * @param {import('../../link-parameters.d.ts').LinkValues} values @param {string} here the page's address
 * @param {string} [base] base of relative addresses, if not `here` @returns {{ source: Source, intent: Intent } | null}
 */
export function linked(values, here, base) {
  const lines = (/** @type {keyof LinkParameters} */ name) => values.get(name)?.split('\n', MOST_CLIPS + 1) ?? [];
  const [packed, ...packedOthers] = lines('clip');
  const [address, ...addresses] = packed ? ['', ...lines('url')] : lines('url');
  if (!packed && !address) return null;
  ofLength(values);
  const resolve = (/** @type {string} */ text) => vetted(text, here, base);
  /** @param {string} text @param {number} index of the clip */
  const file = (text, index) => {
    const url = resolve(text);
    return {
      name: nameOf(url),
      written: text,
      url: url.href,
      untrusted: true,
      companions: companions({ skeleton: lines('skeleton')[index], skin: index ? null : values.get('skin') }, resolve),
      ...Object.fromEntries(
        READ_AS.map(({ attribute, kind, name }) => {
          const text = lines(/** @type {keyof LinkParameters} */ (attribute))[index] ?? '';
          return [name, kind !== 'boolean' ? text : isOff(text || '0') ? '' : '1'];
        }),
      ),
    };
  };
  /** @type {Record<string, string | null>} */
  const attributes = {};
  const valueOf = (/** @type {string} */ name) => values.get(/** @type {keyof LinkParameters} */ (name));
  for (const { attribute, kind, link, or, words } of ROWS) {
    const text = link && (valueOf(attribute) ?? words?.find((each) => or && each === valueOf(or)));
    if (text !== undefined) attributes[attribute] = kind !== 'boolean' ? text : isOff(text) ? null : '';
  }
  const [from, to] = (values.get('loop') ?? '').split('-').map((part) => number(part, NaN));
  /** @type {false | [{ seconds: number }, { seconds: number }]} */
  const range = to > from && [{ seconds: Math.max(0, from) }, { seconds: to }];
  const moment = parseMoment(values.get('t')) ?? (range && range[0]);
  const paused = values.has('paused') && !isOff(values.get('paused'));
  const others = [...addresses.map((text, index) => file(text, index + 1)), ...packedOthers.map(packedSource)].slice(0, MOST_CLIPS);
  return {
    source: address ? file(address, 0) : packedSource(packed),
    intent: {
      attributes,
      ...(moment && { moment }),
      ...(range && { range }),
      ...(paused && { autoplay: false }),
      ...(values.get('onto') && {
        onto: () => (lines('onto')[0].startsWith(HUMAN) ? new URL(lines('onto')[0]) : resolve(lines('onto')[0])),
      }),
      ...(others.length && { clips: { sources: others, values }, compare: values.get('compare') }),
    },
  };
}
