/**
 * The script of the page that `marey gallery --browser` and `marey film --player` show to a browser: it asks that program for clips, one after
 * the other, draws each with the player, and sends pictures and films back.
 */

/**
 * A clip to draw.
 * @typedef {object} Order
 * @property {number} clip
 * @property {string[]} files the names of its files, that of the motion first
 * @property {number} moment seconds
 * @property {Record<string, string | null>} attributes of the player; null removes one
 * @property {number} width CSS pixels
 * @property {number} height
 * @property {number} seconds without a sign of life after which the clip is given up
 * @property {(import('../types.d.ts').PictureOptions & { name: string })[]} pictures
 * @property {import('../types.d.ts').FilmOptions & { name: string }} [film]
 */
/** @typedef {import('../player/element/element.js').MareyPlayer} MareyPlayer */

/** WebGL draws on every machine, also without a GPU. */
const RENDERER = 'webgl';
/** Canvas 2D draws the first picture; the renderer that is wanted may come so much later. */
const RENDERER_MS = 15_000;
/** The program hears so often how much of a film is done. */
const PROGRESS_MS = 1000;

/** @param {string} path @param {BodyInit} [body] */
async function post(path, body = '') {
  const answer = await fetch(path, { method: 'POST', body });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer;
}

/** @param {MareyPlayer} player @param {string[]} types of events, any of which is waited for @returns {Promise<Event>} */
const next = (player, ...types) =>
  new Promise((resolve) => {
    const seen = new AbortController();
    for (const type of types)
      player.addEventListener(
        type,
        (event) => {
          seen.abort();
          resolve(event);
        },
        { signal: seen.signal },
      );
  });

/** @param {number} ms */
const after = (ms) =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/** @param {string[]} names */
const filesOf = (names) =>
  Promise.all(
    names.map(async (name, index) => {
      const answer = await fetch(`file/${index}`);
      if (!answer.ok) throw new Error(`${name} cannot be read`);
      return new File([await answer.blob()], name);
    }),
  );

let rendererIsKnown = false;

/** Waits for the renderer that is to draw. @param {MareyPlayer} player */
async function rendererOf(player) {
  rendererIsKnown = true;
  const late = after(RENDERER_MS);
  let isLate = false;
  late.then(() => {
    isLate = true;
  });
  while (player.currentRenderer !== RENDERER && !isLate) await Promise.race([next(player, 'rendererchange'), late]);
  await post('renderer', player.currentRenderer);
}

/** @param {MareyPlayer} player @param {Order} order @param {() => void} alive called at each sign of life */
async function draw(player, order, alive) {
  const { clip, files, moment, attributes, width, height, pictures, film } = order;
  const given = await filesOf(files);
  for (const [name, value] of Object.entries(attributes))
    if (value === null) player.removeAttribute(name);
    else player.setAttribute(name, value);
  const read = next(player, 'cliploaded', 'error');
  player.srcObject = given;
  if ((await read).type === 'error') throw new Error(player.error?.message || 'the clip cannot be played');
  const look = { time: moment, width, height, fit: true, background: true };
  if (!rendererIsKnown) {
    // The first picture creates the renderer.
    await player.picture(look);
    await rendererOf(player);
  }
  for (const { name, ...own } of pictures) {
    await post(`picture/${clip}/${name}`, await player.picture({ ...look, ...own }));
    alive();
  }
  if (film) {
    const { name, ...own } = film;
    let told = 0;
    const progress = (/** @type {number} */ share) => {
      alive();
      if (performance.now() - told < PROGRESS_MS) return;
      told = performance.now();
      // The next one comes in a second.
      post(`progress/${clip}`, String(share)).catch(() => {});
    };
    await post(`picture/${clip}/${name}`, await player.film({ ...own, progress }));
  }
}

/** @param {MareyPlayer} player */
async function drawAll(player) {
  for (;;) {
    const answer = await post('next');
    if (answer.status === 204) return;
    /** @type {Order} */
    const order = await answer.json();
    player.style.setProperty('width', `${order.width}px`);
    player.style.setProperty('height', `${order.height}px`);
    let isLate = false;
    let last = performance.now();
    const watch = async () => {
      for (let left = order.seconds * 1000; left > 0; left = last + order.seconds * 1000 - performance.now()) await after(left);
      isLate = true;
      throw new Error(`it took longer than ${order.seconds} s`);
    };
    const late = watch();
    try {
      await Promise.race([
        draw(player, order, () => {
          last = performance.now();
        }),
        late,
      ]);
      await post(`drawn/${order.clip}`);
    } catch (error) {
      await post(`failed/${order.clip}`, error instanceof Error ? error.message : String(error));
      if (isLate) {
        // The drawing of this clip may still run, and must not disturb the next.
        location.reload();
        return;
      }
    }
    late.catch(() => {});
  }
}

try {
  await import(new URL('player/marey-player.js', import.meta.url).href);
  const player = /** @type {MareyPlayer} */ (document.createElement('marey-player'));
  for (const [name, value] of Object.entries({ renderer: RENDERER, loading: 'eager', follow: 'on', nohotkeys: '', theme: 'light' }))
    player.setAttribute(name, value);
  player.style.setProperty('display', 'block');
  document.body.append(player);
  await drawAll(player);
} catch (error) {
  await post('broken', error instanceof Error ? error.message : String(error)).catch(() => {});
}
