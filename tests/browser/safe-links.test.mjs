/** Links that lead to other hosts ask first, and those to private ones are not followed from elsewhere. */
import assert from 'node:assert/strict';
import { isPrivate } from '../../www/player/hosts.js';
import { test } from 'node:test';
import { walker } from './support/clips.mjs';
import { card } from './support/page.mjs';
import { scenes } from './support/scenes.mjs';
import { CSP } from './support/server.mjs';

/** What the page's own policy allows. */
const { scene, server } = await scenes({ server: { csp: CSP.replace("connect-src 'self'", "connect-src 'self' https: http://localhost:*") } });
server.put('/walker.bvh', { body: walker(), type: 'text/plain', shared: true });
const { port } = new URL(server.origin);
/** Our own server, by a name that is another host to the browser. */
const FOREIGN = `http://localhost:${port}/walker.bvh`;
const asked = () => server.asked.filter((path) => path === '/walker.bvh').length;

scene('a link to another host names the host and asks before it loads', { path: `#url=${encodeURIComponent(FOREIGN)}&t=1&paused=1` }, async ({ page, player }) => {
  const before = asked();
  assert.match(await card(player), new RegExp(`opens a file from localhost:${port}`));
  assert.equal(asked(), before, 'nothing was asked for');
  await player.button(`Open from localhost:${port}`).click();
  const { time, paused } = await player.loaded('walker');
  assert.deepEqual([time, paused], [1, true], 'what the link says holds');
  await player.find('.card').waitFor({ state: 'detached' });
  // It asks once.
  await page.evaluate((url) => { location.hash = `#url=${encodeURIComponent(url)}&t=2&paused=1`; }, FOREIGN);
  await player.loaded('walker');
  assert.equal(await player.find('.card').count(), 0);
});

scene('a link to the page\u2019s own host asks nothing', { path: `#url=${encodeURIComponent(`${server.origin}/walker.bvh`)}`, loads: 'walker' }, async ({ player }) => {
  assert.equal(await player.find('.card').count(), 0);
});

scene('a server that sends a link on to another host is told, and followed when somebody agrees', { path: '#url=/fault/redirect/walker.bvh' }, async ({ player }) => {
  assert.match(await card(player), new RegExp(`redirects to localhost:${port}`));
  await player.button(`Open from localhost:${port}`).click();
  await player.loaded('walker');
});

scene('an author\u2019s own src is never asked about', { path: server.page('/author.html', '<marey-player controls src="/fault/redirect/walker.bvh"></marey-player>'), loads: 'walker' }, async () => {});

test('addresses of one\u2019s own machine and network are told from others', () => {
  for (const host of ['localhost', 'a.localhost', '127.0.0.1', '10.1.2.3', '172.16.0.1', '172.31.9.9', '192.168.1.1', '169.254.1.1', '100.64.0.1', '0.0.0.0', 'nas', 'nas.local',
    'x.internal', '[::1]', '[::]', '[::ffff:7f00:1]', '[fc00::1]', '[fd12::1]', '[fe80::1]']) assert.equal(isPrivate(host), true, host);
  for (const host of ['example.org', '8.8.8.8', '172.32.0.1', '172.15.0.1', '192.169.0.1', '100.63.0.1', '100.128.0.1', '11.0.0.1', '[2001:db8::1]', 'localhost.example', '10.example.org',
    'local.example.org']) assert.equal(isPrivate(host), false, host);
});
