/** The tools, a row each, in the order of their menu. A tool's script is fetched when one of its settings is on, or somebody asks for it. */
import { part } from './player/base/parts.js';
import { words } from './player/words/words.js';

/** @type {import('./player/element/rooms.js').Tool[]} */
export const TOOLS = [
  {
    name: 'ghosts',
    words: { title: 'Ghosts and trails', keys: 'ghosts and trails' },
    settings: ['ghosts'],
    key: 'g',
    icon: 'figures',
    moves: true,
    figures: true,
    script: part(() => import('./tools/ghosts/index.js')),
    strip: part(() => import('./tools/ghosts/strip.js')),
  },
  {
    name: 'trails',
    words: { keys: 'trail of the selected joint, or of those that travel farthest' },
    settings: ['trails'],
    press: ['t'],
    script: part(() => import('./tools/trails/index.js')),
  },
  {
    name: 'moments',
    words: { title: 'Chronophotograph' },
    settings: ['moments'],
    icon: 'figures',
    figures: true,
    script: part(() => import('./tools/moments/index.js')),
    strip: part(() => import('./tools/moments/strip.js')),
  },
  {
    name: 'measures',
    words: { title: 'Measures', keys: 'measures: distances, angles and heights' },
    settings: ['measures'],
    key: 'm',
    icon: 'ruler',
    script: part(() => import('./tools/measures/index.js')),
    strip: part(() => import('./tools/measures/strip.js')),
  },
  {
    name: 'marks',
    words: { title: 'Marks and feet', keys: 'mark the current moment; with Shift a span' },
    settings: ['marks', 'contacts'],
    // Packed files may have own marks.
    called: ({ info }) => info?.notes.length,
    bar: true,
    press: ['e', 'shift+e'],
    icon: 'mark',
    script: part(() => import('./tools/marks/index.js')),
    strip: part(() => import('./tools/marks/strip.js')),
  },
  {
    name: 'curves',
    words: { title: 'Curves', keys: 'curves of the selected joint above the timeline' },
    settings: ['curves'],
    bar: true,
    key: 'c',
    icon: 'curves',
    dock: true,
    script: part(() => import('./tools/curves/index.js')),
  },
  {
    name: 'compare',
    words: {},
    settings: [],
    called: ({ state }) => state.others.length,
    bar: true,
    script: part(() => import('./tools/compare/index.js')),
  },
];

for (const { name, words: own } of TOOLS) words(name, own);
