// of: page, player
/** The player in a frame on another site: the parameters of its address, what the embedding page may ask, and who else may not. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PNG } from 'pngjs';
import { headFor, oembed, siteOf } from '../../xtask/site.mjs';
import { mayRead } from '../../www/page/frame-hosts.js';
import { statue, walker } from './support/clips.mjs';
import { readPng } from './support/pixels.mjs';
import { Player } from './support/player.mjs';
import { framesLater, scenes, until } from './support/scenes.mjs';
import { asset } from './support/server.mjs';
import { openPanel } from './support/hands.mjs';

/** @typedef {import('../../www/frame.d.ts').FramePlayer} FramePlayer */

/** As permissive as the frame's own policy. */
const CSP =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' http://localhost:*; connect-src 'self' http://localhost:*; worker-src 'self' blob:; require-trusted-types-for 'script'";
const { scene, server } = await scenes({ server: { csp: CSP } });
const { server: shared } = await scenes({ server: { csp: CSP, shared: true } });

/** This server under another host name, which is another origin: the author's pages are there. */
const AUTHOR = server.origin.replace('127.0.0.1', 'localhost');
const clip = { body: walker(), type: 'text/plain', shared: true };
server.put('/guide/walker.bvh', clip);
server.put('/guide/statue.bvh', { ...clip, body: statue(1) });
shared.put('/walker.bvh', clip);
server.put('/guide/poster.png', { body: PNG.sync.write(new PNG({ width: 16, height: 9 })), type: 'image/png', shared: true });

/** A page of the author at a path of its own. @param {string} name @param {string} body @param {string} [style] */
function authored(name, body, style = '') {
  server.put(`/guide/${name}.html`, {
    type: 'text/html',
    csp: null,
    body: `<!doctype html><meta charset="utf-8"><title>${name}</title><body style="${style}">${body}`,
  });
  return `${AUTHOR}/guide/${name}.html`;
}

/** Opens an author's page with a frame, and returns the player in it. @param {Page} page @param {string} src @param {{ frame?: string, body?: string }} [more] attributes of the frame, and what precedes it */
async function framed(page, src, { frame = '', body = '' } = {}) {
  await page.goto(
    authored(
      'page',
      `${body}<iframe src="${src.replaceAll('&', '&amp;')}" width="640" height="360" ${frame}></iframe>`,
      'margin:0;background:rgb(10,200,30)',
    ),
  );
  return inside(page);
}

/** @param {Page} page */
async function inside(page) {
  const frame = await until('the frame is loaded', () => page.frames().find((each) => /embed\.html/.test(each.url())));
  return { frame, player: new Player(/** @type {any} */ (frame)) };
}

/** Loads `marey-frame.js` in the author's page and offers the player as `globalThis.player`. @param {Page} page */
async function speak(page) {
  server.put('/guide/marey-frame.js', {
    body: await (await fetch(server.url('marey-frame.js'))).text(),
    type: 'text/javascript',
    csp: null,
  });
  await page.evaluate(async (script) => {
    const { frame } = await import(script);
    const scope = /** @type {any} */ (globalThis);
    scope.player = frame(document.querySelector('iframe'), { fit: true });
    scope.heard = [];
    await scope.player.ready;
  }, `${AUTHOR}/guide/marey-frame.js`);
}

/** A walker in a frame, connected to the embedding page. @param {Page} page @param {string} [more] of the address */
async function spoken(page, more = '') {
  const { player } = await framed(page, server.url(`embed.html#url=walker.bvh&base=${AUTHOR}/guide/${more}`));
  await speak(page);
  await player.loaded('walker');
  return player;
}

/** The events in `heard`. @param {Pick<Page, 'evaluate'>} page @returns {Promise<any[]>} */
const heard = (page) => page.evaluate(() => /** @type {any} */ (globalThis).heard);

/** @template R, A @param {Page} page @param {(player: FramePlayer, arg: A) => R} run @param {A} [arg] @returns {Promise<Awaited<R>>} */
const ask = (page, run, arg) => page.evaluate(/** @type {any} */ (new Function('arg', `return (${run})(globalThis.player, arg)`)), arg);

scene(
  'the address sets every attribute of the player, and an unknown parameter is reported once',
  { path: null, gpu: 'webgpu' },
  async ({ page }) => {
    const { frame, player } = await framed(
      page,
      server.url(
        `embed.html?theme=light#url=${AUTHOR}/guide/walker.bvh&controls=0&autoplay=1&loop=true&transparent&patterns=false` +
          '&alt=A%20walk&speed=0.5&camera=left&renderer=webgl&gestures=all&nohotkeys=1&preload=metadata&follow=0&in-place=1&start=0.2&share=0&tint=red',
      ),
    );
    await player.loaded('walker');
    await player.plays();
    assert.deepEqual(
      await player.run((element) =>
        [
          'controls',
          'autoplay',
          'loop',
          'transparent',
          'patterns',
          'alt',
          'speed',
          'camera',
          'renderer',
          'gestures',
          'nohotkeys',
          'preload',
          'follow',
          'inPlace',
          'start',
          'theme',
          'currentRenderer',
        ].map((name) => /** @type {any} */ (element)[name]),
      ),
      [false, true, true, true, false, 'A walk', 0.5, 'left', 'webgl', 'all', true, 'metadata', 'off', true, '0.2', 'light', 'webgl'],
    );
    assert.equal(await player.run((element) => element.hasAttribute('share')), false);
    const { data } = readPng(await page.screenshot({ clip: { x: 5, y: 5, width: 1, height: 1 }, caret: 'initial' }));
    assert.deepEqual(
      [...data.slice(0, 3)].map((value) => Math.round(value / 20)),
      [1, 10, 2],
      `the page is behind it: ${[...data]}`,
    );
    const known = await player.run((element) => /** @type {any} */ (element.constructor).observedAttributes);
    await frame.evaluate(
      (all) => {
        location.hash = `#url=${new URLSearchParams(location.hash.slice(1)).get('url')}&tint=red&${all.map((/** @type {string} */ name) => `${name}=`).join('&')}`;
      },
      known.filter((/** @type {string} */ name) => !['src', 'skeleton', 'skin', 'renderer'].includes(name)),
    );
    await until('the switches follow', () => player.run((element) => element.controls && element.nohotkeys && element.autoplay));
    const messages = (await page.consoleMessages({ filter: 'all' })).map((message) => message.text());
    assert.deepEqual(
      messages.filter((text) => text.startsWith('Marey')),
      ['Marey: the frame has no parameter \u201ctint\u201d.'],
    );
  },
);

scene('paused overrides autoplay, and reduced motion prevents it', { path: null, reducedMotion: true }, async ({ page }) => {
  const still = await framed(page, server.url(`embed.html#url=${AUTHOR}/guide/walker.bvh&autoplay=1`));
  assert.equal((await still.player.loaded('walker')).paused, true);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const held = await framed(page, server.url(`embed.html#url=${AUTHOR}/guide/walker.bvh&autoplay=1&paused=1&t=1`));
  const { paused, time } = await held.player.loaded('walker');
  assert.deepEqual([paused, time], [true, 1]);
});

scene(
  'relative addresses are resolved against base, and the page\u2019s own host needs no consent',
  { path: null, allow: [/Failed to load resource/] },
  async ({ page, player: alone }) => {
    const lost = await framed(page, server.url('embed.html#url=lost.bvh'));
    await lost.player
      .find('.card')
      .getByText(/in this frame; the parameter base of its address changes that/)
      .waitFor();
    const address = server.url(`embed.html#base=${AUTHOR}/guide/&url=walker.bvh&poster=poster.png`);
    const { player } = await framed(page, address);
    await player.loaded('walker');
    assert.deepEqual(await player.run((element) => [element.currentSrc, element.poster]), [
      `${AUTHOR}/guide/walker.bvh`,
      `${AUTHOR}/guide/poster.png`,
    ]);
    // The same address opened directly needs consent: anybody could have sent it.
    const before = server.requests.filter((path) => path.startsWith('/guide/')).length;
    await page.goto(address);
    await alone
      .find('.card')
      .getByText(/opens a file from localhost/)
      .waitFor();
    assert.equal(await alone.run((element) => element.poster), '');
    assert.equal(server.requests.filter((path) => path.startsWith('/guide/')).length, before, 'no request before consent');
  },
);

scene('the request for consent to read from a third site is an event of its own, not an error', { path: null }, async ({ page }) => {
  const other = new URL(shared.origin.replace('127.0.0.1', 'localhost'));
  const { player } = await framed(page, server.url(`embed.html#url=${other.origin}/walker.bvh`));
  await player
    .find('.card')
    .getByText(/opens a file from localhost/)
    .waitFor();
  await speak(page);
  await ask(page, (remote) => {
    const { heard: events } = /** @type {any} */ (globalThis);
    for (const type of /** @type {const} */ (['consentrequest', 'error', 'loadstart']))
      remote.on(type, (detail) => events.push([type, detail]));
  });
  await until('a page that listens later gets it', async () => (await heard(page)).length > 0);
  assert.deepEqual(await heard(page), [['consentrequest', { url: `${other.origin}/walker.bvh`, hosts: [other.host], redirect: false }]]);
  assert.equal(await ask(page, (remote) => remote.get('error')), null);
  assert.match(await ask(page, (remote) => remote.play()).then(String, String), /opens a file from localhost/);
  await page.evaluate(() => {
    /** @type {any} */ (globalThis).heard.length = 0;
  });
  await ask(page, (remote, src) => remote.set('src', src), `${other.origin}/walker.bvh?again`);
  await until('the event comes at once', async () => (await heard(page)).length > 0);
  assert.deepEqual(await heard(page), [
    ['consentrequest', { url: `${other.origin}/walker.bvh?again`, hosts: [other.host], redirect: false }],
  ]);
  await player.button(`Open from ${other.host}`).click();
  await player.loaded('walker');
  assert.deepEqual(
    (await heard(page)).map(([type]) => type),
    ['consentrequest', 'loadstart'],
  );
});

scene.deep(
  'a redirect fires that event, too, and the card asks',
  { path: null, allow: [/Unsafe attempt to load URL/] },
  async ({ page }) => {
    const url = `${server.origin}/fault/redirect/guide/walker.bvh`;
    const { player } = await framed(page, server.url(`embed.html#url=${url}`));
    await player
      .find('.card')
      .getByText(/is redirected/)
      .waitFor();
    await speak(page);
    await ask(page, (remote) => remote.on('consentrequest', (detail) => /** @type {any} */ (globalThis).heard.push(detail)));
    await until('it is reported', async () => (await heard(page)).length > 0);
    assert.deepEqual(await heard(page), [{ url, hosts: [new URL(server.origin).host], redirect: true }]);
    assert.equal(await ask(page, (remote) => remote.get('error')), null);
    await player.button('Follow the redirect').click();
    await player.loaded('walker');
  },
);

scene('base opens nothing that a link may not open', { path: null }, async ({ page, player }) => {
  await page.route('https://player.example/**', async (route) => {
    const { pathname } = new URL(route.request().url());
    const response = await fetch(server.url(pathname.slice(1)));
    await route.fulfill({
      status: response.status,
      headers: { 'content-type': response.headers.get('content-type') ?? '' },
      body: Buffer.from(await response.arrayBuffer()),
    });
  });
  const before = server.requests.length;
  for (const [base, says] of /** @type {[string, RegExp][]} */ ([
    [`${server.origin}/guide/`, /cannot open files of 127\.0\.0\.1/],
    ['file:///etc/', /only open https/],
    ['http://other.example/', /only open https/],
    ['https://user:secret@other.example/', /name or password/],
    ['javascript:', /not an address/],
  ])) {
    await page.goto('about:blank');
    await page.goto(`https://player.example/embed.html#url=walker.bvh&poster=poster.png&base=${encodeURIComponent(base)}`);
    await player.find('.card').getByText(says).waitFor();
  }
  assert.deepEqual(
    server.requests.slice(before).filter((path) => path.startsWith('/guide/')),
    [],
  );
});

scene('the embedding page plays, seeks, reads and listens by the element\u2019s own names', { path: null }, async ({ page }) => {
  const player = await spoken(page, '&width=640&height=320');
  assert.equal(await ask(page, (remote) => remote.get('paused')), true);
  await ask(page, (remote) => remote.play());
  await player.plays();
  await ask(page, (remote) => remote.pause());
  await ask(page, async (remote) => {
    const { heard: events } = /** @type {any} */ (globalThis);
    remote.on('seeked', (detail, state) => events.push(['seeked', detail, state.currentFrame, state.paused]));
    remote.on('size', ({ ratio }) => events.push(['size', ratio]));
    await remote.seekToFrame(30);
    await remote.stepFrame(-1);
  });
  await until('both are reported', async () => (await heard(page)).length === 3);
  assert.deepEqual(await heard(page), [
    ['size', 2],
    ['seeked', null, 30, true],
    ['seeked', null, 29, true],
  ]);
  assert.equal((await player.state()).frame, 29);
  const mode = await ask(page, async (remote) => {
    await remote.set('loop', /** @type {any} */ ('pingpong'));
    return remote.get('loopMode');
  });
  assert.equal(mode, 'pingpong');
  const result = await ask(page, async (remote) => {
    await remote.set('playbackRate', 0.5);
    await remote.set('loop', true);
    await remote.set('loopRange', [0.5, 1]);
    const hips = await remote.jointPosition(0);
    const picture = await remote.toBlob({ scale: 1 });
    const [{ name, joints }] = await remote.get('clips');
    return {
      hips: typeof hips?.y,
      type: picture.type,
      bytes: picture.size > 500,
      name,
      joints: joints.length > 5,
      last: remote.state?.currentFrame,
    };
  });
  assert.deepEqual(result, { hips: 'number', type: 'image/png', bytes: true, name: 'walker', joints: true, last: 29 });
  assert.deepEqual(await player.run((element) => [element.playbackRate, element.loop, element.loopRange]), [0.5, true, [0.5, 1]]);
  const shape = () =>
    page.evaluate(() => {
      const { style } = /** @type {HTMLIFrameElement} */ (document.querySelector('iframe'));
      return [style.aspectRatio, style.height];
    });
  assert.deepEqual(await shape(), ['2 / 1', 'auto'], 'the frame has the aspect ratio of its address');
  await ask(page, (remote) => remote.set('renderer', 'none'));
  await openPanel(player, 'Settings');
  await player.find('.panel').getByRole('tab', { name: 'Details', exact: true }).click();
  await until(
    'the details have room',
    async () => (await shape())[1] !== 'auto' && player.find('.panel .body').evaluate((body) => body.scrollHeight <= body.clientHeight),
  );
  await player.button('Close').click();
  await ask(page, (remote) => remote.set('renderer', 'auto'));
  await until('it has its shape again', async () => (await shape())[0] === '2 / 1');
  await ask(page, (remote) => remote.set('src', 'statue.bvh'));
  await player.loaded('statue');
  await ask(page, (remote, text) => remote.set('srcObject', new File([text], 'mine.bvh')), walker());
  await player.loaded('mine');
  await ask(page, (remote) => remote.load());
  await player.loaded('mine');
  await ask(page, (remote) => remote.set('src', 'http://192.0.2.1/walker.bvh'));
  await until(
    'an address that a link may not open is refused',
    async () => (await ask(page, (remote) => remote.get('error')))?.kind === 'link',
  );
  for (const [name, value, reason] of /** @type {const} */ ([
    ['currentTime', NaN, /currentTime takes a finite number/],
    ['loop', 'yes', /loop does not accept this string/],
    ['innerHTML', '<b>', /no property .innerHTML. to set/],
  ])) {
    assert.match(
      await ask(
        page,
        (remote, [property, wrong]) => remote.set(/** @type {any} */ (property), wrong),
        /** @type {const} */ ([name, value]),
      ).then(String, String),
      reason,
    );
  }
  for (const name of ['shadowRoot', '__proto__', 'constructor']) {
    assert.match(
      await ask(page, (remote, unknown) => remote.get(/** @type {any} */ (unknown)), name).then(String, String),
      new RegExp(`no property .${name}. to read`),
    );
  }
});

scene(
  'a clip that a page adds to a frame has all its options; a property takes what its attribute takes; parameters of clips are known',
  { path: null },
  async ({ page }) => {
    const player = await spoken(page, '&label=&compare=from-own');
    await ask(page, (remote) =>
      remote.addClip('walker.bvh', {
        label: 'B',
        joints: 'smpl',
        axes: 'FJ3',
        holds: 'positions',
        skipReference: true,
        offset: 0.5,
        position: [1, 0],
      }),
    );
    const { src, ...options } = await player.run((element) =>
      Object.fromEntries(Array.from(element.querySelector('marey-clip')?.attributes ?? [], ({ name, value }) => [name, value])),
    );
    assert.match(src, /\/walker\.bvh$/);
    assert.deepEqual(options, {
      label: 'B',
      joints: 'smpl',
      axes: 'FJ3',
      holds: 'positions',
      'skip-reference': '',
      offset: '0.5',
      position: '1 0',
    });
    assert.match(
      await ask(page, (remote) => remote.addClip('walker.bvh', { skeleton: 'https://192.0.2.1/a.asf' })).then(String, String),
      /192\.0\.2\.1/,
      'a skeleton of another host is refused',
    );
    await ask(page, (remote) => remote.set('ghosts', /** @type {any} */ ('2')));
    await ask(page, (remote) => remote.set('trailWindow', /** @type {any} */ ('all')));
    assert.deepEqual(await player.run((element) => [element.ghosts, element.trailWindow]), [[2, 2], Infinity]);
    const messages = (await page.consoleMessages({ filter: 'all' })).map((message) => message.text());
    assert.deepEqual(
      messages.filter((text) => /no parameter/.test(text)),
      [],
    );
  },
);

scene(
  'pictures, filmstrips, films and files leave the frame; a film reports progress and can be cancelled',
  { path: null },
  async ({ page }) => {
    await spoken(page, '&renderer=canvas');
    const result = await ask(page, async (remote) => {
      /** @type {number[]} */
      const shares = [];
      const picture = await remote.picture({ width: 160, height: 120, background: false });
      const strip = await remote.filmstrip({ count: 3, height: 60, type: 'image/svg+xml' });
      const film = await remote.film({
        width: 160,
        height: 120,
        format: 'gif',
        to: 0.2,
        fps: 10,
        progress: (share) => {
          shares.push(share);
        },
      });
      const files = await remote.convert({ format: 'asf', from: 0, to: 0.5 });
      const { width, height } = await createImageBitmap(picture);
      return {
        picture: [picture.type, width, height],
        strip: (await strip.text()).slice(0, 4),
        film: film.type,
        shares,
        files: files.map((file) => [file instanceof File, file.name, file.size > 100]),
      };
    });
    assert.deepEqual(result, {
      picture: ['image/png', 160, 120],
      strip: '<svg',
      film: 'image/gif',
      shares: [1 / 2, 1],
      files: [
        [true, 'walker.asf', true],
        [true, 'walker.amc', true],
      ],
    });
    const ended = await ask(page, (remote) => {
      const cancel = new AbortController();
      return remote.film({ width: 320, height: 240, format: 'gif', fps: 100, signal: cancel.signal, progress: () => cancel.abort() }).then(
        () => 'a film',
        ({ name }) => name,
      );
    });
    assert.equal(ended, 'AbortError');
    const refused = (/** @type {(remote: FramePlayer) => Promise<unknown>} */ run) =>
      ask(
        page,
        (remote, text) =>
          new Function('remote', `return (${text})(remote)`)(remote).then(
            () => 'nothing',
            (/** @type {Error} */ { name, message }) => `${name}: ${message}`,
          ),
        String(run),
      );
    assert.match(await refused((remote) => remote.film({ fps: 1000 })), /^RangeError: fps goes up to/);
    assert.match(await refused((remote) => remote.convert(/** @type {any} */ ({ format: 'fbx' }))), /^RangeError: format is one of bvh/);
    assert.match(await refused((remote) => remote.picture(/** @type {any} */ ({ width: () => 5 }))), /^DataCloneError/);
    assert.equal(await ask(page, (remote) => remote.get('paused')), true, 'it still responds');
  },
);

scene(
  'an event that a frame does not have is reported to the page and disables no other',
  { path: null, allow: [/no event/] },
  async ({ page }) => {
    await spoken(page);
    await page.evaluate(() => {
      const scope = /** @type {any} */ (globalThis);
      addEventListener('error', ({ message }) => scope.heard.push(message));
      scope.player.on('seekd', () => {});
      scope.player.on('seeked', () => scope.heard.push('seeked'));
    });
    await until('the page got the event', async () => /no event \u201cseekd\u201d/.test((await heard(page)).join()));
    await ask(page, (remote) => remote.seekToFrame(30));
    await until('the other event is heard', async () => (await heard(page)).includes('seeked'));
  },
);

scene('the frame listens only to its parent and answers only to it', { path: null }, async ({ page }) => {
  const { frame, player } = await framed(page, server.url(`embed.html#url=${AUTHOR}/guide/walker.bvh`), {
    body: `<iframe id="other" src="${authored('other', '')}"></iframe>`,
  });
  await player.loaded('walker');
  const other = await until('the sibling frame', () => page.frames().find((each) => /other\.html/.test(each.url())));
  for (const listener of [page, other]) {
    await listener.evaluate(() => {
      const messages = Object.assign(globalThis, { heard: /** @type {any[]} */ ([]) }).heard;
      addEventListener('message', ({ data }) => messages.push(data));
    });
  }
  await other.evaluate(() => parent.frames[1].postMessage({ marey: 'call', id: 1, name: 'play' }, '*'));
  await frame.evaluate(() => postMessage({ marey: 'call', id: 2, name: 'play' }, '*'));
  // Messages arrive in order: the answer to this one shows that those were ignored.
  await page.evaluate(() => frames[1].postMessage({ marey: 'get', id: 3, name: 'paused' }, '*'));
  await until('the page itself gets its answer', async () => (await heard(page)).length > 0);
  assert.deepEqual(await heard(page), [{ marey: 'result', id: 3, value: true }]);
  assert.deepEqual(await heard(other), []);
  assert.equal((await player.state()).paused, true);
});

test('what other sites read about a page needs the page\u2019s whole address', () => {
  const site = siteOf('https://player.example/a');
  assert.equal(site?.href, 'https://player.example/a/');
  assert.match(
    headFor(site, 'index.html', 'player.jpg'),
    /og:url" content="https:\/\/player\.example\/a\/"[^]*og:image" content="https:\/\/player\.example\/a\/player\.jpg"[^]*href="https:\/\/player\.example\/a\/oembed\.json"/,
  );
  assert.match(
    JSON.parse(oembed(/** @type {URL} */ (site))).html,
    /^<iframe src="https:\/\/player\.example\/a\/embed\.html" .*width="640" height="360"/,
  );
  assert.equal(headFor(siteOf(''), 'index.html', ''), '');
  assert.throws(() => siteOf('file:///srv/dist'), /address of a folder/);
});

test('on a private network the frame accepts only pages of private networks', () => {
  for (const here of ['localhost', '192.168.1.9', 'nas.local']) {
    assert.equal(mayRead('http://localhost:8080', here), true);
    assert.equal(mayRead('https://example.org', here), false);
    assert.equal(mayRead('null', here), false);
  }
  for (const origin of ['https://example.org', 'http://localhost', 'null']) assert.equal(mayRead(origin, 'player.example.org'), true);
});

scene('sandboxed without an origin the frame works if its server shares its files', { path: null }, async ({ page }) => {
  const { player } = await framed(page, shared.url('embed.html#url=/walker.bvh&autoplay=1'), { frame: 'sandbox="allow-scripts"' });
  await player.loaded('walker');
  await player.plays();
  await speak(page);
  await ask(page, (remote) => remote.pause());
  assert.equal((await player.state()).paused, true);
});

scene.deep(
  'sandboxed without that it says what its server must send',
  { path: null, allow: [/CORS policy/, /net::ERR_FAILED/] },
  async ({ page }) => {
    const { frame } = await framed(page, server.url('embed.html#url=/walker.bvh'), { frame: 'sandbox="allow-scripts"' });
    await frame.getByText('Access-Control-Allow-Origin').waitFor();
    assert.match(await frame.locator('body').innerText(), /The player did not start/);
  },
);

scene.deep(
  'a frame below the fold fetches only its script, and one with Share\u2019s code not even that',
  { path: null, permissions: ['clipboard-read', 'clipboard-write'] },
  async ({ page }) => {
    const since = server.requests.length;
    const { frame, player } = await framed(page, server.url(`embed.html#url=${AUTHOR}/guide/walker.bvh`), {
      body: '<div style="height: 6000px"></div>',
    });
    await until('the element is loaded', () => frame.evaluate(() => Boolean(customElements.get('marey-player'))));
    await framesLater(page, 60);
    assert.deepEqual(
      server.requests
        .slice(since)
        .filter((path) => !/guide\/page|favicon|icon-/.test(path))
        .sort(),
      ['/embed.html', `/${asset('embed.css')}`, '/embed.js'].sort(),
    );
    await page.evaluate(() => scrollTo(0, 5900));
    await player.loaded('walker');
    await frame.evaluate(() => {
      location.hash += '&autoplay=1&note=mine';
    });
    await player.plays();

    await player.holdAt(1.2);
    await player.run((element) => element.dispatchEvent(new PointerEvent('pointermove', { bubbles: true })));
    await openPanel(player, 'Share');
    await player.root.getByRole('tab', { name: 'Frame' }).click();
    const code = await player.root.getByRole('textbox', { name: 'Embed code' }).inputValue();
    assert.match(code, /^<iframe src="[^"]*" title="walker" width="640" height="360" loading="lazy" allow="fullscreen; clipboard-write"/);
    const src = new URL(/** @type {string} */ (/src="([^"]*)"/.exec(code)?.[1]).replaceAll('&amp;', '&'));
    const values = Object.fromEntries(new URLSearchParams(src.hash.slice(1)));
    assert.deepEqual(values, {
      url: 'walker.bvh',
      base: `${AUTHOR}/guide/`,
      t: '1.2',
      paused: '1',
      camera: values.camera,
      autoplay: '1',
      note: 'mine',
    });
    await page.goto(authored('pasted', code));
    const { time, paused } = await (await inside(page)).player.loaded('walker');
    assert.deepEqual([time, paused], [1.2, true]);
  },
);
