/**
 * Random use of one player for hours: `cargo xtask soak --minutes 120`; a deep run has ten minutes of it. Each minute it prints what the page
 * holds, and at the end what was done and the first and last footprint. It fails at an uncaught error, at a picture that does not come
 * back, and where memory has grown. The same seed does the same, as far as timing allows.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { amc, asf, obj } from './support/acclaim.mjs';
import { framesLater, launch, open, until } from './support/browser.mjs';
import { broken, htmlPage, long, noise, stick, walker } from './support/clips.mjs';
import { random } from './support/fixtures.mjs';
import { WORKER_MEMORIES, footprint, countObjects } from './support/footprint.mjs';
import { x3d } from './support/hanim.mjs';
import { figureIn } from './support/pixels.mjs';
import { Player } from './support/player.mjs';
import { hookInstances } from './support/sabotage.mjs';
import { serve } from './support/server.mjs';
import { anim, skel } from './support/sims.mjs';

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '120' }, seed: { type: 'string', default: '1' } } });
const minutes = Number(values.minutes);
if (!(minutes > 0)) throw new Error(`--minutes ${values.minutes}: not a time`);
const below = random(Number(values.seed) * 2654435761);
/** @template T @param {readonly T[]} list */
const any = (list) => list[below(list.length)];

const MINUTE_MS = 60_000;
/** How long a picture may take to come back on a busy machine. */
const PATIENCE_MS = 60_000;
/** How long a page may not answer. Playwright has no deadline for code that runs in a page. */
const HANG_MS = 5 * MINUTE_MS;
/** The limits of growth: the least of the last quarter over the most of the first one. Wasm memory never shrinks: it is as large as any combination of clips has needed. */
const MOST = /** @type {const} */ ({ wasm: 1.3, heap: 1.05, nodes: 1.05, listeners: 1.05, buffers: 1.05, textures: 1.05 });
const WATCHED = /** @type {(keyof typeof MOST)[]} */ (Object.keys(MOST));

/** Runs in the page: keeps ways to lose devices and contexts, without keeping these alive, and counts refused clips. */
function grip() {
  /** @type {WeakRef<any>[]} */
  const contexts = [];
  const scope = /** @type {any} */ (globalThis);
  scope.onWebgl.push((/** @type {object} */ context) => contexts.push(new WeakRef(context)));
  scope.loseContext = (/** @type {boolean} */ back) => {
    const context = contexts.at(-1)?.deref();
    const lost = context?.isContextLost() ? null : context?.getExtension('WEBGL_lose_context');
    lost?.loseContext();
    if (back) setTimeout(() => lost?.restoreContext(), 100);
    return Boolean(lost);
  };
  /** @type {WeakSet<object>} */
  const destroyed = new WeakSet();
  scope.loseDevice = () => {
    const device = scope.devices.at(-1)?.deref();
    if (!device || destroyed.has(device)) return false;
    destroyed.add(device);
    device.destroy();
    return true;
  };
  scope.refused = 0;
  // Error events of an element do not bubble: capture them.
  addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof Element && target.localName === 'marey-player') scope.refused += 1;
    },
    true,
  );
}

const server = await serve({ append: WORKER_MEMORIES });
/** @type {Record<string, string>} */
const FILES = {
  'walker.bvh': walker(),
  'stick.bvh': stick(),
  'long.bvh': long(3e5),
  'figure.x3d': x3d(),
  'marcher.amc': amc(),
  'marcher.asf': asf({ masses: true, skins: ['marcher.obj'] }),
  'marcher.obj': obj(),
  'wave.anim': anim(),
  'adult.skel': skel(),
  'broken.bvh': broken().text,
  'page.bvh': htmlPage,
  'noise.bvh': noise(),
};
for (const [name, text] of Object.entries(FILES)) server.put(`/${name}`, { body: Buffer.from(text, 'latin1'), type: 'text/plain' });
const GOOD = [
  ['walker.bvh'],
  ['stick.bvh'],
  ['long.bvh'],
  ['figure.x3d'],
  ['marcher.amc', 'marcher.asf', 'marcher.obj'],
  ['wave.anim', 'adult.skel'],
];
const BAD = ['broken.bvh', 'page.bvh', 'noise.bvh', 'fault/missing/walker.bvh', 'fault/reset/walker.bvh', 'fault/page/walker.bvh'];

const browser = await launch();
const { page, check } = await open(browser, {
  url: server.page('/soak.html', '<marey-player controls loop src="/walker.bvh"></marey-player>'),
  size: [900, 560],
  scripts: [countObjects, hookInstances, grip],
  allow: [/Failed to load resource/, /ERR_CONNECTION_RESET|ERR_CONTENT_LENGTH/],
});
const player = new Player(page);

/** What was done. A loss counts if there was something to lose. */
const done = { acts: 0, loads: 0, seeks: 0, 'lost devices': 0, 'lost contexts': 0, 'pictures that came back': 0 };

/** @param {readonly string[]} files the clip, its skeleton, its skin */
function load([src, skeleton, skin]) {
  done.loads += 1;
  return player.run(
    (element, given) => {
      for (const [name, value] of Object.entries(given)) {
        if (value) element.setAttribute(name, `/${value}`);
        else element.removeAttribute(name);
      }
    },
    { skeleton: skeleton ?? '', skin: skin ?? '', src },
  );
}

/** @type {Record<string, () => Promise<unknown>>} */
const ACTS = {
  load: () => load(any(GOOD)),
  loadTwice: async () => {
    await load(any(GOOD));
    await load(any(GOOD));
  },
  bad: () => load([any(BAD)]),
  seek: () => {
    done.seeks += 1;
    return player.run(
      (element, part) => {
        element.currentTime = part * (element.duration || 1);
      },
      below(1000) / 1000,
    );
  },
  // As with a video, the promise rejects if something else comes first.
  play: () =>
    player.run((element) => {
      element.play().catch(() => {});
    }),
  pause: () => player.run((element) => element.pause()),
  step: () => player.run((element, by) => element.stepFrame(by), below(2) ? 1 : -1),
  rate: () =>
    player.run(
      (element, rate) => {
        element.playbackRate = rate;
      },
      any([0.25, 1, -1, 4]),
    ),
  range: () =>
    player.run((element, from) => {
      element.loopRange = from ? [from / 10, from / 10 + 0.5] : null;
    }, below(4)),
  resize: () => page.setViewportSize({ width: 300 + below(900), height: 240 + below(500) }),
  device: async () => {
    if (await page.evaluate(() => /** @type {any} */ (globalThis).loseDevice())) done['lost devices'] += 1;
  },
  context: async () => {
    if (await page.evaluate((back) => /** @type {any} */ (globalThis).loseContext(back), below(2) === 0)) done['lost contexts'] += 1;
  },
  renderer: () =>
    player.run(
      (element, rung) => {
        element.setAttribute('renderer', rung);
      },
      any(['auto', 'webgpu', 'webgl', 'canvas', 'auto']),
    ),
  theme: () =>
    player.run(
      (element, theme) => {
        element.setAttribute('theme', theme);
      },
      any(['dark', 'light', 'auto']),
    ),
  panel: async () => {
    await player.focus();
    await player.press(any(['i', '?', 'i', 'Escape']));
  },
  again: () =>
    player.run((element) => {
      /** @type {HTMLElement | null | undefined} */ (element.shadowRoot?.querySelector('.rung button, .card button'))?.click();
    }),
  orbit: () =>
    player.run(
      (element, view) => {
        element.cameraState = view;
      },
      any(['front', 'left', 'top', 'home', '40,10,4,0,0.9,1']),
    ),
  joint: () =>
    player.run(
      (element, joint) => {
        element.selectedJoint = joint;
      },
      below(5) - 1,
    ),
  leave: () =>
    page.evaluate(async () => {
      const element = /** @type {Element} */ (document.querySelector('marey-player'));
      element.remove();
      await /** @type {any} */ (globalThis).animationFrames.later(3);
      document.body.append(element);
    }),
  rest: () => framesLater(page, below(18)),
};

/** The last acts, for the message of a failure. @type {string[]} */
const recent = [];
/** @type {Record<string, number>} */
const times = {};

/** Runs an act. @param {string} name */
async function act(name) {
  recent.push(name);
  if (recent.length > 20) recent.shift();
  done.acts += 1;
  times[name] = (times[name] ?? 0) + 1;
  await ACTS[name]();
  answered = Date.now();
  check();
}

/** Returns to the state in which every minute is measured: a visible figure. */
async function comeBack() {
  await player.press('Escape');
  await page.setViewportSize({ width: 900, height: 560 });
  await player.run((element) => {
    Object.assign(element, { renderer: 'auto', playbackRate: 1, loopRange: null, cameraState: 'front' });
  });
  await load(['walker.bvh']);
  await until(
    'the walker is back',
    async () => {
      const { name, ready, error, draws } = await player.state();
      return name === 'walker' && ready === 4 && !error && draws > 0;
    },
    PATIENCE_MS,
  );
  await player.run((element) => {
    element.pause();
    element.currentTime = 1;
  });
  // A screenshot has a deadline of its own, shorter than the patience with a busy machine.
  const isDrawn = async () => figureIn(await player.picture()).pixels > 300;
  await until(
    'the picture is back',
    () =>
      isDrawn().catch((error) => {
        if (error.name !== 'TimeoutError') throw error;
      }),
    PATIENCE_MS,
  );
  done['pictures that came back'] += 1;
  answered = Date.now();
  check();
}

/** By then wasm memory, which never shrinks, has held the largest clips in every order. */
const WARM_ACTS = 1000;
/** From then on the footprint is measured after this many acts, however long a busy machine takes. */
const BETWEEN_ACTS = 100;
/** @type {import('./support/footprint.mjs').Footprint[]} */
const held = [];

function grown() {
  const quarter = Math.floor(held.length / 4);
  if (quarter < 2) return [];
  return WATCHED.flatMap((what) => {
    const [most, least] = [
      Math.max(...held.slice(0, quarter).map((each) => each[what])),
      Math.min(...held.slice(-quarter).map((each) => each[what])),
    ];
    return least > most * MOST[what] ? [`${what}: ${most} at first, ${least} at last`] : [];
  });
}

/** The footprints at first, when the comparison begins, and at last. @type {Record<string, import('./support/footprint.mjs').Footprint>} */
const footprints = {};
const start = Date.now();
let answered = start;

async function soak() {
  await player.loaded('walker');
  footprints['at first'] = await footprint(page);
  for (let minute = 1; minute <= minutes; minute += 1) {
    while (Date.now() - start < minute * MINUTE_MS) {
      for (let count = 3 + below(10); count > 0; count -= 1) await act(any(Object.keys(ACTS)));
      await comeBack();
      if (done.acts >= WARM_ACTS + held.length * BETWEEN_ACTS) held.push(await footprint(page));
    }
    const now = await footprint(page);
    footprints['at last'] = now;
    console.log(
      `minute ${minute}, ${done.acts} acts, drawn with ${await player.drawnWith()}: ${WATCHED.map((what) => `${what} ${now[what]}`).join(', ')}`,
    );
  }
  return grown().join('; ');
}

let failure = '';
/** @type {ReturnType<typeof setInterval> | undefined} */
let watch;
try {
  failure = await Promise.race([
    soak(),
    new Promise((_, reject) => {
      watch = setInterval(() => {
        if (Date.now() - answered > HANG_MS) reject(new Error(`the page has not answered for ${HANG_MS / MINUTE_MS} minutes`));
      }, 1000);
    }),
  ]);
} catch (error) {
  failure = `${/** @type {Error} */ (error).stack}\nafter ${recent.join(', ')}`;
  await page.screenshot({ path: 'target/soak.png', timeout: 10_000 }).catch(() => {});
}
clearInterval(watch);
const refused = await Promise.race([page.evaluate(() => /** @type {any} */ (globalThis).refused).catch(() => '?'), sleep(10_000, '?')]);
console.log(`\n${((Date.now() - start) / MINUTE_MS).toFixed(1)} minutes with seed ${values.seed}`);
console.table({ ...done, 'clips refused': refused, 'uncaught errors': failure.includes('the page reported') ? 1 : 0 });
console.table(
  Object.fromEntries(
    Object.entries({ 'at first': footprints['at first'], [`after ${WARM_ACTS} acts`]: held[0], 'at last': footprints['at last'] }).flatMap(
      ([when, footprint]) => (footprint ? [[when, Object.fromEntries(WATCHED.map((what) => [what, footprint[what]]))]] : []),
    ),
  ),
);
console.log(
  Object.entries(times)
    .map(([name, count]) => `${name} ${count}`)
    .join(', '),
);
console.log(
  failure
    ? `failed with seed ${values.seed}: ${failure}`
    : `${held.length < 8 ? 'there was no time to see whether anything grows' : 'nothing grew'}, and every picture came back`,
);
await browser.close();
await server.close();
process.exitCode = failure ? 1 : 0;
