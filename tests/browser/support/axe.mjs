/** Runs axe on a page. */
import assert from 'node:assert/strict';
import { AxeBuilder } from '@axe-core/playwright';

/** @typedef {{ state?: string, within?: string, rules?: 'all' | 'contrast' | 'others' }} Options state: for the message; within: a part of the page; others: all rules but contrast */

/** Fails on any violation. @param {Page} page @param {Options} [options] */
export async function isAccessible(page, { state, within, rules = 'all' } = {}) {
  // The package is typed for the whole of Playwright; playwright-core has what it uses.
  // The legacy mode needs no blank page for each result. It leaves out frames of other origins, which these pages do not have.
  const axe = new AxeBuilder({ page: /** @type {any} */ (page) }).setLegacyMode();
  if (within) axe.include(within);
  if (rules === 'contrast') axe.withRules(['color-contrast']);
  if (rules === 'others') axe.disableRules(['color-contrast']);
  assertNoViolations((await axe.analyze()).violations, state);
}

/** @param {import('axe-core').Result[]} violations @param {string} [state] */
export function assertNoViolations(violations, state) {
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target, failureSummary }) => `${target.join(' ')} ${failureSummary}`).join(' | ')}`,
  );
  assert.deepEqual(found, [], state);
}

/** axe skips the contrast of text over a canvas or a gradient: replace both by the plain colour closest to them. */
export const PLAIN = 'canvas { visibility: hidden } .root { background: light-dark(#f4f6fa, #151b27) !important }';

/** @param {Page} page */
export const onPlainBackground = (page) =>
  page.evaluate((css) => {
    const scope = /** @type {any} */ (globalThis);
    if (!scope.plain) {
      scope.plain = new CSSStyleSheet();
      scope.plain.replaceSync(css);
    }
    const sheets = document.querySelector('marey-player')?.shadowRoot?.adoptedStyleSheets;
    if (sheets && !sheets.includes(scope.plain)) sheets.push(scope.plain);
  }, PLAIN);
