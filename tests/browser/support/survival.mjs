/** What has to survive a fault: a moment and a view unlike any default. */
import assert from 'node:assert/strict';
import { difference } from './pixels.mjs';
import { until } from './browser.mjs';

/** @param {Player} player */
export async function stateOf(player) {
  const { draws: _, canvases: __, ...state } = await player.state();
  return { ...state, joint: await player.run((element) => element.selectedJoint) };
}

/** Takes the walker to that moment and view. @param {Player} player */
export async function prepare(player) {
  await player.run((element) => {
    element.setAttribute('patterns', '');
    const selectedJoint = element.clips[0].joints.findIndex(({ name }) => name === 'LeftArm');
    Object.assign(element, {
      defaultPlaybackRate: 0.5,
      playbackRate: 0.5,
      loopRange: [0.5, 2.5],
      cameraState: '40,10,4,0,0.9,1',
      selectedJoint,
    });
  });
  await player.holdAt(1.3);
  return momentOf(player);
}

/** The picture, and the state that has to survive. @param {Player} player */
export const momentOf = async (player) => ({ picture: await player.picture(), state: await stateOf(player) });

/** @typedef {Awaited<ReturnType<typeof momentOf>>} Moment */

/** Fails if any of it changed. @param {Player} player @param {Moment} before */
export async function isAsBefore(player, { picture, state }) {
  await player.settle();
  assert.deepEqual(await stateOf(player), state);
  const changed = difference(picture, await player.picture());
  assert.ok(changed < 50, `it looks as before, but for ${changed} pixels`);
}

/** Breaks something and waits until a new canvas of the renderer that is to draw shows the clip. @param {Player} player @param {() => Promise<unknown>} breakIt */
export async function returnsAfter(player, breakIt) {
  await player.run((element) => {
    /** @type {any} */ (globalThis).before = element.shadowRoot?.querySelector('canvas');
  });
  await breakIt();
  await until('there is another canvas', () =>
    player.run((element) => {
      const all = [...(element.shadowRoot?.querySelectorAll('canvas') ?? [])];
      const [canvas] = all;
      return (
        element.currentRenderer !== 'none' &&
        all.length === 1 &&
        canvas !== /** @type {any} */ (globalThis).before &&
        !canvas.hasAttribute('data-interim') &&
        element.drawCount > 0
      );
    }),
  );
}
