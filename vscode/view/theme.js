/** Light, dark and high contrast, as VS Code says it by a class of the body. The colours come by `view.css`. */

/** @param {MareyPlayer} player */
export function followTheme(player) {
  const apply = () => {
    const { classList } = document.body;
    const isLight = classList.contains('vscode-light') || classList.contains('vscode-high-contrast-light');
    player.theme = isLight ? 'light' : 'dark';
    player.patterns = classList.contains('vscode-high-contrast') || classList.contains('vscode-high-contrast-light');
  };
  apply();
  new MutationObserver(apply).observe(document.body, { attributes: true, attributeFilter: ['class'] });
}
