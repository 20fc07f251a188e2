// of: share
/** The share panel: the contents of a link, the motion inside it, the codes, and the QR code. */
import assert from 'node:assert/strict';
import { walker } from './support/clips.mjs';
import { openPanel } from './support/hands.mjs';
import { download } from './support/making.mjs';
import { scenes, until } from './support/scenes.mjs';
import { closeSharing, copied, unfold, openFile, linkIn, openSharing, packed, valuesIn } from './support/sharing.mjs';

const CLIP = '/clips/walker.bvh';
const { scene, row } = await scenes({ files: { [CLIP]: walker() } });
const DESK = { path: 'embed.html', size: [1280, 800], permissions: ['clipboard-read', 'clipboard-write'] };

const walk = row({ ...DESK, path: `embed.html#url=${CLIP}`, loads: 'walker' }, ({ player }) => closeSharing(player, 1));
/** The same figure without an address: the motion is in the link. */
const mine = row(DESK, async ({ player }) => {
  if ((await player.state()).name !== 'mine') await openFile(player, 'mine', walker());
  await closeSharing(player, 1);
});

/** @param {Player} player @param {string} name */
const box = (player, name) => player.root.getByRole('checkbox', { name });
/** @param {Player} player */
const inside = (player) => player.root.getByRole('switch', { name: 'Motion inside the link' });

/** @param {Player} player @param {[number, number]} [range] */
async function linkValues(player, range) {
  if (range)
    await player.run((element, part) => {
      element.loopRange = part;
    }, range);
  await player.holdAt(1);
  await openSharing(player);
  await packed(player);
}

walk('the visitor chooses what is shared: range or whole clip, view, moment, and playing or paused', async ({ player }) => {
  await player.run((element) => {
    element.loopRange = [0.5, 2];
    element.cameraState = '60,15,5.5,0,0.9,0.2';
  });
  await player.holdAt(1.2);
  await openSharing(player);
  const whole = await valuesIn(player);
  assert.deepEqual([whole.loop, whole.t, whole.paused, whole.camera], ['0.5-2', '1.2', '1', '60,15,5.5,0,0.9,0.2']);
  for (const name of ['This view', 'Start at 1.20 s', 'Paused']) await box(player, name).click();
  const less = await valuesIn(player);
  assert.deepEqual([less.t, less.paused, less.camera], [undefined, undefined, undefined]);
  await player.root.getByRole('radio', { name: 'Whole clip' }).check({ force: true });
  assert.notEqual((await valuesIn(player)).loop, '0.5-2');
  await player.run((element) => {
    element.loopRange = null;
  });
  await player.root.getByRole('radiogroup').waitFor({ state: 'hidden' });
});

walk('with share="files" the panel saves pictures, films and files, and makes no link', async ({ player }) => {
  const page = await player.run((element) => {
    const before = element.share;
    element.share = 'files';
    return before;
  });
  const panel = await openPanel(player, 'Share');
  await panel.locator('.exports').waitFor();
  assert.deepEqual(await panel.locator('.exports summary > span').allTextContents(), ['Picture', 'Film', 'Filmstrip', 'File']);
  assert.equal(await panel.locator('input, .link-part, .embed-part').count(), 0);
  await player.run((element, before) => {
    element.share = before;
  }, page);
});

walk('a player that is paused at the first frame is shared as it is', async ({ player }) => {
  await player.holdAt(0);
  await openSharing(player);
  const { paused, t } = await valuesIn(player);
  assert.deepEqual([paused, t], ['1', undefined]);
});

walk('a link frames the figure as it is without the panel', async ({ player }) => {
  const before = await player.run((element) => element.cameraState);
  await openSharing(player);
  await until('the figure has made room', async () => (await player.run((element) => element.cameraState)) !== before);
  await box(player, 'Paused').click();
  const numbers = (/** @type {string} */ text) => text.split(',').map(Number);
  const shared = numbers((await valuesIn(player)).camera);
  numbers(before).forEach((value, index) => assert.ok(Math.abs(value - shared[index]) < 0.02, `${before} and ${shared}`));
});

walk('copying is confirmed on the button, which keeps its width', async ({ player }) => {
  await openSharing(player);
  const width = () => player.find('.sending .copy').evaluate((button) => button.getBoundingClientRect().width);
  const before = await width();
  await player.button('Copy link').click();
  await player.button('Copied').waitFor();
  assert.equal(await width(), before);
  assert.equal(await player.find('.share-form [role="status"]').textContent(), 'Link copied');
  assert.match(await copied(player), /#url=/);
  await player.button('Copy link').waitFor();
});

scene(
  'a dropped clip is in the link itself, and plays in a new browser from nothing else',
  { path: `#url=${CLIP}`, size: DESK.size, loads: 'walker' },
  async ({ player }) => {
    await player.opens('mine', { name: 'mine.bvh', text: walker() });
    await linkValues(player);
    const values = await valuesIn(player);
    assert.deepEqual([values.url, values.t, values.paused], [undefined, '1', '1']);
    assert.match(values.clip, /^[\w-]{100,}$/);
    await player
      .find('.panel')
      .getByText(/Nothing is uploaded/)
      .waitFor();
    assert.ok(Math.abs((await player.visits(await linkIn(player), 'mine')).time - 1) < 0.05);
  },
);

mine('of a range only that part is in the link, and its times start there', async ({ player }) => {
  await linkValues(player, [0.5, 1.5]);
  const part = await valuesIn(player);
  assert.deepEqual([part.t, part.loop?.includes('-') ?? false], ['0.5', false]);
  await player.root.getByRole('radio', { name: 'Whole clip' }).check({ force: true });
  await until('the whole is packed', async () => (await valuesIn(player)).clip.length > part.clip.length);
  assert.equal((await valuesIn(player)).t, '1');
});

mine('the slider goes from tiny to faithful, also by keys, and shows size and error', async ({ player }) => {
  await linkValues(player);
  const slider = player.root.getByRole('slider', { name: 'Motion inside the link' });
  const length = async () => (await linkIn(player)).length;
  const standard = await length();
  await slider.focus();
  await player.press('Home');
  await until('a shorter link', async () => (await length()) < standard);
  assert.match((await slider.getAttribute('aria-valuetext')) ?? '', /^Tiny, [\d.]+ kB · [\d.]+ mm$/);
  await player.press('End');
  await until('a longer link', async () => (await length()) > standard);
  assert.match(await player.find('.errors').innerText(), /^off by [\d.]+ mm on average, [\d.]+ mm at most$/);
  const longest = await length();
  await player.press('PageDown');
  await until('a size between', async () => {
    const now = await length();
    return now < longest && now > standard && player.button('Copy link').isEnabled();
  });
});

walk('a clip with an address has its motion in the link only on request', async ({ player }) => {
  await openSharing(player);
  assert.equal(await player.root.getByRole('slider', { name: 'Motion inside the link' }).count(), 0);
  await inside(player).click();
  await packed(player);
  assert.ok((await valuesIn(player)).clip);
  await inside(player).click();
  assert.equal((await valuesIn(player)).url, CLIP.slice(1));
});

walk('a code cannot be copied while its link is being made', async ({ player }) => {
  await openSharing(player);
  const copy = player.button('Copy code');
  assert.equal(await copy.isEnabled(), true);
  const meanwhile = await player.run((element) => {
    const root = /** @type {ShadowRoot} */ (element.shadowRoot);
    /** @type {HTMLElement} */ (root.querySelector('.link-part > label [role="switch"]')).click();
    return /** @type {HTMLButtonElement} */ (root.querySelector('.code .copy')).disabled;
  });
  assert.equal(meanwhile, true);
  await packed(player);
  await until('it can be copied', () => copy.isEnabled());
  await inside(player).click();
});

mine.deep('the codes are tabs that arrow keys choose; copying copies the whole code', async ({ player }) => {
  await linkValues(player);
  const { clip } = await valuesIn(player);
  const code = async () => {
    await player.button('Copy code').click();
    return copied(player);
  };
  assert.match(
    await player.root.getByRole('textbox', { name: 'Embed code' }).inputValue(),
    /^<marey-player controls src="#clip=[\w-]{8}…&amp;t=1"/,
  );
  assert.ok((await code()).includes(`src="#clip=${clip}&amp;t=1"`));
  await player.root.getByRole('tab', { name: 'Tag' }).focus();
  /** @type {[string, RegExp][]} */
  const kinds = [
    ['Frame', /^<iframe src="[^"]*embed\.html#clip=/],
    ['Markdown', /^\[mine\]\(<http[^>]*#clip=[^>]*>\)$/],
    ['reST', /^\.\. raw:: html\n\n {3}<iframe /],
    ['Notebook', /^from IPython\.display import IFrame\nIFrame\("http/],
  ];
  for (const [name, shape] of kinds) {
    await player.press('ArrowRight');
    assert.equal(
      await player.root
        .getByRole('tab', { name, selected: true })
        .evaluate((tab) => tab === /** @type {ShadowRoot} */ (tab.getRootNode()).activeElement),
      true,
    );
    const whole = await code();
    assert.match(whole, shape);
    assert.ok(whole.includes(clip));
    await player.root.getByRole('tab', { name, selected: true }).focus();
  }
  await player.press('Home');
  await player.root.getByRole('tab', { name: 'Tag', selected: true }).waitFor();
});

mine.deep(
  'the QR code opens large, closes with Esc, which leaves the panel open, and is no denser than phones can read',
  async ({ player }) => {
    await linkValues(player, [0.5, 0.9]);
    const small = player.button(/^QR code/);
    await until('it can be shown', () => small.isEnabled());
    await small.click();
    const large = player.find('dialog[open] svg[viewBox]').last();
    const [width, modules] = await large.evaluate((drawing) => [
      drawing.getBoundingClientRect().width,
      Number(drawing.getAttribute('viewBox')?.split(' ')[2]),
    ]);
    assert.ok(width / modules >= 3, `${width / modules} pixels a module`);
    await player.press('Escape');
    await large.waitFor({ state: 'detached' });
    assert.equal(await player.find('.panel[data-panel="share"]').count(), 1);
  },
);

scene(
  'on a phone the panel is a sheet with its main buttons at the bottom',
  {
    path: 'embed.html',
    size: [390, 780],
    touch: true,
    scripts: [
      function share() {
        Object.defineProperty(navigator, 'share', {
          value: (/** @type {ShareData} */ what) => {
            /** @type {any} */ (globalThis).sent = what;
            return Promise.resolve();
          },
        });
      },
    ],
  },
  async ({ page, player }) => {
    await openFile(player, 'mine', walker());
    await linkValues(player);
    const send = player.button('Send');
    const place = await send.boundingBox();
    assert.ok(place && place.y + place.height <= 780 && place.height >= 44, JSON.stringify(place));
    await send.click();
    assert.match(await page.evaluate(() => /** @type {any} */ (globalThis).sent.url), /#clip=/);
    const sheet = await player.find('.panel').boundingBox();
    const { box: figure } = await player.figure();
    assert.ok(sheet && figure.bottom < sheet.y + 12 && figure.top >= 0, `the figure is above it: ${JSON.stringify([figure, sheet])}`);
  },
);

scene.deep(
  'a motion that cannot be packed is reported with the reason, and nothing can be copied',
  { ...DESK, allow: [/marey_pack|ERR_FAILED/] },
  async ({ context, player }) => {
    await context.route('**/marey_pack*', (route) => route.abort());
    await openFile(player, 'mine', walker());
    await player.button('Share').click();
    await player
      .find('.limit')
      .getByText(/could not be packed/)
      .waitFor();
    assert.equal(await player.button('Copy link').isDisabled(), true);
    assert.equal(await player.find('.code textarea').isVisible(), false, 'there is no code without a motion');
    await context.unroute('**/marey_pack*');
    await player.button('Try again').click();
    await packed(player);
    assert.match((await valuesIn(player)).clip, /^[\w-]{100,}$/);
    assert.equal(await player.button('Try again').isVisible(), false);
  },
);

mine('the whole clip can be saved as a packed file', async ({ player }) => {
  await linkValues(player);
  await unfold(player, 'motion');
  const { name, bytes } = await download(player, 'Save as .marey file');
  assert.equal(name, 'mine.marey');
  assert.ok(bytes.length > 50);
});

scene.deep(
  'the panel warns that planted feet slide where they do, and only there',
  { ...DESK, path: 'embed.html#url=samples/jump.bvh', loads: 'jump' },
  async ({ player }) => {
    await player.button('Share').click();
    await inside(player).click();
    const warning = player.find('.link-part').getByText(/^Planted feet slide \d+ mm a second more than in the original\.$/);
    await player.root.getByRole('slider', { name: 'Motion inside the link' }).focus();
    await player.press('Home');
    await packed(player);
    await warning.waitFor();
    await player.press('End');
    await packed(player);
    assert.equal(await warning.isVisible(), false);
  },
);
