/** Checks the links between the pages of a built site, with their fragments. */
import { readFile, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The broken links, with their pages. Links to other sites are not followed.
 * @param {string} site its folder
 * @param {string} base where a server shows it
 */
export async function deadLinks(site, base) {
  // Scripts make the links of play/.
  const pages = (await readdir(site, { recursive: true })).filter((name) => name.endsWith('.html') && !name.startsWith('play'));
  const texts = new Map(
    await Promise.all(pages.map(async (name) => /** @type {const} */ ([name, await readFile(join(site, name), 'utf8')]))),
  );
  const places = new Map(
    Array.from(texts, ([name, text]) => [name, new Set(Array.from(text.matchAll(/\bid="([^"]*)"/g), ([, id]) => plain(id)))]),
  );
  /** @type {string[]} */
  const dead = [];
  for (const [page, text] of texts) {
    const here = new URL(`${base}${page}`, 'http://site.invalid');
    for (const [, link] of text.matchAll(/<[a-z][^>]*?\s(?:href|src|skeleton|skin|share)="([^"]*)"/g)) {
      const url = new URL(plain(link), here);
      if (url.origin !== here.origin || !/^https?:$/.test(url.protocol)) continue;
      const reason = await nowhere(url);
      if (reason) dead.push(`${page}: ${plain(link)} ${reason}`);
    }
  }
  return [...new Set(dead)];

  /** @param {URL} url */
  async function nowhere({ pathname, hash }) {
    const path = decodeURIComponent(pathname);
    if (!path.startsWith(base)) return `is outside of ${base}`;
    const name = path.slice(base.length).replace(/(^|\/)$/, '$1index.html');
    if (
      !(await stat(join(site, name)).then(
        (found) => found.isFile(),
        () => false,
      ))
    )
      return 'is no file of the site';
    const place = decodeURIComponent(hash.slice(1));
    return place && places.get(name)?.has(place) === false ? 'is no place on that page' : '';
  }
}

/** @param {string} text of an attribute in HTML */
const plain = (text) =>
  text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
