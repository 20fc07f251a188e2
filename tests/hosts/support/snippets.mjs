/** The code that the docs show. */
import { readFile, readdir } from 'node:fs/promises';

/** @typedef {{ page: string, heading: string, language: string, code: string }} Snippet page: the file; heading: the nearest one above, as plain text */

/** The snippets of a page, in order. @param {string} page a Markdown file @returns {Promise<Snippet[]>} */
export async function snippetsOf(page) {
  const found = [];
  let heading = '';
  for (const [, title, language, code] of (await readFile(page, 'utf8')).matchAll(/^#+ (.*)$|^```(\w+)\n([^]*?)^```$/gm)) {
    if (title) heading = title.replace(/ \{#.*\}$/, '');
    else found.push({ page, heading, language, code });
  }
  return found;
}

export async function docsPages() {
  return (await readdir('docs', { recursive: true }))
    .filter((name) => name.endsWith('.md') && !name.includes('node_modules'))
    .map((name) => `docs/${name}`);
}
