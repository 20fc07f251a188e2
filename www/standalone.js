/** The whole player in one classic script, for notebooks and `file://`, where modules are refused. `xtask/standalone.mjs` makes it. */
import { glue } from './inside.js';
import { inside } from './player/base/wasm.js';
import './marey-player.js';

Object.assign(inside, glue);
