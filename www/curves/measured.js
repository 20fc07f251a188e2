/** The measures that are drawn on the stage, as curves. */
import { COLOURS, dashesOf } from './look.js';
import { Pyramid } from './pyramid.js';

/** @type {WeakMap<import('./series.js').Series, Pyramid>} */
const pyramids = new WeakMap();

/** @param {import('../player/session/session.js').Session} session @returns {{ curve: import('./source.js').Curve, colour: string, dashes: number[] }[]} */
export function measuredCurves(session) {
  const theme = session.get('theme');
  return session.state.measures.map(({ colour, joints, series, unit }, index) => {
    const pyramid = pyramids.get(series) ?? new Pyramid(series);
    pyramids.set(series, pyramid);
    const what = unit === 'deg' ? /** @type {const} */ ('angle') : /** @type {const} */ ('height');
    // The colours of the lines on the stage are too pale for a light page.
    return { curve: { series, pyramid, joint: joints[0], what }, colour: theme === 'light' ? COLOURS.light.angle : colour, dashes: dashesOf(index) };
  });
}
