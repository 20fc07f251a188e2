/** Makes links at random, opens them on the page and in the frame, and tells what came of it. */
import { DANCER, random } from './fixtures.mjs';
import { LinkPage } from './main-thread.mjs';

/** @typedef {(n: number) => number} Below a random number below n */
/** @typedef {{ hash: string, path: string, seconds: number, plays: boolean }} Opened */

/** Links after which a page is loaded anew. */
const BLOCK = 50;
const PAGES = ['embed.html', 'index.html'];
/** Times the usual load of a clip that no link may take. */
const MOST = 10;
/** Messages of browsers about files that are not there, or not to be had. */
const EXPECTED = [/Failed to load resource/, /ERR_/, /Unsafe attempt to load URL/, /content security policy/i];

const ADDRESSES = [
  'walker.bvh',
  'samples/jump.bvh',
  'samples/march.amc',
  'samples/stroll.anim',
  'samples/wave.x3d',
  '/walker.bvh',
  './samples/../walker.bvh?x=1#y',
  'missing.bvh',
  'index.html',
  '/fault/redirect/walker.bvh',
  'https://far.example/a.bvh',
  'http://192.168.1.1/a.bvh',
  'http://user:secret@far.example/a.bvh',
  'javascript:alert(1)',
  'data:text/plain,HIERARCHY',
  'blob:https://far.example/1',
  '//[::1]/a.bvh',
  'https://xn--nxasmq6b/%F0%9F%A6%B4.bvh',
  '%',
  '',
];
const NUMBERS = [
  '0',
  '1',
  '-1',
  '0.5',
  '2.5',
  '-0',
  '1e-9',
  '1e9',
  '-1e9',
  '1e308',
  '-1e308',
  '1e999',
  'NaN',
  'Infinity',
  `1${'0'.repeat(15)}`,
  '9'.repeat(400),
];
const MOMENTS = ['1.5', '-0.25', '2:03', '1:02:03.5', '2m3s', 'f120', 'f999999999', '999999999', 'x'];
const CAMERAS = [
  'front',
  'top,ortho',
  'home',
  'view:1',
  'ortho',
  '40,10,4,0,0.9,1',
  '0,10,3,1000000000000000,0,1000000000000000',
  '1,2,3',
  ',,,,,',
  'x',
];
const TEXTS = [
  '',
  'a',
  'Hips',
  'LeftFoot, RightHand',
  '__proto__',
  '<img src=x onerror=alert(1)>',
  '\u202egnp.exe',
  '\ud83e\uddb4',
  'a\nb',
  '\0',
  'x'.repeat(4096),
  'x'.repeat(5000),
  'y z '.repeat(1000),
];
const WORDS = [
  '0',
  '1',
  'on',
  'off',
  'auto',
  'false',
  'all',
  'keys',
  'contacts',
  '5f',
  'pingpong',
  'zero',
  '-z',
  'cm',
  'light',
  'viridis',
  'distance',
  'leave',
  'none',
];

/** What the values of each parameter are made from. @type {[names: string, values: string[]][]} */
const VALUES = [
  ['url src skeleton skin onto poster base share', ADDRESSES],
  ['t start end', [...MOMENTS, ...NUMBERS]],
  ['speed fps offset turn clip-speed clip-fps trail-window sync-offset ghost-step', [...NUMBERS, ...WORDS]],
  ['unit clip-unit up clip-up', [...NUMBERS, ...WORDS]],
  ['position', NUMBERS.flatMap((one, index) => [`${one} ${NUMBERS[(index + 5) % NUMBERS.length]}`, `${one},${one}`])],
  ['loop', [...WORDS, ...NUMBERS.map((one) => `${one}-2`), '0-1e9', '0.5-2', '2-0.5']],
  ['camera', CAMERAS],
  ['moments', [...NUMBERS, '3', '12', '100', '0.2,0.55,1.1', '1,'.repeat(500)]],
  ['ghosts', [...NUMBERS, '3', '3,1', '12 12']],
  ['trails measures', [...TEXTS, 'mass', 'steps', 'angle:LeftUpLeg,LeftLeg,LeftFoot;height:Head', 'distance:a,b'.repeat(50)]],
  ['marks', [...TEXTS, 'step@1.2;turn@2-3.5', `a@${NUMBERS.at(-1)}`, 'b@1;'.repeat(1000)]],
  ['contacts', ['', '0.8,0.05', ',', ...NUMBERS.map((one) => `${one},${one}`)]],
  ['curves', ['', 'Hips:y', 'speed', 'none', 'Hips:y LeftFoot:angle', 'Hips:speed '.repeat(300), ...TEXTS]],
  ['gait', ['', 'rest', 'straightest', 'f0', 'f999999999', 'f-1', ...TEXTS]],
  ['compare', ['side', 'at-hips', 'from-warp', 'from-match,scaled', 'facing', 'rigid', 'x']],
  ['loop-mode beyond positions clip-positions ground follow in-place paused moments-spacing moments-tint renderer theme', WORDS],
  ['controls autoplay transparent patterns interpolation gestures preload loading nohotkeys', [...WORDS, 'nearest']],
  ['label behaviour clip-behaviour alt joints axes unknown constructor', TEXTS],
];
const NAMES = VALUES.flatMap(([names, values]) => names.split(' ').map((name) => /** @type {const} */ ([name, values])));
/** Characters with a meaning in a link. */
const TELLING = [
  '&',
  '=',
  '#',
  '?',
  '%',
  '%00',
  '%ff',
  '+',
  '/',
  ':',
  '@',
  ',',
  ';',
  '-',
  '.',
  '\\',
  '\n',
  '\ud800',
  'url=',
  'clip=',
  't=',
];

/** A link: parameters at random, of which some are damaged. @param {Below} below */
export function linkOf(below) {
  /** @template T @param {readonly T[]} list */
  const any = (list) => list[below(list.length)];
  const parts = below(10) ? [`url=${encodeURIComponent(below(3) ? any(ADDRESSES.slice(0, 7)) : any(ADDRESSES))}`] : [];
  if (!below(12)) parts.unshift(`clip=${DANCER}`);
  for (let count = below(3) ? below(6) : below(20); count > 0; count -= 1) {
    const [name, values] = any(NAMES);
    parts.push(`${name}=${encodeURIComponent(any(values))}`);
  }
  if (!below(40)) parts.push('url=walker.bvh&'.repeat(500));
  let hash = parts.join('&');
  for (let damage = below(4) ? 0 : 1 + below(3); damage > 0; damage -= 1) {
    const at = below(hash.length + 1);
    hash = hash.slice(0, at) + any(TELLING) + hash.slice(at + below(3));
  }
  return `#${hash.replace(/\p{Surrogate}/gu, '\ufffd')}`;
}

/**
 * Opens this many links. A link that takes far more than the usual load is tried again on a page of its own, because the one before it may have been
 * at work still.
 * @param {import('playwright-core').Browser} browser @param {import('./server.mjs').Server} server
 * @param {{ seed: number, links: number, pages?: string[], progress?: (done: number, wrong: string[]) => void }} options @returns {Promise<{ wrong: string[], usual: number, most: Opened }>} usual, most: seconds of the main thread
 */
export async function fuzz(browser, server, { seed, links, pages = PAGES, progress = () => {} }) {
  const below = random(seed);
  /** @type {string[]} */
  const wrong = [];
  /** @type {Opened[]} */
  const opened = [];
  let page = new LinkPage(browser, server.url(pages[0]), { allow: EXPECTED });
  const check = (/** @type {string} */ hash) => {
    try {
      page.check();
    } catch (error) {
      wrong.push(`${hash}: ${/** @type {Error} */ (error).message}`);
    }
  };
  for (let index = 0; index < links; index += 1) {
    const path = pages[Math.floor(index / BLOCK) % pages.length];
    if (index % BLOCK === 0) {
      await page.close();
      page = new LinkPage(browser, server.url(path), { allow: EXPECTED });
    }
    const hash = linkOf(below);
    try {
      const { seconds, long, plays } = await page.load(hash);
      opened.push({ hash, path, seconds, plays });
      for (const word of long) wrong.push(`${hash}: on the page is ${word}`);
      check(hash);
    } catch (error) {
      wrong.push(`${path} hangs, link ${index}: ${hash}: ${/** @type {Error} */ (error).message}`);
      await page.close();
    }
    for (const address of [...page.foreign.splice(0), ...server.elsewhere.splice(0)]) wrong.push(`${index} ${hash}: asked for ${address}`);
    progress(index + 1, wrong);
  }
  await page.close();
  // Refused links are less work.
  const inOrder = opened
    .filter(({ plays }) => plays)
    .map(({ seconds }) => seconds)
    .sort((a, b) => a - b);
  const usual = inOrder[Math.floor(inOrder.length / 2)] ?? 0;
  for (const { hash, path, seconds } of opened) {
    if (seconds <= MOST * usual) continue;
    const again = new LinkPage(browser, server.url(path), { allow: EXPECTED });
    await again.renew();
    const { seconds: alone } = await again.load(hash);
    if (alone > MOST * usual)
      wrong.push(`${path}${hash}: ${seconds.toFixed(2)} s, and again ${alone.toFixed(2)} s; usual are ${usual.toFixed(2)} s`);
    await again.close();
  }
  return {
    wrong,
    usual,
    most: opened.reduce((most, each) => (each.seconds > most.seconds ? each : most), { hash: '', path: '', seconds: 0, plays: false }),
  };
}
