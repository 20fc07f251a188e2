/** The panels' words. */
import { angle, count, decimal, length, signed } from '../player/format.js';
import { local, words } from '../player/words.js';

export const P = words('panels', {
  faults: {
    dismiss: 'Dismiss',
    detail: 'Details',
    title: (/** @type {string} */ name) => `${name} can\u2019t be played`,
    noGpuTitle: 'This browser can\u2019t draw the stage',
    gpuTitle: 'The picture stopped',
    crashedTitle: 'The browser\u2019s graphics process crashed',
    crashed: 'The browser gives this page no new one for now. The clip, the time and the camera are kept until the page is reloaded.',
    gpu: 'The graphics driver gave up. The clip, the time and the camera are kept.',
    playerTitle: 'The player could not start',
    updatedTitle: 'The player was updated',
    needsSkeleton: (/** @type {string} */ name) => `${name} needs its skeleton`,
    dropSkeleton: (/** @type {string} */ skeleton) => `Drop ${skeleton} here, and it plays.`,
    openSkeleton: (/** @type {string} */ skeleton) => `Open ${skeleton}, and it plays.`,
    nameSkeleton: (/** @type {string} */ skeleton) => `Name ${skeleton} in the player\u2019s skeleton attribute.`,
    anySkeleton: 'its .asf file',
    isSkin: (/** @type {string} */ name) => `${name} is a skin`,
    dropWearer: 'Drop its skeleton (.asf) too, and it is put on.',
    needsKeys: (/** @type {string} */ name) => `${name} needs its keys`,
    isKeys: (/** @type {string} */ name) => `${name} holds only keys`,
    dropOwner: 'Drop their .cmx or .bcf and a skeleton too, and they play.',
    moves: (/** @type {string} */ bones) => `It moves ${bones}.`,
    openIt: 'Open it',
    openFrom: (/** @type {string} */ host) => `Open from ${host}`,
    openAnother: 'Open another skeleton',
    playedOn: (/** @type {string} */ file, /** @type {string} */ doubt) => `Played on ${file}; ${doubt}.`,
  },

  pictures: {
    title: 'Textures',
    shown: (/** @type {string} */ name) => `${name}, shown`,
    missing: (/** @type {string} */ name) => `${name}: drop it beside the file to see it`,
    broken: (/** @type {string} */ name) => `${name} is no picture that can be shown`,
  },

  behaviours: {
    title: 'Behaviour',
    now: (/** @type {string} */ name) => `Behaviour: ${name}`,
    length: (/** @type {string} */ time) => `${time} s`,
  },

  menu: {
    view: 'View',
    views: { front: 'Front', back: 'Back', left: 'Left', right: 'Right', top: 'Top', home: 'Reset' },
    turn: 'Turn',
    turnLeft: 'Turn left',
    turnRight: 'Turn right',
    turnUp: 'Turn up',
    turnDown: 'Turn down',
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    follow: 'Follow the figure',
    inPlace: 'Hold in place',
    motion: 'Motion',
    interpolation: 'Between frames',
    linear: 'Smooth',
    nearest: 'Hold frames',
    fps: 'Frame rate',
    fpsFile: (/** @type {string} */ fps) => `${fps} (in the file)`,
    fpsAssumed: (/** @type {string} */ fps) => `${fps} (assumed)`,
    look: 'Look',
    theme: 'Theme',
    themes: { dark: 'Dark', light: 'Light', auto: 'As the page' },
    patterns: 'Mark left and right by pattern',
    skin: 'Skin',
    segments: 'Segments',
    sites: 'Sites',
    bones: 'Bones inside',
    massCentre: 'Centre of mass',
    file: 'File',
    unit: 'Unit',
    units: { m: 'm', cm: 'cm', mm: 'mm', in: 'inch', cmu: 'CMU: 1 unit = 5.644 cm', dm: 'dm' },
    unitNames: { m: 'm', cm: 'cm', mm: 'mm', in: 'inch', cmu: 'CMU unit', dm: 'dm' },
    unitCustom: 'Metres in one unit',
    up: 'Up axis',
    positions: 'Positions and offsets',
    positionModes: { replace: 'replace', add: 'add' },
    guessed: (/** @type {string} */ value) => `${value} (guessed)`,
    fromFile: (/** @type {string} */ value) => `${value} (in the file)`,
    usual: 'usual for the format',
    /** How sure a guess is, from not at all. */
    sure: ['scale unknown', 'unsure', 'likely', 'sure'],
    maybe: (/** @type {string} */ value) => `maybe ${value}`,
    custom: 'Custom\u2026',
    more: 'More',
  },

  info: {
    format: 'Format',
    joints: 'Joints',
    jointCount: (/** @type {number} */ joints, /** @type {number} */ ends, /** @type {boolean} */ sites) =>
      ends ? `${count(joints)} + ${count(ends)} ${sites ? 'sites' : 'end sites'}` : count(joints),
    behaviours: 'Behaviours',
    frames: 'Frames',
    keys: 'Keys',
    rate: 'Rate',
    fps: (/** @type {string} */ fps) => `${fps} fps`,
    fpsAssumed: (/** @type {string} */ fps) => `${fps} fps, assumed: the file carries none`,
    skeleton: 'Skeleton',
    skin: 'Skin',
    unit: 'Length unit',
    /** The unit in so many metres, exactly enough to reckon with. */
    lengths: (/** @type {string} */ factor, /** @type {number} */ metres) => `\u00d7 ${factor} as the file asks; one written unit = ${
      metres >= 1 ? `${decimal(metres, 3)} m` : metres >= 0.001 ? `${decimal(metres * 100, 3)} cm` : `${decimal(metres * 1000, 6)} mm`}`,
    masses: 'Masses',
    massCount: (/** @type {number} */ n) => (n === 1 ? '1 bone' : `${count(n)} bones`),
    massCentre: 'Centre of mass',
    point: (/** @type {ArrayLike<number>} */ point) => Array.from(point).map(signed).join(', '),
    duration: 'Length',
    seconds: (/** @type {string} */ time) => `${time} s`,
    stature: 'Stature',
    tall: (/** @type {string} */ length, /** @type {'legs' | 'arms' | 'hands'} */ from) => `about ${length}, from the ${from}`,
    scaleUnknown: 'scale unknown',
    extent: 'Height',
    length,
    angle,
    turned: (/** @type {number} */ degrees) => `\u2220 ${local(degrees.toFixed(1))}\u00b0`,
    tree: 'Joints',
    left: 'left',
    right: 'right',
    channels: (/** @type {string} */ text) => text || 'no channels',
  },

  warnings: {
    title: (/** @type {number} */ n) => (n === 1 ? '1 warning' : `${count(n)} warnings`),
    place: (/** @type {string} */ file, /** @type {number | undefined} */ line) =>
      (file ? `${file}${line ? `, line ${count(line)}` : ''}: ` : line ? `Line ${count(line)}: ` : ''),
    /** How many of one cause: `525 rows`, and what comes between that and what is wrong with them. */
    many: (/** @type {number} */ n, /** @type {string} */ noun) => `${count(n)} ${noun || 'times'}`,
    from: (/** @type {string} */ file, /** @type {number | undefined} */ line, /** @type {string} */ noun) => {
      const at = [file, line ? `line ${count(line)}` : ''].filter(Boolean).join(', ');
      return noun ? ` ${at && `from ${at} on `}` : `${at && `, first in ${at}`}: `;
    },
    alsoIn: (/** @type {number[]} */ lines, /** @type {number} */ more) =>
      `Also in ${lines.length > 1 || more ? 'lines' : 'line'} ${lines.map(count).join(', ')}${more ? ` and ${count(more)} more` : ''}`,
    dropped: (/** @type {number} */ n) => `and ${count(n)} more like these`,
  },

  marks: {
    what: (/** @type {string} */ joint, /** @type {string} */ text) => (joint ? `${joint} ${text}` : text),
    frame: (/** @type {number} */ frame) => `frame ${count(frame)}`,
    tip: (/** @type {string} */ text, /** @type {number} */ more) => (more > 0 ? `${text} \u00b7 ${count(more)} more here` : text),
    value: (/** @type {number} */ n, /** @type {number} */ of, /** @type {string} */ text) => `${count(n)} of ${count(of)}: ${text}`,
    lane: (/** @type {boolean} */ limits, /** @type {boolean} */ events) =>
      (limits && events ? 'Joint limits and events' : events ? 'Events' : 'Outside joint limits'),
    title: (/** @type {number} */ limits, /** @type {number} */ events) => [
      limits ? `${count(limits)} ${limits === 1 ? 'time' : 'times'} outside joint limits` : '',
      events ? `${count(events)} ${events === 1 ? 'event' : 'events'}` : '',
    ].filter(Boolean).join(', '),
    more: (/** @type {number} */ n) => `and ${count(n)} more`,
    noNext: 'No mark after this frame',
    noPrevious: 'No mark before this frame',
  },

  shareBox: {
    link: 'Link',
    fromHere: (/** @type {string} */ time) => `Start at ${time} s`,
    copy: 'Copy link',
    embed: 'Embed code',
    copyEmbed: 'Copy code',
    local: 'This clip is a file on your device, and only clips with a web address can be linked yet. '
      + 'Put the file on a web server, open it here with #url=its-address, then share.',
  },

  keys: [
    ['Space, K', 'play or pause'],
    ['\u2190 \u2192', 'one second'],
    [', .', 'one frame'],
    ['Home End', 'first, last frame'],
    ['0 \u2013 9', 'jump by tenths'],
    ['[ ]', 'loop from here, to here'],
    ['L', 'loop on or off'],
    ['< >', 'slower, faster'],
    ['Shift + arrows', 'turn the camera'],
    ['+ \u2212', 'zoom'],
    ['Number pad 1, 3, 7, 0', 'front, side, top, reset the view'],
    ['B, Shift + B', 'next, previous behaviour'],
    ['N, Shift + N', 'next, previous mark'],
    ['I', 'details'],
    ['F', 'full screen'],
    ['?', 'these keys'],
  ],
  /** Where the page has a list of clips. */
  pageKeys: [
    ['Page Up, Page Down', 'previous, next clip'],
    ['/', 'filter the list'],
  ],
  pointer: [
    ['Drag', 'turn'],
    ['Right drag, two fingers', 'move'],
    ['Wheel, pinch', 'zoom'],
    ['Double click a joint', 'centre on it'],
  ],
});
