/** Texts of the share panel, for links, pictures, films and files. */
import { count, decimal, fixed } from '../player/words/format.js';
import { words } from '../player/words/words.js';
import { TILED_SIDE } from './fitting.js';

/** Two significant digits: 1.5, 12, 0.75. @param {number} mm */
const millimetres = (mm) => `${decimal(mm, mm >= 9.95 ? 0 : mm >= 0.95 ? 1 : 2)} mm`;

/** @param {number} characters */
const size = (characters) => `${fixed(characters / 1000, characters < 99_950 ? 1 : 0)} kB`;

export const X = words('share', {
  link: {
    what: 'What is shared',
    whole: 'Whole clip',
    range: (/** @type {string} */ from, /** @type {string} */ to) => `${from} \u2013 ${to} s`,
    rangeWord: 'Range',
    view: 'This view',
    at: (/** @type {string} */ time) => `Start at ${time} s`,
    paused: 'Paused',
    inside: 'Motion inside the link',
    stops: { tiny: 'Tiny', standard: 'Standard', faithful: 'Faithful' },
    between: 'Between',
    /** Below a stop: size, and mean error. */
    stop: (/** @type {number} */ characters, /** @type {number} */ mm) => `${size(characters)} \u00b7 ${millimetres(mm)}`,
    none: '\u2013',
    again: 'Try again',
    error: (/** @type {number} */ mean, /** @type {number} */ most) =>
      `off by ${millimetres(mean)} on average, ${millimetres(most)} at most`,
    /** For motion received in a link and shared unchanged. */
    stated: (/** @type {number} */ mean, /** @type {number} */ p99) =>
      `${millimetres(mean)} off on average, 99 % below ${millimetres(p99)}`,
    /** How much faster planted feet move than in the original. */
    slides: (/** @type {number} */ mm) => `Planted feet slide ${millimetres(mm)} a second more than in the original.`,
    repacked: 'This motion was packed before: that loss adds to this one.',
    packing: 'Packing the motion\u2026',
    link: 'Link',
    copy: 'Copy link',
    copied: 'Copied',
    linkCopied: 'Link copied',
    send: 'Send',
    places: {
      browsers: 'Browsers',
      mail: 'Mail',
      chats: 'Chats',
      most: 'Most chats',
      inChats: 'for most chats',
      inMail: 'for chats and some mail programs',
      inLinks: 'for a link: save it as a file',
    },
    tooLong: (/** @type {number} */ characters, /** @type {string} */ where) => `${count(characters)} characters: too long ${where}`,
    shorter: (/** @type {number} */ limit) => `where the limit is ${count(limit)}`,
    saveFile: 'Save as .marey file',
    fileNote: 'The whole clip, packed, for a mail or a web server. Drop it on this page to play it.',
    embed: 'Embed code',
    copyCode: 'Copy code',
    codeCopied: 'Embed code copied',
    kinds: {
      tag: { name: 'Tag', note: 'For pages that include the player\u2019s script.' },
      frame: { name: 'Frame', note: 'For any page. It needs no script.' },
      markdown: {
        name: 'Markdown',
        note: 'A link. On your own site the tag or the frame may work in Markdown, too; on GitHub and the like neither does.',
      },
      rest: { name: 'reST', note: 'For Sphinx and docutils where raw HTML is allowed.' },
      notebook: { name: 'Notebook', note: 'For a Jupyter cell.' },
    },
    qr: 'QR code',
    qrTiny: 'QR code of the tiny version: enlarge to scan.',
    qrLink: 'QR code of this link: enlarge to scan.',
    qrAddress: 'The motion is too long for a QR code. This is the short link, which names the file\u2019s address: enlarge to scan.',
    qrFits: (/** @type {number} */ mm) =>
      `QR code of the motion in the quality that fits, off by ${millimetres(mm)} on average: enlarge to scan.`,
    qrError: (/** @type {number} */ mm) => `off by ${millimetres(mm)}`,
    qrAbout: (/** @type {number} */ characters) => `tiny, ${size(characters)}`,
    qrTooLong: (/** @type {number} */ characters) =>
      `No QR code: the tiny version has ${count(characters)} characters, too many for phones to read. Choose a shorter range on the timeline.`,
    qrLong: (/** @type {number} */ characters) => `No QR code: the link has ${count(characters)} characters, too many for phones to read.`,
    qrWaits: 'The motion is being packed; the QR code follows.',
    exports: 'Pictures, films, files',
    sections: {
      picture: { title: 'Picture', kinds: 'PNG' },
      film: { title: 'Film', kinds: 'MP4 \u00b7 WebM \u00b7 GIF' },
      filmstrip: { title: 'Filmstrip', kinds: 'PNG \u00b7 SVG' },
      motion: { title: 'File', kinds: 'BVH \u00b7 GLB \u00b7 CSV \u2026' },
    },
    reveals: {
      packed:
        'The link holds motion, joint names and title: anyone who sees it can read them, and browsers keep it in their history. Nothing is uploaded.',
      address:
        'The link names the file\u2019s address and what is chosen here. Nothing is uploaded; the server of the file sees who opens it.',
    },
    mended: 'The file at its address is as it was. What was mended goes with the motion inside this link.',
    leftOut: (/** @type {string[]} */ what) => `Left out: ${what.join(', ')}.`,
    left: /** @type {Record<string, string>} */ ({
      skin: 'the skin',
      weights: 'its weights',
      masses: 'masses',
      notes: 'notes and marks of the file',
      'other-behaviours': 'the other behaviours',
      'long-names': 'the ends of long names',
    }),
    failed: (/** @type {string} */ why) => `The motion could not be packed: ${why}`,
  },

  tall: 'Full height',
  preview: 'Preview',
  size: 'Size',
  times: (/** @type {number} */ scale, /** @type {number} */ width, /** @type {number} */ height) =>
    `${scale}\u00d7, ${width} \u00d7 ${height}`,
  less: (/** @type {number} */ width, /** @type {number} */ height) =>
    `${width} \u00d7 ${height} pixels are too many: a picture has at most ${count(TILED_SIDE)} on a side, and is made as large as possible.`,
  theme: 'Theme',
  themes: { shown: 'As shown', dark: 'Dark', light: 'Light' },
  background: 'Background',
  grid: 'Lines on the ground',
  shadow: 'Shadow',
  save: (/** @type {string} */ kind) => `Save ${kind}`,
  onPaper: 'The SVG is for paper: seen from the side, with a scale bar, left limbs light and dashed, right limbs dark.',
  copyPicture: 'Copy picture',
  poster: 'Save as poster',
  posterLine: 'The line of HTML that shows it until the first picture',
  copyLine: 'Copy line',

  count: 'Figures',
  labels: 'Times below the figures',
  captions: 'Captions',
  shows: 'Shows',
  whole: (/** @type {string} */ seconds) => `the whole clip, ${seconds} s`,
  range: (/** @type {string} */ from, /** @type {string} */ to) => `${from} \u2013 ${to} s`,

  format: 'Format',
  formats: { mp4: 'MP4 (H.264)', webm: 'WebM', gif: 'GIF' },
  high: (/** @type {number} */ width, /** @type {number} */ height) => `${width} \u00d7 ${height}`,
  square: (/** @type {number} */ side) => `${side} \u00d7 ${side}, square`,
  fps: 'Frame rate',
  speed: 'Speed',
  filmAbout: (/** @type {string} */ size, /** @type {number} */ frames, /** @type {number} */ seconds) =>
    `${size} \u00b7 ${count(frames)} picture${frames === 1 ? '' : 's'} \u00b7 ${fixed(seconds, 1)} s`,
  turns: 'Turntable',
  turned: (/** @type {number} */ n) => (n === 0 ? 'No turn' : n === 1 ? '1 turn' : `${count(n)} turns`),
  saveFilm: 'Save film',
  cancel: 'Cancel',
  done: (/** @type {number} */ percent) => `${count(percent)} %`,
  filmDone: 'Progress of the film',
  noMp4: 'This browser cannot make an MP4 film of that size.',
  noFilms: 'This browser cannot make an MP4 or WebM film of that size: choose GIF.',

  motions: {
    bvh: 'BVH',
    glb: 'glTF, binary (.glb)',
    gltf: 'glTF, text (.gltf)',
    vrma: 'VRM animation (.vrma)',
    asf: 'Acclaim (.asf and .amc)',
    x3d: 'HAnim (.x3d)',
    csv: 'Table (.csv)',
    npz: 'NumPy arrays (.npz)',
    npy: 'NumPy positions (.npy)',
    skel: 'The Sims (.skel and .anim)',
  },
  motionNotes: {
    bvh: 'For Blender, MotionBuilder and most motion-capture programs.',
    glb: 'For Blender, three.js, Windows\u2019 viewer and game engines. In metres, with the figure as it is here, and its skin.',
    gltf: 'The same as readable text.',
    vrma: 'For figures of VRM: how their bones turn, and where the hips are.',
    asf: 'Two files: the skeleton and the motion.',
    x3d: 'All behaviours, and the skin where there is one.',
    csv: 'Position and rotation of each joint, one line a frame, for spreadsheets.',
    npz: 'For numpy.load: positions, rotations, names and parents.',
    npy: 'For numpy.load: the positions of all joints as one array.',
    skel: 'Two files of The Sims Online, at 30 frames a second.',
  },
  rig: 'For',
  /** By the names of `marey convert --as`. */
  rigs: {
    mixamo: 'Mixamo',
    lafan1: 'LAFAN1 (GMR)',
    cmu: 'CMU for MotionBuilder',
    smpl22: 'SMPL, 22 joints',
    humanml3d22: 'HumanML3D',
    vrm: 'VRM and Unity',
    unreal: 'Unreal Engine',
    'second-life': 'Second Life',
    nokov: 'Nokov (GMR)',
    soma: 'SOMA',
  },
  anyProgram: 'Any program',
  rigNote: 'With the names, tree, rest pose and rotation orders that it asks for. A figure with other joints is replaced by one of 1.75 m.',
  rigCommand: 'The same with the program:',
  asItIs: 'As it is',
  asAsked: 'As it asks',
  unit: 'Unit',
  up: 'Up axis',
  inPlace: 'In place',
  saveMotion: 'Save motion',
  /** How a written file differs from the clip. */
  otherwise: {
    rate: (/** @type {number} */ fps) => `Keys are unevenly spaced: written at ${count(fps)} fps.`,
    renamed: (/** @type {number} */ n, /** @type {string} */ from, /** @type {string} */ to) =>
      n === 1
        ? `So that more programs can read it, \u201c${from}\u201d is called ${to} in the file.`
        : `So that more programs can read it, ${count(n)} joints have other names in the file: \u201c${from}\u201d is ${to}.`,
    root: (/** @type {string} */ name) => `The joint ${name} was added above the roots.`,
  },
  notComplete: 'the clip is still being read',

  said: {
    cancelled: 'The film was cancelled',
    other: 'The film was cancelled: the player shows another clip',
    saved: (/** @type {string} */ name) => `Saved ${name}`,
    savedFilm: (/** @type {string} */ name, /** @type {number} */ bytes) =>
      `Saved ${name}, ${bytes < 999_500 ? `${count(Math.ceil(bytes / 1000))} kB` : `${fixed(bytes / 1e6, 1)} MB`}`,
    copied: 'Picture copied',
    lineCopied: 'Line copied',
    noCopy: 'This browser cannot copy pictures here. Save it instead.',
    failed: (/** @type {string} */ why) => `That did not work: ${why}`,
    /** The reason, if only the browser knows it. */
    browser: 'the browser refused it. The console has details.',
  },

  /** Below each figure of a filmstrip. */
  moment: (/** @type {number} */ seconds) => `${fixed(seconds, 2)} s`,
  /** Title of an SVG filmstrip. */
  strip: (/** @type {string} */ clip, /** @type {number} */ n) => `${clip}: ${count(n)} moment${n === 1 ? '' : 's'}`,
  stripAbout: (/** @type {string} */ from, /** @type {string} */ to) =>
    `From ${from} s to ${to} s, at equal intervals. Left limbs are light with a dashed outline, right limbs are dark.`,
});
