// of: page, player
/** Links to other hosts ask first, and a public page's links to private hosts are not followed. */
import assert from 'node:assert/strict';
import { mayRead } from '../../www/page/frame-hosts.js';
import { agreed, isPrivate } from '../../www/player/base/hosts.js';
import { vetted } from '../../www/player/session/link.js';
import { test } from 'node:test';
import { walker } from './support/clips.mjs';
import { card } from './support/page.mjs';
import { scenes, until } from './support/scenes.mjs';
import { CSP } from './support/server.mjs';

const { scene, server } = await scenes({
  server: { csp: CSP.replace("connect-src 'self'", "connect-src 'self' https: http://localhost:*") },
});
server.put('/walker.bvh', { body: walker(), type: 'text/plain', shared: true });
const { port } = new URL(server.origin);
const { host } = new URL(server.origin);
const { scene: lax, server: free } = await scenes({ server: { csp: '' } });
free.put('/elsewhere.bvh', { body: walker(), type: 'text/plain', shared: true });
/** This server under another host name. */
const FOREIGN = `http://localhost:${port}/walker.bvh`;
const requests = () => server.requests.filter((path) => path === '/walker.bvh').length;

scene(
  'a link to another host names the host and asks before it loads',
  { path: `#url=${encodeURIComponent(FOREIGN)}&t=1&paused=1` },
  async ({ page, player }) => {
    const before = requests();
    assert.match(await card(player), new RegExp(`opens a file from localhost:${port}`));
    assert.equal(requests(), before, 'nothing was requested');
    await player.button(`Open from localhost:${port}`).click();
    const { time, paused } = await player.loaded('walker');
    assert.deepEqual([time, paused], [1, true], 'the link\u2019s parameters apply');
    await player.find('.card').waitFor({ state: 'detached' });
    await page.evaluate((url) => {
      location.hash = `#url=${encodeURIComponent(url)}&t=2&paused=1`;
    }, FOREIGN);
    await player.loaded('walker');
    assert.equal(await player.find('.card').count(), 0);
  },
);

scene(
  'a link to the page\u2019s own host asks nothing',
  { path: `#url=${encodeURIComponent(`${server.origin}/walker.bvh`)}`, loads: 'walker' },
  async ({ player }) => {
    assert.equal(await player.find('.card').count(), 0);
  },
);

scene(
  'a redirect of a link needs consent, since no browser reveals its target',
  { path: '#url=/fault/redirect/walker.bvh', allow: [/Unsafe attempt to load URL/] },
  async ({ page, player }) => {
    const before = requests();
    assert.match(await card(player), new RegExp(`request to ${host} is redirected.*any site`));
    assert.equal(requests(), before, 'it was not followed');
    await player.button('Try again').waitFor({ state: 'detached' });
    await player.button('Follow the redirect').click();
    await player.loaded('walker');
    assert.equal(requests(), before + 1);
    await player.find('.card').waitFor({ state: 'detached' });
    await page.evaluate(() => {
      location.hash = '#url=/fault/redirect/walker.bvh&t=1&paused=1';
    });
    await until('it is read again', async () => (await player.state()).time === 1);
    assert.equal(await player.find('.card').count(), 0);
    await page.evaluate(() => {
      location.hash = '#url=/fault/redirect/walker.bvh?other';
    });
    await player
      .find('.card')
      .getByText(/is redirected/)
      .waitFor();
    assert.equal(requests(), before + 2);
  },
);

scene(
  'a redirect by a host with consent needs consent, too',
  {
    path: `#url=${encodeURIComponent(`http://localhost:${port}/fault/away/walker.bvh`)}`,
  },
  async ({ player }) => {
    const before = requests();
    await player.button(`Open from localhost:${port}`).click();
    await player
      .find('.card')
      .getByText(new RegExp(`request to localhost:${port} is redirected`))
      .waitFor();
    assert.equal(requests(), before);
    await player.button('Follow the redirect').click();
    await player.loaded('walker');
  },
);

scene(
  'redirects within the page\u2019s own site need no consent',
  { path: '#url=/fault/moved/walker.bvh', loads: 'walker' },
  async ({ player }) => {
    assert.equal(await player.find('.card').count(), 0);
  },
);

scene(
  'a redirect loop is reported as one once it was followed',
  { path: '#url=/fault/circle/walker.bvh', allow: [/ERR_TOO_MANY_REDIRECTS/] },
  async ({ player }) => {
    await player.button('Follow the redirect').click();
    await player
      .find('.card')
      .getByText(/redirects to an address that loops/)
      .waitFor();
  },
);

/** The policy is in the page, as on a static file host: no header binds the worker. */
const head = `<meta http-equiv="Content-Security-Policy" content="${CSP}">`;
lax(
  'what the page\u2019s policy forbids is not fetched for it, though its worker has no policy',
  {
    path: free.page('/strict.html', '<marey-player controls src="/walker.bvh"></marey-player>', { head }),
    loads: 'walker',
    allow: [/content security policy/i, /violates the following/, /Failed to (fetch|load)/],
  },
  async ({ page, player }) => {
    assert.notEqual(page.workers().length, 0, 'there is a worker');
    const other = free.origin.replace('127.0.0.1', 'localhost');
    const since = free.requests.length;
    await player.run((element, src) => {
      element.src = src;
    }, `${other}/elsewhere.bvh`);
    assert.match(await card(player), /security policy allows no files from localhost/);
    await player.run((element) => {
      element.src = '/fault/redirect/elsewhere.bvh';
    });
    await until('it is reported', async () => /redirects|security policy/.test((await player.state()).error ?? ''));
    assert.deepEqual(
      free.requests.slice(since).filter((path) => path === '/elsewhere.bvh'),
      [],
    );
  },
);

scene(
  'an author\u2019s own src needs no consent',
  { path: server.page('/author.html', '<marey-player controls src="/fault/redirect/walker.bvh"></marey-player>'), loads: 'walker' },
  async () => {},
);

/** Hosts of one's own machine and network, and public ones that look like them. */
const NEAR = {
  names: [
    'localhost',
    'a.localhost',
    'nas',
    'router',
    'fritz.box',
    'myfritz.fritz.box',
    'pc.mshome.net',
    'speedport.ip',
    'easy.box',
    'www.routerlogin.net',
    'tplinkwifi.net',
    'tplinkrepeater.net',
    'router.asus.com',
    'www.asusrouter.com',
    'o2.box',
    'router.miwifi.com',
    'pc.attlocal.net',
    'nas.local',
    'pi.localdomain',
    'pi.lan',
    'pi.home',
    'pi.home.arpa',
    'home.arpa',
    'x.corp',
    'wiki.intranet',
    'x.internal',
    'x.private',
    'x.test',
  ],
  four: [
    '127.0.0.1',
    '127.255.255.254',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.9.9',
    '192.168.1.1',
    '169.254.1.1',
    '100.64.0.1',
    '100.127.255.254',
    '0.0.0.0',
    '0.1.2.3',
    '192.0.0.1',
    '192.0.0.254',
    '198.18.0.1',
    '198.19.255.254',
    '224.0.0.251',
    '239.255.255.250',
    '240.0.0.1',
    '255.255.255.255',
  ],
  six: [
    '[::1]',
    '[::]',
    '[::7f00:1]',
    '[fc00::1]',
    '[fd12:3456::1]',
    '[fe80::1]',
    '[febf::1]',
    '[fec0::1]',
    '[ff02::fb]',
    '[ff0e::1]',
    '[64:ff9b:1::808:808]',
    '[2001:1::1]',
    '[2001:2::1]',
    '[2001:1ff:ffff::1]',
    // Teredo with a public server and a private client.
    '[2001:0:808:808:0:0:3f57:fefe]',
    '[2001:0:808:808::f5ff:fffe]',
  ],
};
const FAR = {
  names: [
    'example.org',
    'localhost.example',
    '10.example.org',
    'local.example.org',
    'notlocalhost.org',
    'example.notlocal',
    'notfritz.box',
    'home.arpa.example',
    'lan.org',
    'mshome.net.example',
    'notspeedport.ip.example',
    'asus.com',
    'myrouterlogin.net',
    'tplink.net',
    'nottplinkwifi.com',
    'queasy.box',
  ],
  four: [
    '8.8.8.8',
    '1.0.0.1',
    '172.32.0.1',
    '172.15.0.1',
    '192.169.0.1',
    '169.253.0.1',
    '100.63.0.1',
    '100.128.0.1',
    '11.0.0.1',
    '128.0.0.1',
    '192.0.1.1',
    '192.1.0.1',
    '198.17.0.1',
    '198.20.0.1',
    '223.255.255.254',
  ],
  six: ['[2001:db8::1]', '[2606:4700::1111]', '[fb00::1]', '[2003::1]', '[2001:200::1]', '[2001:4860::8888]', '[3fff::ff02]'],
};

/** All spellings of an IPv4 address that browsers accept: numbers in three bases, fewer numbers, and within IPv6. @param {string} address */
function* spellings(address) {
  const parts = address.split('.').map(Number);
  const bases = [
    (/** @type {number} */ n) => `${n}`,
    (/** @type {number} */ n) => `0${n.toString(8)}`,
    (/** @type {number} */ n) => `0x${n.toString(16)}`,
    (/** @type {number} */ n) => `0X000${n.toString(16).toUpperCase()}`,
  ];
  for (let kept = 0; kept < 4; kept += 1) {
    const numbers = [...parts.slice(0, kept), parts.slice(kept).reduce((sum, part) => sum * 256 + part, 0)];
    // Each number in a base of its own.
    for (let code = 0; code < bases.length ** numbers.length; code += 1)
      yield numbers.map((number, at) => bases[Math.floor(code / bases.length ** at) % bases.length](number)).join('.');
  }
  const groups = [parts[0] * 256 + parts[1], parts[2] * 256 + parts[3]].map((group) => group.toString(16));
  for (const prefix of ['::ffff:', '0:0:0:0:0:FFFF:', '64:ff9b::', '0064:FF9B:0:0:0:0:'])
    for (const inner of [groups.join(':'), address]) yield `[${prefix}${inner}]`;
  for (const rest of ['::', '::1', ':0:0:0:0:0:1', ':1:2:3:4:5:6']) yield `[2002:${groups.join(':')}${rest}]`;
  // Teredo, with this address as the server's and as the client's.
  const inverted = groups.map((group) => (parseInt(group, 16) ^ 0xffff).toString(16));
  for (const flags of ['0:0', '8000:63bf']) {
    yield `[2001:0:${groups.join(':')}:${flags}:f7f7:f7f7]`;
    yield `[2001:0:808:808:${flags}:${inverted.join(':')}]`;
  }
}

/** All spellings of a host. @param {string} host */
function* disguises(host) {
  yield* [host, host.toUpperCase()];
  if (host.startsWith('[')) return;
  yield* ['.', '..', '%2e', '\u3002', '\uff0e'].map((dot) => `${host}${dot}`);
  yield [...host].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join('');
  yield host.replace(/[!-~]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0));
  yield host.replaceAll('.', '\u3002');
}

test('a private host is told apart from a public one, however its address is written', () => {
  let tried = 0;
  for (const [hosts, near] of /** @type {const} */ ([
    [NEAR, true],
    [FAR, false],
  ])) {
    for (const host of [...hosts.names, ...hosts.six, ...hosts.four.flatMap((address) => [...spellings(address)])]) {
      for (const written of disguises(host)) {
        // An invalid host cannot be requested.
        if (!URL.canParse(`https://${written}/a.bvh`)) continue;
        const { hostname } = new URL(`https://${written}/a.bvh`);
        assert.equal(isPrivate(hostname), near, `${written}, which is ${hostname}`);
        tried += 1;
      }
    }
  }
  assert.ok(tried > 50_000, `${tried} of them`);
  assert.equal(isPrivate(''), true, 'a page on a disk');
});

test('nothing is shown of a private network\u2019s answer to which a link was redirected', async () => {
  /** @type {unknown[][]} */
  const fetched = [];
  const scope = /** @type {any} */ (globalThis);
  const before = { self: scope.self, document: scope.document, fetch: scope.fetch };
  Object.assign(scope, {
    self: scope,
    document: { baseURI: 'https://player.example/' },
    fetch: async (/** @type {string} */ url, /** @type {RequestInit} */ how) => {
      fetched.push([url, how.redirect, how.credentials, how.referrerPolicy]);
      return how.redirect === 'manual'
        ? { type: 'opaqueredirect', status: 0, headers: new Headers() }
        : {
            type: 'cors',
            status: 200,
            redirected: true,
            url: 'http://192.168.1.1/secret.bvh',
            headers: new Headers(),
            body: new Blob(['secret']).stream(),
          };
    },
  });
  try {
    const { withPorts } = await import('../../www/player/loading/file-transfer.js');
    const source = { name: 'a.bvh', url: 'https://far.example/a.bvh', untrusted: true };
    const answer = async () => {
      const {
        source: { port },
        stop,
      } = withPorts(source);
      try {
        return await new Promise((resolve) => {
          /** @type {MessagePort} */ (port).onmessage = ({ data }) => resolve(data);
        });
      } finally {
        stop();
      }
    };
    const { fault: question } = await answer();
    assert.deepEqual([question.kind, question.code, question.about, question.agree], ['link', 'redirect', 'far.example', [source.url]]);
    agreed.add(source.url);
    const { fault } = await answer();
    assert.deepEqual([fault.kind, fault.about, fault.agree], ['link', '192.168.1.1', undefined]);
    assert.deepEqual(fetched, [
      [source.url, 'manual', 'omit', 'no-referrer'],
      [source.url, undefined, 'omit', 'no-referrer'],
    ]);
  } finally {
    Object.assign(scope, before);
  }
});

test('a public page opens no player on one\u2019s own machine by a name with a trailing dot', () => {
  for (const here of ['localhost.', 'nas.lan', 'fritz.box', '[::ffff:c0a8:101]'])
    assert.equal(mayRead('https://example.org', here), false, here);
  for (const to of ['https://localhost./a.bvh', 'https://nas.lan/a.bvh', 'https://[64:ff9b::10.0.0.1]/a.bvh'])
    assert.throws(() => vetted(to, 'https://example.org/marey/'), /your own machine or network/, to);
});
