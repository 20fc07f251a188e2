// of: player, marey_web
/** Playing like a media element: promises, seeking, ends, loops and rates, and what is refused. */
import assert from 'node:assert/strict';
import { both, contracts, same } from './support/media.mjs';
import { until } from './support/browser.mjs';

const { contract, alike, alikeLoaded } = await contracts();

// play() and pause()

alikeLoaded('play(): no event at once; then play, playing, and the promise resolves', async (element) => {
  /** @type {string[]} */
  const fired = [];
  for (const type of ['play', 'playing', 'waiting']) element.addEventListener(type, () => fired.push(type));
  const promise = element.play().then(() => fired.push('resolved'));
  const atOnce = [fired.length, element.paused];
  await promise;
  await media.until('it moves', () => element.currentTime > 0.1);
  await element.play();
  await media.queue();
  return { atOnce, fired };
});

alikeLoaded('pause(): no event at once; then timeupdate, pause', async (element) => {
  await element.play();
  await media.until('it moves', () => element.currentTime > 0.1);
  /** @type {string[]} */
  const fired = [];
  element.pause();
  for (const type of ['timeupdate', 'pause', 'ended']) element.addEventListener(type, () => fired.push(type));
  element.pause();
  const atOnce = [fired.length, element.paused];
  await media.queue();
  const time = element.currentTime;
  await media.queue();
  return { atOnce, fired, stands: element.currentTime === time };
});

alike(
  'a pending promise of play() rejects on pause, on another or no source, and when nothing can be played',
  async (element, { silent, good, missing }) => {
    const outcomes = [];
    const asking = () => {
      element.src = silent;
      return media.settles(element.play());
    };
    let open = asking();
    element.pause();
    outcomes.push(['pause()', await open, element.paused]);
    open = asking();
    element.src = good;
    outcomes.push(['src', element.paused, await open]);
    await media.load(element);
    open = asking();
    element.load();
    outcomes.push(['load()', element.paused, await open]);
    open = asking();
    element.removeAttribute('src');
    element.load();
    outcomes.push(['no src', element.paused, await open]);
    element.src = missing;
    open = media.settles(element.play());
    outcomes.push(['missing', await open]);
    outcomes.push(['after the failure', await media.settles(element.play())]);
    element.src = good;
    outcomes.push(['good', await media.settles(element.play())]);
    return outcomes;
  },
);

alike('play() before there is a source fires play and waiting, and playing once there is one', async (element, { heard, good }) => {
  element.play().catch(() => {});
  await media.queue();
  const first = heard.splice(0).map(({ type }) => type);
  element.src = good;
  await media.until('it moves', () => element.currentTime > 0.1);
  await media.queue();
  return { first, then: heard.map(({ type }) => type).filter((type) => !/progress|suspend|timeupdate/.test(type)) };
});

alikeLoaded('played again after its end it seeks to its start: seeking, play, timeupdate, seeked', async (element, { heard }) => {
  await element.play();
  element.currentTime = element.duration - 0.05;
  await media.until('it ends', () => element.ended);
  await media.queue();
  heard.splice(0);
  await element.play();
  await media.until('it moves', () => element.currentTime > 0.1 && element.currentTime < 2);
  // A media element waits at the start for its data, which a player already has.
  const fired = heard.map(({ type }) => type).filter((type) => !/waiting|playing|canplay/.test(type));
  return { fired: fired.slice(0, 4), playing: heard.some(({ type }) => type === 'playing') };
});

alike('play() before there is a source waits for one', async (element, { good }) => {
  const open = media.settles(element.play());
  const first = [await Promise.race([open, media.frames(12).then(() => 'open')]), element.paused];
  element.src = good;
  const { paused } = element;
  return { first, paused, then: await open };
});

alike('several calls of play() share one play event, and every promise resolves', async (element, { good, heard }) => {
  element.src = good;
  const outcomes = await Promise.all([element.play(), element.play(), element.play()].map(media.settles));
  await media.queue();
  return { outcomes, fired: heard.map(({ type }) => type).filter((type) => type === 'play' || type === 'playing') };
});

// Seeking, ends, loops

alikeLoaded('a seek sets seeking at once and fires it later, then timeupdate, seeked', async (element, { heard }) => {
  element.currentTime = 1.5;
  const atOnce = [heard.length, element.seeking, element.currentTime];
  await media.until('it is loaded', () => heard.some(({ type }) => type === 'seeked'));
  await media.queue();
  return {
    atOnce,
    fired: heard.map(({ type }) => type).filter((type) => /^(seeking|seeked|timeupdate)$/.test(type)),
    then: [element.seeking, element.currentTime],
  };
});

alikeLoaded('currentTime stays within the clip', async (element) => {
  const times = [];
  for (const seconds of [-5, 1, 3, 1e9]) {
    await media.seek(element, seconds);
    times.push(Math.round(element.currentTime * 1000), element.currentTime <= element.duration);
  }
  return times;
});

contract(
  'ended is true after a seek to the end or past it, false after a seek back and with loop; play() starts again',
  async ({ page }) => {
    const done = await both(
      page,
      async (element) => {
        const ended = [element.ended];
        for (const seconds of [3, 1, 100, 0]) {
          await media.seek(element, seconds);
          ended.push(element.ended);
        }
        const heard = media.hear(element);
        await media.seek(element, 3);
        const fired = heard.map(({ type }) => type);
        ended.push(element.ended);
        element.loop = true;
        ended.push(element.ended);
        element.loop = false;
        ended.push(element.ended);
        await element.play();
        ended.push(element.ended);
        return { ended, fired, fromTheStart: element.currentTime < 2 };
      },
      true,
    );
    same({ native: done.native.ended, marey: done.marey.ended });
    for (const { fromTheStart, fired } of [done.marey, done.native]) {
      assert.ok(fromTheStart);
      assert.ok(!fired.includes('ended'), 'a seek while paused fires no ended');
    }
  },
);

alike('played to its end: timeupdate, pause, ended, each once', async (element, { short }) => {
  await media.load(element, short);
  const heard = media.hear(element);
  await element.play();
  await media.until('it ends', () => heard.some(({ type }) => type === 'ended'));
  await media.queue();
  const fired = heard.map(({ type }) => type).filter((type) => /^(timeupdate|pause|ended|seek)/.test(type));
  return {
    last: fired.slice(-3),
    ends: fired.filter((type) => type === 'ended').length,
    then: [element.ended, element.paused, element.currentTime === element.duration],
  };
});

alike('a loop\u2019s restart is a seek: seeking, timeupdate, seeked; and no ended', async (element, { short }) => {
  await media.load(element, short);
  element.loop = true;
  const heard = media.hear(element);
  await element.play();
  const rounds = () => heard.filter(({ type }) => type === 'seeked').length;
  await media.until('it loops twice', () => rounds() >= 2);
  element.pause();
  await media.queue();
  const fired = heard.map(({ type }) => type);
  const first = fired.slice(fired.indexOf('seeking'), fired.indexOf('seeked') + 1).filter((type) => /^(seek|timeupdate)/.test(type));
  return {
    first: [...new Set(first)],
    seeks: fired.filter((type) => type.startsWith('seek')).slice(0, 4),
    ended: fired.includes('ended'),
    paused: fired.filter((type) => type === 'pause').length,
  };
});

contract(
  'loops play in reverse, or there and back without a jump; a negative rate reverses them; without loop the direction has no effect',
  async ({ page }) => {
    assert.deepEqual(
      await page.evaluate(async () => {
        const element = /** @type {HTMLMediaElement & import('../../www/player/element/element.js').MareyPlayer} */ (
          /** @type {unknown} */ (media.make('marey-player', { loop: '', 'loop-mode': 'reverse' }))
        );
        await media.load(element, '/good.bvh');
        const heard = media.hear(element);
        const seeks = () => heard.filter(({ type }) => type === 'seeked').length;
        const done = [];
        await element.play();
        const first = element.currentTime;
        await media.until(
          'it runs back from its end',
          () => element.currentTime < first && element.currentTime < element.duration - 0.1 && element.currentTime > 0,
        );
        done.push(first > element.duration / 2, seeks());
        element.playbackRate = -1;
        const turned = element.currentTime;
        await media.until('it plays on at a negative rate', () => element.currentTime > turned);
        element.playbackRate = 1;
        element.loopRange = [0.5, 1];
        element.currentTime = 0.8;
        await media.until('it loops', () => seeks() >= 3);
        done.push(element.currentTime >= 0.5 && element.currentTime <= 1);

        element.currentTime = 0.8;
        await media.until('seeked has fired', () => !element.seeking);
        element.loopMode = 'pingpong';
        const before = seeks();
        let [turns, way, at] = [0, 0, element.currentTime];
        await media.until('it turns at both ends', () => {
          const step = Math.sign(element.currentTime - at);
          if (step && way && step !== way) turns += 1;
          [way, at] = [step || way, element.currentTime];
          if (at < 0.5 - 1e-6 || at > 1 + 1e-6) throw new Error(`it left the range: ${at}`);
          return turns >= 3;
        });
        done.push(
          seeks() - before,
          heard.some(({ type }) => type === 'ended'),
          element.ended,
          element.paused,
        );
        element.pause();
        element.currentTime = 1;
        await element.play();
        await media.until('it loops back from its end', () => element.currentTime < 1);

        element.loop = false;
        element.loopRange = null;
        element.playbackRate = 4;
        element.currentTime = 0;
        await media.until('it ends', () => heard.some(({ type }) => type === 'ended'));
        done.push(element.ended, element.paused, element.currentTime === element.duration);
        return done;
      }),
      [true, 0, true, 0, false, false, false, true, true, true],
    );
  },
);

contract('a loop range that is no two moments in order is refused, and the player plays on', async ({ page }) => {
  const found = await page.evaluate(async () => {
    const element = /** @type {import('../../www/player/element/element.js').MareyPlayer} */ (
      /** @type {unknown} */ (media.make('marey-player', { loop: '' }))
    );
    await media.load(/** @type {any} */ (element), '/good.bvh');
    element.loopRange = [0.5, 1];
    const outcomes = [5, '1 2', [1], [NaN, 1], [2, 1], [1, 1], [0, 1, 2], undefined, null].map((value) => {
      try {
        /** @type {any} */ (element).loopRange = value;
      } catch (error) {
        return /** @type {Error} */ (error).name;
      }
      return element.loopRange;
    });
    await element.play();
    await media.until('it moves', () => element.currentTime > 0.1);
    return { outcomes, error: element.error };
  });
  assert.deepEqual(found, { outcomes: [...Array(7).fill('TypeError'), null, null], error: null });
});

// Rates, and what is refused

alikeLoaded('ratechange fires only on a change, also of the default rate', async (element, { heard }) => {
  const [atOnce, counts] = [[0], [0]];
  const count = async () => {
    await media.queue();
    counts.push(heard.filter(({ type }) => type === 'ratechange').length);
  };
  for (const [name, rate] of /** @type {const} */ ([
    ['playbackRate', 1],
    ['playbackRate', 2],
    ['playbackRate', 2],
    ['defaultPlaybackRate', 1],
    ['defaultPlaybackRate', 1.5],
  ])) {
    const before = heard.length;
    element[name] = rate;
    atOnce.push(heard.length - before);
    await count();
  }
  counts.push(element.playbackRate, element.defaultPlaybackRate);
  element.load();
  await media.load(element);
  await count();
  counts.push(element.playbackRate);
  return { counts, atOnce };
});

alikeLoaded('a rate that is no number is refused, like by a native one', async (element) => {
  const values = [NaN, Infinity, -Infinity, undefined, 'fast', {}, '0.5', null, true];
  return /** @type {const} */ (['currentTime', 'playbackRate', 'defaultPlaybackRate']).map((name) =>
    values.map((value) =>
      media.outcome(() => {
        /** @type {any} */ (element)[name] = value;
        return element[name];
      }),
    ),
  );
});

alike('rates beyond a native one\u2019s limits are refused, and the rate stays', (element) =>
  [2, 16, 17, 100, 0.5, 0].map((rate) => [
    media.outcome(() => {
      element.playbackRate = rate;
    }),
    element.playbackRate,
  ]),
);

contract('where a native one refuses a negative rate, the player plays backwards', async ({ page }) => {
  const { native, marey } = await both(page, (element) => [
    media.outcome(() => {
      element.playbackRate = -1;
    }),
    element.playbackRate,
  ]);
  assert.deepEqual([native[0], marey], ['NotSupportedError', [undefined, -1]]);
});

contract('backwards it ends at the start', async ({ page, player }) => {
  await page.evaluate(() => media.load(media.make('marey-player'), '/good.bvh'));
  await player.run((element) => {
    Object.assign(element, { playbackRate: -2, currentTime: 1 });
    return element.play();
  });
  await until('it ends', async () => (await player.state()).ended);
  assert.equal((await player.state()).time, 0);
});

// Frames

contract('requestVideoFrameCallback calls back once after a picture, with a video\u2019s metadata', async ({ page, player }) => {
  const { pattern, ours } = await page.evaluate(async () => {
    /** Two callbacks of each, one after the other. @param {HTMLVideoElement} video */
    const callbacks = async (video) => {
      let calls = 0;
      const ask = () =>
        new Promise((/** @type {(all: [number, VideoFrameCallbackMetadata]) => void} */ resolve) => {
          video.requestVideoFrameCallback((...all) => {
            calls += 1;
            resolve(all);
          });
        });
      await video.play();
      const [now, first] = await ask();
      await media.frames(12);
      const alone = calls;
      const [, next] = await ask();
      const types = [
        now,
        first.mediaTime,
        first.width,
        first.height,
        first.presentedFrames,
        first.presentationTime,
        first.expectedDisplayTime,
      ].map((value) => typeof value);
      const grows = [
        next.presentedFrames > first.presentedFrames,
        next.mediaTime > first.mediaTime,
        next.presentationTime > first.presentationTime,
      ];
      return {
        metadata: { types, alone, grows },
        inOrder: first.presentationTime <= first.expectedDisplayTime + 1,
        size: [first.width, first.height],
      };
    };
    const canvas = Object.assign(document.createElement('canvas'), { width: 64, height: 48 });
    const paint = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
    const timer = setInterval(() => paint.fillRect(Math.random() * 64, 0, 9, 9), 30);
    const video = /** @type {HTMLVideoElement} */ (media.make('video'));
    Object.assign(video, { muted: true, srcObject: canvas.captureStream(30) });
    const fired = await callbacks(video);
    clearInterval(timer);

    const element = /** @type {HTMLVideoElement} */ (media.make('marey-player'));
    await media.load(element, '/good.bvh');
    const metadata = await callbacks(element);
    element.pause();
    const { width, height } = /** @type {HTMLCanvasElement} */ (element.shadowRoot?.querySelector('canvas'));
    return { pattern: fired, ours: { ...metadata, canvas: [width, height] } };
  });
  assert.deepEqual(pattern.size, [64, 48]);
  assert.deepEqual(ours.metadata, pattern.metadata);
  assert.ok(ours.inOrder, 'presented before it is displayed');
  assert.deepEqual(ours.size, ours.canvas, 'in device pixels');
  // A paused player is idle, and a seek shows one more picture.
  await player.settle();
  const sought = await player.run(async (element) => {
    const video = /** @type {HTMLVideoElement} */ (/** @type {unknown} */ (element));
    let early = false;
    const called = new Promise((/** @type {(time: number) => void} */ resolve) => {
      video.requestVideoFrameCallback((_, { mediaTime }) => {
        early = true;
        resolve(mediaTime);
      });
    });
    await media.frames(20);
    const waited = !early;
    element.currentTime = 1;
    return { waited, at: await called };
  });
  assert.deepEqual(sought, { waited: true, at: 1 });
});

contract('cancelVideoFrameCallback cancels one callback and no other', async ({ page }) => {
  const called = await page.evaluate(async () => {
    const element = /** @type {HTMLVideoElement} */ (media.make('marey-player'));
    await media.load(element, '/good.bvh');
    /** @type {string[]} */
    const names = [];
    const gone = element.requestVideoFrameCallback(() => names.push('gone'));
    const kept = element.requestVideoFrameCallback(() => names.push('kept'));
    element.cancelVideoFrameCallback(gone);
    element.cancelVideoFrameCallback(123_456);
    await element.play();
    await media.until('a picture', () => names.length);
    element.pause();
    return { names, numbers: typeof gone === 'number' && gone !== kept && gone > 0 };
  });
  assert.deepEqual(called, { names: ['kept'], numbers: true });
});

contract.deep('timeupdate fires while it plays, and not while it is paused', async ({ page }) => {
  const { native, marey } = await both(
    page,
    async (element, { heard }) => {
      await element.play();
      await media.until('timeupdate has fired', () => heard.filter(({ type }) => type === 'timeupdate').length >= 2);
      element.pause();
      await media.queue();
      heard.length = 0;
      await media.frames(36);
      return heard.map(({ type }) => type);
    },
    true,
  );
  assert.deepEqual([native, marey], [[], []]);
});
