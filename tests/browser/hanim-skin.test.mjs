/** A skin bends with its joints and is pushed by displacers: on the GPU as worked out by hand. */
import assert from 'node:assert/strict';
import { scenes } from './support/scenes.mjs';

/** @typedef {import('./support/player.mjs').Player} Player */

const { scene } = await scenes({ gpu: 'webgpu' });
/** @type {import('./support/scenes.mjs').Options} */
const STAGE = { size: [900, 600], reducedMotion: true };

/**
 * A sleeve, 0.6 wide and 2 high, over a shoulder at 0 and an elbow at 1. The shoulder pulls at its lower end, the elbow at
 * its upper, both alike at the middle. In `Bend` the elbow turns a quarter to the right, in `Grow` a displacer of the
 * elbow makes the upper end wider by 0.6 on each side.
 */
const SLEEVE = `<X3D version='4.0'><Scene><HAnimHumanoid name='arm'>
  <HAnimJoint containerField='skeleton' name='l_shoulder' skinCoordIndex='0 1 2 3' skinCoordWeight='1 1 0.5 0.5'>
    <HAnimJoint DEF='Elbow' name='l_elbow' center='0 1 0' skinCoordIndex='2 3 4 5' skinCoordWeight='0.5 0.5 1 1'>
      <HAnimDisplacer DEF='Wider' coordIndex='4 5' displacements='-0.6 0 0 0.6 0 0'/>
      <HAnimJoint name='l_wrist' center='0 2 0'/>
    </HAnimJoint>
  </HAnimJoint>
  <Coordinate DEF='Points' containerField='skinCoord' point='-0.3 0 0 0.3 0 0 -0.3 1 0 0.3 1 0 -0.3 2 0 0.3 2 0'/>
  <Shape containerField='skin'><Appearance><Material diffuseColor='0.9 0 0'/></Appearance>
    <IndexedFaceSet solid='false' coordIndex='0 1 3 2 -1 2 3 5 4 -1'><Coordinate USE='Points'/></IndexedFaceSet></Shape>
  </HAnimHumanoid>
  <TimeSensor DEF='Bend'/><OrientationInterpolator DEF='Turn' key='0 1' keyValue='0 0 1 0 0 0 1 -1.5707963'/>
  <TimeSensor DEF='Grow'/><ScalarInterpolator DEF='Push' key='0 1' keyValue='0 1'/>
  <ROUTE fromNode='Bend' fromField='fraction_changed' toNode='Turn' toField='set_fraction'/>
  <ROUTE fromNode='Turn' fromField='value_changed' toNode='Elbow' toField='rotation'/>
  <ROUTE fromNode='Grow' fromField='fraction_changed' toNode='Push' toField='set_fraction'/>
  <ROUTE fromNode='Push' fromField='value_changed' toNode='Wider' toField='weight'/></Scene></X3D>`;

/** How wide and how high what is red is in the picture, pixels, and how many of them there are. @param {Player} player */
async function sleeve(player) {
  const { data, width } = await player.picture();
  const box = { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity };
  let pixels = 0;
  for (let i = 0; i < data.length; i += 3) {
    if (!(data[i] > 70 && data[i] > 2 * data[i + 1] && data[i] > 2 * data[i + 2])) continue;
    const [x, y] = [(i / 3) % width, Math.floor(i / 3 / width)];
    pixels += 1;
    Object.assign(box, { left: Math.min(box.left, x), right: Math.max(box.right, x), top: Math.min(box.top, y), bottom: Math.max(box.bottom, y) });
  }
  return { wide: box.right - box.left + 1, high: box.bottom - box.top + 1, pixels };
}

/** @param {Player} player @param {string} behaviour */
async function drop(player, behaviour) {
  await player.drop({ name: 'arm.x3d', text: SLEEVE });
  await player.loaded('arm');
  await player.run((element, name) => { element.behaviour = name; element.setAttribute('camera', 'front'); }, behaviour);
}

/** @param {number} found @param {number} expected */
const near = (found, expected) => assert.ok(Math.abs(found / expected - 1) < 0.04, `${found}, expected ${expected}`);

scene('a skin bends between the joints that pull at it', STAGE, async ({ player }) => {
  await drop(player, 'Bend');
  await player.holdAt(0);
  const straight = await sleeve(player);
  near(straight.wide / straight.high, 0.6 / 2);
  await player.holdAt(1);
  // The upper end goes from (-0.3, 2), (0.3, 2) to (1, 1.3), (1, 0.7), and the middle half way to (0, 1.3), (0, 0.7): to
  // (-0.15, 1.15), (0.15, 0.85).
  const bent = await sleeve(player);
  near(bent.wide / bent.high, 1.3 / 1.3);
  near(bent.wide / straight.wide, 1.3 / 0.6);
  // Two quadrilaterals: (-0.3, 0), (0.3, 0), (0.15, 0.85), (-0.15, 1.15) and from there (1, 0.7), (1, 1.3).
  near(bent.pixels / straight.pixels, (0.45 + 0.45) / 1.2);
});

scene('a displacer pushes the skin as its weight says', STAGE, async ({ player }) => {
  await drop(player, 'Grow');
  for (const [moment, width] of [[0, 0.6], [0.5, 1.2], [1, 1.8]]) {
    await player.holdAt(moment);
    const { wide, high } = await sleeve(player);
    near(wide / high, width / 2);
  }
});
