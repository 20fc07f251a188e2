// of: share
/** Nothing leaves the share panel before a press: sending, copying, and the QR code of a link that is too long for one. */
import assert from 'node:assert/strict';
import { walker } from './support/clips.mjs';
import { scenes, until } from './support/scenes.mjs';
import { closeSharing, unfold, openFile, linkIn, openSharing, packed } from './support/sharing.mjs';

const CLIP = '/clips/walker.bvh';
/** Every joint turns another way, which cannot be packed small. */
const WILD = wild(8, 40);
const { scene, row } = await scenes({ files: { [CLIP]: walker(), '/clips/wild.bvh': WILD } });

/** @param {number} seconds @param {number} degrees */
function wild(seconds, degrees) {
  const [head, motion] = walker({ frames: 30 * seconds }).split(/(?<=Frame Time:[^\n]*\n)/);
  let seed = 7;
  const lines = motion
    .trim()
    .split('\n')
    .map((line) =>
      line
        .split(' ')
        .map((value, channel) => {
          seed = (seed * 16_807) % 2_147_483_647;
          return channel < 3 ? value : (Number(value) + (seed / 2_147_483_647 - 0.5) * degrees).toFixed(3);
        })
        .join(' '),
    );
  return `${head}${lines.join('\n')}\n`;
}

/** Runs in the page: records what is shared with the system, and ends it as `globalThis.ends` says. */
function sharing() {
  const scope = /** @type {any} */ (globalThis);
  scope.sent = [];
  const share = (/** @type {ShareData} */ what) => {
    scope.sent.push({ ...what, active: navigator.userActivation.isActive });
    return scope.ends ? Promise.reject(scope.ends) : Promise.resolve();
  };
  Object.defineProperty(navigator, 'share', { value: share });
}

function copying() {
  const scope = /** @type {any} */ (globalThis);
  scope.copied = [];
  for (const name of /** @type {const} */ (['write', 'writeText'])) {
    Clipboard.prototype[name] = (/** @type {any} */ what) => {
      scope.copied.push(what);
      return Promise.resolve();
    };
  }
  document.addEventListener('copy', () => scope.copied.push('by hand'));
}

const phone = row(
  { path: `embed.html#url=${CLIP}&paused=1`, size: [390, 780], touch: true, scripts: [sharing], loads: 'walker' },
  async ({ page, player }) => {
    await closeSharing(player);
    await page.evaluate(() => {
      Object.assign(globalThis, { sent: [], ends: undefined });
    });
    await player.button('Share').click();
  },
);

const desk = row({ path: 'embed.html', size: [1280, 800], scripts: [copying] }, ({ player }) => closeSharing(player));

/** Opens the panel for a file without an address. @param {Player} player @param {string} name @param {string} text */
async function sharesFile(player, name, text) {
  await openFile(player, name, text);
  await player.holdAt(0);
  await openSharing(player);
  await packed(player);
}

phone('Send shares the title and the link shown, within the press itself', async ({ page, player }) => {
  await player.button('Send').tap();
  const [sent, ...more] = await page.evaluate(() => /** @type {any} */ (globalThis).sent);
  assert.deepEqual([sent.title, sent.url, sent.active, sent.files, more.length], ['walker', await linkIn(player), true, undefined, 0]);
  await player.root.getByRole('checkbox', { name: 'This view' }).click();
  await player.button('Send').tap();
  const { url } = await page.evaluate(() => /** @type {any} */ (globalThis).sent[1]);
  assert.ok(sent.url.includes('camera=') && !url.includes('camera='), url);
});

phone('closing the system\u2019s share dialog shows no message', async ({ page, player }) => {
  await page.evaluate(() => {
    /** @type {any} */ (globalThis).ends = new DOMException('Share canceled', 'AbortError');
  });
  await player.button('Send').tap();
  await page.evaluate(() => {
    /** @type {any} */ (globalThis).ends = new DOMException('the system said no', 'NotAllowedError');
  });
  assert.equal(await player.find('.toast[data-shown]').count(), 0);
  await player.button('Send').tap();
  await player.find('.toast').getByText('did not work: the browser refused it').waitFor();
  assert.equal(await page.evaluate(() => /** @type {any} */ (globalThis).sent.length), 2);
});

desk('nothing is copied before a press', async ({ page, player }) => {
  await sharesFile(player, 'mine', walker());
  const copied = () =>
    page.evaluate(() =>
      /** @type {any} */ (globalThis).copied.map((/** @type {any} */ each) => (typeof each === 'string' ? each : 'data')),
    );
  await player.root.getByRole('slider', { name: 'Motion inside the link' }).focus();
  await player.press('Home');
  for (const name of ['Frame', 'Notebook']) await player.root.getByRole('tab', { name }).click();
  await unfold(player, 'picture');
  await player.button('Save PNG').waitFor();
  await player.root.getByRole('textbox', { name: 'Link', exact: true }).focus();
  assert.deepEqual(await copied(), []);
  await packed(player);
  await player.button('Copy link').click();
  assert.deepEqual(await copied(), [await linkIn(player)]);
});

desk.deep('a motion too long for a QR code is packed until it fits, and a note says so', async ({ player }) => {
  await sharesFile(player, 'longer', wild(8, 4));
  const small = player.button(/^QR code/);
  const note = player.find('#qr-note');
  await until('it is reported', async () => !/is being packed/.test((await note.textContent()) ?? ''));
  const text = (await note.textContent()) ?? '';
  const tiny = Number((await player.find('.stops small').first().textContent())?.split(' ')[0]);
  assert.ok(tiny > 1.3, `the tiny version is too small for this test: ${tiny} kB`);
  assert.match(text, /in the quality that fits, off by [\d.]+ mm on average/);
  assert.equal(await small.isEnabled(), true);
  await small.click();
  await player.find('dialog[open] svg[viewBox]').last().waitFor();
  await player.press('Escape');
});

desk.deep('a motion that does not fit at all has no QR code and no empty place for one', async ({ player }) => {
  await sharesFile(player, 'wild', WILD);
  await player
    .find('#qr-note')
    .getByText(/No QR code: the tiny version has [\d,]+ characters/)
    .waitFor();
  assert.equal(await player.find('.small-qr').isVisible(), false);
  const [code, part] = await Promise.all(['.code', '.embed-part'].map(async (each) => (await player.find(each).boundingBox())?.width ?? 0));
  assert.ok(code > part - 2, `${code} of ${part}`);
});

scene.deep(
  'with an address the QR code is that of the short link',
  { path: 'embed.html#url=/clips/wild.bvh&paused=1', size: [1280, 800], loads: 'wild' },
  async ({ player }) => {
    await player.button('Share').click();
    const reveals = player.find('.reveals');
    await reveals
      .getByText(
        'The link names the file\u2019s address and what is chosen here. Nothing is uploaded; the server of the file sees who opens it.',
      )
      .waitFor();
    await player.root.getByRole('switch', { name: 'Motion inside the link' }).click();
    await reveals
      .getByText(/^The link holds motion, joint names and title: anyone who sees it can read them, .* Nothing is uploaded\.$/)
      .waitFor();
    await player
      .find('#qr-note')
      .getByText(/This is the short link/)
      .waitFor();
    assert.equal(await player.button(/^QR code/).isEnabled(), true);
  },
);
