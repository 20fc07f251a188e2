// of: page, marey_mocap
/** The Sims' skeletons and animations dropped on the page. */
import assert from 'node:assert/strict';
import { anim, cfp, cmxSkeleton, cmxSkill, skel } from './support/sims.mjs';
import { stick } from './support/clips.mjs';
import { card, listReads } from './support/page.mjs';
import { scenes } from './support/scenes.mjs';

const { scene } = await scenes({ files: { '/before.bvh': stick() }, loads: 'before' });
const START = { path: '#url=/before.bvh' };

const SKELETON = { name: 'adult.skel', text: skel() };
const MOTION = { name: 'wave.anim', text: anim() };
const BONES = { name: 'bones.cmx', text: cmxSkeleton() };
const SKILL = { name: 'skill.cmx', text: cmxSkill() };
const KEYS = { name: 'wave-keys.cfp', text: cfp() };

scene('a skeleton is shown, and animations dropped on it play with their events as marks', { loads: '' }, async ({ player }) => {
  assert.equal((await player.opens('adult', SKELETON)).frames, 1);
  await player.isFramed();
  assert.match(await player.find('.library .hint').innerText(), /Drop its motions \(\.anim\)/);
  const { frames, duration } = await player.opens('wave', MOTION, { name: 'long.anim', text: anim({ frames: 91 }) });
  assert.deepEqual([frames, duration], [31, 1]);
  await player.plays();
  await listReads(player, 'adult.skel', 'wave 1 s', 'long 3 s');
  const [{ format, skeletonFile, marks, unit, up }] = await player.run((element) => element.clips);
  assert.deepEqual([format, skeletonFile, unit.from, up.from, up.axis], ['SKEL', 'adult.skel', 'format', 'format', 'y']);
  assert.deepEqual(
    marks.map(({ kind, at, text }) => [kind, at, text]),
    [['event', 16, 'footstep L']],
  );
  await player.find('.lane').waitFor();
});

scene('the left side is on the left', START, async ({ player }) => {
  await player.opens('adult', SKELETON);
  const joints = await player.run((element) => element.clips[0].joints.map(({ name, side }) => [name, side]));
  assert.deepEqual(
    joints.filter(([name]) => /_HAND/.test(name)),
    [
      ['L_HAND', 'left'],
      ['R_HAND', 'right'],
    ],
  );
});

scene('an animation alone names the bones it moves and asks for a skeleton; it plays when one comes', START, async ({ player }) => {
  await player.drop(MOTION);
  assert.match(await card(player), /wave\.anim needs its skeleton.*Drop its \.skel here, and it plays\. It moves R_ARM\./);
  assert.equal((await player.state()).name, 'before');
  assert.equal((await player.opens('wave', SKELETON)).frames, 31);
  await player.find('.card').waitFor({ state: 'detached' });
});

scene.deep('an animation of another skeleton names the one it plays on, and the bones that one lacks', START, async ({ player }) => {
  await player.opens('wag', SKELETON, { name: 'wag.anim', text: anim({ bones: ['R_ARM', 'TAIL_1', 'TAIL_2'] }) });
  await player.find('.title').getByRole('button', { name: 'Other skeleton' }).click();
  assert.match(await player.text('.notice'), /^Played on adult\.skel; 2 of the motion.s 3 bones are not in it\.\s+Open another skeleton$/);
  assert.match(await player.find('.panel .warnings').innerText(), /TAIL_1, TAIL_2/);
});

scene('a skeleton without the animation\u2019s bones is refused with their names', START, async ({ player }) => {
  await player.drop({ name: 'cat.skel', text: skel({ names: (name) => `CAT_${name}` }) }, MOTION);
  assert.match(await card(player), /cat\.skel, which has none of: R_ARM/);
  await player.opens('wave', SKELETON);
});

scene('a broken file is refused with the byte, and the previous clip stays', START, async ({ player }) => {
  for (const [file, message] of /** @type {const} */ ([
    [{ name: 'two.skel', text: skel({ version: 2 }) }, /expected version 1 of a skeleton, found 2/i],
    [{ name: 'cut.skel', text: skel().slice(0, -1) }, /^cut.skel can.t be played\s+The file ends too early: expected the rest of a bone/],
    [{ name: 'hero.skel', text: '\x1cmFk2bDk1aXrX0pQhd3Yz1lWVQjU\x073.8.99' }, /Spine, a 2D program/],
  ])) {
    await player.drop(file);
    assert.match(await card(player), message);
    assert.equal((await player.state()).name, 'before');
    await player.find('.card button').last().click();
  }
});

scene('The Sims 1: a skeleton, a skill and its keys, together or one after the other', START, async ({ player }) => {
  await player.drop(SKILL);
  await card(player);
  await player.drop(BONES);
  assert.match(await card(player), /skill\.cmx needs its keys Drop wave-keys\.cfp here/);
  assert.equal((await player.opens('skill', KEYS)).frames, 31);
  assert.equal(await player.run((element) => element.clips[0].skeletonFile), 'bones.cmx');
});

scene.deep('all files of The Sims 1 can be dropped at once', START, async ({ player }) => {
  await player.opens('skill', BONES, SKILL, KEYS);
});

scene('keys alone ask for their motion', START, async ({ player }) => {
  await player.drop(KEYS);
  assert.match(await card(player), /wave-keys\.cfp holds only keys/);
  await player.opens('adult', SKELETON);
  await player.opens('other', { name: 'other.bvh', text: stick() });
  await player.drop({ ...KEYS, name: 'more.cfp' });
  await player.find('.toast').getByText('more.cfp is kept for its motion', { exact: true }).waitFor();
});
