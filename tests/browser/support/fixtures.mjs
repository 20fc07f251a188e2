/** The fixtures of the Rust tests: each is one or more files of a folder, of which the last one is read. */
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';

const ROOT = fileURLToPath(new URL('../../fixtures/', import.meta.url));

/** @typedef {{ name: string, bytes: Uint8Array<ArrayBuffer> }} Bytes */
/** @typedef {{ format: string, name: string, refused: boolean, files: Bytes[] }} Case */

/** @param {string} format its folder @returns {Case[]} by name */
export function casesOf(format) {
  const folder = join(ROOT, format);
  const names = readdirSync(folder).sort();
  /** @param {string} name @returns {Bytes} */
  const file = (name) => ({ name, bytes: new Uint8Array(readFileSync(join(folder, name))) });
  return names
    .filter((name) => name.endsWith('.golden'))
    .map((golden) => {
      const name = golden.replace(/\.golden$/, '');
      const [, listed] = /^files (.+)\n/.exec(readFileSync(join(folder, golden), 'utf8')) ?? [];
      const own = names.filter((other) => other !== golden && (other === name || other.replace(/\.[^.]*$/, '') === name));
      return { format, name, refused: name.startsWith('x_'), files: (listed?.split(' ') ?? own).map(file) };
    });
}

/** A dancer's motion, as a link of version 1. */
export const DANCER = readFileSync(join(ROOT, 'link/dancer.v1.link'), 'utf8').trim();

export const cases = () =>
  readdirSync(ROOT, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => casesOf(name));

/** A generator with the same numbers in every run (xorshift32). @param {number} seed @returns {(n: number) => number} below n */
export function random(seed) {
  let state = seed | 1;
  return (n) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % n;
  };
}
