/** A player in a frame, controlled only by the frame's address and the parent page. */
import { BESIDE, CLIP_ROWS, SOURCES, isOff } from '../player/base/options.js';
import { fault, faultOf } from '../player/words/errors.js';
import { cut } from '../player/base/dom.js';
import { agreed } from '../player/base/hosts.js';
import { ofLength, vetted } from '../player/session/link.js';
import { parameters } from '../player/base/parameters.js';
import { sessionOf } from '../player/session/sessions.js';
import { S } from '../player/words/strings.js';
import { hostsAround } from './frame-hosts.js';
import { FrameParameters } from './frame-parameters.js';
import { tellLimits } from './limits.js';
import { openLink } from './links.js';

/** @typedef {import('../player/element/element.js').MareyPlayer} MareyPlayer */

const SAMPLE = 'samples/walk.bvh';

export class Frame {
  /** The address's parameters, updated by the parent page. @type {Map<string, string>} */
  #values = new Map();
  #parameters;

  /** @param {MareyPlayer} player */
  constructor(player) {
    this.player = player;
    this.session = sessionOf(player);
    this.#parameters = new FrameParameters(player);
    for (const host of hostsAround()) agreed.add(host);
    addEventListener('hashchange', () => this.#applyAddress());
    player.addEventListener('loadedmetadata', () => {
      document.title = cut(`${player.clips[0]?.name ?? ''} \u00b7 Marey`);
    });
    // The document must not hide the page behind a transparent player.
    const clear = () => document.documentElement.toggleAttribute('data-transparent', player.transparent);
    this.session.on('attribute', (name) => {
      if (name === 'transparent') clear();
    });
    clear();
    tellLimits(this.session);
    this.#applyAddress();
  }

  /** Applies the current address. */
  #applyAddress() {
    this.#values = parameters(location);
    const values = this.#values;
    const url = values.get('url') ?? values.get('src');
    if (url !== undefined) values.set('url', url);
    try {
      ofLength(values);
    } catch (error) {
      this.session.fail(faultOf(error), S.errors.linkName);
      return;
    }
    this.#parameters.apply(values);
    this.#showPoster();
    this.#setShare();
    this.#open(true);
  }

  /** Base of relative addresses, which may be relative itself. It is safe, because the resulting addresses are checked. */
  get #base() {
    return this.#values.get('base') || document.baseURI;
  }

  /** @param {boolean} first also applies the moment and the range */
  #open(first) {
    const names = [...SOURCES, ...BESIDE, 'compare', ...(first ? ['t', 'paused', 'loop'] : [])];
    const values = new Map([...this.#values].filter(([name]) => names.includes(name)));
    if (values.get('url') || values.get('clip')) openLink(this.session, values, this.#base);
    else openLink(this.session, values.set('url', SAMPLE));
  }

  /** Shows the poster. Only hosts that know of the visitor anyway may provide one. */
  #showPoster() {
    const { player } = this;
    try {
      const text = this.#values.get('poster');
      const url = text ? vetted(text, document.baseURI, this.#base) : null;
      if (url && url.host !== location.host && !agreed.has(url.host)) throw fault('link', S.errors.linkForeign(url.host));
      if (url) player.poster = url.href;
      else player.removeAttribute('poster');
    } catch (error) {
      console.warn(`Marey: the poster is not shown. ${faultOf(error).message}`);
    }
  }

  /** Sets where shared links lead: to this site or one around it, so that no crafted address spreads links to another. */
  #setShare() {
    const text = this.#values.get('share') ?? './';
    let ours = false;
    try {
      const { protocol, host } = new URL(text, document.baseURI);
      ours = /^https?:$/.test(protocol) && (host === location.host || agreed.has(host));
    } catch {
      // Not an address.
    }
    if (!text || isOff(text)) this.player.removeAttribute('share');
    else this.player.setAttribute('share', ours ? text : './');
  }

  // Called for messages of the parent page, by the names of the element's properties

  /** @param {'src' | 'skeleton' | 'skin' | 'onto' | 'poster'} name @param {string} address */
  setAddress(name, address) {
    this.#values.set(name === 'src' ? 'url' : name, address);
    if (name === 'poster') this.#showPoster();
    if (name !== 'src') return;
    if (this.player.srcObject) this.player.srcObject = null;
    this.#open(false);
  }

  /** The absolute address, like the element's property. @param {'src' | 'skeleton' | 'skin' | 'onto' | 'poster'} name */
  address(name) {
    const [text] = (this.#values.get(name === 'src' ? 'url' : name) ?? '').split('\n');
    try {
      return text && new URL(text, new URL(this.#base, document.baseURI)).href;
    } catch {
      return text;
    }
  }

  /** @param {unknown} source an address or files @param {unknown} options */
  addClip(source, options) {
    const given = Object.entries(Object(options)).filter(([name]) =>
      CLIP_ROWS.some((row) => row.name !== 'src' && (row.name === name || row.attribute === name)),
    );
    const attributes = Object.fromEntries(given.map(([name, value]) => [name, name === 'skeleton' ? this.#near(String(value)) : value]));
    if (typeof source !== 'string') {
      const files = [source].flat();
      if (!files.length || !files.every((file) => file instanceof Blob)) throw new TypeError('addClip takes an address or files');
      this.player.clips.add(/** @type {Blob[]} */ (files), attributes);
      return;
    }
    this.player.clips.add(this.#near(source), attributes);
  }

  /** An address that may be read without a question to the visitor. @param {string} text */
  #near(text) {
    const url = vetted(text, document.baseURI, this.#base);
    if (url.host !== location.host && !agreed.has(url.host)) throw fault('link', S.errors.linkForeign(url.host));
    return url.href;
  }

  load() {
    if (this.player.srcObject) this.player.load();
    else this.#open(false);
  }
}
