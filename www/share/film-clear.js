/**
 * Films that can be seen through: WebM whose pictures each have a second one beside them, which says how much of every pixel is there.
 * Mediabunny would take them apart in a worker of its own making, which strict policies forbid; so that is done here.
 */
import { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Output, WebMOutputFormat } from 'mediabunny';
import { refusal } from './refusal.js';

/** @typedef {import('./film.js').Sink} Sink */
/** @typedef {'vp9' | 'vp8'} Codec */

/** So many pictures wait for an encoder. */
const WAITING = 4;
/** Colour is kept for two pixels by two at once: it goes so far beyond the figure, or its rim would be dark. */
const RIM = 4;
/** Pixels of a picture up to which VP9's level 4.1 is enough. */
const LEVEL_PIXELS = 2_228_224;

/** @param {Codec} codec @param {{ width: number, height: number, fps: number }} film @param {number} bitrate @returns {VideoEncoderConfig} */
const config = (codec, { width, height, fps }, bitrate) => ({
  codec: codec === 'vp8' ? 'vp8' : `vp09.00.${width * height > LEVEL_PIXELS ? 51 : 41}.08`,
  width, height, bitrate, framerate: fps, alpha: 'discard', latencyMode: 'quality', contentHint: 'detail',
});

/** @param {Codec} codec @param {{ width: number, height: number, fps: number }} film @param {number} bitrate */
export async function canBeClear(codec, film, bitrate) {
  return typeof VideoEncoder !== 'undefined' && (await VideoEncoder.isConfigSupported(config(codec, film, bitrate))).supported === true;
}

/**
 * @param {Codec} codec
 * @param {{ width: number, height: number, fps: number, bitrate: number, keyFrames: number }} film keyFrames: one in so many
 * @returns {Promise<Sink>}
 */
export async function clearVideo(codec, { bitrate, keyFrames, ...film }) {
  const { width, height, fps } = film;
  const target = new BufferTarget();
  const output = new Output({ format: new WebMOutputFormat(), target });
  const source = new EncodedVideoPacketSource(codec);
  output.addVideoTrack(source, { frameRate: fps });
  await output.start();

  /** @type {Error | null} */
  let failed = null;
  const error = (/** @type {DOMException} */ reason) => { failed ??= reason; };
  /** What is there of a picture, until its colours are encoded. @type {VideoFrame[]} */
  const masks = [];
  /** Colours that wait for what is there of them. @type {{ chunk: EncodedVideoChunk, meta: EncodedVideoChunkMetadata | undefined }[]} */
  const colours = [];
  let written = Promise.resolve();
  const second = new VideoEncoder({ error, output: (chunk) => {
    const first = colours.shift();
    if (!first) return;
    const alpha = new Uint8Array(chunk.byteLength);
    chunk.copyTo(alpha);
    const packet = EncodedPacket.fromEncodedChunk(first.chunk, { alpha });
    written = written.then(() => source.add(packet, first.meta)).catch(error);
  } });
  const first = new VideoEncoder({ error, output: (chunk, meta) => {
    const mask = masks.shift();
    if (!mask || second.state !== 'configured') return;
    colours.push({ chunk, meta });
    // Players go to where a colour needs none before it: the other one may need none there either.
    second.encode(mask, { keyFrame: chunk.type === 'key' });
    mask.close();
  } });
  first.configure(config(codec, film, bitrate));
  // It has one grey plane where the other has three.
  second.configure(config(codec, film, Math.round(bitrate / 2)));
  const check = () => { if (failed) throw failed; };

  return {
    clear: true,
    async add(context, frame) {
      const { data } = context.getImageData(0, 0, width, height);
      const about = { codedWidth: width, codedHeight: height, timestamp: Math.round((frame * 1e6) / fps), duration: Math.round(1e6 / fps) };
      masks.push(new VideoFrame(maskOf(data, width, height), { format: 'I420', ...about }));
      widen(data, width, height);
      const colour = new VideoFrame(data, { format: 'RGBX', ...about });
      first.encode(colour, { keyFrame: frame % keyFrames === 0 });
      colour.close();
      while (!failed && first.encodeQueueSize + second.encodeQueueSize > WAITING) {
        await new Promise((resolve) => { (first.encodeQueueSize ? first : second).addEventListener('dequeue', resolve, { once: true }); });
      }
      await written;
      check();
    },
    async finish() {
      await first.flush();
      await second.flush();
      await written;
      check();
      first.close();
      second.close();
      await output.finalize();
      if (!target.buffer) throw refusal(new DOMException('the film could not be written', 'EncodingError'));
      return new Blob([target.buffer], { type: 'video/webm' });
    },
    async cancel() {
      for (const encoder of [first, second]) if (encoder.state !== 'closed') encoder.close();
      for (const mask of masks) mask.close();
      await output.cancel();
    },
  };
}

/** How much of each pixel is there, as the brightness of a grey picture. @param {Uint8ClampedArray} pixels @param {number} width even @param {number} height even */
function maskOf(pixels, width, height) {
  const count = width * height;
  const mask = new Uint8Array(count * 1.5);
  for (let at = 0; at < count; at += 1) mask[at] = pixels[4 * at + 3];
  return mask.fill(128, count);
}

/**
 * Pixels that are not seen take the colour of the nearest ones beside them that are, along rows and then along columns.
 * @param {Uint8ClampedArray} pixels
 * @param {number} width
 * @param {number} height
 */
function widen(pixels, width, height) {
  const words = new Uint32Array(pixels.buffer, pixels.byteOffset, width * height);
  const along = (/** @type {number} */ lines, /** @type {number} */ line, /** @type {number} */ length, /** @type {number} */ step) => {
    for (let each = 0; each < lines; each += 1) {
      for (const [start, way] of [[each * line, step], [each * line + (length - 1) * step, -step]]) {
        let left = 0;
        let colour = 0;
        for (let index = 0, at = start; index < length; index += 1, at += way) {
          if (words[at]) {
            if (words[at] >>> 24) { colour = words[at] & 0xffffff; left = RIM; }
          } else if (left) {
            words[at] = colour;
            left -= 1;
          }
        }
      }
    }
  };
  along(height, width, width, 1);
  along(width, 1, height, width);
}
