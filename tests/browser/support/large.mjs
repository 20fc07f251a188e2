/** A large clip, made in the page: sent there, it would take longer than everything else. */
import { walker } from './clips.mjs';

const ROWS = 300;

/** Opens a file of at least so many frames. @param {Player} player @param {number} frames @param {string} [root] what its root is called */
export function openLarge(player, frames, root = 'Hips') {
  const times = Math.ceil(frames / ROWS);
  return player.run((element, { text, count }) => {
    const at = text.indexOf('\n', text.indexOf('Frame Time')) + 1;
    element.srcObject = new File([text.slice(0, at), ...Array(count).fill(text.slice(at))], 'large.bvh');
  }, { text: walker({ frames: ROWS }).replace(`Frames: ${ROWS}`, `Frames: ${ROWS * times}`).replace('Hips', root), count: times });
}
