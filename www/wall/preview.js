/** The one live player of the wall: it stands on the card under the pointer or with the focus, and plays from the poster's moment. */
import { h, setAttr, setText } from '../player/base/dom.js';
import { reducedMotion } from '../player/base/motion.js';
import { sessionOf } from '../player/session/sessions.js';
import { fixed } from '../player/words/format.js';
import { allShown } from '../share/overlay.js';
import { quietPlayer } from './poster-studio.js';

/** @typedef {import('../types.d.ts').Source} Source */

/** A clip, the moment and the camera of its poster, and the camera that shows the whole motion. @typedef {{ source: Source, moment: number, camera: string, whole: string }} Shot */

/** How long a card is pointed at before it plays. */
const DELAY_MS = 120;

/** @param {Source} a @param {Source} b */
const isSame = (a, b) => a.blob === b.blob && a.url === b.url && a.name === b.name;

export class Preview {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {Source | null} */
  #source = null;
  #attempt = 0;

  /** @param {import('../player/session/session.js').Session} like */
  constructor(like) {
    const { player, follow } = quietPlayer(like);
    this.player = player;
    this.follow = follow;
    this.time = h('span', { class: 'wall-time' });
    this.bar = h('span', { class: 'wall-bar' });
    this.root = h('div', { class: 'wall-live', 'aria-hidden': 'true' }, player, this.time, this.bar);
  }

  /** The element that it stands in; null for none. */
  get place() {
    return this.root.parentElement;
  }

  /**
   * Plays in an element after a short while, unless another call comes before.
   * @param {HTMLElement} place @param {() => Shot | null} clip null if the place is another clip's by then @param {number} [delay] milliseconds
   */
  play(place, clip, delay = DELAY_MS) {
    this.stop();
    if (reducedMotion.now) return;
    this.#timer = setTimeout(() => {
      const shot = clip();
      if (shot && place.isConnected) this.#start(place, shot);
    }, delay);
  }

  stop() {
    clearTimeout(this.#timer);
    this.#attempt += 1;
    if (!this.place) return;
    this.root.remove();
    setAttr(this.root, 'data-plays', false);
    sessionOf(this.player)?.playback.pause();
  }

  /** @param {HTMLElement} place @param {Shot} clip */
  #start(place, { source, moment, camera, whole }) {
    const attempt = this.#attempt;
    place.append(this.root);
    const session = sessionOf(this.player);
    this.#watch(session);
    const show = async () => {
      await allShown(session);
      if (attempt !== this.#attempt) return;
      session.set('smooth', false);
      session.playback.seek({ seconds: moment });
      session.view.setCamera(camera);
      // It eases from the poster to where the whole motion is in view.
      session.set('smooth', true);
      session.view.setCamera(whole);
      this.#tell(session);
      session.pictures.request(() => setAttr(this.root, 'data-plays', attempt === this.#attempt));
      session.playback.play().catch(() => {});
    };
    if (this.#source && session.source === this.#source && isSame(this.#source, source) && session.complete) show();
    else {
      this.#source = source;
      this.player.addEventListener('cliploaded', show, { once: true });
      session.load(source, { eager: true, moment: { seconds: moment } });
    }
  }

  #watched = false;

  /** @param {import('../player/session/session.js').Session} session */
  #watch(session) {
    if (this.#watched) return;
    this.#watched = true;
    session.on('time', (time) => this.#tell(session, time));
  }

  /** Shows the time. @param {import('../player/session/session.js').Session} session */
  #tell({ playback: { duration, time: now } }, time = now) {
    this.bar.style.setProperty('--done', String(duration > 0 ? Math.min(1, time / duration) : 0));
    setText(this.time, fixed(time, 1));
  }

  end() {
    this.stop();
    this.#source = null;
    sessionOf(this.player)?.empty();
  }
}
