/** Buttons for the forms of a sample that comes in several. */
import { h, setAttr } from '../player/base/dom.js';
import { W } from './words.js';

/** @typedef {import('./entry.js').Entry} Entry */

/** For each sample, its forms. @type {Record<string, [label: string, title: string, file: string][]>} */
const FORMS = {
  'wave.x3d': [
    [W.keys, W.keysOf, 'wave.x3d'],
    [W.rows, W.rowsOf, 'wave-motion.x3d'],
  ],
  'human-loa2.x3d': [1, 2, 3, 4].map((level) => [`${level}`, W.level(level), `human-loa${level}.x3d`]),
};

/** Adds or updates a sample's buttons. @param {Element} line @param {Entry} entry @param {(entry: Entry) => void} choose */
export function showForms(line, entry, choose) {
  const group = line.querySelector('.forms') ?? createForms(entry, choose);
  for (const button of group.querySelectorAll('button')) {
    setAttr(button, 'aria-pressed', String(entry.source.url?.endsWith(`/${button.dataset.file}`)));
  }
  if (!group.parentNode) line.append(group);
}

/** @param {Entry} entry @param {(entry: Entry) => void} choose */
function createForms(entry, choose) {
  return h(
    'span',
    { class: 'forms', role: 'group', 'aria-label': entry.source.name },
    h('span', { class: 'of', 'aria-hidden': 'true' }, W.formsOf[entry.sample]),
    ...FORMS[entry.sample].map(([label, title, file]) =>
      h(
        'button',
        {
          type: 'button',
          title,
          'aria-label': title,
          'data-file': file,
          onclick: () => {
            entry.source = { ...entry.source, url: new URL(file, entry.source.url).href };
            choose(entry);
          },
        },
        label,
      ),
    ),
  );
}
