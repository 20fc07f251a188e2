/** Which browsers with engines other than Chromium's are on this machine. */
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** A program by the variable that names it, or of that name on PATH. @param {string} variable @param {string} name */
function program(variable, name) {
  const wish = process.env[variable];
  return (wish ? [wish] : (process.env.PATH ?? '').split(delimiter).map((place) => join(place, name))).find((path) => existsSync(path));
}

/** Where Debian and others have it, by the folder of the machine's architecture. @param {string} name */
function miniBrowsers(name) {
  const places = ['/usr/libexec/webkit2gtk-4.1', '/usr/libexec/webkit2gtk-4.0'];
  for (const triple of existsSync('/usr/lib') ? readdirSync('/usr/lib') : []) {
    if (triple.includes('linux-gnu')) places.push(`/usr/lib/${triple}/webkit2gtk-4.1`, `/usr/lib/${triple}/webkit2gtk-4.0`);
  }
  return places.map((place) => join(place, name));
}

export const FIREFOX = program('MAREY_FIREFOX', 'firefox-esr');
export const WEBKIT = program('MAREY_WEBKIT', 'WebKitWebDriver');
export const MINI_BROWSER = miniBrowsers('MiniBrowser').find((path) => existsSync(path));
export const XVFB = program('MAREY_XVFB', 'Xvfb');

const noXvfb = XVFB ? '' : 'Xvfb is not installed (xvfb)';
const noFirefox = FIREFOX ? '' : 'Firefox is not installed (firefox-esr)';
const noWebkit = WEBKIT && MINI_BROWSER ? '' : 'WebKitGTK is not installed (webkit2gtk-driver)';
/** Why there are no tests in an engine; empty where there are. */
export const missing = {
  firefox: noFirefox || noXvfb,
  firefoxWithoutWebgl: noFirefox,
  webkit: noWebkit || noXvfb,
};
