/** Texts of the panels. */
import { angle, count, decimal, fixed, length, signed } from '../player/words/format.js';
import { local, words } from '../player/words/words.js';

export const P = words('panels', {
  faults: {
    dismiss: 'Dismiss',
    detail: 'Details',
    title: (/** @type {string} */ name) => `${name} can\u2019t be played`,
    nameJoints: 'Name its joints\u2026',
    figureTitle: (/** @type {string} */ name) => `No motion can be played on ${name}`,
    noGpuTitle: 'This browser can\u2019t draw the stage',
    noGpu: (/** @type {string} */ remedy) => `${remedy} The file\u2019s details can be read without a picture.`,
    remedies: {
      firefox: 'Firefox: in Settings, General, Performance, use hardware acceleration; in about:config webgl.disabled must be false.',
      chromium: 'Chrome and Edge: in Settings, System, use graphics acceleration; chrome://gpu tells what is switched off, and why.',
      safari: 'Safari: version 26 has WebGPU and older ones have WebGL, unless an extension or Lockdown Mode switches them off.',
      other: 'It needs WebGPU, WebGL 2 or Canvas 2D; an extension or a setting may have switched them off.',
    },
    gpuTitle: 'The picture stopped',
    crashedTitle: 'The browser\u2019s graphics process crashed',
    crashed: 'For now the browser does not start another one for this page.',
    keptUntilReload: 'The clip, the time and the camera are kept until the page is reloaded.',
    kept: 'The clip, the time and the camera are kept.',
    gpu: (/** @type {string} */ why) => `${why}${/[.!?]$/.test(why) ? '' : '.'}`,
    trapped: 'The player stopped on an error of its own, and again after a restart.',
    copyReport: 'Copy report',
    reportCopied: 'Report copied',
    copyLines: 'Copy lines',
    linesCopied: 'Lines copied',
    playerTitle: 'The player could not start',
    updatedTitle: 'The player was updated',
    needsSkeleton: (/** @type {string} */ name) => `${name} needs its skeleton`,
    dropSkeleton: (/** @type {string} */ skeleton) => `Drop ${skeleton} here, and it plays.`,
    openSkeleton: (/** @type {string} */ skeleton) => `Open ${skeleton}, and it plays.`,
    nameSkeleton: (/** @type {string} */ skeleton) => `Name ${skeleton} in the player\u2019s skeleton attribute.`,
    anySkeleton: 'its .asf file',
    isSkin: (/** @type {string} */ name) => `${name} is a skin`,
    dropWearer: 'Drop its skeleton (.asf) too, and the skin is shown.',
    needsKeys: (/** @type {string} */ name) => `${name} needs its keys`,
    isNormalized: (/** @type {string} */ name) => `${name} is normalized`,
    dropMeans: 'Drop the Mean.npy and the Std.npy of its data set too, and it plays.',
    isKeys: (/** @type {string} */ name) => `${name} holds only keys`,
    dropOwner: 'Drop their .cmx or .bcf and a skeleton too, and they play.',
    pictures: (/** @type {string} */ names, /** @type {number} */ n) =>
      n > 1
        ? `${names} are pictures: they are shown once the HAnim figure that wears them is open.`
        : `${names} is a picture: it is shown once the HAnim figure that wears it is open.`,
    moves: (/** @type {string} */ bones) => `It moves ${bones}.`,
    openIt: 'Open it',
    follow: 'Follow the redirect',
    openFrom: (/** @type {string} */ host) => `Open from ${host}`,
    openAnother: 'Open another skeleton',
    playedOn: (/** @type {string} */ file, /** @type {string} */ doubt) => `Played on ${file}; ${doubt}.`,
  },

  /** Hints for the page's author. */
  hints: {
    asked: 'Requested',
    writtenAs: (/** @type {string} */ written) => `written as ${written}`,
    became: (/** @type {string} */ written, /** @type {string} */ whole) =>
      written === whole ? `Requested ${whole}.` : `\u201c${written}\u201d became ${whole}.`,
    directory: (/** @type {string} */ folder, /** @type {string} */ perhaps) =>
      `Relative addresses begin at ${folder} on this page: perhaps it is ${perhaps}.`,
    noSlash: (/** @type {string} */ folder, /** @type {string} */ perhaps) =>
      `Relative addresses begin at ${folder}, since this page\u2019s address has no slash at its end: perhaps it is ${perhaps}.`,
    beginsAt: (/** @type {string} */ folder) => `Relative addresses begin at ${folder} on this page.`,
    frame: (/** @type {string} */ folder) =>
      `Relative addresses begin at ${folder} in this frame; the parameter base of its address changes that.`,
    base: (/** @type {string} */ href, /** @type {string} */ folder) =>
      `This page has <base href=\u201c${href}\u201d>, so that relative addresses begin at ${folder}.`,
    root: (/** @type {string} */ origin) =>
      `An address with a slash at the beginning is relative to ${origin}/. A site in a folder of its host needs that folder in the address.`,
    mixed: 'The page is https and the file is http: browsers do not fetch it. Use an https address.',
    disk: 'The page was opened from the disk (file://), and browsers do not let such a page read files. Open it through a web server, or pass the file to the player as srcObject.',
    raw: (/** @type {string} */ url) => `That is GitHub\u2019s page about the file. The file itself is at ${url}.`,
    sandbox: (/** @type {string} */ host) =>
      `This frame is sandboxed without allow-same-origin: for it, ${host} is another origin, which must send Access-Control-Allow-Origin.`,
  },

  pictures: {
    title: 'Textures',
    shown: (/** @type {string} */ name) => `${name}, shown`,
    missing: (/** @type {string} */ name) => `${name}: drop it together with the file to see it`,
    own: 'the picture in the file',
    broken: (/** @type {string} */ name) => `${name} cannot be shown as a picture`,
  },

  behaviours: {
    title: 'Behaviour',
    now: (/** @type {string} */ name) => `Behaviour: ${name}`,
    length: (/** @type {string} */ time) => `${time} s`,
  },

  cameras: {
    title: 'Cameras',
    now: (/** @type {string} */ name) => `Camera: ${name}`,
  },

  menu: {
    ofFrames: (/** @type {number} */ frames) => `of ${count(frames - 1)}`,
    view: 'View',
    views: { front: 'Front', back: 'Back', left: 'Left', right: 'Right', top: 'Top', home: 'Reset' },
    camera: 'Camera of the file',
    noCamera: 'None',
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
    unitCustom: 'Metres in one unit',
    positions: 'Position numbers',
    positionModes: { replace: 'place the joint', add: 'move it from its rest' },
    positionsWhy: 'Whether the numbers of positions say where a joint is, or how far it is from where it rests',
    /** Acclaim: how the `l` channels of bones are meant. */
    stretch: 'Lengths \u201cl\u201d',
    stretchModes: { replace: 'are the bone\u2019s length', add: 'are added to it' },
    floor: 'Floor',
    floors: { feet: 'At the feet', body: 'Below the body', zero: 'At zero' },
    overZero: (/** @type {number} */ metres) => `${length(Math.abs(metres))} ${metres < 0 ? 'below' : 'above'} the file\u2019s zero`,
    inFile: 'in the file',
    usual: 'usual',
    custom: 'Custom\u2026',
    more: 'More',
  },

  info: {
    format: 'Format',
    joints: 'Joints',
    drawnWith: 'Drawn with',
    simpler: {
      bones: 'simple bones',
      pixels: 'fewer pixels',
      rate: 'half as many pictures',
      moving: (/** @type {string} */ what) => `Simplified while it moves, to keep up: ${what}`,
      always: (/** @type {string} */ what, /** @type {string} */ still) =>
        `Simplified to keep up: ${what}${still && `; at rest: ${still}`}`,
    },
    jointCount: (/** @type {number} */ joints, /** @type {number} */ ends, /** @type {boolean} */ sites) =>
      ends ? `${count(joints)} + ${count(ends)} ${sites ? 'site' : 'end site'}${ends === 1 ? '' : 's'}` : count(joints),
    behaviours: 'Behaviours',
    frameCount: (/** @type {number} */ n) => `${count(n)} ${n === 1 ? 'frame' : 'frames'}`,
    keyCount: (/** @type {number} */ n) => `${count(n)} ${n === 1 ? 'key' : 'keys'}`,
    fps: (/** @type {string} */ fps) => `${fps} fps`,
    fpsAssumed: (/** @type {string} */ fps) => `${fps} fps, assumed`,
    skeleton: 'Skeleton',
    skin: 'Skin',
    unit: 'Length unit',
    axes: 'Axes',
    /** The Sims: left-handed files. */
    mirrored: 'file X negated, Y up',
    mirroredWhy:
      'Files of The Sims are left-handed: here X is negated and rotations are mirrored, so that left stays left. A unit is usually a third of a metre.',
    /** The unit in metres, with enough digits to calculate with. */
    lengths: (/** @type {string} */ factor, /** @type {number} */ metres) =>
      `\u00d7 ${factor} as the file states; one unit in the file = ${
        metres >= 1 ? `${decimal(metres, 3)} m` : metres >= 0.001 ? `${decimal(metres * 100, 3)} cm` : `${decimal(metres * 1000, 6)} mm`
      }`,
    masses: 'Masses',
    massCount: (/** @type {number} */ n) => (n === 1 ? '1 bone' : `${count(n)} bones`),
    massCentre: 'Centre of mass',
    point: (/** @type {ArrayLike<number>} */ point) => Array.from(point).map(signed).join(', '),
    duration: 'Length',
    seconds: (/** @type {string} */ time) => `${time} s`,
    stature: 'Stature',
    scaleUnknown: 'scale unknown',
    extent: 'Height',
    length,
    angle,
    tree: 'Joints',
    clip: 'Clip',
    left: 'left',
    right: 'right',
    channels: (/** @type {string} */ text) => text || 'no channels',
  },

  joint: {
    find: 'Find a joint',
    found: (/** @type {number} */ n, /** @type {number} */ all) => (n ? `${count(n)} of ${count(all)}` : 'none'),
    endSite: 'end site',
    site: 'site',
    rotation: (/** @type {boolean} */ world) => (world ? 'world rotation' : 'local rotation'),
    position: (/** @type {boolean} */ world) => (world ? 'world position' : 'local position'),
    toWorld: 'Show it in world space, in the file\u2019s axes',
    toLocal: 'Show it relative to the parent',
    order: (/** @type {string} */ axes) => axes,
    orderOf: 'The order of the angles, as in the channels',
    turned: (/** @type {number} */ degrees) => `\u2220 ${local(degrees.toFixed(1))}\u00b0`,
    ofTheBone: 'The total rotation angle. The angles are about the parent\u2019s axes; those in the file are about the bone\u2019s own.',
    length: (/** @type {number} */ n) => fixed(n, 3),
    metres: 'm',
  },

  /** The convention of the joints' names, and the programs that read such files. */
  rig: {
    title: 'Rig',
    programs: (/** @type {number} */ fit, /** @type {number} */ all) => `${count(fit)} of ${count(all)} programs take it as it is`,
    takes: 'takes it',
    stops: (/** @type {number} */ n) => `does not take it${n > 1 ? `, for ${count(n)} reasons` : ''}`,
    spoils: (/** @type {number} */ n) => `gets ${n === 1 ? 'something' : `${count(n)} things`} wrong`,
  },
  warnings: {
    title: (/** @type {number} */ n) => (n === 1 ? '1 warning' : `${count(n)} warnings`),
    cut: 'The file ends early. What is there plays.',
    place: (/** @type {string} */ file, /** @type {number | undefined} */ line) =>
      file ? `${file}${line ? `, line ${count(line)}` : ''}: ` : line ? `Line ${count(line)}: ` : '',
    /** Number of warnings with one cause, e.g. `525 rows`; `from` follows, then the message. */
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
    past: (/** @type {string} */ joint, /** @type {number} */ by, /** @type {string} */ sign) =>
      `${joint}, ${decimal(by >= 10 ? by : Number(by.toPrecision(by < 1 ? 1 : 2)), by >= 10 ? 0 : 6)}${sign} past its limit`,
    legend: 'Marks on the timeline',
    kinds: {
      limit: (/** @type {number} */ n) => `past a joint limit, ${count(n)}`,
      event: (/** @type {number} */ n) => `${n === 1 ? 'event' : 'events'}, ${count(n)}`,
    },
    frame: (/** @type {number} */ frame) => `frame ${count(frame)}`,
    tip: (/** @type {string} */ text, /** @type {number} */ more) => (more > 0 ? `${text} \u00b7 ${count(more)} more here` : text),
    value: (/** @type {number} */ n, /** @type {number} */ of, /** @type {string} */ text) => `${count(n)} of ${count(of)}: ${text}`,
    lane: (/** @type {boolean} */ limits, /** @type {boolean} */ events) =>
      limits && events ? 'Joint limits and events' : events ? 'Events' : 'Outside joint limits',
    title: (/** @type {number} */ limits, /** @type {number} */ events) =>
      [
        limits ? `${count(limits)} ${limits === 1 ? 'time' : 'times'} outside joint limits` : '',
        events ? `${count(events)} ${events === 1 ? 'event' : 'events'}` : '',
      ]
        .filter(Boolean)
        .join(', '),
    more: (/** @type {number} */ n) => `and ${count(n)} more`,
    noNext: 'No mark after this frame',
    noPrevious: 'No mark before this frame',
  },

  /** What visitors change, as steps that can be undone. Tools have their titles. */
  steps: {
    speed: 'speed',
    loop: 'loop',
    loopMode: 'loop',
    range: 'loop range',
    follow: 'camera that follows',
    inPlace: 'in place',
    interpolation: 'frames between keys',
    fps: 'frames a second',
    unit: 'unit',
    up: 'up axis',
    positions: 'positions',
    ground: 'floor',
    behaviour: 'behaviour',
    theme: 'theme',
    patterns: 'patterns',
    look: 'look of the figure',
    massCentre: 'centre of mass',
    skin: 'skin',
    segments: 'meshes',
    sites: 'sites',
    bones: 'bones',
    trails: 'trails',
    trailWindow: 'length of the trails',
    ghostStep: 'time between ghosts',
    ghostFade: 'faintness of the ghosts',
    fade: 'faintness of the figures',
    momentsSpacing: 'spacing of the figures',
    momentsTint: 'colours of the figures',
    readAs: 'reading of the array',
    onto: 'body of the motion',
    pairs: 'pairs of joints',
    clips: 'clips beside each other',
    offset: 'start of a clip',
    hidden: 'visible clips',
    solo: 'visible clips',
    side: 'side by side',
    alignment: 'alignment',
    kind: 'measure of the difference',
  },
  keys: [
    ['Space, K', 'play or pause'],
    ['\u2190 \u2192', 'one second'],
    [', .', 'one frame'],
    ['Home End', 'first, last frame'],
    ['0 \u2013 9', 'jump by tenths'],
    ['[ ]', 'loop from here, to here'],
    ['L, Shift + L', 'loop on or off, change how it loops'],
    ['< >', 'slower, faster'],
    ['Shift + arrows', 'turn the camera'],
    ['+ \u2212', 'zoom'],
    ['Z, Shift + Z', 'zoom the timeline in, out'],
    ['W', 'the whole clip on the timeline'],
    ['Number pad 1, 3, 7, 0', 'front, side, top, reset the view'],
    ['Number pad 5', 'orthographic or perspective'],
    ['B, Shift + B', 'next, previous behaviour'],
    ['N, Shift + N', 'next, previous mark or label; of compared clips, peak of the difference'],
  ],
  moreKeys: [
    ['Ctrl + Z, Shift + Ctrl + Z', 'undo, do again what was set, moved or removed'],
    ['Ctrl + K', 'find anything by words'],
    ['T', 'tools'],
    ['F6, Shift + F6', 'to the next, the previous part of the player'],
    ['I', 'details'],
    ['Shift + Enter', 'centre on a joint of the details'],
    ['F', 'full screen'],
    ['Esc', 'close a panel, stop reading'],
    ['?', 'these keys'],
  ],
  /** Only for pages with a list of clips. */
  pageKeys: [
    ['Page Up, Page Down', 'previous, next clip'],
    ['/', 'filter the list, search in the grid'],
    ['Arrows, Enter', 'move in the grid, play'],
    ['Space', 'choose clips in the grid to compare them'],
    ['Esc', 'back to the grid'],
  ],
  pointer: [
    ['Drag', 'turn'],
    ['Right drag, two fingers', 'move'],
    ['Wheel, pinch', 'zoom'],
    ['Double click a joint', 'centre on it, also in the details'],
    ['Wheel, pinch on the timeline', 'zoom it; sideways moves it, a double click shows all'],
  ],
});
