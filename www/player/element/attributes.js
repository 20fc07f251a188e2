/** What the attributes of a player say, and what follows when one changes. */
import { reducedMotion } from '../base/motion.js';
import { parseMoments, parseUnit, parseUp } from '../base/settings.js';
import { ATTRIBUTES, SWITCHES } from '../session/link.js';
import { parseMoment } from '../words/format.js';
import { syncing } from './rooms.js';

/** @typedef {import('./element.js').MareyPlayer} MareyPlayer */
/** @typedef {import('../session/load.js').Intent} Intent */
/** @typedef {import('../session/session.js').Session} Session */
/** @typedef {import('../base/settings.js').Values} Values */

/** The name of the property and of the setting, by attribute. @type {Record<string, keyof MareyPlayer & keyof Values>} */
const SETTINGS = {
  follow: 'follow',
  transparent: 'transparent',
  patterns: 'patterns',
  interpolation: 'interpolation',
  'in-place': 'inPlace',
  ghosts: 'ghosts',
  'ghost-step': 'ghostStep',
  trails: 'trails',
  'trail-window': 'trailWindow',
  measures: 'measures',
  marks: 'marks',
  contacts: 'contacts',
  curves: 'curves',
};

/** The part of the intent that an attribute of another name sets. @type {Record<string, keyof Intent>} */
const INTENTS = { start: 'range', end: 'range', fps: 'frameTime' };

/** The attributes that a player follows. */
export const OBSERVED = [
  ...ATTRIBUTES,
  ...SWITCHES,
  'src',
  'skeleton',
  'skin',
  'joints',
  'axes',
  'holds',
  'skip-reference',
  'onto',
  'autoplay',
  'controls',
  'loading',
  'preload',
  'start',
  'poster',
  'positions',
  'theme',
  'alt',
  'nohotkeys',
  'share',
  'gestures',
  'crossorigin',
  'width',
  'height',
  'sync',
  'sync-offset',
  'follow',
  'transparent',
  'patterns',
  'interpolation',
];

/** Does what the new value of an attribute asks for. @param {MareyPlayer} element @param {Session} session @param {string} name @param {string | null} value */
export function applyAttribute(element, session, name, value) {
  switch (name) {
    case 'src':
      if (value !== null) element.load();
      break;
    // The HTML parser sets one attribute after the other: together they cause one load.
    case 'skeleton':
    case 'skin':
    case 'joints':
    case 'axes':
    case 'holds':
    case 'skip-reference':
      if (element.getAttribute('src')) element.load();
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
    case 'moments-spacing':
      session.set('spacing', element.momentsSpacing);
      break;
    case 'moments-tint':
      session.set('tint', element.momentsTint === 'viridis' ? 'viridis' : 'fade');
      session.set('fade', Number(element.momentsTint === 'fade'));
      break;
    default:
      if (SETTINGS[name]) session.set(SETTINGS[name], /** @type {never} */ (element[SETTINGS[name]]));
      // Without a clip, shown or requested, the next one reads the attributes when it comes.
      else if (session.info || session.replacing) {
        const key = INTENTS[name] ?? name;
        const intent = attributeIntent(element);
        if (key in intent) session.applyIntent({ [key]: intent[/** @type {keyof Intent} */ (key)] });
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
