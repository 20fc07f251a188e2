/** Every word the player shows or speaks. The panels' words come with the panels. A page replaces them by `setWords`. */
import { count, decimal } from './format.js';
import { words } from './words.js';

/** What can go wrong. */
export const ERRORS = {
  lineColumn: (/** @type {number} */ line, /** @type {number} */ column) => `line ${count(line)}, column ${count(column)}`,
  line: (/** @type {number} */ line) => `line ${count(line)}`,
  byte: (/** @type {number} */ byte) => `byte ${count(byte)}`,
  noGpu: 'Marey draws with WebGPU, which this browser does not offer here. It works in Chrome and Edge 113, Safari 26 and '
    + 'Firefox 141 or newer, with hardware acceleration on. The file\u2019s details can still be read.',
  gpuCrashed: 'The graphics process of the browser crashed.',
  gpuLate: 'The graphics adapter did not answer in time.',
  csp: 'This page\u2019s security policy refuses WebAssembly. Its script-src needs \u2018wasm-unsafe-eval\u2019.',
  part: 'A part of the player could not be fetched.',
  updated: 'The player was updated on the server while this page was open. Reload the page.',
  module: (/** @type {number} */ status) => `The player\u2019s own files are missing (the server answered ${status}).`,
  trap: 'The reader stopped on this file. That is our fault, not the file\u2019s.',
  hang: 'The reader made no progress and was stopped.',
  silent: 'The reader did not start. A security policy may block workers on this page.',
  load: 'Something in the player itself went wrong.',
  read: 'The file could not be read. It may have been moved or changed since it was chosen.',
  empty: 'the file is empty',
  status: (/** @type {number} */ status) => `The server answered ${status}${status === 404 ? ', not found' : ''}.`,
  html: 'That address returned a web page, not a motion file. Use the address of the file itself (\u201craw\u201d or \u201cdownload\u201d).',
  offline: 'You seem to be offline.',
  cors: (/** @type {string} */ host) =>
    `${host} could not be reached, or does not let other sites read the file (it must send Access-Control-Allow-Origin).`,
  network: 'The file could not be fetched.',
  stalled: 'The server stopped sending.',
  aborted: 'Reading was stopped.',
  size: (/** @type {number} */ megabytes) => `Clips from a link may have ${megabytes} MB at most.`,
  companionSize: (/** @type {number} */ megabytes) => `Skeletons and skins may have ${megabytes} MB at most.`,
  linkName: 'The link',
  linkSyntax: 'The link\u2019s url is not an address.',
  linkScheme: 'A link can only open https addresses.',
  linkPrivate: (/** @type {string} */ host) => `A link cannot open files of ${host}, which is on your own machine or network.`,
  linkForeign: (/** @type {string} */ host) => `This link opens a file from ${host}. It will be asked for from your browser.`,
  redirected: (/** @type {string} */ host) => `The server sends you on to ${host} for this file.`,
  linkUser: 'The link\u2019s address contains a name or password; it was not opened.',
};

export const S = words('player', {
  player: 'Motion player',
  controls: 'Player controls',
  play: 'Play',
  pause: 'Pause',
  replay: 'Play again',
  prev: 'Previous frame',
  next: 'Next frame',
  timeline: 'Timeline',
  loopIn: 'Loop start',
  loopOut: 'Loop end',
  frame: (/** @type {boolean} */ keyed) => (keyed ? 'key' : 'frame'),
  frameField: (/** @type {boolean} */ keyed) => (keyed ? 'Key number' : 'Frame number'),
  behaviour: (/** @type {number} */ n) => `behaviour ${n}`,
  /** At the left end of the ruler, and under the pointer. */
  zero: '0 s',
  pointed: (/** @type {string} */ time, /** @type {string} */ at) => `${time} s${at ? ` \u00b7 ${at}` : ''}`,
  timeField: 'Time',
  viewpoints: 'Views',
  views: { front: 'Front', side: 'Side', top: 'Top', home: 'Reset view' },
  following: 'Following',
  speed: 'Speed',
  speedNow: (/** @type {string} */ speed) => `Speed ${speed}`,
  loop: 'Loop',
  loops: { off: 'Play once', forward: 'Loop', pingpong: 'Ping-pong', reverse: 'Reverse' },
  loopNow: (/** @type {string} */ mode) => `Loop: ${mode}`,
  clearRange: 'Clear loop range',
  range: (/** @type {string} */ from, /** @type {string} */ to) => `${from} \u2013 ${to}`,
  settings: 'Settings',
  details: 'Details',
  otherSkeleton: 'Other skeleton',
  detailsWarn: (/** @type {number} */ n) => (n === 1 ? 'Details, 1 warning' : `Details, ${count(n)} warnings`),
  share: 'Share',
  open: 'Open',
  clips: 'Clips',
  more: 'More',
  fullscreen: 'Full screen',
  exitFullscreen: 'Leave full screen',
  help: 'Keys',
  close: 'Close',
  retry: 'Try again',
  reload: 'Reload',
  seconds: 's',
  percent: (/** @type {number} */ n) => `${n} %`,

  /** Time as a screen reader should say it. */
  at: (/** @type {string} */ frame, /** @type {number} */ n) => `${frame} ${n}`,
  moment: (/** @type {string} */ at, /** @type {number} */ last, /** @type {string} */ time, /** @type {string} */ total) =>
    `${at} of ${last}, ${time} s of ${total} s`,
  handle: (/** @type {string} */ at, /** @type {string} */ time) => `${at && `${at}, `}${time} s`,
  stage: (/** @type {string} */ name, /** @type {number} */ joints, /** @type {string} */ duration) =>
    `${name}: a moving figure of ${count(joints)} joints, ${duration} s`,
  emptyStage: 'Empty stage',
  keys: 'Space plays and pauses, the arrow keys go a second back and on, comma and full stop a frame. Question mark shows all keys.',
  pose: 'A pose',
  behaviours: (/** @type {number} */ n) => `${count(n)} behaviours`,
  /** Below the title of a phone. */
  now: (/** @type {string} */ time, /** @type {string} */ total, /** @type {string} */ at) => `${time} / ${total} s \u00b7 ${at}`,
  meta: (/** @type {number} */ frames, /** @type {string} */ fps, /** @type {string} */ duration, /** @type {boolean} */ assumed) =>
    `${count(frames)} ${fps ? `frames \u00b7 ${fps} fps${assumed ? ' (assumed)' : ''}` : 'keys'} \u00b7 ${duration} s`,

  grid: (/** @type {number} */ metres) =>
    `${metres >= 1000 ? `${decimal(metres / 1000, 0)} km` : metres >= 0.99 ? `${decimal(metres, 0)} m` : metres >= 0.0099 ? `${decimal(metres * 100, 0)} cm` : `${decimal(metres * 1000, 2)} mm`}`,

  loading: 'Loading',
  stopReading: 'Stop reading',
  reading: (/** @type {string} */ name, /** @type {string} */ part) => `Reading ${name}${part ? ` \u00b7 ${part}` : '\u2026'}`,
  megabytes: (/** @type {number} */ bytes) => `${decimal(bytes / 1e6, 1)} MB`,

  say: {
    loaded: (/** @type {string} */ name, /** @type {string} */ meta) => `${name} loaded, ${meta}`,
    cancelled: (/** @type {string} */ name) => `Stopped reading ${name}`,
    paused: (/** @type {string} */ at, /** @type {string} */ time) => `Paused at ${at}, ${time} s`,
    noBehaviour: (/** @type {string} */ name) => `No behaviour ${name} here`,
    rangeIn: (/** @type {string} */ time) => `Loop starts at ${time} s`,
    rangeOut: (/** @type {string} */ time) => `Loop ends at ${time} s`,
    rangeCleared: 'Whole clip',
    copied: 'Link copied',
    embedCopied: 'Embed code copied',
    copyFailed: 'Press Ctrl C to copy',
    joint: (/** @type {string} */ name) => `${name} selected`,
  },

  errors: ERRORS,
});
