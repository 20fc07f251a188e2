/** A large clip, made in the page: sending it there would take longer than the rest of the test. */
import { walker } from './clips.mjs';

const ROWS = 300;

/** Opens a file of at least this many frames. @param {Player} player @param {number} frames @param {string} [root] its root's name */
export function openLarge(player, frames, root = 'Hips') {
  const times = Math.ceil(frames / ROWS);
  return player.run(
    (element, { text, count }) => {
      const at = text.indexOf('\n', text.indexOf('Frame Time')) + 1;
      element.srcObject = new File([text.slice(0, at), ...Array(count).fill(text.slice(at))], 'large.bvh');
    },
    {
      text: walker({ frames: ROWS })
        .replace(`Frames: ${ROWS}`, `Frames: ${ROWS * times}`)
        .replace('Hips', root),
      count: times,
    },
  );
}
