/** The player in a frame: everything it shows comes from the frame's address, or from the page around it. */
import { fault, faultOf } from '../player/errors.js';
import { parameters, vetted } from '../player/link.js';
import { sessionOf } from '../player/sessions.js';
import { S } from '../player/strings.js';
import { hostsAround } from './frame-hosts.js';
import { FrameParameters, isOff } from './frame-parameters.js';
import { openLink } from './links.js';

/** @typedef {import('../player/element.js').MareyPlayer} MareyPlayer */

const SAMPLE = 'samples/walk.bvh';
/** Addresses that may be relative to `base`. */
const ADDRESSES = ['url', 'skeleton', 'skin', 'poster'];

export class Frame {
  /** What the address says, and what the page around has said since. @type {Map<string, string>} */
  #values = new Map();
  #parameters;

  /** @param {MareyPlayer} player */
  constructor(player) {
    this.player = player;
    this.session = sessionOf(player);
    this.#parameters = new FrameParameters(player);
    for (const host of hostsAround()) this.session.agreed.add(host);
    addEventListener('hashchange', () => this.#follow());
    player.addEventListener('loadedmetadata', () => { document.title = `${player.clips[0]?.name ?? ''} \u00b7 Marey`; });
    // Nothing of the document covers the page behind a transparent player.
    const clear = () => document.documentElement.toggleAttribute('data-transparent', player.transparent);
    this.session.on('attribute', (name) => { if (name === 'transparent') clear(); });
    clear();
    this.#follow();
  }

  /** The address, as it is or has become. */
  #follow() {
    this.#values = parameters(location);
    const values = this.#values;
    const url = values.get('url') ?? values.get('src');
    if (url !== undefined) values.set('url', url);
    this.#parameters.take(values);
    this.#hang();
    this.#share();
    this.#open(true);
  }

  /**
   * An address as it is written, whole. Relative ones begin at `base`, or else beside this document. Where it leads to is looked at
   * when all of it is known: `base` alone opens nothing.
   * @param {string} name
   */
  #resolved(name) {
    const text = this.#values.get(name);
    const base = this.#values.get('base');
    if (!text || !base) return text;
    try {
      return new URL(text, new URL(base, document.baseURI)).href;
    } catch {
      throw fault('link', S.errors.linkSyntax);
    }
  }

  /** @param {boolean} first with the moment and the range that the address says */
  #open(first) {
    const { session } = this;
    try {
      const values = new Map([['url', SAMPLE]]);
      for (const name of ADDRESSES.slice(0, 3)) {
        const address = this.#resolved(name);
        if (address) values.set(name, address);
      }
      for (const name of first ? ['t', 'paused', 'loop'] : []) {
        const text = this.#values.get(name);
        if (text !== undefined) values.set(name, text);
      }
      openLink(session, values);
    } catch (error) {
      session.fail(faultOf(error), S.errors.linkName);
    }
  }

  /** A picture of another host is shown only where that host knows of the visitor anyway. */
  #hang() {
    const { player, session } = this;
    try {
      const text = this.#resolved('poster');
      const url = text ? vetted(text, document.baseURI) : null;
      if (url && url.host !== location.host && !session.agreed.has(url.host)) throw fault('link', S.errors.linkForeign(url.host));
      if (url) player.poster = url.href;
      else player.removeAttribute('poster');
    } catch (error) {
      console.warn(`Marey: the poster is not shown. ${faultOf(error).message}`);
    }
  }

  /** Where shared links lead: to this site or one around it. Whoever made the address gets no links of another site spread. */
  #share() {
    const text = this.#values.get('share') ?? './';
    let ours = false;
    try {
      const { protocol, host } = new URL(text, document.baseURI);
      ours = /^https?:$/.test(protocol) && (host === location.host || this.session.agreed.has(host));
    } catch {
      // It is no address.
    }
    if (!text || isOff(text)) this.player.removeAttribute('share');
    else this.player.setAttribute('share', ours ? text : './');
  }

  // What the page around says, by the names of the element's properties

  /** @param {'src' | 'skeleton' | 'skin' | 'poster'} name @param {string} address */
  setAddress(name, address) {
    this.#values.set(name === 'src' ? 'url' : name, address);
    if (name === 'poster') this.#hang();
    if (name !== 'src') return;
    if (this.player.srcObject) this.player.srcObject = null;
    this.#open(false);
  }

  /** @param {'src' | 'skeleton' | 'skin' | 'poster'} name */
  address(name) {
    return this.#resolved(name === 'src' ? 'url' : name) ?? '';
  }

  load() {
    if (this.player.srcObject) this.player.load();
    else this.#open(false);
  }
}
