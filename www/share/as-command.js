/** The command of the program that writes the same file as the form. */
import { fileWord } from '../player/words/command.js';
import { fileName } from './downloads.js';

/** Decimals of a moment in a command: a thousandth of a frame at 1,000 frames a second. */
const DECIMALS = 6;

/** @param {import('../player/session/session.js').Session} session @param {import('../types.d.ts').ConvertOptions} wanted */
export function commandFor(session, { format, as = '', from = 0, to = Infinity, fps, unit, up, inPlace }) {
  const { duration } = session.playback;
  const names = [session.info?.skeletonFile, session.source?.name].flatMap((name) => name || []);
  const sourceUnit = session.get('unit');
  const moment = (/** @type {number} */ seconds) => String(Number(seconds.toFixed(DECIMALS)));
  /** @type {(string | number | false | null | undefined)[][]} */
  const options = [
    ['as', as],
    ['behaviour', (session.info?.behaviours.length ?? 0) > 1 && session.get('behaviour')],
    ['from', from > 0 && moment(from)],
    ['to', to < duration && moment(to)],
    ['fps', fps],
    ['unit', unit],
    ['up', up],
    ['source-unit', sourceUnit],
    ['source-up', session.get('up')],
  ];
  const given = options.flatMap(([name, value]) =>
    value ? [`--${name}${String(value).startsWith('-') ? '=' : ' '}${fileWord(String(value))}`] : [],
  );
  const made = fileName(session.info?.name ?? '', as, `model/${format}`);
  return ['marey convert', ...given, ...(inPlace ? ['--in-place'] : []), ...names.map(fileWord), fileWord(made)].join(' ');
}
