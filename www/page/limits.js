/** Tells which values of a link or of a frame's address are not shown as it asks for them. */
import { READ_AS } from '../player/base/options.js';
import { LIMITS, beyond } from '../player/base/limits.js';
import { HOLDS, parseHolds, parseUnit, parseUp } from '../player/base/values.js';
import { local, words } from '../player/words/words.js';

/** @typedef {import('../player/session/session.js').Session} Session */

const L = words('page', {
  limited: (/** @type {string} */ name, /** @type {string} */ shown, /** @type {string} */ asked) =>
    `${name}: ${shown} in place of ${asked}`,
  meaningless: (/** @type {string} */ name, /** @type {string} */ asked, /** @type {string} */ choices) =>
    `${name}: ${asked} means nothing; it takes ${choices}`,
  unknown: (/** @type {string} */ names) => `The link has parts that mean nothing here: ${names}`,
  orders: 'an order of joints such as humanml3d, smpl or coco; inferred, points, rotations',
  letters: 'a letter for each axis, such as FJ3 for frames, joints, coordinates',
});

/** Attributes that take words: how one is read, and which there are. @type {Record<string, [parse: (text: string) => unknown, choices: string]>} */
const WORDS = {
  up: [parseUp, 'x, y, z, -x, -y, -z'],
  unit: [(text) => parseUnit(text) || beyond('unit', text).length, 'm, dm, cm, mm, in, cmu'],
  holds: [parseHolds, HOLDS.join(', ')],
};

/** The check of attributes, which has the words of `joints` and `axes`: fetched with the first of them. @type {typeof import('../controls/attribute-check.js') | undefined} */
let check;

/** @type {Record<string, [parse: (text: string) => unknown, choices: string]>} */
const ARRAY_WORDS = {
  joints: [(text) => !check || check.parseJoints(text.trim()), L.orders],
  axes: [(text) => !check || check.parseAxes(text.trim()), L.letters],
};

/** @type {WeakSet<Session>} */
const known = new WeakSet();

/** Tells it of a player and its clips, now and whenever that changes. @param {Session} session @param {string[]} [unknown] parameters of the address that mean nothing */
export function tellLimits(session, unknown = []) {
  if (known.has(session)) return;
  known.add(session);
  let told = '';
  const nameless = unknown.length ? [L.unknown(unknown.join(', '))] : [];
  const tell = () => {
    const { element } = session;
    const ofSource = (/** @type {string} */ name) => {
      const own = READ_AS.some((row) => row.name === name) && session.source?.[/** @type {'joints'} */ (name)];
      return own || '';
    };
    const clips = [element, ...element.querySelectorAll('marey-clip')].map((each) => ({
      each,
      valueOf: (/** @type {string} */ name) => each.getAttribute(name) || (each === element ? ofSource(name) : ''),
    }));
    if (!check && clips.some(({ valueOf }) => valueOf('joints') || valueOf('axes')))
      import('../controls/attribute-check.js').then(
        (module) => {
          check = module;
          tell();
        },
        () => {},
      );
    const text = clips
      .flatMap(({ each, valueOf }) => [
        ...Object.keys(LIMITS).flatMap((name) =>
          beyond(name, each.getAttribute(name)).map(({ asked, shown }) => L.limited(name, written(shown), written(asked))),
        ),
        ...Object.entries({ ...WORDS, ...ARRAY_WORDS })
          .filter(([name, [parse]]) => valueOf(name).trim() && !parse(valueOf(name)))
          .map(([name, [, choices]]) => L.meaningless(name, valueOf(name).slice(0, 40), choices)),
      ])
      .concat(nameless)
      .join('; ');
    if (text && text !== told) session.say(text);
    told = text;
  };
  for (const signal of /** @type {const} */ (['attribute', 'actors', 'clip'])) session.on(signal, tell);
  // What was told before there were controls was not seen.
  session.on('controls', () => {
    told = '';
    tell();
  });
  tell();
}

/** @param {number} number */
const written = (number) => local(String(Number(number.toPrecision(3))));
