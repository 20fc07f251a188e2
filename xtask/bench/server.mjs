/**
 * Serves folders uncompressed under one origin, alike for all compared pages. The browser caches files while a page lives, so that a
 * file for page and worker comes once.
 */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const TYPES = new Map(
  Object.entries({
    '.html': 'text/html; charset=utf-8',
    '.js': 'text/javascript; charset=utf-8',
    '.css': 'text/css; charset=utf-8',
    '.wasm': 'application/wasm',
    '.bvh': 'text/plain; charset=utf-8',
  }),
);

/** @typedef {{ path: string, start: number, end: number }} Asked in milliseconds since 1970 */
/** @typedef {Awaited<ReturnType<typeof serve>>} Server */

const now = () => performance.timeOrigin + performance.now();

/**
 * @param {Record<string, string>} folders by their paths in addresses
 * @param {number} [delay] milliseconds before every answer
 */
export async function serve(folders, delay = 0) {
  /** @type {Asked[]} */
  const asked = [];
  const server = createServer(async (request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://host');
    const entry = { path: pathname + (search.length < 10 ? search : ''), start: now(), end: NaN };
    asked.push(entry);
    response.on('finish', () => {
      entry.end = now();
    });
    if (delay) await sleep(delay);
    const path = normalize(decodeURIComponent(pathname));
    const base = Object.keys(folders).find((each) => path.startsWith(each));
    const file = base && join(folders[base], path.slice(base.length) || 'index.html');
    const info = file ? await stat(file).catch(() => undefined) : undefined;
    if (!file || !info?.isFile()) {
      response.writeHead(404).end();
      return;
    }
    const type = TYPES.get(extname(file)) ?? 'application/octet-stream';
    response.writeHead(200, { 'content-type': type, 'content-length': info.size, 'cache-control': 'max-age=600' });
    createReadStream(file).pipe(response);
  });
  await new Promise((/** @type {(value?: undefined) => void} */ resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('the server has no port');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    asked,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
