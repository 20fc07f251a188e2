/** A player's attributes as reflected properties. */
import { FPS, MOST_MOMENTS, RATE, limited, parseMoments } from '../base/settings.js';
import { number } from '../words/format.js';

// A server has no DOM: there the class is only a name.
const Base = globalThis.HTMLElement ?? /** @type {typeof HTMLElement} */ (/** @type {unknown} */ (class {}));

/** @param {HTMLElement} element @param {string} name @param {number} otherwise */
const numberOr = (element, name, otherwise) => number(element.getAttribute(name), otherwise);

/** @param {HTMLElement} element @param {string} name @param {unknown} value null and undefined remove the attribute */
function put(element, name, value) {
  if (value === null || value === undefined) element.removeAttribute(name);
  else element.setAttribute(name, String(value));
}

/** @param {HTMLElement} element @param {string} name */
const text = (element, name) => element.getAttribute(name) ?? '';

/** @param {HTMLElement} element @param {string} name */
const address = (element, name) => {
  const value = element.getAttribute(name);
  if (value === null) return '';
  try {
    return new URL(value, document.baseURI).href;
  } catch {
    return value;
  }
};

/**
 * An attribute's keyword; the first keyword if the attribute has another value.
 * @template {string} T @param {HTMLElement} element @param {string} name @param {readonly T[]} words @returns {T}
 */
const word = (element, name, words) => words.find((each) => each === element.getAttribute(name)?.toLowerCase()) ?? words[0];

/** By HTML's rules for parsing non-negative integers; 0 if that fails. @param {HTMLElement} element @param {string} name */
const pixels = (element, name) => whole(/^[\t\n\f\r ]*\+?(\d+)/.exec(text(element, name))?.[1]);

/** @param {unknown} value */
const whole = (value) => (Number(value) < 2 ** 31 ? Math.max(0, Math.trunc(Number(value))) : 0);

export class ReflectedElement extends Base {
  /** The clip's address. Setting it loads the clip. */
  get src() {
    return address(this, 'src');
  }
  set src(url) {
    put(this, 'src', url);
  }
  /** The address of the skeleton, for a motion file without one. */
  get skeleton() {
    return address(this, 'skeleton');
  }
  set skeleton(url) {
    put(this, 'skeleton', url);
  }
  /** The address of the skeleton's skin. */
  get skin() {
    return address(this, 'skin');
  }
  set skin(url) {
    put(this, 'skin', url);
  }
  /** The joints of an array of NumPy, by the name of their order, such as `humanml3d`. */
  get joints() {
    return text(this, 'joints');
  }
  set joints(name) {
    put(this, 'joints', name);
  }
  /** The meaning of an array's axes, a letter for each, such as `FJ3`. */
  get axes() {
    return text(this, 'axes');
  }
  set axes(letters) {
    put(this, 'axes', letters);
  }
  /** What an array's numbers are, such as `positions`. */
  get holds() {
    return text(this, 'holds');
  }
  set holds(word) {
    put(this, 'holds', word);
  }
  /** The first frame of a BVH is left out if it is a T-pose for reference. */
  get skipReference() {
    return this.hasAttribute('skip-reference');
  }
  set skipReference(on) {
    this.toggleAttribute('skip-reference', Boolean(on));
  }
  /** The address of a figure that the motion is played on, in place of its own body. */
  get onto() {
    return address(this, 'onto');
  }
  set onto(url) {
    put(this, 'onto', url);
  }
  /** The width of the box in CSS pixels, as for a video. The page's own style rules take precedence. */
  get width() {
    return pixels(this, 'width');
  }
  set width(width) {
    put(this, 'width', whole(width));
  }
  /** The height of the box in CSS pixels. */
  get height() {
    return pixels(this, 'height');
  }
  set height(height) {
    put(this, 'height', whole(height));
  }
  /** A picture shown before the clip's first one. */
  get poster() {
    return address(this, 'poster');
  }
  set poster(url) {
    put(this, 'poster', url);
  }
  /** A description of the figure for people who cannot see it. */
  get alt() {
    return text(this, 'alt');
  }
  set alt(words) {
    put(this, 'alt', words);
  }
  /** Plays the clip as soon as it can be played. */
  get autoplay() {
    return this.hasAttribute('autoplay');
  }
  set autoplay(on) {
    this.toggleAttribute('autoplay', Boolean(on));
  }
  /** Shows the control bar and listens to keys. */
  get controls() {
    return this.hasAttribute('controls');
  }
  set controls(on) {
    this.toggleAttribute('controls', Boolean(on));
  }
  /** Repeats the clip. */
  get loop() {
    return this.hasAttribute('loop');
  }
  set loop(on) {
    this.toggleAttribute('loop', Boolean(on));
  }
  /** How a loop repeats: from the start (`forward`), backwards, or back and forth. A negative rate reverses each of them; no loop ends. @returns {'forward' | 'reverse' | 'pingpong'} */
  get loopMode() {
    return word(this, 'loop-mode', /** @type {const} */ (['forward', 'reverse', 'pingpong']));
  }
  set loopMode(mode) {
    put(this, 'loop-mode', mode);
  }
  /** Whether a clip far from the viewport waits until the player comes near it: `lazy` by default. @returns {'lazy' | 'eager'} */
  get loading() {
    return word(this, 'loading', /** @type {const} */ (['lazy', 'eager']));
  }
  set loading(when) {
    put(this, 'loading', when);
  }
  /** `none` reads the clip only when it is played. @returns {'auto' | 'metadata' | 'none'} */
  get preload() {
    return word(this, 'preload', /** @type {const} */ (['auto', 'metadata', 'none']));
  }
  set preload(how) {
    put(this, 'preload', how);
  }
  /** How files are requested from other origins, as in HTML's media elements: `use-credentials` sends cookies. @returns {string | null} */
  get crossOrigin() {
    return this.getAttribute('crossorigin');
  }
  set crossOrigin(mode) {
    put(this, 'crossorigin', mode);
  }
  /** The initial playback rate; 1 is real time, negative plays backwards. */
  get speed() {
    return limited(numberOr(this, 'speed', 1), RATE);
  }
  set speed(rate) {
    put(this, 'speed', rate);
  }
  /** A media element of the page that the player follows, as a CSS selector: `#talk` is the element with that id. A `<video>`, an `<audio>`, another player, or any element that behaves like them. The player plays, pauses and seeks with it, at its rate; with `loop` the motion repeats until that element ends. */
  get sync() {
    return text(this, 'sync');
  }
  set sync(selector) {
    put(this, 'sync', selector);
  }
  /** The second of that media element at which the motion begins, by default 0. Negative: the motion began earlier. */
  get syncOffset() {
    return numberOr(this, 'sync-offset', 0);
  }
  set syncOffset(seconds) {
    put(this, 'sync-offset', seconds);
  }
  /** The start of playback: `12.5`, `2:03`, `2m3s`, or a frame, `f120`. */
  get start() {
    return text(this, 'start');
  }
  set start(moment) {
    put(this, 'start', moment);
  }
  /** The end of playback, in the same notations. */
  get end() {
    return text(this, 'end');
  }
  set end(moment) {
    put(this, 'end', moment);
  }
  /** Frames per second, replacing the file's rate; 0: the file's. */
  get fps() {
    return limited(Math.max(0, numberOr(this, 'fps', 0)), FPS);
  }
  set fps(rate) {
    put(this, 'fps', rate);
  }
  /** The file's unit of length: `m`, `dm`, `cm`, `mm`, `in`, `cmu` (5.644 cm), or a number of metres. By default as the file says, or a guess. */
  get unit() {
    return text(this, 'unit');
  }
  set unit(name) {
    put(this, 'unit', name);
  }
  /** The axis that points up: `x`, `y`, `z`, `-x`, `-y`, `-z`. By default as the file says, or a guess. */
  get up() {
    return text(this, 'up');
  }
  set up(axis) {
    put(this, 'up', axis);
  }
  /** Whether a BVH's position channels replace a joint's offset or add to it; `auto` guesses from the motion. Likewise Acclaim's `l`: a bone's whole length, or added to it. @returns {'auto' | 'replace' | 'add'} */
  get positions() {
    return word(this, 'positions', /** @type {const} */ (['auto', 'replace', 'add']));
  }
  set positions(mode) {
    put(this, 'positions', mode);
  }
  /** Where the floor is: below the figure (at its feet, if they are recognized), or at the file's zero. @returns {'auto' | 'zero'} */
  get ground() {
    return word(this, 'ground', /** @type {const} */ (['auto', 'zero']));
  }
  set ground(at) {
    put(this, 'ground', at);
  }
  /** A chronophotograph: this many figures at moments of the clip, or of the loop range, in one picture; 0: none, 100 at most. The attribute can also list the figures’ seconds: `moments="0.2 0.55 1.1"`. */
  get moments() {
    return parseMoments(this.getAttribute('moments'))?.length ?? Math.min(MOST_MOMENTS, pixels(this, 'moments'));
  }
  set moments(figures) {
    put(this, 'moments', whole(figures));
  }
  /** How the moments are spaced: equally in time, along the figure's path, or where feet come down on the ground. @returns {'time' | 'distance' | 'contacts'} */
  get momentsSpacing() {
    return word(this, 'moments-spacing', /** @type {const} */ (['time', 'distance', 'contacts']));
  }
  set momentsSpacing(by) {
    put(this, 'moments-spacing', by);
  }
  /** How the figures show their order: from faint to full, by the colours of viridis, or not at all. @returns {'fade' | 'viridis' | 'none'} */
  get momentsTint() {
    return word(this, 'moments-tint', /** @type {const} */ (['fade', 'viridis', 'none']));
  }
  set momentsTint(by) {
    put(this, 'moments-tint', by);
  }
  /**
   * How many ghosts show where the figure was a little earlier and will be a little later, at most 12 each; null: none. The attribute has two
   * numbers, or one for both. @returns {[before: number, after: number] | null}
   */
  get ghosts() {
    const [before = 3, after = before] =
      this.getAttribute('ghosts')
        ?.match(/\d+/g)
        ?.map((count) => Math.min(12, Number(count))) ?? [];
    return this.hasAttribute('ghosts') && before + after ? [before, after] : null;
  }
  set ghosts(counts) {
    put(this, 'ghosts', counts?.join(' '));
  }
  /** The time from ghost to ghost: seconds (`0.1`), frames (`5f`), `keys` for motions whose frames have their own times, or `contacts`: where feet come down. */
  get ghostStep() {
    return text(this, 'ghost-step');
  }
  set ghostStep(step) {
    put(this, 'ghost-step', step);
  }
  /**
   * The trails of these joints, by their names in the file or in words; an empty list: of the three ends of limbs that travel farthest; null:
   * none. The attribute has commas between the names. @returns {string[] | null}
   */
  get trails() {
    return (
      this.getAttribute('trails')
        ?.split(',')
        .map((name) => name.trim())
        .filter(Boolean) ?? null
    );
  }
  set trails(joints) {
    put(this, 'trails', joints?.join(', '));
  }
  /** How many seconds of a trail are shown before and after the current moment; Infinity, `all` in the attribute: the whole trail; null: as far as the ghosts, or 0.8 seconds without any. @returns {number | null} */
  get trailWindow() {
    const seconds = text(this, 'trail-window') === 'all' ? Infinity : numberOr(this, 'trail-window', -1);
    return seconds >= 0 ? seconds : null;
  }
  set trailWindow(seconds) {
    put(this, 'trail-window', seconds === Infinity ? 'all' : seconds);
  }
  /**
   * Measures that are drawn over the picture, with semicolons between them: `distance:A,B`, `angle:A,B,C` (at B), `vertical:A,B` (from A to B against
   * the vertical) and `height:A` (over the floor), of joints by their names; null: none.
   * @returns {string | null}
   */
  get measures() {
    return this.getAttribute('measures');
  }
  set measures(which) {
    put(this, 'measures', which);
  }
  /** Own marks on the timeline, with semicolons between them: a name, `@`, and the second of an event or both seconds of a span, such as `step@1.2; turn@2-3.5`; null: none. @returns {string | null} */
  get marks() {
    return this.getAttribute('marks');
  }
  set marks(which) {
    put(this, 'marks', which);
  }
  /**
   * Lanes above the timeline of when each foot is on the ground: metres a second and metres, below which it is, such as `0.8,0.05`; empty: the
   * usual thresholds; null: no lanes.
   * @returns {string | null}
   */
  get contacts() {
    return this.getAttribute('contacts');
  }
  set contacts(thresholds) {
    put(this, 'contacts', thresholds);
  }
  /**
   * Curves above the timeline: names of joints, each with a colon and what is shown of it, such as `RightHand:y LeftLeg:angle`; a word alone is
   * about the joint that is selected; empty: its rotation; null: none.
   * @returns {string | null}
   */
  get curves() {
    return this.getAttribute('curves');
  }
  set curves(which) {
    put(this, 'curves', which);
  }
  /** The initial camera: `front`, `back`, `left`, `right`, `top`, `home`, or `yaw,pitch,distance,x,y,z` in degrees and metres, as `cameraState` gives it; optionally with `,ortho` or `,perspective`, which also stand alone. `view:` and a name select one of the file's own cameras. */
  get camera() {
    return text(this, 'camera');
  }
  set camera(view) {
    put(this, 'camera', view);
  }
  /** Whether the camera follows the figure; `auto`: if the figure travels far. @returns {'auto' | 'on' | 'off'} */
  get follow() {
    const mode = this.getAttribute('follow');
    return mode === null || mode === 'auto' ? 'auto' : mode === 'off' ? 'off' : 'on';
  }
  set follow(mode) {
    put(this, 'follow', mode);
  }
  /** The figure stays over one spot. */
  get inPlace() {
    return this.hasAttribute('in-place');
  }
  set inPlace(on) {
    this.toggleAttribute('in-place', Boolean(on));
  }
  /** The pose between two frames: interpolated (`linear`), or that of the nearer frame. @returns {'linear' | 'nearest'} */
  get interpolation() {
    return word(this, 'interpolation', /** @type {const} */ (['linear', 'nearest']));
  }
  set interpolation(mode) {
    put(this, 'interpolation', mode);
  }
  /** `dark` by default; `auto` follows the colour scheme of the page. @returns {'dark' | 'light' | 'auto'} */
  get theme() {
    return word(this, 'theme', /** @type {const} */ (['dark', 'light', 'auto']));
  }
  set theme(name) {
    put(this, 'theme', name);
  }
  /** The page shows through behind the figure. */
  get transparent() {
    return this.hasAttribute('transparent');
  }
  set transparent(on) {
    this.toggleAttribute('transparent', Boolean(on));
  }
  /** Distinguishes left and right without colour. */
  get patterns() {
    return this.hasAttribute('patterns');
  }
  set patterns(on) {
    this.toggleAttribute('patterns', Boolean(on));
  }
  /** Disables the keys. */
  get nohotkeys() {
    return this.hasAttribute('nohotkeys');
  }
  set nohotkeys(on) {
    this.toggleAttribute('nohotkeys', Boolean(on));
  }
  /** The page that shared links open, such as the `index.html` of `dist/`; without it there is no share button. */
  get share() {
    return text(this, 'share');
  }
  set share(url) {
    put(this, 'share', url);
  }
  /** The best renderer to use: each falls back to the next if it does not work. `none` draws nothing, for the details alone. @returns {'auto' | 'webgpu' | 'webgl' | 'canvas' | 'none'} */
  get renderer() {
    return word(this, 'renderer', /** @type {const} */ (['auto', 'webgpu', 'webgl', 'canvas', 'none']));
  }
  set renderer(rung) {
    put(this, 'renderer', rung);
  }
  /** `all`: the wheel zooms and swipes turn the camera even though the page then cannot scroll, for a page that contains only the player. @returns {'' | 'all'} */
  get gestures() {
    return word(this, 'gestures', /** @type {const} */ (['', 'all']));
  }
  set gestures(which) {
    put(this, 'gestures', which);
  }
}
