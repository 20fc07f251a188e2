/** The extension: one script for the desktop, remote windows and the browser, which uses nothing of Node. */
import * as vscode from 'vscode';
import { chooseOthers } from './comparing.js';
import { EDITORS, isUsual } from './endings.js';
import { nameOf } from './files.js';
import { Players } from './players.js';

/** @param {vscode.ExtensionContext} context */
export function activate({ extensionUri, subscriptions }) {
  const players = new Players(vscode.Uri.joinPath(extensionUri, 'media'));
  const options = { supportsMultipleEditorsPerDocument: true, webviewOptions: { retainContextWhenHidden: false } };
  subscriptions.push(
    ...Object.values(EDITORS).map((editor) => vscode.window.registerCustomEditorProvider(editor, players, options)),
    // From a menu with the file; from the palette for the text that is open.
    vscode.commands.registerCommand('marey.open', async (/** @type {vscode.Uri | undefined} */ uri) => {
      const file = uri ?? vscode.window.activeTextEditor?.document.uri;
      if (file) await open(file);
    }),
    vscode.commands.registerCommand(
      'marey.compare',
      async (/** @type {vscode.Uri | undefined} */ uri, /** @type {vscode.Uri[] | undefined} */ selected) => {
        const file = uri ?? players.current;
        if (!file) return;
        // Several files selected in a list are compared with each other; else it asks.
        const marked = (selected ?? []).filter((each) => String(each) !== String(file));
        const others = marked.length ? marked : await chooseOthers(file);
        if (!others.length) return;
        await open(file);
        await players.compare(file, others);
      },
    ),
  );
}

/** @param {vscode.Uri} uri */
const open = (uri) => vscode.commands.executeCommand('vscode.openWith', uri, isUsual(nameOf(uri)) ? EDITORS.usual : EDITORS.option);
