// of: share, player, marey_web
/** A link to a moment: written, read, and the same at both ends. */
import assert from 'node:assert/strict';
import { walker } from './support/clips.mjs';
import { isAsBefore, momentOf } from './support/survival.mjs';
import { scenes, until } from './support/scenes.mjs';
import { copied, linkIn, openSharing, packed } from './support/sharing.mjs';

const CLIP = '/clips/walker.bvh';
const { scene, server } = await scenes({ files: { [CLIP]: walker() }, loads: 'walker' });

scene('?url= opens a clip', { path: `?url=${CLIP}` }, async ({ player }) => {
  await player.plays();
  await player.isFramed();
  assert.equal(await player.find('.clips .pick:visible').count(), 0, 'no samples are shown');
});

scene(
  '#url= with time, speed, loop and camera sets all of them',
  { path: `#url=${CLIP}&t=1.5&speed=0.1&loop=0.5-2.5&camera=100,20,5,0.1,0.8,0` },
  async ({ player }) => {
    // At this speed the clip is in this range for ten seconds.
    const { time, rate, loop, range, camera } = await player.state();
    assert.ok(time >= 1.5 - 1e-6 && time < 2.5, `at ${time}`);
    assert.deepEqual({ rate, loop, camera }, { rate: 0.1, loop: true, camera: '100,20,5,0.1,0.8,0' });
    assert.deepEqual(
      range?.map((second) => Number(second.toFixed(3))),
      [0.5, 2.5],
    );
  },
);

/** @type {[string, number][]} */
const MOMENTS = [
  ['2', 2],
  ['0:01.5', 1.5],
  ['1s', 1],
  ['f45', 1.5],
  ['99999', 89 / 30],
  ['-3', 0],
  ['nonsense', 0],
];
for (const [text, time] of MOMENTS) {
  scene(`t=${text} is ${time.toFixed(2)} s`, { path: `embed.html#url=${CLIP}&t=${text}` }, async ({ player }) => {
    await player.settle();
    const { time: at } = await player.state();
    assert.ok(Math.abs(at - time) < 1e-3, `${at}`);
  });
}

scene(
  'a link sets unit, up, ground, fps and theme, too',
  { path: `embed.html#url=${CLIP}&unit=m&up=z&ground=zero&fps=60&theme=light` },
  async ({ player }) => {
    assert.ok(Math.abs((await player.state()).duration - 89 / 60) < 1e-4);
    await player.button('Details').click();
    const chosen = (/** @type {string} */ name) =>
      player.root.getByRole('combobox', { name }).evaluate((select) => /** @type {HTMLSelectElement} */ (select).selectedOptions[0].text);
    await player.find('.panel').waitFor();
    assert.equal(await chosen('Unit'), 'Metres');
    assert.equal(await chosen('Up axis'), 'Z');
    assert.deepEqual(await player.run((element) => ['theme', 'ground'].map((name) => element.getAttribute(name))), ['light', 'zero']);
  },
);

scene.deep(
  'invalid values in a link are ignored',
  { path: `#url=${CLIP}&speed=fast&loop=9-2&camera=x,y&fps=-5&unit=mile&up=w&start=&__proto__=1` },
  async ({ player }) => {
    await player.plays();
    const { rate, duration, range } = await player.state();
    assert.deepEqual({ rate, range }, { rate: 1, range: null });
    assert.ok(Math.abs(duration - 89 / 30) < 1e-3);
    await player.isFramed();
  },
);

scene(
  'Share offers a link, and copies it on request; opening it restores the view',
  { path: `#url=${CLIP}&note=kept`, permissions: ['clipboard-read', 'clipboard-write'], size: [900, 560] },
  async ({ page, player }) => {
    await player.run((element) => {
      Object.assign(element, {
        playbackRate: 0.5,
        loop: true,
        loopMode: 'pingpong',
        inPlace: true,
        follow: 'off',
        loopRange: [0.5, 2],
        cameraState: '60,15,5.5,0,0.9,0.2',
      });
    });
    await player.holdAt(1.2);
    const before = await momentOf(player);
    await page.evaluate(() => navigator.clipboard.writeText('something else'));
    await openSharing(player);
    assert.equal(await copied(player), 'something else', 'nothing is copied without a press');
    await player.button('Copy link').click();
    await player.button('Copied').waitFor();
    const link = await copied(player);
    const { origin, pathname, hash } = new URL(link);
    assert.equal(origin + pathname, server.url());
    assert.deepEqual(Object.fromEntries(new URLSearchParams(hash.slice(1))), {
      url: CLIP.slice(1),
      t: '1.2',
      paused: '1',
      'in-place': '1',
      speed: '0.5',
      loop: '0.5-2',
      'loop-mode': 'pingpong',
      follow: 'off',
      camera: before.state.camera,
      note: 'kept',
    });
    assert.match(hash, /camera=60,15,5\.5,0,0\.9,0\.2/, 'the camera is legible');
    assert.equal(await linkIn(player), link);
    await player.root.getByRole('tab', { name: 'Frame' }).click();
    const embed = await player.root.getByRole('textbox', { name: 'Embed code' }).inputValue();
    assert.match(embed, /^<iframe src="http:[^"]*\/embed\.html#url=[^"]*&amp;t=1\.2[^"]*" title="walker" /);

    await player.visits(link, 'walker');
    await isAsBefore(player, before);
    assert.equal((await player.state()).paused, true);
    assert.deepEqual(await player.run((element) => [element.loopMode, element.follow, element.inPlace]), ['pingpong', 'off', true]);
  },
);

/** Options of a player, as a link has them, with what a code is to keep. */
const KEPT = {
  ghosts: '2,1',
  'ghost-step': '5f',
  trails: 'LeftHand,RightHand',
  'trail-window': 'all',
  measures: 'height:Head',
  marks: 'step@1.2; turn@2-2.5',
  contacts: '',
  curves: 'Head:y',
  positions: 'replace',
  interpolation: 'nearest',
  'in-place': '1',
  'loop-mode': 'pingpong',
  follow: 'off',
};

scene(
  'links, tags and cells keep all that is shown: a pasted tag is as the player was',
  { path: `embed.html#url=${CLIP}&t=1.2&paused=1&loop=1&theme=light&${new URLSearchParams(KEPT)}` },
  async ({ player }) => {
    const state = (/** @type {string} */ name) =>
      player.run((_, wanted) => {
        const element = /** @type {any} */ (document.querySelector(wanted));
        const { ghosts, ghostStep, trails, trailWindow, measures, marks, contacts, curves } = element;
        const { positions, interpolation, inPlace, loop, loopMode, follow, theme, loopRange, currentTime, paused } = element;
        return {
          drawn: { ghosts, ghostStep, trails, trailWindow, measures, marks, contacts, curves },
          played: {
            positions,
            interpolation,
            inPlace,
            loop,
            loopMode,
            follow,
            theme,
            loopRange,
            currentTime: currentTime.toFixed(3),
            paused,
          },
        };
      }, name);
    const before = await state('marey-player');
    await openSharing(player);
    const values = Object.fromEntries(new URLSearchParams(new URL(await linkIn(player)).hash.slice(1)));
    assert.deepEqual({ ...values, ...KEPT }, values);
    const code = async (/** @type {string} */ name) => {
      await player.root.getByRole('tab', { name }).click();
      await player.root.getByRole('textbox', { name: 'Embed code' }).focus();
      return player.root.getByRole('textbox', { name: 'Embed code' }).inputValue();
    };
    const attributes = Array.from((await code('Tag')).matchAll(/ ([\w-]+)(?:="([^"]*)")?/g), ([, name, value = '']) => [
      name,
      value.replaceAll('&quot;', '"').replaceAll('&amp;', '&'),
    ]);
    await player.run((_, all) => {
      const pasted = document.createElement('marey-player');
      for (const [name, value] of all) pasted.setAttribute(name, value);
      pasted.id = 'pasted';
      document.body.append(pasted);
    }, attributes);
    await until('the pasted tag has its clip', () =>
      player.run(() => /** @type {any} */ (document.querySelector('#pasted')).readyState === 4),
    );
    await until('and its moment', async () => (await state('#pasted')).played.currentTime === before.played.currentTime);
    assert.deepEqual(await state('#pasted'), before);
    const cell = await code('Notebook');
    for (const part of ['ghosts="2 1"', 'trail_window="all"', 'in_place=True', 'loop=True', 'interpolation="nearest"', 'curves="Head:y"'])
      assert.ok(cell.includes(part), `${part} in ${cell}`);
  },
);

scene(
  'a tag has the clips beside the own one, with their options',
  { path: `embed.html#url=${CLIP}&url=${CLIP}&label=B&offset=-0.12&position=1,0&beyond=leave&clip-speed=0.5`, loads: 'walker' },
  async ({ player }) => {
    await until('the other clip is there', () => player.run((element) => element.clips.length === 2));
    await openSharing(player);
    await player.root.getByRole('tab', { name: 'Tag' }).click();
    const tag = await player.root.getByRole('textbox', { name: 'Embed code' }).inputValue();
    assert.match(
      tag,
      /"><marey-clip src="http[^"]*walker\.bvh" label="B" offset="-0\.12" position="1,0" beyond="leave" speed="0\.5"><\/marey-clip><\/marey-player>$/,
    );
  },
);

scene(
  'links and codes keep all clips, and which of them are shown',
  { path: `embed.html#url=${CLIP}&url=${CLIP}&label=B&url=${CLIP}&label=C&compare=at-hips`, loads: 'walker', size: [1280, 800] },
  async ({ player }) => {
    const code = async (/** @type {string} */ name) => {
      await player.root.getByRole('tab', { name }).click();
      await player.root.getByRole('textbox', { name: 'Embed code' }).focus();
      return player.root.getByRole('textbox', { name: 'Embed code' }).inputValue();
    };
    const three = () => until('three clips', () => player.run((element) => element.clips.length === 3));
    const hidden = () =>
      player.run((element) =>
        Array.from(/** @type {NodeListOf<HTMLElement>} */ (element.querySelectorAll('marey-clip')), (clip) => clip.hidden),
      );
    const button = (/** @type {string} */ name) => player.root.getByRole('button', { name });
    await three();
    await button('Hide walker').click();
    await button('Hide C').click();
    const only = player.root.getByRole('switch', { name: 'Show only B' });
    await only.click();
    await openSharing(player);
    const link = await linkIn(player);
    assert.match(link, /compare=[^&]*,hide-0,only-1,hide-2&/);
    const tag = await code('Tag');
    assert.match(tag, /<marey-clip src="http[^"]*" label="B"><\/marey-clip><marey-clip src="http[^"]*" label="C" hidden><\/marey-clip>/);
    for (const name of ['Frame', 'Notebook', 'Markdown', 'reST']) assert.equal((await code(name)).match(/walker\.bvh/g)?.length, 3, name);
    assert.match(await code('Notebook'), /^from IPython\.display import IFrame\nIFrame\("http[^"]*embed\.html#/);

    const setHidden = (/** @type {boolean} */ on) =>
      player.run((element, hides) => element.querySelectorAll('marey-clip')[1].toggleAttribute('hidden', hides), on);
    await setHidden(false);
    await until('the link follows', async () => !/hide-2/.test(await linkIn(player)));

    await player.visits(link, 'walker');
    await three();
    assert.deepEqual(await hidden(), [false, true]);
    await until('one is alone', async () => (await only.getAttribute('aria-checked')) === 'true');
    assert.equal(await button('Hide walker').getAttribute('aria-pressed'), 'true');
  },
);

scene(
  'a clip beside the own one that has no address is in the link, with the own one',
  { path: `embed.html#url=${CLIP}` },
  async ({ player }) => {
    await player.run((element, text) => void element.clips.add(new File([text], 'beside.bvh')), walker({ frames: 12 }));
    await until('two clips', () => player.run((element) => element.clips.length === 2));
    await openSharing(player);
    await packed(player);
    const values = new URLSearchParams(new URL(await linkIn(player)).hash.slice(1));
    assert.deepEqual([values.getAll('clip').length, values.get('url')], [2, null]);
  },
);

scene.deep('without the clipboard the link can be copied by hand', { path: `#url=${CLIP}` }, async ({ page, player }) => {
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: () => Promise.reject(new Error('no')) } });
  });
  await player.button('Share').click();
  await player.button('Copy link').click();
  await player
    .find('.toast')
    .getByText(/Ctrl C/)
    .waitFor();
  const link = player.root.getByRole('textbox', { name: 'Link' });
  await until('it is selected', () =>
    link.evaluate((input) => {
      const { selectionStart, selectionEnd, value } = /** @type {HTMLInputElement} */ (input);
      return value.length > 10 && selectionStart === 0 && selectionEnd === value.length;
    }),
  );
});

scene('a changed address is followed without a reload', { path: `#url=${CLIP}` }, async ({ page, player }) => {
  await page.evaluate(() => {
    location.hash = '#url=samples/jump.bvh&t=0.1';
  });
  await until('the other clip', async () => /jump/i.test((await player.state()).name));
  await player.loaded();
  await player.isFramed();
});
