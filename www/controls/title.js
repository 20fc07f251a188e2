/** The clip in words: its name, how long it is, at what rate. */
import { h, setAttr, setText } from '../player/dom.js';
import { clock, decimal } from '../player/format.js';
import { C } from './strings.js';

/** @param {import('../player/session.js').Session} session */
export function metaOf({ info, playback, settings: { values } }) {
  const { behaviours, duration, frameCount, frameTime, keyed, still } = playback;
  const many = behaviours.length > 1 ? ` \u00b7 ${C.behaviours(behaviours.length)}` : '';
  if (still) return C.pose + many;
  const fps = keyed ? '' : frameTime ? decimal(1 / frameTime, frameTime > 0.1 ? 2 : 1) : '0';
  return C.meta(frameCount, fps, clock(duration, duration), Boolean(info?.rate.guessed && !values.frameTime)) + many;
}

export class Title {
  #name = h('bdi', { class: 'name' });
  #meta = h('bdi', { class: 'meta' });
  /** On a phone the moment stands here: the controls have no room for it. */
  #now = h('bdi', { class: 'moment', hidden: true });

  /**
   * @param {import('../player/session.js').Session} session
   * @param {() => void} explain opens what tells more
   */
  constructor(session, explain) {
    this.session = session;
    this.doubt = h('button', { type: 'button', class: 'chip', hidden: true, onclick: explain }, C.otherSkeleton);
    this.root = h('div', { class: 'title', part: 'title', hidden: true }, this.#name, this.#meta, this.#now, this.doubt);
    session.on('clip', () => this.#write());
    session.on('setting', (name) => { if (name === 'frameTime' || name === 'behaviour') this.#write(); });
    session.on('time', () => this.#moment());
    this.#write();
  }

  /** @param {boolean} phone */
  layout(phone) {
    this.#now.hidden = !phone;
    this.#meta.hidden = phone;
    this.#moment();
  }

  #moment() {
    const { duration, frame, keyed, still, time } = this.session.playback;
    if (this.#now.hidden) return;
    setText(this.#now, still ? metaOf(this.session) : C.now(clock(time, duration), clock(duration, duration), C.at(C.frame(keyed), frame)));
  }

  #write() {
    this.#moment();
    const { info } = this.session;
    this.root.hidden = !info;
    setText(this.#name, info?.name ?? '');
    setAttr(this.#name, 'title', info?.name ?? null);
    setText(this.#meta, info ? metaOf(this.session) : '');
    this.doubt.hidden = !info?.skeletonDoubt;
  }
}
