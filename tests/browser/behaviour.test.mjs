// of: panels, player, marey_hanim
/** A file with several behaviours: menu, key, attribute or link chooses the one that plays. */
import assert from 'node:assert/strict';
import { onlyDeep } from '../support/deep.mjs';
import { BEHAVIOURS, manyBehaviours, performer } from './support/behaviours.mjs';
import { difference } from './support/pixels.mjs';
import { destroyDevice, hookInstances } from './support/sabotage.mjs';
import { scenes, until } from './support/scenes.mjs';
import { linkIn, openSharing } from './support/sharing.mjs';
import { returnsAfter, isAsBefore, momentOf } from './support/survival.mjs';

const [wave, bow, hop] = BEHAVIOURS;
const still = { ...wave, name: 'StandTimer', values: '0 0 1 0 0 0 1 0 0 0 1 0 0 0 1 0' };
const timers = performer([still, { ...bow, name: 'BowTimer' }, { ...hop, name: 'Timer' }]);
const { scene, row, server } = await scenes({
  files: { '/performer.x3d': performer(), '/timers.x3d': timers, '/busy.x3d': manyBehaviours(40) },
});
const performing = server.page('/behaviour.html', '<marey-player controls behaviour="Wave" src="/performer.x3d"></marey-player>');

const plays = (/** @type {Player} */ player) =>
  player.run((element) => ({
    behaviour: element.behaviour,
    duration: element.duration,
    time: element.currentTime,
    paused: element.paused,
    keys: element.frameCount,
  }));

const performs = row({ path: performing }, async ({ player }) => {
  await player.run((element) => {
    element.pause();
    element.loop = false;
    element.setAttribute('behaviour', 'Wave');
    element.src = '/performer.x3d';
    // The address may be the same.
    element.load();
  });
  await player.loaded('performer');
  await player.settle();
});

performs('the behaviour asked for plays, the menu lists all, and a file with one has no menu', async ({ player }) => {
  assert.deepEqual(await player.run((element) => element.behaviours), ['Wave', 'Bow', 'Hop']);
  assert.deepEqual(await plays(player), { behaviour: 'Wave', duration: 2, time: 0, paused: true, keys: 4 });
  await player.button('Behaviour: Wave').waitFor();
  assert.match(await player.find('.meta').innerText(), /^4 keys \S 2\.00 s \S 3 behaviours$/);
  assert.equal(await player.find('.frame span').innerText(), 'key');
  await player.shows('/walker.bvh');
  assert.equal(await player.find('.behaviours').isVisible(), false);
  assert.match(await player.find('.meta').innerText(), /^90 frames \S 30 fps/);
  assert.equal(await player.find('.frame span').innerText(), 'frame');
});

scene('beside the menu of behaviours the time is whole, at any width', { path: performing, size: [900, 700] }, async ({ player, page }) => {
  await player.button('Behaviour: Wave').waitFor();
  for (const width of [650, 740, 800, 900, 1000]) {
    await page.setViewportSize({ width, height: 700 });
    await player.settle();
    const boxes = await player.run((element) => {
      const root = /** @type {ShadowRoot} */ (element.shadowRoot);
      const shown = [...root.querySelectorAll('.bar .now, .bar .frame, .bar .behaviours .pill, .bar .loop')];
      return shown.map((each) => each.getBoundingClientRect()).map(({ left, right }) => ({ left, right }));
    });
    const row = boxes.filter(({ left, right }) => right > left);
    // Time and menu at least.
    assert.ok(row.length >= 2, `${width}`);
    row.reduce((before, next) => {
      assert.ok(before.right <= next.left, `${width}: ${JSON.stringify(row)}`);
      return next;
    });
  }
});

performs('the details name three of many behaviours', async ({ player }) => {
  await player.shows('/busy.x3d');
  await player.details();
  await until('the details say so', async () =>
    /Behaviours\s+Step_1, Step_2, Step_3 and 37 more\s/.test(await player.find('.panel .facts').innerText()),
  );
  await player.closesPanel();
});

performs('a behaviour is chosen in the menu by mouse and by keyboard', async ({ player }) => {
  await player.button('Behaviour: Wave').click();
  assert.deepEqual(await player.find('.behaviours [role=menuitemradio]').allInnerTexts(), ['Wave\n2.00 s', 'Bow\n4.00 s', 'Hop\n1.00 s']);
  await player.find('.behaviours [role=menuitemradio] >> nth=1').click();
  assert.deepEqual(await plays(player), { behaviour: 'Bow', duration: 4, time: 0, paused: true, keys: 2 });
  await player.button('Behaviour: Bow').press('Enter');
  assert.equal(await player.find('.behaviours [aria-checked=true]').innerText(), 'Bow\n4.00 s');
  await player.press('End', 'ArrowDown', 'ArrowUp', 'Enter');
  assert.equal((await plays(player)).behaviour, 'Hop');
  await player.focus();
  for (const [key, behaviour] of [
    ['b', 'Wave'],
    ['Shift+B', 'Hop'],
    ['Shift+B', 'Bow'],
  ]) {
    await player.press(key);
    assert.equal((await plays(player)).behaviour, behaviour, key);
  }
});

performs('nothing of the previous behaviour is left on the figure', async ({ player }) => {
  await player.run((element) => {
    element.cameraState = '70,25,6,0.2,0.9,0.1';
  });
  await player.settle();
  const standing = await player.picture();
  await player.holdAt(2);
  assert.ok(difference(standing, await player.picture()) > 100, 'the arm is up');
  for (const name of ['Bow', 'Hop', 'Wave']) {
    await player.run((element, behaviour) => {
      element.behaviour = behaviour;
    }, name);
    await player.settle();
    assert.ok(difference(standing, await player.picture()) < 50, `${name} begins as the figure is written`);
    await player.holdAt(0.9);
  }
});

performs(
  'the attribute matches a behaviour exactly, else in any case, else the liveliest plays and a toast says so',
  async ({ player }) => {
    await player.run((element) => element.setAttribute('behaviour', 'Hop'));
    assert.equal((await plays(player)).behaviour, 'Hop');
    for (const [asked, played] of [
      ['bow', 'Bow'],
      ['Fly', 'Hop'],
    ]) {
      await player.run((element, name) => {
        element.behaviour = name;
      }, asked);
      assert.equal((await plays(player)).behaviour, played);
    }
    assert.equal(await player.find('.toast').innerText(), 'No behaviour Fly in this clip');
    await player.run((element) => {
      element.setAttribute('behaviour', 'Bow');
      element.setAttribute('end', '3');
      element.src = '/performer.x3d?again';
    });
    await until('the next clip begins with it', async () => (await plays(player)).duration === 4);
    assert.deepEqual(await player.run((element) => element.loopRange), [0, 3], 'the range is one of that behaviour');
    await player.run((element) => element.removeAttribute('end'));
  },
);

performs('changing the behaviour keeps playing or paused, resets range and rate, and fires events', async ({ player }) => {
  await player.run((element) => {
    element.loopRange = [0.5, 1];
  });
  await player.record('behaviourchange', 'durationchange', 'play', 'pause', 'ended');
  await player.run((element) => {
    element.addEventListener(
      'behaviourchange',
      (event) => {
        /** @type {any} */ (globalThis).change = /** @type {CustomEvent} */ (event).detail;
      },
      { once: true },
    );
    element.behaviour = 'Bow';
  });
  assert.deepEqual(await player.events(), ['behaviourchange', 'durationchange']);
  assert.deepEqual(await player.run(() => /** @type {any} */ (globalThis).change), { index: 1, name: 'Bow' });
  assert.equal(await player.run((element) => element.loopRange), null);
  await player.run((element) => {
    element.loop = true;
    return element.play();
  });
  await player.plays();
  await player.run((element) => {
    element.behaviour = 'Wave';
  });
  await player.plays();
  assert.deepEqual(await plays(player).then(({ behaviour, paused }) => [behaviour, paused]), ['Wave', false]);
});

performs('the view stays marked when the behaviour changes, until another clip comes', async ({ player }) => {
  // A small player hides the views.
  const front = player.find('.viewpoints button').filter({ hasText: 'Front' });
  await player.run((element) => {
    element.cameraState = 'front';
  });
  await player.settle();
  assert.equal(await front.getAttribute('aria-pressed'), 'true');
  await player.run((element) => {
    element.behaviour = 'Bow';
  });
  await player.settle();
  assert.equal(await front.getAttribute('aria-pressed'), 'true');
  await player.shows('/walker.bvh');
  await until('it is marked no more', async () => (await front.getAttribute('aria-pressed')) === 'false');
});

performs('steps go from key to key, also over a jump, and the ticks are at the keys', async ({ page: tab, player }) => {
  await player.run((element) => {
    element.behaviour = 'Hop';
  });
  await player.focus();
  const walk = async (/** @type {string} */ key) => {
    const seen = [];
    for (let n = 0; n < 4; n += 1) {
      await player.press(key);
      seen.push(Number((await player.state()).time.toFixed(3)));
    }
    return seen;
  };
  assert.deepEqual(await walk('.'), [0.4, 0.6, 1, 1]);
  assert.deepEqual(await walk(','), [0.6, 0.4, 0, 0]);
  // The bar may still be changing its width.
  await until('the ticks are at the keys', async () => {
    const width = await player.find('.timeline').evaluate((ticks) => ticks.clientWidth);
    const ticks = [...((await player.find('.ticks .minor').getAttribute('d')) ?? '').matchAll(/M([\d.]+) /g)].map(([, x]) => Number(x));
    return `${ticks}` === `${[0, 0.4, 0.6, 1].map((part) => Math.round(part * (width - 1)) + 0.5)}`;
  });
  await player.run((element) => element.seekToFrame(3));
  assert.equal(Number((await player.state()).time.toFixed(3)), 0.6);
  const { x, y, width, height } = await player.box('.scrub');
  await tab.mouse.click(x + width * 0.8, y + height / 2);
  const { time } = await player.state();
  assert.ok(time > 0.7 && time < 0.9, `${time}`);
  await player.run((element) => element.setAttribute('fps', '5'));
  assert.equal((await player.state()).duration, 1, 'keys have no rate');
  await player.run((element) => element.removeAttribute('fps'));
});

scene(
  'a link names the behaviour and restores it',
  { path: 'index.html#url=/performer.x3d&behaviour=Bow&t=1.5', loads: 'performer' },
  async ({ player }) => {
    const { behaviour, time } = await plays(player);
    assert.ok(behaviour === 'Bow' && time >= 1.5, `${behaviour} at ${time}`);
    await player.run((element) => {
      element.pause();
      element.behaviour = 'Hop';
    });
    await openSharing(player);
    assert.match(await linkIn(player), /&behaviour=Hop(&|$)/);
    await player.find('[data-panel=share] [aria-label=Close]').click();
    await player.run((element) => {
      element.behaviour = 'Wave';
    });
    await openSharing(player);
    assert.match(await linkIn(player), /&behaviour=Wave(&|$)/, 'also where the link named none');
  },
);

performs('the behaviour that moves most plays, and names are shown without the suffix Timer', async ({ player }) => {
  await player.run((element) => element.removeAttribute('behaviour'));
  await player.shows('/timers.x3d');
  assert.deepEqual(await player.run((element) => element.behaviours), ['Stand', 'Bow', 'Timer']);
  // Hop moves all joints; Bow moves only those above the hips.
  assert.equal((await plays(player)).behaviour, 'Timer');
  assert.match(await player.find('.title').innerText(), /3 behaviours/);
  await player.run((element) => {
    element.setAttribute('behaviour', 'StandTimer');
    element.src = '/timers.x3d?again';
  });
  await until('a name with its Timer is found, too', async () => (await plays(player)).behaviour === 'Stand');
});

scene(
  'a lost device keeps the behaviour, the moment and the camera',
  { path: performing, gpu: 'webgpu', scripts: [hookInstances], loads: 'performer', skip: onlyDeep },
  async ({ page: tab, player }) => {
    // The area under the controls is measured again, now that there is a title.
    await player.run((element) => {
      element.controls = false;
      element.controls = true;
    });
    await player.run((element) => {
      element.behaviour = 'Bow';
      element.cameraState = '70,25,6,0.2,0.9,0.1';
    });
    await player.holdAt(2.5);
    const before = await momentOf(player);
    const played = await plays(player);
    await returnsAfter(player, () => destroyDevice(tab));
    await isAsBefore(player, before);
    assert.deepEqual(await plays(player), played);
  },
);

const crowded = server.page('/busy.html', '<marey-player controls src="/busy.x3d"></marey-player>');
scene(
  'with forty behaviours and a long name the menu stays in the picture, also on a phone',
  { path: crowded, size: [390, 780], touch: true, loads: 'busy' },
  async ({ page: tab, player }) => {
    for (const [width, height] of [
      [390, 780],
      [1280, 800],
    ]) {
      await tab.setViewportSize({ width, height });
      await player.run((element) => {
        element.behaviour = element.behaviours[3];
      });
      const opener = player.button(/^Behaviour: A_name/);
      await opener.click();
      const menu = await player.find('.behaviours .menu').boundingBox();
      const pill = await opener.boundingBox();
      assert.ok(menu && pill);
      for (const box of [menu, pill])
        assert.ok(box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height, JSON.stringify({ box, width }));
      assert.ok(pill.width <= 240 && pill.height >= 24, JSON.stringify(pill));
      await player.press('End');
      await until('the last is scrolled into view', () =>
        player
          .find('.behaviours [role=menuitemradio]')
          .last()
          .evaluate((item) => {
            const list = /** @type {Element} */ (item.parentElement).getBoundingClientRect();
            const at = item.getBoundingClientRect();
            return at.top >= list.top - 1 && at.bottom <= list.bottom + 1;
          }),
      );
      await player.press('Enter');
      assert.equal((await plays(player)).behaviour, 'Step_40');
    }
  },
);
