/** The words of the player without its controls, which bring their own. Pages replace words with `setWords`. */
import { count } from './format.js';
import { words } from './words.js';

/** The words of faults. */
export const ERRORS = {
  lineColumn: (/** @type {number} */ line, /** @type {number} */ column) => `line ${count(line)}, column ${count(column)}`,
  line: (/** @type {number} */ line) => `line ${count(line)}`,
  byte: (/** @type {number} */ byte) => `byte ${count(byte)}`,
  noGpu: 'This browser offers no WebGPU here.',
  noPicture: 'Pictures are switched off for this player.',
  lost: 'The graphics device was lost repeatedly.',
  gpu: 'The browser\u2019s graphics failed.',
  gpuCrashed: 'The graphics process of the browser crashed.',
  gpuLate: 'The graphics adapter did not answer in time.',
  csp: 'This page\u2019s security policy refuses WebAssembly. Its script-src needs \u2018wasm-unsafe-eval\u2019.',
  lacks: (/** @type {string} */ feature) => `This browser has no ${feature}, which the player needs.`,
  part: 'A part of the player could not be fetched.',
  updated: 'The player was updated on the server while this page was open. Reload the page.',
  module: (/** @type {number} */ status) => `The player\u2019s own files are missing (the server answered ${status}).`,
  trap: 'The reader stopped on this file. That is our fault, not the file\u2019s.',
  hang: 'The reader made no progress and was stopped.',
  silent: 'The reader did not start. A security policy may block workers on this page.',
  load: 'Something in the player itself went wrong.',
  read: 'The file could not be read. It may have been moved or changed since it was chosen.',
  empty: 'the file is empty',
  noBytes: 'The server sent an empty file.',
  html: 'That address returned a web page, not a motion file. Use the address of the file itself (\u201craw\u201d or \u201cdownload\u201d).',
  offline: 'You seem to be offline.',
  network: 'The file could not be fetched.',
  stalled: 'The server stopped sending.',
  broken: 'The connection broke before all of the file had arrived.',
  unpacked: 'The file cannot be decompressed, though the server says that it is compressed (Content-Encoding).',
  aborted: 'Reading was stopped.',
  size: (/** @type {number} */ megabytes) => `Clips from a link can have at most ${megabytes} MB.`,
  companionSize: (/** @type {number} */ megabytes) => `Skeletons and skins can have at most ${megabytes} MB.`,
  linkName: 'The link',
  linkSyntax: 'The link\u2019s url is not an address.',
  linkLong: 'A value of the link has more than 4,096 characters.',
  linkScheme: 'A link can only open https addresses.',
  linkPrivate: (/** @type {string} */ host) => `A link cannot open files of ${host}, which is on your own machine or network.`,
  linkForeign: (/** @type {string} */ host) => `This link opens a file from ${host}. Your browser will request it.`,
  redirected: (/** @type {string} */ host) =>
    `The request to ${host} is redirected, and browsers do not tell where to. If you follow the redirect, your browser may contact any site.`,
  linkUser: 'The link\u2019s address contains a name or password; it was not opened.',
};

export const S = words('player', {
  player: 'Motion player',
  behaviour: (/** @type {number} */ n) => `behaviour ${n}`,
  reload: 'Reload',
  stage: (/** @type {string} */ name, /** @type {number} */ joints, /** @type {string} */ duration) =>
    `${name}: a moving figure of ${count(joints)} joint${joints === 1 ? '' : 's'}, ${duration} s`,
  emptyStage: 'Empty stage',
  rungs: { webgpu: 'WebGPU', webgl: 'WebGL 2', canvas: 'Canvas 2D' },
  say: {
    loaded: (/** @type {string} */ name, /** @type {string} */ meta) => `${name} loaded, ${meta}`,
    cancelled: (/** @type {string} */ name) => `Stopped reading ${name}`,
    paused: (/** @type {string} */ at, /** @type {string} */ time) => `Paused at ${at}, ${time} s`,
    noBehaviour: (/** @type {string} */ name) => `No behaviour ${name} in this clip`,
    rangeIn: (/** @type {string} */ time) => `Loop starts at ${time} s`,
    rangeOut: (/** @type {string} */ time) => `Loop ends at ${time} s`,
    rangeCleared: 'Whole clip',
    copyFailed: 'Press Ctrl C to copy',
    joint: (/** @type {string} */ name) => `${name} selected`,
    drawnWith: (/** @type {string} */ rung) => `Now drawn with ${rung}`,
  },
  errors: ERRORS,
});
