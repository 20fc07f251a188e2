// of: share, marey_link, marey_pack
/** A motion that came in a link is shared as the same text: packing it again would lose more. Another part or quality is packed again and says so. */
import assert from 'node:assert/strict';
import { DANCER } from './support/fixtures.mjs';
import { WIDE } from './support/list.mjs';
import { scenes, until } from './support/scenes.mjs';
import { packed, valuesIn } from './support/sharing.mjs';

const { row, server } = await scenes({ loads: 'dancer' });
const AGAIN = 'This motion was packed before: that loss adds to this one.';

/** The error that the panel states, and whether it says that the motion was packed before. @param {Player} player */
const stated = async (player) => ({
  errors: await player.find('.errors').innerText(),
  again: await player.find('.link-part').getByText(AGAIN).isVisible(),
});

/** A page with the share panel open. @param {string} path */
const sharing = (path) =>
  row({ ...WIDE, path }, async ({ player }) => {
    if (!(await player.find('.panel').count())) await player.button('Share').click();
    await packed(player);
  });
const linked = sharing(`#clip=${DANCER}&paused=1&t=1`);
const framed = sharing(`embed.html?clip=${DANCER}&paused=1&t=1`);
const tagged = sharing(server.page('/tag.html', `<marey-player controls share="/" src="#clip=${DANCER}"></marey-player>`));
const slower = sharing(`#clip=${DANCER}&paused=1&fps=30`);

for (const [where, seen] of /** @type {const} */ ([
  ['the page', linked],
  ['the frame', framed],
  ['the tag', tagged],
])) {
  (where === 'the page' ? seen : seen.deep)(`${where} shares it as it came, with the error that it states`, async ({ player }) => {
    assert.equal((await valuesIn(player)).clip, DANCER);
    const [{ text }] = await player.run((element) => element.clips[0].notes);
    const [, mean, p99] = /([\d.]+) mm off on average, 99 of 100 places less than ([\d.]+) mm/.exec(text) ?? [];
    const { errors, again } = await stated(player);
    const [, ownMean, ownP99] = /^([\d.]+) mm off on average, 99 % below ([\d.]+) mm$/.exec(errors) ?? [];
    assert.ok(Math.abs(Number(mean) - Number(ownMean)) <= 0.05 && Math.abs(Number(p99) - Number(ownP99)) <= 0.5, `${text}; ${errors}`);
    assert.equal(again, false);
  });
}

linked('another quality or a part of it is packed again, and the panel states the added error', async ({ player }) => {
  const chosen = await player.find('.stops [data-chosen]').innerText();
  const others = player.find('.stops button:not([data-chosen])');
  assert.equal(await others.count(), 2);
  await others.first().click();
  await packed(player);
  assert.notEqual((await valuesIn(player)).clip, DANCER);
  const { errors, again } = await stated(player);
  assert.match(errors, /^off by [\d.]+ mm on average, [\d.]+ mm at most$/);
  assert.equal(again, true);
  assert.equal(
    await player
      .find('.link-part')
      .getByText(/^Left out:/)
      .isVisible(),
    false,
    'nothing else was lost',
  );
  await player
    .find('.stops button')
    .filter({ hasText: chosen.split('\n')[0] })
    .click();
  assert.equal((await valuesIn(player)).clip, DANCER);

  await player.run((element) => {
    element.loopRange = [0.5, 1.5];
  });
  await until('the part is packed', async () => {
    await packed(player);
    return (await valuesIn(player)).clip !== DANCER;
  });
  assert.deepEqual([(await stated(player)).again, (await valuesIn(player)).t], [true, '0.5']);
  await player.root.getByRole('radio', { name: 'Whole clip' }).check({ force: true });
  await until('the whole is packed', async () => (await valuesIn(player)).clip === DANCER);
  assert.equal((await stated(player)).again, false);
});

slower.deep('a motion at another rate is packed at that rate', async ({ player }) => {
  assert.notEqual((await valuesIn(player)).clip, DANCER);
  assert.equal((await stated(player)).again, true);
});
