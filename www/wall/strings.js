/** Texts of the wall. */
import { count, decimal } from '../player/words/format.js';
import { words } from '../player/words/words.js';

export const G = words('wall', {
  label: 'Clips as a grid',
  count: (/** @type {number} */ n) => (n === 1 ? '1 clip' : `${count(n)} clips`),
  /** The length of all clips together. */
  total: (/** @type {number} */ seconds) => {
    const whole = Math.round(seconds);
    if (whole < 60) return `${whole} s`;
    const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)];
    return hours ? `${hours} h ${minutes} min` : `${minutes} min ${whole % 60} s`;
  },
  search: 'Search names',
  searchAll: 'Search names and labels',
  searchMany: (/** @type {number} */ n) => `Search ${count(n)} ${n === 1 ? 'clip' : 'clips'}`,
  sort: 'Sort by',
  sorts: { name: 'Name', length: 'Length', date: 'Date', joints: 'Joints', travel: 'Travel', movement: 'Movement', warnings: 'Warnings' },
  view: 'View',
  list: 'List',
  grid: 'Grid',
  open: 'Open',
  home: 'About Marey, and samples',
  chips: 'Show only',
  all: 'All',
  chip: (/** @type {string} */ name, /** @type {number} */ n) => `${name} ${count(n)}`,
  withWarnings: 'With warnings',
  duplicates: 'Duplicates',
  outliers: 'Outliers',
  unreadable: 'Unreadable',
  length: 'Length',
  lengths: { any: 'Any length', short: 'Under 2 s', medium: '2 to 10 s', long: '10 to 60 s', longest: 'Over a minute' },
  joints: 'Joints',
  jointCounts: { any: 'Any number', few: 'Up to 25', some: '26 to 60', many: 'More than 60' },
  rig: 'Rig',
  noRig: 'No known rig',
  folder: 'Folder',
  filters: 'Filter',
  before: 'Previous clip',
  after: 'Next clip',
  whole: 'Open',
  close: 'Close',
  nothing: 'There is no picture of it.',
  none: (/** @type {string} */ name) => (name ? `No clip is named \u201c${name}\u201d.` : 'No clip fits.'),
  noneSaid: (/** @type {string} */ text) => (text ? `No clip is named \u201c${text}\u201d, and no label has it.` : 'No clip fits.'),
  clear: 'Clear',
  seconds: (/** @type {number} */ n) => (decimal(n, 1) === '1' ? '1 second' : `${decimal(n, 1)} seconds`),
  warnings: (/** @type {number} */ n) => (n === 1 ? '1 warning' : `${count(n)} warnings`),
  playing: 'on the stage',
  chosenAs: (/** @type {string} */ letter) => `chosen as ${letter}`,
  choose: (/** @type {string} */ name) => `Choose ${name} to compare`,
  chosen: 'Chosen clips',
  another: 'Choose another to compare',
  compare: 'Compare',
  leave: 'Choose none',
  tooMany: 'Four clips can be compared at once.',
});
