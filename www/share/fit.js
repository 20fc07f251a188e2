/** Fits a figure into a picture. */

/** @typedef {import('../types.d.ts').WasmStage} WasmStage */

/** Largest share of the picture's height and width that the joints take; a head reaches a little higher. */
const [HIGH, WIDE] = [0.74, 0.84];
/** Where the middle of the joints is: share of the height. */
const MIDDLE = 0.52;
/** How much nearer the camera goes at most than it would by itself. */
const MOST_NEARER = 2.5;

/** Moves the camera so that a box around joints fills the picture. @param {WasmStage} stage @param {{ width: number, height: number }} size CSS pixels @param {ArrayLike<number>} box left, top, right, bottom */
export function fit(stage, { width, height }, { 0: left, 1: top, 2: right, 3: bottom }) {
  const factor = Math.min((HIGH * height) / (bottom - top), (WIDE * width) / (right - left), MOST_NEARER);
  if (!(factor > 0)) return;
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  stage.zoom(factor, x, y);
  stage.pan(width / 2 - x, height * MIDDLE - y);
}
