/** More hosts than the page's: a browser keeps at most six connections to one. They answer when the test says so. */
import { createServer } from 'node:http';
import { after } from 'node:test';
import { CSP } from './server.mjs';

/** The policy of a page that may read from them. */
export const OPEN = CSP.replace("connect-src 'self'", "connect-src 'self' http://127.0.0.1:*");

/** @param {string} body what it answers */
export async function host(body) {
  /** @type {Set<import('node:http').ServerResponse>} */
  const open = new Set();
  let count = 0;
  const server = createServer((request, response) => {
    count += 1;
    open.add(response);
    response.on('close', () => open.delete(response));
  });
  await new Promise((/** @type {(value?: undefined) => void} */ resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  after(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => {
      server.close(resolve);
    });
  });
  return {
    url: `http://127.0.0.1:${port}/clip.bvh`,
    get open() {
      return open.size;
    },
    get requests() {
      return count;
    },
    answer(text = body) {
      for (const response of open) {
        response
          .writeHead(200, { 'content-type': 'text/plain', 'content-length': Buffer.byteLength(text), 'access-control-allow-origin': '*' })
          .end(text);
      }
    },
  };
}
