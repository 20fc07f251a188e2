/** Labels of the clip: those of now as a caption below the timeline, and spans in lanes. Fetched with the first labels. */
import css from './labels.css';
import { batched } from '../../player/base/batched.js';
import { h, setAttr, setText } from '../../player/base/dom.js';
import { once, style } from '../../player/element/shell.js';
import { ownFile } from '../../player/session/own-file.js';
import { SpanLanes } from './lanes.js';
import { holdsAt, isWhole } from './stack.js';
import { L } from './strings.js';

/** @typedef {import('../../controls/controls.js').Controls} Controls */
/** @typedef {import('../../types.d.ts').ClipLabel} ClipLabel */

/** Labels in a caption at most, and in its tip. */
const [MOST_SAID, MOST_TOLD] = [8, 40];

/** Shows a player's labels, now and whenever it has some. */
export const show = once((/** @type {Controls} */ ui) => {
  style(ui.shadow, css);
  return new Labels(ui);
});

class Labels {
  /** @type {ClipLabel[]} */
  #all = [];
  /** What `#all` was made of. @type {ClipLabel[] | undefined} */
  #given;
  /** The labels that hold now. @type {ClipLabel[]} */
  #now = [];
  /** The span that was pressed last. @type {ClipLabel | null} */
  #pressed = null;

  /** @param {Controls} ui */
  constructor(ui) {
    const { session } = ui;
    this.ui = ui;
    this.lanes = new SpanLanes(ui, (span) => this.#press(span));
    this.said = h('div', { class: 'said', onclick: () => this.#unfold() });
    this.more = h('span', { class: 'more-labels', hidden: true });
    this.caption = h('div', { class: 'caption-of-labels' }, this.said, this.more);
    this.root = h(
      'div',
      { class: 'labels-of-clip over-time', role: 'group', 'aria-label': L.label, hidden: true },
      this.lanes.root,
      this.caption,
    );
    this.lanes.timeline.root.after(this.root);
    for (const signal of /** @type {const} */ (['clip', 'stage', 'load'])) session.on(signal, () => this.#later());
    session.on('time', () => this.#time());
    session.on('play', () => this.#speaks());
    new ResizeObserver(() => this.lanes.draw()).observe(this.lanes.root);
    this.#speaks();
    this.#update();
  }

  #later = batched(() => this.#update());

  #update() {
    const { idle, insets, session } = this.ui;
    const { info, source, state } = session;
    const given = (info && source && state.labels?.(ownFile(source))) || undefined;
    const begins = source?.mended?.begins ?? 0;
    if (given !== this.#given) {
      this.#given = given;
      this.#pressed = null;
    }
    // A mended motion may begin later than its file.
    const later = (/** @type {number | undefined} */ at) => (at === undefined ? undefined : at - begins);
    this.#all = (given ?? []).map((label) => (begins ? { ...label, from: later(label.from), to: later(label.to) } : label));
    const spans = session.playback.still ? [] : this.#all.filter((label) => !isWhole(label));
    this.lanes.labels = spans;
    const { length } = this.lanes.hidden;
    setText(this.more, L.more(length));
    setAttr(this.more, 'title', [L.hidden(length), ...this.lanes.hidden.slice(0, 20).map(({ label }) => label.text)].join('\n'));
    this.more.hidden = !length;
    const hidden = !this.#all.length;
    if (this.root.hidden !== hidden) {
      this.root.hidden = hidden;
      idle.showControls();
    }
    session.present('labels', spans.length ? { step: (/** @type {1 | -1} */ way) => this.#step(way) } : null);
    this.#time(true);
    insets.measure();
  }

  /** @param {boolean} [fresh] whatever was said before */
  #time(fresh = false) {
    if (this.root.hidden) return;
    const { time } = this.ui.session.playback;
    const now = this.#all.filter((label) => isWhole(label) || holdsAt(label, time));
    if (!fresh && now.length === this.#now.length && now.every((label, index) => label === this.#now[index])) return;
    this.#now = now;
    const texts = [...new Set(now.map(({ text }) => text).filter(Boolean))];
    this.said.replaceChildren(
      ...texts.slice(0, MOST_SAID).map((text) => {
        const whole = now.some((label) => label.text === text && isWhole(label));
        return h('bdi', { dir: 'auto', class: whole ? 'of-clip' : 'of-now' }, text);
      }),
    );
    setAttr(this.said, 'title', texts.slice(0, MOST_TOLD).join('\n') || null);
    this.lanes.mark(({ label }) => now.includes(label));
  }

  /** While the clip plays, a reader would be told all the time. */
  #speaks() {
    setAttr(this.said, 'aria-live', this.ui.session.playback.paused ? 'polite' : 'off');
  }

  #unfold() {
    this.caption.toggleAttribute('data-open');
    this.ui.insets.measure();
  }

  /** Goes to a span; pressed once more, it is looped, or no more. @param {import('./stack.js').Span} span */
  #press({ label, from, to }) {
    const { session } = this.ui;
    const range = session.get('range');
    const isLooped = range?.[0] === from && range?.[1] === to;
    if (this.#pressed !== label || to <= from) session.playback.seek({ seconds: from });
    else {
      this.ui.change('range', isLooped ? null : [from, to]);
      if (!isLooped) session.say(L.looped(label.text));
    }
    this.#pressed = label;
  }

  /** Goes to where the next label begins, or the one before. @param {1 | -1} way */
  #step(way) {
    const { playback } = this.ui.session;
    const starts = [...new Set(this.#all.map(({ from }) => from).filter((from) => from !== undefined))].sort((a, b) => a - b);
    const next = way > 0 ? starts.find((at) => at > playback.time + 1e-4) : starts.filter((at) => at < playback.time - 1e-4).at(-1);
    if (next === undefined) return;
    playback.pause();
    playback.seek({ seconds: next });
  }
}
