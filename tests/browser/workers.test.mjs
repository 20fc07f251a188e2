// of: player, marey_web, marey_mocap
/** Several clips in one worker do not affect each other, and a large clip leaves no memory behind. */
import assert from 'node:assert/strict';
import { statue, walker } from './support/clips.mjs';
import { collectGarbage } from './support/devtools.mjs';
import { OPEN, host } from './support/hosts.mjs';
import { openLarge } from './support/large.mjs';
import { card } from './support/page.mjs';
import { Player } from './support/player.mjs';
import { SABOTEUR, hookInstances, withFastTimers, hookTimers, trap } from './support/sabotage.mjs';
import { scenes, until } from './support/scenes.mjs';

/** Files whose root's name makes the reader trap or loop for ever. */
const evil = (/** @type {'trap' | 'spin'} */ root) => statue().replace('ROOT Hips', `ROOT ${root}`);
const FILES = { '/trap.bvh': evil('trap'), '/spin.bvh': evil('spin') };
const { scene, server } = await scenes({ server: { append: SABOTEUR, csp: OPEN }, files: FILES });
/** In Chromium itself, which survives a trap, unlike its headless shell. */
const { scene: robust } = await scenes({ gpu: 'webgpu', whole: true, server: { append: SABOTEUR, csp: OPEN }, files: FILES });
const IDS = [0, 1, 2, 3];
const path = server.page('/workers.html', IDS.map((id) => `<marey-player id="p${id}" width="160" height="90"></marey-player>`).join(''));

/** @param {Player} player @param {string} src */
const open = (player, src) =>
  player.run((element, address) => {
    element.src = address;
  }, src);

/** @param {Player} player @param {RegExp} why */
const refused = (player, why) => until('it is refused', async () => why.test((await player.state()).error ?? ''), 60_000);

/**
 * Four players share two workers, and the clips of the first two wait for a host in both. Each case has an action on the third and fourth
 * player, the requests that all these hosts get, and the players that have a clip in the end.
 * @type {[name: string, act: (third: Player, fourth: Player) => Promise<unknown>, asked: number, well: number[], made: typeof scene][]}
 */
const BESIDE = [
  [
    'a clip that traps the reader takes no other clip in its worker along',
    async (third, fourth) => {
      await open(third, '/trap.bvh');
      await refused(third, /our fault/);
      await open(fourth, '/walker.bvh');
    },
    3,
    [0, 1, 3],
    robust,
  ],
  [
    'a clip in which the reader gets stuck is the only one that is given up',
    async (third, fourth) => {
      await open(third, '/spin.bvh');
      await open(fourth, '/walker.bvh');
      await withFastTimers(third.page, () => refused(third, /no progress/));
    },
    3,
    [0, 1, 3],
    scene,
  ],
  [
    'a clip that is replaced is no longer read, and those beside it are read but once',
    async (third) => {
      const other = await host(walker());
      await open(third, other.url);
      await until('it is requested', () => other.open === 1);
      await open(third, '/walker.bvh');
      await until('the request is aborted', () => other.open === 0);
      await third.loaded('walker');
    },
    2,
    [0, 1, 2],
    scene,
  ],
];
for (const [name, act, requests, well, made] of BESIDE) {
  made(name, { path, scripts: [hookTimers] }, async ({ page }) => {
    const players = IDS.map((id) => new Player(page, `#p${id}`));
    const slow = [await host(walker()), await host(walker())];
    for (const [index, { url }] of slow.entries()) await open(players[index], url);
    await until('both wait', () => slow.every((each) => each.open === 1));
    await act(players[2], players[3]);
    await until('both wait again', () => slow.every((each) => each.open === 1) && slow[0].requests + slow[1].requests === requests);
    for (const each of slow) each.answer();
    for (const id of well) assert.equal((await players[id].loaded()).error, null);
  });
}

const PAGE = { path: '#url=/walker.bvh&loop=1', loads: 'walker' };

robust('a trap in the reader costs one clip, not the player', PAGE, async ({ player }) => {
  await player.drop({ name: 'evil.bvh', text: evil('trap') });
  assert.match(await card(player), /evil\.bvh can.t be played.*our fault/);
  assert.equal((await player.state()).name, 'walker');
  await player.opens('fine', { name: 'fine.bvh', text: walker() });
});

robust.deep(
  'a clip whose reader traps is read once more, since an engine may have failed for a reason of its own',
  { path },
  async ({ page }) => {
    const player = new Player(page, '#p0');
    const file = await host(walker());
    await open(player, file.url);
    await until('it is requested', () => file.open === 1);
    file.answer(evil('trap'));
    await until('it is requested again', () => file.requests === 2 && file.open === 1);
    assert.equal((await player.state()).error, null);
    file.answer();
    assert.equal((await player.loaded('clip')).error, null);
  },
);

scene.deep(
  'a reader that loops for ever is stopped, and the page stays responsive',
  { ...PAGE, scripts: [hookTimers] },
  async ({ page, player }) => {
    await player.drop({ name: 'endless.bvh', text: evil('spin') });
    await player.plays();
    await withFastTimers(page, () => player.find('.card').waitFor({ timeout: 60_000 }));
    assert.match(await card(player), /no progress/);
    await player.plays();
    assert.equal((await player.state()).name, 'walker');
    await player.opens('fine', { name: 'fine.bvh', text: walker() });
  },
);

/** The memory of each instance after garbage collection, in megabytes. @param {Page} page */
async function memories(page) {
  await collectGarbage(page);
  return page.evaluate(() =>
    /** @type {WeakRef<WebAssembly.Memory>[]} */ (/** @type {any} */ (globalThis).memories).map((memory) =>
      Math.round((memory.deref()?.buffer.byteLength ?? 0) / 1e6),
    ),
  );
}

const grasped = {
  path: server.page('/lone.html', '<marey-player src="/walker.bvh"></marey-player>'),
  scripts: [hookInstances],
  loads: 'walker',
};

robust.deep('after a large clip the page\u2019s memory is small again', grasped, async ({ page, player }) => {
  // As text it is more than 100 MB.
  await openLarge(player, 600_000);
  await until('it is read', async () => (await player.state()).name === 'large' && (await player.state()).ready === 4, 90_000);
  const [large] = await memories(page);
  assert.ok(large > 100, `${large} MB`);
  await player.run((element) => {
    element.srcObject = null;
  });
  await player.shows('/walker.bvh');
  await until('the large memory is released', async () => (await memories(page))[0] === 0);
  const left = await memories(page);
  assert.ok(left.length === 2 && left[1] > 0 && left[1] < 32, `${left} MB`);
  await player.settle();
  await player.isFramed();
});

robust.deep('the memory of an instance that trapped is released, too', grasped, async ({ page, player }) => {
  await trap(player);
  await until('the next one is loaded', async () => (await memories(page)).length === 2);
  await player.loaded('walker');
  await until('the memory is released', async () => (await memories(page))[0] === 0);
});

scene.deep('clips that replace each other while loading do not break the worker', { path, scripts: [hookInstances] }, async ({ page }) => {
  const player = new Player(page, '#p0');
  await player.run((element) => {
    element.setAttribute('loading', 'eager');
  });
  await open(player, '/walker.bvh');
  await player.loaded('walker');
  await player.record('error');
  // Some are replaced before they arrive, some while they do, some at their end.
  await player.run(async (element) => {
    for (let n = 0; n < 300; n += 1) {
      element.src = `/walker.bvh?${n}`;
      await new Promise((resolve) => {
        setTimeout(resolve, n % 25);
      });
    }
  });
  await until('the last of them is loaded', async () => (await player.state()).ready === 4);
  assert.deepEqual(await player.events(), []);
});
