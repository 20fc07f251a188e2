/** Measures an encoder: some keep a coarse quantizer at any bitrate (OpenH264 in Chromium) and lose faint lines. */
const FRAMES = 8;
const SIZE = { width: 320, height: 192 };
/** Side of the blocks in which structural similarity is computed, pixels. */
const SIDE = 8;
/** (0.01 L)^2 and (0.03 L)^2, where L is 255. */
const [C1, C2] = [6.5025, 58.5225];

/**
 * Encodes and decodes a test card, and compares.
 * @param {VideoEncoderConfig} config of any size
 * @returns {Promise<number>} mean structural similarity, 1 if identical; NaN without a decoder @throws the encoder's error
 */
export async function similarity(config) {
  if (typeof VideoDecoder === 'undefined') return NaN;
  const canvas = new OffscreenCanvas(SIZE.width, SIZE.height);
  const context = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext('2d', { willReadFrequently: true }));
  const pixels = () => context.getImageData(0, 0, SIZE.width, SIZE.height).data;
  /** @type {Uint8ClampedArray[]} */
  const originals = [];
  /** @type {VideoFrame[]} */
  const decoded = [];
  /** @type {DOMException | null} */
  let failed = null;
  const error = (/** @type {DOMException} */ reason) => {
    failed ??= reason;
  };
  const decoder = new VideoDecoder({ error, output: (frame) => decoded.push(frame) });
  const encoder = new VideoEncoder({
    error,
    output: (chunk, meta) => {
      if (meta?.decoderConfig) decoder.configure(meta.decoderConfig);
      decoder.decode(chunk);
    },
  });
  try {
    encoder.configure({ ...config, ...SIZE });
    for (let frame = 0; frame < FRAMES; frame += 1) {
      card(context, frame);
      originals.push(pixels());
      const one = new VideoFrame(canvas, { timestamp: frame * 33_333 });
      encoder.encode(one, { keyFrame: frame === 0 });
      one.close();
    }
    await encoder.flush();
    await decoder.flush();
    if (failed) throw failed;
    let sum = 0;
    for (const [index, frame] of decoded.entries()) {
      context.drawImage(frame, 0, 0);
      sum += structuralSimilarity(pixels(), originals[index]);
    }
    return sum / FRAMES;
  } finally {
    for (const frame of decoded) frame.close();
    for (const each of [encoder, decoder]) if (each.state !== 'closed') each.close();
  }
}

/** Draws a card like the stage: faint lines, moving bones. @param {OffscreenCanvasRenderingContext2D} context @param {number} frame */
function card(context, frame) {
  const { width, height } = SIZE;
  const [x, y] = [width / 2, height / 2];
  const floor = context.createRadialGradient(x, y, 0, x, y, x);
  floor.addColorStop(0, '#262c3a');
  floor.addColorStop(1, '#12161f');
  context.fillStyle = floor;
  context.fillRect(0, 0, width, height);
  /** @param {string} colour @param {number} thick @param {number[][]} lines */
  const draw = (colour, thick, lines) => {
    context.strokeStyle = colour;
    context.lineWidth = thick;
    context.beginPath();
    for (const [fromX, fromY, toX, toY] of lines) {
      context.moveTo(fromX, fromY);
      context.lineTo(toX, toY);
    }
    context.stroke();
  };
  draw(
    '#2f3646',
    1,
    Array.from({ length: 14 }, (_, line) => [24 * line, 0, 24 * line + 40, height]),
  );
  draw(
    '#2f3646',
    1,
    Array.from({ length: 8 }, (_, line) => [0, 24 * line, width, 24 * line + 15]),
  );
  draw('#2ec4b6', 9, [[x - 50 + 4 * frame, y - 30, x, height - 30]]);
  draw('#ff9f1c', 9, [[x - 3 * frame, y - 50, x, y]]);
}

/** Structural similarity (Wang et al., 2004) of the green channels. @param {Uint8ClampedArray} a @param {Uint8ClampedArray} b */
function structuralSimilarity(a, b) {
  const { width, height } = SIZE;
  const count = SIDE * SIDE;
  let sum = 0;
  for (let square = 0; square < (width * height) / count; square += 1) {
    const first = SIDE * (square % (width / SIDE)) + SIDE * width * Math.floor(square / (width / SIDE));
    let [sa, sb, saa, sbb, sab] = [0, 0, 0, 0, 0];
    for (let pixel = 0; pixel < count; pixel += 1) {
      const at = 4 * (first + (pixel % SIDE) + width * Math.floor(pixel / SIDE)) + 1;
      sa += a[at];
      sb += b[at];
      saa += a[at] ** 2;
      sbb += b[at] ** 2;
      sab += a[at] * b[at];
    }
    const [ma, mb] = [sa / count, sb / count];
    sum +=
      ((2 * ma * mb + C1) * (2 * (sab / count - ma * mb) + C2)) /
      ((ma * ma + mb * mb + C1) * (saa / count - ma * ma + sbb / count - mb * mb + C2));
  }
  return (sum * count) / (width * height);
}
