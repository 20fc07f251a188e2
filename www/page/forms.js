/** The choice among the forms of a sample that comes in several. */

/** For each form its button, what that means, and its file. @type {Record<string, [label: string, title: string, file: string][]>} */
const FORMS = {
  Wave: [['keys', 'keys of interpolators', 'wave.x3d'], ['rows', 'rows of HAnimMotion', 'wave-motion.x3d']],
  Human: [1, 2, 3, 4].map((level) => [`${level}`, `Level of articulation ${level}`, `human-loa${level}.x3d`]),
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
  group.append(...FORMS[entry.source.name].map(([label, title, file]) => {
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
