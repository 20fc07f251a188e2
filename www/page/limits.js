/** Tells which values of a link or of a frame's address are not shown as it asks for them. */
import { LIMITS, beyond } from '../player/base/limits.js';
import { HOLDS, parseHolds, parseUnit, parseUp } from '../player/base/settings.js';
import { local, words } from '../player/words/words.js';

/** @typedef {import('../player/session/session.js').Session} Session */

const L = words('page', {
  limited: (/** @type {string} */ name, /** @type {string} */ shown, /** @type {string} */ asked) =>
    `${name}: ${shown} in place of ${asked}`,
  meaningless: (/** @type {string} */ name, /** @type {string} */ asked, /** @type {string} */ choices) =>
    `${name}: ${asked} means nothing; it takes ${choices}`,
});

/** Attributes that take words: how one is read, and which there are. @type {Record<string, [parse: (text: string) => unknown, choices: string]>} */
const WORDS = {
  up: [parseUp, 'x, y, z, -x, -y, -z'],
  unit: [(text) => parseUnit(text) || beyond('unit', text).length, 'm, dm, cm, mm, in, cmu'],
  holds: [parseHolds, HOLDS.join(', ')],
};

/** @type {WeakSet<Session>} */
const known = new WeakSet();

/** Tells it of a player and its clips, now and whenever that changes. @param {Session} session */
export function tellLimits(session) {
  if (known.has(session)) return;
  known.add(session);
  let told = '';
  const tell = () => {
    const { element } = session;
    const text = [element, ...element.querySelectorAll('marey-clip')]
      .flatMap((each) => {
        const valueOf = (/** @type {string} */ name) =>
          each.getAttribute(name) || (each === element && name === 'holds' && session.source?.holds) || '';
        return [
          ...Object.keys(LIMITS).flatMap((name) =>
            beyond(name, each.getAttribute(name)).map(({ asked, shown }) => L.limited(name, written(shown), written(asked))),
          ),
          ...Object.entries(WORDS)
            .filter(([name, [parse]]) => valueOf(name).trim() && !parse(valueOf(name)))
            .map(([name, [, choices]]) => L.meaningless(name, valueOf(name).slice(0, 40), choices)),
        ];
      })
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
