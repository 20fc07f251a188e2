// of: body, controls, render, share, marey_body, marey_write
/** Bones, a body that is generated around them, or both: on every renderer, in ghosts and chronophotographs, by key, in links and in files. */
import assert from 'node:assert/strict';
import { PNG } from 'pngjs';
import { statue, stick, walker } from './support/clips.mjs';
import { made } from './support/making.mjs';
import { coloured, difference, figureIn } from './support/pixels.mjs';
import { scenes, until } from './support/scenes.mjs';
import { openFile, openSharing, valuesIn } from './support/sharing.mjs';

const { scene, server } = await scenes({
  loads: 'way',
  files: { '/way.bvh': walker({ speed: 60 }), '/stick.bvh': stick(), '/other.bvh': walker({ speed: 60, x: 1 }) },
});
/** @param {string} attributes @param {string} [clips] */
const page = (attributes, clips = '') =>
  server.page(
    `/body${(attributes + clips).replace(/\W/g, '')}.html`,
    `<marey-player controls share="/" src="/way.bvh" camera="left" ${attributes}>${clips}</marey-player>`,
    { css: 'marey-player { width: 100%; height: 100vh }' },
  );

/** Only bones have strong colours; bodies are pale. @param {Player} player */
const bones = async (player) => {
  await player.settle();
  return figureIn(await player.picture()).pixels;
};
/** @param {Player} player @param {string} look */
const wear = async (player, look) => {
  await player.run((element, value) => {
    element.look = /** @type {any} */ (value);
  }, look);
  await player.settle();
};
/** Waits until the figure is pale. @param {Player} player @param {number} bare pixels of its bones */
const isDressed = (player, bare) => until('it wears a body', async () => (await bones(player)) < bare / 4);
/** Where the figure is, in a picture without anything else. @param {Player} player */
async function silhouette(player) {
  const { bytes } = await made(player, 'picture', {
    width: 320,
    height: 320,
    background: false,
    grid: false,
    shadow: false,
    camera: '90,5,3.2,0,0.9,0',
  });
  const { data } = PNG.sync.read(bytes);
  return Array.from({ length: data.length / 4 }, (_, at) => data[4 * at + 3] > 127);
}

/** @param {number} r @param {number} g @param {number} b @returns {'blue' | 'pink' | null} */
const clipOf = (r, g, b) => (b - g > 40 && b - r > 70 ? 'blue' : r - g > 20 && b - g > 8 && r > 90 ? 'pink' : null);
/** The pixels of the first two clips, which have the colours of their tints. @param {Player} player */
async function tinted(player) {
  await player.settle();
  return coloured(await player.picture(), clipOf, /** @type {const} */ (['blue', 'pink'])).counts;
}

scene('a figure is bones until somebody chooses a body, and bones again', { path: page(''), at: 0.5 }, async ({ player }) => {
  const bare = await bones(player);
  assert.ok(bare > 300, `${bare}`);
  const before = await player.picture();
  await wear(player, 'body');
  await isDressed(player, bare);
  assert.ok(difference(before, await player.picture()) > 2 * bare, 'a body is wider than bones');
  await wear(player, 'both');
  await until('bones are in the body', async () => (await bones(player)) > bare / 3);
  await wear(player, 'bones');
  assert.ok((await bones(player)) > 0.9 * bare);
});

scene('the key S goes from bones to the body to both, and can be undone', { path: page(''), at: 0.5 }, async ({ player }) => {
  const look = () => player.run((element) => element.look);
  const bare = await bones(player);
  await player.focus();
  for (const next of ['body', 'both', 'bones', 'body']) {
    await player.press('s');
    await until(`it is ${next}`, async () => (await look()) === next);
    if (next === 'body') await isDressed(player, bare);
  }
  await player.press('Control+z', 'Control+z');
  assert.equal(await look(), 'both');
  await player.button('Look').click();
  assert.equal(await player.find('.look .menu [aria-checked="true"]').filter({ hasText: 'Body with bones' }).count(), 1);
});

for (const renderer of ['webgpu', 'webgl', 'canvas'])
  (renderer === 'canvas' ? scene : scene.deep)(
    `ghosts and chronophotographs wear it, too, drawn by ${renderer}`,
    { path: page(`ghosts="2" ghost-step="0.5" renderer="${renderer}"`), at: 1.2, gpu: renderer === 'canvas' ? 'none' : 'webgpu' },
    async ({ player }) => {
      await player.settle();
      const [bare, pixels] = [await player.picture(), await bones(player)];
      await wear(player, 'body');
      await until('three bodies are there', async () => difference(bare, await player.picture()) > 3 * pixels);
      await player.run((element) => {
        element.ghosts = null;
        element.moments = 4;
        element.momentsTint = 'none';
        element.look = 'bones';
      });
      await until('there are four figures of bones', async () => (await bones(player)) > 200);
      const four = await bones(player);
      await wear(player, 'body');
      await isDressed(player, four);
    },
  );

scene(
  'Canvas 2D and WebGL 2 draw the same silhouette',
  { path: page('look="body" renderer="webgl"'), at: 0.5, gpu: 'webgpu' },
  async ({ player }) => {
    await until('it wears a body', async () => (await bones(player)) < 60);
    const webgl = await silhouette(player);
    await player.run((element) => {
      element.renderer = 'canvas';
    });
    await until('Canvas 2D draws', async () => (await player.drawnWith()) === 'canvas');
    await player.settle();
    const canvas = await silhouette(player);
    const count = (/** @type {boolean[]} */ all) => all.filter(Boolean).length;
    const both = count(webgl.map((on, at) => on && canvas[at]));
    assert.ok(count(webgl) > 3000, `${count(webgl)}`);
    assert.ok(both > 0.97 * count(webgl) && both > 0.97 * count(canvas), `${both} of ${count(webgl)} and ${count(canvas)}`);
  },
);

scene('a figure that is no person stays bones, and the player says why', { path: page('') }, async ({ player }) => {
  await openFile(player, 'stick', stick());
  await player.run((element) => {
    element.look = 'body';
  });
  await until('it says why', async () => /^stick.* stays bones: /.test((await player.text('.toast')) ?? ''));
  // The choice says it as long as it stands.
  const look = player.root.getByRole('button', { name: 'Look', exact: true });
  await look.click();
  const chosen = player.root.getByRole('menuitemcheckbox', { name: /^Body stick/ });
  assert.match((await chosen.textContent()) ?? '', /^Bodystick.* stays bones: \w.{10}/);
  assert.equal(await chosen.getAttribute('aria-checked'), 'true');
  await player.page.keyboard.press('Escape');
  await player.run((element) => {
    element.look = 'bones';
  });
  assert.equal(await player.root.getByRole('menuitemcheckbox', { name: /^Body stick/, includeHidden: true }).count(), 0);
  await player.run((element) => {
    element.look = 'body';
  });
  await until('it says so again', async () =>
    Boolean(await player.root.getByRole('menuitemcheckbox', { name: /^Body stick/, includeHidden: true }).count()),
  );
  // The next person wears one.
  await openFile(player, 'next', statue());
  await until('the next clip wears a body', async () => (await bones(player)) < 60);
  await look.click();
  assert.equal(await player.root.getByRole('menuitemcheckbox', { name: 'Body', exact: true }).textContent(), 'Body');
});

scene('links carry the look', { path: page('look="both"'), at: 0.5 }, async ({ player }) => {
  await openSharing(player);
  assert.equal((await valuesIn(player)).look, 'both');
});

scene(
  'clips beside each other wear bodies in their own colours',
  { path: page('theme="dark"', '<marey-clip src="/other.bvh" position="0 1"></marey-clip>'), at: 0.5 },
  async ({ player }) => {
    await until('both are there', () => player.run((element) => element.clips.length === 2));
    const bare = await tinted(player);
    await wear(player, 'body');
    await until('both are wider', async () => {
      const { blue, pink } = await tinted(player);
      return blue > 1.4 * bare.blue && pink > 1.4 * bare.pink;
    });
  },
);

scene(
  'up to twelve clips wear a body; with more all are bones, and the player says so',
  {
    path: page(
      'theme="dark" look="body"',
      Array.from({ length: 12 }, (_, at) => `<marey-clip src="/way.bvh" position="0 ${at}"></marey-clip>`).join(''),
    ),
  },
  async ({ player }) => {
    await until('all are there', () => player.run((element) => element.clips.length === 13));
    await until('it says that they are bones', async () =>
      /^13 clips are drawn as bones: at most 12 wear a body$/.test((await player.text('.toast')) ?? ''),
    );
    const said = player.root.getByRole('menuitemcheckbox', { name: /^Body 13 clips are drawn as bones/, includeHidden: true });
    await player.root.getByRole('button', { name: 'Look', exact: true }).click();
    await until('the choice says it, too', async () => (await said.count()) === 1);
    await player.page.keyboard.press('Escape');
    const { blue } = await tinted(player);
    assert.equal(await player.run((element) => element.look), 'body', 'the choice stays');
    await player.run((element) => element.querySelector('marey-clip:last-child')?.remove());
    await until('they wear bodies', async () => (await tinted(player)).blue > 1.4 * blue);
    assert.equal(await said.count(), 0);
  },
);

scene('saved files and the chronophotograph for paper have it', { path: page('look="body"'), at: 0.5 }, async ({ player }) => {
  await until('it wears a body', async () => (await bones(player)) < 60);
  const glb = await player.run(async (element) => {
    const [file] = await element.convert({ format: 'glb' });
    const bytes = new Uint8Array(await file.arrayBuffer());
    const length = new DataView(bytes.buffer).getUint32(12, true);
    return JSON.parse(new TextDecoder().decode(bytes.subarray(20, 20 + length)));
  });
  assert.ok(
    glb.nodes.some((/** @type {{ name?: string }} */ { name }) => /_twist\d$/.test(name ?? '')),
    'helpers are joints of the file',
  );
  assert.ok(glb.skins.length === 1 && glb.meshes.length === 1);
  await player.run((element) => {
    element.moments = 3;
  });
  await until('figures stand there', async () => (await player.find('.moments text:not([hidden])').count()) === 3);
  const drawn = (/** @type {'body' | 'bones'} */ look) =>
    player.run(async (element, value) => {
      element.look = value;
      return (await element.picture({ type: 'image/svg+xml' })).text();
    }, look);
  const [body, sticks] = [await drawn('body'), await drawn('bones')];
  assert.ok(body.startsWith('<svg') && body.length > 1.5 * sticks.length, `${body.length}, bones ${sticks.length}`);
});
