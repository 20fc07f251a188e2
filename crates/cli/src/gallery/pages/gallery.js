/**
 * Search, facets and playing cards of a gallery that `marey gallery` has written. The pages work without it. Texts of files are only
 * ever set as text.
 */

const HOVER_MS = 150;
const CARDS = 60;
const top = new URL('.', import.meta.url);
const still = matchMedia('(prefers-reduced-motion: reduce)');

// Cards play while the pointer or the focus is on them.

let timer = 0;
/** @type {{ card: Element, player: Element } | null} */
let playing = null;

/** @param {Element} card */
async function play(card) {
  const poster = card.querySelector('.poster');
  await import(new URL('player/marey-player.js', top).href);
  if (!poster || playing || !card.matches(':hover, :focus')) return;
  const player = document.createElement('marey-player');
  for (const [name, value] of [['src', card.getAttribute('data-motion') ?? ''], ['poster', card.querySelector('img')?.src ?? ''],
    ['theme', 'auto'], ['autoplay', ''], ['loop', ''], ['nohotkeys', ''], ['aria-hidden', 'true'], ['inert', '']]) player.setAttribute(name, value);
  poster.append(player);
  playing = { card, player };
}

/** @param {Event} event */
function enter(event) {
  const card = event.target instanceof Element ? event.target.closest('.card') : null;
  if (card === playing?.card) return;
  leave();
  if (!card?.hasAttribute('data-motion') || still.matches) return;
  timer = window.setTimeout(() => { play(card).catch(() => {}); }, HOVER_MS);
}

function leave() {
  clearTimeout(timer);
  playing?.player.remove();
  playing = null;
}

document.addEventListener('pointerover', (event) => { if (event.pointerType !== 'touch') enter(event); });
document.addEventListener('focusin', enter);
document.addEventListener('focusout', leave);
document.documentElement.addEventListener('pointerleave', leave);

// Search and facets.

/**
 * The columns of index.json.
 * @typedef {{ player: boolean, slug: string[], path: string[], format: string[], joints: number[], frames: number[], fps: number[], seconds: number[],
 *   travel: (number | null)[], moment: (number | null)[], packed: boolean[], warnings: number[] }} Table
 */

/** Facets: the name in the address, and the value of a row. @type {[name: string, value: (table: Table, row: number) => string][]} */
const FACETS = [
  ['folder', ({ path }, row) => path[row].includes('/') ? path[row].slice(0, path[row].lastIndexOf('/')) : ''],
  ['format', ({ format }, row) => format[row]],
  ['rate', ({ fps }, row) => (fps[row] ? `${Math.round(fps[row] * 10) / 10} fps` : '')],
  ['check', ({ warnings }, row) => (warnings[row] ? 'With warnings' : 'No warnings')],
];
/** Most values of a facet. */
const MOST_VALUES = 12;
/** @type {Record<string, (table: Table, a: number, b: number) => number>} */
const ORDERS = {
  long: ({ seconds }, a, b) => seconds[b] - seconds[a],
  short: ({ seconds }, a, b) => seconds[a] - seconds[b],
  travel: ({ travel }, a, b) => (travel[b] ?? -1) - (travel[a] ?? -1),
};

const form = /** @type {HTMLFormElement | null} */ (document.querySelector('form.search'));
const grid = document.querySelector('main > .grid');
const facets = document.querySelector('.facets');
const pages = document.querySelector('.pages');
const [found, range] = ['.found', '.range'].map((name) => document.querySelector(name));
/** What the page showed first. */
const before = { cards: grid ? [...grid.children] : [], found: found?.textContent ?? '', range: range?.textContent ?? '' };
/** @type {Promise<Table> | null} */
let table = null;
let shown = CARDS;

/** @returns {Promise<Table>} */
const load = () => (table ??= fetch(new URL('index.json', top)).then((answer) => /** @type {Promise<Table>} */ (answer.json())));

/** What is asked for. */
function wanted() {
  const address = new URLSearchParams(location.search);
  return { words: (address.get('q') ?? '').toLowerCase().split(/\s+/).filter(Boolean), sort: address.get('sort') ?? '',
    chosen: new Map(FACETS.map(([name]) => [name, address.getAll(name)])) };
}

/** @param {string} name @param {Record<string, string>} attributes @param {(Node | string)[]} children */
function make(name, attributes, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** The icon of a card's warnings. */
function warningIcon() {
  const [icon, path] = ['svg', 'path'].map((name) => document.createElementNS('http://www.w3.org/2000/svg', name));
  for (const [name, value] of [['class', 'icon'], ['viewBox', '0 0 16 16'], ['aria-hidden', 'true']]) icon.setAttribute(name, value);
  path.setAttribute('d', 'M8 2.4 14.2 13H1.8zM8 6.4v3.2M8 11.1v.6');
  icon.append(path);
  return icon;
}

/** @param {number} seconds */
const length = (seconds) => (seconds < 1 ? `${seconds.toFixed(2)} s` : seconds < 100 ? `${seconds.toFixed(1)} s` : `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`);

/** @param {Table} table @param {number} row */
function cardOf({ player, slug, path, frames, seconds, moment, packed, warnings }, row) {
  const file = path[row].slice(path[row].lastIndexOf('/') + 1);
  const poster = moment[row] === null ? make('span', { class: 'none' }, 'no picture')
    : make('img', { src: `clips/${slug[row]}/poster.svg`, alt: '', width: '360', height: '240', loading: 'lazy' });
  const mark = warnings[row] ? [make('span', { class: 'mark' }, warningIcon(), String(warnings[row]))] : [];
  const card = make('a', { class: 'card', href: `clips/${slug[row]}.html`, title: path[row] }, make('span', { class: 'poster' }, poster, ...mark),
    make('span', { class: 'line' }, make('span', { class: 'name' }, make('bdi', {}, file.replace(/\.[^.]*$/, ''))),
      make('span', { class: 'length' }, frames[row] > 1 ? length(seconds[row]) : 'still')));
  if (player && packed[row] && moment[row] !== null) card.setAttribute('data-motion', `clips/${slug[row]}/${slug[row]}.marey`);
  return make('li', {}, card);
}

/** @param {Table} table */
function showFacets(table, /** @type {ReturnType<typeof wanted>} */ { words, chosen }) {
  const rows = table.slug.map((_, row) => row).filter((row) => hasWords(table, row, words));
  facets?.replaceChildren();
  for (const [name, value] of FACETS) {
    // The counts follow the other facets.
    const others = rows.filter((row) => FACETS.every(([other, of]) => other === name || fits(chosen.get(other), of(table, row))));
    /** @type {Map<string, number>} */
    const counts = new Map();
    for (const row of others) counts.set(value(table, row), (counts.get(value(table, row)) ?? 0) + 1);
    for (const one of chosen.get(name) ?? []) if (!counts.has(one)) counts.set(one, 0);
    counts.delete('');
    if (counts.size < 2 && !chosen.get(name)?.length) continue;
    for (const [text, count] of [...counts].sort((a, b) => b[1] - a[1]).slice(0, MOST_VALUES)) {
      const isOn = chosen.get(name)?.includes(text) ?? false;
      const button = make('button', { type: 'button', 'aria-pressed': String(isOn) }, text, make('span', {}, count.toLocaleString('en')));
      button.addEventListener('click', () => toggle(name, text, isOn));
      facets?.append(button);
    }
  }
  facets?.toggleAttribute('hidden', !facets.childElementCount);
}

/** @param {string[] | undefined} chosen @param {string} value */
const fits = (chosen, value) => !chosen?.length || chosen.includes(value);

/** @param {Table} table @param {number} row @param {string[]} words */
function hasWords({ path }, row, words) {
  const name = path[row].toLowerCase();
  return words.every((word) => name.includes(word));
}

/** @param {string} name @param {string} value @param {boolean} isOn */
function toggle(name, value, isOn) {
  const address = new URLSearchParams(location.search);
  const others = address.getAll(name).filter((one) => one !== value);
  address.delete(name);
  for (const one of isOn ? others : [...others, value]) address.append(name, one);
  go(address);
  [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('.facets button'))].find((button) => button.firstChild?.textContent === value)?.focus();
}

/** @param {URLSearchParams} address */
function go(address) {
  const text = address.toString();
  history.replaceState(null, '', text ? `?${text}` : location.pathname);
  shown = CARDS;
  show().catch(() => {});
}

async function show() {
  const rows = await load();
  const { words, sort, chosen } = wanted();
  showFacets(rows, { words, sort, chosen });
  const isAll = !words.length && !ORDERS[sort] && [...chosen.values()].every((values) => !values.length);
  pages?.toggleAttribute('hidden', !isAll);
  document.querySelector('.further')?.remove();
  if (isAll) {
    grid?.replaceChildren(...before.cards);
    if (found) found.textContent = before.found;
    if (range) range.textContent = before.range;
    return;
  }
  const all = rows.slug.map((_, row) => row)
    .filter((row) => hasWords(rows, row, words) && FACETS.every(([name, of]) => fits(chosen.get(name), of(rows, row))));
  if (ORDERS[sort]) all.sort((a, b) => ORDERS[sort](rows, a, b));
  grid?.replaceChildren(...all.slice(0, shown).map((row) => cardOf(rows, row)));
  if (found) found.textContent = all.length ? `${all.length.toLocaleString('en')} clip${all.length === 1 ? '' : 's'}` : 'No clip is like that.';
  if (range) range.textContent = all.length ? `1 – ${Math.min(shown, all.length).toLocaleString('en')}` : '';
  if (all.length > shown) {
    const more = make('button', { type: 'button', class: 'chip further' }, 'Show more');
    more.addEventListener('click', () => { shown += CARDS; show().catch(() => {}); });
    grid?.after(more);
  }
}

if (form) {
  const search = /** @type {HTMLInputElement} */ (form.elements.namedItem('q'));
  const order = /** @type {HTMLSelectElement} */ (form.elements.namedItem('sort'));
  form.hidden = false;
  const asked = new URLSearchParams(location.search);
  search.value = asked.get('q') ?? '';
  order.value = ORDERS[asked.get('sort') ?? ''] ? asked.get('sort') ?? '' : '';
  const change = () => {
    const address = new URLSearchParams(location.search);
    for (const [name, value] of [['q', search.value.trim()], ['sort', order.value]]) if (value) address.set(name, value); else address.delete(name);
    go(address);
  };
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('input', change);
  form.addEventListener('focusin', () => { show().catch(() => {}); }, { once: true });
  if (location.search) show().catch(() => {});
}

document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || (event.target instanceof Element && event.target.closest('input, select, marey-player'))) return;
  if (event.key === '/' && form) {
    event.preventDefault();
    /** @type {HTMLElement} */ (form.elements.namedItem('q')).focus();
  }
  const step = { '[': 'prev', ']': 'next' }[event.key];
  /** @type {HTMLElement | null} */ (step ? document.querySelector(`a[rel="${step}"]`) : null)?.click();
});
