// of: marey_link, page, panels
/** Names in a link may contain anything: direction marks, tags, names of JavaScript, line breaks. They are shown as text and escaped in the share panel's codes. */
import assert from 'node:assert/strict';
import { linkOf, modules } from './support/modules.mjs';
import { openPanel } from './support/hands.mjs';
import { scenes, until } from './support/scenes.mjs';

const { scene, browser } = await scenes();
const made = await modules();

/** A link with a title of at most 64 bytes and a joint of each name. @param {string} title @param {string[]} names */
function link(title, names) {
  const [first, ...rest] = names;
  const joint = (/** @type {string} */ word, /** @type {string} */ name, /** @type {string} */ inside) =>
    `${word} ${name}\n{\nOFFSET 0 10 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n${inside}}\n`;
  const end = 'End Site\n{\nOFFSET 0 10 0\n}\n';
  const rows = Array.from({ length: 30 }, (_, frame) => `${frame} 0 0 `.repeat(names.length)).join('\n');
  const joints = joint('ROOT', first, rest.map((name) => joint('JOINT', name, end)).join(''));
  return linkOf(made, `${title}.bvh`, `HIERARCHY\n${joints}MOTION\nFrames: 30\nFrame Time: 0.1\n${rows}\n`, 5);
}

const TITLE = 'a"><img src=x onerror=hit=1>\n\n.. raw:: html\n\n]`\u202Egnp';
const NAMES = [
  'Hips',
  '<img/src=x/onerror=hit=1>',
  '\u202Egnp.exe\u2066',
  '__proto__',
  'constructor',
  `"><script>hit=1</script>`,
  'x'.repeat(900),
];

scene.deep(
  'hostile names are shown as they are, without effect',
  { path: `#clip=${link(TITLE, NAMES)}&paused=1`, size: [1280, 800], permissions: ['clipboard-read', 'clipboard-write'] },
  async ({ page, player }) => {
    await player.loaded(TITLE);
    const nothingCame = async () => {
      assert.equal(await page.evaluate(() => 'hit' in globalThis), false);
      const made = await player.run((element) =>
        [document, element.shadowRoot]
          .flatMap((root) => [...(root?.querySelectorAll('img, iframe, :not(head) > script:not([src])') ?? [])])
          .map(({ outerHTML }) => outerHTML),
      );
      assert.deepEqual(made, []);
    };
    assert.deepEqual(await player.run((element) => element.clips[0].joints.filter(({ endSite }) => !endSite).map(({ name }) => name)), [
      ...NAMES.slice(0, -1),
      'x'.repeat(64),
    ]);
    assert.equal(await page.title(), `${TITLE.replace(/\s+/g, ' ')} \u00b7 Marey`);
    for (const panel of ['Details', 'Settings', 'Share']) {
      await openPanel(player, panel);
      if (panel === 'Details') {
        for (const name of NAMES.slice(0, -1)) await until(name, async () => (await player.find('.panel').innerText()).includes(name));
      }
      await nothingCame();
      if (panel !== 'Share') await player.button('Close').click();
    }
    await until('the motion is packed', () => player.button('Copy link').isEnabled());

    const other = await browser.newPage();
    const code = async (/** @type {string} */ name) => {
      await player.root.getByRole('tab', { name }).click();
      await player.button('Copy code').click();
      return page.evaluate(() => navigator.clipboard.readText());
    };
    const comes = (/** @type {string} */ html) =>
      other.evaluate((text) => {
        document.body.innerHTML = text;
        return [...document.body.querySelectorAll('*')].map((element) =>
          [element.localName, ...element.getAttributeNames().filter((name) => /^on|^srcdoc$/.test(name))].join(' '),
        );
      }, html);
    assert.deepEqual(await comes(await code('Tag')), ['marey-player']);
    assert.deepEqual(await comes(await code('Frame')), ['iframe']);
    const rest = (await code('reST')).split('\n');
    assert.deepEqual([rest[0], rest[1], rest.length, rest[3]], ['.. raw:: html', '', 4, ''], rest.join('\n'));
    assert.deepEqual(await comes(rest[2]), ['iframe']);
    const markdown = await code('Markdown');
    assert.match(markdown, /^\[(?:[^\\[\]<>&`\n]|\\.)*\]\(<http[^<>\s]*>\)$/);
    assert.doesNotMatch(markdown, /[\u202a-\u202e\u2066-\u2069]/);
    await other.close();
  },
);
