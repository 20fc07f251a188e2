/** The words of the controls and of what opens from them. They belong to the table `player`, whose words a page replaces. */
import { count, decimal } from '../player/words/format.js';
import { words } from '../player/words/words.js';

export const C = words('player', {
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
  /** At the left end of the ruler; `pointed` is under the pointer. */
  zero: '0 s',
  pointed: (/** @type {string} */ time, /** @type {string} */ at) => `${time} s${at ? ` \u00b7 ${at}` : ''}`,
  timeField: 'Time',
  overview: 'Part of the clip that the timeline shows',
  window: (/** @type {string} */ from, /** @type {string} */ to) => `${from} to ${to} s`,
  wholeShown: 'The whole clip',
  showWhole: 'Show the whole clip',
  viewpoints: 'Views',
  views: { front: 'Front', side: 'Side', top: 'Top', home: 'Reset view' },
  following: 'Following',
  ortho: 'No perspective',
  orthoTitle: 'What is far away is not smaller (5 on the number pad)',
  speed: 'Speed',
  speedNow: (/** @type {string} */ speed) => `Speed ${speed}`,
  loop: 'Loop',
  loops: { off: 'Play once', forward: 'Loop', pingpong: 'Ping-pong', reverse: 'Reverse' },
  loopNow: (/** @type {string} */ mode) => `Loop: ${mode}`,
  clearRange: 'Clear loop range',
  undo: 'Undo',
  redo: 'Redo',
  replayed: {
    undo: (/** @type {string} */ what) => `Undone: ${what}`,
    redo: (/** @type {string} */ what) => `Done again: ${what}`,
  },
  noStep: { undo: 'There is nothing to undo', redo: 'There is nothing to do again' },
  lostStep: (/** @type {string} */ what) => `${what}: it was too large to be kept, so it cannot be brought back`,
  range: (/** @type {string} */ from, /** @type {string} */ to) => `${from} \u2013 ${to}`,
  settings: 'Settings',
  details: 'Details',
  otherSkeleton: 'Other skeleton',
  endsEarly: (/** @type {number} */ found, /** @type {number} */ said, /** @type {boolean} */ clips) =>
    `cut: ${count(found)} of ${count(said)} ${clips ? 'clip' : 'frame'}${said === 1 ? '' : 's'}`,
  detailsWarn: (/** @type {number} */ n) => (n === 1 ? 'Details, 1 warning' : `Details, ${count(n)} warnings`),
  share: 'Share',
  tools: 'Tools',
  findAnything: 'Find anything\u2026',
  look: 'Look',
  edge: 'Height of the curves',
  open: 'Open',
  clips: 'Clips',
  more: 'More',
  fullscreen: 'Full screen',
  exitFullscreen: 'Leave full screen',
  help: 'Help',
  close: 'Close',
  retry: 'Try again',
  seconds: 's',
  percent: (/** @type {number} */ n) => `${n} %`,
  /** Times as screen readers should say them. */
  at: (/** @type {string} */ frame, /** @type {number} */ n) => `${frame} ${n}`,
  moment: (/** @type {string} */ at, /** @type {number} */ last, /** @type {string} */ time, /** @type {string} */ total) =>
    `${at} of ${last}, ${time} s of ${total} s`,
  handle: (/** @type {string} */ at, /** @type {string} */ time) => `${at && `${at}, `}${time} s`,
  keys: 'Space: play or pause. Arrow keys: one second. Comma, full stop: one frame. Question mark: all keys.',
  pose: 'A pose',
  /** `inFile`: motions of one file of arrays. */
  behaviours: (/** @type {number} */ n, /** @type {boolean} */ inFile) =>
    `${count(n)} ${inFile ? 'clip' : 'behaviour'}${n === 1 ? '' : 's'}${inFile ? ' in this file' : ''}`,
  /** Below the title on a phone. */
  now: (/** @type {string} */ time, /** @type {string} */ total, /** @type {string} */ at) => `${time} / ${total} s \u00b7 ${at}`,
  meta: (/** @type {number} */ frames, /** @type {string} */ fps, /** @type {string} */ duration, /** @type {boolean} */ assumed) =>
    `${count(frames)} ${fps ? 'frame' : 'key'}${frames === 1 ? '' : 's'}${fps && ` \u00b7 ${fps} fps${assumed ? ' (assumed)' : ''}`} \u00b7 ${duration} s`,
  /** `meta` without the rate, which a chip shows. */
  rateless: (/** @type {number} */ frames, /** @type {string} */ duration) =>
    `${count(frames)} frame${frames === 1 ? '' : 's'} \u00b7 ${duration} s`,
  grid: (/** @type {number} */ metres) =>
    `${metres >= 1000 ? `${decimal(metres / 1000, 0)} km` : metres >= 0.99 ? `${decimal(metres, 0)} m` : metres >= 0.0099 ? `${decimal(metres * 100, 0)} cm` : `${decimal(metres * 1000, 2)} mm`}`,
  stopReading: 'Stop reading',
  reading: (/** @type {string} */ name, /** @type {string} */ part) => `Reading ${name}${part ? ` \u00b7 ${part}` : '\u2026'}`,
  megabytes: (/** @type {number} */ bytes) => `${decimal(bytes / 1e6, 1)} MB`,
});
