// of: moments, actors
/** The pictures of `marey picture` show the figures where `marey positions` has them, at the moments that the page chooses. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { DIST } from '../browser/support/server.mjs';
import { choose } from '../../www/tools/moments/choose.js';
import { info, marey, sources, UPRIGHT } from './support/marey.mjs';

/** @typedef {import('./support/marey.mjs').Positions} Positions */

const sample = (/** @type {string} */ name) => join(DIST, 'samples', name);
const WALK = [sample('walk.bvh')];
const JUMP = [sample('jump.bvh')];
/** Hundredths of a millimetre on the sheet, rounded. */
const ROUNDED = 0.011;

/** What the tests need of a picture. @param {string} svg */
function read(svg) {
  const numbers = (/** @type {string} */ text) => [...text.matchAll(/-?(?:\d+\.?\d*|\.\d+)/g)].map(Number);
  const bar = /class="bar"><path d="([^"]*)".*?<text[^>]*>([^<]*)</.exec(svg);
  assert.ok(bar, 'there is a scale bar');
  const [left, , , , , right] = numbers(bar[1].replace(/v[\d.]+/g, ' 0 '));
  assert.match(bar[2], /^1 m$/);
  const ground = /class="ground" d="M[-\d.]+ ([-\d.]+)/.exec(svg);
  const groups = [...svg.matchAll(/<g class="f(\d+)" ([^>]*)>(.*?)<\/g>/g)].map(([, index, style, inner]) => ({
    index: Number(index) - 1,
    style,
    inner,
  }));
  const times = /data-seconds="([^"]*)"/.exec(svg)?.[1].split(' ').map(Number) ?? [];
  const dots = numbers(/class="dots"[^>]*>(.*?)<\/g>/.exec(svg)?.[1].replaceAll('.65"', '"') ?? '');
  const size = /width="([\d.]+)mm" height="([\d.]+)mm"/.exec(svg);
  assert.ok(size);
  return {
    size: size.slice(1).map(Number),
    metre: right - left,
    ground: Number(ground?.[1]),
    times,
    groups,
    count: new Set(groups.map(({ index }) => index)).size,
    dots: dots.filter((_, index) => index % 2 === 0),
    /** The balls of a figure's joints. @param {number} figure @returns {[x: number, y: number, r: number][]} */
    balls: (figure) =>
      groups
        .filter(({ index }) => index === figure)
        .flatMap(({ inner }) =>
          [...inner.matchAll(/<circle cx="([^"]*)" cy="([^"]*)" r="([^"]*)"/g)].map(
            ([, x, y, r]) => /** @type {[number, number, number]} */ ([Number(x), Number(y), Number(r)]),
          ),
        ),
  };
}

/** Positions on the stage (metres, Y up) at some moments, without the floor's height. @param {string[]} files @param {number[]} times */
async function onStage(files, times) {
  const { metres_per_unit: metres, up } = await info({ name: '', files });
  /** @type {Positions} */
  const { poses } = JSON.parse(await marey('positions', '--times', times.join(','), ...files));
  return poses.map(({ positions }) => positions.map((place) => UPRIGHT[up.axis](place).map((n) => n * metres)));
}

test('the joints stand where the motion has them, and the bar is a metre long', async () => {
  const { size, metre, count, times, balls, dots } = read(await marey('picture', '--moments', '4', '--to', '2.4', ...WALK));
  assert.equal(count, 4);
  assert.deepEqual(
    times.map((seconds) => seconds.toFixed(4)),
    ['0.0000', '0.8000', '1.6000', '2.4000'],
  );
  const poses = await onStage(WALK, times);
  const way = poses[3][0].map((n, axis) => n - poses[0][0][axis]);
  const far = Math.hypot(way[0], way[2]);
  const across = (/** @type {number[]} */ [x, , z]) => (x * way[0] + z * way[2]) / far;
  for (const [index, pose] of poses.entries()) {
    const found = balls(index);
    assert.ok(found.length > 20, `${found.length} joints`);
    // Relative to the hips, whose dot shows where they are.
    const hips = pose[0];
    const expected = pose.map((place) => [dots[index] + (across(place) - across(hips)) * metre, (place[1] - hips[1]) * metre]);
    const base = found.find(([x]) => Math.abs(x - dots[index]) < ROUNDED);
    assert.ok(base, 'the hips');
    for (const [x, y] of found) {
      assert.ok(
        expected.some(([atX, atY]) => Math.abs(x - atX) < 5 * ROUNDED && Math.abs(base[1] - y - atY) < 5 * ROUNDED),
        `figure ${index}: a joint at ${x}, ${y}`,
      );
    }
    for (const [x, y, r] of found) assert.ok(x - r > 0 && x + r < size[0] && y - r > 0 && y + r < size[1], 'nothing is cut off');
  }
  assert.ok(Math.abs(dots[3] - dots[0] - far * metre) < 5 * ROUNDED, 'the axis is true to the metre');
});

test('the program chooses the moments and places that the page chooses', async () => {
  for (const [files, spacing, from, to] of /** @type {const} */ ([
    [WALK, 'time', 0, 6.4],
    [WALK, 'distance', 0, 6.4],
    [WALK, 'distance', 1, 3],
    [JUMP, 'time', 0, 2],
    [JUMP, 'distance', 0, 2],
  ])) {
    const picture = read(
      await marey('picture', '--moments', '6', '--spacing', spacing, '--from', `${from}`, '--to', `${to}`, '--width', '2000', ...files),
    );
    const steps = Array.from({ length: 257 }, (_, step) => from + ((to - from) * step) / 256);
    const known = new Map();
    const learn = async (/** @type {number[]} */ moments) => {
      for (const [index, pose] of (await onStage(files, moments)).entries()) known.set(moments[index], pose[0]);
    };
    await learn(steps);
    const { extent, metres_per_unit: metres } = await info({ name: '', files });
    const height = extent * metres;
    const choice = {
      count: 6,
      spacing,
      tint: /** @type {const} */ ('fade'),
      fade: 1,
      theme: /** @type {const} */ ('light'),
      span: /** @type {[number, number]} */ ([from, to]),
    };
    const carriers = (/** @type {number[]} */ moments) => [height, 0, ...moments.flatMap((moment) => known.get(moment) ?? [0, 0, 0])];
    // The first call finds the moments whose places the second one needs.
    await learn(choose(choice, carriers)?.moments ?? []);
    const chosen = choose(choice, carriers);
    assert.ok(chosen);
    assert.equal(picture.times.length, 6);
    chosen.moments.forEach((moment, index) =>
      assert.ok(Math.abs(moment - picture.times[index]) < 1e-3, `${spacing}: ${moment} and ${picture.times[index]}`),
    );
    if (!chosen.path.length) {
      assert.equal(picture.dots.length, 0, 'a row has no path');
      continue;
    }
    const across = chosen.places.map(([x, , z]) => (Math.cos(chosen.yaw) * x - Math.sin(chosen.yaw) * z) * picture.metre);
    picture.dots.forEach((x, index) =>
      assert.ok(Math.abs(x - picture.dots[0] - (across[index] - across[0])) < 0.002 * picture.metre, `${spacing}: a figure at ${x}`),
    );
  }
});

test('each fixture has a picture of valid XML and modest size', async () => {
  let drawn = 0;
  for (const { name, files } of await sources('bvh', 'acclaim', 'hanim', 'skel')) {
    const svg = await marey('picture', '--moments', '12', ...files).catch((/** @type {{ stderr: string }} */ error) => error.stderr);
    if (!svg.startsWith('<svg')) {
      assert.match(svg, /there is no motion|has nothing to draw|expected one motion|no motion in/, name);
      continue;
    }
    drawn += 1;
    assert.ok(!/NaN|inf/.test(svg.replace(/<(title|desc)>.*?<\/\1>/g, '')), name);
    // Tags are closed in the order in which they were opened.
    /** @type {string[]} */
    const open = [];
    for (const [, end, tag, empty] of svg.matchAll(/<(\/?)([a-z]+)[^>]*?(\/?)>/g)) {
      if (end) assert.equal(open.pop(), tag, name);
      else if (!empty) open.push(tag);
    }
    assert.deepEqual(open, [], name);
    assert.match(svg, /<title>[^<]+<\/title>\n<desc>[^<]+<\/desc>/, name);
  }
  assert.ok(drawn > 20, `${drawn} pictures`);
});
