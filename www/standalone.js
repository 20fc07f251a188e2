/**
 * The whole player in one file, for notebooks, `file://` and hosts that take only one: `xtask/standalone.mjs` puts what is inside
 * here. It is no module, which browsers would refuse to a page from the disk.
 */
import { glue } from './inside.js';
import { inside } from './player/wasm.js';
import './marey-player.js';

Object.assign(inside, glue);
