/** JupyterLab, as tests open it. */
import { join } from 'node:path';
import { until } from '../../browser/support/browser.mjs';
import { served } from './served.mjs';

/** Keeps the machine's own Jupyter settings out. @param {string} folder */
export const apart = (folder) =>
  Object.fromEntries(
    ['JUPYTER_CONFIG_DIR', 'JUPYTER_DATA_DIR', 'JUPYTER_RUNTIME_DIR', 'IPYTHONDIR'].map((name) => [name, join(folder, 'own', name)]),
  );

/** Starts JupyterLab on this machine only, on a port that the system picks. @param {string} folder with its tools @param {string} notebooks */
export async function lab(folder, notebooks) {
  const token = 'a-token-of-this-test';
  const options = [
    '--no-browser',
    '--allow-root',
    '--ServerApp.ip=127.0.0.1',
    '--ServerApp.port=0',
    `--IdentityProvider.token=${token}`,
    `--ServerApp.root_dir=${notebooks}`,
    // No request to other machines: no news, no extensions.
    '--LabApp.news_url=',
    '--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate',
    '--LabApp.extension_manager=readonly',
  ];
  const { origin, end } = await served(folder, ['-m', 'jupyterlab', ...options], /http:\/\/127\.0\.0\.1:\d+(?=\/lab)/, apart(folder));
  return { end, address: (/** @type {string} */ path) => `${origin}/${path}?token=${token}` };
}

/** Waits until a notebook is open and its kernel is idle. @param {Page} page */
export async function ready(page) {
  await page.locator('.jp-NotebookPanel-notebook').waitFor();
  await page.getByText('Python 3 (ipykernel) | Idle').waitFor();
}

/** Runs a cell, and waits until it has run. @param {Page} page @param {number} index */
export async function runCell(page, index) {
  const cell = page.locator('.jp-Notebook-cell').nth(index);
  const prompt = () => cell.locator('.jp-InputPrompt').first().textContent();
  const before = await prompt();
  await cell.locator('.cm-content').click();
  await page.keyboard.press('Shift+Enter');
  await until(`cell ${index} has run`, async () => /\[\d+\]/.test((await prompt()) ?? '') && (await prompt()) !== before);
}
