/** Runs a test program that was compiled for wasm32-wasip1: `node wasi.mjs PROGRAM [ARGUMENTS]`, as cargo's runner. */
import { readFile } from 'node:fs/promises';
import { argv, exit } from 'node:process';
import { WASI } from 'node:wasi';

const [, , program, ...args] = argv;
const wasi = new WASI({ version: 'preview1', args: [program, ...args], returnOnExit: true });
const module = await WebAssembly.compile(await readFile(program));
exit(wasi.start(await WebAssembly.instantiate(module, /** @type {WebAssembly.Imports} */ (wasi.getImportObject()))));
