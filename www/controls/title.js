/** The title: the clip's name, length and rate. */
import { h, setAttr, setText } from '../player/base/dom.js';
import { guesses } from '../player/element/rooms.js';
import { adopt } from '../player/element/shell.js';
import { clock, decimal } from '../player/words/format.js';
import { C } from './strings.js';

/** The chips, fetched with the first clip whose unit, axis or rate is a guess. @typedef {{ sheet: CSSStyleSheet, chips: (ui: import('./controls.js').Controls) => Chips }} GuessesRoom */
/** @typedef {{ root: HTMLElement, update: () => void }} Chips */

/** Narrower players have no room for chips. `guesses.css` has the same number. */
const CHIPS_PX = 800;

/** The warning of a file that ends early. @param {import('../types.d.ts').ClipInfo} info */
export const cutOf = ({ warnings }) => warnings.find(({ message }) => /file ends after .*row/.test(message));

/** How much of a cut file is there: "cut: 171 of 1,064 frames". @param {import('../types.d.ts').ClipInfo} info @param {number} frames that it has */
function cut(info, frames) {
  // Only the sentence has the numbers. Rows of an array may be clips.
  const [found, said] = cutOf(info)
    ?.message.match(/\d+/g)
    ?.map(Number)
    .sort((a, b) => a - b) ?? [0, 0];
  const clips = found > 1 && found === info.behaviours.length;
  return clips || said > frames ? C.endsEarly(clips ? found : frames, said, clips) : '';
}

/** Length and rate in words. @param {import('../player/session/session.js').Session} session @param {boolean} [rateless] a chip shows the rate */
export function metaOf({ info, playback, settings: { values } }, rateless = false) {
  const { behaviours, frameCount, frameTime, keyed, length: own, still } = playback;
  const many = behaviours.length > 1 ? ` \u00b7 ${C.behaviours(behaviours.length, info?.format === 'NumPy')}` : '';
  if (still) return C.pose + many;
  const length = clock(own, own);
  if (rateless && !keyed) return C.rateless(frameCount, length) + many;
  const fps = keyed ? '' : frameTime ? decimal(1 / frameTime, frameTime > 0.1 ? 2 : 1) : '0';
  return C.meta(frameCount, fps, length, Boolean(info?.rate.guessed && !values.frameTime)) + many;
}

export class Title {
  #name = h('bdi', { class: 'name' });
  #meta = h('bdi', { class: 'meta' });
  /** The current time, on a phone, whose controls have no room for it. */
  #now = h('bdi', { class: 'moment', hidden: true });

  /** Chips that show the guesses. @type {Chips | undefined} */
  #chips;

  /** @param {import('./controls.js').Controls} ui @param {() => void} explain opens the details */
  constructor(ui, explain) {
    const { session } = ui;
    this.ui = ui;
    this.session = session;
    this.doubt = h('button', { type: 'button', class: 'chip', hidden: true, onclick: explain });
    this.root = h('div', { class: 'title', part: 'title', hidden: true }, this.#name, this.#meta, this.#now, this.doubt);
    session.on('clip', () => this.#write());
    session.on('setting', (name) => {
      if (['frameTime', 'behaviour', 'unit', 'up'].includes(name)) this.#write();
    });
    session.on('size', () => this.#write());
    session.on('time', () => this.#moment());
    this.#write();
  }

  get #isWide() {
    return this.session.host.size.width >= CHIPS_PX;
  }

  /** @param {boolean} phone */
  layout(phone) {
    this.#now.hidden = !phone;
    this.#meta.hidden = phone;
    this.#moment();
  }

  #moment() {
    const { duration, frame, keyed, still, time } = this.session.playback;
    if (this.#now.hidden) return;
    setText(this.#now, still ? metaOf(this.session) : C.now(clock(time, duration), clock(duration, duration), C.at(C.frame(keyed), frame)));
  }

  #write() {
    this.#moment();
    const { info } = this.session;
    this.root.hidden = !info;
    setText(this.#name, info?.name ?? '');
    setAttr(this.#name, 'title', info?.name ?? null);
    setText(this.#meta, info ? metaOf(this.session, Boolean(this.#chips) && info.rate.guessed && this.#isWide) : '');
    setText(this.doubt, !info ? '' : info.skeletonDoubt ? C.otherSkeleton : cut(info, this.session.playback.frameCount));
    this.doubt.hidden = !this.doubt.textContent;
    this.#guess();
  }

  async #guess() {
    const { session, ui } = this;
    const { info } = session;
    if (
      !this.#chips &&
      info &&
      ui.element.controls &&
      this.#isWide &&
      (info.unit.from === 'guess' || info.up.from === 'guess' || info.rate.guessed || session.source?.onto)
    ) {
      const module = /** @type {GuessesRoom | null} */ (await guesses(ui.element));
      if (module && !this.#chips) {
        adopt(ui.shadow, module.sheet);
        this.#chips = module.chips(ui);
        this.doubt.before(this.#chips.root);
        this.#write();
      }
      return;
    }
    this.#chips?.update();
  }
}
