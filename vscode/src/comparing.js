/** Asks with which motions another one is to be compared. */
import * as vscode from 'vscode';
import { kindOf, roleOf } from '../../www/page/file-kinds.js';
import { filesIn, folderOf, nameOf } from './files.js';

const ELSEWHERE = 'Other files\u2026';

/** Motions of its folder, or files elsewhere. @param {vscode.Uri} uri @returns {Promise<vscode.Uri[]>} none if nobody chooses */
export async function chooseOthers(uri) {
  const folder = folderOf(uri);
  const motions = (await filesIn(folder))
    .filter((name) => name !== nameOf(uri) && kindOf(name) && roleOf(kindOf(name)) === 'motion')
    .sort();
  const chosen = motions.length
    ? await vscode.window.showQuickPick([...motions, ELSEWHERE], { canPickMany: true, placeHolder: `Compare ${nameOf(uri)} with` })
    : [ELSEWHERE];
  if (!chosen) return [];
  const here = chosen.filter((name) => name !== ELSEWHERE).map((name) => vscode.Uri.joinPath(folder, name));
  if (!chosen.includes(ELSEWHERE)) return here;
  const elsewhere = await vscode.window.showOpenDialog({ defaultUri: folder, canSelectMany: true, openLabel: 'Compare' });
  return [...here, ...(elsewhere ?? [])];
}
