/** Spans of labels in lanes below the timeline, in its window. */
import { h, setAttr, setText } from '../../player/base/dom.js';
import { stack, tintOf } from './stack.js';
import { L } from './strings.js';

/** @typedef {import('./stack.js').Span} Span */

/** Lanes at most, and on phones. */
const [MOST, MOST_ON_PHONES] = [4, 3];
/** Spans in the document at most; closer than these CSS pixels they share a place. */
const [MOST_SPANS, APART_PX] = [500, 2];

export class SpanLanes {
  root = h('div', {
    class: 'lanes-of-labels',
    role: 'group',
    'aria-label': L.lanes,
    onkeydown: (/** @type {KeyboardEvent} */ event) => this.#key(event),
  });
  /** @type {ReturnType<typeof stack>} */
  #stacked = { spans: [], lanes: 0, hidden: [] };
  /** @type {Map<Span, HTMLElement>} */
  #made = new Map();
  /** @type {(span: Span) => boolean} */
  #isLooped = () => false;
  /** The span in the tab order. @type {Span | null} */
  #stop = null;

  /** @param {import('../../controls/controls.js').Controls} ui @param {(span: Span, twice: boolean) => void} press twice: by the second press of a double click */
  constructor(ui, press) {
    this.ui = ui;
    this.press = press;
    this.timeline = /** @type {import('../../controls/bar.js').Bar} */ (ui.bar).timeline;
    this.timeline.zoom.watch(() => this.draw());
  }

  /** @param {import('../../types.d.ts').ClipLabel[]} labels of spans */
  set labels(labels) {
    const { begin, duration } = this.ui.session.playback;
    const most = this.ui.root.matches('[data-phone]') ? MOST_ON_PHONES : MOST;
    this.#stacked = stack(labels, begin, duration, most);
    this.#stop = this.#stacked.spans[0] ?? null;
    this.root.style.setProperty('--lanes', String(this.#stacked.lanes));
    this.root.hidden = !this.#stacked.lanes;
    this.draw();
  }

  /** Labels that found no lane. */
  get hidden() {
    return this.#stacked.hidden;
  }

  draw() {
    const { playback } = this.ui.session;
    const { zoom } = this.timeline;
    const across = (/** @type {number} */ seconds) => zoom.across(playback.placeOf(seconds));
    const width = this.root.clientWidth || zoom.width;
    /** Where the last span of each lane ends, CSS pixels. @type {number[]} */
    const ends = [];
    /** @type {Map<Span, HTMLElement>} */
    const made = new Map();
    for (const span of this.#stacked.spans) {
      const [left, right] = [across(span.from), across(span.to)];
      if (right < 0 || left > 1 || made.size >= MOST_SPANS || right * width < (ends[span.lane] ?? -Infinity) + APART_PX) continue;
      ends[span.lane] = right * width;
      const element = this.#made.get(span) ?? this.#make(span);
      element.style.setProperty('left', `${(100 * Math.max(0, left)).toFixed(3)}%`);
      element.style.setProperty('width', `${(100 * (Math.min(1, right) - Math.max(0, left))).toFixed(3)}%`);
      setAttr(element, 'data-cut-before', left < 0);
      made.set(span, element);
    }
    if (made.size !== this.#made.size || [...made.keys()].some((span) => !this.#made.has(span)))
      this.root.replaceChildren(...made.values());
    this.#made = made;
    if (this.#stop && !made.has(this.#stop)) this.#stop = [...made.keys()][0] ?? null;
    for (const [span, element] of made) setAttr(element, 'tabindex', span === this.#stop ? '0' : '-1');
  }

  /** Marks the spans that hold now. @param {(span: Span) => boolean} holds */
  mark(holds) {
    for (const [span, element] of this.#made) setAttr(element, 'data-now', holds(span));
  }

  /** @param {(span: Span) => boolean} isLooped */
  showLooped(isLooped) {
    this.#isLooped = isLooped;
    for (const [span, element] of this.#made) this.#showLoop(span, element);
  }

  /** @param {Span} span @param {Element} element */
  #showLoop(span, element) {
    setAttr(element, 'aria-pressed', String(span.to > span.from && this.#isLooped(span)));
  }

  /** @param {Span} span */
  #make(span) {
    const { label, lane } = span;
    const about = [
      label.text,
      L.span(L.at(span.from), L.at(span.to)),
      ...label.more.map(([name, value]) => L.column(name, value)),
      L.press,
    ].join('\n');
    const text = label.text || label.more[0]?.[1] || '';
    const element = h(
      'button',
      {
        type: 'button',
        class: 'span-of-label',
        title: about,
        'aria-label': `${text}, ${L.span(L.at(span.from), L.at(span.to))}`,
        'data-tint': String(tintOf(text)),
        'data-moment': span.to > span.from ? null : '',
        onclick: (/** @type {MouseEvent} */ { detail }) => this.press(span, detail === 2),
      },
      h('bdi', { dir: 'auto' }),
    );
    setText(/** @type {Node} */ (element.firstChild), text);
    element.style.setProperty('--lane', String(lane));
    this.#showLoop(span, element);
    return element;
  }

  /** Arrows go from span to span. @param {KeyboardEvent} event */
  #key(event) {
    const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!by || event.ctrlKey || event.metaKey || event.altKey) return;
    const all = [...this.#made];
    const at = all.findIndex(([, element]) => element === this.ui.shadow.activeElement);
    const next = all[at + by];
    if (next) {
      this.#stop = next[0];
      for (const [span, element] of all) setAttr(element, 'tabindex', span === this.#stop ? '0' : '-1');
      next[1].focus();
    }
    event.preventDefault();
    event.stopPropagation();
  }
}
