/** A player on a page, as a test handles it. */
import assert from 'node:assert/strict';
import { figureIn, readPng } from './pixels.mjs';
import { framesLater, until } from './browser.mjs';
import { withTools } from './devtools.mjs';
import { look } from './seldom.mjs';

/** @typedef {import('../../../www/player/element/element.js').MareyPlayer} MareyPlayer */
/** @typedef {import('./pixels.mjs').Box} Box CSS pixels */
/** @typedef {{ name: string, text: string, changed?: number }} Sheet a file: its text, or bytes spelled as Latin-1; changed: its modification time */

/** Hides everything over the stage but keeps the layout and the focus. */
const BARE =
  '.root > :not(.stage, .side-by-side, .probe), .stage :not(.canvas, .canvas *) { opacity: 0 !important; transition: none !important; animation: none !important } .stage { outline: none !important }';

export class Player {
  /** @param {Page} page @param {string} [selector] */
  constructor(page, selector = 'marey-player') {
    this.page = page;
    this.selector = selector;
    this.root = page.locator(selector).first();
  }

  /**
   * Runs a function in the page, with the element. It asks the page itself, which costs a fifth of what a locator does; the locator waits
   * for an element that is not there yet.
   * @template R, A @param {(element: MareyPlayer, arg: A) => R} run @param {A} [arg] @returns {Promise<Awaited<R>>}
   */
  async run(run, arg) {
    const text = `async (arg) => {
      const element = document.querySelector(${JSON.stringify(this.selector)});
      return element && { value: await (${run})(element, arg) };
    }`;
    // Playwright sends a function as its text.
    const asks = Object.assign(() => {}, { toString: () => text });
    const answer = await this.page.evaluate(/** @type {any} */ (asks), arg);
    return answer ? answer.value : /** @type {any} */ (this.root).evaluate(run, arg);
  }

  /** In the shadow tree or the light one. @param {string} selector */
  find(selector) {
    return this.page.locator(`${this.selector} ${selector}`);
  }

  /** @param {string | RegExp} name */
  button(name) {
    return this.root.getByRole('button', { name, exact: true });
  }

  state() {
    return this.run((element) => ({
      // While a page loads, the element is not defined yet.
      name: element.clips?.[0]?.name ?? '',
      paused: element.paused,
      ended: element.ended,
      time: element.currentTime,
      duration: element.duration,
      frame: element.currentFrame,
      frames: element.frameCount,
      rate: element.playbackRate,
      loop: element.loop,
      range: element.loopRange,
      ready: element.readyState,
      camera: element.cameraState,
      draws: element.drawCount,
      rung: element.currentRenderer,
      // Canvas 2D draws until a GPU is ready, or back.
      interim: Boolean(element.shadowRoot?.querySelector('.canvas canvas[data-interim]')),
      // The last picture of the previous renderer covers the next one for a moment.
      canvases: element.shadowRoot?.querySelectorAll('.canvas canvas').length,
      error: element.error && element.error.message,
    }));
  }

  drawnWith() {
    return this.run((element) => element.currentRenderer);
  }

  /** Waits until the whole clip is on the stage, drawn by the renderer that is to draw it. @param {string} [name] */
  async loaded(name) {
    let state = await this.state();
    await until(`${name || 'a clip'} is loaded`, async () => {
      state = await this.state();
      const { ready, draws, rung, interim, canvases, name: shown, error } = state;
      if (error && !name) throw new Error(`not loaded: ${error}`);
      return ready === 4 && draws > 0 && rung !== 'none' && !interim && canvases === 1 && (!name || shown === name);
    }).catch((error) => {
      throw new Error(`${error.message}: ${JSON.stringify(state)}`);
    });
    return state;
  }

  async plays() {
    const before = await this.state();
    await until('it plays', async () => {
      const { paused, time, draws } = await this.state();
      return !paused && time !== before.time && draws > before.draws + 1;
    });
  }

  async start() {
    await this.run((element) => element.play());
    await this.plays();
  }

  /** Loads another address and waits for its clip. @param {string} src */
  async shows(src) {
    await this.run((element, address) => {
      element.src = address;
    }, src);
    return this.loaded(src.replace(/^.*\/|\..*$/g, ''));
  }

  /** Waits until a renderer draws and a figure is visible. @param {string} rung */
  isDrawnBy(rung) {
    return until(`${rung} draws`, async () => (await this.drawnWith()) === rung && (await this.figure()).pixels > 100);
  }

  /** Switches the renderer and waits for its figure. @param {'webgpu' | 'webgl' | 'canvas'} rung */
  async drawBy(rung) {
    await this.run((element, wish) => {
      element.renderer = wish;
    }, rung);
    await this.isDrawnBy(rung);
  }

  /** Waits until nothing has to be drawn any more. Only a paused player gets there. */
  async settle() {
    let draws = -1;
    await until('the picture settles', async () => {
      const now = await this.run((element) => ({
        draws: element.drawCount,
        pending: /** @type {any} */ (globalThis).animationFrames.pending,
        fading:
          element.currentRenderer !== 'none' && element.shadowRoot && element.shadowRoot.querySelectorAll('.canvas canvas').length > 1,
      }));
      const still = now.pending === 0 && now.draws === draws && !now.fading;
      draws = now.draws;
      return still;
    });
    // The last picture was drawn; two frames later it is on the screen.
    await framesLater(this.page, 2);
  }

  /** Pauses at a moment. @param {number} seconds */
  async holdAt(seconds) {
    await this.run((element, time) => {
      element.pause();
      element.currentTime = time;
    }, seconds);
    await this.settle();
  }

  /** The bare stage, one pixel per CSS pixel. */
  async picture() {
    const seen = await this.run(async (element, css) => {
      // A stage that was drawn while it was empty draws a new clip at the next frame.
      await /** @type {any} */ (globalThis).animationFrames?.later(1);
      const bare = new CSSStyleSheet();
      bare.replaceSync(css);
      const root = /** @type {ShadowRoot} */ (element.shadowRoot);
      root.adoptedStyleSheets = [...root.adoptedStyleSheets, bare];
      Object.assign(globalThis, { bare });
      const { left, top, right, bottom } = element.getBoundingClientRect();
      const whole = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight && visualViewport?.scale === 1;
      return { left, top, right, bottom, plain: whole && devicePixelRatio === 1, scrolled: [scrollX, scrollY] };
    }, BARE);
    await look(this.page);
    try {
      return readPng(
        seen.plain && 'context' in this.page
          ? await this.#capture(seen)
          : // Scrolls to the player. Playwright hides the caret by an inline style, which the policy forbids.
            await this.root.screenshot({ caret: 'initial', scale: 'css' }),
      );
    } finally {
      await this.run((element) => {
        const root = /** @type {ShadowRoot} */ (element.shadowRoot);
        root.adoptedStyleSheets = root.adoptedStyleSheets.filter((sheet) => sheet !== /** @type {any} */ (globalThis).bare);
      });
    }
  }

  /** The same pixels as Playwright's, which compresses them for five times as long. @param {Box & { scrolled: number[] }} box */
  async #capture({ left, top, right, bottom, scrolled: [acrossPage, downPage] }) {
    // Whole pixels; a box that is off by rounding errors gets no more of them.
    const [x, y] = [left, top].map((edge) => Math.floor(edge + 1e-3));
    const [width, height] = [Math.ceil(right - 1e-3) - x, Math.ceil(bottom - 1e-3) - y];
    const clip = { x: x + acrossPage, y: y + downPage, width, height, scale: 1 };
    const { data } = await withTools(this.page, (tools) =>
      tools.send('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true, clip }),
    );
    return Buffer.from(data, 'base64');
  }

  async figure() {
    return figureIn(await this.picture());
  }

  /** The room for the figure: above the bar, in CSS pixels of the element. */
  free() {
    return this.run((element) => {
      const root = /** @type {ShadowRoot} */ (element.shadowRoot);
      const whole = element.getBoundingClientRect();
      const bar = root.querySelector('.bar')?.getBoundingClientRect();
      return { left: 0, top: 0, right: whole.width, bottom: bar?.height ? bar.top - whole.top : whole.height };
    });
  }

  /** Fails unless the figure is large enough and the controls cover none of it. */
  async isFramed() {
    const figure = await this.figure();
    const free = await this.free();
    const dump = JSON.stringify({ figure, free });
    assert.ok(figure.pixels > 100, `a figure is visible: ${dump}`);
    assert.ok(
      figure.box.left > free.left && figure.box.right < free.right - 1 && figure.box.top > free.top && figure.box.bottom < free.bottom,
      `it is whole, and above the bar: ${dump}`,
    );
    const fills = Math.max(figure.height / free.bottom, figure.width / free.right);
    assert.ok(fills > 0.25, `it is large enough: ${dump}`);
    return figure;
  }

  /** Drops files on the stage, as a DataTransfer made in the page. @param {Sheet[]} sheets */
  async drop(...sheets) {
    await this.run((element, files) => {
      const data = new DataTransfer();
      for (const { name, text, changed } of files)
        data.items.add(new File([Uint8Array.from(text, (letter) => letter.charCodeAt(0))], name, { lastModified: changed }));
      const target = /** @type {Element} */ (element.shadowRoot?.querySelector('.stage'));
      for (const type of ['dragenter', 'dragover', 'drop']) {
        target.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true, composed: true }));
      }
    }, sheets);
  }

  /** Drops files and waits for this clip of them. @param {string} name @param {Sheet[]} sheets */
  async opens(name, ...sheets) {
    await this.drop(...sheets);
    return this.loaded(name);
  }

  /** Pastes text on the page. @param {string} text */
  async paste(text) {
    await this.page.evaluate((pasted) => {
      const data = new DataTransfer();
      data.setData('text/plain', pasted);
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    }, text);
  }

  /** What the page offers, as text: the samples on its welcome; in its list the clips other than samples, and the skeletons that head some. */
  list() {
    return this.run((element) =>
      [...element.querySelectorAll('.welcome .samples li:not(.own), .library .head .heads, .library .row:not([data-kind="samples"])')]
        .filter((line) => line.checkVisibility())
        .map((line) =>
          [...line.querySelectorAll('bdi')]
            .filter((text) => getComputedStyle(text).display !== 'none')
            .map((text) => text.textContent?.trim())
            .filter(Boolean)
            .join(' '),
        ),
    );
  }

  /** Drops files on the disk, as the browser itself does it. @param {string[]} paths */
  async dropFromDisk(...paths) {
    const box = await this.root.boundingBox();
    assert.ok(box);
    const at = { x: box.x + box.width / 2, y: box.y + box.height / 3, data: { items: [], files: paths, dragOperationsMask: 1 } };
    await withTools(this.page, async (tools) => {
      for (const type of /** @type {const} */ (['dragEnter', 'dragOver', 'drop']))
        await tools.send('Input.dispatchDragEvent', { type, ...at });
    });
  }

  /** Records these events from now on, and no others. @param {string[]} types */
  record(...types) {
    return this.run((element, names) => {
      const scope = /** @type {any} */ (globalThis);
      scope.recorder?.abort();
      scope.recorder = new AbortController();
      scope.recorded = [];
      for (const name of names) element.addEventListener(name, () => scope.recorded.push(name), { signal: scope.recorder.signal });
    }, types);
  }

  /** @returns {Promise<string[]>} */
  events() {
    return this.page.evaluate(() => /** @type {any} */ (globalThis).recorded);
  }

  /** Presses keys one by one, wherever the focus is. @param {string[]} keys */
  async press(...keys) {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  async focus() {
    await this.find('.stage').focus();
  }

  /** Presses keys one by one on the stage. @param {string[]} keys */
  async hotkey(...keys) {
    await this.focus();
    await this.press(...keys);
  }

  /** Opens the details by their key: a narrow player has no button for them. */
  async details() {
    await this.hotkey('i');
  }

  /** Presses keys that lead to this second. @param {number} seconds @param {string[]} keys */
  async isAt(seconds, ...keys) {
    await this.press(...keys);
    const { time } = await this.state();
    assert.ok(Math.abs(time - seconds) < 1e-3, `at ${time}, not at ${seconds}`);
  }

  /** What the open details say about the renderer, unfolded. */
  drawing() {
    return this.find('.rung').evaluate((each) => {
      const fold = /** @type {HTMLDetailsElement} */ (each);
      fold.open = true;
      return fold.innerText;
    });
  }

  /** Presses keys that lead to this frame. @param {number} frame @param {string[]} keys */
  async showsFrame(frame, ...keys) {
    await this.press(...keys);
    assert.equal((await this.state()).frame, frame);
  }

  async isPaused() {
    await until('it pauses', async () => (await this.state()).paused);
  }

  /** The text of an element as soon as it is visible. @param {string} selector */
  async text(selector) {
    await this.find(selector).waitFor();
    return this.find(selector).innerText();
  }

  /** Loads a document that shows this clip, even where only the fragment differs. @param {string} url @param {string} [name] */
  async visits(url, name) {
    await this.page.goto('about:blank');
    await this.page.goto(url);
    return this.loaded(name);
  }

  /** The box of an element on the page. @param {string} selector */
  async box(selector) {
    const box = await this.find(selector).boundingBox();
    assert.ok(box, `${selector} is there`);
    return box;
  }

  async closesPanel() {
    const panel = this.find('.panel');
    if (await panel.count()) await panel.getByRole('button', { name: 'Close' }).click();
    await panel.waitFor({ state: 'detached' });
  }

  /** A point of the stage off the figure, and one on it. */
  async stageCentre() {
    const box = await this.root.boundingBox();
    const free = await this.free();
    assert.ok(box);
    return { x: box.x + free.right / 2, y: box.y + free.bottom / 2 };
  }
}

/** Fails if anything is drawn or a frame requested within seventy frames without input. @param {Page} page @param {Player} player */
export async function stillness(page, player) {
  const read = () => player.run((element) => ({ .../** @type {any} */ (globalThis).animationFrames, draws: element.drawCount }));
  const before = await read();
  await framesLater(page, 70);
  const after = await read();
  return { frames: after.called - before.called, requests: after.requests - before.requests, draws: after.draws - before.draws };
}
