/** Who draws the picture, why nobody better does, and a way to try again. */
import { h } from '../player/dom.js';
import { barred } from '../player/ladder.js';
import { S } from '../player/strings.js';

/** What would be better, the worse first. */
const BETTER = { webgpu: [], webgl: ['webgpu'], canvas: ['webgl', 'webgpu'] };

/** @param {import('../player/session.js').Session} session */
export function rung(session) {
  const now = session.host.rung ?? 'webgpu';
  const reason = BETTER[now].map((better) => barred.get(better)).find(Boolean);
  return h('span', { class: 'rung' }, `${S.rungs[now]} `, reason && h('span', { class: 'why' }, reason.message),
    reason && h('button', { type: 'button', class: 'push', onclick: () => session.retryPicture() }, S.retry));
}
