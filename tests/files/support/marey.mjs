/** The built program `marey`, and the clips that it converts. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, readFile, readdir, rm } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { DEEP } from '../../support/deep.mjs';

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const PROGRAM = process.env.MAREY_PROGRAM || join(ROOT, 'target/debug/marey');
const execute = promisify(execFile);

/**
 * @typedef {{ name: string, files: string[] }} Source a motion, with the files that it needs
 * @typedef {{ frame_count: number, frame_time: number, joints: { name: string, parent: number | null, end_site: boolean }[],
 *   poses: { time: number, positions: [number, number, number][] }[] }} Positions
 * @typedef {{ metres_per_unit: number, extent: number, up: { axis: string }, roots: number, behaviours: { name: string }[] }} Info
 */

/** Runs the program and returns its output. @param {...string} args */
export async function marey(...args) {
  const { stdout } = await execute(PROGRAM, args, { maxBuffer: 256e6 });
  return stdout;
}

/** World positions of all figures at some frames. @param {Source} source @param {number[]} frames @returns {Promise<Positions>} */
export const positions = async ({ files }, frames) =>
  JSON.parse(await marey('positions', '--figure', 'all', ...(frames.length ? ['--frames', frames.join(',')] : []), ...files));

/** The facts of a clip. @param {Source} source @returns {Promise<Info>} */
export const info = async ({ files }) => JSON.parse(await marey('info', '--json', ...files))[0];

/** World positions at a few frames, with the first and the last. @param {Source} source */
export async function somePositions(source) {
  const { frame_count: count } = await positions(source, []);
  const frames = new Set([0, 1, Math.floor(count / 3), Math.floor(count / 2), count - 1]);
  return positions(
    source,
    [...frames].filter((frame) => frame < count),
  );
}

/** A file by its own name. @param {string} path */
export const fileAt = async (path) => ({ name: basename(path), bytes: new Uint8Array(await readFile(path)) });

/** Creates an empty folder for a test's files. @param {string} name */
export async function emptyFolder(name) {
  const folder = join(ROOT, 'target/files', name);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  return folder;
}

/** Whether a clip can be read: some fixtures must be refused. @param {Source} source */
const isRead = (source) =>
  positions(source, []).then(
    (json) => json.frame_count > 0,
    () => false,
  );

/** The extensions of the files that a motion needs, by its own. @type {Record<string, string[]>} */
const NEEDED = { '.bvh': [], '.amc': ['.asf'], '.anim': ['.skel'], '.x3d': [] };

/** Our own fixtures, and in a deep run real files with `MAREY_CORPUS`. @param {...string} kinds folders of fixtures: bvh, acclaim, hanim, skel @returns {Promise<Source[]>} */
export async function sources(...kinds) {
  const folders = kinds.map((kind) => join(ROOT, 'tests/fixtures', kind));
  if (DEEP && process.env.MAREY_CORPUS) folders.push(...kinds.map((kind) => join(String(process.env.MAREY_CORPUS), 'corpus', kind)));
  const found = [];
  for (const folder of folders) {
    const names = (await readdir(folder)).filter((name) => !name.startsWith('x_')).sort();
    for (const name of names) {
      const needed = NEEDED[extname(name)]?.map((extension) => basename(name, extname(name)) + extension);
      if (!needed?.every((each) => names.includes(each))) continue;
      found.push({ name: `${basename(folder)}-${name}`, files: [name, ...needed].map((each) => join(folder, each)) });
    }
  }
  const read = await Promise.all(found.map(isRead));
  return found.filter((_, index) => read[index]);
}

/** From a file's axes, by its up axis, to glTF's. @type {Record<string, (point: number[]) => number[]>} */
export const UPRIGHT = {
  y: ([x, y, z]) => [x, y, z],
  '-y': ([x, y, z]) => [x, -y, -z],
  z: ([x, y, z]) => [x, z, -y],
  '-z': ([x, y, z]) => [x, -z, y],
  x: ([x, y, z]) => [-y, x, z],
  '-x': ([x, y, z]) => [y, -x, z],
};

/** Relative to the largest coordinate. These formats store 24-bit mantissas (6e-8), and readers multiply some dozens of them. */
const TOLERANCE = 2e-5;

/**
 * Fails unless a reader has every joint where Marey has it.
 * @param {Source} source @param {Positions} expected @param {number[][][]} poses the reader's, one for each moment
 * @param {(point: number[]) => number[]} [turned] from Marey's axes and units to the reader's
 */
export function samePoses(source, expected, poses, turned = (point) => point) {
  for (const [index, { time, positions: wanted }] of expected.poses.entries()) {
    const far = off(poses[index], wanted.map(turned));
    assert.ok(far < TOLERANCE, `${source.name} at ${time} s: ${far}`);
  }
}

/** The largest distance between two lists of points. @param {number[][]} is @param {number[][]} wanted */
function off(is, wanted) {
  if (is.length !== wanted.length) return Infinity;
  const size = Math.max(1e-3, ...wanted.flat().map(Math.abs));
  // NaN counts as infinitely far.
  const distance = (/** @type {number[]} */ a, /** @type {number[]} */ b) => Math.hypot(...a.map((value, axis) => value - b[axis]));
  return Math.max(...is.map((point, index) => distance(point, wanted[index])).map((far) => (far >= 0 ? far : Infinity))) / size;
}
