// of: player, controls
/** Attributes and their properties: booleans as in HTML, reflected both ways, and in step with keys and panels. */
import assert from 'node:assert/strict';
import { contracts, same } from './support/media.mjs';
import { until } from './support/browser.mjs';
import { openPanel } from './support/hands.mjs';

// Addresses are only reflected here: there are no files.
const { contract } = await contracts({}, /Failed to load resource|elsewhere\.test/);

const BOOLEANS = ['autoplay', 'loop', 'controls', 'transparent', 'patterns', 'in-place', 'nohotkeys'];
const TEXTS = Object.entries({
  skeleton: ['march.asf', 'deep/march.asf'],
  skin: ['march.obj', 'other.obj'],
  speed: ['0.5', '2'],
  start: ['0.5', '1'],
  end: ['2', '2.5'],
  fps: ['60', '24'],
  unit: ['cm', 'in'],
  follow: ['on', 'off'],
  up: ['-z', 'x'],
  positions: ['replace', 'add'],
  ground: ['zero', 'auto'],
  camera: ['left', 'top'],
  behaviour: ['Wave', 'Bow'],
  theme: ['light', 'auto'],
  interpolation: ['nearest', 'linear'],
  'loop-mode': ['pingpong', 'reverse'],
  alt: ['Somebody walks', 'Somebody'],
  share: ['view.html', 'index.html'],
  gestures: ['all', ''],
  loading: ['eager', 'lazy'],
  preload: ['none', 'metadata'],
  'moments-spacing': ['distance', 'contacts'],
  'moments-tint': ['viridis', 'none'],
  'ghost-step': ['5f', '0.2'],
});

const property = (/** @type {string} */ attribute) =>
  attribute === 'crossorigin' ? 'crossOrigin' : attribute.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());

contract('every attribute has a property of its name', async ({ page }) => {
  const attributes = await page.evaluate(() => /** @type {any} */ (customElements.get('marey-player')).observedAttributes);
  const missing = await page.evaluate((names) => {
    const { prototype } = /** @type {any} */ (customElements.get('marey-player'));
    const settable = (/** @type {any} */ from, /** @type {string} */ name) => {
      for (let each = from; each !== HTMLElement.prototype; each = Object.getPrototypeOf(each))
        if (Object.getOwnPropertyDescriptor(each, name)?.set) return true;
      return false;
    };
    return names.filter((/** @type {string} */ name) => !settable(prototype, name));
  }, attributes.map(property));
  assert.deepEqual(missing, []);
  const unknown = [...BOOLEANS, ...TEXTS.map(([name]) => name), 'src', 'poster'].filter((name) => !attributes.includes(name));
  assert.deepEqual(unknown, [], 'attributes that are not observed');
});

contract('a boolean attribute is true for any value, "false" included, like a video\u2019s', async ({ page }) => {
  const read = (/** @type {'video' | 'marey-player'} */ tag, /** @type {string[]} */ names) =>
    page.evaluate(
      ([kind, all]) => {
        const element = /** @type {any} */ (media.make(/** @type {'video'} */ (kind)));
        return all.map(([attribute, name]) =>
          ['', 'false', 'true', attribute, null].map((value) => {
            if (value === null) element.removeAttribute(attribute);
            else element.setAttribute(attribute, value);
            return element[name];
          }),
        );
      },
      /** @type {[string, string[][]]} */ ([tag, names.map((name) => [name, property(name)])]),
    );
  const shared = ['autoplay', 'loop', 'controls'];
  same({ native: await read('video', shared), marey: await read('marey-player', shared) });
  assert.deepEqual(
    await read('marey-player', BOOLEANS),
    BOOLEANS.map(() => [true, true, true, true, false]),
  );
});

contract('a boolean property sets and removes its attribute, like a video\u2019s', async ({ page }) => {
  const write = (/** @type {'video' | 'marey-player'} */ tag, /** @type {string[]} */ names) =>
    page.evaluate(
      ([kind, all]) => {
        const element = /** @type {any} */ (media.make(/** @type {'video'} */ (kind)));
        return all.map(([attribute, name]) =>
          [true, false, 'false', 0, 1, null].map((value) => {
            element[name] = value;
            return [element.getAttribute(attribute), element[name]];
          }),
        );
      },
      /** @type {[string, string[][]]} */ ([tag, names.map((name) => [name, property(name)])]),
    );
  const shared = ['autoplay', 'loop', 'controls'];
  const native = await write('video', shared);
  same({ native, marey: await write('marey-player', shared) });
  assert.deepEqual(
    await write('marey-player', BOOLEANS),
    BOOLEANS.map(() => native[0]),
  );
});

contract('controls="false" shows the controls, and loop="false" loops', async ({ page, player }) => {
  await page.evaluate(() => media.load(media.make('marey-player', { controls: 'false', loop: 'false', autoplay: 'false' }), '/short.bvh'));
  await player.find('.bar').waitFor();
  await player.plays();
  let last = 0;
  await until('it loops', async () => {
    const { time, ended } = await player.state();
    const round = time < last;
    last = time;
    assert.equal(ended, false);
    return round;
  });
});

contract('a text attribute reflects both ways', async ({ page }) => {
  const seen = await page.evaluate(
    (texts) => {
      const element = /** @type {any} */ (media.make('marey-player'));
      return texts.map(([attribute, name, [first, second]]) => {
        element.setAttribute(attribute, first);
        const read = String(element[name]);
        element[name] = second;
        const written = element.getAttribute(attribute);
        const back = String(element[name]);
        element.removeAttribute(attribute);
        return { attribute, read, written, back };
      });
    },
    /** @type {[string, string, string[]][]} */ (TEXTS.map(([name, values]) => [name, property(name), values])),
  );
  // An address is resolved, as `src` is.
  const ends = (/** @type {string} */ attribute, /** @type {string} */ text, /** @type {string} */ value) =>
    ['skeleton', 'skin', 'share'].includes(attribute) ? text.endsWith(value) : text === value;
  for (const { attribute, read, written, back } of seen) {
    const [first, second] = /** @type {string[]} */ (TEXTS.find(([name]) => name === attribute)?.[1]);
    assert.ok(ends(attribute, read, first), `${attribute}="${first}" reads ${read}`);
    assert.equal(written, second, `${attribute} as it was written`);
    assert.ok(ends(attribute, back, second), `${attribute} set to ${second} reads ${back}`);
  }
});

/** What a property takes: the value given, and what it then reads. @type {Record<string, [given: unknown, read: unknown][]>} */
const TAKEN = {
  ghosts: [
    ['2', [2, 2]],
    [2, [2, 2]],
    ['3 1', [3, 1]],
    ['3,1', [3, 1]],
    [
      [3, 1],
      [3, 1],
    ],
    ['0', null],
    [null, null],
  ],
  moments: [
    ['7', 7],
    [7, 7],
    ['0.2 0.55', 2],
    [[0.2, 0.55, 1], 3],
    [null, 0],
  ],
  trails: [
    ['LeftHand, RightHand', ['LeftHand', 'RightHand']],
    ['', []],
    [['LeftHand'], ['LeftHand']],
    [[], []],
    [null, null],
  ],
  trailWindow: [
    ['all', Infinity],
    [Infinity, Infinity],
    ['0.5', 0.5],
    [0.5, 0.5],
    [null, null],
  ],
  speed: [
    ['0.5', 0.5],
    [0.5, 0.5],
  ],
  follow: [
    ['false', 'off'],
    ['0', 'off'],
    ['off', 'off'],
    [true, 'on'],
    [false, 'off'],
    [null, 'auto'],
  ],
};

contract('a property takes all that its attribute takes, and the value that it gives', async ({ page }) => {
  const cases = Object.entries(TAKEN).flatMap(([name, values]) => values.map(([given, read]) => ({ name, given, read })));
  const seen = await page.evaluate((all) => {
    const element = /** @type {any} */ (media.make('marey-player'));
    return all.map(({ name, given }) => {
      element[name] = given;
      return { name, given, read: element[name] };
    });
  }, cases);
  assert.deepEqual(seen, cases);
});

contract('src, poster and preload reflect like a video\u2019s', async ({ page }) => {
  const read = (/** @type {'video' | 'marey-player'} */ tag) =>
    page.evaluate((kind) => {
      const element = /** @type {any} */ (media.make(kind));
      return ['src', 'poster']
        .map((name) =>
          [null, 'a b.bin', '/deep/../x.bin', 'http://elsewhere.test/x.bin'].map((value) => {
            if (value === null) element.removeAttribute(name);
            else element.setAttribute(name, value);
            const address = element[name];
            element.removeAttribute(name);
            return address;
          }),
        )
        .concat([
          ['none', 'metadata', 'auto', 'NONE', 'Auto'].map((value) => {
            element.setAttribute('preload', value);
            const now = element.preload;
            element.preload = value;
            return `${now} ${element.getAttribute('preload')}`;
          }),
        ]);
    }, tag);
  // Like a video, the element requests the last address though it was removed. The policy refuses the foreign one, and the browser logs that.
  await page.route(/\.bin$/, (route) => route.fulfill({ body: '', contentType: 'application/octet-stream' }));
  same({ native: await read('video'), marey: await read('marey-player') });
  await page.unroute(/\.bin$/);
});

contract('loading is lazy unless it is eager, in any case', async ({ page }) => {
  assert.deepEqual(
    await page.evaluate(() => {
      const element = /** @type {any} */ (media.make('marey-player'));
      return [null, 'lazy', 'eager', 'EAGER', 'sometime', ''].map((value) => {
        if (value !== null) element.setAttribute('loading', value);
        return element.loading;
      });
    }),
    ['lazy', 'lazy', 'eager', 'eager', 'lazy', 'lazy'],
  );
});

contract('numeric properties of a clip follow their attributes', async ({ page, player }) => {
  await page.evaluate(() => media.load(media.make('marey-player'), '/good.bvh'));
  await player.run((element) => element.setAttribute('fps', '50'));
  assert.equal((await player.state()).duration, 1.5);
  await player.run((element) => {
    /** @type {any} */ (element).fps = '';
  });
  assert.equal((await player.state()).duration, 3);
  await player.run((element) => {
    Object.assign(element, { start: '1', end: '2' });
  });
  assert.deepEqual((await player.state()).range, [1, 2]);
  await player.run((element) => {
    element.removeAttribute('start');
    element.removeAttribute('end');
  });
  assert.equal((await player.state()).range, null);
});

contract('the behaviour that is set to null or undefined is no longer asked for', async ({ page, player }) => {
  await page.evaluate(() => void media.make('marey-player', { behaviour: 'Wave' }));
  for (const nothing of [null, undefined])
    assert.equal(
      await player.run((element, value) => {
        element.setAttribute('behaviour', 'Wave');
        /** @type {any} */ (element).behaviour = value;
        return element.getAttribute('behaviour');
      }, nothing),
      null,
    );
});

contract('a loop that is switched off keeps the mode that its attribute had', async ({ page, player }) => {
  await page.evaluate(async () => {
    await media.load(media.make('marey-player', { controls: '', loop: 'pingpong' }), '/good.bvh');
  });
  await player.find('.bar').waitFor();
  await player.focus();
  for (const on of [false, true]) {
    await player.press('l');
    assert.deepEqual(await player.run(({ loop, loopMode }) => [loop, loopMode]), [on, 'pingpong']);
  }
});

contract('a key that changes a setting changes the attribute and the property', async ({ page, player }) => {
  await page.evaluate(async () => {
    await media.load(media.make('marey-player', { controls: '' }), '/good.bvh');
  });
  await player.find('.bar').waitFor();
  await player.focus();
  const loop = () => player.run((element) => [element.loop, element.getAttribute('loop')]);
  for (const now of [
    [true, ''],
    [false, null],
  ]) {
    await player.press('l');
    assert.deepEqual(await loop(), now);
  }
  await player.run((element) => element.setAttribute('loop', 'false'));
  await player.press('l');
  assert.deepEqual(await loop(), [false, null]);
});

contract('the settings panel and the attributes stay in step', async ({ page, player }) => {
  await page.evaluate(async () => {
    await media.load(media.make('marey-player', { controls: '' }), '/good.bvh');
  });
  await openPanel(player, 'Settings');
  const panel = player.find('.panel');
  const leave = () => player.run((element) => /** @type {HTMLElement | null} */ (element.shadowRoot?.activeElement ?? null)?.blur());
  const stateOf = (/** @type {string} */ attribute) =>
    player.run((element, [name, own]) => [/** @type {any} */ (element)[own], element.getAttribute(name)], [attribute, property(attribute)]);
  for (const [label, attribute] of [
    ['Hold in place', 'in-place'],
    ['Mark left and right by pattern', 'patterns'],
  ]) {
    const box = panel.getByRole('switch', { name: label });
    await box.click();
    assert.deepEqual(await stateOf(attribute), [true, ''], `${label} on`);
    await box.click();
    assert.deepEqual(await stateOf(attribute), [false, null], `${label} off`);
    await leave();
    await player.run((element, name) => element.setAttribute(name, 'false'), attribute);
    await until(`${label} is shown on`, () => panel.getByRole('switch', { name: label }).isChecked());
    await player.run((element, name) => {
      /** @type {any} */ (element)[name] = false;
    }, property(attribute));
    await until(`${label} is shown off`, async () => !(await panel.getByRole('switch', { name: label }).isChecked()));
  }
  const loop = panel.getByRole('combobox', { name: 'Loop' });
  for (const [words, on, mode] of /** @type {const} */ ([
    ['Ping-pong', true, 'pingpong'],
    ['Play once', false, 'pingpong'],
    ['Reverse', true, 'reverse'],
    ['Loop', true, 'forward'],
  ])) {
    await loop.selectOption({ label: words });
    assert.deepEqual(await player.run((element) => [element.loop, element.loopMode]), [on, mode], words);
  }
  await leave();
  await player.run((element) => {
    element.loopMode = 'reverse';
  });
  await until('the mode is shown', async () => (await loop.inputValue()) === 'reverse');
  await player.run((element) => {
    element.loop = false;
    element.removeAttribute('loop-mode');
  });
  await until('the mode is shown as once', async () => (await loop.inputValue()) === 'off');
  const follow = panel.getByRole('switch', { name: 'Follow the figure' });
  for (const mode of ['on', 'off']) {
    await follow.setChecked(mode === 'on');
    assert.deepEqual(await stateOf('follow'), [mode, mode]);
  }
  await leave();
  await player.run((element) => element.setAttribute('follow', ''));
  await until('an attribute without a value takes effect', () => follow.isChecked());
  assert.deepEqual(await stateOf('follow'), ['on', '']);
  await player.run((element) => element.removeAttribute('follow'));
  await until('a small change is not followed', async () => !(await follow.isChecked()));
  assert.deepEqual(await stateOf('follow'), ['auto', null]);
  for (const [label, attribute, value, other] of [
    ['Between frames', 'interpolation', 'nearest', 'linear'],
    ['Theme', 'theme', 'light', 'dark'],
  ]) {
    const list = panel.getByRole('combobox', { name: label });
    await list.selectOption(value);
    assert.deepEqual(await stateOf(attribute), [value, value], label);
    await leave();
    await player.run(
      (element, [name, text]) => {
        /** @type {any} */ (element)[name] = text;
      },
      [attribute, other],
    );
    await until(`${label} shows it`, async () => (await panel.getByRole('combobox', { name: label }).inputValue()) === other);
  }
});

/** The types that it plays, under every name in use. */
const PLAYED = [
  'model/x3d+xml',
  'model/x3d-vrml',
  'model/x3d+vrml',
  'model/x3d+json',
  'model/vrml',
  'x-world/x-vrml',
  'application/x-bvh',
  'model/bvh',
  'text/x-bvh',
  'application/x-acclaim-asf',
  'text/x-acclaim-amc',
  'model/x-acclaim',
  'application/x-amc',
  'model/x-skel',
  'application/x-skel',
  'model/gltf-binary',
  'model/gltf+json',
  'model/X3D+XML; charset=utf-8',
  ' Model/BVH ',
];
/** Types that motion files share with much else. */
const PERHAPS = ['text/plain', 'application/octet-stream', 'Text/Plain;charset=utf-8'];
/** Microsoft's ASF is a video format. */
const REFUSED = [
  '',
  'video/mp4',
  'audio/wav',
  'video/x-ms-asf',
  'application/vnd.ms-asf',
  'text/html',
  'image/png',
  'bvh',
  'video/bvhistory',
];

contract('canPlayType accepts every type that plays, and no other', async ({ page }) => {
  const answers = (/** @type {string[]} */ types) =>
    page.evaluate((all) => {
      const element = media.make('marey-player');
      return all.map((type) => element.canPlayType(type));
    }, types);
  const played = await answers(PLAYED);
  assert.deepEqual(
    PLAYED.filter((_, index) => !/^(probably|maybe)$/.test(played[index])),
    [],
  );
  assert.deepEqual(
    await answers(PERHAPS),
    PERHAPS.map(() => 'maybe'),
  );
  assert.deepEqual(
    await answers(REFUSED),
    REFUSED.map(() => ''),
  );
  same(
    await page.evaluate(() => {
      const ask = (/** @type {'audio' | 'marey-player'} */ tag) => media.outcome(() => /** @type {any} */ (media.make(tag)).canPlayType());
      return { native: ask('audio'), marey: ask('marey-player') };
    }),
  );
});
