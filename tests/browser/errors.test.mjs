// of: player, controls, panels
/** Failures between a server and a player are reported plainly and can be retried. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { secondsOf } from '../../www/player/loading/failed-requests.js';
import { faultOf, gpuFault } from '../../www/player/words/errors.js';
import { REFUSALS } from '../../www/player/words/refusals.js';
import { walker } from './support/clips.mjs';
import { card } from './support/page.mjs';
import { scenes } from './support/scenes.mjs';

const { scene, row, server } = await scenes();

/** The browser logs these by itself. */
const NETWORK = [/Failed to load resource/];

/** @type {[string, string, RegExp, number][]} */
const FAULTS = [
  ['a missing file', '/fault/missing/walker.bvh', /404, not found/, 4],
  ['a web page in its place', '/fault/page/walker.bvh', /returned a web page, not a motion file/, 4],
  ['a web page that says it is text', '/fault/disguised/walker.bvh', /web page|HTML/i, 4],
  ['a connection that breaks off', '/fault/reset/walker.bvh', /connection broke before all of the file/, 2],
  ['an answer that is said to be compressed', '/fault/packed/walker.bvh', /cannot be decompressed.*Content-Encoding/, 4],
  ['an address that sends on to itself', '/fault/circle/walker.bvh', /redirects to an address that loops/, 4],
  ['a host that the page may not ask', 'http://127.0.0.1:1/walker.bvh', /security policy allows no files from 127\.0\.0\.1:1/, 4],
];

/** A player without a clip and without a card. @param {RegExp[]} allow */
const faulty = (allow) =>
  row({ path: server.page('/faulty.html', '<marey-player controls></marey-player>'), allow }, async ({ player }) => {
    if (await player.find('.card').count()) await player.button('Dismiss').click();
    await player.find('.card').waitFor({ state: 'detached' });
  });
const ours = faulty(NETWORK);
const foreign = faulty([
  ...NETWORK,
  /net::ERR/,
  /content security policy: connect-src refused http:\/\/127\.0\.0\.1:1/,
  /Content Security Policy/,
]);

for (const [what, src, says, code] of FAULTS) {
  (src.startsWith('http') ? foreign : ours)(`${what} becomes a sentence and an error event`, async ({ player }) => {
    await player.record('loadstart', 'loadedmetadata', 'error');
    await player.run((element, url) => {
      element.src = url;
    }, src);
    const text = await card(player);
    assert.match(text, says);
    assert.match(text, /walker\.bvh can.t be played/);
    assert.equal(await player.run((element) => element.error?.code), code);
    const events = await player.events();
    assert.deepEqual([events[0], events.filter((type) => type === 'error').length], ['loadstart', 1]);
    assert.equal((await player.state()).paused, true);
  });
}

/** Responses without a file from a reachable server. @type {[string, RegExp][]} */
const ANSWERS = [
  ['204', /answered 204, without content/],
  ['206', /answered 206, only a part of the file/],
  ['401', /answered 401: .*login/],
  ['403', /answered 403: access to the file is forbidden/],
  ['410', /answered 410\./],
  ['429', /answered 429: too many requests\. Try again later\./],
  ['429-90', /answered 429: too many requests\. Try again in 90 seconds\./],
  [`429-${encodeURIComponent(new Date(Date.now() + 3 * 3600e3).toUTCString())}`, /too many requests\. Try again in 3 hours\./],
  ['500', /answered 500: something failed on the server/],
  ['503', /answered 503: something failed on the server\.(?! Try again in)/],
  ['503-1', /answered 503: something failed on the server\. Try again in 1 second\./],
  ['empty', /server sent an empty file/],
];
for (const [kind, says] of ANSWERS) {
  ours(`a ${decodeURIComponent(kind)} response is reported as the server\u2019s fault and can be retried`, async ({ player }) => {
    await player.run((element, url) => {
      element.src = url;
    }, `/fault/${kind}/walker.bvh`);
    assert.match(await card(player), says);
    assert.equal(await player.button('Try again').count(), 1);
    const error = await player.run((element) => ({ kind: element.error?.kind, status: element.error?.status }));
    assert.deepEqual(
      error,
      kind === 'empty' ? { kind: 'status', status: undefined } : { kind: 'status', status: Number(kind.slice(0, 3)) },
    );
  });
}

test('a server tells in seconds or by a date how long to wait; what says nothing is left out', () => {
  const now = Date.UTC(2026, 0, 2, 3, 4, 5);
  /** @type {[string | null, number][]} */
  const headers = [
    ['0', 0],
    ['120', 120],
    [' 7 ', 7],
    ['Fri, 02 Jan 2026 03:05:05 GMT', 60],
    ['Friday, 02-Jan-26 03:05:05 GMT', 60],
    ['Fri, 02 Jan 2026 03:04:00 GMT', 0],
    ['Fri, 02 Jan 2099 03:04:00 GMT', 0],
    ['9'.repeat(400), 0],
    ['-5', 0],
    ['soon', 0],
    ['', 0],
    [null, 0],
  ];
  for (const [header, seconds] of headers) assert.equal(secondsOf(header, now), seconds, `${header}`);
  const waits = [1, 119, 120, 121, 7199, 7200, 100_000, 200_000].map((seconds) => / in (.+)\./.exec(REFUSALS.status(429, seconds))?.[1]);
  assert.deepEqual(waits, ['1 second', '119 seconds', '2 minutes', '3 minutes', '120 minutes', '2 hours', '28 hours', '3 days']);
});

test('the browser\u2019s error message is only in the details', () => {
  const theirs = 'secret words of a browser';
  const thrown = [
    new Error(theirs),
    new TypeError(theirs),
    new DOMException(theirs, 'NotFoundError'),
    new DOMException(theirs, 'DataError'),
    new WebAssembly.RuntimeError(theirs),
    new WebAssembly.CompileError(theirs),
    Object.assign(new Error(theirs), { name: 'GpuError' }),
    theirs,
  ];
  for (const each of thrown) {
    for (const fault of [faultOf(each), gpuFault(each)]) {
      assert.doesNotMatch(fault.message, /secret/, `${each}`);
      assert.match(fault.message, /^[A-Z].*[.]$/, `${each}`);
      assert.equal(fault.detail, theirs);
    }
  }
});

server.put('/page-by-name.bvh', { body: walker(), type: 'text/html; charset=utf-8' });
ours('a motion served as a web page still plays', async ({ player }) => {
  await player.run((element) => {
    element.src = '/page-by-name.bvh';
  });
  await player.loaded('page-by-name');
  await player.run((element) => {
    element.removeAttribute('src');
    element.load();
  });
});

server.put('/march.amc', { body: ':FULLY-SPECIFIED\n:DEGREES\n1\nroot 0 0 0 0 0 0\n', type: 'text/plain' });
ours('a web page in the place of a skeleton is told', async ({ player }) => {
  await player.run((element) => {
    element.skeleton = '/fault/page/march.asf';
    element.src = '/march.amc';
  });
  assert.match(await card(player), /march\.asf.*web page/);
  await player.run((element) => {
    element.removeAttribute('skeleton');
    element.removeAttribute('src');
    element.load();
  });
});

scene(
  'after a failure the next good clip plays, and Try again requests the file again',
  {
    path: server.page('/again.html', '<marey-player controls src="/later.bvh"></marey-player>'),
    allow: NETWORK,
  },
  async ({ player }) => {
    const over = player.find('.card');
    await over.waitFor();
    server.put('/later.bvh', { body: walker(), type: 'text/plain' });
    await player.button('Try again').click();
    await player.loaded('later');
    await over.waitFor({ state: 'detached' });
    assert.equal((await player.state()).error, null);
    await player.run((element) => {
      element.src = '/fault/missing/walker.bvh';
    });
    await over.waitFor();
    assert.equal((await player.state()).name, 'later', 'the previous clip stays');
    await player.button('Play').first().click();
    await player.plays();
    await player.shows('/walker.bvh');
    await over.waitFor({ state: 'detached' });
  },
);

/** @type {[string, string, RegExp][]} */
const LINKS = [
  ['a script', 'javascript:alert(1)', /only open https/],
  ['data', 'data:text/plain,HIERARCHY', /only open https/],
  ['an address with a password', 'https://user:secret@example.com/a.bvh', /name or password/],
  ['a local file', 'file:///etc/passwd', /only open https/],
  ['a host in the clear', 'http://example.com/a.bvh', /only open https/],
];
for (const [what, url, says] of LINKS) {
  scene(`a link to ${what} is not opened`, { path: `#url=${encodeURIComponent(url)}` }, async ({ player }) => {
    assert.match(await card(player), says);
    assert.equal((await player.state()).ready, 0);
  });
}

scene('names from a file are shown as text, whatever they contain', { loads: '' }, async ({ page, player }) => {
  const name = '<img src=x onerror=document.title=1>';
  await player.opens(name, { name: `${name}.bvh`, text: walker().replaceAll('LeftArm', name).replaceAll('Chest', '__proto__') });
  await player.button('Details').click();
  await player.find('.tree').waitFor();
  for (const joint of [name, '__proto__']) assert.equal(await player.root.getByRole('treeitem', { name: joint }).count(), 1);
  assert.equal(await page.locator('img').count(), 0);
});
