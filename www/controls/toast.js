/** Shows and announces short messages, and announces clips and pauses to screen readers. */
import { h, setText } from '../player/base/dom.js';
import { clock } from '../player/words/format.js';
import { S } from '../player/words/strings.js';
import { C } from './strings.js';
import { metaOf } from './title.js';

const SHOWN_MS = 2200;

export class Toast {
  root = h('div', { class: 'toast', part: 'toast', dir: 'auto', 'aria-hidden': 'true' });
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
    session.on('play', () => this.#announcePause());
    this.#announce();
  }

  /** @param {string} text */
  #say(text) {
    setText(this.root, text);
    setText(this.live, text);
    this.root.dataset.shown = '';
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => delete this.root.dataset.shown, SHOWN_MS);
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
      playback: { duration, frame, keyed, paused, time },
    } = this.session;
    if (paused && info && drawn && time > 0) setText(this.live, S.say.paused(C.at(C.frame(keyed), frame), clock(time, duration)));
  }
}
