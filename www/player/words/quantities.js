/** Numbers and quantities as people read them. */
import { local } from './words.js';

/** At most `digits` decimals, without trailing zeros; not localized, for links and fields. @param {number} n @param {number} [digits] */
export const short = (n, digits = 2) => String(Number(n.toFixed(digits)));

/** Localized, for people. @param {number} n @param {number} [digits] */
export const decimal = (n, digits) => local(short(n, digits));

/** @param {number} n */
export const signed = (n) => (n < 0 ? '\u2212' : '') + decimal(Math.abs(n));

/** @param {number} rate */
export const speed = (rate) => `${signed(rate)}\u00d7`;

/** @param {number} metres */
export const length = (metres) =>
  local(metres >= 1 ? `${metres.toFixed(2)} m` : metres >= 0.01 ? `${(metres * 100).toFixed(1)} cm` : `${short(metres * 1000)} mm`);

/** With exactly `digits` decimals, so that columns align. @param {number} n @param {number} digits */
export const fixed = (n, digits) => {
  const text = Math.abs(n).toFixed(digits);
  return `${n < 0 && Number(text) ? '\u2212' : ''}${local(text)}`;
};

/** @param {number} degrees */
export const angle = (degrees) => `${fixed(degrees, 1)}\u00b0`;
