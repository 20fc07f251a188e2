/** What VS Code gives to the page of a webview. */
interface Host {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}
declare function acquireVsCodeApi(): Host;
type MareyPlayer = import('../../www/player/element/element.js').MareyPlayer;
