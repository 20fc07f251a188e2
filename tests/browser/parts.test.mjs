// of: player, controls
/** What a page can change about a player: its style, its parts, its box. */
import assert from 'node:assert/strict';
import { amc, asf } from './support/acclaim.mjs';
import { brightness } from './support/pixels.mjs';
import { openPanel } from './support/hands.mjs';
import { scenes, until } from './support/scenes.mjs';
import { CSP } from './support/server.mjs';

const { scene, row, server } = await scenes();
server.put('/poster.svg', {
  body: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 9"><rect width="16" height="9" fill="#fa0"/></svg>',
  type: 'image/svg+xml',
});

/** @param {string} name @param {string} css @param {string} body */
const styled = (name, css, body) => server.page(`/${name}.html`, body, { css, csp: `${CSP}; img-src 'self'` });

/** @param {Player} player @param {string} selector @param {string} property */
const styleOf = (player, selector, property) =>
  player
    .find(selector)
    .first()
    .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);

scene.deep(
  'custom properties of the page colour the controls and round their corners',
  {
    path: styled(
      'coloured',
      `marey-player {
  --marey-text: rgb(1, 2, 3); --marey-dim: rgb(4, 5, 6); --marey-bar: rgb(7, 8, 9); --marey-panel: rgb(10, 11, 12); --marey-line: rgb(13, 14, 15);
  --marey-accent: rgb(16, 17, 18); --marey-warning: rgb(19, 20, 21); --marey-focus: rgb(22, 23, 24); --marey-radius: 3px; --marey-font: monospace; }`,
      '<marey-player controls src="/walker.bvh"></marey-player>',
    ),
    loads: 'walker',
  },
  async ({ player }) => {
    await openPanel(player, 'Settings');
    for (const [selector, property, value] of [
      ['.bar', 'color', 'rgb(1, 2, 3)'],
      ['.total', 'color', 'rgb(4, 5, 6)'],
      ['.bar', 'background-color', 'rgb(7, 8, 9)'],
      ['.panel', 'background-color', 'rgb(10, 11, 12)'],
      ['.bar', 'border-top-color', 'rgb(13, 14, 15)'],
      ['.timeline .fill', 'background-color', 'rgb(16, 17, 18)'],
      ['.bar', 'border-top-left-radius', '3px'],
      ['.bar', 'font-family', 'monospace'],
    ])
      assert.equal(await styleOf(player, selector, property), value, `${selector}: ${property}`);
    await player.hotkey('Tab', 'Tab');
    assert.equal(
      await player.run((element) => getComputedStyle(/** @type {Element} */ (element.shadowRoot?.activeElement)).outlineColor),
      'rgb(22, 23, 24)',
    );
  },
);

const PARTS = ['root', 'stage', 'title', 'scale', 'bar', 'timeline', 'button', 'big-play', 'menu', 'panel', 'toast', 'label', 'progress'];
scene(
  'the page styles the parts by name',
  {
    reducedMotion: true,
    path: styled(
      'parts',
      PARTS.map((name, index) => `marey-player::part(${name}) { outline: ${index + 1}px solid rgb(250, 0, 250) }`).join('\n'),
      '<marey-player controls src="/walker.bvh"></marey-player>',
    ),
    loads: 'walker',
  },
  async ({ player }) => {
    await openPanel(player, 'Settings');
    const widths = await player.run(
      (element, names) =>
        names.map((name) => {
          const part = element.shadowRoot?.querySelector(`[part~="${name}"]`);
          return part && getComputedStyle(part).outlineWidth;
        }),
      PARTS,
    );
    assert.deepEqual(
      widths,
      PARTS.map((_, index) => `${index + 1}px`),
    );
  },
);

scene(
  'the page\u2019s own controls replace the bar',
  {
    path: styled(
      'own',
      '.mine { display: block; height: 80px; background: rgb(0, 90, 0) }',
      '<marey-player src="/walker.bvh"><div class="mine" slot="controls"><button type="button">My play</button></div></marey-player>',
    ),
    loads: 'walker',
  },
  async ({ page, player }) => {
    const mine = page.getByRole('button', { name: 'My play' });
    await mine.waitFor();
    await player.run((element) => element.querySelector('button')?.addEventListener('click', () => element.play()));
    await mine.click();
    await player.plays();
    await player.run((element) => {
      element.pause();
      element.controls = true;
    });
    await player.find('.title').waitFor();
    await until('the bar is not seen', async () => (await player.find('.bar').count()) === 1 && !(await player.find('.bar').isVisible()));
    await player.holdAt(1);
    const { box } = await player.figure();
    const top = (await page.locator('.mine').boundingBox())?.y ?? 0;
    assert.ok(box.bottom + ((await player.root.boundingBox())?.y ?? 0) < top, `${box.bottom} is above ${top}`);
    await mine.focus();
    await player.press('ArrowRight');
    assert.equal((await player.state()).time, 2);
    await page.evaluate(() => document.querySelector('.mine')?.remove());
    await player.find('.bar').waitFor();
  },
);

scene.deep(
  'without controls, or with the page\u2019s own, a player shows no chip and no button at any size',
  {
    path: server.page('/bare.html', '<marey-player></marey-player>', {
      css: 'marey-player { width: 100vw; height: 100vh; aspect-ratio: auto }',
    }),
    size: [1200, 800],
  },
  async ({ page, player }) => {
    // With a skeleton of another name, which is shown as a chip where there are controls.
    await player.run(
      (element, files) => {
        element.srcObject = files.map(([name, text]) => new File([text], name));
      },
      [
        ['march.amc', amc()],
        ['other.asf', asf()],
      ],
    );
    await player.loaded('march');
    await player.find('.foot').waitFor({ state: 'attached' });
    const seen = () =>
      player.run((element) =>
        [...(element.shadowRoot?.querySelectorAll('button, input, select, a') ?? [])]
          .filter((each) => each.checkVisibility() && each.getBoundingClientRect().width > 0)
          .map((each) => each.textContent),
      );
    for (const [width, height] of [
      [1200, 800],
      [820, 520],
      [600, 500],
      [500, 390],
      [340, 280],
    ]) {
      await page.setViewportSize({ width, height });
      for (const [controls, own] of [
        [false, false],
        [false, true],
        [true, true],
        [true, false],
        [false, false],
      ]) {
        await player.run(
          (element, [on, mine]) => {
            element.controls = on;
            element.replaceChildren(
              ...(mine ? [Object.assign(document.createElement('p'), { slot: 'controls', textContent: 'Mine' })] : []),
            );
          },
          [controls, own],
        );
        await until('it is laid out', () =>
          player.run(
            (element, [on, mine]) => {
              const root = element.shadowRoot?.querySelector('.root');
              return (
                root?.hasAttribute('data-controls') === on && (root.querySelector('.bar')?.checkVisibility() ?? false) === (on && !mine)
              );
            },
            [controls, own],
          ),
        );
        if (controls && !own) assert.notDeepEqual(await seen(), []);
        else assert.deepEqual(await seen(), [], `${width} x ${height}, controls ${controls}, own ${own}`);
      }
    }
  },
);

scene(
  'the page\u2019s own poster is shown until the first picture, and so is one that it names',
  {
    path: styled(
      'posters',
      'marey-player { width: 400px }',
      '<marey-player poster="/poster.svg"></marey-player><marey-player id="own"><img slot="poster" alt="A walk" src="/poster.svg"></marey-player>',
    ),
  },
  async ({ page, player }) => {
    const posters = [player.find('.poster').first(), page.getByAltText('A walk')];
    for (const poster of posters) {
      await poster.waitFor();
      const box = await poster.boundingBox();
      assert.deepEqual([box?.width, box?.height], [400, 225]);
    }
    await page.evaluate(() => {
      for (const element of document.querySelectorAll('marey-player')) element.src = '/walker.bvh';
    });
    for (const poster of posters) await poster.waitFor({ state: 'hidden' });
  },
);

scene(
  'style sheets that the page adopts into the shadow tree stay',
  { path: server.page('/sheets.html', '<marey-player></marey-player>') },
  async ({ player }) => {
    await player.run((element) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('.bar { outline: 7px solid rgb(250, 0, 250) } .panel { outline: 8px solid }');
      /** @type {any} */ (globalThis).mine = sheet;
      /** @type {ShadowRoot} */ (element.shadowRoot).adoptedStyleSheets.push(sheet);
      Object.assign(element, { controls: true, width: 600, src: '/walker.bvh' });
    });
    await player.loaded('walker');
    await openPanel(player, 'Settings');
    assert.equal(
      await player.run(
        (element) => element.shadowRoot?.adoptedStyleSheets.filter((sheet) => sheet === /** @type {any} */ (globalThis).mine).length,
      ),
      1,
    );
    assert.deepEqual([await styleOf(player, '.bar', 'outline-width'), await styleOf(player, '.panel', 'outline-width')], ['7px', '8px']);
  },
);

const box = row({ path: styled('boxes', '.narrow { max-width: 100% } main { width: 500px }', '<main></main>'), size: [900, 700] });

/** The size of a new element with these attributes. @param {Page} page @param {Record<string, string>} attributes @param {string} [tag] */
const sizeOf = (page, attributes, tag = 'marey-player') =>
  page.evaluate(([name, given]) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(given)) element.setAttribute(key, value);
    document.querySelector('main')?.replaceChildren(element);
    const { width, height } = element.getBoundingClientRect();
    const styled = element.hasAttribute('style');
    element.remove();
    return styled ? null : [width, height];
  }, /** @type {const} */ ([tag, attributes]));

box('width and height set the box like a video\u2019s, without an inline style', async ({ page }) => {
  const pairs = /** @type {Record<string, string>[]} */ ([
    { width: '400', height: '300' },
    { width: '320px', height: '160' },
    { width: '50%', height: '200' },
  ]);
  for (const pair of pairs) assert.deepEqual(await sizeOf(page, pair), await sizeOf(page, pair, 'video'), JSON.stringify(pair));
  // Without one of them a player is 16 to 9 and fills its column.
  assert.deepEqual(await sizeOf(page, { width: '320' }), [320, 180]);
  assert.deepEqual(await sizeOf(page, { height: '180' }), [320, 180]);
  assert.deepEqual(await sizeOf(page, {}), [500, 281.25]);
  assert.deepEqual(await sizeOf(page, { width: 'wide' }), [500, 281.25]);
});

box('the page\u2019s own style wins, and a narrow column keeps the aspect ratio', async ({ page }) => {
  assert.deepEqual(await sizeOf(page, { width: '1000', height: '500', class: 'narrow' }), [500, 250]);
});

box('width and height reflect like a video\u2019s', async ({ page }) => {
  const read = (/** @type {'video' | 'marey-player'} */ tag) =>
    page.evaluate((name) => {
      const element = document.createElement(name);
      const texts = ['640', ' 640', '640px', '50%', '-5', 'wide', '', '12.7', '+3', '3000000000'].map((text) => {
        element.setAttribute('width', text);
        return element.width;
      });
      const values = [320, 12.9, '200', 'wide', -1, NaN].map((value) => {
        element.height = /** @type {number} */ (value);
        return [element.height, element.getAttribute('height')];
      });
      element.removeAttribute('width');
      return [...texts, element.width, ...values];
    }, tag);
  assert.deepEqual(await read('marey-player'), await read('video'));
});

box('a resized box is measured again', async ({ page }) => {
  const sizes = await page.evaluate(() => {
    const element = document.createElement('marey-player');
    document.querySelector('main')?.replaceChildren(element);
    Object.assign(element, { width: 400, height: 100 });
    const found = ['', 'height', 'width'].map((gone) => {
      if (gone) element.removeAttribute(gone);
      const { width, height } = element.getBoundingClientRect();
      return [width, height];
    });
    element.remove();
    return found;
  });
  assert.deepEqual(sizes, [
    [400, 100],
    [400, 225],
    [500, 281.25],
  ]);
});

server.put('/late.css', { body: 'marey-player:not(:defined) { display: block; aspect-ratio: 16 / 9 }', type: 'text/css' });
const late = server.put('/late.html', {
  body: '<!doctype html><html lang="en"><title>Late</title><link rel="stylesheet" href="/late.css"><h1>Above</h1><marey-player></marey-player><p>Below</p>',
  type: 'text/html',
  csp: null,
});

scene('defining the player shifts nothing on the page, given the rule that the README names', { path: late }, async ({ page }) => {
  const place = () => page.evaluate(() => document.querySelector('p')?.getBoundingClientRect().top);
  const before = await place();
  await page.evaluate((script) => import(script), server.url('marey-player.js'));
  assert.equal(await page.evaluate(() => document.querySelector('marey-player:defined') !== null), true);
  assert.equal(await place(), before);
  assert.ok(before && before > 350);
});

/** @param {Player} player */
const dark = async (player) => brightness(await player.picture()) < 70;
/** @param {Player} player */
const light = async (player) => brightness(await player.picture()) > 200;

for (const [what, attributes] of [
  ['an empty', ''],
  ['a failed', 'src="/fault/missing/a.bvh"'],
]) {
  const path = server.page(`/themed${attributes.length}.html`, `<marey-player controls theme="light" ${attributes}></marey-player>`);
  (what === 'an empty' ? scene : scene.deep)(
    `${what} stage has the theme that was asked for`,
    { path, allow: [/404/] },
    async ({ page, player }) => {
      await player.find('canvas').first().waitFor({ state: 'attached' });
      if (attributes) await player.find('.card').waitFor();
      await until('it is light', () => light(player));
      await player.run((element) => {
        element.theme = 'dark';
      });
      await until('it is dark', () => dark(player));
      await player.run((element) => {
        element.theme = 'auto';
      });
      await page.emulateMedia({ colorScheme: 'light' });
      await page.evaluate(() => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(':root { color-scheme: light }');
        document.adoptedStyleSheets = [sheet];
      });
      await until('it is as the page', () => light(player));
    },
  );
}

const night = styled(
  'night',
  'body { background: white } .night { background: oklch(25% 0.02 260) } .lamp { color-scheme: light }',
  '<div class="night"><p><marey-player controls theme="auto" src="/walker.bvh"></marey-player></p></div>',
);
scene(
  'a page with a dark background has dark players, and light ones once it turns light',
  { path: night, scheme: 'light', loads: 'walker' },
  async ({ page, player }) => {
    await until('it is dark', () => dark(player));
    // A site's switch is a class or an attribute of the root.
    await page.evaluate(() => {
      document.querySelector('div')?.removeAttribute('class');
      document.body.className = 'day';
    });
    await until('it is light', () => light(player));
    await page.evaluate(() => {
      document.body.className = 'night';
    });
    await until('it is dark again', () => dark(player));
    await page.evaluate(() => {
      document.body.className = 'night lamp';
    });
    await until('it is as the page says', () => light(player));
  },
);
