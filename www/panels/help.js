/** The panel with keys and gestures. */
import { pageParts } from '../controls/page-parts.js';
import { h } from '../player/base/dom.js';
import { tools } from '../player/element/rooms.js';
import { P } from './strings.js';

/** @param {import('../player/session/session.js').Session} session @returns {import('../controls/panels.js').Panel} */
export function build(session) {
  const list = (/** @type {string[][]} */ rows) =>
    h('dl', { class: 'keys' }, ...rows.flatMap(([keys, what]) => [h('dt', {}, h('kbd', { dir: 'auto' }, keys)), h('dd', {}, what)]));
  const ofTools = tools().flatMap(({ key, press, words }) => (words.keys ? [[(key ?? press?.[0] ?? '').toUpperCase(), words.keys]] : []));
  return {
    content: h(
      'div',
      {},
      list([...P.keys, ...ofTools, ...P.moreKeys, ...(pageParts(session).clips ? P.pageKeys : [])]),
      list(P.pointer),
      session.info?.format === 'SKEL' ? h('p', { class: 'remark' }, P.info.mirroredWhy) : null,
    ),
  };
}
