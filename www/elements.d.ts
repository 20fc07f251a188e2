/** What `document.createElement` and selectors by tag name return for the elements of the player. */
declare global {
  interface HTMLElementTagNameMap {
    'marey-player': import('./player/element/element.js').MareyPlayer;
    'marey-clip': import('./actors/clip-element.js').MareyClip;
  }
}
export {};
