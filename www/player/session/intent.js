/** Applies an intent, from attributes and links, to the settings of a clip. */
import { PER_CLIP, Settings } from '../base/settings.js';

/** @typedef {import('./load.js').Intent} Intent */
/** @typedef {import('./load.js').Moment} Moment */
/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('../base/settings.js').Values} Values */

/** The settings of how a file is interpreted. */
const INTERPRETATION = /** @type {const} */ (['unit', 'up', 'positions', 'ground']);

/** The range in seconds; null: whole clip. @param {Session} session @param {Intent['range']} range @returns {[number, number] | null} */
export function rangeOf({ playback }, range) {
  const [start, end] = range ?? [null, null];
  const { duration } = playback;
  if (!(start || end) || !(duration > 0)) return null;
  const at = (/** @type {Moment | null} */ moment, /** @type {number} */ otherwise) =>
    Math.min(duration, moment ? ('frame' in moment ? playback.timeOf(moment.frame) : moment.seconds) : otherwise);
  const [from, to] = [at(start, 0), at(end, duration)];
  return to > from ? [from, to] : null;
}

/** Applies the intent to a clip that has just replaced another. @param {Session} session @param {Intent} intent */
export function begin(session, intent) {
  const { host, playback, state, view } = session;
  const { settings } = state;
  const { values } = settings;
  const initial = new Settings().values;
  for (const name of PER_CLIP) /** @type {Record<keyof Values, unknown>} */ (values)[name] = initial[name];
  for (const name of INTERPRETATION)
    if (intent[name] !== undefined) /** @type {Record<keyof Values, unknown>} */ (values)[name] = intent[name];
  values.behaviour = playback.behaviourNamed(intent.behaviour ?? '');
  if (!playback.keyed) values.frameTime = intent.frameTime ?? 0;
  host.change((stage) => settings.applyAll(stage));
  values.range = rangeOf(session, intent.range);
  host.change((stage) => settings.apply('range', stage));
  view.setCamera(intent.camera ?? '');
  playback.moved();
  state.pending = intent.moment ? { ...intent.moment, camera: intent.camera } : null;
}

/** Applies an intent to the clip that is shown. @param {Session} session @param {Intent} intent */
export function change(session, intent) {
  const { playback } = session;
  const { range, camera, behaviour, frameTime } = intent;
  // Behaviours may share a name: one of that name keeps playing.
  if (behaviour && behaviour !== playback.behaviours[session.get('behaviour')]) playback.setBehaviour(playback.behaviourNamed(behaviour));
  if (frameTime !== undefined) playback.setFrameTime(frameTime);
  for (const name of INTERPRETATION) if (intent[name] !== undefined) session.set(name, intent[name]);
  if (range) session.set('range', rangeOf(session, range));
  if (camera) session.view.setCamera(camera);
}
