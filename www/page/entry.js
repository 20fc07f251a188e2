/** A clip of the list, or a skeleton that clips use. */
import { NEEDS_COMPANION, sentence } from '../player/words/errors.js';
import { missingFile } from '../player/words/missing-file.js';
import { clock, decimal } from '../player/words/format.js';
import { isInAddress } from '../player/session/link.js';
import { S } from '../player/words/strings.js';
import { baseName, isSkeleton, kindOf } from './file-kinds.js';
import { W } from './words.js';

/** @typedef {import('../types.d.ts').ClipSummary} ClipSummary */
/** @typedef {import('../types.d.ts').Fault} Fault */
/** @typedef {import('../types.d.ts').Source} Source */

/** Whether the visitor opened it; otherwise it is a sample. @param {Source} source */
export const isOwn = (source) => Boolean(source.blob || source.untrusted);

export class Entry {
  /** @type {ClipSummary | null} */
  info = null;
  /** @type {Fault | null} */
  fault = null;
  /** The visitor cancelled reading: it waits until it is chosen again. */
  cancelled = false;

  /** @param {Source} source */
  constructor(source) {
    this.source = source;
    /** Other files named by its link. */
    this.linked = (source.untrusted && source.companions) || [];
    /** File name of the sample, '' for other clips. */
    this.sample = isOwn(source) ? '' : (source.url?.split('/').at(-1) ?? '');
    /** Description of a sample with several forms. */
    this.several = W.several[this.sample];
    this.kind = kindOf(source.name);
    /** It is a scene without a figure, and its motions are tried on other scenes' figures. */
    this.figureless = false;
    /** All files that were opened together with it. @type {Source[] | null} */
    this.batch = null;
    this.baseName = baseName(source.name);
  }

  /** Whether other scenes may use its figure. */
  get hasFigure() {
    return this.info?.format === 'HAnim' && isOwn(this.source) && !this.info.skeletonFile;
  }

  /** Whether its rotations lack the body that they were made for. */
  get hasNeutralBody() {
    return (
      this.info?.format === 'NumPy' &&
      'notes' in this.info &&
      /** @type {import('../types.d.ts').ClipInfo} */ (this.info).notes.some(({ title }) => title === 'Body')
    );
  }

  /** Whether a better skeleton may make it playable. */
  get waiting() {
    const { fault } = this;
    return fault !== null && (Boolean(fault.file) || NEEDS_COMPANION.test(fault.code ?? ''));
  }

  /** Whether it names the skeleton that it needs. */
  get lacksFile() {
    return this.fault !== null && missingFile(this.fault) !== null;
  }

  /** Whether it can never be played. */
  get failed() {
    return this.fault !== null && !this.lacksFile;
  }

  /** Whether the file turned out to be a skeleton, whatever its name says. */
  get isPose() {
    return (
      this.info !== null && !/BVH|HAnim|glTF|FBX|C3D|TRC/.test(this.info.format) && !this.info.skeletonFile && this.info.frameCount === 1
    );
  }

  /** Display name; keeps the extension of unreadable files. */
  get name() {
    return isInAddress(this.source) ? S.errors.linkName : this.failed ? this.source.name : this.baseName;
  }

  /** Full name, or the whole error message, for a tooltip. */
  get title() {
    const name = isInAddress(this.source) ? '' : this.source.name;
    return this.fault ? sentence(this.fault, name) : name;
  }

  /** Duration, kind, or error, in a few words. */
  get note() {
    const { fault, info, kind, source } = this;
    if (fault) {
      const needed = missingFile(fault);
      if (needed) return W.needs(needed.name || W.skeleton);
      if (NEEDS_COMPANION.test(fault.code ?? '')) return W.noFit;
      return fault.file ? W.inFile(baseName(fault.file), fault.line) : fault.line ? W.line(fault.line) : W.failed;
    }
    if (this.several) return this.several;
    if (isSkeleton(kind)) return W.skeleton;
    if (info?.frameCount === 1) return W.pose;
    if (info) return info.duration < 60 ? W.seconds(decimal(info.duration, 1)) : clock(info.duration, info.duration).replace(/\D\d+$/, '');
    if (isOwn(source) || !source.companions?.length) return '';
    return kindOf(source.url ?? '') === 'anim' ? W.sims : W.acclaim;
  }
}
