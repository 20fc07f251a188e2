/** What the attributes of a player say, and what follows when one changes. */
import { ROWS } from '../base/options.js';
import { reducedMotion } from '../base/motion.js';
import { parseMoments, parseUnit, parseUp } from '../base/values.js';
import { parseMoment } from '../words/format.js';
import { syncing } from './rooms.js';

/** @typedef {import('./element.js').MareyPlayer} MareyPlayer */
/** @typedef {import('../session/load.js').Intent} Intent */
/** @typedef {import('../session/session.js').Session} Session */
/** @typedef {import('../base/settings.js').Values} Values */

/** The options by their attributes. */
const BY_ATTRIBUTE = new Map(ROWS.map((row) => [row.attribute, row]));

/** The attributes that a player follows. */
export const OBSERVED = [...BY_ATTRIBUTE.keys()];

/**
 * Whether an attribute still says the same. Hosts that go from page to page write all addresses anew, `element.src = element.src`.
 * @param {string} name @param {string | null} before @param {string | null} value
 */
export function saysTheSame(name, before, value) {
  const { kind, read } = /** @type {typeof ROWS[number]} */ (BY_ATTRIBUTE.get(name));
  return before === value || (kind === 'address' && read(before) === read(value));
}

/** Does what the new value of an attribute asks for. @param {MareyPlayer} element @param {Session} session @param {string} name @param {string | null} value */
export function applyAttribute(element, session, name, value) {
  switch (name) {
    case 'src':
      if (value !== null) element.load();
      break;
    case 'autoplay':
      updateAutoplay(element, session);
      break;
    case 'sync':
      if (!session.lacks) syncing(element).then((module) => module?.follow(element, session));
      break;
    case 'loading':
    case 'preload':
      if (session.deferred && session.mayRead()) session.read();
      break;
    case 'loop':
    case 'loop-mode':
      session.set('loop', element.loop ? element.loopMode : '');
      break;
    case 'speed':
      setRates(session, element.speed, element.speed);
      break;
    case 'renderer':
      session.host.renderer = element.renderer;
      break;
    case 'moments':
      session.set('moments', parseMoments(value) ?? element.moments);
      break;
    case 'moments-tint':
      session.set('tint', element.momentsTint === 'viridis' ? 'viridis' : 'fade');
      session.set('fade', Number(element.momentsTint === 'fade'));
      break;
    default: {
      const { file, setting, intent, read } = /** @type {typeof ROWS[number]} */ (BY_ATTRIBUTE.get(name));
      // The HTML parser sets one attribute after the other: together they cause one load.
      if (file && element.getAttribute('src')) element.load();
      if (setting) session.set(/** @type {keyof Values} */ (setting), /** @type {never} */ (read(value)));
      // Without a clip, shown or requested, the next one reads the attributes when it comes.
      else if (intent && (session.info || session.replacing))
        session.applyIntent({ [intent]: attributeIntent(element)[/** @type {keyof Intent} */ (intent)] });
    }
  }
}

/** The attributes as an intent for any clip. @param {MareyPlayer} element @returns {Intent} */
export function attributeIntent(element) {
  const start = parseMoment(element.getAttribute('start'));
  return {
    moment: start,
    range: [start, parseMoment(element.getAttribute('end'))],
    camera: element.camera,
    behaviour: element.getAttribute('behaviour') ?? '',
    frameTime: element.fps > 0 ? 1 / element.fps : 0,
    unit: parseUnit(element.getAttribute('unit')),
    up: parseUp(element.getAttribute('up')),
    positions: element.positions,
    ground: element.ground,
  };
}

/** Settles whether the clip plays as soon as it is there; a deferred one is read for it. @param {MareyPlayer} element @param {Session} session */
export function updateAutoplay(element, session) {
  session.state.autoplay = element.autoplay && !reducedMotion.now;
  if (session.deferred && session.mayRead()) session.read();
}

/** @param {Session} session @param {number} byDefault the rate of the next clips @param {number} now */
export function setRates(session, byDefault, now) {
  const changed = byDefault !== session.state.defaultRate;
  session.state.defaultRate = byDefault;
  if (now !== session.get('rate')) session.playback.setRate(now);
  else if (changed) session.emit('ratechange');
}
