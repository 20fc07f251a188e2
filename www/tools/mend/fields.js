/** The settings of a step: numbers with their units, the frames that are kept, and a rate. */
import { h, setText } from '../../player/base/dom.js';
import { F } from './strings.js';

/** @typedef {import('./mending.js').Mending} Mending */

let ids = 0;

/** A number between two ends. @param {Mending} mending @param {import('./steps.js').Parameter} parameter @param {string} name of the step */
export function slider(mending, { key, least, most, step, unit, usual }, name) {
  const id = `mend-number${++ids}`;
  const value = h('output', { for: id });
  const input = h('input', {
    id,
    type: 'range',
    min: String(least),
    max: String(most),
    step: String(step),
    oninput: () => mending.set({ [key]: Number(input.value) }, F.changes.set(name)),
  });
  const update = () => {
    const now = mending.steps[key] ?? usual;
    if (Number(input.value) !== now) input.value = String(now);
    const text = F.units[unit](now);
    setText(value, text);
    input.setAttribute('aria-valuetext', text);
  };
  return { root: h('div', { class: 'number-of-step' }, h('label', { for: id }, F.parameters[key]), value, input), update };
}

/** A field for a whole number. @param {string} label @param {(value: number) => void} change called with numbers alone @param {() => void} update puts back what is valid */
function wholeField(label, change, update) {
  const input = h('input', {
    type: 'text',
    inputmode: 'decimal',
    autocomplete: 'off',
    onchange: () => {
      const value = Number(input.value.replace(',', '.'));
      if (input.value.trim() && Number.isFinite(value) && value >= 0) change(value);
      else update();
    },
  });
  input.id = `mend-number${++ids}`;
  return { input, root: h('div', { class: 'line' }, h('label', { for: input.id }, label), input) };
}

/** The first and the last frame that are kept. @param {import('../../controls/controls.js').Controls} ui @param {Mending} mending */
export function frameFields({ session }, mending) {
  const set = (/** @type {0 | 1} */ end, /** @type {number} */ frame) => {
    /** @type {[number, number]} */
    const trim = [...(mending.steps.trim ?? [0, last()])];
    trim[end] = Math.min(Math.round(frame), last());
    mending.set({ trim: [Math.min(...trim), Math.max(...trim)] }, F.changes.set(F.steps.trim.name));
  };
  /** The last frame of the file's motion. */
  const last = () => {
    const { behaviours } = mending.own?.info ?? {};
    return Math.max(0, (behaviours?.[session.get('behaviour')]?.frameCount ?? 1) - 1);
  };
  const fields = /** @type {const} */ ([0, 1]).map((end) => wholeField([F.first, F.last][end], (frame) => set(end, frame), update));
  function update() {
    const { trim } = mending.steps;
    fields.forEach(({ input }, end) => {
      input.value = String(trim?.[end] ?? (end ? last() : 0));
    });
  }
  return { root: h('div', {}, ...fields.map(({ root }) => root)), update };
}

/** The frames a second. @param {import('../../controls/controls.js').Controls} ui @param {Mending} mending */
export function rateField({ session }, mending) {
  const set = (/** @type {number} */ rate) => {
    if (rate >= 1 && rate <= 1000) mending.set({ resample: rate }, F.changes.set(F.steps.resample.name));
    else update();
  };
  const { input, root } = wholeField(F.rate, set, update);
  function update() {
    input.value = String(mending.steps.resample ?? Math.round(1000 / session.playback.frameTime) / 1000);
    input.disabled = session.get('frameTime') > 0;
  }
  return { root, update };
}
