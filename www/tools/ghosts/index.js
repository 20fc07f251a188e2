/** Ghosts: where the figure was a little earlier and will be a little later. Fetched with the first one. */
import { alone, cast, ownPlace } from '../../actors/cast.js';
import { Feet } from '../../actors/feet.js';
import { roomFor } from '../../actors/room.js';
import { once } from '../../player/element/shell.js';
import { ghosts, numbersOf, parseStep, within } from './choose.js';
import { G } from './strings.js';

const NAME = 'ghosts';

/** Shows a player's ghosts, now and whenever it has some. */
export const show = once((/** @type {import('../../player/element/rooms.js').Host} */ { session }) => {
  /** The ghosts on the stage, as text. */
  let before = '';
  let told = '';

  /** @param {boolean} fresh the stage has none */
  const update = (fresh) => {
    const { info, playback, state } = session;
    const counts = session.get('ghosts');
    const on = info && counts && !playback.still && !alone(state.actors);
    const step = parseStep(session.get('ghostStep'));
    const keys = () => (step === 'contacts' ? (feet.times(true) ?? []) : playback.keyed ? playback.keys : []);
    const shown = within(counts ?? [0, 0], roomFor(info) - 1);
    const all = on ? ghosts(shown, step, { now: playback.time, frameTime: playback.frameTime, keys: keys() }) : [];
    const [fewer, wanted] = [shown, counts ?? [0, 0]].map(([past, future]) => past + future);
    const text = on && fewer < wanted ? G.fewer(fewer, wanted) : '';
    if (text && text !== told) session.say(text);
    told = text;
    const [fade, theme] = [session.get('ghostFade'), session.get('theme')];
    const place = ownPlace(session);
    state.reach = Math.max(0, ...all.map(({ at, moves }) => Math.abs(moves ? at : at - playback.time)));
    const now = JSON.stringify([all, fade, theme, place]);
    if (now === before && !fresh) return;
    before = now;
    const numbers = (/** @type {'dark' | 'light'} */ colours) => numbersOf(all, { fade, theme: colours, place });
    if (all.length || state.actors[NAME]) cast(session, NAME, all.length ? { numbers: numbers(theme), recoloured: numbers } : null);
    session.present(NAME, { all });
  };
  const feet = new Feet(session, () => update(false));
  for (const signal of /** @type {const} */ (['clip', 'stage'])) session.on(signal, () => update(true));
  for (const signal of /** @type {const} */ (['setting', 'actors'])) session.on(signal, () => update(false));
  // What was told before there were controls was not seen.
  session.on('controls', () => {
    told = '';
    update(false);
  });
  // Ghosts at keys and contacts change with the time; all others move with the stage's clock.
  session.on('time', () => {
    if (session.get('ghosts') && /keys|contacts/i.test(session.get('ghostStep'))) update(false);
  });
  session.on('tool', (name) => {
    if (name !== NAME) update(false);
  });
  update(true);
});

/** What the console tells page authors of a wrong text of each attribute; '' if it is valid. @type {Record<string, (text: string) => string>} */
export const check = {
  ghosts: (text) => (/^(\d+([\s,]+\d+)?)?$/.test(text) ? '' : 'takes a number of ghosts, or two: those before and those after the figure'),
  'ghost-step': (text) =>
    /^(|keys|contacts|(\d*\.)?\d+f?)$/i.test(text) ? '' : 'takes seconds, a number of frames (5f), keys or contacts',
};
