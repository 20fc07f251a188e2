/** The read-only editor: a tab with a player. Hidden tabs keep no page, and so no graphics device. */
import * as vscode from 'vscode';
import { mayNeed } from './companions.js';
import { folderOf, nameOf, readWithCompanions } from './files.js';
import { page } from './page.js';
import { save } from './saving.js';

/** @typedef {import('./messages.d.ts').FromPage} FromPage */
/** @typedef {import('./messages.d.ts').ToPage} ToPage */

/** How long a folder has to be quiet before a changed file is read: programs write in pieces. Milliseconds. */
const QUIET = 300;

/** @implements {vscode.CustomReadonlyEditorProvider} */
export class Players {
  /** @type {Set<Tab>} */
  #tabs = new Set();
  #media;

  /** @param {vscode.Uri} media the folder of the page's files */
  constructor(media) {
    this.#media = media;
  }

  /** @param {vscode.Uri} uri */
  openCustomDocument(uri) {
    return { uri, dispose() {} };
  }

  /** @param {vscode.CustomDocument} document @param {vscode.WebviewPanel} panel */
  resolveCustomEditor(document, panel) {
    const tab = new Tab(document.uri, panel, this.#media);
    this.#tabs.add(tab);
    panel.onDidDispose(() => {
      this.#tabs.delete(tab);
      tab.dispose();
    });
  }

  /** The file of the tab that is in front; undefined where that is no player. */
  get current() {
    return [...this.#tabs].find(({ panel }) => panel.active)?.uri;
  }

  /** Shows other motions beside the one of an open tab. @param {vscode.Uri} uri @param {vscode.Uri[]} others */
  async compare(uri, others) {
    const tabs = [...this.#tabs].filter((tab) => tab.uri.toString() === uri.toString());
    await (tabs.find(({ panel }) => panel.active) ?? tabs[0])?.compare(others);
  }
}

class Tab {
  /** @type {vscode.Disposable[]} */
  #listeners;
  /** @type {Map<string, vscode.Disposable>} */
  #watched = new Map();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {vscode.Uri[]} */
  #compared = [];
  #isReady = false;

  /** @param {vscode.Uri} uri @param {vscode.WebviewPanel} panel @param {vscode.Uri} media */
  constructor(uri, panel, media) {
    this.uri = uri;
    this.panel = panel;
    panel.webview.options = { enableScripts: true, localResourceRoots: [media] };
    this.#listeners = [panel.webview.onDidReceiveMessage((message) => this.#receive(message))];
    this.#watch(uri);
    panel.webview.html = page(panel.webview, media);
  }

  /** @param {vscode.Uri[]} others */
  async compare(others) {
    const known = new Set([this.uri, ...this.#compared].map(String));
    this.#add(others.filter((other) => !known.has(String(other))));
    // A page that is still on its way asks for everything when it is there.
    if (this.#isReady) await this.#send(false);
  }

  dispose() {
    clearTimeout(this.#timer);
    for (const each of [...this.#listeners, ...this.#watched.values()]) each.dispose();
  }

  /** @param {FromPage} message */
  async #receive(message) {
    if (message.kind === 'save') await save(this.uri, message.files);
    if (message.kind !== 'ready') return;
    this.#isReady = true;
    // After VS Code was started again the tab has its page's memory alone.
    if (!this.#compared.length) this.#add(message.compared.map((each) => vscode.Uri.parse(each)));
    await this.#send(false);
  }

  /** @param {vscode.Uri[]} others */
  #add(others) {
    this.#compared.push(...others);
    for (const other of others) this.#watch(other);
  }

  /** @param {boolean} again */
  async #send(again) {
    const { webview } = this.panel;
    const [main, ...others] = await Promise.allSettled([this.uri, ...this.#compared].map(readWithCompanions));
    if (main.status === 'rejected') {
      await webview.postMessage(/** @type {ToPage} */ ({ kind: 'unreadable', text: main.reason.message }));
      return;
    }
    const lost = new Set(this.#compared.filter((_, index) => others[index].status === 'rejected'));
    for (const uri of lost) void vscode.window.showWarningMessage(`Marey cannot read ${nameOf(uri)}, and compares without it`);
    this.#compared = this.#compared.filter((uri) => !lost.has(uri));
    /** @type {ToPage} */
    const message = {
      kind: 'files',
      main: main.value,
      others: others.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : [])),
      compared: this.#compared.map(String),
      again,
    };
    await webview.postMessage(message);
  }

  /** Follows the folder of a file, unless it is followed already. @param {vscode.Uri} uri */
  #watch(uri) {
    const folder = folderOf(uri);
    if (this.#watched.has(String(folder))) return;
    // A pattern of a folder also works outside of the workspace, where a plain glob does not.
    const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(folder, '*'), false, false, true);
    const changed = (/** @type {vscode.Uri} */ at) => this.#changed(at);
    this.#watched.set(String(folder), vscode.Disposable.from(watcher, watcher.onDidChange(changed), watcher.onDidCreate(changed)));
  }

  /** @param {vscode.Uri} at */
  #changed(at) {
    const shown = [this.uri, ...this.#compared];
    const concerns = (/** @type {vscode.Uri} */ uri) =>
      String(uri) === String(at) || (String(folderOf(uri)) === String(folderOf(at)) && mayNeed(nameOf(uri), nameOf(at)));
    if (!shown.some(concerns)) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#send(true), QUIET);
  }
}
