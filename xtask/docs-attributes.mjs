/** The reference's groups of attributes, with an example of each. What is said of an attribute stands in the table of options. */

/** @type {{ title: string, about: string, example: { files: Record<string, string>, rest: string }, attributes: string[] }[]} */
export const GROUPS = [
  {
    title: 'The clip',
    about: 'An Acclaim motion and its skeleton. Files of The Sims are given in the same way.',
    example: { files: { src: 'march.amc', skeleton: 'march.asf' }, rest: 'alt="A figure that marches"' },
    attributes: ['src', 'skeleton', 'skin', 'onto', 'behaviour', 'poster', 'alt', 'loading', 'preload', 'crossorigin'],
  },
  {
    title: 'Playing',
    about: 'One second of a walk, forth and back at half its speed.',
    example: { files: { src: 'walk.bvh' }, rest: 'loop loop-mode="pingpong" start="0.5" end="1.5" speed="0.5"' },
    attributes: ['autoplay', 'loop', 'loop-mode', 'speed', 'start', 'end', 'interpolation', 'sync', 'sync-offset'],
  },
  {
    title: 'The whole motion in one picture',
    about: 'A chronophotograph of seven figures.',
    example: { files: { src: 'walk.bvh' }, rest: 'moments="7" moments-spacing="distance"' },
    attributes: ['moments', 'moments-spacing', 'moments-tint'],
  },
  {
    title: 'Ghosts and trails',
    about: 'Two figures from a moment ago and two from the moment to come, with the ways of the joints that travel farthest.',
    example: { files: { src: 'walk.bvh' }, rest: 'ghosts="2" ghost-step="0.2" trails' },
    attributes: ['ghosts', 'ghost-step', 'trails', 'trail-window'],
  },
  {
    title: 'Measures',
    about: 'The angle of a knee, the distance of the feet, and the height of the head, drawn where they are.',
    example: {
      files: { src: 'walk.bvh' },
      rest: 'controls measures="angle:LeftUpLeg,LeftLeg,LeftFoot; distance:LeftFoot,RightFoot; height:Head"',
    },
    attributes: ['measures'],
  },
  {
    title: 'Marks and feet',
    about: 'When each foot is on the ground, an event and a span.',
    example: { files: { src: 'walk.bvh' }, rest: 'controls contacts marks="turn@1.2; two steps@2-3.1"' },
    attributes: ['marks', 'contacts'],
  },
  {
    title: 'Curves',
    about: 'The bend of both knees and the height of a hand, above the timeline.',
    example: { files: { src: 'walk.bvh' }, rest: 'controls curves="LeftLeg:x RightLeg:x LeftHand:height"' },
    attributes: ['curves'],
  },
  {
    title: 'Gait and joint angles',
    about: 'Joint angles over the cycles of a walk, with the table of its numbers, above the timeline.',
    example: { files: { src: 'walk.bvh' }, rest: 'controls gait' },
    attributes: ['gait'],
  },
  {
    title: 'How the file is meant',
    about: 'A file that says neither its unit nor its rate: both are told here.',
    example: { files: { src: 'walk.bvh' }, rest: 'unit="cm" up="y" fps="60"' },
    attributes: ['fps', 'unit', 'up', 'joints', 'skip-reference', 'axes', 'holds', 'ground', 'positions'],
  },
  {
    title: 'Camera',
    about: 'From the left, without perspective; the figure walks on the spot.',
    example: { files: { src: 'walk.bvh' }, rest: 'camera="left,ortho" in-place' },
    attributes: ['camera', 'follow', 'in-place', 'gestures'],
  },
  {
    title: 'Look',
    about: 'The page shows behind the figure, and left and right are told apart without colour.',
    example: { files: { src: 'dance.bvh' }, rest: 'transparent patterns' },
    attributes: ['theme', 'transparent', 'look', 'patterns', 'width', 'height', 'renderer'],
  },
  {
    title: 'Controls',
    about: 'A player with its bar, and a button that makes links to the page.',
    example: { files: { src: 'jump.bvh' }, rest: 'loop' },
    attributes: ['controls', 'nohotkeys', 'share'],
  },
];
