/** What other tools measure, as curves. */
import { dashesOf } from './look.js';
import { Pyramid } from '../../controls/chart/pyramid.js';

/** @type {WeakMap<import('../../actors/series.js').Series, Pyramid>} */
const pyramids = new WeakMap();

/** @param {import('../../player/session/session.js').Session} session @returns {Omit<import('../../controls/chart/draw.js').Line, 'axis'>[]} */
export function measuredCurves(session) {
  const light = session.get('theme') === 'light';
  return session.state.series.flatMap(({ colour, paper, joints, series: all }) =>
    all.map((series, index) => {
      const pyramid = pyramids.get(series) ?? new Pyramid(series);
      pyramids.set(series, pyramid);
      return {
        curve: { series, pyramid, joint: joints[0] ?? -1 },
        colour: light ? paper : colour,
        paper,
        dashes: dashesOf(index),
      };
    }),
  );
}
