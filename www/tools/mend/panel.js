/** The panel of mending: what the stage shows, the motion in numbers, and the steps in their order. */
import { h, setAttr, setText } from '../../player/base/dom.js';
import { Beside } from './beside.js';
import { laneOf } from './lane.js';
import { mendingOf } from './mending.js';
import { numbers } from './numbers.js';
import { Row } from './row.js';
import { STEPS } from './steps.js';
import { F } from './strings.js';

/** @typedef {import('./beside.js').View} View */

/** The steps that mend faults; others change what may be meant. @type {import('../../types.d.ts').MendStepName[]} */
const FAULTS = ['gaps', 'spikes', 'smooth', 'level'];

/** @param {import('../../player/session/session.js').Session} session @param {import('../../controls/controls.js').Controls} ui @returns {import('../../controls/panels.js').Panel} */
export function build(session, ui) {
  const mending = mendingOf(ui);
  const beside = new Beside(ui, mending);
  const lane = laneOf(ui);

  /** Goes to a frame of what the report counts, and selects a joint. @param {number} frame @param {number} joint */
  const go = (frame, joint) => {
    session.playback.pause();
    session.playback.seek({ frame: Math.max(0, frame - mending.cut) });
    session.view.select(joint);
  };

  const words = h('p', { role: 'status' });
  const busy = h('progress', { 'aria-label': F.looking, hidden: true });
  const again = h('button', { type: 'button', class: 'push', hidden: true, onclick: () => mending.retry() }, F.again);
  const even = h('button', { type: 'button', class: 'push', hidden: true }, '');
  even.addEventListener('click', () => mending.set({ resample: mending.uneven }, F.changes.on(F.steps.resample.name)));
  const state = h('div', { class: 'mend-state' }, busy, words, again, even);

  const views = /** @type {View[]} */ (['before', 'after', 'both']).map((view) =>
    h(
      'button',
      {
        type: 'button',
        'data-view': view,
        onclick: () => {
          beside.show(view);
          update();
        },
      },
      F.views[view],
    ),
  );
  const table = numbers(session, go);
  const rows = STEPS.map((row) => new Row(ui, mending, row, go));
  const list = h('ol', { class: 'mend-steps' }, ...rows.map(({ root }) => root));
  const found = h(
    'div',
    { class: 'mend-found' },
    h('div', { class: 'mend-views', role: 'group', 'aria-label': F.view }, ...views),
    table.root,
    list,
    h('p', { class: 'about-choice' }, F.about),
  );
  const content = h('div', { class: 'form mend' }, state, found);

  /** The message instead of the findings, or above them. */
  const said = () => {
    const { fault, lacks, report, uneven, works } = mending;
    if (lacks) return F.lacks[lacks];
    if (fault) return F.failed(fault);
    if (!report) return uneven && !works ? F.uneven : F.looking;
    if (works) return F.working;
    const clean = report.steps.every(({ outcome, step }) => outcome !== 'done' && (outcome !== 'offered' || !FAULTS.includes(step)));
    return [clean ? F.clean : report.done || F.offered, report.person ? '' : F.noPerson].filter(Boolean).join(' ');
  };

  const update = () => {
    const { fault, lacks, report, uneven, works } = mending;
    setText(words, said());
    words.hidden = !words.textContent;
    setAttr(state, 'data-wrong', Boolean(fault && !lacks));
    busy.hidden = Boolean(lacks) || !works;
    again.hidden = Boolean(lacks) || !fault || works;
    even.hidden = Boolean(lacks) || !uneven || works;
    setText(even, F.resampleTo(uneven));
    found.hidden = Boolean(lacks) || !report;
    setAttr(found, 'aria-busy', String(works));
    const isMended = Boolean(session.source?.mended);
    for (const button of views) {
      const { view } = button.dataset;
      setAttr(button, 'aria-pressed', String(view === (isMended ? beside.view : 'after')));
      button.disabled = !isMended && view !== 'after';
    }
    if (report && !lacks) {
      table.update(report);
      for (const row of rows) row.update(report);
    }
    lane.show(lacks ? null : report, go, mending.cut);
  };

  const follow = () => {
    beside.show();
    update();
  };
  const undo = [session.on('clip', follow), session.on('load', update)];
  mending.watch(follow);
  return {
    content,
    focus: views[1],
    dispose() {
      for (const each of undo) each();
      mending.watch(null);
      beside.end();
      lane.show(null, go, 0);
    },
  };
}
