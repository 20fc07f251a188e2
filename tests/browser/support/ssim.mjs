/** Runs in the page before its own scripts: measures how similar two pictures are. */

export function ssim() {
  const SIDE = 8;
  const STEP = 4;
  /** (0.01 L)^2 and (0.03 L)^2, where L is 255. */
  const [C1, C2] = [6.5025, 58.5225];

  /** Luma of BT.601, 0 to 255. @param {ImageData} picture */
  const luma = ({ data, width, height }) =>
    Float64Array.from({ length: width * height }, (_, at) => 0.299 * data[4 * at] + 0.587 * data[4 * at + 1] + 0.114 * data[4 * at + 2]);

  /**
   * The mean structural similarity of luma in squares of 8 by 8 pixels, every 4 pixels (Wang et al., "Image quality assessment: from
   * error visibility to structural similarity", 2004): 1 for equal pictures.
   * @param {ImageData} a @param {ImageData} b of the same size
   */
  const alike = (a, b) => {
    const [p, q] = [luma(a), luma(b)];
    const count = SIDE * SIDE;
    let [sum, squares] = [0, 0];
    for (let top = 0; top + SIDE <= a.height; top += STEP) {
      for (let left = 0; left + SIDE <= a.width; left += STEP) {
        let [sp, sq, spp, sqq, spq] = [0, 0, 0, 0, 0];
        for (let at = 0; at < count; at += 1) {
          const pixel = (top + Math.floor(at / SIDE)) * a.width + left + (at % SIDE);
          const [x, y] = [p[pixel], q[pixel]];
          sp += x;
          sq += y;
          spp += x * x;
          sqq += y * y;
          spq += x * y;
        }
        const [mp, mq] = [sp / count, sq / count];
        const [vp, vq, covariance] = [spp / count - mp * mp, sqq / count - mq * mq, spq / count - mp * mq];
        sum += ((2 * mp * mq + C1) * (2 * covariance + C2)) / ((mp * mp + mq * mq + C1) * (vp + vq + C2));
        squares += 1;
      }
    }
    return sum / squares;
  };

  Object.assign(globalThis, { ssim: alike });
}
