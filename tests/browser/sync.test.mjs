// of: sync, player
/** A player that follows a media element of its page: `sync` and `sync-offset`. */
import assert from 'node:assert/strict';
import { wav } from './support/media.mjs';
import { Player } from './support/player.mjs';
import { framesLater, scenes, until } from './support/scenes.mjs';
import { CSP } from './support/server.mjs';

const { row, server } = await scenes();
server.put('/talk.wav', { body: wav(10), type: 'audio/wav' });
const path = server.page(
  '/sync.html',
  `<script type="module" src="/marey-player.js"></script>
  <audio id="talk" src="/talk.wav" preload="auto"></audio>
  <marey-player id="first" src="/walker.bvh" sync="#talk" loading="eager"></marey-player>
  <marey-player id="second" src="/walker.bvh" loading="eager"></marey-player>`,
  { csp: `${CSP}; media-src 'self'` },
);

/** The helpers of a test. @param {{ page: Page, player: Player }} scene */
const hands = ({ page, player }) => {
  const audio = page.locator('audio');
  const at = (/** @type {number} */ seconds, who = player) =>
    until(`it is at ${seconds}`, async () => Math.abs((await who.state()).time - seconds) < 1e-6);
  return {
    audio,
    at,
    second: new Player(page, '#second'),
    /** The player's distance from its expected time, in the same task, and whether both play. @param {number} offset */
    apart: (offset = 0, who = player) =>
      who.run((element, by) => {
        const media = /** @type {HTMLMediaElement} */ (document.querySelector('audio'));
        return {
          paused: [media.paused, element.paused],
          apart: Math.abs(media.currentTime - by - element.currentTime),
          moment: media.currentTime,
        };
      }, offset),
    /** @param {number} seconds */
    seek: (seconds) =>
      audio.evaluate((/** @type {HTMLMediaElement} */ media, to) => {
        media.currentTime = to;
      }, seconds),
    play: () =>
      audio.evaluate(async (/** @type {HTMLMediaElement} */ media) => {
        await media.play();
      }),
    pause: () => audio.evaluate((/** @type {HTMLMediaElement} */ media) => media.pause()),
  };
};

const follows = row({ path, loads: 'walker' }, async ({ page, player }) => {
  await page.evaluate(() => {
    const audio = document.querySelector('audio') ?? Object.assign(document.createElement('audio'), { id: 'talk', src: '/talk.wav' });
    document.body.prepend(audio);
    audio.pause();
    audio.muted = true;
    audio.playbackRate = 1;
    audio.currentTime = 0;
    const [first, second] = /** @type {any[]} */ ([...document.querySelectorAll('marey-player')]);
    for (const name of ['sync-offset', 'loop', 'loop-mode', 'start', 'end']) first.removeAttribute(name);
    first.sync = '#talk';
    second.removeAttribute('sync');
    second.pause();
  });
  await until('both are at the start', () => player.run((element) => element.paused && element.currentTime === 0));
  await new Player(page, '#second').loaded();
});

follows('the player plays, pauses and seeks with the element, at its rate', async (scene) => {
  const { player, page } = scene;
  const { seek, at, play, pause, apart, audio } = hands(scene);
  await seek(1.25);
  await at(1.25);
  await player.record('play', 'playing', 'pause', 'ratechange', 'seeking');
  await play();
  await until('both play', async () => {
    const { paused, moment } = await apart();
    return !paused.some(Boolean) && moment > 1.3;
  });
  // The element's time advances between two pictures.
  await until('it is where the element is', async () => (await apart()).apart < 0.05);
  await audio.evaluate((/** @type {HTMLMediaElement} */ media) => {
    media.playbackRate = 0.5;
  });
  await until('its rate is the element\u2019s', async () => (await player.state()).rate === 0.5);
  await pause();
  await until('both pause, at one moment', async () => {
    const now = await apart();
    return now.paused.every(Boolean) && now.apart < 1e-6;
  });
  await framesLater(page, 6);
  assert.deepEqual(await player.events(), ['play', 'playing', 'ratechange', 'pause']);
  await seek(0.5);
  await at(0.5);
});

follows('past its own end the player waits until the element is back before it, and sets nothing on the element', async (scene) => {
  const { player } = scene;
  const { seek, at, play, audio } = hands(scene);
  const { duration: end } = await player.state();
  await audio.evaluate((/** @type {any} */ media) => {
    media.heard = [];
    for (const type of ['seeking', 'pause', 'ratechange']) media.addEventListener(type, () => media.heard.push(type));
  });
  await seek(end - 0.2);
  await play();
  await at(end);
  assert.equal((await player.state()).paused, false, 'the element plays on');
  await seek(1);
  await until('it moves again', async () => {
    const { time, paused } = await player.state();
    return !paused && time > 1 && time < end;
  });
  await seek(9.9);
  await until('the element ends', () => audio.evaluate((/** @type {HTMLMediaElement} */ media) => media.ended));
  await until('the player ends with it', async () => (await player.state()).paused);
  assert.deepEqual(await audio.evaluate((/** @type {any} */ media) => media.heard), ['seeking', 'seeking', 'seeking', 'pause']);
});

follows('sync-offset is the second at which the motion begins', async (scene) => {
  const { player } = scene;
  const { seek, at, play, apart } = hands(scene);
  await player.run((element) => {
    element.syncOffset = 4;
  });
  await seek(5.5);
  await at(1.5);
  await seek(2);
  await at(0);
  await player.run((element) => {
    element.setAttribute('sync-offset', '-1');
  });
  await at((await player.state()).duration);
  await player.run((element) => {
    element.setAttribute('sync-offset', '1.5');
  });
  await at(0.5);
  await play();
  await until('the offset stays', async () => {
    const { moment, apart: off } = await apart(1.5);
    return moment > 2.3 && off < 0.05;
  });
});

follows('with loop the motion repeats for as long as the element lasts', async (scene) => {
  const { player } = scene;
  const { seek, at } = hands(scene);
  await player.run((element) => {
    element.loop = true;
    element.start = '1';
    element.end = '2';
  });
  await seek(0.5);
  await at(1);
  await seek(3.25);
  await at(1.25);
  await player.run((element) => {
    element.loopMode = 'pingpong';
  });
  await seek(2.25);
  await at(1.75);
  await player.run((element) => {
    element.loopMode = 'reverse';
  });
  await seek(1.25);
  await at(1.75);
});

follows('controls used on the player do not break the synchronisation', async (scene) => {
  const { player, page } = scene;
  const { seek, at, pause, play, apart } = hands(scene);
  await seek(0.75);
  await at(0.75);
  await player.run((element) => {
    void element.play().catch(() => {});
  });
  await player.isPaused();
  await framesLater(page, 4);
  await at(0.75);
  await play();
  await player.run((element) => {
    element.pause();
    element.currentTime = 2.5;
  });
  await until('it is back', async () => {
    const now = await apart();
    return !now.paused.some(Boolean) && now.apart < 0.05;
  });
  await pause();
});

follows('a removed element leaves the player paused; one that comes later leads it', async (scene) => {
  const { player, page } = scene;
  const { play, seek, at } = hands(scene);
  await play();
  await until('it plays', async () => !(await player.state()).paused);
  await page.evaluate(() => document.querySelector('audio')?.remove());
  await player.isPaused();
  await player.run((element) => {
    element.currentTime = 0.25;
  });
  await page.evaluate(() => document.body.append(Object.assign(document.createElement('audio'), { id: 'later', src: '/talk.wav' })));
  await player.run((element) => {
    element.sync = '#later';
  });
  await seek(2);
  await at(2);
  await page.evaluate(() => {
    const audio = document.querySelector('audio');
    if (audio) audio.id = 'talk';
  });
  await player.run((element) => {
    element.removeAttribute('sync');
  });
  await seek(1);
  await framesLater(page, 4);
  await at(2);
  await page.evaluate(() => {
    const first = /** @type {Element} */ (document.querySelector('#first'));
    first.setAttribute('sync', '#talk');
  });
  await at(1);
});

follows('back in the document the player follows again, but not while it is out', async (scene) => {
  const { player, page } = scene;
  const { seek, at, play } = hands(scene);
  await play();
  await until('it plays', async () => !(await player.state()).paused);
  const out = await page.evaluateHandle(() => {
    const first = /** @type {any} */ (document.querySelector('#first'));
    first.remove();
    return first;
  });
  await until('it is paused', () => out.evaluate((/** @type {any} */ element) => element.paused));
  assert.equal(await page.evaluate(() => document.querySelector('audio')?.paused), false);
  await page.evaluate((element) => document.querySelector('#second')?.before(element), out);
  await until('it plays again', async () => !(await player.state()).paused);
  await page.evaluate(() => document.querySelector('audio')?.pause());
  await seek(2.5);
  await at(2.5);
});

follows('a player can follow another one; two that name each other do not lock each other', async (scene) => {
  const { player, page } = scene;
  const { second, at } = hands(scene);
  await player.run((element) => {
    element.removeAttribute('sync');
  });
  await second.run((element) => {
    element.sync = '#first';
  });
  await player.run((element) => {
    element.currentTime = 1.5;
  });
  await at(1.5, second);
  await player.run((element) => {
    element.sync = '#second';
  });
  await player.start();
  await until('both play', async () => !(await second.state()).paused);
  await until('both move', () =>
    page.evaluate(() => [...document.querySelectorAll('marey-player')].every((element) => /** @type {any} */ (element).currentTime > 1.6)),
  );
  await player.run((element) => {
    element.playbackRate = -1;
  });
  await until('the loop also ends backwards', async () => (await second.state()).rate === -1 && (await second.state()).time < 1.5);
  await player.run((element) => {
    element.playbackRate = 1;
    element.pause();
  });
  await second.isPaused();
});

follows('an invalid selector, and an element without a time, have no effect', async (scene) => {
  const { player, page } = scene;
  await player.run((element) => {
    element.currentTime = 0.5;
    element.sync = '#:(';
  });
  await framesLater(page, 4);
  await player.run((element) => {
    element.sync = 'body';
  });
  await framesLater(page, 4);
  const { time, paused } = await player.state();
  assert.deepEqual([time, paused], [0.5, true]);
});
