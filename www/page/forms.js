/** The choice among the forms of a sample that comes in several. */
import { W } from './words.js';

/** For each form its button, what that means, and its file. @type {Record<string, [label: string, title: string, file: string][]>} */
const FORMS = {
  'wave.x3d': [[W.keys, W.keysOf, 'wave.x3d'], [W.rows, W.rowsOf, 'wave-motion.x3d']],
  'human-loa2.x3d': [1, 2, 3, 4].map((level) => [`${level}`, W.level(level), `human-loa${level}.x3d`]),
};

/** Puts the choice into the sample's line, or brings it up to date. @param {import('./entry.js').Entry} entry */
export function offer(entry) {
  const group = entry.item.querySelector('.forms') ?? made(entry);
  for (const button of group.children) {
    button.setAttribute('aria-pressed', String(entry.source.url?.endsWith(`/${button.getAttribute('data-file')}`)));
  }
}

/** @param {import('./entry.js').Entry} entry */
function made(entry) {
  const group = document.createElement('span');
  group.className = 'forms';
  group.role = 'group';
  group.ariaLabel = entry.source.name;
  group.append(...FORMS[entry.sample].map(([label, title, file]) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.title = button.ariaLabel = title;
    button.dataset.file = file;
    button.textContent = label;
    button.addEventListener('click', () => {
      entry.source = { ...entry.source, url: new URL(file, entry.source.url).href };
      entry.on.choose(entry);
    });
    return button;
  }));
  entry.item.append(group);
  return group;
}
