/** Prints a line: the engines that this machine has for the tests. `cargo xtask test` shows it and searches it for SKIPPED. */
import { missing } from './installed.mjs';

/** @param {string} name @param {string} reason */
const status = (name, reason) => (reason ? `${name} SKIPPED: ${reason}` : name);
console.log(
  `engines for the tests: Chromium, ${status('Firefox', missing.firefox)}, ${status('Firefox without WebGL', missing.firefoxWithoutWebgl)}, ${status('WebKitGTK', missing.webkit)}`,
);
