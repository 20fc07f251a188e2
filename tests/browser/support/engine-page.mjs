/** A page in any engine, with as much of Playwright's interface as our tests use, so that `Player` works on it. */
import { PNG } from 'pngjs';
import { until } from './browser.mjs';
import { Player } from './player.mjs';

/** @typedef {import('./webdriver.mjs').Driver} Driver */

/** Named keys in WebDriver's encoding (section 17.4.2). @type {Record<string, string>} */
const KEYS = {
  Space: ' ',
  Enter: '\uE007',
  Escape: '\uE00C',
  Shift: '\uE008',
  Control: '\uE009',
  Alt: '\uE00A',
  Tab: '\uE004',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
  End: '\uE010',
  Home: '\uE011',
};

export class EnginePage {
  #driver;
  keyboard = {
    /** @param {string} keys one key, with its modifiers before it: `Shift+ArrowLeft` */
    press: (keys) => this.#press(keys),
  };
  mouse = {
    /** @param {number} x @param {number} y CSS pixels */
    click: (x, y) => this.#point(x, y, true),
    /** @param {number} x @param {number} y */
    move: (x, y) => this.#point(x, y, false),
  };

  /** @param {Driver} driver */
  constructor(driver) {
    this.#driver = driver;
  }

  /** Loads a document, even where only the fragment differs. @param {string} url */
  async goto(url) {
    await this.#driver.send('navigate', { url: 'about:blank' });
    await this.#driver.send('navigate', { url });
  }

  /** The inner size. @param {number} width @param {number} height CSS pixels */
  async size(width, height) {
    const measure = () => this.evaluate(() => [outerWidth - innerWidth, outerHeight - innerHeight, innerWidth, innerHeight]);
    // The page may hear of the new size only after the driver's answer, but what surrounds it has the same size before and after.
    const [aside, above] = await measure();
    await this.#driver.send('rect', { width: width + aside, height: height + above });
    await until(`the page is ${width} by ${height}`, async () => `${(await measure()).slice(2)}` === `${[width, height]}`);
  }

  /** Runs a function in the page, with an argument. @template R, A @param {(arg: A) => R} run @param {A} [arg] @returns {Promise<Awaited<R>>} */
  async evaluate(run, arg) {
    // Firefox runs this beside the page's own global object, not in it.
    const script = `const done = arguments[arguments.length - 1];
      const fail = (error) => done({ error: String(error && error.message || error) + '\\n' + String(error && error.stack || '') });
      const run = ((globalThis) => ${run})(window);
      try { Promise.resolve(run(arguments[0])).then((value) => done({ value: value === undefined ? null : value }), fail); } catch (error) { fail(error); }`;
    const { value, error } = await this.#driver.send('script', { script, args: [arg ?? null] });
    if (error) throw new Error(`in the page: ${error}`);
    return value;
  }

  /** @param {string} selector in the document @returns {EngineLocator} */
  locator(selector) {
    return new EngineLocator(this, selector);
  }

  /** The viewport as PNG. Some engines return the frame on the screen: the last change has to reach it first. */
  async screenshot() {
    await this.evaluate(
      () =>
        new Promise((resolve) => {
          requestAnimationFrame(() => requestAnimationFrame(resolve));
        }),
    );
    return Buffer.from(await this.#driver.send('screenshot'), 'base64');
  }

  /** @param {string} keys */
  async #press(keys) {
    const names = keys === '+' ? ['+'] : keys.split('+');
    const values = names.map((name) => KEYS[name] ?? name);
    const down = values.map((value) => ({ type: 'keyDown', value }));
    const up = [...values].reverse().map((value) => ({ type: 'keyUp', value }));
    await this.#driver.send('actions', { actions: [{ type: 'key', id: 'keyboard', actions: [...down, ...up] }] });
  }

  /** @param {number} x @param {number} y @param {boolean} click */
  async #point(x, y, click) {
    const press = click
      ? [
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ]
      : [];
    await this.#driver.send('actions', {
      actions: [
        {
          type: 'pointer',
          id: 'mouse',
          parameters: { pointerType: 'mouse' },
          actions: [{ type: 'pointerMove', duration: 0, origin: 'viewport', x: Math.round(x), y: Math.round(y) }, ...press],
        },
      ],
    });
  }
}

/** The first match of a selector, visible ones first: in the document, or in a player's shadow tree and its own children. */
export class EngineLocator {
  /** @param {EnginePage} page @param {string} selector @param {{ within?: string, name?: string }} [options] within: the player; name: a button's accessible name */
  constructor(page, selector, { within, name } = {}) {
    this.page = page;
    this.query = { selector, within, name };
  }

  first() {
    return this;
  }

  /** @template R, A @param {(element: any, arg: A) => R} run @param {A} [arg] @returns {Promise<Awaited<R>>} */
  evaluate(run, arg) {
    return this.#run('(element, arg) => { if (!element) throw new Error("no element matches"); return RUN(element, arg); }', run, arg);
  }

  /** @param {string} frame @param {Function} run @param {unknown} arg @returns {Promise<any>} */
  #run(frame, run, arg) {
    const text = `({ query: { selector, within, name }, arg }) => {
      const host = within && document.querySelector(within);
      const roots = within ? host ? [host.shadowRoot, host] : [] : [document];
      const all = roots.flatMap((root) => root ? [...root.querySelectorAll(selector)] : []);
      const called = all.filter((each) => name === null || (each.getAttribute('aria-label') || each.textContent).trim() === name);
      const element = called.find((each) => each.checkVisibility({ visibilityProperty: true })) ?? called[0];
      return (${frame.replace('RUN', () => `(${run})`)})(element, arg);
    }`;
    const { selector, within = null, name = null } = this.query;
    return this.page.evaluate(/** @type {any} */ ({ toString: () => text }), { query: { selector, within, name }, arg: arg ?? null });
  }

  /** Whether it exists and is visible. @returns {Promise<boolean>} */
  isVisible() {
    return this.#run(
      '(element) => RUN(element)',
      (/** @type {Element | undefined} */ element) => Boolean(element?.checkVisibility({ visibilityProperty: true })),
      null,
    );
  }

  /** @param {{ state?: 'visible' | 'hidden' }} [options] */
  waitFor({ state = 'visible' } = {}) {
    return until(`${JSON.stringify(this.query)} is ${state}`, async () => (await this.isVisible()) === (state === 'visible'));
  }

  async innerText() {
    await this.waitFor();
    return this.evaluate((element) => element.innerText);
  }

  /** @param {string} name @returns {Promise<string | null>} */
  getAttribute(name) {
    return this.evaluate((element, which) => element.getAttribute(which), name);
  }

  focus() {
    return this.evaluate((element) => element.focus());
  }

  boundingBox() {
    return this.evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return { x, y, width, height };
    });
  }

  async screenshot() {
    const { x, y, width, height } = await this.boundingBox();
    const whole = PNG.sync.read(await this.page.screenshot());
    const part = new PNG({
      width: Math.min(Math.round(width), whole.width - Math.round(x)),
      height: Math.min(Math.round(height), whole.height - Math.round(y)),
    });
    PNG.bitblt(whole, part, Math.round(x), Math.round(y), part.width, part.height, 0, 0);
    return PNG.sync.write(part);
  }

  /** Clicks with the mouse once nothing moves or lies over it. */
  async click() {
    await this.waitFor();
    let last = '';
    const at = await until(`${JSON.stringify(this.query)} can be clicked`, async () => {
      const place = await this.evaluate((element) => {
        element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
        const box = element.getBoundingClientRect();
        const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
        let hit = document.elementFromPoint(x, y);
        while (hit?.shadowRoot && hit.shadowRoot.elementFromPoint(x, y) && hit.shadowRoot.elementFromPoint(x, y) !== hit)
          hit = hit.shadowRoot.elementFromPoint(x, y);
        return { x, y, hit: hit !== null && (element === hit || element.contains(hit)) };
      });
      const still = JSON.stringify(place) === last;
      last = JSON.stringify(place);
      return still && place.hit && place;
    });
    await this.page.mouse.click(at.x, at.y);
  }
}

export class EnginePlayer extends Player {
  /** @param {EnginePage} page @param {string} [selector] */
  constructor(page, selector = 'marey-player') {
    super(/** @type {any} */ (page), selector);
    this.engine = page;
  }

  /** @template R, A @param {(element: import('./player.mjs').MareyPlayer, arg: A) => R} run @param {A} [arg] @returns {Promise<Awaited<R>>} */
  async run(run, arg) {
    return /** @type {any} */ (this.root).evaluate(run, arg);
  }

  /** @param {string} selector @returns {any} */
  find(selector) {
    return new EngineLocator(this.engine, selector, { within: this.selector });
  }

  /** @param {any} name @returns {any} */
  button(name) {
    return new EngineLocator(this.engine, 'button', { within: this.selector, name });
  }
}
