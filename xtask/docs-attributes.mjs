/** The reference's groups of attributes, with their values and an example of each group. */

/**
 * @typedef {object} Attribute
 * @property {string} takes its values, described; '' where `values` lists them
 * @property {Record<string, string>} [values] each word with its meaning, the default first
 * @property {string} [unset] the meaning of its absence, where no value has the same
 */

/** A boolean attribute of HTML. */
const SWITCH = { takes: 'nothing: it is on when it is there', unset: 'off' };
const ADDRESS = { takes: 'an address, relative to the page' };
const MOMENT = 'seconds (`12.5`), a time (`2:03`, `2m3s`) or a frame (`f120`)';

/** @type {{ title: string, about: string, example: { files: Record<string, string>, rest: string }, attributes: Record<string, Attribute> }[]} */
export const GROUPS = [
  {
    title: 'The clip',
    about: 'An Acclaim motion and its skeleton. Files of The Sims are given in the same way.',
    example: { files: { src: 'march.amc', skeleton: 'march.asf' }, rest: 'alt="A figure that marches"' },
    attributes: {
      src: ADDRESS,
      skeleton: ADDRESS,
      skin: ADDRESS,
      onto: { ...ADDRESS, unset: 'the motion plays on the body in its file' },
      behaviour: { takes: 'the name of one of the clip’s behaviours', unset: 'the first that moves' },
      poster: ADDRESS,
      alt: { takes: 'a text', unset: 'the player describes the clip' },
      loading: { takes: '', values: { lazy: 'reads when somebody comes near', eager: 'reads at once' } },
      preload: { takes: '', values: { auto: 'reads the whole clip', metadata: 'the same', none: 'reads nothing before `play()`' } },
      crossorigin: { takes: '', values: { anonymous: 'sends no cookies to other hosts', 'use-credentials': 'sends them' } },
    },
  },
  {
    title: 'Playing',
    about: 'One second of a walk, forth and back at half its speed.',
    example: { files: { src: 'walk.bvh' }, rest: 'loop loop-mode="pingpong" start="0.5" end="1.5" speed="0.5"' },
    attributes: {
      autoplay: SWITCH,
      loop: SWITCH,
      'loop-mode': {
        takes: '',
        values: { forward: 'from the start again', reverse: 'from the end to the start', pingpong: 'there and back' },
      },
      speed: { takes: 'a number, from 0.0625 to 16, negative for backwards', unset: '`1`' },
      start: { takes: MOMENT, unset: 'the first frame' },
      end: { takes: MOMENT, unset: 'the last frame' },
      interpolation: {
        takes: '',
        values: { linear: 'the way from one frame to the next', nearest: 'the nearer frame, as the file has it' },
      },
      sync: { takes: 'a CSS selector, for example `#talk`', unset: 'the player has its own time' },
      'sync-offset': { takes: 'a number of seconds', unset: '`0`' },
    },
  },
  {
    title: 'The whole motion in one picture',
    about: 'A chronophotograph of seven figures.',
    example: { files: { src: 'walk.bvh' }, rest: 'moments="7" moments-spacing="distance"' },
    attributes: {
      moments: { takes: 'a number of figures, at most 100; or their seconds, with spaces or commas between them', unset: '`0`' },
      'moments-spacing': {
        takes: '',
        values: {
          time: 'at equal times',
          distance: 'at equal distances along the path',
          contacts: 'where a foot comes down on the ground, as many as there are at most',
        },
      },
      'moments-tint': {
        takes: '',
        values: { fade: 'from faint to the figure’s own colours', viridis: 'by the colours of viridis', none: 'all alike' },
      },
    },
  },
  {
    title: 'Ghosts and trails',
    about: 'Two figures from a moment ago and two from the moment to come, with the ways of the joints that travel farthest.',
    example: { files: { src: 'walk.bvh' }, rest: 'ghosts="2" ghost-step="0.2" trails' },
    attributes: {
      ghosts: { takes: 'a number of ghosts before and after the figure, or one number for each, at most 12', unset: 'no ghosts' },
      'ghost-step': {
        takes:
          'seconds, frames (`5f`), `keys` for a motion whose frames have their own times, or `contacts` for the moments when a foot comes down',
        unset: '`0.1`',
      },
      trails: {
        takes:
          'names of joints, as the file has them or in words, with commas between them; empty for the three ends of limbs that travel farthest',
        unset: 'no trails',
      },
      'trail-window': {
        takes: 'seconds before and after the current moment, or `all`',
        unset: 'as far as the ghosts reach, `0.8` without any',
      },
    },
  },
  {
    title: 'Measures',
    about: 'The angle of a knee, the distance of the feet, and the height of the head, drawn where they are.',
    example: {
      files: { src: 'walk.bvh' },
      rest: 'controls measures="angle:LeftUpLeg,LeftLeg,LeftFoot; distance:LeftFoot,RightFoot; height:Head"',
    },
    attributes: {
      measures: {
        takes:
          '`distance:A,B` (metres), `angle:A,B,C` (degrees at B), `vertical:A,B` (degrees between the direction from A to B and the vertical) or `height:A` (metres over the floor) of joints by their names, `mass` (height and speed of the centre of mass) or `steps` (length, width and cadence), with semicolons between them',
        unset: 'no measures',
      },
    },
  },
  {
    title: 'Marks and feet',
    about: 'When each foot is on the ground, an event and a span.',
    example: { files: { src: 'walk.bvh' }, rest: 'controls contacts marks="turn@1.2; two steps@2-3.1"' },
    attributes: {
      marks: {
        takes: 'marks with semicolons between them: a name, `@`, and the second of an event, or both seconds of a span',
        unset: 'no marks',
      },
      contacts: {
        takes:
          'a speed in metres a second and a height in metres, below which a foot is on the ground, with a comma between them; empty for 0.6 statures a second and 0.045 statures',
        unset: 'no lanes of feet',
      },
    },
  },
  {
    title: 'Curves',
    about: 'The bend of both knees and the height of a hand, above the timeline.',
    example: { files: { src: 'walk.bvh' }, rest: 'controls curves="LeftLeg:x RightLeg:x LeftHand:height"' },
    attributes: {
      curves: {
        takes:
          'names of joints, each with a colon and a word behind it, and spaces or commas between them; a word alone is about the selected joint. Words: `x`, `y`, `z` (rotations as the file has them), `rotation` (all three), `px`, `height`, `pz` (place in metres), `position` (all three), `speed`, `angular` (speed of turning), `acceleration`, `angle` (from the rest pose), `tx`, `ty`, `tz` (position channels of the file), `none`. Empty: the rotation of the selected joint',
        unset: 'no curves',
      },
    },
  },
  {
    title: 'How the file is meant',
    about: 'A file that says neither its unit nor its rate: both are told here.',
    example: { files: { src: 'walk.bvh' }, rest: 'unit="cm" up="y" fps="60"' },
    attributes: {
      fps: { takes: 'a number of frames a second', unset: 'the file’s' },
      unit: { takes: '`m`, `dm`, `cm`, `mm`, `in`, `cmu`, or a number of metres', unset: 'as the file says, or a guess' },
      up: { takes: '`x`, `y`, `z`, `-x`, `-y` or `-z`', unset: 'as the file says, or a guess' },
      joints: {
        takes:
          'of an array: `humanml3d`, `smpl`, `coco` or another [order of joints](/formats#arrays); `inferred`, `points`, or `rotations`',
        unset: 'told from the numbers',
      },
      'skip-reference': {
        takes: 'nothing: where it is there, the first frame of a BVH is left out if it is a T pose for reference',
        unset: 'off',
      },
      axes: {
        takes:
          'of an array: a letter for each axis, such as `FJ3` for frames, joints, coordinates; `N` clips, `B` bodies, `V` all values of a frame',
        unset: 'told from the shape and the numbers',
      },
      holds: {
        takes: 'of an array: `positions`, `axis-angles`, `6d`, `matrices` or `quaternions`',
        unset: 'told from the numbers',
      },
      ground: {
        takes: '',
        values: { auto: 'where the feet stand, as far as that is seen, else below the body', zero: 'at the file’s zero' },
      },
      positions: {
        takes: '',
        values: {
          auto: 'told from the motion',
          replace: 'a position is where the joint is',
          add: 'a position is added to the joint’s offset',
        },
      },
    },
  },
  {
    title: 'Camera',
    about: 'From the left, without perspective; the figure walks on the spot.',
    example: { files: { src: 'walk.bvh' }, rest: 'camera="left,ortho" in-place' },
    attributes: {
      camera: {
        takes:
          '`front`, `back`, `left`, `right`, `top` or `home`; `ortho` or `perspective`, alone or behind it; `yaw,pitch,distance,x,y,z` in degrees and metres; `view:` and the name of one of the file’s cameras',
        unset: '`home`',
      },
      follow: { takes: '', values: { auto: 'follows a figure that goes far', on: 'follows always', off: 'stays where it is' } },
      'in-place': SWITCH,
      gestures: { takes: '`all`', unset: 'the wheel and swipes scroll the page' },
    },
  },
  {
    title: 'Look',
    about: 'The page shows behind the figure, and left and right are told apart without colour.',
    example: { files: { src: 'dance.bvh' }, rest: 'transparent patterns' },
    attributes: {
      theme: { takes: '', values: { dark: 'dark', light: 'light', auto: 'as the page, also when it changes' } },
      transparent: SWITCH,
      patterns: SWITCH,
      width: { takes: 'a number of CSS pixels', unset: 'as wide as the column' },
      height: { takes: 'a number of CSS pixels', unset: '9/16 of the width' },
      renderer: {
        takes: '',
        values: {
          auto: 'the best that works',
          webgpu: 'the same',
          webgl: 'WebGL 2, else Canvas 2D',
          canvas: 'Canvas 2D',
          none: 'no picture: details alone',
        },
      },
    },
  },
  {
    title: 'Controls',
    about: 'A player with its bar, and a button that makes links to the page.',
    example: { files: { src: 'jump.bvh' }, rest: 'loop' },
    attributes: {
      controls: SWITCH,
      nohotkeys: SWITCH,
      share: { ...ADDRESS, unset: 'no share button' },
    },
  },
];
