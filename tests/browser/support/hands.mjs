/** What tests do to a player with the mouse. */

/** Opens a panel by its button and returns the panel. @param {Player} player @param {string | RegExp} button */
export async function openPanel(player, button) {
  await player.button(button).click();
  const panel = player.find('.panel');
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
  await player.button('Ghosts, trails, chronophotograph').click();
  await player.find('.figures .menu button').filter({ hasText: name }).click();
  await player.find('.figure-strip').waitFor();
}
