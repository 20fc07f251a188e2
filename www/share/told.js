/** The options of a player as they are now, for links and embed codes: all that has another value than its default. */
import { ROWS } from '../player/base/options.js';
import { short } from '../player/words/format.js';
import { sharedCamera } from './shared-camera.js';

/** @typedef {import('../player/session/session.js').Session} Session */
/**
 * What is shared: the camera, and whether the motion is packed, so that its times count from `rangeStart` and end at `rangeEnd`, in seconds.
 * @typedef {{ view: boolean, packed: boolean, rangeStart: number, rangeEnd?: number }} Shared
 */

/** Values of options that no setting has as it is. @type {Record<string, (session: Session, shared: Shared) => unknown>} */
const NOW = {
  behaviour: (session) => session.playback.behaviours.length > 1 && session.playback.behaviours[session.get('behaviour')],
  loop: (session) => session.get('loop') !== '',
  loopMode: (session) => session.get('loop') || null,
  speed: (session) => short(session.get('rate'), 4),
  fps: (session) => session.get('frameTime') && short(1 / session.get('frameTime'), 3),
  unit: (session) => (session.get('unit') ? short(session.get('unit'), 6) : null),
  up: (session) => session.get('up'),
  positions: (session) => session.get('positions'),
  ground: (session) => session.get('ground'),
  moments: (session, { rangeStart, rangeEnd = Infinity }) => {
    const moments = session.get('moments');
    if (!Array.isArray(moments)) return moments;
    const inside = moments.flatMap((at) => (at >= rangeStart && at <= rangeEnd ? [short(at - rangeStart, 4)] : []));
    return inside.length > 1 && inside;
  },
  // Figures at seconds of their own have no spacing.
  momentsSpacing: (session) => !Array.isArray(session.get('moments')) && session.get('spacing'),
  momentsTint: (session) => (session.get('tint') === 'viridis' ? 'viridis' : session.get('fade') ? 'fade' : 'none'),
  trailWindow: (session) => {
    const reach = session.get('trailWindow');
    return reach === null || reach === Infinity ? reach : short(reach, 3);
  },
  measures: (session) => session.get('measures') || null,
  marks: (session, { rangeStart, rangeEnd = Infinity }) => {
    const text = session.get('marks');
    return (text && (rangeStart || rangeEnd < Infinity) ? marksIn(text, rangeStart, rangeEnd) : text) || null;
  },
  camera: (session, { view, packed }) => view && sharedCamera(session, packed),
};

/** Marks of a part of the clip, whose times count from its start; those outside of it are left out. @param {string} text @param {number} start @param {number} end */
const marksIn = (text, start, end) =>
  text
    .split(';')
    .flatMap((mark) => {
      const [, name, from, to = from] = /^(.*)@([\d.]+)(?:-([\d.]+))?\s*$/.exec(mark) ?? [];
      if (name === undefined || Number(to) < start || Number(from) > end) return [];
      const [first, last] = [from, to].map((second) => short(Math.max(0, Math.min(end, Number(second)) - start), 4));
      return [`${name.trim()}@${first}${first === last ? '' : `-${last}`}`];
    })
    .join('; ');

/**
 * The options that links carry, as texts of their attributes.
 * @param {Session} session @param {Shared} shared @returns {{ attribute: string, kind: string, text: string }[]}
 */
export function told(session, shared) {
  return ROWS.flatMap(({ name, attribute, kind, read, write, link, kept, inside, setting, with: needed }) => {
    if (!link || kept || (inside && shared.packed) || (needed && !session.get(/** @type {'moments'} */ (needed)))) return [];
    const now = Object.hasOwn(NOW, name) ? NOW[name](session, shared) : setting && session.get(/** @type {'follow'} */ (setting));
    const text = now === false || now === undefined ? null : (write(now) ?? null);
    const isDefault = text === null || String(text) === String(write(read(null)));
    return isDefault ? [] : [{ attribute, kind, text: String(text) }];
  });
}
