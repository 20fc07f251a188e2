// of: player, controls
/** What an author of a page is told: where a file was requested and why it is likely missing, and which attributes are wrong. */
import assert from 'node:assert/strict';
import { scenes, until } from './support/scenes.mjs';
import { asset } from './support/server.mjs';

const { scene, server } = await scenes();

/** The browser logs these by itself. */
const NETWORK = [/Failed to load resource/, /CORS policy/, /Mixed Content/];

/** The console messages about elements so far. @param {Page} page */
const warnings = async (page) =>
  (await page.consoleMessages({ filter: 'all' }))
    .filter((message) => message.type() === 'warning' && /^<marey-(player|clip)>/.test(message.text()))
    .map((message) => message.text().replace('<marey-player>: ', ''));

/** Serves this server under another host name. @param {Page} page */
const actAsAuthor = (page) =>
  page.route('https://author.example/**', async (route) => {
    const response = await fetch(`${server.origin}${new URL(route.request().url()).pathname}`);
    await route.fulfill({
      status: response.status,
      headers: { 'content-type': response.headers.get('content-type') ?? '' },
      body: Buffer.from(await response.arrayBuffer()),
    });
  });

scene(
  'a missing file: the card, the error and the console have its address as written and as resolved, and the likely cause',
  { path: null, allow: NETWORK },
  async ({ page, player }) => {
    const body = '<marey-player controls src="walk.bvh?key=1"></marey-player>';
    const at = (/** @type {string} */ path) => `${server.origin}${path}`;
    for (const [path, says, head] of /** @type {[string, RegExp, string?][]} */ ([
      ['/guide/walk/', /Relative addresses begin at \S+\/guide\/walk\/ on this page: perhaps it is \.\.\/walk\.bvh/],
      ['/guide/dance', /no slash at its end: perhaps it is dance\/walk\.bvh/],
      ['/guide/page.html', /Relative addresses begin at \S+\/guide\/ on this page\./],
      [
        '/guide/based.html',
        /This page has <base href=.\/other\/.>, so that relative addresses begin at \S+\/other\//,
        '<base href="/other/">',
      ],
    ])) {
      await page.goto(server.page(path, body, { head }));
      const card = player.find('.card');
      await card.getByText(says).waitFor();
      const whole = new URL('walk.bvh', at(head ? '/other/' : path)).href;
      const text = await card.innerText();
      assert.match(text, /404, not found/);
      assert.ok(text.includes(`Requested ${whole}, written as walk.bvh?key=1.`), text);
      const error = await player.run(async ({ error: each }) => ({ address: each?.address, url: each?.url, hint: await each?.hint() }));
      assert.deepEqual([error.address, error.url], ['walk.bvh?key=1', `${whole}?key=1`]);
      assert.match(String(error.hint), says);
      await until('the console says so, too', async () => (await warnings(page)).some((line) => /404/.test(line) && says.test(line)));
    }
    await page.goto(server.page('/guide/rooted.html', '<marey-player controls src="/walk.bvh"></marey-player>'));
    await player
      .find('.card')
      .getByText(/An address with a slash at the beginning is relative to \S+\/\. A site in a folder/)
      .waitFor();
    await page.goto(server.page('/guide/answered/', '<marey-player controls src="../../fault/page/walker.bvh"></marey-player>'));
    await player
      .find('.card')
      .getByText(/returned a web page/)
      .waitFor();
    await player.find('.card').getByText('/fault/page/walker.bvh, written as').waitFor();
  },
);

scene(
  'another host, http on an https page, a GitHub page about a file: each error names its cause',
  { path: null, allow: [...NETWORK, /net::ERR/] },
  async ({ page, player }) => {
    await actAsAuthor(page);
    await page.route('https://github.com/**', (route) => route.abort());
    server.page('/empty.html', '<marey-player controls></marey-player>', { csp: null });
    await page.goto('https://author.example/empty.html');
    for (const [src, says] of /** @type {[string, RegExp][]} */ ([
      ['http://other.example/walk.bvh', /The page is https and the file is http/],
      ['https://github.com/a/b/blob/main/walk.bvh', /The file itself is at https:\/\/raw\.githubusercontent\.com\/a\/b\/main\/walk\.bvh/],
      ['https://127.0.0.1:1/walk.bvh', /must send Access-Control-Allow-Origin/],
    ])) {
      await player.run((element, address) => {
        element.src = address;
      }, src);
      await player.find('.card').getByText(says).waitFor();
      assert.match(String(await player.run(({ error }) => error?.hint())), new RegExp(`Requested ${src.replaceAll('.', '\\.')}\\.`));
    }
  },
);

scene('in development the console reports each wrong attribute once', { path: null }, async ({ page, player }) => {
  const wrong =
    '<marey-player src="/walker.bvh" theme="drak" camera="frnot" speed="fast" renderer="x" start="abc" loop="false" autplay lop unit="mile" joints="human" axes="FJQ" ghost-step="contacts" class="mine" data-of="me" aria-label="Walk" onplay=""></marey-player>';
  await player.visits(server.page('/wrong.html', `${wrong}${wrong}<marey-player></marey-player>`, { csp: null }), 'walker');
  const expected = [
    'theme="drak" is ignored: theme takes dark, light or auto.',
    'camera="frnot" is ignored: camera takes front, back, left, right, top, home, or yaw,pitch,distance,x,y,z, optionally with ,ortho or ,perspective at the end; ortho or perspective alone; or view: and the name of one of the file\u2019s cameras.',
    'speed="fast" is ignored: speed takes a number.',
    'renderer="x" is ignored: renderer takes auto, webgpu, webgl, canvas or none.',
    'start="abc" is ignored: start takes a moment: 12.5, 2:03, 2m3s or f120.',
    'loop="false" switches it on, as in all of HTML: leave loop out.',
    'there is no attribute autplay: did you mean autoplay?',
    'there is no attribute lop: did you mean loop?',
    'unit="mile" is ignored: unit takes m, dm, cm, mm, in, cmu, or a number of metres.',
    'joints="human" is ignored: joints takes humanml3d, lafan1, kit, h36m, coco, smpl, ntu, body25, mediapipe, smplh, smplx, soma30, soma77, g1_34, mhr70, mhr127, coco_wholebody, halpe26, halpe136, hand21, mano21, mano16, openpose18, h36m32, kinect32, inferred, points or rotations.',
    'axes="FJQ" is ignored: axes takes a letter for each axis: FJ3 for frames, joints, coordinates; N clips, B bodies, V all values of a frame, P all x, then all y, then all z.',
  ];
  await until('everything is reported', async () => (await warnings(page)).length >= expected.length);
  assert.deepEqual((await warnings(page)).sort(), [...expected].sort());
  assert.equal(await player.run((element) => element.loop), true);
  await player.run((element) => {
    element.theme = 'light';
    element.setAttribute('up', 'sideways');
    element.setAttribute('camera', '40,10,4,0,0.9,1,ortho');
  });
  await until('later changes are reported, too', async () => (await warnings(page)).length > expected.length);
  assert.deepEqual((await warnings(page)).slice(expected.length), ['up="sideways" is ignored: up takes x, y, z, -x, -y or -z.']);
});

scene(
  'elsewhere the console stays silent and the check is not fetched, unless debug asks for it',
  { path: null },
  async ({ page, player }) => {
    await actAsAuthor(page);
    const check = `/${asset('attribute-check.js')}`;
    for (const [path, debug] of [
      ['/live.html', ''],
      ['/debugged.html', 'debug'],
    ]) {
      const since = server.requests.length;
      server.page(path, `<marey-player src="/walker.bvh" controls theme="drak" ${debug}></marey-player>`);
      await player.visits(`https://author.example${path}`, 'walker');
      await player.find('.bar').waitFor();
      if (debug) await until('it is reported', async () => (await warnings(page)).length === 1);
      assert.equal(server.requests.slice(since).includes(check), Boolean(debug));
      assert.equal((await warnings(page)).length, debug ? 1 : 0);
    }
  },
);

scene(
  'what takes effect is not called ignored: off is off, and the console tells what a value is taken for',
  { path: null },
  async ({ page, player }) => {
    const tag =
      '<marey-player src="/walker.bvh" follow="false" ghosts="no" trails="off" curves="0" moments="off" width="640em" in-place="false" ghost-step="often"></marey-player><marey-player follow="maybe" ghosts="many"></marey-player>';
    await player.visits(server.page('/off.html', tag, { csp: null }), 'walker');
    const expected = [
      'width="640em" is taken for 640: width takes a number of pixels.',
      'in-place="false" switches it on, as in all of HTML: leave in-place out.',
      'ghost-step="often" is ignored: ghost-step takes seconds, a number of frames (5f), keys or contacts.',
      'follow="maybe" is taken for on: follow takes auto, on or off.',
      'ghosts="many" is taken for 3 3: ghosts takes a number of ghosts, or two: those before and those after the figure.',
    ];
    await until('everything is reported', async () => (await warnings(page)).length >= expected.length);
    assert.deepEqual((await warnings(page)).sort(), [...expected].sort());
    assert.deepEqual(await player.run(({ follow, ghosts, trails, curves, moments }) => [follow, ghosts, trails, curves, moments]), [
      'off',
      null,
      null,
      null,
      0,
    ]);
  },
);

scene('the console reports wrong attributes of a clip, too, and later changes', { path: null }, async ({ page, player }) => {
  const clip =
    '<marey-clip src="/walker.bvh" label="B" offset="soon" turn="90" position="1 far" beyond="stay" ghost="false" sped="2" unit="mile" hidden></marey-clip>';
  await player.visits(server.page('/clip.html', `<marey-player src="/walker.bvh">${clip}</marey-player>`, { csp: null }), 'walker');
  const expected = [
    '<marey-clip>: offset="soon" is ignored: offset takes a number of seconds.',
    '<marey-clip>: position="1 far" is taken for 1 0: position takes metres along x and along z, such as 1,-0.5.',
    '<marey-clip>: beyond="stay" is ignored: beyond takes hold, leave or loop.',
    '<marey-clip>: ghost="false" switches it on, as in all of HTML: leave ghost out.',
    '<marey-clip>: there is no attribute sped: did you mean speed?',
    '<marey-clip>: unit="mile" is ignored: unit takes m, dm, cm, mm, in, cmu, or a number of metres.',
  ];
  await until('everything is reported', async () => (await warnings(page)).length >= expected.length);
  assert.deepEqual((await warnings(page)).sort(), [...expected].sort());
  await player.run((element) => element.querySelector('marey-clip')?.setAttribute('turn', 'left'));
  await until('the change is reported', async () => (await warnings(page)).length > expected.length);
  assert.equal((await warnings(page)).at(-1), '<marey-clip>: turn="left" is ignored: turn takes a number of degrees.');
});
