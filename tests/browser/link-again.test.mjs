/** A motion that came in a link is handed on in the same text. Packed once more it would lose once more: a part of it, or another quality, says so. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { until } from './support/browser.mjs';
import { scenes } from './support/scenes.mjs';

/** @typedef {import('./support/player.mjs').Player} Player */

const { scene, server } = await scenes();
const LINK = (await readFile(new URL('../fixtures/link/dancer.v1.link', import.meta.url), 'utf8')).trim();
const SIZE = /** @type {[number, number]} */ ([1280, 800]);
const AGAIN = 'This motion was packed before: what it lost then comes on top.';

/** @param {Player} player */
const values = async (player) => new URLSearchParams(new URL(await player.root.getByRole('textbox', { name: 'Link', exact: true }).inputValue()).hash.slice(1));
/** What the panel says of the error, and whether that comes on top of another. @param {Player} player */
const said = async (player) => ({ errors: await player.find('.errors').innerText(), again: await player.find('.link-part').getByText(AGAIN).isVisible() });
/** @param {Player} player */
async function packed(player) {
  await until('the motion is packed', async () => await player.button('Copy link').isEnabled() && await player.find('.stops [data-busy], .quality[data-busy]').count() === 0);
}

for (const [where, path] of /** @type {const} */ ([
  ['the page', `#clip=${LINK}&paused=1&t=1`],
  ['the frame', `embed.html?clip=${LINK}&paused=1&t=1`],
  ['the tag', server.page('/tag.html', `<marey-player controls share="/" src="#clip=${LINK}"></marey-player>`)],
])) {
  scene(`${where} shares it as it came, with the error that it states`, { path, size: SIZE }, async ({ player }) => {
    await player.loaded('dancer');
    await player.run((element) => element.pause());
    await player.button('Share').click();
    await packed(player);
    assert.equal((await values(player)).get('clip'), LINK);
    const [{ text }] = await player.run((element) => element.clips[0].notes);
    const [, mean, p99] = /([\d.]+) mm off on average, 99 of 100 places less than ([\d.]+) mm/.exec(text) ?? [];
    const { errors, again } = await said(player);
    const [, ownMean, ownP99] = /^([\d.]+) mm off on average, 99 % below ([\d.]+) mm$/.exec(errors) ?? [];
    assert.ok(Math.abs(Number(mean) - Number(ownMean)) <= 0.05 && Math.abs(Number(p99) - Number(ownP99)) <= 0.5, `${text}; ${errors}`);
    assert.equal(again, false);
  });
}

scene('another quality and a part of it are packed again, and say what comes on top', { path: `#clip=${LINK}&paused=1&t=1`, size: SIZE }, async ({ player }) => {
  await player.loaded('dancer');
  await player.button('Share').click();
  await packed(player);
  const chosen = await player.find('.stops [data-chosen]').innerText();
  const others = player.find('.stops button:not([data-chosen])');
  assert.equal(await others.count(), 2);
  await others.first().click();
  await packed(player);
  assert.notEqual((await values(player)).get('clip'), LINK);
  const { errors, again } = await said(player);
  assert.match(errors, /^off by [\d.]+ mm on average, [\d.]+ mm at most$/);
  assert.equal(again, true);
  assert.equal(await player.find('.link-part').getByText(/^Not in it:/).isVisible(), false, 'nothing but that was lost');
  // Back to how it came.
  await player.find('.stops button').filter({ hasText: chosen.split('\n')[0] }).click();
  assert.equal((await values(player)).get('clip'), LINK);

  await player.run((element) => { element.loopRange = [0.5, 1.5]; });
  await until('the part is packed', async () => { await packed(player); return (await values(player)).get('clip') !== LINK; });
  assert.deepEqual([(await said(player)).again, (await values(player)).get('t')], [true, '0.5']);
  await player.root.getByRole('radio', { name: 'Whole clip' }).check({ force: true });
  await until('the whole is there', async () => (await values(player)).get('clip') === LINK);
  assert.equal((await said(player)).again, false);
});

scene('what is seen at another rate is packed as it is seen', { path: `#clip=${LINK}&paused=1&fps=30`, size: SIZE }, async ({ player }) => {
  await player.loaded('dancer');
  await player.button('Share').click();
  await packed(player);
  assert.notEqual((await values(player)).get('clip'), LINK);
  assert.equal((await said(player)).again, true);
});
