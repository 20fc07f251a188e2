/** Dark, light, or whatever colour scheme the page around the element has. */
import { h } from './dom.js';
import { lazy } from './parts.js';

/** For pages that declare no colour scheme. */
const ground = lazy(() => import('./ground.js'));

/**
 * The interface follows by CSS alone. The stage has to be told: a probe with a colour that differs between the schemes
 * is read, and its transition reports the moment when the page changes its mind.
 * @param {HTMLElement} element
 * @param {HTMLElement} root
 * @param {import('./session.js').Session} session
 */
export function followTheme(element, root, session) {
  const probe = h('span', { class: 'probe', 'aria-hidden': 'true' });
  root.append(probe);
  const read = () => session.set('theme', getComputedStyle(probe).color === 'rgb(0, 0, 0)' ? 'dark' : 'light');
  /** A page that declares no colour scheme may be dark all the same. Where the script does not come, it is light. */
  const behind = () => {
    if (root.dataset.theme === 'auto' && element.isConnected && getComputedStyle(element).colorScheme === 'normal') ground().then(({ follow }) => follow(element, root), () => {});
  };
  const apply = () => {
    const wanted = element.getAttribute('theme');
    root.dataset.theme = wanted === 'light' || wanted === 'auto' ? wanted : 'dark';
    if (element.isConnected) read();
    else session.set('theme', wanted === 'light' ? 'light' : 'dark');
    behind();
  };
  probe.addEventListener('transitionend', read);
  session.on('attribute', (name) => { if (name === 'theme') apply(); });
  session.on('size', () => { read(); behind(); });
  apply();
}
