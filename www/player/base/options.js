/**
 * The options of a player and of a clip beside its own, a row each: what an attribute's text means, what a property takes, and who
 * else knows the option. Observed attributes, properties, links, frames, embed codes, declarations, the reference and the console's
 * hints are made from these rows, and list no option themselves. A row's comment is what declarations and the reference say of it; its
 * tags are read by `xtask/options.mjs`.
 */
import { DAY, FPS, MOST_MOMENTS, PLACE, RATE, TURN, limited, parseMoments } from './values.js';
import { number as finite } from '../words/format.js';

/**
 * @template T @typedef {object} Option
 * @property {string} kind names what a property takes; `page/frame-api.js` and `xtask/types.mjs` say more of each
 * @property {(text: string | null) => T} read the property's value; null: there is no attribute
 * @property {(value: any) => unknown} write the attribute's text for anything that the property takes; null or undefined: no attribute
 * @property {readonly string[]} [words] all that it takes, the default first
 * @property {string | 1} [setting] the session's setting, which has the property's value; 1: the one of the option's name
 * @property {string | 1} [intent] the part of an intent that the attribute decides; 1: the one of the option's name
 * @property {1} [file] tells how the file is read, so that the clip is read again
 * @property {1} [source] belongs to the clip that a link or a frame opens: its address, or how its file is read
 * @property {1} [link] links set the attribute for their clip
 * @property {1} [kept] links to a page keep it as the page's own address has it
 * @property {1} [inside] packed motion has it inside
 * @property {string} [with] the setting without which it means nothing
 * @property {string} [or] the attribute that may have its word, too
 * @property {1} [apart] is no plain parameter of a frame's address: it is checked first, or has no meaning there
 * @property {1} [unset] cannot be set by messages to a frame
 * @property {1} [alone] links do not have it for the clips beside the first
 */

/**
 * @template T @param {string} kind @param {(text: string | null) => T} read @param {(value: any) => unknown} [write]
 * @returns {<M extends Partial<Option<T>> = {}>(more?: M) => Option<T> & M}
 */
const kindOf =
  (kind, read, write = (value) => value) =>
  (more) =>
    /** @type {any} */ ({ kind, read, write, ...more });

/** @param {unknown} value */
const whole = (value) => (Number(value) < 2 ** 31 ? Math.max(0, Math.trunc(Number(value))) : 0);
/** By HTML's rules for parsing non-negative integers; 0 if that fails. @param {string | null} text */
const pixelsOf = (text) => whole(/^[\t\n\f\r ]*\+?(\d+)/.exec(text ?? '')?.[1]);
/** A list as a text; all else stays. @param {string} between */
const joined = (between) => (/** @type {unknown} */ value) => (Array.isArray(value) ? value.join(between) : value);

/** Whether a text says that something is off, in attributes, links and frames. @param {string | null | undefined} value */
export const isOff = (value) => /^(0|false|no|off)$/i.test(value ?? '');
/** What an option that may be off has to read. @param {string | null} text */
const unlessOff = (text) => (isOff(text) ? null : text);

const text = kindOf('text', (value) => value ?? '');
/** A text, of which an empty one differs from none. */
const maybe = kindOf('maybe', (value) => value);
/** A list of what is shown; an empty one shows the usual. */
const shown = kindOf('maybe', unlessOff);
const address = kindOf('address', (value) => {
  if (value === null) return '';
  try {
    return new URL(value, document.baseURI).href;
  } catch {
    return value;
  }
});
const flag = kindOf(
  'boolean',
  (value) => value !== null,
  (on) => (on ? '' : null),
);
const pixels = kindOf('number', pixelsOf, whole);
/** @param {number} otherwise @param {import('./values.js').Limits} [limits] @param {number} [least] */
const number = (otherwise, limits, least = -Infinity) =>
  kindOf('number', (value) => {
    const asked = Math.max(least, finite(value, otherwise));
    return limits ? limited(asked, limits) : asked;
  });
/**
 * A keyword; the first one where the attribute has another text.
 * @template {string} const T @template {Partial<Option<T>>} const M
 * @param {readonly T[]} words @param {M} [more] @returns {Option<T> & { words: readonly T[] } & M}
 */
const word = (words, more) =>
  /** @type {any} */ (kindOf('word', (value) => words.find((each) => each === value?.toLowerCase()) ?? words[0])({ words, ...more }));

const MODES = /** @type {const} */ (['forward', 'reverse', 'pingpong']);

export const OPTIONS = {
  /** The clip's address. Setting it loads the clip. With `#t=2.5` behind it, as for a video, the clip begins at that moment, in the notations of `start`. */
  src: address({ source: 1 }),
  /** The address of the skeleton, for a motion file without one. */
  skeleton: address({ file: 1, source: 1 }),
  /** The address of the skeleton's skin. */
  skin: address({ file: 1, source: 1 }),
  /**
   * The joints of an array of NumPy, by the name of their order, such as `humanml3d`.
   * @takes of an array: `humanml3d`, `smpl`, `coco` or another [order of joints](/formats#arrays); `inferred`, `points`, or `rotations`
   * @unset told from the numbers
   */
  joints: text({ file: 1, source: 1 }),
  /**
   * The meaning of an array's axes, a letter for each, such as `FJ3`.
   * @takes of an array: a letter for each axis, such as `FJ3` for frames, joints, coordinates; `N` clips, `B` bodies, `V` all values of a
   *   frame
   * @unset told from the shape and the numbers
   */
  axes: text({ file: 1, source: 1 }),
  /**
   * What an array's numbers are, such as `positions`.
   * @takes of an array: `positions`, `axis-angles`, `6d`, `matrices` or `quaternions`
   * @unset told from the numbers
   */
  holds: text({ file: 1, source: 1 }),
  /**
   * The first frame of a BVH is left out if it is a T-pose for reference.
   * @takes nothing: where it is there, the first frame of a BVH is left out if it is a T pose for reference
   */
  skipReference: flag({ file: 1, source: 1 }),
  /**
   * The address of a figure that the motion is played on, in place of its own body.
   * @unset the motion plays on the body in its file
   */
  onto: address({ source: 1 }),
  /**
   * The width of the box in CSS pixels, as for a video. The page's own style rules take precedence.
   * @takes a number of CSS pixels
   * @unset as wide as the column
   */
  width: pixels({ apart: 1, unset: 1 }),
  /**
   * The height of the box in CSS pixels.
   * @takes a number of CSS pixels
   * @unset 9/16 of the width
   */
  height: pixels({ apart: 1, unset: 1 }),
  /**
   * The behaviour that plays, by its name among `behaviours`.
   * @takes the name of one of the clip’s behaviours
   * @unset the first that moves
   */
  behaviour: text({ link: 1, inside: 1, intent: 1 }),
  /** A picture shown before the clip's first one. */
  poster: address({ apart: 1 }),
  /**
   * A description of the figure for people who cannot see it.
   * @takes a text
   * @unset the player describes the clip
   */
  alt: text(),
  /** Plays the clip as soon as it can be played. */
  autoplay: flag(),
  /** Shows the control bar and listens to keys. */
  controls: flag(),
  /** Repeats the clip. The word of `loop-mode` may stand here, too: `loop="pingpong"`. */
  loop: flag({ link: 1, write: (/** @type {any} */ on) => (MODES.includes(on) ? on : on ? '' : null) }),
  /**
   * How a loop repeats: from the start (`forward`), backwards, or back and forth. A negative rate reverses each of them; no loop ends.
   * @value forward from the start again
   * @value reverse from the end to the start
   * @value pingpong there and back
   */
  loopMode: word(MODES, { link: 1, or: 'loop' }),
  /**
   * Whether a clip far from the viewport waits until the player comes near it: `lazy` by default.
   * @value lazy reads when somebody comes near
   * @value eager reads at once
   */
  loading: word(['lazy', 'eager']),
  /**
   * `none` reads the clip only when it is played.
   * @value auto reads the whole clip
   * @value metadata the same
   * @value none reads nothing before `play()`
   */
  preload: word(['auto', 'metadata', 'none']),
  /**
   * How files are requested from other origins, as in HTML's media elements: `use-credentials` sends cookies.
   * @value anonymous sends no cookies to other hosts
   * @value use-credentials sends them
   */
  crossOrigin: maybe({ words: ['anonymous', 'use-credentials'], apart: 1, unset: 1 }),
  /**
   * The initial playback rate; 1 is real time, negative plays backwards.
   * @takes a number, from 0.0625 to 16, negative for backwards
   * @unset `1`
   */
  speed: number(1, RATE)({ link: 1 }),
  /**
   * A media element of the page that the player follows, as a CSS selector: `#talk` is the element with that id. A `<video>`, an `<audio>`,
   * another player, or any element that behaves like them. The player plays, pauses and seeks with it, at its rate; with `loop` the
   * motion repeats until that element ends.
   * @takes a CSS selector, for example `#talk`
   * @unset the player has its own time
   */
  sync: text({ unset: 1 }),
  /**
   * The second of that media element at which the motion begins, by default 0. Negative: the motion began earlier.
   * @takes a number of seconds
   * @unset `0`
   */
  syncOffset: number(0)({ unset: 1 }),
  /**
   * The start of playback: `12.5`, `2:03`, `2m3s`, or a frame, `f120`.
   * @takes seconds (`12.5`), a time (`2:03`, `2m3s`) or a frame (`f120`)
   * @unset the first frame
   */
  start: text({ intent: 'range' }),
  /**
   * The end of playback, in the notations of `start`.
   * @takes seconds (`12.5`), a time (`2:03`, `2m3s`) or a frame (`f120`)
   * @unset the last frame
   */
  end: text({ link: 1, intent: 'range' }),
  /**
   * Frames per second, replacing the file's rate; 0: the file's.
   * @takes a number of frames a second
   * @unset the file’s
   */
  fps: number(0, FPS, 0)({ link: 1, inside: 1, intent: 'frameTime' }),
  /**
   * The file's unit of length: `m`, `dm`, `cm`, `mm`, `in`, `cmu` (5.644 cm), or a number of metres. By default as the file says, or a
   * guess.
   * @takes `m`, `dm`, `cm`, `mm`, `in`, `cmu`, or a number of metres
   * @unset as the file says, or a guess
   */
  unit: text({ link: 1, intent: 1 }),
  /**
   * The axis that points up: `x`, `y`, `z`, `-x`, `-y`, `-z`. By default as the file says, or a guess.
   * @takes `x`, `y`, `z`, `-x`, `-y` or `-z`
   * @unset as the file says, or a guess
   */
  up: text({ link: 1, intent: 1 }),
  /**
   * Whether a BVH's position channels replace a joint's offset or add to it; `auto` guesses from the motion. Likewise Acclaim's `l`: a
   * bone's whole length, or added to it.
   * @value auto told from the motion
   * @value replace a position is where the joint is
   * @value add a position is added to the joint’s offset
   */
  positions: word(['auto', 'replace', 'add'], { link: 1, inside: 1, intent: 1 }),
  /**
   * Where the floor is: below the figure (at its feet, if they are recognized), or at the file's zero.
   * @value auto where the feet stand, as far as that is seen, else below the body
   * @value zero at the file’s zero
   */
  ground: word(['auto', 'zero'], { link: 1, intent: 1 }),
  /**
   * A chronophotograph: this many figures at moments of the clip, or of the loop range, in one picture; 0: none, 100 at most. A text or a
   * list with at least two numbers has the figures’ seconds: `moments="0.2 0.55 1.1"`.
   * @takes a number of figures, at most 100; or their seconds, with spaces or commas between them
   * @unset `0`
   */
  moments: kindOf(
    'figures',
    (value) => parseMoments(value)?.length ?? Math.min(MOST_MOMENTS, pixelsOf(value)),
    (value) => (typeof value === 'number' ? whole(value) : joined(' ')(value)),
  )({ link: 1 }),
  /**
   * How the moments are spaced: equally in time, along the figure's path, or where feet come down on the ground.
   * @value time at equal times
   * @value distance at equal distances along the path
   * @value contacts where a foot comes down on the ground, as many as there are at most
   */
  momentsSpacing: word(['time', 'distance', 'contacts'], { link: 1, setting: 'spacing', with: 'moments' }),
  /**
   * How the figures show their order: from faint to full, by the colours of viridis, or not at all.
   * @value fade from faint to the figure’s own colours
   * @value viridis by the colours of viridis
   * @value none all alike
   */
  momentsTint: word(['fade', 'viridis', 'none'], { link: 1, with: 'moments' }),
  /**
   * How many ghosts show where the figure was a little earlier and will be a little later, at most 12 each; null: none. One number, or a
   * text with one or two, sets them, too.
   * @takes a number of ghosts before and after the figure, or one number for each, at most 12
   * @unset no ghosts
   */
  ghosts: kindOf(
    'counts',
    (value) => {
      const [before = 3, after = before] = value?.match(/\d+/g)?.map((count) => Math.min(12, Number(count))) ?? [];
      return unlessOff(value) !== null && before + after ? /** @type {[before: number, after: number]} */ ([before, after]) : null;
    },
    joined(' '),
  )({ link: 1, setting: 1 }),
  /**
   * The time from ghost to ghost: seconds (`0.1`), frames (`5f`), `keys` for motions whose frames have their own times, or `contacts`:
   * where feet come down.
   * @takes seconds, frames (`5f`), `keys` for a motion whose frames have their own times, or `contacts` for the moments when a foot comes
   *   down
   * @unset `0.1`
   */
  ghostStep: text({ link: 1, setting: 1, with: 'ghosts' }),
  /**
   * The trails of these joints, by their names in the file or in words; an empty list: of the three ends of limbs that travel farthest; null:
   * none. A text has commas between the names.
   * @takes names of joints, as the file has them or in words, with commas between them; empty for the three ends of limbs that travel
   *   farthest
   * @unset no trails
   */
  trails: kindOf(
    'names',
    (value) =>
      unlessOff(value)
        ?.split(',')
        .map((name) => name.trim())
        .filter(Boolean) ?? null,
    joined(', '),
  )({ link: 1, setting: 1 }),
  /**
   * How many seconds of a trail are shown before and after the current moment; Infinity, `all` in the attribute: the whole trail; null: as
   * far as the ghosts, or 0.8 seconds without any.
   * @takes seconds before and after the current moment, or `all`
   * @unset as far as the ghosts reach, `0.8` without any
   */
  trailWindow: kindOf(
    'window',
    (value) => {
      const seconds = value === 'all' ? Infinity : finite(value, -1);
      return seconds >= 0 ? seconds : null;
    },
    (seconds) => (seconds === Infinity ? 'all' : seconds),
  )({ link: 1, setting: 1, with: 'trails' }),
  /**
   * Measures that are drawn over the picture, with semicolons between them: `distance:A,B`, `angle:A,B,C` (at B), `vertical:A,B` (from A to B against
   * the vertical) and `height:A` (over the floor), of joints by their names; null: none.
   * @takes `distance:A,B` (metres), `angle:A,B,C` (degrees at B), `vertical:A,B` (degrees between the direction from A to B and the
   *   vertical) or `height:A` (metres over the floor) of joints by their names, `mass` (height and speed of the centre of mass) or `steps`
   *   (length, width and cadence), with semicolons between them
   * @unset no measures
   */
  measures: shown({ link: 1, setting: 1 }),
  /**
   * Own marks on the timeline, with semicolons between them: a name, `@`, and the second of an event or both seconds of a span, such as
   * `step@1.2; turn@2-3.5`; null: none.
   * @takes marks with semicolons between them: a name, `@`, and the second of an event, or both seconds of a span
   * @unset no marks
   */
  marks: shown({ link: 1, setting: 1 }),
  /**
   * Lanes above the timeline of when each foot is on the ground: metres a second and metres, below which it is, such as `0.8,0.05`; empty: the
   * usual thresholds; null: no lanes.
   * @takes a speed in metres a second and a height in metres, below which a foot is on the ground, with a comma between them; empty for 0.6
   *   statures a second and 0.045 statures
   * @unset no lanes of feet
   */
  contacts: shown({ link: 1, setting: 1 }),
  /**
   * Curves above the timeline: names of joints, each with a colon and what is shown of it, such as `RightHand:y LeftLeg:angle`; a word alone is
   * about the joint that is selected; empty: its rotation; null: none.
   * @takes names of joints, each with a colon and a word behind it, and spaces or commas between them; a word alone is about the selected
   *   joint. Words: `x`, `y`, `z` (rotations as the file has them), `rotation` (all three), `px`, `height`, `pz` (place in metres),
   *   `position` (all three), `speed`, `angular` (speed of turning), `acceleration`, `angle` (from the rest pose), `tx`, `ty`, `tz`
   *   (position channels of the file), `none`. Empty: the rotation of the selected joint
   * @unset no curves
   */
  curves: shown({ link: 1, setting: 1 }),
  /**
   * Joint angles over the cycles of a walk, its numbers, and joint angles over time, above the timeline: the pose in which tilts are zero, `rest`,
   * `straightest` or a frame, such as `f148`; empty: the usual one; null: none.
   * @takes the pose that is zero: `rest`, `straightest` (the frame in which the person stands straightest) or a frame (`f148`). Empty: the
   *   rest pose if a person stands in it, else the straightest frame
   * @unset no gait
   */
  gait: shown({ link: 1, setting: 1 }),
  /**
   * The initial camera: `front`, `back`, `left`, `right`, `top`, `home`, or `yaw,pitch,distance,x,y,z` in degrees and metres, as
   * `cameraState` gives it; optionally with `,ortho` or `,perspective`, which also stand alone. `view:` and a name select one of the
   * file's own cameras.
   * @takes `front`, `back`, `left`, `right`, `top` or `home`; `ortho` or `perspective`, alone or behind it; `yaw,pitch,distance,x,y,z` in
   *   degrees and metres; `view:` and the name of one of the file’s cameras
   * @unset `home`
   */
  camera: text({ link: 1, intent: 1 }),
  /**
   * Whether the camera follows the figure; `auto`: if the figure travels far.
   * @value auto follows a figure that goes far
   * @value on follows always
   * @value off stays where it is
   */
  follow: kindOf('word', (value) => (value === null || value === 'auto' ? 'auto' : isOff(value) ? 'off' : 'on'))({
    words: ['auto', 'on', 'off'],
    link: 1,
    setting: 1,
  }),
  /** The figure stays over one spot. */
  inPlace: flag({ link: 1, setting: 1 }),
  /**
   * The pose between two frames: interpolated (`linear`), or that of the nearer frame.
   * @value linear the way from one frame to the next
   * @value nearest the nearer frame, as the file has it
   */
  interpolation: word(['linear', 'nearest'], { link: 1, setting: 1 }),
  /**
   * `dark` by default; `auto` follows the colour scheme of the page.
   * @value dark dark
   * @value light light
   * @value auto as the page, also when it changes
   */
  theme: word(['dark', 'light', 'auto'], { kept: 1 }),
  /**
   * How figures look: `auto` shows the skin that came with the file, else bones. `body` generates a body around the joints of a person
   * without a skin, `both` shows bones in it, `bones` hides all skins, and `generated` puts the generated body in place of the file's own.
   * @value auto the skin in the file, else bones
   * @value bones bones alone
   * @value body the skin in the file, else a body that is generated from the joints
   * @value both that, translucent, with the bones in it
   * @value generated a generated body in place of a skin in the file
   */
  look: word(['auto', 'bones', 'body', 'both', 'generated'], { link: 1, setting: 1 }),
  /** The page shows through behind the figure. */
  transparent: flag({ setting: 1 }),
  /** Distinguishes left and right without colour. */
  patterns: flag({ setting: 1 }),
  /** Disables the keys. */
  nohotkeys: flag(),
  /**
   * The page that shared links open, such as the `index.html` of `dist/`; without it there is no share button. `files`: pictures, films and
   * files can be saved, and there are no links.
   * @takes an address, relative to the page; or `files`, for a host whose address nobody else can open
   * @unset no share button
   */
  share: text({ apart: 1, unset: 1 }),
  /**
   * The best renderer to use: each falls back to the next if it does not work. `none` draws nothing, for the details alone.
   * @value auto the best that works
   * @value webgpu the same
   * @value webgl WebGL 2, else Canvas 2D
   * @value canvas Canvas 2D
   * @value none no picture: details alone
   */
  renderer: word(['auto', 'webgpu', 'webgl', 'canvas', 'none'], { link: 1, kept: 1 }),
  /**
   * `all`: the wheel zooms and swipes turn the camera even though the page then cannot scroll, for a page that contains only the player.
   * @takes `all`
   * @unset the wheel and swipes scroll the page
   */
  gestures: word(['', 'all']),
};

export const CLIP_OPTIONS = {
  /** The clip's address. */
  src: text({ alone: 1 }),
  /** The address of its skeleton, for a motion file without one. */
  skeleton: text({ file: 1 }),
  /** The joints of an array of NumPy, as the player's `joints`. */
  joints: OPTIONS.joints,
  /** The meaning of an array's axes, as the player's `axes`. */
  axes: OPTIONS.axes,
  /** What an array's numbers are, as the player's `holds`. */
  holds: OPTIONS.holds,
  /** The first frame of a BVH is left out if it is a T-pose for reference. */
  skipReference: OPTIONS.skipReference,
  /** Its name on the page; by default that of its file. */
  label: text(),
  /** When it begins, seconds on the clock of the player's own clip; negative: before that. */
  offset: number(0, DAY)(),
  /** Its displacement along x and z on the floor, metres. */
  position: kindOf(
    'place',
    (value) => {
      const [x, z] = (value ?? '').trim().split(/[\s,]+/);
      return /** @type {[x: number, z: number]} */ ([x, z].map((metres) => limited(finite(metres, 0), PLACE)));
    },
    joined(' '),
  )(),
  /** How far it is turned around the vertical axis of the stage, degrees. */
  turn: number(0, TURN)(),
  /** Beyond its beginning and its end: stands there faintly (`hold`), is not there (`leave`), or plays again (`loop`). */
  beyond: word(['hold', 'leave', 'loop']),
  /** Its speed; 1 is that of the player. */
  speed: kindOf('number', (value) => limited(finite(value, 0), RATE) || 1)(),
  /** The unit of its file, as the player's `unit`. */
  unit: OPTIONS.unit,
  /** The axis that points up in its file, as the player's `up`. */
  up: OPTIONS.up,
  /** Frames per second, replacing the rate of its file; 0: the file's. */
  fps: OPTIONS.fps,
  /** How the positions of its file are meant, as the player's `positions`. */
  positions: OPTIONS.positions,
  /** The behaviour that plays, by its name. */
  behaviour: OPTIONS.behaviour,
  /** Whether it is a ghost: translucent in its own colours, and not compared. */
  ghost: flag({ alone: 1 }),
};

/** @typedef {keyof typeof OPTIONS} OptionName */
/** @template {string} S @typedef {S extends `${infer A}${infer B}` ? `${A extends Lowercase<A> ? A : `-${Lowercase<A>}`}${Kebab<B>}` : S} Kebab */
/** Options of players and clips, as parameters of links. @typedef {Kebab<OptionName> | Kebab<keyof typeof CLIP_OPTIONS> | `clip-${keyof typeof CLIP_OPTIONS}`} LinkedOption */
/** The options that messages to a frame may set: those without `unset`. @typedef {{ [K in OptionName]: typeof OPTIONS[K] extends { unset: 1 } ? never : K }[OptionName]} FrameOption */
/** @template O @typedef {{ [K in keyof O]: O[K] extends Option<infer T> ? T : never }} ValuesOf the properties of a table of options */

/** The attribute of a property. @param {string} name */
export const attributeOf = (name) => (name === 'crossOrigin' ? 'crossorigin' : name.replace(/[A-Z]/g, '-$&').toLowerCase());

/** @typedef {Option<any> & { name: string, attribute: string, setting?: string, intent?: string, beside?: string }} Row */

/**
 * The rows of a table, with the names of their properties and attributes.
 * @param {Record<string, Option<any>>} table @returns {Row[]}
 */
const rowsOf = (table) =>
  Object.entries(table).map(([name, option]) => ({
    ...option,
    name,
    attribute: attributeOf(name),
    setting: option.setting === 1 ? name : option.setting,
    intent: option.intent === 1 ? name : option.intent,
  }));

export const ROWS = rowsOf(OPTIONS);
/**
 * `beside` is the parameter of links that has the option of the clips beside the first, in order. `clip-` tells it from the same option
 * of the first, but where the parameter has that, too.
 */
export const CLIP_ROWS = rowsOf(CLIP_OPTIONS).map((row) => ({
  ...row,
  beside: row.alone ? undefined : row.name in OPTIONS && !row.file ? `clip-${row.attribute}` : row.attribute,
}));
/** The parameters of links with an option of each clip beside the first. */
export const BESIDE = CLIP_ROWS.flatMap(({ beside }) => beside ?? []);
/** The options of how a file is read, which a source has as texts. */
export const READ_AS = ROWS.filter(({ file, kind }) => file && kind !== 'address');
/** How the file of a player or a clip is read. @param {Partial<Record<string, any>>} element @returns {Record<string, string>} */
export const readAs = (element) =>
  Object.fromEntries(READ_AS.map(({ name, kind }) => [name, kind === 'boolean' ? (element[name] ? '1' : '') : element[name]]));
/** The parameters that say which clip is opened, and how its file is read. */
export const SOURCES = ['url', 'clip', ...ROWS.flatMap(({ attribute, source }) => (source ? [attribute] : []))];

/** The text that an attribute has for a value of its property; null: no attribute. @param {Row} row @param {unknown} value @returns {string | null} */
export function textOf({ write }, value) {
  const written = value === null || value === undefined ? null : (write(value) ?? null);
  return written === null ? null : String(written);
}

/**
 * Gives the class of an element a property for each option, which has the attribute's value.
 * @param {{ prototype: object }} element @param {Row[]} rows
 */
export function reflect({ prototype }, rows) {
  for (const row of rows) {
    const { name, attribute, or, read } = row;
    Object.defineProperty(prototype, name, {
      configurable: true,
      /** @this {HTMLElement} */
      get() {
        return read(this.getAttribute(attribute) ?? (or ? this.getAttribute(or) : null));
      },
      /** @this {HTMLElement} @param {unknown} value */
      set(value) {
        const text = textOf(row, value);
        if (text === null) this.removeAttribute(attribute);
        else this.setAttribute(attribute, text);
      },
    });
  }
}

/**
 * Own properties set before an element was defined hide the accessors of the same names: sets them again through those. Frameworks set some to
 * undefined, for want of a value.
 * @param {HTMLElement} element in its constructor
 */
export function takeOver(element) {
  const own = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (element));
  for (const [name, value] of Object.entries(own)) {
    if (!(name in Object.getPrototypeOf(element))) continue;
    delete own[name];
    if (value !== undefined)
      queueMicrotask(() => {
        own[name] = value;
      });
  }
}
