/** The renderer in use, why a better one is not, a retry button, and what is simplified to draw pictures in time. */
import { h } from '../player/base/dom.js';
import { barred } from '../player/drawing/ladder.js';
import { S } from '../player/words/strings.js';
import { C } from '../controls/strings.js';
import { P } from './strings.js';

/** The better renderers for each, the best last. */
const BETTER = { webgpu: [], webgl: ['webgpu'], canvas: ['webgl', 'webgpu'] };

/** @param {import('../player/session/session.js').Session} session */
export function rung(session) {
  const now = session.host.current ?? 'webgpu';
  const reason = BETTER[now].map((better) => barred.get(better)).find(Boolean);
  const left = simplifications(session);
  return h(
    'details',
    { class: 'fold rung' },
    h('summary', {}, P.info.drawnWith, ' ', h('bdi', {}, S.rungs[now])),
    left && h('p', {}, left),
    reason && h('p', { class: 'why' }, reason.message),
    reason && h('button', { type: 'button', class: 'push', onclick: () => session.retryPicture() }, C.retry),
  );
}

/** @param {import('../player/session/session.js').Session} session */
function simplifications({ host }) {
  const left = host.pacing.pace?.reduced;
  if (!left) return '';
  const words = P.info.simpler;
  const list = (/** @type {import('../player/drawing/budget.js').Level} */ { simple, scale, halfRate }) =>
    [simple && words.bones, scale < 1 && words.pixels, halfRate && words.rate].filter(Boolean).join(', ');
  const still = list({ ...left.still, halfRate: false });
  return still ? words.always(list(left.moving), still === list(left.moving) ? '' : still) : words.moving(list(left.moving));
}
