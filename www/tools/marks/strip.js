/** The controls of marks and feet. */
import { button } from '../../controls/button.js';
import { h, setAttr, setText } from '../../player/base/dom.js';
import { lazy } from '../../player/base/parts.js';
import { short } from '../../player/words/format.js';
import { S } from '../../player/words/strings.js';
import { K } from './strings.js';

const saving = lazy(() => import('./save.js'));
const INTERVAL_MS = 100;

/** @type {import('../../controls/strip.js').Build<import('./index.js').Marks>} */
export function build(ui, _, marks) {
  const { element, session, shadow, stage } = ui;
  let writtenAt = 0;
  const add = (/** @type {'event' | 'span'} */ kind, /** @type {string} */ title) =>
    h('button', { type: 'button', title, onclick: () => marks.add(kind) }, `+ ${K[kind]}`);
  const name = h('input', {
    type: 'text',
    class: 'name-of-mark',
    autocomplete: 'off',
    maxlength: '80',
    'aria-label': K.name,
    placeholder: K.none,
    onchange: () => marks.rename(name.value),
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
      if (event.key === 'Enter') stage.focus();
    },
  });
  const remove = button('remove', K.remove, () => marks.remove());
  const feet = h(
    'button',
    {
      type: 'button',
      'aria-pressed': 'false',
      onclick: () => ui.history.set('contacts', element.contacts === null ? '' : null),
    },
    K.feet,
  );
  const threshold = () => {
    const [metresASecond, centimetres] = [speed, height].map((field) => Number(field.value.replace(',', '.')));
    if (metresASecond > 0 && centimetres > 0) marks.thresholds = { speed: metresASecond, height: centimetres / 100 };
    else update();
  };
  const [speed, height] = [`${K.feet}, ${K.slower} (${K.speedUnit})`, `${K.feet}, ${K.lower} (${K.heightUnit})`].map((label) =>
    h('input', { type: 'text', inputmode: 'decimal', autocomplete: 'off', 'aria-label': label, onchange: threshold }),
  );
  const usual = button('retry', K.usual, () => ui.history.set('contacts', ''));
  const slide = h('output', { 'aria-live': 'off' });
  const limits = h(
    'div',
    { class: 'thresholds' },
    h('label', {}, K.below, speed, K.speedUnit),
    h('label', {}, height, K.heightUnit),
    usual,
    slide,
  );
  const copy = async () => {
    try {
      await navigator.clipboard.writeText((await saving()).csv(marks.all));
      session.say(K.copied);
    } catch {
      session.say(S.say.copyFailed);
    }
  };
  const files = [
    button('copy', K.copy, copy, { 'data-leaves': '2' }),
    button('save', K.save, async () => (await saving()).save(session, marks.all), { 'data-leaves': '1' }),
  ];

  /** Writes how fast the feet slide. @param {boolean} [now] at once */
  const write = (now = session.playback.paused) => {
    const { stances } = marks;
    if (!stances || (!now && performance.now() - writtenAt < INTERVAL_MS)) return;
    writtenAt = performance.now();
    const [left, right] = marks.slides.map((each) => (each === each ? K.rate(each) : K.nothing));
    const step = marks.lastStep;
    setText(
      slide,
      stances.left || stances.right ? K.slide(left, right) + (step ? K.step(step.length, step.width, step.cadence) : '') : K.noFeet,
    );
  };

  const update = () => {
    const mark = marks.all[marks.chosen];
    if (shadow.activeElement !== name) name.value = mark?.name ?? '';
    name.disabled = remove.disabled = !mark;
    for (const file of files) file.disabled = !marks.all.length;
    const on = element.contacts !== null;
    setAttr(feet, 'aria-pressed', String(on));
    limits.hidden = !on;
    const { stances } = marks;
    for (const [field, value] of /** @type {[HTMLInputElement, number][]} */ ([
      [speed, stances?.speed ?? NaN],
      [height, 100 * (stances?.height ?? NaN)],
    ])) {
      field.disabled = !stances;
      if (shadow.activeElement !== field) field.value = value === value ? short(value, 2) : '';
    }
    usual.disabled = !element.contacts;
    write(true);
  };
  marks.changed = update;
  update();

  return {
    title: K.title,
    label: K.group,
    close: K.close,
    content: [
      h('div', { class: 'segments' }, add('event', K.addEvent), add('span', K.addSpan)),
      button('prev', K.previous, () => marks.step(-1)),
      name,
      remove,
      button('next', K.next, () => marks.step(1)),
      ...files,
      h('span', { class: 'divider' }),
      h('div', { class: 'segments' }, feet),
      limits,
      h('span', { class: 'gap' }),
    ],
    on: { time: () => write(), play: () => write(true) },
    // Marks and lanes stay.
    closed: () => {
      marks.changed = () => {};
    },
  };
}
