/** One line of the list: a clip, or the skeleton that clips stand on. */
import { h, setAttr, setText } from '../player/dom.js';
import { icon } from '../controls/icons.js';
import { FORLORN, missing, sentence } from '../player/errors.js';
import { clock, decimal } from '../player/format.js';
import { part } from '../player/parts.js';
import { bare, isSkeleton, kindOf } from './known.js';
import { W } from './words.js';

/** @typedef {import('../types.d.ts').ClipSummary} ClipSummary */
/** @typedef {import('../types.d.ts').Fault} Fault */
/** @typedef {import('../types.d.ts').Source} Source */

const forms = part(() => import('./forms.js'));

/** Somebody's own clip, not one of the samples that welcome. @param {Source} source */
export const own = (source) => Boolean(source.blob || source.guarded);

export class Entry {
  /** @type {ClipSummary | null} */
  info = null;
  /** @type {Fault | null} */
  fault = null;
  #note = h('bdi', {}, '');

  /**
   * @param {Source} source
   * @param {{ choose: (entry: Entry) => void, remove: (entry: Entry) => void }} on
   */
  constructor(source, on) {
    this.source = source;
    this.on = on;
    /** The file of a sample. */
    this.sample = own(source) ? '' : source.url?.split('/').at(-1) ?? '';
    /** What this sample is, if it comes in several forms. */
    this.several = W.several[this.sample];
    this.kind = kindOf(source.name);
    this.pick = h('button', { type: 'button', class: 'pick', onclick: () => on.choose(this) }, h('bdi', { title: source.name }, bare(source.name)), this.#note);
    this.out = h('button', { type: 'button', class: 'drop-out', onclick: () => on.remove(this) }, icon('close'));
    this.item = h('li', {}, this.pick, own(source) ? this.out : null);
  }

  /** A motion that is only short of the right skeleton. */
  get waits() {
    const { fault } = this;
    return fault !== null && (Boolean(fault.file) || FORLORN.test(fault.code ?? ''));
  }

  /** What was read is a skeleton at rest that motions may come for, whatever its name says. */
  get rests() { return this.info !== null && !/BVH|HAnim/.test(this.info.format) && !this.info.skeletonFile && this.info.frameCount === 1; }

  /** @param {{ current: boolean, worn: boolean, wearer: boolean }} how it stands in the list: `worn` heads its clips, a `wearer` stands below it */
  draw({ current, worn, wearer }) {
    const { fault, source, item } = this;
    setAttr(item, 'data-bad', fault !== null && !missing(fault));
    setAttr(item, 'data-waits', fault !== null && missing(fault) !== null);
    setAttr(item, 'data-worn', worn);
    setAttr(item, 'data-wearer', wearer);
    setAttr(item, 'data-current', current);
    setAttr(this.pick, 'aria-current', current ? 'true' : null);
    setAttr(this.pick, 'title', fault ? sentence(fault, source.name) : source.name);
    setText(this.#note, this.#words());
    // Its choice stands where the note was.
    if (current && this.several) forms(item).then((module) => module?.offer(this));
    const remove = worn ? W.removeAll(source.name) : W.remove(source.name);
    setAttr(this.out, 'aria-label', remove);
    setAttr(this.out, 'title', remove);
  }

  #words() {
    const { fault, info, kind, source } = this;
    if (fault) {
      const lacking = missing(fault);
      if (lacking) return W.needs(lacking.name || W.skeleton);
      if (FORLORN.test(fault.code ?? '')) return W.noFit;
      return fault.file ? W.inFile(bare(fault.file), fault.line) : fault.line ? W.line(fault.line) : W.failed;
    }
    if (this.several) return this.several;
    if (isSkeleton(kind)) return W.skeleton;
    if (info) return info.duration < 60 ? W.seconds(decimal(info.duration, 1)) : clock(info.duration, info.duration).replace(/\D\d+$/, '');
    if (own(source) || !source.companions?.length) return '';
    return kindOf(source.url ?? '') === 'anim' ? W.sims : W.acclaim;
  }
}
