/** What tests do to a player with the mouse. */
import { until } from './browser.mjs';

/** A button this long away is no longer there: the layout changed between the look and the click. */
const GONE_MS = 10_000;

/** Presses a button if it is there, also where the layout takes it away meanwhile. @param {import('playwright-core').Locator} button @returns whether it was pressed */
const pressedIfThere = async (button) => {
  if (!(await button.isVisible())) return false;
  return button.click({ timeout: GONE_MS }).then(
    () => true,
    async (fault) => {
      if (await button.isVisible()) throw fault;
      return false;
    },
  );
};

/** Opens a panel by its button, or by its tab where it has none, and returns the panel. @param {Player} player @param {string | RegExp} name */
export async function openPanel(player, name) {
  const panel = player.find('.panel');
  if (!(await pressedIfThere(player.button(name)))) {
    if (!(await panel.count()) && !(await pressedIfThere(player.button(/^Details/)))) await player.button('More').click();
    const tab = panel.getByRole('tab', { name, exact: typeof name === 'string' });
    await tab.click();
    await player.find('.panel [role="tab"][aria-selected="true"]').filter({ hasText: name }).waitFor();
  }
  await panel.waitFor();
  return panel;
}

/** Moves the camera there and waits until it rests. @param {Player} player @param {string} camera */
export async function lookFrom(player, camera) {
  await player.run((element, view) => {
    element.cameraState = view;
  }, camera);
  await player.settle();
}

/** Moves the pointer up the figure until a joint's name shows; returns the place and the name. @param {Player} player */
export async function pointAtJoint(player) {
  const [left, top, right, bottom] = await player.run((element) => element.figureBox);
  for (let y = Math.floor(bottom) - 4; y > top; y -= 8) {
    for (let x = Math.floor(left); x < right; x += 8) {
      await player.page.mouse.move(x, y);
      await player.page.evaluate(
        () =>
          new Promise((resolve) => {
            requestAnimationFrame(() => resolve(0));
          }),
      );
      if (await player.find('.label').isVisible()) return { x, y, name: await player.find('.label').innerText() };
    }
  }
  throw new Error('no joint was found on the figure');
}

/** Opens the controls of a chronophotograph, or of ghosts and trails, from the bar. @param {import('./player.mjs').Player} player @param {'Chronophotograph' | 'Ghosts and trails' | 'Measures' | 'Marks and feet'} name */
export async function openStrip(player, name) {
  await player.button('Tools').click();
  await player.find('.tools .menu button').filter({ hasText: name }).click();
  await player.find('.figure-strip').waitFor();
}

/** Opens what a tool's strip has no room for, if there is anything. @param {Player} player */
export async function openRest(player) {
  const rest = player.find('.figure-strip .rest-of-tool > .btn');
  if ((await rest.isVisible()) && (await rest.getAttribute('aria-expanded')) === 'false') await rest.click();
}

/** Does something with a control of a tool's strip, wherever it stands: it may move behind “...” meanwhile. @param {Player} player @param {(options: { timeout: number }) => Promise<unknown>} act */
export const inStrip = (player, act) =>
  until('the control can be reached', async () => {
    await openRest(player);
    return act({ timeout: 1000 }).then(
      () => true,
      () => false,
    );
  });

/** Presses a control of a tool's strip. @param {Player} player @param {import('playwright-core').Locator} control */
export const pressInStrip = (player, control) => inStrip(player, (options) => control.click(options));
