/** Transparent WebM, with alpha as a second, grey video. Mediabunny would need a worker of its own for it, which policies forbid. */
import { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Output, WebMOutputFormat } from 'mediabunny';
import { refusal } from './refusal.js';

/** @typedef {import('./film.js').Sink} Sink */
/** @typedef {'vp9' | 'vp8'} Codec */

/** Most frames queued in the encoders. */
const MAX_QUEUED = 4;
/** Chroma covers two by two pixels. Colours extend this many pixels beyond the figure, or its edge would be dark. */
const RIM = 4;
/** Largest picture, in pixels, for VP9 level 4.1. */
const LEVEL_PIXELS = 2_228_224;

/** @param {Codec} codec @param {{ width: number, height: number, fps: number }} film @param {number} bitrate @returns {VideoEncoderConfig} */
const config = (codec, { width, height, fps }, bitrate) => ({
  codec: codec === 'vp8' ? 'vp8' : `vp09.00.${width * height > LEVEL_PIXELS ? 51 : 41}.08`,
  width,
  height,
  bitrate,
  framerate: fps,
  alpha: 'discard',
  latencyMode: 'quality',
  contentHint: 'detail',
});

/** @param {Codec} codec @param {{ width: number, height: number, fps: number }} film @param {number} bitrate */
export async function supportsAlpha(codec, film, bitrate) {
  return typeof VideoEncoder !== 'undefined' && (await VideoEncoder.isConfigSupported(config(codec, film, bitrate))).supported === true;
}

/**
 * @param {Codec} codec
 * @param {{ width: number, height: number, fps: number, bitrate: number, keyFrames: number }} film keyFrames: key frame interval in frames
 * @returns {Promise<Sink>}
 */
export async function transparentVideo(codec, { bitrate, keyFrames, ...film }) {
  const { width, height, fps } = film;
  const target = new BufferTarget();
  const output = new Output({ format: new WebMOutputFormat(), target });
  const source = new EncodedVideoPacketSource(codec);
  output.addVideoTrack(source, { frameRate: fps });
  await output.start();

  /** @type {Error | null} */
  let failed = null;
  const error = (/** @type {DOMException} */ reason) => {
    failed ??= reason;
  };
  /** Alpha frames whose colours are being encoded. @type {VideoFrame[]} */
  const masks = [];
  /** Encoded colours whose alpha is being encoded. @type {{ chunk: EncodedVideoChunk, meta: EncodedVideoChunkMetadata | undefined }[]} */
  const colours = [];
  let written = Promise.resolve();
  const alphaEncoder = new VideoEncoder({
    error,
    output: (chunk) => {
      const first = colours.shift();
      if (!first) return;
      const alpha = new Uint8Array(chunk.byteLength);
      chunk.copyTo(alpha);
      const packet = EncodedPacket.fromEncodedChunk(first.chunk, { alpha });
      written = written.then(() => source.add(packet, first.meta)).catch(error);
    },
  });
  const colourEncoder = new VideoEncoder({
    error,
    output: (chunk, meta) => {
      const mask = masks.shift();
      if (!mask || alphaEncoder.state !== 'configured') return;
      colours.push({ chunk, meta });
      // Players seek to key frames of the colour track, so alpha needs key frames there, too.
      alphaEncoder.encode(mask, { keyFrame: chunk.type === 'key' });
      mask.close();
    },
  });
  colourEncoder.configure(config(codec, film, bitrate));
  // Alpha has one plane, colour three.
  alphaEncoder.configure(config(codec, film, Math.round(bitrate / 2)));
  const check = () => {
    if (failed) throw failed;
  };

  return {
    transparent: true,
    async add(context, frame) {
      const { data } = context.getImageData(0, 0, width, height);
      const about = { codedWidth: width, codedHeight: height, timestamp: Math.round((frame * 1e6) / fps), duration: Math.round(1e6 / fps) };
      masks.push(new VideoFrame(maskOf(data, width, height), { format: 'I420', ...about }));
      extendColours(data, width, height);
      const colour = new VideoFrame(data, { format: 'RGBX', ...about });
      colourEncoder.encode(colour, { keyFrame: frame % keyFrames === 0 });
      colour.close();
      while (!failed && colourEncoder.encodeQueueSize + alphaEncoder.encodeQueueSize > MAX_QUEUED) {
        await new Promise((resolve) => {
          (colourEncoder.encodeQueueSize ? colourEncoder : alphaEncoder).addEventListener('dequeue', resolve, { once: true });
        });
      }
      await written;
      check();
    },
    async finish() {
      await colourEncoder.flush();
      await alphaEncoder.flush();
      await written;
      check();
      colourEncoder.close();
      alphaEncoder.close();
      await output.finalize();
      if (!target.buffer) throw refusal(new DOMException('the film could not be written', 'EncodingError'));
      return new Blob([target.buffer], { type: 'video/webm' });
    },
    async cancel() {
      for (const encoder of [colourEncoder, alphaEncoder]) if (encoder.state !== 'closed') encoder.close();
      for (const mask of masks) mask.close();
      await output.cancel();
    },
  };
}

/** Alpha as the luma of a grey I420 picture. @param {Uint8ClampedArray} pixels @param {number} width even @param {number} height even */
function maskOf(pixels, width, height) {
  const count = width * height;
  const mask = new Uint8Array(count * 1.5);
  for (let at = 0; at < count; at += 1) mask[at] = pixels[4 * at + 3];
  return mask.fill(128, count);
}

/**
 * Extends colours into transparent pixels nearby, along rows and then along columns.
 * @param {Uint8ClampedArray} pixels @param {number} width @param {number} height
 */
function extendColours(pixels, width, height) {
  const words = new Uint32Array(pixels.buffer, pixels.byteOffset, width * height);
  const along = (/** @type {number} */ lines, /** @type {number} */ line, /** @type {number} */ length, /** @type {number} */ step) => {
    for (let each = 0; each < lines; each += 1) {
      for (const [start, way] of [
        [each * line, step],
        [each * line + (length - 1) * step, -step],
      ]) {
        let left = 0;
        let colour = 0;
        for (let index = 0, at = start; index < length; index += 1, at += way) {
          if (words[at]) {
            if (words[at] >>> 24) {
              colour = words[at] & 0xffffff;
              left = RIM;
            }
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
