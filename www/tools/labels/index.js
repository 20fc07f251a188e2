/** Labels of the clip: those of now as a caption below the timeline, and spans in lanes. Fetched with the first labels. */
import css from './labels.css';
import { batched } from '../../player/base/batched.js';
import { h, setAttr, setText } from '../../player/base/dom.js';
import { once, style } from '../../player/element/shell.js';
import { ownFile } from '../../player/session/own-file.js';
import { directionOf } from '../../player/words/direction.js';
import { Further } from './further.js';
import { SpanLanes } from './lanes.js';
import { holdsAt, isBeyond, isWhole } from './stack.js';
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
    this.lanes = new SpanLanes(ui, (span, twice) => this.#press(span, twice));
    this.said = h('div', { class: 'said', onclick: () => this.#unfold() });
    this.further = new Further((span) => this.#press(span));
    this.more = h('button', {
      type: 'button',
      class: 'more-labels',
      hidden: true,
      'aria-expanded': 'false',
      onclick: () => this.#unfold(),
    });
    this.caption = h('div', { class: 'caption-of-labels' }, this.said, this.more, this.further.root);
    this.root = h(
      'div',
      { class: 'labels-of-clip over-time', role: 'group', 'aria-label': L.label, hidden: true },
      this.lanes.root,
      this.caption,
    );
    this.lanes.timeline.root.after(this.root);
    for (const signal of /** @type {const} */ (['clip', 'stage', 'load'])) session.on(signal, () => this.#later());
    session.on('page', (what) => {
      if (what === 'labels') this.#later();
    });
    session.on('time', () => this.#time());
    session.on('play', (plays) => this.#speaks(plays));
    session.on('setting', (name) => {
      if (name === 'range') this.#showLoop();
    });
    new ResizeObserver(() => this.lanes.draw()).observe(this.lanes.root);
    new ResizeObserver(() => this.#showMore()).observe(this.said);
    this.#speaks(!session.playback.paused);
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
    const { duration, still } = session.playback;
    const spans = still ? [] : this.#all.filter((label) => !isWhole(label));
    this.lanes.labels = spans;
    this.further.show(
      this.lanes.hidden,
      spans.filter((label) => isBeyond(label, duration)),
    );
    const hidden = !this.#all.length;
    if (this.root.hidden !== hidden) {
      this.root.hidden = hidden;
      idle.showControls();
    }
    session.present(
      'labels',
      this.#all.length
        ? {
            caption: (/** @type {number} */ time) => textsOf(this.#at(time)).slice(0, MOST_SAID).join(L.between),
            ...(spans.length > 0 && { step: (/** @type {1 | -1} */ way) => this.#step(way) }),
          }
        : null,
    );
    this.#time(true);
    this.#showLoop();
    this.#showMore();
    insets.measure();
  }

  /** @param {boolean} [fresh] whatever was said before */
  #time(fresh = false) {
    if (this.root.hidden) return;
    const { time } = this.ui.session.playback;
    const now = this.#at(time);
    if (!fresh && now.length === this.#now.length && now.every((label, index) => label === this.#now[index])) return;
    this.#now = now;
    const texts = textsOf(now);
    this.#say(texts.slice(0, MOST_SAID).map((text) => ({ text, whole: now.some((label) => label.text === text && isWhole(label)) })));
    setAttr(this.said, 'title', texts.slice(0, MOST_TOLD).join('\n') || null);
    setAttr(this.said, 'dir', directionOf(texts[0] ?? ''));
    const holds = (/** @type {import('./stack.js').Span} */ { label }) => now.includes(label);
    this.lanes.mark(holds);
    this.further.mark(holds);
    this.#showMore();
  }

  /** The labels of a moment. @param {number} time seconds */
  #at(time) {
    return this.#all.filter((label) => isWhole(label) || holdsAt(label, time));
  }

  /** What stays is not touched: a reader tells what is new only. @param {{ text: string, whole: boolean }[]} all */
  #say(all) {
    /** @type {Map<string, Element>} */
    const before = new Map([...this.said.children].map((element) => [element.getAttribute('data-text') ?? '', element]));
    const wanted = all.map(({ text, whole }) => {
      const element = before.get(text) ?? h('bdi', { dir: 'auto', 'data-text': text }, text);
      setAttr(element, 'class', whole ? 'of-clip' : 'of-now');
      before.delete(text);
      return element;
    });
    for (const gone of before.values()) gone.remove();
    for (const [index, element] of wanted.entries())
      if (this.said.children[index] !== element) this.said.insertBefore(element, this.said.children[index] ?? null);
  }

  /** The button that unfolds what has no room: a long text, and spans without a lane. */
  #showMore() {
    const { further, more, said } = this;
    const open = this.caption.hasAttribute('data-open');
    const isCut = open ? more.hasAttribute('data-cuts') : said.scrollHeight > said.clientHeight + 1;
    setAttr(more, 'data-cuts', isCut);
    more.hidden = !isCut && !further.count && !open;
    setText(more, further.count ? L.more(further.count) : L.cut);
    const about = [...(isCut || !further.count ? [L.open] : []), ...further.about];
    setAttr(more, 'aria-label', [...(further.count ? [L.more(further.count)] : []), ...about].join(', '));
    setAttr(more, 'title', [...about, ...further.names].join('\n'));
  }

  /** While the clip plays, a reader would be told all the time. @param {boolean} plays */
  #speaks(plays) {
    setAttr(this.said, 'aria-live', plays ? 'off' : 'polite');
  }

  #unfold() {
    const open = !this.caption.hasAttribute('data-open');
    // Without anything more there is nothing to unfold.
    if (open && this.more.hidden) return;
    this.caption.toggleAttribute('data-open', open);
    setAttr(this.more, 'aria-expanded', String(open));
    // What scrolls is reached by keys.
    setAttr(this.said, 'tabindex', open ? '0' : null);
    this.further.open = open;
    this.#showMore();
    this.ui.insets.measure();
  }

  /** Goes to a span; pressed once more while it holds, or twice at once, it is looped, or no more. @param {import('./stack.js').Span} span @param {boolean} [twice] the second press of a double click */
  #press(span, twice = false) {
    const { label, from, to } = span;
    const { session } = this.ui;
    const again = this.#pressed === label && holdsAt({ from, to }, session.playback.time);
    if (to <= from || (!twice && !again)) session.playback.seek({ seconds: from });
    else {
      const ends = this.#isLooped(span) && !twice;
      this.ui.history.change('range', ends ? null : [from, to]);
      session.say(ends ? L.unlooped(label.text) : L.looped(label.text));
    }
    this.#pressed = label;
  }

  /** @param {import('./stack.js').Span} span */
  #isLooped({ from, to }) {
    const range = this.ui.session.get('range');
    return range !== null && Math.abs(range[0] - from) < 1e-3 && Math.abs(range[1] - to) < 1e-3;
  }

  #showLoop() {
    this.lanes.showLooped((span) => this.#isLooped(span));
  }

  /** Goes to where the next label begins, or the one before; none begins outside of the clip. @param {1 | -1} way */
  #step(way) {
    const { playback } = this.ui.session;
    const starts = [...new Set(this.#all.map(({ from }) => from).filter((from) => from !== undefined))]
      .filter((at) => at >= playback.begin && !isBeyond({ from: at }, playback.duration))
      .sort((a, b) => a - b);
    const next = way > 0 ? starts.find((at) => at > playback.time + 1e-4) : starts.filter((at) => at < playback.time - 1e-4).at(-1);
    if (next === undefined) return;
    playback.pause();
    playback.seek({ seconds: next });
  }
}

/** What labels say, each text once. @param {ClipLabel[]} labels */
const textsOf = (labels) => [...new Set(labels.map(({ text }) => text).filter(Boolean))];
