// of: render, marey_hanim
/** A skin bends with its joints and is moved by displacers: the GPU agrees with a calculation by hand. */
import assert from 'node:assert/strict';
import { coloured } from './support/pixels.mjs';
import { scenes } from './support/scenes.mjs';

/**
 * A sleeve, 0.6 wide and 2 high, over a shoulder at 0 and an elbow at 1. The shoulder moves its lower end, the elbow its upper end, both
 * half of the middle. In `Bend` the elbow turns a quarter to the right; in `Grow` a displacer of the elbow widens the upper end by 0.6 on
 * each side.
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

const { row, server } = await scenes({ gpu: 'webgpu', files: { '/arm.x3d': SLEEVE }, loads: 'arm' });
const arm = row({
  path: server.page('/arm.html', '<marey-player controls src="/arm.x3d" camera="front"></marey-player>'),
  size: [900, 600],
  reducedMotion: true,
});

/** Width, height and area of the red in the picture, pixels. @param {Player} player @param {number} moment */
async function sleeve(player, moment) {
  await player.holdAt(moment);
  const {
    counts: { red },
    box,
  } = coloured(await player.picture(), (r, g, b) => (r > 70 && r > 2 * g && r > 2 * b ? 'red' : null), ['red']);
  return { wide: box.right - box.left + 1, high: box.bottom - box.top + 1, pixels: red };
}

/** @param {number} found @param {number} expected */
const near = (found, expected) => assert.ok(Math.abs(found / expected - 1) < 0.04, `${found}, expected ${expected}`);

arm('a skin bends between the joints that move it', async ({ player }) => {
  await player.run((element) => {
    element.behaviour = 'Bend';
  });
  const straight = await sleeve(player, 0);
  near(straight.wide / straight.high, 0.6 / 2);
  // The upper end goes from (-0.3, 2), (0.3, 2) to (1, 1.3), (1, 0.7), and the middle half way to (0, 1.3), (0, 0.7): to
  // (-0.15, 1.15), (0.15, 0.85).
  const bent = await sleeve(player, 1);
  near(bent.wide / bent.high, 1.3 / 1.3);
  near(bent.wide / straight.wide, 1.3 / 0.6);
  // Two quadrilaterals: (-0.3, 0), (0.3, 0), (0.15, 0.85), (-0.15, 1.15) and from there (1, 0.7), (1, 1.3).
  near(bent.pixels / straight.pixels, (0.45 + 0.45) / 1.2);
});

arm('a displacer moves the skin by its weight', async ({ player }) => {
  await player.run((element) => {
    element.behaviour = 'Grow';
  });
  for (const [moment, width] of [
    [0, 0.6],
    [0.5, 1.2],
    [1, 1.8],
  ]) {
    const { wide, high } = await sleeve(player, moment);
    near(wide / high, width / 2);
  }
});
