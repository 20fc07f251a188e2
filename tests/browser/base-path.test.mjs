// of: player, page
/** dist/ works below any path of any server. */
import assert from 'node:assert/strict';
import { scenes } from './support/scenes.mjs';
import { openPanel } from './support/hands.mjs';

const { scene, server } = await scenes({ server: { base: '/a/b/' } });

scene('the page works below /a/b/', { loads: '' }, async ({ player }) => {
  await player.plays();
  await player.isFramed();
  await openPanel(player, 'Settings');
  await player.find('.panel').waitFor();
  assert.deepEqual(
    server.requests.filter((path) => !path.startsWith('/a/b/')),
    [],
  );
});

scene(
  'so does the embedded player, with a clip named relative to it',
  { path: 'embed.html#url=samples/jump.bvh', loads: '' },
  async ({ player }) => assert.match((await player.state()).name, /jump/i),
);
