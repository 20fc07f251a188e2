/** Prints a line: in which engines the tests run on this machine. `cargo xtask test` shows it, and looks for SKIPPED in it. */
import { missing } from './installed.mjs';

/** @param {string} name @param {string} reason */
const told = (name, reason) => (reason ? `${name} SKIPPED: ${reason}` : `${name} tested`);
console.log(`engines: Chromium tested, ${told('Firefox', missing.firefox)}, ${told('Firefox without WebGL', missing.firefoxWithoutWebgl)}, ${told('WebKitGTK', missing.webkit)}`);
