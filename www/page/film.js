/** A sample's animated preview: a strip of frames, drawn by the player itself (`tests/browser/sample-films.mjs`), on a canvas, since strict policies show no other images. */
import { h } from '../player/base/dom.js';

/** Frames per second of the strip. */
export const RATE = 10;
/** Width and height of a frame. It is shown at 88 CSS pixels or less: sharp on dense screens, with half the bytes of 176. */
export const EDGE = 132;

/** A drawn figure for each sample, until its strip is there: the middle of the head, then lines, with two letters for a point, a to z from the left and from the top. @type {Record<string, string>} */
const SKETCHES = {
  dance: 'me mgmn mgielb mgqenb mnmrmv mnipls',
  jump: 'md mfmm mfhd mfrd mmipjt mmqppt',
  march: 'me mgmn mgjkln mgpjrg mnmrmv mnqoqs',
  walk: 'me mgmn mgjkjn mgpkqn mnkriv mnorqv',
  wave: 'me mgmn mgkkko mgqird mnlrlv mnnrnv',
  stroll: 'me mgmn mgkkjn mgokpn mnlrjv mnorpv',
  human: 'me mgmn mgggdg mgsgvg mnkv mnov',
};
/** Pixels from letter to letter, and the radius of the head. */
const STEP = 5;
const HEAD = 9;

export class Film {
  canvas = h('canvas', { class: 'film', width: EDGE, height: EDGE, 'aria-hidden': 'true' });
  #frame = 0;
  #playing = false;
  #address = '';
  /** @type {Blob | null} */
  #file = null;
  /** The decoded strip, only while it plays. @type {ImageBitmap | null} */
  #strip = null;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #timer;

  /** @param {string} url of the sample's file */
  constructor(url) {
    this.url = url;
  }

  /** Shows the first frame for this theme, if the strip exists. @param {string} theme */
  async show(theme) {
    const address = this.url.replace(/\.\w+$/, theme === 'light' ? '-light.webp' : '.webp');
    if (address === this.#address) return;
    this.#address = address;
    this.#stop();
    if (!this.#file) this.#sketch(theme);
    const file = await fetch(address, /** @type {RequestInit} */ ({ priority: 'low' })).then(
      (answer) => (answer.ok ? answer.blob() : null),
      () => null,
    );
    if (address !== this.#address || !file) return;
    const still = await createImageBitmap(file, 0, 0, EDGE, EDGE).catch(() => null);
    if (address !== this.#address || !still) return;
    this.#file = file;
    this.#draw(still, 0);
    still.close();
    this.#start();
  }

  /** Plays, or pauses at the current frame. @param {boolean} on */
  run(on) {
    if (on === this.#playing) return;
    this.#playing = on;
    if (on) this.#start();
    else this.#stop();
  }

  async #start() {
    const file = this.#file;
    if (!this.#playing || !file || this.#timer !== undefined) return;
    this.#timer = setInterval(() => this.#step(), 1000 / RATE);
    const strip = await createImageBitmap(file).catch(() => null);
    if (this.#timer !== undefined && file === this.#file && !this.#strip) this.#strip = strip;
    else strip?.close();
  }

  #stop() {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#strip?.close();
    this.#strip = null;
  }

  #step() {
    const strip = this.#strip;
    if (!strip || document.hidden) return;
    this.#frame = (this.#frame + 1) % Math.round(strip.height / EDGE);
    this.#draw(strip, this.#frame);
  }

  /** @param {string} theme */
  #sketch(theme) {
    const [head = '', ...lines] = (SKETCHES[/[a-z]+(?=[^/]*$)/.exec(this.url)?.[0] ?? ''] ?? '').split(' ');
    const context = this.canvas.getContext('2d', { willReadFrequently: true });
    if (!context || !head) return;
    const at = (/** @type {string} */ letters, /** @type {number} */ index) => (letters.charCodeAt(index) - 96.5) * STEP;
    context.clearRect(0, 0, EDGE, EDGE);
    context.beginPath();
    for (const line of lines)
      for (let index = 0; index < line.length; index += 2) context[index ? 'lineTo' : 'moveTo'](at(line, index), at(line, index + 1));
    context.moveTo(at(head, 0) + HEAD, at(head, 1));
    context.arc(at(head, 0), at(head, 1), HEAD, 0, 2 * Math.PI);
    Object.assign(context, {
      strokeStyle: theme === 'light' ? '#8b94a8' : '#5b667d',
      lineWidth: STEP,
      lineCap: 'round',
      lineJoin: 'round',
    });
    context.stroke();
  }

  /** @param {ImageBitmap} from @param {number} index */
  #draw(from, index) {
    // Kept by the page's process: a crash of the GPU's process would leave it empty.
    const context = this.canvas.getContext('2d', { willReadFrequently: true });
    context?.clearRect(0, 0, EDGE, EDGE);
    context?.drawImage(from, 0, index * EDGE, EDGE, EDGE, 0, 0, EDGE, EDGE);
  }
}
