/** Which browsers with engines other than Chromium's are installed. */
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The program that a variable names, or the one of that name on PATH. @param {string} variable @param {string} name */
function program(variable, name) {
  const wish = process.env[variable];
  return (wish ? [wish] : (process.env.PATH ?? '').split(delimiter).map((place) => join(place, name))).find((path) => existsSync(path));
}

export const FIREFOX = program('MAREY_FIREFOX', 'firefox-esr');
export const WEBKIT = program('MAREY_WEBKIT', 'WebKitWebDriver');
/** Debian and others keep it in the folder of the machine's architecture. */
const triples = existsSync('/usr/lib') ? readdirSync('/usr/lib').filter((name) => name.includes('linux-gnu')) : [];
export const MINI_BROWSER = ['/usr/libexec', ...triples.map((triple) => `/usr/lib/${triple}`)]
  .flatMap((place) => [`${place}/webkit2gtk-4.1/MiniBrowser`, `${place}/webkit2gtk-4.0/MiniBrowser`])
  .find((path) => existsSync(path));
export const XVFB = program('MAREY_XVFB', 'Xvfb');

const noXvfb = XVFB ? '' : 'Xvfb is not installed (xvfb)';
const noFirefox = FIREFOX ? '' : 'Firefox is not installed (firefox-esr)';
const noWebkit = WEBKIT && MINI_BROWSER ? '' : 'WebKitGTK is not installed (webkit2gtk-driver)';
export const missing = {
  firefox: noFirefox || noXvfb,
  firefoxWithoutWebgl: noFirefox,
  webkit: noWebkit || noXvfb,
};
