/**
 * The tools, a row each, in the order of their menu. A tool without a title is part of another one's. A tool's script is fetched when one of
 * its settings is on, or somebody asks for it.
 */
import { pageParts } from './controls/page-parts.js';
import { part } from './player/base/parts.js';
import { words } from './player/words/words.js';

/** Whether a file has a surface of its own. @param {import('./types.d.ts').ClipInfo | null} info */
const hasSkin = (info) => Boolean(info?.skinned || info?.segments);

/** @type {import('./player/element/rooms.js').Tool[]} */
export const TOOLS = [
  {
    name: 'compare',
    words: { title: 'Compare', about: 'Two clips over each other or side by side', keys: 'compare with another clip' },
    settings: [],
    called: ({ state }) => state.others.length,
    bar: true,
    offered: (session) => session.state.others.length || pageParts(session).clips,
    thumb: (session) => pageParts(session).clips?.several,
    press: ['v'],
    icon: 'compare',
    script: part(() => import('./tools/compare/index.js')),
  },
  {
    name: 'ghosts',
    words: { title: 'Ghosts and trails', about: 'Where the body was, and where it goes', keys: 'ghosts and trails' },
    settings: ['ghosts'],
    // The last one names the step that is undone.
    usual: { trails: [], ghosts: [3, 3] },
    key: 'g',
    icon: 'figures',
    moves: true,
    figures: true,
    script: part(() => import('./tools/ghosts/index.js')),
    strip: part(() => import('./tools/ghosts/strip.js')),
  },
  {
    name: 'trails',
    words: { ofJoint: 'Trail of', keys: 'trail of the selected joint, or of those that travel farthest' },
    settings: ['trails'],
    press: ['shift+t'],
    icon: 'figures',
    script: part(() => import('./tools/trails/index.js')),
  },
  {
    name: 'moments',
    words: { title: 'Chronophotograph', about: 'Many moments in one picture', keys: 'chronophotograph' },
    settings: ['moments'],
    usual: { moments: 11 },
    key: 'p',
    icon: 'moments',
    moves: true,
    figures: true,
    script: part(() => import('./tools/moments/index.js')),
    strip: part(() => import('./tools/moments/strip.js')),
  },
  {
    name: 'curves',
    words: {
      title: 'Curves',
      about: 'How a joint turns and moves over time',
      ofJoint: 'Curves of',
      keys: 'curves of the selected joint above the timeline',
    },
    settings: ['curves'],
    usual: { curves: '' },
    bar: true,
    key: 'c',
    icon: 'curves',
    moves: true,
    dock: true,
    script: part(() => import('./tools/curves/index.js')),
  },
  {
    name: 'gait',
    words: { title: 'Gait and joint angles', tab: 'Gait', about: 'Cycles and numbers of a walk', keys: 'gait and joint angles' },
    settings: ['gait'],
    usual: { gait: '' },
    bar: true,
    key: 'j',
    icon: 'gait',
    moves: true,
    dock: true,
    script: part(() => import('./tools/gait/index.js')),
  },
  {
    name: 'measures',
    words: { title: 'Measures', about: 'Angles, distances, heights, steps', keys: 'measures: distances, angles and heights' },
    settings: ['measures'],
    usual: { measures: '' },
    key: 'm',
    icon: 'ruler',
    script: part(() => import('./tools/measures/index.js')),
    strip: part(() => import('./tools/measures/strip.js')),
  },
  {
    name: 'labels',
    words: {},
    settings: [],
    called: ({ state }) => state.labels,
    bar: true,
    script: part(() => import('./tools/labels/index.js')),
  },
  {
    name: 'marks',
    words: { title: 'Marks and feet', about: 'Note moments; see when feet stand', keys: 'mark the current moment; with Shift a span' },
    settings: ['marks', 'contacts'],
    // Packed files may have own marks.
    called: ({ info }) => info?.notes.length,
    bar: true,
    press: ['e', 'shift+e'],
    icon: 'mark',
    moves: true,
    script: part(() => import('./tools/marks/index.js')),
    strip: part(() => import('./tools/marks/strip.js')),
  },
  {
    name: 'mend',
    words: { title: 'Mend', about: 'Trembling, gaps, sliding feet, loops', keys: 'mend the motion' },
    settings: [],
    inUse: ({ source }) => source?.mended,
    bar: true,
    press: ['r'],
    icon: 'mend',
    moves: true,
    script: part(() => import('./tools/mend/index.js')),
  },
  {
    name: 'body',
    words: {
      keys: 'bones, a body around them, or both',
      ofChoices: 'Shown as',
      choices: { bones: 'Bones', body: 'Body', both: 'Body with bones', generated: 'Generated body' },
    },
    settings: ['look'],
    choices: {
      option: 'look',
      now: ({ info, settings: { values } }) => (values.look === 'auto' ? (hasSkin(info) ? 'body' : 'bones') : values.look),
      offered: ({ info }, look) => look !== 'generated' || hasSkin(info),
    },
    press: ['s'],
    icon: 'bodies',
    script: part(() => import('./tools/body/index.js')),
  },
  {
    name: 'other-body',
    words: { title: 'On another body', about: 'The same motion on another figure', keys: 'the motion on another body' },
    settings: [],
    inUse: ({ source }) => source?.onto,
    press: ['o'],
    icon: 'bodies',
    moves: true,
    script: part(() => import('./panels/other-body.js')),
  },
];

for (const { name, words: own } of TOOLS) words(name, own);
