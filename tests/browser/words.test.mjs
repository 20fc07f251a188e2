// of: player, controls, panels
/** The words of another language, set by the page, and a page read from right to left. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tooFewFrames } from './support/clips.mjs';
import { openPanel } from './support/hands.mjs';
import { scenes, until } from './support/scenes.mjs';
import { V } from '../../www/tools/compare/strings.js';
import { C } from '../../www/controls/strings.js';
import { V as L } from '../../www/tools/curves/strings.js';
import { V as A } from '../../www/tools/gait/strings.js';
import { K as O } from '../../www/tools/marks/strings.js';
import { M as D } from '../../www/tools/measures/strings.js';
import { J } from '../../www/tools/measures/strip-strings.js';
import { P as H } from '../../www/tools/ghosts/strip-strings.js';
import { P as I } from '../../www/tools/moments/strip-strings.js';
import { M } from '../../www/tools/moments/strings.js';
import { P } from '../../www/panels/strings.js';
import { REFUSALS } from '../../www/player/words/refusals.js';
import { S } from '../../www/player/words/strings.js';
import { F, Z } from '../../www/page/finds-words.js';
import { K } from '../../www/page/keep-words.js';
import { N } from '../../www/page/first-words.js';
import { B } from '../../www/page/row-words.js';
import { W } from '../../www/page/words.js';
import { F as Q } from '../../www/tools/mend/strings.js';
import { R } from '../../www/tools/retarget/strings.js';
import { X } from '../../www/share/strings.js';
import { T } from '../../www/tools/trails/strings.js';
import { G } from '../../www/wall/strings.js';

const { scene, server } = await scenes();

const MANY = ['X.link.tooLong', 'X.link.qrTooLong', 'X.link.qrLong', 'Z.entries', 'F.limited'];

/** All texts of the tables, with 1 for each number. @param {object} table @param {string} path @returns {Generator<[string, string]>} */
function* texts(table, path = '') {
  for (const [key, word] of Object.entries(table)) {
    const name = path ? `${path}.${key}` : key;
    if (typeof word === 'string') yield [name, word];
    else if (typeof word === 'function') {
      // A text that takes a list takes no number.
      try {
        yield [name, String(word(...Array(word.length).fill(1)))];
      } catch (error) {
        assert.ok(error instanceof TypeError);
      }
    } else if (word && typeof word === 'object') yield* texts(word, name);
  }
}

test('texts about one thing are in the singular, and no plural is in parentheses', () => {
  const wrong = [...texts({ S, REFUSALS, C, M, T, P, V, L, A, D, J, O, F, Z, K, N, W, B, R, X, G, H, I, Q })].filter(
    ([name, text]) =>
      !MANY.includes(name) &&
      (text.includes('(s)') ||
        /(^|[ (])1 (joint|frame|key|picture|moment|bone|file|warning|clip|behaviour|mark|time|event|turn|character)s\b/.test(text)),
  );
  assert.deepEqual(wrong, []);
});

const ARABIC = `{
  player: {
    play: 'تشغيل', settings: 'الإعدادات', seconds: 'ث', emptyStage: 'مسرح فارغ', keys: 'المسافة للتشغيل', speed: 'السرعة',
    meta: (frames, fps, duration) => frames + ' إطارًا · ' + duration + ' ث',
    pause: 7, toString: () => '', nonsense: 'x', grid: 'not a function', loops: { forward: 'تكرار' },
  },
  panels: { menu: { views: { front: 'أمام' } }, faults: { title: (name) => 'تعذر تشغيل ' + name } },
  page: { walk: 'مشي', clips: 'المقاطع', openFiles: 'افتحها' },
}`;
const GERMAN = `{ player: { play: 'Abspielen', stage: (name, joints, duration) => name + ': ' + joints + ' Gelenke, ' + duration + ' s' } }`;

/** A page whose script sets words once the element is defined. @param {string} name @param {string} words @param {string} html @param {string} body */
function page(name, words, html, body) {
  server.put(`/${name}.js`, {
    body: `import { MareyPlayer } from '/marey-player.js';\nMareyPlayer.setWords(${words});`,
    type: 'text/javascript',
  });
  const whole = `<!doctype html><html ${html}><head><meta charset="utf-8"><title>A page</title><script type="module" src="/${name}.js"></script></head><body>${body}</body></html>`;
  return server.put(`/${name}.html`, { body: whole, type: 'text/html; charset=utf-8' });
}

scene(
  'a page replaces words, also of parts that load later; the others stay',
  { path: page('arabic', ARABIC, 'lang="ar" dir="rtl"', '<marey-player controls></marey-player>') },
  async ({ player }) => {
    await until('the stage is described in Arabic', async () => (await player.find('.stage').getAttribute('aria-label')) === 'مسرح فارغ');
    assert.equal(await player.find('.root').getAttribute('lang'), 'ar');
    await player.shows('/walker.bvh');
    await player.find('.bar').getByRole('button', { name: 'تشغيل', exact: true }).waitFor();
    await player.button('More').click();
    await player.find('.panel').getByRole('tab', { name: 'الإعدادات' }).click();
    await player.find('.panel').getByRole('button', { name: 'أمام' }).click();
    await player.find('.panel').getByRole('button', { name: 'Back' }).waitFor();
    await player.closesPanel();
    assert.equal(await player.find('.stage').getAttribute('aria-description'), 'المسافة للتشغيل');
    assert.equal(await player.find('.scale').innerText(), '1 m');
    await player.find('.bar').getByRole('button', { name: 'تشغيل', exact: true }).click();
    await player.button('Pause').waitFor();
    await player.hotkey('l');
    await player.find('.toast').getByText('Loop: تكرار').waitFor();
  },
);

scene(
  'from right to left the layout is mirrored, time runs from left to right, and numbers keep their order',
  {
    path: page('rtl', ARABIC, 'lang="ar" dir="rtl"', '<marey-player controls src="/walker.bvh" speed="-1"></marey-player>'),
    size: [900, 560],
    loads: 'walker',
  },
  async ({ player }) => {
    await player.run((element) => {
      element.loopRange = [1, 2];
    });
    await player.holdAt(1.5);
    await openPanel(player, 'الإعدادات');
    await player.settle();
    const places = await player.run((element) => {
      const middle = (/** @type {string} */ selector) => {
        const { left, right } = /** @type {Element} */ (element.shadowRoot?.querySelector(selector)).getBoundingClientRect();
        return (left + right) / 2;
      };
      /** The positions of a text's characters, from left to right. @param {string} selector */
      const seen = (selector) => {
        const root = /** @type {Element} */ (element.shadowRoot?.querySelector(selector));
        const letters = [];
        const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
        for (let node = texts.nextNode(); node; node = texts.nextNode()) {
          for (let at = 0; at < (node.textContent?.length ?? 0); at += 1) {
            const range = document.createRange();
            range.setStart(node, at);
            range.setEnd(node, at + 1);
            letters.push({ letter: node.textContent?.[at] ?? '', x: range.getBoundingClientRect().x });
          }
        }
        return letters
          .sort((a, b) => a.x - b.x)
          .map(({ letter }) => letter)
          .join('');
      };
      const width = element.clientWidth;
      return {
        title: middle('.title') > width / 2,
        panel: middle('.panel') < width / 2,
        play: middle('.play') > width / 2,
        details: middle('.bar [data-panel="details"]') < width / 2,
        steps: middle('.step') < middle('.play'),
        handles: middle('.handle.in') < middle('.handle.out'),
        now: middle('.time .now') < middle('.time'),
        time: `${/** @type {HTMLInputElement} */ (element.shadowRoot?.querySelector('.time .now')).value}${seen('.time')}`,
        range: seen('.pill.range'),
        speed: seen('.speed .pill'),
      };
    });
    assert.deepEqual(places, {
      title: true,
      panel: true,
      play: true,
      details: true,
      steps: true,
      handles: true,
      now: true,
      time: '1.50 / 2.97 ث',
      range: '1.00 – 2.00',
      speed: '−1×',
    });
    const panel = await player.box('.panel');
    const { box } = await player.figure();
    assert.ok(box.left > panel.x + panel.width, `${box.left} beside ${JSON.stringify(panel)}`);
  },
);

scene(
  'numbers are formatted for the language of the nearest lang; an invalid one does no harm',
  {
    path: page(
      'german',
      GERMAN,
      'lang="en"',
      '<section lang="de"><marey-player controls src="/walker.bvh" fps="0.01"></marey-player></section>',
    ),
    loads: 'walker',
  },
  async ({ player }) => {
    assert.match(await player.find('.total').innerText(), /2:28:20,00/);
    assert.equal(await player.find('.root').getAttribute('lang'), 'de');
    assert.equal(await player.run((element) => element.duration), 8900);
    await player.page.goto(page('odd', GERMAN, 'lang="no such language"', '<marey-player controls src="/walker.bvh"></marey-player>'));
    await player.loaded('walker');
    assert.match(await player.find('.total').innerText(), /2\.97/);
  },
);

const french = server.put('/french.html', {
  body: '<!doctype html><html lang="fr"><title>Une page</title><script type="module" src="/marey-player.js"></script><marey-player controls src="/walker.bvh"></marey-player>',
  type: 'text/html',
});
scene('without other words the player is English and declares it', { path: french, loads: 'walker' }, async ({ player }) => {
  assert.equal(await player.find('.root').getAttribute('lang'), 'en');
  assert.match(await player.find('.total').innerText(), /2\.97 s/);
});

scene(
  'the page\u2019s own words can be replaced by a script that waits for the element',
  {
    scripts: [
      () => {
        customElements.whenDefined('marey-player').then((element) =>
          /** @type {any} */ (element).setWords({
            page: { walk: 'Gehen', openFiles: 'Hier öffnen', sentence: 'Spielt Bewegungen.', dance: 'Tanzen' },
          }),
        );
      },
    ],
    loads: 'Tanzen',
  },
  async ({ player }) => {
    await player.button('Hier öffnen').waitFor();
    assert.match((await player.list())[3], /^Gehen\b/);
    await player.find('.welcome').getByText('Spielt Bewegungen.').waitFor();
  },
);

const LONG = `${'a-very-long-name-that-goes-on-'.repeat(8)}take`;
scene('file names stand by themselves on two lines at most, in the list on one', { size: [900, 640], loads: '' }, async ({ player }) => {
  await player.opens(LONG, { name: `${LONG}.bvh`, text: tooFewFrames() }, { name: `${LONG}-2.bvh`, text: 'no' });
  await player.find('.library .row[data-bad] .pick').click();
  await player.find('.card').waitFor();
  const names = await player.run(
    (element, long) =>
      [...element.querySelectorAll('bdi'), ...(element.shadowRoot?.querySelectorAll('bdi') ?? [])]
        .filter((each) => each.textContent?.startsWith(long) && each.checkVisibility())
        .map((each) => {
          const lines = each.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(each).lineHeight);
          return [each.closest('.card, .title, .pick')?.className.split(' ')[0], Math.min(3, Math.round(lines))];
        }),
    LONG,
  );
  assert.deepEqual(names.sort(), [
    ['card', 2],
    ['pick', 1],
    ['pick', 1],
    ['title', 2],
  ]);
  assert.match(await player.find('.card h2').innerText(), /can\u2019t be played$/);
});
