/** The attributes of a player as properties of the same names: what one says, the other says. */

// Imported by a server, there is no DOM: the class is then only a name.
const Base = globalThis.HTMLElement ?? /** @type {typeof HTMLElement} */ (/** @type {unknown} */ (class {}));

/**
 * @param {string | null} text
 * @param {number} otherwise
 */
const numberOr = (text, otherwise) => (text !== null && text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : otherwise);

/** @param {HTMLElement} element @param {string} name @param {unknown} value null and undefined take it away */
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
  try { return new URL(value, document.baseURI).href; } catch { return value; }
};

/**
 * One of some words; the first of them where the attribute says anything else.
 * @template {string} T
 * @param {HTMLElement} element
 * @param {string} name
 * @param {readonly T[]} words
 * @returns {T}
 */
const word = (element, name, words) => words.find((each) => each === element.getAttribute(name)?.toLowerCase()) ?? words[0];

/** As HTML reads a whole number that is not negative; 0 where there is none. @param {HTMLElement} element @param {string} name */
const pixels = (element, name) => whole(/^[\t\n\f\r ]*\+?(\d+)/.exec(text(element, name))?.[1]);

/** @param {unknown} value */
const whole = (value) => (Number(value) < 2 ** 31 ? Math.max(0, Math.trunc(Number(value))) : 0);

export class ReflectedElement extends Base {
  /** Where the clip is. Setting it loads. */
  get src() { return address(this, 'src'); }
  set src(url) { put(this, 'src', url); }
  /** Where the skeleton of a motion is that has none of its own. */
  get skeleton() { return address(this, 'skeleton'); }
  set skeleton(url) { put(this, 'skeleton', url); }
  /** Where the skin of a skeleton is. */
  get skin() { return address(this, 'skin'); }
  set skin(url) { put(this, 'skin', url); }
  /** The box in CSS pixels, as of a video. The page's style has the last word. */
  get width() { return pixels(this, 'width'); }
  set width(width) { put(this, 'width', whole(width)); }
  /** Its height, alike. */
  get height() { return pixels(this, 'height'); }
  set height(height) { put(this, 'height', whole(height)); }
  /** A picture for the time before the clip's first one. */
  get poster() { return address(this, 'poster'); }
  set poster(url) { put(this, 'poster', url); }
  /** What the stage shows, in words, for those who do not see it. */
  get alt() { return text(this, 'alt'); }
  set alt(words) { put(this, 'alt', words); }
  /** Plays as soon as there is something to play. */
  get autoplay() { return this.hasAttribute('autoplay'); }
  set autoplay(on) { this.toggleAttribute('autoplay', Boolean(on)); }
  /** Shows the control bar and listens to keys. */
  get controls() { return this.hasAttribute('controls'); }
  set controls(on) { this.toggleAttribute('controls', Boolean(on)); }
  /** Begins again at the end. */
  get loop() { return this.hasAttribute('loop'); }
  set loop(on) { this.toggleAttribute('loop', Boolean(on)); }
  /** How a loop goes: anew (`forward`), from the end to the start, or there and back. A negative rate turns each of them round; no loop ends. @returns {'forward' | 'reverse' | 'pingpong'} */
  get loopMode() { return word(this, 'loop-mode', /** @type {const} */ (['forward', 'reverse', 'pingpong'])); }
  set loopMode(mode) { put(this, 'loop-mode', mode); }
  /** Whether a clip below the fold waits until somebody comes near it: `lazy`, unless told otherwise. @returns {'lazy' | 'eager'} */
  get loading() { return word(this, 'loading', /** @type {const} */ (['lazy', 'eager'])); }
  set loading(when) { put(this, 'loading', when); }
  /** `none` reads the clip only when it is to be played. @returns {'auto' | 'metadata' | 'none'} */
  get preload() { return word(this, 'preload', /** @type {const} */ (['auto', 'metadata', 'none'])); }
  set preload(how) { put(this, 'preload', how); }
  /** How the page's files are asked for from another origin, as of HTML's media elements: `use-credentials` sends cookies. @returns {string | null} */
  get crossOrigin() { return this.getAttribute('crossorigin'); }
  set crossOrigin(mode) { put(this, 'crossorigin', mode); }
  /** The rate at which clips begin to play; 1 is real time, negative is backwards. */
  get speed() { return numberOr(this.getAttribute('speed'), 1); }
  set speed(rate) { put(this, 'speed', rate); }
  /** A media element of the page that the player follows, as a CSS selector: `#talk` is the element with that id. A `<video>`, an `<audio>`, another player, or any element that behaves like them. The player plays, pauses and goes where it goes, at its speed; with `loop` the motion goes round until it ends. */
  get sync() { return text(this, 'sync'); }
  set sync(selector) { put(this, 'sync', selector); }
  /** The second of that media element at which the motion begins, 0 unless told. Negative: the motion began earlier. */
  get syncOffset() { return numberOr(this.getAttribute('sync-offset'), 0); }
  set syncOffset(seconds) { put(this, 'sync-offset', seconds); }
  /** The first moment that is played: `12.5`, `2:03`, `2m3s`, or a frame, `f120`. */
  get start() { return text(this, 'start'); }
  set start(moment) { put(this, 'start', moment); }
  /** The last moment that is played, written alike. */
  get end() { return text(this, 'end'); }
  set end(moment) { put(this, 'end', moment); }
  /** Frames a second in place of the file's; 0: the file's. */
  get fps() { return Math.max(0, numberOr(this.getAttribute('fps'), 0)); }
  set fps(rate) { put(this, 'fps', rate); }
  /** What one unit of length of the file is: `m`, `dm`, `cm`, `mm`, `in`, `cmu` (5.644 cm), or metres. Without it: as the file says, or a guess. */
  get unit() { return text(this, 'unit'); }
  set unit(name) { put(this, 'unit', name); }
  /** The axis that points up: `x`, `y`, `z`, `-x`, `-y`, `-z`. Without it: as the file says, or a guess. */
  get up() { return text(this, 'up'); }
  set up(axis) { put(this, 'up', axis); }
  /** How position channels of a BVH are meant: they replace a joint's offset or add to it; `auto` tells it from the motion. The same for Acclaim's `l`: a bone's whole length, or added to it. @returns {'auto' | 'replace' | 'add'} */
  get positions() { return word(this, 'positions', /** @type {const} */ (['auto', 'replace', 'add'])); }
  set positions(mode) { put(this, 'positions', mode); }
  /** Where the floor is: below the figure (where its feet stand, as far as that is seen), or at the file's zero. @returns {'auto' | 'zero'} */
  get ground() { return word(this, 'ground', /** @type {const} */ (['auto', 'zero'])); }
  set ground(at) { put(this, 'ground', at); }
  /** Where a clip is first seen from: `front`, `back`, `left`, `right`, `top`, `home`, or `yaw,pitch,distance,x,y,z` in degrees and metres, as `cameraState` gives it. `,ortho` or `,perspective` behind it, or alone. `view:` and the name of one of the cameras that the file has looks through that. */
  get camera() { return text(this, 'camera'); }
  set camera(view) { put(this, 'camera', view); }
  /** The camera goes where the figure goes; `auto`: where the figure goes far. @returns {'auto' | 'on' | 'off'} */
  get follow() {
    const mode = this.getAttribute('follow');
    return mode === null || mode === 'auto' ? 'auto' : mode === 'off' ? 'off' : 'on';
  }
  set follow(mode) { put(this, 'follow', mode); }
  /** The figure stays over one spot. */
  get inPlace() { return this.hasAttribute('in-place'); }
  set inPlace(on) { this.toggleAttribute('in-place', Boolean(on)); }
  /** What is between two frames: the way from one to the other (`linear`), or the nearer one. @returns {'linear' | 'nearest'} */
  get interpolation() { return word(this, 'interpolation', /** @type {const} */ (['linear', 'nearest'])); }
  set interpolation(mode) { put(this, 'interpolation', mode); }
  /** `dark` unless told otherwise; `auto` follows the colour scheme of the page. @returns {'dark' | 'light' | 'auto'} */
  get theme() { return word(this, 'theme', /** @type {const} */ (['dark', 'light', 'auto'])); }
  set theme(name) { put(this, 'theme', name); }
  /** The page shows through behind the figure. */
  get transparent() { return this.hasAttribute('transparent'); }
  set transparent(on) { this.toggleAttribute('transparent', Boolean(on)); }
  /** Left and right are told apart without colour. */
  get patterns() { return this.hasAttribute('patterns'); }
  set patterns(on) { this.toggleAttribute('patterns', Boolean(on)); }
  /** Keys do nothing. */
  get nohotkeys() { return this.hasAttribute('nohotkeys'); }
  set nohotkeys(on) { this.toggleAttribute('nohotkeys', Boolean(on)); }
  /** The page that a shared link opens, such as the `index.html` of `dist/`; without it there is no share button. */
  get share() { return text(this, 'share'); }
  set share(url) { put(this, 'share', url); }
  /** What draws, at best: each steps down to the next where it does not work. `none` is for the details alone. @returns {'auto' | 'webgpu' | 'webgl' | 'canvas' | 'none'} */
  get renderer() { return word(this, 'renderer', /** @type {const} */ (['auto', 'webgpu', 'webgl', 'canvas', 'none'])); }
  set renderer(rung) { put(this, 'renderer', rung); }
  /** `all`: the wheel zooms and swipes turn the camera even where that keeps the page from scrolling, for a page that is nothing but the player. @returns {'' | 'all'} */
  get gestures() { return word(this, 'gestures', /** @type {const} */ (['', 'all'])); }
  set gestures(which) { put(this, 'gestures', which); }
}

/** Attributes that are about one clip. What a link or a panel sets of them, and of loop and speed, goes with that clip. */
export class Lent {
  /** What the author had there, and what was set in its place. @type {Map<string, { before: string | null, now: string | null }>} */
  #lent = new Map();

  /** @param {HTMLElement} element */
  constructor(element) {
    this.element = element;
  }

  /** Sets an attribute for as long as this clip is shown. @param {string} name @param {string | null} value null takes it away */
  lend(name, value) {
    const before = this.#lent.has(name) ? /** @type {{ before: string | null }} */ (this.#lent.get(name)).before : this.element.getAttribute(name);
    this.#lent.set(name, { before, now: value });
    if (this.element.getAttribute(name) !== value) put(this.element, name, value);
  }

  /** The clip goes: what nobody has set meanwhile is again as the author had it. */
  restore() {
    for (const [name, { before, now }] of this.#lent) if (this.element.getAttribute(name) === now && before !== now) put(this.element, name, before);
    this.#lent.clear();
  }
}
