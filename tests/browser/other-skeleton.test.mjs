// of: page, panels, marey_mocap
/** A motion on a skeleton that may not be its own says so, and another one can be opened. */
import assert from 'node:assert/strict';
import { amc, asf } from './support/acclaim.mjs';
import { stick } from './support/clips.mjs';
import { card } from './support/page.mjs';
import { scenes, until } from './support/scenes.mjs';

const { scene } = await scenes({ files: { '/before.bvh': stick() }, loads: 'before' });
const START = { path: '#url=/before.bvh' };

scene('a motion on a skeleton that it does not name says so until the right one comes', START, async ({ player }) => {
  await player.opens('march', { name: 'march.amc', text: amc() }, { name: 'backflip.asf', text: asf() });
  const chip = player.find('.title').getByRole('button', { name: 'Other skeleton' });
  await chip.click();
  assert.match(await player.text('.notice'), /^Played on backflip\.asf; the file names marcher\.asf\.\s+Open another skeleton$/);
  await player.drop({ name: 'marcher.asf', text: asf() });
  await until('it is on its own skeleton', async () => (await player.run((element) => element.clips[0].skeletonFile)) === 'marcher.asf');
  await player.find('.notice').waitFor({ state: 'detached' });
  await chip.waitFor({ state: 'hidden' });
});

scene('the card for a motion of CMU asks for the skeleton by its subject\u2019s number', START, async ({ player }) => {
  await player.drop({ name: '07_01.amc', text: amc().replace('marcher.asf', 'C:\\\\takes\\\\Male1.ASF') });
  assert.match(
    await card(player),
    /07_01\.amc needs its skeleton\s+Drop 07\.asf here, and it plays\. For clips of CMU it has the subject.s number, and this one was recorded on Male1\.ASF\./,
  );
});
