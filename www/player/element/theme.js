/** The theme: dark, light, or the colour scheme of the page around the element. */
import { h } from '../base/dom.js';
import { lazy } from '../base/parts.js';

const ground = lazy(() => import('./ground.js'));

/**
 * CSS alone switches the interface, but the stage needs a call: reads a probe element whose colour differs between the schemes;
 * its transition event reports a change.
 * @param {HTMLElement} element @param {HTMLElement} root @param {import('../session/session.js').Session} session
 */
export function followTheme(element, root, session) {
  const probe = h('span', { class: 'probe', 'aria-hidden': 'true' });
  root.append(probe);
  const read = () => session.set('theme', getComputedStyle(probe).color === 'rgb(0, 0, 0)' ? 'dark' : 'light');
  /** Without a declared scheme the background decides; if that script fails, the theme is light. */
  const followBackground = () => {
    if (root.dataset.theme === 'auto' && element.isConnected && getComputedStyle(element).colorScheme === 'normal')
      ground()
        .then(({ follow }) => follow(element, root))
        .catch(() => {});
  };
  const apply = () => {
    const wanted = element.getAttribute('theme');
    root.dataset.theme = wanted === 'light' || wanted === 'auto' ? wanted : 'dark';
    if (element.isConnected) read();
    else session.set('theme', wanted === 'light' ? 'light' : 'dark');
    followBackground();
  };
  probe.addEventListener('transitionend', read);
  session.on('attribute', (name) => {
    if (name === 'theme') apply();
  });
  session.on('size', () => {
    read();
    followBackground();
  });
  apply();
}
