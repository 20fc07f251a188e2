/** axe on a page, as the tests use it. */
import assert from 'node:assert/strict';
import { AxeBuilder } from '@axe-core/playwright';

/**
 * Fails where axe finds something.
 * @param {import('playwright-core').Page} page
 * @param {object} [options]
 * @param {string} [options.state] what is looked at, for the message
 * @param {string} [options.within] a part of the page
 * @param {'all' | 'contrast' | 'others'} [options.rules] contrast alone, or all but that
 */
export async function isAccessible(page, { state, within, rules = 'all' } = {}) {
  // The package is typed for the whole of Playwright, of which playwright-core is the part that matters.
  const axe = new AxeBuilder({ page: /** @type {any} */ (page) });
  if (within) axe.include(within);
  if (rules === 'contrast') axe.withRules(['color-contrast']);
  if (rules === 'others') axe.disableRules(['color-contrast']);
  const { violations } = await axe.analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target, failureSummary }) => `${target.join(' ')} ${failureSummary}`).join(' | ')}`);
  assert.deepEqual(found, [], state);
}
