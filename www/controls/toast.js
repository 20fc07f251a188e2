/** Shows and announces short messages, and announces clips and pauses to screen readers. */
import { h, setText } from '../player/base/dom.js';
import { clock } from '../player/words/format.js';
import { S } from '../player/words/strings.js';
import { C } from './strings.js';
import { metaOf } from './title.js';

const SHOWN_MS = 2200;
/** What can be undone stays longer. */
const OFFERED_MS = 8000;
/** What was said before the controls had loaded is shown if it is not older. */
const KEPT_MS = 10_000;

export class Toast {
  #text = h('span', { 'aria-hidden': 'true' });
  #act = () => {};
  #button = h('button', { type: 'button', class: 'push', part: 'button', hidden: true, onclick: () => this.#press() });
  root = h(
    'div',
    { class: 'toast', part: 'toast', dir: 'auto', onfocusin: () => clearTimeout(this.#timer), onfocusout: () => this.#hideAfter(SHOWN_MS) },
    this.#text,
    this.#button,
  );
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** The clip last announced. @type {unknown} */
  #announced = null;

  /** @param {import('../player/session/session.js').Session} session @param {HTMLElement} live */
  constructor(session, live) {
    this.session = session;
    this.live = live;
    session.on('say', (text) => this.#say(text));
    session.on('clip', () => this.#announce());
    session.on('play', (plays) => {
      if (!plays) this.#announcePause();
    });
    this.#announce();
    const { unheard } = session.state;
    if (unheard && performance.now() - unheard.since < KEPT_MS) this.#say(unheard.text);
  }

  /** @param {string} text */
  #say(text) {
    this.session.state.unheard = null;
    setText(this.#text, text);
    setText(this.live, text);
    this.#button.hidden = true;
    this.root.dataset.shown = '';
    this.#hideAfter(SHOWN_MS);
  }

  /** Says something, with a button for what can be done about it. @param {string} text @param {string} name @param {() => void} act */
  offer(text, name, act) {
    this.#say(text);
    this.#act = act;
    setText(this.#button, name);
    this.#button.hidden = false;
    this.#hideAfter(OFFERED_MS);
  }

  #press() {
    this.withdraw();
    this.#act();
  }

  /** Nothing can be done any more about what was said. */
  withdraw() {
    this.#button.hidden = true;
  }

  /** @param {number} milliseconds */
  #hideAfter(milliseconds) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      delete this.root.dataset.shown;
      this.withdraw();
    }, milliseconds);
  }

  #announce() {
    const { complete, info } = this.session;
    if (!info || !complete || this.#announced === info.name) return;
    this.#announced = info.name;
    setText(this.live, S.say.loaded(info.name, metaOf(this.session)));
  }

  /** Announces the position at a pause, not at every frame. */
  #announcePause() {
    const {
      drawn,
      info,
      playback: { duration, frame, keyed, time },
    } = this.session;
    if (info && drawn && time > 0) setText(this.live, S.say.paused(C.at(C.frame(keyed), frame), clock(time, duration)));
  }
}
