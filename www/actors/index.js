/** The clips beside the player's own: the `<marey-clip>` in it are read, and stand on the stage as actors of one clock. */
import { CLIP_ROWS, readAs } from '../player/base/options.js';
import { parseUnit, parseUp } from '../player/base/values.js';
import { companions, nameOf, PACKED, packedSource } from '../player/session/link.js';
import { faultOf } from '../player/words/faults.js';
import { ACTOR_NUMBERS, BEYOND, HIDDEN, OWN, PLAYS, UNSEEN, actor, cast } from './cast.js';
import { ChosenClip } from './chosen-clip.js';
import { MareyClip, onChange } from './clip-element.js';
import { OtherClip } from './other-clip.js';
import { fitting } from './room.js';
import { A } from './strings.js';

/** @typedef {import('../player/session/session.js').Session} Session */
/** @typedef {import('../types.d.ts').ClipInfo} ClipInfo */
/** @typedef {import('../types.d.ts').Source} Source */

/** Colours of the clips, in order, and the brightness of their right limbs. */
const COLOURS = {
  dark: [
    [0x5b, 0x9d, 0xf5],
    [0xfc, 0xc8, 0xe0],
    [0xe9, 0xec, 0xf4],
    [0xb8, 0xa2, 0xff],
  ],
  light: [
    [0x1d, 0x5f, 0xc0],
    [0xc2, 0x57, 0x8f],
    [0x3d, 0x44, 0x57],
    [0x6b, 0x4f, 0xd0],
  ],
};
const RIGHT = 0.74;
/** The tint of a ghost, as `cast.js` has it: half as colourful as the figure, and translucent. */
const GHOST = [0, 0, 0, 0, 0.5, 1, 0.3];
/** The attributes that tell which file is read, and how. */
const FILE = CLIP_ROWS.filter(({ name, file }) => file || name === 'src').map(({ attribute }) => attribute);
/** Most clips beside the own one. */
const MOST = 99;

/** @type {WeakMap<Session, Actors>} */
const shown = new WeakMap();

/** The clips of a player; it shows those of its children from now on. @param {HTMLElement} player @param {Session} session */
export function show(player, session) {
  const known = shown.get(session);
  if (known) return known;
  if (!customElements.get('marey-clip')) customElements.define('marey-clip', MareyClip);
  const actors = new Actors(player, session);
  shown.set(session, actors);
  return actors;
}

/** Bytes of a clip that stay in memory with its element: its file, and what was read of it. @param {MareyClip} element */
const heldBy = ({ clip, source }) => {
  const packets = clip?.load.packets;
  return (source?.blob?.size ?? 0) + (packets?.retained ? packets.bytes : 0);
};

/** The clips of a player that shows some. @param {Session} session */
export const actorsOf = (session) => shown.get(session) ?? null;

export class Actors {
  /** The clips on the stage, in the stage's order. @type {OtherClip[]} */
  #clips = [];
  /** The child that the player's own clip came from. @type {MareyClip | null} */
  own = null;
  /** The source that each clip was read from. @type {WeakMap<MareyClip, string | object>} */
  #read = new WeakMap();
  /** What the own clip last said of reading its file. */
  #reading = '';
  #queued = false;
  /** What was last told of clips that are not drawn. */
  #told = '';
  /** Both ends of the clock, as last told. */
  #ends = '';
  /** The clip alone on the stage: 0 for the own one; -1 for all. */
  solo = -1;
  /** The own clip is not drawn. */
  ownHidden = false;
  /** The other clips are not drawn on the player's stage: each has one of its own. */
  apart = false;
  /** How the clips are to be compared, as the link of the present clip has it. */
  compare = '';
  /** The state of the comparison that goes on, which its tool alone understands. @type {unknown} */
  comparison = null;
  /** The state of the comparison that clips come back to when their removal is undone. @type {unknown} */
  resumed = null;

  /** @param {HTMLElement} player @param {Session} session */
  constructor(player, session) {
    this.player = player;
    this.session = session;
    session.state.chooser = this;
    new MutationObserver(() => this.update()).observe(player, { childList: true });
    session.on('clip', () => this.update());
    session.on('load', (begun) => this.#onLoad(begun));
    session.on('stage', () => {
      for (const clip of this.#clips) clip.restore();
    });
    session.on('setting', (name) => {
      if (name === 'theme') this.apply();
    });
    session.on('select', (joint) => {
      if (joint >= 0) this.choose(null);
    });
    this.#onLoad(session.state.opened ?? undefined);
    this.update();
  }

  /** The clips beside the own one, in the order of the page. @returns {MareyClip[]} */
  get others() {
    const clips = /** @type {MareyClip[]} */ ([...this.player.children].filter((child) => child instanceof MareyClip));
    return clips.filter((clip) => clip !== this.own).slice(0, MOST);
  }

  /**
   * Adds a clip for as long as the player's own is shown.
   * @param {Source} source @param {Record<string, string>} [attributes] of its `<marey-clip>`
   */
  add(source, attributes = {}) {
    const element = document.createElement('marey-clip');
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.source = source;
    this.player.append(element);
    this.update();
    return element;
  }

  /**
   * A clip that was added, as a change that can be undone.
   * @param {MareyClip} element @returns {import('../change.d.ts').Change}
   */
  added(element) {
    const places = [this.#placeOf(element)];
    /** @type {unknown} */
    let comparison = null;
    const undo = () => {
      ({ comparison } = this);
      element.remove();
    };
    return { of: element, name: 'clips', ofClip: true, undo, redo: () => this.#bringBack([element], places, comparison) };
  }

  /**
   * Takes clips away, as a change that can be undone: they are read again.
   * @param {MareyClip[]} elements @returns {import('../change.d.ts').Change}
   */
  takeAway(elements) {
    const places = elements.map((element) => this.#placeOf(element));
    /** @type {unknown} */
    let comparison = null;
    const remove = () => {
      ({ comparison } = this);
      for (const element of elements) element.remove();
    };
    const bytes = elements.reduce((sum, element) => sum + heldBy(element), 0);
    remove();
    const undo = () => this.#bringBack(elements, places, comparison);
    return { of: elements[0], name: 'clips', ofClip: true, bytes, undo, redo: remove };
  }

  /** @param {Element} element */
  #placeOf(element) {
    return [...this.player.children].indexOf(element);
  }
  /** @param {Element[]} elements @param {number[]} places @param {unknown} comparison */
  #bringBack(elements, places, comparison) {
    if (!this.session.state.others.length) this.resumed = comparison;
    elements.forEach((element, index) => this.player.insertBefore(element, this.player.children[places[index]] ?? null));
    this.update();
  }

  /** Removes the clips that were added for the clip before. @param {import('../player/session/load.js').Load} [load] that begins */
  #onLoad(load) {
    if (load?.purpose !== 'new') return;
    this.resumed = null;
    for (const element of this.others) if (element.source) element.remove();
    // The intent is complete when the caller is done.
    queueMicrotask(() => {
      if (load !== this.session.state.opened) return;
      this.compare = load.intent.compare ?? '';
      const words = this.compare.split(',');
      this.ownHidden = words.includes('hide-0');
      this.solo = Number(words.find((word) => /^only-\d$/.test(word))?.slice(-1) ?? -1);
      load.intent.clips?.sources.forEach((source, index) => {
        const element = this.add(source, attributesOf(load.intent.clips?.values, index));
        element.hidden = words.includes(`hide-${index + 1}`);
      });
    });
  }

  /** Reads what is new, removes what is gone, and shows the rest; once for all changes of a task. */
  update() {
    if (this.#queued) return;
    this.#queued = true;
    queueMicrotask(() => {
      this.#queued = false;
      this.#update();
    });
  }

  #update() {
    const { player, session } = this;
    const first = [...player.children].find((child) => child instanceof MareyClip) ?? null;
    // Without a source of its own the player takes its first clip's.
    const bare = !player.getAttribute('src') && !(/** @type {HTMLMediaElement} */ (player).srcObject);
    const before = this.own;
    this.own = bare && first?.source === null && (before || !session.requested) ? first : null;
    if (before !== this.own) {
      // One of them is now beside the own clip, or was: it is read anew.
      for (const each of [before, this.own]) {
        if (!each) continue;
        this.#read.delete(each);
        each.clip = null;
      }
      if (bare && !first) session.empty();
    }
    if (this.own) this.#readOwn(this.own);
    const { others } = this;
    const wanted = others.map(({ clip }) => clip);
    for (const clip of this.#clips.filter((each) => !wanted.includes(each))) this.#remove(clip);
    for (const element of others) {
      onChange(element, () => this.update());
      // The player's own clip comes first, as it shows something.
      if (session.info && (this.#isNew(element) || isGone(element))) this.#add(element);
      const { clip } = element;
      const reading = readingOf(element);
      if (clip && JSON.stringify(clip.reading) !== JSON.stringify(reading)) {
        clip.reading = reading;
        if (clip.info) clip.apply();
      }
    }
    if (this.own) onChange(this.own, () => this.update());
    this.apply();
  }

  /** Makes a clip the player's own. What it says of reading its file takes precedence over what the player says. @param {MareyClip} element */
  #readOwn(element) {
    const { session } = this;
    const given = Object.entries(readingOf(element)).filter(([name]) => element.hasAttribute(name === 'frameTime' ? 'fps' : name));
    const intent = { ...session.defaultIntent(), ...Object.fromEntries(given) };
    const reading = JSON.stringify(given);
    const source = this.#isNew(element) && sourceOf(element);
    if (source) session.load(source, intent);
    else if (reading !== this.#reading) {
      const { unit, up, frameTime, positions, behaviour } = intent;
      session.applyIntent({ unit, up, frameTime, positions, behaviour });
    }
    this.#reading = reading;
  }

  /** Whether its source has not been read yet. @param {MareyClip} element */
  #isNew(element) {
    const { src, srcObject } = element;
    const source = element.source ?? srcObject ?? (src && FILE.map((name) => element.getAttribute(name)).join('\n'));
    if (!source || source === this.#read.get(element)) return false;
    this.#read.set(element, source);
    return true;
  }

  /** @param {MareyClip} element */
  #add(element) {
    if (element.clip) this.#remove(element.clip);
    const { session } = this;
    try {
      const source = sourceOf(element);
      if (!source) return;
      const clip = new OtherClip(session, source, readingOf(element), () => this.#changed(element, clip));
      clip.index = this.#clips.push(clip) - 1;
      element.clip = clip;
      clip.read();
    } catch (error) {
      session.say(A.failed(element.label || element.src, faultOf(error).message));
    }
  }

  /** @param {OtherClip} clip */
  #remove(clip) {
    clip.stop();
    // A clip that failed has been removed before.
    if (clip.index < 0) return;
    this.#clips.splice(clip.index, 1);
    this.session.host.change((stage) => stage.removeOther(clip.index));
    this.#clips.forEach((each, index) => {
      each.index = index;
    });
    clip.index = -1;
  }

  /** @param {MareyClip} element @param {OtherClip} clip */
  #changed(element, clip) {
    if (element.clip !== clip) return;
    this.apply();
    if (clip.error) {
      const fault = faultOf(clip.error);
      this.#remove(clip);
      this.session.say(A.failed(element.label || clip.source.name, fault.message));
      element.dispatchEvent(new CustomEvent('error', { detail: fault }));
    } else if (clip.complete) element.dispatchEvent(new CustomEvent('cliploaded', { detail: clip.info }));
  }

  /** The clip beside the own one that is chosen; null for the own one. */
  get chosen() {
    return this.session.state.chosen;
  }

  /** Chooses the clip that the details tell about, and one of its joints. @param {Element | null} element null for the player's own @param {number} [joint] */
  choose(element, joint = -1) {
    const { chosen, session } = this;
    if (element === chosen?.element) chosen?.view.select(joint);
    else {
      session.state.chosen = null;
      if (element) {
        if (session.view.selected >= 0) session.view.select(-1);
        session.state.chosen = new ChosenClip(session, /** @type {MareyClip} */ (element), joint, () => this.#draw());
      }
      this.#draw();
      session.signal('choose', 'clip');
    }
  }

  /** The clip beside the own one, and its joint, at a point in CSS pixels. @param {number} x @param {number} y */
  pick(x, y) {
    const {
      session,
      session: {
        state: { actors, columns, others },
      },
    } = this;
    // Side by side, each clip is on a stage of its own.
    const column = columns.filter(({ left }) => left <= x).at(-1);
    let [actor, joint] = column ? [-1, -1] : session.host.read((stage) => stage.pickActor(x, y), new Uint32Array());
    const clip = actors.clips?.numbers[actor * ACTOR_NUMBERS];
    const ghost = clip && this.#ready.find((element) => element.ghost && element.clip?.index === clip - 1);
    if (ghost && ghost.info) return { joint, element: ghost, name: `${ghost.label} \u00b7 ${ghost.info.joints[joint]?.name ?? ''}` };
    let other = clip && others.find(({ element }) => /** @type {MareyClip} */ (element).clip?.index === clip - 1);
    if (column?.element) {
      joint = column.host.read((stage) => stage.pick(x - column.left, y), -1);
      other = joint < 0 ? undefined : others.find(({ element }) => element === column.element);
    }
    return other ? { joint, element: other.element, name: `${other.label} \u00b7 ${other.joints[joint]?.name ?? ''}` } : null;
  }

  /** The clips that can be shown. */
  get #ready() {
    return this.others.filter(({ clip }) => clip && clip.index >= 0 && clip.info);
  }

  /** Shows all clips where and when they are to be. */
  #draw() {
    const { apart, own, ownHidden, session } = this;
    const all = this.#ready;
    const others = all.filter((element) => !element.ghost);
    // A clip that is not there cannot be the only one.
    const solo = this.solo > others.length ? -1 : this.solo;
    const colours = COLOURS[session.get('theme')];
    const tint = (/** @type {number} */ index) => [...colours[index % colours.length], 1, 0, RIGHT, 1];
    const alone = (/** @type {number} */ index) => solo >= 0 && solo !== index;
    const seen = others.filter(({ clip, hidden }, index) => clip && !hidden && !alone(index + 1));
    const drawn = apart ? seen.length : fitting([session.info, ...seen.map(({ info }) => info)]) - 1;
    this.#tell(drawn, seen.length);
    const left = new Set(seen.slice(drawn));
    const numbers = [
      ...actor({ kind: ownHidden || own?.hidden || alone(0) ? HIDDEN : OWN, ...(others.length && { tint: tint(0) }) }),
      ...others.flatMap((element, index) => {
        const {
          clip,
          hidden,
          offset,
          speed,
          beyond,
          position: [x, z],
          turn,
        } = element;
        if (!clip || (!apart && (hidden || alone(index + 1)))) return [];
        return actor({
          clip: clip.index + 1,
          kind: PLAYS,
          at: offset,
          rate: speed,
          beyond: apart || left.has(element) ? UNSEEN : BEYOND.indexOf(beyond),
          x,
          z,
          turn: (turn * Math.PI) / 180,
          highlighted: session.state.chosen?.element === element ? session.state.chosen.highlight : -1,
          tint: tint(index + 1),
        });
      }),
      ...all.flatMap(({ clip, ghost, hidden, offset }) =>
        // In place of the own clip it is a figure as that is.
        clip && ghost && !hidden ? actor({ clip: clip.index + 1, kind: PLAYS, at: offset, ...(!ownHidden && { tint: GHOST }) }) : [],
      ),
    ];
    if (all.length || session.state.actors.clips) cast(session, 'clips', all.length ? { numbers } : null);
  }

  /** Tells that not all clips are drawn, once for each number. @param {number} drawn @param {number} all beside the own one */
  #tell(drawn, all) {
    const text = drawn < all ? A.fewer(drawn + 1, all + 1) : '';
    if (text && text !== this.#told) this.session.say(text);
    this.#told = text;
  }

  /** Shows all clips, and tells the rest of the player. */
  apply() {
    const { session } = this;
    const all = this.#ready;
    if (this.chosen && !all.includes(/** @type {MareyClip} */ (this.chosen.element))) this.choose(null);
    this.#draw();
    const { others } = session.state;
    session.state.others = all
      .filter((element) => !element.ghost)
      .map((element) =>
        Object.defineProperty(
          {
            .../** @type {ClipInfo} */ (element.info),
            label: element.label || element.clip?.source.name || '',
            offset: element.offset,
            element,
            // An element cannot be cloned, as a list in a frame is.
          },
          'element',
          { enumerable: false },
        ),
      );
    const same = (/** @type {typeof others[number]} */ { element, label }, /** @type {number} */ index) =>
      others[index]?.element === element && others[index].label === label;
    const now = session.state.others;
    session.signal('actors', others.length === now.length && now.every(same) ? 'places' : 'clips');
    const { begin, duration } = session.playback;
    const ends = `${begin} ${duration}`;
    if (ends === this.#ends) return;
    this.#ends = ends;
    session.playback.seekPending(true);
    session.emit('durationchange');
    session.signal('clip');
  }
}

/** The attributes that a link gives a clip. @param {import('../link-parameters.d.ts').LinkValues | undefined} values @param {number} index @returns {Record<string, string>} */
function attributesOf(values, index) {
  return Object.fromEntries(
    CLIP_ROWS.flatMap(({ attribute, beside, file }) => {
      const value =
        beside && !file && values?.get(/** @type {keyof import('../link-parameters.d.ts').LinkParameters} */ (beside))?.split('\n')[index];
      return value ? [[attribute, value]] : [];
    }),
  );
}

/** Whether the stage has lost it while its element was away. @param {MareyClip} element */
const isGone = ({ clip }) => clip !== null && clip.index < 0 && !clip.error;

/** Where a clip comes from; null without one. @param {MareyClip} element @returns {Source | null} */
function sourceOf(element) {
  const { label, skeleton, source, src, srcObject } = element;
  if (source) return source;
  if (srcObject) {
    const [first, ...beside] = Array.isArray(srcObject) ? srcObject : [srcObject];
    const name = (/** @type {Blob} */ file) => (file instanceof File ? file.name : 'clip');
    return { name: name(first), blob: first, companions: beside.map((blob) => ({ name: name(blob), blob })), ...readAs(element) };
  }
  if (!src) return null;
  if (src.startsWith(PACKED)) return { ...packedSource(src.slice(PACKED.length)), name: label || 'clip.marey' };
  const resolve = (/** @type {string} */ address) => new URL(address, document.baseURI);
  const url = resolve(src);
  return {
    name: nameOf(url),
    written: src,
    url: url.href,
    companions: companions({ skeleton, skin: null }, resolve, false),
    ...readAs(element),
  };
}

/** @param {MareyClip} element @returns {import('./other-clip.js').Reading} */
function readingOf({ unit, up, fps, positions, behaviour }) {
  return { unit: parseUnit(unit), up: parseUp(up), frameTime: fps && 1 / fps, positions, behaviour };
}
