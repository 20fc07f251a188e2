/** The panel with keys and gestures. */
import { pageParts } from '../controls/page-parts.js';
import { h } from '../player/base/dom.js';
import { tools } from '../player/element/rooms.js';
import { allKeys } from './all-keys.js';
import { P } from './strings.js';

/** @param {import('../player/session/session.js').Session} session @returns {import('../controls/panels.js').Panel} */
export function build(session) {
  const list = (/** @type {string[][]} */ rows) =>
    h('dl', { class: 'keys' }, ...rows.flatMap(([keys, what]) => [h('dt', {}, h('kbd', { dir: 'auto' }, keys)), h('dd', {}, what)]));
  return {
    content: h(
      'div',
      {},
      list([...allKeys(tools()), ...(pageParts(session).clips ? P.pageKeys : [])]),
      list(P.pointer),
      session.info?.format === 'SKEL' ? h('p', { class: 'remark' }, P.info.mirroredWhy) : null,
    ),
  };
}
