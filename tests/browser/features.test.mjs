/** A browser that lacks what the player needs: a sentence says what, on every page, and nothing throws. */
import assert from 'node:assert/strict';
import { scenes, until } from './support/scenes.mjs';

const { scene, server } = await scenes({ loads: null });

const PAGES = {
  element: server.page(
    '/lacks.html',
    '<marey-player src="/walker.bvh" controls autoplay loop sync="a" moments="3" theme="auto" width="300"></marey-player>',
  ),
  page: '#url=/walker.bvh',
  frame: 'embed.html#url=/walker.bvh',
};
const NEEDED = [
  'WebAssembly',
  'ResizeObserver',
  'matchMedia',
  'IntersectionObserver',
  'MutationObserver',
  'AbortController',
  'MessageChannel',
  'adoptedStyleSheets',
];
/** Those that the everyday run looks at. */
const FEW = ['element without ResizeObserver', 'page without matchMedia', 'frame without WebAssembly'];

/** What takes the feature away from a page. @param {string} name @returns {() => void} */
const without = (name) =>
  name === 'adoptedStyleSheets'
    ? () => {
        for (const { prototype } of [Document, ShadowRoot]) Reflect.deleteProperty(prototype, 'adoptedStyleSheets');
      }
    : /** @type {() => void} */ (Object.assign(() => {}, { toString: () => `() => { delete globalThis.${name}; }` }));

for (const [where, path] of Object.entries(PAGES)) {
  for (const name of NEEDED) {
    const what = `${where} without ${name}`;
    (FEW.includes(what) ? scene : scene.deep)(
      `${what}: a card says so, play() is refused, and nothing throws`,
      { path, scripts: [without(name)] },
      async ({ player }) => {
        assert.match(await player.text('.card'), new RegExp(`This browser has no ${name}, which the player needs\\.`));
        const refused = await player.run((element) => {
          element.src = '/walker.bvh?again';
          return element.play().then(
            () => 'plays',
            (error) => error.name,
          );
        });
        assert.equal(refused, 'NotSupportedError');
        const { error, paused, rung } = await player.state();
        assert.match(error ?? '', new RegExp(`no ${name}`));
        assert.deepEqual([paused, rung], [true, 'none']);
      },
    );
  }
}

/** The player has something in place of these. */
for (const name of ['Worker', 'OffscreenCanvas', 'structuredClone', 'requestIdleCallback', 'indexedDB', 'localStorage', 'WeakRef']) {
  scene.deep(
    `without ${name} a clip plays`,
    {
      path: server.page('/plays.html', '<marey-player src="/walker.bvh" controls autoplay loop theme="auto"></marey-player>'),
      scripts: [without(name)],
    },
    async ({ player }) => {
      await player.loaded('walker');
      await player.plays();
      await until('the controls are there', async () => (await player.find('.bar').count()) === 1);
    },
  );
}
