/** The details panel: the file in numbers, its joints, and what was odd about it. */
import { h, setText } from '../player/dom.js';
import { icon } from '../player/icons.js';
import { clock, count, short } from '../player/format.js';
import { P } from './strings.js';
import { placement } from './rows.js';
import { jointTree } from './tree.js';

/**
 * @param {import('../player/core.js').Core} core
 * @param {import('../player/interface.js').Interface} ui
 * @returns {import('../player/interface.js').Panel}
 */
export function build(core, ui) {
  const content = h('div', { class: 'form' });
  /** @type {() => void} */
  let drop = () => {};
  /** @type {unknown} */
  let drawn = null;
  const height = h('dd');

  /** The unit decides the height. */
  const measure = () => {
    const { info } = core;
    if (info) setText(height, info.height > 0 ? P.info.length((info.height / info.unit.metres) * (core.get('unit') || info.unit.metres)) : '\u2013');
  };

  const draw = () => {
    const { info } = core;
    drop();
    drop = () => {};
    drawn = info;
    if (!info) { content.replaceChildren(); return; }
    const ends = info.joints.filter((joint) => joint.endSite).length;
    /** @type {[string, string | HTMLElement][]} */
    const facts = [
      [P.info.format, info.format],
      [P.info.frames, count(core.frameCount)],
      [P.info.rate, P.info.fps(short(1 / core.frameTime, 3))],
      [P.info.duration, `${clock(core.duration, core.duration)} s`],
      [P.info.height, height],
      [P.info.joints, P.info.jointCount(info.joints.length - ends, ends)],
    ];
    const tree = jointTree(core, ui, info);
    drop = tree.dispose;
    measure();
    content.replaceChildren(
      warnings(info),
      h('dl', { class: 'facts' }, ...facts.flatMap(([name, value]) => [h('dt', {}, name), typeof value === 'string' ? h('dd', {}, value) : value])),
      h('div', { class: 'placement' }, ...placement(core, draw)),
      h('h3', {}, P.info.tree),
      tree.root,
    );
  };

  draw();
  const undo = [core.on('clip', () => { if (core.info !== drawn) draw(); }), core.on('setting', (name) => { if (name === 'unit') measure(); else if (name === 'frameTime') draw(); })];
  return { content, dispose: () => { drop(); undo.forEach((each) => each()); } };
}

/** @param {import('../types.d.ts').ClipInfo} info */
function warnings({ warnings: list, warningsDropped }) {
  if (!list.length) return '';
  const place = (/** @type {number | undefined} */ line) => (line ? h('b', {}, P.info.line(line)) : '');
  return h('div', { class: 'warnings' }, h('h3', {}, icon('warn'), P.info.warnings(list.length + warningsDropped)),
    h('ul', {}, ...list.map(({ line, message }) => h('li', {}, place(line), message)),
      warningsDropped ? h('li', {}, P.info.dropped(warningsDropped)) : null));
}
