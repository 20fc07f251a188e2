/** Plays the player's motion on another figure, by its attribute `onto`, by a link, or by a file that the visitor chose. */
import { call } from '../../player/loading/remote.js';
import { HUMAN, nameOf } from '../../player/session/link.js';
import { optionsOf, packetsOf, packetsOfSource } from '../../player/session/packets-of.js';
import { fault, faultOf } from '../../player/words/errors.js';
import { S } from '../../player/words/strings.js';
import { Asking } from './asking.js';
import { Ghost } from './ghost.js';
import { human } from './human.js';
import { Pairs } from './pairs.js';
import { recall, remember } from './remembered.js';
import { Stream } from './stream.js';

/** @typedef {import('../../player/element/element.js').MareyPlayer} MareyPlayer */
/** @typedef {import('../../player/session/session.js').Session} Session */
/** @typedef {import('../../types.d.ts').Source} Source */
/** @typedef {import('../../types.d.ts').Retargeted} Retargeted */
/** @typedef {import('../../player/recovery/packets.js').Packets} Packets */
/** @typedef {import('../../types.d.ts').Onto} Onto */

/** A figure that is to be played on. @typedef {{ figure: Source, stillFeet: boolean, ghost: boolean }} Wanted */

/** Attributes about the motion's file, which say nothing about the figure's. */
const READINGS = /** @type {const} */ (['unit', 'up']);

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
 * @param {Session} session @param {boolean} lasting whether corrections are kept for later visits @param {import('../../change.d.ts').Notes} [history] what notes them
 */
export function pairs(session, lasting, history) {
  const table = tables.get(session) ?? new Pairs(session, lasting, history);
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
  /** The load whose figure was decided. @type {import('../../player/session/load.js').Load | null} */
  #load = null;
  /** The figure to play on once the clip is complete. @type {Wanted | null} */
  #waiting = null;
  #job = new AbortController();
  /** Plays a motion that is still being read. @type {Stream | null} */
  #stream = null;
  /** The packets of the figure last read. @type {{ figure: Source, packets: Uint8Array } | null} */
  #read = null;
  /** The attributes about the motion's file that are off while another figure is shown. @type {Map<'unit' | 'up', string>} */
  #readings = new Map();
  /** The names of joints that make the pairs of a figure. @type {{ figure: Source, found: string } | null} */
  #named = null;
  #ghost;

  /** @param {MareyPlayer} player @param {Session} session @param {() => URL} [onto] */
  constructor(player, session, onto) {
    this.player = player;
    this.session = session;
    this.#ghost = new Ghost(player, session);
    session.on('attribute', (name) => {
      if (name === 'onto') this.#want(this.#written());
    });
    session.on('load', () => this.#onLoad());
    session.on('clip', () => this.#onClip());
    this.#load = session.state.load;
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

  #onLoad() {
    const { load } = this.session.state;
    if (!load || load === this.#load || load.purpose !== 'new') return;
    this.#load = load;
    this.#readings.clear();
    this.#job.abort();
    this.#endStream();
    this.#asks?.end();
    this.session.state.asking = null;
    this.#waiting = this.#written();
    // The intent is complete when the caller is done.
    queueMicrotask(() => {
      if (load === this.#load && load.intent.onto) this.#waiting = this.#linked(load.intent.onto);
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
      this.play(next.figure, next);
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
      this.#setReadingsAside(),
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
    this.#waiting = next;
    // The stage gets the motion's own frames again.
    if (streams && load) {
      this.session.load(load.source, { ...load.intent, onto: undefined });
      this.#waiting = next;
    } else if (!next) this.#goBack();
    else this.#onClip();
  }

  /** Shows the motion as it was shown before. @param {Onto | null} onto what its source said; null: on its own body */
  show(onto) {
    if (onto) this.play(onto.figure, onto, onto.mended);
    else this.#choose('own');
  }

  /** Plays the motion on the standard human. */
  playOnHuman() {
    return this.play(human());
  }

  /**
   * Plays the motion on a figure. If that cannot be done, the stage keeps what it shows, and the player says why.
   * @param {Source} figure @param {{ stillFeet?: boolean, ghost?: boolean }} [how] @param {string} [mended] corrections of the pairs of joints; those of the last time by default
   */
  async play(figure, { stillFeet = false, ghost = this.session.source?.onto?.ghost ?? false } = {}, mended = undefined) {
    const { session } = this;
    const { info, shown: on } = session;
    if (!on || !info) return;
    if (!session.complete) {
      this.#want({ figure, stillFeet, ghost });
      return;
    }
    this.#job.abort();
    const stream = this.#stream?.load.source === on.source ? this.#stream : null;
    this.#stream = null;
    const { signal } = (this.#job = new AbortController());
    const now = on.source.onto;
    /** @type {Omit<Onto, 'choose' | 'mend' | 'read' | 'showGhost'>} */
    const kept = now ?? {
      own: on.source,
      ownInfo: stream?.info ?? info,
      ownUnit: stream?.unit ?? session.get('unit'),
      packets: stream?.packets ?? on.packets,
      figure,
      stillFeet,
      ghost,
      mended: '',
      found: '',
      named: false,
      facts: { joints: 0, fingers: 0, scale: 1, guessed: [], pairs: '', notes: [] },
    };
    const { own, ownInfo, ownUnit, packets: ownPackets } = kept;
    const options = { ...this.#options(), stillFeet, mended: mended ?? '' };
    const named = this.#named?.figure === figure ? this.#named : null;
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
      const found = named?.found ?? (options.mended && now?.figure === figure ? now.found : made.pairs);
      if (mended === undefined && !named && recall(found)) {
        options.mended = recall(found);
        made = await make(signal);
      }
      const { packets, ...facts } = made;
      signal.throwIfAborted();
      this.#setReadingsAside();
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
        ghost,
        mended: options.mended,
        found,
        named: named !== null,
        facts,
        read,
        choose: (which) => this.#choose(which),
        mend: (text, lasting) => this.#mend(text, lasting),
        showGhost: (on) => this.#ghost.show(on),
      };
      this.#asks?.end();
      session.state.asking = null;
      // Without the addresses of both files only the motion on the stage can be shared.
      session.exchange(own.url && figure.url ? { ...own, onto } : { name: own.name, onto });
      this.#ghost.show(ghost, onto);
    } catch (error) {
      if (signal.aborted) return;
      const why = faultOf(error);
      if (/^retarget\.(source|target)$/.test(why.code ?? '')) {
        /** @type {import('../../types.d.ts').RetargetPairs} */
        const known = await make(signal, 'retargetPairs');
        if (signal.aborted) return;
        if (known.needs.some(Boolean)) {
          const found = [known.pairs, ...known.joints].join('\n');
          const before = mended === undefined ? recall(found) : '';
          if (before) {
            this.#named = { figure, found };
            this.play(figure, { stillFeet, ghost }, before);
            return;
          }
          if (this.#asks?.refused(figure, known)) return;
          this.#ask({ figure, own, known, found, how: { stillFeet, ghost } });
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

  /** Lets the visitor name the joints of both figures. @param {{ figure: Source, own: Source, known: import('../../types.d.ts').RetargetPairs, found: string, how: { stillFeet: boolean, ghost: boolean } }} asked */
  #ask({ figure, own, known, found, how }) {
    this.session.state.asking = new Asking(
      this.player,
      this.session,
      { figure, own, known },
      {
        goBack: () => this.#goBack(),
        play: (mended, lasting) => {
          this.#named = { figure, found };
          remember(found, mended, lasting);
          this.play(figure, how, mended);
        },
      },
    );
  }

  /** How the motion's file is read. */
  #options() {
    const { session } = this;
    const up = this.#readings.get('up') ?? session.get('up');
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

  /** Takes off the attributes that are about the motion's file. */
  #setReadingsAside() {
    for (const name of READINGS) {
      const value = this.player.getAttribute(name);
      if (value === null) continue;
      this.#readings.set(name, value);
      this.session.overrides.set(name, null);
    }
  }

  /** Corrects the pairs of joints. @param {string} mended @param {boolean} lasting */
  #mend(mended, lasting) {
    const onto = this.session.source?.onto;
    if (!onto) return;
    remember(onto.found, mended, lasting);
    this.play(onto.figure, onto, mended);
  }

  /** @param {'follow' | 'still' | 'own'} how */
  #choose(how) {
    const onto = this.session.source?.onto;
    if (!onto) return;
    if (how !== 'own') this.play(onto.figure, { ...onto, stillFeet: how === 'still' }, onto.mended);
    else if (this.player.hasAttribute('onto')) this.session.overrides.set('onto', null);
    else this.#want(null);
  }

  /** Shows the motion's own body again. */
  #goBack() {
    const { session } = this;
    const own = session.source?.onto?.own;
    if (!own) return;
    for (const [name, value] of this.#readings) session.overrides.set(name, value);
    this.#readings.clear();
    this.#ghost.show(false);
    session.exchange(own);
  }
}
