/**
 * A static file server for the tests: dist/ or another folder under any base path, with a strict host's headers and a real network's
 * faults. It listens on this machine only, on a port that the system picks.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { readdirSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isOfTests, sentFor } from './seldom.mjs';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
export const DIST = process.env.MAREY_DIST || join(ROOT, 'dist');

/** A file's name in dist/, where most have a hash in it. @param {string} name */
export function asset(name) {
  const [, stem, extension] = /^(.+)(\.\w+)$/.exec(name) ?? [];
  const found = readdirSync(DIST).find(
    (file) => file === name || (file.startsWith(`${stem}-`) && file.endsWith(extension) && file.length === name.length + 9),
  );
  if (!found) throw new Error(`dist/ has no ${name}`);
  return found;
}

export const CSP =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self'; " +
  "worker-src 'self'; require-trusted-types-for 'script'";

const TYPES = new Map(
  Object.entries({
    '.html': 'text/html; charset=utf-8',
    '.js': 'text/javascript; charset=utf-8',
    '.css': 'text/css; charset=utf-8',
    '.wasm': 'application/wasm',
    '.svg': 'image/svg+xml',
    '.png': 'image/png',
    '.webp': 'image/webp',
    '.json': 'application/json',
    '.woff2': 'font/woff2',
    '.bvh': 'text/plain; charset=utf-8',
    '.parquet': 'application/vnd.apache.parquet',
  }),
);
/** Kinds of files of which parts are sent when they are asked for. */
const IN_PARTS = /^audio\/|parquet$/;

const ENTRIES = ['/page.js', '/embed.js', '/marey-player.js'];
const REPORTS = '/reports';
/** A policy in a page cannot name where to report. */
const META_POLICY = /<meta http-equiv="Content-Security-Policy" content="([^"]*)"/;
/** The hashes of the inline scripts that the page's own policy allows. @param {string} html */
const scriptsIn = (html) =>
  META_POLICY.exec(html)?.[1]
    .match(/'sha256-[^']+'/g)
    ?.join(' ') ?? '';
const reporting = (/** @type {string} */ policy) => `${policy}; report-uri ${REPORTS}`;

/** @typedef {import('node:http').IncomingMessage} Request */
/** @typedef {import('node:http').ServerResponse} Response */
/** @typedef {{ body: string | Buffer, type?: string, csp?: string | null, shared?: boolean }} Made a response from no folder; shared: readable by other origins */

/**
 * @param {object} [options]
 * @param {string} [options.base] the path of the folder
 * @param {string} [options.folder] instead of dist/
 * @param {string} [options.csp] instead of the strictest one; '' for none
 * @param {string} [options.append] appended to worker.js, which no init script reaches
 * @param {string} [options.prepend] put before the scripts that HTML pages name, for browsers without init scripts
 * @param {boolean} [options.inline] allow the inline scripts of its pages
 * @param {boolean} [options.shared] let other origins read the folder
 * @param {boolean} [options.ranges] send parts of files that are asked for, by default
 * @param {boolean} [options.reports] make browsers report violations of every policy, also of a page's own, to this server
 */
export async function serve({
  base = '/',
  folder = DIST,
  append = '',
  prepend = '',
  reports = false,
  csp: policy = CSP,
  inline = true,
  shared: open = false,
  ranges = true,
} = {}) {
  /** @type {Map<string, Made>} */
  const made = new Map();
  /** @type {string[]} */
  const requests = [];
  /** Those of them under another host name. @type {string[]} */
  const elsewhere = [];
  /** @type {Set<() => void>} */
  const held = new Set();
  const withIcon = !policy || /img-src/.test(policy) ? policy : `${policy}; img-src 'self'`;
  /** The violations that browsers reported. @type {string[]} */
  const reported = [];

  const server = createServer((request, response) => {
    answer(request, response).catch((error) => {
      response.destroy(error instanceof Error ? error : undefined);
    });
  });

  /** @param {Request} request @param {Response} response */
  async function answer(request, response) {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://host').pathname);
    if (!isOfTests(path)) requests.push(path);
    if (request.headers.host !== new URL(origin).host) elsewhere.push(path);
    // Chromium asks for it by itself.
    if (path === '/favicon.ico') response.writeHead(204).end();
    else if (path === REPORTS) {
      let body = '';
      for await (const chunk of request) body += chunk;
      const { 'csp-report': violation } = JSON.parse(body);
      reported.push(
        `${violation['effective-directive'] ?? violation['violated-directive']} refused ${violation['blocked-uri']} on ${violation['document-uri']} (${violation['source-file'] ?? ''}:${violation['line-number'] ?? ''} ${violation['script-sample'] ?? ''})`,
      );
      response.writeHead(204).end();
    } else if (path.startsWith('/fault/')) await fault(path, response);
    else {
      const known = made.get(path);
      if (known) send(response, 200, known, request.headers.range);
      else await file(path, response, request.headers.range);
    }
  }

  /** @param {string} wanted @param {Response} response @param {string} [range] */
  async function file(wanted, response, range) {
    const { path, instead } = folder === DIST ? sentFor(wanted) : { path: wanted, instead: null };
    const from = path.startsWith('/node_modules/')
      ? join(ROOT, normalize(path))
      : path.startsWith(base)
        ? join(folder, normalize(`/${path.slice(base.length)}`))
        : null;
    try {
      if (!from) throw new Error('outside the base path');
      if (!from.endsWith('/') && (await stat(from)).isDirectory()) {
        response.writeHead(301, { location: `${path}/` }).end();
        return;
      }
      const name = from.endsWith('/') ? `${from}index.html` : from;
      let body = instead ?? (await readFile(name));
      if (append && name.endsWith(asset('worker.js'))) body = Buffer.concat([body, Buffer.from(`\n${append}`)]);
      if (prepend && ENTRIES.some((entry) => name.endsWith(entry))) body = Buffer.concat([Buffer.from(`${prepend}\n`), body]);
      const html = extname(name) === '.html' ? body.toString() : '';
      const own = reports ? META_POLICY.exec(html)?.[1] : undefined;
      const csp = inline ? withIcon.replace("script-src 'self'", (self) => `${self} ${scriptsIn(html)}`) : withIcon;
      send(
        response,
        200,
        { body, type: TYPES.get(extname(name)), csp: own ? `${reporting(own)}, ${reporting(csp)}` : csp, shared: open },
        range,
      );
    } catch {
      send(response, 404, { body: '<!doctype html><title>Not found</title>', type: TYPES.get('.html') });
    }
  }

  /** /fault/<kind>/<name>: the bytes of /<name>, sent with the fault that the kind names. */
  async function fault(/** @type {string} */ path, /** @type {Response} */ response) {
    const [, , kind, ...rest] = path.split('/');
    const { body: text = 'HIERARCHY\n', type = 'text/plain' } = made.get(`/${rest.join('/')}`) ?? {};
    const body = Buffer.from(text);
    const headers = { 'content-type': type, 'content-length': String(body.length) };
    const half = body.length >> 1;
    const login = '<!doctype html><title>Log in</title><p>Log in first';
    /** @type {Record<string, () => unknown>} */
    const kinds = {
      missing: () => send(response, 404, { body: 'no', type: 'text/plain' }),
      page: () => send(response, 200, { body: login, type: TYPES.get('.html') }),
      disguised: () => send(response, 200, { body: login, type: 'text/plain' }),
      reset: () => response.writeHead(200, headers).write(body.subarray(0, half), () => setTimeout(() => response.destroy(), 100)),
      // Half of it at once, the rest when the test says so.
      held: () => {
        response.writeHead(200, headers).write(body.subarray(0, half));
        held.add(() => response.end(body.subarray(half)));
      },
      // An eighth at once, and one more each time the test says so.
      pieces: () => {
        response.writeHead(200, headers);
        const piece = Math.ceil(body.length / 8);
        const next = (/** @type {number} */ from) => {
          response.write(body.subarray(from, from + piece));
          if (from + piece < body.length) held.add(() => next(from + piece));
          else response.end();
        };
        next(0);
      },
      packed: () => response.writeHead(200, { ...headers, 'content-encoding': 'gzip' }).end(body),
      empty: () => response.writeHead(200, { 'content-type': type }).end(),
      moved: () => response.writeHead(302, { location: `/${rest.join('/')}` }).end(),
      circle: () => response.writeHead(302, { location: path }).end(),
      // Redirects to this server under another host name.
      redirect: () =>
        response
          .writeHead(302, { location: `http://localhost:${new URL(origin).port}/${rest.join('/')}`, 'access-control-allow-origin': '*' })
          .end(),
      // Redirects to this server under its own name.
      away: () => response.writeHead(302, { location: `${origin}/${rest.join('/')}`, 'access-control-allow-origin': '*' }).end(),
      silent: () => held.add(() => send(response, 200, { body, type })),
    };
    const [, status, after] = /^(\d{3})(?:-(.+))?$/.exec(kind) ?? [];
    // A status: this number, with half of the file, and what Retry-After says.
    if (status)
      response
        .writeHead(Number(status), { 'content-type': type, ...(after && { 'retry-after': decodeURIComponent(after) }) })
        .end(body.subarray(0, half));
    else if (!kinds[kind]) throw new Error(`no fault of the kind ${kind}`);
    else kinds[kind]();
  }

  /** @param {Response} response @param {number} status @param {Made} what @param {string} [range] the part that is asked for */
  function send(response, status, { body, type = 'application/octet-stream', csp = policy, shared = false }, range) {
    const part = ranges && IN_PARTS.test(type) && /^bytes=(\d*)-(\d*)$/.exec(range ?? '');
    if (part && (part[1] || part[2])) {
      const whole = Buffer.from(body);
      const from = part[1] ? Number(part[1]) : Math.max(0, whole.length - Number(part[2]));
      const to = part[1] && part[2] ? Number(part[2]) + 1 : whole.length;
      const bytes = whole.subarray(from, to);
      response
        .writeHead(206, {
          'content-type': type,
          'content-length': bytes.length,
          'content-range': `bytes ${from}-${from + bytes.length - 1}/${whole.length}`,
        })
        .end(bytes);
      return;
    }
    /** @type {Record<string, string>} */
    const headers = { 'content-type': type, 'content-length': String(Buffer.byteLength(body)), 'cache-control': 'no-store' };
    if (csp) headers['content-security-policy'] = reports && !csp.includes(REPORTS) ? reporting(csp) : csp;
    if (shared) headers['access-control-allow-origin'] = '*';
    response.writeHead(status, headers).end(body);
  }

  await once(server.listen(0, '127.0.0.1'), 'listening');
  const origin = `http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (server.address()).port}`;

  return {
    origin,
    url: (path = '') => `${origin}${base}${path}`,
    requests,
    elsewhere,
    reported,
    /** Serves something at a path outside dist/. @param {string} path @param {Made} what */
    put(path, what) {
      made.set(path, what);
      return `${origin}${path}`;
    },
    /** Serves a page, with its styles in a file: a strict policy allows no others. */
    page(
      /** @type {string} */ path,
      /** @type {string} */ body,
      /** @type {{ csp?: string | null, head?: string, css?: string }} */ { csp, head = '', css = '' } = {},
    ) {
      const style =
        css && `<link rel="stylesheet" href="${this.put(path.replace(/html$/, 'css'), { body: css, type: TYPES.get('.css') })}">`;
      const html =
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">' +
        `<title>A test page</title><script type="module" src="${base}marey-player.js"></script>${style}${head}</head><body>${body}</body></html>`;
      return this.put(path, { body: html, type: TYPES.get('.html'), csp });
    },
    release() {
      const going = [...held];
      held.clear();
      for (const go of going) go();
    },
    async close() {
      this.release();
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

/** @typedef {Awaited<ReturnType<typeof serve>>} Server */
