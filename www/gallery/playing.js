/** Plays one clip of a gallery at a time, in the place of its poster, while the pointer or the focus is on its card. */
import { reducedMotion } from '../player/base/motion.js';

const HOVER_MS = 150;

/** The element of the player's script, which is fetched when something plays. @param {URL} top of the site @param {Record<string, string>} attributes */
export function playerOf(top, attributes) {
  import(new URL('player/marey-player.js', top).href).catch(() => {});
  const player = document.createElement('marey-player');
  for (const [name, value] of Object.entries({
    theme: 'auto',
    loop: '',
    nohotkeys: '',
    ...(reducedMotion.now ? {} : { autoplay: '' }),
    ...attributes,
  }))
    player.setAttribute(name, value);
  return player;
}

export class Playing {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {HTMLElement | null} */
  #player = null;

  /** @param {URL} top of the site @param {string} look of the figures */
  constructor(top, look) {
    this.top = top;
    this.look = look;
  }

  /** What is played in. @type {Element | null} */
  place = null;
  #motion = '';

  /** Plays after a short while, unless something else is pointed at. @param {Element} place @param {string} motion @param {string} poster addresses */
  play(place, motion, poster) {
    if (place === this.place && motion === this.#motion) return;
    this.stop();
    if (reducedMotion.now) return;
    this.place = place;
    this.#motion = motion;
    this.#timer = setTimeout(() => {
      if (!place.isConnected) return;
      this.#player = playerOf(this.top, { src: motion, poster, look: this.look, 'aria-hidden': 'true', inert: '' });
      place.append(this.#player);
    }, HOVER_MS);
  }

  stop() {
    clearTimeout(this.#timer);
    this.#player?.remove();
    this.#player = null;
    this.place = null;
  }
}
