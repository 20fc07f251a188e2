/** The words of pictures, filmstrips, films and files. */
import { count, fixed } from '../player/format.js';
import { words } from '../player/words.js';

export const X = words('share', {
  size: 'Size',
  times: (/** @type {number} */ scale, /** @type {number} */ width, /** @type {number} */ height) => `${scale}\u00d7, ${width} \u00d7 ${height}`,
  less: (/** @type {number} */ width, /** @type {number} */ height) => `${width} \u00d7 ${height} would be more than can be drawn at once: it is drawn as large as that goes.`,
  theme: 'Theme',
  themes: { shown: 'As shown', dark: 'Dark', light: 'Light' },
  background: 'Background',
  grid: 'Lines on the ground',
  shadow: 'Shadow',
  save: (/** @type {string} */ kind) => `Save ${kind}`,
  copyPicture: 'Copy picture',
  poster: 'Save as poster',
  posterLine: 'The line that shows it until the first picture',
  copyLine: 'Copy line',

  count: 'Figures',
  labels: 'Times below them',
  shows: 'Shows',
  whole: (/** @type {string} */ seconds) => `the whole clip, ${seconds} s`,
  range: (/** @type {string} */ from, /** @type {string} */ to) => `${from} \u2013 ${to} s`,

  format: 'Format',
  formats: { mp4: 'MP4 (H.264)', webm: 'WebM', gif: 'GIF' },
  high: (/** @type {number} */ width, /** @type {number} */ height) => `${width} \u00d7 ${height}`,
  square: (/** @type {number} */ side) => `${side} \u00d7 ${side}, square`,
  fps: 'Frame rate',
  speed: 'Speed',
  turns: 'Turntable',
  turned: (/** @type {number} */ n) => (n === 0 ? 'Stands still' : n === 1 ? 'Goes round once' : `Goes round ${count(n)} times`),
  saveFilm: 'Save film',
  cancel: 'Cancel',
  done: (/** @type {number} */ percent) => `${count(percent)} %`,
  filmDone: 'How much of the film is done',
  noMp4: 'Films of that size are not to be had as MP4 here.',
  noFilms: 'Films of that size are not to be had as MP4 or WebM here: GIF is left.',

  motions: {
    bvh: 'BVH', glb: 'glTF, binary (.glb)', gltf: 'glTF, text (.gltf)', asf: 'Acclaim (.asf and .amc)', x3d: 'HAnim (.x3d)',
    csv: 'Table (.csv)', npz: 'NumPy arrays (.npz)', skel: 'The Sims (.skel and .anim)',
  },
  motionNotes: {
    bvh: 'For Blender, MotionBuilder and most programs of motion capture.',
    glb: 'For Blender, three.js, Windows\u2019 viewer and game engines. In metres, with a figure of bones.',
    gltf: 'The same as text that can be read.',
    asf: 'Two files: the skeleton and the motion.',
    x3d: 'All behaviours, and the skin where there is one.',
    csv: 'Where each joint is and how it is turned, one line a frame, for spreadsheets.',
    npz: 'For numpy.load: positions, rotations, names and parents.',
    skel: 'Two files of The Sims Online, at 30 frames a second.',
  },
  asItIs: 'As it is',
  unit: 'Unit',
  up: 'Up axis',
  inPlace: 'In place',
  saveMotion: 'Save motion',
  notComplete: 'the clip is still being read',

  said: {
    cancelled: 'The film was cancelled',
    other: 'The film was cancelled: the player shows something else',
    saved: (/** @type {string} */ name) => `Saved ${name}`,
    copied: 'Picture copied',
    lineCopied: 'Line copied',
    noCopy: 'This browser copies no pictures here. Save it instead.',
    failed: (/** @type {string} */ why) => `That did not work: ${why}`,
  },

  /** Below each figure of a filmstrip. */
  moment: (/** @type {number} */ seconds) => `${fixed(seconds, 2)} s`,
  /** What a filmstrip for print says of itself. */
  strip: (/** @type {string} */ clip, /** @type {number} */ n) => `${clip}: ${count(n)} moments`,
  stripAbout: (/** @type {string} */ from, /** @type {string} */ to) => `From ${from} s to ${to} s, at even distances. Left limbs are light with a broken outline, right limbs are dark.`,
});
