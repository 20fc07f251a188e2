/** A client for the part of WebDriver (https://www.w3.org/TR/webdriver2/) that our tests need, over HTTP and over Marionette, which Firefox speaks without a separate driver. */
import { connect } from 'node:net';
import { withDeadline } from './browser.mjs';

/** Milliseconds; they only end a test that hangs. The browser enforces the first two, the third is for a browser that hangs itself. */
const PAGE_LOAD = 60_000;
const SCRIPT = 60_000;
const ANSWER = 90_000;
const QUIT = 10_000;

/** Method and path over HTTP, name in Marionette. */
const COMMANDS = /** @type {const} */ ({
  timeouts: ['POST', '/timeouts', 'WebDriver:SetTimeouts'],
  navigate: ['POST', '/url', 'WebDriver:Navigate'],
  script: ['POST', '/execute/async', 'WebDriver:ExecuteAsyncScript'],
  actions: ['POST', '/actions', 'WebDriver:PerformActions'],
  rect: ['POST', '/window/rect', 'WebDriver:SetWindowRect'],
  screenshot: ['GET', '/screenshot', 'WebDriver:TakeScreenshot'],
});

/** @typedef {{ send: (command: keyof typeof COMMANDS, parameters?: object) => Promise<any>, close: () => Promise<void> }} Driver */

/** @param {Driver} driver */
async function ready(driver) {
  await driver.send('timeouts', { pageLoad: PAGE_LOAD, script: SCRIPT });
  return driver;
}

/** @param {string} origin where the driver listens @param {object} capabilities @returns {Promise<Driver>} */
export async function overHttp(origin, capabilities) {
  /** @param {string} method @param {string} path @param {object} [body] */
  const ask = async (method, path, body) => {
    const request = fetch(origin + path, {
      method,
      body: body && JSON.stringify(body),
      headers: body && { 'content-type': 'application/json' },
    });
    const answer = await withDeadline(`${method} ${path} of WebDriver`, request, ANSWER);
    const { value } = /** @type {any} */ (await answer.json());
    if (!answer.ok) throw new Error(`${method} ${path}: ${value?.error}: ${value?.message}`);
    return value;
  };
  const { sessionId } = await ask('POST', '/session', { capabilities: { alwaysMatch: capabilities } });
  return ready({
    send(command, parameters = {}) {
      const [method, path] = COMMANDS[command];
      return ask(method, `/session/${sessionId}${path}`, method === 'POST' ? parameters : undefined);
    },
    close: () => withDeadline('the browser quits', ask('DELETE', `/session/${sessionId}`), QUIT),
  });
}

/** A message is its length in bytes, a colon, and JSON: [0, id, name, parameters] to Firefox, [1, id, error, result] back. @param {number} port @returns {Promise<Driver>} */
export async function overMarionette(port) {
  const socket = connect(port, '127.0.0.1');
  /** @type {Map<number, { resolve: (value: any) => void, reject: (error: Error) => void, name: string }>} */
  const waiting = new Map();
  let read = Buffer.alloc(0);
  let id = 0;
  /** @type {(value?: undefined) => void} */
  let greet = () => {};
  const greeted = new Promise((/** @type {(value?: undefined) => void} */ resolve) => {
    greet = resolve;
  });

  /** @param {any} message */
  const take = (message) => {
    if (!Array.isArray(message)) return greet();
    const [, number, error, result] = message;
    const { resolve, reject, name } = waiting.get(number) ?? {};
    waiting.delete(number);
    if (error) reject?.(new Error(`${name}: ${error.error}: ${error.message}`));
    else resolve?.(result && 'value' in result ? result.value : result);
  };
  socket.on('data', (chunk) => {
    read = Buffer.concat([read, chunk]);
    for (;;) {
      const colon = read.indexOf(':');
      const end = colon + 1 + Number(read.subarray(0, Math.max(0, colon)).toString());
      if (colon < 0 || read.length < end) return;
      const text = read.subarray(colon + 1, end).toString();
      read = read.subarray(end);
      take(JSON.parse(text));
    }
  });
  const broken = new Promise((_, reject) => {
    const end = (/** @type {Error | undefined} */ error) => {
      const lost = new Error(`Firefox answers no more${error ? `: ${error.message}` : ''}`);
      for (const { reject: fail } of waiting.values()) fail(lost);
      waiting.clear();
      reject(lost);
    };
    socket.on('error', end);
    socket.on('close', () => end(undefined));
  });
  broken.catch(() => {});
  /** @param {string} name @param {object} parameters */
  const ask = (name, parameters) =>
    withDeadline(
      `${name} of Marionette`,
      new Promise((resolve, reject) => {
        id += 1;
        waiting.set(id, { resolve, reject, name });
        const message = JSON.stringify([0, id, name, parameters]);
        socket.write(`${Buffer.byteLength(message)}:${message}`);
      }),
      ANSWER,
    );
  await withDeadline('Firefox greets', Promise.race([greeted, broken]), ANSWER);
  await ask('WebDriver:NewSession', {});
  return ready({
    send(command, parameters = {}) {
      const [, , name] = COMMANDS[command];
      return ask(name, command === 'screenshot' ? { full: false } : parameters);
    },
    async close() {
      try {
        await withDeadline('the browser quits', ask('Marionette:Quit', { flags: ['eForceQuit'] }), QUIT);
      } finally {
        socket.destroy();
      }
    },
  });
}
