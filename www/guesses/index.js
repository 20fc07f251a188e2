/** Chips for values that the file does not state: the current value, and a menu with the reason and the choices. */
import css from './guesses.css';
import { menu } from '../controls/menu.js';
import { h, setAttr, setText } from '../player/base/dom.js';
import { part } from '../player/base/parts.js';
import { ownFile } from '../player/session/own-file.js';
import { clock, decimal, short } from '../player/words/format.js';
import { UNITS, parseHolds } from '../player/base/values.js';
import { pageParts } from '../controls/page-parts.js';
import { alternatives, hasNeutralBody, isSaid, jointChoices, jointsNote, jointsNow, readAs, readAsSaid, readings } from './arrays.js';
import { ontoChip } from './onto.js';
import { RATES } from './rates.js';
import { R } from '../tools/retarget/strings.js';
import { G } from './strings.js';

/** @typedef {import('../types.d.ts').ClipInfo} ClipInfo */
/** @typedef {import('../player/session/session.js').Session} Session */
/** @typedef {{ value: string, name: string, about: string }} Choice */

const naming = part(() => import('./rig.js'));
/** Those that have been looked for. @type {WeakMap<object, import('../types.d.ts').RigFound | null>} */
const rigs = new WeakMap();

/** What the joints' names come from: mending leaves them as they are. @param {Session} session */
const named = ({ source }) => source?.mended?.own ?? source;

/** The rig of the clip that is shown; null without one. @param {Session} session */
export async function rigOf(session) {
  const source = named(session);
  const rig = (await (await naming(session.element))?.rigOf(session)) ?? null;
  if (source && rig) rigs.set(source, rig);
  return rig;
}

/** The name of a rig that was looked for; '' for no known one, null if nobody has looked. @param {import('../types.d.ts').Source} source */
export function nameOfRig(source) {
  const rig = rigs.get(source);
  return rig ? (rig.name ?? '') : null;
}

/** The rig if it is known by now. Otherwise it is looked for, if the visitor has opened the file. @param {Session} session @param {() => void} later called when there is one */
function rigIfKnown(session, later) {
  const { complete } = session;
  const source = named(session);
  if (!source || !complete) return null;
  if (!rigs.has(source) && ownFile(source).blob) {
    rigs.set(source, null);
    rigOf(session).then((rig) => {
      if (rig && named(session) === source) later();
    });
  }
  return rigs.get(source) ?? null;
}

export const sheet = new CSSStyleSheet();
sheet.replaceSync(css);

const AXES = ['y', 'z', 'x', '-y', '-z', '-x'];
/** Metres per second. A person's hand is faster only in a throw or a blow. */
const FAST_HAND = 15;

/**
 * A chip's text and menu.
 * @typedef {object} Guess
 * @property {string} text
 * @property {string} why
 * @property {Choice[]} choices
 * @property {string} chosen the current value, which may be none of them
 * @property {string} guessed the value that was guessed
 * @property {boolean} [doubtful] the guess is probably wrong
 * @property {(value: string) => void} [choose] what a choice does, if it sets no attribute
 * @property {import('../controls/panels.js').PanelName} [opens] what a choice opens
 */

/** The chip of each attribute; null if the file states the value. `later`: what is to be called when more is known. @satisfies {Record<string, (session: Session, info: ClipInfo, later: () => void) => Guess | null>} */
const GUESSES = {
  onto: ontoChip,
  /** @param {Session} session @param {ClipInfo} info @returns {Guess | null} */
  unit(session, info) {
    const chosen = session.get('unit');
    const { unit, stature, extent } = info;
    if (unit.from !== 'guess') return null;
    const { units } = G.menu;
    const tall = (/** @type {number} */ metres) => ((stature || extent) / unit.metres) * metres;
    const nameOf = (/** @type {number} */ metres) => {
      const known = [...UNITS].find(([, each]) => each === metres)?.[0];
      return known ? units[/** @type {keyof typeof units} */ (known)] : G.guesses.custom(short(metres, 6));
    };
    return {
      text: chosen
        ? G.guesses.nowTall(nameOf(chosen), tall(chosen))
        : unit.confidence
          ? G.guesses.guessed(nameOf(unit.metres))
          : G.guesses.unknown,
      why: G.guesses.whyUnit(unit.confidence, info.statureFrom),
      choices: [...UNITS].map(([value, metres]) => ({ value, name: nameOf(metres), about: G.guesses.tall(tall(metres)) })),
      chosen: [...UNITS].find(([, each]) => each === (chosen || unit.metres))?.[0] ?? '',
      guessed: [...UNITS].find(([, each]) => each === unit.metres)?.[0] ?? '',
    };
  },
  up(session, info) {
    if (info.up.from !== 'guess') return null;
    const chosen = session.get('up');
    const nameOf = (/** @type {string} */ axis) => axis.toUpperCase().replace('-', '\u2212');
    return {
      text: (chosen ? G.guesses.chosen : G.guesses.guessed)(G.guesses.axis(nameOf(chosen || info.up.axis))),
      why: G.guesses.whyUp(info.up.confidence),
      choices: AXES.map((value) => ({ value, name: nameOf(value), about: '' })),
      chosen: chosen || info.up.axis,
      guessed: info.up.axis,
    };
  },
  fps(session, info) {
    const { frameCount, frameTime, keyed, still } = session.playback;
    if (!info.rate.guessed || keyed || still) return null;
    const overruled = session.get('frameTime');
    const rate = decimal(1 / frameTime, 2);
    const fast = !overruled && info.rate.handSpeed > FAST_HAND;
    return {
      text: (overruled ? G.guesses.chosen : G.guesses.assumed)(G.guesses.fps(rate)),
      why: G.guesses.whyRate + (fast ? ` ${G.guesses.tooFast(info.rate.handSpeed)}` : ''),
      choices: RATES.map((each) => ({
        value: String(each),
        name: G.guesses.fps(String(each)),
        about: G.guesses.lasts(clock((frameCount - 1) / each, 1)),
      })),
      chosen: rate,
      guessed: decimal(1 / info.frameTime, 2),
      doubtful: fast,
    };
  },
  rig(session, info, later) {
    const rig = rigIfKnown(session, later);
    // Of what has no limbs there is nothing to say.
    if (!rig || !(rig.id || (rig.isPerson && info.statureFrom))) return null;
    return {
      text: rig.chip,
      why: [rig.sentence || rig.summary, ...rig.remarks].join(' '),
      choices: [{ value: 'details', name: rig.programs.length ? G.guesses.programs : G.guesses.more, about: '' }],
      chosen: '',
      guessed: '',
      opens: 'details',
    };
  },
  holds(session, info) {
    const said = parseHolds(session.source?.holds);
    const all = said ? alternatives(info) : readings(info);
    if (!said && !all.length) return null;
    // What no word says cannot be chosen.
    const choosable = all.filter(({ words }) => words.holds);
    const others = all.slice(1).filter(({ words }) => !words.holds);
    const now = said ? choosable.findIndex((reading) => isSaid(reading, session)) : choosable.indexOf(all[0]);
    const choices = choosable.map(({ name }, at) => ({ value: String(at), name, about: '' }));
    return {
      text: said ? G.guesses.chosen(choosable[now]?.name ?? said) : G.guesses.unsure(all[0].name),
      why: [said ? G.guesses.whyHolds : G.guesses.whyReadings, ...others.map(({ name }) => G.guesses.orElse(name))].join(' '),
      choices: said ? [...choices, { value: '', name: G.guesses.guess, about: '' }] : choices,
      chosen: String(now),
      guessed: '',
      doubtful: !said,
      choose: (value) => readAsSaid(session, choosable[Number(value || NaN)]?.words ?? {}),
    };
  },
  joints(session, info) {
    const note = jointsNote(session, info);
    if (!note) return null;
    const choices = jointChoices(info);
    const now = jointsNow(session, info);
    const name = choices.find(([value]) => value === now)?.[1] ?? now;
    return {
      text: session.source?.joints?.toLowerCase() === now ? G.guesses.chosen(name) : now === 'inferred' ? name : G.guesses.guessed(name),
      why: `${G.guesses.whyJoints} ${note.charAt(0).toUpperCase()}${note.slice(1)}.`,
      choices: choices.map(([value, text]) => ({ value, name: text, about: '' })),
      chosen: now,
      guessed: '',
      choose: (value) => readAs(session, 'joints', value),
    };
  },
  body(session, info) {
    if (!hasNeutralBody(info)) return null;
    const { chooseFiles } = pageParts(session);
    return {
      text: G.guesses.neutral,
      why: G.guesses.whyNeutral,
      choices: [
        { value: '', name: G.guesses.neutral, about: '' },
        ...(chooseFiles ? [{ value: 'open', name: G.guesses.bodyModel, about: '' }] : []),
      ],
      chosen: '',
      guessed: '',
      choose: (value) => {
        if (value) chooseFiles?.();
      },
    };
  },
};

/** The title of a chip. @param {keyof typeof GUESSES} name */
const titleOf = (name) => (name === 'onto' ? R.onto.title : G.menu[name]);

/** @param {import('../controls/controls.js').Controls} ui @returns {{ root: HTMLElement, update: () => void }} */
export function chips(ui) {
  const { session } = ui;
  const all = /** @type {(keyof typeof GUESSES)[]} */ (Object.keys(GUESSES)).map((name) => chip(ui, name));
  const update = () => {
    const { info } = session;
    for (const each of all) {
      /** @type {(session: Session, info: ClipInfo, later: () => void) => Guess | null} */
      const guess = GUESSES[each.name];
      each.update(info && guess(session, info, update));
    }
  };
  return {
    root: h('div', { class: 'guesses', role: 'group', 'aria-label': G.guesses.title }, ...all.map(({ root }) => root)),
    update,
  };
}

/** @param {import('../controls/controls.js').Controls} ui @param {keyof typeof GUESSES} name */
function chip(ui, name) {
  /** @type {Guess | null | undefined} */
  let now;
  let filled = '';
  const { root, list, opener, fill, update } = menu(ui, 'guess', titleOf(name), '', (index) => {
    const { value = '' } = now?.choices[index] ?? {};
    if (now?.opens) {
      if (ui.panels.name !== now.opens) ui.panels.toggle(now.opens);
      return;
    }
    if (now?.choose) {
      now.choose(value);
      return;
    }
    ui.history.set(/** @type {'unit' | 'up' | 'fps'} */ (name), !value || value === now?.guessed ? null : value);
  });
  const why = h('p', { class: 'why', role: 'none', id: `why-${name}` });
  setAttr(list, 'aria-describedby', why.id);
  setAttr(opener, 'title', null);
  return {
    name,
    root,
    /** @param {Guess | null | undefined} guess */
    update(guess) {
      now = guess;
      root.hidden = !guess;
      if (!guess) return;
      const content = JSON.stringify(guess.choices);
      if (content !== filled) {
        filled = content;
        fill(guess.choices.map(({ name: text, about }) => [h('bdi', {}, text), h('small', { dir: 'auto' }, about)]));
        list.prepend(why);
      }
      setText(why, guess.why);
      root.toggleAttribute('data-amber', Boolean(guess.doubtful));
      update(
        guess.choices.findIndex(({ value }) => value === guess.chosen),
        guess.text,
        `${titleOf(name)}: ${guess.text}`,
      );
    },
  };
}
