// of: player, render, controls, actors
/** The example app for Gradio: what a visitor chooses plays, and what happens in the player comes to Python. */
import assert from 'node:assert/strict';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { onlyDeep } from '../support/deep.mjs';
import { until } from '../browser/support/browser.mjs';
import { installMarey } from './support/python.mjs';
import { served } from './support/served.mjs';
import { ROOT, pythonSite, samples } from './support/site.mjs';
import { moves, visit } from './support/visits.mjs';

test('the example app for Gradio plays what is chosen, and tells Python', { timeout: 400_000, skip: onlyDeep }, async () => {
  const folder = await pythonSite('gradio');
  await installMarey(folder);
  await samples(folder);
  await copyFile(join(folder, 'walk.bvh'), join(folder, 'a <b>&"walk.bvh'));
  await copyFile(join(ROOT, 'python/examples/gradio_app.py'), join(folder, 'gradio_app.py'));
  const { origin, end } = await served(folder, ['-u', 'gradio_app.py'], /http:\/\/127\.0\.0\.1:\d+/, {
    GRADIO_ANALYTICS_ENABLED: 'False',
    GRADIO_SERVER_NAME: '127.0.0.1',
    GRADIO_TEMP_DIR: join(folder, 'own'),
    HF_HUB_OFFLINE: '1',
  });
  try {
    await visit(
      { folder },
      'nothing',
      async ({ page, player }) => {
        await page.route(
          (url) => url.hostname !== '127.0.0.1' && url.protocol.startsWith('http'),
          (route) => route.fulfill({ body: '' }),
        );
        await page.goto(origin);
        await page.locator('marey-player').evaluate((element) => {
          element.dataset.first = '';
        });
        const choose = async (/** @type {string[]} */ names) => {
          const clear = page.getByRole('button', { name: /^(Clear|Remove)/ }).first();
          if (await clear.isVisible()) await clear.click();
          await page
            .locator('input[type=file]')
            .first()
            .setInputFiles(names.map((name) => join(folder, name)));
        };
        const told = () => page.getByLabel('What Python was told').inputValue();
        await choose(['a <b>&"walk.bvh']);
        await moves(player(), /walk/);
        await until('Python knows the walk', async () => /^\d+ joints, [\d.]+ s, no joint selected$/.test(await told()));
        assert.equal(await page.locator('li b').count(), 0, 'a file’s name is text');
        const name = await player().run((element) => {
          element.selectedJoint = 3;
          return element.clips[0].joints[3].name;
        });
        await until('Python knows the joint', async () => (await told()).endsWith(`${name} selected`));
        await choose(['march.asf', 'march.amc']);
        await moves(player(), /^march/);
        assert.equal(await page.locator('marey-player[data-first]').count(), 1, 'the player stays');
      },
      // Gradio's page reports what it misses on other hosts.
      { allow: [/./], size: [1280, 1000] },
    );
  } finally {
    await end();
  }
});
