/**
 * The history of what a visitor sets, and the way back. All that visitors can set goes through here: options by `set`, settings that no
 * option has by `change`, all else by `note`. The camera, the time and what is selected are no steps. A reload ends the history.
 */
import { CLIP_ROWS, ROWS, textOf } from '../player/base/options.js';
import { PER_CLIP } from '../player/base/settings.js';
import { C } from './strings.js';

/** @typedef {import('../player/base/settings.js').Values} Values */
/** @typedef {import('../player/element/element.js').MareyPlayer} MareyPlayer */
/** @typedef {import('../change.d.ts').Change} Change */
/** What one press changed; words: what it is called, by default after what it changed. @typedef {{ press: number, names: string[], words?: string, changes: Change[], lost: boolean }} Step */

/** Most steps. */
const MOST = 100;
/** Most bytes of removed clips. */
const MOST_BYTES = 200e6;

const rowOf = (/** @type {typeof ROWS} */ rows) => new Map(rows.map((row) => [row.name, row]));
const OF_PLAYER = rowOf(ROWS);
const OF_CLIP = rowOf(CLIP_ROWS);

export class History {
  /** @type {Step[]} */
  #done = [];
  /** @type {Step[]} */
  #undone = [];
  #press = 0;
  /** Changes are not noted: they are undone, done again, or nobody's. */
  #silent = false;

  /** @param {import('./controls.js').Controls} ui */
  constructor(ui) {
    const { element, root, session } = ui;
    this.ui = ui;
    this.session = session;
    // A drag is one step, and so is a key that is held. A screen reader may change a field without any.
    const press = (/** @type {Event} */ event) => {
      if (!(event instanceof KeyboardEvent && event.repeat)) this.#press += 1;
    };
    for (const type of ['pointerdown', 'keydown', 'click']) element.addEventListener(type, press, true);
    root.addEventListener('change', press, true);
    session.on('load', (begun) => {
      if (begun?.purpose !== 'new') return;
      for (const steps of [this.#done, this.#undone]) forgetClip(steps);
      session.signal('history', []);
    });
  }

  /** The present press of a key or the pointer, for what comes of it later. */
  get press() {
    return this.#press;
  }
  /** Begins a step that is no press, such as a drop of files. */
  begin() {
    this.#press += 1;
  }
  /** Does what comes of an earlier press. @param {number} press @param {() => void} act */
  within(press, act) {
    const now = this.#press;
    this.#press = press;
    try {
      act();
    } finally {
      this.#press = now;
    }
  }
  /** Does what no visitor has asked for. @param {() => void} act */
  silently(act) {
    const before = this.#silent;
    this.#silent = true;
    try {
      act();
    } finally {
      this.#silent = before;
    }
  }
  get canUndo() {
    return this.#done.length > 0;
  }
  get canRedo() {
    return this.#undone.length > 0;
  }

  /**
   * Sets an option of the player.
   * @param {import('../player/base/options.js').OptionName} name @param {unknown} value that its property takes
   * @param {boolean} [clip] for this clip only, as all that says how a clip is read
   */
  set(name, value, clip) {
    const { session } = this;
    const element = /** @type {MareyPlayer} */ (session.element);
    const row = /** @type {typeof ROWS[number]} */ (OF_PLAYER.get(name));
    const { attribute } = row;
    const ofClip = clip || Boolean(row.intent);
    const put = (/** @type {string | null} */ text) => (ofClip ? session.overrides.set(attribute, text) : write(element, attribute, text));
    this.#attribute(element, name, attribute, textOf(row, value), put, ofClip);
  }

  /** Changes a setting that no option has. @template {keyof Values} K @param {K} name @param {Values[K]} value */
  change(name, value) {
    const { session } = this;
    const before = session.get(name);
    const put = (/** @type {Values[K]} */ now) => session.set(name, now);
    put(value);
    if (Object.is(before, session.get(name))) return;
    const ofClip = /** @type {readonly string[]} */ (PER_CLIP).includes(name);
    this.note({ of: session, name, ofClip, from: before, to: value, undo: () => put(before), redo: () => put(value) });
  }

  /**
   * Sets an option of a clip beside the player's own.
   * @param {HTMLElement} clip its `<marey-clip>` @param {string} name @param {unknown} value
   */
  setOf(clip, name, value) {
    const row = OF_CLIP.get(name);
    const attribute = row?.attribute ?? name;
    const text = row ? textOf(row, value) : value ? '' : null;
    this.#attribute(clip, name, attribute, text, (now) => write(clip, attribute, now), true);
  }

  /** @param {HTMLElement} of @param {string} name @param {string} attribute @param {string | null} text @param {(text: string | null) => void} put @param {boolean} ofClip */
  #attribute(of, name, attribute, text, put, ofClip) {
    const before = of.getAttribute(attribute);
    put(text);
    if (before === text) return;
    this.note({ of, name, ofClip, from: before, to: text, undo: () => put(before), redo: () => put(text) });
  }

  /** Switches the behaviour, with which the range and the rate go. @param {number} index */
  chooseBehaviour(index) {
    const { element, overrides, playback } = this.session;
    const [before, range, frameTime] = [this.session.get('behaviour'), this.session.get('range'), this.session.get('frameTime')];
    if (before === index) return;
    const attribute = element.getAttribute('behaviour');
    playback.chooseBehaviour(index);
    const undo = () => {
      playback.setBehaviour(before);
      overrides.set('behaviour', attribute);
      playback.setFrameTime(frameTime);
      this.session.set('range', range);
    };
    const redo = () => playback.chooseBehaviour(index);
    this.note({ of: this.session, name: 'behaviour', ofClip: true, from: before, to: index, undo, redo });
  }

  /**
   * Notes what a visitor has just changed.
   * @param {Change} change @param {string} [words] what to call the step; by default what the panels' words call the change
   */
  note(change, words) {
    if (this.#silent) return;
    this.#undone.length = 0;
    const press = this.#press;
    let step = this.#done.find((each) => each.press === press);
    if (!step) {
      step = { press, names: [], words, changes: [], lost: false };
      this.#done.push(step);
      if (this.#done.length > MOST) this.#done.shift();
      // Its button would undo this step.
      this.ui.toast.withdraw();
    }
    const { changes, names } = step;
    if (!names.includes(change.name)) names.push(change.name);
    const known = changes.find(({ of, name }) => of === change.of && name === change.name);
    if (known) Object.assign(known, { redo: change.redo, bytes: change.bytes, to: change.to });
    else changes.push(change);
    step.changes = changes.filter(({ from, to }) => from === undefined || !Object.is(from, to));
    if (!step.changes.length) this.#done.splice(this.#done.indexOf(step), 1);
    this.#bound();
    this.session.signal('history', [change.name]);
  }

  /** Tells what was taken away with the last step, with a button that brings it back. @param {string} text */
  tell(text) {
    this.ui.toast.offer(text, C.undo, () => this.undo());
  }

  undo() {
    this.#replay(this.#done, this.#undone, 'undo', (changes) => [...changes].reverse().map(({ undo }) => undo));
  }
  redo() {
    this.#replay(this.#undone, this.#done, 'redo', (changes) => changes.map(({ redo }) => redo));
  }

  /** @param {Step[]} from @param {Step[]} to @param {'undo' | 'redo'} way @param {(changes: Change[]) => (() => void)[]} actions */
  #replay(from, to, way, actions) {
    const step = from.pop();
    this.ui.toast.withdraw();
    if (!step) {
      this.session.say(C.noStep[way]);
      return;
    }
    if (step.lost) {
      this.#say(step, C.lostStep);
      this.session.signal('history', []);
      return;
    }
    this.silently(() => {
      const all = () => actions(step.changes).forEach((act) => act());
      if (this.ui.bar) this.ui.bar.settle(all);
      else all();
    });
    to.push(step);
    this.#say(step, C.replayed[way]);
    this.session.signal('history', step.names);
  }

  /** Says something of a step. @param {Step} step @param {(words: string) => string} say */
  async #say({ names, words }, say) {
    this.session.say(say(words ?? (await this.ui.panels.fetch())?.stepNamed(names) ?? names[0]));
  }

  /** Lets the oldest removed clips go while all together take too much memory. */
  #bound() {
    const all = [...this.#done, ...this.#undone];
    let held = all.reduce((sum, { changes }) => sum + bytesOf(changes), 0);
    for (const step of all) {
      if (held <= MOST_BYTES) return;
      const bytes = bytesOf(step.changes);
      if (!bytes) continue;
      held -= bytes;
      step.changes = [];
      step.lost = true;
    }
  }
}

/** @param {Element} element @param {string} attribute @param {string | null} text */
function write(element, attribute, text) {
  if (text === null) element.removeAttribute(attribute);
  else if (element.getAttribute(attribute) !== text) element.setAttribute(attribute, text);
}

/** @param {Change[]} changes */
const bytesOf = (changes) => changes.reduce((sum, { bytes = 0 }) => sum + bytes, 0);

/** Leaves out what is about a clip that goes. @param {Step[]} steps */
function forgetClip(steps) {
  const left = steps
    .map((step) => ({ ...step, changes: step.changes.filter(({ ofClip }) => !ofClip) }))
    .filter(({ changes, lost }) => changes.length || lost);
  steps.splice(0, Infinity, ...left);
}
