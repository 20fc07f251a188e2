/** One clip of the list, or the skeleton that clips stand on: what is known of it. */
import { FORLORN, missing, sentence } from '../player/errors.js';
import { clock, decimal } from '../player/format.js';
import { isInAddress } from '../player/link.js';
import { S } from '../player/strings.js';
import { bare, isSkeleton, kindOf } from './known.js';
import { W } from './words.js';

/** @typedef {import('../types.d.ts').ClipSummary} ClipSummary */
/** @typedef {import('../types.d.ts').Fault} Fault */
/** @typedef {import('../types.d.ts').Source} Source */

/** Somebody's own clip, not one of the samples that welcome. @param {Source} source */
export const own = (source) => Boolean(source.blob || source.guarded);

export class Entry {
  /** @type {ClipSummary | null} */
  info = null;
  /** @type {Fault | null} */
  fault = null;
  /** Somebody stopped its reading: it waits until it is chosen again. */
  stopped = false;

  /** @param {Source} source */
  constructor(source) {
    this.source = source;
    /** The files that a link names beside it. */
    this.beside = (source.guarded && source.companions) || [];
    /** The file of a sample. */
    this.sample = own(source) ? '' : source.url?.split('/').at(-1) ?? '';
    /** What this sample is, if it comes in several forms. */
    this.several = W.several[this.sample];
    this.kind = kindOf(source.name);
    /** A scene whose motions are for the figure of another one. */
    this.borrows = false;
    /** What was opened with it, in one go. @type {Source[] | null} */
    this.together = null;
    this.bare = bare(source.name);
  }

  /** A scene that others may borrow the figure of. */
  get lends() { return this.info?.format === 'HAnim' && own(this.source) && !this.info.skeletonFile; }

  /** A motion that is only short of the right skeleton. */
  get waits() {
    const { fault } = this;
    return fault !== null && (Boolean(fault.file) || FORLORN.test(fault.code ?? ''));
  }

  /** It says which skeleton it needs. */
  get lacks() { return this.fault !== null && missing(this.fault) !== null; }

  /** It cannot be played, whatever else comes. */
  get bad() { return this.fault !== null && !this.lacks; }

  /** What was read is a skeleton at rest that motions may come for, whatever its name says. */
  get rests() { return this.info !== null && !/BVH|HAnim/.test(this.info.format) && !this.info.skeletonFile && this.info.frameCount === 1; }

  /** Its name; with the extension where it could not be read. */
  get name() { return isInAddress(this.source) ? S.errors.linkName : this.bad ? this.source.name : this.bare; }

  /** The whole of what is known, for who rests the pointer on it. */
  get title() {
    const name = isInAddress(this.source) ? '' : this.source.name;
    return this.fault ? sentence(this.fault, name) : name;
  }

  /** How long it is, what it is, or what is wrong with it, in a word or two. */
  get note() {
    const { fault, info, kind, source } = this;
    if (fault) {
      const lacking = missing(fault);
      if (lacking) return W.needs(lacking.name || W.skeleton);
      if (FORLORN.test(fault.code ?? '')) return W.noFit;
      return fault.file ? W.inFile(bare(fault.file), fault.line) : fault.line ? W.line(fault.line) : W.failed;
    }
    if (this.several) return this.several;
    if (isSkeleton(kind)) return W.skeleton;
    if (info?.frameCount === 1) return W.pose;
    if (info) return info.duration < 60 ? W.seconds(decimal(info.duration, 1)) : clock(info.duration, info.duration).replace(/\D\d+$/, '');
    if (own(source) || !source.companions?.length) return '';
    return kindOf(source.url ?? '') === 'anim' ? W.sims : W.acclaim;
  }
}
