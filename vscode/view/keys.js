/** Keys that the player uses are not VS Code's as well. VS Code listens at the window, and would begin its own command at Ctrl+K. */
export function keepKeys() {
  document.addEventListener('keydown', (event) => {
    const isTyping = event.composedPath()[0] instanceof HTMLInputElement && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (event.defaultPrevented || isTyping) event.stopPropagation();
  });
}
