/** The quality slider from tiny to faithful, with size and error of each stop and of the thumb. */
import { h } from '../player/base/dom.js';
import { STOPS } from './packing.js';
import { X } from './strings.js';

/** Step of the slider, which goes to 100. */
const STEP = 5;

/** @param {import('./packing.js').Packing} packing @param {(text: string) => number} linkLength length of the link with this motion */
export function qualitySlider(packing, linkLength) {
  const errors = h('span', { class: 'errors' });
  const slider = h('input', {
    type: 'range',
    min: '0',
    max: '100',
    step: String(STEP),
    value: String(packing.at),
    'aria-label': X.link.inside,
    oninput: () => packing.move(Number(slider.value)),
  });
  const stops = STOPS.map(({ at, name }) => {
    const about = h('small', {}, '\u00a0');
    const root = h(
      'button',
      {
        type: 'button',
        tabindex: '-1',
        onclick: () => {
          slider.value = String(at);
          packing.move(at);
        },
      },
      h('span', {}, X.link.stops[name]),
      about,
    );
    return { at, about, root };
  });
  const root = h(
    'div',
    { class: 'quality', role: 'group', 'aria-label': X.link.inside },
    h('div', { class: 'over' }, h('h3', {}, X.link.inside), errors),
    slider,
    h('div', { class: 'stops' }, ...stops.map((stop) => stop.root)),
  );

  const refresh = () => {
    const { at } = packing;
    slider.style.setProperty('--at', `${at}%`);
    const made = packing.result(at);
    const packed = made && 'packed' in made ? made.packed : null;
    const about = packed ? { length: linkLength(packed.text), meanMm: packed.meanMm, maxMm: packed.maxMm } : packing.estimate(at);
    // While packing, the estimated or previous values stay, dimmed.
    root.toggleAttribute('data-busy', !made);
    if (packed?.received) errors.textContent = X.link.stated(packed.meanMm, packed.p99Mm);
    else if (about && about.maxMm >= 0) errors.textContent = X.link.error(about.meanMm, about.maxMm);
    else if (made || about) errors.textContent = '';
    const near = STOPS.find((stop) => stop.at === at);
    const name = near ? X.link.stops[near.name] : X.link.between;
    slider.setAttribute('aria-valuetext', about ? `${name}, ${X.link.stop(about.length, about.meanMm)}` : name);
    for (const stop of stops) {
      const result = packing.result(stop.at);
      stop.root.toggleAttribute('data-chosen', stop.at === at);
      stop.about.toggleAttribute('data-busy', !result);
      if (result)
        stop.about.textContent = 'packed' in result ? X.link.stop(linkLength(result.packed.text), result.packed.meanMm) : X.link.none;
    }
  };
  refresh();
  return { root, refresh };
}
