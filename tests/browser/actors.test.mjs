// of: player, compare, page, marey_web
/** Clips beside the player's own: `<marey-clip>`, the list `clips`, links, frames, the page's list, and a stage that dies. */
import assert from 'node:assert/strict';
import { onlyDeep } from '../support/deep.mjs';
import { statue, walker } from './support/clips.mjs';
import { SABOTEUR, hookInstances, trap } from './support/sabotage.mjs';
import { linkIn, openSharing, packed } from './support/sharing.mjs';
import { scenes, until } from './support/scenes.mjs';

const LONG_FILE = walker({ frames: 181, x: 120 });

const { scene, server } = await scenes({
  loads: 'walker',
  files: { '/long.bvh': LONG_FILE, '/pose.bvh': statue(1) },
});
/** Pages whose instances may be trapped. */
const fragile = await scenes({ loads: 'walker', whole: true, server: { append: SABOTEUR }, files: { '/long.bvh': LONG_FILE } });
const CSS = { css: 'marey-player { width: 800px; height: 450px }' };
/** @param {string} name @param {string} clips @param {string} [attributes] @param {typeof server} [from] */
const page = (name, clips, attributes = 'src="/walker.bvh"', from = server) =>
  from.page(`/${name}.html`, `<marey-player controls share="/" theme="dark" ${attributes}>${clips}</marey-player>`, CSS);
const LONG = '<marey-clip src="/long.bvh" label="long" offset="0.5"></marey-clip>';

/** Waits until this many clips are on the stage. @param {Player} player @param {number} count */
const has = async (player, count) => {
  await until(`${count} clips`, () => player.run((element, wanted) => element.clips.length === wanted, count));
  await player.holdAt(1);
};

/** The colours of the first two clips, counted in the picture: blue, and pink; and where it is pink. @param {Player} player */
async function coloured(player) {
  const picture = await player.picture();
  let blue = 0;
  /** @type {[x: number, y: number][]} */
  const pinks = [];
  for (let y = 0; y < picture.height; y += 1) {
    for (let x = 0; x < picture.width; x += 1) {
      const [r, g, b] = picture.at(x, y);
      if (b - g > 40 && b - r > 70) blue += 1;
      else if (r - g > 20 && b - g > 8 && r > 90) pinks.push([x, y]);
    }
  }
  return { blue, pink: pinks.length, pinks };
}

for (const renderer of ['webgpu', 'webgl', 'canvas']) {
  scene(
    `another clip stands beside the own one in a colour of its own, drawn by ${renderer}`,
    {
      path: page(`two-${renderer}`, LONG, `src="/walker.bvh" renderer="${renderer}"`),
      gpu: renderer === 'canvas' ? 'none' : 'webgpu',
      skip: renderer !== 'canvas' && onlyDeep,
    },
    async ({ player }) => {
      await has(player, 2);
      const { blue, pink } = await coloured(player);
      assert.ok(blue > 500 && pink > 500, `${blue} blue, ${pink} pink`);
    },
  );
}

scene('the clock runs until the last clip ends; the list tells both', { path: page('clock', LONG) }, async ({ player }) => {
  await has(player, 2);
  const { duration, clips } = await player.run(({ duration: seconds, clips: list }) => ({
    duration: seconds,
    clips: list.map(({ name, joints }) => [name, joints.length]),
  }));
  assert.ok(Math.abs(duration - 6.5) < 1e-4, String(duration));
  assert.deepEqual(
    clips.map(([name]) => name),
    ['walker', 'long'],
  );
  // The clips’ chips stand in place of the title.
  assert.match((await player.find('.title .meta').textContent()) ?? '', /^90 frames/, 'the title is of the own clip');
  assert.equal(await player.text('[data-clip="A"] .length'), '2.97 s');
  const seeks = await player.run(async (element) => {
    element.currentTime = 6;
    await new Promise((resolve) => {
      element.addEventListener('seeked', resolve, { once: true });
    });
    return [element.currentTime, element.currentFrame];
  });
  assert.deepEqual(seeks, [6, 89], 'the own clip holds its last frame');
});

scene(
  'the clock begins with the clip that starts first, and the timeline shows all of it',
  { path: page('early', '<marey-clip src="/long.bvh" offset="-0.5"></marey-clip>'), size: [1280, 800] },
  async ({ player, page: tab }) => {
    await has(player, 2);
    const { start, time } = await player.run((element) => {
      element.currentTime = -9;
      return { start: element.seekable.start(0), time: element.currentTime };
    });
    assert.deepEqual([start, time], [-0.5, -0.5]);
    await player.settle();
    assert.equal(await player.root.getByRole('textbox', { name: 'Time' }).inputValue(), '\u22120.50');
    // The own figure waits, translucent, where it starts.
    const { blue } = await coloured(player);
    await player.holdAt(0);
    const { blue: solid } = await coloured(player);
    assert.ok(blue < solid * 0.7, `${blue} and ${solid} blue`);
    /** @param {number} place */
    const press = async (place) => {
      const track = /** @type {{ x: number, y: number, width: number, height: number }} */ (await player.find('.scrub').boundingBox());
      await tab.mouse.click(track.x + track.width * place, track.y + track.height / 2);
      return (await player.state()).time;
    };
    const { duration } = await player.state();
    assert.ok(Math.abs((await press(0.5)) - (duration - 0.5) / 2) < 0.05, 'the middle of the timeline is the middle of the clock');
    assert.ok(Math.abs((await press(0.999)) - duration) < 0.05, 'it ends with the clip that ends last');
    await tab.keyboard.press('Home');
    await player.isAt(-0.5);
    await tab.keyboard.press('End');
    await player.isAt(duration);
  },
);

scene(
  'a link to a moment before the own clip opens there, once the clip that plays then has come',
  { path: '#url=/walker.bvh&url=/long.bvh&offset=-0.5&t=-0.25&paused=1' },
  async ({ player }) => {
    await until('two clips', () => player.run((element) => element.clips.length === 2));
    await until('it is there', async () => Math.abs((await player.state()).time + 0.25) < 1e-3);
  },
);

scene(
  'a link to a moment that no clip has yet does not move a visitor who has moved on',
  { path: '#url=/walker.bvh&t=5&paused=1', loads: 'walker' },
  async ({ player }) => {
    await player.isAt(89 / 30);
    await player.run((element) => element.stepFrame(-1));
    await player.run(async (element, text) => {
      element.clips.add(new File([text], 'long.bvh'));
    }, String(LONG_FILE));
    await until('two clips', () => player.run((element) => element.clips.length === 2));
    await until('the clock is longer', async () => Number((await player.state()).duration) > 5);
    await player.isAt(88 / 30);
  },
);

scene.deep(
  'many clips may come in any order',
  {
    path: page(
      'many',
      Array.from({ length: 12 }, (_, index) => `<marey-clip src="/long.bvh?${index}" position="${1 + index} 0"></marey-clip>`).join(''),
    ),
  },
  async ({ player }) => {
    await has(player, 13);
    const { blue, pink } = await coloured(player);
    assert.ok(blue > 200 && pink > 100, `${blue} blue, ${pink} pink`);
    assert.equal(await player.run((element) => element.clips[0].name), 'walker');
    assert.equal((await player.state()).frames, 90);
  },
);

scene('clips are added, hidden and removed; the list is the same object', { path: page('list', '') }, async ({ player }) => {
  await player.run((element) => {
    /** @type {any} */ (globalThis).list = element.clips;
    element.clips.add('/long.bvh', { label: 'b', position: [2, 0] });
  });
  await has(player, 2);
  const both = await coloured(player);
  assert.ok(both.pink > 500);
  await player.run((element) => {
    /** @type {HTMLElement} */ (element.querySelector('marey-clip')).hidden = true;
  });
  await until('it is hidden', async () => (await coloured(player)).pink < 50);
  assert.ok((await coloured(player)).blue > 500);
  await player.run((element) => {
    element.clips.remove(1);
  });
  await has(player, 1);
  assert.ok(await player.run((element) => /** @type {any} */ (globalThis).list === element.clips && !element.querySelector('marey-clip')));
  const { blue, pink } = await coloured(player);
  assert.ok(blue < 50 && pink < 50, 'a single clip has its own colours again');
  assert.ok(Math.abs((await player.state()).duration - 89 / 30) < 1e-4);
});

scene(
  'files are clips, too; a clip that cannot be read says so and leaves the others',
  { path: page('files', LONG) },
  async ({ player }) => {
    await has(player, 2);
    const failed = await player.run(async (element, text) => {
      const clip = element.clips.add(new File([text], 'broken.bvh'), { label: 'broken' });
      const { detail } = await new Promise((resolve) => {
        clip.addEventListener('error', (event) => resolve(/** @type {any} */ (event)), { once: true });
      });
      return detail.message;
    }, 'HIERARCHY\nROOT Hips\n{\nOFFSET 0 0\nJOINT');
    assert.match(failed, /\w/);
    await until('it is said', async () => /^broken could not be added: /.test(await player.text('.toast')));
    await has(player, 2);
    // Its place is free, and it may have another source.
    await player.run((element) => {
      Object.assign(/** @type {Element} */ (element.lastElementChild), { srcObject: null, src: '/walker.bvh?2' });
    });
    await has(player, 3);
    assert.deepEqual(await player.run(({ clips }) => clips.map(({ name }) => name)), ['walker', 'long', 'walker']);
  },
);

scene(
  'without a source of its own the player takes its first clip',
  { path: page('bare', `<marey-clip src="/walker.bvh"></marey-clip>${LONG}`, '') },
  async ({ player }) => {
    await has(player, 2);
    assert.deepEqual(await player.run(({ clips }) => clips.map(({ name }) => name)), ['walker', 'long']);
  },
);

scene.deep('another own clip keeps the clips of the page', { path: page('keeps', LONG) }, async ({ player }) => {
  await has(player, 2);
  await player.shows('/pose.bvh');
  await has(player, 2);
  assert.deepEqual(await player.run(({ clips }) => clips.map(({ name }) => name)), ['pose', 'long']);
});

scene(
  'a link names several clips, and a link of what is shown names them again',
  { path: '#url=/walker.bvh&url=/long.bvh&label=second&offset=-0.25&position=1,0&paused=1' },
  async ({ player }) => {
    await has(player, 2);
    const told = await player.run((element) => {
      const clip = /** @type {any} */ (element.querySelector('marey-clip'));
      return [clip.label, clip.offset, clip.position];
    });
    assert.deepEqual(told, ['second', -0.25, [1, 0]]);
    await openSharing(player);
    const values = new URLSearchParams(new URL(await linkIn(player)).hash.slice(1));
    assert.deepEqual(
      values.getAll('url').map((url) => url.replace(/.*\//, '')),
      ['walker.bvh', 'long.bvh'],
    );
    assert.deepEqual([values.get('label'), values.get('offset'), values.get('position')], ['second', '-0.25', '1,0']);
  },
);

scene(
  'a link says which clips are shown, also to a frame without controls',
  { path: 'embed.html#url=/walker.bvh&url=/long.bvh&compare=only-1&controls=0&paused=1&theme=dark', size: [800, 450] },
  async ({ page: tab, player }) => {
    await has(player, 2);
    const shows = async () => {
      const { blue, pink } = await coloured(player);
      return [blue > 300, pink > 300];
    };
    assert.deepEqual(await shows(), [false, true], 'the second alone');
    await tab.evaluate(() => {
      location.hash = location.hash.replace('only-1', 'hide-1');
    });
    await has(player, 2);
    await until('the first alone', async () => String(await shows()) === 'true,false');
  },
);

scene.deep(
  'motion in a link is that of all clips',
  { path: '', loads: '', permissions: ['clipboard-read', 'clipboard-write'] },
  async ({ page: tab, player }) => {
    await player.drop({ name: 'a.bvh', text: walker({ frames: 12 }) });
    await player.loaded('a');
    await player.run(
      async (element, text) => {
        element.clips.add(new File([text], 'b.bvh'), { label: 'b' });
      },
      walker({ frames: 20, x: 80 }),
    );
    await has(player, 2);
    await openSharing(player);
    await packed(player);
    const link = await linkIn(player);
    assert.equal(new URLSearchParams(new URL(link).hash.slice(1)).getAll('clip').length, 2);
    await tab.goto('about:blank');
    await tab.goto(link);
    await has(player, 2);
    assert.deepEqual(await player.run(({ clips }) => clips.map(({ name, behaviours }) => [name, behaviours[0].frameCount])), [
      ['a', 12],
      ['b', 20],
    ]);
  },
);

fragile.scene.deep(
  'all clips come back after the stage has died',
  { path: page('trap', LONG, undefined, fragile.server), scripts: [hookInstances] },
  async ({ player }) => {
    await has(player, 2);
    await trap(player);
    await until('both are drawn again', async () => {
      const { blue, pink } = await coloured(player);
      return blue > 500 && pink > 500;
    });
  },
);

scene(
  'a file dropped with Shift stands beside the clip; its row takes it away again',
  { path: '', loads: '', size: [1280, 800] },
  async ({ page: tab, player }) => {
    await player.drop({ name: 'one.bvh', text: walker() });
    await player.loaded('one');
    const beside = (/** @type {string} */ name, /** @type {string} */ text) =>
      tab.evaluate(
        (file) => {
          const dataTransfer = new DataTransfer();
          dataTransfer.items.add(new File([file.text], file.name));
          dispatchEvent(new DragEvent('drop', { dataTransfer, shiftKey: true, bubbles: true, cancelable: true }));
        },
        { name, text },
      );
    await beside('two.bvh', walker({ x: 100 }));
    await has(player, 2);
    const button = player.root.getByRole('button', { name: 'Compare with two no more' });
    assert.equal(await button.getAttribute('aria-pressed'), 'true');
    await button.click();
    await has(player, 1);
    await player.root.getByRole('button', { name: 'Compare with two', exact: true }).click();
    await has(player, 2);
    await beside('broken.bvh', 'HIERARCHY\nROOT Hips\n{\nOFFSET 0 0\nJOINT');
    await until('its row tells what is wrong', () => player.find('.library [data-bad]').isVisible());
    await has(player, 2);
    assert.equal(await player.find('marey-clip').count(), 1, 'what cannot be read is taken away');
    await player.drop({ name: 'three.bvh', text: walker({ frames: 20 }) });
    await player.loaded('three');
    await has(player, 1);
  },
);

/** A chain of so many joints. @param {number} joints */
const chain = (joints) =>
  `HIERARCHY\n${Array.from({ length: joints }, (_, at) => `${at ? 'JOINT' : 'ROOT'} j${at}\n{\nOFFSET 0 1 0\nCHANNELS 0\n`).join('')}End Site\n{\nOFFSET 0 1 0\n}\n${'}\n'.repeat(joints)}MOTION\nFrames: 2\nFrame Time: 0.1\n\n\n`;
server.put('/chain.bvh', { body: chain(240), type: 'text/plain' });

scene(
  'a phone draws as many clips as it can, and says how many',
  {
    path: page('phone', '<marey-clip src="/chain.bvh" label="a"></marey-clip>'.repeat(4)),
    size: [390, 780],
    touch: true,
    gpu: 'none',
  },
  async ({ player }) => {
    await has(player, 5);
    await player.find('.toast').getByText('3 of 5 clips are drawn').waitFor();
  },
);

scene.deep(
  'the pointer names a joint of another clip; a click chooses it, and the details tell about that clip',
  { path: page('choose', '<marey-clip src="/long.bvh" label="long" position="1.5 0"></marey-clip>'), gpu: 'none' },
  async ({ player, page: { mouse } }) => {
    await has(player, 2);
    await player.button('Details').click();
    const details = player.find('.panel');
    const clip = details.getByRole('combobox', { name: 'Clip' });
    await clip.waitFor();
    assert.deepEqual(await clip.locator('option').allTextContents(), ['A · walker', 'B · long']);
    await clip.selectOption('1');
    await details.getByText('181 frames').waitFor();
    await details.getByRole('treeitem').nth(2).click();
    const lit = (await coloured(player)).pink;
    await clip.selectOption('0');
    await details.getByText('90 frames').waitFor();
    const [box, { pink, pinks }] = [await player.root.boundingBox(), await coloured(player)];
    assert.ok(Math.abs(lit - pink) > 20, 'the joint was highlighted');
    assert.ok(box);
    const label = player.find('.label');
    let found = null;
    for (let index = 0; index < pinks.length && !found; index += 40) {
      const [x, y] = [box.x + pinks[index][0], box.y + pinks[index][1]];
      await mouse.move(x, y);
      await player.settle();
      if ((await label.isVisible()) && /^long · ./.test((await label.textContent()) ?? '')) found = { x, y };
    }
    assert.ok(found, 'a joint of the other clip is named');
    await mouse.click(found.x, found.y);
    await details.getByText('181 frames').waitFor();
    assert.equal(await details.locator('[role="treeitem"][aria-selected="true"]').count(), 1);
    assert.equal((await player.state()).paused, true, 'a click on a joint does not play');
  },
);
