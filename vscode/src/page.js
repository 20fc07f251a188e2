/** The page in the webview. */
import * as vscode from 'vscode';

/** @param {vscode.Webview} webview @param {vscode.Uri} media the folder of the page's files */
export function page(webview, media) {
  const nonce = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
  const at = (/** @type {string} */ name) => webview.asWebviewUri(vscode.Uri.joinPath(media, name));
  // Bytes come by messages, so the page may request nothing. The one file starts its worker from a blob.
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'wasm-unsafe-eval'`,
    `style-src ${webview.cspSource}`,
    'worker-src blob:',
    'img-src blob: data:',
    "require-trusted-types-for 'script'",
    'trusted-types marey',
  ].join('; ');
  // Without a page that opens them there are no links: nobody else can open an address of VS Code.
  const share = vscode.workspace.getConfiguration('marey').get('linkPage', '').trim() || 'files';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<link rel="stylesheet" href="${at('view.css')}">
</head>
<body>
<marey-player controls loop loading="eager" gestures="all" share="${escaped(share)}"></marey-player>
<p role="alert" hidden></p>
<script nonce="${nonce}" src="${at('marey-player.standalone.js')}"></script>
<script nonce="${nonce}" src="${at('view.js')}"></script>
</body>
</html>`;
}

/** @param {string} text */
const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
