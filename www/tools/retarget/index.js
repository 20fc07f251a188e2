/** Plays the player's motion on another figure, by its attribute `onto`, by a link, or by a file that the visitor chose. */
import { call } from '../../player/loading/remote.js';
import { actors } from '../../player/element/rooms.js';
import { HUMAN, nameOf } from '../../player/session/link.js';
import { optionsOf, packetsOf, packetsOfSource } from '../../player/session/packets-of.js';
import { fault, faultOf } from '../../player/words/errors.js';
import { S } from '../../player/words/strings.js';
import { Asking } from './asking.js';
import { Ghost, ownBeside } from './ghost.js';
import { human } from './human.js';
import { Pairs } from './pairs.js';
import { recall, remember } from './remembered.js';
import { Stream } from './stream.js';
import { R } from './strings.js';

/** @typedef {import('../../player/element/element.js').MareyPlayer} MareyPlayer */
/** @typedef {import('../../player/session/session.js').Session} Session */
/** @typedef {import('../../types.d.ts').Source} Source */
/** @typedef {import('../../types.d.ts').Retargeted} Retargeted */
/** @typedef {import('../../player/recovery/packets.js').Packets} Packets */
/** @typedef {import('../../types.d.ts').Onto} Onto */
/** @typedef {import('../../change.d.ts').Notes} Notes */

/** A figure to play on; mended: corrections of the pairs of joints, by default those of the last time. @typedef {{ figure: Source, stillFeet: boolean, ghost: boolean, mended?: string }} Wanted */
/** The attributes about a file, which say nothing about another one. @typedef {{ unit: string | null, up: string | null }} Readings */
/** What an undone step comes back to. @typedef {{ asked: Wanted | null, attribute: string | null, readings?: Readings }} State */

/** @type {Readings} */
const NO_READINGS = { unit: null, up: null };

/** @type {WeakMap<Session, Figures>} */
const shown = new WeakMap();

/** The figures of a player. @param {MareyPlayer} player @param {Session} session @param {() => URL} [onto] as the link of the present clip has it */
export function show(player, session, onto) {
  const figures = shown.get(session) ?? new Figures(player, session, onto);
  shown.set(session, figures);
  return figures;
}

/** @type {WeakMap<Session, Pairs>} */
const tables = new WeakMap();

/**
 * The table of the pairs of joints.
 * @param {Session} session @param {boolean} lasting whether corrections are kept for later visits @param {Notes} [history] what notes them
 */
export function pairs(session, lasting, history) {
  const table = tables.get(session) ?? new Pairs(session, lasting, /** @type {Figures} */ (shown.get(session)), history);
  tables.set(session, table);
  table.update();
  return table.root;
}

/** The figure at an address. @param {URL} url @param {Partial<Source>} more @returns {Wanted} */
function wanted(url, more) {
  const words = url.hash.slice(1).split(',');
  url.hash = '';
  const { href } = url;
  return {
    figure: href === HUMAN ? human() : { name: nameOf(url), written: href, url: href, ...more },
    stillFeet: words.includes('still'),
    ghost: words.includes('ghost'),
  };
}

export class Figures {
  /** The figure to play on once the clip is complete. @type {Wanted | null} */
  #waiting = null;
  #job = new AbortController();
  /** Plays a motion that is still being read. @type {Stream | null} */
  #stream = null;
  /** The packets of the figure last read. @type {{ figure: Source, packets: Uint8Array } | null} */
  #read = null;
  /** How the motion was last asked to be shown, which may take a moment; null: on its own body. @type {Wanted | null} */
  #asked = null;
  /** The figure that the attributes are about; null: the motion's own body. @type {Source | null} */
  #figure = null;
  /** The attributes about the motion's file while another figure is shown, and its unit. @type {Readings & { metres: number } | null} */
  #own = null;
  /** The names of all joints of a figure whose joints the visitor named. @type {WeakMap<Source, string>} */
  #named = new WeakMap();
  #ghost;

  /** @param {MareyPlayer} player @param {Session} session @param {() => URL} [onto] */
  constructor(player, session, onto) {
    this.player = player;
    this.session = session;
    this.#ghost = new Ghost(player, session);
    session.on('attribute', (name) => {
      if (name === 'onto') this.#want(this.#written());
    });
    session.on('load', (begun) => this.#onLoad(begun));
    session.on('clip', () => this.#onClip());
    this.#want(this.#linked(onto ?? session.intent.onto) ?? this.#written());
  }

  /** The figure that the attribute names. @returns {Wanted | null} */
  #written() {
    const written = this.player.getAttribute('onto');
    if (!written) return null;
    try {
      return wanted(new URL(written, document.baseURI), { credentials: this.player.crossOrigin === 'use-credentials' });
    } catch {
      this.session.fail(fault('link', S.errors.linkSyntax).fault, written);
      return null;
    }
  }

  /** The figure that a link names. @param {(() => URL) | undefined} onto @returns {Wanted | null} */
  #linked(onto) {
    try {
      const url = onto?.();
      return url ? wanted(url, { untrusted: true }) : null;
    } catch (error) {
      this.session.fail(faultOf(error), S.errors.linkName);
      return null;
    }
  }

  /** @param {import('../../player/session/load.js').Load} [load] that begins */
  #onLoad(load) {
    if (load?.purpose !== 'new') return;
    this.#own = this.#figure = null;
    this.#job.abort();
    this.#endStream();
    this.#endAsking();
    this.#asked = this.#waiting = this.#written();
    // The intent is complete when the caller is done.
    queueMicrotask(() => {
      if (load === this.session.state.load && load.intent.onto) this.#asked = this.#waiting = this.#linked(load.intent.onto);
    });
  }

  /** Plays on the waiting figure: what has come of the motion, and all of it when it is there. */
  #onClip() {
    const next = this.#waiting;
    const { complete, info, state } = this.session;
    if (!next || !info) return;
    if (!complete) this.#begin(next);
    else if (!state.load) {
      this.#waiting = null;
      this.#play(next);
    }
  }

  /** @param {Wanted} next */
  #begin({ figure, stillFeet }) {
    const {
      info,
      state: { load },
    } = this.session;
    if (!info || load?.purpose !== 'new' || !load.adopted || !load.packets.retained || this.#stream?.load === load) return;
    this.#endStream();
    this.#stream = new Stream(this.session, load, info, this.#packets(figure, load.job.signal), { ...this.#options(), stillFeet }, () =>
      this.#isAbout(figure),
    );
  }

  #endStream() {
    this.#stream?.end();
    this.#stream = null;
  }

  /** @param {Wanted | null} next null: the motion's own body */
  #want(next) {
    this.#job.abort();
    const { load } = this.session.state;
    const streams = this.#stream && this.#stream.load === load;
    this.#endStream();
    this.#asked = this.#waiting = next;
    // The stage gets the motion's own frames again.
    if (streams && load) {
      this.session.load(load.source, { ...load.intent, onto: undefined });
      this.#asked = this.#waiting = next;
    } else if (!next) this.#goBack();
    else this.#onClip();
  }

  /** Plays the motion on what a visitor chose. @param {Source | 'human' | 'follow' | 'still' | 'own'} how a figure, or what is done with the feet, or its own body @param {Notes} [history] */
  choose(how, history) {
    const asked = this.#asked;
    if (how === 'own') {
      if (asked) this.#change(history, 'onto', null);
    } else if (how !== 'follow' && how !== 'still')
      this.#change(history, 'onto', { figure: how === 'human' ? human() : how, stillFeet: false, ghost: asked?.ghost ?? false });
    else if (asked && asked.stillFeet !== (how === 'still')) this.#change(history, 'onto', { ...asked, stillFeet: how === 'still' });
  }

  /** The corrections of the pairs of joints. */
  get mended() {
    return this.#asked?.mended ?? this.session.source?.onto?.mended ?? '';
  }

  /** Corrects the pairs of joints. @param {string} mended @param {boolean} lasting for later visits, too @param {Notes} [history] */
  mend(mended, lasting, history) {
    const onto = this.session.source?.onto;
    if (!onto || !this.#asked) return;
    const from = this.mended;
    const keep = (/** @type {string} */ text) => remember(onto.found, text, lasting);
    this.#change(history, 'pairs', { ...this.#asked, mended }, { from, to: mended, put: keep });
  }

  /** Shows the motion's own body together with the figure, or no longer (''). @param {'' | 'beside' | 'ghost'} how @param {Notes} [history] */
  async showOwn(how, history) {
    const { player, session } = this;
    const room = await actors(player);
    const onto = session.source?.onto;
    if (!room || !onto) return;
    const clips = room.show(player, session);
    const note = (/** @type {import('../../change.d.ts').Change} */ change) => history?.note({ ...change, name: 'onto' });
    const beside = ownBeside(session);
    if (beside && how !== 'beside') note(clips.takeAway([beside]));
    const put = (/** @type {boolean} */ on) => {
      if (this.#asked) this.#asked.ghost = on;
      this.#ghost.show(on);
    };
    const [from, to] = [onto.ghost, how === 'ghost'];
    if (from !== to) {
      put(to);
      note({ of: this, name: 'onto', ofClip: true, from, to, undo: () => put(from), redo: () => put(to) });
    }
    if (!beside && how === 'beside') note(clips.added(clips.add(onto.own, { label: R.onto.own })));
  }

  /**
   * Does what a visitor asked for, and notes it.
   * @param {Notes | undefined} history @param {'onto' | 'pairs'} name @param {Wanted | null} wanted null: the motion's own body
   * @param {{ from: string, to: string, put: (value: string) => void }} [value] what else the step sets
   */
  #change(history, name, wanted, value) {
    const before = this.#state;
    const act = () => {
      value?.put(value.to);
      this.#show(wanted);
    };
    const undo = () => {
      value?.put(value.from);
      this.#comeBack(before);
    };
    act();
    history?.note({ of: this.session, name, ofClip: true, from: value?.from, to: value?.to, undo, redo: act });
  }

  /** How the motion is shown, to come back to it. @returns {State} */
  get #state() {
    const asked = this.#asked && { ...this.#asked };
    const readings = asked && asked.figure === this.#figure ? this.#readings : undefined;
    return { asked, attribute: this.player.getAttribute('onto'), readings };
  }

  /** @param {State} state */
  #comeBack({ asked, attribute, readings }) {
    const { player, session } = this;
    this.#endAsking();
    session.dismiss();
    if (player.getAttribute('onto') !== attribute) session.overrides.set('onto', attribute);
    // Steps that are undone before the figure comes may be about its attributes.
    if (asked && readings) this.#isAbout(asked.figure, readings);
    if (asked) this.#play(asked);
    else this.#want(null);
  }

  /** @param {Wanted | null} wanted null: the motion's own body */
  #show(wanted) {
    if (wanted) this.#play(wanted);
    else if (this.player.hasAttribute('onto')) this.session.overrides.set('onto', null);
    else this.#want(null);
  }

  /**
   * Plays the motion on a figure. If that cannot be done, the stage keeps what it shows, and the player says why.
   * @param {Wanted} wanted
   */
  async #play(wanted) {
    const { session } = this;
    const { info, shown: on } = session;
    if (!on || !info) return;
    if (!session.complete) {
      this.#want(wanted);
      return;
    }
    const { figure, mended, stillFeet } = wanted;
    const asked = (this.#asked = { ...wanted });
    this.#waiting = null;
    this.#job.abort();
    const stream = this.#stream?.load.source === on.source ? this.#stream : null;
    this.#stream = null;
    const { signal } = (this.#job = new AbortController());
    // Another exchange may be on its way to the stage.
    const now = session.state.load?.source.onto ?? on.source.onto;
    /** @type {Omit<Onto, 'read'>} */
    const kept = now ?? {
      own: on.source,
      ownInfo: stream?.info ?? info,
      ownUnit: stream?.unit ?? this.#own?.metres ?? session.get('unit'),
      packets: stream?.packets ?? on.packets,
      figure,
      stillFeet,
      ghost: false,
      mended: '',
      found: '',
      named: false,
      facts: { joints: 0, fingers: 0, scale: 1, guessed: [], pairs: '', notes: [] },
    };
    const { own, ownInfo, ownUnit, packets: ownPackets } = kept;
    const options = { ...this.#options(), stillFeet, mended: mended ?? '' };
    const named = this.#named.get(figure);
    const make = async (/** @type {AbortSignal} */ until, name = 'retargetClip') => {
      const [from, onto] = await Promise.all([
        packetsOf({ shown: { packets: /** @type {Packets} */ (ownPackets), source: own } }, until),
        this.#packets(figure, until),
      ]);
      return call('marey_retarget', name, [from, onto, options], until);
    };
    try {
      let made = /** @type {Retargeted} */ ((await stream?.finish(signal)) ?? (await make(signal)));
      // Without corrections the pairs are those that were found.
      const found = named ?? (options.mended && now?.figure === figure ? now.found : made.pairs);
      if (mended === undefined && !named && recall(found)) {
        options.mended = recall(found);
        made = await make(signal);
      }
      const { packets, ...facts } = made;
      signal.throwIfAborted();
      this.#isAbout(figure);
      /** The first reader takes these packets; later ones, for a lost stage, make them again. @type {Uint8Array | null} */
      let ready = packets;
      const read = async (/** @type {Pick<import('../../player/loading/parse-client.js').Listener, 'signal' | 'packet'>} */ listener) => {
        const bytes = ready ?? (await make(listener.signal)).packets;
        ready = null;
        listener.packet?.(bytes);
      };
      /** @type {Onto} */
      const onto = {
        own,
        ownInfo,
        ownUnit,
        packets: ownPackets,
        figure,
        stillFeet,
        ghost: asked.ghost,
        mended: options.mended,
        found,
        named: named !== undefined,
        facts,
        read,
      };
      this.#asked = onto;
      this.#endAsking();
      // Without the addresses of both files only the motion on the stage can be shared.
      session.exchange(own.url && figure.url ? { ...own, onto } : { name: own.name, onto });
      this.#ghost.show(onto.ghost, onto);
    } catch (error) {
      if (signal.aborted) return;
      this.#asked = now ?? null;
      if (!now) this.#isAboutOwn();
      const why = faultOf(error);
      if (/^retarget\.(source|target)$/.test(why.code ?? '')) {
        /** @type {import('../../types.d.ts').RetargetPairs} */
        const known = await make(signal, 'retargetPairs');
        if (signal.aborted) return;
        if (known.needs.some(Boolean)) {
          const found = [known.pairs, ...known.joints].join('\n');
          const before = mended === undefined ? recall(found) : '';
          if (before) {
            this.#named.set(figure, found);
            this.#play({ ...asked, mended: before });
            return;
          }
          if (this.#asks?.refused(figure, known)) return;
          this.#ask(asked, { own, known, found });
        }
      }
      session.fail({ ...why, file: why.file || (why.code === 'retarget.source' ? own.name : figure.name) }, figure.name);
    } finally {
      stream?.end();
    }
  }

  /** The joints that the visitor is asked for. */
  get #asks() {
    return /** @type {Asking | null} */ (this.session.state.asking);
  }

  #endAsking() {
    const { session } = this;
    if (!this.#asks) return;
    this.#asks.end();
    session.state.asking = null;
    session.signal('choose', 'joints');
  }

  /** Lets the visitor name the joints of both figures. @param {Wanted} asked @param {{ own: Source, known: import('../../types.d.ts').RetargetPairs, found: string }} about */
  #ask(asked, { own, known, found }) {
    const { player, session } = this;
    const { figure } = asked;
    const asking = new Asking(
      player,
      session,
      { figure, own, known },
      {
        goBack: () => this.#want(null),
        play: (mended, lasting, history) => {
          const before = this.#state;
          const act = () => {
            this.#named.set(figure, found);
            remember(found, mended, lasting);
            this.#play({ ...asked, mended });
          };
          const undo = () => {
            this.#named.delete(figure);
            remember(found, '', lasting);
            this.#comeBack(before);
            session.state.asking = asking;
            asking.begin();
          };
          act();
          history?.note({ of: session, name: 'onto', ofClip: true, undo, redo: act });
        },
      },
    );
    session.state.asking = asking;
  }

  /** How the motion's file is read. */
  #options() {
    const { session } = this;
    const up = this.#own ? (this.#own.up ?? '') : session.get('up');
    const { behaviour, sourceMetres, ...options } = optionsOf({
      behaviour: 0,
      frameTime: session.get('frameTime'),
      positions: session.get('positions'),
      unit: 0,
      up,
    });
    return options;
  }

  /** All packets of a figure's file. @param {Source} figure @param {AbortSignal} signal */
  async #packets(figure, signal) {
    if (this.#read?.figure !== figure) {
      try {
        this.#read = { figure, packets: await packetsOfSource(figure, signal) };
      } catch (error) {
        // The figure's file is named, not the motion's.
        const why = faultOf(error);
        throw fault(why.kind, why.message, { ...why, file: why.file || figure.name });
      }
    }
    return this.#read.packets;
  }

  /** The attributes about the file of the figure that is shown. @returns {Readings} */
  get #readings() {
    return { unit: this.player.getAttribute('unit'), up: this.player.getAttribute('up') };
  }
  set #readings(readings) {
    const now = this.#readings;
    for (const name of /** @type {const} */ (['unit', 'up']))
      if (readings[name] !== now[name]) this.session.overrides.set(name, readings[name]);
  }

  /** The attributes are about a figure's file from now on. Those about the motion's come back with its own body. @param {Source} figure @param {Readings} [readings] */
  #isAbout(figure, readings) {
    this.#own ??= { ...this.#readings, metres: this.session.get('unit') };
    if (readings ?? figure !== this.#figure) this.#readings = readings ?? NO_READINGS;
    this.#figure = figure;
  }

  /** The attributes are about the motion's file again. */
  #isAboutOwn() {
    if (this.#own) this.#readings = this.#own;
    this.#own = this.#figure = null;
  }

  /** Shows the motion's own body again. */
  #goBack() {
    const { session } = this;
    const own = (session.state.load?.source ?? session.source)?.onto?.own;
    this.#isAboutOwn();
    if (!own) return;
    this.#ghost.show(false);
    session.exchange(own);
  }
}
