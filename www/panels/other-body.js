/** What the menu of tools does for the motion on another body: it opens the settings at the choice of the body. */

/** @param {import('../controls/controls.js').Controls} ui */
export async function press({ panels }) {
  if (panels.name !== 'settings') await panels.toggle('settings');
  const row = /** @type {HTMLElement | null | undefined} */ (
    panels.root?.querySelector('[data-row="onto"] select, [data-row="onto"] button')
  );
  row?.scrollIntoView({ block: 'center' });
  row?.focus();
}
