/** A report for developers, in English: versions, messages, numbers. No content of files; addresses without query and password. */
import { positionOf } from '../player/words/errors.js';
import { barred } from '../player/drawing/ladder.js';
import { glueScript } from '../player/base/wasm.js';

/** @typedef {import('../player/session/session.js').Session} Session */
/** @typedef {import('../types.d.ts').Fault} Fault */

/** Faults of the player or its platform, as opposed to the file's or the network's. */
export const isOurs = (/** @type {Fault} */ { kind }) => /^(trap|hang|silent|load|gpu|nogpu)$/.test(kind);

/** @param {string} text */
const redact = (text) =>
  text
    .replace(/\bdata:\S*/gi, 'data:')
    .replace(/(\w:\/\/)[^\s/?#]*@/g, '$1')
    .replace(/(\w:\/\/[^\s?#]*)[?#]\S*/g, '$1');

/** @param {Session} session @param {Fault} fault @param {import('../types.d.ts').Source | null} source of the file with the fault */
export async function faultReport({ info, host }, fault, source) {
  const build = await glueScript().then(
    (script) => script.build,
    () => '?',
  );
  const { kind, code = '', message, detail = '' } = fault;
  const lines = [
    ['Marey', build],
    ['fault', [kind, code, positionOf(fault)].filter(Boolean).join(', ')],
    ['said', [message, detail].filter(Boolean).join(' ')],
    [
      'file',
      source &&
        [/\.\w{1,8}$/.exec(source.name)?.[0], source.url ?? (source.blob && `${source.blob.size} bytes`)].filter(Boolean).join(', '),
    ],
    ['clip', info && `${info.format}, ${info.joints.length} joints, ${info.frameCount} frames`],
    ['drawn with', host.current ?? 'nothing'],
    ...[...barred].map(([rung, why]) => [`no ${rung}`, [why.message, why.detail].filter(Boolean).join(' ')]),
    ['page', `${location.origin}${location.pathname}`],
    ['browser', navigator.userAgent],
  ];
  return lines
    .filter(([, text]) => text)
    .map(([name, text]) => redact(`${name}: ${text}`))
    .join('\n');
}
