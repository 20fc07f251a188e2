// of: trails, panels, marey_web
/** Trails of joints: drawn where the joints go, chosen by names, by the key T and in the strip, in saved pictures and links. */
import assert from 'node:assert/strict';
import { walker } from './support/clips.mjs';
import { openStrip } from './support/hands.mjs';
import { scenes, unchanged, until } from './support/scenes.mjs';
import { openSharing } from './support/sharing.mjs';

const { scene, server } = await scenes({ loads: 'way', files: { '/way.bvh': walker({ speed: 120 }) } });
/** @param {string} attributes @param {string} [css] */
const page = (attributes, css = 'marey-player { width: 100%; height: 100vh }') =>
  server.page(
    `/trails${(attributes + css).replace(/\W/g, '')}.html`,
    `<marey-player controls share="/" src="/way.bvh" ${attributes}></marey-player>`,
    { css },
  );

/** The box of the pixels that are drawn, CSS pixels, and their number. @param {Player} player */
const drawn = (player) =>
  player.run((element) => {
    const canvas = /** @type {HTMLCanvasElement | null} */ (element.shadowRoot?.querySelector('canvas.trails') ?? null);
    if (!canvas || canvas.hidden) return null;
    const { width, height } = canvas;
    const { data } = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d')).getImageData(0, 0, width, height);
    let [left, top, right, bottom, count] = [width, height, 0, 0, 0];
    for (let at = 0; at < width * height; at += 1) {
      if (!data[4 * at + 3]) continue;
      const [x, y] = [at % width, Math.floor(at / width)];
      [left, top, right, bottom, count] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y), count + 1];
    }
    return { left, top, right, bottom, count };
  });
/** Selects a joint by its name. @param {Player} player @param {string} joint */
const select = (player, joint) =>
  player.run(async (element, wanted) => {
    for (let index = 0; index < 60; index += 1) {
      /** @type {Promise<string>} */
      const name = new Promise((resolve) => {
        element.addEventListener('jointselect', (/** @type {any} */ event) => resolve(event.detail.name), { once: true });
      });
      element.selectedJoint = index;
      if ((await name) === wanted) return;
    }
    throw new Error(`there is no ${wanted}`);
  }, joint);
/** @param {Player} player */
const label = (player) => player.find('canvas.trails').getAttribute('aria-label');

for (const [name, size, cover] of /** @type {const} */ ([
  ['the welcome of a phone', [390, 844], '.intro'],
  ['the share panel', [1280, 800], '.panel'],
])) {
  scene(`the legend does not touch ${name}`, { path: '', loads: '', size: [...size], touch: size[0] < 500 }, async ({ player }) => {
    if (cover === '.panel') await openSharing(player);
    await player.run((element) => {
      element.trails = [];
    });
    await player.find('.speed-legend').waitFor();
    await until('they are apart', async () => {
      const [one, other] = await Promise.all(['.speed-legend', cover].map((each) => player.find(each).first().boundingBox()));
      assert.ok(one && other);
      const beside = one.x >= other.x + other.width || other.x >= one.x + one.width;
      return beside || one.y >= other.y + other.height || other.y >= one.y + one.height;
    });
  });
}

scene(
  'a trail goes where the joint is, with its speed in words and a legend',
  { path: page('trails="LeftHand"'), at: 1 },
  async ({ player }) => {
    await until('the trail is drawn', async () => ((await drawn(player))?.count ?? 0) > 100);
    await player.settle();
    assert.match((await label(player)) ?? '', /^LeftHand, \d+\.\d metres a second$/);
    assert.match((await player.find('.speed-legend').getAttribute('aria-label')) ?? '', /^Speed, from 0 to (1|2|5) metres a second$/);
    // The dot at the joint has the limb's colour.
    await select(player, 'LeftHand');
    await player.settle();
    const [x, y] = await player.run((element) => {
      const text = /** @type {HTMLElement} */ (element.shadowRoot?.querySelector('.label')).style.transform;
      const [, across = '0', down = '0'] = /min\((-?[\d.]+)px.*, (-?[\d.]+)px\)/.exec(text) ?? [];
      return [Number(across) - 12, Number(down) + 28];
    });
    const colour = await player.run(
      (element, [px, py]) => {
        const canvas = /** @type {HTMLCanvasElement} */ (element.shadowRoot?.querySelector('canvas.trails'));
        return [
          .../** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d')).getImageData(
            Math.round(px * devicePixelRatio),
            Math.round(py * devicePixelRatio),
            1,
            1,
          ).data,
        ];
      },
      [x, y],
    );
    assert.deepEqual(colour, [0x2c, 0xb5, 0xa6, 255], `at ${x}, ${y}`);
  },
);

scene(
  'the window bounds it; all shows the whole way',
  { path: page('trails="LeftHand" trail-window="0.1"'), at: 1 },
  async ({ player }) => {
    await until('the trail is drawn', async () => ((await drawn(player))?.count ?? 0) > 100);
    await player.settle();
    const short = await drawn(player);
    await player.run((element) => {
      element.trailWindow = Infinity;
    });
    assert.equal(await player.run((element) => element.getAttribute('trail-window')), 'all');
    await player.settle();
    const whole = await drawn(player);
    assert.ok(short && whole && whole.count > 3 * short.count, JSON.stringify([short, whole]));
    await player.run((element) => {
      element.trails = null;
    });
    await until('it is gone', async () => (await drawn(player)) === null && (await player.find('.speed-legend').isHidden()));
  },
);

scene('it follows the camera and the time', { path: page('trails="LeftFoot" trail-window="0.2"'), at: 1 }, async ({ player }) => {
  await until('the trail is drawn', async () => ((await drawn(player))?.count ?? 0) > 100);
  await player.settle();
  const before = await drawn(player);
  await player.run((element) => {
    element.cameraState = 'top';
  });
  await player.settle();
  assert.notDeepEqual(await drawn(player), before);
  const above = await drawn(player);
  // The camera goes with the figure, whose feet swing.
  await player.run((element) => {
    element.currentTime = 1.3;
  });
  await player.settle();
  assert.notDeepEqual(await drawn(player), above);
});

scene(
  'without names they are those of the ends that travel farthest; Shift+T adds and removes the selected joint’s',
  { path: page(''), at: 1 },
  async ({ player, page: { keyboard } }) => {
    await player.focus();
    await keyboard.press('Shift+T');
    await until('three trails', async () => (await label(player))?.split('; ').length === 3);
    const three = (await label(player))?.split('; ').map((each) => each.split(',')[0]);
    assert.ok(
      three?.every((name) => /^(Left|Right)(Hand|Foot)$|^Head$/.test(name)),
      String(three),
    );
    await select(player, 'Head');
    await keyboard.press('Shift+T');
    await until('a fourth', async () => (await label(player))?.includes('Head, ') ?? false);
    assert.equal((await player.run((element) => element.trails))?.length, 4);
    await keyboard.press('Shift+T');
    await until('it is gone', async () => !((await label(player)) ?? '').includes('Head, '));
    await player.run((element) => {
      element.selectedJoint = -1;
    });
    await keyboard.press('Shift+T');
    await until('all are gone', async () => (await drawn(player)) === null);
    assert.equal(await player.run((element) => element.hasAttribute('trails')), false);
  },
);

scene.deep(
  'the strip lists them: a chip removes one, + adds the selected joint',
  { path: page(''), size: [1280, 720], at: 1 },
  async ({ player }) => {
    await openStrip(player, 'Ghosts and trails');
    const chips = player.find('.chip-of-trail');
    await until('three chips', async () => (await chips.count()) === 3);
    await chips.first().getByRole('button').click();
    await until('two', async () => (await chips.count()) === 2);
    await player.button('Add the trail of the selected joint').click();
    await player.find('[data-panel="details"]').last().waitFor();
    await select(player, 'Chest');
    await player.button('Add the trail of the selected joint').click();
    await until('three again', async () => (await chips.count()) === 3);
    assert.match((await chips.allTextContents()).join(), /chest/i);
    for (let left = 3; left > 0; left -= 1) await chips.first().getByRole('button').click();
    await until('none', async () => (await chips.count()) === 0);
    assert.equal(await player.run((element) => element.trails), null);
  },
);

scene.deep(
  'what a figure hides of a trail is fainter',
  { path: page('trails="LeftHand, RightHand" trail-window="all" renderer="webgl" camera="left"'), gpu: 'webgl', at: 1.5 },
  async ({ player }) => {
    await until('two trails', async () => (await label(player))?.split('; ').length === 2);
    await player.settle();
    // From the left the body hides nothing of the left hand's trail, and some of the right hand's.
    const sum = () =>
      player.run((element) => {
        const canvas = /** @type {HTMLCanvasElement} */ (element.shadowRoot?.querySelector('canvas.trails'));
        return /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'))
          .getImageData(0, 0, canvas.width, canvas.height)
          .data.reduce((all, value, index) => all + (index % 4 === 3 ? value : 0), 0);
      });
    const drawnFrom = async (/** @type {string} */ camera) => {
      await player.run((element, view) => {
        element.cameraState = view;
        element.trails = ['RightHand'];
      }, camera);
      await player.settle();
      return unchanged('the trail rests', sum);
    };
    const strong = { near: await drawnFrom('right'), far: await drawnFrom('left') };
    assert.ok(strong.far < 0.97 * strong.near, JSON.stringify(strong));
  },
);

scene.deep(
  'filmstrips and films contain trails and legend, too',
  { path: page('trails="LeftHand" trail-window="0.3" renderer="webgl"'), at: 1 },
  async ({ player }) => {
    await until('the trail is drawn', async () => ((await drawn(player))?.count ?? 0) > 100);
    const [shown, none] = await player.run(async (element) => {
      const opaque = async (/** @type {Blob} */ blob) => {
        const bitmap = await createImageBitmap(blob);
        const context = /** @type {OffscreenCanvasRenderingContext2D} */ (
          new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
        );
        context.drawImage(bitmap, 0, 0);
        const count = context
          .getImageData(0, 0, bitmap.width, bitmap.height)
          .data.filter((_, index) => index % 4 === 3)
          .reduce((sum, alpha) => sum + Number(alpha > 0), 0);
        return { width: bitmap.width, height: bitmap.height, count };
      };
      const both = async () => [
        await opaque(await element.filmstrip({ count: 3, height: 160, grid: false, shadow: false })),
        await opaque(
          await element.film({ format: 'gif', width: 320, height: 180, to: 0.1, background: false, grid: false, shadow: false }),
        ),
      ];
      const before = await both();
      element.trails = null;
      return [before, await both()];
    });
    assert.equal(shown[0].height, none[0].height + 48, 'the legend stands below');
    assert.ok(shown[0].count > none[0].count + 300, JSON.stringify([shown, none]));
    assert.ok(shown[1].count > none[1].count + 1000, JSON.stringify([shown, none]));
  },
);

scene(
  'a saved picture contains trails and legend; a link the names',
  { path: page('trails="LeftHand, RightFoot" trail-window="all"'), at: 1 },
  async ({ page: tab, player }) => {
    await until('two trails', async () => (await label(player))?.split('; ').length === 2);
    const [shown, none] = await player.run(async (element) => {
      const pixels = async () => {
        const bitmap = await createImageBitmap(
          await element.picture({ width: 640, height: 360, background: false, grid: false, shadow: false }),
        );
        const context = /** @type {OffscreenCanvasRenderingContext2D} */ (new OffscreenCanvas(640, 360).getContext('2d'));
        context.drawImage(bitmap, 0, 0);
        const count = (/** @type {[number, number, number, number]} */ ...box) =>
          context
            .getImageData(...box)
            .data.filter((_, index) => index % 4 === 3)
            .reduce((sum, alpha) => sum + Number(alpha > 0), 0);
        return { all: count(0, 0, 640, 360), legend: count(400, 20, 220, 50) };
      };
      const before = await pixels();
      element.trails = null;
      return [before, await pixels()];
    });
    assert.ok(shown.all > none.all + 1000 && shown.legend > none.legend + 500, JSON.stringify([shown, none]));
    await tab.goto(server.url('#url=/way.bvh&paused=1&trails=LeftHand,Head&trail-window=1.5'));
    await player.loaded('way');
    assert.deepEqual(await player.run((element) => [element.trails, element.trailWindow]), [['LeftHand', 'Head'], 1.5]);
    await until('two trails', async () => (await label(player))?.split('; ').length === 2);
  },
);

scene('names that are no joints of the file are told', { path: page('trails="LeftHand, Tail, Wing"') }, async ({ player }) => {
  await until('they are told', async () => /no joint Tail, Wing/.test(String(await player.find('.toast').textContent())));
});
