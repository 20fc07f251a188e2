/** Runs in the page before its own scripts: makes films, decodes them with the browser, and compares them with pictures of the same moments. */

export function filming() {
  /** @param {ImageBitmapSource} source @param {number} width @param {number} height */
  const pixels = async (source, width, height) => {
    const context = /** @type {OffscreenCanvasRenderingContext2D} */ (
      new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
    );
    context.drawImage(source instanceof Blob ? await createImageBitmap(source) : /** @type {any} */ (source), 0, 0);
    // Chromium reports a video frame that is collected without being closed as an error.
    if (source instanceof VideoFrame) source.close();
    return context.getImageData(0, 0, width, height);
  };
  /** The root mean square difference of two pictures. @param {ImageData} a @param {ImageData} b */
  const apart = (a, b) => {
    let sum = 0;
    for (let at = 0; at < a.data.length; at += 4)
      sum += Math.max(...[0, 1, 2].map((part) => Math.abs(a.data[at + part] - b.data[at + part]))) ** 2;
    return Math.sqrt(sum / (a.data.length / 4));
  };

  /** Counts pixels much brighter than their surroundings should be. @param {ImageData} shown @param {ImageData} meant */
  const specks = (shown, meant) => {
    const { width, height } = meant;
    const bright = (/** @type {ImageData} */ { data }, /** @type {number} */ x, /** @type {number} */ y) =>
      Math.max(...data.subarray(4 * (y * width + x), 4 * (y * width + x) + 3));
    let count = 0;
    for (let y = 3; y < height - 3; y += 1) {
      for (let x = 3; x < width - 3; x += 1) {
        const is = bright(shown, x, y);
        if (is < 70) continue;
        let most = 0;
        for (let dy = -3; dy <= 3; dy += 1) for (let dx = -3; dx <= 3; dx += 1) most = Math.max(most, bright(meant, x + dx, y + dy));
        count += Number(is > most + 40);
      }
    }
    return count;
  };

  /** Reads a film's frames with a video element or an image decoder. @param {Blob} film */
  const reader = async (film) => {
    if (film.type === 'image/gif') {
      const decoder = new ImageDecoder({ data: await film.arrayBuffer(), type: film.type });
      await decoder.tracks.ready;
      await decoder.completed;
      const { frameCount, repetitionCount } = /** @type {ImageTrack} */ (decoder.tracks.selectedTrack);
      let [width, height, duration] = [0, 0, 0];
      for (let index = 0; index < frameCount; index += 1) {
        const { image } = await decoder.decode({ frameIndex: index });
        [width, height] = [image.displayWidth, image.displayHeight];
        duration += Number(image.duration) / 1e6;
        image.close();
      }
      return {
        width,
        height,
        duration,
        count: frameCount,
        loops: repetitionCount,
        frame: async (/** @type {number} */ index) => (await decoder.decode({ frameIndex: index })).image,
      };
    }
    const video = document.createElement('video');
    video.muted = true;
    const once = (/** @type {string} */ type) =>
      new Promise((resolve, reject) => {
        video.addEventListener(type, resolve, { once: true });
        video.addEventListener('error', () => reject(new Error(`the video does not play: ${video.error?.message}`)), { once: true });
      });
    const ready = once('loadeddata');
    video.src = URL.createObjectURL(film);
    await ready;
    return {
      width: video.videoWidth,
      height: video.videoHeight,
      duration: video.duration,
      count: NaN,
      loops: NaN,
      frame: async (/** @type {number} */ index, /** @type {number} */ fps) => {
        const there = once('seeked');
        // On a busy machine the frame appears after the seek has ended. None appears where it is the same.
        const painted = new Promise((resolve) => {
          video.requestVideoFrameCallback(resolve);
          setTimeout(resolve, 1500);
        });
        video.currentTime = (index + 0.5) / fps;
        await there;
        await painted;
        return video;
      },
    };
  };

  const compare = async (/** @type {any} */ element, /** @type {any} */ options, /** @type {number[]} */ frames) => {
    /** @type {number[]} */
    const progress = [];
    const film = await element.film({
      ...options,
      progress: (/** @type {number} */ share) => {
        progress.push(share);
        /** @type {any} */ (globalThis).filmed?.(share);
      },
    });
    const { width, height, fps, speed = 1 } = options;
    const [from, to] = [options.from ?? element.loopRange?.[0] ?? 0, options.to ?? element.loopRange?.[1] ?? element.duration];
    const shown = await reader(film);
    const picture = async (/** @type {number} */ frame) =>
      pixels(
        await element.picture({
          ...options,
          format: undefined,
          width,
          height,
          time: Math.max(0, Math.min(to + 1, from + (frame * speed) / fps)),
        }),
        shown.width,
        shown.height,
      );
    const found = [];
    for (const frame of frames) {
      const own = await pixels(await shown.frame(frame, fps), shown.width, shown.height);
      const beside = Math.min(
        ...(await Promise.all([frame - 1, frame + 1].filter((each) => each >= 0).map(async (each) => apart(own, await picture(each))))),
      );
      const meant = await picture(frame);
      found.push({
        frame,
        own: apart(own, meant),
        beside,
        specks: specks(own, meant),
        alike: /** @type {any} */ (globalThis).ssim(own, meant),
      });
    }
    return {
      type: film.type,
      width: shown.width,
      height: shown.height,
      duration: shown.duration,
      count: shown.count,
      loops: shown.loops,
      progress,
      frames: found,
    };
  };

  /** Half a turn of the camera, compared with pictures from there and from the start. @param {any} element */
  const turned = async (element) => {
    const size = { width: 320, height: 240, grid: false };
    const shown = await reader(await element.film({ ...size, format: 'mp4', from: 1, to: 2, fps: 10, turns: 1 }));
    const own = await pixels(await shown.frame(5, 10), 320, 240);
    const from = async (/** @type {string} */ camera) =>
      apart(own, await pixels(await element.picture({ ...size, time: 1.5, camera }), 320, 240));
    return { half: await from('200,10,4.5,0,0.9,0.3'), none: await from('20,10,4.5,0,0.9,0.3') };
  };

  /** Composited over a grey, as a page shows it. @param {ImageData} picture @param {number} grey */
  const over = ({ data, width, height }, grey) =>
    new ImageData(
      data.map((value, at) => (at % 4 === 3 ? 255 : grey + ((value - grey) * data[at - (at % 4) + 3]) / 255)),
      width,
      height,
    );

  /** Of a transparent frame: its coverage, and its difference from its picture over white and over black. @param {any} element @param {string} format */
  const clear = async (element, format) => {
    const how = { width: 160, height: 120, background: false, grid: false, shadow: false };
    const film = await element.film({ ...how, format, fps: 20, to: 0.5 });
    const shown = await reader(film);
    const own = await pixels(await shown.frame(9, 20), 160, 120);
    const meant = await pixels(await element.picture({ ...how, time: 9 / 20 }), 160, 120);
    return {
      type: film.type,
      corner: own.data[3],
      there: own.data.filter((value, at) => at % 4 === 3 && value > 127).length / (160 * 120),
      white: apart(over(own, 255), over(meant, 255)),
      black: apart(over(own, 0), over(meant, 0)),
    };
  };

  /** Of the first frame of a GIF: the largest error of the mean of an 8 by 8 square that is nearly one colour in the picture. @param {any} element */
  const rings = async (element) => {
    const how = { width: 320, height: 240 };
    const shown = await reader(await element.film({ ...how, format: 'gif', to: 0.5 }));
    const [own, meant] = await Promise.all([
      pixels(await shown.frame(0, 20), 320, 240),
      pixels(await element.picture({ ...how, time: 0 }), 320, 240),
    ]);
    let most = 0;
    for (let top = 0; top < how.height; top += 8) {
      for (let left = 0; left < how.width; left += 8) {
        for (const part of [0, 1, 2]) {
          const values = (/** @type {ImageData} */ { data }) =>
            Array.from({ length: 64 }, (_, at) => data[4 * ((top + (at >> 3)) * how.width + left + (at & 7)) + part]);
          const mean = (/** @type {number[]} */ all) => all.reduce((sum, value) => sum + value, 0) / all.length;
          const drawn = values(meant);
          if (Math.max(...drawn) - Math.min(...drawn) < 6) most = Math.max(most, Math.abs(mean(values(own)) - mean(drawn)));
        }
      }
    }
    return most;
  };

  Object.assign(globalThis, { filming: { compare, turned, clear, rings } });
}
