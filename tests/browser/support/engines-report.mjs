/** Prints a line: the engines in which the tests run on this machine. `cargo xtask test` shows it and searches it for SKIPPED. */
import { missing } from './installed.mjs';

/** @param {string} name @param {string} reason */
const status = (name, reason) => (reason ? `${name} SKIPPED: ${reason}` : `${name} tested`);
console.log(
  `engines: Chromium tested, ${status('Firefox', missing.firefox)}, ${status('Firefox without WebGL', missing.firefoxWithoutWebgl)}, ${status('WebKitGTK', missing.webkit)}`,
);
