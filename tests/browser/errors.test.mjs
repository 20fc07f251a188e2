/** What can go wrong between a server and a player is said plainly, and can be tried again. */
import assert from 'node:assert/strict';
import { walker } from './support/clips.mjs';
import { scenes } from './support/scenes.mjs';
import { until } from './support/browser.mjs';

const { scene, server } = await scenes();
server.put('/walker.bvh', { body: walker(), type: 'text/plain' });

/** The browser notes these by itself. */
const NETWORK = [/Failed to load resource/];

/** @type {[string, string, RegExp, number][]} */
const FAULTS = [
  ['a missing file', '/fault/missing/walker.bvh', /404, not found/, 4],
  ['a web page in its place', '/fault/page/walker.bvh', /returned a web page, not a motion file/, 4],
  ['a web page that says it is text', '/fault/disguised/walker.bvh', /web page|HTML/i, 4],
  ['a connection that breaks off', '/fault/reset/walker.bvh', /connection broke off before all of the file/, 2],
  ['an answer that is said to be compressed', '/fault/packed/walker.bvh', /Content-Encoding.*cannot be unpacked/, 4],
  ['an address that sends on to itself', '/fault/circle/walker.bvh', /goes round in circles/, 4],
  ['a host that the page may not ask', 'http://127.0.0.1:1/walker.bvh', /security policy does not let it fetch files from 127\.0\.0\.1:1/, 4],
];

for (const [what, src, says, code] of FAULTS) {
  const allow = [...NETWORK, /net::ERR/, /content security policy: connect-src refused http:\/\/127\.0\.0\.1:1/, /Content Security Policy/];
  scene(`${what} becomes a sentence and an error event`, { path: null, allow: src.startsWith('http') ? allow : NETWORK }, async ({ page, player }) => {
    await page.goto(server.page('/faulty.html', '<marey-player controls></marey-player>'));
    await player.record('loadstart', 'loadedmetadata', 'error');
    await player.run((element, url) => { element.src = url; }, src);
    const card = player.find('.card');
    await card.waitFor();
    assert.match(await card.innerText(), says);
    assert.match(await card.innerText(), /walker\.bvh can.t be played/);
    const error = await player.run((element) => ({ code: element.error?.code, message: element.error?.message }));
    assert.equal(error.code, code, error.message);
    const events = await player.events();
    assert.equal(events[0], 'loadstart');
    assert.equal(events.filter((type) => type === 'error').length, 1);
    assert.equal((await player.state()).paused, true);
  });
}

scene('after a failure the next good clip plays, and Try again tries again', { path: null, allow: NETWORK }, async ({ page, player }) => {
  await page.goto(server.page('/again.html', '<marey-player controls src="/later.bvh"></marey-player>'));
  const card = player.find('.card');
  await card.waitFor();
  server.put('/later.bvh', { body: walker(), type: 'text/plain' });
  await player.button('Try again').click();
  await player.loaded('later');
  await card.waitFor({ state: 'detached' });
  assert.equal((await player.state()).error, null);
  await player.run((element) => { element.src = '/fault/missing/walker.bvh'; });
  await card.waitFor();
  assert.equal((await player.state()).name, 'later', 'what was there stays');
  await player.button('Play').first().click();
  await player.plays();
  await player.run((element) => { element.src = '/walker.bvh'; });
  await player.loaded('walker');
  await card.waitFor({ state: 'detached' });
});

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
    const card = player.find('.card');
    await card.waitFor();
    assert.match(await card.innerText(), says);
    assert.equal((await player.state()).ready, 0);
  });
}

scene('names from a file are text, whatever they spell', {}, async ({ page, player }) => {
  const name = '<img src=x onerror=document.title=1>';
  await player.loaded();
  await player.drop({ name: `${name}.bvh`, text: walker().replaceAll('LeftArm', name).replaceAll('Chest', '__proto__') });
  await until('it is there', async () => (await player.state()).name.includes('img'));
  await player.button('Details').click();
  await player.find('.tree').waitFor();
  assert.equal(await player.root.getByRole('treeitem', { name }).count(), 1);
  assert.equal(await player.root.getByRole('treeitem', { name: '__proto__' }).count(), 1);
  assert.equal(await page.locator('img').count(), 0);
});
