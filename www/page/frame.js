/** The player in a frame: everything it shows comes from the frame's address, or from the page around it. */
import { fault, faultOf } from '../player/errors.js';
import { agreed } from '../player/hosts.js';
import { vetted } from '../player/link.js';
import { parameters } from '../player/parameters.js';
import { sessionOf } from '../player/sessions.js';
import { S } from '../player/strings.js';
import { hostsAround } from './frame-hosts.js';
import { FrameParameters, isOff } from './frame-parameters.js';
import { openLink } from './links.js';

/** @typedef {import('../player/element.js').MareyPlayer} MareyPlayer */

const SAMPLE = 'samples/walk.bvh';
const ADDRESSES = ['url', 'clip', 'skeleton', 'skin'];

export class Frame {
  /** What the address says, and what the page around has said since. @type {Map<string, string>} */
  #values = new Map();
  #parameters;

  /** @param {MareyPlayer} player */
  constructor(player) {
    this.player = player;
    this.session = sessionOf(player);
    this.#parameters = new FrameParameters(player);
    for (const host of hostsAround()) agreed.add(host);
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

  /** Where relative addresses begin: `base` itself may be one. It opens nothing alone, what comes of it is looked at. */
  get #base() { return this.#values.get('base') || document.baseURI; }

  /** @param {boolean} first with the moment and the range that the address says */
  #open(first) {
    const said = [...ADDRESSES, ...(first ? ['t', 'paused', 'loop'] : [])];
    const values = new Map([...this.#values].filter(([name]) => said.includes(name)));
    if (values.get('url') || values.get('clip')) openLink(this.session, values, this.#base);
    else openLink(this.session, values.set('url', SAMPLE));
  }

  /** A picture of another host is shown only where that host knows of the visitor anyway. */
  #hang() {
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

  /** Where shared links lead: to this site or one around it. Whoever made the address gets no links of another site spread. */
  #share() {
    const text = this.#values.get('share') ?? './';
    let ours = false;
    try {
      const { protocol, host } = new URL(text, document.baseURI);
      ours = /^https?:$/.test(protocol) && (host === location.host || agreed.has(host));
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

  /** Whole, as the element's own properties tell it. @param {'src' | 'skeleton' | 'skin' | 'poster'} name */
  address(name) {
    const text = this.#values.get(name === 'src' ? 'url' : name) ?? '';
    try {
      return text && new URL(text, new URL(this.#base, document.baseURI)).href;
    } catch {
      return text;
    }
  }

  load() {
    if (this.player.srcObject) this.player.load();
    else this.#open(false);
  }
}
