/** The comparison: a player's clips as lanes in time, with their difference and a legend. Fetched with the first clip beside the player's own. */
import { momentOf } from '../../actors/moment.js';
import { pageParts } from '../../controls/page-parts.js';
import { h, setAttr } from '../../player/base/dom.js';
import { NAMES } from '../../player/base/settings.js';
import { actors, shownTools } from '../../player/element/rooms.js';
import { once, style } from '../../player/element/shell.js';
import { optionsOf, packetsOf } from '../../player/session/packets-of.js';
import { AlignMenu } from './align-menu.js';
import { ClipLanes } from './clip-lanes.js';
import { DifferenceLane } from './difference-lane.js';
import { Legend } from './legend.js';
import { Measures } from './measures.js';
import { SideBySide } from './side-by-side.js';
import { LETTERS, linkOf, takeLink } from './state.js';
import { V, distance } from './strings.js';
import { css } from './styles.js';
import { momentsAlong, stepOf } from './warped.js';

/** @typedef {import('../../actors/clip-element.js').MareyClip} MareyClip */
/** @typedef {import('../../player/session/session.js').Session} Session */
/** @typedef {import('./measures.js').Measured} Measured */
/** @typedef {import('./state.js').Alignment} Alignment */
/** @typedef {import('./state.js').ComparedClip} ComparedClip */
/** @typedef {import('./state.js').CompareState} CompareState */

/** Compares the clips of a player, now and whenever there are some beside its own. */
export const show = once((/** @type {import('../../controls/controls.js').Controls} */ ui) => {
  const { element, session } = ui;
  /** @type {Comparison | null} */
  let comparison = null;
  const compares = () => session.state.others.length > 0;
  const update = async () => {
    if (compares() === Boolean(comparison)) return;
    const others = await actors(element);
    if (compares() === Boolean(comparison) || !others) return;
    comparison?.end();
    comparison = comparison
      ? null
      : new Comparison(ui, /** @type {import('../../actors/index.js').Actors} */ (others.show(element, session)));
    session.present('compare', comparison && { step: (way) => comparison?.step(way) });
  };
  session.on('actors', update);
  update();
});

class Comparison {
  #measures = new Measures();
  #undo = /** @type {(() => void)[]} */ ([]);
  /** What is measured for each clip, by its element; the player itself stands for its own clip. @type {Map<Element, { key: string, load: object, measured: Measured }>} */
  #sources = new Map();
  /** Lengths of legs by what was read, metres; 0 for figures without legs. @type {WeakMap<object, number>} */
  #legs = new WeakMap();
  /** When the feet of measured clips come down. @type {WeakMap<Measured, { left: Float64Array, right: Float64Array }>} */
  #feet = new WeakMap();
  /** The last request to measure. */
  #asked = /** @type {{ a?: Measured, b?: Measured, offset?: number }} */ ({});
  /** Where and when the page's author or a link put the clips. @type {WeakMap<Element, Pick<MareyClip, 'offset' | 'position' | 'turn'>>} */
  #given = new WeakMap();
  #dragging = false;
  /** The warp that a clip follows on the stage. @type {import('../../types.d.ts').Compared | null} */
  #warp = null;
  /** The measure in the tree of joints. */
  #told = /** @type {import('../../types.d.ts').ComparedMeasure | undefined} */ (undefined);
  /** Of the lanes, CSS pixels, as last told. */
  #height = 0;
  #wasInPlace;
  /** The stages of the other clips, while all are shown side by side. @type {SideBySide | null} */
  #side = null;

  /** @param {import('../../controls/controls.js').Controls} ui @param {import('../../actors/index.js').Actors} actors */
  constructor(ui, actors) {
    const { session } = ui;
    this.ui = ui;
    this.session = session;
    this.actors = actors;
    this.#wasInPlace = session.get('inPlace');
    style(ui.shadow, css);
    /** @type {CompareState} */
    this.state = {
      clips: [],
      clock: [0, 1],
      solo: null,
      side: false,
      time: 0,
      alignment: { place: session.get('inPlace') ? 'hips' : 'world', facing: false, scaled: false, start: 'own' },
      difference: { state: 'measuring', other: 1, kind: session.get('inPlace') ? 1 : 0, compared: null, pairs: [], joints: [] },
    };
    const { compare } = actors;
    takeLink(this.state, compare);
    const bar = /** @type {import('../../controls/bar.js').Bar} */ (ui.bar);
    const { zoom } = bar.timeline;
    const call = this.#callbacks();
    this.playhead = h('span', { class: 'playhead-of-lanes' });
    this.root = h('div', { class: 'compare-lanes' });
    const { root } = this;
    /** The timeline's window, in the width of the lanes. */
    const view = {
      across: (/** @type {number} */ place) => zoom.across(place),
      place: (/** @type {number} */ across) => zoom.place(across),
      get size() {
        return zoom.size;
      },
      get width() {
        return root.clientWidth;
      },
    };
    this.view = view;
    this.lanes = new ClipLanes(this.state, call, view);
    this.difference = new DifferenceLane(this.state, call, view, (time, other) => this.#distances(time, other));
    this.legend = new Legend(this.state, call);
    this.menu = new AlignMenu(this.state, call);
    root.append(this.lanes.root, this.difference.root, this.playhead);
    bar.timeline.root.after(root);
    ui.top.prepend(this.legend.root);
    ui.above.prepend(this.menu.root);
    ui.root.toggleAttribute('data-compare', true);
    zoom.watch(() => this.#window());
    const resized = new ResizeObserver(() => this.#window());
    resized.observe(root);
    this.#undo.push(
      () => resized.disconnect(),
      .../** @type {const} */ (['clip', 'setting', 'actors']).map((signal) => session.on(signal, () => this.update())),
      session.on('select', (joint) => {
        if (Number(joint) >= 0 && this.state.alignment.place === 'joint') this.#placeAtJoint();
      }),
      // Hidden controls are not updated; they catch up when they are shown again.
      session.on('time', () => {
        if (ui.root.dataset.idle === undefined) this.#time();
      }),
    );
    this.update();
    if (compare.split(',').includes('side')) call.setSide(true);
    actors.compare = '';
  }

  /** The elements of the clips beside the player's own that are shown. @returns {MareyClip[]} */
  get #others() {
    return /** @type {MareyClip[]} */ (this.session.state.others.map(({ element }) => element));
  }

  /** Call when the clips, or what is shown of them, have changed. */
  update() {
    const { actors, session, state } = this;
    const { info, playback } = session;
    const others = this.#others;
    if (!info || !others.length) return;
    // A figure that stands there for its joints to be named has no lane, and nothing to be compared with.
    for (const { root } of [this, this.menu]) root.hidden = Boolean(session.state.asking && others.length === 1);
    for (const element of others) this.#meet(element);
    this.#scale();
    const base = this.#dragging ? state.clips[0].offset : 0;
    const behaviour = info.behaviours[session.get('behaviour')];
    const frameTime = playback.frameTime || info.frameTime;
    /** @type {ComparedClip[]} */
    const clips = [
      {
        name: actors.own?.label || info.name,
        duration: lengthOf(session) ?? behaviour?.duration ?? 0,
        frameTime,
        offset: base,
        hidden: actors.ownHidden,
        removable: false,
      },
      ...others.map(({ clip, hidden, label, offset, source, speed, info: own }) => ({
        name: label || clip?.source.name || '',
        duration: (clip?.duration ?? 0) / Math.abs(speed),
        frameTime: (own?.frameTime ?? 0) / Math.abs(speed),
        offset: base + offset,
        speed,
        hidden: Boolean(hidden),
        removable: source !== null,
      })),
    ].slice(0, LETTERS.length);
    const sources = this.#measured();
    clips.forEach((clip, index) => Object.assign(clip, sources[index] && this.#feet.get(sources[index])));
    state.clips = clips;
    state.solo = actors.solo < 0 ? null : actors.solo;
    state.clock = [playback.begin, playback.duration || 1];
    state.alignment.place = session.get('inPlace') ? 'hips' : state.alignment.place === 'hips' ? 'world' : state.alignment.place;
    state.difference.other = Math.min(Math.max(1, state.difference.other), clips.length - 1);
    this.#measure(sources);
    this.#show();
    this.#showDifference();
  }

  /** Makes the legs of other figures as long as those of the own one, or gives them their own size again. */
  #scale() {
    const {
      session,
      state: {
        alignment: { scaled },
      },
    } = this;
    /** @param {object | null | undefined} load @param {import('../../types.d.ts').ClipInfo | null} info @param {number} unit the visitor's */
    const legsOf = (load, info, unit) => ((load && this.#legs.get(load)) || 0) * (unit && info ? unit / info.unit.metres : 1);
    const own = legsOf(session.shown, session.info, session.get('unit'));
    for (const { clip } of this.#others) {
      if (!clip) continue;
      const other = legsOf(clip.load, clip.info, clip.reading.unit);
      clip.setScale(scaled && own > 0 && other > 0 ? own / other : 1);
    }
  }

  /** Notes where a clip is when it comes. One that the visitor has chosen is brought to the hips of the first. @param {MareyClip} element */
  #meet(element) {
    if (this.#given.has(element)) return;
    const { offset, position, turn } = element;
    this.#given.set(element, { offset, position, turn });
    const isPlaced = ['offset', 'position', 'turn'].some((name) => element.hasAttribute(name));
    if (element.source && !isPlaced) queueMicrotask(() => this.align({ place: 'hips', facing: true }));
  }

  #show() {
    const { menu, lanes, legend } = this;
    this.session.state.compare = linkOf(this.state);
    legend.update();
    menu.update();
    lanes.update();
    this.#side?.update(this.#others, this.session.state.actors.clips?.numbers ?? []);
    this.#window();
  }

  /** The window or the width has changed. */
  #window() {
    if (!this.state.clips.length || !this.root.isConnected) return;
    const { zoom } = /** @type {import('../../controls/bar.js').Bar} */ (this.ui.bar).timeline;
    this.root.style.setProperty('--from', String(zoom.from));
    this.root.style.setProperty('--size', String(zoom.size));
    this.difference.update();
    this.#time();
    const {
      root: { offsetHeight },
      ui,
    } = this;
    if (offsetHeight === this.#height) return;
    this.#height = offsetHeight;
    ui.root.style.setProperty('--lanes', `${offsetHeight}px`);
    ui.insets.measure();
  }

  #time() {
    const { difference, playhead, session, state, view } = this;
    state.time = session.playback.time;
    difference.time();
    const [from, to] = state.clock;
    const across = view.across((state.time - from) / (to - from));
    setAttr(playhead, 'hidden', !(across >= 0 && across <= 1));
    playhead.style.setProperty('transform', `translateX(${(across * view.width).toFixed(1)}px)`);
  }

  /** What to measure for each clip; undefined for one that has not been read to its end. @returns {(Measured | undefined)[]} */
  #measured() {
    const { session } = this;
    const { behaviour, frameTime, positions, unit, up } = session.settings.values;
    const own = this.#source(
      session.element,
      session.complete ? session.shown : null,
      optionsOf({ behaviour, frameTime, positions, unit, up }),
    );
    return [
      own,
      ...this.#others.slice(0, LETTERS.length - 1).map((element) => {
        const { clip, speed } = element;
        if (!clip?.complete) return undefined;
        const { reading } = clip;
        // A clip that plays faster is measured as one with a higher rate.
        const time = (reading.frameTime || (speed === 1 ? 0 : (element.info?.frameTime ?? 0))) / Math.abs(speed);
        return this.#source(element, clip.load, optionsOf({ ...reading, unit: clip.unit, behaviour: clip.behaviour, frameTime: time }));
      }),
    ];
  }

  /** @param {Element} element @param {{ packets: import('../../player/recovery/packets.js').Packets, source: import('../../types.d.ts').Source } | null} load @param {Measured['options']} options */
  #source(element, load, options) {
    if (!load) return undefined;
    const key = JSON.stringify(options);
    let found = this.#sources.get(element);
    if (found?.key !== key || found.load !== load) {
      found = { key, load, measured: { packets: () => packetsOf({ shown: load }, new AbortController().signal), options } };
      this.#sources.set(element, found);
      this.#findFeet(found.measured, load);
    }
    return found.measured;
  }

  /** @param {Measured} measured @param {object} load what was read */
  async #findFeet(measured, load) {
    const feet = await this.#measures.touchDowns(measured).catch(() => null);
    if (!feet) return;
    this.#feet.set(measured, feet);
    this.#legs.set(load, feet.legs);
    this.update();
  }

  /** Measures the difference, unless nothing has changed since the last time. @param {(Measured | undefined)[]} sources */
  async #measure(sources) {
    const { clips, alignment, difference } = this.state;
    const [a, b] = [sources[0], sources[difference.other]];
    const offset = alignment.start === 'warp' ? undefined : clips[difference.other].offset - clips[0].offset;
    const asked = this.#asked;
    if (!a || !b || (asked.a === a && asked.b === b && asked.offset === offset)) return;
    this.#asked = { a, b, offset };
    this.#measures.keep(/** @type {Measured[]} */ (sources.filter(Boolean)));
    const isNew = asked.a !== a || asked.b !== b;
    if (isNew) Object.assign(difference, { state: 'measuring', compared: null, pairs: [] });
    try {
      const [compared, common] = await Promise.all([this.#measures.compare(a, b, offset), isNew ? this.#measures.common(a, b) : null]);
      if (this.#asked.a !== a || this.#asked.b !== b) return;
      if (common) difference.joints = common.a;
      if (common) difference.pairs = Array.from(common.a, (joint, pair) => this.session.info?.joints[joint]?.label || common.namesA[pair]);
      // Another request has come meanwhile, and will show its result.
      if (compared === null) return;
      difference.compared = compared ?? null;
      difference.state = compared ? 'measured' : difference.pairs.length ? 'no-moments' : 'no-joints';
    } catch (error) {
      if (this.#asked.a !== a || this.#asked.b !== b) return;
      console.warn('Marey:', error);
      Object.assign(difference, { state: 'failed', compared: null });
    }
    this.#followWarp();
    this.lanes.update();
    this.#showDifference();
  }

  /** Shows the difference in its lane, and that of each joint in the tree of joints. */
  #showDifference() {
    const {
      session,
      state: {
        difference: { compared, joints, kind },
      },
    } = this;
    this.session.state.compare = linkOf(this.state);
    this.difference.update();
    const measure = compared?.measures[kind];
    if (measure === this.#told) return;
    this.#told = measure;
    session.state.distances = measure ? new Map(Array.from(joints, (joint, pair) => [joint, distance(measure.joints[pair] ?? 0)])) : null;
    session.signal('time');
  }

  /** Lets the figure of the measured clip follow the warp, and all others their own pace. */
  #followWarp() {
    const {
      alignment: { start },
      clips,
      difference: { compared, other },
    } = this.state;
    const warp = start === 'warp' ? compared : null;
    if (warp === this.#warp) return;
    this.#warp = warp;
    const step = warp ? stepOf(warp, clips[0].frameTime) : 1;
    this.#others.forEach(({ clip, speed }, index) => {
      const moments = warp && index + 1 === other ? momentsAlong(warp, step) : new Float32Array();
      // It is measured as a clip of that rate.
      clip?.follow(
        step,
        moments.map((moment) => moment * Math.abs(speed)),
      );
    });
    this.actors.apply();
  }

  /** @param {number} time @param {number} other @returns {Promise<ArrayLike<number>>} */
  async #distances(time, other) {
    const { a, b } = this.#asked;
    return a && b ? this.#measures.distances(a, b, time, other) : [];
  }

  /** @returns {import('./state.js').CompareCallbacks} */
  #callbacks() {
    const { session, state } = this;
    const { clips: list } = pageParts(session);
    return {
      add:
        list &&
        (() => {
          if (!list.expanded) list.toggle();
        }),
      setOffset: (index, seconds, done) => {
        state.clips[index].offset = seconds;
        state.alignment.start = state.alignment.start === 'warp' ? 'warp' : 'own';
        if (index) state.difference.other = index;
        this.#dragging = !done;
        this.#offsets();
      },
      setSpeed: (index, speed) => {
        this.#others[index - 1].speed = speed;
      },
      setHidden: (index, on) => {
        if (index) this.#others[index - 1].toggleAttribute('hidden', on);
        else {
          this.actors.ownHidden = on;
          this.actors.apply();
        }
      },
      setSolo: (index) => {
        this.actors.solo = index ?? -1;
        this.actors.apply();
      },
      remove: (index) => (index ? this.#others[index - 1].remove() : undefined),
      setSide: (on) => {
        state.side = on;
        // Each figure stays in its column: the cameras follow them, unless the author has decided.
        if (session.get('follow') === (on ? 'auto' : 'on')) session.set('follow', on ? 'on' : 'auto');
        if (on) this.#side ??= new SideBySide(this.ui, state, this.legend.chips, this.legend.ends);
        else this.#side?.end();
        if (!on) this.#side = null;
        this.actors.apart = on;
        this.actors.apply();
      },
      align: (alignment) => this.align(alignment),
      setKind: (kind) => {
        state.difference.kind = kind;
        this.#showDifference();
      },
      seek: (seconds, pair) => {
        session.playback.pause();
        session.playback.seek({ seconds });
        const name = pair === undefined ? '' : state.difference.pairs[pair];
        const joint = session.info?.joints.findIndex(({ label, name: own }) => (label || own) === name) ?? -1;
        if (joint >= 0) session.view.select(joint);
      },
      marks: () => this.#marks(),
      close: () =>
        this.#others.forEach((element) => {
          if (element.source) element.remove();
        }),
    };
  }

  /** What the timeline marks: the ends of the loop, what tools mark, and the marks of the file. */
  #marks() {
    const { info, playback } = this.session;
    const ofTools = shownTools(this.session).flatMap(({ marks }) => marks ?? []);
    const behaviour = this.session.get('behaviour');
    const own = info?.marks.filter((mark) => mark.behaviour === behaviour).map(({ at }) => playback.timeOf(at)) ?? [];
    return [...(this.session.get('range') ?? []), ...ofTools, ...own].sort((a, b) => a - b);
  }

  /** Gives the elements the offsets of the state. */
  #offsets() {
    const { clips } = this.state;
    this.#others.forEach((element, index) => {
      const clip = clips[index + 1];
      if (clip) element.offset = rounded(clip.offset - clips[0].offset);
    });
    this.update();
  }

  /** Brings the clips together. @param {Partial<Alignment>} alignment */
  async align(alignment) {
    const { session, state } = this;
    Object.assign(state.alignment, alignment);
    const { place, facing, start } = state.alignment;
    const others = this.#others;
    session.element.toggleAttribute('in-place', place === 'hips');
    if (alignment.scaled) this.#tellOfLegs();
    this.#scale();
    // Where the figures stand does not matter to hips in one place.
    if (alignment.place) state.difference.kind = place === 'hips' ? 1 : 0;
    if (alignment.facing !== undefined || alignment.place) {
      const own = session.host.read((stage) => stage.carriers(new Float64Array([0])), NOWHERE);
      for (const element of others) {
        const other = element.clip?.host.read((stage) => stage.carriers(new Float64Array([0])), NOWHERE) ?? NOWHERE;
        element.turn = facing ? rounded((((own[1] ?? 0) - (other[1] ?? 0)) * 180) / Math.PI) : (this.#given.get(element)?.turn ?? 0);
      }
    }
    if (alignment.start) await this.#start(start);
    this.#followWarp();
    if (place === 'joint') await this.#placeAtJoint();
    else this.#place(place);
    this.update();
  }

  /** Tells if a figure has no legs by which it could be scaled. */
  #tellOfLegs() {
    const loads = [this.session.shown, ...this.#others.map(({ clip }) => clip?.load)];
    if (loads.some((load) => load && this.#legs.get(load) === 0)) this.session.say(V.noLegs);
  }

  /** @param {Alignment['start']} start */
  async #start(start) {
    const { clips } = this.state;
    const sources = this.#measured();
    const [a] = sources;
    /** @type {(number | null)[]} */
    const matches = [];
    for (const [index, element] of this.#others.entries()) {
      const clip = clips[index + 1];
      const b = sources[index + 1];
      if (!clip) break;
      if (start === 'zero') clip.offset = 0;
      if (start === 'own') clip.offset = this.#given.get(element)?.offset ?? 0;
      if (start === 'contact') clip.offset = (clips[0].left?.[0] ?? 0) - (clip.left?.[0] ?? 0);
      if (start !== 'match' || !a || !b) continue;
      const best = await this.#measures.best(a, b).catch(() => undefined);
      clip.offset = best?.offset ?? 0;
      matches.push(best?.correlation ?? null);
    }
    const { alignment } = this.state;
    alignment.match = matches.includes(null) ? null : matches.length ? Math.min(.../** @type {number[]} */ (matches)) : undefined;
    this.#offsets();
  }

  /** Brings the selected joint of each clip to where that of the first one is now. */
  async #placeAtJoint() {
    const {
      session,
      session: {
        playback: { time },
        view: { selected },
      },
    } = this;
    const [a, ...others] = this.#measured();
    const path = (/** @type {Readable} */ host, /** @type {number} */ joint, /** @type {number} */ moment) =>
      host.read((stage) => stage.path(joint, new Float64Array([moment])), NOWHERE);
    for (const [index, element] of this.#others.entries()) {
      const b = others[index];
      const { clip, turn } = element;
      if (!a || !b || !clip) continue;
      const common = await this.#measures.common(a, b).catch(() => null);
      const pair = common ? Array.from(common.a).indexOf(selected) : -1;
      if (!common || pair < 0) {
        session.say(V.selectJoint);
        continue;
      }
      // The stage that acts on the clip may be older than the choice to let it travel.
      clip.host.read((stage) => stage.set(IN_PLACE, 0, 0), undefined);
      const [own, other] = [path(session.host, selected, time), path(clip.host, common.b[pair], momentOf(element, time).at)];
      if (own.length && other.length) element.position = moved([own[0], own[2]], [other[0], other[2]], turn);
    }
  }

  /** @param {Alignment['place']} place */
  #place(place) {
    const { clips } = this.state;
    /** @param {{ read: <T>(read: (stage: import('../../types.d.ts').WasmStage) => T, otherwise: T) => T }} host @param {number} moment */
    const at = (host, moment) => host.read((stage) => stage.carriers(new Float64Array([moment])), NOWHERE);
    // In place, a figure stays where it starts.
    const moment = (/** @type {number} */ index) => (place === 'contact' ? (clips[index]?.left?.[0] ?? 0) : 0);
    const own = at(this.session.host, moment(0));
    this.#others.forEach((element, index) => {
      if (place === 'world' || !element.clip) {
        element.position = this.#given.get(element)?.position ?? [0, 0];
        return;
      }
      const other = at(element.clip.host, moment(index + 1));
      element.position = moved([own[2], own[4]], [other[2], other[4]], element.turn);
    });
  }

  /** Goes to the next or the previous peak of the difference. @param {1 | -1} way */
  step(way) {
    if (!this.difference.step(way)) this.session.say(V.noPeak);
  }

  /** Ends the comparison, once its clips are gone. */
  end() {
    const { ui } = this;
    for (const undo of this.#undo) undo();
    this.#measures.end();
    this.#side?.end();
    this.actors.apart = false;
    this.session.state.distances = null;
    this.session.state.compare = '';
    this.session.signal('time');
    for (const each of [this.root, this.legend.root, this.menu.root]) each.remove();
    if (this.#wasInPlace !== this.session.get('inPlace')) this.session.element.toggleAttribute('in-place', this.#wasInPlace);
    ui.root.toggleAttribute('data-compare', false);
    ui.insets.measure();
  }
}

const NOWHERE = new Float32Array();
const IN_PLACE = NAMES.indexOf('inPlace');
/** @typedef {{ read: <T>(read: (stage: import('../../types.d.ts').WasmStage) => T, otherwise: T) => T }} Readable */
/** For an attribute; `|| 0`: a failed reading is no displacement. @param {number} number */
const rounded = (number) => Number(number.toFixed(6)) || 0;

/**
 * The displacement that brings a point of a figure, once that is turned, to another one on the floor.
 * @param {[x: number, z: number]} own @param {[x: number, z: number]} other @param {number} degrees @returns {[x: number, z: number]}
 */
function moved(own, [x, z], degrees) {
  const turn = (degrees * Math.PI) / 180;
  return [rounded(own[0] - x * Math.cos(turn) - z * Math.sin(turn)), rounded(own[1] - z * Math.cos(turn) + x * Math.sin(turn))];
}

/** The length of the player's own clip at its rate: its clock may go on. @param {Session} session */
function lengthOf({ info, playback, settings: { values } }) {
  const { behaviours = [], frameTime = 0 } = info ?? {};
  const own = behaviours[values.behaviour];
  if (!own) return null;
  return values.frameTime && !playback.keyed && frameTime ? (own.duration * values.frameTime) / frameTime : own.duration;
}
