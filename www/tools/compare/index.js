/** The comparison: a player's clips as lanes in time, with their difference and a legend. Fetched with the first clip beside the player's own. */
import { pageParts } from '../../controls/page-parts.js';
import { batched } from '../../player/base/batched.js';
import { h, setAttr } from '../../player/base/dom.js';
import { lazy } from '../../player/base/parts.js';
import { actors, shownTools } from '../../player/element/rooms.js';
import { once, style } from '../../player/element/shell.js';
import { AlignMenu } from './align-menu.js';
import { STAND, facing, placeAt, placeAtJoint, rounded, standOf, startSo, starts } from './aligning.js';
import { ClipLanes } from './clip-lanes.js';
import { DifferenceLane } from './difference-lane.js';
import { Legend } from './legend.js';
import { Measuring } from './measuring.js';
import { SideBySide } from './side-by-side.js';
import { LETTERS, initially, linkOf, startsAfter, takeLink } from './state.js';
import { V, distance } from './strings.js';
import css from './compare.css';
import { momentsAlong, stepOf } from './warped.js';

/** @typedef {import('../../actors/clip-element.js').MareyClip} MareyClip */
/** @typedef {import('../../player/session/session.js').Session} Session */
/** @typedef {import('./aligning.js').Stand} Stand */
/** @typedef {import('./state.js').Alignment} Alignment */
/** @typedef {import('./state.js').ComparedClip} ComparedClip */

const saving = lazy(() => import('./save.js'));
/** Lanes that are in sight at once, at least and as usual: more scroll. */
const LANES = [2, 4];
/** The height of a lane with the gap below it, and of the difference, at least and as usual, CSS pixels; in low players, and in others. */
const LOW = { height: 400, lane: 20, difference: [26, 42] };
const HIGH = { lane: 28, difference: [46, 64] };
/** On a phone. */
const PHONE_LANE_PX = 34;
/** @param {number} height of the player @param {number} count of clips @param {boolean} phone @returns {[least: number, usual: number]} */
const heights = (height, count, phone) => {
  const { lane, difference } = height <= LOW.height ? LOW : HIGH;
  const [least, usual] = LANES.map((most, at) => Math.min(Math.max(2, count), most) * (phone ? PHONE_LANE_PX : lane) + difference[at]);
  return [least, usual];
};
/** Clips that share less of the clock than this are shown there first. */
const UNLIKE = 0.4;

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
      : new Comparison(ui, /** @type {import('../../actors/index.js').Actors} */ (/** @type {unknown} */ (others.show(element, session))));
    session.present('compare', comparison && { step: (way) => comparison?.step(way) });
  };
  session.on('actors', update);
  update();
});

/** Asks for the clip to compare with, or ends the comparison that goes on. @param {import('../../controls/controls.js').Controls} ui */
export async function press({ element, history, session }) {
  const own = session.state.others.flatMap(({ element: other }) =>
    /** @type {MareyClip} */ (other).source ? [/** @type {MareyClip} */ (other)] : [],
  );
  if (!session.state.others.length) {
    const { clips } = pageParts(session);
    if (clips) clips.askForOther();
    else session.say(V.noOther);
  } else if (own.length)
    takeAway(
      history,
      /** @type {import('../../actors/index.js').Actors} */ (/** @type {unknown} */ ((await actors(element))?.show(element, session))),
      own,
    );
}

/** Takes clips that the visitor has chosen out of the comparison. @param {import('../../controls/history.js').History} history @param {import('../../actors/index.js').Actors} from @param {MareyClip[]} elements */
function takeAway(history, from, elements) {
  const names = elements.map(({ clip, label }) => label || clip?.info?.name || clip?.source.name || '');
  history.note(from.takeAway(elements));
  history.tell(V.removed(names));
}

/**
 * The part of a comparison that outlives it, so that clips that come back by undoing are compared as before.
 * @typedef {object} Memory
 * @property {import('./state.js').CompareState} state
 * @property {WeakMap<Element, Stand>} given where and when the page's author or a link put the clips
 * @property {boolean} wasInPlace before clips were compared
 * @property {boolean} inPlace while they were
 * @property {boolean} opened what all clips have in common was shown
 * @property {Comparison | null} now the comparison that goes on
 */

class Comparison {
  /** The last question of how to bring the clips together, whose answer is waited for. */
  #question = {};
  /** The start that was asked for, while its answer is waited for, and the press that asked. @type {{ start: Alignment['start'], question: object, press: number, byVisitor: boolean } | null} */
  #awaited = null;
  /** The start that a link tells, until it is known whether the clips start so. @type {Alignment['start'] | null} */
  #told = null;
  /** The warp that a clip follows on the stage. @type {import('../../types.d.ts').Compared | null} */
  #warp = null;
  /** The dock has its tab. */
  #docked = false;
  /** The measure in the tree of joints. */
  #inTree = /** @type {import('../../types.d.ts').ComparedMeasure | undefined} */ (undefined);
  /** The stages of the other clips, while all are shown side by side. @type {SideBySide | null} */
  #side = null;
  #undo = /** @type {(() => void)[]} */ ([]);

  /** @param {import('../../controls/controls.js').Controls} ui @param {import('../../actors/index.js').Actors} actors */
  constructor(ui, actors) {
    const { history, session } = ui;
    this.ui = ui;
    this.session = session;
    this.actors = actors;
    style(ui.shadow, css);
    const resumed = /** @type {Memory | null} */ (actors.resumed);
    const { compare } = actors;
    [actors.resumed, actors.compare] = [null, ''];
    const wasInPlace = session.get('inPlace');
    const words = compare.split(',');
    if (resumed ? resumed.inPlace : words.includes('at-hips')) history.silently(() => history.set('inPlace', true));
    this.memory = resumed ?? { state: initially(session), given: new WeakMap(), wasInPlace, inPlace: wasInPlace, opened: false, now: null };
    this.memory.now = this;
    actors.comparison = this.memory;
    this.state = this.memory.state;
    if (!resumed) this.#told = takeLink(this.state, compare);
    this.measuring = new Measuring(session, this.update);
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
    this.difference = new DifferenceLane(this.state, call, view, (time, other) => this.measuring.distances(time, other));
    this.legend = new Legend(this.state, call);
    this.menu = new AlignMenu(this.state, call);
    root.append(this.lanes.root, this.difference.root, this.playhead);
    /** Once it is there. @type {import('../../controls/dock.js').Dock | null} */
    this.dock = null;
    bar.dock().then((dock) => {
      this.dock = dock;
      this.#update();
    });
    /** @type {import('../../controls/dock.js').Pane} */
    this.pane = {
      name: 'difference',
      title: V.difference,
      root,
      head: h('div', { class: 'head-of-difference' }, this.difference.head, this.menu.root, this.legend.layouts, this.legend.side),
      heights: (height) => heights(height, this.state.clips.length, ui.insets.kind === 'phone'),
      summary: () => this.difference.summary || V.difference,
      spark: () => this.difference.spark(),
      table: this.difference.table,
    };
    ui.top.prepend(this.legend.root);
    ui.root.toggleAttribute('data-compare', true);
    zoom.watch(() => this.#window());
    const resized = new ResizeObserver(() => this.#window());
    resized.observe(root);
    this.#undo.push(
      () => resized.disconnect(),
      .../** @type {const} */ (['clip', 'setting', 'actors']).map((signal) => session.on(signal, this.update)),
      session.on('tool', (name) => {
        if (name !== 'compare') this.update();
      }),
      session.on('select', (joint) => {
        if (Number(joint) >= 0 && this.state.alignment.place === 'joint') this.align({}, true);
      }),
      // Hidden controls are not updated; they catch up when they are shown again.
      session.on('time', (time) => {
        if (ui.root.dataset.idle === undefined) this.#time(time);
      }),
    );
    this.#update();
    if (resumed ? this.state.side : words.includes('side')) this.showSide(true);
  }

  /** The elements of the clips beside the player's own that are shown. @returns {MareyClip[]} */
  get #others() {
    return /** @type {MareyClip[]} */ (this.session.state.others.map(({ element }) => element));
  }
  /** Those that have a lane. */
  get #compared() {
    return this.#others.slice(0, LETTERS.length - 1);
  }

  /** Call when the clips, or what is shown of them, have changed: all is shown once, however much has changed. */
  update = batched(() => this.#update());

  #update() {
    const {
      actors,
      measuring,
      session,
      session: { info, playback },
      state,
    } = this;
    const others = this.#others;
    if (!info || !others.length || this.#ended) return;
    // A figure that stands there for its joints to be named has no lane, and nothing to be compared with.
    const asks = Boolean(session.state.asking && others.length === 1);
    if (asks) this.dock?.close(this.pane);
    else if (!this.#docked) this.dock?.open(this.pane);
    this.#docked = !asks && this.dock !== null;
    for (const element of others) this.#meet(element);
    this.#scale();
    const sources = measuring.sources(this.#compared);
    /** @type {ComparedClip[]} */
    state.clips = [
      {
        name: actors.own?.label || info.name,
        duration: playback.length,
        frameTime: playback.frameTime || info.frameTime,
        offset: state.shift,
        hidden: actors.ownHidden,
        removable: false,
        ...measuring.feetOf(sources[0]),
      },
      ...this.#compared.map(({ clip, hidden, label, offset, source, speed, info: own }, index) => ({
        name: label || own?.name || clip?.source.name || '',
        duration: (clip?.duration ?? 0) / Math.abs(speed),
        frameTime: (own?.frameTime ?? 0) / Math.abs(speed),
        offset: state.shift + offset,
        speed,
        hidden: Boolean(hidden),
        removable: source !== null,
        ...measuring.feetOf(sources[index + 1]),
      })),
    ];
    const { alignment, clips, difference } = state;
    state.solo = actors.solo < 0 ? null : actors.solo;
    state.clock = [playback.begin, playback.duration || 1];
    difference.other = Math.min(Math.max(1, difference.other), clips.length - 1);
    measuring.compare(
      difference,
      sources,
      alignment.start === 'warp' ? undefined : rounded(clips[difference.other].offset - clips[0].offset),
    );
    this.#followWarp();
    session.state.compare = linkOf(state);
    this.legend.update();
    this.menu.update();
    this.lanes.update();
    this.#side?.update(others, session.state.actors.clips?.numbers ?? []);
    if (sources.every(Boolean)) {
      this.#open();
      this.#proveStart();
    }
    this.#window();
    this.#tell();
    this.#askAgain();
  }

  /** Asks for the start once more if something else has been asked for before its answer came. */
  #askAgain() {
    const awaited = this.#awaited;
    if (!awaited || awaited.question === this.#question) return;
    this.#awaited = null;
    if (awaited.start === this.state.alignment.start) this.align({ start: awaited.start }, awaited.byVisitor, awaited.press);
  }

  /** Brings the clips together in time as a link tells, unless it says itself when they start: then it is looked whether they start so. */
  async #proveStart() {
    const {
      measuring,
      state: { alignment },
    } = this;
    const start = this.#told;
    this.#told = null;
    if (!start) return;
    if (!this.#others.some((element) => element.hasAttribute('offset'))) {
      this.align({ start }, false);
      return;
    }
    const question = this.#question;
    const found = await startSo(start, this.state.clips, measuring, measuring.sources(this.#compared));
    if (question !== this.#question || this.#ended || alignment.start !== start) return;
    Object.assign(alignment, found ?? { start: 'own' });
    this.update();
  }

  get #zoom() {
    return /** @type {import('../../controls/bar.js').Bar} */ (this.ui.bar).timeline.zoom;
  }

  /** Shows what clips of unlike length have in common, once all have been read. */
  #open() {
    const {
      memory,
      session: { playback },
      state: { clips, clock },
    } = this;
    if (memory.opened) return;
    memory.opened = true;
    const from = Math.max(...clips.map(({ offset }) => offset));
    const to = Math.min(...clips.map(({ offset, duration }) => offset + duration));
    if (!this.#zoom.zoomed && to > from && to - from < UNLIKE * (clock[1] - clock[0]))
      this.#zoom.stretch([playback.placeOf(from), playback.placeOf(to)], [0, 1]);
  }

  /** Makes the legs of other figures as long as those of the own one, or gives them their own size again. */
  #scale() {
    const { measuring, session, state } = this;
    /** @param {object | null | undefined} load @param {import('../../types.d.ts').ClipInfo | null} info @param {number} unit the visitor's */
    const legsOf = (load, info, unit) => (measuring.legsOf(load) || 0) * (unit && info ? unit / info.unit.metres : 1);
    const own = legsOf(session.shown, session.info, session.get('unit'));
    for (const { clip } of this.#others) {
      if (!clip) continue;
      const other = legsOf(clip.load, clip.info, clip.reading.unit);
      clip.setScale(state.alignment.scaled && own > 0 && other > 0 ? own / other : 1);
    }
  }

  /** Notes where a clip is when it comes. One that the visitor has chosen is brought to the hips of the first. @param {MareyClip} element */
  #meet(element) {
    const { given } = this.memory;
    if (given.has(element)) return;
    given.set(element, standOf(element));
    const isPlaced = STAND.some((name) => element.hasAttribute(name));
    if (element.source && !isPlaced) queueMicrotask(() => this.align({ place: 'hips', facing: true }, false));
  }

  /** The window or the width has changed. */
  #window() {
    if (!this.state.clips.length || !this.root.isConnected) return;
    this.root.style.setProperty('--from', String(this.#zoom.from));
    this.root.style.setProperty('--size', String(this.#zoom.size));
    this.difference.update();
    this.dock?.update();
    this.#time();
  }

  #time(time = this.session.playback.time) {
    const { difference, playhead, state, view } = this;
    state.time = time;
    difference.time();
    const [from, to] = state.clock;
    const across = view.across((state.time - from) / (to - from));
    setAttr(playhead, 'hidden', !(across >= 0 && across <= 1));
    playhead.style.setProperty('transform', `translateX(${(across * view.width).toFixed(1)}px)`);
  }

  /** Tells the tree of joints how far each joint is from that of the other clip. */
  #tell() {
    const {
      session,
      state: {
        difference: { compared, joints, kind },
      },
    } = this;
    const measure = compared?.measures[kind];
    if (measure === this.#inTree) return;
    this.#inTree = measure;
    session.state.distances = measure ? new Map(Array.from(joints, (joint, pair) => [joint, distance(measure.joints[pair] ?? 0)])) : null;
    session.signal('tool', 'compare');
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

  /** @returns {import('./state.js').CompareCallbacks} */
  #callbacks() {
    const {
      memory,
      session,
      state,
      ui: { history },
    } = this;
    const { clips: list } = pageParts(session);
    const noted = (
      /** @type {string} */ name,
      /** @type {unknown} */ from,
      /** @type {unknown} */ to,
      /** @type {(value: any) => void} */ put,
    ) => {
      put(to);
      history.note({ of: memory, name, ofClip: true, from, to, undo: () => put(from), redo: () => put(to) });
    };
    return {
      add:
        list &&
        (() => {
          if (!list.expanded) list.toggle();
        }),
      setOffset: (index, seconds, done) => this.#setOffset(index, seconds, done),
      dropped: (index) => history.tell(V.dragged(state.clips[index].name, startsAfter(state.clips, index))),
      setSpeed: (index, speed) => {
        const { start } = state.alignment;
        history.setOf(this.#others[index - 1], 'speed', speed);
        // Another speed needs another start.
        if (start === 'match' || start === 'contact') this.align({ start }, true);
      },
      setHidden: (index, on) => {
        if (index) history.setOf(this.#others[index - 1], 'hidden', on);
        else
          noted('hidden', this.actors.ownHidden, on, (hidden) => {
            this.actors.ownHidden = hidden;
            this.actors.apply();
          });
      },
      setSolo: (index) =>
        noted('solo', this.actors.solo, index ?? -1, (solo) => {
          this.actors.solo = solo;
          this.actors.apply();
        }),
      remove: (index) => this.#remove([this.#others[index - 1]]),
      setSide: (on) =>
        noted('side', state.side, on, (side) => {
          state.side = side;
          memory.now?.showSide(side);
        }),
      align: (alignment) => this.align(alignment, true),
      setKind: (kind) =>
        noted('kind', state.difference.kind, kind, (now) => {
          state.difference.kind = now;
          memory.now?.update();
        }),
      seek: (seconds, pair) => {
        session.playback.pause();
        session.playback.seek({ seconds });
        const name = pair === undefined ? '' : state.difference.pairs[pair];
        const joint = session.info?.joints.findIndex(({ label, name: own }) => (label || own) === name) ?? -1;
        if (joint >= 0) session.view.select(joint);
      },
      step: (way) => this.step(way),
      marks: () => this.#marks(),
      saveTable: async (what) => (await saving()).save(session, state, this.#zoom.seconds, what),
      close: () => this.#remove(this.#others.filter(({ source }) => source)),
    };
  }

  /** @param {MareyClip[]} elements */
  #remove(elements) {
    takeAway(this.ui.history, this.actors, elements);
  }

  /** @param {boolean} on side by side */
  showSide(on) {
    const { session, state } = this;
    state.side = on;
    // Each figure stays in its column: the cameras follow them, unless the author has decided.
    if (session.get('follow') === (on ? 'auto' : 'on')) session.set('follow', on ? 'on' : 'auto');
    if (on) this.#side ??= new SideBySide(this.ui, state, this.legend.chips, this.legend.ends);
    else this.#side?.end();
    if (!on) this.#side = null;
    this.actors.apart = on;
    this.actors.apply();
  }

  /** What the timeline marks: the ends of the loop, what tools mark, and the marks of the file. */
  #marks() {
    const { info, playback } = this.session;
    const ofTools = shownTools(this.session).flatMap(({ marks }) => marks ?? []);
    const behaviour = this.session.get('behaviour');
    const own = info?.marks.filter((mark) => mark.behaviour === behaviour).map(({ at }) => playback.timeOf(at)) ?? [];
    return [...(this.session.get('range') ?? []), ...ofTools, ...own].sort((a, b) => a - b);
  }

  /** Lets a clip start at a second of the clock that all clips share: the others stay where they are. @param {number} index @param {number} seconds @param {boolean} done not while it is dragged */
  #setOffset(index, seconds, done) {
    const {
      state,
      ui: { history },
    } = this;
    const { alignment, clips, difference } = state;
    const others = this.#compared;
    if (index) {
      difference.other = index;
      history.setOf(others[index - 1], 'offset', rounded(seconds - state.shift));
    } else others.forEach((element, at) => history.setOf(element, 'offset', rounded(clips[at + 1].offset - seconds)));
    state.shift = index || done ? 0 : seconds;
    if (alignment.start !== 'warp' && alignment.start !== 'own') this.#setAlignment({ start: 'own' });
    this.asked();
  }

  /** Call when something else is wanted: what has been asked before is no longer waited for. */
  asked() {
    this.#question = {};
    this.update();
  }

  /** Says how the clips are brought together, without doing it. @param {Partial<Alignment>} asked */
  #setAlignment({ place, ...asked }) {
    const {
      memory,
      state: { alignment, difference },
      ui: { history },
    } = this;
    const { facing: faces, match, scaled, stands, start } = alignment;
    const before = { facing: faces, match, scaled, stands, start, kind: difference.kind };
    const after = {
      ...before,
      ...asked,
      // Hips in one place leave open where the figures stand.
      ...(place && { stands: place === 'hips' ? stands : place, kind: /** @type {0 | 1} */ (place === 'hips' ? 1 : 0) }),
    };
    const put = (/** @type {typeof before} */ { kind, ...now }) => {
      Object.assign(alignment, now);
      difference.kind = kind;
      memory.now?.asked();
    };
    put(after);
    if (place) history.set('inPlace', place === 'hips');
    const [from, to] = [before, after].map((each) => JSON.stringify(each));
    history.note({ of: memory, name: 'alignment', ofClip: true, from, to, undo: () => put(before), redo: () => put(after) });
  }

  /**
   * Brings the clips together. What has been asked before, and is not answered yet, is dropped.
   * @param {Partial<Alignment>} asked @param {boolean} byVisitor @param {number} [press] that asked for it
   */
  async align(asked, byVisitor, press = this.ui.history.press) {
    const {
      measuring,
      session,
      session: { host },
      state,
      ui: { history },
    } = this;
    const set = (/** @type {() => void} */ act) => (byVisitor ? history.within(press, act) : history.silently(act));
    set(() => this.#setAlignment(asked));
    const question = (this.#question = {});
    if (asked.scaled) this.#tellOfLegs();
    const { alignment, clips } = state;
    const { place, start } = alignment;
    const asksStart = Boolean(asked.start) || this.#awaited?.start === start;
    this.#awaited = asksStart ? { start, question, press, byVisitor } : null;
    const others = this.#others;
    const sources = measuring.sources(this.#compared);
    const given = others.map((element) => this.memory.given.get(element) ?? standOf(element));
    const found = asksStart
      ? await starts(
          start,
          clips,
          given.map(({ offset }) => offset),
          measuring,
          sources,
        )
      : null;
    /** @type {Partial<Stand>[]} */
    const stands = [];
    for (const [index, element] of others.entries()) {
      const offset = found?.offsets[index] ?? element.offset;
      const turns = asked.facing !== undefined || asked.place;
      const turn = !turns ? element.turn : alignment.facing ? facing(host, element) : given[index].turn;
      /** @type {Stand['position'] | null} */
      let position = given[index].position;
      if (place === 'joint') {
        position = await placeAtJoint(session, element, { offset, turn }, measuring, [sources[0], sources[index + 1]]);
        if (!position && sources[index + 1] && question === this.#question) session.say(V.selectJoint);
      } else if (place !== 'world' && element.clip) {
        // In place, a figure stays where it starts.
        const moment = (/** @type {number} */ at) => (place === 'contact' ? (clips[at]?.left?.[0] ?? 0) : 0);
        position = placeAt(host, element, turn, [moment(0), moment(index + 1)]);
      }
      stands.push({ offset: rounded(offset), turn, ...(position && { position }) });
    }
    if (question !== this.#question || this.#ended) return;
    this.#awaited = null;
    // A clip has another speed now, or has been read to its end.
    if (found && measuring.sources(this.#compared).some((source, index) => source !== sources[index])) {
      this.align({ start }, byVisitor, press);
      return;
    }
    set(() => {
      others.forEach((element, index) => {
        for (const name of STAND)
          if (name in stands[index] && String(element[name]) !== String(stands[index][name]))
            history.setOf(element, name, stands[index][name]);
      });
      if (found) this.#setAlignment({ match: found.match });
    });
    this.update();
  }

  /** Tells if a figure has no legs by which it could be scaled. */
  #tellOfLegs() {
    const loads = [this.session.shown, ...this.#others.map(({ clip }) => clip?.load)];
    if (loads.some((load) => this.measuring.legsOf(load) === 0)) this.session.say(V.noLegs);
  }

  /** Goes to the next or the previous peak of the difference. @param {1 | -1} way */
  step(way) {
    if (!this.difference.step(way)) this.session.say(V.noPeak);
  }

  #ended = false;
  /** Ends the comparison, once its clips are gone. */
  end() {
    const {
      memory,
      session,
      ui,
      ui: { history },
    } = this;
    this.#ended = true;
    memory.now = null;
    memory.inPlace = session.get('inPlace');
    for (const undo of this.#undo) undo();
    this.measuring.end();
    this.#side?.end();
    this.actors.apart = false;
    this.actors.comparison = null;
    session.state.distances = null;
    session.state.compare = '';
    session.signal('tool', 'compare');
    this.legend.root.remove();
    this.dock?.close(this.pane);
    if (memory.wasInPlace !== memory.inPlace) history.silently(() => history.set('inPlace', memory.wasInPlace));
    ui.root.toggleAttribute('data-compare', false);
    ui.insets.measure();
  }
}
