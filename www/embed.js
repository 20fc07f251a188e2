/** The bare player in a frame: everything it shows comes from its address. */
import './marey-player.js';
import { earlyAdapter } from './player/adapter.js';
import { parameters } from './player/link.js';
import { openLink } from './page/links.js';
import { sessionOf } from './player/sessions.js';

earlyAdapter();
const player = /** @type {import('./player/element.js').MareyPlayer} */ (document.querySelector('marey-player'));

const open = () => void openLink(sessionOf(player), new Map([['url', 'samples/walk.bvh'], ...parameters(location)]));

addEventListener('hashchange', open);
player.addEventListener('loadedmetadata', () => { document.title = `${player.clips[0]?.name ?? ''} \u00b7 Marey`; });
open();
