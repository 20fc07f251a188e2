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
    .filter((message) => message.type() === 'warning' && message.text().startsWith('<marey-player>'))
    .map((message) => message.text().slice('<marey-player>: '.length));

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
