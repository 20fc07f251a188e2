// of: player, render, page, marey_web
/** WebKitGTK, the engine of Safari, with WebGL 2 drawn in software. */
import { engineScenes } from './support/engine-scenes.mjs';
import { webkit } from './support/engines.mjs';
import { missing } from './support/installed.mjs';

engineScenes('WebKitGTK', { skip: missing.webkit, launch: webkit, rung: 'WebGL 2', brief: ['the page'] });
