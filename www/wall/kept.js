/**
 * Posters kept in the browser's own storage from one visit to the next, by what is in the files, if the visitor keeps clips there. Where
 * nothing can be stored, each is drawn anew.
 */

/** @typedef {import('../types.d.ts').Source} Source */
/** @typedef {{ moment: number, camera: string, whole: string }} Shot as in a poster */
/** @typedef {{ shot: Shot, info: import('./item.js').Summary, picture: Blob }} Kept */

const STORE = 'marey-posters';
/** Addresses of entries; nobody asks the network for them. */
const PLACE = 'https://marey.invalid/poster/';
/** Raise it where posters are to look different. */
const EDITION = 1;
/** Some kilobytes each. */
const MOST = 3000;
/** So many are written between two looks at how many there are. */
const BETWEEN = 50;

/** Hashes of files' contents. @type {WeakMap<Blob, Promise<string>>} */
const hashes = new WeakMap();

/** @param {BufferSource} bytes */
async function hashOf(bytes) {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** @param {Blob} blob */
function hashOfBlob(blob) {
  const hash = hashes.get(blob) ?? blob.arrayBuffer().then(hashOf);
  hashes.set(blob, hash);
  return hash;
}

export class KeptPosters {
  #written = 0;

  /** Opened for each use, since switching it off deletes it. */
  get #store() {
    return globalThis.caches?.open(STORE).catch(() => null) ?? Promise.resolve(null);
  }

  /** The key of a file's poster; null if there is none. @param {Source} source @param {string} style what else it depends on @returns {Promise<string | null>} */
  async keyOf({ blob, companions, credentials, port, url, ...rest }, style) {
    if (!blob || !globalThis.crypto?.subtle || !(await this.#store)) return null;
    try {
      const parts = [];
      for (const each of [{ name: rest.name, blob }, ...(companions ?? [])]) {
        if (!each.blob) return null;
        parts.push(each.name, await hashOfBlob(each.blob));
      }
      return await hashOf(
        new TextEncoder().encode(
          JSON.stringify([EDITION, style, rest.joints, rest.axes, rest.holds, rest.skipReference, rest.skinFile, parts]),
        ),
      );
    } catch {
      // A file that cannot be read tells so where it is drawn.
      return null;
    }
  }

  /** @param {string} key @returns {Promise<Kept | null>} */
  async get(key) {
    try {
      const answer = await (await this.#store)?.match(PLACE + key);
      if (!answer) return null;
      const bytes = await answer.arrayBuffer();
      const length = new DataView(bytes).getUint32(0);
      const { shot, info } = JSON.parse(new TextDecoder().decode(new Uint8Array(bytes, 4, length)));
      return { shot, info, picture: new Blob([new Uint8Array(bytes, 4 + length)], { type: answer.headers.get('content-type') ?? '' }) };
    } catch {
      return null;
    }
  }

  /** @param {string} key @param {Kept} kept */
  async put(key, { shot, info, picture }) {
    try {
      const store = await this.#store;
      if (!store) return;
      const words = new TextEncoder().encode(JSON.stringify({ shot, info }));
      const length = new DataView(new ArrayBuffer(4));
      length.setUint32(0, words.length);
      await store.put(PLACE + key, new Response(new Blob([length, words, picture]), { headers: { 'content-type': picture.type } }));
      this.#written += 1;
      if (this.#written % BETWEEN === 1) await this.#shorten(store);
    } catch {
      // There is no room, or the visitor allows none.
    }
  }

  /** Drops the oldest. @param {Cache} store */
  async #shorten(store) {
    const all = await store.keys();
    for (const old of all.slice(0, Math.max(0, all.length - MOST))) await store.delete(old);
  }
}
