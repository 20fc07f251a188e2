/** axe on a page, as the tests use it. */
import assert from 'node:assert/strict';
import { AxeBuilder } from '@axe-core/playwright';

/** @typedef {{ state?: string, within?: string, rules?: 'all' | 'contrast' | 'others' }} Options what is looked at, for the message; a part of the page; contrast alone, or all but that */

/** Fails where axe finds something. @param {Page} page @param {Options} [options] */
export async function isAccessible(page, { state, within, rules = 'all' } = {}) {
  // The package is typed for the whole of Playwright, of which playwright-core is the part that matters.
  const axe = new AxeBuilder({ page: /** @type {any} */ (page) });
  if (within) axe.include(within);
  if (rules === 'contrast') axe.withRules(['color-contrast']);
  if (rules === 'others') axe.disableRules(['color-contrast']);
  foundNothing((await axe.analyze()).violations, state);
}

/** @param {import('axe-core').Result[]} violations @param {string} [state] */
export function foundNothing(violations, state) {
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target, failureSummary }) => `${target.join(' ')} ${failureSummary}`).join(' | ')}`);
  assert.deepEqual(found, [], state);
}

/**
 * axe cannot tell the contrast of words over a canvas or a gradient, and then says nothing: in the player both give way to the
 * plain colour that they are nearly.
 */
export const PLAIN = 'canvas { visibility: hidden } .root { background: light-dark(#f4f6fa, #151b27) !important }';

/** @param {Page} page */
export const onPlain = (page) => page.evaluate((css) => {
  const scope = /** @type {any} */ (globalThis);
  if (!scope.plain) {
    scope.plain = new CSSStyleSheet();
    scope.plain.replaceSync(css);
  }
  const sheets = document.querySelector('marey-player')?.shadowRoot?.adoptedStyleSheets;
  if (sheets && !sheets.includes(scope.plain)) sheets.push(scope.plain);
}, PLAIN);
