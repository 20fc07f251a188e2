/** The controls of measures. */
import { button } from '../../controls/button.js';
import { h, setAttr, setText } from '../../player/base/dom.js';
import { lazy } from '../../player/base/parts.js';
import { titleOf } from '../../player/words/joints.js';
import { S } from '../../player/words/strings.js';
import { J } from './strip-strings.js';
import { COUNTS, keyOf, kneesOf } from './words.js';

/** @typedef {import('./words.js').Kind} Kind */

const saving = lazy(() => import('./save.js'));
/** Milliseconds between updates while the motion plays: faster ones cannot be read. */
const INTERVAL_MS = 100;

/** @type {import('../../controls/strip.js').Build<import('./index.js').Measures>} */
export function build(ui, { chips }, measures) {
  const { element, session } = ui;
  /** The kind of the measure that is being made. @type {Kind | null} */
  let making = null;
  /** @type {HTMLElement[]} */
  let numbers = [];
  let writtenAt = 0;

  const keys = () => measures.shown.map(({ kind, names }) => keyOf({ kind, joints: names }));
  const kinds = /** @type {Kind[]} */ (Object.keys(COUNTS)).map((kind) => ({
    kind,
    press: h('button', { type: 'button', 'aria-pressed': 'false', onclick: () => press(kind) }, J.kinds[kind]),
  }));
  const pressed = () => {
    for (const { kind, press: each } of kinds) setAttr(each, 'aria-pressed', String(kind === making || keys().includes(kind)));
  };

  /** Begins a measure of joints; shows or removes one of the whole body. @param {Kind} kind */
  const press = (kind) => {
    if (COUNTS[kind]) begin(making === kind ? null : kind);
    else ui.history.set('measures', (keys().includes(kind) ? keys().filter((key) => key !== kind) : [...keys(), kind]).join('; '));
  };

  const joints = () => session.info?.joints ?? [];
  /** The measure of these joints is shown. @param {Kind} kind @param {number[]} of */
  const add = (kind, of) => {
    const key = keyOf({ kind, joints: of.map((joint) => joints()[joint].name) });
    begin(null);
    if (!keys().includes(key)) ui.history.set('measures', [...keys(), key].join('; '));
  };

  /** The joints of a measure that is being made; the angles of knees, one click each, while no other measure is. */
  const parts = chips('parts-of-measure', J.making);
  parts.root.dataset.leaves = '2';
  const showParts = () => {
    const names = making ? J.joints[making] : [];
    const keyed = (/** @type {number[]} */ of) => keyOf({ kind: 'angle', joints: of.map((joint) => joints()[joint].name) });
    const knees = making && making !== 'angle' ? [] : kneesOf(joints()).filter(({ of }) => !keys().includes(keyed(of)));
    parts.root.hidden = !making && !knees.length;
    parts.fill(
      [
        ...names.map((name, index) => {
          const joint = joints()[measures.picked[index]];
          return h(
            'span',
            { class: 'chip-of-joint', 'data-chosen': joint ? '' : null },
            h('b', {}, String(index + 1)),
            h('bdi', {}, joint ? titleOf(joint) : name),
            making === 'angle' && index === 1 && h('small', {}, J.corner),
          );
        }),
        ...knees.map(({ side, of }) =>
          h('button', { type: 'button', class: 'chip-of-joint', onclick: () => add('angle', of) }, J.knees[side]),
        ),
      ],
      kinds[0].press,
    );
  };

  /** Begins a measure, with the joint that is selected; null: none. @param {Kind | null} kind */
  const begin = (kind) => {
    making = kind;
    measures.picked = [];
    pressed();
    if (!measures.shown.length) update();
    if (kind) session.say(J.hints[kind]);
    if (kind && session.view.selected >= 0) pick(session.view.selected);
    else measures.later();
    showParts();
  };

  /** @param {number} joint */
  const pick = (joint) => {
    if (!making || joint < 0) return;
    if (measures.picked.includes(joint)) {
      session.say(J.twice(titleOf(joints()[joint])));
      return;
    }
    measures.picked = [...measures.picked, joint];
    showParts();
    const left = COUNTS[making] - measures.picked.length;
    if (left > 0) {
      session.say(J.more(left));
      measures.later();
      return;
    }
    add(making, measures.picked);
  };

  /** The seconds that the timeline shows. @returns {[number, number]} */
  const part = () => ui.bar?.timeline.zoom.seconds ?? [0, session.playback.duration];
  const copy = async () => {
    try {
      await (await saving()).copy(measures, part());
    } catch {
      session.say(S.say.copyFailed);
    }
  };
  const files = [button('copy', J.copy, copy), button('save', J.save, async () => (await saving()).save(measures, part()))];

  /** Writes the values. @param {boolean} [now] at once */
  const write = (now = session.playback.paused) => {
    if (!now && performance.now() - writtenAt < INTERVAL_MS) return;
    writtenAt = performance.now();
    measures.shown.forEach((measure, index) => setText(numbers[index], measures.words(measure, measures.now(measure))));
  };

  /** A measure in few words: the angle of a knee is called after it. @param {import('./index.js').ShownMeasure} measure */
  const shortly = ({ kind, names, label }) => {
    const isOf = (/** @type {number[]} */ of) => of.every((joint, at) => joints()[joint].name === names[at]);
    const knee = kind === 'angle' && kneesOf(joints()).find(({ of }) => isOf(of));
    return knee ? J.knees[knee.side] : label;
  };
  const list = chips('chips-of-measures', J.group);
  const update = () => {
    const { shown } = measures;
    // Without a measure these are of no use.
    [...files, list.root].forEach((each, index) => each.setAttribute('data-leaves', shown.length ? ['5', '3', '4'][index] : '0'));
    for (const file of files) file.disabled = !shown.length;
    pressed();
    if (!making) showParts();
    numbers = shown.map(() => h('output', { 'aria-live': 'off' }));
    list.fill(
      shown.length
        ? shown.map((measure, index) => {
            const { colour, label } = measure;
            const swatch = h('span', { class: 'swatch' });
            swatch.style.setProperty('background', colour);
            const left = () => keys().filter((_, at) => at !== index);
            const remove = button('close', J.remove(label), () => ui.history.set('measures', left().join('; ')));
            return h('span', { class: 'chip-of-measure' }, swatch, h('span', { title: label }, shortly(measure)), numbers[index], remove);
          })
        : making
          ? []
          : [h('span', {}, J.none)],
      kinds[0].press,
    );
    write(true);
  };
  update();

  return {
    title: J.title,
    label: J.group,
    summary: () => measures.shown.map((measure) => `${shortly(measure)} ${measures.words(measure, measures.now(measure))}`).join(', '),
    close: J.close,
    content: [h('div', { class: 'segments', 'data-leaves': '1' }, ...kinds.map((each) => each.press)), parts.root, list.root, ...files],
    on: { tool: update, clip: update, select: pick, time: () => write(), play: () => write(true) },
    escape: () => {
      const was = making !== null;
      if (was) begin(null);
      return was;
    },
    // The measures stay.
    closed: () => {
      begin(null);
      if (!element.measures) ui.history.set('measures', null);
    },
  };
}
