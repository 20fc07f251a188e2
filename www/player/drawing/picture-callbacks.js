/** The callbacks of `requestVideoFrameCallback`, each called once after the next picture. */

/**
 * @typedef {object} PictureMetadata
 * @property {number} mediaTime seconds in the clip
 * @property {number} presentationTime milliseconds, of `performance.now()`
 * @property {number} expectedDisplayTime the same
 * @property {number} width device pixels
 * @property {number} height device pixels
 * @property {number} presentedFrames pictures so far
 */
/** @typedef {(now: number, metadata: PictureMetadata) => void} PictureCallback */

export class PictureCallbacks {
  /** @type {Map<number, PictureCallback>} */
  #waiting = new Map();
  #handles = 0;
  #pictures = 0;

  /** @param {PictureCallback} callback */
  request(callback) {
    this.#handles += 1;
    this.#waiting.set(this.#handles, callback);
    return this.#handles;
  }

  /** @param {number} handle */
  cancel(handle) {
    this.#waiting.delete(handle);
  }

  /** Calls all callbacks. @param {number} mediaTime seconds @param {import('../base/size.js').Size} size */
  drew(mediaTime, { width, height, ratio }) {
    this.#pictures += 1;
    if (!this.#waiting.size) return;
    const now = performance.now();
    const metadata = {
      mediaTime,
      presentationTime: now,
      expectedDisplayTime: now,
      width: Math.round(width * ratio),
      height: Math.round(height * ratio),
      presentedFrames: this.#pictures,
    };
    const callbacks = [...this.#waiting.values()];
    this.#waiting.clear();
    // Deferred, so that no callback runs within the stage's step.
    queueMicrotask(() => {
      for (const callback of callbacks) callback(now, metadata);
    });
  }
}
