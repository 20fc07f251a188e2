/** What a clip begins with: the wishes of attributes and links, as the settings of the clip that has come. */
import { PER_CLIP, Settings } from './settings.js';

/** @typedef {import('./load.js').Intent} Intent */
/** @typedef {import('./playback.js').Moment} Moment */
/** @typedef {import('./session.js').Session} Session */

/** How a file is read. */
const READ = /** @type {const} */ (['unit', 'up', 'positions', 'ground']);

/**
 * A range in seconds, now that the whole length is known; null for all of the clip.
 * @param {Session} session
 * @param {Intent['range']} range
 * @returns {[number, number] | null}
 */
export function rangeOf({ playback }, range) {
  const [start, end] = range ?? [null, null];
  const { duration } = playback;
  if (!(start || end) || !(duration > 0)) return null;
  const at = (/** @type {Moment | null} */ moment, /** @type {number} */ otherwise) =>
    Math.min(duration, moment ? ('frame' in moment ? playback.momentOf(moment.frame) : moment.seconds) : otherwise);
  const [from, to] = [at(start, 0), at(end, duration)];
  return to > from ? [from, to] : null;
}

/** Another clip has just replaced the one before. @param {Session} session @param {Intent} intent */
export function begin(session, intent) {
  const { host, playback, settings, view } = session;
  const { values } = settings;
  const initial = new Settings().values;
  for (const name of PER_CLIP) /** @type {any} */ (values)[name] = initial[name];
  for (const name of READ) if (intent[name] !== undefined) /** @type {any} */ (values)[name] = intent[name];
  values.behaviour = playback.behaviourNamed(intent.behaviour ?? '');
  if (!playback.keyed) values.frameTime = intent.frameTime ?? 0;
  host.change((stage) => settings.applyAll(stage));
  values.range = rangeOf(session, intent.range);
  host.change((stage) => settings.apply('range', stage));
  view.setCamera(intent.camera ?? '');
  playback.moved();
  playback.want = intent.moment ? { ...intent.moment, camera: intent.camera } : null;
}

/** The clip that is shown changes. @param {Session} session @param {Intent} intent */
export function change(session, intent) {
  const { playback } = session;
  const { range, camera, behaviour, frameTime } = intent;
  // Several may have one name.
  if (behaviour && behaviour !== playback.behaviours[session.get('behaviour')]) playback.setBehaviour(playback.behaviourNamed(behaviour));
  if (frameTime !== undefined) playback.setFrameTime(frameTime);
  for (const name of READ) if (intent[name] !== undefined) session.set(name, /** @type {any} */ (intent[name]));
  if (range) session.set('range', rangeOf(session, range));
  if (camera) session.view.setCamera(camera);
}
