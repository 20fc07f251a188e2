/** Saves what the player offers, by VS Code's own dialog. */
import * as vscode from 'vscode';
import { folderOf } from './files.js';

/** @typedef {import('./messages.d.ts').SentFile} SentFile */

/** Asks for a place for each file; whoever cancels one saves none of the next. @param {vscode.Uri} motion @param {SentFile[]} files */
export async function save(motion, files) {
  let folder = folderOf(motion);
  for (const { name, bytes } of files) {
    const ending = /\.(\w+)$/.exec(name)?.[1];
    const to = await vscode.window.showSaveDialog({
      defaultUri: vscode.Uri.joinPath(folder, name),
      filters: ending ? { [ending.toUpperCase()]: [ending] } : {},
    });
    if (!to) return;
    folder = folderOf(to);
    try {
      // A copy of the bytes, whatever the message has made of them.
      await vscode.workspace.fs.writeFile(to, new Uint8Array(bytes));
    } catch (error) {
      void vscode.window.showErrorMessage(`Marey could not save ${name}: ${/** @type {Error} */ (error).message}`);
      return;
    }
  }
  vscode.window.setStatusBarMessage(`Marey saved ${files.map(({ name }) => name).join(', ')}`, 5000);
}
