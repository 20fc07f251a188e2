/** Browsers with engines other than Chromium's: Firefox, and WebKitGTK's MiniBrowser. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EnginePage } from './engine-page.mjs';
import { until } from './browser.mjs';
import { FIREFOX, MINI_BROWSER, WEBKIT, XVFB } from './installed.mjs';
import { folder, freePort, start } from './processes.mjs';
import { overHttp, overMarionette } from './webdriver.mjs';

const START_MS = 60_000;

/** @typedef {{ page: EnginePage, close: () => Promise<void> }} Engine */

/**
 * A browser controlled by a driver. What was started for it ends with it, or when it does not start.
 * @param {{ stop: () => Promise<void> }[]} started @param {() => Promise<import('./webdriver.mjs').Driver>} connect @returns {Promise<Engine>}
 */
async function led(started, connect) {
  const stop = async () => {
    for (const each of started) await each.stop();
  };
  try {
    const driver = await connect();
    return {
      page: new EnginePage(driver),
      close: async () => {
        await driver.close().catch(() => {});
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** A virtual screen on a free display number. GL is drawn in software. */
async function screen() {
  const server = start(/** @type {string} */ (XVFB), ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp', '-noreset']);
  let number = '';
  server.pipe.on('data', (chunk) => {
    number += chunk;
  });
  try {
    await until(
      'Xvfb has a display',
      () => {
        server.check();
        return number.includes('\n');
      },
      START_MS,
    );
  } catch (error) {
    await server.stop();
    throw error;
  }
  return { server, environment: { DISPLAY: `:${number.trim()}`, LIBGL_ALWAYS_SOFTWARE: '1' } };
}

/** Turns off what would use the network, report something or ask the user. Nothing leaves this machine. */
const FIREFOX_PREFERENCES = {
  'marionette.port': 0,
  'network.proxy.type': 1,
  'network.proxy.http': '127.0.0.1',
  'network.proxy.http_port': 9,
  'network.proxy.ssl': '127.0.0.1',
  'network.proxy.ssl_port': 9,
  'network.proxy.no_proxies_on': '127.0.0.1, localhost',
  'app.update.disabledForTesting': true,
  'browser.aboutConfig.showWarning': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.page': 0,
  'browser.startup.homepage_override.mstone': 'ignore',
  'datareporting.policy.dataSubmissionEnabled': false,
  'toolkit.telemetry.enabled': false,
};

/** Without a screen Firefox has no WebGL. @param {{ webgl?: boolean }} [options] @returns {Promise<Engine>} */
export async function firefox({ webgl = true } = {}) {
  const profile = folder('firefox');
  const preferences = { ...FIREFOX_PREFERENCES, ...(webgl ? {} : { 'webgl.disabled': true }) };
  writeFileSync(
    join(profile, 'user.js'),
    Object.entries(preferences)
      .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
      .join(''),
  );
  const display = webgl ? await screen() : null;
  const browser = start(
    /** @type {string} */ (FIREFOX),
    ['--marionette', '--headless', '--no-remote', '--profile', profile, 'about:blank'],
    {
      ...display?.environment,
      HOME: profile,
      MOZ_CRASHREPORTER_DISABLE: '1',
    },
  );
  return led(display ? [browser, display.server] : [browser], async () => {
    const file = join(profile, 'MarionetteActivePort');
    const port = await until(
      'Firefox listens',
      () => {
        browser.check();
        return existsSync(file) && readFileSync(file, 'utf8');
      },
      START_MS,
    );
    return overMarionette(Number(port));
  });
}

/** @returns {Promise<Engine>} */
export async function webkit() {
  const home = folder('webkit');
  const port = await freePort();
  const display = await screen();
  const service = start(/** @type {string} */ (WEBKIT), [`--port=${port}`, '--host=127.0.0.1'], {
    ...display.environment,
    HOME: home,
    XDG_CACHE_HOME: home,
    XDG_CONFIG_HOME: home,
    XDG_DATA_HOME: home,
    NO_AT_BRIDGE: '1',
    GTK_A11Y: 'none',
  });
  return led([service, display.server], async () => {
    const origin = `http://127.0.0.1:${port}`;
    await until(
      'WebKitWebDriver listens',
      () => {
        service.check();
        return fetch(`${origin}/status`).then(
          (answer) => answer.ok,
          () => false,
        );
      },
      START_MS,
    );
    return overHttp(origin, { 'webkitgtk:browserOptions': { binary: MINI_BROWSER, args: ['--automation'] } });
  });
}
