// of: player, actors, marey_web, marey_link
/** What hosts and frameworks do with an element: addresses written anew, properties set early, calls before the data, narrow columns. */
import assert from 'node:assert/strict';
import { statue, walker } from './support/clips.mjs';
import { contracts } from './support/media.mjs';

const { scene, server } = await contracts({ '/again.bvh': walker(), '/pose.bvh': statue(1) });

// Narrow columns

const TABLE =
  '<table><tr><td>Walking</td><td id="cell"><marey-player src="/good.bvh"></marey-player></td></tr></table>' +
  '<div class="grid"><p>Walking</p><marey-player src="/good.bvh"></marey-player></div>' +
  '<div class="flex"><p>Walking</p><marey-player src="/good.bvh"></marey-player></div>' +
  '<div class="narrow"><marey-player src="/good.bvh"></marey-player></div>' +
  '<div class="free"><marey-player src="/good.bvh"></marey-player></div>';
const CSS =
  'table { width: 300px; table-layout: auto } td { padding: 0; width: 50% } .grid { display: grid; grid-template-columns: 1fr 1fr; width: 300px }' +
  '.flex { display: flex; width: 240px } .flex p { flex: none; width: 120px } .narrow { width: 90px } .free { float: left }';

scene(
  'a player in a narrow column is as narrow, and has a width where its content decides',
  {
    path: server.page('/narrow.html', TABLE, { css: CSS }),
  },
  async ({ page }) => {
    await page.evaluate(() => customElements.whenDefined('marey-player').then(() => {}));
    const widths = await page.evaluate(() =>
      [...document.querySelectorAll('table, marey-player')].map((each) => Math.round(each.getBoundingClientRect().width)),
    );
    assert.equal(widths[0], 300);
    assert.ok(widths[1] > 140 && widths[1] < 160, `in a cell ${widths[1]}`);
    assert.deepEqual(widths.slice(2), [150, 120, 90, 200]);
  },
);
