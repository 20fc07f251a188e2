/** Bones, a body, or both. A figure without a skin gets a body that is generated around its joints. Fetched when somebody chooses one. */
import { once } from '../../player/element/shell.js';
import { optionsOf, packetsOf } from '../../player/session/packets-of.js';
import { faultOf } from '../../player/words/errors.js';
import { made, turnIn } from './making.js';
import { B } from './strings.js';

/** @typedef {import('../../player/session/session.js').Session} Session */
/** @typedef {import('../../player/recovery/packets.js').Packets} Packets */
/** @typedef {import('../../types.d.ts').ClipInfo} ClipInfo */
/** @typedef {Pick<import('../../player/recovery/live-stage.js').LiveStage, 'change'>} Host */
/** @typedef {{ name: string, info: ClipInfo, shown: { packets: Packets, source: import('../../types.d.ts').Source }, host: Host, options: import('../../types.d.ts').ComparedOptions, element?: Element, changed?: () => void }} Wearer element, changed: of a clip beside the own one */

const NAME = 'body';
/** Formats whose points are no joints. */
const MARKERS = ['C3D', 'TRC'];
/** Most clips that wear a body. */
const MOST = 12;
/** The settings of each look, of those that a clip has parts for. */
const PARTS = {
  auto: { skin: true, segments: true, bones: false },
  bones: { skin: false, segments: false, bones: false },
  body: { skin: true, segments: true, bones: false },
  both: { skin: true, segments: true, bones: true },
  generated: { skin: true, segments: false, bones: false },
};
/** In the order of the key. */
const KEYED = /** @type {const} */ (['bones', 'body', 'both']);

/** Shows the look of a player's figures, now and whenever it changes. */
export const show = once((/** @type {import('../../player/element/rooms.js').Host} */ { session }) => new Look(session));

class Look {
  /** The look whose settings were applied last. */
  #applied = /** @type {keyof typeof PARTS} */ ('auto');
  /** What is said of the clips that wear a body or get one, or are no persons, by their packets. @type {WeakMap<Packets, { note: string, refusal?: string }>} */
  #worn = new WeakMap();
  #told = '';
  /** What is said while there are too many clips for bodies. */
  #tooMany = '';
  /** Settles once all bodies are there that are wanted now. @type {Promise<unknown>} */
  #wearing = Promise.resolve();

  /** @param {Session} session */
  constructor(session) {
    this.session = session;
    session.on('setting', (name) => {
      if (name === 'look') this.update();
    });
    for (const signal of /** @type {const} */ (['clip', 'actors'])) session.on(signal, () => this.update());
    session.on('stage', () => {
      const { instance } = session.host;
      // A fresh stage gets the packets that are kept, the body's among them.
      if (instance) turnIn(instance);
      if (!session.shown?.packets.retained) this.#worn = new WeakMap();
      this.update();
    });
    this.update();
  }

  /** All clips that can wear a body, the own one first. @returns {Wearer[]} */
  get #wearers() {
    const { session } = this;
    const { host, info, shown } = session;
    const reading = {
      frameTime: session.get('frameTime'),
      positions: session.get('positions'),
      unit: session.get('unit'),
      up: session.get('up'),
    };
    /** @type {Wearer[]} */
    const own =
      info && shown?.complete ? [{ name: shown.source.name, info, shown, host, options: optionsOf({ behaviour: 0, ...reading }) }] : [];
    const chooser = /** @type {import('../../actors/index.js').Actors | null} */ (/** @type {unknown} */ (session.state.chooser));
    const others = (chooser?.others ?? []).flatMap((element) => {
      const { clip, label } = element;
      if (!clip?.complete || !clip.info || clip.index < 0) return [];
      const name = label || clip.source.name;
      return {
        name,
        info: clip.info,
        shown: clip.load,
        host: clip.host,
        options: optionsOf({ ...clip.reading, behaviour: 0 }),
        element,
        changed: clip.changed,
      };
    });
    return [...own, ...others];
  }

  update() {
    const { session } = this;
    const look = session.get('look');
    const wearers = this.#wearers;
    const many = look !== 'auto' && look !== 'bones' && wearers.length > MOST;
    const parts = many ? 'bones' : look;
    const wears = parts !== 'auto' && parts !== 'bones';
    session.state.wears = wears;
    if (parts !== this.#applied) {
      this.#applied = parts;
      for (const [name, on] of Object.entries(PARTS[parts])) session.set(/** @type {'skin' | 'segments' | 'bones'} */ (name), on);
    }
    this.#tooMany = many ? B.many(wearers.length, MOST) : '';
    this.#say(this.#tooMany);
    this.#present();
    if (!wears) return;
    this.#wearing = Promise.all([this.#wearing, ...wearers.map((wearer) => this.#wear(wearer, parts))]).then(() => {});
  }

  /** Gives a clip a body, unless it has one. @param {Wearer} wearer @param {'body' | 'both' | 'generated'} look */
  async #wear({ name, info, shown, host, options, element, changed }, look) {
    const { session } = this;
    const { packets } = shown;
    const has = this.#worn.get(packets);
    const ownSkin = info.skinned || info.segments;
    if (ownSkin && look !== 'generated') {
      // The file's own skin comes back with its packets.
      if (has && !has.refusal && packets === session.shown?.packets) session.exchange({ ...session.shown.source });
      return;
    }
    if (has) return;
    this.#worn.set(packets, { note: '' });
    try {
      const { instance } = session.host;
      const body = await made(await packetsOf({ shown }, new AbortController().signal), options, packets);
      if (instance) turnIn(instance);
      // The visitor has gone on to another clip.
      if (!this.#wearers.some((each) => each.shown.packets === packets)) return;
      packets.add(body);
      packets.push(host, false);
      changed?.();
      for (const column of session.state.columns)
        if (element && column.element === element) column.host.change((stage) => stage.pushPacket(body));
      this.#worn.set(packets, { note: B.about });
    } catch (error) {
      const why = B.none(name, MARKERS.includes(info.format) ? B.markers : faultOf(error).message);
      this.#say(why);
      this.#worn.set(packets, { note: why, refusal: why });
    }
    this.#present();
  }

  /** What the settings say below the choice, and why there is no body: of the player's own clip. */
  #present() {
    const { session } = this;
    const many = this.#tooMany;
    let said = null;
    if (many) said = { note: many, refusal: many };
    else if (session.state.wears) said = (session.shown && this.#worn.get(session.shown.packets)) || { note: '' };
    if (session.state.tools[NAME]?.note !== said?.note) session.present(NAME, said && { ...said, ready: () => this.#wearing });
  }

  /** @param {string} text */
  #say(text) {
    if (text && text !== this.#told) this.session.say(text);
    this.#told = text;
  }
}

/** The key of bodies: the next look. @param {import('../../controls/controls.js').Controls} ui */
export function press(ui) {
  const { session } = ui;
  const { info } = session;
  const look = session.get('look');
  const now = look === 'auto' ? (info?.skinned || info?.segments ? 'body' : 'bones') : look;
  const next = KEYED[(KEYED.findIndex((each) => each === now) + 1) % KEYED.length];
  ui.history.set('look', next);
  session.say(B.now[next]);
}
