/**
 * The whole player in one file, for notebooks, `file://` and hosts that take a single file. `xtask/standalone.mjs` provides
 * `inside.js`. The output is a classic script, since browsers refuse modules from a disk.
 */
import { glue } from './inside.js';
import { inside } from './player/wasm.js';
import './marey-player.js';

Object.assign(inside, glue);
