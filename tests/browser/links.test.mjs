// of: marey_link
/** Mutated links, a hundred thousand in a deep run: each value is within its limits, or the link is refused in words. No page is needed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEEP } from '../support/deep.mjs';
import { random } from './support/fixtures.mjs';
import { modules } from './support/modules.mjs';

const { linked } = await import('../../www/player/session/link.js');
const { parameters } = await import('../../www/player/base/parameters.js');
const { isPrivate } = await import('../../www/player/base/hosts.js');
const { MareyError } = await import('../../www/player/words/errors.js');
const { web } = await modules();

const LINKS = DEEP ? 100_000 : 20_000;
/** The pages that open a link: a public one, and one on the visitor's own machine. */
const PAGES = ['https://example.org/marey/', 'http://localhost:8080/'];

const SEEDS = [
  '#url=walk.bvh&t=2.5&loop=1',
  '#url=https%3A%2F%2Fexample.com%2Fclips%2F07_01.amc&skeleton=https://example.com/clips/07.asf&skin=07.obj&t=f120',
  '#url=/clips/walker.bvh&t=1.5&speed=0.1&loop=0.5-2.5&camera=100,20,5,0.1,0.8,0&paused=1',
  '?url=walk.bvh#t=1:02:03.5&loop-mode=pingpong&behaviour=Stroll&unit=cm&up=-z&fps=60&end=2m3s&follow=auto&in-place=1&renderer=webgl&theme=light',
  '#url=walk.bvh&camera=front+ortho&follow=off&speed=-2&loop=0-99999',
  '#url=http://192.168.1.1/a.bvh',
  '#url=http://user:secret@example.com/a.bvh',
  '#url=javascript:alert(1)',
  '#url=data:text/plain,HIERARCHY',
  '#url=blob:https://example.org/1',
  '#url=//[::1]/a.bvh',
  '#url=https://xn--nxasmq6b/%F0%9F%A6%B4.bvh&t=-3&__proto__=1&constructor=2&toString=3',
];
/** Characters with a meaning in a link, which are tried more often than others. */
const TELLING = [
  '&',
  '=',
  '#',
  '?',
  '%',
  '%00',
  '%ff',
  '%F0%9F',
  '+',
  '/',
  '//',
  ':',
  '@',
  '[',
  ']',
  '.',
  '..',
  '-',
  ',',
  ';',
  '\\',
  '\0',
  '\n',
  '\u202e',
  '\ud800',
  '1e999',
  'NaN',
  'Infinity',
  '-0',
  '9'.repeat(400),
  'f',
  'h',
  'm',
  's',
  'url=',
  't=',
  'loop=',
  'camera=',
  'skeleton=',
  'http:',
  'https:',
  'file:',
  'javascript:',
  'localhost',
  '127.1',
  '0x7f.1',
  '<img>',
  '\u00e9',
];
const ATTRIBUTES = /^(loop|loop-mode|speed|camera|behaviour|unit|up|fps|end|renderer|in-place|follow)$/;

/** @param {string} text @param {(n: number) => number} below */
function damaged(text, below) {
  let out = text;
  for (let times = 1 + below(4); times > 0; times -= 1) {
    const [a, b] = [below(out.length + 1), below(out.length + 1)];
    const [from, to] = [Math.min(a, b), Math.max(a, b)];
    const ways = [
      () => out.slice(0, a) + TELLING[below(TELLING.length)] + out.slice(a),
      () => out.slice(0, a) + String.fromCharCode(below(0x10000)) + out.slice(a + 1),
      () => out.slice(0, from) + out.slice(to),
      () => out.slice(0, to) + out.slice(from),
      () => out.slice(0, a) + SEEDS[below(SEEDS.length)].slice(1),
      () => out.slice(0, a) + TELLING[below(TELLING.length)] + out.slice(a + 1),
    ];
    out = ways[below(ways.length)]();
  }
  return out;
}

/** Splits a text as a browser does. @param {string} text @param {string} base @returns {{ search: string, hash: string }} */
function location(text, base) {
  try {
    return new URL(text, base);
  } catch {
    return { search: '', hash: text };
  }
}

/** Fails unless a link may open this address. @param {string | undefined} address @param {string} base */
function isAllowed(address, base) {
  const { protocol, hostname, origin, username, password } = new URL(String(address));
  const page = new URL(base);
  const near = isPrivate(hostname);
  assert.ok(protocol === 'https:' || (protocol === 'http:' && (near || origin === page.origin)), `${address}`);
  assert.ok(!near || isPrivate(page.hostname), `${address} from ${base}`);
  assert.ok(!username && !password, `${address}`);
}

/** @param {{ seconds: number } | { frame: number } | null | undefined} moment */
const isMoment = (moment) =>
  !moment || ('frame' in moment ? Number.isSafeInteger(moment.frame) && moment.frame >= 0 : Number.isFinite(moment.seconds));

test('mutated links are followed within limits, or refused in words', () => {
  const below = random(0x5eed0400);
  const stage = new web.glue.Stage();
  const counts = { followed: 0, refused: 0, empty: 0, cameras: 0 };
  for (let round = 0; round < LINKS; round += 1) {
    const text = damaged(SEEDS[below(SEEDS.length)], below);
    const base = PAGES[below(PAGES.length)];
    /** @type {ReturnType<typeof linked>} */
    let link = null;
    try {
      link = linked(parameters(location(text, base)), base);
    } catch (error) {
      // `location` itself throws nothing: every error is a refusal with a message.
      assert.ok(error instanceof MareyError && error.fault.kind === 'link' && error.message, `${JSON.stringify(text)}: ${error}`);
      counts.refused += 1;
      continue;
    }
    if (!link) {
      counts.empty += 1;
      continue;
    }
    counts.followed += 1;
    const { source, intent } = link;
    const dump = JSON.stringify({ text, link });
    for (const { url, name, untrusted } of [source, ...(source.companions ?? [])]) {
      isAllowed(url, base);
      assert.ok(untrusted && typeof name === 'string' && name, dump);
    }
    for (const [name, value] of Object.entries(intent.attributes ?? {}))
      assert.ok(ATTRIBUTES.test(name) && (value === null || typeof value === 'string'), dump);
    assert.ok(
      isMoment(intent.moment) &&
        (intent.range ?? []).every((moment) => isMoment(moment) && !(Number(moment && 'seconds' in moment && moment.seconds) < 0)),
      dump,
    );
    const { camera } = intent.attributes ?? {};
    if (camera && stage.setCamera(camera)) {
      counts.cameras += 1;
      const numbers = /** @type {string} */ (stage.camera()).split(',');
      assert.ok(
        numbers.every((part) => !/NaN|inf/i.test(part)),
        `${dump}: ${numbers}`,
      );
    }
  }
  stage.free();
  assert.equal(/** @type {any} */ ({}).url, undefined, 'no prototype was touched');
  assert.ok(counts.followed > LINKS / 10 && counts.refused > LINKS / 100 && counts.cameras > LINKS / 100, JSON.stringify(counts));
});

test('a switch of a link is off in one way, and options of the file and between frames are read', () => {
  const read = (/** @type {string} */ hash) => linked(parameters({ search: '', hash: `#url=walk.bvh&${hash}` }), PAGES[0])?.intent;
  for (const off of ['0', 'false', 'no', 'off', 'OFF']) {
    assert.deepEqual(read(`loop=${off}&in-place=${off}`)?.attributes, { loop: null, 'in-place': null }, off);
    assert.equal(read(`paused=${off}`)?.autoplay, undefined, off);
  }
  assert.deepEqual(read('loop=1&in-place=')?.attributes, { loop: '', 'in-place': '' });
  assert.deepEqual(read('positions=add&interpolation=nearest')?.attributes, { positions: 'add', interpolation: 'nearest' });
});

test('characters that no address can have do not stop it', () => {
  for (const hash of ['#url=%', '#url=%E0%A4%A', '#url=a%00b', '#url=\ud800', `#url=${'a'.repeat(4096)}`, `#url=a&${'b=c&'.repeat(1e5)}`]) {
    const link = linked(parameters({ search: '', hash }), PAGES[0]);
    assert.ok(link?.source.name, hash.slice(0, 40));
  }
});

test('a value of more than 4,096 characters is refused in words, a packed clip excepted', () => {
  const open = (/** @type {string} */ hash) => linked(parameters({ search: '', hash }), PAGES[0]);
  for (const name of ['url', 'label', 'marks', 'unknown']) {
    const hash = (/** @type {number} */ length) => `#url=walk.bvh&url=walk.bvh&${name}=${'a'.repeat(length)}`;
    assert.ok(open(hash(4096)), name);
    assert.throws(() => open(hash(4097)), /^MareyError: A value of the link has more than 4,096 characters\.$/, name);
  }
  assert.equal(open(`#clip=${'a'.repeat(1e6)}`)?.source.blob?.size, 1e6);
});

test('of a hundred thousand clips the first twelve are opened, at the cost of reading them once', () => {
  const values = parameters({
    search: `?${'label=a&'.repeat(1e5)}`,
    hash: `#${'url=a&joints=smpl&'.repeat(1e5)}${[...Array(1e5).keys()].map((n) => `${n}=1&`).join('')}`,
  });
  const link = linked(values, PAGES[0]);
  assert.equal(link?.intent.clips?.sources.length, 11);
  assert.equal(link?.source.joints, 'smpl');
});
