/** The controls of ghosts and trails, and the ghosts on the timeline. */
import css from './strip.css';
import { button } from '../../controls/button.js';
import { h, setAttr } from '../../player/base/dom.js';
import { titleOf } from '../../player/words/joints.js';
import { parseStep } from './choose.js';
import { P } from './strip-strings.js';

/** Most ghosts at each side. */
const MOST = 12;
const SECONDS = [0.05, 0.1, 0.2, 0.5, 1];
const FRAMES = [1, 2, 5, 10, 20];

/** @type {import('../../controls/strip.js').Build} */
export function build(ui, { captioned, chips, select, slider, stepper }) {
  const { bar, panels, session } = ui;
  const counts = () => /** @type {[number, number]} */ ([...(session.get('ghosts') ?? [0, 0])]);
  const steppers = [P.before, P.after].map((side, index) => {
    const set = (/** @type {number} */ count) => {
      const all = counts();
      all[index] = Math.max(0, Math.min(MOST, count));
      ui.history.set('ghosts', all);
    };
    const now = () => counts()[index];
    return {
      side,
      ...stepper({
        label: P.count(side),
        fewer: P.fewer(side),
        more: P.more(side),
        least: 0,
        most: MOST,
        step: (by) => set(now() + by),
        set,
        now,
      }),
    };
  });
  const every = select(P.every, (value) => ui.history.set('ghostStep', value));
  const fade = slider((value) => ui.history.change('ghostFade', value));
  const length = select(P.length, (value) => ui.history.set('trailWindow', value === 'all' ? Infinity : value ? Number(value) : null));
  const trails = chips('chips-of-trails', P.trails);
  const marks = h('div', { class: 'whole marks-of-ghosts', 'aria-hidden': 'true' });
  bar?.timeline.fill.parentElement?.append(marks);

  /** The joints with trails. @returns {number[]} */
  const traced = () => (session.state.tools.trails?.tracks ?? []).map((/** @type {{ joint: number }} */ { joint }) => joint);
  /** @param {number[]} joints */
  const trace = (joints) => {
    ui.history.set('trails', joints.length ? joints.map((joint) => session.info?.joints[joint].name ?? '') : null);
  };
  /** Adds the selected joint, or lets the visitor select one. */
  const add = button(
    'plus',
    P.add,
    () => {
      const { selected } = session.view;
      if (selected >= 0) trace([...new Set([...traced(), selected])]);
      else {
        session.say(P.select);
        if (panels.name !== 'details') panels.toggle('details');
      }
    },
    { class: 'btn add' },
  );

  let listed = '';
  const list = () => {
    const { info } = session;
    const joints = info ? traced() : [];
    const now = String(joints.map((joint) => info?.joints[joint].name));
    if (now === listed) return;
    listed = now;
    trails.fill(
      joints.flatMap((joint) => {
        const of = info?.joints[joint];
        if (!of) return [];
        const title = titleOf(of);
        return h(
          'span',
          { class: 'chip-of-trail' },
          h('span', { class: 'side', 'data-side': of.side }),
          h('span', { title }, title),
          button('close', P.remove(title), () => trace(joints.filter((each) => each !== joint))),
        );
      }),
      add,
    );
  };

  /** Marks the ghosts on the timeline. */
  const mark = (time = session.playback.time) => {
    const { duration } = session.playback;
    const shown = /** @type {import('./choose.js').Ghost[]} */ (session.state.tools.ghosts?.all ?? [])
      .map(({ at, moves, before }) => ({ at: moves ? time + at : at, before }))
      .filter(({ at }) => at >= 0 && at <= duration);
    while (marks.children.length > shown.length) marks.lastChild?.remove();
    while (marks.children.length < shown.length) marks.append(h('span'));
    shown.forEach(({ at, before }, index) => {
      const one = /** @type {HTMLElement} */ (marks.children[index]);
      one.style.setProperty('--ghost', (duration > 0 ? at / duration : 0).toFixed(5));
      setAttr(one, 'data-before', before);
    });
  };

  const update = () => {
    for (const each of steppers) each.update();
    const step = parseStep(session.get('ghostStep'));
    const [seconds, frames] = typeof step === 'string' ? [0, 0] : 'seconds' in step ? [step.seconds, 0] : [0, step.frames];
    const { keyed } = session.playback;
    every.fill(
      [
        ...numbers(SECONDS, seconds).map((n) => /** @type {[string, string]} */ ([String(n), P.seconds(n)])),
        ...(keyed ? [] : numbers(FRAMES, frames).map((n) => /** @type {[string, string]} */ ([`${n}f`, P.frames(n)]))),
        ...(keyed || step === 'keys' ? [/** @type {[string, string]} */ (['keys', P.keys])] : []),
        /** @type {[string, string]} */ (['contacts', P.contacts]),
      ],
      typeof step === 'string' ? step : frames ? `${frames}f` : String(seconds),
    );
    fade.value = String(session.get('ghostFade'));
    const reach = session.get('trailWindow');
    const now = reach === null ? '' : reach === Infinity ? 'all' : String(reach);
    length.fill(
      [...Object.entries(P.lengths), ...(now in P.lengths ? [] : [/** @type {[string, string]} */ ([now, P.seconds(Number(now))])])].sort(
        ([a], [b]) => order(a) - order(b),
      ),
      now,
    );
    list();
    mark();
  };
  update();

  return {
    title: P.title,
    label: P.group,
    summary: () => P.summary(counts()[0] + counts()[1], traced().length),
    close: P.close,
    css,
    content: [
      ...steppers.map(({ side, root }) => captioned(side, root)),
      captioned(P.every, every.control),
      h('label', { 'data-leaves': '1' }, P.fade, fade),
      h('span', { class: 'divider' }),
      h('h2', {}, P.trails),
      h('div', {}, trails.root, add),
      captioned(P.length, length.control, { 'data-leaves': '2' }),
    ],
    // The marks move with the playhead; those of keys stay.
    on: { setting: update, tool: update, clip: update, time: mark },
    closed: () => {
      marks.remove();
      ui.history.set('ghosts', null);
      ui.history.set('trails', null);
    },
  };
}

/** The usual numbers and the chosen one, if it is none of them. @param {number[]} usual @param {number} chosen 0 for none */
const numbers = (usual, chosen) => (chosen && !usual.includes(chosen) ? [...usual, chosen].sort((a, b) => a - b) : usual);

/** @param {string} length */
const order = (length) => (length === 'all' ? Infinity : Number(length));
