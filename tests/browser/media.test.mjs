// of: player
/** The element behaves like a video: properties, methods, events and their order. */
import assert from 'node:assert/strict';
import { statue, walker } from './support/clips.mjs';
import { made } from './support/making.mjs';
import { difference, readPng } from './support/pixels.mjs';
import { framesLater, scenes, until } from './support/scenes.mjs';

const { scene, row, server } = await scenes({ files: { '/short.bvh': walker({ frames: 12 }), '/statue.bvh': statue(1) } });
const page = server.page('/media.html', '<marey-player></marey-player>');

const ALL = [
  'emptied',
  'loadstart',
  'loadedmetadata',
  'canplay',
  'canplaythrough',
  'play',
  'playing',
  'pause',
  'seeking',
  'seeked',
  'timeupdate',
  'ratechange',
  'ended',
  'error',
];

/** Waits until the time has jumped back twice. @param {Player} player @returns {Promise<number[]>} the times meanwhile */
async function twiceRound(player) {
  /** @type {number[]} */
  const times = [];
  await until('it loops twice', async () => {
    times.push((await player.state()).time);
    return times.filter((time, at) => time < times[at - 1]).length >= 2;
  });
  return times;
}

const media = row({ path: page }, async ({ player }) => {
  await player.run((element) => {
    element.pause();
    Object.assign(element, { loop: false, playbackRate: 1, loopRange: null, src: '/walker.bvh' });
  });
  await player.loaded('walker');
  await player.holdAt(0);
});

scene('loading fires loadstart, loadedmetadata, canplay, canplaythrough, in that order', { path: page }, async ({ player }) => {
  await player.record(...ALL);
  const first = await player.run((element) => [
    element.readyState,
    element.networkState,
    element.paused,
    Number.isNaN(element.duration),
    element.currentSrc,
    element.clips.length,
  ]);
  assert.deepEqual(first, [0, 0, true, true, '', 0]);
  await player.shows('/walker.bvh');
  const events = (await player.events()).filter((type) =>
    ['loadstart', 'loadedmetadata', 'canplay', 'canplaythrough', 'error', 'emptied'].includes(type),
  );
  assert.deepEqual(events, ['loadstart', 'loadedmetadata', 'canplay', 'canplaythrough']);
  const { duration, frameTime, ...then } = await player.run((element) => ({
    ready: element.readyState,
    network: element.networkState,
    src: new URL(element.currentSrc).pathname,
    duration: element.duration,
    frames: element.frameCount,
    frameTime: element.frameTime,
    seekable: [element.seekable.length, element.seekable.end(0)],
    joints: element.clips[0].joints.length,
  }));
  assert.deepEqual(then, { ready: 4, network: 1, src: '/walker.bvh', frames: 90, seekable: [1, duration], joints: 22 });
  assert.ok(Math.abs(frameTime - 1 / 30) < 1e-5);
  assert.ok(Math.abs(duration - 89 / 30) < 1e-3);
});

media('play() resolves once it plays: play, playing, then timeupdates; pause() stops it', async ({ player }) => {
  await player.record(...ALL);
  await player.start();
  await until('timeupdate', async () => (await player.events()).includes('timeupdate'));
  assert.deepEqual((await player.events()).slice(0, 2), ['play', 'playing']);
  await player.run((element) => element.pause());
  await player.settle();
  const { time, paused } = await player.state();
  assert.equal(paused, true);
  assert.deepEqual((await player.events()).slice(-2), ['timeupdate', 'pause']);
  await player.settle();
  assert.equal((await player.state()).time, time, 'the time stays');
});

media('two calls of play() fire play once, and so does pause()', async ({ player }) => {
  await player.record('play', 'playing', 'pause');
  await player.run(async (element) => {
    await Promise.all([element.play(), element.play()]);
    element.pause();
    element.pause();
  });
  assert.deepEqual(
    (await player.events()).filter((type) => type !== 'playing'),
    ['play', 'pause'],
  );
});

scene('play() waits for the clip; pause() before it has loaded rejects the promise', { path: page }, async ({ player }) => {
  const outcome = await player.run(async (element) => {
    element.src = '/walker.bvh';
    const refused = element.play().then(
      () => 'played',
      (error) => error.name,
    );
    element.pause();
    return [
      await refused,
      await element.play().then(
        () => 'played',
        (error) => error.name,
      ),
      element.readyState >= 3,
    ];
  });
  assert.deepEqual(outcome, ['AbortError', 'played', true]);
  await player.plays();
});

media('currentTime seeks: seeking, timeupdate, seeked, and the picture follows', async ({ player }) => {
  await player.record(...ALL);
  const before = (await player.state()).draws;
  assert.equal(
    await player.run((element) => {
      element.currentTime = 1.5;
      return element.seeking;
    }),
    true,
  );
  await player.settle();
  const state = await player.state();
  assert.ok(Math.abs(state.time - 1.5) < 1e-6);
  assert.equal(state.frame, 45);
  assert.ok(state.draws > before);
  assert.deepEqual(await player.events(), ['seeking', 'timeupdate', 'seeked']);
  for (const [target, got] of [
    [-5, 0],
    [1e9, state.duration],
  ]) {
    await player.run((element, time) => {
      element.currentTime = time;
    }, target);
    assert.ok(Math.abs((await player.state()).time - got) < 1e-6, `${target} becomes ${got}`);
  }
});

media('frames can be sought and stepped by number', async ({ player }) => {
  const frames = await player.run((element) =>
    [() => element.seekToFrame(30), () => element.stepFrame(1), () => element.stepFrame(-3)].map((step) => {
      step();
      return element.currentFrame;
    }),
  );
  assert.deepEqual(frames, [30, 31, 28]);
  assert.ok(Math.abs((await player.state()).time - 28 / 30) < 1e-4);
  await player.run((element) => {
    element.currentFrame = 1e9;
  });
  assert.equal((await player.state()).frame, 89);
});

const FRAMES = Array.from({ length: 20 }, (_, index) => ((index + 1) * 37) % 89);

/** What is read of each frame: when `seeked` comes, or after it has been drawn. @param {Player} player @param {'at once' | 'drawn'} when */
const seenAtFrames = (player, when) =>
  player.run(
    async (element, [frames, drawn]) => {
      const seen = [];
      for (const frame of frames) {
        const seeked = new Promise((resolve) => {
          element.addEventListener('seeked', resolve, { once: true });
        });
        const { drawCount } = element;
        element.seekToFrame(frame);
        await seeked;
        while (drawn && element.drawCount === drawCount) await /** @type {any} */ (globalThis).animationFrames.later(1);
        seen.push({ frame: element.currentFrame, foot: element.jointPosition('LeftFoot'), box: element.figureBox });
      }
      return seen;
    },
    /** @type {const} */ ([FRAMES, when === 'drawn']),
  );

/** @type {[string, (element: import('../../www/player/element/element.js').MareyPlayer) => void][]} */
const WHEN = [
  ['paused', () => {}],
  [
    'playing',
    (element) => {
      element.play().catch(() => {});
    },
  ],
  [
    'below the fold',
    (element) => {
      element.style.marginTop = '4000px';
    },
  ],
  [
    'on a page that gets no frames',
    () => {
      const scope = /** @type {any} */ (globalThis);
      scope.heldBack = requestAnimationFrame;
      scope.requestAnimationFrame = () => 0;
    },
  ],
];
for (const [when, prepare] of WHEN) {
  (when === 'paused' || when === 'playing' ? media : media.deep)(
    `properties read after seeked are those of that moment: ${when}`,
    async ({ page: tab, player }) => {
      const drawn = await seenAtFrames(player, 'drawn');
      assert.deepEqual(
        drawn.map(({ frame }) => frame),
        FRAMES,
      );
      await player.run(prepare);
      await framesLater(tab, 3);
      const atOnce = await seenAtFrames(player, 'at once');
      await player.run((element) => {
        const scope = /** @type {any} */ (globalThis);
        element.pause();
        element.style.marginTop = '';
        if (scope.heldBack) scope.requestAnimationFrame = scope.heldBack;
      });
      assert.deepEqual(atOnce, drawn);
    },
  );
}

media('a picture requested after seeked is of that moment', async ({ player }) => {
  const size = { width: 160, height: 120 };
  const pixels = async () => readPng((await made(player, 'picture', size)).bytes);
  const before = await pixels();
  const early = readPng(
    Buffer.from(
      await player.run(async (element, how) => {
        const seeked = new Promise((resolve) => {
          element.addEventListener('seeked', resolve, { once: true });
        });
        element.currentTime = 1.25;
        await seeked;
        return Array.from(new Uint8Array(await (await element.picture(how)).arrayBuffer()));
      }, size),
    ),
  );
  await player.settle();
  assert.ok(difference(early, before) > 100);
  assert.equal(difference(early, await pixels()), 0, 'as it is drawn');
});

media('at its end it pauses and fires ended; play() starts again', async ({ player }) => {
  await player.record(...ALL);
  await player.run((element) => {
    element.src = '/short.bvh';
    element.play().catch(() => {});
  });
  await until('it ends', async () => (await player.state()).ended);
  const state = await player.state();
  assert.deepEqual([state.paused, state.time], [true, state.duration]);
  assert.deepEqual((await player.events()).slice(-3), ['timeupdate', 'pause', 'ended']);
  const again = await player.run(async (element) => {
    element.playbackRate = 0.25;
    await element.play();
    return { time: element.currentTime, ended: element.ended };
  });
  assert.ok(again.time < state.duration && !again.ended, `from the start: ${JSON.stringify(again)}`);
});

media('with loop it plays on and never fires ended', async ({ player }) => {
  await player.record(...ALL);
  await player.run((element) => {
    element.src = '/short.bvh';
    element.loop = true;
    element.play().catch(() => {});
  });
  await player.loaded('short');
  await twiceRound(player);
  const { paused, ended } = await player.state();
  assert.deepEqual([paused, ended], [false, false]);
  assert.ok(!(await player.events()).includes('ended'));
});

media('a loop range keeps the time inside it', async ({ player }) => {
  await player.run((element) => {
    element.loop = true;
    element.loopRange = [1, 1.5];
    element.playbackRate = 2;
    return element.play();
  });
  const times = await twiceRound(player);
  const inside = times.slice(times.findIndex((time) => time >= 1));
  assert.ok(
    inside.every((time) => time > 0.99 && time < 1.51),
    inside.map((time) => time.toFixed(2)).join(' '),
  );
});

media.deep('playbackRate sets the speed, fires ratechange, and goes backwards', async ({ player }) => {
  await player.record('ratechange');
  await player.run((element) => {
    element.playbackRate = -1;
    element.currentTime = 2;
    return element.play();
  });
  await until('time runs backwards', async () => (await player.state()).time < 1.8);
  assert.deepEqual(await player.events(), ['ratechange']);
  await until('it ends at the start', async () => {
    const { ended, time } = await player.state();
    return ended && time === 0;
  });
  const refused = await player.run((element) => {
    try {
      element.playbackRate = 1000;
      return '';
    } catch (error) {
      return /** @type {Error} */ (error).name;
    }
  });
  assert.equal(refused, 'NotSupportedError', 'rates have limits');
  assert.equal((await player.state()).rate, -1);
});

media('a clip of one frame is a picture: it ends at once, and nothing divides by zero', async ({ player }) => {
  await player.run((element) => {
    element.src = '/statue.bvh';
    element.play().catch(() => {});
  });
  await player.loaded('statue');
  await until('it ends', async () => (await player.state()).paused);
  const { duration, time, frame, frames } = await player.state();
  assert.deepEqual([duration, time, frame, frames], [0, 0, 0, 1]);
  await player.isFramed();
});

const attributes = server.page(
  '/attributes.html',
  '<marey-player src="/walker.bvh" controls speed="0.5" start="0.5" end="2" loop autoplay camera="left" alt="Somebody marches"></marey-player>',
);
scene('attributes set their properties', { path: attributes, loads: 'walker' }, async ({ player }) => {
  await until('it plays from its start', async () => (await player.state()).time >= 0.5);
  const state = await player.state();
  assert.deepEqual([state.rate, state.loop, state.paused], [0.5, true, false]);
  assert.deepEqual(
    state.range?.map((second) => Number(second.toFixed(3))),
    [0.5, 2],
  );
  await player.root.getByLabel('Somebody marches').waitFor();
  await player.run((element) => element.removeAttribute('controls'));
  await player.find('.bar').waitFor({ state: 'hidden' });
  await player.run((element) => element.setAttribute('fps', '60'));
  assert.ok(Math.abs((await player.state()).duration - 89 / 60) < 1e-4);
  await player.run((element) => element.removeAttribute('fps'));
  assert.ok(Math.abs((await player.state()).duration - 89 / 30) < 1e-3);
});

scene('a File as srcObject plays; without it the stage is empty', { path: page }, async ({ player }) => {
  await player.record('emptied');
  await player.run((element, text) => {
    element.srcObject = new File([text], 'mine.bvh');
  }, walker());
  await player.loaded('mine');
  await player.isFramed();
  await player.run((element) => {
    element.srcObject = null;
  });
  await until('the stage is empty', async () => (await player.figure()).pixels === 0);
  assert.equal((await player.state()).ready, 0);
  assert.deepEqual(await player.events(), ['emptied']);
});
