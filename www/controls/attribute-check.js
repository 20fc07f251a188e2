/** Warns page authors in the console, in English, about wrong attributes, once each, and about a missing worker. */
import { CLIP_ROWS, ROWS, isOff } from '../player/base/options.js';
import { beyond } from '../player/base/limits.js';
import { tools } from '../player/element/rooms.js';
import { number, parseMoment } from '../player/words/format.js';
import { parsesOnPage } from '../player/loading/parse-client.js';
import { HOLDS, parseHolds, parseUnit, parseUp } from '../player/base/values.js';

/** @typedef {import('../player/element/element.js').MareyPlayer} MareyPlayer */
/** @typedef {import('../player/session/session.js').Session} Session */

/** The options of each element, by their attributes. @type {Record<string, Map<string, typeof ROWS[number]>>} */
const OPTIONS = Object.fromEntries(
  Object.entries({ 'marey-player': ROWS, 'marey-clip': CLIP_ROWS }).map(([tag, rows]) => [
    tag,
    new Map(rows.map((row) => [row.attribute, row])),
  ]),
);

/** Words of `joints`: the orders of `guesses/tables.js`, and what an array may be otherwise. */
export const JOINTS =
  'humanml3d lafan1 kit h36m coco smpl ntu body25 mediapipe smplh smplx soma30 soma77 g1_34 mhr70 mhr127 coco_wholebody halpe26 halpe136 hand21 mano21 mano16 openpose18 h36m32 kinect32 inferred points rotations'.split(
    ' ',
  );

/** A word of `joints`, '' for another one. @param {string} text */
export const parseJoints = (text) => (JOINTS.includes(text.toLowerCase()) ? text : '');

/** The letters of `axes`, '' for other ones, for one that comes twice, and without frames or joints. @param {string} text */
export const parseAxes = (text) =>
  /^(3B?FJN?|B?FN?V)$/.test([...text.toUpperCase().replace(/[24C]/g, '3').replace('P', 'V')].sort().join('')) ? text : '';

const CAMERA =
  /^(|(front|back|left|right|top|home|ortho|perspective)|(front|back|left|right|top|home|(-?[\d.]+(e-?\d+)?,){5}-?[\d.]+(e-?\d+)?),(ortho|perspective)|(-?[\d.]+(e-?\d+)?,){5}-?[\d.]+(e-?\d+)?)$/i;

/** Returns what an attribute without a list of words accepts, or '' if the text is valid. Tools check their own. @type {Record<string, (text: string) => string>} */
const CHECKS = {
  speed: (text) => numbers(text, 'a number'),
  'sync-offset': (text) => numbers(text, 'a number of seconds'),
  offset: (text) => numbers(text, 'a number of seconds'),
  turn: (text) => numbers(text, 'a number of degrees'),
  position: (text) => numbers(text, 'metres along x and along z, such as 1,-0.5', 2),
  fps: (text) => (number(text, -1) >= 0 ? '' : 'takes a number of frames a second'),
  start: moment,
  end: moment,
  unit: (text) => (text === '' || parseUnit(text) ? '' : 'takes m, dm, cm, mm, in, cmu, or a number of metres'),
  up: (text) => (text === '' || parseUp(text) ? '' : 'takes x, y, z, -x, -y or -z'),
  camera: (text) =>
    text.startsWith('view:') || CAMERA.test(text.replace(/\s/g, ''))
      ? ''
      : 'takes front, back, left, right, top, home, or yaw,pitch,distance,x,y,z, optionally with ,ortho or ,perspective at the end; ortho or perspective alone; or view: and the name of one of the file\u2019s cameras',
  joints: (text) => (text === '' || parseJoints(text) ? '' : `takes ${either(JOINTS)}`),
  holds: (text) => (text === '' || parseHolds(text) ? '' : `takes ${either(HOLDS)}`),
  axes: (text) =>
    text === '' || parseAxes(text)
      ? ''
      : 'takes a letter for each axis: FJ3 for frames, joints, coordinates; N clips, B bodies, V all values of a frame, P all x, then all y, then all z',
  width: length,
  height: length,
  src: (text) => (text ? '' : 'is empty'),
};

/** @param {string} text */
function moment(text) {
  return text === '' || parseMoment(text) ? '' : 'takes a moment: 12.5, 2:03, 2m3s or f120';
}
/** @param {string} text @param {string} what it takes @param {number} [count] */
function numbers(text, what, count = 1) {
  const parts = text.split(/[\s,]+/);
  return parts.length === count && parts.every((part) => Number.isFinite(number(part, NaN))) ? '' : `takes ${what}`;
}
/** @param {string} text */
function length(text) {
  return /^\s*\d+(\.\d+)?(px|%)?\s*$/.test(text) ? '' : 'takes a number of pixels';
}
/** @param {string[]} words @param {string} text */
const among = (words, text) => (text === '' || words.includes(text.toLowerCase()) ? '' : `takes ${either(words)}`);
/** @param {string[]} words */
const either = (words) => (words.length > 1 ? `${words.slice(0, -1).join(', ')} or ${words[words.length - 1]}` : words[0]);

/** Global attributes, and those that frameworks add. */
const ANYWHERE =
  /^(id|class|style|slot|part|exportparts|lang|dir|hidden|title|role|tabindex|inert|is|nonce|debug|accesskey|draggable|translate|popover|autofocus|contenteditable|enterkeyhint|inputmode|spellcheck|item\w+|key|ref|(aria|data|v|on|ng|x|_)\w*[-:@.].*|on\w+|[:@#*([_].*)$/;

/** Levenshtein distance. @param {string} a @param {string} b */
function distance(a, b) {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) next.push(Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1)));
    row = next;
  }
  return row[b.length];
}

/** @type {Set<string>} */
const warned = new Set();

/** @param {string} text @param {string} [tag] */
function warnOnce(text, tag = 'marey-player') {
  const line = `<${tag}>: ${text}`;
  if (warned.has(line)) return;
  warned.add(line);
  console.warn(line);
}

/** Kinds whose property has what the attribute is taken for. */
const READ = ['word', 'number', 'figures', 'counts', 'place'];

/** Checks an attribute of a tool. @param {Element} element @param {typeof ROWS[number]} row @param {string} text */
async function checkedByTool(element, { attribute, name, with: needed = name }, text) {
  const tool = tools().find(({ settings }) => settings.includes(/** @type {any} */ (needed)));
  return (await tool?.script(element))?.check?.[attribute]?.(text);
}

/** @param {Element} element @param {string} name */
async function checkValue(element, name) {
  const { localName } = element;
  const text = element.getAttribute(name);
  const row = OPTIONS[localName].get(name);
  if (text === null || !row) return;
  const { kind, read, words, write } = row;
  const warn = (/** @type {string} */ words) => warnOnce(words, localName);
  if (kind === 'boolean') {
    if (isOff(text)) warn(`${name}="${text}" switches it on, as in all of HTML: leave ${name} out.`);
    return;
  }
  const [now, otherwise] = [read(text), read(null)].map((value) => String(write(value) ?? ''));
  if (isOff(text) && kind !== 'text' && ['', '0', 'off'].includes(now)) return;
  const plain = text.trim();
  const wrong = words ? among(words.filter(Boolean), plain) : (CHECKS[name]?.(plain) ?? (await checkedByTool(element, row, plain)));
  if (wrong && READ.includes(kind) && now !== otherwise) warn(`${name}="${text}" is taken for ${now}: ${name} ${wrong}.`);
  else if (wrong) warn(`${name}="${text}" is ignored: ${name} ${wrong}.`);
  else for (const { asked, shown } of beyond(name, text)) warn(`${name}="${asked}" is beyond its limits: ${shown} is shown.`);
}

/** @param {Element} element */
function checkAll(element) {
  const known = OPTIONS[element.localName];
  for (const name of element.getAttributeNames()) {
    if (known.has(name)) checkValue(element, name);
    else if (!ANYWHERE.test(name)) {
      const likely = [...known.keys()].map((each) => ({ each, wrong: distance(name, each) })).sort((a, b) => a.wrong - b.wrong)[0];
      if (likely.wrong <= (name.length > 4 ? 2 : 1))
        warnOnce(`there is no attribute ${name}: did you mean ${likely.each}?`, element.localName);
    }
  }
}

/** @param {MareyPlayer} player @param {Session} session */
export function checkAttributes(player, session) {
  const checkClips = () => player.querySelectorAll(':scope > marey-clip').forEach(checkAll);
  checkAll(player);
  checkClips();
  session.on('attribute', (name) => checkValue(player, name));
  session.on('actors', checkClips);
  const failed = async () => {
    const { error } = player;
    if (error && session.failure) warnOnce(`${error.message} ${await error.hint()}`.trim());
  };
  const onThread = () => {
    if (parsesOnPage())
      warnOnce(
        'no worker could be started: clips are read on the page\u2019s own thread, and large ones block it. A policy must allow workers (worker-src), and a bundler must emit worker.js.',
      );
  };
  session.on('clip', onThread);
  onThread();
  session.on('fault', (of) => {
    if (of === 'clip') failed();
  });
  failed();
}
