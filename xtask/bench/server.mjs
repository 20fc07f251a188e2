/** Folders under one origin of this machine, uncompressed and without caching: the same for every page that is compared. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

const TYPES = new Map(Object.entries({
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.wasm': 'application/wasm',
  '.bvh': 'text/plain; charset=utf-8',
}));

/** @param {Record<string, string>} folders by the path under which each is seen */
export async function serve(folders) {
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://host').pathname));
    const base = Object.keys(folders).find((each) => path.startsWith(each));
    const file = base && join(folders[base], path.slice(base.length) || 'index.html');
    const info = file ? await stat(file).catch(() => undefined) : undefined;
    if (!file || !info?.isFile()) {
      response.writeHead(404).end();
      return;
    }
    const type = TYPES.get(extname(file)) ?? 'application/octet-stream';
    response.writeHead(200, { 'content-type': type, 'content-length': info.size, 'cache-control': 'no-store' });
    createReadStream(file).pipe(response);
  });
  await new Promise((/** @type {(value?: undefined) => void} */ resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('the server has no port');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
